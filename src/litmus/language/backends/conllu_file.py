"""A CoNLL-U file that the user's own parser made of the same texts."""

from collections.abc import Iterable, Iterator
from functools import cached_property
from hashlib import blake2b
from pathlib import Path

from litmus.errors import DataError
from litmus.files.text import read_chunks
from litmus.language.analysis import Sentence, Word, joined
from litmus.language.conllu.blocks import SHOWN, Block, read_blocks
from litmus.language.conllu.reader import Misplaced, place
from litmus.wording import count


class ConlluAnalyser:
    """Reads the file in step with the texts, each time from its beginning.

    The forms must spell the texts given, in order; white space may differ. A text may have
    several sentences in the file: with `sentences="given"` they become one.
    """

    def __init__(self, language: str, file: str) -> None:
        self._path = Path(file)
        if not self._path.exists():
            raise DataError(f"{file} does not exist.")

    @cached_property
    def signature(self) -> str:
        """The file by its contents."""
        digest = blake2b(digest_size=4)
        for chunk in read_chunks(self._path):
            digest.update(chunk)
        return f"conllu:{self._path.name}#{digest.hexdigest()}"

    def analyse(
        self, texts: Iterable[str], *, sentences: str = "given", parse: bool = True
    ) -> Iterator[tuple[Sentence, ...]]:
        """See `litmus.language.analysis.analyse`. Sentences left over are an error."""
        blocks = read_blocks(self._path)
        number = 0
        for number, text in enumerate(texts, start=1):
            found = tuple(self._sentences(blocks, text, number))
            if not parse:
                found = tuple(_unparsed(sentence) for sentence in found)
            yield (joined(found),) if found and sentences == "given" else found
        for block in blocks:
            raise DataError(
                f"{self._path}:{block.line} begins a sentence that no text is left for, after "
                f"{count(number, 'text')}.\n{_WAY_OUT}"
            )

    def _sentences(self, blocks: Iterator[Block], text: str, number: int) -> Iterator[Sentence]:
        """The sentences of one text: as many as it takes to reach its end."""
        at = 0
        while text[at:].strip():
            block = next(blocks, None)
            if block is None:
                raise DataError(
                    f"{self._path} ends before text {number:,}: {text[at:].strip()[:SHOWN]!r}.\n"
                    f"{_WAY_OUT}"
                )
            try:
                sentence = place(block, text, at)
            except Misplaced as error:
                shown = text[error.position : error.position + SHOWN]
                goes_on = f"goes on with {shown!r}" if shown else "is at its end"
                raise DataError(
                    f"{self._path}:{error.surface.line} has the form {error.surface.form!r}, but "
                    f"text {number:,} {goes_on}.\n{_WAY_OUT}"
                ) from error
            yield sentence
            at = sentence.end


_WAY_OUT = "The file must hold the texts given, in order: parse them again, one sentence a line."


def _unparsed(sentence: Sentence) -> Sentence:
    words: Iterable[Word] = (word._replace(head=None, relation="") for word in sentence.words)
    return sentence._replace(words=tuple(words))
