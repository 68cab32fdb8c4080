"""Are these rows of `litmus mine`, or verdicts on them, right? Read as by `litmus build`."""

from pathlib import Path

from litmus.checks.corpus_files import SHOWN, Report
from litmus.errors import DataError
from litmus.idioms.mining.occurrences import VERDICTS, read_found, read_verdicts
from litmus.importers.recognise import first_keys

KIND = "occurrences"
JUDGED = "verdicts"
_KEYS = frozenset(("line", "idiom", "span"))


def kind_of(path: Path) -> str | None:
    """Which of the two it is, or neither; one key of three may be misspelt."""
    keys = first_keys(path)
    if len(keys & _KEYS) < 2:
        return None
    return JUDGED if "verdict" in keys and "pieces" not in keys else KIND


def check_found(path: Path) -> Report:
    """What was found, and every row that is not right."""
    if not path.exists():
        raise DataError(f"{path} does not exist.")
    problems: list[str] = []
    found = read_found(path, complain=lambda error: problems.append(str(error)))
    rows = [row for rows in found.values() for row in rows]
    counts = {"occurrences": len(rows), "idioms": len({row.idiom for row in rows})}
    counts |= {"lines": len(found)}
    return Report(path, KIND, counts, tuple(problems[:SHOWN]), len(problems))


def check_verdicts(path: Path) -> Report:
    """What people said, and every row that is not right."""
    if not path.exists():
        raise DataError(f"{path} does not exist.")
    problems: list[str] = []
    found = read_verdicts([path], complain=lambda error: problems.append(str(error)))
    said = list(found.values())
    counts = {"verdicts": len(said)} | {v: said.count(v) for v in VERDICTS if v in said}
    return Report(path, JUDGED, counts, tuple(problems[:SHOWN]), len(problems))
