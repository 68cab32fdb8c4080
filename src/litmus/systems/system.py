"""System: documents in, documents out. An engine makes one: sentence by sentence, or whole."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal, Protocol

from litmus.files.text import one_line
from litmus.systems.answers import Answers
from litmus.systems.asking import asked
from litmus.systems.chat import ChatOptions
from litmus.systems.engine import Answer, Engine, Query
from litmus.systems.markers import Marker
from litmus.systems.reading import Read, Tally

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
    chat: ChatOptions = field(default_factory=ChatOptions)


@dataclass(frozen=True)
class _Piece:
    """Some sentences of a document that go out together, by their places in it."""

    document: int
    places: Sequence[int]


class EngineSystem:
    """An engine as a system.

    `level` document: whole documents with a marker between sentences. What comes back with
    wrong markers is sent again in smaller pieces, at last sentence by sentence. Every answer is
    kept in `answers` before the next is asked for. Equal texts are asked once. An empty sentence
    is never sent and stays empty; those around it go out together.
    """

    def __init__(
        self,
        engine: Engine,
        *,
        level: Level = "sentence",
        marker: Marker | None = None,
        answers: Answers | None = None,
    ) -> None:
        self._engine, self._level = engine, level
        self._identity = engine.identity  # a script that changes on the way is no matter
        self._marker = marker or Marker()
        self.answers = answers if answers is not None else Answers()
        self.kept = 0
        self._documents: Documents = []
        self._again: set[int] = set()  # documents sent again
        self._long: set[int] = set()  # documents too long for one request
        self._alone = 0  # sentences of documents sent again that went alone at last
        self._cut_off = 0  # sentences of long documents that found no neighbour in a request
        self._empty = 0
        self._tally = Tally()

    @property
    def counts(self) -> dict[str, int]:
        """What was remarkable about the answers of the last call -> how many; see `reading`."""
        return self._tally.counts

    @property
    def signature(self) -> str:
        """All that can change a translation; after a call also how many sentences of longer
        documents went alone."""
        found = f"{self._engine.signature}|level:{self._level}"
        if self._level == "document":
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
        if self._empty:
            found.append(f"{self._empty:,} sentences came back empty.")
        return found + self._tally.notes

    def translate(
        self, documents: Documents, *, progress: Progress | None = None
    ) -> list[list[str]]:
        """As many documents with as many sentences, each on one line. `progress`: sentences."""
        self._documents, self.kept = documents, 0
        self._alone = self._cut_off = self._empty = 0
        self._again, self._long, self._tally = set(), set(), Tally()
        found = [[""] * len(document) for document in documents]
        todo = [piece for number in range(len(documents)) for piece in self._pieces(number)]
        while todo:
            todo = self._round(todo, found, progress or _nobody)
        return found

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

    def _round(
        self, todo: Sequence[_Piece], found: list[list[str]], progress: Progress
    ) -> list[_Piece]:
        """Fills in what comes back right. The rest, in smaller pieces, is for the next round."""
        again: list[_Piece] = []
        waiting: dict[str, list[_Piece]] = {}
        for piece in todo:
            text = self._marker.join(self._sentences(piece))
            if text is None:
                again += self._smaller(piece)
            else:
                waiting.setdefault(text, []).append(piece)
        for text, answer in self._answered(list(waiting)):
            read = self._read(answer, Query(text))
            for piece in waiting[text]:
                parts = self._marker.split(read.text, self._sentences(piece))
                if parts is None:
                    again += self._smaller(piece)
                    continue
                self._tally.add(read)
                clean = [_clean(part) for part in parts]
                for place, one in zip(piece.places, clean, strict=True):
                    found[piece.document][place] = one
                self._empty += clean.count("")
                self.kept += len(clean) * self.answers.is_old(self._identity, text)
                progress(len(clean))
        return again

    def _sentences(self, piece: _Piece) -> Sequence[str]:
        document = self._documents[piece.document]
        return [document[place] for place in piece.places]

    def _read(self, answer: Answer, query: Query) -> Read:
        """The translation in an answer; engines that do not read theirs give nothing else."""
        read: Callable[[Answer, Query], Read] | None = getattr(self._engine, "read", None)
        return read(answer, query) if read else Read(answer.text)

    def _answered(self, texts: Sequence[str]) -> Iterator[tuple[str, Answer]]:
        """Texts with their answers: first those that are there, then as they come."""
        unknown = []
        for text in texts:
            answer = self.answers.get(self._identity, text)
            if answer is None:
                unknown.append(text)
            else:
                yield text, answer
        for request in self._requests(unknown):
            found = map(_whole, asked(self._engine, list(map(Query, request))))
            pairs = list(zip(request, found, strict=True))
            self.answers.put(self._identity, pairs)
            yield from pairs

    def _requests(self, texts: Sequence[str]) -> Iterator[list[str]]:
        limit, request, size = self._engine.limit, list[str](), 0
        for text in texts:
            if request and (len(request) >= limit.texts or size + len(text) > limit.characters):
                yield request
                request, size = [], 0
            request.append(text)
            size += len(text)
        if request:
            yield request

    def _smaller(self, piece: _Piece) -> list[_Piece]:
        self._again.add(piece.document)
        step = -(-len(piece.places) // _CUT)
        starts = range(0, len(piece.places), step)
        cut = [_Piece(piece.document, piece.places[start : start + step]) for start in starts]
        self._alone += sum(len(one.places) == 1 for one in cut)
        return cut


def _nobody(_: int) -> None:
    """Nobody hears of the progress."""


def _whole(answer: Answer) -> Answer:
    """Half characters, which JSON can hold and a file cannot, become U+FFFD."""
    text = answer.text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    return replace(answer, text=text)


def _clean(text: str) -> str:
    """One line, without what our readers refuse: a sentence never comes back as two."""
    return one_line(text.replace("\0", "").replace("\ufeff", ""))
