"""Prompts as data: what a decoder-only model reads before the translation it is to score."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from importlib import resources
from itertools import zip_longest
from pathlib import Path
from string import Formatter
from typing import Any

from litmus.errors import DataError, UnknownName
from litmus.files.toml_tables import Place, key, read_table
from litmus.nmt.windows import Window

_FIELDS = ("source_language", "target_language", "source", "target")
Parts = tuple[tuple[str, str | None], ...]  # literal text, and the field behind it


def _parts(place: Place, value: Any, *more: str) -> Parts:
    """Literal texts and the fields behind them."""
    known = (*_FIELDS, *more)
    parts: list[tuple[str, str | None]] = []
    if not isinstance(value, str):
        raise place.wrong("a text", value)
    try:
        fields = list(Formatter().parse(value))
    except ValueError as error:
        raise place.error(f"is not a template: {error}. For a brace, write {{{{.") from error
    for literal, name, form, conversion in fields:
        if name is not None and (name not in known or form or conversion):
            raise place.error(f"has an unknown field {{{name}}}.\nKnown: {', '.join(known)}")
        parts.append((literal, name))
    return tuple(parts)


def _sentence(place: Place, value: Any) -> Parts:
    return _parts(place, value, "context")


def _lines(place: Place, value: Any) -> tuple[Parts, ...]:
    _parts(place, value)
    return tuple(_parts(place, line) for line in re.findall(r"[^\n]*\n|[^\n]+$", value))


@dataclass(frozen=True)
class Prompt:
    """A template, its parts in order. `chat`: it is the user's turn of a conversation."""

    name: str
    sentence: Parts = key(reads=_sentence)
    context: tuple[Parts, ...] = key((), reads=_lines)  # one of each line
    chat: bool = False

    def before(self, source: str, window: Window, names: tuple[str, str]) -> str:
        """All that stands before the translation. `names`: the two languages, in English."""
        values = _values(names) | {"source": source, "context": self._context(window, names)}
        return "".join(text + values.get(name or "", "") for text, name in self.sentence)

    def tail(self, names: tuple[str, str]) -> str:
        """The end of it, which is the same for every sentence."""
        values, text = _values(names), ""
        for literal, name in self.sentence:
            known = name in values or name == "target"
            text = text + literal + values.get(name or "", "") if known else ""
        return text

    def _context(self, window: Window, names: tuple[str, str]) -> str:
        pairs = list(zip_longest(reversed(window.source), reversed(window.target)))
        return "".join(self._pair(*pair, names) for pair in reversed(pairs))

    def _pair(self, source: str | None, target: str | None, names: tuple[str, str]) -> str:
        """A sentence before with its translation; lines for what is not given are left out."""
        given = {"source": source, "target": target}
        values = _values(names) | {key: text for key, text in given.items() if text is not None}
        return "".join(
            "".join(text + values.get(name or "", "") for text, name in line)
            for line in self.context
            if all(name is None or name in values for _, name in line)
        )


def shipped_prompts() -> Mapping[str, Path]:
    """Name -> file."""
    with resources.as_file(resources.files("litmus.nmt.scoring") / "templates") as folder:
        return {path.stem: path for path in sorted(folder.glob("*.toml"))}


def load_prompt(name: str) -> Prompt:
    """The prompt of that name, or in a file of the user's.

    >>> load_prompt("plain").before("Hello", Window(target=("Oui.",)), ("English", "French"))
    'French: Oui.\\nEnglish: Hello\\nFrench: '
    """
    shipped = shipped_prompts()
    path = shipped.get(name, Path(name))
    if not path.is_file():
        if name.endswith(".toml"):
            raise DataError(f"{name} does not exist. A prompt is a TOML file with 'sentence'.")
        raise UnknownName("prompt", name, shipped)
    prompt = read_table(path, Prompt, {"name": path.stem})
    _check(str(path), prompt)
    return prompt


def _values(names: tuple[str, str]) -> dict[str, str]:
    return dict(zip(("source_language", "target_language"), names, strict=True))


def _check(where: str, prompt: Prompt) -> None:
    names = [name for _, name in prompt.sentence]
    for needed in ("source", "target"):
        if names.count(needed) != 1:
            raise DataError(f"{where}: 'sentence' must hold {{{needed}}} once.")
    if names[-1] != "target":
        raise DataError(f"{where}: 'sentence' must end with {{target}}: nothing follows it.")
    if not prompt.tail(("English", "French")).strip(" "):
        raise DataError(f"{where}: 'sentence' needs text between the last sentence and {{target}}.")
    if prompt.context and "context" not in names:
        raise DataError(f"{where}: 'sentence' must say where the sentences before go: {{context}}.")
    if "context" in names[names.index("source") :]:
        # So that the end of the prompt does not depend on what came before.
        raise DataError(f"{where}: {{context}} must come before {{source}}.")
