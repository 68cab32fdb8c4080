"""Where figures go: a folder that can be written, and matplotlib (the extra `plots`)."""

from pathlib import Path

from litmus.errors import DataError, MissingExtra

FORMATS = ("svg", "pdf", "png")


def check_plots(folder: Path) -> None:
    """Complains before the work begins where plots could not be drawn after it."""
    try:
        import matplotlib  # noqa: F401
    except ImportError as error:
        raise MissingExtra("--plots", "plots") from error
    if folder.exists() and not folder.is_dir():
        raise DataError(f"{folder} is a file; --plots needs a folder.")
