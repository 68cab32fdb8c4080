"""What a worker is about to do, for the one that comes after it if it dies.

A row may end the process that works on it: a library that crashes, or more memory than there is.
The next worker finds in the journal which rows were being worked on, and takes them one by one; one
that has been alone with two dead workers is rejected.
"""

import json
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

from litmus.failures import writing

_DEATHS = 2  # of workers that were alone with a row


@dataclass
class Journal:
    """Kept in a file beside the output; none is kept at a URL."""

    path: Path | None
    suspects: tuple[int, int] = (0, -1)  # numbers of the first and the last row
    deaths: dict[int, int] = field(default_factory=dict)  # by the row that a worker was alone with

    def __post_init__(self) -> None:
        if self.path is None:
            return
        with suppress(OSError, ValueError, TypeError, KeyError):
            noted = json.loads(self.path.read_text(encoding="utf-8"))
            self.deaths = {int(number): n for number, n in noted["deaths"].items()}
            self.suspects = (noted["first"], noted["last"])
            if noted["alone"]:
                self.deaths[noted["first"]] = self.deaths.get(noted["first"], 0) + 1

    def suspects_any(self, first: int, last: int) -> bool:
        """Whether rows with these numbers should be taken one by one."""
        begun, ended = self.suspects
        return begun <= last and first <= ended or any(first <= n <= last for n in self.deaths)

    def condemns(self, number: int) -> bool:
        """Whether a row has ended too many workers."""
        return self.deaths.get(number, 0) >= _DEATHS

    def begin(self, first: int, last: int, *, alone: bool, done: int) -> None:
        """These rows are next; so many are done."""
        if self.path is not None:
            noted = {"first": first, "last": last, "alone": alone, "done": done}
            text = json.dumps({**noted, "deaths": self.deaths})
            with writing(self.path):
                self.path.write_text(text, encoding="utf-8")

    def close(self) -> None:
        """The file is done."""
        if self.path is not None:
            self.path.unlink(missing_ok=True)


def rows_done(path: Path) -> int:
    """How many rows of its file the worker with this journal has done."""
    with suppress(OSError, ValueError, TypeError, KeyError):
        return int(json.loads(path.read_text(encoding="utf-8"))["done"])
    return 0
