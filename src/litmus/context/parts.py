"""Parts of a measurement: rows that one of several runs has written, and all of them taken again.

Rows hold whatever the tables need of the model. All else (context, words, tags) is made again from
the text, so that tables of rows are those of the run that would have measured it all.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeVar

from litmus.context.annotation import Annotator, FiledTags, Marks
from litmus.context.contrastive import Choice, choice_row, choose, contexts_of, label_of
from litmus.context.cxmi import Measured, Scores, empty, measure, row, windows_of, words_of
from litmus.context.passages import Passage, together
from litmus.context.plan import ROUNDED, Plan
from litmus.engine.parts import Written, write_part
from litmus.engine.parts import together as all_parts
from litmus.engine.shards import Shard
from litmus.errors import DataError
from litmus.files import jsonl
from litmus.nmt.windows import Window

Progress = Callable[[int], None]
Result = TypeVar("Result")


def write_cxmi_part(
    plan: Plan,
    scorer: Scores,
    annotator: Annotator,
    shard: Shard,
    output: Path,
    progress: Progress | None = None,
) -> Written:
    """The rows of a stretch of the text, measured."""
    rows, stretch = plan.cut(shard)
    made_by = plan.made_by("CXMI", _signature(annotator))
    if isinstance(annotator, FiledTags):
        annotator.skip(stretch.first)
    measured = measure(
        scorer, (passage for passage, _ in rows), plan.conditions, annotator,
        pool=plan.pool, base=plan.settings.base, batch=plan.settings.batch,
    )  # fmt: skip
    lines = (f"{jsonl.line(row(one, plan.conditions))}\n" for one in _told(measured, progress))
    n = write_part(output, made_by, shard, stretch, lines)
    if isinstance(annotator, FiledTags):
        annotator.skip(stretch.total - stretch.stop)
        annotator.finish()
    return Written(shard, stretch, n)


def write_contrast_part(
    plan: Plan, scorer: Scores, shard: Shard, output: Path, progress: Progress | None = None
) -> Written:
    """The choices of a stretch of the text."""
    rows, stretch = plan.cut(shard)
    choices = choose(
        scorer, rows, plan.conditions, plan.suite.info.target,
        pool=plan.pool, batch=plan.settings.batch,
    )  # fmt: skip
    contexts = contexts_of(plan.conditions)
    lines = (f"{jsonl.line(choice_row(one, contexts))}\n" for one in _told(choices, progress))
    n = write_part(output, plan.made_by("contrastive", {}), shard, stretch, lines)
    return Written(shard, stretch, n)


def measured_again(plan: Plan, annotator: Annotator, parts: Sequence[Path]) -> Iterator[Measured]:
    """What the rows of all parts say of every sentence."""
    found = _found(plan, parts, plan.made_by("CXMI", _signature(annotator)))
    passages = (passage for passage, _ in plan.rows())
    for some in together(passages, lambda passage: passage.unit, plan.settings.batch):
        for passage, marks in zip(some, annotator.annotate(some), strict=True):
            windows = windows_of(passage, plan.conditions, plan.pool)
            line, value = next(found, ("", {}))
            with _as_written(passage):
                measured = _measured(plan, passage, words_of(passage, marks), windows, value)
                if jsonl.line(row(measured, plan.conditions)) != line:
                    raise ValueError("another row")
            yield measured


def chosen_again(plan: Plan, parts: Sequence[Path]) -> Iterator[Choice]:
    """What the rows of all parts say of every segment with wrong variants."""
    found = _found(plan, parts, plan.made_by("contrastive", {}))
    contexts = contexts_of(plan.conditions)
    for passage, segment in plan.rows():
        if not segment.contrastive:
            continue
        line, value = next(found, ("", {}))
        with _as_written(passage):
            scores = [value["scores"][context] for context in contexts]
            pairs = (zip(one["sum"], one["mean"], strict=True) for one in scores)
            label = label_of(segment, plan.suite.info.target)
            choice = Choice(passage, label, tuple(map(tuple, pairs)), value["left_out"])
            if jsonl.line(choice_row(choice, contexts)) != line:
                raise ValueError("another row")
        yield choice


def _found(plan: Plan, parts: Sequence[Path], made_by: str) -> Iterator[tuple[str, dict[str, Any]]]:
    """The lines of all parts and what they hold, if they are of this run."""
    first, lines = all_parts(parts)
    _, whole = plan.cut(Shard(1, 1))
    for what, theirs, ours in (
        # The model is not run here, so that nothing is rounded.
        ("with other settings", *(one.rpartition(ROUNDED)[0] for one in (first.made_by, made_by))),
        ("of another input", first.digest, whole.digest),
    ):
        if theirs != ours:
            raise DataError(
                f"{parts[0]} was made {what}:\n  {theirs}\n  {ours} (now)\n"
                "Give the same as to the runs that made the parts."
            )
    for line in lines:
        yield line, jsonl.parse(f"{parts[0]} and others", line)


@contextmanager
def _as_written(passage: Passage) -> Iterator[None]:
    try:
        yield
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise DataError(
            f"The parts do not have the row that segment {passage.id} should have.\nMake them anew."
        ) from error


def _measured(
    plan: Plan, passage: Passage, marks: Marks, windows: Sequence[Window], value: dict[str, Any]
) -> Measured:
    """What a row says of a sentence, and nothing of the words under other sizes of context."""
    if passage.is_blank:
        return empty(passage, windows)
    by_name = {"pcxmi": [word["pcxmi"] for word in value["words"]]}
    if plan.pool is not None:
        by_name["random"] = [word["random"] for word in value["words"]]
    by_word = [tuple(values) for values in by_name.values()]
    others = [value["others"][condition.name] for condition in plan.conditions[1:]]
    given, n = value["context"], len(others)
    cut = (
        len(windows[0].source) - given["source"],
        len(windows[0].target) - given["target"],
    )
    return Measured(
        passage,
        marks,
        tuple(windows),
        value["tokens"],
        (value["pcxmi"], *others),
        (*by_word, *[()] * (n + 1 - len(by_word))),
        (value["end"], *[0.0] * n),
        (cut, *[(0, 0)] * n),
    )


def _signature(annotator: Annotator) -> Mapping[str, str]:
    """Also of tags that were not read yet."""
    return annotator.whole if isinstance(annotator, FiledTags) else annotator.signature


def _told(results: Iterable[Result], progress: Progress | None) -> Iterator[Result]:
    for done, result in enumerate(results, start=1):
        yield result
        if progress:
            progress(done)
