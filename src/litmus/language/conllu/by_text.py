"""Analyses in a CoNLL-U file, found by what the sentences say: any of them, in any order."""

from collections.abc import Iterable, Iterator
from pathlib import Path

from litmus.errors import DataError
from litmus.language.analysis import Sentence
from litmus.language.conllu.blocks import Block, read_blocks
from litmus.language.conllu.reader import place


class AnalysedTexts:
    """A few sentences, all in memory. White space does not count."""

    any_order = True

    def __init__(self, path: Path) -> None:
        if not path.exists():
            raise DataError(f"{path} does not exist.")
        self.signature = f"conllu:{path.name}"
        self._path = path
        self._blocks = {_key(_spelled(block)): block for block in read_blocks(path)}

    def __contains__(self, text: str) -> bool:
        return _key(text) in self._blocks

    def analyse(
        self, texts: Iterable[str], *, sentences: str = "given", parse: bool = True
    ) -> Iterator[tuple[Sentence, ...]]:
        """One sentence a text, which must be there."""
        for text in texts:
            if text not in self:
                raise DataError(f"{self._path} has no analysis of {text!r}.")
            yield (place(self._blocks[_key(text)], text),)


def _spelled(block: Block) -> str:
    return "".join(surface.exact for surface in block.surfaces)


def _key(text: str) -> str:
    return "".join(text.split())
