"""`experiments/analyser/graphs.py`: products of bytes are right, and fast where they can be."""

from collections.abc import Callable
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest

from litmus.language.embedded.lexicon import FOLDER
from litmus.language.embedded.model import session

onnx = pytest.importorskip("onnx", reason="onnx is not installed: pip install -e '.[test-all]'")
pytestmark = pytest.mark.filterwarnings("ignore:.torch.jit.script:DeprecationWarning")

RNG = np.random.default_rng(3)
WEIGHTS = RNG.integers(-127, 128, (8, 256))  # one row an output
WEIGHTS[:, 0], WEIGHTS[0], WEIGHTS[1] = 127, 127, -127
SEEN = RNG.integers(-127, 128, (6, 256))
SEEN[0], SEEN[1] = 127, -127


@pytest.fixture
def graphs(analyser_script: Callable[[str], ModuleType]) -> ModuleType:
    return analyser_script("graphs")


@pytest.mark.parametrize("given", [False, True])  # weights that are given, or those of the graph
def test_products_do_not_overflow(graphs: ModuleType, tmp_path: Path, given: bool) -> None:
    graph = graphs.Graph()
    shape = ["rows", "middle" if given else 256]
    seen = graph.quantise(graph.take("x", onnx.TensorProto.FLOAT, shape), 1.0)
    weights = WEIGHTS.astype(np.float32)
    whole, step = graphs.quantised(weights)
    tag = {"tag_weight": whole, "tag_step": step, "tag_bias": np.zeros(8, np.float32)}
    made = graphs.chosen(graph, seen, "tag") if given else graph.linear(seen, weights, np.zeros(8))
    onnx.save(graph.model({"y": (made, onnx.TensorProto.FLOAT)}), tmp_path / "graph.onnx")
    inputs = {"x": SEEN.astype(np.float32)} | (tag if given else {})
    (found,) = session("graph", tmp_path).run(["y"], inputs)
    assert (found == SEEN @ WEIGHTS.T).all()


@pytest.mark.parametrize("path", sorted(FOLDER.glob("*.onnx")), ids=lambda path: path.stem)
def test_shipped_products_are_those_that_x86_is_fast_at(path: Path, graphs: ModuleType) -> None:
    graph = onnx.load(path).graph
    held = {one.name: onnx.numpy_helper.to_array(one) for one in graph.initializer}
    zeros = [held[node.input[4]] for node in graph.node if node.op_type == "MatMulIntegerToFloat"]
    assert all(zero.dtype == np.uint8 and zero == graphs.ZERO for zero in zeros)
    assert zeros or path.stem == "relations"
