"""Rules that no analysis can meet: features that the embedded analyser never gives."""

from collections.abc import Iterable, Iterator

from litmus.discourse.phenomena.phenomenon import Asked
from litmus.discourse.phenomena.registry import PHENOMENA
from litmus.discourse.required_features import has_features
from litmus.discourse.rules import Rules
from litmus.language import embedded, knowledge
from litmus.language.analysis import Word
from litmus.wording import did_you_mean


def impossible_rules(rules: Rules) -> Iterator[str]:
    """Rules that ask for what the analyser of the language does not tell, and what it does tell."""
    if rules.code not in embedded.languages():
        return
    words = [_word(upos, feats) for upos, feats in embedded.tags(rules.code)]
    name = knowledge.load(rules.code).name
    for phenomenon, table in rules.tables.items():
        for asked in PHENOMENA[phenomenon].asked(table):
            some = [word for word in words if not asked.upos or word.upos in asked.upos]
            if not any(has_features(word, asked.features) for word in some):
                why = _why(asked, some)
                yield f"{asked.rule} never holds: the analyser of {name} {why}"


def _why(asked: Asked, words: list[Word]) -> str:
    """What is never given, and what is."""
    upos = " or ".join(sorted(asked.upos)) or "word"
    if not words:
        return f"gives no {upos}."
    for feature, values in asked.features.items():
        given = {word.feature(feature) for word in words} - {None}
        if not given:
            known = {pair.partition("=")[0] for word in words for pair in word.feats.split("|")}
            return f"gives no {feature} to {upos}.{did_you_mean(feature, known - {''})}"
        if not values & {*given, "-"}:
            wanted, listed = ",".join(sorted(values)), ", ".join(sorted(map(str, given)))
            return f"gives no {feature}={wanted} to {upos}, only {listed}."
    features = "|".join(f"{n}={','.join(sorted(v))}" for n, v in asked.features.items())
    return f"gives {features} to no {upos}, though each of them to some."


def _word(upos: str, feats: str) -> Word:
    return Word("", "", upos, feats, None, "", 1.0, 0, 0)


def unknown_parts_of_speech(asked: Iterable[Asked]) -> Iterator[str]:
    """Rules for parts of speech that UD does not have."""
    for one in asked:
        for upos in sorted(one.upos - UPOS):
            yield f"{one.rule} asks for {upos!r}, which is no part of speech of UD." + did_you_mean(
                upos, UPOS
            )


# fmt: off
UPOS = frozenset((
    "ADJ", "ADP", "ADV", "AUX", "CCONJ", "DET", "INTJ", "NOUN", "NUM", "PART", "PRON", "PROPN",
    "PUNCT", "SCONJ", "SYM", "VERB", "X",
))
# fmt: on
