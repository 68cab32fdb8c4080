"""`litmus.agree`: metrics compared with human judgements, and annotators with each other."""

import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from litmus.alignment.aligners import DEFAULT
from litmus.alignment.links import Aligner
from litmus.annotate.agree.compare import (
    Agreement,
    Settings,
    compare,
    meanings_of,
)
from litmus.annotate.agree.panel import make_panel
from litmus.annotate.agree.score_compare import ScoreAgreement
from litmus.annotate.campaigns.campaign import LABELS, load_campaign
from litmus.annotate.exchange import standing_judgements
from litmus.annotate.judgements import Judgement, read_judgements
from litmus.annotate.label_sets import find_label_set, load_label_set
from litmus.annotate.verdicts import (
    Verdict,
    detectors,
    holds_labels,
    verdicts_by_metric,
    verdicts_of_judges,
)
from litmus.api.agree_scores import agree_scores, holds_scores
from litmus.api.evaluate import evaluate
from litmus.api.inputs import ByName, SuiteLike, Texts
from litmus.corpus.in_memory import Marks, Text
from litmus.errors import DataError, UsageError, at_least
from litmus.scoring.measuring.inputs import Tags
from litmus.stages import stage
from litmus.wording import count, option


def agree(
    judgements: Path | str | Sequence[Path | str],
    *,
    suite: SuiteLike | None = None,
    outputs: ByName | None = None,
    languages: str | None = None,
    source: Text | None = None,
    references: Texts = (),
    spans: str | Path | Marks | None = None,
    docids: Text | None = None,
    metrics: str | Sequence[str] = (),
    aligner: str = DEFAULT,
    aligners: Mapping[str, Aligner | str | Path] | None = None,
    tags: Mapping[str, Tags | str | Path] | None = None,
    segments: Path | str | None = None,
    task: str | None = None,
    error: Sequence[str] = (),
    literal: Sequence[str] = (),
    gold: str | None = None,
    draws: int = 2000,
    seed: int = 12345,
) -> Agreement | ScoreAgreement:
    """How far annotators agree, and metrics with them.

    `judgements` are campaign folders or files that `litmus annotate export` wrote. Metrics that
    call a segment right or wrong are computed on a suite (arguments as for `litmus.evaluate`), or
    read from `segments`, as `evaluate(segments=...)` writes them. `task` is the label set, `error`
    and `literal` the labels that mean an error; by default the judgements say.

    Human scores instead of labels (MQM, ESA, DA; JSON lines, WMT's files, or an EvalSet folder)
    are compared with the scores of any metric, those of `segments` and those that lie in the
    EvalSet. `gold` chooses among the human scores of an EvalSet, `languages` its pair.

    >>> import json, tempfile
    >>> labels = {"ana": ["literal", "correct", "correct"], "bo": ["literal", "correct", "literal"]}
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     file = Path(folder) / "judgements.jsonl"
    ...     _ = file.write_text("".join(
    ...         json.dumps({"id": str(n), "system": "s", "annotator": name, "label": label}) + "\\n"
    ...         for name, given in labels.items() for n, label in enumerate(given)
    ...     ))
    ...     result = agree(file, draws=100)
    >>> {row.measure: row.n for row in result.rows}["alpha"]
    3
    """
    at_least(("draws", draws, 1), ("seed", seed, 0))
    given = [judgements] if isinstance(judgements, str | Path) else judgements
    paths = [Path(path) for path in given]
    if holds_scores(paths):
        inputs = {"suite": suite, "outputs": outputs, "languages": languages, "source": source,
                  "references": references, "spans": spans, "docids": docids}  # fmt: skip
        options = {"aligner": aligner, "aligners": aligners, "tags": tags}
        return agree_scores(
            paths, metrics=[metrics] if isinstance(metrics, str) else list(metrics),
            segments=Path(segments) if segments is not None else None, gold=gold, draws=draws,
            seed=seed, inputs=inputs, options=options,
        )  # fmt: skip
    if gold is not None:
        raise UsageError(f"{option('gold')} chooses among human scores; these are labels.")
    rows, labels = _judgements(paths, task)
    is_judged = segments is not None and holds_labels(Path(segments))
    judged = verdicts_of_judges(Path(segments)) if segments is not None and is_judged else {}
    rows, notes = _of_judged(rows, judged)
    panel = make_panel(rows, load_label_set(labels))
    if segments is not None:
        if metrics or suite is not None or source is not None:
            raise UsageError(
                f"Give either metrics ({option('suite', 'SUITE')} {option('metrics', 'METRIC')}) "
                f"or {option('segments')}, not both."
            )
        verdicts, signatures = judged if is_judged else verdicts_by_metric(Path(segments)), {}
    elif metrics:
        names = [metrics] if isinstance(metrics, str) else list(metrics)
        detectors(names)
        with tempfile.TemporaryDirectory(prefix="litmus-") as scratch:
            path = Path(scratch) / "evidence.jsonl"
            result = evaluate(
                suite, outputs, languages=languages, source=source, references=references,
                spans=spans, docids=docids, metrics=names, aligner=aligner, aligners=aligners,
                tags=tags, unit="segment", n_bootstrap=1, n_trials=1, seed=seed, segments=path,
            )  # fmt: skip
            signatures = {row.metric: row.signature for row in result.rows if row.tag is None}
            verdicts = verdicts_by_metric(path, names)
    elif suite is not None or source is not None or outputs:
        raise UsageError(
            f"Which metrics? Give them: {option('metrics', 'litter')} litter:case=fold"
        )
    else:
        verdicts, signatures = {}, {}
    meanings = meanings_of(panel, error, literal)
    with stage("resampling"):
        found = compare(panel, verdicts, Settings(meanings, draws, seed), signatures)
    return replace(found, notes=(*notes, *found.notes))


def _of_judged(
    rows: list[Judgement], judged: Mapping[str, Mapping[tuple[str, str], Verdict]]
) -> tuple[list[Judgement], list[str]]:
    """People's judgements of what every judge has judged, all if there is none; and a note."""
    kept = [
        row
        for row in rows
        if all(_has(found.get((row.id, row.system)), row.mark) for found in judged.values())
    ]
    if rows and not kept:
        raise DataError(
            "People and the judge have judged nothing in common: no segment, system and mark are "
            "the same.\nGive the rows of the translations that people judged, under the same names."
        )
    left = len(rows) - len(kept)
    return kept, [f"{count(left, 'judgement')} of what was not judged: left out."] if left else []


def _has(verdict: Verdict | None, mark: str | None) -> bool:
    if verdict is None or mark is None:
        return verdict is not None
    return not verdict.by_label or mark in verdict.by_label


def _judgements(paths: Sequence[Path], task: str | None) -> tuple[list[Judgement], Path]:
    """All judgements, and the file of the label set they use."""
    judgements: list[Judgement] = []
    own: Path | None = None
    for path in paths:
        if path.is_dir():
            judgements += standing_judgements(load_campaign(path))
            own = own or path / LABELS
        else:
            judgements += read_judgements(path)
    tasks = sorted({judgement.task for judgement in judgements if judgement.task})
    if not task and len(tasks) > 1:
        raise UsageError(f"The judgements are of several tasks: {', '.join(tasks)}. Give one kind.")
    labels = find_label_set(task) if task else own
    judgements = [replace(row, system=row.system.removeprefix("@")) for row in judgements]
    return judgements, labels or find_label_set(tasks[0] if tasks else "idiom")
