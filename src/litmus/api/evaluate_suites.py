"""`litmus.evaluate_suites`: scores on several suites, behind `litmus score -t A -t B`."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace

from litmus.alignment.aligners import DEFAULT
from litmus.api.inputs import ByName, SuiteLike, open_options, open_outputs, open_suite
from litmus.corpus.suite import Suite
from litmus.errors import UnknownName, UsageError
from litmus.scoring.evaluate import score
from litmus.scoring.measuring.collected import Progress, Watch
from litmus.scoring.measuring.inputs import Output
from litmus.scoring.naming import settings_of
from litmus.scoring.suites import Results, put_together
from litmus.wording import Message, option


def evaluate_suites(
    suites: Sequence[SuiteLike],
    outputs: Mapping[str, ByName] | None = None,
    *,
    metrics: str | Sequence[str] = (),
    aligner: str = DEFAULT,
    test: str | None = None,
    baseline: str | None = None,
    family: str = "all",
    tested: str | Sequence[str] = (),
    unit: str | None = None,
    subsets: bool = False,
    by_column: str | Sequence[str] = (),
    n_bootstrap: int = 1000,
    n_trials: int = 10_000,
    seed: int = 12345,
    cache: bool = False,
    workers: int | None = 1,
    engine: str = "local",
    progress: Progress | None = None,
    watch: Mapping[str, Watch] | None = None,
) -> Results:
    """Scores of systems on several suites, and one table of them all.

    `suites` are suites, folders or names; no two may have the same name. `outputs` maps the name of
    a suite to outputs as `litmus.evaluate` takes them; without it, those that come with each suite
    are scored. The same system has the same name everywhere. The other arguments are as for
    `litmus.evaluate`; p-values are corrected over all suites together, and the `baseline` (or
    the first system of the first suite) must have an output on each. `watch` goes by suite.

    >>> found = evaluate_suites(["demo-is-en", "demo-en-es"], metrics="chrf", n_bootstrap=30)
    >>> [(result.systems, result.overall("apertium", "chrf").n) for result in found]
    [(('apertium',), 103), (('apertium', 'nmt-europarl'), 231)]
    """
    opened = open_suites(suites)
    systems = _outputs(opened, outputs)
    first = baseline or next(iter(next(iter(systems.values()))))
    if test is not None or baseline is not None:
        _check_baseline(first, systems)
    options = {
        name: open_options(
            opened[name], systems[name], metrics=metrics, aligner=aligner, aligners=None,
            tags=None, test=test, baseline=first if test else None, family=family, tested=tested,
            unit=unit, subsets=subsets, by_column=by_column, n_bootstrap=n_bootstrap,
            n_trials=n_trials, seed=seed, cache=cache, workers=workers, engine=engine,
        )
        for name in opened
    }  # fmt: skip
    results, done = [], 0
    for name, suite in opened.items():
        told = None if progress is None else _further(progress, done)
        seen = watch.get(name) if watch else None
        result = score(suite, systems[name], options[name], progress=told, watch=seen)
        results.append(replace(result, notes=tuple(of_suite(name, n) for n in result.notes)))
        done += sum(1 for _ in suite.segments()) if progress else 0
    settings = settings_of(next(iter(options.values())), "segment")
    return put_together(results, list(opened), settings)


def open_suites(suites: Sequence[SuiteLike]) -> dict[str, Suite]:
    """The suites by name."""
    if isinstance(suites, str) or len(suites) == 0:
        raise UsageError('Suites are given as a list, such as ["demo-en-es", "demo-zh-en"].')
    opened = [open_suite(suite) for suite in suites]
    for name, times in Counter(suite.info.name for suite in opened).items():
        if times > 1:
            raise UsageError(
                f"{times} suites are called {name!r}; their rows could not be told apart.\n"
                "Give each suite once, or rename one in its suite.toml."
            )
    return {suite.info.name: suite for suite in opened}


def _outputs(
    suites: Mapping[str, Suite], outputs: Mapping[str, ByName] | None
) -> dict[str, dict[str, Output]]:
    """Suite -> system -> output."""
    for name in outputs or {}:
        if name not in suites:
            raise UnknownName("suite of these", name, list(suites))
    found = {}
    for name, suite in suites.items():
        own = (outputs or {}).get(name)
        if outputs and own is None:
            raise UsageError(f"There is no output for {name}, though there are for other suites.")
        found[name] = open_outputs(own, suite)
    return found


def _check_baseline(baseline: str, systems: Mapping[str, Mapping[str, Output]]) -> None:
    known = dict.fromkeys(name for own in systems.values() for name in own)
    if baseline not in known:
        raise UnknownName("system", baseline, list(known))
    for suite, own in systems.items():
        if baseline not in own:
            raise UsageError(
                f"{baseline} is the baseline, but {suite} has no output of it.\n"
                f"Name a system that every suite has: {option('baseline', 'NAME')}"
            )


def of_suite(suite: str, note: str) -> str:
    """A note of one suite among several."""
    return Message(f"{suite}: {note.template if isinstance(note, Message) else note}")


def _further(progress: Progress, before: int) -> Progress:
    return lambda done: progress(before + done)
