"""What the tests of the importers share: folders made by hand, and where the real data is."""

from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import pytest

from litmus.errors import LitmusError
from litmus.importers import import_suite

SHARED = (Path(__file__).resolve().parents[2] / ".." / "shared").resolve()
DATA = SHARED / "data"
Test = TypeVar("Test", bound=Callable[..., Any])


def needs(*parts: str) -> Callable[[Test], Test]:
    """Marks a test of reference data, which is there or not."""
    missing = [part for part in parts if not list(SHARED.glob(part))]
    there = pytest.mark.skipif(bool(missing), reason=f"not beside the checkout: {missing}")
    return lambda test: pytest.mark.release(there(test))


def fill(folder: Path, **contents: str) -> Path:
    """Files of a folder; two underscores in a name stand for a dot."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, content in contents.items():
        (folder / name.replace("__", ".")).write_text(content, encoding="utf-8")
    return folder


def refused(format: str, path: Path, **options: object) -> str:
    with pytest.raises(LitmusError) as caught:
        list(import_suite(format, path, **options).segments)  # type: ignore[arg-type]
    return str(caught.value)
