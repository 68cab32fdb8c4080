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
