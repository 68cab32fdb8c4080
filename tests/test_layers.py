"""The layer check sees what it is there to see."""

import runpy
from pathlib import Path

import pytest

CHECK = runpy.run_path(str(Path(__file__).resolve().parents[1] / ".ci" / "layers.py"))


def check(root: Path, **files: str) -> str:
    for name, text in files.items():
        path = root / f"{name.replace('__', '/')}.py"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    known = CHECK["modules"](root)
    return "\n".join(CHECK["floor_problems"](known) + CHECK["circles"](known))


@pytest.mark.parametrize(
    ("files", "problem"),
    [
        ({"corpus__a": "from litmus.cli import b", "cli__b": ""}, "corpus must not import cli"),
        ({"corpus__a": "def f():\n    import litmus.cli.b", "cli__b": ""}, "must not import cli"),
        ({"corpus__a": "from . import b", "corpus__b": ""}, "relative import"),
        ({"corpus__a": "import torch"}, "only nmt imports torch"),
        ({"attic__a": ""}, "'attic' has no floor"),
        (
            {"corpus__a": "def f():\n    from litmus.corpus.b import x",
             "corpus__b": "from litmus.corpus import a"},
            "circle: litmus.corpus.a -> litmus.corpus.b -> litmus.corpus.a",
        ),
        (
            {"corpus__a": "if TYPE_CHECKING:\n    from litmus.corpus.b import x",
             "corpus__b": "from litmus.corpus.c import y", "corpus__c": "import litmus.corpus.a"},
            "circle: ",
        ),
    ],
)  # fmt: skip
def test_every_breach_is_reported(tmp_path: Path, files: dict[str, str], problem: str) -> None:
    assert problem in check(tmp_path, **files)


def test_a_tidy_house_is_fine(tmp_path: Path) -> None:
    files = {
        "corpus__a": "from litmus.errors import E",
        "errors": "",
        "cli__b": "import litmus.corpus.a",
    }
    assert check(tmp_path, **files) == ""
