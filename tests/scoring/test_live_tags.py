"""Tags made while scoring: the same as from files, with the work on the source done once."""

import json
from collections.abc import Iterable
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


def segments(*, documents: bool = True) -> list[Segment]:
    return [
        Segment(str(n), source, (reference,), document if documents else None)
        for n, (document, source, reference) in enumerate(TEXT)
    ]


def suite(folder: Path, rows: list[Segment], target: str = "fr") -> SuiteFolder:
    write_suite(folder / "talks", SuiteInfo("talks", "en", target), rows, overwrite=True)
    return read_suite(folder / "talks")


def value(result: Result, system: str, metric: str, tag: str | None = None) -> float | None:
    return next(
        r.value for r in result.rows if (r.system, r.metric, r.tag) == (system, metric, tag)
    )


def scored(
    folder: Path,
    *metrics: str,
    rows: list[Segment] | None = None,
    target: str = "fr",
    systems: dict[str, list[str]] | None = None,
    **options: object,
) -> Result:
    files = outputs(folder, **(systems or {"good": GOOD, "bad": BAD, "none": [""] * 6}))
    made = suite(folder, rows or segments(), target)
    given = {"metrics": metrics, "n_bootstrap": 20} | options
    return evaluate(made, files, **given)  # type: ignore[arg-type]


class Analyser:
    """The embedded analyser of a language, which tells what it is given."""

    signature, any_order = "told", True

    def __init__(self, language: str) -> None:
        self.calls: list[list[str]] = []
        self._analyser = load(language)

    def analyse(self, given, *, sentences="given", parse=True):  # type: ignore[no-untyped-def]
        self.calls.append(list(given))
        return self._analyser.analyse(self.calls[-1], sentences=sentences, parse=parse)


def test_live_tags_word_f_per_tag_by_hand(tmp_path: Path) -> None:
    result = scored(tmp_path, "word-f", test="ar", n_trials=50)
    # Tagged in the reference: Tu es (a4), Vous êtes (b2); Elle (a3).
    # bad has none of them: it has Vous êtes in a4, and Tu es in b2.
    by_system = {"good": (100.0, 100.0), "bad": (0.0, 0.0), "none": (0.0, 0.0)}
    for system, expected in by_system.items():
        found = [value(result, system, "word-f", tag) for tag in ("formality", "pronouns")]
        assert found == [*expected]
    assert all("unit:document" in row.signature for row in result.rows)
    assert all("tagged:litmus.fr.v" in row.signature for row in result.rows)


@pytest.mark.parametrize("metric", ["word-f", "word-f:tags=both"])
def test_live_tags_score_as_the_files_of_the_tagger(tmp_path: Path, metric: str) -> None:
    files = {}
    for name, texts in (("", GOOD), ("good", GOOD), ("bad", BAD), ("none", [""] * 6)):
        tagger = DocumentTagger(("en", "fr"))
        tagger.learn((source, target) for _, source, target in TEXT)
        items = [Item(doc, src, text) for (doc, src, _), text in zip(TEXT, texts, strict=True)]
        path = tmp_path / f"{name or 'reference'}.tags"
        files[name] = tag_file(path, [(one.tokens, one.tags) for one in tagger.tag(items)])
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
    english, real = Analyser("en"), source_side.load_analyser

    def loaded(name: str, code: str) -> object:
        return english if code == "en" else real(name, code)

    monkeypatch.setattr(source_side, "load_analyser", loaded)
    scored(tmp_path, metric)
    assert [text for call in english.calls for text in call] == [source for _, source, _ in TEXT]


def test_texts_that_are_expected_are_analysed_in_one_go() -> None:
    def words(texts: list[str]) -> list[list[str]]:
        return [[word.form for word in one.words] for (one,) in together.analyse(texts)]

    french = Analyser("fr")
    together = Together(french)  # type: ignore[arg-type]
    first, second = ["Il dort.", "Elle rit."], ["On dort."]
    together.expect(first)
    together.expect(second)
    assert words(["Non."]) == [["Non", "."]]  # was not expected
    assert words(first) == [["Il", "dort", "."], ["Elle", "rit", "."]]
    assert words(second) == [["On", "dort", "."]]
    assert words(second) == [["On", "dort", "."]]  # expected once only
    assert french.calls == [["Non."], [*first, *second], second]


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
    aligners = {"": links, "s": links}
    return scored(folder, *metrics, rows=rows, systems={"s": targets[::-1]}, aligners=aligners)


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


@pytest.mark.parametrize(
    ("metrics", "who", "or_tags"),
    [
        (["word-f"], "word-f reads", ", or tags: tags=FILE"),
        # tag files hold no consistency
        (["consistency"], "consistency reads", ""),
        (["word-f", "consistency"], "word-f and consistency read", ""),
    ],
)
def test_live_tags_need_documents(
    tmp_path: Path, metrics: list[str], who: str, or_tags: str
) -> None:
    with pytest.raises(UsageError) as caught:
        scored(tmp_path, *metrics, rows=segments(documents=False))
    assert str(caught.value) == (
        f"{who} tags, and tags need documents; segment 0 has none.\n"
        f"Give them (docids=FILE, or 'doc' in segments.jsonl){or_tags}"
    )


def test_heading_counts_the_tags_that_the_table_shows(tmp_path: Path) -> None:
    result = scored(tmp_path, "word-f", "consistency")
    tags = {row.tag for row in result.rows if row.metric == "word-f" and row.tag}
    kinds = {row.tag for row in result.rows if row.metric == "consistency" and row.tag}
    assert tags and kinds
    assert f" segments, {len(tags)} tag{'s' * (len(tags) > 1)}, " in result.heading


def test_live_tags_of_interleaved_documents_and_without_rules_are_refused(tmp_path: Path) -> None:
    rows = segments()
    with pytest.raises(DataError, match="Document 'a' continues at sentence 6, after another"):
        scored(tmp_path, "word-f", rows=[*rows[:3], *rows[4:], rows[3]])
    with pytest.raises(UnknownName, match="No language with discourse rules is called 'is'"):
        scored(tmp_path, "word-f", target="is")


def tag_file(path: Path, rows: Iterable[tuple[Iterable[str], Iterable[Iterable[str]]]]) -> TagFile:
    lines = ({"tokens": [*tokens], "tags": [sorted(one) for one in tags]} for tokens, tags in rows)
    path.write_text("".join(f"{json.dumps(line)}\n" for line in lines), encoding="utf-8")
    return TagFile(path)


def test_hypotheses_are_cut_as_the_rows_of_the_reference(tmp_path: Path) -> None:
    # "garage." ends the sentence: cut at blanks, the tagged "garage" would be missing.
    rows = [
        (["Dans", "le", "garage", "."], ["", "", "x", ""]), (["L'", "été", "."], ["x", "x", ""]),
    ]  # fmt: skip
    texts = ["Dans le garage.", "L'été."]
    pairs = [Segment(str(n), "In there.", (text,), "a") for n, text in enumerate(texts)]
    tags = {"": tag_file(tmp_path / "ref.tags", rows)}
    result = scored(tmp_path, "word-f", rows=pairs, systems={"same": texts}, tags=tags)
    assert value(result, "same", "word-f", "x") == 100.0


def explained(path: Path, system: str) -> list[dict[str, object]]:
    """The breaks in a file of evidence, in its order."""
    rows = map(json.loads, path.read_text(encoding="utf-8").split("\n")[:-1])
    own = (row["evidence"].get("breaks", ()) for row in rows if row["system"] == system)
    return [one for breaks in own for one in breaks]


def test_live_tags_consistency_names_the_segment_it_broke_with(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LITMUS_CACHE", str(tmp_path / "cache"))
    found = []
    for prefix in ("", "", "s"):  # kept in the cache, and not used for segments of other names
        rows = [replace(row, id=f"{prefix}{row.id}") for row in segments()]
        made, systems = tmp_path / "made.jsonl", {"bad": BAD}
        scored(tmp_path, "consistency", rows=rows, systems=systems, segments=made, cache=True)
        found.append(explained(made, "bad"))
    expected = {
        "source": "You", "here": "Vous", "before": "es", "before_segment": "0",
        "kind": "familiar to polite", "why": "polite address after familiar",
    }  # fmt: skip
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
