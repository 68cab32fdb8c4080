"""How fast metrics are compared with human scores: accuracy with calibrated ties, and the tests.

    python -m benchmarks.meta_evaluation [--systems 15] [--segments 1976] [--metrics 21]

Random scores with many ties of people, as MQM has them; the check value must not change.
"""

import argparse

import numpy as np
from benchmarks.machine import machine, timed

from litmus.stats.meta_evaluation.kendall import kendall
from litmus.stats.meta_evaluation.metric_tests import swapped_verdicts
from litmus.stats.meta_evaluation.segment_pairs import calibrated_accuracy, segment_pairs
from litmus.stats.meta_evaluation.system_pairs import soft_accuracy


def main() -> None:
    """Time each figure for all metrics."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--systems", type=int, default=15)
    parser.add_argument("--segments", type=int, default=1976)
    parser.add_argument("--metrics", type=int, default=21)
    args = parser.parse_args()
    rng = np.random.default_rng(1)
    shape = args.systems, args.segments
    gold = -rng.choice([0.0, 0.1, 1, 2, 5, 6, 10], shape, p=[0.4, 0.1, 0.2, 0.1, 0.1, 0.05, 0.05])
    metrics = [gold + rng.normal(0, 2 + k, shape) for k in range(args.metrics)]
    found = [calibrated_accuracy(segment_pairs(gold, metric)) for metric in metrics]
    places = segment_pairs(gold, metrics[0]).segments
    pairs = [(i, j) for i in range(args.metrics) for j in range(i + 1, args.metrics)]
    jobs = {
        "acc-eq": lambda: sum(
            calibrated_accuracy(segment_pairs(gold, metric)).value or 0 for metric in metrics
        ),
        "Kendall": lambda: sum(kendall(gold.ravel(), one.ravel()) or 0 for one in metrics),
        "soft accuracy": lambda: sum(soft_accuracy(gold, metric) or 0 for metric in metrics),
        "tests of acc-eq": lambda: sum(
            swapped_verdicts([one.right for one in found], places, pairs, n_trials=1000, seed=1)
        ),
    }
    for name, job in jobs.items():
        seconds, spread, check = timed(job, 3)
        print(f"{name:<16} {seconds:6.2f} s  spread {spread:.0%}  check {check:.6f}  {machine()}")


if __name__ == "__main__":
    main()
