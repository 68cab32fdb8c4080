"""A judge's run on disk: answers are kept as they come, rows are written when all are there."""

from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path

from litmus.errors import DataError
from litmus.files.locks import locked
from litmus.files.text import write_text
from litmus.judging.items import Item
from litmus.judging.rows import lines
from litmus.judging.run import Judge, Progress, Verdicts, run_judge
from litmus.systems.answers import Answers
from litmus.systems.asking import Asker
from litmus.systems.dry_run import DryRun
from litmus.systems.engine import Query
from litmus.systems.load import refuse_parallel
from litmus.systems.run import Stopped, left, part_of, refuse_files
from litmus.systems.usage import Usage

# What an answer takes, where nobody has given one: a few errors or a label, with a reason.
ANSWER_TOKENS = 120


def run_kept(
    judge: Judge,
    items: Sequence[Item],
    *,
    parallel: int | None,
    output: Path | None,
    cache: Path | None,
    overwrite: bool,
    dry_run: bool,
    progress: Callable[[int], Progress] | None,
) -> tuple[Verdicts, Usage]:
    """Asked, and written when all is there; answers are kept as they come."""
    part = part_of(output) if output else None
    refuse_parallel(judge.engine, parallel)  # before anything is dropped
    with ExitStack() as stack:
        if output is not None and not dry_run:
            stack.enter_context(locked(output))
            refuse_files(output, cache, overwrite)
        if cache is not None and not dry_run:
            stack.enter_context(locked(cache))
        run = "" if cache else f"judge|{judge.engine.identity}|{judge.task.digest}"
        if dry_run:
            answers = Answers()
            for path in (cache, part):
                answers.see(path)
            return _foreseen(judge, items, answers)
        answers = Answers(cache or part, of=run, replace=overwrite)
        if part and cache:
            answers.take(part)
        asker = Asker(judge.engine, answers, parallel=parallel)
        total = len(items) * judge.repeats
        try:
            verdicts = run_judge(
                judge, items, answers, asker=asker, progress=progress(total) if progress else None
            )
            if output:
                with write_text(output) as out:
                    out.writelines(lines(verdicts.rows))
        except DataError as error:
            where, message = left(answers, "judged"), error.message.template
            raise DataError(f"{message}\nWhat {where}" if where else message) from error
        except KeyboardInterrupt as stop:
            where = left(answers, "judged")
            raise Stopped(f"what {where}" if where else "") from stop
        if answers.path and not cache:
            answers.path.unlink(missing_ok=True)
        return verdicts, asker.usage


def _foreseen(judge: Judge, items: Sequence[Item], answers: Answers) -> tuple[Verdicts, Usage]:
    """First requests alone: nobody knows which answers will have to be asked for again."""
    engine, usage, kept = DryRun(judge.engine), Usage(is_estimate=True), 0
    seen = set[str]()  # equal texts are asked once
    for item in items:
        if not item.translation.strip():
            continue
        turns = judge.task.turns(item.values)
        for draw in range(judge.repeats):
            query = Query(turns[-1].text, turns=turns, draw=draw)
            if query.key in seen:
                continue
            seen.add(query.key)
            if answers.get(engine.identity, query.key) is not None:
                kept += 1
                continue
            [echo] = engine.answer([query])
            usage = usage.and_request([query], [replace(echo, output_tokens=ANSWER_TOKENS)])
    nothing = Verdicts((), (), kept, 0, 0, Counter(), 0)
    return nothing, usage.priced(engine.price)
