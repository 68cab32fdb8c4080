"""A sixth phenomenon is one class and a table: here is one, and all that follows by itself."""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from litmus.cli import main
from litmus.discourse.pairs import Pair
from litmus.discourse.phenomena.phenomenon import Need, Phenomenon, Verdict
from litmus.discourse.phenomena.registry import PHENOMENA
from litmus.discourse.rule_fields import word_set
from litmus.discourse.rules import read_rules
from litmus.discourse.source_side import Item
from litmus.discourse.tagging import DocumentTagger, chosen
from litmus.errors import DataError, UsageError
from litmus.files.toml_tables import Place, check_table


@dataclass(frozen=True, slots=True)
class ConnectiveRules:
    """Words that join sentences."""

    words: frozenset[str] = word_set()


class OneConnective:
    """Is it always the first connective of the document?"""

    name = "connective"

    def __init__(self, rules: ConnectiveRules) -> None:
        self._rules = rules
        self.start()

    def start(self) -> None:
        self._first = ""

    def verdicts(self, pair: Pair) -> Iterator[Verdict]:
        for index, word in enumerate(pair.target.words):
            if word.form.lower() in self._rules.words:
                if self._first:
                    yield Verdict(index, word.form.lower() == self._first)
                self._first = self._first or word.form.lower()


class Connectives(Phenomenon[ConnectiveRules]):
    """Tags a connective that an earlier sentence has used."""

    name = "connectives"
    table = "[connectives]"

    @classmethod
    def read(cls, place: Place, table: Any) -> ConnectiveRules:
        return check_table(place, table, ConnectiveRules)

    def tag(self, pair: Pair) -> set[int]:
        forms = [word.form.lower() for word in pair.target.words]
        tagged = {n for n, form in enumerate(forms) if self.memory.count(form)}
        self.memory.add(form for form in forms if form in self.rules.words)
        return tagged

    @classmethod
    def consistency(
        cls, rules: ConnectiveRules, languages: tuple[str, str]
    ) -> tuple[OneConnective]:
        return (OneConnective(rules),)

    @classmethod
    def counts(cls, rules: ConnectiveRules | None) -> Mapping[str, int]:
        return {"connectives": len(rules.words) if rules else 0}


RULES = """
code = "eo"
version = 1
reviewed = "nobody"
[connectives]
words = "tamen do"
""" + "".join(
    f"""
[[examples]]
tag = "connectives"
source = ["But I sleep.", "But she does not."]
target = ["Tamen mi dormas.", "Ŝi {second} ne."]
"""
    for second in (*["[tamen]"] * 7, "do")
)
TEXT = {
    "en": "But I sleep.\nBut she does not.\nBut you do.\n",
    "eo": "Tamen mi dormas.\nTamen ŝi ne.\nTamen vi jes.\n",
    "a.eo": "Tamen mi dormas.\nTamen ŝi ne.\nDo vi jes.\n",
    "docids": "a\na\na\n",
}


@pytest.fixture
def rules(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The file of rules, in a folder with texts, while the sixth phenomenon is registered."""
    monkeypatch.setitem(PHENOMENA, Connectives.name, Connectives)
    monkeypatch.chdir(tmp_path)
    for name, text in TEXT.items():
        Path(name).write_text(text, encoding="utf-8")
    Path("eo.toml").write_text(RULES, encoding="utf-8")
    return Path("eo.toml")


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    code = main([*arguments])
    out, err = capsys.readouterr()
    assert (code, err) == (0, "")
    return out


def items() -> list[Item]:
    lines = (TEXT[name].splitlines() for name in ("docids", "en", "a.eo"))
    return [Item(*parts) for parts in zip(*lines, strict=True)]


def test_its_tags_are_made_and_its_consistency_judged(rules: Path) -> None:
    def tagger(**options: Any) -> DocumentTagger:
        return DocumentTagger(("en", "eo"), rules=read_rules(rules), analyser="plain", **options)

    tags = [{t for tags in row.tags for t in tags} for row in tagger().tag(items())]
    assert tags == [set(), {"connectives"}, set()]
    assert tagger().phenomena == ("lexical_cohesion", "ellipsis", "connectives")
    assert tagger(phenomena=["connectives"]).signature != tagger().signature
    judged = [row.tags[0] for row in tagger(consistency=True).tag(items())]
    assert judged == [set(), {"connectives", "connective=kept"}, {"connective=broken"}]


def test_its_table_and_examples_are_checked(
    rules: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    head, *notes = run(capsys, "check", str(rules)).removesuffix("\n").split("\n")
    assert head.startswith("eo.toml: discourse rules, 0 words of address, ")
    assert head.endswith(", 2 connectives, 8 examples")
    assert not any("connectives" in note for note in notes)
    assert notes[-3:] == [
        "litmus has no analyser for 'eo': the examples were tried on word forms alone.",
        "The aligner knows no Esperanto: it has learned from the examples alone.",
        "ok",
    ]
    rules.write_text(RULES.replace("Ŝi do ne.", "Ŝi [do] ne."), encoding="utf-8")
    assert main(["check", str(rules)]) == 1
    assert (
        "examples[7]: connectives, 'Ŝi do ne.': expected [do], tagged []" in capsys.readouterr().out
    )
    rules.write_text(RULES.replace("words =", "word ="), encoding="utf-8")
    with pytest.raises(DataError, match=r"unknown key 'connectives\.word'\. Did you mean 'words'"):
        read_rules(rules)


def test_it_is_tagged_and_scored_on_the_command_line(
    rules: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    given = ("-l", "en-eo", "-s", "en", "--docids", "docids")
    tag = ("tag", *given, "--rules", str(rules), "--target-analyser", "plain")
    assert "        2  connectives\n" in run(capsys, *tag, "-r", "eo", "-o", "ref.jsonl")
    run(capsys, *tag, "-r", "a.eo", "-o", "a.jsonl")
    tags = ("--tags", "ref.jsonl", "--tags", "a.eo=a.jsonl")
    score = ("score", *given, "-r", "eo", "-i", "a.eo", "-m", "word-f", "-f", "json", *tags)
    rows = {(row["metric"], row["tag"]): row for row in json.loads(run(capsys, *score))}
    row = rows["word-f", "connectives"]
    # Tamen is tagged in two sentences of the reference; the system has it in one of them.
    assert (row["n"], row["value"]) == (2, pytest.approx(200 / 3))


def test_what_it_needs_of_the_source_limits_the_source(
    rules: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    known = read_rules(rules)
    assert "connectives" in chosen(known, "de", ())
    monkeypatch.setattr(Connectives, "needs", frozenset((Need.GAPS,)))
    assert "connectives" in chosen(known, "en", ())
    with pytest.raises(UsageError, match="connectives cannot be tagged for de-eo"):
        chosen(known, "de", ("connectives",))


def test_its_table_is_unknown_unless_it_is_registered(tmp_path: Path) -> None:
    (tmp_path / "eo.toml").write_text(RULES, encoding="utf-8")
    with pytest.raises(DataError, match="unknown key 'connectives'"):
        read_rules(tmp_path / "eo.toml")
