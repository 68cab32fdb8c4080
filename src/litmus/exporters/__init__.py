"""Suites and translations in the files of other programs: one file per format."""

from collections.abc import Mapping
from pathlib import Path

from litmus.corpus.suite import Suite
from litmus.errors import UsageError
from litmus.exporters.registry import FORMATS, Exported
from litmus.scoring.measuring.inputs import Output

__all__ = ["FORMATS", "Exported", "export_suite", "options_of"]


def options_of(format: str) -> Mapping[str, str]:
    """The options of a format, each with a line on what it does."""
    options: Mapping[str, str] = getattr(FORMATS.find(format), "OPTIONS", {})
    return options


def export_suite(
    format: str,
    suite: Suite,
    output: Path,
    *,
    outputs: Mapping[str, Output] | None = None,
    into: Path | None = None,
    overwrite: bool = False,
    **options: str,
) -> Exported:
    """Write a suite, or translations of it, as `format` to a file or folder."""
    known = options_of(format)
    for option in options:
        if option not in known:
            listed = ", ".join(f"{key}={what}" for key, what in sorted(known.items())) or "none"
            raise UsageError(
                f"The export format {format} has no option {option!r}.\nKnown: {listed}"
            )
    return FORMATS.find(format).write(
        suite, output, outputs=outputs or {}, into=into, overwrite=overwrite, **options
    )
