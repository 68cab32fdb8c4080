"""The examples of docs/api.md that run a model."""

from pathlib import Path

import pytest
from tests.test_docs import MODELS, examples, run


def test_examples_with_models(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    code = examples(lambda title: title in MODELS)
    run(f">>> import litmus\n{code}", tmp_path, monkeypatch)
