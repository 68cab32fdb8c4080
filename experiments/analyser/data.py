"""Prepared arrays on a device, and batches of them."""

import json
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from itertools import groupby
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import torch
from network import Types
from torch import Tensor

from litmus.language.embedded.features import (
    character_rows,
    hint_rows,
    whole_rows,
    word_rows,
)
from litmus.language.embedded.lexicon import lexicon

ROW = 512  # words of one language that a row holds


def _chunks(items: list[Any], size: int = 5000) -> list[list[Any]]:
    return [items[at : at + size] for at in range(0, len(items), size)]


def _described(
    types: list[tuple[str, list[str]]], pieces: int, words: int
) -> list[tuple[np.ndarray, np.ndarray, np.ndarray]]:
    return [
        (*word_rows(forms, language, pieces), whole_rows(forms, language, words))
        for language, forms in types
    ]


def _characters(texts: list[tuple[str, str]], n_rows: int) -> np.ndarray:
    rows = character_rows([text for _, text in texts], n_rows)
    hinted = [hint_rows([text], lexicon(code), n_rows) for code, text in texts]
    return np.hstack([rows, np.vstack(hinted)]).astype(np.uint16)


def describe(types: list[tuple[str, str]], table: dict[str, int], device: str) -> Types:
    """The rows of many (language, form), neighbours of one language together; all cores."""
    runs = [
        (language, [form for _, form in some])
        for language, found in groupby(types, key=lambda item: item[0])
        for some in _chunks(list(found))
    ]
    with ProcessPoolExecutor() as pool:
        work = partial(_described, pieces=table["pieces"], words=table["words"])
        found = [item for items in pool.map(work, _chunks(runs, 8)) for item in items]
    ids, counts, whole = (np.concatenate(parts) for parts in zip(*found, strict=True))
    offsets = np.concatenate(([0], np.cumsum(counts)))
    return Types(*(torch.as_tensor(x, device=device) for x in (ids, offsets, whole)))


def _sent(device: str, *arrays: np.ndarray) -> list[Tensor]:
    """Whole numbers to the device, all in one transfer that waits for nothing."""
    together = torch.from_numpy(np.concatenate([array.ravel() for array in arrays]))
    if device == "cuda":
        together = together.pin_memory()
    parts = together.to(device, non_blocking=True).split([array.size for array in arrays])
    return [part.view(array.shape) for part, array in zip(parts, arrays, strict=True)]


class Sentences:
    """All sentences of a part as flat arrays; a batch is an index into them."""

    def __init__(self, arrays: dict[str, np.ndarray], chosen: np.ndarray, device: str) -> None:
        put = partial(torch.as_tensor, device=device)
        self.words = {
            k.removeprefix("word_"): put(v.astype(np.int64))
            for k, v in arrays.items()
            if k.startswith("word_")
        }
        self.of = {
            k.removeprefix("sentence_"): put(
                v[chosen].astype(np.float32 if "weight" in k else np.int64)
            )
            for k, v in arrays.items()
            if k.startswith("sentence_")
        }
        self.lengths = arrays["sentence_length"][chosen]
        self.sizes = self.lengths  # what fills a batch
        self.languages = arrays["sentence_language"][chosen]
        self.n_words = int(self.lengths.sum())
        self._pieces: np.ndarray | None = None
        self._device = device

    def __len__(self) -> int:
        return len(self.lengths)

    def weigh(self, counts: Tensor) -> None:
        """From now on pieces fill a batch, `counts` of them in each word type, not words."""
        self.sizes = self._totals(counts)

    def describe(self, types: Types) -> None:
        """From now on a batch knows how many rows of the table its words are made of."""
        self._pieces = self._totals(types.offsets.diff())

    def _totals(self, counts: Tensor) -> np.ndarray:
        total = torch.cat([counts.new_zeros(1), counts[self.words["type"]].cumsum(0)])
        start = self.of["start"]
        return (total[start + self.of["length"]] - total[start]).cpu().numpy()

    def batches(
        self, size: int, repeats: np.ndarray | None, rng: np.random.Generator
    ) -> Iterator[np.ndarray]:
        """Sentence numbers, about `size` words a batch, alike in length, shuffled.

        `repeats`: how often a sentence comes in one round, fractions by chance.
        """
        numbers = np.arange(len(self))
        if repeats is not None:
            times = np.floor(repeats + rng.random(len(self))).astype(int)
            numbers = np.repeat(numbers, times)
        noisy = self.sizes[numbers] * (1 + 0.1 * rng.random(len(numbers)))
        numbers = numbers[np.argsort(noisy)]
        made, start = [], 0
        while start < len(numbers):
            longest = np.maximum.accumulate(self.sizes[numbers[start : start + size]])
            room = longest * np.arange(1, len(longest) + 1)
            stop = start + max(1, int(np.searchsorted(room, size, side="right")))
            made.append(numbers[start:stop])
            start = stop
        rng.shuffle(made)  # type: ignore[arg-type]
        yield from made

    def batch(self, numbers: np.ndarray) -> "Batch":
        """Sentences of one language stand together, so that its words are one stretch.

        Sizes are known here: asking the device for them would have it wait at every step.
        """
        numbers = numbers[np.argsort(self.languages[numbers], kind="stable")]
        lengths = self.lengths[numbers]
        longest, ends = int(lengths.max()), np.cumsum(lengths)
        begins = ends - lengths
        flat = np.arange(ends[-1]) + np.repeat(np.arange(len(numbers)) * longest - begins, lengths)
        codes, first = np.unique(self.languages[numbers], return_index=True)
        starts = begins[first]
        stops = [*starts[1:].tolist(), int(ends[-1])]
        stretches = list(zip(codes.tolist(), starts.tolist(), stops, strict=True))
        rows, row_language = _rows(stretches)
        at, flat, rows, row_language = _sent(self._device, numbers, flat, rows, row_language)
        columns = {k: v[at] for k, v in self.of.items()}
        place = torch.arange(longest, device=self._device)
        mask = place < columns["length"][:, None]
        index = (columns["start"][:, None] + place).clamp(max=len(self.words["type"]) - 1)
        columns |= {k: v[index] for k, v in self.words.items()} | {"mask": mask, "place": index}
        pieces = None if self._pieces is None else int(self._pieces[numbers].sum())
        return Batch(columns, stretches, flat, rows, row_language, pieces)


def _rows(stretches: list[tuple[int, int, int]]) -> tuple[np.ndarray, np.ndarray]:
    """Words in rows of one language and one size, and the language of each; what is left of a
    row is filled with the number after the last word."""
    cuts = [(code, at, b) for code, a, b in stretches for at in range(a, b, ROW)]
    code, at, end = np.array(cuts).T
    rows = at[:, None] + np.arange(ROW)
    return np.where(rows < end[:, None], rows, stretches[-1][2]), code


class Batch(NamedTuple):
    """`columns`: (sentence, place) with `mask`, or one value a sentence.

    `stretches`: (language, start, stop) in the words of the batch, one after another.
    `flat`: where the words stand among all (sentence, place). `rows`, `row_language`: the
    stretches once more, in rows of the same length. `pieces`: of all words, if known.
    """

    columns: dict[str, Tensor]
    stretches: list[tuple[int, int, int]]
    flat: Tensor
    rows: Tensor
    row_language: Tensor
    pieces: int | None

    def words(self, x: Tensor) -> Tensor:
        """Of (sentence, place, ...) what belongs to words, one after another."""
        return x.flatten(0, 1).index_select(0, self.flat)


def _forms(arrays: dict[str, np.ndarray], languages: list[str]) -> list[tuple[str, str]]:
    forms = arrays.pop("types").tobytes().decode().split("\n")
    if not len(arrays["type_language"]):
        forms = []  # nothing is not one empty line
    return [(languages[n], f) for n, f in zip(arrays.pop("type_language"), forms, strict=True)]


def load_words(folder: Path) -> tuple[dict[str, np.ndarray], list[tuple[str, str]], dict[str, Any]]:
    """Columns, word types as (language, form), labels."""
    arrays = dict(np.load(folder / "words.npz"))
    labels = json.loads((folder / "labels.json").read_text(encoding="utf-8"))
    return arrays, _forms(arrays, labels["languages"]), labels


def load_raw(
    folder: Path, labels: dict[str, Any]
) -> tuple[dict[str, np.ndarray], list[tuple[str, str]]]:
    """Plain text; its new word types are numbered after those of the treebanks."""
    arrays = dict(np.load(folder / "raw.npz"))
    return arrays, _forms(arrays, labels["languages"])


class Characters:
    """Examples for the segmenter in some languages, as flat arrays."""

    def __init__(
        self, folder: Path, n_rows: int, languages: list[str], chosen: set[str], device: str
    ) -> None:
        arrays = dict(np.load(folder / "segments.npz"))
        texts = arrays["texts"].tobytes().decode().split("\n")
        meta = arrays["meta"]  # start, length, language, times, part
        mine = np.array([code in chosen for code in languages])[meta[:, 2]]
        inside = np.repeat(mine, meta[:, 1])
        self.meta = meta[mine]
        self.meta[:, 0] = np.cumsum(self.meta[:, 1]) - self.meta[:, 1]
        named = [(languages[m[2]], texts[at]) for at, m in enumerate(meta) if mine[at]]
        with ProcessPoolExecutor() as pool:
            rows = np.concatenate(
                list(pool.map(partial(_characters, n_rows=n_rows), _chunks(named, 1000)))
            )
        self.rows = torch.as_tensor(rows.astype(np.int32), device=device)
        self.ends = torch.as_tensor(arrays["ends"][inside].astype(np.int64), device=device)
        self.splits = torch.as_tensor(arrays["splits"][inside].astype(np.int64), device=device)
        self._device = device

    def batches(
        self, chosen: np.ndarray, size: int, repeats: np.ndarray | None, rng: np.random.Generator
    ) -> Iterator[np.ndarray]:
        numbers = chosen
        if repeats is not None:
            numbers = np.repeat(chosen, np.floor(repeats + rng.random(len(chosen))).astype(int))
        lengths = self.meta[numbers, 1]
        numbers = numbers[np.argsort(lengths * (1 + 0.1 * rng.random(len(numbers))))]
        made, start = [], 0
        while start < len(numbers):
            longest = self.meta[numbers[min(start + 2000, len(numbers) - 1)], 1]
            stop = min(len(numbers), start + max(1, size // int(longest)))
            made.append(numbers[start:stop])
            start = stop
        rng.shuffle(made)  # type: ignore[arg-type]
        yield from made

    def batch(self, numbers: np.ndarray) -> tuple[Tensor, Tensor, Tensor, Tensor, Tensor]:
        """Rows, language, mask, ends, splits."""
        meta = torch.as_tensor(self.meta[numbers].astype(np.int64), device=self._device)
        place = torch.arange(int(self.meta[numbers, 1].max()), device=self._device)
        mask = place < meta[:, 1:2]
        index = (meta[:, :1] + place).clamp(max=len(self.ends) - 1)
        ends = self.ends[index].masked_fill(~mask, -1)
        splits = self.splits[index].masked_fill(~mask, -1)
        return self.rows[index].long(), meta[:, 2], mask, ends, splits
