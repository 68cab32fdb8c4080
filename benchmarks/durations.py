"""Renews tests/durations.tsv, the list of what each test costs (tests/tiers.py).

    python -m benchmarks.durations                     # the default tier
    python -m benchmarks.durations -m "slow or release"
    python -m benchmarks.durations tests/stats         # part of it; the others keep their rows
    python -m benchmarks.durations --check             # gone tests, tiers over their budget

CPU seconds, each case the cheaper of two runs in opposite order: in one of them somebody else has
loaded what all need.
"""

import argparse
import subprocess
import sys
import tempfile
from collections import Counter
from pathlib import Path

from tests import tiers

ROOT = Path(__file__).resolve().parents[1]


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("tests", nargs="*")
    parser.add_argument("-m", dest="expression", default="", metavar="EXPRESSION")
    parser.add_argument("--check", action="store_true")
    args = parser.parse_args()
    costs = tiers.read() if tiers.LIST.exists() else {}
    if args.check:
        gone = tiers.gone(costs, ROOT)
        problems = [*(f"{name} is gone" for name in gone), *tiers.over_budget(costs)]
        print("\n".join(problems) or "durations: within budget")
        return bool(problems)
    with tempfile.TemporaryDirectory() as folder:
        chosen = ["-m", args.expression] if args.expression else []
        for order in ([], ["--reversed"]):
            command = [sys.executable, "-m", "pytest", "-q", f"--record-costs={folder}"]
            run = subprocess.run([*command, *order, *chosen, *args.tests], cwd=ROOT, check=False)
            if run.returncode not in (0, 1):  # 1: a test failed, and has cost what it has
                return run.returncode
        costs = tiers.merged(Path(folder), costs, ROOT, whole=not args.tests)
    tiers.LIST.write_text(tiers.written(costs), encoding="utf-8")
    spent: Counter[str] = Counter()
    for cost in costs.values():
        spent[cost.tier] += cost.seconds
    print(*(f"{tier}: {seconds:.0f} CPU s" for tier, seconds in spent.items()), sep=", ")
    return 0


if __name__ == "__main__":
    sys.exit(main())
