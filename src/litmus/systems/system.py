"""System: documents in, documents out. An engine makes one: sentence by sentence, or whole."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Literal, Protocol

from litmus.files.text import one_line
from litmus.systems.answers import Answers
from litmus.systems.asking import Asker, Chain
from litmus.systems.context import Before, Context, fitted
from litmus.systems.engine import Answer, Engine, Query
from litmus.systems.engine_files.limits import Limits
from litmus.systems.markers import Marker
from litmus.systems.prompts.chat import ChatOptions
from litmus.systems.reading.reader import Read, Tally
from litmus.systems.usage import Usage
from litmus.wording import count

Documents = Sequence[Sequence[str]]
Level = Literal["sentence", "document"]
Progress = Callable[[int], None]
# A piece that came back wrong is cut into so many. Worst cost: a document of 64 sentences 4 times.
_CUT = 4


class System(Protocol):
    """Anything that translates."""

    @property
    def signature(self) -> str:
        """All that can change a translation, as far as we know it."""

    @property
    def kept(self) -> int:
        """How many sentences of the last call an earlier run had paid for."""

    @property
    def notes(self) -> list[str]:
        """What a reader of the last call's translations should know."""

    def translate(
        self, documents: Documents, *, progress: Progress | None = None
    ) -> list[list[str]]:
        """As many documents with as many sentences, each on one line. `progress`: sentences."""


@dataclass(frozen=True)
class SystemSetup:
    """What a system is made for. None: the system's own choice."""

    languages: tuple[str, str]
    level: Level = "sentence"
    marker: str | None = None
    url: str | None = None
    batch: int | None = None
    timeout: float | None = None
    limits: Limits = field(default_factory=Limits)
    dry_run: bool = False  # nothing will be asked
    chat: ChatOptions = field(default_factory=ChatOptions)


@dataclass(frozen=True)
class _Piece:
    """Some sentences of a document that go out together, by their places in it."""

    document: int
    places: Sequence[int]


class EngineSystem:
    """An engine as a system.

    `level` document: whole documents with a marker between sentences. What comes back with
    wrong markers is sent again in smaller pieces, at last sentence by sentence. With a `context`:
    sentence by sentence, each with those before it, so that a document's go out one after the
    other. At most `parallel` requests are under way. Every answer is kept in `answers` before it
    is used. Equal texts are asked once. An empty sentence is never sent and stays empty.
    """

    def __init__(
        self,
        engine: Engine,
        *,
        level: Level = "sentence",
        marker: Marker | None = None,
        answers: Answers | None = None,
        context: Context | None = None,
        parallel: int | None = None,
    ) -> None:
        self._engine, self._level = engine, level
        self._marker, self._context = marker or Marker(), context or Context()
        self.answers = answers if answers is not None else Answers()
        self._asker = Asker(engine, self.answers, parallel=parallel)
        self._identity = engine.identity  # a script that changes on the way is no matter
        self.kept = 0
        self._documents: Documents = []
        self._again: set[int] = set()  # documents sent again
        self._long: set[int] = set()  # documents too long for one request
        self._alone = 0  # sentences of documents sent again that went alone at last
        self._cut_off = 0  # sentences of long documents that found no neighbour in a request
        self._left_out = 0  # sentences of context that a model had no room for
        self._empty = 0
        self._progress: Progress = _nobody
        self._tally = Tally()

    @property
    def usage(self) -> Usage:
        """What was asked so far."""
        return self._asker.usage

    @property
    def counts(self) -> dict[str, int]:
        """What was remarkable about the answers of the last call -> how many; see `reading`."""
        return self._tally.counts

    @property
    def signature(self) -> str:
        """All that can change a translation; after a call also how many sentences of longer
        documents went alone."""
        found = f"{self._engine.signature}|level:{self._level}"
        if self._context:
            found += f"|context:{self._context.name}"
        elif self._level == "document":
            found += f"|marker:{self._marker.text}"
        alone = self._alone + self._cut_off
        return f"{found}|alone:{alone}" if alone else found

    @property
    def notes(self) -> list[str]:
        """What a reader of the last call's translations should know."""
        found, total = [], len(self._documents)
        if self._long:
            found.append(
                f"{len(self._long):,} of {total:,} documents were too long for one request: "
                f"sent in pieces, {self._cut_off:,} sentences alone."
            )
        if self._again:
            found.append(
                f"The markers of {len(self._again):,} of {total:,} documents did not come back "
                f"right; these were sent again in pieces, {self._alone:,} sentences alone."
            )
        if self._left_out:
            found.append(
                f"{count(self._left_out, 'sentence')} of context had no room; the farthest were "
                "left out."
            )
        if self._empty:
            found.append(f"{self._empty:,} sentences came back empty.")
        return found + self._tally.notes

    def translate(
        self,
        documents: Documents,
        *,
        progress: Progress | None = None,
        references: Documents | None = None,
    ) -> list[list[str]]:
        """As many documents with as many sentences, each on one line. `progress`: sentences.

        `references` are the target side of a context that is not the engine's own.
        """
        self._documents, self.kept = documents, 0
        self._alone = self._cut_off = self._left_out = self._empty = 0
        self._again, self._long, self._tally = set(), set(), Tally()
        self._progress = progress or _nobody
        found = [[""] * len(document) for document in documents]
        if blank := sum(not one.strip() for document in documents for one in document):
            self._progress(blank)
        if self._context:
            before = [None] * len(documents) if references is None else references
            self._asker.run(map(self._in_order, documents, before, found))
            return found
        todo = [piece for number in range(len(documents)) for piece in self._pieces(number)]
        while todo:
            again: list[_Piece] = []
            self._asker.run(self._at_once(piece, found, again) for piece in todo)
            todo = again
        return found

    def _in_order(
        self, document: Sequence[str], references: Sequence[str] | None, found: list[str]
    ) -> Chain:
        """A document sentence by sentence, each with those before it."""
        before = Before(self._context)
        window = getattr(self._engine, "window", None)
        weigh = getattr(self._engine, "weigh", None)
        for place, sentence in enumerate(document):
            if not sentence.strip():
                continue
            query = before.query(self._marker.escape(sentence))
            if window and weigh:
                query, left_out = fitted(query, window, weigh)
                self._left_out += left_out
            read = self._read((yield query), query)
            self._tally.add(read)
            found[place] = _clean(self._marker.unescape(read.text.strip()))
            self._count(query, [found[place]])
            target = found[place] if references is None else references[place]
            before.add(query.text, self._marker.escape(target))

    def _at_once(self, piece: _Piece, found: list[list[str]], again: list[_Piece]) -> Chain:
        """A piece of a document; one that does not come back right is cut up for another round."""
        sentences = [self._documents[piece.document][place] for place in piece.places]
        text = self._marker.join(sentences)
        if text is None:
            again += self._smaller(piece)
            return
        read = self._read((yield Query(text)), Query(text))
        parts = self._marker.split(read.text, sentences)
        if parts is None:
            again += self._smaller(piece)
            return
        self._tally.add(read)
        clean = [_clean(part) for part in parts]
        for place, one in zip(piece.places, clean, strict=True):
            found[piece.document][place] = one
        self._count(Query(text), clean)

    def _count(self, query: Query, translations: Sequence[str]) -> None:
        self._empty += translations.count("")
        self.kept += len(translations) * self.answers.is_old(self._identity, query.key)
        self._progress(len(translations))

    def _pieces(self, document: int) -> list[_Piece]:
        """A document as it goes out first: whole if one request holds it, without empty lines."""
        texts = self._documents[document]
        there = [place for place, text in enumerate(texts) if text.strip()]
        if self._level == "sentence":
            return [_Piece(document, [place]) for place in there]
        pieces: list[list[int]] = []
        room = 0
        for place in there:
            length = len(self._marker.escape(texts[place])) + len(self._marker.text) + 4
            if not pieces or length > room:
                pieces.append([])
                room = self._engine.limit.characters
            pieces[-1].append(place)
            room -= length
        if len(pieces) > 1:
            self._long.add(document)
            self._cut_off += sum(len(piece) == 1 for piece in pieces)
        return [_Piece(document, piece) for piece in pieces]

    def _read(self, answer: Answer, query: Query) -> Read:
        """The translation in an answer; engines that do not read theirs give nothing else."""
        read: Callable[[Answer, Query], Read] | None = getattr(self._engine, "read", None)
        return read(answer, query) if read else Read(answer.text)

    def _smaller(self, piece: _Piece) -> list[_Piece]:
        self._again.add(piece.document)
        step = -(-len(piece.places) // _CUT)
        starts = range(0, len(piece.places), step)
        cut = [_Piece(piece.document, piece.places[start : start + step]) for start in starts]
        self._alone += sum(len(one.places) == 1 for one in cut)
        return cut


def _nobody(_: int) -> None:
    """Nobody hears of the progress."""


def _clean(text: str) -> str:
    """One line, without what our readers refuse: a sentence never comes back as two."""
    return one_line(text.replace("\0", "").replace("\ufeff", ""))
