"""What a run leaves on disk: whole or not at all, whenever it is killed."""

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields
from pathlib import Path
from typing import Any

from litmus.errors import DataError
from litmus.files.folders import heal
from litmus.files.text import read_text, write_text
from litmus.nmt.training.optimisation.adam import Adam

STATE, MOMENTS = "training.json", "optimizer.safetensors"
_FORMAT = 1
_ADDED = {"unevaluated"}  # not in the checkpoints of earlier versions


@dataclass
class State:
    """Where a run stands. Everything random follows from the seed and these counters."""

    config: Mapping[str, Any]
    files: Mapping[str, str]  # digests of the training text
    world: int = 1
    step: int = 0
    epoch: int = 0
    group: int = 0  # the next step of the epoch
    tokens: int = 0
    best: Mapping[str, Any] | None = None
    waiting: int = 0  # evaluations since the best
    room: int | None = None  # padded tokens that fit, once memory was short
    left_out: int | None = None  # sentences of context without room, once it has been said
    unevaluated: bool = False  # the dev BLEU and the copy of this step are still to come


def write_state(folder: Path, state: State, optimiser: Adam) -> None:
    """Beside the model: counters as JSON, what Adam remembers as safetensors."""
    from safetensors.torch import save_file

    save_file(optimiser.state(), folder / MOMENTS)
    write_counters(folder, state)


def write_counters(folder: Path, state: State) -> None:
    """The counters alone, beside weights that have not changed."""
    with write_text(folder / STATE) as out:
        out.write(json.dumps({"format": _FORMAT, **asdict(state)}, ensure_ascii=False, indent=1))


def read_state(folder: Path) -> State | None:
    """Where the run of a folder stands; None if there is none."""
    heal(folder)
    path = folder / STATE
    if not path.is_file():
        return None
    try:
        found = json.loads(read_text(path))
        version = found.pop("format")
        known = {item.name for item in fields(State)}
        state = State(**found) if set(found) | _ADDED == known else None
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        raise DataError(f"{path} is not what `litmus train` writes.") from error
    if state is None or version != _FORMAT:
        raise DataError(
            f"{path} is of another version of litmus. Start again: litmus train --overwrite"
        )
    return state


def restore(folder: Path, optimiser: Adam) -> None:
    """Gives the optimiser back what it remembered."""
    from safetensors import SafetensorError
    from safetensors.torch import load_file

    try:
        moments = load_file(folder / MOMENTS)
    except (OSError, SafetensorError) as error:
        raise DataError(
            f"{folder / MOMENTS} cannot be read: {error}.\nStart again: litmus train --overwrite"
        ) from error
    optimiser.load(moments)
