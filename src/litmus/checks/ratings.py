"""Are these human scores, or scores of metrics, right? Read as by `litmus agree`."""

from pathlib import Path

from litmus.annotate.agree.metric_scores import read_metric_rows
from litmus.annotate.error_weights import mqm_weights
from litmus.annotate.rating_files import RATINGS, kind_of, ratings_in
from litmus.checks.report import Checker, Findings, Languages, Report
from litmus.errors import DataError
from litmus.importers.recognise import first_keys

KIND = "ratings"


def is_ratings(path: Path, _: Languages) -> bool:
    """Whether it is one of the formats of human scores."""
    return kind_of(path) is not None


def check_ratings(path: Path, _: Languages) -> Report:
    """Who rated how much, and every row that is not right."""
    findings = Findings()
    try:
        if "metric" in first_keys(path):
            _count_metrics(path, findings)
        else:
            _count_ratings(path, findings)
    except DataError as error:
        findings.complain(error)
    return findings.report(path, KIND, always=("ratings",))


def _count_ratings(path: Path, findings: Findings) -> None:
    findings.counts["ratings"] = 0
    weights = mqm_weights()
    seen: dict[str, set[str]] = {"segments": set(), "systems": set(), "raters": set()}
    odd: list[str] = []
    rated: dict[int, str] = {}  # by the hash of who rated what: the line
    for rating in ratings_in(path, kind_of(path) or RATINGS, findings.complain, odd.append):
        findings.counts["ratings"] += 1
        findings.counts["error spans"] += len(rating.spans or ())
        segment = rating.id or f"{rating.document} {rating.position}"
        key = hash((segment, rating.system, rating.annotator, rating.metric))
        if key in rated:
            findings.complain(
                DataError(
                    f"{rating.where}: {rating.annotator or 'the annotator'} has rated {segment!r} "
                    f"of {rating.system!r} before ({rated[key]}).\nGive one rating each."
                )
            )
        rated[key] = rating.where
        seen["segments"].add(segment)
        seen["systems"].add(rating.system)
        seen["raters"].add(rating.annotator)
        try:
            weights.score(rating)
        except DataError as error:
            findings.complain(error)
    findings.counts.update({name: len(names - {""}) for name, names in seen.items()})
    if odd:
        more = f" And {len(odd) - 1:,} more such." if len(odd) > 1 else ""
        findings.notes.append(f"Read in spite of it: {odd[0]}{more}")
    if findings.counts["error spans"]:
        findings.notes.append("Spans were not compared with a text; litmus agree does that.")


def _count_metrics(path: Path, findings: Findings) -> None:
    found = read_metric_rows(path)
    findings.counts["metrics"] = len({*found.segments, *found.systems})
    findings.counts["scores of segments"] = sum(
        len(own) for by_system in found.segments.values() for own in by_system.values()
    )
    findings.counts["scores of systems"] = sum(map(len, found.systems.values()))


CHECKERS = (
    Checker(KIND, "scores of people or metrics as litmus agree reads them", check_ratings,
            is_ratings),
)  # fmt: skip
