"""What a document has said so far, as far back as is asked for."""

from collections import Counter, deque
from collections.abc import Hashable, Iterable


class Memory:
    """Counts of things in earlier sentences; with `reach`, in the last so many of them."""

    def __init__(self, reach: int | None = None) -> None:
        self._reach = reach
        self._counts: Counter[Hashable] = Counter()
        self._sentences: deque[tuple[Hashable, ...]] = deque()

    def count(self, thing: Hashable) -> int:
        """How often it was there."""
        return self._counts[thing]

    def add(self, things: Iterable[Hashable]) -> None:
        """One sentence more; the oldest is forgotten if it is out of reach."""
        sentence = tuple(things)
        self._counts.update(sentence)
        if self._reach is None:
            return
        self._sentences.append(sentence)
        if len(self._sentences) > self._reach:
            for thing in self._sentences.popleft():
                self._counts[thing] -= 1
                if not self._counts[thing]:
                    del self._counts[thing]
