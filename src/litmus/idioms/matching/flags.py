"""Cheap evidence that a match is not the idiom: kept beside it, never a reason to drop it."""

from itertools import pairwise

from litmus.idioms.matching.in_order import Match
from litmus.idioms.matching.pattern import Kind, Pattern, Step
from litmus.idioms.matching.sentence import Sentence
from litmus.language import knowledge

_FAR = 4  # foreign words between two neighbours


def flags_of(sentence: Sentence, match: Match, pattern: Pattern) -> tuple[str, ...]:
    """Keys of `occurrence.FLAGS` that hold of a match, in alphabetical order."""
    reordered = _is_reordered(sentence, match, pattern)
    holds_of = {
        "capitals": _is_name(sentence, match),
        "apart": _is_apart(sentence, match) or (reordered and _is_small(sentence, pattern)),
        "determiner": match.determiner,
        "far": _is_far(match),
        "inserted": _has_foreign_words(sentence, match),
        "number": _changes_number(sentence, match, pattern),
        "punctuation": sentence.widest_gap(match.first, match.last) > 0,
        "quantity": any(_is_number(sentence, index) for index in match.filled),
        "reordered": reordered,
    }
    return tuple(sorted(name for name, holds in holds_of.items() if holds))


def _is_far(match: Match) -> bool:
    own = sorted((*match.own, *match.filled))
    return any(later - earlier > _FAR + 1 for earlier, later in pairwise(own))


def _is_apart(sentence: Sentence, match: Match) -> bool:
    """Whether foreign words part the match and its words do not hang together in the parse.

    They do if each but one has its head, or its head's head, among them.
    """
    own = sorted((*match.own, *match.filled))
    if own[-1] - own[0] == len(own) - 1 or sentence.analysis is None:
        return False
    starts = {sentence.units[index].start for index in own}
    words = sentence.analysis.words
    inside = {number for number, word in enumerate(words) if word.start in starts}
    loose = 0
    for number in inside:
        head = words[number].head
        above = words[head].head if head is not None else None
        loose += head not in inside and above not in inside
    return loose > 1


def _is_small(sentence: Sentence, pattern: Pattern) -> bool:
    """Whether an idiom has but one content word, so that any order proves nothing."""
    stopwords = knowledge.load(sentence.grammar.code).stopwords
    forms = [sentence.vocabulary.words[number] for number in pattern.needs]
    return sum(not stopwords.issuperset(spellings) for spellings in forms) < 2


def _is_number(sentence: Sentence, index: int) -> bool:
    return sentence.isin(index, sentence.grammar.numbers) or any(
        reading.isdecimal() for reading in sentence.units[index].readings
    )


def _has_foreign_words(sentence: Sentence, match: Match) -> bool:
    inside = set(range(match.first, match.last + 1)) - {*match.own, *match.filled}
    grammar = sentence.grammar
    small = grammar.determiners | grammar.possessives | grammar.inserted | grammar.reflexives
    return any(not sentence.isin(index, small) for index in inside)


def _is_name(sentence: Sentence, match: Match) -> bool:
    """Two or more of its words with a capital, in a sentence that has others without."""
    if sentence.grammar.code == "de":
        return False
    words = [sentence.text[sentence.units[p].start : sentence.units[p].end] for p in match.own]
    capital = [
        word for word, index in zip(words, match.own, strict=True) if index and word.istitle()
    ]
    own = sum(sentence.text[sentence.units[index].start].islower() for index in match.own)
    return len(capital) > 1 and sentence.n_lower > own


def _changes_number(sentence: Sentence, match: Match, pattern: Pattern) -> bool:
    """A noun with a plural s in the list and without it here, or the other way round (English).

    Verbs end in s too: only a word behind the first of the idiom is looked at.
    """
    if sentence.grammar.code != "en":
        return False
    listed = [
        sentence.vocabulary.words[step.word]
        for step in pattern.steps[1:]
        if step.kind is Kind.WORD and step.word >= 0
    ]
    for forms in listed:
        for index in match.own[1:]:
            for reading in sentence.units[index].readings:
                for form in forms:
                    if len(form) > 2 and (reading == f"{form}s" or f"{reading}s" == form):
                        return True
    return False


def _is_reordered(sentence: Sentence, match: Match, pattern: Pattern) -> bool:
    if sentence.grammar.verb_last:
        return False
    steps = iter([step for step in pattern.steps if step.kind is not Kind.REFLEXIVE])
    needed = set(pattern.needs)
    for index in match.own:
        if sentence.words[index].isdisjoint(needed):
            continue
        # Take the next step that this word can be, an article's too (French "la" may be the "l'"
        # of a later step); none is left if it comes too late.
        if not any(_can_be(sentence, index, step) for step in steps):
            return True
    return False


def _can_be(sentence: Sentence, index: int, step: Step) -> bool:
    """Whether a word can be that of a step; an article or a possessive may be any other."""
    grammar = sentence.grammar
    return step.word in sentence.words[index] or (
        step.kind in (Kind.DETERMINER, Kind.POSSESSIVE)
        and sentence.isin(index, grammar.determiners | grammar.possessives)
    )
