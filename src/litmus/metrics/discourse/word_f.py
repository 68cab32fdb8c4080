"""Word F-measure per tag: does the translation contain the words that carry a phenomenon?"""

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from litmus.corpus.formats.tags import TaggedSentence
from litmus.errors import UsageError
from litmus.language.words import compose
from litmus.metrics.base import (
    Batch,
    Evidence,
    Flag,
    Metric,
    Outputs,
    Reading,
    SegmentRow,
    Setup,
    VerdictWords,
)
from litmus.metrics.formulas import Ratio
from litmus.metrics.options import CASE, Option
from litmus.wording import option

Prepared = Sequence[TaggedSentence]
VERSION = 2  # since then, words that the reference has without the tag, too, are no surplus
_EDGES = re.compile(r"^\W++|(?<!\W)\W++$")  # each run is looked at once


class _Matches(NamedTuple):
    """Words that carry a tag: those in both texts, in the reference, in the hypothesis."""

    matched: int
    reference: int
    hypothesis: int
    missing: list[str]

    @property
    def counts(self) -> tuple[float, ...]:
        return float(self.matched), float(self.reference), float(self.hypothesis)


class WordF(Metric[Prepared]):
    """F1 of tagged words, 0-100, matched by counts within the sentence. Higher is better.

    `tags=reference`: of the words tagged in the reference, how many the hypothesis contains, and
    how many more of the same words than the reference has. `tags=both`: the hypothesis is tagged
    too; a word that is in the reference takes the reference's tags, any other word its own, which
    is what compare-mt's label buckets compute (`compat=compare-mt`). `compat=muda` counts as MuDA's
    code does: a word keeps its own tags and matches where the reference's word has them too,
    regardless of case and of the punctuation around it.

    Papers: Fernandes et al., ACL 2023 (MuDA); Neubig et al., NAACL 2019 (compare-mt).
    """

    name = "word-f"
    title = "word F"
    summary = "F-measure of the words that carry a tag"
    family = "discourse"
    declared_options = (
        Option("tags", "reference", "whose tags count", ("reference", "both")),
        CASE,
        Option(
            "average", "micro", "over all words, or mean of the tags' values", ("micro", "macro")
        ),
        Option("compat", "no", "compare-mt, muda: as they count", ("no", "compare-mt", "muda")),
    )
    columns = ("matched", "reference", "hypothesis")
    support = "reference"
    readings = (
        Reading("", Ratio("matched", "reference+hypothesis", 200.0)),
        Reading("precision", Ratio("matched", "hypothesis")),
        Reading("recall", Ratio("matched", "reference")),
    )
    evidence = (Evidence("missing", "Missing"),)
    verdict_words = VerdictWords("all there", "none there", "some there")
    flag = Flag("reference-matched", "reference", wrong_if="missing")
    needs_tags = True
    shows_tags = True

    def __init__(self, setup: Setup, options: Mapping[str, str]) -> None:
        super().__init__(setup, options)
        if self.options["compat"] != "no":
            self.options["tags"] = "both"
        self._both = self.needs_output_tags = self.options["tags"] == "both"

    def signature_parts(self) -> dict[str, str]:
        """With how words are counted where the reference alone has tags."""
        counts = {} if self._both else {"counts": f"v{VERSION}"}
        return super().signature_parts() | counts

    def prepare(self, batch: Batch) -> Prepared:
        """The tagged references."""
        if batch.reference_tags is None:
            raise UsageError(
                f"word-f needs tags for the reference.\nGive a file: {option('tags', 'REF.tags')}"
            )
        return batch.reference_tags

    def measure(self, prepared: Prepared, outputs: Outputs) -> list[SegmentRow]:
        """(matched, reference, hypothesis) words of every tag in a segment."""
        if self._both and outputs.tags is None:
            raise UsageError(
                f"word-f with tags=both needs tags for {outputs.system}.\n"
                f"Give a file: {option('tags', f'{outputs.system}=HYP.tags')}"
            )
        rows = []
        for index, reference in enumerate(prepared):
            if self._both and outputs.tags is not None:
                by_tag = self._both_sides(reference, outputs.tags[index])
            else:
                tokens = outputs.tags[index].tokens if outputs.tags is not None else None
                by_tag = self._reference_only(
                    reference, tokens or outputs.hypotheses[index].split()
                )
            for tag, matches in sorted(by_tag.items()):
                evidence = {"tag": tag, "missing": matches.missing}
                rows.append(SegmentRow(index, tag, matches.counts, evidence))
        return rows

    def _fold(self, tokens: Sequence[str]) -> list[str]:
        if self.options["compat"] == "muda":
            return [_EDGES.sub("", token.lower()) for token in tokens]
        if self.options["compat"] != "compare-mt":
            tokens = [compose(token) for token in tokens]
        return [t.lower() for t in tokens] if self.options["case"] == "fold" else list(tokens)

    def _reference_only(
        self, reference: TaggedSentence, tokens: Sequence[str]
    ) -> dict[str, "_Matches"]:
        in_hypothesis = Counter(self._fold(tokens))
        folded = self._fold(reference.tokens)
        surplus = in_hypothesis - Counter(folded)  # a word may stand there without the tag, too
        tagged: dict[str, Counter[str]] = {}
        for token, tags in zip(folded, reference.tags, strict=True):
            for tag in _phenomena(tags):
                tagged.setdefault(tag, Counter())[token] += 1
        by_tag = {}
        for tag, in_reference in tagged.items():
            missing = list((in_reference - in_hypothesis).elements())
            total = in_reference.total()
            matched = total - len(missing)
            more = sum(surplus[token] for token in in_reference)
            by_tag[tag] = _Matches(matched, total, matched + more, missing)
        return by_tag

    def _both_sides(
        self, reference: TaggedSentence, hypothesis: TaggedSentence
    ) -> dict[str, "_Matches"]:
        positions: dict[str, list[int]] = {}
        for position, token in enumerate(self._fold(reference.tokens)):
            positions.setdefault(token, []).append(position)
        matched, in_reference, in_hypothesis = Counter[str](), Counter[str](), Counter[str]()
        used: set[tuple[int, str]] = set()
        seen: Counter[str] = Counter()
        for token, own in zip(self._fold(hypothesis.tokens), hypothesis.tags, strict=True):
            tags = _phenomena(own)
            if seen[token] < len(positions.get(token, [])):
                position = positions[token][seen[token]]
                hits = _phenomena(reference.tags[position])
                if self.options["compat"] == "muda":
                    hits &= tags
                else:
                    tags = hits
                matched.update(hits)
                used |= {(position, tag) for tag in hits}
            seen[token] += 1
            in_hypothesis.update(tags)
        missing: dict[str, list[str]] = {}
        for position, tags in enumerate(reference.tags):
            for tag in _phenomena(tags):
                in_reference[tag] += 1
                if (position, tag) not in used:
                    missing.setdefault(tag, []).append(reference.tokens[position])
        return {
            tag: _Matches(matched[tag], in_reference[tag], in_hypothesis[tag], missing.get(tag, []))
            for tag in in_reference | in_hypothesis
        }


def _phenomena(tags: frozenset[str]) -> frozenset[str]:
    """Tags that name a phenomenon; tags such as `register=kept` are verdicts on one."""
    return frozenset(tag for tag in tags if "=" not in tag)
