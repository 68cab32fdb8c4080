"""Ctrl-C, heard between two steps, where the network is whole and can be saved."""

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType, TracebackType
from typing import Self


class Interruption:
    """`heard` says that Ctrl-C was pressed; pressed once more, it ends the work at once.

    Only of a process by itself: several that train together would not stop at the same step.
    """

    def __init__(self, alone: bool) -> None:
        self.heard = False
        self._can_wait = alone
        self._listens = False

    def __enter__(self) -> Self:
        in_main = threading.current_thread() is threading.main_thread()
        if in_main and signal.getsignal(signal.SIGINT) is signal.default_int_handler:
            signal.signal(signal.SIGINT, self._hear)
            self._listens = True
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self._listens:
            signal.signal(signal.SIGINT, signal.default_int_handler)

    def _hear(self, number: int, frame: FrameType | None) -> None:
        if self.heard or not self._can_wait:
            raise KeyboardInterrupt
        self.heard = True

    @contextmanager
    def at_once(self) -> Iterator[None]:
        """While nothing can be lost: Ctrl-C is not kept waiting."""
        could_wait, self._can_wait = self._can_wait, False
        try:
            self.obey()
            yield
        finally:
            self._can_wait = could_wait

    def obey(self) -> None:
        """Ends the work if Ctrl-C was heard."""
        if self.heard:
            raise KeyboardInterrupt
