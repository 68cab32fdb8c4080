"""fast_align as systran-align packages it, by a stand-in with its documented interface."""

import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from litmus.alignment.backends import fast_align as backend
from litmus.alignment.backends.fast_align import FastAlign
from litmus.errors import UsageError

PAIRS = [("The Dog barks", "Le chien aboie"), ("", "Rien"), ("Yes.", "Oui.")]


class Fake:
    """Keeps the text it learned from; links words of the same place."""

    def __init__(self) -> None:
        self.learned: list[tuple[str, dict[str, Any]]] = []
        self.asked: list[tuple[list[str], list[str]]] = []

    def generate_alignment_probabilities(
        self, input_path: str, forward_probs_path: str, backward_probs_path: str, **options: Any
    ) -> None:
        self.learned.append((Path(input_path).read_text(encoding="utf-8"), options))
        for path in (forward_probs_path, backward_probs_path):
            Path(path).write_text("probabilities", encoding="utf-8")

    def aligner(self, forward: str, backward: str) -> "Fake":
        assert [Path(path).read_text("utf-8") for path in (forward, backward)] == [
            "probabilities", "probabilities",
        ]  # fmt: skip
        return self

    def align(self, source: list[str], target: list[str]) -> dict[str, Any]:
        self.asked.append((source, target))
        links = [(n, n) for n in range(min(len(source), len(target)))]
        return {"alignments": links, "forward_prob": 0.0, "backward_prob": 0.0}


@pytest.fixture
def fake(monkeypatch: pytest.MonkeyPatch) -> Fake:
    made = Fake()
    module: Any = ModuleType("systran_align")
    module.generate_alignment_probabilities = made.generate_alignment_probabilities
    module.Aligner = made.aligner
    monkeypatch.setitem(sys.modules, "systran_align", module)
    monkeypatch.setattr(backend, "version", lambda name: "9.9")
    return made


def test_fast_align_learns_from_pairs_with_both_sides(fake: Fake) -> None:
    aligner = FastAlign(("en", "fr"), "words")
    learned = aligner.learn(iter(PAIRS))
    assert (aligner.learns, learned.learns) == (True, False)
    options = dict.fromkeys(("favor_diagonal", "optimize_tension", "variational_bayes"), True)
    assert fake.learned == [("the dog barks ||| le chien aboie\nyes . ||| oui .\n", options)]
    # a text may hold the mark between sides
    FastAlign(("en", "fr"), "space").learn([("a ||| b", "c d")])
    assert fake.learned[1][0].count("|||") == 1


def test_fast_align_links_are_tied_to_characters(fake: Fake) -> None:
    found = FastAlign(("en", "fr"), "words").learn(PAIRS).align(PAIRS)
    assert [sorted(a.links) for a in found] == [[(0, 0), (1, 1), (2, 2)], [], [(0, 0), (1, 1)]]
    assert found[0].source == ((0, 3), (4, 7), (8, 13))
    assert found[1].target == ((0, 4),)
    assert found[0].confidence == {}
    # the pair without a source was not asked about
    assert fake.asked == [
        (["the", "dog", "barks"], ["le", "chien", "aboie"]),
        (["yes", "."], ["oui", "."]),
    ]


def test_fast_align_must_learn_first(fake: Fake) -> None:
    with pytest.raises(
        UsageError, match=r"^fast_align links nothing before it has learned from text\.$"
    ):
        FastAlign(("en", "fr"), "words").align(PAIRS)


def test_fast_align_signature_names_version_tokens_and_text(fake: Fake) -> None:
    aligner = FastAlign(("en", "fr"), "space")
    assert aligner.signature == "fast_align.9.9.space"
    learned = aligner.learn(PAIRS).signature
    assert learned.startswith("fast_align.9.9.space.")
    assert aligner.learn(PAIRS).signature == learned
    assert aligner.learn(PAIRS[:1]).signature != learned


def test_fast_align_itself() -> None:
    pytest.importorskip("systran_align", reason="systran-align is not installed")
    texts = [("huset brinner", "talo palaa"), ("huset faller", "talo kaatuu")] * 20
    learned = FastAlign(("sv", "fi"), "words").learn(texts)
    assert learned.align(texts[:1])[0].links == {(0, 0), (1, 1)}
