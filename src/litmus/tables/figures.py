"""What figures need: a folder that can be written, and matplotlib (the extra `plots`)."""

from pathlib import Path

from litmus.errors import DataError, MissingExtra
from litmus.wording import option

FORMATS = ("svg", "pdf", "png")


def check_plots(folder: Path) -> None:
    """Refuse early what could not be drawn after all the work."""
    try:
        import matplotlib  # noqa: F401
    except ImportError as error:
        raise MissingExtra("Plotting", "plots") from error
    if folder.exists() and not folder.is_dir():
        raise DataError(f"{folder} is a file, but {option('plots')} needs a folder.")
