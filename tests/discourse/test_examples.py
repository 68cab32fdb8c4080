"""Examples of the language files: how they are compared with the taggers, and that they hold."""

from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import pytest

from litmus.corpus.formats.tags import TaggedSentence
from litmus.discourse.examples import failures, plain
from litmus.discourse.rules import Rules, codes, load_rules, read_rules
from litmus.discourse.source_side import Item
from litmus.discourse.tagging import DocumentTagger


class Tagger:
    """Tags every word that is written in capitals."""

    def __init__(self) -> None:
        self.documents: list[str] = []

    def tag(self, items: Sequence[Item]) -> list[TaggedSentence]:
        self.documents += [item.document for item in items]
        found = []
        for item in items:
            tokens = tuple(item.target.split())
            tags = tuple(frozenset({"formality"} if t.isupper() else ()) for t in tokens)
            found.append(TaggedSentence(tokens, tags))
        return found


def examples(folder: Path, *targets: str, tag: str = "formality") -> Rules:
    path = folder / "xx.toml"
    blocks = [
        f'[[examples]]\ntag = "{tag}"\nsource = ["one", "two"]\ntarget = ["first", "{target}"]\n'
        for target in targets
    ]
    path.write_text('code = "xx"\nversion = 1\n' + "".join(blocks), encoding="utf-8")
    return read_rules(path)


@pytest.mark.parametrize(("targets", "tag", "told"), [
    (["a [B] c", "a c", "[A] [A]"], "formality", []),
    (["a B [c]", "[A] a [A] A"], "formality",
     ["formality, 'a B c': expected [c], tagged [B]",
      "formality, 'A a A A': expected [A A], tagged [A A A]"]),
    (["a B c"], "pronouns", []),  # they look at their own tag alone
])  # fmt: skip
def test_examples_that_come_out_otherwise_say_how(
    tmp_path: Path, targets: list[str], tag: str, told: list[str]
) -> None:
    found = failures(examples(tmp_path, *targets, tag=tag), Tagger())  # type: ignore[arg-type]
    assert [str(failure) for failure in found] == told


def test_examples_are_documents_of_their_own(tmp_path: Path) -> None:
    tagger = Tagger()
    list(failures(examples(tmp_path, "a", "a"), tagger))  # type: ignore[arg-type]
    assert Counter(tagger.documents) == {"example 0": 2, "example 1": 2}


def test_plain_text_has_no_brackets() -> None:
    assert plain("[Tu] le [bois] .") == "Tu le bois ."
    assert plain("a [b] [c") == "a b [c"


def wrong(code: str) -> list[str]:
    return [f"{code}: {one}" for one in failures(load_rules(code), DocumentTagger(("en", code)))]


def test_examples_of_a_language_hold() -> None:
    assert wrong("fr") == []


@pytest.mark.release
def test_examples_of_every_language_hold() -> None:
    assert [told for code in codes() for told in wrong(code)] == []


@pytest.mark.release
def test_examples_of_every_language_are_enough_and_of_both_kinds() -> None:
    wrong = []
    for code in codes():
        rules = load_rules(code)
        have = Counter(example.tag for example in rules.examples)
        wrong += [f"{code}: {name} has {have[name]}" for name in rules.tables if have[name] < 8]
        wrong += [
            f"{code}: the first sentence of a document has no tags: {example.target[0]}"
            for example in rules.examples
            if "[" in example.target[0]
        ]
        if all(any("[" in text for text in example.target) for example in rules.examples):
            wrong.append(f"{code}: no example stays without a tag")
    assert wrong == []
