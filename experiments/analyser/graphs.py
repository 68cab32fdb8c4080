"""The networks as ONNX graphs with eight-bit weights.

Every matrix product is of integers, with one fixed step for activations: a sentence gets the same
answer whatever shares its batch. `MatMulIntegerToFloat` is onnxruntime's own operator.
"""

from typing import Any

import numpy as np
from network import BOUND
from onnx import ModelProto, TensorProto, helper, numpy_helper

STEP = BOUND / 127


class Graph:
    """Collects nodes; names are made up, `out` is what a node returns."""

    def __init__(self) -> None:
        self._nodes: list[Any] = []
        self._held: list[Any] = []
        self._inputs: list[Any] = []

    def take(self, name: str, kind: int, shape: list[Any]) -> str:
        self._inputs.append(helper.make_tensor_value_info(name, kind, shape))
        return name

    def hold(self, value: Any) -> str:
        name = f"c{len(self._held)}"
        self._held.append(numpy_helper.from_array(np.asarray(value), name))
        return name

    def add(
        self, operator: str, *inputs: str, outputs: int = 1, domain: str = "", **settings: Any
    ) -> Any:
        names = [f"n{len(self._nodes)}_{place}" for place in range(outputs)]
        self._nodes.append(
            helper.make_node(operator, list(inputs), names, domain=domain, **settings)
        )
        return names[0] if outputs == 1 else names

    def quantise(self, x: str, step: float) -> tuple[str, float]:
        zero = self.hold(np.int8(0))
        return self.add("QuantizeLinear", x, self.hold(np.float32(step)), zero), step

    def linear(self, x: tuple[str, float], weight: np.ndarray, bias: np.ndarray) -> str:
        """`weight` (out, in) as torch has it."""
        whole, step = quantised(weight)
        return self.linear_given(
            x, self.hold(whole), self.hold(step), self.hold(bias.astype(np.float32))
        )

    def linear_given(self, x: tuple[str, float], weight: str, step: str, bias: str) -> str:
        return self.add(
            "MatMulIntegerToFloat",
            x[0],
            weight,
            self.hold(np.float32(x[1])),
            step,
            "",
            "",
            bias,
            domain="com.microsoft",
        )

    def clip(self, x: str, low: float, high: float) -> str:
        return self.add("Clip", x, self.hold(np.float32(low)), self.hold(np.float32(high)))

    def gate(self, x: str) -> str:
        return self.add("HardSigmoid", x, alpha=1 / 6, beta=0.5)

    def recurrence(
        self, x: list[str], seen: tuple[str, float], mask: str, weight: np.ndarray, bias: np.ndarray
    ) -> list[str]:
        """One light recurrence: the halves of the state (time, batch, half) in and out.

        `seen` is the whole state in bytes. Its halves stay apart between layers, since joining
        bytes costs a quarter of joining numbers.
        """
        rows = np.split(np.arange(len(weight)), 6)
        ahead, back, keep_ahead, keep_back, use_ahead, use_back = (
            self.linear(seen, weight[r], bias[r]) for r in rows
        )
        back = self.add("Mul", self.clip(back, -BOUND, BOUND), mask)
        made = []
        for old, new, keep, use, backward in (
            (x[0], self.clip(ahead, -BOUND, BOUND), keep_ahead, use_ahead, 0),
            (x[1], back, keep_back, use_back, 1),
        ):
            run = self.add(
                "Scan",
                "begin",
                new,
                self.gate(keep),
                outputs=2,
                body=_along(),
                num_scan_inputs=2,
                scan_input_directions=[backward] * 2,
                scan_output_directions=[backward],
            )[1]
            change = self.add("Mul", self.add("Sub", run, old), self.gate(use))
            made.append(self.add("Add", old, change))
        return made

    def model(self, outputs: dict[str, tuple[str, int]]) -> ModelProto:
        """`outputs`: name -> (what it is inside, type)."""
        for name, (inside, _) in outputs.items():
            self._nodes.append(helper.make_node("Identity", [inside], [name]))
        given = [
            helper.make_tensor_value_info(name, kind, None) for name, (_, kind) in outputs.items()
        ]
        graph = helper.make_graph(self._nodes, "litmus", self._inputs, given, self._held)
        versions = [helper.make_opsetid("", 18), helper.make_opsetid("com.microsoft", 1)]
        return helper.make_model(graph, opset_imports=versions, ir_version=9)


def quantised(weight: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """(in, out) bytes and a step for each output."""
    step = np.maximum(np.abs(weight).max(1), 1e-8) / 127
    return np.ascontiguousarray(np.round(weight / step[:, None]).astype(np.int8).T), step.astype(
        np.float32
    )


def _along() -> Any:
    real = TensorProto.FLOAT
    info = helper.make_tensor_value_info
    nodes = [
        helper.make_node("Sub", ["state", "new"], ["gap"]),
        helper.make_node("Mul", ["gap", "keep"], ["kept"]),
        helper.make_node("Add", ["new", "kept"], ["next"]),
        helper.make_node("Identity", ["next"], ["out"]),
    ]
    given = [info(name, real, None) for name in ("state", "new", "keep")]
    return helper.make_graph(
        nodes, "along", given, [info("next", real, None), info("out", real, None)]
    )


def encoder(
    graph: Graph, x: str, held: dict[str, np.ndarray], prefix: str, layers: int
) -> tuple[str, tuple[str, float]]:
    """The layers, and the same in bytes; declares their inputs `mask` (time, batch, 1) and `begin`
    (batch, half)."""
    state = held[f"{prefix}encoder.body.0.gates.weight"].shape[1]
    mask = graph.take("mask", TensorProto.FLOAT, ["time", "batch", 1])
    graph.take("begin", TensorProto.FLOAT, ["batch", state // 2])
    halves, seen = graph.add("Split", x, outputs=2, axis=-1, num_outputs=2), graph.quantise(x, STEP)
    for layer in range(layers):
        name = f"{prefix}encoder.body.{layer}.gates"
        halves = graph.recurrence(halves, seen, mask, held[f"{name}.weight"], held[f"{name}.bias"])
        bytes_of = [graph.quantise(half, STEP)[0] for half in halves]
        seen = graph.add("Concat", *bytes_of, axis=-1), STEP
    return graph.add("Concat", *halves, axis=-1), seen


def chosen(graph: Graph, x: tuple[str, float], name: str) -> str:
    """Scores over classes whose weights the caller gives, since each language has its own."""
    middle = "middle"
    weight = graph.take(f"{name}_weight", TensorProto.INT8, [middle, f"n_{name}"])
    step = graph.take(f"{name}_step", TensorProto.FLOAT, [f"n_{name}"])
    bias = graph.take(f"{name}_bias", TensorProto.FLOAT, [f"n_{name}"])
    return graph.linear_given(x, weight, step, bias)


def types_graph(held: dict[str, np.ndarray], step: float) -> ModelProto:
    """Vectors of word types -> what enters the first layer, the language's vector added."""
    graph = Graph()
    x = graph.take("vectors", TensorProto.FLOAT, ["types", held["into.weight"].shape[1]])
    language = graph.take("language", TensorProto.FLOAT, [held["into.weight"].shape[0]])
    made = graph.linear(graph.quantise(x, step), held["into.weight"], held["into.bias"])
    return graph.model(
        {"states": (graph.clip(graph.add("Add", made, language), -BOUND, BOUND), TensorProto.FLOAT)}
    )


def words_graph(held: dict[str, np.ndarray], layers: int) -> ModelProto:
    """Word types (time, batch) -> tag, lemma script, how sure of each, states for further heads."""
    graph = Graph()
    state = held["into.weight"].shape[0]
    x, seen = encoder(
        graph, graph.take("types", TensorProto.FLOAT, ["time", "batch", state]), held, "", layers
    )
    outputs = {"states": (x, TensorProto.FLOAT)}
    for name, kept in (("tag", "tag_in"), ("script", "script_in")):
        middle = graph.clip(
            graph.linear(seen, held[f"{kept}.weight"], held[f"{kept}.bias"]), 0, 2 * BOUND
        )
        scores = chosen(graph, graph.quantise(middle, 2 * STEP), name)
        outputs[name] = (graph.add("ArgMax", scores, axis=-1, keepdims=0), TensorProto.INT64)
        sure = graph.add("Softmax", scores, axis=-1)
        axes = graph.hold(np.array([-1], np.int64))
        most = graph.add("ReduceMax", sure, axes, keepdims=0)
        outputs["sure" if name == "tag" else f"{name}_sure"] = (most, TensorProto.FLOAT)
    return graph.model(outputs)


def heads_graph(held: dict[str, np.ndarray]) -> ModelProto:
    """States (time, batch) -> scores of heads, and what relations are told from."""
    graph = Graph()
    x = graph.take("states", TensorProto.FLOAT, ["time", "batch", held["into.weight"].shape[0]])
    # (batch, time) from here on; bytes are turned round faster than the numbers made of them.
    seen = graph.add("Transpose", graph.quantise(x, STEP)[0], perm=[1, 0, 2]), STEP
    shut = graph.take("shut", TensorProto.FLOAT, ["batch", "time", "heads"])
    arc = len(held["arc_root"])
    weight, bias = held["arcs.weight"], held["arcs.bias"]
    sides = []
    for part in (slice(0, arc), slice(arc, None)):
        sides.append(graph.add("Relu", graph.linear(seen, weight[part], bias[part])))
    below = graph.add(
        "Add",
        graph.add("MatMul", sides[0], graph.hold(held["arc_weight"])),
        graph.hold(held["arc_bias"]),
    )
    # The root's score needs no place of its own in the batch: one column, put first.
    root = graph.add("MatMul", below, graph.hold(held["arc_root"][:, None]))
    scores = graph.add("MatMul", below, graph.add("Transpose", sides[1], perm=[0, 2, 1]))
    scores = graph.add("Add", graph.add("Concat", root, scores, axis=-1), shut)
    outputs = {"heads": (graph.add("LogSoftmax", scores, axis=-1), TensorProto.FLOAT)}
    weight, bias = held["links.weight"], held["links.bias"]
    for name, part in (("below", slice(0, arc)), ("above", slice(arc, None))):
        outputs[name] = (graph.linear(seen, weight[part], bias[part]), TensorProto.FLOAT)
    return graph.model(outputs)


def relations_graph(held: dict[str, np.ndarray]) -> ModelProto:
    """Words and their heads, one row each -> relation and how sure it is."""
    graph = Graph()
    arc = len(held["link_root"])
    below = graph.take("below", TensorProto.FLOAT, ["words", arc])
    above = graph.take("above", TensorProto.FLOAT, ["words", arc])
    met = graph.add(
        "Add", graph.add("Relu", graph.add("Add", below, above)), graph.add("Mul", below, above)
    )
    scores = graph.add(
        "Add",
        graph.add("MatMul", met, graph.hold(np.ascontiguousarray(held["link_out.weight"].T))),
        graph.hold(held["link_out.bias"]),
    )
    axes = graph.hold(np.array([-1], np.int64))
    return graph.model(
        {
            "relation": (graph.add("ArgMax", scores, axis=-1, keepdims=0), TensorProto.INT64),
            "sure": (
                graph.add("ReduceMax", graph.add("Softmax", scores, axis=-1), axes, keepdims=0),
                TensorProto.FLOAT,
            ),
        }
    )


def characters_graph(held: dict[str, np.ndarray], layers: int, step: float) -> ModelProto:
    """Vectors of characters (time, batch) -> ending, how sure, and how the token splits."""
    graph = Graph()
    x = graph.take("vectors", TensorProto.FLOAT, ["time", "batch", held["into.weight"].shape[1]])
    language = graph.take("language", TensorProto.FLOAT, [held["into.weight"].shape[0]])
    made = graph.linear(graph.quantise(x, step), held["into.weight"], held["into.bias"])
    made = graph.clip(graph.add("Add", made, language), -BOUND, BOUND)
    _, seen = encoder(graph, made, held, "", layers)
    ends = graph.linear(seen, held["ends.weight"], held["ends.bias"])
    axes = graph.hold(np.array([-1], np.int64))
    splits = chosen(graph, seen, "split")
    return graph.model(
        {
            "end": (graph.add("ArgMax", ends, axis=-1, keepdims=0), TensorProto.INT64),
            "sure": (
                graph.add("ReduceMax", graph.add("Softmax", ends, axis=-1), axes, keepdims=0),
                TensorProto.FLOAT,
            ),
            "split": (graph.add("ArgMax", splits, axis=-1, keepdims=0), TensorProto.INT64),
        }
    )
