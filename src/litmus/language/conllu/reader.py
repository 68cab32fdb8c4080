"""CoNLL-U, read strictly: every sentence of a file, placed in a text. `writer` writes it."""

import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from litmus.errors import DataError
from litmus.language.analysis import Sentence, Token, part_spans
from litmus.language.conllu.blocks import SHOWN, Block, Surface, read_blocks

_SPACES = re.compile(r"\s*")
_LINE_END = re.compile("[\n\r\v\f\x1c-\x1e\x85\u2028\u2029]")


class Entry(NamedTuple):
    """A sentence with the line of the file where its rows begin; `id` is "" if it has none."""

    id: str
    line: int
    sentence: Sentence


class Misplaced(Exception):
    """The token of a block that a text does not have at a position."""

    def __init__(self, surface: Surface, position: int) -> None:
        super().__init__(surface.form)
        self.surface = surface
        self.position = position


def read_conllu(path: Path) -> Iterator[Entry]:
    """Every sentence of a file, each with a text of its own, as the file is read.

    The text is `# text` with the exact spaces of MISC where it has them; without `# text` it is
    made from the forms. A line end before or after the sentence is not part of it. Empty nodes
    are left out, with one warning.
    """
    for block in read_blocks(path):
        yield Entry(block.id, block.line, _own_sentence(block))


def place(block: Block, text: str, at: int = 0) -> Sentence:
    """The block as a sentence of `text`, from position `at` on; white space may differ.

    Raises `Misplaced` where the text has something else.
    """
    return _sentence(block, text, _locate(block.surfaces, text, at))


def _locate(surfaces: Sequence[Surface], text: str, at: int) -> list[tuple[int, int]]:
    """Where each token stands in a text, nothing but white space between them."""
    spans = []
    for surface in surfaces:
        at = _SPACES.match(text, at).end()  # type: ignore[union-attr]  # it matches nothing, too
        end = _end(surface, text, at)
        if end is None:
            raise Misplaced(surface, at)
        spans.append((at, end))
        at = end
    return spans


def _end(surface: Surface, text: str, at: int) -> int | None:
    for form in (surface.exact, surface.form):
        if text.startswith(form, at):
            return at + len(form)
    parts = surface.form.split()
    if len(parts) == 1:
        return None
    for number, part in enumerate(parts):
        start = _SPACES.match(text, at).end() if number else at  # type: ignore[union-attr]
        if (number and start == at) or not text.startswith(part, start):
            return None
        at = start + len(part)
    return at


def _sentence(block: Block, text: str, spans: Sequence[tuple[int, int]]) -> Sentence:
    tokens, words = [], []
    for surface, (start, end) in zip(block.surfaces, spans, strict=True):
        first, stop = surface.first, surface.stop
        tokens.append(Token(start, end, first, stop))
        own = block.words[first:stop]
        if len(own) == 1:
            words.append(own[0]._replace(form=text[start:end], start=start, end=end))
            continue
        parts = part_spans(text, start, end, [word.form for word in own])
        for word, (begin, finish) in zip(own, parts, strict=True):
            words.append(word._replace(start=begin, end=finish))
    return Sentence(text, spans[0][0], spans[-1][1], tuple(tokens), tuple(words))


def _own_sentence(block: Block) -> Sentence:
    """The block with the text that it says itself."""
    surfaces = block.surfaces
    forms = [surface.exact for surface in surfaces]
    gaps = ["" if surface.joined else " " for surface in surfaces]
    if block.text is not None:
        forms, gaps = _forms_and_gaps(block, block.text)
    gaps[-1] = ""
    for place, surface in enumerate(surfaces):
        if surface.after is not None:
            gaps[place] = surface.after
    leading = surfaces[0].before or ""
    text = "" if _LINE_END.search(leading) else leading
    if _LINE_END.search(gaps[-1]):
        gaps[-1] = ""
    spans = []
    for form, gap in zip(forms, gaps, strict=True):
        spans.append((len(text), len(text) + len(form)))
        text += form + gap
    return _sentence(block, text, spans)


def _forms_and_gaps(block: Block, text: str) -> tuple[list[str], list[str]]:
    """The tokens as `# text` has them, and what it has after each."""
    try:
        spans = _locate(block.surfaces, text, 0)
    except Misplaced as error:
        shown = text[error.position : error.position + SHOWN]
        raise DataError(
            f"{block.path}:{error.surface.line} has the form {error.surface.form!r}, but # text "
            f"goes on with {shown!r}.\nForms must spell the text of their sentence."
        ) from error
    rest = text[spans[-1][1] :]
    if rest.strip():
        raise DataError(
            f"{block.path}:{block.line} begins a sentence whose # text goes on after its last "
            f"form: {rest.strip()[:SHOWN]!r}.\nForms must spell the text of their sentence."
        )
    ends = [*(start for start, _ in spans[1:]), len(text)]
    forms = [
        text[start:end] if surface.exact == surface.form else surface.exact
        for surface, (start, end) in zip(block.surfaces, spans, strict=True)
    ]
    return forms, [text[end:start] for (_, end), start in zip(spans, ends, strict=True)]
