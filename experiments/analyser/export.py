"""`python export.py PREPARED TRAINED`: writes the files the package ships (needs onnx, torch).

`--model FOLDER --name NAME`: a model that does not ship, to be loaded from there.
"""

import argparse
import json
import lzma
from pathlib import Path
from typing import Any

import numpy as np
import torch
from chosen import chosen
from data import load_words
from graphs import (
    characters_graphs,
    heads_graph,
    quantised,
    relations_graph,
    types_graph,
    words_graphs,
)
from onnx import ModelProto
from optimise import configuration

from litmus.language.embedded.features import whole_rows, word_rows
from litmus.language.embedded.lexicon import lexicon, pack

MODEL = Path(__file__).parents[2] / "src/litmus/language/embedded/model"
VERSION = 8
SPLITS = ("split_weight", "split_step", "split_bias")
SPLIT_WORDS = ("splits", "known", "irregular", "closed", "ambiguous")
SAMPLE = 20_000  # word types looked at to find the range of their vectors


def word_vectors(
    pieces: np.ndarray, words: np.ndarray, forms: list[tuple[str, str]], table: dict[str, int]
) -> np.ndarray:
    made = []
    for language in sorted({code for code, _ in forms}):
        mine = [form for code, form in forms if code == language]
        rows, counts = word_rows(mine, language, table["pieces"])
        near = np.add.reduceat(pieces[rows], np.cumsum(counts) - counts)
        whole = words[whole_rows(mine, language, table["words"])].sum(1)
        made.append(np.hstack([near / np.sqrt(counts)[:, None], whole]))
    return np.concatenate(made).astype(np.float32)


def write(folder: Path, name: str, *graphs: ModelProto) -> None:
    """A network of one graph; or its layers, from 1, and what follows them."""
    for old in folder.glob(f"{name}-[0-9].onnx"):
        old.unlink()
    *layers, last = graphs
    for at, layer in enumerate(layers, start=1):
        (folder / f"{name}-{at}.onnx").write_bytes(layer.SerializeToString())
    (folder / f"{name}.onnx").write_bytes(last.SerializeToString())


def write_lexicons(folder: Path, languages: list[str]) -> None:
    """The prices of words that the segmenter had as hints. Classes are not among them: they need
    vectors (`train_classes.py`)."""
    for code in languages:
        if prices := lexicon(code):
            content = pack({word: (price, None) for word, price in prices.items()})
            (folder / f"lexicon-{code}.txt.xz").write_bytes(content)


def layers_of(folder: Path, names: list[str]) -> dict[str, int]:
    """How many layers each network has: a copy that lacks the last one would answer, wrongly."""
    return {name: len([*folder.glob(f"{name}-[0-9].onnx")]) for name in names}


class Segmenter:
    """A character network: the one in TRAINED, or without it the one that ships, as it is."""

    def __init__(self, trained: Path, group: str, folder: Path) -> None:
        self._folder, self._group, path = folder, group, trained / f"segmenter-{group}.pt"
        self._new = path.exists()
        if self._new:
            saved = torch.load(path, map_location="cpu", weights_only=True)
            self._starts: list[int] = saved["starts"]
            self._held = {name: value.numpy() for name, value in saved["model"].items()}
            rows = self._held["rows.weight"]
            rows[-1] = 0  # no hint
            self.step = (np.maximum(np.abs(rows).max(1), 1e-6) / 127).astype(np.float32)
        else:
            with np.load(folder / "all.npz") as all_languages:
                self.step = all_languages[f"characters_{group}_step"].astype(np.float32)
            shipped = json.loads(lzma.decompress((folder / "model.json.xz").read_bytes()))
            self._shipped: dict[str, Any] = shipped["languages"]

    def write(self) -> None:
        """The table, one step per row, and the graphs."""
        if self._new:
            table = np.round(self._held["rows.weight"] / self.step[:, None]).astype(np.int8)
            np.save(self._folder / f"characters-{self._group}.npy", table)
            write(
                self._folder, f"characters-{self._group}", *characters_graphs(self._held, 8 / 127)
            )

    def split_words(self, code: str, prepared: dict[str, Any]) -> dict[str, Any]:
        """How words split, as this network learned it; treebanks may have other ways since."""
        found = prepared | {"splits": prepared["scripts"]} if self._new else self._shipped[code]
        return {name: found[name] for name in SPLIT_WORDS}

    def of_language(self, at: int, code: str) -> dict[str, np.ndarray]:
        """What is a language's own."""
        if not self._new:
            with np.load(self._folder / f"{code}.npz") as mine:
                return {name: mine[name] for name in ("character_language", *SPLITS)}
        rows = slice(self._starts[at], self._starts[at + 1])
        split, bias = quantised(self._held["splits.weight"][rows]), self._held["splits.bias"][rows]
        return {
            "character_language": self._held["languages.weight"][at],
            **dict(zip(SPLITS, (*split, bias), strict=True)),
        }


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("prepared", type=Path)
    parser.add_argument("trained", type=Path)
    parser.add_argument("--model", type=Path, default=MODEL)
    parser.add_argument("--name", help="of a model that does not ship")
    parser.add_argument("--version", default=VERSION)
    return parser.parse_args()


def main() -> None:
    args = arguments()
    prepared, trained, model = args.prepared, args.trained, args.model
    config = configuration()
    _, forms, labels = load_words(prepared)
    splits = json.loads((prepared / "splits.json").read_text(encoding="utf-8"))
    held = {k: v.astype(np.float32) for k, v in np.load(trained / "student.npz").items()}
    tables = {name: np.load(trained / f"{name}.npy") for name in ("pieces", "words")}
    full = {name: table * held[f"{name}.step"][:, None] for name, table in tables.items()}
    rng = np.random.default_rng(0)
    sample = [forms[at] for at in rng.choice(len(forms), min(SAMPLE, len(forms)), replace=False)]
    step = (
        float(
            np.quantile(
                np.abs(word_vectors(full["pieces"], full["words"], sample, config["table"])), 0.9999
            )
        )
        / 127
    )
    model.mkdir(parents=True, exist_ok=True)
    unspaced = {code in config["segmenter"]["unspaced"] for code in labels["languages"]}
    groups = {
        group: Segmenter(trained, group, model)
        for group, there in (("spaced", False in unspaced), ("unspaced", True in unspaced))
        if there
    }
    for name, table in tables.items():
        np.save(model / f"{name}.npy", table)
    write(model, "types", types_graph(held, step))
    write(model, "words", *words_graphs(held))
    write(model, "heads", heads_graph(held))
    write(model, "relations", relations_graph(held))
    for segmenter in groups.values():
        segmenter.write()
    steps = {f"{name}_step": held[f"{name}.step"] for name in tables}
    steps |= {f"characters_{group}_step": segmenter.step for group, segmenter in groups.items()}
    np.savez(
        model / "all.npz",
        link_root=held["link_root"],
        **{name: step.astype(np.float16) for name, step in steps.items()},
    )
    about = {
        **({"name": args.name} if args.name else {}),
        "version": args.version,
        "table": config["table"],
        "segmenter": config["segmenter"],
        "relations": labels["relations"],
        "layers": layers_of(model, ["words", *(f"characters-{group}" for group in groups)]),
        "languages": {},
    }
    kept = chosen(prepared, trained, config)
    starts = {
        name: np.cumsum([0, *(len(labels[name][code]) for code in labels["languages"])])
        for name in kept
    }
    for at, code in enumerate(labels["languages"]):
        style = labels["treebanks"].index(f"{code}:{config['manner'][code][0]}")
        segmenter = groups["unspaced" if code in config["segmenter"]["unspaced"] else "spaced"]
        mine = {
            "word_language": held["treebanks.weight"][style],
            **segmenter.of_language(at, code),
        }
        names: dict[str, list[str]] = {}
        for name, key, weight, bias in (
            ("tag", "tags", held["tag_weight"], held["tag_bias"]),
            ("script", "scripts", held["script_out.weight"], held["script_out.bias"]),
        ):
            start, stop = starts[key][at : at + 2]
            rows = start + np.nonzero(kept[key][start:stop])[0]
            mine[f"{name}_weight"], mine[f"{name}_step"] = quantised(weight[rows])
            mine[f"{name}_bias"] = bias[rows]
            names[key] = [labels[key][code][row - start] for row in rows]
        if (known := trained / f"classes-{code}.npy").exists():
            mine["word_classes"] = np.load(known).astype(np.float16)
        np.savez(model / f"{code}.npz", **mine)
        about["languages"][code] = {
            "manner": config["manner"][code],
            **names,
            **segmenter.split_words(code, splits[code]),
        }
    if model.resolve() != MODEL.resolve():  # which has its own, with classes
        write_lexicons(model, labels["languages"])
    text = json.dumps(about, ensure_ascii=False, indent=0)
    (model / "model.json.xz").write_bytes(lzma.compress(text.encode()))
    print(f"{sum(path.stat().st_size for path in model.iterdir()) / 1e6:.1f} MB")


if __name__ == "__main__":
    main()
