"""How words, features and links are shown to people who write rules."""

from collections.abc import Iterable, Sequence

from litmus.discourse.pairs import Pair
from litmus.discourse.required_features import RequiredFeatures
from litmus.language.analysis import Word


def quoted(words: Iterable[str]) -> str:
    """Words in quotation marks, with commas between them.

    >>> quoted(["on", "ona"])
    "'on', 'ona'"
    """
    return ", ".join(map(repr, words))


def shown_word(word: Word) -> str:
    """A word with what the analyser made of it.

    >>> shown_word(Word("śpi", "spać", "VERB", "Person=3", None, "root", 1.0, 0, 3))
    "'śpi' (VERB, Person=3)"
    """
    analysis = ", ".join(filter(None, (word.upos, word.feats)))
    return f"{word.form!r} ({analysis or 'not analysed'})"


def unmet(word: Word, required: RequiredFeatures) -> list[str]:
    """What is asked for, and what the word has instead.

    >>> word = Word("śpi", "spać", "VERB", "Person=3|Tense=Pres", None, "root", 1.0, 0, 3)
    >>> unmet(word, {"Person": frozenset("2"), "Mood": frozenset(("Ind", "Imp"))})
    ['Person=2, but it has Person=3', 'Mood=Imp,Ind, but it has no Mood']
    """
    found = []
    for name, values in required.items():
        value = word.feature(name)
        if (value or "-") not in values:
            has = f"{name}={value}" if value else f"no {name}"
            found.append(f"{name}={','.join(sorted(values))}, but it has {has}")
    return found


def links_of(pair: Pair, word: int) -> str:
    """What a target word is linked to.

    Aligners leave many words without a link.
    """
    forms = [pair.source.words[i].form for i in pair.sources_of.get(word, ())]
    return f"it is linked to {quoted(forms) if forms else 'nothing'}"


def nearest(misses: Sequence[tuple[str, list[str]]]) -> str:
    """The rule that asks for least that the word has not; `misses` are rules and what they miss."""
    rule, missed = min(misses, key=lambda each: len(each[1]))
    return f"{rule} asks for {'; and for '.join(missed)}"
