"""A damaged campaign: every command says what is wrong with which file, and the way out."""

import os
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
from campaigning import FIXTURES, make, make_rated, serving
from test_server import ask, judgement

from litmus.annotate.campaign_ratings import campaign_ratings
from litmus.annotate.campaigns.campaign import Campaign, load_campaign
from litmus.annotate.exchange import export_lines, exported, import_judgements, move_open
from litmus.annotate.judgements import read_judgements
from litmus.annotate.status import renew, status_lines
from litmus.annotate.store.database import Store, connect
from litmus.annotate.store.faults import fault
from litmus.annotate.store.writer import Writer
from litmus.errors import DataError

campaign, _ = FIXTURES
JUDGED = (
    "INSERT INTO judgements (annotator, item, label, comment, time, request) "
    "VALUES (1, 1, 'correct', 'a' || char(0) || 'b' || char(27), '', 'request-1')",
    "UPDATE assignments SET judgement = 1 WHERE annotator = 1 AND item = 1",
)


def _change(campaign: Campaign, *statements: str) -> None:
    with closing(sqlite3.connect(campaign.database, isolation_level=None)) as database:
        for statement in statements:
            database.executescript(statement)


def _told(campaign: Campaign, what: str) -> str:
    return (
        f"{campaign.database} is damaged: {what}.\n"
        "Restore a copy of it, or save what can be read: sqlite3 campaign.db .recover"
    )


DEEP = "[" * 100_000


@pytest.mark.parametrize(("statement", "what"), [
    ("DELETE FROM meta WHERE key = 'settings'", "its settings are missing"),
    ("UPDATE meta SET value = '{' WHERE key = 'settings'", "its settings cannot be read"),
    ("UPDATE meta SET value = '[1]' WHERE key = 'settings'", "its settings cannot be read"),
    ("UPDATE meta SET value = x'ff' WHERE key = 'settings'", "its settings cannot be read"),
    (f"UPDATE meta SET value = '{DEEP}' WHERE key = 'settings'", "its settings cannot be read"),
    ("DROP TABLE judgements", "no such table: judgements"),
], ids=range(6))  # fmt: skip
def test_a_campaign_that_cannot_be_opened(campaign: Campaign, statement: str, what: str) -> None:
    _change(campaign, statement)
    with pytest.raises(DataError) as failed:
        load_campaign(campaign.folder)
    assert str(failed.value) == _told(campaign, what)


def test_files_that_cannot_be_read(campaign: Campaign) -> None:
    path = campaign.folder / "guideline.md"
    text = path.read_bytes()
    path.write_bytes(b"Bitte \xfcberlegen")
    with pytest.raises(DataError) as failed:
        load_campaign(campaign.folder)
    assert str(failed.value).startswith(f"{path} is not UTF-8: ")
    assert str(failed.value).endswith(".\nSave it as UTF-8.")
    path.write_bytes(text)
    for name in ("guideline.md", "labels.toml", "campaign.toml", "campaign.db"):
        path = (campaign.folder / name).rename(campaign.folder / "aside")
        (campaign.folder / name).mkdir()
        with pytest.raises(DataError, match=f"{name} (cannot be (read|used): |is a folder)"):
            load_campaign(campaign.folder)
        (campaign.folder / name).rmdir()
        path.rename(campaign.folder / name)


def _spoil_pages(campaign: Campaign) -> None:
    """Everything behind the schema is overwritten."""
    query = "SELECT rootpage FROM sqlite_schema WHERE name LIKE '%meta%'"
    with closing(sqlite3.connect(campaign.database)) as database:
        database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        (size,) = database.execute("PRAGMA page_size").fetchone()
        kept = {page for (page,) in database.execute(query)}
    content = bytearray(campaign.database.read_bytes())
    for page in range(4, len(content) // size + 1):
        if page not in kept:
            content[(page - 1) * size : page * size] = b"\xff" * size
    campaign.database.write_bytes(content)


WORKS: list[Callable[[Campaign], object]] = [
    lambda campaign: list(status_lines(campaign)),
    lambda campaign: list(exported(campaign)),
    lambda campaign: list(exported(campaign, everything=True)),
    renew,
    lambda campaign: move_open(campaign, "ana", ["ben"]),
    lambda campaign: load_campaign(campaign.folder),
]


def test_damaged_pages(campaign: Campaign, tmp_path: Path) -> None:
    _spoil_pages(campaign)
    path = tmp_path / "theirs.jsonl"
    path.write_text('{"id": "s1", "system": "left", "label": "correct", "annotator": "eve"}\n')
    for work in (*WORKS, lambda campaign: import_judgements(campaign, [path])):
        with pytest.raises(DataError) as failed:
            work(campaign)
        assert str(failed.value) == _told(campaign, "database disk image is malformed")


def test_rows_that_cannot_be_read(campaign: Campaign) -> None:
    _change(campaign, *JUDGED)
    for statement, what in (
        ("UPDATE items SET span = '{'", "the span of item 1 cannot be read"),
        ("UPDATE items SET span = '{}'", "the span of item 1 cannot be read"),
        ("UPDATE items SET span = '[]'; UPDATE strata SET drawn = 0", "judgement 1 cannot be read"),
        ("UPDATE strata SET drawn = 6, size = 'many'", "judgement 1 cannot be read"),
    ):
        _change(campaign, statement)
        with pytest.raises(DataError) as failed:
            list(exported(campaign))
        assert str(failed.value) == _told(campaign, what)
    _change(campaign, "UPDATE annotators SET name = CAST(x'ff41' AS TEXT) WHERE id = 1")
    with pytest.raises(DataError, match="is damaged: Could not decode to UTF-8"):
        list(status_lines(campaign))


def test_old_comments_with_control_characters_are_exported_cleanly(
    campaign: Campaign, tmp_path: Path
) -> None:
    _change(campaign, *JUDGED)
    for format in ("tsv", "jsonl"):
        path = tmp_path / f"out.{format}"
        path.write_text("".join(export_lines(exported(campaign), format)), encoding="utf-8")
        (found,) = read_judgements(path)
        assert (found.comment, found.id) == ("ab", "s0")


def test_the_server_says_that_it_cannot_and_goes_on(tmp_path: Path) -> None:
    with serving(*make(tmp_path)) as served:
        _change(served.campaign, "UPDATE items SET shown = '['")
        for asked in (("GET", "/api/items/1"), ("POST", "/api/judgements", judgement())):
            answer = ask(served, *asked)  # a page keeps its answer, and asks again
            assert (answer.status, answer.body) == (
                503, {"error": "The campaign cannot be read or written. Tell whoever runs it."},
            )  # fmt: skip
        assert ask(served, "GET", "/").status == 200


def test_what_each_fault_means() -> None:
    for code, message in (
        (sqlite3.SQLITE_FULL, "cannot be written: the disk is full.\n"
         "Make room and go on; everything that was confirmed is there."),
        (sqlite3.SQLITE_BUSY, "is in use: no.\nTry again when the other program is done."),
        (sqlite3.SQLITE_IOERR | 10 << 8, "cannot be used: no.\n"
         "The file and its folder must be yours to write to, and on a local disk."),
        (sqlite3.SQLITE_CORRUPT | 1 << 8, "is damaged: no.\n"
         "Restore a copy of it, or save what can be read: sqlite3 c.db .recover"),
    ):  # fmt: skip
        error = sqlite3.OperationalError("no")
        error.sqlite_errorcode = code
        assert str(fault(Path("c.db"), error)) == f"c.db {message}"


def test_a_full_disk_is_told(campaign: Campaign) -> None:
    with closing(connect(campaign.database)) as connection:
        (pages,) = connection.execute("PRAGMA page_count").fetchone()
        connection.execute(f"PRAGMA max_page_count = {pages}")
        connection.execute("BEGIN")
        with pytest.raises(DataError, match="the disk is full"):
            connection.execute("CREATE TABLE large AS SELECT zeroblob(10000000)")


def test_nobody_waits_for_a_writer_that_cannot_open(tmp_path: Path) -> None:
    writer = Writer(tmp_path / "nothing.db")
    future = writer.submit(lambda store: store.annotators())
    assert isinstance(future.exception(timeout=30), DataError)
    writer.close()


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write anywhere")
def test_a_campaign_of_somebody_else(campaign: Campaign) -> None:
    campaign.database.chmod(0o400)
    campaign.folder.chmod(0o500)
    try:
        with pytest.raises(DataError, match="must be yours to write to"):
            renew(campaign)
    finally:
        campaign.folder.chmod(0o700)


@pytest.mark.parametrize(("column", "value", "what"), [
    ("spans", "'{'", "the marks of a judgement cannot be read"),
    ("spans", "'[1]'", "the marks of a judgement cannot be read"),
    ("spans", """'[{"start": 3, "end": 1}]'""", "the marks of a judgement cannot be read"),
    ("score", "'high'", "a score or a time cannot be read"),
    ("seconds", "x'00'", "a score or a time cannot be read"),
])  # fmt: skip
def test_ratings_that_cannot_be_read(tmp_path: Path, column: str, value: str, what: str) -> None:
    campaign, _ = make_rated(tmp_path)
    answer = {"spans": "'[]'", "score": "50.0", "seconds": "1.0"} | {column: value}
    changed = ", ".join(f"{name} = {new}" for name, new in answer.items())
    _change(campaign, *JUDGED, "DROP TRIGGER judgements_stay", f"UPDATE judgements SET {changed}")
    with closing(campaign.store().connection) as connection:
        for work in (
            lambda: list(status_lines(campaign)),
            lambda: list(campaign_ratings(campaign)),
            lambda: Store(connection).task(1, 1),
        ):
            with pytest.raises(DataError) as failed:
                work()
            assert str(failed.value) == _told(campaign, what)
