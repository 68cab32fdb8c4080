"""The mini-language of idiom lists: slots, optional parts, alternatives, several forms."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from litmus.errors import DataError
from litmus.idioms.entries.grammar import Grammar
from litmus.language import knowledge
from litmus.language.words import compose

_SLOTS = {  # kind of slot -> the names it has in idiom lists
    "someone": ("someone", "somebody", "person", "np", "pn"),
    "something": ("something", "thing", "s", "clause", "pp", "adj", "vp", "num"),
    "possessive": ("poss", "possessive"),
    "reflexive": ("refl", "reflexive"),
}
_ITEM = re.compile(r"<(?P<slot>[^<>]*)>|(?P<open>\()|(?P<close>\))|(?P<word>[^\s()<>]+)")
_ENDS = '.!?…;:,"“”„«»'
_MANY = 64  # spellings of one word


class NotationError(DataError):
    """An entry that cannot be read; the message fits behind `file:line`."""


@dataclass(frozen=True, slots=True)
class Word:
    """One word of an idiom with its alternatives, as the list has them."""

    forms: tuple[str, ...]
    optional: bool = False


@dataclass(frozen=True, slots=True)
class Slot:
    """A place for other words: someone, something, possessive or reflexive."""

    kind: str
    optional: bool = False


Part = Word | Slot


@dataclass(frozen=True, slots=True)
class Form:
    """One way to say an idiom."""

    text: str
    parts: tuple[Part, ...]

    @property
    def words(self) -> tuple[Word, ...]:
        """Its words, without the slots."""
        return tuple(part for part in self.parts if isinstance(part, Word))


def parse(entry: str, grammar: Grammar) -> tuple[Form, ...]:
    """The forms of one entry, the first is the one it is named by.

    >>> from litmus.idioms.entries.grammar import load_grammar
    >>> [form] = parse("hit the sack / hay (early)", load_grammar("en"))
    >>> [part.forms for part in form.words]
    [('hit',), ('the',), ('sack', 'hay'), ('early',)]
    """
    forms = []
    for text in _split_forms(_open_slots(compose(entry), grammar)):
        parts = tuple(_parts(text, grammar))
        if not parts:
            raise NotationError("the entry is empty.")
        if not any(isinstance(part, Word) for part in parts):
            raise NotationError(f"{text!r} holds only slots. Add a word that the idiom must have.")
        forms.append(Form(text, parts))
    return tuple(forms)


def _open_slots(entry: str, grammar: Grammar) -> str:
    """Slots that are not words between blanks, as <slots>: quelque chose, 给某人穿小鞋."""
    apart = knowledge.load(grammar.code).writing == "characters"
    for words, kind in grammar.slots.items():
        if apart:
            entry = entry.replace(words, f" <{kind}> ")
        elif " " in words:
            entry = re.sub(rf"(?<!\w){re.escape(words)}(?!\w)", f"<{kind}>", entry)
    return entry


def _split_forms(entry: str) -> list[str]:
    """` | ` always parts whole forms; `a b c|d` names two words for one place.

    >>> _split_forms("kick the bucket|bite the dust"), _split_forms("am strang zeihen|ziehen")
    (['kick the bucket', 'bite the dust'], ['am strang zeihen/ziehen'])
    """
    pieces = [piece.strip() for piece in entry.split("|")]
    if not all(pieces):
        raise NotationError("there is nothing on one side of '|'. Remove it, or add the form.")
    spaced = re.search(r"\s\||\|\s", entry)
    sizes = [len(piece.split()) for piece in pieces]
    if len(pieces) > 1 and not spaced and min(sizes) == 1 and max(sizes) > 1:
        return [re.sub(r"\|", "/", entry.strip())]
    return pieces


def _parts(text: str, grammar: Grammar) -> Iterator[Part]:
    """The parts of one form, its alternatives gathered."""
    items: list[tuple[tuple[str, ...], bool, str | None]] = []
    spaced = knowledge.load(grammar.code).writing == "spaces"
    for word, optional in _items(_joined_slashes(text)):
        if word.startswith("<"):
            items.append(((), optional, _typed(word[1:-1])))
            continue
        for forms in _pieces(word, alone=spaced and word == text.strip(_ENDS)):
            items.append((forms, optional, _slot_of_all(forms, grammar)))
    for index, (forms, optional, slot) in enumerate(items):
        edge = index in (0, len(items) - 1)
        # "I hear you" ends in a word; and "sein" at the end of a German entry is "be", not "his".
        if forms and edge and forms[0].lower() in grammar.inner_slots:
            slot = None
        if forms and grammar.verb_last and slot == "possessive" and index == len(items) - 1:
            slot = None
        yield Slot(slot, optional) if slot else Word(forms, optional)


def _slot_of_all(forms: tuple[str, ...], grammar: Grammar) -> str | None:
    """`someone/something` is one slot."""
    kinds = [grammar.slot_of(form) for form in forms]
    return kinds[-1] if all(kinds) else None


def _joined_slashes(text: str) -> str:
    """`hit the sack / sheets / hay` as `hit the sack/sheets/hay`: it varies the last word."""
    return re.sub(r"(?:(?<!\s)\s++)?/\s*+", "/", text)  # a run of blanks is looked at once


def _items(text: str) -> Iterator[tuple[str, bool]]:
    """Words and <slots>, each with whether it is in parentheses; `a(b)` stays one word."""
    depth, at, inside = 0, 0, 0
    for word in _glued(text):
        match = _ITEM.fullmatch(word)
        if word == "(":
            depth, inside = depth + 1, at
            if depth > 1:
                raise NotationError("parentheses inside parentheses. Write the forms out.")
        elif word == ")":
            depth -= 1
            if depth < 0:
                raise NotationError("')' without '('. Add the opening one, or remove it.")
            if at == inside:
                raise NotationError("there is nothing between the parentheses. Remove them.")
        elif match is None and re.search("[<>]", word):
            raise NotationError(f"{word!r} has one angle bracket. Write a slot as <someone>.")
        else:
            at += 1
            yield word, depth > 0
    if depth:
        raise NotationError("'(' without ')'. Close the parenthesis.")


def _glued(text: str) -> Iterator[str]:
    """Items; a parenthesis that touches letters belongs to the word: `ermar(nar)`, `(be)headed`."""
    for chunk in re.findall(r"<[^<>]*>|\((?=\s)|(?:\([^\s()]*\)|[^\s()<>])+|[()<>]", text):
        if re.search(r"[^\W_](?=\()|\)(?=[^\W_])", chunk) and chunk.count("(") == chunk.count(")"):
            yield chunk
            continue
        yield from re.findall(r"<[^<>]*>|[()]|[^()]+", chunk)


def _pieces(word: str, *, alone: bool) -> Iterator[tuple[str, ...]]:
    """The alternatives of each place that a written word fills."""
    if "/" in word and not all(part.strip(_ENDS) for part in word.split("/")):
        raise NotationError(f"{word!r} has nothing on one side of '/'. Remove it, or add the word.")
    if alone and "/" in word and "(" not in word:
        # The whole entry: twenty-four/seven is not a choice between two numbers.
        yield from ((piece,) for piece in word.split("/") if piece)
        return
    forms: dict[str, None] = {}
    for alternative in word.split("/"):
        for spelling in _spellings(alternative):
            bare = spelling.strip(_ENDS)
            if bare and re.search(r"[^\W_]", bare):
                forms[bare] = None
    if "/" in word and len(forms) < 2:
        raise NotationError(f"{word!r} names the same word twice. Remove one.")
    if forms:
        yield tuple(forms)


def _spellings(word: str) -> list[str]:
    """With and without each optional piece.

    >>> _spellings("ermar(nar)")
    ['ermarnar', 'ermar']
    """
    spellings = [""]
    for piece in re.findall(r"\([^()]*\)|[^()]+", word):
        if piece.startswith("("):
            spellings = [start + end for start in spellings for end in (piece[1:-1], "")]
        else:
            spellings = [start + piece for start in spellings]
        if len(spellings) > _MANY:
            raise NotationError(f"{word!r} has more than {_MANY} spellings. Write fewer.")
    return spellings


def _typed(name: str) -> str:
    """`<NP1-nom>` -> someone: the letters before number and case name the slot."""
    kind = re.split(r"[\d\-_ ]", name.strip().lower())[0]
    for slot, names in _SLOTS.items():
        if kind in names:
            return slot
    known = ", ".join(f"<{names[0]}>" for names in _SLOTS.values())
    raise NotationError(f"no slot is called <{name}>. Known: {known}, <NP1-nom>.")
