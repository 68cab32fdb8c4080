"""Gender: is somebody translated as a man, a woman, or neither, as the source says?"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from litmus.alignment.links import Alignment
from litmus.arrays import Floats
from litmus.corpus.segment import Entity, Segment
from litmus.errors import UsageError
from litmus.language.analysers import load_analyser
from litmus.language.analysis import Analyser, Sentence, joined
from litmus.language.gender.reading import Finding, GenderReader
from litmus.language.gender.rules import codes, load_gender
from litmus.language.knowledge import load
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
from litmus.metrics.discourse.gender.published import PublishedReader
from litmus.metrics.discourse.gender.words import Difference, difference, split
from litmus.metrics.formulas import Ratio
from litmus.metrics.options import Option
from litmus.wording import option

COLUMNS = (
    "right", "entities", "male", "female", "male_found", "female_found", "male_right",
    "female_right", "pro", "pro_right", "anti", "anti_right",
)  # fmt: skip
_F1 = {
    gender: Ratio(f"{gender}_right", f"{gender}_found+{gender}", scale=200.0)
    for gender in ("male", "female")
}
_OTHER = {"male": "female", "female": "male"}


def _difference(left: Ratio, right: Ratio, totals: Floats) -> Floats:
    value: Floats = left.on(COLUMNS)(totals) - right.on(COLUMNS)(totals)
    return value


def delta_g(totals: Floats) -> Floats:
    """F1 of men minus F1 of women; nan where only one of them occurs."""
    occurs = [totals[..., COLUMNS.index(gender)] > 0 for gender in ("male", "female")]
    return np.where(occurs[0] & occurs[1], _difference(_F1["male"], _F1["female"], totals), np.nan)


def delta_s(totals: Floats) -> Floats:
    """Accuracy where the role is of the expected gender, minus accuracy where it is not."""
    return _difference(Ratio("pro_right", "pro"), Ratio("anti_right", "anti"), totals)


@dataclass(frozen=True, slots=True)
class Case:
    """Somebody of a segment: by their place in the source, or by words that tell genders apart."""

    index: int
    segment: Segment
    entity: Entity | None
    words: Difference | None = None


class Gender(Metric[list[Case]]):
    """Share of people translated with the gender that the source gives them. 0-100; higher is
    better.

    By `entity`: the words linked to the person, their article, ending and agreement, tell a
    gender: male, female, neutral (named, and nothing shows a gender) or unknown (not found, which
    is wrong). By `words`: a translation is wrong if it holds a word that only the reference of the
    wrong gender has. `auto` takes the first where the place of the person is known.

    Papers: Stanovsky et al., ACL 2019, https://arxiv.org/abs/1906.00591; Currey et al., EMNLP 2022,
    https://arxiv.org/abs/2211.01355
    """

    name = "gender"
    title = "gender"
    summary = "people translated with the right gender; delta-g and delta-s show bias"
    family = "discourse"
    declared_options = (
        Option("by", "auto", "how a gender is told", ("auto", "entity", "words")),
        Option("compat", "none", "WinoMT's own rules and links", ("none", "winomt")),
    )
    columns = COLUMNS
    support = "entities"
    proportion = "entities"
    readings = (
        Reading("", Ratio("right", "entities")),
        Reading("delta-g", delta_g, higher_is_better=False, ideal=0.0),
        Reading("delta-s", delta_s, higher_is_better=False, ideal=0.0),
        Reading("f1-male", _F1["male"]),
        Reading("f1-female", _F1["female"]),
    )
    evidence = (
        Evidence("entity", "Entity"),
        Evidence("expected", "Gender in the source"),
        Evidence("found", "Gender in the translation"),
        Evidence("because", "Because"),
        Evidence("right_words", "Right words", marks="required"),
        Evidence("wrong_words", "Wrong words", marks="trigger"),
    )
    verdict_words = VerdictWords("right gender", "wrong gender", "one wrong")
    flag = Flag("entities-right", "entities")

    def __init__(self, setup: Setup, options: Mapping[str, str]) -> None:
        super().__init__(setup, options)
        self.needs_links = self.options["by"] != "words"
        if not self.needs_links:
            self.options["compat"] = "none"
            return
        if setup.target not in codes():
            named = ", ".join(load(code).name for code in codes())
            raise UsageError(
                f"gender has no rules for {load(setup.target).name}, which may not show the gender "
                f"of people.\nLanguages with rules: {named}.\n"
                f"With references of the wrong gender: {option('metrics', 'gender:by=words')}"
            )
        self._rules = load_gender(setup.target)
        if self.options["compat"] == "winomt":
            self.aligner = "diagonal:space"

    @cached_property
    def _analyser(self) -> Analyser:
        return load_analyser("embedded", self.setup.target)

    def signature_parts(self) -> dict[str, str]:
        """The rules of the language and the analyser, where they are read."""
        parts = super().signature_parts()
        if self.needs_links:
            version = f"{self.setup.target}.v{self._rules.version}{self._rules.mark}"
            parts |= {"rules": version, "analyser": self._analyser.signature}
        return parts

    def prepare(self, batch: Batch) -> list[Case]:
        """Everybody whose gender can be told."""
        return [
            case
            for index, segment in enumerate(batch.segments)
            for case in self._cases(index, segment)
        ]

    def _cases(self, index: int, segment: Segment) -> Iterator[Case]:
        by = self.options["by"]
        placed = [entity for entity in segment.entities if entity.span is not None]
        if by == "entity" or (by == "auto" and placed):
            yield from (Case(index, segment, entity) for entity in placed)
        elif words := difference(segment.references, segment.contrastive):
            yield Case(index, segment, segment.entities[0] if segment.entities else None, words)

    def measure(self, prepared: list[Case], outputs: Outputs) -> list[SegmentRow]:
        """Counts of every person, under the gender that the source gives them."""
        placed = {case.index for case in prepared if case.words is None}
        sentences = self._sentences(sorted(placed), outputs) if placed else {}
        links = self.links(outputs.links, outputs.system) if placed else ()
        rows = []
        for case in prepared:
            text = outputs.hypotheses[case.index]
            if case.words is not None:
                rows.append(_row(case, *_by_words(case, case.words, text), text))
            else:
                found = self._found(case, text, links[case.index], sentences[case.index])
                rows.append(_row(case, found, _is_right(case, found), text))
        return rows

    def _sentences(self, indices: Sequence[int], outputs: Outputs) -> dict[int, Sentence | None]:
        texts = [outputs.hypotheses[index] for index in indices]
        analysed = self._analyser.analyse(texts)
        return {
            index: joined(found) if found else None
            for index, found in zip(indices, analysed, strict=True)
        }

    def _found(self, case: Case, text: str, links: Alignment, sentence: Sentence | None) -> Finding:
        assert case.entity is not None and case.entity.span is not None
        span = case.entity.span
        if self.options["compat"] == "winomt":
            reader = PublishedReader(self._rules)
            return reader.read(case.segment.source, span, text, links, sentence)
        if sentence is None:
            return Finding("unknown", (), "the translation is empty")
        own = links.linked_targets([span])
        others = {
            j
            for i, j in links.links
            if not (links.source[i][0] < span[1] and span[0] < links.source[i][1])
        }
        linked, taken = (
            _overlapping(sentence, links, places) for places in (own, others.difference(own))
        )
        return GenderReader(self._rules).read(sentence, linked, taken)


def _overlapping(sentence: Sentence, links: Alignment, places: Collection[int]) -> list[int]:
    """Positions of the analysed words in some target tokens."""
    spans = [links.target[place] for place in places]
    return [
        at
        for at, word in enumerate(sentence.words)
        if any(start < word.end and word.start < end for start, end in spans)
    ]


def _is_right(case: Case, found: Finding) -> bool:
    return case.entity is not None and found.gender == case.entity.gender


def _by_words(case: Case, words: Difference, text: str) -> tuple[Finding, bool]:
    """MT-GenEval's verdict; the gender found is the one that it amounts to, where one is known."""
    own = split(text)
    wrong = tuple(word for word in dict.fromkeys(own) if word in words.wrong)
    right = tuple(word for word in dict.fromkeys(own) if word in words.right)
    expected = case.entity.gender if case.entity else ""
    if wrong:
        found = Finding(
            _OTHER.get(expected, "unknown"), wrong, "words of the wrong reference alone"
        )
    else:
        found = Finding(expected or "unknown", right, "no word of the wrong reference alone")
    return found, not wrong


def _row(case: Case, found: Finding, is_right: bool, text: str) -> SegmentRow:
    entity = case.entity
    expected = entity.gender if entity else ""
    stereotype = entity.stereotype if entity else "none"
    counted = {"entities", expected, stereotype, f"{found.gender}_found" if expected else ""}
    if is_right:
        counted |= {"right", f"{expected}_right", f"{stereotype}_right"}
    span = entity.span if entity else None
    words = _together(found.words, text)
    evidence = {
        "entity": case.segment.source[slice(*span)] if span else "",
        "expected": expected,
        "found": found.gender,
        "because": found.because,
        "right_words": words if is_right else [],
        "wrong_words": [] if is_right else words,
    }
    counts = tuple(float(column in counted) for column in COLUMNS)
    return SegmentRow(case.index, expected or None, counts, evidence)


def _together(words: Sequence[str], text: str) -> list[str]:
    """Words that stand side by side as one, so that an article is shown with its noun only."""
    plain = compose(text)
    phrases = (joint.join(words) for joint in (" ", ""))
    return next(([phrase] for phrase in phrases if phrase in plain and phrase), list(words))
