"""Discourse tags and tokens computed while scoring, where no tag files are given."""

from collections import deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate, chain, islice

from litmus.alignment.links import Aligner, Alignment
from litmus.corpus.formats.tags import TagFile, TaggedSentence
from litmus.corpus.segment import Segment
from litmus.discourse.rules import Rules, codes, load_rules
from litmus.discourse.source_side import Item, SourceSide
from litmus.discourse.tagging import DocumentTagger, chosen
from litmus.errors import UsageError
from litmus.language import embedded
from litmus.language.analysers import load_analyser
from litmus.language.analysis import Analyser, Sentence
from litmus.scoring.measuring.inputs import Tags
from litmus.wording import option

_TOGETHER = 1024  # texts, about, that are analysed in one go


@dataclass(frozen=True)
class LiveTagging:
    """What is tagged: the languages, whether outputs are too (`both`) or only their tokens, and
    whether tags say if a document goes on as it began; with `only_consistency` the language may
    have no rules. `readers` are the metrics that need it."""

    languages: tuple[str, str]
    both: bool
    consistency: bool
    readers: Sequence[str]
    only_consistency: bool = False


def live_tags(
    tagging: LiveTagging, systems: Iterable[str], aligners: Mapping[str, Aligner]
) -> dict[str, Tags]:
    """Tags for the reference (""), and for every system.

    Source and reference are analysed once for all. `aligners` go by system, "" for the reference.
    """
    languages, both, readers = tagging.languages, tagging.both, tagging.readers
    systems = list(systems)
    for name in ["", *(systems if both else ())]:
        if name not in aligners:
            file, whose = (f"{name}=HYP.align", name) if name else ("REF.align", "the reference")
            raise UsageError(
                f"{readers[0]} reads tags, which are computed from word alignments, and there are "
                f"none for {whose}.\nGive a Pharaoh file: {option('aligners', file)}\n"
                f"Or leave out {option('aligners')}: then one aligner links the reference and all "
                "systems."
            )
    ruled = not tagging.only_consistency or languages[1] in codes()
    rules = load_rules(languages[1]) if ruled else Rules(languages[1], 0)
    phenomena = chosen(rules, languages[0], ())
    source = SourceSide(languages[0], phenomena)
    analyser = load_analyser("embedded", languages[1])
    parser, cutter = Together(analyser), Together(analyser)

    def tagger(name: str) -> LiveTags:
        return LiveTags(
            DocumentTagger(
                languages,
                aligner=aligners[name],
                analyser=parser,
                source=source,
                rules=rules,
                consistency=tagging.consistency,
            ),
            readers,
            files_would_do=not tagging.consistency,
            together=parser,
        )

    return {
        "": tagger(""),
        **{name: tagger(name) if both else LiveTokens(cutter) for name in systems},
    }


def with_tokens(tags: Mapping[str, Tags], systems: Iterable[str], target: str) -> dict[str, Tags]:
    """The tag files, and for systems without one their tokens, split as `litmus tag` splits.

    Only where the reference's rows have tokens: lines of labels count what is between spaces.
    """
    reference = tags.get("")
    if not isinstance(reference, TagFile) or not reference.has_tokens:
        return dict(tags)
    backend = "embedded" if target in embedded.languages() else "plain"
    analyser = Together(load_analyser(backend, target))
    return {**{name: LiveTokens(analyser) for name in systems}, **tags}


class Together:
    """An analyser that is told what comes, so that the texts of many systems are analysed in one
    go: sentences of like length meet, which takes a fifth less time."""

    def __init__(self, analyser: Analyser) -> None:
        self._analyser = analyser
        self.any_order = bool(getattr(analyser, "any_order", False))
        self._expected: deque[list[str]] = deque()
        self._found: deque[list[tuple[Sentence, ...]]] = deque()  # of the first that are expected

    @property
    def signature(self) -> str:
        """That of the analyser."""
        return self._analyser.signature

    def expect(self, texts: list[str]) -> None:
        """These will be asked for, after all that are expected already."""
        if self.any_order:  # others may read a file, which knows one order
            self._expected.append(texts)

    def analyse(
        self, texts: Iterable[str], *, sentences: str = "given", parse: bool = True
    ) -> Iterator[tuple[Sentence, ...]]:
        """What was expected must be asked for in the same way."""
        asked = list(texts)
        if not self._expected or self._expected[0] != asked:
            return self._analyser.analyse(asked, sentences=sentences, parse=parse)
        if not self._found:
            sizes = accumulate(map(len, self._expected), initial=0)
            some = [own for own, before in zip(self._expected, sizes, strict=False)
                    if before < _TOGETHER]  # fmt: skip
            found = self._analyser.analyse(chain(*some), sentences=sentences, parse=parse)
            self._found.extend(list(islice(found, len(own))) for own in some)
        self._expected.popleft()
        return iter(self._found.popleft())


class LiveTags:
    """Tags from the taggers, in step with the segments."""

    def __init__(
        self,
        tagger: DocumentTagger,
        readers: Sequence[str],
        *,
        files_would_do: bool = True,
        together: Together | None = None,
    ) -> None:
        """`together` is the tagger's analyser, if it wants to know what comes."""
        self._tagger, self._readers, self._together = tagger, readers, together
        self._files_would_do = files_would_do

    @property
    def any_order(self) -> bool:
        """Whether documents may come in any order."""
        return self._tagger.any_order

    @property
    def signature(self) -> str:
        """What computed the tags."""
        return self._tagger.signature

    def read(
        self,
        texts: list[str],
        segments: Sequence[Segment] = (),
        links: Sequence[Alignment] | None = None,
    ) -> list[TaggedSentence]:
        """The tags of the next texts."""
        items = []
        for segment, text in zip(segments, texts, strict=True):
            if segment.document is None:
                raise self._without_document(segment)
            items.append(Item(segment.document, segment.source, text, segment.id))
        return self._tagger.tag(items, links)

    def expect(self, texts: list[str]) -> None:
        """These will be read next."""
        if self._together is not None:
            self._together.expect(texts)

    @property
    def cache_mark(self) -> str:
        """What decides the tags."""
        return f"{self.signature}|consistency:{self.names_segments}"

    @property
    def names_segments(self) -> bool:
        """Whether what is read names segments: what a document was broken with, and where."""
        return not self._files_would_do

    def skip(self, n: int) -> None:
        """The tags of the next so many texts are known already."""
        self._tagger.skip(n)

    def finish(self) -> None:
        """Links may be left over."""
        self._tagger.finish()

    def _without_document(self, segment: Segment) -> UsageError:
        readers = self._readers
        reads = f"{' and '.join(readers)} {'reads' if len(readers) == 1 else 'read'} tags"
        files = f", or tags: {option('tags', 'FILE')}" if self._files_would_do else ""
        return UsageError(
            f"{reads}, and tags need documents; segment {segment.id} has none.\n"
            f"Give them ({option('docids', 'FILE')}, or 'doc' in segments.jsonl){files}"
        )


class LiveTokens:
    """The tokens of a hypothesis, split as those of the reference are."""

    def __init__(self, analyser: Together) -> None:
        self._analyser = analyser

    @property
    def any_order(self) -> bool:
        """Whether texts may come in any order."""
        return self._analyser.any_order

    @property
    def signature(self) -> str:
        """What split the tokens."""
        return self._analyser.signature

    def read(
        self, texts: list[str], segments: Sequence[Segment] = (), links: object = None
    ) -> list[TaggedSentence]:
        """The tokens of the next texts, without tags."""
        tagged = []
        for sentences in self._analyser.analyse(texts, parse=False):
            tokens = tuple(
                sentence.text[token.start : token.end]
                for sentence in sentences
                for token in sentence.tokens
            )
            tagged.append(TaggedSentence(tokens, (frozenset(),) * len(tokens)))
        return tagged

    def expect(self, texts: list[str]) -> None:
        """These will be read next."""
        self._analyser.expect(texts)

    def skip(self, n: int) -> None:
        """Every text stands alone."""

    def finish(self) -> None:
        """Nothing can be left over."""
