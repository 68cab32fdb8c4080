"""`litmus.tag`: discourse tags of every target token."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from types import MappingProxyType
from typing import Any

from litmus.alignment.aligners import learn, load_aligner
from litmus.alignment.links import Aligner
from litmus.api.collection import Place, learned_once, pair_fields, pair_places
from litmus.api.inputs import SuiteLike, open_suite
from litmus.corpus.collection.rows import Row
from litmus.corpus.documents import documents_together
from litmus.corpus.in_memory import Text
from litmus.corpus.segment import Segment
from litmus.corpus.sizes import size_of
from litmus.corpus.suite import Suite
from litmus.discourse.rules import Rules, load_rules, rules_of
from litmus.discourse.source_side import SourceSide
from litmus.discourse.tagging import DocumentTagger, chosen
from litmus.engine.batches import check_engine, map_batches
from litmus.engine.shards import Shard, cut
from litmus.errors import DataError, UsageError, at_least
from litmus.files.cache import Cache, default_cache
from litmus.files.jsonl import line
from litmus.jobs.job import Job, Work
from litmus.jobs.outcome import Outcome
from litmus.jobs.running import Progress, run_job
from litmus.language.knowledge import language_pair
from litmus.scoring.measuring.inputs import Read
from litmus.scoring.measuring.links_and_tags import LinksAndTags
from litmus.scoring.measuring.live_tags import LiveTags
from litmus.stages import stage
from litmus.wording import option

_NO_DOCUMENTS = (
    f"Tags need documents. Give the document of every line: {option('docids', 'FILE')}\n"
    "(a file with the same name on all lines makes it one document)"
)


@dataclass(frozen=True, slots=True)
class TaggedSegment:
    """A target sentence: its tokens, and the tags of each in alphabetical order."""

    id: str
    document: str
    tokens: tuple[str, ...]
    tags: tuple[tuple[str, ...], ...]

    def as_json(self) -> dict[str, Any]:
        """A row as `litmus tag` writes it."""
        return {
            "id": self.id,
            "doc": self.document,
            "tokens": list(self.tokens),
            "tags": [list(tags) for tags in self.tags],
        }


class Tagging:
    """Tagged segments in order, tagged as they are taken; `list(tagging)` has them all.

    `phenomena` are the tags looked for, `signature` is what decides them, `stretch` is which rows
    of the input a shard has.
    """

    def __init__(
        self,
        suite: Suite,
        make: "_MakeTagger",
        *,
        workers: int | None,
        engine: str,
        cache: Cache | None,
        shard: Shard | None,
    ) -> None:
        self._make = make
        self._batches, self.stretch = cut(
            lambda: documents_together(_segments(suite), lambda segment: segment.document),
            shard,
            lambda batch: (f"{s.document}\n{s.source}\n{s.references[0]}" for s in batch),
        )
        self._tagger = make()
        self.phenomena: Sequence[str] = self._tagger.phenomena
        self.signature = self._tagger.signature
        self._workers, self._engine = workers, engine
        self._cache = cache
        self._suite = suite

    def _size(self) -> int | None:
        return self.stretch.stop - self.stretch.first if self.stretch else size_of(self._suite)

    def __iter__(self) -> Iterator[TaggedSegment]:
        with stage("tagging", "segments", self._size) as told:
            for tagged in self._tagged():
                told.advance(len(tagged))
                yield from tagged

    def _tagged(self) -> Iterator[Sequence[TaggedSegment]]:
        if not self._tagger.any_order:  # files are read from top to bottom
            tag_segments = _Tag(self._make, None)
            yield from map(tag_segments, self._batches())
            tag_segments.finish()
            return
        yield from map_batches(
            partial(_Tag, self._make, self._cache),
            self._batches(),
            workers=self._workers,
            engine=self._engine,
        )
        self._make.aligner.finish()
        if self._cache is not None:
            self._cache.trim()


class _Tag:
    """Tags batches of whole documents; `finish` is asked what was left over after the last."""

    def __init__(self, make: "_MakeTagger", cache: Cache | None) -> None:
        self._tags = LinksAndTags(tags={"": LiveTags(make(), ["litmus tag"])}, cache=cache)
        self.finish = self._tags.finish

    def __call__(self, batch: Sequence[Segment]) -> list[TaggedSegment]:
        tagged, _ = self._tags.of(Read(batch, {}))
        return [
            TaggedSegment(
                segment.id,
                segment.document or "",
                sentence.tokens,
                tuple(tuple(sorted(names)) for names in sentence.tags),
            )
            for segment, sentence in zip(batch, tagged.reference_tags or (), strict=True)
        ]


@dataclass(frozen=True)
class _MakeTagger:
    """What a tagger is made from, in this process or another."""

    languages: tuple[str, str]
    phenomena: Sequence[str]
    context: int | None
    aligner: Aligner
    source_analyser: str
    target_analyser: str
    resolver: str
    rules: Rules

    def __call__(self) -> DocumentTagger:
        return DocumentTagger(
            self.languages,
            phenomena=self.phenomena,
            context=self.context,
            aligner=self.aligner,
            analyser=self.target_analyser,
            source=self.source_side(),
            rules=self.rules,
        )

    def source_side(self) -> SourceSide:
        return SourceSide(
            self.languages[0],
            self.phenomena,
            analyser=self.source_analyser,
            resolver=self.resolver,
        )


def tag(
    suite: SuiteLike | None = None,
    *,
    languages: str | None = None,
    source: Text | None = None,
    reference: Text | None = None,
    docids: Text | None = None,
    phenomena: Sequence[str] = (),
    context: int | None = None,
    aligner: str | Aligner = "embedded",
    source_analyser: str = "embedded",
    target_analyser: str = "embedded",
    resolver: str = "embedded",
    rules: Path | str | None = None,
    cache: bool = False,
    workers: int | None = 1,
    engine: str = "local",
    shard: Shard | None = None,
) -> Tagging:
    """The target words that depend on earlier sentences, by phenomenon.

    Takes a suite with documents, or `languages`, `source`, `reference` and `docids` (files or
    lists). `phenomena` are all that the target language has unless named; `context` is how many
    earlier sentences count, all by default; `rules` is a rules file of your own. `cache=True` keeps
    tags for later runs and uses those of earlier ones. `workers` are processes, None for one per
    core where there is much to do; `engine="ray"` or `"ray://HOST:PORT"` works on Ray instead. The
    tags are always the same. `shard` is one of several runs, which share the work.

    >>> tagging = tag(
    ...     languages="en-de",
    ...     source=["Are you coming?", "You know the way."],
    ...     reference=["Kommst du?", "Du kennst den Weg."],
    ...     docids=["a", "a"],
    ...     phenomena=["formality"],
    ... )
    >>> [list(zip(row.tokens, row.tags)) for row in tagging][1][0]
    ('Du', ('formality',))
    """
    at_least(("context", context, 0), ("workers", workers, 1))
    check_engine(engine)
    opened = _suite(suite, languages, source, reference, docids)
    pair = language_pair(f"{opened.info.source}-{opened.info.target}")
    own = _rules(rules, pair[1])
    names = chosen(own, pair[0], phenomena)
    loaded = load_aligner(aligner, pair) if isinstance(aligner, str) else aligner
    make = _MakeTagger(
        pair, names, context, loaded, source_analyser, target_analyser, resolver, own
    )
    make()  # what is wrong with its names shows before the aligner learns
    kept = default_cache() if cache else None
    learned = learn(loaded, _pairs(opened), kept)
    made = replace(make, aligner=learned)
    return Tagging(opened, made, workers=workers, engine=engine, cache=kept, shard=shard)


def tag_all(
    output: Place,
    *,
    languages: str,
    corpus: Place | None = None,
    source: Place | None = None,
    reference: Place | None = None,
    docids: Place | None = None,
    columns: Mapping[str, str] = MappingProxyType({}),
    phenomena: Sequence[str] = (),
    context: int | None = None,
    aligner: str = "embedded",
    source_analyser: str = "embedded",
    target_analyser: str = "embedded",
    resolver: str = "embedded",
    rules: Path | str | None = None,
    workers: int | None = 1,
    engine: str = "local",
    shard: Shard | None = None,
    overwrite: bool = False,
    progress: Progress | None = None,
) -> Outcome:
    """The tags of a collection of files, a file in the folder `output` for each.

    `corpus` is a folder, a pattern or a URL of TSV, JSONL or Parquet with the document of each row;
    `source`, `reference` and `docids` are such of text. An aligner that learns does so once and is
    kept in `output`. A run that was stopped goes on when it is called again.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as name:
    ...     corpus, out = Path(name, "corpus"), Path(name, "out")
    ...     corpus.mkdir()
    ...     _ = (corpus / "a.tsv").write_text("Are you coming?\\tKommst du?\\ta\\n")
    ...     outcome = tag_all(out, languages="en-de", corpus=corpus, phenomena=["formality"])
    ...     sorted(path.name for path in out.iterdir())
    ['a.jsonl', 'a.receipt.json', 'aligner.model', 'collection.json']
    """
    at_least(("context", context, 0))
    pair = language_pair(languages)
    places = pair_places(corpus, source, reference, docids)
    if corpus is None and docids is None:
        raise UsageError(_NO_DOCUMENTS)
    own = _rules(rules, pair[1])
    names = chosen(own, pair[0], phenomena)
    fields = pair_fields(pair, columns, documents=True)
    learned = learned_once(aligner, pair, places, fields, str(output), overwrite=overwrite)
    make = _MakeTagger(
        pair, names, context, learned, source_analyser, target_analyser, resolver, own
    )
    tagger = make()
    if not tagger.any_order:
        raise UsageError(
            "An analyser or resolver of another library may depend on what it has seen before; the "
            "files of a collection are done in any order.\nTake the embedded ones."
        )
    job = Job(partial(_tagging, make), f"tag|{tagger.signature}", fields, ".jsonl", documents=True)
    return run_job(
        job, places, str(output), workers=workers, engine=engine, shard=shard, overwrite=overwrite,
        progress=progress,
    )  # fmt: skip


def _tagging(make: _MakeTagger) -> Work:
    tag_segments = _Tag(make, None)

    def work(rows: Sequence[Row]) -> list[str]:
        segments = [
            Segment(str(row.number), source, (reference,), document)
            for row in rows
            for source, reference, document in [row.texts]
        ]
        return [f"{line(tagged.as_json())}\n" for tagged in tag_segments(segments)]

    return work


def _suite(
    suite: SuiteLike | None,
    languages: str | None,
    source: Text | None,
    reference: Text | None,
    docids: Text | None,
) -> Suite:
    if suite is None:
        if not languages or source is None or reference is None:
            raise UsageError(
                f"Give a suite ({option('suite')}), or {option('languages')}, {option('source')}, "
                f"{option('reference')} and {option('docids')}."
            )
        if docids is None:
            raise UsageError(_NO_DOCUMENTS)
    references = () if reference is None else [reference]
    if isinstance(reference, str | Path):
        references = [Path(reference)]
    return open_suite(
        suite, languages=languages, source=source, references=references, docids=docids
    )


def _rules(file: Path | str | None, target: str) -> Rules:
    return load_rules(target) if file is None else rules_of([file], [target])[target]


def _segments(suite: Suite) -> Iterator[Segment]:
    for segment in suite.segments():
        if segment.document is None or not segment.references:
            missing = "reference" if segment.document else "document"
            raise DataError(f"Segment {segment.id} has no {missing}; tags need both.")
        yield segment


def _pairs(suite: Suite) -> Iterator[tuple[str, str]]:
    return ((segment.source, segment.references[0]) for segment in _segments(suite))
