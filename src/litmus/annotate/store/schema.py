"""The layout of the store, and the way to it from older ones."""

import sqlite3

from litmus.annotate.store.faults import Connection
from litmus.errors import DataError

LAYOUT = 3
SCHEMA = """
CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL);
CREATE TABLE annotators (
  id INTEGER PRIMARY KEY,
  name TEXT NOT NULL UNIQUE,
  secret TEXT UNIQUE                         -- SHA-256 of the link's secret; NULL: cannot log in
);
CREATE TABLE strata (
  id INTEGER PRIMARY KEY,
  system TEXT NOT NULL,
  name TEXT NOT NULL,
  size INTEGER NOT NULL,                     -- items in the whole set
  drawn INTEGER NOT NULL,                    -- items in this campaign
  UNIQUE (system, name)
);
CREATE TABLE items (
  id INTEGER PRIMARY KEY,
  segment TEXT NOT NULL,
  mark TEXT,                                 -- an idiom's label or a tag
  span TEXT NOT NULL,                        -- where it stands, as JSON
  stratum INTEGER NOT NULL REFERENCES strata (id),
  shown TEXT NOT NULL,                       -- what annotators see, as JSON
  alike INTEGER NOT NULL,                    -- the first item of which they see the same
  document TEXT,
  position INTEGER,                          -- of the segment in its document, from 1
  line INTEGER,                              -- of the segment in the suite, from 1
  check_of INTEGER REFERENCES items (id),    -- the item whose translation was damaged for a check
  damage TEXT                                -- where, as JSON
);
CREATE INDEX items_by_segment ON items (segment);
CREATE INDEX items_alike ON items (alike);
CREATE TABLE judgements (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  annotator INTEGER NOT NULL REFERENCES annotators (id),
  item INTEGER NOT NULL REFERENCES items (id),
  label TEXT,                                -- NULL: taken back; '': no label was asked for
  comment TEXT NOT NULL,
  time TEXT NOT NULL,
  request TEXT NOT NULL,                     -- the same request is recorded once
  undoes INTEGER REFERENCES judgements (id),
  repeats INTEGER REFERENCES judgements (id),  -- the same answer, for an item that looks the same
  origin TEXT,                               -- the file an imported verdict came from
  spans TEXT,                                -- marked errors, as JSON; NULL: not asked for
  score REAL,
  seconds REAL,                              -- spent on the item; NULL: not known
  UNIQUE (annotator, request)
);
CREATE INDEX judgements_by_item ON judgements (annotator, item);
CREATE UNIQUE INDEX judgements_undone ON judgements (undoes) WHERE undoes IS NOT NULL;
CREATE INDEX judgements_repeated ON judgements (repeats) WHERE repeats IS NOT NULL;
CREATE TRIGGER judgements_stay BEFORE UPDATE ON judgements
  BEGIN SELECT RAISE(ABORT, 'judgements are only added'); END;
CREATE TRIGGER judgements_remain BEFORE DELETE ON judgements
  BEGIN SELECT RAISE(ABORT, 'judgements are only added'); END;
CREATE TABLE assignments (
  annotator INTEGER NOT NULL REFERENCES annotators (id),
  position INTEGER NOT NULL,                 -- from 1, in the order shown
  item INTEGER NOT NULL REFERENCES items (id),
  judgement INTEGER REFERENCES judgements (id),  -- the one that stands
  PRIMARY KEY (annotator, position),
  UNIQUE (annotator, item)
) WITHOUT ROWID;
CREATE INDEX assignments_open ON assignments (annotator, position) WHERE judgement IS NULL;
"""
# Layout -> what makes the next one of it. Columns are only added: an older litmus that has the file
# open meanwhile goes on writing rows without them.
_UPGRADES = {
    2: (
        "ALTER TABLE items ADD COLUMN document TEXT",
        "ALTER TABLE items ADD COLUMN position INTEGER",
        "ALTER TABLE items ADD COLUMN line INTEGER",
        "ALTER TABLE items ADD COLUMN check_of INTEGER REFERENCES items (id)",
        "ALTER TABLE items ADD COLUMN damage TEXT",
        "ALTER TABLE judgements ADD COLUMN spans TEXT",
        "ALTER TABLE judgements ADD COLUMN score REAL",
        "ALTER TABLE judgements ADD COLUMN seconds REAL",
    ),
}


def lay_out(connection: Connection) -> None:
    """The tables of a new store."""
    connection.executescript(SCHEMA)
    connection.execute("INSERT INTO meta VALUES ('layout', ?)", (str(LAYOUT),))


def bring_up_to_date(connection: Connection) -> None:
    """Add what an older layout does not have: all of it, or nothing."""
    if _layout(connection) == str(LAYOUT):
        return
    try:
        connection.execute("BEGIN IMMEDIATE")  # one at a time; whoever comes second finds it done
        while (found := _layout(connection)) != str(LAYOUT):
            if found is None or not found.isdecimal() or int(found) not in _UPGRADES:
                raise DataError(
                    f"{connection.path} was made by another version of litmus; this one cannot "
                    "read it."
                )
            for statement in _UPGRADES[int(found)]:
                connection.execute(statement)
            following = str(int(found) + 1)
            connection.execute("UPDATE meta SET value = ? WHERE key = 'layout'", (following,))
        connection.execute("COMMIT")
    except BaseException:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        raise


def _layout(connection: sqlite3.Connection) -> str | None:
    found = connection.execute("SELECT value FROM meta WHERE key = 'layout'").fetchone()
    return None if found is None else str(found[0])
