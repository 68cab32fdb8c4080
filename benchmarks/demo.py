"""CPU seconds of `litmus demo`, beside sacreBLEU's paired randomisation of the same outputs.

    python -m benchmarks.demo

Both run in processes of their own, three times in turn, on one thread; the least counts. litmus
scores five suites by all their metrics with intervals and tests, aligns the words of every idiom
and writes the report. The baseline is a part of that: BLEU and chrF of every suite with two or more
systems, 10,000 trials. Check values: a digest of the page, and the p-values of the baseline.
"""

import argparse
import json
import os
import resource
import subprocess
import sys
import tempfile
from hashlib import blake2b
from pathlib import Path

from benchmarks.machine import machine

THREADS = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS")
TIMES = 3
TRIALS = 10_000


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--baseline", action="store_true", help=argparse.SUPPRESS)
    if parser.parse_args().baseline:
        print(json.dumps(baseline()))
        return
    ours: list[float] = []
    theirs: list[float] = []
    with tempfile.TemporaryDirectory() as name:
        page = Path(name) / "page.html"
        for _ in range(TIMES):
            ours.append(seconds(["litmus", "demo", "-o", str(page)])[0])
            spent, said = seconds(["benchmarks.demo", "--baseline"])
            theirs.append(spent)
        digest = blake2b(page.read_bytes(), digest_size=4).hexdigest()
    print(f"litmus demo: {min(ours):.1f} CPU s, check {digest}")
    print(f"sacreBLEU, {TRIALS:,} trials: {min(theirs):.1f} CPU s, check {said.strip()}")
    print(f"litmus takes {min(ours) / min(theirs):.1f} x as long as that part of its work")
    print(machine())


def seconds(module: list[str]) -> tuple[float, str]:
    """What a process of its own spends, user and system, and what it prints."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    environment = os.environ | dict.fromkeys(THREADS, "1")
    done = subprocess.run(
        [sys.executable, "-m", *module], env=environment, stdout=subprocess.PIPE, text=True,
        check=True,
    )  # fmt: skip
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime, done.stdout


def baseline() -> list[float]:
    """p-values of BLEU and chrF, suite by suite."""
    os.environ["SACREBLEU_SEED"] = "12345"
    from sacrebleu.metrics import BLEU, CHRF
    from sacrebleu.significance import PairedTest

    from litmus.corpus.shipped import shipped_suites
    from litmus.corpus.suite import read_suite
    from litmus.files.text import read_lines

    found: list[float] = []
    for folder in shipped_suites().values():
        suite = read_suite(folder)
        if len(suite.systems) < 2:
            continue
        references = [[segment.references[0] for segment in suite.segments()]]
        outputs = [(name, list(read_lines(path))) for name, path in suite.systems.items()]
        metrics = {"BLEU": BLEU(references=references), "chrF": CHRF(references=references)}
        test = PairedTest(outputs, metrics, references=None, test_type="ar", n_samples=TRIALS)
        for results in list(test()[1].values())[1:]:
            found += [round(result.p_value, 3) for result in results if result.p_value is not None]
    return found


if __name__ == "__main__":
    main()
