"""Figures of other libraries, as kept in `peers.json`."""

import json
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from pathlib import Path

PEERS = Path(__file__).with_name("peers.json")
STATES = ("measured", "measured earlier", "published")


@dataclass(frozen=True)
class Figure:
    """One value, 0-100, and how it came about.

    `status`: "measured" by the command; "measured earlier", with another scorer over aligned
    words; or "published" by its authors.
    """

    language: str
    file: str  # such as test-gsd
    library: str
    version: str
    metric: str
    value: float
    condition: str  # given sentences, gold tokens, raw text
    status: str
    command: str

    @property
    def label(self) -> str:
        """Short enough for the first column of a table."""
        note = {"measured": "", "measured earlier": ", earlier", "published": ", published"}
        condition = ", gold tokens" if self.condition == "gold tokens" else ""
        return f"{self.library} {self.version}".rstrip() + note[self.status] + condition


def read_figures(path: Path) -> list[Figure]:
    if not path.exists():
        return []
    return [Figure(**entry) for entry in json.loads(path.read_text(encoding="utf-8"))]


def write_figures(path: Path, figures: Iterable[Figure]) -> None:
    """One figure a line, sorted, so that a change reads well."""
    ordered = sorted(
        figures,
        key=lambda f: (f.language, f.file, STATES.index(f.status), f.library, f.version, f.metric),
    )
    lines = [json.dumps(asdict(figure), ensure_ascii=False) for figure in ordered]
    path.write_text("[\n" + ",\n".join(lines) + "\n]\n", encoding="utf-8")


def merged(old: Iterable[Figure], new: Iterable[Figure]) -> list[Figure]:
    """The old ones, less what the new ones measure again."""
    new = list(new)
    again = {(f.language, f.file, f.library, f.metric, f.status) for f in new}
    kept = [f for f in old if (f.language, f.file, f.library, f.metric, f.status) not in again]
    return kept + new
