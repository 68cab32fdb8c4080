"""`experiments/analyser/graphs.py`: products of bytes are right, and fast where they can be."""

from collections.abc import Callable
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest

from litmus.language.embedded import model
from litmus.language.embedded.lexicon import FOLDER
from litmus.language.embedded.model import _adds_products_of_bytes, session

onnx = pytest.importorskip("onnx")
pytest.importorskip("torch")
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


@pytest.mark.parametrize(
    "said, exact",
    [
        ("processor\t: 0\nflags\t\t: fpu avx2 avx512f avx512_vnni\n", True),
        ("flags\t\t: fpu avx2 avx_vnni\nbugs\t\t: none\n", True),
        ("flags\t\t: fpu avx2 avx512f\nbugs\t\t: avx_vnni\n", False),
        ("Features\t: fp asimd asimddp\n", False),
    ],
)
def test_processors_say_what_they_can(said: str, exact: bool, tmp_path: Path) -> None:
    path = tmp_path / "cpuinfo"
    path.write_text(said, encoding="utf-8")
    assert _adds_products_of_bytes(path) is exact


def test_without_word_of_the_processor_nothing_is_taken_for_granted(tmp_path: Path) -> None:
    assert not _adds_products_of_bytes(tmp_path / "cpuinfo")


@pytest.mark.parametrize("exact", [True, False])
def test_the_way_around_is_taken_where_products_overflow(
    exact: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(model, "_adds_products_of_bytes", lambda: exact)
    options = session.__wrapped__("types").get_session_options()
    if exact:
        with pytest.raises(RuntimeError):  # not set
            options.get_session_config_entry("session.x64quantprecision")
    else:
        assert options.get_session_config_entry("session.x64quantprecision") == "1"
