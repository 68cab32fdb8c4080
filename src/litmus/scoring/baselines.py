"""p-values against any of the systems, all from the same trials."""

from collections.abc import Sequence

import numpy as np

from litmus.scoring.cells import cells_of, counts_of, family_of, p_values
from litmus.scoring.measuring.collected import Collected
from litmus.scoring.naming import SummarySettings, column_name
from litmus.scoring.results import Result
from litmus.stats.paired import holm

Key = tuple[str, str, str | None]  # system, metric, tag


def other_baselines(
    collected: Collected, result: Result, settings: SummarySettings
) -> dict[str, dict[Key, float]]:
    """p-values with every other system as the baseline, corrected like those of the first choice.

    A trial is summed once for all of them: with fifty systems that is what takes the time. Of two
    systems either may be the baseline, since both tests are two-sided: nothing is left to try.
    """
    systems = result.systems
    if settings.test is None or len(systems) < 2:
        return {}
    chosen = result.baseline or systems[0]
    if len(systems) == 2:
        (other,) = (system for system in systems if system != chosen)
        rows = [row for row in result.rows if row.system == other]
        tested = {(chosen, row.metric, row.tag): row.p for row in rows if row.p is not None}
        return {other: tested}
    firsts = [k for k, system in enumerate(systems) if system != chosen]
    found: list[list[tuple[Key, str, float]]] = [[] for _ in firsts]  # with the family
    labels = list(collected.labels)
    for entry in collected.counted:
        counts = counts_of(entry, collected.n_units)
        names = [labels[code] for code in counts.labels]
        order = {column: list(sizes) for column, sizes in result.buckets.items()}
        for cells in cells_of(entry, counts, names, "", order):
            p = p_values(cells, settings, firsts)
            if p is None:
                continue
            name = column_name(cells.entry, cells.reading)
            for first, c, s in zip(*np.nonzero(~np.isnan(p)), strict=True):
                tag = cells.tags[c]
                family = family_of(cells, tag, settings)
                tag = tag if cells.column is None else f"{cells.column}:{tag}"
                found[first].append(((systems[s], name, tag), family, float(p[first, c, s])))
    return {systems[k]: _corrected(tests) for k, tests in zip(firsts, found, strict=True)}


def _corrected(tests: Sequence[tuple[Key, str, float]]) -> dict[Key, float]:
    families: dict[str, list[tuple[Key, float]]] = {}
    for key, family, p in tests:
        families.setdefault(family, []).append((key, p))
    corrected: dict[Key, float] = {}
    for members in families.values():
        keys, values = zip(*members, strict=True)
        corrected |= dict(zip(keys, holm(list(values)), strict=True))
    return corrected
