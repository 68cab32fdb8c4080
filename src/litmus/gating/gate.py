"""The gate: watches suites being scored, then judges them."""

from collections.abc import Mapping, Sequence

from litmus.corpus.suite import Suite
from litmus.errors import UnknownName, UsageError
from litmus.gating.deciding import Deciding
from litmus.gating.judging import Judged, Trials, check_tag, judge
from litmus.gating.resolving import Question, Scored, questions
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
        self.asked = questions(texts, scored, baseline)
        for question in self.asked:
            _check_column(
                question.requirement.tag, suites[question.suite], by_column, subsets=subsets
            )
        self.watchers = {
            name: Watcher(suite, [q for q in self.asked if q.suite == name], by_column)
            for name, suite in suites.items()
        }
        for question in self.asked:
            self._check_bucket(question)

    def _check_bucket(self, question: Question) -> None:
        """Refuses a bucket that no suite has."""
        column, _, bucket = (question.requirement.tag or "").partition(":")
        partings = [one for watcher in self.watchers.values() for one in watcher.partings]
        known = {name for one in partings if one.column == column for name in one.sizes}
        if known and bucket not in known:
            raise UnknownName(f"{column} of {question.metric}", bucket, sorted(known))

    def verdicts(
        self,
        results: Mapping[str, Result],
        trials: Trials,
        *,
        allow_no_evidence: bool = False,
        deciding: Deciding | None = None,
    ) -> Verdicts:
        """What became of the requirements; `results` go by suite. `deciding` is what was certain
        before all was drawn."""
        judged = {}
        for name, result in results.items():
            collected = self.watchers[name].collected
            assert collected is not None  # a suite without segments is refused
            judged[name] = Judged(result, collected)
        if deciding is None or deciding.is_whole:  # a part need not have every label
            for question in self.asked:
                check_tag(question, judged)
        foreseen = {} if deciding is None else deciding.foreseen
        found = judge(
            self.asked, judged, trials, allow_no_evidence=allow_no_evidence, foreseen=foreseen
        )
        if deciding is not None:
            found = deciding.settled(found)
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
