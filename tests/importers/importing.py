"""What the tests of the importers share: folders made by hand, and where the real data is."""

from pathlib import Path

import pytest

from litmus.errors import LitmusError
from litmus.importers import import_suite

SHARED = (Path(__file__).resolve().parents[2] / ".." / "shared").resolve()
DATA = SHARED / "data"


def needs(*parts: str) -> pytest.MarkDecorator:
    missing = [part for part in parts if not list(SHARED.glob(part))]
    return pytest.mark.skipif(bool(missing), reason=f"not beside the checkout: {missing}")


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
