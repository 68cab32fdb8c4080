"""AutoIE: does the translation contain the words that a correct one must contain?"""

import re
from collections.abc import Callable, Mapping

from litmus.corpus.segment import Segment
from litmus.language.forms import stemmer
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
from litmus.metrics.options import AVERAGE, Option

Contains = Callable[[str], Callable[[str], bool]]
Alternatives = tuple[tuple[str, ...], ...]
Prepared = list[tuple[str | None, float, Alternatives, bool] | None]

_WORD = re.compile(r"\w+(?:['’]\w+)*")


def _substring(text: str) -> Callable[[str], bool]:
    lower = text.lower()
    return lambda word: word.lower() in lower


def _word(text: str) -> Callable[[str], bool]:
    in_text = set(_WORD.findall(text.lower()))
    return lambda word: word.lower() in in_text


def _space(text: str) -> Callable[[str], bool]:
    return set(text.split()).__contains__


class AutoIE(Metric[Prepared]):
    """Share of segments whose translation contains all required words. 0-100; higher is better.

    For the main value a segment passes when it contains *any* of its alternatives; `autoie.pairs`
    is the mean over pairs, each compared with its own words. An item of several pairs has a total
    weight of 1, whether it is one segment with several alternatives (each a pair) or a group of
    segments, one per pair, whose own words come first.
    The words of the published data are stems meant for substring matching, which is the default.

    Paper: Steingrímsson, Sigurðsson and Halldórsson 2024 (AutoIE), section 3.2.
    """

    name = "autoie"
    title = "AutoIE"
    summary = "share of translations with all required words of the idiom"
    family = "idiom"
    declared_options = (
        Option(
            "match", "substring",
            "substring or word, both lower-cased; space: between spaces, case kept; stem",
            ("substring", "word", "space", "stem"),
        ),
        AVERAGE,
    )  # fmt: skip
    columns = ("passed", "passed_own", "weight", "segments")
    support = "weight"  # the pairs of one item are one case
    proportion = "weight"
    readings = (
        Reading("", Ratio("passed", "weight")),
        Reading("pairs", Ratio("passed_own", "weight")),
    )
    evidence = (
        Evidence("required", "Required words", marks="required", parts=True),  # may be stems
        Evidence("missing", "Missing"),
        Evidence("alternatives", "Alternatives"),
    )
    verdict_words = VerdictWords("words there", "words missing")
    flag = Flag("weight-passed", "weight")

    def __init__(self, setup: Setup, options: Mapping[str, str]) -> None:
        super().__init__(setup, options)
        by_match: dict[str, Contains] = {
            "substring": _substring, "word": _word, "space": _space, "stem": self._stems,
        }  # fmt: skip
        self._contains = by_match[self.options["match"]]

    def _stems(self, text: str) -> Callable[[str], bool]:
        stem = stemmer(self.setup.target)
        in_text = {stem(word) for word in _WORD.findall(text.lower())}
        return lambda word: stem(word) in in_text

    def most_cases(self, segment: Segment) -> float:
        """A segment with required words is one, or its share of one."""
        return segment.weight if segment.required else 0.0

    def prepare(self, batch: Batch) -> Prepared:
        """Label, weight, required words, and whether they are one pair of a group."""
        return [
            (
                segment.labels[0] if segment.labels else None,
                segment.weight,
                tuple(tuple(map(compose, words)) for words in segment.required),
                segment.group is not None,
            )
            if segment.required
            else None
            for segment in batch.segments
        ]

    def measure(self, prepared: Prepared, outputs: Outputs) -> list[SegmentRow]:
        """Weighted passes by both readings."""
        rows = []
        for index, (entry, text) in enumerate(zip(prepared, outputs.hypotheses, strict=True)):
            if entry is None:
                continue
            label, weight, required, is_pair = entry
            contains = self._contains(compose(text))
            missing = [[word for word in words if not contains(word)] for words in required]
            compared = missing[:1] if is_pair else missing
            own = sum(not words for words in compared) / len(compared)
            passed = float(any(not words for words in missing))
            best = min(range(len(required)), key=lambda k: len(missing[k]))
            evidence = {
                "required": list(required[best]),
                "missing": missing[best],
                "alternatives": [list(words) for words in required],
            }
            rows.append(
                SegmentRow(index, label, (passed * weight, own * weight, weight, 1.0), evidence)
            )
        return rows
