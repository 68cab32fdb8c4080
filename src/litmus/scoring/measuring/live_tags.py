"""Discourse tags and tokens computed while scoring, where no tag files are given."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from litmus.alignment.links import Aligner, Alignment
from litmus.corpus.formats.tags import TagFile, TaggedSentence
from litmus.corpus.segment import Segment
from litmus.discourse.rules import Rules, codes, load_rules
from litmus.discourse.source_side import Item, SourceSide
from litmus.discourse.tagging import DocumentTagger, chosen
from litmus.errors import UsageError
from litmus.language.analysers import EMBEDDED, load_analyser
from litmus.scoring.measuring.inputs import Tags
from litmus.scoring.measuring.target_analysers import TargetAnalysers, Together, cutting
from litmus.wording import option


@dataclass(frozen=True)
class LiveTagging:
    """What is tagged: the languages, whether outputs are too (`both`) or only their tokens, and
    whether tags say if a document goes on as it began; with `only_consistency` the language may
    have no rules. `readers` are the metrics that need it. `rules` are the user's own, if any;
    `target_analysers` go by system, "" for the reference and for those that have none."""

    languages: tuple[str, str]
    both: bool
    consistency: bool
    readers: Sequence[str]
    only_consistency: bool = False
    rules: Rules | None = None
    source_analyser: str = EMBEDDED
    target_analysers: Mapping[str, str] = field(default_factory=dict)

    def find_rules(self) -> Rules:
        """The user's own rules, or those found by the language."""
        if self.rules is not None:
            return self.rules
        code = self.languages[1]
        ruled = not self.only_consistency or code in codes()
        return load_rules(code) if ruled else Rules(code, 0)


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
    rules = tagging.find_rules()
    phenomena = chosen(rules, languages[0], ())
    source = SourceSide(languages[0], phenomena, analyser=tagging.source_analyser)
    analysers = TargetAnalysers(languages[1], tagging.target_analysers, readers[0])

    def tagger(name: str) -> LiveTags:
        parser = analysers.of(name)
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
        **{
            name: tagger(name) if both else LiveTokens(analysers.of_tokens(name))
            for name in systems
        },
    }


def with_tokens(tags: Mapping[str, Tags], systems: Iterable[str], target: str) -> dict[str, Tags]:
    """The tag files, and for systems without one their tokens, split as `litmus tag` splits.

    Only where the reference's rows have tokens: lines of labels count what is between spaces.
    """
    reference = tags.get("")
    if not isinstance(reference, TagFile) or not reference.has_tokens:
        return dict(tags)
    analyser = Together(load_analyser(cutting(target), target))
    return {**{name: LiveTokens(analyser) for name in systems}, **tags}


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
            self._together.expect(texts, sentences="split")

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
        self._analyser.expect(texts, parse=False)

    def skip(self, n: int) -> None:
        """Every text stands alone."""

    def finish(self) -> None:
        """A file of analyses may have sentences left over."""
        self._analyser.finish()
