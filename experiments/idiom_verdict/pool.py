"""All outputs with a verdict, as one table: numbers by language, verdicts, weights."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from experiments.idiom_verdict.data import plain

from litmus.metrics.idiom.verdict.model import VERDICTS, normalised

# What says nothing without a list, a reference or others has numbers of its own kind.
REFERENCE = ("as_reference", "chrf", "chrf_whole", "reference")
PEOPLE = ("zh", "ko", "is")  # sets with people's verdicts, which alone are tested on
OF_ONE_SET = 600.0  # what a set counts at most, so that the largest does not decide alone
OF_CUES = 0.5  # a verdict of the WMT24 cues beside one of people's
STRENGTH = 0.03


@dataclass(frozen=True)
class Pool:
    """One row per output."""

    rows: Sequence[dict]
    sets: np.ndarray
    languages: np.ndarray
    idioms: np.ndarray
    systems: np.ndarray
    verdicts: np.ndarray
    by_cue: np.ndarray
    empty: np.ndarray  # nothing was translated, which needs no model
    profiles: dict[str, dict[str, list[float]]]

    def numbers(self, groups: Sequence[str], *, referred: bool = False):
        """The names and the table of the numbers of some groups; `referred`: with the reference,
        where there is one."""
        names = [
            (group, name)
            for group in groups
            for name in self.rows[0][group]
            if name not in REFERENCE
        ]
        table = []
        for row in self.rows:
            own = row | ({"shipped": row["referred"]} if referred and "referred" in row else {})
            scaled = {
                group: normalised(own[group], self.profiles.get(f"en-{row['language']}", {}))
                for group in groups
            }
            table.append([scaled[group][name] for group, name in names])
        return tuple(name for _, name in names), np.array(table)

    def weights(self, chosen: np.ndarray) -> np.ndarray:
        """Right and wrong weigh the same in every set, so that no set's share of right is learned;
        small sets weigh less than large ones."""
        weights = np.where(self.by_cue, OF_CUES, 1.0) * chosen
        right = self.verdicts == VERDICTS[0]
        for name in set(self.sets):
            here = self.sets == name
            size = min(OF_ONE_SET, weights[here].sum())
            for part in (here & right, here & ~right):
                if weights[part].sum():
                    weights[part] *= size / 2 / weights[part].sum()
        return weights[chosen]


def load_pool(folder: Path, profiles: Path) -> Pool:
    rows = []
    for path in sorted(folder.glob("*.jsonl")):
        for line in path.open(encoding="utf-8"):
            row = json.loads(line) | {"set": path.stem}
            row["by_cue"] = not row["verdict"] and bool(row["cue"])
            row["verdict"] = row["verdict"] or row["cue"]
            if row["verdict"]:
                rows.append(row)

    def column(key: str) -> np.ndarray:
        return np.array([row[key] for row in rows])

    return Pool(
        rows, column("set"), column("language"), np.array([plain(row["idiom"]) for row in rows]),
        column("system"), column("verdict"), column("by_cue"),
        np.array([not row["output"].strip() for row in rows]),
        json.loads(profiles.read_text(encoding="utf-8")),
    )  # fmt: skip
