"""The sentences before: what a model with context is given, and what of it fits."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class Window:
    """The sentences before one, nearest last, on either side."""

    source: tuple[str, ...] = ()
    target: tuple[str, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.source or self.target)


@dataclass(frozen=True, slots=True)
class ContextSize:
    """How many preceding sentences are context, on either side."""

    source: int = 0
    target: int = 0

    @property
    def name(self) -> str:
        """For tables.

        >>> ContextSize(0, 3).name, ContextSize(2, 3).name, ContextSize(0, 0).name
        ('target 3', 'source 2, target 3', 'none')
        """
        sides = (("source", self.source), ("target", self.target))
        return ", ".join(f"{side} {size}" for side, size in sides if size) or "none"

    def of(self, before: Window) -> Window:
        """The nearest sentences of a window.

        >>> ContextSize(0, 1).of(Window(("a", "b"), ("c", "d")))
        Window(source=(), target=('d',))
        """
        return Window(_last(before.source, self.source), _last(before.target, self.target))


def _last(sentences: tuple[str, ...], size: int) -> tuple[str, ...]:
    return sentences[len(sentences) - min(size, len(sentences)) :]


def windows(
    documents: Iterable[str],
    sources: Sequence[str],
    targets: Sequence[str],
    *,
    source: int = 0,
    target: int = 0,
) -> Iterator[Window]:
    """The window of every line: at most `source` and `target` lines of its document before it.

    >>> list(windows("ab", ["1", "2"], ["x", "y"], target=2))
    [Window(source=(), target=()), Window(source=(), target=())]
    >>> list(windows("aa", ["1", "2"], ["x", "y"], source=1, target=2))[1]
    Window(source=('1',), target=('x',))
    """
    start, current = 0, None
    for number, document in enumerate(documents):
        if document != current:
            start, current = number, document
        yield Window(
            tuple(sources[max(start, number - source) : number]),
            tuple(targets[max(start, number - target) : number]),
        )


def fitting(lengths: Sequence[int], room: int) -> int:
    """How many of the sentences before still fit, counted from the nearest; never part of one.

    >>> fitting([50, 20, 10], 35)
    2
    """
    kept = 0
    for length in reversed(lengths):
        room -= length
        if room < 0:
            break
        kept += 1
    return kept


def together(given: tuple[int, int], kept: tuple[int, int]) -> tuple[int, int]:
    """How many sentences before both sides keep: what one has no room for leaves the other too.

    A model that was taught with both would take a sentence of one side for a task.

    >>> together((3, 3), (3, 1)), together((3, 1), (2, 1)), together((1, 3), (1, 2))
    ((1, 1), (2, 1), (1, 2))
    """
    reach = min((k for g, k in zip(given, kept, strict=True) if k < g), default=max(given))
    return min(kept[0], reach), min(kept[1], reach)
