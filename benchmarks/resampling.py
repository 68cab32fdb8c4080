"""Bootstrap intervals: 1,000 resamples x 10 systems x 10,000 segments x 5 metrics, on one core.

    python benchmarks/resampling.py

The baseline draws the same resamples and sums the drawn rows, trial by trial, as most tools do.
"""

import os

os.environ["OPENBLAS_NUM_THREADS"] = "1"  # one core, before NumPy loads

import numpy as np  # noqa: E402
from machine import machine, timed  # noqa: E402

from litmus.stats.averages import gather, value_of  # noqa: E402
from litmus.stats.resampling import bootstrap_weights  # noqa: E402
from litmus.stats.tally import Tally  # noqa: E402

TRIALS, SYSTEMS, SEGMENTS, METRICS, COLUMNS = 1000, 10, 10_000, 5, 4
BASELINE_TRIALS = 50


def ratio(totals: np.ndarray) -> np.ndarray:
    return 100 * totals[..., 0] / totals[..., 1]


def main() -> None:
    rng = np.random.default_rng(1)
    counts = []
    for _ in range(METRICS):
        tallies = []
        for _ in range(SYSTEMS):
            tally = Tally(COLUMNS)
            rows = rng.integers(1, 9, (SEGMENTS, COLUMNS)).astype(float)
            tally.add(np.arange(SEGMENTS), np.full(SEGMENTS, -1), rows)
            tallies.append(tally)
        counts.append(gather(tallies, SEGMENTS))

    def ours() -> float:
        values = [[] for _ in counts]
        for weights in bootstrap_weights(SEGMENTS, TRIALS, 12345):
            for place, metric in enumerate(counts):
                values[place].append(value_of(metric, weights, ratio, "micro"))
        return float(np.mean([np.concatenate(found)[:BASELINE_TRIALS] for found in values]))

    def baseline() -> float:
        first = next(bootstrap_weights(SEGMENTS, BASELINE_TRIALS, 12345))
        found = []
        for weights in first[:BASELINE_TRIALS]:
            drawn = np.repeat(np.arange(SEGMENTS), weights.astype(int))
            for metric in counts:
                for system in range(SYSTEMS):
                    found.append(ratio(metric.dense[drawn, system].sum(axis=0)))
        return float(np.mean(found))

    seconds, spread, check = timed(ours, 3)
    slow, _, expected = timed(baseline, 1)
    slow *= TRIALS / BASELINE_TRIALS
    print(f"trial by trial   {slow:7.2f} s (from {BASELINE_TRIALS} trials)  check {expected:.6f}")
    print(
        f"matrix product   {seconds:7.2f} s  x{slow / seconds:.1f}  spread {spread:.0%}  "
        f"check {check:.6f}"
    )
    print(machine())


if __name__ == "__main__":
    main()
