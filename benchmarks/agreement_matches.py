"""Idiom matchers held against people who said which matches are wrong (IdiomTranslationDS, en-de).

    python -m benchmarks.agreement_matches [--data FOLDER]

The data set's authors matched idioms by their lemmas in any order; 228 of the 1,500 sentences of
its test set were later judged not to hold their idiom. Here our matchers are detectors: they flag
the sentences in which they do not find it. The table is that of `litmus agree --segments`.
"""

import argparse
import tempfile
from pathlib import Path

from benchmarks.idioms.quality import matcher, table

from litmus.cli import main as litmus
from litmus.files.jsonl import line
from litmus.files.text import write_text
from litmus.idioms.matching.occurrence import DOUBTFUL

DATA = Path(__file__).parents[1].parent / "shared" / "data" / "idiom-translation-ds"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--data", type=Path, default=DATA)
    parser.add_argument("-f", "--format", default="text")
    args = parser.parse_args()
    rows = table(args.data / "match_check.test.en-de.csv.gz")
    with tempfile.TemporaryDirectory() as scratch:
        judgements, verdicts = Path(scratch) / "judgements.jsonl", Path(scratch) / "verdicts.jsonl"
        with write_text(judgements) as out:
            for number, row in enumerate(rows):
                label = "wrong" if row["wrong"] == "x" else "right"
                out.write(line({"id": str(number), "system": "match", "label": label}) + "\n")
        with write_text(verdicts) as out:
            for metric, flags in detect(rows).items():
                for number, flag in enumerate(flags):
                    found = {"id": str(number), "system": "match", "metric": metric,
                             "counts": {"flagged": int(flag)}}  # fmt: skip
                    out.write(line(found) + "\n")
        command = ["agree", judgements, "--segments", verdicts, "--task", "tag", "-f", args.format]
        assert litmus([str(word) for word in command]) == 0


def detect(rows: list[dict[str, str]]) -> dict[str, list[bool]]:
    """What each matcher flags: sentences in which it does not find the idiom."""
    found: dict[str, list[bool]] = {}
    for kind in ("ordered", "free"):
        find = matcher([row["idiom_en"] for row in rows], "en", kind).find
        missed, doubted = [], []
        for row in rows:
            own = [one for one in find(row["src_en"]) if one.idiom == row["idiom_en"]]
            missed.append(not own)
            doubted.append(all(set(one.flags) & DOUBTFUL for one in own))
        found[f"not found ({kind})"] = missed
        found[f"not found, or doubtful ({kind})"] = doubted
    return found


if __name__ == "__main__":
    main()
