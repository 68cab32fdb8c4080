"""Occurrences of all idioms of a list in a text."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import cached_property, partial
from itertools import chain
from typing import Any

from litmus.errors import UnknownName, UsageError
from litmus.idioms.entries.grammar import Grammar, load_grammar
from litmus.idioms.entries.lists import IdiomList
from litmus.idioms.figurative.model import Model, codes, load_model
from litmus.idioms.figurative.phrases import Use
from litmus.idioms.matching.any_order import find_free
from litmus.idioms.matching.characters import (
    CharacterPattern,
    compile_characters,
    find_characters,
    folded,
)
from litmus.idioms.matching.flags import flags_of
from litmus.idioms.matching.in_order import Limits, Match, find_ordered
from litmus.idioms.matching.occurrence import Occurrence, Span
from litmus.idioms.matching.pattern import Pattern, Vocabulary, compile_patterns
from litmus.idioms.matching.prefilter import Prefilter
from litmus.idioms.matching.sentence import Sentence
from litmus.idioms.matching.words import pieces, splitter
from litmus.language import knowledge
from litmus.language.analysers import ANALYSERS, EMBEDDED, has_analyser, load_analyser
from litmus.language.analysis import Analyser
from litmus.language.analysis import Sentence as Analysis
from litmus.language.inflection import irregular
from litmus.wording import option

MATCHERS = ("ordered", "free")
_JOINING = " -\u00a0\u2010\u2011'’"  # what may be inside a piece
LONGEST = 2_000  # characters of a text that is worth a parse


class Matcher:
    """Finds the idioms of one list; the same text always gives the same occurrences.

    `backend` is the analyser that judges the words inserted into an idiom (see
    `litmus.language.analysis`), None for none. With `figurative`, occurrences whose probability is
    lower are dropped; for a language without a model that is an error.
    """

    def __init__(
        self,
        idioms: IdiomList,
        *,
        kind: str = "ordered",
        limits: Limits | None = None,
        backend: str | None = EMBEDDED,
        figurative: float | None = None,
    ) -> None:
        if kind not in MATCHERS:
            raise UnknownName("matcher", kind, MATCHERS)
        if figurative is not None:
            _check_probability(figurative, idioms.code)
        if backend is not None:
            ANALYSERS.check(backend)
        self.idioms = idioms
        self.kind = kind
        self.limits = limits or Limits()
        self.backend = backend
        self.figurative = figurative
        self.grammar = load_grammar(idioms.code)
        self._labels = [idiom.label for idiom in idioms.idioms]
        if knowledge.load(idioms.code).writing == "characters":
            self._finder: _Words | _Characters = _Characters(self._labels, idioms, self.grammar)
        else:
            self._finder = _Words(self, self._labels)

    def __reduce__(self) -> tuple[Any, ...]:
        """Another process makes its own: what is made of the list takes more room than the list."""
        make = partial(
            Matcher,
            kind=self.kind,
            limits=self.limits,
            backend=self.backend,
            figurative=self.figurative,
        )
        return make, (self.idioms,)

    @property
    def signature(self) -> str:
        """List, matcher and limits: all that decides which occurrences there are."""
        limits = self.limits
        return (
            f"{self.idioms.signature}|{self.kind}|lang:{self.idioms.code}.{self.grammar.version}"
            f"{self.grammar.mark}{knowledge.load(self.idioms.code).mark}"
            f"|inserted:{limits.inserted}|slot:{limits.slot}|gap:{limits.gap}"
            f"|forms:{len(irregular(self.idioms.code))}|parse:{self.backend or 'none'}"
            f"{'' if self.figurative is None else f'|{self._model_mark}>={self.figurative}'}"
        )

    @property
    def row_signature(self) -> str:
        """`signature`, and what else decides what is in the rows of `litmus mine`."""
        return f"{self.signature}|{self._model_mark}"

    @property
    def _model_mark(self) -> str:
        return f"figurative:v{self.model.version}" if self.model else "figurative:none"

    def find(self, text: str, among: Iterable[int] | None = None) -> list[Occurrence]:
        """Occurrences in the order of their spans; `among` names the patterns worth trying."""
        occurrences = self.find_all(text, among)
        if self.figurative is None:
            return occurrences
        return [judged for _, judged in self.judged([(text, each) for each in occurrences])]

    def find_all(self, text: str, among: Iterable[int] | None = None) -> list[Occurrence]:
        """What `find` finds, however probable: for `judged`."""
        occurrences = self._finder.find(text, among)
        return sorted(occurrences, key=lambda occurrence: (occurrence.span, occurrence.idiom))

    def judged(self, found: Sequence[tuple[str, Occurrence]]) -> Iterator[tuple[int, Occurrence]]:
        """Occurrences in their texts with the probability that they are figurative, where a model
        can tell, and their places in `found`; without those that are below the least wanted.

        Many at once cost less than one by one.
        """
        if self.model is None:
            yield from ((place, occurrence) for place, (_, occurrence) in enumerate(found))
            return
        uses = [Use(each.idiom, text, each.pieces) for text, each in found]
        least = self.figurative or 0.0
        for place, chance in enumerate(self.model.probabilities(uses)):
            if chance >= least:
                yield place, replace(found[place][1], figurative=chance)

    @cached_property
    def model(self) -> Model | None:
        """Tells literal from figurative use, for languages that have one."""
        return load_model(self.idioms.code)

    def prefilter(self) -> Prefilter:
        """A filter that passes every line with an occurrence, and few others."""
        return self._finder.prefilter()

    def analyse(self, text: str) -> Analysis | None:
        """The parse of a text; None if there is no parser, or the text is too long."""
        if self._analyser is None or len(text) > LONGEST:
            return None
        [sentences] = self._analyser.analyse([text])
        return sentences[0] if sentences else None

    @cached_property
    def _analyser(self) -> Analyser | None:
        if self.backend is None:
            return None
        if self.backend == EMBEDDED and not has_analyser(self.idioms.code):
            return None
        return load_analyser(self.backend, self.idioms.code)


def _check_probability(least: float, code: str) -> None:
    if not 0 <= least <= 1:
        raise UsageError(f"{option('figurative')} is a probability: 0 to 1, not {least}.")
    if code not in codes():
        raise UsageError(
            f"Nothing tells literal from figurative use in {code!r}; it is known for "
            f"{', '.join(codes())}. Leave out {option('figurative')}."
        )


class _Words:
    """Idioms of words between blanks."""

    def __init__(self, matcher: Matcher, labels: Sequence[str]) -> None:
        self._matcher = matcher
        self._labels = labels
        code = matcher.idioms.code
        self._patterns: list[Pattern]
        self._vocabulary: Vocabulary
        self._patterns, self._vocabulary = compile_patterns(matcher.idioms.idioms, code)
        self._split, self._pieces = splitter(code), pieces(code)

    def prefilter(self) -> Prefilter:
        return Prefilter([pattern.needs for pattern in self._patterns], self._words_of)

    def _words_of(self, run: str) -> frozenset[int]:
        return self._vocabulary.of_unit(tuple(self._pieces(run)))

    def find(self, text: str, among: Iterable[int] | None) -> Iterable[Occurrence]:
        matcher = self._matcher
        sentence = Sentence(
            text, self._split(text), self._vocabulary, matcher.grammar, matcher.analyse
        )
        by_idiom: dict[int, list[tuple[Match, Pattern]]] = {}
        for number in self._worth_trying(sentence) if among is None else among:
            pattern = self._patterns[number]
            if all(word in sentence.units_of for word in pattern.needs):
                for match in self._matches(sentence, pattern):
                    by_idiom.setdefault(pattern.idiom, []).append((match, pattern))
        for matches in by_idiom.values():
            for match, pattern in _longest(matches):
                yield self._occurrence(sentence, match, pattern)

    def _worth_trying(self, sentence: Sentence) -> list[int]:
        """The patterns whose rarest word is in the text, in order."""
        by_word = self._by_word
        return sorted(n for word in sentence.units_of for n in by_word.get(word, ()))

    @cached_property
    def _by_word(self) -> dict[int, list[int]]:
        """Word -> patterns that need it; each is listed once, under its rarest word."""
        shared = Counter(word for pattern in self._patterns for word in pattern.needs)
        by_word: dict[int, list[int]] = {}
        for number, pattern in enumerate(self._patterns):
            by_word.setdefault(min(pattern.needs, key=shared.__getitem__), []).append(number)
        return by_word

    def _matches(self, sentence: Sentence, pattern: Pattern) -> list[Match]:
        limits = self._matcher.limits
        ordered = list(find_ordered(sentence, pattern, limits))
        if self._matcher.kind == "ordered":
            return ordered
        # In order, slots are matched too; any order then adds the others.
        return [*ordered, *find_free(sentence, pattern, limits)]

    def _occurrence(self, sentence: Sentence, match: Match, pattern: Pattern) -> Occurrence:
        units = sentence.units
        return Occurrence(
            self._labels[pattern.idiom],
            (units[match.first].start, max(units[index].end for index in match.own)),
            _pieces(sentence, match),
            flags_of(sentence, match, pattern),
        )


class _Characters:
    """Idioms of characters; both matchers are the same here."""

    def __init__(self, labels: Sequence[str], idioms: IdiomList, grammar: Grammar) -> None:
        self._labels = labels
        self._patterns: list[CharacterPattern] = compile_characters(idioms.idioms, grammar)
        every = dict.fromkeys(need for pattern in self._patterns for need in pattern.needs)
        self._numbers = {need: number for number, need in enumerate(every)}

    def prefilter(self) -> Prefilter:
        needs = [[self._numbers[need] for need in p.needs] for p in self._patterns]
        return Prefilter(needs, self._words_of, pairs=True)

    def _words_of(self, run: str) -> frozenset[int]:
        """A pair is known by its two ends: there may be blanks between them."""
        number = self._numbers.get(run if len(run) < 3 else run[0] + run[-1])
        return frozenset() if number is None else frozenset((number,))

    def find(self, text: str, among: Iterable[int] | None) -> Iterable[Occurrence]:
        numbers = self._worth_trying(text) if among is None else among
        patterns = [self._patterns[number] for number in numbers]
        used: dict[str, set[int]] = {}
        occurrences = dict.fromkeys(find_characters(text, patterns, self._labels))
        longest_first = sorted(occurrences, key=lambda o: (o.span[0] - o.span[1], o.span))
        for occurrence in longest_first:
            characters = used.setdefault(occurrence.idiom, set())
            if characters.isdisjoint(range(*occurrence.span)):
                characters.update(range(*occurrence.span))
                yield occurrence

    def _worth_trying(self, text: str) -> list[int]:
        """The patterns whose rarest character is in the text, in order."""
        by_character = self._by_character
        return sorted(n for one in set(folded(text)) for n in by_character.get(one, ()))

    @cached_property
    def _by_character(self) -> dict[str, list[int]]:
        """Character -> patterns that need it; each is listed once, under its rarest."""
        needed = [set("".join(pattern.needs)) for pattern in self._patterns]
        shared = Counter(chain.from_iterable(needed))
        by_character: dict[str, list[int]] = {}
        for number, characters in enumerate(needed):
            rarest = min(characters, key=lambda one: (shared[one], one))
            by_character.setdefault(rarest, []).append(number)
        return by_character


def _longest(matches: Sequence[tuple[Match, Pattern]]) -> list[tuple[Match, Pattern]]:
    """Of matches of one idiom that overlap, the one with most words, then the tightest."""

    def rank(item: tuple[Match, Pattern]) -> tuple[int, int, int]:
        match = item[0]
        return (-len(match.own), match.last - match.first, match.first)

    longest: list[tuple[Match, Pattern]] = []
    used: set[int] = set()
    for item in sorted(matches, key=rank):
        own = range(item[0].first, item[0].last + 1)
        if used.isdisjoint(own):
            longest.append(item)
            used.update(own)
    return longest


def _pieces(sentence: Sentence, match: Match) -> tuple[Span, ...]:
    """The idiom's own words as spans; neighbours with nothing but a blank between are one."""
    merged: list[list[int]] = []
    for index in match.own:
        unit = sentence.units[index]
        if merged and sentence.text[merged[-1][1] : unit.start].strip(_JOINING) == "":
            merged[-1][1] = max(merged[-1][1], unit.end)
        else:
            merged.append([unit.start, unit.end])
    return tuple((start, end) for start, end in merged)
