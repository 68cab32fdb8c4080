"""What whoever writes rules is told of a word that is tagged, or is not."""

from pathlib import Path
from typing import Any

import pytest
from tests.discourse.pairing import pair, parsed

from litmus.discourse.antecedents.resolver import Antecedent, Location
from litmus.discourse.phenomena.formality.formality import Formality
from litmus.discourse.phenomena.formality.rules import read_formality
from litmus.discourse.phenomena.pronouns import Pronouns
from litmus.discourse.phenomena.verb_form import VerbForm
from litmus.files.toml_tables import Place

LANGUAGES = ("en", "pl")
EARLIER, HERE, NONE = (
    Antecedent(Location.EARLIER, 1.0, None),
    Antecedent(Location.HERE, 1.0, (1, 2)),
    Antecedent(Location.NONE, 1.0, None),
)


@pytest.mark.parametrize(("it", "target", "links", "antecedent", "told"), [
    ("It/PRON", "On/PRON", "0-0 1-1", EARLIER,
     "it is linked to 'It', which points to an earlier sentence"),
    ("It/PRON", "Pies/NOUN", "0-0 1-1", EARLIER, "[pronouns] has 'pies' for no English pronoun"),
    ("It/PRON", "Oni/PRON", "0-0 1-1", EARLIER,
     "it may translate 'they', and the source has no such word"),
    ("It/NOUN", "On/PRON", "0-0 1-1", EARLIER,
     "'It' (NOUN) of the source is no pronoun by its analysis"),
    ("It/PRON", "On/PRON", "0-0 1-1", NONE, "'It' stands for nothing here, as in 'it rains'"),
    ("It/PRON", "On/PRON", "0-0 1-1", HERE,
     "the antecedent of 'It' is in its own sentence: 'sleeps'"),
    ("It/PRON", "On/NOUN", "0-0 1-1", EARLIER,
     "it is no pronoun by its analysis, though it may translate 'It'"),
    ("It/PRON", "On/PRON", "0-1 1-0", EARLIER,
     "no alignment link to 'It', which is linked to 'śpi'; it is linked to 'sleeps'"),
    ("It/PRON", "On/PRON", "1-1", EARLIER,
     "no alignment link to 'It', which is linked to nothing; it is linked to nothing"),
])  # fmt: skip
def test_a_pronoun_says_which_step_failed(
    it: str, target: str, links: str, antecedent: Antecedent, told: str
) -> None:
    rules = {"it": frozenset(("on", "ona")), "they": frozenset(("oni",))}
    source, text = parsed(f"{it} sleeps/VERB"), parsed(f"{target} śpi/VERB")
    both = pair(source, text, links, antecedents={0: antecedent})
    assert Pronouns(rules, LANGUAGES).explain(both, 0) == told


def formality(table: dict[str, Any], target: str, links: str = "", earlier: str = "") -> str:
    tagger = Formality(read_formality(Place(Path("pl.toml")), table), LANGUAGES)
    if earlier:
        tagger.tag(pair(parsed("You/PRON"), parsed(earlier), "0-0"))
    return tagger.explain(pair(parsed("You/PRON know/VERB"), parsed(target), links), 0)


LISTS = {"informal": "ty", "formal": "wy", "formal_for_you": "pan"}
PAN_ZNA = "pan/NOUN zna/VERB"


@pytest.mark.parametrize(("table", "target", "links", "earlier", "told"), [
    (LISTS, "Pies/NOUN", "", "", "[formality] does not list it"),
    (LISTS, "ty/PRON", "", "ty/PRON",
     "it is informal (informal lists it), as a word of an earlier sentence is"),
    (LISTS, "ty/PRON", "", "wy/PRON",
     "it is informal (informal lists it), and no word of an earlier sentence is; one is formal"),
    (LISTS, "ty/PRON", "", "",
     "it is informal (informal lists it), and no word of an earlier sentence is; "
     "none shows a register"),
    (LISTS, PAN_ZNA, "1-0", "",
     "formal_for_you counts only where it translates 'you', and it is linked to 'know'"),
    (LISTS, PAN_ZNA, "0-0", "wy/PRON",
     "it is formal (formal_for_you lists it), as a word of an earlier sentence is"),
    ({"formal": "Pan", "case": "exact"}, "pan/NOUN", "", "",
     "the list has 'Pan', and its case counts"),
])  # fmt: skip
def test_a_word_of_address_says_its_list(
    table: dict[str, str], target: str, links: str, earlier: str, told: str
) -> None:
    assert formality(table, target, links, earlier) == told


@pytest.mark.parametrize(("rule", "told"), [
    ({"features": "Person=2|Tense=Pres"}, "Person=2, but it has Person=3"),
    ({"features": "Polite=Infm"}, "Polite=Infm, but it has no Polite"),
    ({"endings": "sz asz"}, "an ending in sz asz"),
    ({"forms": "znasz"}, "one of its forms, which 'zna' is not"),
    ({"endings": "a", "but": "zna"}, "another form than 'zna' (but)"),
    ({"lemma_endings": "ieć"}, "a lemma in ieć, but it has 'znać'"),
    ({"endings": "a", "upos": "NOUN"}, "NOUN, but it has VERB"),
    ({"endings": "a", "for_you": True},
     "an act of 'you' in the source, but it is linked to nothing"),
])  # fmt: skip
def test_a_verb_says_what_its_rule_asks_for(rule: dict[str, Any], told: str) -> None:
    table = {"verbs": [{"register": "informal", **rule}]}
    said = formality(table, "zna/VERB/-/root/Person=3|Tense=Pres/znać")
    assert said == f"formality.verbs[0] (informal) asks for {told}"


def test_the_rule_that_misses_least_is_told() -> None:
    rules = {"formal": "Person=2|Number=Plur", "informal": "Person=2|Number=Sing"}
    verbs = [{"register": register, "features": features} for register, features in rules.items()]
    assert formality({"verbs": verbs}, "zna/VERB/-/root/Number=Sing|Person=3/znać") == (
        "formality.verbs[1] (informal) asks for Person=2, but it has Person=3"
    )


PAST = {"name": "past", "features": "Tense=Past"}
SPAL = "spał/VERB/-/root/Tense=Past/spać"


@pytest.mark.parametrize(("rule", "target", "earlier", "told"), [
    (PAST, "pies/NOUN", "", "it is no verb by its analysis"),
    (PAST, SPAL, "", "it has the form 'past', and no verb of an earlier sentence did"),
    (PAST, SPAL, "był/AUX/-/root/Tense=Past/być",
     "it has the form 'past', as a verb of an earlier sentence did"),
    (PAST, "śpi/VERB/-/root/Tense=Pres/spać", "",
     "verb_form[0] (past) asks for Tense=Past, but it has Tense=Pres"),
    ({**PAST, "auxiliary": "Mood=Cnd"}, SPAL, "",
     "verb_form[0] (past) asks for an auxiliary, but it has none"),
    ({**PAST, "but": "spać"}, SPAL, "",
     "verb_form[0] (past) asks for another lemma than 'spać' (but)"),
])  # fmt: skip
def test_a_verb_form_says_what_is_lacking(
    rule: dict[str, Any], target: str, earlier: str, told: str
) -> None:
    rules = VerbForm.read(Place(Path("pl.toml")), [rule])
    assert rules is not None
    tagger, source = VerbForm(rules, LANGUAGES), parsed("It/PRON sleeps/VERB")
    if earlier:
        tagger.tag(pair(source, parsed(earlier)))
    assert tagger.explain(pair(source, parsed(target)), 0) == told
