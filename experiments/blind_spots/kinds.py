"""Kinds of errors: MQM's categories, and two that are read from what was marked."""

import re
from collections.abc import Callable, Iterable, Mapping

from experiments.blind_spots.evalset import Error, EvalSet, Rating

# MQM's categories by the name that a kind has in the tables.
CATEGORIES: Mapping[str, tuple[str, ...]] = {
    "inconsistency": ("fluency/inconsistency", "terminology/inconsistent"),
    "register": ("fluency/register",),
    "terminology": ("terminology/inappropriate for context",),
    "mistranslation": ("accuracy/mistranslation",),
    "omission": ("accuracy/omission",),
    "addition": ("accuracy/addition",),
    "creative": ("accuracy/creative reinterpretation",),
    "untranslated": ("accuracy/source language fragment",),
    "non-translation": ("non-translation!",),
    "grammar": ("fluency/grammar",),
    "spelling": ("fluency/spelling",),
    "punctuation": ("fluency/punctuation",),
    "awkward": ("style/unnatural or awkward",),
    "structure": ("style/bad sentence structure",),
    "name format": ("locale convention/name format",),
}
KIND_OF = {category: kind for kind, names in CATEGORIES.items() for category in names}
PRONOUN, IDIOM = "pronoun", "idiom"
KINDS = (*CATEGORIES, PRONOUN, IDIOM)

# A pronoun is translated wrongly, or has the wrong form.
_OF_PRONOUNS = ("accuracy/mistranslation", "fluency/grammar")
# What a literal translation of an idiom is marked as.
_OF_IDIOMS = ("accuracy/mistranslation", "style/unnatural or awkward")
_LONGEST = 2  # words: longer spans are about more than their pronoun
_WORD = re.compile(r"[^\W\d_]+")
_ENGLISH = """i me my mine myself you your yours yourself yourselves he him his himself she her hers
herself it its itself we us our ours ourselves they them their theirs themselves"""
_GERMAN = """ich mich mir du dich dir er ihn ihm sie ihr ihnen es wir uns euch
mein meine meinen meinem meiner meines dein deine deinen deinem deiner deines
sein seine seinen seinem seiner seines ihre ihren ihrem ihrer ihres
unser unsere unseren unserem unserer unseres euer eure euren eurem eurer eures"""
PRONOUNS = {"en": frozenset(_ENGLISH.split()), "de": frozenset(_GERMAN.split())}

Spans = Mapping[tuple[str, int], Iterable[tuple[int, int]]]  # by system and segment


def pronoun_test(evalset: EvalSet) -> Callable[[Rating, Error], bool]:
    """Whether an error is about a pronoun: marked as mistranslated or ungrammatical in the output,
    at most two words long, and one of the words is a personal, possessive or reflexive pronoun.
    """
    pronouns = PRONOUNS[evalset.pair.split("-")[1]]

    def is_pronoun(rating: Rating, error: Error) -> bool:
        if error.in_source or error.category not in _OF_PRONOUNS:
            return False
        text = evalset.outputs[rating.system][rating.segment][error.start : error.end]
        words = _WORD.findall(text.lower())
        return len(words) <= _LONGEST and not pronouns.isdisjoint(words)

    return is_pronoun


def idiom_test(translations: Spans) -> Callable[[Rating, Error], bool]:
    """Whether an error is in the translation of an idiom: marked as mistranslated or awkward in the
    output, and it overlaps words that are linked to an idiom in the source.
    """

    def is_idiom(rating: Rating, error: Error) -> bool:
        if error.in_source or error.category not in _OF_IDIOMS:
            return False
        spans = translations.get((rating.system, rating.segment), ())
        return any(start < error.end and error.start < end for start, end in spans)

    return is_idiom
