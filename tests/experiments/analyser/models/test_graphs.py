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


def test_products_do_not_overflow(graphs: ModuleType, tmp_path: Path) -> None:
    graph = graphs.Graph()
    seen = graph.quantise(graph.take("x", onnx.TensorProto.FLOAT, ["rows", 256]), 1.0)
    made = graph.linear(seen, WEIGHTS.astype(np.float32), np.zeros(8))
    save(graph.model({"y": (made, onnx.TensorProto.FLOAT)}), tmp_path)
    (found,) = session("graph", tmp_path).run(["y"], {"x": SEEN.astype(np.float32)})
    assert (found == SEEN @ WEIGHTS.T).all()


def test_products_with_given_weights_do_not_overflow(graphs: ModuleType, tmp_path: Path) -> None:
    graph = graphs.Graph()
    seen = graph.quantise(graph.take("x", onnx.TensorProto.FLOAT, ["rows", "middle"]), 1.0)
    made = graphs.chosen(graph, seen, "tag")
    save(graph.model({"y": (made, onnx.TensorProto.FLOAT)}), tmp_path)
    whole, step = graphs.quantised(WEIGHTS.astype(np.float32))
    given = {"tag_weight": whole, "tag_step": step, "tag_bias": np.zeros(8, np.float32)}
    (found,) = session("graph", tmp_path).run(["y"], {"x": SEEN.astype(np.float32)} | given)
    assert (found == SEEN @ WEIGHTS.T).all()


def save(graph: object, folder: Path) -> None:
    onnx.save(graph, folder / "graph.onnx")


@pytest.mark.parametrize("path", sorted(FOLDER.glob("*.onnx")), ids=lambda path: path.stem)
def test_shipped_products_are_those_that_x86_is_fast_at(path: Path, graphs: ModuleType) -> None:
    graph = onnx.load(path).graph
    held = {one.name: onnx.numpy_helper.to_array(one) for one in graph.initializer}
    zeros = [held[node.input[4]] for node in graph.node if node.op_type == "MatMulIntegerToFloat"]
    assert all(zero.dtype == np.uint8 and zero == graphs.ZERO for zero in zeros)
    assert zeros or path.stem == "relations"
