"""`litmus.gate`: scores that must meet requirements, behind `litmus score --require`."""

from collections.abc import Mapping, Sequence
from contextlib import closing
from typing import Any

from litmus.api.evaluate import evaluate
from litmus.api.evaluate_suites import evaluate_suites, open_suites
from litmus.api.inputs import ByName, SuiteLike, open_outputs, open_suite
from litmus.corpus.suite import Suite
from litmus.errors import UsageError
from litmus.gating.deciding import Deciding, refuse_what_is_whole
from litmus.gating.gate import Gate
from litmus.gating.judging import Trials
from litmus.gating.resolving import scored
from litmus.gating.verdicts import Verdicts
from litmus.scoring.plan import chosen_metrics
from litmus.wording import option

# Arguments of `evaluate` that describe the suite; it is opened here.
_OF_THE_SUITE = (
    "languages", "source", "references", "spans", "docids", "columns", "idioms", "classes",
    "figurative", "terms",
)  # fmt: skip


def gate(
    suite: SuiteLike | None = None,
    outputs: ByName | None = None,
    require: str | Sequence[str] = (),
    *,
    allow_no_evidence: bool = False,
    sequential: bool = False,
    confidence: float = 0.95,
    fail_fast: bool = False,
    **options: Any,
) -> Verdicts:
    """Scores systems and says which requirements they meet, and which segments cost most.

    `require` are requirements such as "bleu>=30", "word-f[pronouns]>=old-2" or "not worse than old
    by 1" (docs/gate.md). All else is as for `litmus.evaluate`. A requirement that cannot be read,
    speaks of what is not scored, or contradicts another is refused before any work. No evidence
    (n/a, or fewer than 30 cases) breaks a requirement unless `allow_no_evidence`. The scores are in
    `result`.

    `sequential=True`: segments are drawn in a random order (that of `seed`), `systems` are asked
    for what was drawn, and it ends when all verdicts are, with this `confidence`, those of the
    whole suite; with `fail_fast`, when one is certainly broken (docs/sequential.md).

    >>> verdicts = gate(
    ...     "demo-en-es", require=["litter<=60", "apertium:bleu>=20"], metrics=["litter", "bleu"]
    ... )
    >>> [(verdict.name, verdict.outcome) for verdict in verdicts]
    [('apertium:litter', 'broken'), ('nmt-europarl:litter', 'held'), ('apertium:bleu', 'held')]
    >>> verdicts.held
    False
    """
    about = {key: options.pop(key) for key in _OF_THE_SUITE if key in options}
    opened = open_suite(suite, **about)
    name = opened.info.name
    with closing(_open_gate(require, {name: opened}, {name: outputs}, options)) as guard:
        deciding = _deciding(guard, confidence, fail_fast, options) if sequential else None
        result = evaluate(opened, outputs, watch=guard.watchers[name], drawing=deciding, **options)
        return guard.verdicts(
            {name: result}, _trials(options), allow_no_evidence=allow_no_evidence,
            deciding=deciding,
        )  # fmt: skip


def _deciding(
    guard: Gate, confidence: float, fail_fast: bool, options: Mapping[str, Any]
) -> Deciding:
    """Draws until the questions of the gate are certain; refuses what is of whole suites."""
    refuse_what_is_whole(options)
    seed, by_column = options.get("seed", 12345), options.get("by_column") or ()
    by_column = [by_column] if isinstance(by_column, str) else list(by_column)
    return Deciding(
        guard.asked, level=confidence, seed=seed, fail_fast=fail_fast, by_column=by_column
    )


def gate_suites(
    suites: Sequence[SuiteLike],
    outputs: Mapping[str, ByName] | None = None,
    require: str | Sequence[str] = (),
    *,
    allow_no_evidence: bool = False,
    **options: Any,
) -> Verdicts:
    """The same on several suites; all else is as for `litmus.evaluate_suites`.

    A requirement is asked on every suite, or on the one it names: "demo-is-en/bleu>=5". The scores
    are in `results`, by suite.

    >>> verdicts = gate_suites(
    ...     ["demo-is-en", "demo-en-es"], require="apertium:chrf>=40", metrics="chrf"
    ... )
    >>> [(verdict.question.suite, verdict.outcome) for verdict in verdicts]
    [('demo-is-en', 'broken'), ('demo-en-es', 'held')]
    """
    opened = open_suites(suites)
    with closing(_open_gate(require, opened, outputs or {}, options)) as guard:
        found = evaluate_suites(list(opened.values()), outputs, watch=guard.watchers, **options)
        results = dict(zip(found.names, found.results, strict=True))
        return guard.verdicts(results, _trials(options), allow_no_evidence=allow_no_evidence)


def check_requirements(require: Sequence[str], options: Mapping[str, Any]) -> None:
    """Refuses what cannot be required of one suite that is open; `options` are of `evaluate`."""
    suite = options["suite"]
    name = suite.info.name
    _open_gate(require, {name: suite}, {name: options["outputs"]}, options).close()


def _open_gate(
    require: str | Sequence[str],
    suites: Mapping[str, Suite],
    outputs: Mapping[str, ByName | None],
    options: Mapping[str, Any],
) -> Gate:
    """The gate of suites that are open; what cannot be required is refused."""
    texts = [require] if isinstance(require, str) else list(require)
    if not texts:
        raise UsageError("Nothing is required. Say what: " + option("require", "'bleu>=30'"))
    metrics = options.get("metrics") or ()
    metrics = [metrics] if isinstance(metrics, str) else list(metrics)
    by_column = options.get("by_column") or ()
    by_suite = {}
    for name, suite in suites.items():
        own, live = outputs.get(name), options.get("systems") or {}
        systems = [*(own or ({} if live else open_outputs(None, suite))), *live]
        by_suite[name] = scored(systems, chosen_metrics(suite, metrics, len(systems)), metrics)
    return Gate(
        texts, suites, by_suite, baseline=options.get("baseline"),
        by_column=[by_column] if isinstance(by_column, str) else list(by_column),
        subsets=bool(options.get("subsets")),
    )  # fmt: skip


def _trials(options: Mapping[str, Any]) -> Trials:
    chosen = {key: options[key] for key in ("n_trials", "n_bootstrap", "seed") if key in options}
    return Trials(options.get("test") or "ar", **chosen)
