"""Tags made while scoring: the same as from files, with the work on the source done once."""

import json
from dataclasses import replace
from pathlib import Path

import pytest
from suites import outputs

from litmus import evaluate
from litmus.alignment.aligners import load_aligner
from litmus.corpus.formats.tags import TagFile, TaggedSentence
from litmus.corpus.segment import Idiom, Segment
from litmus.corpus.suite import SuiteFolder, SuiteInfo, read_suite, write_suite
from litmus.discourse import source_side
from litmus.discourse.rules import codes
from litmus.discourse.sentences import sentences_of
from litmus.discourse.source_side import Item
from litmus.discourse.tagging import DocumentTagger
from litmus.errors import DataError, UnknownName, UsageError
from litmus.language.embedded import load
from litmus.scoring.measuring import inputs
from litmus.scoring.measuring.live_tags import (
    LiveTagging,
    LiveTags,
    LiveTokens,
    Together,
    live_tags,
)
from litmus.scoring.results import Result

TEXT = [
    ("a", "You are kind.", "Tu es gentil."),
    ("a", "Where is the car?", "Où est la voiture ?"),
    ("a", "It is in the garage.", "Elle est dans le garage."),
    ("a", "You are late.", "Tu es en retard."),
    ("b", "You are right.", "Vous avez raison."),
    ("b", "You are late.", "Vous êtes en retard."),
]
GOOD = [target for _, _, target in TEXT]
# other register in a4, other gender in a3, register mixed in b
BAD = ["Tu es gentil.", "Où est la voiture ?", "Il est dans le garage.", "Vous êtes en retard.",
       "Vous avez raison.", "Tu es en retard."]  # fmt: skip


def segments(*, target: str = "fr", documents: bool = True) -> list[Segment]:
    return [
        Segment(str(n), source, (reference,), document if documents else None)
        for n, (document, source, reference) in enumerate(TEXT)
    ]


def suite(folder: Path, rows: list[Segment], target: str = "fr") -> SuiteFolder:
    write_suite(folder / "talks", SuiteInfo("talks", "en", target), rows, overwrite=True)
    return read_suite(folder / "talks")


def value(result: Result, system: str, metric: str, tag: str | None = None) -> float | None:
    (row,) = [
        r for r in result.rows if (r.system, r.metric, r.tag) == (system, metric, tag)
    ]  # fmt: skip
    return row.value


def scored(folder: Path, *metrics: str, **options: object) -> Result:
    return evaluate(
        suite(folder, segments()),
        outputs(folder, good=GOOD, bad=BAD, none=[""] * 6),
        metrics=metrics,
        n_bootstrap=20,
        **options,  # type: ignore[arg-type]
    )


def test_live_tags_word_f_per_tag_by_hand(tmp_path: Path) -> None:
    result = scored(tmp_path, "word-f")
    # Tagged in the reference: Tu es (a4), Vous êtes (b2); Elle (a3).
    # bad has none of them: it has Vous êtes in a4, and Tu es in b2.
    assert value(result, "good", "word-f", "formality") == 100.0
    assert value(result, "bad", "word-f", "formality") == 0.0
    assert value(result, "none", "word-f", "formality") == 0.0
    assert value(result, "good", "word-f", "pronouns") == 100.0
    assert value(result, "bad", "word-f", "pronouns") == 0.0


@pytest.mark.parametrize("metric", ["word-f", "word-f:tags=both"])
def test_live_tags_score_as_the_files_of_the_tagger(tmp_path: Path, metric: str) -> None:
    files = {}
    for name, texts in (("", GOOD), ("good", GOOD), ("bad", BAD), ("none", [""] * 6)):
        tagger = DocumentTagger(("en", "fr"))
        tagger.learn((source, target) for _, source, target in TEXT)
        items = [Item(doc, src, text) for (doc, src, _), text in zip(TEXT, texts, strict=True)]
        path = tmp_path / f"{name or 'reference'}.tags"
        rows = [
            {"tokens": one.tokens, "tags": [sorted(tags) for tags in one.tags]}
            for one in tagger.tag(items)
        ]
        lines = "".join(f"{json.dumps(row)}\n" for row in rows)
        path.write_text(lines, encoding="utf-8")
        files[name] = TagFile(path)
    live = scored(tmp_path, metric)
    read = scored(tmp_path, metric, tags=files, unit="document")
    keys = [(r.system, r.metric, r.tag, r.value) for r in live.rows]
    assert len(keys) > 3
    assert keys == [(r.system, r.metric, r.tag, r.value) for r in read.rows]


def test_live_tags_consistency_needs_no_reference_word(tmp_path: Path) -> None:
    result = scored(tmp_path, "consistency:of=register")
    assert value(result, "good", "consistency") == 100.0
    # bad: Tu es | Vous êtes ; Vous avez | Tu es. Kept: es, êtes, avez, es; broken: Vous, Tu.
    assert value(result, "bad", "consistency") == pytest.approx(100 * 4 / 6)
    assert value(result, "none", "consistency") is None


def test_live_tags_of_reference_only_give_systems_their_tokens() -> None:
    tagging = LiveTagging(("en", "fr"), both=False, consistency=False, readers=["word-f"])
    found = live_tags(tagging, ["s"], {"": load_aligner("embedded", ("en", "fr"))})
    assert (type(found[""]), type(found["s"])) == (LiveTags, LiveTokens)
    (one,) = found["s"].read(["L'ami du roi."], segments()[:1])
    assert one == TaggedSentence(("L'", "ami", "du", "roi", "."), (frozenset(),) * 5)
    assert found["s"].read([""], segments()[:1]) == [TaggedSentence((), ())]


@pytest.mark.parametrize("metric", ["word-f", "word-f:tags=both"])
def test_live_tags_read_the_source_once(
    tmp_path: Path, metric: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    texts: list[str] = []

    class Counting:
        signature = "counting"

        def analyse(self, given, *, sentences="given", parse=True):  # type: ignore[no-untyped-def]
            given = list(given)
            texts.extend(given)
            return load("en").analyse(given, sentences=sentences, parse=parse)

    real = source_side.load_analyser
    monkeypatch.setattr(
        source_side,
        "load_analyser",
        lambda name, code: Counting() if code == "en" else real(name, code),
    )
    scored(tmp_path, metric)
    assert texts == [source for _, source, _ in TEXT]


def test_texts_that_are_expected_are_analysed_in_one_go() -> None:
    calls: list[list[str]] = []

    class Recording:
        signature = "recording"
        any_order = True

        def analyse(self, given, *, sentences="given", parse=True):  # type: ignore[no-untyped-def]
            calls.append(list(given))
            return load("fr").analyse(calls[-1], sentences=sentences, parse=parse)

    def words(texts: list[str]) -> list[list[str]]:
        return [[word.form for word in one.words] for (one,) in together.analyse(texts)]

    together = Together(Recording())
    first, second = ["Il dort.", "Elle rit."], ["On dort."]
    together.expect(first)
    together.expect(second)
    assert words(["Non."]) == [["Non", "."]]  # was not expected
    assert words(first) == [["Il", "dort", "."], ["Elle", "rit", "."]]
    assert words(second) == [["On", "dort", "."]]
    assert words(second) == [["On", "dort", "."]]  # expected once only
    assert calls == [["Non."], [*first, *second], second]


def test_texts_that_are_analysed_again_leave_what_is_expected() -> None:
    # The marks see no end after Capt.: the text is asked for again, whole. It is not the next
    # system's then, though that has the same one.
    text = ["Capt. Giles came."]

    class Tearing:
        signature, any_order = "tearing", True

        def analyse(self, given, *, sentences="given", parse=True):  # type: ignore[no-untyped-def]
            for (one,) in load("fr").analyse(given):
                two = (one._replace(words=one.words[:n], tokens=()) for n in (1, 2))
                yield tuple(two) if sentences == "split" else (one,)

    together = Together(Tearing())
    for _ in range(2):
        together.expect(text, sentences="split")
    for _ in range(2):
        ((found,),) = sentences_of(together, text, "en")
        assert [word.form for word in found.words] == ["Capt", ".", "Giles", "came", "."]
    (torn,) = together.analyse(text, sentences="split")  # expected twice only
    assert len(torn) == 2


@pytest.mark.parametrize(
    ("metric", "given", "missing", "file"),
    [("word-f", "s", "the reference", "REF.align"), ("word-f:tags=both", "", "s", "s=HYP.align")],
)
def test_live_tags_need_the_alignment_of_every_text_they_tag(
    tmp_path: Path, metric: str, given: str, missing: str, file: str
) -> None:
    links = tmp_path / "links"
    links.write_text("0-0 1-1\n0-0 1-1\n", encoding="utf-8")
    text = ["tu chantes", "tu danses"]
    arguments = {
        "languages": "en-fr", "source": ["you sing", "you dance"], "references": [text],
        "docids": ["d", "d"], "outputs": {"s": text}, "metrics": metric, "n_bootstrap": 5,
    }  # fmt: skip
    with pytest.raises(UsageError) as caught:
        evaluate(**arguments, aligners={given: links})  # type: ignore[arg-type]
    assert str(caught.value) == (
        f"word-f reads tags, which are computed from word alignments, and there are none for "
        f"{missing}.\nGive a Pharaoh file: aligners={file}\n"
        "Or leave out aligners: then one aligner links the reference and all systems."
    )
    result = evaluate(**arguments, aligners={"": links, "s": links})  # type: ignore[arg-type]
    unread = "aligners was given for s, but none of the metrics reads it."
    assert (unread in result.notes) == (metric == "word-f")  # only the reference is tagged


def linked_by_file(folder: Path, lines: int, *metrics: str) -> Result:
    """Three words a sentence, linked in order."""
    links = folder / "links"
    links.write_text("0-0 1-1 2-2\n" * lines, encoding="utf-8")
    targets = ["tu chantes .", "vous dansez .", "tu chantes .", "tu danses ."]
    rows = [
        Segment(str(n), source, (target,), "d", (Idiom("you", ((0, 3),)),))
        for n, (source, target) in enumerate(
            zip(["you sing .", "you dance ."] * 2, targets, strict=True)
        )
    ]
    return evaluate(
        suite(folder, rows),
        outputs(folder, s=targets[::-1]),
        metrics=metrics,
        n_bootstrap=5,
        aligners={"": links, "s": links},
    )


@pytest.mark.parametrize("metric", ["word-f", "word-f:tags=both"])
def test_links_of_a_file_serve_metrics_and_tags(
    tmp_path: Path, metric: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(inputs, "BATCH", 3)  # a second batch reads on where the first one ended
    both = linked_by_file(tmp_path, 4, "apt-eval", metric)
    for alone in ("apt-eval", metric):
        expected = linked_by_file(tmp_path, 4, alone).rows
        names = {row.metric for row in expected}
        found = [row for row in both.rows if row.metric in names]
        assert any(row.value for row in expected)
        assert [(r.metric, r.tag, r.value) for r in found] == [
            (r.metric, r.tag, r.value) for r in expected
        ]


@pytest.mark.parametrize("metrics", [["word-f"], ["apt-eval", "word-f"]])
def test_links_left_over_are_an_error_whoever_reads_them(
    tmp_path: Path, metrics: list[str]
) -> None:
    with pytest.raises(DataError) as caught:
        linked_by_file(tmp_path, 5, *metrics)
    assert str(caught.value) == (f"{tmp_path / 'links'} has 5 lines for 4 sentence pairs.")


def test_live_tags_need_documents(tmp_path: Path) -> None:
    with pytest.raises(UsageError) as caught:
        evaluate(
            suite(tmp_path, segments(documents=False)),
            outputs(tmp_path, good=GOOD),
            metrics=["word-f"],
        )
    assert str(caught.value) == (
        "word-f reads tags, and tags need documents; segment 0 has none.\n"
        "Give them (docids=FILE, or 'doc' in segments.jsonl), or tags: tags=FILE"
    )


@pytest.mark.parametrize(
    ("metrics", "who"),
    [(["consistency"], "consistency reads"), (["word-f", "consistency"], "word-f and consistency read")],
)  # fmt: skip
def test_live_tags_without_documents_name_who_asked(
    tmp_path: Path, metrics: list[str], who: str
) -> None:
    made = suite(tmp_path, segments(documents=False))
    with pytest.raises(UsageError) as caught:
        evaluate(made, outputs(tmp_path, good=GOOD), metrics=metrics)
    assert str(caught.value) == (
        f"{who} tags, and tags need documents; segment 0 has none.\n"
        "Give them (docids=FILE, or 'doc' in segments.jsonl)"  # tag files hold no consistency
    )


def test_heading_counts_the_tags_that_the_table_shows(tmp_path: Path) -> None:
    result = evaluate(
        suite(tmp_path, segments()),
        outputs(tmp_path, good=GOOD),
        metrics=["word-f", "consistency"],
        n_bootstrap=2,
    )
    tags = {row.tag for row in result.rows if row.metric == "word-f" and row.tag}
    kinds = {row.tag for row in result.rows if row.metric == "consistency" and row.tag}
    assert tags and kinds
    assert f" segments, {len(tags)} tag{'s' * (len(tags) > 1)}, " in result.heading


def test_live_tags_of_interleaved_documents_are_refused(tmp_path: Path) -> None:
    rows = segments()
    with pytest.raises(DataError, match="Document 'a' continues at sentence 6, after another"):
        evaluate(
            suite(tmp_path, [*rows[:3], *rows[4:], rows[3]]),
            outputs(tmp_path, good=GOOD),
            metrics=["word-f"],
        )


def test_live_tags_of_a_language_without_rules(tmp_path: Path) -> None:
    with pytest.raises(UnknownName) as caught:
        evaluate(
            suite(tmp_path, segments(), target="is"),
            outputs(tmp_path, good=GOOD),
            metrics=["word-f"],
        )
    assert str(caught.value) == (
        f"No language with discourse rules is called 'is'.\nKnown: {', '.join(codes())}"
        "\nYour own, in score, report and tag: rules=F.toml (how: docs/add-a-language.md)"
    )


def test_live_tags_are_resampled_by_document(tmp_path: Path) -> None:
    result = scored(tmp_path, "word-f", test="ar", n_trials=50)
    signatures = {row.signature for row in result.rows}
    assert all("unit:document" in signature for signature in signatures)
    assert all("tagged:litmus.fr.v" in signature for signature in signatures)


def test_hypotheses_are_cut_as_the_rows_of_the_reference(tmp_path: Path) -> None:
    # "garage." ends the sentence: cut at blanks, the tagged "garage" would be missing.
    rows = [
        {
            "id": "1",
            "doc": "a",
            "tokens": ["Dans", "le", "garage", "."],
            "tags": [[], [], ["x"], []],
        },
        {"id": "2", "doc": "a", "tokens": ["L'", "été", "."], "tags": [["x"], ["x"], []]},
    ]
    texts = ["Dans le garage.", "L'été."]
    (tmp_path / "ref.tags").write_text("".join(json.dumps(row) + "\n" for row in rows), "utf-8")
    pairs = [Segment(str(n), "In there.", (text,), "a") for n, text in enumerate(texts)]
    result = evaluate(
        suite(tmp_path, pairs),
        outputs(tmp_path, same=texts),
        metrics=["word-f"],
        tags={"": TagFile(tmp_path / "ref.tags")},
        n_bootstrap=20,
    )
    assert value(result, "same", "word-f", "x") == 100.0


def explained(path: Path, system: str) -> list[dict[str, object]]:
    """The breaks in a file of evidence, in its order."""
    found: list[dict[str, object]] = []
    for line in path.read_text(encoding="utf-8").split("\n")[:-1]:
        row = json.loads(line)
        if row["system"] == system:
            found += row["evidence"].get("breaks", ())
    return found


def test_live_tags_consistency_names_the_segment_it_broke_with(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LITMUS_CACHE", str(tmp_path / "cache"))
    found = []
    for prefix in ("", "", "s"):  # kept in the cache, and not used for segments of other names
        rows = [replace(row, id=f"{prefix}{row.id}") for row in segments()]
        evaluate(
            suite(tmp_path, rows),
            outputs(tmp_path, bad=BAD),
            metrics=["consistency"],
            segments=tmp_path / "made.jsonl",
            n_bootstrap=20,
            cache=True,
        )
        found.append(explained(tmp_path / "made.jsonl", "bad"))
    expected = {
        "source": "You",
        "here": "Vous",
        "before": "es",
        "before_segment": "0",
        "kind": "familiar to polite",
        "why": "polite address after familiar",
    }
    assert found[0][0] == expected
    assert found[0] == found[1]
    assert found[2][0] == expected | {"before_segment": "s0"}


def test_live_tags_consistency_needs_no_rules_of_the_language(tmp_path: Path) -> None:
    source = ["耳机 很 好。", "我 买 了 耳机。", "耳机 坏 了。"]
    result = evaluate(
        languages="zh-en",
        source=source,
        references=[["The headphones are good.", "I bought headphones.", "The headphones broke."]],
        docids=["a"] * 3,
        outputs={"x": ["The headphones are good.", "I bought a headset.", "The headset broke."]},
        metrics=["consistency:of=terms"],
        segments=tmp_path / "made.jsonl",
        n_bootstrap=20,
    )
    assert value(result, "x", "consistency") == 50.0  # broken at the second, kept at the third
    (broken,) = explained(tmp_path / "made.jsonl", "x")
    assert (broken["source"], broken["here"], broken["before"]) == ("耳机", "headset", "headphones")
    assert (broken["before_segment"], broken["kind"]) == ("1", "synonym")
