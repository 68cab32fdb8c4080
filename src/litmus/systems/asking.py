"""Asking an engine: every query once, many at a time, every answer on disk before it counts."""

from collections import deque
from collections.abc import Generator, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from queue import SimpleQueue
from threading import Semaphore, Thread
from time import monotonic
from typing import Any

from litmus.errors import DataError
from litmus.systems.answers import Answers
from litmus.systems.engine import Answer, Engine, Query
from litmus.systems.usage import Usage

# Yields what it asks next, and is sent the answer: a document whose sentences need those before,
# or a request that is repeated in other words.
Chain = Generator[Query, Answer, None]
GRACE = 60.0  # seconds that a run which ends early waits for answers under way


class Asker:
    """Puts the queries of many chains to an engine, each query once.

    At most `parallel` requests are under way or not yet on disk: that is what a kill can lose.
    Chains run in the caller's thread; only a few are open at a time.
    """

    def __init__(self, engine: Engine, answers: Answers, *, parallel: int | None = None) -> None:
        self._engine, self._answers = engine, answers
        self._identity = engine.identity  # a script that changes on the way is no matter
        self._parallel: int = getattr(engine, "parallel", 1) if parallel is None else parallel
        self._usage = Usage()
        self._counted: Sequence[_Done] = ()  # in the usage, though perhaps not yet on disk
        self._retries = getattr(engine, "retries", 0)
        self._chains: Iterator[Chain] = iter(())
        self._open = 0
        self._todo: deque[Query] = deque()
        self._waiting: dict[str, list[Chain]] = {}  # by the key of what is asked or to be asked

    @property
    def usage(self) -> Usage:
        """What was asked so far."""
        retries = getattr(self._engine, "retries", 0) - self._retries
        found = replace(self._usage, retries=retries)
        return found.priced(getattr(self._engine, "price", None))

    def run(self, chains: Iterable[Chain]) -> None:
        """Runs every chain to its end. Which chain goes on when is not defined.

        Where a chain or a request fails, nothing more is asked, what is under way is kept, and
        then the failure is raised.
        """
        self._chains, self._open = iter(chains), 0
        self._todo, self._waiting = deque(), {}
        _tell(self._engine, "start")
        crew = _Crew(self._engine)
        try:
            while True:
                while crew.under_way < self._parallel and (request := self._request()):
                    crew.send(request)
                if not crew.under_way:
                    return
                self._go_on(crew, crew.done())
        except BaseException:
            self._wind_up(crew)
            raise
        finally:
            crew.dismiss()

    def _request(self) -> list[Query]:
        """The next request: texts that go together, as many as the engine takes; [] if none."""
        limit = self._engine.limit
        most = 4 * self._parallel * limit.texts
        while len(self._todo) < limit.texts and self._open < most:
            chain = next(self._chains, None)
            if chain is None:
                break
            self._open += 1
            self._advance(chain, None)
        found: list[Query] = []
        size = 0
        while self._todo and len(found) < limit.texts:
            query = self._todo[0]
            alone = query != Query(query.text)
            if found and (alone or size + len(query.text) > limit.characters):
                break
            found.append(self._todo.popleft())
            size += len(query.text)
            if alone:
                break
        return found

    def _advance(self, chain: Chain, answer: Answer | None) -> None:
        """Runs a chain until it asks what nobody has answered."""
        while True:
            try:
                query = next(chain) if answer is None else chain.send(answer)
            except StopIteration:
                self._open -= 1
                return
            answer = self._answers.get(self._identity, query.key)
            if answer is not None:
                continue
            if query.key not in self._waiting:
                self._todo.append(query)
            self._waiting.setdefault(query.key, []).append(chain)
            return

    def _go_on(self, crew: "_Crew", done: Sequence["_Done"]) -> None:
        """Keeps what came back, and runs the chains that waited for it, unless a request failed."""
        pairs = self._keep(done)
        crew.forget(done)
        for one in done:
            if one.failure is not None:
                raise one.failure
        for key, answer in pairs:
            for chain in self._waiting.pop(key):
                self._advance(chain, answer)

    def _keep(self, done: Sequence["_Done"]) -> list[tuple[str, Answer]]:
        """Puts what came back on disk, in one go."""
        pairs = []
        for one in done:
            if one.failure is None:
                pairs += [
                    (query.key, _whole(answer))
                    for query, answer in zip(one.request, one.answers, strict=True)
                ]
                if one not in self._counted:  # it comes again where it could not be written
                    self._usage = self._usage.and_request(one.request, one.answers)
        self._counted = done
        if pairs:
            self._answers.put(self._identity, pairs)
        return pairs

    def _wind_up(self, crew: "_Crew") -> None:
        """Keeps what is still under way, for some time. Another Ctrl-C ends that."""
        _tell(self._engine, "stop")
        end = monotonic() + GRACE
        while crew.under_way and (done := crew.done(end - monotonic())):
            with suppress(DataError):  # the first failure is the one that is told
                self._keep(done)
            crew.forget(done)


@dataclass(frozen=True, slots=True, eq=False)
class _Done:
    """A request that is over."""

    request: list[Query]
    answers: Sequence[Answer] = ()
    failure: BaseException | None = None


class _Crew:
    """Threads that ask, as many as are needed. They do not keep the program from ending.

    Ctrl-C may come between any two steps of the caller. So an answer is never in a variable alone:
    the thread itself puts it into a list, where it stays until it is on disk.
    """

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._sent: SimpleQueue[list[Query] | None] = SimpleQueue()
        self._threads: list[Thread] = []
        self._back: list[_Done] = []  # but not yet kept
        self._news = Semaphore(0)
        self._open: set[int] = set()  # requests by their ids: sent, but not yet kept

    @property
    def under_way(self) -> int:
        """How many requests are sent, but not yet kept."""
        return len(self._open)

    def send(self, request: list[Query]) -> None:
        """A request for whoever is free."""
        if self.under_way >= len(self._threads):
            thread = Thread(target=self._work, daemon=True)
            thread.start()
            self._threads.append(thread)
        self._sent.put(request)
        self._open.add(id(request))  # last: what was never sent would be waited for

    def done(self, patience: float | None = None) -> list[_Done]:
        """What is over: at least one request, unless none is for so long."""
        end = None if patience is None else monotonic() + max(0, patience)
        while not self._back:
            if not self._news.acquire(timeout=None if end is None else max(0, end - monotonic())):
                break
        return list(self._back)

    def forget(self, done: Sequence[_Done]) -> None:
        """These are kept, or failed."""
        for one in done:
            self._open.discard(id(one.request))
            self._back.remove(one)

    def dismiss(self) -> None:
        """Nothing is left to do."""
        for _ in self._threads:
            self._sent.put(None)
        if not self.under_way:
            for thread in self._threads:
                thread.join()

    def _work(self) -> None:
        while (request := self._sent.get()) is not None:
            try:
                done = _Done(request, asked(self._engine, request))
            except BaseException as failure:  # even Ctrl-C: the caller's thread decides
                done = _Done(request, failure=failure)
            self._back.append(done)
            self._news.release()


def asked(engine: Engine, queries: Sequence[Query]) -> list[Answer]:
    """One request. Engines that know texts only are asked for these."""
    answer: Any = getattr(engine, "answer", None)
    if answer is not None:
        found: list[Answer] = answer(queries)
    else:
        found = [Answer(text) for text in engine.ask([query.text for query in queries])]
    if len(found) != len(queries):
        raise DataError(
            f"{engine.signature} gave {len(found):,} answers to {len(queries):,} texts.\n"
            "An engine answers every text, in their order."
        )
    return found


def _tell(engine: Engine, what: str) -> None:
    """Starts or stops an engine that can be told."""
    method: Any = getattr(engine, what, None)
    if method is not None:
        method()


def _whole(answer: Answer) -> Answer:
    """Half characters, which JSON can hold and a file cannot, become U+FFFD."""
    text, finish = (
        one.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
        for one in (answer.text, answer.finish)
    )
    return replace(answer, text=text, finish=finish)
