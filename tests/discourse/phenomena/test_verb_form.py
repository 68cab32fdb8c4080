"""Verb forms by hand: simple ones, and those made with an auxiliary."""

import pytest
from tests.discourse.pairing import pair, parsed

from litmus.discourse.phenomena.verb_form import VerbForm, VerbFormRule, verb_forms


def has(name: str, value: str) -> dict[str, frozenset[str]]:
    return {name: frozenset((value,))}


IMPERFECT = VerbFormRule("imperfect", has("Tense", "Imp"), without_auxiliary=frozenset(("avoir",)))
PLUPERFECT = VerbFormRule(
    "pluperfect", has("VerbForm", "Part"), has("Tense", "Imp"), frozenset(("avoir", "être"))
)
FORMS = (PLUPERFECT, IMPERFECT)
# est allé is a perfect, est fermé is not; zou is *would*, which English shows.
PERFECT = VerbFormRule(
    "perfect", has("VerbForm", "Part"), has("Tense", "Pres"), frozenset(("être",)),
    lemmas=frozenset(("aller",)),
)  # fmt: skip
PAST = VerbFormRule("past", has("Tense", "Past"), but=frozenset(("zullen",)))
CHANTAIT = "Il/PRON/1/nsubj chantait/VERB/-/root/Tense=Imp/chanter"
CHANTE = "Il/PRON/1/nsubj chante/VERB/-/root/Tense=Pres/chanter"
PART = "chanté/VERB/-/root/Tense=Past|VerbForm=Part/chanter"
AVAIT_CHANTE = f"Il/PRON/2/nsubj avait/AUX/2/aux:tense/Tense=Imp/avoir {PART}"


@pytest.mark.parametrize(("text", "rules", "expected"), [
    (AVAIT_CHANTE, FORMS, {1: "pluperfect", 2: "pluperfect"}),
    (CHANTAIT, FORMS, {1: "imperfect"}), (CHANTE, FORMS, {}),
    (f"Il/PRON/2/nsubj a/AUX/2/aux:tense/Tense=Pres/avoir {PART}", FORMS, {}),
    (f"Il/PRON/2/nsubj allait/AUX/2/aux/Tense=Imp/aller {PART}", [PLUPERFECT], {}),
    # Imp with avoir is not the imperfect, where the file says so.
    ("avait/AUX/1/aux/Tense=Imp/avoir eu/VERB/-/root/Tense=Imp/avoir", [IMPERFECT],
     {0: "imperfect"}),
    ("est/AUX/1/aux/Tense=Pres/être allé/VERB/-/root/VerbForm=Part/aller", [PERFECT],
     {0: "perfect", 1: "perfect"}),
    ("est/AUX/1/aux/Tense=Pres/être fermé/VERB/-/root/VerbForm=Part/fermer", [PERFECT], {}),
    ("liep/VERB/-/root/Tense=Past/lopen", [PAST], {0: "past"}),
    ("zou/AUX/-/root/Tense=Past/zullen", [PAST], {}),
])  # fmt: skip
def test_verb_forms(text: str, rules: list[VerbFormRule], expected: dict[int, str]) -> None:
    assert verb_forms(parsed(text), rules) == expected


TWICE = "chantait/VERB/-/root/Tense=Imp/chanter dansait/VERB/-/root/Tense=Imp/danser"


@pytest.mark.parametrize(("reach", "targets", "expected"), [
    (None, [CHANTAIT, CHANTE, CHANTAIT], [set(), set(), {1}]),
    (None, [TWICE, TWICE], [set(), {0, 1}]),  # not for a verb of its own sentence
    (None, [AVAIT_CHANTE, AVAIT_CHANTE, CHANTAIT], [set(), {1, 2}, set()]),
    (1, [CHANTAIT, CHANTE, CHANTAIT, CHANTAIT], [set(), set(), set(), {1}]),
    (None, [CHANTAIT, "--", CHANTAIT], [set(), set(), set()]),  # another document
    (None, ["", ""], [set(), set()]),
])  # fmt: skip
def test_verb_form_is_tagged_if_an_earlier_sentence_had_it(
    reach: int | None, targets: list[str], expected: list[set[int]]
) -> None:
    tagger = VerbForm(FORMS, ("en", "fr"), reach)
    found = []
    for target in targets:
        if target == "--":
            tagger.start()
        found.append(tagger.tag(pair(parsed(""), parsed(target))))
    assert found == expected
