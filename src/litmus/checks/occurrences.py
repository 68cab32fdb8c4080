"""Are these rows of `litmus mine`, or verdicts on them, right? Read as by `litmus build`."""

from pathlib import Path

from litmus.checks.report import Checker, Findings, Languages, Report
from litmus.idioms.mining.occurrences import VERDICTS, read_occurrences, read_verdicts
from litmus.importers.recognise import first_keys

OCCURRENCES = "occurrences"
JUDGED = "verdicts"
_KEYS = frozenset(("line", "idiom", "span"))


def is_verdicts(path: Path, _: Languages) -> bool:
    """Whether its first row is a verdict; one key of three may be misspelt."""
    keys = first_keys(path)
    return len(keys & _KEYS) > 1 and "verdict" in keys and "pieces" not in keys


def is_occurrences(path: Path, languages: Languages) -> bool:
    """Whether its first row is an occurrence; one key of three may be misspelt."""
    return len(first_keys(path) & _KEYS) > 1 and not is_verdicts(path, languages)


def check_occurrences(path: Path, _: Languages) -> Report:
    """What was found, and every row that is not right."""
    findings = Findings()
    by_line = read_occurrences(path, complain=findings.complain)
    rows = [row for rows in by_line.values() for row in rows]
    n_idioms = len({row.idiom for row in rows})
    findings.counts.update(occurrences=len(rows), idioms=n_idioms, lines=len(by_line))
    return findings.report(path, OCCURRENCES)


def check_verdicts(path: Path, _: Languages) -> Report:
    """What people said, and every row that is not right."""
    findings = Findings()
    verdicts = list(read_verdicts([path], complain=findings.complain).values())
    findings.counts["verdicts"] = len(verdicts)
    findings.counts.update({v: verdicts.count(v) for v in VERDICTS if v in verdicts})
    return findings.report(path, JUDGED)


CHECKERS = (
    Checker(OCCURRENCES, "rows of litmus mine", check_occurrences, is_occurrences),
    Checker(JUDGED, "verdicts on rows of litmus mine", check_verdicts, is_verdicts),
)
