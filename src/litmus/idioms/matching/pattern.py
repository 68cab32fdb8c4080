"""Idioms as steps to walk through a text, and the words that those steps look for."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from enum import Enum
from itertools import pairwise

from litmus.errors import DataError
from litmus.idioms.entries.grammar import Grammar, load_grammar
from litmus.idioms.entries.lists import Idiom
from litmus.idioms.entries.notation import Form, Slot, Word
from litmus.idioms.matching.words import splitter
from litmus.language import knowledge
from litmus.language.inflection import (
    fold,
    form_keys,
    may_belong,
    start_of,
    word_keys,
)
from litmus.language.words import WORD, lowered

_JOINED = 3  # letters that each of two words must have to be found written as one
_INFIXES = ("zu", "te")  # between the prefix of a separable verb and the rest: aufzubinden


class Kind(Enum):
    """What a step of a pattern accepts."""

    WORD = "word"
    DETERMINER = "determiner"
    SOMEONE = "someone"
    SOMETHING = "something"
    POSSESSIVE = "possessive"
    REFLEXIVE = "reflexive"


@dataclass(frozen=True, slots=True)
class Step:
    """One step; `word` is the number of its word in the vocabulary, -1 for slots."""

    kind: Kind
    word: int = -1
    optional: bool = False
    listed: bool = True  # whether the list itself makes it optional, if it is


@dataclass(frozen=True, slots=True)
class Pattern:
    """One form of one idiom, ready to be looked for.

    `needs` are the words without which it cannot match. `verb` is the step that may be elsewhere
    in the clause (German, Dutch), `particle` the step its prefix became.
    """

    idiom: int
    form: str
    steps: tuple[Step, ...]
    needs: tuple[int, ...]
    verb: int | None = None
    particle: int | None = None

    @property
    def loose(self) -> bool:
        """Whether other words may come between: there are enough of its own to recognise it."""
        return len(self.needs) > 1


@dataclass
class Vocabulary:
    """Numbers for words; which of them a written form may be."""

    code: str
    words: list[tuple[str, ...]] = field(default_factory=list)
    _numbers: dict[tuple[str, tuple[str, ...]], int] = field(default_factory=dict)
    _keys: dict[str, list[int]] = field(default_factory=dict)
    _prefixed: dict[str, dict[str, list[int]]] = field(default_factory=dict)
    _starts: set[str] = field(default_factory=set)
    _seen: dict[str, frozenset[int]] = field(default_factory=dict)

    def number(self, forms: Sequence[str], prefix: str = "") -> int:
        """The number of a word with these alternatives; `prefix` is cut off a separable verb."""
        name = (prefix, tuple(fold(lowered(form)) for form in forms))
        if name not in self._numbers:
            number = self._numbers[name] = len(self.words)
            self.words.append(tuple(prefix + form for form in name[1]))
            table = self._prefixed.setdefault(prefix, {}) if prefix else self._keys
            for form in name[1]:
                for key in word_keys(self.code)(form):
                    table.setdefault(key, []).append(number)
                    self._starts.add(start_of(key))
            self._seen.clear()
        return self._numbers[name]

    def of_unit(self, readings: tuple[str, ...]) -> frozenset[int]:
        """The words that one of these readings may be a form of."""
        if len(readings) == 1:
            return self.of(readings[0])
        return frozenset().union(*map(self.of, readings))

    def of(self, reading: str) -> frozenset[int]:
        """The words that a lower-cased written form may be a form of."""
        words = self._seen.get(reading)
        if words is None:
            if len(self._seen) > 1 << 18:
                self._seen.clear()
            words = self._seen[reading] = frozenset(self._find(reading))
        return words

    def _find(self, reading: str) -> Iterable[int]:
        keys = form_keys(self.code)
        if may_belong(self.code)(reading, self._starts):
            for key in keys(reading):
                yield from self._keys.get(key, ())
        for prefix, table in self._prefixed.items():
            if reading.startswith(prefix) and len(reading) > len(prefix) + 2:
                stem = reading.removeprefix(prefix)
                for form in (stem, *(stem.removeprefix(x) for x in _INFIXES if stem.startswith(x))):
                    for key in keys(form):
                        yield from table.get(key, ())


def compile_patterns(idioms: Sequence[Idiom], code: str) -> tuple[list[Pattern], Vocabulary]:
    """All forms of all idioms as patterns over one vocabulary."""
    vocabulary = Vocabulary(code)
    compiler = _Compiler(code, vocabulary)
    patterns: dict[Pattern, None] = {}
    for number, idiom in enumerate(idioms):
        for form in idiom.forms:
            try:
                for pattern in compiler.patterns(number, form):
                    patterns[pattern] = None
            except _NoWords as error:
                raise DataError(f"{idiom.where}: {error}") from error
    return list(patterns), vocabulary


def no_word(form: Form) -> str:
    """Why a form of optional words alone is refused."""
    return f"{form.text!r} has no word that must be there. Take one out of its parentheses."


class _NoWords(Exception):
    """An entry that would match nearly everything; says why."""


class _Compiler:
    """Forms to patterns, by the grammar of one language."""

    def __init__(self, code: str, vocabulary: Vocabulary) -> None:
        self._grammar: Grammar = load_grammar(code)
        self._stopwords = knowledge.load(code).stopwords
        self._split: Callable[[str], list[tuple[str, ...]]] = _cutter(code)
        self._vocabulary = vocabulary
        self._compounds = code == "en"

    def patterns(self, idiom: int, form: Form) -> Iterable[Pattern]:
        """The form itself; as a separated verb; with two words written as one."""
        parts = self._trimmed(self._opened(form))
        self._refuse_empty(form, parts)
        yield self._pattern(idiom, form.text, parts)
        if self._grammar.verb_last and isinstance(parts[-1], Word):
            for prefix, stems in self._separations(parts[-1]):
                base = Word(stems, parts[-1].optional)
                yield self._pattern(idiom, form.text, [*parts[:-1], base], prefix=prefix)
                yield self._pattern(
                    idiom, form.text, [*parts[:-1], base, Word((prefix,))], particle=True
                )
        if self._compounds:
            for index, (first, second) in enumerate(pairwise(parts)):
                if self._joins(first) and self._joins(second):
                    both = Word((first.forms[0] + second.forms[0],))  # type: ignore[union-attr]
                    yield self._pattern(
                        idiom, form.text, [*parts[:index], both, *parts[index + 2 :]]
                    )

    def _joins(self, part: Word | Slot) -> bool:
        return (
            isinstance(part, Word)
            and len(part.forms) == 1
            and len(part.forms[0]) >= _JOINED
            and not part.optional
            and part.forms[0].lower() not in self._stopwords
        )

    def _opened(self, form: Form) -> list[Word | Slot]:
        """Parts with contractions and hyphens opened as in the text; a suffix 's is optional."""
        parts: list[Word | Slot] = []
        for part in form.parts:
            if isinstance(part, Slot):
                parts.append(part)
                continue
            cut = [self._split(spelling) for spelling in part.forms]
            if len(cut) == 1:
                for index, readings in enumerate(cut[0]):
                    ending = index > 0 and readings[0] == "s"
                    parts.append(Word(readings, part.optional or ending))
            else:
                # Alternatives of one word each; a longer one counts by its last word.
                words = dict.fromkeys(units[-1][0] for units in cut if units)
                parts.append(Word(tuple(words), part.optional))
        return parts

    def _trimmed(self, parts: list[Word | Slot]) -> list[Word | Slot]:
        """Without leading particles and the slots at both ends, which are no part of an idiom."""
        grammar = self._grammar
        trimmed = list(parts)
        while len(trimmed) > 1 and self._is_leading(trimmed[0]):
            trimmed.pop(0)
        while trimmed and isinstance(trimmed[0], Slot) and trimmed[0].kind != "possessive":
            trimmed.pop(0)
        open_end = bool(trimmed) and isinstance(trimmed[-1], Slot)
        while trimmed and isinstance(trimmed[-1], Slot):
            trimmed.pop()
        last = trimmed[-1] if open_end and len(trimmed) > 1 else None
        if isinstance(last, Word) and set(last.forms) <= grammar.slot_prepositions:
            # "tomar el pelo a alguien", but "me toman el pelo".
            trimmed[-1] = Word(last.forms, optional=True)
        return trimmed

    def _is_leading(self, part: Word | Slot) -> bool:
        return isinstance(part, Word) and part.forms[0] in self._grammar.leading

    def _refuse_empty(self, form: Form, parts: Sequence[Word | Slot]) -> None:
        words = [part for part in parts if isinstance(part, Word) and not part.optional]
        inner = any(isinstance(part, Slot) for part in parts)
        if not words:
            raise _NoWords(no_word(form))
        small = all(form.lower() in self._stopwords for word in words for form in word.forms)
        bare = not any(isinstance(part, Slot) for part in form.parts)
        if small and (len(words) == 1 or (bare and len(words) < 3)) and not inner:
            raise _NoWords(
                f"{form.text!r} is made of stop words only and would match nearly every sentence.\n"
                "Remove it, or add a word that tells the idiom from other text."
            )

    def _separations(self, verb: Word) -> Iterable[tuple[str, tuple[str, ...]]]:
        for prefix in sorted(self._grammar.verb_prefixes):
            stems = tuple(
                form[len(prefix) :]
                for form in verb.forms
                if form.startswith(prefix) and form.endswith("n") and len(form) > len(prefix) + 3
            )
            if stems:
                yield prefix, stems

    def _pattern(
        self,
        idiom: int,
        text: str,
        parts: Sequence[Word | Slot],
        *,
        prefix: str = "",
        particle: bool = False,
    ) -> Pattern:
        verb = len(parts) - 1 - particle if self._grammar.verb_last else None
        if verb is not None and not self._is_verb(parts[verb]):
            verb = None
        steps: list[Step] = []
        core = [part for part in parts if self._is_core(part)]
        for index, part in enumerate(parts):
            if isinstance(part, Slot):
                steps.append(Step(Kind(part.kind), optional=True))
                continue
            number = self._vocabulary.number(part.forms, prefix if index == len(parts) - 1 else "")
            if self._is_determiner(part):
                # With two other words an article may change or be missing.
                few = len(core) < 2 and index > 0
                kind = Kind.WORD if few else Kind.DETERMINER
                steps.append(Step(kind, number, part.optional or not few, part.optional))
            else:
                steps.append(Step(Kind.WORD, number, part.optional))
        needs = [step.word for step in steps if step.kind is Kind.WORD and not step.optional]
        return Pattern(
            idiom,
            text,
            tuple(steps),
            tuple(dict.fromkeys(needs)),
            verb,
            len(parts) - 1 if particle else None,
        )

    def _is_verb(self, part: Word | Slot) -> bool:
        return isinstance(part, Word) and all(
            form.endswith("n") and form[0].islower() for form in part.forms
        )

    def _is_determiner(self, part: Word | Slot) -> bool:
        return isinstance(part, Word) and all(
            form.lower() in self._grammar.articles for form in part.forms
        )

    def _is_core(self, part: Word | Slot) -> bool:
        return isinstance(part, Word) and not part.optional and not self._is_determiner(part)


def _cutter(code: str) -> Callable[[str], list[tuple[str, ...]]]:
    units = splitter(code)
    if knowledge.load(code).writing == "characters":
        return lambda spelling: [("".join(WORD.findall(spelling)).lower(),)]
    return lambda spelling: [unit.readings for unit in units(spelling)]
