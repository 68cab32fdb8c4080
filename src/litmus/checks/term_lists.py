"""Is this list of terms right?"""

from pathlib import Path

from litmus.checks.report import Findings, Languages, reader
from litmus.terms.lists import load_terms


def _terms(path: Path, findings: Findings, _: Languages) -> None:
    listed = load_terms(path, findings.complain)
    findings.counts["terms"] += len(listed.terms)
    findings.counts["translations"] += sum(len(term.targets) for term in listed.terms)


CHECKER = reader("terms", "a list of terms: source, target, note", _terms)
