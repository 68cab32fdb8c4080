"""What is known of every measured table: how it is made (tables.toml), and when (stamps.json)."""

import json
import tomllib
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from datetime import date
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
TABLES = Path(__file__).with_name("tables.toml")
STAMPS = Path(__file__).with_name("stamps.json")
WRITES = ("text", "table", "page")
NEEDS = ("data", "gpu", "people", "libraries", "outputs")


@dataclass(frozen=True)
class Table:
    """A measured table, and the command that makes it."""

    page: str
    command: str  # DATA stands for the folder of reference data
    writes: str  # text: stdout; table: one of stdout; page: by itself
    part: int = 1  # which table of stdout
    minutes: float = 2
    needs: tuple[str, ...] = ()
    reads: tuple[str, ...] = ()  # shipped data whose version can move it
    note: str = ""  # what else the stamp should say
    older: str = ""  # why it stands although these versions are not those that ship

    def __post_init__(self) -> None:
        if self.writes not in WRITES or set(self.needs) - set(NEEDS):
            raise ValueError(f"{TABLES}: unknown kind in {self}")


@dataclass(frozen=True)
class Stamp:
    """When and with what a table was measured, and a digest that shows if somebody changed it."""

    date: str
    litmus: str
    digest: str
    versions: Mapping[str, str] = field(default_factory=dict)

    @property
    def age(self) -> int:
        """Days since."""
        return (date.today() - date.fromisoformat(self.date)).days


def read_tables() -> dict[str, Table]:
    """Name -> table, in the order of the file."""
    found = tomllib.loads(TABLES.read_text(encoding="utf-8"))
    return {
        name: Table(**{key: tuple(value) if isinstance(value, list) else value
                       for key, value in entry.items()})
        for name, entry in found.items()
    }  # fmt: skip


def read_stamps() -> dict[str, Stamp]:
    """Name -> stamp."""
    found = json.loads(STAMPS.read_text(encoding="utf-8"))
    return {name: Stamp(**entry) for name, entry in found.items()}


def write_stamps(stamps: Mapping[str, Stamp]) -> None:
    """All of them, by name."""
    rows = {name: asdict(stamp) for name, stamp in sorted(stamps.items())}
    STAMPS.write_text(json.dumps(rows, indent=1) + "\n", encoding="utf-8")
