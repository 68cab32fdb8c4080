"""Are these judgements, or rows of `litmus score --segments`, right? Read as by `litmus agree`."""

from collections import Counter
from pathlib import Path

from litmus.annotate.judgements import read_judgements
from litmus.annotate.verdicts import KEYS, read_row
from litmus.checks.corpus_files import SHOWN, Report
from litmus.corpus.jsonl import read_objects
from litmus.errors import DataError
from litmus.importers.recognise import first_keys

JUDGEMENTS = "judgements"
EVIDENCE = "evidence"
_JUDGED = frozenset(("id", "label", "annotator", "campaign", "stratum"))
_NEVER = frozenset(("source", "spans"))  # of a segment, of a span file


def kind_of(path: Path) -> str | None:
    """Which of the two it is, or neither; a key may be misspelt."""
    keys = first_keys(path)
    if len(keys.intersection(KEYS)) > 2:
        return EVIDENCE
    return JUDGEMENTS if len(keys & _JUDGED) > 1 and not keys & _NEVER else None


def check_judgements(path: Path) -> Report:
    """Who judged how much, and every row that is not right."""
    if not path.exists():
        raise DataError(f"{path} does not exist.")
    problems: list[str] = []
    rows = 0
    seen: dict[str, set[str]] = {"segments": set(), "systems": set(), "annotators": set()}
    try:
        for one in read_judgements(path, lambda error: problems.append(str(error))):
            rows += 1
            seen["segments"].add(one.id)
            seen["systems"].add(one.system)
            seen["annotators"].add(one.annotator)
    except DataError as error:  # without its columns a table holds nothing
        problems.append(str(error))
    counts = {"judgements": rows} | {name: len(found - {""}) for name, found in seen.items()}
    shown = {name: count for name, count in counts.items() if count or name == "judgements"}
    return Report(path, JUDGEMENTS, shown, tuple(problems[:SHOWN]), len(problems))


def check_evidence(path: Path) -> Report:
    """What was measured, and every row that is not right.

    Rows of metrics that call no segment right or wrong are worth a note: they explain a score, but
    `litmus agree` does not take them.
    """
    if not path.exists():
        raise DataError(f"{path} does not exist.")
    problems: list[str] = []
    rows: Counter[str] = Counter()
    undecided: Counter[str] = Counter()
    systems = set()
    for number, row in read_objects(path, lambda error: problems.append(str(error))):
        try:
            _, system, metric, verdict = read_row(f"{path}:{number}", row)
        except DataError as error:
            problems.append(str(error))
            continue
        undecided[metric] += verdict is None
        rows[metric] += 1
        systems.add(system)
    notes = [
        f"{count:,} rows are of {metric}, which calls no single segment right or wrong: "
        "litmus agree does not take them."
        for metric, count in undecided.items()
        if count
    ]
    counts = {"rows": rows.total(), "metrics": len(rows), "systems": len(systems)}
    return Report(path, EVIDENCE, counts, tuple(problems[:SHOWN]), len(problems), tuple(notes))
