"""The part of `litmus.agree` that compares metrics with human scores."""

import tempfile
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np

from litmus.annotate.agree.metric_scores import (
    Found,
    read_metric_rows,
    scores_of_counts,
    scores_of_evalset,
    scores_of_rows,
)
from litmus.annotate.agree.score_compare import ScoreAgreement, compare_scores
from litmus.annotate.agree.scored import (
    HumanScores,
    MetricScores,
    Segments,
    human_scores,
    make_segments,
)
from litmus.annotate.campaigns.campaign import is_rating_campaign
from litmus.annotate.rating_files import kind_of
from litmus.api.evaluate import evaluate
from litmus.api.inputs import open_outputs, open_suite
from litmus.api.ratings import ratings_of
from litmus.corpus.formats.appraise import trimmed
from litmus.corpus.formats.evalset import EvalSet, is_evalset, open_evalset
from litmus.corpus.in_memory import lines_of
from litmus.corpus.ratings import Rating, check_inside
from litmus.corpus.suite import Suite
from litmus.errors import DataError, UnknownName, UsageError
from litmus.metrics.base import Setup
from litmus.metrics.registry import METRICS, create
from litmus.metrics.registry import metrics as metric_classes
from litmus.scoring.measuring.inputs import Output
from litmus.wording import count, option

DEFAULT_GOLD = "mqm"


@dataclass(frozen=True)
class _Texts:
    """What was rated, if it is known: a suite with its outputs, or an EvalSet."""

    suite: Suite
    outputs: Mapping[str, Output]
    options: Mapping[str, Any]  # of `litmus.evaluate`


def holds_scores(paths: Sequence[Path]) -> bool:
    """Whether these are human scores, not labels. One kind at a time."""
    kinds = [
        is_evalset(path) or is_rating_campaign(path) or kind_of(path) is not None for path in paths
    ]
    if any(kinds) and not all(kinds):
        labels, scores = paths[kinds.index(False)], paths[kinds.index(True)]
        raise UsageError(f"{scores} holds scores, but {labels} does not. Give one kind.")
    return any(kinds)


def agree_scores(
    paths: Sequence[Path],
    *,
    metrics: Sequence[str],
    segments: Path | None,
    gold: str | None,
    draws: int,
    seed: int,
    inputs: Mapping[str, Any],
    options: Mapping[str, Any],
) -> ScoreAgreement:
    """Metrics compared with human scores; `inputs` are those of a suite, `options` of scoring.

    With a judge among the metrics, only what it has judged counts: judges are asked about samples.
    """
    rows = read_metric_rows(segments) if segments is not None else Found()
    if any(map(is_evalset, paths)):
        if len(paths) > 1:
            raise UsageError(f"Give one EvalSet at a time, not {len(paths)} paths.")
        for name in ("suite", "source", "outputs"):
            if inputs.get(name):
                raise UsageError(f"An EvalSet brings its own texts: leave out {option(name)}.")
        found = open_evalset(paths[0], inputs.get("languages"))
        human, spans, notes = _of_evalset(found, gold, rows.judged)
        compared = scores_of_evalset(found, human)
        texts = _evalset_texts(found, options) if metrics else None
    else:
        if gold is not None:
            raise UsageError(
                f"{option('gold')} chooses among the scores of an EvalSet, and none was given. "
                "Leave it out, or give the folder of an EvalSet."
            )
        texts = _suite_texts(inputs, options)
        human, spans, notes = _of_files(paths, texts, rows.judged)
        compared = []
    if segments is not None:
        compared += scores_of_rows(rows, human, str(segments))
        compared += _of_counts(rows, human, texts)
    if metrics:
        computed, marked = _computed(metrics, human, texts, seed)
        compared += computed
        rows.spans.extend(marked)
    return compare_scores(
        human, compared, spans=spans, judged=rows.spans, notes=notes, n_draws=draws, seed=seed
    )


def _judged(
    ratings: Sequence[Rating], judged: Collection[tuple[str, str]]
) -> tuple[list[Rating], list[str]]:
    """The ratings of translations that a judge has seen, all if there is none; and a note."""
    if not judged:
        return list(ratings), []
    kept = [rating for rating in ratings if not rating.id or (rating.id, rating.system) in judged]
    left = len(ratings) - len(kept)
    if not kept:
        raise DataError(
            "People and the judge have rated nothing in common: no segment and system are the "
            "same.\nGive the rows of the translations that people rated, under the same names."
        )
    return kept, [f"{count(left, 'rating')} of what was not judged: left out."] if left else []


def _of_evalset(
    found: EvalSet, gold: str | None, judged: Collection[tuple[str, str]] = ()
) -> tuple[HumanScores, list[Rating], list[str]]:
    files = found.human_files("seg")
    if not files:
        raise DataError(
            f"{found.folder / 'human-scores'} has no {found.pair}.NAME.seg.score: there is nothing "
            "to compare with."
        )
    name = gold or (DEFAULT_GOLD if DEFAULT_GOLD in files or not files else next(iter(files)))
    if name not in files:
        raise UnknownName("kind of human score", name, files)
    ids = [str(number) for number in range(1, len(found.sources) + 1)]
    segments = make_segments(ids, [document for _, document in found.places])
    scores = found.segment_scores(files[name])
    given = [
        Rating(identity, system, score=score)
        for system in found.systems
        for identity, score in zip(ids, scores.get(system, []), strict=False)
        if score is not None
    ]
    kept, left = _judged(given, judged)
    human, notes = human_scores(kept, segments, name)
    notes = [*left, *notes]
    if not judged and (path := found.human_files("sys").get(name)):
        whole = found.system_scores(path)
        totals = np.array([whole.get(system) for system in human.systems], np.float64)
        human = replace(human, totals=totals)
    spans = []
    outputs = {system: found.output(system) for system in human.systems}
    for rater, file in found.rating_files(name).items():
        for rating in found.ratings(rater, file):
            if rating.system in outputs:
                place = int(rating.id) - 1
                target = outputs[rating.system][place]
                check_inside(rating, {"source": found.sources[place], "target": target})
                spans.append(rating)
    return human, spans, notes


def _of_files(
    paths: Sequence[Path], texts: _Texts | None, judged: Collection[tuple[str, str]] = ()
) -> tuple[HumanScores, list[Rating], list[str]]:
    segments = _segments(texts.suite) if texts else None
    only = list(texts.outputs) if texts and texts.outputs else None
    ratings = [
        replace(rating, system=rating.system.removeprefix("@"))
        for path in paths
        for rating in ratings_of(path)
    ]
    ratings, left = _judged(ratings, judged)
    human, notes = human_scores(ratings, segments, only=only)
    notes = [*left, *notes]
    spans = [rating for rating in human.ratings if rating.spans is not None]
    if texts and texts.outputs and spans:
        spans = list(_inside(spans, texts))
    return human, spans, notes


def _inside(spans: Iterable[Rating], texts: _Texts) -> Iterator[Rating]:
    """The same, checked against the texts."""
    places: dict[str, int] = {}
    sources = []
    for number, segment in enumerate(texts.suite.segments()):
        places[segment.id] = number
        sources.append(segment.source)
    outputs = {
        name: list(lines_of(output, any_line_end=True)) for name, output in texts.outputs.items()
    }
    for rating in spans:
        place = places[rating.id]
        target = outputs[rating.system][place]
        rating = rating if rating.position is None else trimmed(rating, len(target))
        check_inside(rating, {"source": sources[place], "target": target})
        yield rating


def _segments(suite: Suite) -> Segments:
    ids, documents = [], []
    for segment in suite.segments():
        ids.append(segment.id)
        documents.append(segment.document)
    return make_segments(ids, documents)


def _suite_texts(inputs: Mapping[str, Any], options: Mapping[str, Any]) -> _Texts | None:
    given = {key: value for key, value in inputs.items() if key != "outputs"}
    if given.get("suite") is None and given.get("source") is None:
        return None
    suite = open_suite(**given)
    outputs = inputs.get("outputs")
    opened = open_outputs(outputs, suite) if outputs or suite.systems else {}
    named = {name.removeprefix("@"): output for name, output in opened.items()}
    return _Texts(suite, named, options)


def _evalset_texts(found: EvalSet, options: Mapping[str, Any]) -> _Texts:
    suite = open_suite(
        None,
        languages=found.pair,
        source=found.sources,
        references=[found.reference(name) for name in found.reference_files],
        docids=[document for _, document in found.places],
    )
    outputs = open_outputs({name: found.output(name) for name in found.systems}, suite)
    return _Texts(suite, outputs, options)


def _computed(
    metrics: Sequence[str], human: HumanScores, texts: _Texts | None, seed: int
) -> tuple[list[MetricScores], list[Rating]]:
    """Metrics that are scored now, on the systems that people scored, and the spans they mark."""
    if texts is None:
        raise UsageError(
            "Which texts are to be scored? Give the suite that was rated: "
            f"{option('suite', 'SUITE')}"
        )
    if missing := [name for name in human.systems if name not in texts.outputs]:
        raise UsageError(
            f"There is no output of {', '.join(missing)} to score. Give it: "
            f"{option('outputs', f'{missing[0]}=FILE')}"
        )
    info = texts.suite.info
    outputs = {name: texts.outputs[name] for name in human.systems}
    with tempfile.TemporaryDirectory(prefix="litmus-") as scratch:
        path = Path(scratch) / "evidence.jsonl"
        result = evaluate(
            texts.suite, _as_given(outputs), metrics=list(metrics), unit="segment", n_bootstrap=1,
            n_trials=1, seed=seed, segments=path, **texts.options,
        )  # fmt: skip
        rows = read_metric_rows(path)
    compared = []
    # A metric of file.py:Class has a name of its own; one named twice is scored once.
    for spec, name in zip(dict.fromkeys(metrics), rows.counts, strict=True):
        metric = create(spec, Setup(info.source, info.target, len(outputs)))
        values = {system: result.overall(system, name) for system in human.systems}
        totals = {system: row.value for system, row in values.items()}
        signature = next(iter(values.values())).signature
        counts = rows.counts[name]
        compared.append(
            scores_of_counts(spec, metric, counts, human, totals=totals, signature=signature)
        )
    return compared, rows.spans


def _as_given(outputs: Mapping[str, Output]) -> dict[str, Any]:
    return {
        name: output if isinstance(output, Path) else output.texts
        for name, output in outputs.items()
    }


def _of_counts(rows: Found, human: HumanScores, texts: _Texts | None) -> list[MetricScores]:
    """Metrics of a file of `litmus score --segments`; nothing that rows name is executed."""
    compared = []
    for name, counts in rows.counts.items():
        if name.partition(":")[0] not in METRICS:
            raise UnknownName("metric", name, metric_classes())
        if texts is None:
            raise UsageError(
                f"{name} has counts, which need the suite's languages: {option('suite', 'SUITE')}"
            )
        info = texts.suite.info
        metric = create(name, Setup(info.source, info.target, len(human.systems)))
        compared.append(scores_of_counts(name, metric, counts, human))
    return compared
