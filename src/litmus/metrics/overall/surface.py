"""BLEU, chrF, chrF++ and TER through sacreBLEU, as counts that add up to its corpus scores."""

from collections.abc import Mapping
from typing import Any, ClassVar

from litmus.errors import UsageError
from litmus.language import knowledge
from litmus.metrics.base import Batch, Metric, Outputs, Reading, SegmentRow, Setup
from litmus.metrics.formulas import EditRate, NGramF, NGramPrecision
from litmus.metrics.options import Option

References = list[Any]


class _SacreBLEU(Metric[References]):
    """A metric of sacreBLEU; its per-segment statistics are our counts, plus one for support."""

    family = "overall"
    compares_characters = True
    _scorer: Any

    def prepare(self, batch: Batch) -> References:
        """What sacreBLEU derives from the references."""
        clean, extract = self._scorer._preprocess_segment, self._scorer._extract_reference_info
        return [extract([clean(text) for text in texts]) for texts in self.references(batch)]

    def measure(self, prepared: References, outputs: Outputs) -> list[SegmentRow]:
        """sacreBLEU's sufficient statistics of every segment."""
        clean, compute = self._scorer._preprocess_segment, self._scorer._compute_segment_statistics
        return [
            SegmentRow(index, None, (*map(float, compute(clean(text), info)), 1.0), {})
            for index, (text, info) in enumerate(zip(outputs.hypotheses, prepared, strict=True))
        ]

    def signature_parts(self) -> dict[str, str]:
        """sacreBLEU's own signature; the number of references is a fact of the suite."""
        self._scorer.num_refs = 1  # without references seen, it refuses to sign
        signature = str(self._scorer.get_signature()).split("|")
        parts = dict(part.split(":", 1) for part in signature if ":" in part)
        parts["sacrebleu"] = parts.pop("version", "?")
        return {key: value for key, value in parts.items() if key != "nrefs"}


class BLEU(_SacreBLEU):
    """Corpus BLEU (Papineni et al. 2002) as sacreBLEU computes it."""

    name = "bleu"
    title = "BLEU"
    summary = "n-gram precision with brevity penalty, through sacreBLEU"
    declared_options = (
        Option("tokenize", "auto", "sacreBLEU tokeniser; auto: the one of the target language"),
        Option("lowercase", "no", "compare lower-cased", ("no", "yes")),
    )
    columns = (
        "hypothesis_length", "reference_length",
        "correct1", "correct2", "correct3", "correct4",
        "total1", "total2", "total3", "total4", "segments",
    )  # fmt: skip
    readings = (Reading("", NGramPrecision()),)

    def __init__(self, setup: Setup, options: Mapping[str, str]) -> None:
        super().__init__(setup, options)
        from sacrebleu.metrics import bleu

        tokenizer = self.options["tokenize"]
        if tokenizer == "auto":
            tokenizer = knowledge.load(setup.target).bleu_tokenizer
        if tokenizer not in bleu.BLEU.TOKENIZERS:
            raise UsageError(
                f"bleu: sacreBLEU has no tokeniser {tokenizer!r}. "
                f"Known: {', '.join(sorted(bleu.BLEU.TOKENIZERS))}"
            )
        try:
            self._scorer = bleu.BLEU(
                tokenize=tokenizer, lowercase=self.options["lowercase"] == "yes"
            )
        except (ImportError, RuntimeError) as error:
            raise UsageError(
                f"bleu: the tokeniser {tokenizer!r} is not installed: {error}"
            ) from error


def _chrf_columns(orders: int) -> tuple[str, ...]:
    """The columns of `NGramF`."""
    kinds = ("hypothesis", "reference", "match")
    return *(f"{kind}{n}" for n in range(1, orders + 1) for kind in kinds), "segments"


class ChrF(_SacreBLEU):
    """chrF (Popović 2015): character n-gram F-score with beta 2."""

    name = "chrf"
    title = "chrF"
    summary = "character n-gram F-score, through sacreBLEU"
    declared_options = (Option("lowercase", "no", "compare lower-cased", ("no", "yes")),)
    columns = _chrf_columns(6)
    readings = (Reading("", NGramF()),)
    suits_segments = True
    _word_order: ClassVar[int] = 0

    def __init__(self, setup: Setup, options: Mapping[str, str]) -> None:
        super().__init__(setup, options)
        from sacrebleu.metrics import chrf

        self._scorer = chrf.CHRF(
            word_order=self._word_order, lowercase=self.options["lowercase"] == "yes"
        )


class ChrFPlusPlus(ChrF):
    """chrF++ (Popović 2017): chrF with word unigrams and bigrams."""

    name = "chrf++"
    title = "chrF++"
    summary = "chrF with word 1- and 2-grams, through sacreBLEU"
    columns = _chrf_columns(8)
    _word_order = 2


class TER(_SacreBLEU):
    """Translation edit rate (Snover et al. 2006), in percent; lower is better."""

    name = "ter"
    title = "TER"
    summary = "translation edit rate, through sacreBLEU; lower is better"
    columns = ("edits", "reference_length", "segments")
    readings = (Reading("", EditRate(), higher_is_better=False),)

    def __init__(self, setup: Setup, options: Mapping[str, str]) -> None:
        super().__init__(setup, options)
        from sacrebleu.metrics import ter

        characters = setup.target in ("zh", "ja")  # sacreBLEU splits them only if it normalises
        self._scorer = ter.TER(normalized=characters, asian_support=characters)
