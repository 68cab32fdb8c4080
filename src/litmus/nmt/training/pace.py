"""How fast a run steps, and how long the rest will take."""

from collections.abc import Callable
from time import perf_counter

from litmus.nmt.training.data.examples import Group


class Pace:
    """Seconds per step while nothing but steps is done; the first step of a run, which sets things
    up, does not count."""

    def __init__(self, clock: Callable[[], float] = perf_counter) -> None:
        self._clock = clock
        self._since: float | None = None  # the end of the last step, unless something came between
        self._seconds, self._steps = 0.0, 0
        self._step = self._in_epochs = self._per_epoch = 0

    def step(self, group: Group, step: int) -> None:
        """A step is done."""
        now = self._clock()
        if self._since is not None:
            self._seconds, self._steps = self._seconds + now - self._since, self._steps + 1
        self._since, self._step = now, step
        self._per_epoch = group.of
        self._in_epochs = group.epoch * group.of + group.number + 1

    def pause(self) -> None:
        """Something else was done since."""
        self._since = self._clock()

    def seconds_left(self, steps: int, epochs: int | None) -> float | None:
        """Until so many steps or epochs, whichever come first; None before two steps."""
        if not self._steps:
            return None
        left = steps - self._step
        if epochs is not None:
            left = min(left, epochs * self._per_epoch - self._in_epochs)
        return max(0, left) * self._seconds / self._steps
