"""The store: a log that only grows, and what stands according to it."""

import sqlite3
from collections.abc import Callable, Iterator
from concurrent.futures import wait
from contextlib import closing
from pathlib import Path

import pytest
from campaigning import FIXTURES, make

from litmus.annotate.campaigns.campaign import Campaign
from litmus.annotate.store.database import NAME, Standing, Store, connect
from litmus.annotate.store.writer import Writer
from litmus.errors import DataError

campaign, served = FIXTURES
ANA, BEN = 1, 2


@pytest.fixture
def store(campaign: Campaign) -> Iterator[Store]:
    found = campaign.store()
    with closing(found.connection):
        yield found


def label_at(store: Store, position: int, annotator: int = ANA) -> str | None:
    task = store.task(annotator, position)
    assert task is not None
    return task.standing.label if task.standing else None


def log(store: Store) -> list[tuple[object, ...]]:
    query = "SELECT label, comment, undoes IS NOT NULL FROM judgements ORDER BY id"
    return list(store.connection.execute(query))


def test_a_request_sent_twice_is_recorded_once(store: Store) -> None:
    assert store.judge(ANA, 3, "literal", "beans!", "request-1")
    assert not store.judge(ANA, 3, "correct", "", "request-1")
    assert (store.progress(ANA), store.progress(BEN)) == ((1, 12), (0, 12))
    assert store.judge(BEN, 3, "correct", "", "request-1")  # someone else's
    task = store.task(ANA, 3)
    assert task is not None and task.standing == Standing("literal", "beans!")
    assert log(store) == [("literal", "beans!", 0), ("correct", "", 0)]
    for sql in ("DELETE FROM judgements", "UPDATE judgements SET label = 'correct'"):
        with pytest.raises(sqlite3.IntegrityError, match="judgements are only added"):
            store.connection.execute(sql)


def test_undo_goes_back_step_by_step(store: Store) -> None:
    for k, (position, label, comment) in enumerate(
        [(3, "literal", "first"), (5, "omitted", ""), (3, "correct", "second")]
    ):
        store.judge(ANA, position, label, comment, f"request-{k}")
    assert label_at(store, 3) == "correct"
    assert store.undo(BEN, "undo-0") is None  # it is one's own
    for k, (position, label) in enumerate([(3, "literal"), (5, None), (3, None)]):
        assert store.undo(ANA, f"undo-{k}") == store.undo(ANA, f"undo-{k}") == position  # once
        assert label_at(store, position) == label
    assert store.undo(ANA, "undo-4") is None
    assert store.progress(ANA) == (0, 12)
    assert log(store) == [
        ("literal", "first", 0), ("omitted", "", 0), ("correct", "second", 0),
        ("literal", "first", 1), (None, "", 1), (None, "", 1),
    ]  # fmt: skip
    store.judge(ANA, 3, "correct", "", "request-9")
    assert (store.undo(ANA, "undo-9"), label_at(store, 3)) == (3, None)
    assert store.undo(ANA, "undo-10") is None


def test_the_next_open_item_comes_round_again(store: Store) -> None:
    found = [store.task(ANA, position) for position in (1, 5, 12)]
    assert [(t.previous, t.next) for t in found if t] == [(None, 2), (4, 6), (11, None)]
    assert store.last(ANA) == 12 and store.task(ANA, 13) is None
    for position in (1, 2, 4, 12):
        store.judge(ANA, position, "correct", "", f"request-{position}")
    assert [store.next_open(ANA, after) for after in (0, 2, 3, 11, 12)] == [3, 3, 5, 3, 3]
    for position in (3, *range(5, 12)):
        store.judge(ANA, position, "correct", "", f"request-{position}")
    assert store.next_open(ANA) is None
    assert store.progress(ANA) == (12, 12)


def test_the_store_is_safe_against_power_cuts(store: Store) -> None:
    assert store.connection.execute("PRAGMA journal_mode").fetchone() == ("wal",)
    assert store.connection.execute("PRAGMA synchronous").fetchone() == (2,)  # FULL


def test_secrets_are_not_in_the_file(tmp_path: Path) -> None:
    found, made = make(tmp_path)
    content = b"".join(path.read_bytes() for path in found.folder.iterdir())
    assert all(secret.encode() not in content for secret in made.secrets.values())
    assert len(set(made.secrets.values())) == 2 and all(len(s) == 32 for s in made.secrets.values())
    with closing((store := found.store()).connection):
        assert store.log_in(made.secrets["ben"]) == (2, "ben")
        assert store.log_in("x" * 32) is None


def test_no_campaign(tmp_path: Path) -> None:
    with pytest.raises(DataError) as error:
        connect(tmp_path / NAME)
    assert str(error.value) == (
        f"There is no campaign in {tmp_path}: campaign.db is missing.\n"
        "Make one with: litmus annotate new FOLDER -t SUITE --annotators NAME,NAME"
    )
    (tmp_path / NAME).write_text("not a database, whatever its name may say" * 100)
    with pytest.raises(DataError, match="is damaged: file is not a database"):
        connect(tmp_path / NAME)


def judging(position: int) -> Callable[[Store], bool]:
    return lambda store: store.judge(ANA, position, "correct", "", f"request-{position}")


@pytest.fixture
def writer(campaign: Campaign) -> Iterator[Writer]:
    found = Writer(campaign.database)
    yield found
    found.close()


def test_works_are_on_disk_when_their_answer_comes(campaign: Campaign, writer: Writer) -> None:
    for k in range(1, 6):
        writer.submit(judging(k)).result()
        with closing(sqlite3.connect(campaign.database)) as other:
            assert other.execute("SELECT count(*) FROM judgements").fetchone() == (k,)


def test_a_work_that_fails_takes_back_only_its_own(campaign: Campaign, writer: Writer) -> None:
    def fails(store: Store) -> None:
        judging(2)(store)
        raise LookupError("no")

    futures = [writer.submit(work) for work in (judging(1), fails, judging(3))]
    wait(futures)
    assert isinstance(futures[1].exception(), LookupError)
    with closing(sqlite3.connect(campaign.database)) as other:
        rows = other.execute("SELECT request FROM judgements ORDER BY id").fetchall()
    assert rows == [("request-1",), ("request-3",)]


def test_close_finishes_what_waits(writer: Writer) -> None:
    futures = [writer.submit(judging(k)) for k in range(1, 13)]
    writer.close()
    assert all(future.result(timeout=0) for future in futures)


def test_a_cancelled_work_is_left_out_and_harms_no_one(campaign: Campaign, writer: Writer) -> None:
    with closing(sqlite3.connect(campaign.database, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")  # the writer has to wait
        first, gone = writer.submit(judging(1)), writer.submit(judging(2))
        assert gone.cancel()
        other.execute("ROLLBACK")
    assert first.result(timeout=10)
    assert writer.submit(judging(3)).result(timeout=10)
