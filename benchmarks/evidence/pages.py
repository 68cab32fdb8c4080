"""The places of tables in pages: between <!-- measured: NAME --> and <!-- /measured: NAME -->.

The last paragraph of a place is the stamp, in small print.
"""

import hashlib
import re
import textwrap
from collections.abc import Iterator
from datetime import date
from pathlib import Path

from benchmarks.evidence.registry import Stamp, Table

PLACE = re.compile(
    r"<!-- measured: (?P<name>[\w.-]+) -->\n(?P<body>.*?)<!-- /measured: (?P=name) -->", re.DOTALL
)
SHOWN = re.compile(r"<small>.*?</small>\n*\Z", re.DOTALL)
MARKDOWN = re.compile(r"(?:^\|.*\n)+", re.MULTILINE)
FENCED = re.compile(r"^```.*?^```$", re.DOTALL | re.MULTILINE)
HIDDEN = ("rules",)  # versions that are too long to show
WIDTH = 100


def places(text: str) -> dict[str, str]:
    """Name -> what stands in its place, stamp included."""
    return {found["name"]: found["body"] for found in PLACE.finditer(text)}


def content(body: str) -> str:
    """What stands in a place without its stamp."""
    return SHOWN.sub("", body).strip("\n")


def digest(body: str) -> str:
    """Of the content; blanks that a formatter may move do not count."""
    return hashlib.sha256(" ".join(content(body).split()).encode()).hexdigest()[:12]


def outside(text: str) -> Iterator[str]:
    """The first line of every table and block of output that has no place."""
    rest = FENCED.sub(lambda found: _as_table(found[0]), PLACE.sub("", text))
    for found in MARKDOWN.finditer(rest):
        yield found[0].split("\n")[0]


def _as_table(block: str) -> str:
    """A fenced block without a language is output, and counts like a table."""
    return f"| {block.split(chr(10))[1]}\n" if block.startswith("```\n") else ""


def shown(table: Table, stamp: Stamp) -> str:
    """The stamp as a page shows it."""
    day = date.fromisoformat(stamp.date)
    when = f"Measured on {day.day} {day:%B %Y} with litmus {stamp.litmus}"
    known = [f"{what} `{own}`" for what, own in stamp.versions.items() if what not in HIDDEN]
    said = f"{', '.join((when, *known))}, by `{table.command}`."
    said = " ".join(filter(None, (said, table.note, table.older)))
    return textwrap.fill(
        f"<small>{said}</small>", WIDTH, break_long_words=False, break_on_hyphens=False
    )


def stamped(text: str, name: str, body: str, table: Table, stamp: Stamp) -> str:
    """The page with a new body and its stamp in the place of a table."""
    for found in PLACE.finditer(text):
        if found["name"] == name:
            new = f"{body}\n\n{shown(table, stamp)}\n\n"
            return text[: found.start("body")] + new + text[found.end("body") :]
    raise ValueError(f"The page has no place for {name}.")


def fresh(output: str, table: Table) -> str:
    """The body that a command's output makes."""
    if table.writes == "text":
        return f"```\n{output.strip(chr(10))}\n```"
    tables = [found[0].rstrip("\n") for found in MARKDOWN.finditer(output)]
    if len(tables) < table.part:
        raise ValueError(
            f"The command printed {len(tables)} tables; number {table.part} is asked for."
        )
    return tables[table.part - 1]


def read(path: Path) -> str:
    """A page."""
    return path.read_text(encoding="utf-8")
