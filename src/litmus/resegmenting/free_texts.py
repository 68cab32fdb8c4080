"""Free texts by document: a folder, a JSONL file, a file with marks between documents, or memory.

Rows that come in the order of the suite are held one at a time.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import cast

from litmus.errors import DataError, UsageError
from litmus.files.jsonl import read_objects
from litmus.files.text import decoded_lines, plain_name
from litmus.wording import count, did_you_mean, option

FreeTexts = str | Path | Mapping[str, str] | Sequence[str] | Sequence[Path]
# Between documents, with or without the name of the one that follows. More than three signs
# underline a title in Markdown.
_MARK = re.compile(r"===(?: (?P<name>.*\S))?\s*")
_IS_TEXT = (
    '\nLines "===" and "=== NAME" are marks. If they are text, give a .jsonl file: '
    '{"doc": ..., "text": ...}'
)
_NUL = "\0"
_NAMED = 3  # documents that a message names


class Texts:
    """The free texts of documents, in the order of a suite."""

    def __init__(self, texts: FreeTexts, documents: Sequence[str]) -> None:
        self.name = str(texts) if isinstance(texts, str | Path) else "texts"
        self.absent: list[str] = []  # documents without a text
        self._documents = list(documents)
        self._way_out = ""  # of marks that are none
        self._rows = self._named(self._read(texts))
        self._held: dict[str, str] = {}
        self._known = set(documents)
        self._given: set[str] = set()

    def of(self, document: str) -> str:
        """The text of a document; "" if there is none."""
        while document not in self._held:
            row = next(self._rows, None)
            if row is None:
                self.absent.append(document)
                return ""
            self._held[row[0]] = row[1]
        return self._held.pop(document)

    def finish(self) -> None:
        """Reads what is left, which must be nothing; a text must have been for something."""
        for _ in self._rows:
            pass
        if len(self.absent) == len(self._documents):
            raise DataError(
                f"{self.name} has no text of any document.\nDocuments: {named(self._documents)}"
            )

    def _named(self, rows: Iterator[tuple[str, str | None, str]]) -> Iterator[tuple[str, str]]:
        """Where, name and text of every document, checked; those without a name in order."""
        unnamed = 0
        for where, name, text in rows:
            if not isinstance(text, str):
                raise DataError(f"{where} is {type(text).__name__}. Give a string.")
            if name is None:
                if unnamed == len(self._documents):
                    raise self._too_many(where)
                name = self._documents[unnamed]
                unnamed += 1
            if name not in self._known:
                raise DataError(
                    f"{where}: no document is called {name!r}."
                    f"{did_you_mean(name, self._known)}\n"
                    f"Documents: {named(self._documents)}{self._way_out}"
                )
            if name in self._given:
                raise DataError(f"{where}: the document {name!r} has a text already. Remove one.")
            if _NUL in text:
                raise DataError(f"{where}: the text holds a NUL character. Remove it.")
            self._given.add(name)
            yield name, text
        if 0 < unnamed < len(self._documents):
            raise DataError(
                f"{self.name} has {count(unnamed, 'text')}, but there are "
                f"{count(len(self._documents), 'document')}.\n"
                "Give one for each, in order, or name them: === DOCUMENT before each text."
            )

    def _too_many(self, where: str) -> DataError:
        return DataError(
            f"{where}: there are more texts than documents "
            f"({count(len(self._documents), 'document')}).\n"
            f"Say which lines are a document: {option('docids', 'FILE')}{self._way_out}"
        )

    def _read(self, texts: FreeTexts) -> Iterator[tuple[str, str | None, str]]:
        if isinstance(texts, Mapping):
            return ((f"texts[{name!r}]", name, text) for name, text in texts.items())
        if not isinstance(texts, str | Path):
            files = [path for path in texts if isinstance(path, Path)]
            if files and len(files) == len(texts):
                return self._files(files)
            return ((f"texts[{n}]", None, cast("str", text)) for n, text in enumerate(texts))
        path = Path(texts)
        if path.is_dir():
            return self._files(sorted(path.iterdir()))
        if plain_name(path).endswith((".jsonl", ".ndjson")):
            return _jsonl(path)
        self._way_out = _IS_TEXT
        return _marked(path, alone=len(self._documents) == 1)

    def _files(self, paths: Sequence[Path]) -> Iterator[tuple[str, str | None, str]]:
        """One file per document, `NAME` or `NAME.txt`; other files are a mistake."""
        files: dict[str, Path] = {}
        for path in paths:
            name = plain_name(path)
            if not name.startswith("."):
                name = name if name in self._known else name.rpartition(".")[0] or name
                if name in files:
                    raise DataError(f"{path} and {files[name]} are both of {name!r}. Remove one.")
                files[name] = path
        order = {name: number for number, name in enumerate(self._documents)}
        for name in sorted(files, key=lambda name: order.get(name, -1)):
            yield str(files[name]), name, "".join(_lines(files[name]))


def _jsonl(path: Path) -> Iterator[tuple[str, str | None, str]]:
    for number, row in read_objects(path):
        where = f"{path}:{number}"
        name = row.get("doc", row.get("id"))
        text = row.get("text")
        if not isinstance(name, str) or not isinstance(text, str):
            raise DataError(f'{where}: a row is {{"doc": ..., "text": ...}}, both of them strings.')
        yield where, name, text


def _marked(path: Path, *, alone: bool) -> Iterator[tuple[str, str | None, str]]:
    """A text file: documents behind lines `=== NAME` or `===`; without such lines one document.
    In a document that is alone, `===` below text parts nothing: it underlines a title."""
    name: str | None = None
    lines: list[str] = []
    start, marked = 1, False
    for number, line in enumerate(_lines(path), start=1):
        match = _MARK.fullmatch(line.rstrip("\r\n"))
        begun = match is not None and any(map(str.strip, lines))
        if match is None or (alone and begun and match["name"] is None):
            lines.append(line)
            continue
        if marked or begun:
            yield f"{path}:{start}", name, "".join(lines)
        name, lines, start, marked = match["name"], [], number, True
    yield f"{path}:{start}", name, "".join(lines)


def _lines(path: Path) -> Iterator[str]:
    """Lines with their ends; a byte order mark goes."""
    for number, line in enumerate(decoded_lines(path)):
        text = line.replace("\r\n", "\n")
        yield text.removeprefix("\ufeff") if not number else text


def named(documents: Sequence[str]) -> str:
    """The first few by name.

    >>> named(["a", "b", "c", "d", "e"])
    'a, b, c and 2 more'
    """
    more = f" and {len(documents) - _NAMED:,} more" if len(documents) > _NAMED else ""
    return ", ".join(documents[:_NAMED]) + more


def check_texts(texts: object) -> None:
    """Refuses what can be no texts."""
    if not isinstance(texts, str | Path | Mapping | Sequence):
        raise UsageError(
            f"texts is {type(texts).__name__}. Give a file, a folder, texts by document, or a list."
        )
