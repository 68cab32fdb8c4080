"""Word F-measure per tag: are the words that carry a phenomenon there?"""

import re
from collections import Counter
from collections.abc import Mapping, Sequence

from litmus.corpus.tags import TaggedSentence
from litmus.errors import UsageError
from litmus.language.words import compose
from litmus.metrics.base import (
    Batch,
    Evidence,
    Metric,
    Outputs,
    Reading,
    SegmentRow,
    Setup,
    VerdictWords,
)
from litmus.metrics.formulas import Ratio
from litmus.metrics.options import CASE, Option

Prepared = Sequence[TaggedSentence]
_EDGES = re.compile(r"^\W+|\W+$")


class WordF(Metric[Prepared]):
    """F1 of tagged words, 0-100, matched by counts within the sentence. Higher is better.

    `tags=reference`: of the words tagged in the reference, how many the hypothesis holds, and how
    many more of the same words. `tags=both`: the hypothesis is tagged too; a word found in the
    reference takes the reference's tags, any other its own, which is what compare-mt's label
    buckets compute (`compat=compare-mt`). `compat=muda`, as MuDA's code counts: a word keeps its
    own tags and matches where the reference's word has them too, whatever the case and the
    punctuation around it.

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
    needs_tags = True

    def __init__(self, setup: Setup, options: Mapping[str, str]) -> None:
        super().__init__(setup, options)
        if self.options["compat"] != "no":
            self.options["tags"] = "both"
        self._both = self.needs_output_tags = self.options["tags"] == "both"

    def prepare(self, batch: Batch) -> Prepared:
        """The tagged references."""
        if batch.reference_tags is None:
            raise UsageError("word-f needs tags for the reference.\nGive a file: --tags REF.tags")
        return batch.reference_tags

    def measure(self, prepared: Prepared, outputs: Outputs) -> list[SegmentRow]:
        """(matched, reference, hypothesis) words of every tag in a segment."""
        if self._both and outputs.tags is None:
            raise UsageError(
                f"word-f with tags=both needs tags for {outputs.system}.\n"
                f"Give a file: --tags {outputs.system}=HYP.tags"
            )
        rows = []
        for place, reference in enumerate(prepared):
            if self._both and outputs.tags is not None:
                found = self._both_sides(reference, outputs.tags[place])
            else:
                tokens = outputs.tags[place].tokens if outputs.tags is not None else None
                found = self._reference_only(reference, tokens or outputs.hypotheses[place].split())
            for tag, (matched, wanted, given, missing) in sorted(found.items()):
                evidence = {"tag": tag, "missing": missing}
                rows.append(SegmentRow(place, tag, (float(matched), wanted, given), evidence))
        return rows

    def _fold(self, tokens: Sequence[str]) -> list[str]:
        if self.options["compat"] == "muda":
            return [_EDGES.sub("", token.lower()) for token in tokens]
        if self.options["compat"] != "compare-mt":
            tokens = [compose(token) for token in tokens]
        return [t.lower() for t in tokens] if self.options["case"] == "fold" else list(tokens)

    def _reference_only(
        self, reference: TaggedSentence, tokens: Sequence[str]
    ) -> dict[str, tuple[float, float, float, list[str]]]:
        given = Counter(self._fold(tokens))
        by_tag: dict[str, Counter[str]] = {}
        for token, tags in zip(self._fold(reference.tokens), reference.tags, strict=True):
            for tag in _phenomena(tags):
                by_tag.setdefault(tag, Counter())[token] += 1
        result = {}
        for tag, wanted in by_tag.items():
            missing = list((wanted - given).elements())
            total = sum(wanted.values())
            present = sum(given[token] for token in wanted)
            result[tag] = (float(total - len(missing)), float(total), float(present), missing)
        return result

    def _both_sides(
        self, reference: TaggedSentence, hypothesis: TaggedSentence
    ) -> dict[str, tuple[float, float, float, list[str]]]:
        places: dict[str, list[int]] = {}
        for position, token in enumerate(self._fold(reference.tokens)):
            places.setdefault(token, []).append(position)
        matched, given, wanted = Counter[str](), Counter[str](), Counter[str]()
        used: set[tuple[int, str]] = set()
        seen: Counter[str] = Counter()
        for token, own in zip(self._fold(hypothesis.tokens), hypothesis.tags, strict=True):
            positions = places.get(token, [])
            tags = _phenomena(own)
            if seen[token] < len(positions):
                position = positions[seen[token]]
                hits = _phenomena(reference.tags[position])
                if self.options["compat"] == "muda":
                    hits &= tags
                else:
                    tags = hits
                matched.update(hits)
                used |= {(position, tag) for tag in hits}
            seen[token] += 1
            given.update(tags)
        for tags in reference.tags:
            wanted.update(_phenomena(tags))
        missing: dict[str, list[str]] = {}
        for position, (token, tags) in enumerate(
            zip(reference.tokens, reference.tags, strict=True)
        ):
            for tag in _phenomena(tags):
                if (position, tag) not in used:
                    missing.setdefault(tag, []).append(token)
        return {
            tag: (float(matched[tag]), float(wanted[tag]), float(given[tag]), missing.get(tag, []))
            for tag in wanted | given
        }


def _phenomena(tags: frozenset[str]) -> frozenset[str]:
    """Tags that name a phenomenon; `register=kept` and the like are verdicts on one."""
    return frozenset(tag for tag in tags if "=" not in tag)
