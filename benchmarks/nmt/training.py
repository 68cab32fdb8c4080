"""Tokens a second of `litmus train` against a bare loop over the same batches.

    python -m benchmarks.nmt.training                                     # CPU, recipe tiny
    python -m benchmarks.nmt.training --recipe transformer-small --steps 200 --pairs 200000

The bare loop has its batches on the device before the clock starts, computes logits at every
position and does nothing but forward, backward and step, on a GPU under bfloat16 autocast. Ours
makes batches as it goes, and keeps what the log needs. Both start from the same weights; the check
is the mean loss per target token of the first batches without dropout, computed either way.
"""

import argparse
import random
import tempfile
from collections.abc import Iterator
from itertools import accumulate
from pathlib import Path
from time import perf_counter
from typing import Any

import torch
from benchmarks.machine import machine

from litmus.nmt.attention import any_shape
from litmus.nmt.training.config import read_config
from litmus.nmt.training.data.examples import IGNORED, Batch
from litmus.nmt.training.data.loading import Ahead
from litmus.nmt.training.monitor import Watch
from litmus.nmt.training.optimisation.adam import Adam
from litmus.nmt.training.optimisation.objective import Objective, tensors
from litmus.nmt.training.optimisation.precision import halves
from litmus.nmt.training.optimisation.steps import Prepared, Stepper
from litmus.nmt.training.optimisation.workers import Workers
from litmus.nmt.training.settings import Config
from litmus.nmt.training.setup import Ready, ready

WARM = 5  # steps before the clock starts


def main() -> None:
    args = arguments()
    device = torch.device(args.device)
    if device.type == "cpu":
        torch.set_num_threads(args.threads)
    with tempfile.TemporaryDirectory() as folder, any_shape():
        config = written(Path(folder), args)
        started = ready(config, 1, lambda text: None)
        print(f"{config.recipe}: {started.trainee.parameters / 1e6:.1f} M parameters, batches of")
        print(f"  at most {config.training.batch_tokens:,} tokens, {config.training.precision}")
        rates: dict[str, list[float]] = {"bare": [], "ours": []}
        for _ in range(args.repeats):
            for name, loop in (("bare", bare), ("ours", ours)):
                rates[name].append(loop(ready(config, 1, lambda text: None), device, args.steps))
        for name, found in rates.items():
            middle = sorted(found)[len(found) // 2]
            spread = (max(found) - min(found)) / middle
            print(f"{name:5} {middle:12,.0f} target tokens/s  spread {spread:.0%}")
        best = {name: sorted(found)[len(found) // 2] for name, found in rates.items()}
        print(f"ours / bare  {best['ours'] / best['bare']:.2f}")
        print("check  loss {:.4f} ours, {:.4f} bare".format(*check(started, config, device)))
    gpu = torch.cuda.get_device_name() if device.type == "cuda" else f"{args.threads} threads"
    print(f"{machine()}, torch {torch.__version__}, {gpu}")


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    add = parser.add_argument
    add("--recipe", default="tiny")
    add("--device", default="cuda" if torch.cuda.is_available() else "cpu")
    add("--steps", type=int, default=20)
    add("--pairs", type=int, default=4000)
    add("--pieces", type=int, default=None, help="size of the vocabulary")
    add("--batch-tokens", type=int, default=None)
    add("--context", type=int, default=0, help="target sentences before, dynamic")
    add("--repeats", type=int, default=3)
    add("--threads", type=int, default=1)
    return parser.parse_args()


def written(folder: Path, args: argparse.Namespace) -> Config:
    """A configuration over invented text: word lengths and frequencies like those of a language."""
    draw = random.Random(1)
    letters = "etaoinshrdlucmfwypvbgk"
    words = ["".join(draw.choices(letters, k=draw.randint(2, 9))) for _ in range(30_000)]
    weights = list(accumulate(1 / (rank + 3) for rank in range(len(words))))
    for side in ("en", "fr"):
        with (folder / f"train.{side}").open("w", encoding="utf-8") as out:
            lengths = random.Random(2)
            for _ in range(args.pairs):
                chosen = draw.choices(words, cum_weights=weights, k=lengths.randint(4, 44))
                out.write(" ".join(chosen) + "\n")
    ids = "".join(f"d{number // 20}\n" for number in range(args.pairs))
    (folder / "train.docids").write_text(ids, encoding="utf-8")
    lines = [f'recipe = "{args.recipe}"', 'languages = "en-fr"', 'output = "out"']
    lines += ["[[data.train]]", 'source = "train.en"', 'target = "train.fr"']
    lines += ['docids = "train.docids"']
    if args.context:
        lines += ["[context]", 'size = "dynamic"', f"target = {args.context}"]
    if args.pieces:
        lines += ["[vocabulary]", f"size = {args.pieces}"]
    if args.batch_tokens:
        lines += ["[training]", f"batch_tokens = {args.batch_tokens}"]
    path = folder / "config.toml"
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return read_config(path)


def batches(found: Ready, count: int) -> Iterator[Batch]:
    number = 0
    while True:
        epoch = found.examples.epoch(number)
        for group in found.examples.groups(epoch, 0, 1):
            yield group.batches[0]
            count -= 1
            if not count:
                return
        number += 1


def plain_inputs(batch: Batch, device: Any) -> tuple[Any, ...]:
    found = (batch.source, batch.real, batch.target, batch.labels)
    return tuple(torch.from_numpy(array).to(device) for array in found)


def plain_loss(network: Any, config: Config, given: tuple[Any, ...]) -> Any:
    source, real, target, labels = given
    logits = network(
        input_ids=source, attention_mask=real.long(), decoder_input_ids=target, use_cache=False
    ).logits
    return torch.nn.functional.cross_entropy(
        logits.flatten(0, 1).float(), labels.flatten(), ignore_index=IGNORED,
        label_smoothing=config.training.label_smoothing,
    )  # fmt: skip


def bare(found: Ready, device: Any, steps: int) -> float:
    """Tokens a second of the plainest loop."""
    config, network = found.config, found.trainee.network.to(device).train()
    optimiser = torch.optim.AdamW(
        network.parameters(), lr=0.0, betas=config.training.betas, eps=config.training.epsilon,
        weight_decay=0.0, fused=True,
    )  # fmt: skip
    made = list(batches(found, steps + WARM))
    given = [plain_inputs(batch, device) for batch in made]
    start = 0.0
    for number, inputs in enumerate(given):
        if number == WARM:
            start = now(device)
        with torch.autocast(device.type, torch.bfloat16, enabled=halves(config, device)):
            loss = plain_loss(network, config, inputs)
        loss.backward()
        optimiser.step()
        optimiser.zero_grad(set_to_none=True)
    return sum(batch.tokens for batch in made[WARM:]) / (now(device) - start)


def ours(found: Ready, device: Any, steps: int) -> float:
    """Tokens a second of the loop of `litmus train`, making its batches as it goes."""
    config, network = found.config, found.trainee.network.to(device).train()
    alone = Workers(0, 1, device)
    stepper, watch = Stepper(network, config, alone, found.state), Watch(alone)
    optimiser = Adam(stepper.flat, config.training.betas, config.training.epsilon, 0.0)
    tokens, start = 0, 0.0

    def groups() -> Iterator[Prepared]:
        number = 0
        while True:
            epoch = found.examples.epoch(number)
            yield from map(stepper.prepared, found.examples.groups(epoch, 0, 1))
            number += 1

    with Ahead(groups(), 8) as prepared:
        for number, given in enumerate(prepared):
            if number == WARM:
                start = now(device)
            if number == WARM + steps:
                break
            watch.add(number, given.group, *stepper.take(given, number + 1))
            optimiser.step(0.0)
            stepper.follow()
            tokens += given.group.tokens if number >= WARM else 0
            if number % config.training.report_every == 0:
                watch.read(found.examples.store, config.output)
        return tokens / (now(device) - start)


def check(found: Ready, config: Config, device: Any) -> tuple[float, float]:
    """Mean loss of the first batches, by our objective and by the plain one, in float32."""
    network = found.trainee.network.to(device).eval()
    objective = Objective(network, config.training.label_smoothing)
    total, plain, tokens = 0.0, 0.0, 0
    with torch.no_grad():
        for batch in batches(found, 3):
            moved = [tensor.to(device) for tensor in tensors(batch, pinned=False)]
            total += float(objective(*moved)[0])
            mean = plain_loss(network, config, plain_inputs(batch, device))
            plain += float(mean) * batch.tokens
            tokens += batch.tokens
    return total / tokens, plain / tokens


def now(device: Any) -> float:
    if device.type == "cuda":
        torch.cuda.synchronize()
    return perf_counter()


if __name__ == "__main__":
    main()
