"""What came of a collection: rows, failures, and where the time went."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from litmus.jobs.receipts import Failed, Receipt


@dataclass
class Outcome:
    """The files of a collection (or of a run's share of it) after a run."""

    folder: str
    receipts: list[Receipt] = field(default_factory=list)  # of what this run has done
    earlier: list[Receipt] = field(default_factory=list)  # of what others had
    failed: list[Failed] = field(default_factory=list)
    seconds: float = 0.0

    @property
    def rows(self) -> int:
        """Rows that were worked on, in all files that are done."""
        return sum(receipt.rows for receipt in self._all)

    @property
    def rejected(self) -> int:
        """Rows that could not be, in all files that are done."""
        return sum(receipt.rejected for receipt in self._all)

    @property
    def empty(self) -> list[str]:
        """Files without a row."""
        return [one.name for one in self._all if not one.rows and not one.rejected]

    @property
    def one_sided(self) -> list[tuple[str, str, int, str]]:
        """The field that is empty, the one that has text, how often, and where the first is."""
        found: dict[tuple[str, str], tuple[int, str]] = {}
        for receipt in sorted(self._all, key=lambda one: one.name):
            for empty, partner, n, first in receipt.one_sided:
                where = f"row {first} of {receipt.name}"
                before, where = found.get((empty, partner), (0, where))
                found[empty, partner] = before + n, where
        return [(*sides, n, first) for sides, (n, first) in found.items()]

    @property
    def by_stage(self) -> dict[str, float]:
        """Seconds that this run's workers spent reading, working and writing, in all."""
        spent: dict[str, float] = {}
        for receipt in self.receipts:
            for stage, seconds in receipt.seconds.items():
                spent[stage] = spent.get(stage, 0.0) + seconds
        return spent

    @property
    def by_worker(self) -> dict[str, float]:
        """Seconds that each worker of this run was busy."""
        spent: dict[str, float] = {}
        for receipt in self.receipts:
            busy = sum(receipt.seconds.values())
            spent[receipt.worker] = spent.get(receipt.worker, 0.0) + busy
        return spent

    @property
    def _all(self) -> Sequence[Receipt]:
        return [*self.earlier, *self.receipts]
