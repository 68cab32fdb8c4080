"""BLEU, chrF, chrF++ and TER through sacreBLEU, as counts that add up to its corpus scores."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, ClassVar

import numpy as np

from litmus.arrays import Floats, Ints
from litmus.errors import UsageError
from litmus.language import knowledge
from litmus.metrics.base import Batch, Metric, Outputs, Reading, SegmentRow, Setup
from litmus.metrics.formulas import EditRate, NGramF, NGramPrecision
from litmus.metrics.options import Option
from litmus.metrics.overall.ngrams import Sequences, shared

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
        hypotheses = [self._scorer._preprocess_segment(text) for text in outputs.hypotheses]
        return [
            SegmentRow(index, None, (*map(float, own), 1.0), {})
            for index, own in enumerate(self._statistics(prepared, hypotheses))
        ]

    def _statistics(self, prepared: References, hypotheses: list[str]) -> Iterable[Sequence[int]]:
        return map(self._scorer._compute_segment_statistics, hypotheses, prepared)

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

    def segment_value(self, counts: Floats) -> Floats:
        """Sentence BLEU as sacreBLEU's: orders that a short sentence does not have do not count."""
        return NGramPrecision(effective=True)(counts)


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

    def prepare(self, batch: Batch) -> References:
        """The first references, the second ones, ... each with the numbers of their segments."""
        references = self.references(batch)
        prepared = []
        for number in range(max(map(len, references), default=0)):
            some = [at for at, texts in enumerate(references) if len(texts) > number]
            prepared.append(
                (some, [self._scorer._preprocess_segment(references[at][number]) for at in some])
            )
        return prepared

    def _statistics(self, prepared: References, hypotheses: list[str]) -> Iterable[Sequence[int]]:
        """As sacreBLEU counts them, four times as fast: all segments at once."""
        best: list[Sequence[int]] = [()] * len(hypotheses)
        for some, references in prepared:
            for at, own in zip(
                some, self._compared([hypotheses[at] for at in some], references), strict=True
            ):
                value = self._scorer._compute_f_score
                if not best[at] or value(own) > value(best[at]):
                    best[at] = own
        return best

    def _compared(self, hypotheses: list[str], references: list[str]) -> list[list[int]]:
        sides = [
            Sequences.of_characters(["".join(text.split()) for text in texts])
            for texts in (hypotheses, references)
        ]
        columns = _compared(sides[0], sides[1], self._scorer.char_order)
        if self._word_order:
            numbers: dict[str, int] = {}
            cut = self._scorer._remove_punctuation
            sides = [
                Sequences.of_words([cut(text) for text in texts], numbers)
                for texts in (hypotheses, references)
            ]
            columns += _compared(sides[0], sides[1], self._word_order)
        return np.stack(columns, 1).tolist()  # type: ignore[no-any-return]


def _compared(hypotheses: Sequences, references: Sequences, orders: int) -> list[Ints]:
    """What each has and what they share, for n from 1."""
    columns: list[Ints] = []
    for order, both in enumerate(shared(hypotheses, references, orders), start=1):
        there = references.ngrams(order)
        # sacreBLEU does not count where the reference has none.
        columns += [np.where(there > 0, hypotheses.ngrams(order), 0), there, both]
    return columns


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
