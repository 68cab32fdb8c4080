"""Inline codes of XLIFF: what of them is text, and how they come back into a translation.

A code stands for something of the format that the text came from: markup, or a variable. Markup is
no text and left out; a variable (`%s`, `{0}`) is a part of the sentence and stays. With `keep`,
markup is shown by tags of its ids: `<1>bold</1>`, `<2/>`. Source and target are treated alike.
"""

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from copy import deepcopy
from typing import Any, NamedTuple

from litmus.files.text import one_line

SHOWN = ("variables", "keep")
# 1.x and 2.x together: no name has two meanings.
_SPANS = ("g", "pc")  # text between two codes
_NATIVE = ("bpt", "ept", "ph", "it", "ut")  # whose content is the code itself (1.x)
_VOID = ("x", "bx", "ex", "sc", "ec", *_NATIVE)
_OPENING, _CLOSING = ("bpt", "bx", "sc"), ("ept", "ex", "ec")
_NEVER_VARIABLES = (*_OPENING, *_CLOSING, "it")  # one end of something
_BREAKS = ("lb", "pb", "x-br", "xlf:lb", "xlf:pb")
_BREAK = re.compile(r"<(?:br|p)\b|\\n|[\n\t]", re.IGNORECASE)
_VARIABLE = re.compile(
    r"%(?:\d{1,3}\$)?[-+#0]?\d{0,3}(?:\.\d{1,3})?[a-zA-Z@]{1,3}"  # %s %1$d %.2f %@ %lld
    r"|%\(\w{1,60}\)[a-zA-Z]|%\{\w{1,60}\}|%\w{1,60}%"  # %(name)s %{name} %name%
    r"|[$#]?\{[^{}\\]{1,80}\}|\{\{[^{}\\]{1,80}\}\}"  # {0} {name} ${name} {{name}}
)
_NOT_XML = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]")  # no file can hold these


class Piece(NamedTuple):
    """Some text, or a code: how it is shown, and its element; `part` says which end of it."""

    shown: str
    element: Any = None
    part: str = ""  # "" text; "whole", "open", "close"


def text_of(element: Any, codes: str) -> str:
    """The text of a source or target, on one line; of the blanks on both sides of a code that is
    not shown, one stays."""
    text, gone = "", False
    for piece in pieces(element, codes):
        gone = gone or bool(piece.part and not piece.shown.strip())
        text += piece.shown.lstrip(" ") if gone and text.endswith(" ") else piece.shown
        gone = gone and not piece.shown.strip()
    return one_line(text)


def inner_texts(element: Any) -> int:
    """How many texts stand inside of codes (<sub>), such as that of a footnote: none is read."""
    return sum(
        local_name(one) == "sub" and bool("".join(one.itertext()).strip()) for one in element.iter()
    )


def pieces(element: Any, codes: str) -> Iterator[Piece]:
    """Its text and codes in order. Marks (`mrk`, `sm`, `em`) say something of the text, and are
    not shown."""
    yield Piece(element.text or "")
    for child in element:
        name = local_name(child)
        if name in _SPANS:
            key = _key(child)
            yield Piece(f"<{key}>" if codes == "keep" else "", child, "open")
            yield from pieces(child, codes)
            yield Piece(f"</{key}>" if codes == "keep" else "", child, "close")
        elif name in _VOID:
            yield Piece(_shown(child, name, codes), child, "whole")
        elif name == "mrk":
            yield from pieces(child, codes)
        elif name == "cp":  # a character that XML cannot hold is none of a text, either
            pass
        yield Piece(child.tail or "")


def fill(element: Any, text: str, source: Any) -> bool:
    """Make `text` the content of an element, with codes of the source where it shows them.

    False if the source has codes that the text does not show: they are lost.
    """
    for child in list(element):
        element.remove(child)
    element.text = ""
    found = [piece for piece in pieces(source, "keep") if piece.part]
    known: dict[str, list[Piece]] = {}
    for piece in found:
        known.setdefault(piece.shown, []).append(piece)
    return _insert(element, _NOT_XML.sub("", _framed(text, source)), known) >= len(found)


def _framed(text: str, source: Any) -> str:
    """The text with the blanks around the source: segments of a unit stand side by side."""
    raw = "".join(piece.shown for piece in pieces(source, "variables"))
    start, end = len(raw) - len(raw.lstrip()), len(raw.rstrip())
    return f"{raw[:start]}{text}{raw[end:]}"


def _insert(element: Any, text: str, known: Mapping[str, list[Piece]]) -> int:
    """Append text and codes; how many of the known ones. Tags that do not nest are left out."""
    shown = _shown_pieces(text, known)
    paired = _paired(shown)
    inside, used = [element], set()
    for place, piece in enumerate(shown):
        if not piece.part:
            _append(inside[-1], piece.shown)
            continue
        if piece.part == "whole":
            inside[-1].append(_copied(piece.element, with_content=True))
        elif place not in paired:
            continue
        elif piece.part == "open":
            inner = _copied(piece.element, with_content=False)
            inside[-1].append(inner)
            inside.append(inner)
        else:
            inside.pop()
        used.add((piece.element, piece.part))
    return len(used)


def _shown_pieces(text: str, known: Mapping[str, list[Piece]]) -> list[Piece]:
    """The text cut at what shows a code. Codes that look alike are taken in their order."""
    if not known:
        return [Piece(text)]
    longest_first = sorted(known, key=len, reverse=True)
    seen: Counter[str] = Counter()
    found = []
    for part in re.split(f"({'|'.join(map(re.escape, longest_first))})", text):
        alike = known.get(part)
        if alike:
            found.append(alike[min(seen[part], len(alike) - 1)])
            seen[part] += 1
        elif part:
            found.append(Piece(part))
    return found


def _paired(shown: Sequence[Piece]) -> set[int]:
    """Places of the tags that open and close a span, each inside the one around it."""
    matched: set[int] = set()
    unclosed: list[tuple[int, Any]] = []
    for place, piece in enumerate(shown):
        if piece.part == "open":
            unclosed.append((place, piece.element))
        elif piece.part == "close" and any(one is piece.element for _, one in unclosed):
            while unclosed:
                start, element = unclosed.pop()
                if element is piece.element:
                    matched.update((start, place))
                    break
    return matched


def _append(parent: Any, text: str) -> None:
    if len(parent):
        parent[-1].tail = (parent[-1].tail or "") + text
    else:
        parent.text = (parent.text or "") + text


def _copied(element: Any, *, with_content: bool) -> Any:
    copied = deepcopy(element)
    copied.tail = None
    if not with_content:
        for child in list(copied):
            copied.remove(child)
        copied.text = None
    return copied


def _shown(element: Any, name: str, codes: str) -> str:
    native = _native(element, name)
    if name not in _NEVER_VARIABLES and _VARIABLE.fullmatch(native.strip()):
        return native.strip()
    if codes == "keep":
        key = _key(element)
        if name in _OPENING:
            return f"<{key}>"
        return f"</{key}>" if name in _CLOSING else f"<{key}/>"
    kinds = (element.get("ctype"), element.get("subType"))
    return " " if _BREAK.search(native) or any(kind in _BREAKS for kind in kinds) else ""


def _native(element: Any, name: str) -> str:
    """What the code is in the format that the text came from, as far as the file says it."""
    for attribute in ("equiv-text", "equiv", "disp"):
        if found := element.get(attribute):
            return str(found)
    if name in _NATIVE and element.text:
        return str(element.text)
    reference = element.get("dataRef")
    if reference:
        for unit in element.iterancestors():
            if local_name(unit) == "unit":
                for data in unit.iter():
                    if local_name(data) == "data" and data.get("id") == reference:
                        return data.text or ""
    return ""


def _key(element: Any) -> str:
    """The number of a code; both ends of a pair have the same."""
    return str(element.get("rid") or element.get("startRef") or element.get("id") or "0")


def local_name(element: Any) -> str:
    """The name of an element without its namespace; "" of a comment."""
    tag = element.tag
    return tag.rpartition("}")[2] if isinstance(tag, str) else ""
