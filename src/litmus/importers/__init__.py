"""Foreign data sets as suites: one file per format, imported only when it is asked for."""

from collections.abc import Mapping
from pathlib import Path

from litmus.errors import DataError, UsageError
from litmus.importers.imported import Imported
from litmus.importers.registry import FORMATS

__all__ = ["FORMATS", "Imported", "import_suite", "options_of", "takes_names"]


def options_of(format: str) -> Mapping[str, str]:
    """The options of a format, each with a line on what it does."""
    options: Mapping[str, str] = getattr(FORMATS.find(format), "OPTIONS", {})
    return options


def takes_names(format: str) -> bool:
    """Whether the path may be a name that is no file, which the format finds by itself."""
    return bool(getattr(FORMATS.find(format), "BY_NAME", False))


def import_suite(
    format: str,
    path: Path,
    *,
    languages: tuple[str, str] | None = None,
    name: str | None = None,
    **options: str,
) -> Imported:
    """The data set at `path`, read as `format`. Its segments stream when they are asked for."""
    known = options_of(format)
    for option in options:
        if option not in known:
            listed = ", ".join(f"{key}={what}" for key, what in sorted(known.items())) or "none"
            raise UsageError(f"The format {format} has no option {option!r}.\nKnown: {listed}")
    if not path.exists() and not path.parent.exists() and not takes_names(format):
        raise DataError(f"{path} does not exist.")
    return FORMATS.find(format).read(path, languages=languages, name=name, **options)
