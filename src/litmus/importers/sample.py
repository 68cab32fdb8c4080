"""The name and the beginning of a file or folder: what a format is recognised by."""

import json
from functools import cached_property
from itertools import islice
from pathlib import Path
from typing import Any, Literal

from litmus.files.text import decoded_lines, plain_name, read_chunks

Form = Literal["folder", "markup", "JSON", "table", "text"]
_MARKUP = (".tmx", ".sgm", ".sgml", ".xml", ".xlf", ".xliff")


class Sample:
    """A file or folder of unknown format. It is read as far as a question needs, and no further;
    the text of a folder is empty."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.name = plain_name(path).lower()  # without the suffix of a compression
        self.suffix = Path(self.name).suffix

    @cached_property
    def form(self) -> Form:
        """What it looks like, whatever it means."""
        if self.path.is_dir():
            return "folder"
        if self.suffix in _MARKUP:
            return "markup"
        if self.suffix in (".json", ".jsonl") or self.first_line.startswith(("{", "[{")):
            return "JSON"
        return "table" if "\t" in self.first_line or self.suffix == ".tsv" else "text"

    @cached_property
    def start(self) -> bytes:
        """The first 4,096 bytes of a file."""
        return b"" if self.path.is_dir() else next(read_chunks(self.path, 1 << 12), b"")

    @cached_property
    def first_line(self) -> str:
        """The first line that is not blank, however the file is damaged."""
        if self.path.is_dir():
            return ""
        lines = decoded_lines(self.path, complain=lambda _: None)
        stripped = (line.strip("\ufeff\r\n") for line in islice(lines, 1_000))
        return next((line for line in stripped if line.strip()), "")

    @cached_property
    def cells(self) -> list[str]:
        """The first line of a table, cut at its tabs."""
        return self.first_line.split("\t")

    @cached_property
    def keys(self) -> frozenset[str]:
        """The keys of the JSON object in the first line, or of the first one in a list there."""
        try:
            value: Any = json.loads(self.first_line)
        except (ValueError, RecursionError):
            return frozenset()
        if isinstance(value, list):
            value = value[0] if value else {}
        return frozenset(value) if isinstance(value, dict) else frozenset()
