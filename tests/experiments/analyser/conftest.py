"""Scripts that trained the analyser, to be imported as they import one another."""

import importlib
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from types import ModuleType

import pytest

ANALYSER = Path(__file__).parents[3] / "experiments/analyser"


@pytest.fixture
def analyser_script(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[str], ModuleType]]:
    monkeypatch.syspath_prepend(str(ANALYSER))
    yield importlib.import_module
    for name, module in [*sys.modules.items()]:  # their names are those of other modules, too
        if Path(getattr(module, "__file__", None) or "/").parent == ANALYSER:
            del sys.modules[name]
