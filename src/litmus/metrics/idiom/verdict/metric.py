"""The verdict on every idiom: right, literal, omitted or other, with a chance and reasons."""

from collections.abc import Mapping, Sequence
from typing import Any

from litmus.corpus.segment import Segment
from litmus.idioms.entries.meanings import VERSION as EQUIVALENTS
from litmus.language.dictionary.everyday import VERSION as EVERYDAY
from litmus.language.knowledge import load
from litmus.language.language_check import script
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
from litmus.metrics.idiom.verdict.finding import Finding
from litmus.metrics.idiom.verdict.model import VERDICTS, load_models, normalised
from litmus.metrics.idiom.verdict.place import Place
from litmus.metrics.idiom.verdict.reading import Case, Reader
from litmus.metrics.options import AVERAGE, Option

_DOUBTED = 0.5  # chance of figurative use below which a reader is told
_SURE = 0.999  # of what needs no model
_FEWEST, _REAL = 4, 0.3  # content words from which on so small a share of known ones is plain
_OWN_SCRIPT = 0.3  # share of letters below which a text is not in the target language's script


class Prepared:
    """The cases of a batch, their references, and the rows of systems judged together."""

    def __init__(self, cases: Sequence[Case], references: Sequence[Place | None] | None) -> None:
        self.cases, self.references = cases, references
        self.rows: dict[str, list[SegmentRow]] = {}


class Verdict(Metric[Prepared]):
    """Share of idioms translated right. 0-100; higher is better.

    Every idiom gets one of four verdicts: *right* (a reader gets the meaning), *literal* (its words
    were translated), *omitted*, or *other* (wrong in another way), with a chance and reasons. The
    signs are: words of the idiom in the dictionary and their senses, known meaning and equivalents,
    word alignment, the reference where there is one, and what other systems say; the weights were
    fitted to people's verdicts (docs/metrics/verdict.md). `expected` is the mean chance of *right*,
    which ranks systems more finely.
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
        self._reader = Reader(setup.source, setup.target, often)
        self._target = load(setup.target)
        # Beside others only where the model has learned from verdicts in that language: what it
        # learned of one language's systems did not carry over to another's.
        learned = setup.target in self._models.company.by_language
        self._alone = self.options["company"] == "no" or setup.systems < 2 or not learned
        self.compares_systems = not self._alone
        model = self._models.alone if self._alone else self._models.company
        self._model = model.for_language(setup.target)
        self._pair = f"{setup.source}-{setup.target}"
        self._profile = self._models.profiles.get(self._pair, {})
        self.options["company"] = "no" if self._alone else str(setup.systems - 1)

    def signature_parts(self) -> dict[str, str]:
        """The model, and what it looks words up in."""
        return super().signature_parts() | {
            "model": self._models.version,
            "words": f"everyday.v{EVERYDAY}+equivalents.v{EQUIVALENTS}",
        }

    def most_cases(self, segment: Segment) -> float:
        """Every idiom is one."""
        return len(segment.idioms)

    def prepare(self, batch: Batch) -> Prepared:
        """The idioms with a span; with company, the verdicts on all systems."""
        cases = self._reader.cases(batch.segments)
        references = None
        if self.options["reference"] == "auto" and batch.reference_links is not None:
            references = self._reader.references(cases, batch.reference_links)
        prepared = Prepared(cases, references)
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
        return self._reader.findings(prepared.cases, outputs.hypotheses, links, prepared.references)

    def _row(self, case: Case, finding: Finding, output: str) -> SegmentRow:
        numbers = normalised(finding.numbers, self._profile)
        verdict, chances = self._model.verdict(
            numbers,
            _taken_literally(case, finding),
            self._models.omitted(finding.numbers, self._pair),
        )
        plain = self._plain_reason(case.segment.source, output, finding)
        if plain is not None:
            verdict, reason = plain
            rest = (1 - _SURE) / (len(VERDICTS) - 1)
            chances = {name: _SURE if name == verdict else rest for name in VERDICTS}
            reasons = [reason]
        else:
            reasons = self._reasons(verdict, finding, case)
        counts = (*(float(verdict == name) for name in VERDICTS), chances["right"], 1.0)
        evidence: dict[str, Any] = {
            "idiom": case.label,
            "verdict": verdict,
            "right": verdict == "right",
            "confidence": round(chances[verdict], 3),
            "figurative": case.figurative,
            "chances": {name: round(chance, 3) for name, chance in chances.items()},
            "because": "; ".join(reasons),
            "literal": dict(finding.literal),
            "meant": dict(finding.meant),
            "equivalent": finding.equivalent or None,
            "words": finding.place.words(),
        }
        return SegmentRow(case.index, case.label, counts, evidence)

    def _plain_reason(self, source: str, output: str, finding: Finding) -> tuple[str, str] | None:
        """What is plain without any model: nothing there, nothing translated, another language."""
        if not any(character.isalnum() for character in output):
            return "omitted", "the translation is empty"
        if output.strip() == source.strip():
            return "other", "the source was copied"
        scripts = [found for character in output if (found := script(character))]
        own = sum(found in self._target.scripts for found in scripts)
        if self._target.scripts and scripts and own < _OWN_SCRIPT * len(scripts):
            return "other", f"the translation is not written as {self._target.name} is"
        n_content = sum(finding.place.text.content)
        latin = "Latin" in self._target.scripts  # others the script tells apart
        if latin and n_content >= _FEWEST and finding.numbers["real_words"] < _REAL:
            return "other", f"few of its words are {self._target.name}"
        return None

    def _reasons(self, verdict: str, finding: Finding, case: Case) -> list[str]:
        """What a reader should know, the strongest first."""
        numbers, known, reasons = finding.numbers, case.known, list[str]()
        if finding.equivalent:
            reasons.append(f"holds a known equivalent: {finding.equivalent}")
        if finding.meant:
            pairs = ", ".join(f"{word} = {found}" for word, found in finding.meant.items())
            reasons.append(f"says what is meant: {pairs}")
        if finding.literal:
            pairs = ", ".join(f"{word} = {found}" for word, found in finding.literal.items())
            reasons.append(f"words of the idiom: {pairs}")
        if verdict == "omitted":
            reasons.insert(0, "nothing seems to stand for the idiom")
        elif not finding.place.linked:
            reasons.append("nothing is linked to the idiom")
        if numbers["reference"]:
            reasons.append(
                f"holds {100 * numbers['as_reference']:.0f} % of what the reference has there"
            )
        if not self._alone and numbers["like_mean"]:
            reasons.append(f"{100 * numbers['like_mean']:.0f} % like the other systems")
        if not reasons:
            words = finding.place.words()
            reasons.append(f"in its place: {words}" if words else "nothing is in its place")
        if case.figurative is not None and case.figurative < _DOUBTED:
            reasons.append(f"{100 * case.figurative:.0f} % likely to be meant figuratively")
        if verdict in ("literal", "other") and not known.meaning and not known.equivalents:
            reasons.append("no list has its meaning")
        return reasons

    def marked_words(self, shown: Evidence, evidence: Mapping[str, Any]) -> Sequence[str]:
        """The words of the translation, not those of the source."""
        return list((evidence.get(shown.key) or {}).values())


def _taken_literally(case: Case, finding: Finding) -> float:
    """The chance that the words mean what they say, and were translated so: then that is right."""
    if case.figurative is None:
        return 0.0
    return (1 - case.figurative) * min(1.0, 2 * finding.numbers["literal_near"])
