"""Tiny models for the tests: each a folder that `load_model` loads.

Other folders of tests get them with `from tests.nmt.conftest import ours` in their conftest.
"""

from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path

import pytest
from tests.nmt.tiny import BUILDERS

for package in ("torch", "transformers"):
    # Not imported: collecting should take no longer than it must.
    if find_spec(package) is None:
        pytest.skip(f"{package} is not installed: pip install 'litmus-mt[nmt]'")


def _fixture(name: str) -> Callable[..., Path]:
    def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
        # One folder a run, whichever conftest asks: the models are made once.
        made = tmp_path_factory.getbasetemp() / "tiny-models" / name
        if not made.exists():
            BUILDERS[name](made)
        return made

    return pytest.fixture(scope="session", name=name)(folder)


ours = _fixture("ours")
marian = _fixture("marian")
mbart50 = _fixture("mbart50")
t5 = _fixture("t5")
bart = _fixture("bart")
gpt2 = _fixture("gpt2")
llama = _fixture("llama")
qwen2 = _fixture("qwen2")
