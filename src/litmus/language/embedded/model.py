"""The shipped networks: files, sessions, and the numbers that go in and come out."""

import json
import lzma
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Any

import numpy as np
import onnxruntime
from numpy.typing import NDArray

from litmus.language.embedded.edits import lowered
from litmus.language.embedded.features import character_rows, hint_rows, whole_rows, word_rows
from litmus.language.embedded.lexicon import lexicon, word_classes
from litmus.language.embedded.segmenter import Columns

Floats = NDArray[np.float32]
FOLDER = resources.files("litmus.language.embedded") / "model"
_TYPES = 1 << 16  # word types remembered before the memory is emptied
# Padded lengths of sentences: close together, since padding is worked through as well.
_ROOMS: tuple[int, ...] = (
    *range(2, 32, 2),
    *range(32, 64, 4),
    *range(64, 128, 16),
    *range(128, 257, 32),
)
_TOGETHER, _CHARACTERS = 256, 6000  # texts and characters, at most, in one call of the network
LONGEST = _ROOMS[-1]  # words given to the network at a time


@cache
def about() -> dict[str, Any]:
    """Labels, sizes and version of the model."""
    return json.loads(lzma.decompress((FOLDER / "model.json.xz").read_bytes()))  # type: ignore[no-any-return]


@cache
def session(name: str) -> onnxruntime.InferenceSession:
    """One thread: whoever has many texts runs many processes, and results never depend on cores."""
    settings = onnxruntime.SessionOptions()
    settings.intra_op_num_threads = settings.inter_op_num_threads = 1
    settings.log_severity_level = 3
    content = (FOLDER / f"{name}.onnx").read_bytes()
    return onnxruntime.InferenceSession(content, settings, providers=["CPUExecutionProvider"])


@cache
def arrays(name: str) -> NDArray[Any]:
    """A table on disk, read as it is needed."""
    with resources.as_file(FOLDER / f"{name}.npy") as path:
        return np.load(Path(path), mmap_mode="r").view(np.ndarray)  # type: ignore[no-any-return]


@cache
def weights(language: str) -> dict[str, NDArray[Any]]:
    """What belongs to one language: its vectors and the weights of its classes."""
    with resources.as_file(FOLDER / f"{language}.npz") as path, np.load(Path(path)) as held:
        return {name: held[name] for name in held.files}


def room(length: int) -> int:
    """The padded length of a sentence: its own affair, so that neighbours cannot change it."""
    return next(size for size in _ROOMS if size >= length)


class WordVectors:
    """What enters the first layer for each word form; computed once a form."""

    def __init__(self, language: str) -> None:
        self._language = language
        self._classes = word_classes(language)
        self._number: dict[str, int] = {}
        width = len(weights(language)["word_language"])
        self._states = np.zeros((1, width), np.float32)  # row 0 is padding

    def states(self, sentences: Sequence[Sequence[str]], there: NDArray[np.bool_]) -> Floats:
        """(time, batch) of rows, zeros where nothing is `there`; all must have been learned."""
        number = self._number
        rows = np.zeros(there.T.shape, np.int64)
        rows[there.T] = [number[form] for forms in sentences for form in forms]
        return self._states.take(rows.T, 0)

    def learn(self, forms: Iterable[str]) -> None:
        """Makes room for a batch of texts; what earlier ones had may be forgotten."""
        if len(self._number) > _TYPES:
            self._number.clear()
        if new := [form for form in dict.fromkeys(forms) if form not in self._number]:
            self._learn(new)

    def _learn(self, forms: list[str]) -> None:
        pieces, words, sizes = arrays("pieces"), arrays("words"), about()["table"]
        steps = weights("all")
        rows, counts = word_rows(forms, self._language, sizes["pieces"])
        starts = np.cumsum(counts) - counts
        vectors = np.empty((len(forms), 2 * pieces.shape[1]), np.float32)
        for count in np.unique(counts):  # five times as fast as a sum over stretches of any length
            some = np.nonzero(counts == count)[0]
            row = rows[starts[some, None] + np.arange(count)]
            near = pieces.take(row, 0) * steps["pieces_step"].take(row)[..., None]
            vectors[some, : pieces.shape[1]] = near.sum(1)
        vectors[:, : pieces.shape[1]] /= np.sqrt(counts).astype(np.float32)[:, None]
        if self._classes:
            known = [self._classes.get(lowered(form), 0) for form in forms]
            vectors[:, : pieces.shape[1]] += weights(self._language)["word_classes"][known]
        whole = whole_rows(forms, self._language, sizes["words"])
        vectors[:, pieces.shape[1] :] = (words[whole] * steps["words_step"][whole, None]).sum(1)
        given = {"vectors": vectors, "language": weights(self._language)["word_language"]}
        (made,) = session("types").run(None, given)
        start = len(self._number) + 1
        if start + len(forms) > len(self._states):
            grown = np.empty((2 * (start + len(forms)), made.shape[1]), np.float32)
            grown[:start] = self._states[:start]
            self._states = grown
        self._states[start : start + len(forms)] = made
        self._number.update({form: start + at for at, form in enumerate(forms)})


class CharacterNetwork:
    """Texts -> endings and splits of their characters."""

    def __init__(self, language: str) -> None:
        self._language = language
        self._words = lexicon(language)
        unspaced = language in about()["segmenter"]["unspaced"]
        self._group = "unspaced" if unspaced else "spaced"

    def __call__(self, texts: Sequence[str]) -> list[Columns]:
        """In batches of texts alike in length."""
        found: list[Any] = [None] * len(texts)
        order = sorted(range(len(texts)), key=lambda at: len(texts[at]))
        start = 0
        while start < len(order):
            longest = len(texts[order[min(start + _TOGETHER, len(order)) - 1]])
            some = order[start : start + min(_TOGETHER, max(8, _CHARACTERS // max(1, longest)))]
            for at, answer in zip(some, self._batch([texts[at] for at in some]), strict=True):
                found[at] = answer
            start += len(some)
        return found

    def _batch(self, texts: list[str]) -> Iterator[Columns]:
        lengths = np.array([len(text) for text in texts])
        there = np.arange(lengths.max())[:, None] < lengths
        vectors = self._vectors(texts)
        given: dict[str, Any] = {"mask": there[..., None].astype(np.float32)}
        given["vectors"] = np.zeros((*there.shape, vectors.shape[1]), np.float32)
        given["vectors"].swapaxes(0, 1)[there.T] = vectors
        half = about()["segmenter"]["state"][self._group] // 2
        given["begin"] = np.zeros((len(texts), half), np.float32)
        mine = weights(self._language)
        given["language"] = mine["character_language"]
        given |= {name: mine[name] for name in ("split_weight", "split_step", "split_bias")}
        network = session(f"characters-{self._group}")
        end, sure, split = network.run(["end", "sure", "split"], given)
        columns = zip(end.T.tolist(), split.T.tolist(), sure.T.tolist(), lengths, strict=True)
        return ((end[:n], split[:n], sure[:n]) for end, split, sure, n in columns)

    def _vectors(self, texts: list[str]) -> Floats:
        """One row a character, text after text."""
        table, n_rows = arrays(f"characters-{self._group}"), about()["segmenter"]["rows"]
        step = weights("all")[f"characters_{self._group}_step"]
        rows = character_rows(texts, n_rows)
        if self._words:
            hints = [row for text in texts for row in hint_rows(text, self._words, n_rows)]
            rows = np.hstack([rows, np.array(hints)])
        columns = np.ascontiguousarray(rows.T)
        found = table.take(columns[0], 0) * step.take(columns[0])[:, None]
        for column in columns[1:]:
            found += table.take(column, 0) * step.take(column)[:, None]
        return found  # type: ignore[no-any-return]
