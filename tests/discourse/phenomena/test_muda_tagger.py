"""MuDA's French tagger on made-up sentences: what it tags, we tag, but for the differences listed.

POS, tense, links and whether the antecedent is in the sentence are given; so only the rules differ.
"""

import json
from pathlib import Path
from typing import Any

import pytest
from tests.discourse.pairing import pair, sentence

from litmus.discourse.antecedents.resolver import Antecedent, Location
from litmus.discourse.pairs import Pair
from litmus.discourse.phenomena.formality.formality import Formality
from litmus.discourse.phenomena.lexical_cohesion import LexicalCohesion
from litmus.discourse.phenomena.pronouns import Pronouns
from litmus.discourse.phenomena.verb_form import VerbForm, VerbFormRule
from litmus.discourse.rules import load_rules

# MuDA goes by one tense of the verb; our French file has forms that span an auxiliary.
TENSES = tuple(
    VerbFormRule(tense, {"Tense": frozenset((tense,))}) for tense in ("Imp", "Pqp", "Past")
)
OWN_SENTENCE = (
    "an earlier word of the same sentence is enough for MuDA; a tag needs earlier sentences"
)
ONE_LINK = "MuDA keeps the last link of a source word only; here it is an earlier one that counts"
NO_LINK = "a pronoun that no link claims, between linked neighbours: aligners leave out clitics"
YOU = "you is a matter of formality, not of pronouns: it has no antecedent in the text"
# (sentence, token, tag) -> why only MuDA has the tag
THEIRS = {
    (2, 0, "pronouns"): YOU,
    (6, 4, "formality"): OWN_SENTENCE,
    (16, 2, "formality"): OWN_SENTENCE,
    (20, 1, "pronouns"): YOU,
    (24, 2, "formality"): OWN_SENTENCE,
    (24, 7, "formality"): OWN_SENTENCE,
    (24, 8, "verb_form"): OWN_SENTENCE,
    (32, 5, "formality"): OWN_SENTENCE,
}
# why only we have it
OURS = {
    (1, 4, "pronouns"): ONE_LINK,
    (11, 4, "pronouns"): NO_LINK,
    (26, 1, "lexical_cohesion"): ONE_LINK,
    (32, 6, "pronouns"): NO_LINK,
    (35, 1, "pronouns"): NO_LINK,
}


def read(entry: dict[str, Any]) -> Pair:
    source = sentence(*(f"{f} _ {p}" for f, p in zip(entry["src"], entry["src_pos"], strict=True)))
    rows = zip(entry["tgt"], entry["tgt_pos"], entry["tgt_tense"], strict=True)
    target = sentence(*(f"{f} _ {p} {f'Tense={t}' if t else '_'}" for f, p, t in rows))
    places = (Location.HERE if known else Location.EARLIER for known in entry["antecedent_known"])
    antecedents = {n: Antecedent(place, 1.0, None) for n, place in enumerate(places)}
    return pair(source, target, entry["align"], antecedents=antecedents)


def test_muda_tags_are_reproduced(shared: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    golden = json.loads((shared / "data/golden/muda_tagger/sample_fr.json").read_text("utf-8"))[
        "fr"
    ]
    monkeypatch.setattr(LexicalCohesion, "min_earlier", golden["cohesion_threshold"])
    rules = load_rules("fr")
    formality, translations = rules.of(Formality), rules.of(Pronouns)
    assert formality is not None and translations is not None
    taggers = (
        LexicalCohesion(None, ("en", "fr")),
        Formality(formality, ("en", "fr")),
        VerbForm(TENSES, ("en", "fr")),
        Pronouns(translations, ("en", "fr")),
    )
    ours, theirs, document = set(), set(), None
    for number, entry in enumerate(golden["sentences"]):
        if entry["docid"] != document:
            document = entry["docid"]
            for tagger in taggers:
                tagger.start()
        both = read(entry)
        found = {tagger.name: tagger.tag(both) for tagger in taggers}
        ours |= {(number, n, name) for name, tagged in found.items() for n in tagged}
        theirs |= {(number, n, name) for n, tags in enumerate(entry["tags"]) for name in tags}
    assert len(ours & theirs) == 72
    assert theirs - ours == THEIRS.keys()
    assert ours - theirs == OURS.keys()
