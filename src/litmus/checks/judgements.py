"""Are these judgements, or rows of `litmus score --segments`, right? Read as by `litmus agree`."""

from collections import Counter
from pathlib import Path

from litmus.annotate.judgements import read_judgements
from litmus.annotate.verdicts import KEYS, read_row
from litmus.checks.report import Checker, Findings, Languages, Report
from litmus.errors import DataError
from litmus.files.jsonl import read_objects
from litmus.importers.recognise import first_keys

JUDGEMENTS = "judgements"
EVIDENCE = "evidence"
_JUDGED = frozenset(("id", "label", "annotator", "campaign", "stratum"))
_NEVER = frozenset(("source", "spans"))  # of a segment, of a span file


def is_evidence(path: Path, _: Languages) -> bool:
    """Whether its first row is one of `litmus score --segments`; a key may be misspelt."""
    return len(first_keys(path).intersection(KEYS)) > 2


def is_judgements(path: Path, _: Languages) -> bool:
    """Whether its first row is a judgement; a key may be misspelt."""
    keys = first_keys(path)
    return len(keys & _JUDGED) > 1 and not keys & _NEVER


def check_judgements(path: Path, _: Languages) -> Report:
    """Who judged how much, and every row that is not right."""
    findings = Findings()
    findings.counts["judgements"] = 0
    seen: dict[str, set[str]] = {"segments": set(), "systems": set(), "annotators": set()}
    try:
        for judgement in read_judgements(path, findings.complain):
            findings.counts["judgements"] += 1
            seen["segments"].add(judgement.id)
            seen["systems"].add(judgement.system)
            seen["annotators"].add(judgement.annotator)
    except DataError as error:  # without its columns a table holds nothing
        findings.complain(error)
    findings.counts.update({name: len(names - {""}) for name, names in seen.items()})
    return findings.report(path, JUDGEMENTS, always=("judgements",))


def check_evidence(path: Path, _: Languages) -> Report:
    """What was measured, and every row that is not right.

    Rows of metrics that call no segment right or wrong are worth a note: they explain a score, but
    `litmus agree` does not take them.
    """
    findings = Findings()
    rows: Counter[str] = Counter()
    undecided: Counter[str] = Counter()
    systems = set()
    for number, row in read_objects(path, findings.complain):
        try:
            _id, system, metric, verdict = read_row(f"{path}:{number}", row)
        except DataError as error:
            findings.complain(error)
            continue
        undecided[metric] += verdict is None
        rows[metric] += 1
        systems.add(system)
    findings.notes += [
        f"{count:,} rows are of {metric}, which calls no single segment right or wrong: "
        "litmus agree does not take them."
        for metric, count in undecided.items()
        if count
    ]
    findings.counts.update(rows=rows.total(), metrics=len(rows), systems=len(systems))
    return findings.report(path, EVIDENCE)


CHECKERS = (
    Checker(EVIDENCE, "rows of litmus score --segments", check_evidence, is_evidence),
    Checker(JUDGEMENTS, "judgements as litmus agree reads them", check_judgements, is_judgements),
)
