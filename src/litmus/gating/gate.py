"""The gate: watches suites being scored, then judges them."""

from collections.abc import Mapping, Sequence

from litmus.corpus.suite import Suite
from litmus.errors import UsageError
from litmus.gating.judging import Judged, Trials, judge
from litmus.gating.resolving import Scored, questions
from litmus.gating.verdicts import Verdicts
from litmus.gating.watching import Watcher
from litmus.gating.worst import with_worst
from litmus.scoring.measuring.buckets import COMPUTED
from litmus.scoring.results import Result
from litmus.scoring.rows import SUBSET
from litmus.wording import option


class Gate:
    """Requirements on some suites. What cannot be asked is refused when it is made, before any
    suite is scored; then every suite is scored with its `watchers` entry watching."""

    def __init__(
        self,
        texts: Sequence[str],
        suites: Mapping[str, Suite],
        scored: Mapping[str, Scored],
        *,
        baseline: str | None = None,
        by_column: Sequence[str] = (),
        subsets: bool = False,
    ) -> None:
        self._asked = questions(texts, scored, baseline)
        for question in self._asked:
            _check_column(
                question.requirement.tag, suites[question.suite], by_column, subsets=subsets
            )
        self.watchers = {
            name: Watcher(suite, [q for q in self._asked if q.suite == name], by_column)
            for name, suite in suites.items()
        }

    def verdicts(
        self, results: Mapping[str, Result], trials: Trials, *, allow_no_evidence: bool = False
    ) -> Verdicts:
        """What became of the requirements; `results` go by suite."""
        judged = {}
        for name, result in results.items():
            collected = self.watchers[name].collected
            assert collected is not None  # a suite without segments is refused
            judged[name] = Judged(result, collected)
        found = judge(self._asked, judged, trials, allow_no_evidence=allow_no_evidence)
        found = with_worst(found, judged, self.watchers)
        return Verdicts(tuple(found), results)

    def close(self) -> None:
        """Forget what was kept of the suites."""
        for watcher in self.watchers.values():
            watcher.close()


def _check_column(
    tag: str | None, suite: Suite, by_column: Sequence[str], *, subsets: bool
) -> None:
    """Refuses a tag such as length:1-10 of a column that is not asked for; other tags may hold a
    colon, too."""
    column, colon, _ = (tag or "").partition(":")
    if not colon or column in by_column:
        return
    if column == SUBSET and not subsets:
        raise UsageError(f"The tag {tag!r} is of a subset. Add {option('subsets', 'True')}.")
    own = next((segment.columns for segment in suite.segments()), {})
    if column in COMPUTED or column in own:
        raise UsageError(f"The tag {tag!r} is of a column. Add {option('by_column', column)}.")
