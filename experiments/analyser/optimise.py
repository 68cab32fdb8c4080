"""The training loop, and what all trainings share."""

import argparse
import time
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import torch
from settings import configuration
from torch import Tensor

__all__ = ["DEVICE", "arguments", "configuration", "optimise"]
PRETRAINED = ("guide.blk.", "guide.token_embd.")
RISE = 300  # steps until the learning rate is reached
RISING = 0.1  # share of the training until then, if that is sooner
CAREFUL = 0.03  # share of the learning rate for weights that were trained before
DEVICE = "cuda" if torch.cuda.is_available() else "cpu"
if DEVICE == "cuda":
    torch.set_num_threads(1)  # copying a batch on all cores takes longer than a step


def arguments(**more: Any) -> argparse.Namespace:
    """PREPARED and OUT folders, and every setting as an option with its default."""
    parser = argparse.ArgumentParser()
    parser.add_argument("prepared", type=Path)
    parser.add_argument("out", type=Path)
    for name, default in more.items():
        kind = str if default is None else type(default)
        parser.add_argument(f"--{name.replace('_', '-')}", type=kind, default=default)
    args = parser.parse_args()
    args.out.mkdir(parents=True, exist_ok=True)
    return args


def schedule(step: int, done: float, peak: float, rise: int = RISE) -> float:
    """A short rise, then a straight fall to near nothing: features come late in training.

    Where time is the limit, nobody knows how many steps there will be: a tenth of it ends the rise.
    """
    return peak * min(1.0, max((step + 1) / rise, done / RISING)) * max(0.002, 1 - done)


def shares(model: torch.nn.Module) -> dict[float, list[Tensor]]:
    """Parameters by their share of the learning rate."""
    found: dict[float, list[Tensor]] = {1.0: [], CAREFUL: []}
    for name, value in model.named_parameters():
        found[CAREFUL if any(part in name for part in PRETRAINED) else 1.0].append(value)
    return {share: some for share, some in found.items() if some}


def optimise(
    model: torch.nn.Module,
    steps: int,
    peak: float,
    batches: Callable[[], Iterable[Any]],
    loss: Callable[[Any, int], Tensor],
    label: str,
    seconds: float = 0.0,
    half: bool = True,
) -> None:
    """`seconds` > 0: as many of the steps as fit into that time (a lease has an end).

    `half`: products in 16 bits. A small network spends more on turning numbers into them.
    """
    torch.set_float32_matmul_precision("high")
    groups = [{"params": some, "share": share} for share, some in shares(model).items()]
    optimiser = torch.optim.AdamW(
        groups, lr=peak, betas=(0.9, 0.98), weight_decay=0.01, fused=DEVICE == "cuda"
    )
    rise = min(RISE, max(1, steps // 10))
    step, begun, shown = 0, time.time(), torch.zeros((), device=DEVICE)
    done = 0.0
    model.train()
    while done < 1:
        for batch in batches():
            for group in optimiser.param_groups:
                group["lr"] = group["share"] * schedule(step, done, peak, rise)
            with torch.autocast(DEVICE, torch.bfloat16, enabled=half and DEVICE == "cuda"):
                value = loss(batch, step)
            optimiser.zero_grad(set_to_none=True)
            value.backward()
            torch.nn.utils.clip_grad_norm_(model.parameters(), 2.0)
            optimiser.step()
            shown += value.detach()
            step += 1
            passed = time.time() - begun
            done = max(step / steps, passed / seconds if seconds else 0.0)
            if step % 500 == 0:
                print(f"{label} {step} loss {shown.item() / 500:.3f} {passed:.0f} s", flush=True)
                shown.zero_()
            if done >= 1:
                break
    print(f"{label}: {step} steps, {1000 * passed / step:.0f} ms each", flush=True)
    model.eval()
