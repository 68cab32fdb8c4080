"""Run the notebooks of docs/ and keep their output: python website/run_notebooks.py"""

import tempfile
from pathlib import Path
from typing import Any

import nbformat
from nbclient import NotebookClient

ROOT = Path(__file__).resolve().parents[1]
NOTEBOOKS = sorted((ROOT / "docs").rglob("*.ipynb"))


def executed(path: Path) -> Any:
    """The notebook with new output, run in an empty folder; without times, which differ always."""
    notebook = nbformat.read(path, as_version=4)
    with tempfile.TemporaryDirectory() as folder:
        place = {"metadata": {"path": folder}}
        NotebookClient(notebook, timeout=300, kernel_name="python3", resources=place).execute()
    for cell in notebook.cells:
        cell.metadata.pop("execution", None)
    return notebook


def texts(notebook: Any) -> list[str]:
    """What the cells printed or showed as text, white space aside."""
    return [
        " ".join(output.get("text", output.get("data", {}).get("text/plain", "")).split())
        for cell in notebook.cells
        for output in cell.get("outputs", ())
    ]


if __name__ == "__main__":
    for path in NOTEBOOKS:
        nbformat.write(executed(path), path)
        print(path.relative_to(ROOT))
