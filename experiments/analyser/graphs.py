"""The networks as ONNX graphs with eight-bit weights.

Every matrix product is of integers, with one fixed step for activations: a sentence gets the same
answer whatever shares its batch. `MatMulIntegerToFloat` is onnxruntime's own operator. Activations
are unsigned bytes around ZERO, since x86 processors multiply these with signed ones many times as
fast as signed with signed.

A network is one graph a layer and one for what follows. What runs along the sentence lies between
them and is not in them: numpy is faster at it than `Scan`, and needs no padding, so that
the words of sentences of any length are rows of one batch.
"""

from typing import Any

import numpy as np
from network import BOUND
from onnx import ModelProto, TensorProto, helper, numpy_helper

STEP = BOUND / 127
ZERO = 128
SIDES = ("ahead", "back")


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
        zero = self.hold(np.uint8(ZERO))
        return self.add("QuantizeLinear", x, self.hold(np.float32(step)), zero), step

    def linear(self, x: tuple[str, float], weight: np.ndarray, bias: np.ndarray) -> str:
        """`weight` (out, in) as torch has it."""
        whole, step = quantised(weight)
        return self.linear_given(
            x, self.hold(whole), self.hold(step), self.hold(bias.astype(np.float32))
        )

    def linear_given(
        self, x: tuple[str, float], weight: str, step: str, bias: str, weight_zero: str = ""
    ) -> str:
        return self.add(
            "MatMulIntegerToFloat",
            x[0],
            weight,
            self.hold(np.float32(x[1])),
            step,
            self.hold(np.uint8(ZERO)),
            weight_zero,
            bias,
            domain="com.microsoft",
        )

    def unsigned(self, weight: str) -> tuple[str, str]:
        """Signed bytes as unsigned ones, and their zero."""
        moved = self.add("Cast", weight, to=TensorProto.INT32)
        moved = self.add("Add", moved, self.hold(np.int32(ZERO)))
        return self.add("Cast", moved, to=TensorProto.UINT8), self.hold(np.uint8(ZERO))

    def clip(self, x: str, low: float, high: float) -> str:
        return self.add("Clip", x, self.hold(np.float32(low)), self.hold(np.float32(high)))

    def gate(self, x: str) -> str:
        return self.add("HardSigmoid", x, alpha=1 / 6, beta=0.5)

    def halves(self, half: int) -> list[str]:
        """The halves of the state after a layer, from what it gave."""
        made = []
        for side in SIDES:
            old, run, use = (
                self.take(f"{side}_{part}", TensorProto.FLOAT, ["rows", half])
                for part in ("old", "run", "use")
            )
            made.append(self.add("Add", old, self.add("Mul", self.add("Sub", run, old), use)))
        return made

    def seen(self, halves: list[str]) -> tuple[str, float]:
        """Both halves in bytes: joining bytes costs a quarter of joining numbers."""
        return self.add("Concat", *(self.quantise(h, STEP)[0] for h in halves), axis=-1), STEP

    def layer(self, halves: list[str], weight: np.ndarray, bias: np.ndarray) -> ModelProto:
        """One light recurrence but for its run: each row's state becomes `keep` times the one
        before it plus `new`."""
        seen, outputs = self.seen(halves), {}
        made = [
            self.linear(seen, *some)
            for some in zip(np.split(weight, 6), np.split(bias, 6), strict=True)
        ]
        for at, (side, old) in enumerate(zip(SIDES, halves, strict=True)):
            new, keep, use = made[at::2]
            new, keep = self.clip(new, -BOUND, BOUND), self.gate(keep)
            new = self.add("Sub", new, self.add("Mul", new, keep))
            parts = {"state": old, "new": new, "keep": keep, "gate": self.gate(use)}
            outputs |= {f"{side}_{part}": (x, TensorProto.FLOAT) for part, x in parts.items()}
        return self.model(outputs)

    def model(self, outputs: dict[str, tuple[str, int]]) -> ModelProto:
        """`outputs`: name -> (what it is inside, type)."""
        names = {inside: name for name, (inside, _) in outputs.items()}
        for node in self._nodes:  # a node that only names an output would copy it
            node.input[:] = [names.get(inside, inside) for inside in node.input]
            node.output[:] = [names.get(inside, inside) for inside in node.output]
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


def layers(first: Graph, x: str, held: dict[str, np.ndarray]) -> list[ModelProto]:
    """The graphs of an encoder's layers; `first` makes `x`, the state before them."""
    made: list[ModelProto] = []
    for at in range(sum(name.endswith("gates.weight") for name in held)):
        weight, bias = (held[f"encoder.body.{at}.gates.{part}"] for part in ("weight", "bias"))
        graph = Graph() if made else first
        if made:
            halves = graph.halves(weight.shape[1] // 2)
        else:
            halves = graph.add("Split", x, outputs=2, axis=-1, num_outputs=2)
        made.append(graph.layer(halves, weight, bias))
    return made


def chosen(graph: Graph, x: tuple[str, float], name: str) -> str:
    """Scores over classes whose weights the caller gives, since each language has its own.

    Processors without VNNI overflow where unsigned bytes meet signed ones. onnxruntime can see to
    that (litmus.language.embedded.model.session), but only of weights that the graph holds.
    """
    middle = "middle"
    weight = graph.take(f"{name}_weight", TensorProto.INT8, [middle, f"n_{name}"])
    step = graph.take(f"{name}_step", TensorProto.FLOAT, [f"n_{name}"])
    bias = graph.take(f"{name}_bias", TensorProto.FLOAT, [f"n_{name}"])
    weight, zero = graph.unsigned(weight)
    return graph.linear_given(x, weight, step, bias, zero)


def types_graph(held: dict[str, np.ndarray], step: float) -> ModelProto:
    """Vectors of word types -> what enters the first layer, the language's vector added."""
    graph = Graph()
    x = graph.take("vectors", TensorProto.FLOAT, ["types", held["into.weight"].shape[1]])
    language = graph.take("language", TensorProto.FLOAT, [held["into.weight"].shape[0]])
    made = graph.linear(graph.quantise(x, step), held["into.weight"], held["into.bias"])
    return graph.model(
        {"states": (graph.clip(graph.add("Add", made, language), -BOUND, BOUND), TensorProto.FLOAT)}
    )


def words_graphs(held: dict[str, np.ndarray]) -> list[ModelProto]:
    """Words -> how likely each tag and lemma script is, states in bytes for further heads."""
    state = held["into.weight"].shape[0]
    first, graph = Graph(), Graph()
    made = layers(first, first.take("x", TensorProto.FLOAT, ["rows", state]), held)
    seen = graph.seen(graph.halves(state // 2))
    outputs = {"states": (seen[0], TensorProto.UINT8)}
    for name, kept in (("tag", "tag_in"), ("script", "script_in")):
        middle = graph.clip(
            graph.linear(seen, held[f"{kept}.weight"], held[f"{kept}.bias"]), 0, 2 * BOUND
        )
        scores = chosen(graph, graph.quantise(middle, 2 * STEP), name)
        outputs[name] = (graph.add("Softmax", scores, axis=-1), TensorProto.FLOAT)
    return [*made, graph.model(outputs)]


def heads_graph(held: dict[str, np.ndarray]) -> ModelProto:
    """States (batch, time) -> scores of heads, and what relations are told from."""
    graph = Graph()
    state = held["into.weight"].shape[0]
    seen = graph.take("states", TensorProto.UINT8, ["batch", "time", state]), STEP
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


def characters_graphs(held: dict[str, np.ndarray], step: float) -> list[ModelProto]:
    """Vectors of characters -> ending, how sure, and how the token splits."""
    state, width = held["into.weight"].shape
    first, graph = Graph(), Graph()
    x = first.take("x", TensorProto.FLOAT, ["rows", width])
    language = first.take("language", TensorProto.FLOAT, [state])
    x = first.linear(first.quantise(x, step), held["into.weight"], held["into.bias"])
    x = first.clip(first.add("Add", x, language), -BOUND, BOUND)
    made = layers(first, x, held)
    seen = graph.seen(graph.halves(state // 2))
    ends = graph.linear(seen, held["ends.weight"], held["ends.bias"])
    axes = graph.hold(np.array([-1], np.int64))
    splits = chosen(graph, seen, "split")
    outputs = {
        "end": (graph.add("ArgMax", ends, axis=-1, keepdims=0), TensorProto.INT64),
        "sure": (
            graph.add("ReduceMax", graph.add("Softmax", ends, axis=-1), axes, keepdims=0),
            TensorProto.FLOAT,
        ),
        "split": (graph.add("ArgMax", splits, axis=-1, keepdims=0), TensorProto.INT64),
    }
    return [*made, graph.model(outputs)]
