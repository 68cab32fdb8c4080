"""`experiments/analyser/export.py`: a segmenter that ships splits words in the ways it learned."""

from collections.abc import Callable
from pathlib import Path
from types import ModuleType

import pytest

from litmus.language.embedded.model import about

pytest.importorskip("onnx", reason="onnx is not installed: pip install -e '.[test-all]'")
pytestmark = pytest.mark.filterwarnings("ignore:.torch.jit.script:DeprecationWarning")
NEWER = {"scripts": ["a", "b"], "known": {}, "irregular": {}, "closed": [], "ambiguous": []}


@pytest.fixture
def export(analyser_script: Callable[[str], ModuleType]) -> ModuleType:
    return analyser_script("export")


def test_shipped_segmenter_keeps_its_splits_whatever_treebanks_have_now(
    export: ModuleType, tmp_path: Path
) -> None:
    segmenter = export.Segmenter(tmp_path, "spaced", export.MODEL)
    found = segmenter.split_words("fr", NEWER)
    assert found == {name: about()["languages"]["fr"][name] for name in export.SPLIT_WORDS}
    with export.np.load(export.MODEL / "fr.npz") as weights:  # one row a way to split
        assert len(found["splits"]) == weights["split_bias"].size


def test_new_segmenter_takes_the_splits_of_the_treebanks(export: ModuleType) -> None:
    segmenter = export.Segmenter.__new__(export.Segmenter)
    segmenter._new = True
    assert segmenter.split_words("fr", NEWER)["splits"] == ["a", "b"]
