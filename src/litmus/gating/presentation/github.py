"""Verdicts as GitHub shows them: annotations beside a run, and the run's summary."""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from litmus.gating.presentation.junit import segment_lines
from litmus.gating.presentation.tables import reason, render
from litmus.gating.verdict import NO_EVIDENCE, Verdict

_DATA: Mapping[str, str] = {"%": "%25", "\r": "%0D", "\n": "%0A"}
_PROPERTY: Mapping[str, str] = {**_DATA, ":": "%3A", ",": "%2C"}


def annotations(verdicts: Sequence[Verdict]) -> Iterator[str]:
    """A workflow command for every verdict that fails, and a warning where there was no evidence.

    GitHub reads them from either stream of a step, one on a line.
    """
    for verdict in verdicts:
        if verdict.fails:
            text = "\n".join([reason(verdict), *segment_lines(verdict)])
            yield _command("error", verdict, text)
        elif verdict.outcome == NO_EVIDENCE:
            yield _command("warning", verdict, reason(verdict))


def _command(level: str, verdict: Verdict, text: str) -> str:
    title = f"{verdict.requirement} ({verdict.question.suite}, {verdict.name})"
    return f"::{level} title={_escaped(title, _PROPERTY)}::{_escaped(text, _DATA)}"


def _escaped(text: str, signs: Mapping[str, str]) -> str:
    return "".join(signs.get(character, character) for character in text)


def add_summary(path: Path, verdicts: Sequence[Verdict]) -> None:
    """Append the table to the summary of a step, which GitHub shows as Markdown."""
    with path.open("a", encoding="utf-8", errors="replace") as file:
        file.write(render(verdicts, "md") + "\n")
