"""`litmus.tag`: discourse tags of every target token."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Any

from litmus.alignment.aligners import learn, load_aligner
from litmus.alignment.links import Aligner
from litmus.api.inputs import SuiteLike, open_suite
from litmus.corpus.in_memory import Text
from litmus.corpus.suite import Suite
from litmus.discourse.rules import Rules, load_rules, read_rules
from litmus.discourse.source_side import Item, SourceSide
from litmus.discourse.tagging import DocumentTagger, chosen
from litmus.errors import DataError, UsageError, at_least
from litmus.language.analysers import load_analyser
from litmus.language.knowledge import language_pair
from litmus.wording import option

_BATCH = 500


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

    `phenomena` are the tags looked for, `signature` is what decides them.
    """

    def __init__(self, suite: Suite, make: Callable[[], DocumentTagger]) -> None:
        self._suite, self._make = suite, make
        tagger = make()
        self.phenomena: Sequence[str] = tagger.phenomena
        self.signature = tagger.signature

    def __iter__(self) -> Iterator[TaggedSegment]:
        tagger, items = self._make(), _items(self._suite)  # a tagger remembers its documents
        while batch := list(islice(items, _BATCH)):
            sentences = tagger.tag([item for _, item in batch])
            for (id_, item), sentence in zip(batch, sentences, strict=True):
                tags = tuple(tuple(sorted(names)) for names in sentence.tags)
                yield TaggedSegment(id_, item.document, sentence.tokens, tags)
        tagger.finish()


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
) -> Tagging:
    """The target words that depend on earlier sentences, by phenomenon.

    Takes a suite with documents, or `languages`, `source`, `reference` and `docids` (files or
    lists). `phenomena` are all that the target language has unless named; `context` is how many
    earlier sentences count, all by default; `rules` is a rules file of your own.

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
    at_least(("context", context, 0))
    opened = _suite(suite, languages, source, reference, docids)
    pair = language_pair(f"{opened.info.source}-{opened.info.target}")
    own = _rules(rules, pair[1])
    names = chosen(own, pair[0], phenomena)
    analyser = load_analyser(target_analyser, pair[1])
    source_side = partial(SourceSide, pair[0], names, analyser=source_analyser, resolver=resolver)
    source_side()  # what is wrong with its names shows before the aligner learns
    loaded = load_aligner(aligner, pair) if isinstance(aligner, str) else aligner
    learned = learn(loaded, ((item.source, item.target) for _, item in _items(opened)))

    def tagger() -> DocumentTagger:
        return DocumentTagger(
            pair,
            phenomena=names,
            context=context,
            aligner=learned,
            analyser=analyser,
            source=source_side(),
            rules=own,
        )

    return Tagging(opened, tagger)


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
            raise UsageError(
                "Tags need documents. Give the document of every line: "
                f"{option('docids', 'FILE')}\n"
                "(a file with the same name on all lines makes it one document)"
            )
    references = () if reference is None else [reference]
    if isinstance(reference, str | Path):
        references = [Path(reference)]
    return open_suite(
        suite, languages=languages, source=source, references=references, docids=docids
    )


def _rules(file: Path | str | None, target: str) -> Rules:
    if file is None:
        return load_rules(target)
    rules = read_rules(Path(file))
    if rules.code != target:
        raise UsageError(
            f"{file} has rules for {rules.code!r}, but the target language is {target!r}."
        )
    return rules


def _items(suite: Suite) -> Iterator[tuple[str, Item]]:
    for segment in suite.segments():
        if segment.document is None or not segment.references:
            missing = "reference" if segment.document else "document"
            raise DataError(f"Segment {segment.id} has no {missing}; tags need both.")
        yield segment.id, Item(segment.document, segment.source, segment.references[0])
