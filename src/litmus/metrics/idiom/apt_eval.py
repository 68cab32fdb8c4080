"""APT-Eval: how close are the words linked to the idiom to those of the reference?"""

from collections.abc import Mapping, Sequence
from functools import cached_property
from itertools import accumulate
from typing import Any

from litmus.alignment.links import Alignment
from litmus.arrays import Floats
from litmus.corpus.segment import Segment
from litmus.language.words import moses, moses_detokeniser, words
from litmus.metrics.base import Batch, Metric, Outputs, Reading, SegmentRow, Setup
from litmus.metrics.formulas import Ratio
from litmus.metrics.idiom.fuzzy import edit_distance
from litmus.metrics.idiom.linked_words import (
    LINKED_EVIDENCE,
    LinkedIdiom,
    clipped_matches,
    linked_idioms,
    linked_words,
)
from litmus.metrics.options import AVERAGE, CASE, Option
from litmus.wording import count

Prepared = list[list[LinkedIdiom]]

SCORES = ("unigram", "chrf", "ter", "bleu", "mwe")


class APTEval(Metric[Prepared]):
    """Alignment-based phrase translation evaluation, 0-100, means over idioms.

    The main value is unigram precision: the share of the linked reference words that are among the
    linked hypothesis words. The others are chrF, TER (lower is better), smoothed sentence BLEU and
    the edit-distance score of Zaninello and Birch (2020), all on the linked words alone. An idiom
    to whose span no reference word is linked is no evidence. `references=both` also takes the
    dictionary equivalents of the idiom as references, of which the best counts (modified unigram
    precision of Fadaee et al. 2018). `compat=idiom-mt` does not clip repeated words.

    Papers: Baziotis et al., EACL 2023; Fadaee et al., LREC 2018.
    """

    name = "apt-eval"
    title = "APT-Eval"
    summary = "accuracy of the words linked to the idiom, against the reference's"
    family = "idiom"
    declared_options = (
        CASE,
        Option(
            "references", "aligned", "both: the idiom's dictionary equivalents too",
            ("aligned", "equivalent", "both"),
        ),
        AVERAGE,
        Option("compat", "no", "idiom-mt: as the published code does", ("no", "idiom-mt")),
    )  # fmt: skip
    columns = (*SCORES, "idioms", "empty")
    support = "idioms"
    readings = (
        Reading("", Ratio("unigram", "idioms")),
        *(Reading(score, Ratio(score, "idioms"), score != "ter") for score in SCORES[1:]),
    )
    evidence = LINKED_EVIDENCE
    reads_spans = True
    needs_links = True

    def __init__(self, setup: Setup, options: Mapping[str, str]) -> None:
        super().__init__(setup, options)
        self._published = self.options["compat"] == "idiom-mt"

    def prepare(self, batch: Batch) -> Prepared:
        """The reference words linked to each idiom."""
        self.references(batch)
        links = self.links(batch.reference_links, "the reference")
        linked = self._published_idioms if self._published else linked_idioms
        return [linked(s, a) for s, a in zip(batch.segments, links, strict=True)]

    def _published_idioms(self, segment: Segment, alignment: Alignment) -> list[LinkedIdiom]:
        """The last span, looked up as text: its first occurrence in the tokenised source.

        Every token that the text touches belongs to it, so `have future` also marks `future-proof`.
        """
        if not segment.idioms:
            return []
        idiom = segment.idioms[-1]
        start, end = idiom.spans[-1]
        text = " ".join(moses(self.setup.source)(segment.source[start:end], escape=False))
        tokens = [segment.source[s:e] for s, e in alignment.source]
        first = " ".join(tokens).find(text)
        offsets = accumulate((len(token) + 1 for token in tokens), initial=0)
        spans = tuple(
            span
            for span, token, offset in zip(alignment.source, tokens, offsets, strict=False)
            if 0 <= first < offset + len(token) and offset < first + len(text)
        )
        reference = linked_words(segment.references[0], alignment, spans)
        return [LinkedIdiom(idiom.label, spans, reference, idiom.equivalents)]

    def measure(self, prepared: Prepared, outputs: Outputs) -> list[SegmentRow]:
        """The five scores of every idiom with linked reference words."""
        links = self.links(outputs.links, outputs.system)
        rows = []
        for index, (idioms, text) in enumerate(zip(prepared, outputs.hypotheses, strict=True)):
            for idiom in idioms:
                hypothesis = linked_words(text, links[index], idiom.spans)
                golds = self._golds(idiom)
                evidence: dict[str, Any] = {
                    "idiom": idiom.label,
                    "reference_words": list(idiom.reference),
                    "hypothesis_words": list(hypothesis),
                }
                if not golds:
                    rows.append(SegmentRow(index, idiom.label, (0.0,) * 6 + (1.0,), evidence))
                    continue
                scores = max(
                    (self._scores(hypothesis, gold) for gold in golds),
                    key=lambda scores: (scores[0], scores[1], -scores[2]),
                )
                evidence["scores"] = dict(zip(SCORES, (round(s, 6) for s in scores), strict=True))
                rows.append(SegmentRow(index, idiom.label, (*scores, 1.0, 0.0), evidence))
        return rows

    def _golds(self, idiom: LinkedIdiom) -> list[tuple[str, ...]]:
        kind = self.options["references"]
        golds = [idiom.reference] if idiom.reference and kind != "equivalent" else []
        if kind != "aligned":
            golds += [tuple(words(text)) for text in idiom.equivalents if words(text)]
        return golds

    def _scores(self, hypothesis: tuple[str, ...], gold: tuple[str, ...]) -> tuple[float, ...]:
        if self.options["case"] == "fold":
            hypothesis = tuple(word.lower() for word in hypothesis)
            gold = tuple(word.lower() for word in gold)
        if self._published:
            matched = len(set(hypothesis) & set(gold))
        else:
            matched = clipped_matches(hypothesis, gold)
        text, reference = (self._join(list(part)) for part in (hypothesis, gold))
        chrf, ter, bleu = (  # sacreBLEU gives 100.00000000000004 for equal texts
            round(scorer.corpus_score([text], [[reference]]).score / 100, 12)
            for scorer in self._scorers
        )
        return (matched / len(gold), chrf, ter, bleu, mwe_score(hypothesis, gold))

    def _join(self, tokens: list[str]) -> str:
        return moses_detokeniser(self.setup.target)(tokens) if tokens else ""

    @cached_property
    def _scorers(self) -> tuple[Any, Any, Any]:
        from sacrebleu.metrics.bleu import BLEU
        from sacrebleu.metrics.chrf import CHRF
        from sacrebleu.metrics.ter import TER

        # Idioms are short: add-one smoothing over all four orders, as in the published code.
        return CHRF(), TER(), BLEU(smooth_method="add-k", smooth_value=1, effective_order=False)

    def notes(self, totals: Floats) -> list[str]:
        """How many idioms were left out, and why."""
        empty = round(float(totals[6]))
        if not empty:
            return []
        share = 100 * empty / (empty + float(totals[5]))
        return [
            f"apt-eval: no reference word is linked to {count(empty, 'idiom')} ({share:.1f} %); "
            "such idioms are no evidence."
        ]


def mwe_score(hypothesis: Sequence[str], gold: Sequence[str]) -> float:
    """Mean over gold words of 1 - edit distance to the nearest hypothesis word / its length.

    Zaninello and Birch (2020), LREC: Multiword Expression aware Neural Machine Translation.

    >>> round(mwe_score(["briser", "au", "glace"], ["rompre", "la", "glace"]), 6)
    0.388889
    """
    if not hypothesis:
        return 0.0
    best = [
        max(0.0, 1 - min(edit_distance(word, other) for other in hypothesis) / len(word))
        for word in gold
    ]
    return sum(best) / len(gold)
