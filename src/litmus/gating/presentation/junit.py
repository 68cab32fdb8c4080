"""Verdicts as JUnit XML, which Jenkins, GitLab and others show: one test case each.

Only elements and attributes that Jenkins' schema (junit-10) knows: `testsuites`, a `testsuite` for
each suite, a `testcase` with `failure`, `skipped` (no evidence, which is allowed) or `system-out`.
"""

import re
from collections.abc import Sequence
from xml.etree.ElementTree import Element, SubElement, indent, tostring

from litmus.gating.presentation.tables import cost, reason
from litmus.gating.verdict import Verdict

_NO_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def junit(verdicts: Sequence[Verdict]) -> str:
    """The document."""
    top = Element("testsuites", {"name": "litmus"} | _counts(verdicts))
    for suite in dict.fromkeys(verdict.question.suite for verdict in verdicts):
        own = [verdict for verdict in verdicts if verdict.question.suite == suite]
        skipped = str(sum(map(_is_skipped, own)))
        about = {"name": _clean(suite), "skipped": skipped} | _counts(own)
        block = SubElement(top, "testsuite", about)
        for verdict in own:
            _add_case(block, verdict)
    indent(top)
    return tostring(top, encoding="unicode", xml_declaration=False).join(
        ['<?xml version="1.0" encoding="UTF-8"?>\n', "\n"]
    )


def _counts(verdicts: Sequence[Verdict]) -> dict[str, str]:
    fails = sum(verdict.fails for verdict in verdicts)
    return {"tests": str(len(verdicts)), "failures": str(fails), "errors": "0"}


def _is_skipped(verdict: Verdict) -> bool:
    return bool(verdict.why) and not verdict.fails


def _add_case(block: Element, verdict: Verdict) -> None:
    question = verdict.question
    case = SubElement(
        block,
        "testcase",
        name=_clean(f"{verdict.requirement} ({verdict.name})"),
        classname=_clean(f"litmus.{question.suite}.{question.system}"),
        time="0",
    )
    if verdict.fails:
        message = _clean(reason(verdict))
        failure = SubElement(case, "failure", message=message, type=verdict.outcome)
        failure.text = _clean("\n".join([reason(verdict), *segment_lines(verdict)]))
    elif _is_skipped(verdict):
        SubElement(case, "skipped", message=_clean(reason(verdict)))
    else:
        SubElement(case, "system-out").text = _clean(reason(verdict))


def segment_lines(verdict: Verdict) -> list[str]:
    """The segments that cost most, each in a few lines."""
    lines = []
    for segment in verdict.worst:
        lines += ["", f"segment {segment.id}, costs {cost(segment.cost)}: {segment.saw}"]
        lines.append(f"  source: {segment.source}")
        if segment.reference is not None:
            lines.append(f"  reference: {segment.reference}")
        if segment.other is not None:
            lines.append(f"  {verdict.question.requirement.than}: {segment.other}")
        lines.append(f"  {verdict.question.system}: {segment.hypothesis}")
    return lines


def _clean(text: str) -> str:
    """The text without characters that XML cannot hold."""
    return _NO_XML.sub("\ufffd", text)
