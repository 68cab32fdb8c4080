"""Campaigns that an older litmus made are opened, and go on."""

import sqlite3
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path

import pytest
from campaigning import FIXTURES

from litmus.annotate.campaigns.campaign import SETTINGS, Campaign, load_campaign
from litmus.annotate.exchange import exported
from litmus.annotate.store.database import NAME, Standing, connect
from litmus.errors import DataError

campaign, served = FIXTURES
# Layout 2, as it was.
OLD = """
CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL);
CREATE TABLE annotators (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, secret TEXT UNIQUE);
CREATE TABLE strata (
  id INTEGER PRIMARY KEY, system TEXT NOT NULL, name TEXT NOT NULL, size INTEGER NOT NULL,
  drawn INTEGER NOT NULL, UNIQUE (system, name)
);
CREATE TABLE items (
  id INTEGER PRIMARY KEY, segment TEXT NOT NULL, mark TEXT, span TEXT NOT NULL,
  stratum INTEGER NOT NULL REFERENCES strata (id), shown TEXT NOT NULL, alike INTEGER NOT NULL
);
CREATE INDEX items_by_segment ON items (segment);
CREATE INDEX items_alike ON items (alike);
CREATE TABLE judgements (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  annotator INTEGER NOT NULL REFERENCES annotators (id),
  item INTEGER NOT NULL REFERENCES items (id),
  label TEXT, comment TEXT NOT NULL, time TEXT NOT NULL, request TEXT NOT NULL,
  undoes INTEGER REFERENCES judgements (id), repeats INTEGER REFERENCES judgements (id),
  origin TEXT, UNIQUE (annotator, request)
);
CREATE INDEX judgements_by_item ON judgements (annotator, item);
CREATE UNIQUE INDEX judgements_undone ON judgements (undoes) WHERE undoes IS NOT NULL;
CREATE INDEX judgements_repeated ON judgements (repeats) WHERE repeats IS NOT NULL;
CREATE TRIGGER judgements_stay BEFORE UPDATE ON judgements
  BEGIN SELECT RAISE(ABORT, 'judgements are only added'); END;
CREATE TRIGGER judgements_remain BEFORE DELETE ON judgements
  BEGIN SELECT RAISE(ABORT, 'judgements are only added'); END;
CREATE TABLE assignments (
  annotator INTEGER NOT NULL REFERENCES annotators (id), position INTEGER NOT NULL,
  item INTEGER NOT NULL REFERENCES items (id), judgement INTEGER REFERENCES judgements (id),
  PRIMARY KEY (annotator, position), UNIQUE (annotator, item)
) WITHOUT ROWID;
CREATE INDEX assignments_open ON assignments (annotator, position) WHERE judgement IS NULL;
"""


def aged(campaign: Campaign) -> Path:
    """The campaign as the older version wrote it, with one judgement; its database."""
    path = campaign.folder / NAME
    new = path.rename(path.with_suffix(".new"))
    with closing(sqlite3.connect(path, isolation_level=None)) as old:
        old.execute("PRAGMA journal_mode = WAL")
        old.executescript(OLD)
        old.execute("ATTACH ? AS new", (str(new),))
        for table in ("meta", "annotators", "strata", "items", "assignments"):
            columns = ", ".join(row[1] for row in old.execute(f"PRAGMA main.table_info({table})"))
            old.execute(f"INSERT INTO main.{table} ({columns}) SELECT {columns} FROM new.{table}")
        old.execute("UPDATE meta SET value = '2' WHERE key = 'layout'")
        frozen = "UPDATE meta SET value = json_remove(value, '$.attention') WHERE key = 'settings'"
        old.execute(frozen)
        old.execute(
            "INSERT INTO judgements (annotator, item, label, comment, time, request) "
            "VALUES (1, 1, 'literal', 'old', '2025-01-01T00:00:00.000Z', 'request-0')"
        )
        old.execute("UPDATE assignments SET judgement = 1 WHERE annotator = 1 AND item = 1")
    settings = campaign.folder / SETTINGS
    lines = settings.read_text(encoding="utf-8").splitlines(keepends=True)
    settings.write_text("".join(line for line in lines if not line.startswith("attention")))
    return path


def position(path: Path, item: int) -> int:
    with closing(sqlite3.connect(path)) as found:
        query = "SELECT position FROM assignments WHERE annotator = 1 AND item = ?"
        return int(found.execute(query, (item,)).fetchone()[0])


def test_an_old_campaign_goes_on(campaign: Campaign) -> None:
    path = aged(campaign)
    found = load_campaign(campaign.folder)
    with closing((store := found.store()).connection):
        task = store.task(1, position(path, 1))
        assert task is not None and task.standing == Standing("literal", "old")
        store.judge(1, position(path, 2), "correct", "", "request-1", seconds=3.5)
    rows = [(row["label"], row["seconds"]) for row in exported(found)]
    assert rows == [("literal", None), ("correct", 3.5)]
    with closing(sqlite3.connect(path)) as database:
        assert database.execute("SELECT value FROM meta WHERE key = 'layout'").fetchone() == ("3",)


def test_many_may_open_it_at_once(campaign: Campaign) -> None:
    path = aged(campaign)
    with ThreadPoolExecutor(8) as pool:
        list(pool.map(lambda _: connect(path).close(), range(8)))  # raises what any raised
    assert len(list(exported(load_campaign(campaign.folder)))) == 1


def test_what_cannot_be_brought_up_to_date_stays_as_it_is(campaign: Campaign) -> None:
    path = aged(campaign)
    with closing(sqlite3.connect(path, isolation_level=None)) as database:
        database.execute("ALTER TABLE judgements ADD COLUMN score TEXT")  # of somebody else
    with pytest.raises(DataError, match="duplicate column name: score"):
        connect(path)
    with closing(sqlite3.connect(path)) as database:
        columns = {row[1] for row in database.execute("PRAGMA table_info(items)")}
        layout = database.execute("SELECT value FROM meta WHERE key = 'layout'").fetchone()
    assert "check_of" not in columns and layout == ("2",)


def test_settings_that_are_new_have_to_be_as_they_were(campaign: Campaign) -> None:
    aged(campaign)
    settings = campaign.folder / SETTINGS
    text = settings.read_text(encoding="utf-8")
    settings.write_text(text.replace("seed =", "attention = 3\nseed ="), encoding="utf-8")
    with pytest.raises(DataError, match="'attention' is 3, but the items were drawn .* with 0"):
        load_campaign(campaign.folder)
