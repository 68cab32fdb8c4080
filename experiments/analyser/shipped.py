"""`python shipped.py PREPARED OUT`: the word network that ships, as the folder of a student.

To begin with it, to be taught by it, or to measure it beside another. Weights are those of the
eight-bit files; of each language only the first manner has a vector, and tags and scripts that do
not ship are never chosen. Needs onnx.
"""

import json
import shutil
import sys
from pathlib import Path

import numpy as np
import onnx
from export import MODEL
from onnx import numpy_helper
from optimise import configuration

from litmus.language.embedded.model import about

Linear = tuple[np.ndarray, np.ndarray]
NEVER = -1e4  # the bias of a class that did not ship: scores can be far below zero


def held_by(name: str) -> tuple[list[Linear], list[np.ndarray]]:
    """Weight and bias of each product of integers in a graph, and what its other products hold."""
    graph = onnx.load(MODEL / f"{name}.onnx").graph
    values = {held.name: numpy_helper.to_array(held) for held in graph.initializer}
    linear, other = [], []
    for node in graph.node:
        if node.op_type == "MatMulIntegerToFloat" and node.input[1] in values:
            weight, step, bias = (values[node.input[at]] for at in (1, 3, 6))
            linear.append(((weight.astype(np.float32) * step).T, bias))
        elif node.op_type in ("MatMul", "Add"):
            other += [values[given] for given in node.input if given in values]
    return linear, other


def joined(parts: list[Linear]) -> Linear:
    return np.concatenate([w for w, _ in parts]), np.concatenate([b for _, b in parts])


def network() -> dict[str, np.ndarray]:
    linear = {"into": held_by("types")[0][0]}
    linear["tag_in"], linear["script_in"] = held_by("words")[0]
    for layer, path in enumerate(sorted(MODEL.glob("words-?.onnx"))):
        linear[f"encoder.body.{layer}.gates"] = joined(held_by(path.stem)[0])
    sides, (arc_weight, arc_bias, arc_root) = held_by("heads")
    linear["arcs"], linear["links"] = joined(sides[:2]), joined(sides[2:])
    link_out, link_bias = held_by("relations")[1]
    linear["link_out"] = link_out.T, link_bias
    found = {"arc_weight": arc_weight, "arc_bias": arc_bias, "arc_root": arc_root[:, 0]}
    for name, (weight, bias) in linear.items():
        found |= {f"{name}.weight": weight, f"{name}.bias": bias}
    return found


def placed(part: Linear, shipped: list[str], names: list[str]) -> Linear:
    """Classes that shipped, among all that are taught now; some may no longer be."""
    number = {name: at for at, name in enumerate(names)}
    known = [at for at, name in enumerate(shipped) if name in number]
    rows = [number[shipped[at]] for at in known]
    weight = np.zeros((len(names), part[0].shape[1]), np.float32)
    bias = np.full(len(names), NEVER, np.float32)
    weight[rows], bias[rows] = part[0][known], part[1][known]
    return weight, bias


def main() -> None:
    prepared, out = Path(sys.argv[1]), Path(sys.argv[2])
    out.mkdir(parents=True, exist_ok=True)
    labels = json.loads((prepared / "labels.json").read_text(encoding="utf-8"))
    config, found, shipped = configuration(), network(), about()["languages"]
    relations = found["link_out.weight"], found["link_out.bias"]
    relations = placed(relations, about()["relations"], labels["relations"])
    found["link_out.weight"], found["link_out.bias"] = relations
    with np.load(MODEL / "all.npz") as file:
        found["link_root"] = file["link_root"]
        found |= {f"{name}.step": file[f"{name}_step"] for name in ("pieces", "words")}
    first = np.zeros((len(labels["treebanks"]), len(found["into.bias"])), np.float32)
    classes: dict[str, list[Linear]] = {"tag": [], "script": []}
    for code in labels["languages"]:
        with np.load(MODEL / f"{code}.npz") as file:
            bank = labels["treebanks"].index(f"{code}:{config['manner'][code][0]}")
            first[bank] = file["word_language"]
            for name, parts in classes.items():
                weight = file[f"{name}_weight"].astype(np.float32) * file[f"{name}_step"]
                part = weight.T, file[f"{name}_bias"]
                parts.append(placed(part, shipped[code][f"{name}s"], labels[f"{name}s"][code]))
    found["treebanks.weight"] = first
    found["tag_weight"], found["tag_bias"] = joined(classes["tag"])
    found["script_out.weight"], found["script_out.bias"] = joined(classes["script"])
    half = {k: v.astype(np.float16) if v.ndim == 2 else v for k, v in found.items()}
    np.savez_compressed(out / "student.npz", **half)
    for name in ("pieces", "words"):
        shutil.copy(MODEL / f"{name}.npy", out)


if __name__ == "__main__":
    main()
