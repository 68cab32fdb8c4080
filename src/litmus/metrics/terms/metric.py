"""Terms: is each term of the source translated as the list says?"""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from litmus.alignment.links import Alignment
from litmus.arrays import Floats
from litmus.corpus.segment import Segment, Term
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
from litmus.metrics.terms.matching import Match, Matching, Wanted
from litmus.metrics.terms.occurrences import Chains, Occurrence, attributed
from litmus.metrics.terms.published import Counted, PublishedCounts
from litmus.terms.phrases import CASE, HOW
from litmus.terms.words import has_word, term_words
from litmus.wording import count


class Case(NamedTuple):
    """A term of a segment: its occurrences in the source, and its translations to look for; none
    are needed of a term that the source does not hold."""

    place: int
    segment: Segment
    term: Term
    wanted: Wanted


class Prepared(NamedTuple):
    """The terms of a batch; for `compat=wmt25` as the organisers count them, by segment."""

    segments: Sequence[Segment]
    cases: Sequence[Case] = ()
    counted: Sequence[Sequence[Counted]] = ()


class Terms(Metric[Prepared]):
    """Share of terms that are translated as the list says. 0-100; higher is better.

    Every occurrence in the source needs one in the translation. Inflected forms count, and
    compounds in German, Dutch and Icelandic; `terms.surface` counts the listed forms alone.
    `terms.consistency` is the share of repeated terms that are translated as the time before in
    their document, whether or not that is what the list says.
    """

    name = "terms"
    title = "terms"
    summary = "share of terms translated as a list says (--terms), inflected or not"
    family = "discourse"
    declared_options = (
        Option("case", "fold", "exact: capitals must be those of the list", ("fold", "exact")),
        Option("compat", "no", "wmt25: counted as the organisers do", ("no", "wmt25")),
        AVERAGE,
    )
    columns = ("used", "surface", "terms", "kept", "repeated", "absent")
    support = "terms"
    proportion = "terms"
    readings = (
        Reading("", Ratio("used", "terms")),
        Reading("surface", Ratio("surface", "terms")),
        Reading("consistency", Ratio("kept", "repeated")),
    )
    evidence = (
        Evidence("expected", "Expected"),
        Evidence("found", "Found", marks="required"),
        Evidence("how", "Found as"),
        Evidence("instead", "In its place", marks="trigger"),
        Evidence("before", "Before"),
        Evidence("note", "Note"),
    )
    verdict_words = VerdictWords("used", "not used", "partly used")
    flag = Flag("terms-used", "terms", wrong_if="missing")
    reads_terms = True

    def __init__(self, setup: Setup, options: Mapping[str, str]) -> None:
        super().__init__(setup, options)
        self._published: PublishedCounts | None = None
        if self.options["compat"] == "wmt25":
            self._published = PublishedCounts(setup.source, setup.target)
        self.needs_links = self.needs_documents = self._published is None
        self._source = Matching(term_words(setup.source))
        exact = self.options["case"] == "exact"
        self._target = Matching(term_words(setup.target), exact_case=exact)

    def signature_parts(self) -> dict[str, str]:
        """What finds the lemmas."""
        return super().signature_parts() | {"lemmas": self._target.words.signature}

    # --- the source ------------------------------------------------------------------------

    def prepare(self, batch: Batch) -> Prepared:
        """Where the terms are in the sources, if nobody has said so yet; what to look for."""
        segments = batch.segments
        if self._published is not None:
            return Prepared(segments, counted=self._published.prepare(segments))
        terms = [term for segment in segments for term in segment.terms if _is_phrase(term)]
        self._target.phrases([target for term in terms for target in term.targets])
        located = self._located([segment for segment in segments if segment.terms])
        cases = []
        for index, segment in enumerate(segments):
            for term in located.pop(0) if segment.terms else ():
                known = term if _is_phrase(term) else _at(term, ())
                phrases = self._target.phrases(known.targets) if known.spans else ()
                cases.append(Case(index, segment, known, Wanted(phrases, len(known.spans))))
        return Prepared(segments, cases)

    def _located(self, segments: Sequence[Segment]) -> list[list[Term]]:
        """The terms of every segment, with spans where the source holds them; those that it holds
        only inside others are left out."""
        unknown = [k for k, s in enumerate(segments) if not all(t.spans for t in s.terms)]
        terms = [term for k in unknown for term in segments[k].terms if _is_phrase(term)]
        self._source.phrases([term.source for term in terms])
        texts = [segments[k].source for k in unknown]
        wanted = [
            [self._sought(term, len(text)) for term in segments[k].terms]
            for k, text in zip(unknown, texts, strict=True)
        ]
        located = [list(segment.terms) for segment in segments]
        for k, found in zip(unknown, self._source.everywhere(texts, wanted), strict=True):
            located[k] = [
                term if term.spans else _at(term, matches or ())
                for term, matches in zip(segments[k].terms, found, strict=True)
                if term.spans or matches or matches is None
            ]
        return located

    def _sought(self, term: Term, most: int) -> Wanted:
        return Wanted(self._source.phrases([term.source]) if _is_phrase(term) else (), most)

    # --- the translation -------------------------------------------------------------------

    def measure(self, prepared: Prepared, outputs: Outputs) -> list[SegmentRow]:
        """(used, in a listed form, occurrences, kept, repeated, absent) of every term."""
        if self._published is not None:
            return self._as_published(self._published, prepared, outputs)
        links = self.links(outputs.links, outputs.system)
        by_segment: dict[int, list[Case]] = {}
        for case in prepared.cases:
            by_segment.setdefault(case.place, []).append(case)
        texts = [outputs.hypotheses[index] for index in by_segment]
        wanted = [[case.wanted for case in cases] for cases in by_segment.values()]
        found = self._target.in_texts(texts, wanted)
        chains = Chains(self._target.words)
        rows = []
        for cases, matches in zip(by_segment.values(), found, strict=True):
            rows += self._rows(cases, matches, outputs, links, chains)
        return rows

    def _rows(
        self,
        cases: Sequence[Case],
        matches: Sequence[Sequence[Match]],
        outputs: Outputs,
        links: Sequence[Alignment],
        chains: Chains,
    ) -> list[SegmentRow]:
        """The rows of one segment; its terms are looked at in the order of the source."""
        index = cases[0].place
        text, alignment = outputs.hypotheses[index], links[index]
        taken = [match for own in matches for match in own]
        occurrences = [
            (number, occurrence)
            for number, (case, own) in enumerate(zip(cases, matches, strict=True))
            for occurrence in attributed(case.term, own, text, alignment, taken)
        ]
        by_case: list[list[Occurrence]] = [[] for _ in cases]
        for number, occurrence in sorted(occurrences, key=lambda item: item[1].span):
            case = cases[number]
            seen = chains.next(case.segment.document, case.term.source, occurrence)
            by_case[number].append(seen)
        return [_row(case, own) for case, own in zip(cases, by_case, strict=True)]

    def _as_published(
        self, published: PublishedCounts, prepared: Prepared, outputs: Outputs
    ) -> list[SegmentRow]:
        found = published.found(prepared.counted, outputs.hypotheses)
        return [
            SegmentRow(
                index,
                one.term.source,
                (float(used), float(surface), 1.0, 0.0, 0.0, 0.0),
                {
                    "term": one.term.source,
                    "expected": list(one.term.targets),
                    "missing": int(not used),
                },
            )
            for index, (counted, answers) in enumerate(zip(prepared.counted, found, strict=True))
            for one, (used, surface) in zip(counted, answers, strict=True)
        ]

    def notes(self, totals: Floats) -> list[str]:
        """How many terms of the suite are not in their sources."""
        absent = round(float(totals[self.columns.index("absent")]))
        if not absent:
            return []
        are = "is not in its source" if absent == 1 else "are not in their sources"
        return [f"terms: {count(absent, 'term')} {are} as words, and no evidence."]

    def marked_words(self, shown: Evidence, evidence: Mapping[str, Any]) -> Sequence[str]:
        """Without the small words that stand in the place of a term: they are everywhere."""
        words = super().marked_words(shown, evidence)
        if shown.key != "instead":
            return words
        stopwords = self._target.words.known.stopwords
        pieces = [piece for phrase in words for piece in phrase.split(" … ")]
        return [piece for piece in pieces if piece.lower() not in stopwords]


def _is_phrase(term: Term) -> bool:
    """Whether a term and its translations are words, which can be looked for."""
    return has_word(term.source) and all(map(has_word, term.targets))


def _at(term: Term, matches: Sequence[Match]) -> Term:
    spans = tuple((match.start, match.end) for match in matches)
    return Term(term.source, term.targets, term.note, spans)


def _row(case: Case, occurrences: Sequence[Occurrence]) -> SegmentRow:
    used = [one for one in occurrences if one.match is not None]
    surface = [one for one in used if one.match is not None and one.match.how <= CASE]
    repeated = [one for one in occurrences if one.kept is not None]
    kept = sum(bool(one.kept) for one in repeated)
    absent = not case.term.spans
    counts = (len(used), len(surface), len(occurrences), kept, len(repeated), absent)
    evidence: dict[str, Any] = {
        "term": case.term.source,
        "expected": list(case.term.targets),
        "found": [one.written for one in used],
        "how": [HOW[one.match.how] for one in used if one.match is not None],
        "instead": [one.written for one in occurrences if one.match is None and one.written],
        "before": [one.before for one in repeated if not one.kept],
        "missing": len(occurrences) - len(used),
    }
    if case.term.note:
        evidence["note"] = case.term.note
    evidence["occurrences"] = [one.as_data(case.segment.source) for one in occurrences]
    return SegmentRow(case.place, case.term.source, tuple(map(float, counts)), evidence)
