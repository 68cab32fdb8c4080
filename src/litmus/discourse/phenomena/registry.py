"""The phenomena by their tags, in the order of all tables and signatures."""

from typing import Any

from litmus.discourse.phenomena.ellipsis import Ellipsis
from litmus.discourse.phenomena.formality.formality import Formality
from litmus.discourse.phenomena.lexical_cohesion import LexicalCohesion
from litmus.discourse.phenomena.phenomenon import Phenomenon
from litmus.discourse.phenomena.pronouns import Pronouns
from litmus.discourse.phenomena.verb_form import VerbForm

PHENOMENA: dict[str, type[Phenomenon[Any]]] = {
    phenomenon.name: phenomenon
    for phenomenon in (LexicalCohesion, Formality, Pronouns, VerbForm, Ellipsis)
}
