"""WMT's metrics task as mt-metrics-eval keeps it: texts, outputs, human and metric scores.

The suite has the outputs as its systems. Scores lie beside it in files that `litmus agree` reads:
`human/GOLD.jsonl` (the official scores), `human/GOLD.ratings.jsonl` (error spans by rater) and
`metrics.jsonl` (rows with an id: of a segment; without: of a whole system).
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path

from litmus.corpus.formats.evalset import LAYOUT, EvalSet, is_evalset, open_evalset
from litmus.corpus.ratings import Rating, rating_to_json
from litmus.corpus.segment import Segment
from litmus.corpus.suite import SuiteInfo
from litmus.files.jsonl import line
from litmus.importers.imported import Anew, Imported, choose, title
from litmus.importers.sample import Sample

NAME = "evalset"
SUMMARY = f"folder of mt-metrics-eval with {LAYOUT}"
OPTIONS: Mapping[str, str] = {"ref": "references to keep: A+B, none (default: all)"}
HUMAN, METRICS = "human", "metrics.jsonl"


def recognises(sample: Sample) -> bool:
    """A folder with documents and sources."""
    return sample.form == "folder" and is_evalset(sample.path)


def read(
    path: Path, *, languages: tuple[str, str] | None, name: str | None, ref: str | None = None
) -> Imported:
    """The suite of one language pair; segment ids are line numbers."""
    found = open_evalset(path, "-".join(languages) if languages else None)
    source, _, target = found.pair.partition("-")
    info = SuiteInfo(title(path, name), source, target, origin="WMT metrics task (EvalSet)")
    references = _references(found, ref)
    outputs = {system: Anew(partial(_output, found, system)) for system in found.systems}
    return Imported(
        info,
        Anew(lambda: _segments(found, references)),
        systems=outputs,
        notes=_notes(found, references),
        beside=_beside(found),
    )


def _references(found: EvalSet, wanted: str | None) -> list[str]:
    names = list(found.reference_files)
    if wanted is None:
        return names
    return (
        []
        if wanted == "none"
        else [choose("ref", names, one, found.folder) for one in wanted.split("+")]
    )


def _segments(found: EvalSet, references: Sequence[str]) -> Iterator[Segment]:
    texts = [found.reference(name) for name in references]
    for index, source in enumerate(found.sources):
        domain, document = found.places[index]
        yield Segment(
            str(index + 1),
            source,
            tuple(text[index] for text in texts),
            document,
            columns={"domain": domain},
        )


def _output(found: EvalSet, system: str) -> Iterator[str]:
    return iter(found.output(system))


def _beside(found: EvalSet) -> dict[str, Anew[str]]:
    files = {}
    for gold, path in found.human_files("seg").items():
        files[f"{HUMAN}/{gold}.jsonl"] = Anew(partial(_score_rows, found, path))
        if found.rating_files(gold):
            files[f"{HUMAN}/{gold}.ratings.jsonl"] = Anew(partial(_rating_rows, found, gold))
    if found.metric_files("seg") or found.metric_files("sys"):
        files[METRICS] = Anew(partial(_metric_rows, found))
    return files


def _score_rows(found: EvalSet, path: Path, metric: str | None = None) -> Iterator[str]:
    for system, scores in found.segment_scores(path).items():
        if system in found.reference_files:
            continue
        for number, score in enumerate(scores, start=1):
            if score is not None:
                yield line(rating_to_json(Rating(str(number), system, score=score, metric=metric)))


def _rating_rows(found: EvalSet, gold: str) -> Iterator[str]:
    for rater, path in found.rating_files(gold).items():
        for rating in found.ratings(rater, path):
            if rating.system not in found.reference_files:
                yield line(rating_to_json(rating))


def _metric_rows(found: EvalSet) -> Iterator[str]:
    for metric, path in found.metric_files("sys").items():
        for system, score in found.system_scores(path).items():
            if score is not None and system not in found.reference_files:
                yield line({"system": system, "metric": metric, "score": score})
    for metric, path in found.metric_files("seg").items():
        yield from _score_rows(found, path, metric)


def _notes(found: EvalSet, references: Sequence[str]) -> list[str]:
    notes = [f"References: {', '.join(references) or 'none'}."]
    if human := sorted(name for name in found.output_files if name in found.reference_files):
        notes.append(f"Human translations are no systems: {', '.join(human)}.")
    return notes
