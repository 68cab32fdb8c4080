"""Draws breaks to be read, and says what the verdicts on them come to.

    python -m experiments.consistency.sample draw ROWS.jsonl SEED EACH [TAG] [READ.tsv ...]
    python -m experiments.consistency.sample count new.tsv

EACH cases of every set in ROWS are drawn from even documents (of WMT22 from all), none that was
READ before; with a TAG (register, terms, names), of that alone.

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

from litmus.stats.intervals import wilson

COLUMNS = ("set", "line", "system", "tag", "source", "here", "before", "segment", "kind", "verdict")


def drawn(
    rows: list[dict[str, object]],
    seed: int,
    each: int,
    read: set[tuple[str, ...]],
    tags: set[str],
) -> list[tuple[str, ...]]:
    """So many breaks of each set, from even documents (of WMT22 from all); of systems, not
    of the reference, of all tags or of `tags` alone, and no set, line and source word that were
    `read` before."""
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
                and (not tags or one["tag"] in tags)
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


def precision(cases: list[dict[str, str]]) -> str:
    """How many are true, with Wilson's interval; and of places, a word of a line in all systems
    that break it, since their cases are much alike."""
    places: dict[tuple[str, ...], bool] = {}
    for case in cases:
        place = (case["set"], case["line"], case["source"])
        places[place] = places.get(place, True) and case["verdict"] == "true"
    said = []
    for what, verdicts in (
        ("cases", [case["verdict"] == "true" for case in cases]),
        ("places", list(places.values())),
    ):
        true, n = sum(verdicts), len(verdicts)
        low, high = wilson(true / n, n)
        said.append(f"{true} of {n} {what}, {true / n:.2f} ({low:.2f}-{high:.2f})")
    return "  ".join(said)


def main() -> None:
    """Draws, or counts."""
    path = Path(sys.argv[2])
    if sys.argv[1] == "draw":
        rows = [json.loads(line) for line in path.read_text(encoding="utf-8").split("\n") if line]
        files = [name for name in sys.argv[5:] if name.endswith(".tsv")]
        read: set[tuple[str, ...]] = {
            (case["set"], case["line"], case["source"])
            for earlier in files
            for case in cases_of(Path(earlier))
        }
        tags = set(sys.argv[5:]) - set(files)
        if unknown := tags - {row["tag"] for row in rows}:
            sys.exit(f"no row has the tag {', '.join(sorted(unknown))}")
        print("\t".join(COLUMNS))
        for case in drawn(rows, int(sys.argv[3]), int(sys.argv[4]), read, tags):
            print("\t".join((*case, "")))
        return
    cases = [
        {**case, "all": "", "in": "one segment" if case["segment"] == case["line"] else "two"}
        for case in cases_of(path)
    ]
    counted = Counter(case["verdict"] for case in cases)
    for what in ("set", "tag", "kind", "in", "all"):
        for name in sorted({case[what] for case in cases}):
            own = [case for case in cases if case[what] == name]
            print(f"{what:5}{name:20}{precision(own)}")
    print("     ".join(f"{n} {verdict}" for verdict, n in counted.most_common()))


if __name__ == "__main__":
    main()
