"""False alarms and savings of sequential decisions, over random orders of WMT outputs.

    python -m experiments.sequential.measure DATA [ORDERS]

For every population (a system, a metric, segments or documents) bounds are set at many distances
from its value on the whole set, on both sides; a decision is wrong where the whole set says
otherwise. Prints the tables of docs/measured/sequential.md.
"""

import sys
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

import numpy as np
from experiments.sequential.populations import Population, populations

import litmus
from litmus.arrays import Floats
from litmus.gating.sequential import FEWEST_FOR_NORMAL
from litmus.stats.averages import Value
from litmus.stats.paired import FEWEST_CASES
from litmus.stats.sequential import Bets, Moments, NormalBets, batch_ends

ALPHA = 0.05
DISTANCES = (0.02, 0.25, 0.5, 1, 2, 4, 8)  # of the bound, in standard errors of the value
SEED = 26


def main() -> None:
    data, orders = Path(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 20
    rng = np.random.default_rng(SEED)
    found: dict[tuple[str, float], list[tuple[bool, float]]] = defaultdict(list)
    kinds: dict[str, list[float]] = defaultdict(list)
    for population in populations(data):
        error, runs = _runs(population, orders, rng)
        kinds[population.kind].append(error)
        for distance, run in runs:
            found[population.kind, distance].append(run)
    print(f"litmus {litmus.__version__}, {orders} orders of each, both sides, level {1 - ALPHA}\n")
    head = " | ".join(f"{distance:g}" for distance in DISTANCES)
    print(f"| wrong / saved, % | sets | error | {head} |")
    print("| --- |" + " ---: |" * (2 + len(DISTANCES)))
    for kind, errors in kinds.items():
        cells = []
        for distance in DISTANCES:
            wrong, saved = np.array(found[kind, distance]).mean(axis=0)
            cells.append(f"{100 * wrong:.1f} / {100 * saved:.0f}")
        print(f"| {kind} | {len(errors)} | {np.median(errors):.2f} | {' | '.join(cells)} |")


def _runs(
    population: Population, orders: int, rng: np.random.Generator
) -> tuple[float, Iterator[tuple[float, tuple[bool, float]]]]:
    """The standard error of the value, and for every distance and order: was it wrong, what was
    saved."""
    rows, value = _rows(population)
    moments = Moments(rows.shape[1])
    moments.add(rows)
    error = moments.spread(value) / np.sqrt(len(rows))
    truth = float(value(rows.sum(axis=0))) - population.errors * error

    def each() -> Iterator[tuple[float, tuple[bool, float]]]:
        for distance in DISTANCES:
            for bound in (truth - distance * error, truth + distance * error):
                for _ in range(orders):
                    order = rng.permutation(len(rows))
                    found, saved = _run(population, rows[order], value, bound)
                    yield distance, (found is bool(bound > truth), saved)

    return error, each()


def _rows(population: Population) -> tuple[Floats, Value]:
    ours, theirs, value = population.ours, population.theirs, population.value
    if theirs is None:
        return ours, value
    width = ours.shape[1]

    def difference(sums: Floats) -> Floats:
        return np.asarray(value(sums[..., :width]) - value(sums[..., width:]))

    return np.hstack([ours, theirs]), difference


def _run(
    population: Population, rows: Floats, value: Value, bound: float
) -> tuple[bool | None, float]:
    """What is decided, and which share is not drawn."""
    size, errors = len(rows), (population.errors, population.errors)
    cases = rows[:, population.under].cumsum()
    if population.under >= 0:
        most = rows[:, population.under].max()
        ends = (0.0, -bound * most, (100 - bound) * most)
        share = Bets(size, min(ends), max(ends), alpha=ALPHA)
        values = 100 * rows[:, population.over] - bound * rows[:, population.under]
    else:
        width = rows.shape[1]
        sums = NormalBets(size, lambda one: value(one) - bound, width, alpha=ALPHA, errors=errors)
    begun, decided = 0, None
    for end in batch_ends(size):
        if population.under >= 0:
            share.add(values[begun:end])
            decided = share.decided if cases[end - 1] >= FEWEST_CASES else None
        else:
            sums.add(rows[begun:end], look=cases[end - 1] >= FEWEST_FOR_NORMAL)
            decided = sums.decided
        begun = end
        if decided is not None:
            break
    return decided, 1 - begun / size


if __name__ == "__main__":
    main()
