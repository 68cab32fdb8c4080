"""What of a measurement of context can be chosen."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from litmus.context.passages import BATCH
from litmus.nmt.windows import ContextSize

TARGET_SENTENCES = 3  # of context, if neither the user nor the model says how many


@dataclass(frozen=True)
class CxmiSettings:
    """What can be chosen.

    For the signature: `model`, and in `reads` all else that decides what it reads (prompt, break).
    `batch` sentences or more are measured together; `rounds` is what else decides how numbers are
    rounded (device, subwords per batch), which parts of one result must have in common.
    """

    model: str
    context: ContextSize
    sizes: tuple[int, ...] = ()
    random: bool = False
    base: str = "e"
    reads: Mapping[str, str] = field(default_factory=dict)
    seed: int = 12345
    n_bootstrap: int = 1000
    n_trials: int = 10_000
    min_count: int = 10
    items: int = 50
    top: int = 20
    batch: int = BATCH
    rounds: str = ""


def default_context(
    source: int | None, target: int | None, sizes: tuple[int, ...], trained: Mapping[str, Any]
) -> ContextSize:
    """The context given, else the largest size on the sides the model was trained with.

    >>> default_context(None, None, (), {"source": 1, "target": 2})
    ContextSize(source=1, target=2)
    >>> default_context(2, None, (), {})
    ContextSize(source=2, target=0)
    >>> default_context(None, None, (1, 5), {})
    ContextSize(source=0, target=5)
    """
    if source is not None or target is not None:
        return ContextSize(source or 0, target or 0)
    own = ContextSize(int(trained.get("source") or 0), int(trained.get("target") or 0))
    if not (own.source or own.target):
        own = ContextSize(0, TARGET_SENTENCES)
    if not sizes:
        return own
    largest = max(sizes)
    return ContextSize(largest if own.source else 0, largest if own.target else 0)
