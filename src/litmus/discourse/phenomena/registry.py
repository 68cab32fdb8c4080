"""The phenomena by their tags, in the order of all tables and signatures."""

from typing import Any

from litmus.discourse.phenomena.ellipsis import Ellipsis
from litmus.discourse.phenomena.formality.formality import Formality
from litmus.discourse.phenomena.lexical_cohesion import LexicalCohesion
from litmus.discourse.phenomena.phenomenon import Phenomenon
from litmus.discourse.phenomena.pronouns import Pronouns
from litmus.discourse.phenomena.verb_form import VerbForm
from litmus.errors import UnknownName

PHENOMENA: dict[str, type[Phenomenon[Any]]] = {
    phenomenon.name: phenomenon
    for phenomenon in (LexicalCohesion, Formality, Pronouns, VerbForm, Ellipsis)
}


def find_phenomenon(name: str) -> type[Phenomenon[Any]]:
    """The phenomenon of that name."""
    if name not in PHENOMENA:
        raise UnknownName("phenomenon", name, PHENOMENA)
    return PHENOMENA[name]
