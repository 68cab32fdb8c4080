"""`litmus.align`: which word translates which."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from itertools import islice
from pathlib import Path
from types import MappingProxyType

from litmus.alignment.aligners import DEFAULT, learn, load_aligner
from litmus.alignment.embedded.aligner import EmbeddedAligner
from litmus.alignment.embedded.model_files import save
from litmus.alignment.links import Aligner, Alignment
from litmus.alignment.written import written
from litmus.api.collection import Place, learned_once, pair_fields, pair_places
from litmus.corpus.collection.rows import Row
from litmus.corpus.documents import SIZE, in_batches
from litmus.corpus.in_memory import Text, in_memory, open_text
from litmus.engine.batches import check_engine, map_with_batches
from litmus.engine.shards import Shard, cut
from litmus.errors import DataError, UsageError, at_least
from litmus.files.text import line_count, read_parallel
from litmus.jobs.job import Job, Work
from litmus.jobs.outcome import Outcome
from litmus.jobs.running import Progress, run_job
from litmus.language.knowledge import language_pair
from litmus.language.language_check import Doubt
from litmus.stages import stage
from litmus.wording import count, option

_DOUBTED = 1000  # pairs that are looked at for signs of another language
Pair = tuple[str, str]


class Aligned:
    """Sentence pairs with their alignments, in order, aligned as they are taken.

    `stretch` is which pairs a shard has.
    """

    def __init__(
        self,
        aligner: Aligner,
        pairs: "_Pairs",
        workers: int | None = 1,
        engine: str = "local",
        shard: Shard | None = None,
    ) -> None:
        self.aligner, self._pairs = aligner, pairs
        self._batches, self.stretch = cut(pairs.batches, shard, partial(map, "\n".join))
        any_order = getattr(aligner, "any_order", False)
        self._workers, self._engine = (workers, engine) if any_order else (1, "local")

    def __iter__(self) -> Iterator[Alignment]:
        for _, alignment in self.pairs():
            yield alignment

    def pairs(self) -> Iterator[tuple[Pair, Alignment]]:
        """Each pair of texts with its alignment."""
        work, batches = partial(_align, self.aligner), self._batches()
        with stage("aligning", "pairs", self._size) as told:
            for batch, alignments in map_with_batches(
                work, batches, workers=self._workers, engine=self._engine
            ):
                told.advance(len(batch))
                yield from zip(batch, alignments, strict=True)
        self.aligner.finish()

    def _size(self) -> int | None:
        return self.stretch.stop - self.stretch.first if self.stretch else self._pairs.size()

    def save(self, path: Path | str) -> str:
        """Saves the trained model, to align other text with (`aligner="model:PATH"`); a summary."""
        if not isinstance(self.aligner, EmbeddedAligner):
            raise UsageError(
                f"Only the embedded aligner can be saved; leave {option('aligner')} out."
            )
        save(self.aligner, Path(path))
        return f"{path}: {self.aligner.signature}, {len(self.aligner.model.learned):,} word pairs\n"

    @property
    def notes(self) -> list[str]:
        """What speaks against the languages given."""
        doubts = [Doubt(code) for code in self._pairs.languages]
        for pair in islice(self._pairs, _DOUBTED):
            for doubt, text in zip(doubts, pair, strict=True):
                doubt.add(text)
        return [message for doubt in doubts if (message := doubt.warning())]


def _align(aligner: Aligner) -> Callable[[Sequence[Pair]], list[Alignment]]:
    """The work of a process."""
    return aligner.align


def align(
    source: Text,
    target: Text,
    *,
    languages: str,
    aligner: str | Aligner = DEFAULT,
    tokens: str = "words",
    workers: int | None = 1,
    engine: str = "local",
    shard: Shard | None = None,
) -> Aligned:
    """Alignments of two texts, line by line; an aligner that learns learns from them first.

    `tokens` says what is linked: "words" (ours), "space" (tokenised text) or "moses". `workers` are
    processes, None for one per core where there is much to do; `engine="ray"` or
    `"ray://HOST:PORT"` works on Ray instead. The links are always the same.
    `shard` is one of several runs, which share the work; an aligner learns from the whole text.

    >>> [alignment] = align(["the black cat"], ["le chat noir"], languages="en-fr")
    >>> sorted(alignment.links)
    [(0, 0), (1, 2), (2, 1)]
    """
    at_least(("workers", workers, 1))
    check_engine(engine)
    pair = language_pair(languages)
    pairs = _Pairs(source, target, pair)
    loaded = load_aligner(aligner, pair, tokens) if isinstance(aligner, str) else aligner
    return Aligned(learn(loaded, pairs), pairs, workers, engine, shard)


def align_all(
    output: Place,
    *,
    languages: str,
    corpus: Place | None = None,
    source: Place | None = None,
    target: Place | None = None,
    columns: Mapping[str, str] = MappingProxyType({}),
    aligner: str = DEFAULT,
    tokens: str = "words",
    form: str = "pharaoh",
    guesses: bool = False,
    workers: int | None = 1,
    engine: str = "local",
    shard: Shard | None = None,
    overwrite: bool = False,
    progress: Progress | None = None,
) -> Outcome:
    """The links of a collection of files, a file in the folder `output` for each.

    `corpus` is a folder, a pattern or a URL of TSV, JSONL or Parquet; `source` and `target` are
    such of text. An aligner that learns does so once and is kept in `output`. A run that was
    stopped goes on when it is called again.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as name:
    ...     corpus, out = Path(name, "corpus"), Path(name, "out")
    ...     corpus.mkdir()
    ...     _ = (corpus / "a.tsv").write_text("the black cat\\tle chat noir\\n")
    ...     outcome = align_all(out, languages="en-fr", corpus=corpus)
    ...     print((out / "a.align").read_text(), end="")
    0-0 1-2 2-1
    """
    pair = language_pair(languages)
    places = pair_places(corpus, source, target)
    fields = pair_fields(pair, columns, documents=False)
    learned = learned_once(
        aligner, pair, places, fields, str(output), tokens=tokens, overwrite=overwrite
    )
    job = Job(
        partial(_aligning, learned, form, guesses=guesses),
        f"align|{learned.signature}|{form}|guesses:{guesses}",
        fields,
        ".align" if form == "pharaoh" else ".jsonl",
        blank="\n" if form == "pharaoh" else "",
    )
    return run_job(
        job, places, str(output), workers=workers, engine=engine, shard=shard, overwrite=overwrite,
        progress=progress,
    )  # fmt: skip


def _aligning(aligner: Aligner, form: str, *, guesses: bool) -> Work:
    def work(rows: Sequence[Row]) -> list[str]:
        pairs = [(row.texts[0], row.texts[1]) for row in rows]
        return [
            written(row.number, pair, alignment, form, guesses=guesses)
            for row, pair, alignment in zip(rows, pairs, aligner.align(pairs), strict=True)
        ]

    return work


class _Pairs:
    """Source and target, streamed anew each time."""

    def __init__(self, source: Text, target: Text, languages: Sequence[str]) -> None:
        self.languages = languages
        self._texts = open_text(source, "source"), open_text(target, "target")
        if not all(isinstance(text, Path) for text in self._texts):
            held = [in_memory(text) for text in self._texts]
            if len(held[0]) != len(held[1]):
                raise DataError(
                    f"{held[0]} has {count(len(held[0]), 'line')}, but {held[1]} has "
                    f"{len(held[1])}.\n"
                    "Every source line needs its translation; nothing was done."
                )
            self._texts = held[0], held[1]

    def size(self) -> int | None:
        """How many, where that is quickly found out."""
        source = self._texts[0]
        return line_count(source) if isinstance(source, Path) else len(source)

    def batches(self) -> Iterator[list[Pair]]:
        """The same in batches."""
        return in_batches(self, SIZE)

    def __iter__(self) -> Iterator[Pair]:
        source, target = self._texts
        if isinstance(source, Path) and isinstance(target, Path):
            yield from ((one, other) for one, other in read_parallel([source, target]))
        elif not isinstance(source, Path) and not isinstance(target, Path):
            yield from zip(source, target, strict=True)
