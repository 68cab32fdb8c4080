"""GPUs: each worker has one of them, in turn, and sees no other."""

import os
from collections.abc import Mapping

from litmus.errors import UsageError
from litmus.wording import option

VISIBLE = "CUDA_VISIBLE_DEVICES"


def visible(gpus: int, environment: Mapping[str, str] = os.environ) -> list[str]:
    """What the variable says of the first so many GPUs that this process may use.

    >>> visible(2, {}), visible(2, {"CUDA_VISIBLE_DEVICES": "4,6,7"})
    (['0', '1'], ['4', '6'])
    """
    names = [name for name in environment.get(VISIBLE, "").split(",") if name]
    return (names or [str(number) for number in range(gpus)])[:gpus]


def refuse_missing(asked: int, found: int, where: str) -> None:
    """A UsageError where there are fewer GPUs than were asked for."""
    if asked > found:
        raise UsageError(f"{option('gpus')} is {asked}, but {where} has {found or 'none'}.")
