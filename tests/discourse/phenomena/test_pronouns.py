"""Pronouns by hand: linked, possible, and with the antecedent elsewhere."""

import pytest
from tests.discourse.pairing import forms, pair, parsed

from litmus.discourse.antecedents.resolver import Antecedent, Location
from litmus.discourse.phenomena.pronouns import Pronouns

EARLIER, HERE, NONE = Location.EARLIER, Location.HERE, Location.NONE
TABLE = {
    "it": frozenset(("il", "elle", "la")),
    "they": frozenset(("\u00e9ux",)),
    "you": frozenset(("أنت",)),
}
IT_SLEEPS = "It/PRON sleeps/VERB"
ELLE = "Elle/PRON dort/VERB"
I_SEE_IT = "I/PRON/1/nsubj see/VERB it/PRON/1/obj"
I_SEE_IT_NOW = f"{I_SEE_IT} now/ADV/1/advmod"
LA_VEO = "la/PRON/1/{} veo/VERB/-/root//ver"
VEO_LA_AHORA = "veo/VERB la/PRON ahora/ADV"
ANTA = "أنت/VERB/1/nsubj تنام/VERB"  # analysers take the Arabic pronoun for a verb


@pytest.mark.parametrize(("source", "target", "links", "location", "expected"), [
    # the antecedent is earlier, or no one has resolved it
    (IT_SLEEPS, ELLE, "0-0 1-1", EARLIER, "Elle"), (IT_SLEEPS, ELLE, "0-0 1-1", None, "Elle"),
    (IT_SLEEPS, ELLE, "0-0 1-1", HERE, ""), (IT_SLEEPS, ELLE, "0-0 1-1", NONE, ""),
    # a possible translation, linked, and both pronouns
    (IT_SLEEPS, "Cela/PRON dort/VERB", "0-0 1-1", EARLIER, ""),
    (IT_SLEEPS, ELLE, "1-1", EARLIER, ""),
    (IT_SLEEPS, "Elle/PROPN dort/VERB", "0-0 1-1", EARLIER, ""),
    ("IT/NOUN", "elle/PRON", "0-0", None, ""),
    # MuDA keeps one link per source word: the other translation of *it* would be lost.
    (IT_SLEEPS, "il/PRON et/CCONJ elle/PRON", "0-0 0-2", None, "il elle"),
    ("they/PRON", "e\u0301ux/PRON", "0-0", None, "e\u0301ux"),
    # without a link: the same role under the linked verb. "la" is first: nothing is linked
    # before it, so that only the tree can tell.
    (I_SEE_IT, LA_VEO.format("iobj"), "1-1", EARLIER, "la"),
    (I_SEE_IT, "elle/PRON/1/nsubj voit/VERB", "1-1", EARLIER, ""),
    (I_SEE_IT, LA_VEO.format("obj"), "", EARLIER, ""),
    (I_SEE_IT, LA_VEO.format("obj"), "1-1", HERE, ""),
    (I_SEE_IT, LA_VEO.format("obj"), "0-0 1-1", EARLIER, ""),  # it belongs to another word
    (I_SEE_IT, LA_VEO.format("obj") + " elle/PRON/1/obj", "1-1 2-2", EARLIER, "elle"),
    # or the place between linked neighbours
    (I_SEE_IT_NOW, VEO_LA_AHORA, "1-0 3-2", None, "la"),
    (I_SEE_IT_NOW, VEO_LA_AHORA, "0-0 1-2", None, ""),  # *it* is elsewhere
    (I_SEE_IT_NOW, VEO_LA_AHORA, "1-0", None, ""),  # nothing follows
    (I_SEE_IT_NOW, VEO_LA_AHORA, "1-0 0-1 3-2", None, ""),  # I claims it
    ("You/PRON/1/nsubj sleep/VERB", ANTA, "0-0 1-1", None, "أنت"),
    ("You/PRON/1/nsubj sleep/VERB", ANTA, "1-1", None, ""),
])  # fmt: skip
def test_pronouns(
    source: str, target: str, links: str, location: Location | None, expected: str
) -> None:
    english = parsed(source)
    places = [n for n, word in enumerate(english.words) if word.form.lower() == "it"]
    antecedents = {n: Antecedent(location, 1.0, None) for n in places} if location else {}
    both = pair(english, parsed(target), links, antecedents=antecedents)
    tagged = Pronouns(TABLE, ("en", "xx")).tag(both)
    assert forms(both.target, tagged) == expected.split()
