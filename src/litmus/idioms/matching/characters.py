"""Idioms in scripts without spaces: found character by character."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import islice, product

from litmus.errors import DataError
from litmus.idioms.entries.grammar import Grammar
from litmus.idioms.entries.lists import Idiom
from litmus.idioms.entries.notation import Form, Slot, Word
from litmus.idioms.matching.occurrence import Occurrence
from litmus.idioms.matching.pattern import no_word
from litmus.language import knowledge
from litmus.language.words import WORD

_BLANK = r"[\s,，、]*"
_FILLED = r"[^。！？；\n]{0,8}?"
_MANY = 256  # choices of alternatives in one form
_ADDED = r"[^。！？；、\n]{0,4}?"


@dataclass(frozen=True)
class CharacterPattern:
    """A form as an expression, `written`; a text must hold the characters and pairs of `needs`."""

    idiom: int
    written: str
    needs: tuple[str, ...]

    @cached_property
    def expression(self) -> re.Pattern[str]:
        """Compiled when it is first asked for: all of a list take seconds, and few are tried."""
        return re.compile(self.written)


def compile_characters(idioms: Sequence[Idiom], grammar: Grammar) -> list[CharacterPattern]:
    """One pattern per form."""
    particles = knowledge.load(grammar.code).particles
    patterns = []
    for number, idiom in enumerate(idioms):
        for form in idiom.forms:
            for single in _alternatives(form):
                expression, needs = _expression(single, grammar, particles)
                if not needs:
                    raise DataError(f"{idiom.where}: {no_word(form)}")
                patterns.append(CharacterPattern(number, expression, tuple(needs)))
    return patterns


def _alternatives(form: Form) -> Iterator[Form]:
    """One form for every choice of required words, so that each has characters it needs."""
    choices = [
        [Word((spelling,)) for spelling in part.forms]
        if isinstance(part, Word) and not part.optional
        else [part]
        for part in form.parts
    ]
    for parts in islice(product(*choices), _MANY):
        yield Form(form.text, parts)


def folded(text: str) -> str:
    """The text as patterns read it: in small letters, where each stays in its place."""
    small = text.lower()
    return small if len(small) == len(text) else text


def find_characters(
    text: str, patterns: Sequence[CharacterPattern], labels: Sequence[str]
) -> Iterator[Occurrence]:
    """Every match of every pattern."""
    small = folded(text)
    for pattern in patterns:
        for match in pattern.expression.finditer(small):
            pieces = tuple(
                match.span(number)
                for number in range(1, pattern.expression.groups + 1)
                if match.start(number) >= 0 and match.start(number) < match.end(number)
            )
            flags = ("punctuation",) if re.search("[,，、]", match.group()) else ()
            yield Occurrence(labels[pattern.idiom], match.span(), pieces, flags)


def _expression(
    form: Form, grammar: Grammar, particles: Sequence[str]
) -> tuple[str, dict[str, None]]:
    """The expression of a form, its pieces as groups, and what it cannot do without."""
    needs: dict[str, None] = {}
    parts: list[str] = []
    last = max(n for n, part in enumerate(form.parts) if isinstance(part, Word))
    for number, part in enumerate(form.parts):
        if isinstance(part, Slot):
            parts.append(_FILLED if 0 < number < last else "")
            continue
        spellings = ["".join(WORD.findall(spelling)).lower() for spelling in part.forms]
        if number and isinstance(form.parts[number - 1], Slot):
            spellings = [_without_particle(spelling, particles) for spelling in spellings]
        if number == last:
            spellings = [_without_ending(spelling, grammar) for spelling in spellings]
        ways = [_spelled(spelling, particles) for spelling in spellings]
        text = "|".join(way for way, _ in ways)
        parts.append(f"(?:{text})?" if part.optional else f"(?:{text})")
        if not part.optional:
            for piece in ways[0][1]:
                pairs = [piece[at : at + 2] for at in range(len(piece) - 1)] or [piece]
                needs.update(dict.fromkeys(pairs))
    return _BLANK.join(part for part in parts if part), needs


def _without_particle(spelling: str, particles: Sequence[str]) -> str:
    """What follows a slot without the particle that ties it to the slot: の足 -> 足."""
    for particle in particles:
        if spelling.startswith(particle) and len(spelling) > len(particle) + 1:
            return spelling.removeprefix(particle)
    return spelling


def _without_ending(spelling: str, grammar: Grammar) -> str:
    """A verb without what inflection replaces: 焼く -> 焼.

    >>> from litmus.idioms.entries.grammar import load_grammar
    >>> _without_ending("手を焼く", load_grammar("ja")), _without_ending("猫", load_grammar("ja"))
    ('手を焼', '猫')
    """
    for ending in sorted(grammar.dropped_endings, key=len, reverse=True):
        stem = spelling.removesuffix(ending)
        if stem != spelling and len(stem) > 1:
            return stem
    return spelling


def _spelled(spelling: str, particles: Sequence[str]) -> tuple[str, list[str]]:
    """Character by character with blanks between; a particle may be another one, or none."""
    if not particles:
        return f"({_BLANK.join(map(re.escape, spelling))})", [spelling]
    small = "|".join(sorted(map(re.escape, particles), key=len, reverse=True))
    pieces = [p for p in re.split(rf"(?<=[^\W\d_])(?:{small})(?=[\u4e00-\u9fff])", spelling) if p]
    # A particle, perhaps another one, and a few words; or none at all.
    joined = rf"{_BLANK}(?:(?:{small}){_ADDED})?".join(
        f"({_BLANK.join(map(re.escape, piece))})" for piece in pieces
    )
    return joined, pieces
