"""Registers by hand: words of address keep the register of the one before, or break with it."""

from pathlib import Path

from tests.discourse.pairing import pair, rules, sentence

from litmus.corpus.formats.tags import Break
from litmus.discourse.pairs import Pair
from litmus.discourse.phenomena.formality.register_consistency import RegisterConsistency

FRENCH = 'informal = "tu"\nformal = "vous"\n'
TU, VOUS = "tu tu PRON", "vous vous PRON"


def said(*rows: str) -> Pair:
    return pair(sentence("well well INTJ"), sentence(*rows))


def test_register_is_compared_with_the_word_before(tmp_path: Path) -> None:
    registers = RegisterConsistency(rules(tmp_path, FRENCH), ("en", "fr"))
    pairs = [said(TU), said(TU), said(VOUS), said(VOUS)]
    found = [list(registers.verdicts(one)) for one in pairs]
    assert [[verdict.kept for verdict in some] for some in found] == [[], [True], [False], [True]]


def test_register_may_break_within_a_sentence(tmp_path: Path) -> None:
    registers = RegisterConsistency(rules(tmp_path, FRENCH), ("en", "fr"))
    (verdict,) = registers.verdicts(said(TU, "et et CCONJ", VOUS))
    assert (verdict.word, verdict.kept) == (2, False)


def test_register_that_is_broken_says_with_what(tmp_path: Path) -> None:
    registers = RegisterConsistency(rules(tmp_path, FRENCH), ("en", "fr"))
    you = sentence("you you PRON")
    list(registers.verdicts(pair(you, sentence(VOUS), "0-0", segment="3")))
    (verdict,) = registers.verdicts(pair(you, sentence(TU), "0-0", segment="5"))
    assert verdict.broken == Break(
        "register", "you", "tu", "vous", "3", "polite to familiar", "familiar address after polite"
    )


def test_register_of_a_quotation_is_its_own(tmp_path: Path) -> None:
    registers = RegisterConsistency(rules(tmp_path, FRENCH), ("en", "fr"))
    mark = '" " PUNCT'
    assert list(registers.verdicts(said(VOUS))) == []
    assert list(registers.verdicts(said(mark, TU, mark))) == []
    (inside, outside) = registers.verdicts(said(mark, TU, "et et CCONJ", VOUS, mark, VOUS))
    assert (inside.kept, outside.kept) == (False, True)


def test_register_is_not_shown_by_verbs_of_another_person(tmp_path: Path) -> None:
    registers = RegisterConsistency(
        rules(tmp_path, 'informal = "va"\nformal = "vous"\n'), ("en", "fr")
    )
    assert list(registers.verdicts(said(VOUS))) == []
    assert list(registers.verdicts(said("va aller VERB Person=3"))) == []
    assert len(list(registers.verdicts(said("va aller VERB Mood=Imp|Person=2")))) == 1


def test_register_starts_anew_with_a_document(tmp_path: Path) -> None:
    registers = RegisterConsistency(rules(tmp_path, FRENCH), ("en", "fr"))
    list(registers.verdicts(said(TU)))
    registers.start()
    assert list(registers.verdicts(said(VOUS))) == []
