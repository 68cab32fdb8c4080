"""TMX translation memories, unit by unit: `tu > tuv[xml:lang] > seg`."""

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from litmus.corpus.formats.markup import XML_LANG, Event, primary, read_events, wrong_root
from litmus.errors import DataError
from litmus.files.text import one_line
from litmus.wording import option

# Codes of the format the text came from: not part of the text. `hi` only marks a piece of it.
_CODES = {"bpt", "ept", "ph", "it", "ut"}
_BREAK = re.compile(r"<(br|p|lb|tab)\b|\\n|[\n\t]", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Unit:
    """A `tu`: its number in the file from 1, its line, its tuid, and language -> text."""

    number: int
    line: int
    tuid: str | None
    texts: Mapping[str, str]

    def text(self, language: str) -> str | None:
        """Its text in a language: exactly that one, or the first with the same primary subtag.

        >>> Unit(1, 1, None, {"en-US": "color", "en-gb": "colour"}).text("en-GB")
        'colour'
        >>> Unit(1, 1, None, {"en-US": "color", "en-gb": "colour"}).text("en")
        'color'
        """
        wanted = language.lower().replace("_", "-")
        near = None
        for name, text in self.texts.items():
            if name.lower().replace("_", "-") == wanted:
                return text
            if near is None and primary(name) == primary(language):
                near = text
        return near


@dataclass
class Pairs:
    """Source and target texts of a TMX file; the counts are complete when it has been read."""

    path: Path
    source: str
    target: str
    units: int = 0
    skipped: int = 0
    languages: Counter[str] = field(default_factory=Counter)

    def __iter__(self) -> Iterator[tuple[Unit, str, str]]:
        self.units = self.skipped = 0
        self.languages.clear()
        for unit in read_tmx(self.path):
            self.units += 1
            self.languages.update(unit.texts.keys())
            source, target = unit.text(self.source), unit.text(self.target)
            if source and target:
                yield unit, source, target
            else:
                self.skipped += 1
        if self.skipped == self.units:
            known = ", ".join(sorted(self.languages)) or "none"
            raise DataError(
                f"{self.path} holds no unit with text in both {self.source!r} and "
                f"{self.target!r}.\nIts languages: {known}. Choose two of them: "
                f"{option('languages', 'SOURCE-TARGET')}"
            )


def read_tmx(path: Path) -> Iterator[Unit]:
    """Every unit with all its languages; inline codes are left out, line ends become spaces."""
    events = read_events(path)
    root = next(events)
    if root.tag != "tmx":
        raise wrong_root(path, root.tag, "tmx", "TMX")
    number = 0
    for event in events:
        if event.kind == "start" and event.tag == "tu":
            number += 1
            tuid = event.attributes.get("tuid", "").strip() or None
            yield Unit(number, event.line, tuid, _texts(path, events))


def _texts(path: Path, events: Iterator[Event]) -> dict[str, str]:
    texts: dict[str, str] = {}
    language = ""
    for event in events:
        if event.kind == "end" and event.tag == "tu":
            break
        if event.kind == "start" and event.tag == "tuv":
            attributes = event.attributes
            language = attributes.get(XML_LANG) or attributes.get("lang") or ""
            if not language:
                raise DataError(f"{path}:{event.line}: a <tuv> has no xml:lang.")
        elif event.kind == "start" and event.tag == "seg":
            text = one_line("".join(_content(events)))
            texts.setdefault(language, text)
    return texts


def _content(events: Iterator[Event]) -> Iterator[str]:
    """The text of a `seg` up to its end. A code that breaks the line leaves a space."""
    inside: list[str] = []
    code = ""
    for event in events:
        if event.kind == "start" and (inside or event.tag in _CODES):
            inside.append(event.tag)
        elif event.kind == "end" and inside:
            inside.pop()
            if not inside:
                if _BREAK.search(code):
                    yield " "
                code = ""
        elif event.kind == "end" and event.tag == "seg":
            return
        elif event.kind == "text":
            if inside:
                code += event.text
            else:
                yield event.text
