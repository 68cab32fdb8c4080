"""Discourse rules, analysers and languages of the user's own, where systems are scored."""

import re
from pathlib import Path

import pytest

from litmus import evaluate, evaluate_suites, report
from litmus.corpus.segment import Segment
from litmus.corpus.suite import SuiteInfo, write_suite
from litmus.errors import DataError, LitmusError, UsageError
from litmus.scoring.results import Result
from litmus.scoring.suites import Results

SOURCE = ["I know you.", "I see you.", "I see your dog.", "I know you.", "I hear you.", "Good."]
TARGET = ["Znam cię.", "Widzę cię.", "Widzę twojego psa.", "Znam cię.", "Słyszę cię.", "Dobrze."]
OTHER = ["Znam cię.", "Widzę was.", "Widzę twojego psa.", "Znam cię.", "Słyszę was.", "Dobrze."]
DOCIDS = ["a", "a", "a", "b", "b", "b"]
RULES = 'code = "pl"\nversion = 1\n[formality]\ninformal = "cię twojego"\nformal = "was"\n'
ROWS = {  # what is written of each word, for CoNLL-U
    "Znasz": ("znać", "VERB", "Number=Sing|Person=2"),
    "Widzisz": ("widzieć", "VERB", "Number=Sing|Person=2"),
}


@pytest.fixture
def rules(tmp_path: Path) -> Path:
    path = tmp_path / "pl.toml"
    path.write_text(RULES, encoding="utf-8")
    return path


def scored(*metrics: str, n: int = 1, **options: object) -> Result:
    docids = [f"{name}{number}" for number in range(n) for name in DOCIDS]
    return evaluate(
        languages="en-pl",
        source=SOURCE * n,
        references=TARGET * n,
        docids=docids,
        outputs={"same": TARGET * n, "other": OTHER * n},
        metrics=metrics or "word-f",
        n_bootstrap=20,
        **{"target_analyser": "plain", **options},  # type: ignore[arg-type]
    )


def value(result: Result, system: str, metric: str = "word-f") -> float | None:
    return result.overall(system, metric).value


def test_own_rules_decide_the_tags(
    rules: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LITMUS_CACHE", str(tmp_path / "cache"))
    result = scored("word-f", "consistency", rules=rules, cache=True)
    # Tagged: cię, twojego (a), cię (b). The other system has twojego alone, and nothing beside.
    assert value(result, "same") == 100.0
    assert value(result, "other") == pytest.approx(200 * 1 / (3 + 1))
    # cię was, was twojego (a), cię was (b): no word keeps to the one before.
    assert value(result, "other", "consistency") == 0.0
    signatures = [result.overall("same", "word-f").signature]
    for text in (RULES, RULES.replace("cię twojego", "cię")):  # the same rules, and others
        rules.write_text(text, encoding="utf-8")
        result = scored("word-f", "consistency", rules=rules, cache=True)
        signatures.append(result.overall("same", "word-f").signature)
    assert value(result, "other") == 0.0  # not taken from the cache
    first, same, changed = (one.split("|tagged:")[1].split("|")[0] for one in signatures)
    assert re.fullmatch(r"litmus\.pl\.v1\.own-[0-9a-f]{8}\+?.*#[0-9a-f]{8}", first)
    assert first == same != changed


@pytest.mark.slow
def test_own_rules_go_to_workers(rules: Path) -> None:
    alone = scored("word-f", "consistency", n=60, rules=rules)
    shared = scored("word-f", "consistency", n=60, rules=rules, workers=2)
    assert alone.rows == shared.rows  # signatures and all
    assert value(alone, "other") == 50.0


def test_own_rules_in_a_report(rules: Path, tmp_path: Path) -> None:
    made = report(
        languages="en-pl", source=SOURCE, references=TARGET, docids=DOCIDS,
        outputs={"other": OTHER}, metrics="word-f", rules=rules, target_analyser="plain",
        path=tmp_path / "page.html",
    )  # fmt: skip
    assert value(made.result, "other") == 50.0


def test_own_rules_of_several_suites_go_by_language(
    rules: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    french = ["Tu dors.", "Tu ris.", "Oui."] * 2
    for target, lines in (("pl", TARGET), ("fr", french)):
        rows = [
            Segment(str(n), source, (line,), document)
            for n, (source, line, document) in enumerate(zip(SOURCE, lines, DOCIDS, strict=True))
        ]
        write_suite(tmp_path / target, SuiteInfo(target, "en", target), rows)

    def both(given: Path | list[Path]) -> Results:
        outputs = {"pl": {"x": OTHER}, "fr": {"x": french}}
        suites = [tmp_path / "pl", tmp_path / "fr"]
        return evaluate_suites(suites, outputs, metrics="word-f", rules=given, n_bootstrap=20)

    german = tmp_path / "de.toml"
    german.write_text(RULES.replace('"pl"', '"de"'), encoding="utf-8")
    refused: list[tuple[Path | list[Path], str]] = [
        # the rules are found; an analyser is not
        (rules, "word-f reads tags, and no analyser for Polish comes with litmus.\n"
         "Give one: target_analyser=stanza:pl, spacy:PIPELINE, conllu:FILE, or plain (words as "
         "they are written)"),
        ([rules, german],
         f"{german} has rules for 'de', but the target language is 'pl' or 'fr'."),
        ([rules, rules], f"{rules} and {rules} both have rules for 'pl'. Give one."),
    ]  # fmt: skip
    for given, message in refused:
        with pytest.raises(UsageError) as caught:
            both(given)
        assert str(caught.value) == message
    monkeypatch.setenv("LITMUS_DATA", str(tmp_path / "data"))
    named = 'code = "pl"\nname = "Polish"\nversion = 1\nreviewed = "no"\nanalyser = "plain"\n'
    (tmp_path / "data/languages").mkdir(parents=True)
    (tmp_path / "data/languages/pl.toml").write_text(named, encoding="utf-8")
    assert [value(result, "x") for result in both(rules)] == [50.0, 100.0]


@pytest.mark.parametrize(
    ("text", "kind", "told"),
    [
        (RULES.replace('"pl"', '"el"'), UsageError,
         "{path} has rules for 'el', but the target language is 'pl'."),
        (RULES.replace("informal", "informl"), DataError,
         "{path}: unknown key 'formality.informl'. Did you mean 'informal'?"),
        (RULES.replace("[formality]", "[formalty]"), DataError,
         "{path}: unknown key 'formalty'. Did you mean 'formality'?"),
    ],
)  # fmt: skip
def test_own_rules_that_cannot_be_used(
    tmp_path: Path, text: str, kind: type[LitmusError], told: str
) -> None:
    path = tmp_path / "pl.toml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(kind) as caught:
        scored(rules=path)
    assert str(caught.value).split("\n")[0] == told.format(path=path)


def test_own_rules_that_nothing_reads_are_a_note(rules: Path) -> None:
    notes = scored("chrf", rules=rules, source_analyser="plain").notes
    assert [str(note) for note in notes] == [
        f"{name} was given, but none of the metrics reads it."
        for name in ("rules", "source_analyser", "target_analyser")
    ]


def conllu(path: Path, lines: list[str]) -> str:
    """Analyses of texts: words by `ROWS`, others as nouns."""
    blocks = []
    for line in lines:
        words = re.findall(r"\w+|[^\w\s]", line)
        rows = []
        for n, word in enumerate(words, start=1):
            lemma, upos, feats = ROWS.get(word, (word.lower(), "NOUN", "_"))
            head, relation = (0, "root") if n == 1 else (1, "dep")
            rows.append(f"{n}\t{word}\t{lemma}\t{upos}\t_\t{feats}\t{head}\t{relation}\t_\t_\n")
        blocks.append("".join(rows))
    path.write_text("\n".join(blocks) + "\n", encoding="utf-8")
    return f"conllu:{path}"


VERBS = """code = "pl"
version = 1
[[formality.verbs]]
register = "informal"
certain = true
features = "Number=Sing|Person=2"
"""


def test_analyses_in_a_file_go_on_through_all_batches(rules: Path, tmp_path: Path) -> None:
    n = 120  # batches end with documents, after a hundred lines
    texts, zna = ["Znasz psa.", "Widzisz psa."] * n, ["Zna psa.", "Widzi psa."] * n
    rules.write_text(VERBS, encoding="utf-8")
    files = {"": conllu(tmp_path / "ref.conllu", texts)}

    def analysed(metrics: str | list[str], target_analyser: object) -> Result:
        return evaluate(
            languages="en-pl", source=["You know a dog.", "You see a dog."] * n,
            references=texts, docids=[str(k // 2) for k in range(2 * n)], outputs={"x": zna},
            rules=rules, n_bootstrap=20, metrics=metrics, target_analyser=target_analyser,
        )  # type: ignore[arg-type]  # fmt: skip

    result = analysed("word-f", files)
    assert result.overall("x", "word-f").value == 0.0
    assert result.overall("x", "word-f").n == n  # Widzisz, in every document
    with pytest.raises(UsageError) as caught:
        analysed("consistency", files)
    assert str(caught.value) == (
        f"{files['']} analyses one text, and x is tagged, too. Give it its own: "
        "target_analyser={'x': 'conllu:FILE'}"
    )
    files["x"] = conllu(tmp_path / "x.conllu", zna)
    analysed(["consistency", "word-f"], files)
    conllu(tmp_path / "ref.conllu", [*texts, "Dobrze."])
    with pytest.raises(DataError, match="begins a sentence that no text is left for, after 240"):
        analysed("word-f", files[""])


def test_analyser_of_a_system_that_is_not_there() -> None:
    with pytest.raises(UsageError) as caught:
        scored(target_analyser={"": "plain", "sane": "plain"})
    assert str(caught.value).startswith("No system is called 'sane'. Did you mean 'same'?")
