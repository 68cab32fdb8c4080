"""eflomal: what it is given and what its links become, by a stand-in; and the real one."""

import sys
from collections.abc import Iterable
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import IO, Any

import pytest
from aligning import joined, text

from litmus.alignment.backends import eflomal as backend
from litmus.alignment.backends.eflomal import Eflomal
from litmus.errors import DataError

PAIRS = [("The Dog barks", "Le chien aboie"), ("", "Rien"), ("Yes.", "Oui.")]


class Fake:
    """Answers with fixed lines of links and keeps what it was called with."""

    def __init__(self, forward: Iterable[str], backward: Iterable[str]) -> None:
        self.lines = [list(forward), list(backward)]
        self.calls: list[dict[str, Any]] = []
        self.priors: list[Any] = []

    def align(
        self,
        src_input: list[str],
        trg_input: list[str],
        links_filename_fwd: str,
        links_filename_rev: str,
        priors_input: IO[str] | None = None,
    ) -> None:
        given = priors_input.read() if priors_input else None
        self.calls.append({"source": src_input, "target": trg_input, "priors": given})
        for path, lines in zip((links_filename_fwd, links_filename_rev), self.lines, strict=True):
            Path(path).write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")

    def calculate_priors(self, *given: Any) -> tuple[str, ...]:
        self.priors.append(given)
        return "lex", "hmmf"

    @staticmethod
    def write_priors(out: IO[str], *priors: str) -> None:
        out.write("\n".join(priors))


def installed(monkeypatch: pytest.MonkeyPatch, fake: Fake) -> Eflomal:
    module: Any = ModuleType("eflomal")
    module.Aligner = lambda: SimpleNamespace(align=fake.align)
    module.calculate_priors, module.write_priors = fake.calculate_priors, fake.write_priors
    monkeypatch.setitem(sys.modules, "eflomal", module)
    monkeypatch.setattr(backend, "version", lambda name: "9.9")
    return Eflomal(("en", "fr"), "words")


def test_eflomal_links_are_symmetrised(monkeypatch: pytest.MonkeyPatch) -> None:
    # first: 1-1 in both, 0-0 grown from it; second: nothing agrees, and both words are free
    fake = Fake(["0-0 1-1", "0-0"], ["1-1", ""])
    found = installed(monkeypatch, fake).align(PAIRS)
    assert [sorted(a.links) for a in found] == [[(0, 0), (1, 1)], [], [(0, 0)]]
    assert found[0].source == ((0, 3), (4, 7), (8, 13))
    assert found[1].source == ()
    assert found[1].target == ((0, 4),)
    assert found[0].confidence == {}


def test_eflomal_is_given_tokens_of_pairs_with_both_sides(monkeypatch: pytest.MonkeyPatch) -> None:
    fake = Fake(["", ""], ["", ""])
    aligner = installed(monkeypatch, fake)
    none = aligner.align([("", "Rien"), ("Yes", "")])
    assert [a.links for a in none] == [frozenset(), frozenset()]
    assert fake.calls == []  # not called without words
    aligner.align(PAIRS)
    (call,) = fake.calls
    assert call["source"] == ["The Dog barks\n", "Yes .\n"]
    assert call["target"] == ["Le chien aboie\n", "Oui .\n"]
    assert call["priors"] is None


def test_eflomal_learns_priors_and_links_with_them(monkeypatch: pytest.MonkeyPatch) -> None:
    fake = Fake(["0-0 2-2", "1-1"], ["0-1", ""])
    aligner = installed(monkeypatch, fake)
    learned = aligner.learn(iter(PAIRS))
    texts = ["The Dog barks", "", "Yes ."], ["Le chien aboie", "Rien", "Oui ."]
    assert fake.priors == [(*texts, ["0-0 2-2", "", "1-1"], ["0-1", "", ""])]
    assert (aligner.learns, learned.learns) == (True, False)
    learned.align(PAIRS)
    assert [call["priors"] for call in fake.calls] == [None, "lex\nhmmf"]


def test_eflomal_that_loses_a_line_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    aligner = installed(monkeypatch, Fake(["0-0"], ["0-0"]))
    with pytest.raises(DataError, match=r"^eflomal gave 1 lines for 2 sentence pairs\.$"):
        aligner.align(PAIRS)


def test_eflomal_signature_names_version_tokens_and_text(monkeypatch: pytest.MonkeyPatch) -> None:
    aligner = installed(monkeypatch, Fake(["", ""], ["", ""]))
    assert aligner.signature == "eflomal.9.9.words"
    learned = aligner.learn(PAIRS).signature
    assert learned.startswith("eflomal.9.9.words.")
    assert aligner.learn([PAIRS[0], PAIRS[1], ("Yes!", "Oui.")]).signature != learned
    assert aligner.learn(PAIRS).signature == learned


def test_eflomal_tokens_are_one_word_each(monkeypatch: pytest.MonkeyPatch) -> None:
    # Moses leaves a control character out, so that its token cannot be found in the text
    fake = Fake([""], [""])
    installed(monkeypatch, fake)
    Eflomal(("en", "fr"), "moses").align([("a\x07b c", "un deux")])
    assert fake.calls[0]["source"] == ["_ c\n"]


def test_eflomal_itself() -> None:
    pytest.importorskip("eflomal", reason="eflomal is not installed")
    sentences = text(1, 300)
    pairs = joined(sentences)
    learned = Eflomal(("sv", "fi"), "words").learn(pairs)
    assert not learned.learns
    found = learned.align([*pairs, ("", "xo")])
    assert found.pop().links == frozenset()
    links = [b for _, _, b in sentences]
    right = sum(len(a.links & b) for a, b in zip(found, links, strict=True))
    assert right > 0.9 * sum(map(len, links))
    assert right > 0.9 * sum(len(a.links) for a in found)
    learned.finish()
