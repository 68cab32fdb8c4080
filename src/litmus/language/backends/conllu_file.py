"""A CoNLL-U file that the user's own parser made of the same texts."""

from collections.abc import Iterable, Iterator
from functools import cached_property
from hashlib import blake2b
from pathlib import Path

from litmus.errors import DataError
from litmus.files.text import read_chunks
from litmus.language.analysis import Sentence, Word, joined
from litmus.language.conllu.blocks import SHOWN, read_blocks
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
        reading = self.in_step()
        yield from reading.analyse(texts, sentences=sentences, parse=parse)
        reading.finish()

    def in_step(self) -> "Reading":
        """The file from its beginning, for texts that come batch by batch."""
        return Reading(self._path, self.signature)


class Reading:
    """A CoNLL-U file that is read on with every batch of texts."""

    def __init__(self, path: Path, signature: str) -> None:
        self.signature = signature
        self._path = path
        self._blocks = read_blocks(path)
        self._number = 0

    def analyse(
        self, texts: Iterable[str], *, sentences: str = "given", parse: bool = True
    ) -> Iterator[tuple[Sentence, ...]]:
        """The sentences of the next texts."""
        for text in texts:
            self._number += 1
            found = tuple(self._sentences(text))
            if not parse:
                found = tuple(_unparsed(sentence) for sentence in found)
            yield (joined(found),) if found and sentences == "given" else found

    def finish(self) -> None:
        """After the last text: sentences left over are an error."""
        for block in self._blocks:
            raise DataError(
                f"{self._path}:{block.line} begins a sentence that no text is left for, after "
                f"{count(self._number, 'text')}.\n{_WAY_OUT}"
            )

    def _sentences(self, text: str) -> Iterator[Sentence]:
        """The sentences of one text: as many as it takes to reach its end."""
        at = 0
        while text[at:].strip():
            block = next(self._blocks, None)
            if block is None:
                raise DataError(
                    f"{self._path} ends before text {self._number:,}: "
                    f"{text[at:].strip()[:SHOWN]!r}.\n{_WAY_OUT}"
                )
            try:
                sentence = place(block, text, at)
            except Misplaced as error:
                shown = text[error.position : error.position + SHOWN]
                goes_on = f"goes on with {shown!r}" if shown else "is at its end"
                raise DataError(
                    f"{self._path}:{error.surface.line} has the form {error.surface.form!r}, but "
                    f"text {self._number:,} {goes_on}.\n{_WAY_OUT}"
                ) from error
            yield sentence
            at = sentence.end


_WAY_OUT = "The file must hold the texts given, in order: parse them again, one sentence a line."


def _unparsed(sentence: Sentence) -> Sentence:
    words: Iterable[Word] = (word._replace(head=None, relation="") for word in sentence.words)
    return sentence._replace(words=tuple(words))
