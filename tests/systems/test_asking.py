"""Asking: many requests at once, each query once, all answers kept, whatever ends the run."""

import itertools
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random
from threading import Barrier, Event, Lock

import pytest
from tests.systems.answering import Toy

from litmus.errors import DataError
from litmus.systems import asking
from litmus.systems.answers import Answers
from litmus.systems.asking import Asker, Chain
from litmus.systems.engine import Answer, Limit, Query, Turn
from litmus.systems.system import EngineSystem

ONE = Limit(1, 10_000)


class Crowd(Toy):
    """An engine that several threads ask; `meet` is where requests wait for each other."""

    def __init__(self, parallel: int, **settings: object) -> None:
        super().__init__(str.upper, **{"limit": ONE, **settings})  # type: ignore[arg-type]
        self.parallel, self.most, self.inside = parallel, 0, 0
        self._lock = Lock()
        self.meet = Barrier(1)

    def ask(self, texts: Sequence[str]) -> list[str]:
        with self._lock:
            self.inside += 1
            self.most = max(self.most, self.inside)
        try:
            self.meet.wait(20)
            return super().ask(texts)
        finally:
            with self._lock:
                self.inside -= 1


def _once(text: str, heard: dict[str, str]) -> Chain:
    heard[text] = (yield Query(text)).text


def test_as_many_requests_as_allowed_are_under_way() -> None:
    for parallel in (4, 1):
        engine, heard = Crowd(parallel), dict[str, str]()
        if parallel == 1:
            del engine.parallel  # an engine that says nothing is asked one at a time
        engine.meet = Barrier(parallel)  # nobody is answered before as many ask
        Asker(engine, Answers()).run(_once(f"s{n}", heard) for n in range(12))
        assert heard == {f"s{n}": f"S{n}" for n in range(12)}
        assert engine.most == parallel


def test_equal_queries_under_way_are_asked_once() -> None:
    engine, heard = Crowd(4), list[str]()

    def chain(text: str) -> Chain:
        heard.append((yield Query(text)).text)

    Asker(engine, Answers()).run(chain("same") for _ in range(1000))
    assert (engine.texts, heard) == (["same"], ["SAME"] * 1000)


def test_draws_of_a_query_are_asked_each() -> None:
    engine, heard = Crowd(2), dict[int, str]()

    def chain(draw: int) -> Chain:
        heard[draw] = (yield Query("x", turns=(Turn("user", "x"),), draw=draw)).text

    Asker(engine, Answers()).run(map(chain, range(3)))
    assert (engine.texts, len(heard)) == (["x"] * 3, 3)


def test_texts_are_packed_but_context_goes_alone() -> None:
    engine = Toy(str.upper, limit=Limit(3, 100))

    def chain(query: Query) -> Chain:
        yield query

    queries = [Query("a"), Query("b"), Query("c", ("before",)), Query("d"), Query("e"), Query("f")]
    Asker(engine, Answers()).run(map(chain, queries))
    assert engine.requests == [["a", "b"], ["c"], ["d", "e", "f"]]


def test_only_a_few_chains_are_open_at_a_time() -> None:
    opened = closed = most = 0

    def chain(text: str) -> Chain:
        nonlocal closed
        yield Query(text)
        closed += 1

    def chains() -> Iterator[Chain]:
        nonlocal opened, most
        for n in range(2000):
            opened += 1
            most = max(most, opened - closed)
            yield chain(f"s{n}")

    Asker(Crowd(4), Answers()).run(chains())
    assert closed == 2000 and most <= 16


def test_a_chain_whose_answers_are_there_asks_nothing(tmp_path: Path) -> None:
    engine = Toy(str.upper, stop_after=0)
    answers = Answers(tmp_path / "part")
    answers.put("toy", [(f"s{n}", Answer(f"S{n}")) for n in range(5000)])
    heard = list[str]()

    def chain() -> Chain:
        for n in range(5000):
            heard.append((yield Query(f"s{n}")).text)

    Asker(engine, answers).run([chain()])
    assert heard == [f"S{n}" for n in range(5000)]


def test_the_order_of_answers_never_matters() -> None:
    documents = [[f"d{d} s{n}." for n in range(8)] for d in range(6)]
    chance = Random(4)

    class Disorderly(Crowd):
        def ask(self, texts: Sequence[str]) -> list[str]:
            Event().wait(chance.uniform(0, 0.003))
            return super().ask(texts)

    for level in ("sentence", "document"):
        system = EngineSystem(Disorderly(8), level=level)  # type: ignore[arg-type]
        assert system.translate(documents) == [[s.upper() for s in d] for d in documents]


def test_a_failure_keeps_what_is_under_way_and_asks_nothing_more(tmp_path: Path) -> None:
    failed = Event()

    class Failing(Crowd):
        stopped = False

        def ask(self, texts: Sequence[str]) -> list[str]:
            if texts == ["s3"]:
                failed.set()
                raise DataError("down.")
            failed.wait(20)
            while not self.stopped:  # the failure is known before the others are answered
                Event().wait(0.001)
            return super().ask(texts)

        def stop(self) -> None:
            self.stopped = True

    engine = Failing(4)
    with pytest.raises(DataError, match="down"):
        Asker(engine, Answers(tmp_path / "part")).run(_once(f"s{n}", {}) for n in range(50))
    kept = Answers(tmp_path / "part")
    assert [n for n in range(50) if kept.get("toy", f"s{n}")] == [0, 1, 2]
    assert len(engine.requests) == 3


def test_what_never_comes_back_is_not_waited_for_for_ever(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(asking, "GRACE", 0.05)
    free = Event()

    class Stuck(Crowd):
        def ask(self, texts: Sequence[str]) -> list[str]:
            if texts == ["s0"]:
                free.wait(20)
            if texts == ["s1"]:
                raise KeyboardInterrupt
            return super().ask(texts)

    with pytest.raises(KeyboardInterrupt):
        Asker(Stuck(2), Answers(tmp_path / "part")).run(_once(f"s{n}", {}) for n in range(50))
    free.set()


@pytest.mark.parametrize("recovers", [False, True])
def test_what_could_not_be_written_ends_the_run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, recovers: bool
) -> None:
    engine, answers = Crowd(1 if recovers else 4), Answers(tmp_path / "part")
    number = itertools.count()
    put = answers.put

    def full(identity: str, pairs: list[tuple[str, Answer]]) -> None:
        if next(number) == 0 or not recovers:
            raise DataError("no space.")
        put(identity, pairs)

    monkeypatch.setattr(answers, "put", full)
    asker = Asker(engine, answers)
    with pytest.raises(DataError, match="no space"):
        asker.run(_once(f"s{n}", {}) for n in range(50))
    assert len(engine.requests) <= 4
    assert not recovers or asker.usage.requests == len(engine.requests) == len(answers) == 1


def test_a_chain_that_fails_keeps_what_is_under_way(tmp_path: Path) -> None:
    def broken(text: str) -> Chain:
        yield Query(text)
        raise ValueError("of ours")

    engine = Crowd(4)
    with pytest.raises(ValueError, match="of ours"):
        Asker(engine, Answers(tmp_path / "part")).run(broken(f"s{n}") for n in range(50))
    assert len(Answers(tmp_path / "part")) == len(engine.requests) <= 4


def test_what_was_not_sent_is_not_waited_for() -> None:
    class Interrupted:
        def put(self, _: object) -> None:
            raise KeyboardInterrupt

        def get(self) -> None:
            """Nothing to do."""

    crew = asking._Crew(Toy())
    crew._sent = Interrupted()  # type: ignore[assignment]
    with pytest.raises(KeyboardInterrupt):
        crew.send([Query("a")])
    assert crew.under_way == 0


def test_another_number_of_answers_is_an_error() -> None:
    class Short(Toy):
        def ask(self, texts: Sequence[str]) -> list[str]:
            return list(texts)[1:]

    with pytest.raises(DataError) as failed:
        Asker(Short(), Answers()).run(_once(text, {}) for text in "ab")
    assert str(failed.value) == (
        "toy gave 1 answers to 2 texts.\nAn engine answers every text, in their order."
    )


def test_an_asker_runs_again_after_a_failure() -> None:
    number = itertools.count()

    def reply(text: str) -> str:
        if next(number) == 0:
            raise DataError("down.")
        return text.upper()

    asker, heard = Asker(Toy(reply), Answers()), dict[str, str]()
    with pytest.raises(DataError):
        asker.run([_once("a", heard)])
    asker.run([_once("a", heard)])
    assert heard == {"a": "A"}


def test_half_a_character_is_mended_wherever_it_is(tmp_path: Path) -> None:
    class Torn(Toy):
        def answer(self, queries: Sequence[Query]) -> list[Answer]:
            return [Answer(f"{query.text}\ud800", "st\udc00p") for query in queries]

    Asker(Torn(), Answers(tmp_path / "part")).run([_once("a", {})])
    assert Answers(tmp_path / "part").get("toy", "a") == Answer("a\ufffd", "st\ufffdp")
