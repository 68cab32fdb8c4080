"""p-values corrected over what is read together, which is a table or a part of it."""

from collections.abc import Callable, Hashable, Sequence
from dataclasses import replace

from litmus.scoring.naming import SummarySettings
from litmus.scoring.rows import SIGNIFICANT, ResultRow
from litmus.stats import paired
from litmus.wording import Message, option


def corrected(
    rows: Sequence[ResultRow],
    settings: SummarySettings,
    together: Callable[[ResultRow], Hashable] = lambda row: row.family,
) -> tuple[list[ResultRow], list[str]]:
    """Holm's correction over the rows that are read `together`; a note where no star remains
    possible. `p_raw` keeps what was corrected, and is corrected again where there is one."""
    families: dict[Hashable, list[int]] = {}
    for index, row in enumerate(rows):
        if row.family is not None:
            families.setdefault(together(row), []).append(index)
    found, notes = list(rows), []
    for members in families.values():
        raw = [_raw(rows[index]) for index in members]
        for index, before, p in zip(members, raw, paired.holm(raw), strict=True):
            found[index] = replace(rows[index], p=p, p_raw=before, tests=len(members))
        notes += _too_few_trials(rows[members[0]].family or "", len(members), settings)
    return found, notes


def _raw(row: ResultRow) -> float:
    p = row.p if row.p_raw is None else row.p_raw
    return 0.0 if p is None else p


def _too_few_trials(family: str, n_tests: int, settings: SummarySettings) -> list[str]:
    """A note where even the smallest p that the trials allow is too large once corrected."""
    name, ties = ("n_trials", 0.5) if settings.test == "ar" else ("n_bootstrap", 1.0)
    n = settings.n_test_trials
    smallest = min(1.0, n_tests * ties / (n + 1))
    if n_tests < 2 or smallest < SIGNIFICANT:
        return []
    where = "the table" if family == "all" else family
    return [
        Message(
            f"{where}: with {n_tests} comparisons and {n:,} trials no corrected p can be below "
            f"{smallest:.2g}, so nothing gets a star. Use more trials: "
            f"{option(name, str(100 * n_tests))}"
        )
    ]
