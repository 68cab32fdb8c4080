"""Registers by hand: words of address keep the register of the one before, or break with it."""

from pathlib import Path

import pytest
from tests.discourse.pairing import pair, parsed, rules

from litmus.corpus.formats.tags import Break
from litmus.discourse.phenomena.formality.register_consistency import RegisterConsistency

FRENCH = 'informal = "tu"\nformal = "vous"\n'
TU, VOUS = "tu/PRON", "vous/PRON"
QUOTED = 'informal = "va"\nformal = "vous"\n'


@pytest.mark.parametrize(("text", "targets", "expected"), [
    (FRENCH, [TU, TU, VOUS, VOUS], [[], [(0, True)], [(0, False)], [(0, True)]]),
    (FRENCH, [f"{TU} et/CCONJ {VOUS}"], [[(2, False)]]),
    # a quotation has its own
    (FRENCH, [VOUS, f'"/PUNCT {TU} "/PUNCT', f'"/PUNCT {TU} et/CCONJ {VOUS} "/PUNCT {VOUS}'],
     [[], [], [(3, False), (5, True)]]),
    # verbs of another person show none
    (QUOTED, [VOUS, "va/VERB/-/root/Person=3/aller", "va/VERB/-/root/Mood=Imp|Person=2/aller"],
     [[], [], [(0, False)]]),
    (FRENCH, [TU, "--", VOUS], [[], [], []]),  # another document
])  # fmt: skip
def test_register_is_compared_with_the_word_before(
    tmp_path: Path, text: str, targets: list[str], expected: list[list[tuple[int, bool]]]
) -> None:
    registers = RegisterConsistency(rules(tmp_path, text), ("en", "fr"))
    found = []
    for target in targets:
        if target == "--":
            registers.start()
        verdicts = registers.verdicts(pair(parsed("well/INTJ"), parsed(target)))
        found.append([(verdict.word, verdict.kept) for verdict in verdicts])
    assert found == expected


def test_register_that_is_broken_says_with_what(tmp_path: Path) -> None:
    registers = RegisterConsistency(rules(tmp_path, FRENCH), ("en", "fr"))
    you = parsed("you/PRON")
    list(registers.verdicts(pair(you, parsed(VOUS), "0-0", segment="3")))
    (verdict,) = registers.verdicts(pair(you, parsed(TU), "0-0", segment="5"))
    assert verdict.broken == Break(
        "register", "you", "tu", "vous", "3", "polite to familiar", "familiar address after polite"
    )
