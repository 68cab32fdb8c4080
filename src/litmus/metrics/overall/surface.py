"""BLEU, chrF, chrF++ and TER through sacreBLEU, as counts that add up to its corpus scores."""

from typing import Any, ClassVar

import numpy as np

from litmus.errors import UsageError
from litmus.language import knowledge
from litmus.metrics.base import Array, Batch, Metric, Option, Outputs, Row, Setup

References = list[Any]


class _SacreBLEU(Metric[References]):
    """A metric of sacreBLEU; its per-segment statistics are our counts, plus one for support."""

    _scorer: Any

    def prepare(self, batch: Batch) -> References:
        """What sacreBLEU derives from the references."""
        clean, extract = self._scorer._preprocess_segment, self._scorer._extract_reference_info
        return [extract([clean(text) for text in texts]) for texts in self.references(batch)]

    def measure(self, prepared: References, outputs: Outputs) -> list[Row]:
        """sacreBLEU's sufficient statistics of every segment."""
        clean, compute = self._scorer._preprocess_segment, self._scorer._compute_segment_statistics
        return [
            Row(place, None, (*map(float, compute(clean(text), info)), 1.0), {})
            for place, (text, info) in enumerate(zip(outputs.hypotheses, prepared, strict=True))
        ]

    def signature_parts(self) -> dict[str, str]:
        """sacreBLEU's own signature; the number of references is the suite's to say."""
        self._scorer.num_refs = 1  # it refuses to sign before it has seen some
        shown = str(self._scorer.get_signature()).split("|")
        parts = dict(part.split(":", 1) for part in shown if ":" in part)
        parts["sacrebleu"] = parts.pop("version", "?")
        return {key: value for key, value in parts.items() if key != "nrefs"}


class BLEU(_SacreBLEU):
    """Corpus BLEU (Papineni et al. 2002) as sacreBLEU computes it."""

    name = "bleu"
    title = "BLEU"
    summary = "n-gram precision with brevity penalty, through sacreBLEU"
    options: ClassVar[tuple[Option, ...]] = (
        Option("tokenize", "auto", "sacreBLEU tokeniser; auto: the one of the target language"),
        Option("lowercase", "no", "compare lower-cased", ("no", "yes")),
    )
    columns = (
        "hypothesis_length", "reference_length",
        "correct1", "correct2", "correct3", "correct4",
        "total1", "total2", "total3", "total4", "segments",
    )  # fmt: skip

    def __init__(self, setup: Setup, chosen: dict[str, str]) -> None:
        super().__init__(setup, chosen)
        from sacrebleu.metrics import bleu

        tokenizer = self.chosen["tokenize"]
        if tokenizer == "auto":
            tokenizer = knowledge.load(setup.target).bleu_tokenizer
        if tokenizer not in bleu.BLEU.TOKENIZERS:
            raise UsageError(
                f"bleu: sacreBLEU has no tokeniser {tokenizer!r}. "
                f"Known: {', '.join(sorted(bleu.BLEU.TOKENIZERS))}"
            )
        try:
            self._scorer = bleu.BLEU(
                tokenize=tokenizer, lowercase=self.chosen["lowercase"] == "yes"
            )
        except (ImportError, RuntimeError) as error:
            raise UsageError(
                f"bleu: the tokeniser {tokenizer!r} is not installed: {error}"
            ) from error

    def value(self, totals: Array) -> Array:
        """Corpus BLEU with exponential smoothing, for any number of sums at once."""
        correct, total = totals[..., 2:6], totals[..., 6:10]
        empty = np.cumsum(total == 0, axis=-1) > 0
        missing = (correct == 0) & ~empty
        halvings = np.power(2.0, np.cumsum(missing, axis=-1))
        safe = np.where(total > 0, total, 1.0)
        precision = np.where(missing, 1.0 / (halvings * safe), correct / safe)
        with np.errstate(divide="ignore"):
            logs = np.where(empty, -np.inf, np.log(precision))
            length, reference = totals[..., 0], totals[..., 1]
            ratio = np.divide(
                reference, length, out=np.full(length.shape, np.inf), where=length > 0
            )
            brevity = np.where(length < reference, np.exp(1 - ratio), 1.0)
            score = 100 * brevity * np.exp(logs.mean(axis=-1))
        score = np.where(correct.any(axis=-1), score, 0.0)
        return np.where(totals[..., -1] > 0, score, np.nan)


class ChrF(_SacreBLEU):
    """chrF (Popović 2015): character n-gram F-score with beta 2."""

    name = "chrf"
    title = "chrF"
    summary = "character n-gram F-score, through sacreBLEU"
    options: ClassVar[tuple[Option, ...]] = (
        Option("lowercase", "no", "compare lower-cased", ("no", "yes")),
    )
    _word_order: ClassVar[int] = 0

    def __init__(self, setup: Setup, chosen: dict[str, str]) -> None:
        super().__init__(setup, chosen)
        from sacrebleu.metrics import chrf

        self._scorer = chrf.CHRF(
            word_order=self._word_order, lowercase=self.chosen["lowercase"] == "yes"
        )
        orders = 6 + self._word_order
        self.columns = tuple(
            f"{kind}{n}"
            for n in range(1, orders + 1)
            for kind in ("hypothesis", "reference", "match")
        ) + ("segments",)

    def value(self, totals: Array) -> Array:
        """F-score of the mean precision and recall over the orders that occur."""
        statistics = totals[..., :-1].reshape(*totals.shape[:-1], -1, 3)
        hypothesis, reference, match = (statistics[..., i] for i in range(3))
        occurs = (hypothesis > 0) & (reference > 0)
        orders = np.maximum(occurs.sum(axis=-1), 1)

        def mean(below: Array) -> Array:
            share = np.divide(match, below, out=np.zeros(match.shape), where=occurs)
            return np.asarray(share.sum(axis=-1) / orders)

        precision, recall = mean(hypothesis), mean(reference)
        beta = 4.0
        bottom = beta * precision + recall
        score = np.divide(
            (1 + beta) * precision * recall, bottom, out=np.zeros(bottom.shape), where=bottom > 0
        )
        return np.where(totals[..., -1] > 0, 100 * score, np.nan)


class ChrFPlusPlus(ChrF):
    """chrF++ (Popović 2017): chrF with word unigrams and bigrams."""

    name = "chrf++"
    title = "chrF++"
    summary = "chrF with word 1- and 2-grams, through sacreBLEU"
    _word_order = 2


class TER(_SacreBLEU):
    """Translation edit rate (Snover et al. 2006), in percent; lower is better."""

    name = "ter"
    title = "TER"
    summary = "translation edit rate, through sacreBLEU; lower is better"
    higher_is_better = False
    columns = ("edits", "reference_length", "segments")

    def __init__(self, setup: Setup, chosen: dict[str, str]) -> None:
        super().__init__(setup, chosen)
        from sacrebleu.metrics import ter

        characters = setup.target in ("zh", "ja")  # sacreBLEU splits them only if it normalises
        self._scorer = ter.TER(normalized=characters, asian_support=characters)

    def value(self, totals: Array) -> Array:
        """Edits per reference word."""
        edits, length = totals[..., 0], totals[..., 1]
        alone = np.where(edits > 0, 100.0, 0.0)
        score = np.divide(100 * edits, length, out=alone, where=length > 0)
        return np.where(totals[..., -1] > 0, score, np.nan)
