"""The shipped networks: files, sessions, and the numbers that go in and come out."""

import json
import lzma
import re
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from hashlib import blake2b
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import onnxruntime
from numpy.typing import NDArray

from litmus.arrays import Array, Floats32, Ints
from litmus.language.embedded.edits import lowered
from litmus.language.embedded.features import character_rows, hint_rows, whole_rows, word_rows
from litmus.language.embedded.lexicon import FOLDER, lexicon, word_classes
from litmus.language.embedded.segmenter import Columns

# Revision of the rules around the networks, whose own is `version`: how marks are shown to them,
# which lemmas and tags give way. Signatures depend on both, so that no stored analysis is stale.
REVISION = 2
_TYPES = 1 << 16  # word types remembered before the memory is emptied
# Padded lengths of sentences, where every word meets every other: close together, since padding is
# worked through as well.
_ROOMS: tuple[int, ...] = (
    *range(2, 32, 2),
    *range(32, 64, 4),
    *range(64, 128, 16),
    *range(128, 257, 32),
)
_CHARACTERS = 6000  # in one call of the network, about
LONGEST = _ROOMS[-1]  # words given to the network at a time
# Layers of models that do not say how many they have: those up to version 7.
_VERSION_7 = {"words": 5, "characters-spaced": 2, "characters-unspaced": 2}


@cache
def about(folder: Path = FOLDER) -> dict[str, Any]:
    """Labels, sizes and version of the model."""
    return json.loads(lzma.decompress((folder / "model.json.xz").read_bytes()))  # type: ignore[no-any-return]


@cache
def name_of(folder: Path) -> str:
    """Version and revision of the model that ships; of another its name and version, and a digest
    of its files, as two people may call theirs alike."""
    facts = about(folder)
    if folder == FOLDER:
        return f"v{facts['version']}.{REVISION}"
    digest = blake2b(str(REVISION).encode(), digest_size=4)
    for path in sorted(folder.iterdir(), key=lambda path: path.name):
        if path.is_file():
            digest.update(path.name.encode() + path.read_bytes())
    # No `#`: in signatures of scores all that is behind one becomes part of a digest.
    return f"{facts.get('name', 'unnamed')}.v{facts['version']}.{digest.hexdigest()}"


@cache
def session(name: str, folder: Path = FOLDER) -> onnxruntime.InferenceSession:
    """One thread: whoever has many texts runs many processes, and results never depend on cores."""
    settings = onnxruntime.SessionOptions()
    settings.intra_op_num_threads = settings.inter_op_num_threads = 1
    settings.log_severity_level = 3
    settings.enable_cpu_mem_arena = False  # one a graph: memory no other graph can use again
    if not _adds_products_of_bytes():
        settings.add_session_config_entry("session.x64quantprecision", "1")
    content = (folder / f"{name}.onnx").read_bytes()
    return onnxruntime.InferenceSession(content, settings, providers=["CPUExecutionProvider"])


@cache
def _adds_products_of_bytes(processor: Path = Path("/proc/cpuinfo")) -> bool:
    """Whether the processor says that sums of an unsigned byte times a signed one do not overflow.

    Without VNNI, x86 adds two such products in 16 bits. onnxruntime can take a way around it, which
    is slower and always right; the setting means nothing elsewhere.
    """
    try:
        said = processor.read_text(encoding="utf-8", errors="replace")
    except OSError:  # not on Linux
        return False
    found = re.search(r"^flags\s*:(.*)$", said, re.MULTILINE)
    return found is not None and not {"avx512_vnni", "avx_vnni"}.isdisjoint(found[1].split())


def layer_names(network: str, folder: Path = FOLDER) -> list[str]:
    """The layers of a network, from 1: as many as the model says, not as there are files, since
    one that lacks the last would answer, wrongly."""
    said = about(folder).get("layers", _VERSION_7)
    return [f"{network}-{number}" for number in range(1, said[network] + 1)]


@cache
def layers(name: str, folder: Path = FOLDER) -> list[onnxruntime.InferenceSession]:
    """The layers of a network; what follows them has its plain name."""
    return [session(layer, folder) for layer in layer_names(name, folder)]


@cache
def arrays(name: str, folder: Path = FOLDER) -> Array:
    """A table on disk, read as it is needed."""
    return np.load(folder / f"{name}.npy", mmap_mode="r").view(np.ndarray)  # type: ignore[no-any-return]


@cache
def weights(language: str, folder: Path = FOLDER) -> dict[str, Array]:
    """What belongs to one language: its vectors and the weights of its classes."""
    with np.load(folder / f"{language}.npz") as held:
        read = {name: held[name] for name in held.files}
    # Sixteen bits are enough on disk, and slow to reckon with.
    return {k: v.astype(np.float32) if v.dtype == np.float16 else v for k, v in read.items()}


def room(length: int) -> int:
    """The padded length of a sentence: its own affair, so that neighbours cannot change it."""
    return _ROOMS[bisect_left(_ROOMS, length)]


def packs(lengths: Sequence[int], most: int) -> Iterator[list[int]]:
    """Numbers of texts, the longest first, in batches of about `most` places."""
    batch: list[int] = []
    size = 0
    for at in sorted(range(len(lengths)), key=lengths.__getitem__, reverse=True):
        batch.append(at)
        size += lengths[at]
        if size >= most:
            yield batch
            batch, size = [], 0
    if batch:
        yield batch


class Rows:
    """Texts, the longest first, as rows of one array: their first places, their second ones, ...

    Nothing is padded, and the texts that go on are always the first ones.
    """

    def __init__(self, lengths: Sequence[int]) -> None:
        self.lengths = np.array(lengths)
        counts = np.bincount(self.lengths)[:0:-1].cumsum()[::-1]  # texts that have each place
        starts = np.cumsum(counts) - counts
        self.first = np.cumsum(self.lengths) - self.lengths  # of each text, where they are in turn
        text = np.repeat(np.arange(len(lengths)), lengths)
        self.order = starts[np.arange(len(text)) - self.first[text]] + text  # rows, text by text
        self.steps = [  # rows of a place and of the next one, in the texts that have both
            (slice(here, here + n), slice(after, after + n))
            for (here, after), n in zip(pairwise(starts.tolist()), counts[1:].tolist(), strict=True)
        ]

    def packed(self, values: Array) -> Array:
        """Rows of what is given text by text."""
        made = np.empty_like(values)
        made[self.order] = values
        return made

    def run(
        self,
        name: str,
        wanted: list[str],
        first: Mapping[str, Any],
        last: Mapping[str, Any],
        folder: Path = FOLDER,
    ) -> list[Array]:
        """A network on rows: `first` enters its first layer, `last` what follows the layers.

        Between products of integers a number meets its neighbours in the same text only, one by
        one: no row depends on what other texts there are.
        """
        given = first
        back = [(after, here) for here, after in reversed(self.steps)]
        for layer in layers(name, folder):
            made = layer.run(None, given)
            given = {}
            for side, steps in (("ahead", self.steps), ("back", back)):
                state, new, keep, use, *made = made
                along(new, keep, steps)
                given |= {f"{side}_old": state, f"{side}_run": new, f"{side}_use": use}
        return session(name, folder).run(wanted, {**given, **last})  # type: ignore[no-any-return]


def along(new: Floats32, keep: Floats32, steps: Iterable[tuple[slice, slice]]) -> None:
    """Adds to each row what is kept of the one before it; both arrays are used up."""
    for before, here in steps:
        kept, now = keep[here], new[here]
        kept *= new[before]
        now += kept


class WordVectors:
    """What enters the first layer for each word form; computed once a form."""

    def __init__(self, language: str, folder: Path = FOLDER) -> None:
        self._language, self._folder = language, folder
        self._classes = word_classes(language, folder)
        self._number: dict[str, int] = {}
        width = len(weights(language, folder)["word_language"])
        self._states = np.empty((0, width), np.float32)

    def states(self, sentences: Iterable[Iterable[str]], rows: Rows) -> Floats32:
        """All words must have been learned."""
        number = self._number
        found = np.array([number[form] for forms in sentences for form in forms])
        return self._states.take(rows.packed(found), 0)

    def learn(self, forms: Iterable[str]) -> None:
        """Makes room for a batch of texts; what earlier ones had may be forgotten."""
        if len(self._number) > _TYPES:
            self._number.clear()
        if new := [form for form in dict.fromkeys(forms) if form not in self._number]:
            self._learn(new)

    def _learn(self, forms: list[str]) -> None:
        pieces, words = arrays("pieces", self._folder), arrays("words", self._folder)
        sizes, mine = about(self._folder)["table"], weights(self._language, self._folder)
        steps = weights("all", self._folder)
        rows, counts = word_rows(forms, self._language, sizes["pieces"])
        starts = np.cumsum(counts) - counts
        vectors = np.empty((len(forms), 2 * pieces.shape[1]), np.float32)
        for size in np.unique(counts):  # five times as fast as a sum over stretches of any length
            some = np.nonzero(counts == size)[0]
            row = rows[starts[some, None] + np.arange(size)]
            vectors[some, : pieces.shape[1]] = _sums(pieces, steps["pieces_step"], row)
        vectors[:, : pieces.shape[1]] /= np.sqrt(counts).astype(np.float32)[:, None]
        if self._classes:
            known = [self._classes.get(lowered(form), 0) for form in forms]
            vectors[:, : pieces.shape[1]] += mine["word_classes"][known]
        whole = whole_rows(forms, self._language, sizes["words"])
        vectors[:, pieces.shape[1] :] = _sums(words, steps["words_step"], whole)
        given = {"vectors": vectors, "language": mine["word_language"]}
        (made,) = session("types", self._folder).run(None, given)
        start = len(self._number)
        if start + len(forms) > len(self._states):
            grown = np.empty((2 * (start + len(forms)), made.shape[1]), np.float32)
            grown[:start] = self._states[:start]
            self._states = grown
        self._states[start : start + len(forms)] = made
        self._number.update({form: start + at for at, form in enumerate(forms)})


class CharacterNetwork:
    """Texts -> endings and splits of their characters."""

    def __init__(self, language: str, folder: Path = FOLDER) -> None:
        self._language, self._folder = language, folder
        self._words = lexicon(language, folder)
        unspaced = language in about(folder)["segmenter"]["unspaced"]
        self._group = "unspaced" if unspaced else "spaced"

    def __call__(self, texts: Sequence[str]) -> list[Columns]:
        found: list[Any] = [None] * len(texts)
        for some in packs([len(text) for text in texts], _CHARACTERS):
            for at, answer in zip(some, self._batch([texts[at] for at in some]), strict=True):
                found[at] = answer
        return found

    def _batch(self, texts: list[str]) -> Iterator[Columns]:
        rows = Rows([len(text) for text in texts])
        mine = weights(self._language, self._folder)
        first = {"x": self._vectors(texts, rows), "language": mine["character_language"]}
        last = {name: mine[name] for name in ("split_weight", "split_step", "split_bias")}
        wanted = ["end", "split", "sure"]
        made = rows.run(f"characters-{self._group}", wanted, first, last, self._folder)
        end, split, sure = (column[rows.order].tolist() for column in made)
        for start, length in zip(rows.first.tolist(), rows.lengths.tolist(), strict=True):
            some = slice(start, start + length)
            yield end[some], split[some], sure[some]

    def _vectors(self, texts: list[str], places: Rows) -> Floats32:
        table = arrays(f"characters-{self._group}", self._folder)
        n_rows = about(self._folder)["segmenter"]["rows"]
        step = weights("all", self._folder)[f"characters_{self._group}_step"]
        rows = character_rows(texts, n_rows)
        if self._words:
            rows = np.hstack([rows, hint_rows(texts, self._words, n_rows)])
        return _sums(table, step, places.packed(rows))


def _sums(table: NDArray[np.int8], step: Floats32, rows: Ints) -> Floats32:
    """The sum of some rows of a table, for each row of `rows`."""
    held = table.take(rows, 0).astype(np.float32)
    return np.einsum("nk,nkw->nw", step.take(rows), held)  # type: ignore[no-any-return]
