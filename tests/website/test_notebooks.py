"""Notebooks show what their cells do."""

import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
NOTEBOOKS = sorted((ROOT / "docs").rglob("*.ipynb"))


@pytest.mark.slow
@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
@pytest.mark.filterwarnings("default")  # of Jupyter's own
def test_output_is_what_the_cells_do(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip(
        "ipykernel", reason="Jupyter's kernel is not installed: pip install -e '.[test-all]'"
    )
    nbformat = pytest.importorskip(
        "nbformat", reason="nbformat is not installed: pip install -e '.[test-all]'"
    )
    monkeypatch.syspath_prepend(str(ROOT / "website"))
    monkeypatch.setenv("PYTHONPATH", str(ROOT / "src"))
    import run_notebooks

    kept = nbformat.read(path, as_version=4)
    nbformat.validate(kept)
    assert run_notebooks.texts(run_notebooks.executed(path)) == run_notebooks.texts(kept)
    assert run_notebooks.texts(kept)
    sys.modules.pop("run_notebooks")
