"""The verdict on every idiom: right, literal, omitted or other, with a chance and reasons."""

from collections.abc import Mapping, Sequence
from typing import Any

from litmus.alignment.links import Alignment
from litmus.corpus.segment import Segment
from litmus.idioms.entries.meanings import meanings
from litmus.language.dictionary.everyday import VERSION as EVERYDAY
from litmus.language.knowledge import load
from litmus.language.language_check import script
from litmus.language.word_vectors import SIGNATURE as VECTORS
from litmus.metrics.base import (
    Batch,
    Evidence,
    Flag,
    Kinds,
    Metric,
    Outputs,
    Reading,
    SegmentRow,
    Setup,
    VerdictWords,
)
from litmus.metrics.formulas import Ratio
from litmus.metrics.idiom.verdict.company import beside_others
from litmus.metrics.idiom.verdict.model import VERDICTS, load_models, normalised
from litmus.metrics.idiom.verdict.place import Place, Text, find_place
from litmus.metrics.idiom.verdict.signs import Finding, Known, Signs
from litmus.metrics.options import AVERAGE, Option

_SURE = 0.999  # of what needs no model
_OWN_SCRIPT = 0.3  # share of letters below which a text is not in the target language's script


class _Case:
    """One idiom of one segment, with what does not depend on the output."""

    def __init__(self, index: int, segment: Segment, label: str, known: Known) -> None:
        idioms = [idiom for idiom in segment.idioms if idiom.label == label]
        self.index, self.segment, self.label, self.known = index, segment, label, known
        self.spans = tuple(span for idiom in idioms for span in idiom.spans)


class Prepared:
    """The cases of a batch, and the rows of systems that were judged together."""

    def __init__(self, cases: Sequence[_Case], reference_links: Sequence[Alignment] | None) -> None:
        self.cases, self.reference_links = cases, reference_links
        self.rows: dict[str, list[SegmentRow]] = {}


class Verdict(Metric[Prepared]):
    """Share of idioms translated right. 0-100; higher is better.

    Every idiom gets one of four verdicts: *right* (a reader gets the meaning), *literal* (its words
    were translated), *omitted*, or *other* (wrong in another way), with a chance and reasons. The
    signs are: words of the idiom in the dictionary and their senses, known meaning and equivalents,
    word alignment, the reference where there is one, and what other systems say; the weights were
    fitted to people's verdicts (docs/verdict.md). `expected` is the mean chance of *right*, which
    ranks systems more finely.
    """

    name = "verdict"
    title = "verdict"
    summary = "share of idioms translated right: right, literal, omitted or other, with reasons"
    family = "idiom"
    declared_options = (
        Option("company", "auto", "no: judge every system by itself", ("auto", "no")),
        Option("reference", "auto", "no: do not look at the reference", ("auto", "no")),
        AVERAGE,
    )
    columns = (*VERDICTS, "chance", "idioms")
    support = "idioms"
    proportion = "idioms"
    readings = (
        Reading("", Ratio("right", "idioms")),
        *(Reading(name, Ratio(name, "idioms"), False) for name in VERDICTS[1:]),
        Reading("expected", Ratio("chance", "idioms")),
    )
    evidence = (
        Evidence("verdict", "Verdict"),
        Evidence("confidence", "Confidence", percent=True),
        Evidence("because", "Because"),
        Evidence("literal", "", marks="trigger"),  # `because` lists them
        Evidence("meant", "", marks="required"),
    )
    verdict_words = VerdictWords("right", "wrong", "one wrong")
    flag = Flag("idioms-right", "idioms", right_if="right")
    kinds = Kinds(VERDICTS)
    reads_spans = True
    needs_links = True

    def __init__(self, setup: Setup, options: Mapping[str, str]) -> None:
        super().__init__(setup, options)
        self._models = load_models()
        often = self._models.often_literal.get(setup.target, 0.0)
        self._signs = Signs(setup.source, setup.target, often)
        self._target = load(setup.target)
        self._alone = self.options["company"] == "no" or setup.systems < 2
        model = self._models.alone if self._alone else self._models.company
        self._model = model.for_language(setup.target)
        self._profile = self._models.profiles.get(f"{setup.source}-{setup.target}", {})
        self.options["company"] = "no" if self._alone else str(setup.systems - 1)
        self._known: dict[tuple[str, tuple[str, ...], str], Known] = {}

    def signature_parts(self) -> dict[str, str]:
        """The model, and what it looks words up in."""
        return super().signature_parts() | {
            "model": self._models.version,
            "words": EVERYDAY,
            "vectors": VECTORS,
        }

    # --- what does not depend on the output ------------------------------------------------

    def prepare(self, batch: Batch) -> Prepared:
        """The idioms with a span; with company, the verdicts on all systems."""
        cases = [
            _Case(index, segment, label, self._know(segment, label))
            for index, segment in enumerate(batch.segments)
            for label in segment.labels
            if any(idiom.spans for idiom in segment.idioms if idiom.label == label)
        ]
        use_reference = self.options["reference"] == "auto"
        prepared = Prepared(cases, batch.reference_links if use_reference else None)
        if not self._alone:
            found = [self._findings(prepared, outputs) for outputs in batch.company]
            for number, case in enumerate(cases):
                together = [by_system[number] for by_system in found]
                beside = beside_others(together)
                for outputs, finding, numbers in zip(batch.company, together, beside, strict=True):
                    finding.numbers.update(numbers)
                    rows = prepared.rows.setdefault(outputs.system, [])
                    rows.append(self._row(case, finding, outputs.hypotheses[case.index]))
        return prepared

    def _know(self, segment: Segment, label: str) -> Known:
        """What the segment and the shipped list say of an idiom."""
        own = [idiom for idiom in segment.idioms if idiom.label == label]
        given = tuple(dict.fromkeys(e for idiom in own for e in idiom.equivalents))
        meaning = next((idiom.meaning for idiom in own if idiom.meaning), "")
        key = (label, given, meaning)
        if key not in self._known:
            listed, equivalents = meanings(self.setup.source, self.setup.target).find(label)
            self._known[key] = self._signs.know(meaning or listed, (*given, *equivalents))
        return self._known[key]

    # --- the output ------------------------------------------------------------------------

    def measure(self, prepared: Prepared, outputs: Outputs) -> list[SegmentRow]:
        """(right, literal, omitted, other, chance of right, 1) for every idiom."""
        if not self._alone:
            return prepared.rows.get(outputs.system, [])
        findings = self._findings(prepared, outputs)
        return [
            self._row(case, finding, outputs.hypotheses[case.index])
            for case, finding in zip(prepared.cases, findings, strict=True)
        ]

    def _findings(self, prepared: Prepared, outputs: Outputs) -> list[Finding]:
        links = self.links(outputs.links, outputs.system)
        texts: dict[int, tuple[Text, Text, Place | None]] = {}
        found = []
        for case in prepared.cases:
            alignment, segment = links[case.index], case.segment
            if case.index not in texts:
                target = outputs.hypotheses[case.index]
                texts[case.index] = (
                    self._signs.text(segment.source, alignment.source, 0),
                    self._signs.text(target, alignment.target, 1),
                    None,
                )
            source, text, _ = texts[case.index]
            reference = self._reference(prepared, case)
            found.append(
                self._signs.find(case.spans, source, text, alignment, case.known, reference)
            )
        return found

    def _reference(self, prepared: Prepared, case: _Case) -> Place | None:
        if prepared.reference_links is None or not case.segment.references:
            return None
        alignment = prepared.reference_links[case.index]
        source = self._signs.text(case.segment.source, alignment.source, 0)
        target = self._signs.text(case.segment.references[0], alignment.target, 1)
        return find_place(case.spans, source, target, alignment)

    def _row(self, case: _Case, finding: Finding, output: str) -> SegmentRow:
        verdict, chances = self._model.verdict(normalised(finding.numbers, self._profile))
        plain = self._plain_reason(case.segment.source, output)
        if plain is not None:
            verdict, reason = plain
            rest = (1 - _SURE) / (len(VERDICTS) - 1)
            chances = {name: _SURE if name == verdict else rest for name in VERDICTS}
            reasons = [reason]
        else:
            reasons = self._reasons(verdict, finding, case.known)
        counts = (*(float(verdict == name) for name in VERDICTS), chances["right"], 1.0)
        evidence: dict[str, Any] = {
            "idiom": case.label,
            "verdict": verdict,
            "right": verdict == "right",
            "confidence": round(chances[verdict], 3),
            "chances": {name: round(chance, 3) for name, chance in chances.items()},
            "because": "; ".join(reasons),
            "literal": dict(finding.literal),
            "meant": dict(finding.meant),
            "equivalent": finding.equivalent or None,
            "words": finding.place.words(),
        }
        return SegmentRow(case.index, case.label, counts, evidence)

    def _plain_reason(self, source: str, output: str) -> tuple[str, str] | None:
        """What is plain without any model: nothing there, nothing translated, another script."""
        if not any(character.isalnum() for character in output):
            return "omitted", "the translation is empty"
        if output.strip() == source.strip():
            return "other", "the source was copied"
        scripts = [found for character in output if (found := script(character))]
        own = sum(found in self._target.scripts for found in scripts)
        if self._target.scripts and scripts and own < _OWN_SCRIPT * len(scripts):
            return "other", f"the translation is not written as {self._target.name} is"
        return None

    def _reasons(self, verdict: str, finding: Finding, known: Known) -> list[str]:
        """What a reader should know, the strongest first."""
        numbers, reasons = finding.numbers, []
        if finding.equivalent:
            reasons.append(f"holds a known equivalent: {finding.equivalent}")
        if finding.meant:
            pairs = ", ".join(f"{word} = {found}" for word, found in finding.meant.items())
            reasons.append(f"says what is meant: {pairs}")
        if finding.literal:
            pairs = ", ".join(f"{word} = {found}" for word, found in finding.literal.items())
            reasons.append(f"words of the idiom: {pairs}")
        if not finding.place.linked:
            reasons.append("nothing is linked to the idiom")
        if numbers["reference"]:
            reasons.append(f"{100 * numbers['as_reference']:.0f} % of the reference's words there")
        if not self._alone and numbers["like_mean"]:
            reasons.append(f"{100 * numbers['like_mean']:.0f} % like the other systems")
        if not reasons:
            words = finding.place.words()
            reasons.append(f"in its place: {words}" if words else "nothing is in its place")
        if verdict in ("literal", "other") and not known.meaning and not known.equivalents:
            reasons.append("no list has its meaning")
        return reasons

    def marked_words(self, shown: Evidence, evidence: Mapping[str, Any]) -> Sequence[str]:
        """The words of the translation, not those of the source."""
        return list((evidence.get(shown.key) or {}).values())
