"""Draws breaks to be read, and says what the verdicts on them come to.

    python -m experiments.consistency.sample draw ROWS.jsonl SEED EACH [READ.tsv ...] > new.tsv
    python -m experiments.consistency.sample count new.tsv

EACH cases of every set are drawn from even documents (of WMT22 from all), and
none that was READ before.

The verdict of a case is `true` (the same thing of the source is worded, written or addressed in
another way), or why not: `sense` (another meaning, or another term), `link` (the word translates
something else), `form` (one word after all), `people` (someone else is addressed).
"""

import csv
import json
import sys
from collections import Counter
from pathlib import Path
from random import Random

COLUMNS = ("set", "line", "system", "tag", "source", "here", "before", "segment", "kind", "verdict")


def drawn(
    rows: list[dict[str, object]], seed: int, each: int, read: set[tuple[str, ...]]
) -> list[tuple[str, ...]]:
    """So many breaks of each set, from even documents (of WMT22 from all); of systems, not
    of the reference, and no set, line and source word that were `read` before."""
    by_set: dict[str, list[tuple[str, ...]]] = {}
    for row in rows:
        unseen = row["half"] == 0 or str(row["set"]).startswith("wmt22")
        if unseen and row["system"] != "refA":
            breaks = row["breaks"]
            assert isinstance(breaks, list)
            by_set.setdefault(str(row["set"]), []).extend(
                (str(row["set"]), str(row["line"]), str(row["system"]))
                + tuple(str(one[key]) for key in COLUMNS[3:-1])
                for one in breaks
                if (str(row["set"]), str(row["line"]), str(one["source"])) not in read
            )
    rng = Random(seed)
    return [
        case
        for name, cases in sorted(by_set.items())
        for case in sorted(rng.sample(sorted(cases), min(each, len(cases))))
    ]


def cases_of(path: Path) -> list[dict[str, str]]:
    """The rows of a file of cases."""
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE))


def main() -> None:
    """Draws, or counts."""
    path = Path(sys.argv[2])
    if sys.argv[1] == "draw":
        rows = [json.loads(line) for line in path.read_text(encoding="utf-8").split("\n") if line]
        read = {
            (case["set"], case["line"], case["source"])
            for earlier in sys.argv[5:]
            for case in cases_of(Path(earlier))
        }
        print("\t".join(COLUMNS))
        for case in drawn(rows, int(sys.argv[3]), int(sys.argv[4]), read):
            print("\t".join((*case, "")))
        return
    cases = cases_of(path)
    for what in ("set", "tag", "kind"):
        for name in sorted({case[what] for case in cases}):
            own = [case["verdict"] for case in cases if case[what] == name]
            print(f"{what}\t{name}\t{own.count('true')} of {len(own)}")
    print(Counter(case["verdict"] for case in cases).most_common())


if __name__ == "__main__":
    main()
