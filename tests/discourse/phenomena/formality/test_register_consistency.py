"""Registers by hand: words of address keep the register of the one before, or break with it."""

from pathlib import Path

from tests.discourse.pairing import pair, rules, sentence

from litmus.discourse.pairs import Pair
from litmus.discourse.phenomena.formality.register_consistency import RegisterConsistency

FRENCH = 'informal = "tu"\nformal = "vous"\n'
TU, VOUS = "tu tu PRON", "vous vous PRON"


def said(*rows: str) -> Pair:
    return pair(sentence("well well INTJ"), sentence(*rows))


def test_register_is_compared_with_the_word_before(tmp_path: Path) -> None:
    registers = RegisterConsistency(rules(tmp_path, FRENCH))
    pairs = [said(TU), said(TU), said(VOUS), said(VOUS)]
    assert [list(registers.verdicts(one)) for one in pairs] == [
        [],
        [(0, True)],
        [(0, False)],
        [(0, True)],
    ]


def test_register_may_break_within_a_sentence(tmp_path: Path) -> None:
    registers = RegisterConsistency(rules(tmp_path, FRENCH))
    assert list(registers.verdicts(said(TU, "et et CCONJ", VOUS))) == [(2, False)]


def test_register_starts_anew_with_a_document(tmp_path: Path) -> None:
    registers = RegisterConsistency(rules(tmp_path, FRENCH))
    list(registers.verdicts(said(TU)))
    registers.start()
    assert list(registers.verdicts(said(VOUS))) == []
