"""A rule of address that a verb meets by its form."""

from dataclasses import dataclass

from litmus.discourse.features import Features


@dataclass(frozen=True, slots=True)
class VerbRule:
    """A verb that shows register by its form.

    With `for_you` only where it translates a verb whose subject is *you*, or an imperative. It has
    no subject of its own but a word of address, unless the form is `certain`. `but` holds
    words, and endings that begin with a hyphen.
    """

    register: str
    features: Features
    for_you: bool = False
    imperative: bool = False  # only where it is an imperative, or translates one
    certain: bool = False  # no other person has this form
    forms: frozenset[str] = frozenset()  # only these written forms, if any are named
    endings: tuple[str, ...] = ()  # only forms that end so, if any are named
    but: frozenset[str] = frozenset()  # not these forms or endings
    lemma_endings: tuple[str, ...] = ()  # only words whose lemma ends so, if any are named
    # Parts of speech: analysers take rare verb forms for nouns (Portuguese achas, Spanish compras).
    upos: frozenset[str] = frozenset(("VERB", "AUX"))
