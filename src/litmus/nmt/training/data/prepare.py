"""From parallel text to a store: cleaned, cut into pieces, its documents known."""

import warnings
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from dataclasses import asdict
from hashlib import blake2b
from itertools import chain, islice
from pathlib import Path
from random import Random
from typing import Any

import numpy as np

from litmus.bitext.cleaning import REASONS, Cleaner, Cleaning, digest, normalise
from litmus.bitext.duplicates import Repeats
from litmus.errors import DataError
from litmus.files.folders import replaced_folder
from litmus.files.text import TextWarning, read_parallel
from litmus.nmt.codec import Codec
from litmus.nmt.training.data.store import Store, Writer, is_current, open_store
from litmus.nmt.training.settings import Config, Corpus

Say = Callable[[str], None]
LONG = "positions"  # the reason that no cleaner knows: a sentence the network cannot read
_REASONS = ("", *REASONS)
_CHUNK = 20_000
_NO_LIMIT = 10**9


class Preparation:
    """Passes over the training text of one configuration; the first says which pairs are fit."""

    def __init__(self, config: Config, say: Say) -> None:
        self._config, self._say = config, say
        self._verdicts: list[bytearray] | None = None

    def files(self) -> dict[str, str]:
        """A digest of every training file: a store is of these and no others."""
        found = {}
        for corpus in self._config.data.train:
            for path in (corpus.source, corpus.target, corpus.docids):
                if path is not None:
                    found[self._config.name(path)] = _digest(path)
        return found

    def vocabulary_lines(self) -> Iterator[str]:
        """Both sides of fit pairs, once each, at most as many as the configuration allows."""
        # Judged here and not while SentencePiece reads: it would hide what goes wrong.
        verdicts = self._judged()
        fit = sum(verdict.count(0) for verdict in verdicts)
        if not fit:
            found = [(len(verdict), _reasons(verdict)) for verdict in verdicts]
            raise DataError(_nothing_left(self._config, found))
        return self._sampled(verdicts, fit)

    def _sampled(self, verdicts: Sequence[bytearray], fit: int) -> Iterator[str]:
        share = min(1.0, self._config.vocabulary.lines / (2 * fit))
        draw = Random(self._config.seed)
        for corpus, verdict in zip(self._config.data.train, verdicts, strict=True):
            for judged, (_, source, target, _) in zip(verdict, _lines(corpus), strict=True):
                if not judged and (share == 1 or draw.random() < share):
                    yield from (source, target)

    def store(self, folder: Path, codec: Codec, positions: int | None, vocabulary: str) -> Store:
        """The store in a folder: the one that is there if it is of the same text and settings."""
        config = self._config
        key = {
            "format": 1,
            "files": self.files(),
            "corpora": [[config.name(c.source), c.mark] for c in config.data.train],
            "cleaning": asdict(config.cleaning),
            "vocabulary": vocabulary,
            "positions": positions,
            "context": config.context.size != "none",
            "breaks": list(codec.break_ids()) if config.context.size != "none" else [],
        }
        if not is_current(folder, key):
            self._fill(folder, codec, positions, key)
        return open_store(folder, config.data.train)

    def _fill(self, folder: Path, codec: Codec, positions: int | None, key: dict[str, Any]) -> None:
        counts = []
        with (
            replaced_folder(folder) as unfinished,
            closing(Writer(unfinished, key["breaks"])) as writer,
        ):
            for number, verdict in enumerate(self._judged()):
                counts.append(self._corpus(writer, number, verdict, codec, positions))
                name = self._config.name(self._config.data.train[number].source)
                self._say(f"{name}: {counts[-1][0]:,} pairs")
            if not any(pairs - dropped.total() for pairs, dropped in counts):
                raise DataError(_nothing_left(self._config, counts))
            writer.finish(key, counts)

    def _corpus(
        self, writer: Writer, number: int, verdict: bytearray, codec: Codec, most: int | None
    ) -> tuple[int, Counter[str]]:
        """Writes a corpus; its pairs and what was dropped, by reason."""
        corpus, documents = self._config.data.train[number], _Documents(writer.rows)
        context = self._config.context.size != "none"
        dropped = _reasons(verdict)
        around = len(codec.source(())), len(codec.start)
        lines = zip(verdict, _lines(corpus), strict=True)
        while chunk := list(islice(lines, _CHUNK)):
            # What is dropped is not trained on, but remains what the next lines follow.
            used = chunk if context else [item for item in chunk if not item[0]]
            if not used:
                continue
            sources = codec.many([_marked(line[1], corpus.mark) for _, line in used], "source")
            targets = codec.many([line[2] for _, line in used], "target")
            lengths = np.array([list(map(len, sources)), list(map(len, targets))])
            fit = np.array([not judged for judged, _ in used])
            empty = fit & (lengths == 0).any(axis=0)
            room = _NO_LIMIT if most is None else most
            long = fit & ~empty & (lengths + np.array(around)[:, None] > room).any(axis=0)
            for reason, which in (("empty", empty), (LONG, long)):
                dropped.update({reason: n} if (n := int(which.sum())) else {})
            writer.add(
                {"source": sources, "target": targets},
                [documents.first(line[3]) for _, line in used],
                number,
                [line[0] for _, line in used],
                fit & ~empty & ~long,
            )
        return len(verdict), dropped

    def _judged(self) -> list[bytearray]:
        """A number for every pair of every corpus: 0, or the reason why it is dropped."""
        if self._verdicts is None:
            self._verdicts = [self._verdict(corpus) for corpus in self._config.data.train]
        return self._verdicts

    def _verdict(self, corpus: Corpus) -> bytearray:
        wanted = self._config.cleaning
        limits = Cleaning(wanted.words or _NO_LIMIT, wanted.ratio or _NO_LIMIT)
        cleaner = Cleaner(self._config.languages, limits)
        verdict = bytearray()
        self._config.output.mkdir(parents=True, exist_ok=True)
        with Repeats(self._config.output) as repeats:
            for number, source, target, _ in _lines(corpus, first_time=True):
                one, two = normalise(source), normalise(target)
                reason = cleaner.reason(one, two)
                if reason == "copy" and not wanted.copies:
                    reason = None
                if reason is None and wanted.duplicates:
                    repeats.add(number, digest(one, two))
                verdict.append(_REASONS.index(reason or ""))
            for number in repeats.later():
                verdict[number - 1] = _REASONS.index("duplicate")
        return verdict


class _Documents:
    """Where documents begin, row by row. A line without an id is a document of its own."""

    def __init__(self, rows: int) -> None:
        self._row, self._first, self._current = rows - 1, rows, ""

    def first(self, document: str) -> int:
        self._row += 1
        if not document or document != self._current:
            self._first, self._current = self._row, document
        return self._first


def _lines(corpus: Corpus, first_time: bool = False) -> Iterator[tuple[int, str, str, str]]:
    """Number, source, target and document of every line; what is odd is said the first time."""
    paths = [corpus.source, corpus.target, *([corpus.docids] if corpus.docids else [])]
    with warnings.catch_warnings():
        if not first_time:
            warnings.simplefilter("ignore", TextWarning)
        rows = read_parallel(paths)
        opening = next(rows)  # the warning comes with the first line
    for number, row in enumerate(chain([opening], rows), start=1):
        yield number, row[0], row[1], row[2] if corpus.docids else ""


def _reasons(verdict: bytearray) -> Counter[str]:
    counts = {reason: verdict.count(number) for number, reason in enumerate(_REASONS) if number}
    return Counter({reason: count for reason, count in counts.items() if count})


def _marked(source: str, mark: str | None) -> str:
    return source if mark is None or source.startswith(mark) else f"{mark} {source}"


def _digest(path: Path) -> str:
    found = blake2b(digest_size=16)
    try:
        with path.open("rb") as file:
            while block := file.read(1 << 20):
                found.update(block)
    except FileNotFoundError as error:
        raise DataError(f"{path} does not exist.") from error
    except OSError as error:
        raise DataError(f"{path} cannot be read: {error.strerror or error}.") from error
    return found.hexdigest()


def _nothing_left(config: Config, counts: Sequence[tuple[int, Counter[str]]]) -> str:
    why: Counter[str] = Counter()
    for _, dropped in counts:
        why.update(dropped)
    told = ", ".join(f"{reason} {number:,}" for reason, number in why.most_common())
    return (
        f"No pair is left to train on ({told}).\n"
        f"Loosen [cleaning] in {config.path}, or look at the files."
    )
