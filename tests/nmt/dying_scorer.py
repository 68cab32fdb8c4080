"""Workers that die, which other processes must be able to import."""

import os
import signal
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from litmus.nmt.scoring.layout import Request
from litmus.nmt.scoring.scorer import Scored
from litmus.nmt.scoring.shared import SharedScorer


@dataclass(frozen=True)
class DyingScorer(SharedScorer):
    """Its first worker is killed over its second batch."""

    folder: Path

    def _make(self) -> Callable[[Sequence[Request]], list[Scored]]:
        score, calls = super()._make(), []

        def work(batch: Sequence[Request]) -> list[Scored]:
            calls.append(batch)
            if len(calls) == 2 and not (self.folder / "dead").exists():
                (self.folder / "dead").touch()
                os.kill(os.getpid(), signal.SIGKILL)
            return score(batch)

        return work
