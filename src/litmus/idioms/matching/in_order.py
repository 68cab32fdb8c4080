"""The ordered matcher: the words of an idiom one after the other, with room for variation."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice

from litmus.idioms.matching.pattern import Kind, Pattern, Step
from litmus.idioms.matching.sentence import NEVER, Sentence

# Words between two words of an idiom that leave it what it is.
_MODIFIERS = frozenset(("ADJ", "ADV", "PART", "DET", "PRON", "INTJ", "NUM", "AUX"))
_FILLERS = frozenset(("NOUN", "PROPN", "PRON", "DET", "ADJ", "NUM", "ADP", "CCONJ", "ADV", "PART"))


_TRIES = 100  # ways through the steps from one unit


@dataclass(frozen=True, slots=True)
class Limits:
    """How far a match may stretch, in words."""

    inserted: int = 2  # foreign words between two neighbours
    slot: int = 5  # words in a slot
    verb_before: int = 14  # words between a moved verb and the others (German, Dutch)
    verb_after: int = 3
    gap: int = 10  # foreign words between neighbours, in any order (free matcher)


@dataclass(frozen=True, slots=True)
class Match:
    """Units of a sentence: `own` are the idiom's words, `filled` those in slots."""

    own: tuple[int, ...]
    filled: tuple[int, ...] = ()
    inserted: tuple[int, ...] = ()
    determiner: bool = False  # differs from the list

    @property
    def first(self) -> int:
        """The first unit."""
        return min(self.own)

    @property
    def last(self) -> int:
        """The last unit."""
        return max(self.own)


def find_ordered(sentence: Sentence, pattern: Pattern, limits: Limits) -> Iterator[Match]:
    """Matches of one pattern, the tightest from every unit it can start at."""
    if pattern.verb is None:
        yield from _Walk(sentence, pattern.steps, pattern.loose, limits).all()
    else:
        yield from _moved(sentence, pattern, limits)


def _moved(sentence: Sentence, pattern: Pattern, limits: Limits) -> Iterator[Match]:
    """The verb of the entry may come after the other words or before them, its prefix after."""
    assert pattern.verb is not None
    verb, steps = pattern.steps[pattern.verb], pattern.steps[: pattern.verb]
    particle = pattern.steps[pattern.particle] if pattern.particle is not None else None
    if not any(step.kind is Kind.WORD and not step.optional for step in steps):
        verbs: Iterator[Match] = (Match((at,)) for at in sentence.units_of.get(verb.word, ()))
        for others in verbs:
            yield from _with_particle(sentence, particle, others, limits)
        return
    for others in _Walk(sentence, steps, pattern.loose, limits).all():
        if particle is not None:
            yield from _parted(sentence, verb, particle, others, limits)
        for at in _verbs(sentence, verb, others, limits, split=particle is not None):
            own = tuple(sorted((*others.own, at)))
            whole = Match(own, others.filled, others.inserted, others.determiner)
            yield from _with_particle(sentence, particle, whole, limits)


def _verbs(
    sentence: Sentence, verb: Step, others: Match, limits: Limits, *, split: bool
) -> Iterator[int]:
    """Where the verb is: the nearest after the other words, else the nearest before them."""
    indices = sentence.units_of.get(verb.word, ())
    if not split:
        behind = [p for p in indices if others.last < p <= others.last + 1 + limits.verb_after]
        if behind and sentence.widest_gap(others.last, behind[0]) < NEVER:
            yield behind[0]
            return
    before = [p for p in indices if others.first - 1 - limits.verb_before <= p < others.first]
    if before and sentence.widest_gap(before[-1], others.first) < NEVER:
        yield before[-1]


def _parted(
    sentence: Sentence, verb: Step, particle: Step, others: Match, limits: Limits
) -> Iterator[Match]:
    """A Dutch infinitive after the other words, its prefix before it: aan te binden."""
    for index in sentence.units_of.get(verb.word, ()):
        if not others.last < index <= others.last + 3 + limits.verb_after:
            continue
        if sentence.widest_gap(others.last, index) >= NEVER:
            continue
        for before in (index - 1, index - 2):
            if before > others.last and particle.word in sentence.words[before]:
                own = (*others.own, before, index)
                yield Match(own, others.filled, others.inserted, others.determiner)
                return


def _with_particle(
    sentence: Sentence, particle: Step | None, match: Match, limits: Limits
) -> Iterator[Match]:
    if particle is None:
        yield match
        return
    reach = limits.verb_before if len(match.own) == 1 else limits.verb_after
    for index in sentence.units_of.get(particle.word, ()):
        near = match.last < index <= match.last + 1 + reach
        if near and sentence.widest_gap(match.last, index) < NEVER:
            yield Match((*match.own, index), match.filled, match.inserted, match.determiner)
            return


@dataclass(frozen=True, slots=True)
class _Walk:
    """Steps in order through one sentence."""

    sentence: Sentence
    steps: tuple[Step, ...]
    loose: bool
    limits: Limits

    def all(self) -> Iterator[Match]:
        """The first plausible way through from every unit that can be the first required word."""
        leading = next(
            (n for n, step in enumerate(self.steps) if step.kind is Kind.WORD and not step.optional)
        )
        for start in self.sentence.units_of.get(self.steps[leading].word, ()):
            for match in islice(self._from(leading + 1, start, Match((start,))), _TRIES):
                if is_plausible(self.sentence, match):
                    yield self._led(leading, match)
                    break

    def _led(self, leading: int, match: Match) -> Match:
        """With the optional words directly in front."""
        first = match.first
        for step in reversed(self.steps[:leading]):
            at = first - 1
            if at > 0 and self.sentence.isin(at, self.sentence.grammar.inserted):
                at -= 1  # their own bread and butter
            if at < 0 or self.sentence.widest_gap(at, first) or not self._accepts(step, at):
                continue
            other = self._deviates(step, at)
            match = Match((at, *match.own), match.filled, match.inserted, match.determiner or other)
            first = at
        return match

    def _from(self, number: int, at: int, match: Match, *, tight: bool = False) -> Iterator[Match]:
        """Ways to take step `number` and all after it, `at` being the last unit taken; `tight`
        leaves no room for foreign words before the step."""
        if number == len(self.steps):
            yield match
            return
        step = self.steps[number]
        if step.kind in (Kind.SOMEONE, Kind.SOMETHING):
            yield from self._slot(number, at, match)
            return
        if step.kind is Kind.POSSESSIVE:
            yield from self._owner(number, at, match)
        for index, inserted in self._ahead(step, at, tight=tight):
            longer = Match(
                (*match.own, index),
                match.filled,
                (*match.inserted, *inserted),
                match.determiner or self._deviates(step, index),
            )
            yield from self._from(number + 1, index, longer)
        if step.optional:
            missing = step.kind is Kind.DETERMINER and not step.listed
            yield from self._from(
                number + 1,
                at,
                Match(match.own, match.filled, match.inserted, match.determiner or missing),
                tight=tight,
            )

    def _ahead(self, step: Step, at: int, *, tight: bool) -> Iterator[tuple[int, tuple[int, ...]]]:
        """Units that can be the step, nearest first, with the foreign units before them."""
        inserted: list[int] = []
        room = self.limits.inserted if self.loose and not tight else 0
        for index in range(at + 1, len(self.sentence.units)):
            gap = self.sentence.gap(index)
            if gap >= NEVER or (gap and inserted):
                return
            if self._accepts(step, index):
                yield index, tuple(inserted)
            if not self._may_be_between(index, room - len(inserted)):
                return
            inserted.append(index)

    def _may_be_between(self, index: int, room: int) -> bool:
        grammar = self.sentence.grammar
        if self.sentence.isin(index, grammar.inserted):
            return room > -2
        return room > 0

    def _accepts(self, step: Step, index: int) -> bool:
        sentence, grammar = self.sentence, self.sentence.grammar
        match step.kind:
            case Kind.WORD:
                return step.word in sentence.words[index]
            case Kind.DETERMINER | Kind.POSSESSIVE:
                return (
                    step.word in sentence.words[index]
                    or sentence.isin(index, grammar.possessives)
                    or sentence.isin(index, grammar.determiners)
                )
            case Kind.REFLEXIVE:
                return sentence.isin(index, grammar.reflexives)
            case _:
                return False

    def _deviates(self, step: Step, index: int) -> bool:
        return step.kind is Kind.DETERMINER and step.word not in self.sentence.words[index]

    def _slot(self, number: int, at: int, match: Match) -> Iterator[Match]:
        """Nothing, or a few words without a comma, for someone or something."""
        yield from self._from(number + 1, at, match, tight=True)
        units = self.sentence.units
        for size in range(1, self.limits.slot + 1):
            index = at + size
            if index >= len(units) or self.sentence.gap(index):
                return
            longer = Match(
                match.own,
                (*match.filled, *range(at + 1, index + 1)),
                match.inserted,
                match.determiner,
            )
            yield from self._from(number + 1, index, longer, tight=True)

    def _owner(self, number: int, at: int, match: Match) -> Iterator[Match]:
        """The politician's head: up to three words and an 's for a possessive."""
        units = self.sentence.units
        for size in range(1, 5):
            index = at + size
            if index >= len(units) or self.sentence.gap(index):
                return
            if size > 1 and "s" in units[index].readings:
                longer = Match(
                    match.own,
                    (*match.filled, *range(at + 1, index + 1)),
                    match.inserted,
                    match.determiner,
                )
                yield from self._from(number + 1, index, longer)


def is_plausible(sentence: Sentence, match: Match) -> bool:
    """Whether foreign words in a match only modify it; True where no parse can tell."""
    grammar = sentence.grammar
    if any(_is_possessive(sentence, index) for index in match.own):
        return False
    for index in match.inserted:
        if sentence.isin(index, grammar.inserted):
            continue
        upos = sentence.upos(index)
        if upos is not None and upos not in _MODIFIERS:
            return False
    if len(match.filled) > 1:
        tags = [sentence.upos(index) for index in match.filled]
        return all(tag is None or tag in _FILLERS for tag in tags)
    return True


def _is_possessive(sentence: Sentence, index: int) -> bool:
    """Whether an 's that was taken for a verb only marks the owner: "Mr Clarke's words"."""
    readings = sentence.units[index].readings
    verb = sentence.grammar.code == "en" and len(readings) > 1 and "s" in readings
    return verb and sentence.upos(index) in ("PART", "X")
