"""Weights of the scorer, from gold documents.

    python -m experiments.antecedents.train [--gum FOLDER] [-o FILE] [--with-dev]

The network scores every candidate of a pronoun, "nothing" and "further back"; it learns to give
the right ones, and the right place, as much probability as it can. Every document is seen in its
gold trees and in those of the embedded analyser. Several networks, which differ in their seed, are
joined into one that averages their scores. `--with-dev` trains on the development part as well.
"""

import argparse
from collections.abc import Iterable, Sequence
from pathlib import Path

import numpy as np
import torch
from benchmarks.discourse.antecedents_gold import GUM, GoldDocument, read_gum
from experiments.antecedents.labels import EARLIER, HERE, NOTHING, Labelled, labelled
from experiments.antecedents.written import written
from torch import Tensor, nn

from litmus.discourse.antecedents.scoring.layout import FIELDS, GROUPS, parts
from litmus.language.analysers import load_analyser
from litmus.language.analysis import Analyser

VERSION = 1
DEFAULT = Path(__file__).parents[2] / "src/litmus/discourse/models/antecedents.npz"
FIELD_STARTS = np.cumsum([0, *FIELDS.values()])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    add = parser.add_argument
    add("--gum", type=Path, default=GUM, help="folder with train.conllu.gz and dev.conllu.gz")
    add("-o", "--out", type=Path, default=DEFAULT)
    add("--with-dev", action="store_true", help="train on the development part, too")
    add("--epochs", type=int, default=10)
    add("--networks", type=int, default=3)
    add("--units", type=int, default=16)
    add("--written", type=int, default=4, help="times that each written sentence is filled in")
    add("--seed", type=int, default=1)
    args = parser.parse_args()
    torch.set_num_threads(1)
    analyser = load_analyser("embedded", "en")
    files = ["train", "dev"] if args.with_dev else ["train"]
    examples: list[Labelled] = []
    for name in files:
        for document in read_gum(args.gum / f"{name}.conllu.gz"):
            examples += seen(document, analyser)
    for document in written(args.written, args.seed):
        examples += seen(document, analyser)
    batch = together(examples)
    networks = [fitted(batch, args.units, args.epochs, args.seed + k) for k in range(args.networks)]
    save(args.out, networks)
    print(f"{len(batch['places']):,} pronouns, {args.out.stat().st_size:,} bytes")


def seen(document: GoldDocument, analyser: Analyser) -> list[Labelled]:
    """The document in its gold trees, if it has any, and in the analyser's."""
    found = [labelled(document, document.trees)] if document.trees else []
    trees = [sentences[0] for sentences in analyser.analyse(document.texts)]
    return [*found, labelled(document, trees)]


def together(examples: Iterable[Labelled]) -> dict[str, Tensor]:
    """All rows as tensors; `owner` counts through."""
    columns: dict[str, list[np.ndarray]] = {}
    before = 0
    for rows, right, places in examples:
        given = {
            "pronouns": rows.pronouns + FIELD_STARTS[:-1],
            "pairs": rows.pairs,
            "owner": rows.owner + before,
            "here": rows.here,
            "right": right,
            "places": places,
        }
        before += len(places)
        for name, values in given.items():
            columns.setdefault(name, []).append(values)
    return {name: torch.as_tensor(np.concatenate(values)) for name, values in columns.items()}


class Network(nn.Module):
    """The scorer that ships, with its parts apart and with dropout."""

    def __init__(self, units: int, dropped: float = 0.3, unseen: float = 0.15) -> None:
        super().__init__()
        self.units, self.dropped, self.unseen = units, dropped, unseen
        self.codes = [
            [(name, torch.as_tensor(codes)) for name, codes in parts(group)] for group in GROUPS
        ]
        self.groups = nn.ModuleList(
            nn.ParameterList(0.1 * torch.randn(int(codes.max()) + 1, units) for _, codes in group)
            for group in self.codes
        )
        self.pronouns = nn.Parameter(0.1 * torch.randn(int(FIELD_STARTS[-1]), 2 * units))
        self.bias = nn.Parameter(torch.zeros(2 * units))
        self.output = nn.Parameter(0.2 * torch.randn(units))
        self.others = nn.Parameter(0.2 * torch.randn(units, 2))
        self.offsets = nn.Parameter(torch.zeros(2))

    def forward(self, batch: dict[str, Tensor]) -> tuple[Tensor, Tensor]:
        """Scores of the pairs, and of nothing and further back."""
        own = self._hide(self.pronouns[batch["pronouns"]]).sum(1) + self.bias
        total = own[batch["owner"], : self.units]
        for column, (tables, codes) in enumerate(zip(self.groups, self.codes, strict=True)):
            table = sum(part[code] for part, (_, code) in zip(tables, codes, strict=True))
            total = total + self._hide(table[batch["pairs"][:, column]])
        hidden, alone = torch.relu(total), torch.relu(own[:, self.units :])
        hidden = nn.functional.dropout(hidden, self.dropped, self.training)
        alone = nn.functional.dropout(alone, self.dropped, self.training)
        return hidden @ self.output, alone @ self.others + self.offsets

    def _hide(self, weights: Tensor) -> Tensor:
        """Some fields unseen while training, so that none is relied on alone."""
        if not self.training:
            return weights
        kept = (torch.rand(weights.shape[:-1]) >= self.unseen).float() / (1 - self.unseen)
        return weights * kept[..., None]


def loss(network: Network, batch: dict[str, Tensor]) -> Tensor:
    """Minus the log-probabilities of the right answers and of the right places."""
    pairs, others = network(batch)
    owner, places = batch["owner"], batch["places"]
    n = len(places)
    highest = others.detach().max(1).values.scatter_reduce(0, owner, pairs.detach(), "amax")
    raised = torch.exp(pairs - highest[owner])
    raised_others = torch.exp(others - highest[:, None])
    total = torch.zeros(n).index_add(0, owner, raised) + raised_others.sum(1)

    def share(which: Tensor) -> Tensor:
        return torch.zeros(n).index_add(0, owner, raised * which) / total

    here, right = share(batch["here"]), share(batch["right"])
    right_here = share(batch["right"] & batch["here"])
    nothing, far = raised_others[:, 0] / total, raised_others[:, 1] / total
    # An antecedent that is no candidate: anything in the right place will do.
    wanted = torch.where(
        places == HERE,
        torch.where(right_here > 0, right_here, here),
        torch.where(places == NOTHING, nothing, torch.where(right > 0, right, far)),
    )
    place = torch.where(places == HERE, here, 1 - here)
    return -(torch.log(wanted + 1e-6) + torch.log(place + 1e-6)).mean()


def fitted(data: dict[str, Tensor], units: int, epochs: int, seed: int, size: int = 256) -> Network:
    """A network trained by AdamW with a rate that falls to nothing."""
    torch.manual_seed(seed)
    network = Network(units)
    optimiser = torch.optim.AdamW(network.parameters(), lr=5e-3, weight_decay=1e-3)
    n = len(data["places"])
    steps = epochs * -(-n // size)
    rate = torch.optim.lr_scheduler.LambdaLR(optimiser, lambda step: max(0.01, 1 - step / steps))
    for _ in range(epochs):
        for chosen in torch.randperm(n).split(size):
            optimiser.zero_grad()
            loss(network, part_of(data, chosen)).backward()
            optimiser.step()
            rate.step()
    return network.eval()


def part_of(data: dict[str, Tensor], chosen: Tensor) -> dict[str, Tensor]:
    """Some of the pronouns, with their pairs."""
    new = torch.full((len(data["places"]),), -1)
    new[chosen] = torch.arange(len(chosen))
    owner = new[data["owner"]]
    pairs = {name: data[name][owner >= 0] for name in ("pairs", "here", "right")}
    own = {name: data[name][chosen] for name in ("pronouns", "places")}
    return {**own, **pairs, "owner": owner[owner >= 0]}


def save(path: Path, networks: Sequence[Network]) -> None:
    """The networks side by side, as `litmus.discourse.antecedents.scoring.scorer` reads them."""
    n, units = len(networks), networks[0].units
    arrays: dict[str, np.ndarray] = {}
    for row, group in enumerate(GROUPS):
        for column, (part, _) in enumerate(parts(group)):
            name = f"{'+'.join(group)}: {'+'.join(part)}"
            arrays[name] = _beside([network.groups[row][column] for network in networks])
    halves = (slice(None, units), slice(units, None))
    arrays["pronouns"] = _beside([k.pronouns[:, half] for half in halves for k in networks])
    arrays["bias"] = _beside([k.bias[half] for half in halves for k in networks])
    arrays["output"] = _beside([k.output / n for k in networks])
    arrays["others"] = _beside([k.others.T / n for k in networks]).T
    arrays["offsets"] = np.mean([k.offsets.detach().numpy() for k in networks], axis=0)
    small = {name: values.astype(np.float16) for name, values in arrays.items()}
    np.savez_compressed(path, version=np.array(VERSION), **small)


def _beside(tensors: Sequence[Tensor]) -> np.ndarray:
    return np.concatenate([tensor.detach().numpy() for tensor in tensors], axis=-1)


if __name__ == "__main__":
    assert (HERE, EARLIER, NOTHING) == (0, 1, 2)
    main()
