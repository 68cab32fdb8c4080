"""How a metric is named in results: the name and title of its columns, and its signature."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from litmus import __version__
from litmus.corpus.suite import SuiteInfo
from litmus.language.knowledge import own_data
from litmus.metrics.base import Reading
from litmus.scoring.measuring.collected import Counted
from litmus.scoring.options import ScoringOptions
from litmus.scoring.rows import DAGGER, Column


@dataclass(frozen=True)
class SummarySettings:
    """How values are tested and resampled. `test` is "ar", "bs" or None.

    `tested` are names of metrics or of single readings; none means all. `family` is what p-values
    are corrected over: "all" that is in the table, or each "metric" by itself.
    """

    test: str | None = None
    n_bootstrap: int = 1000
    n_trials: int = 10_000
    seed: int = 12345
    unit: str = "segment"
    # Where "links" and "tags" came from, how lines were "cut" from free text and segments "drawn".
    marks: Mapping[str, str] = field(default_factory=dict)
    family: str = "all"
    tested: tuple[str, ...] = ()
    baseline: str | None = None

    @property
    def n_test_trials(self) -> int:
        """How many trials the test makes."""
        return self.n_trials if self.test == "ar" else self.n_bootstrap

    def tests(self, entry: Counted, reading: Reading) -> bool:
        """Whether a reading is tested, if there are systems to compare."""
        if self.test is None:
            return False
        return not self.tested or bool({entry.name, column_name(entry, reading)} & {*self.tested})


def settings_of(
    options: ScoringOptions, unit: str, marks: Mapping[str, str] | None = None
) -> SummarySettings:
    """What the options say about testing and resampling."""
    return SummarySettings(
        options.test, options.n_bootstrap, options.n_trials, options.seed, unit, marks or {},
        options.family, options.tested, options.baseline,
    )  # fmt: skip


def column_name(entry: Counted, reading: Reading) -> str:
    """The name of a reading, as in JSON."""
    return reading_name(entry.name, reading)


def reading_name(metric: str, reading: Reading) -> str:
    """The name of a reading of the metric of this name."""
    return f"{metric}.{reading.suffix}" if reading.suffix else metric


def options_text(options: Mapping[str, str]) -> str:
    """Options as they are typed."""
    return ",".join(f"{key}={value}" for key, value in options.items())


def column(entry: Counted, reading: Reading, same_metric: Sequence[Counted]) -> Column:
    """The metric's title, with the options that distinguish it from others of the same name.

    A dagger says that there are more options that are not the default: the suite's own metrics and
    those that are typed have the same name.
    """
    metric, chosen = entry.metric, entry.metric.chosen
    title = metric.title + (f".{reading.suffix}" if reading.suffix else "")
    shown = {
        key: value if key == "average" else f"{key}={value}"
        for key, value in chosen.items()
        if any(other.metric.chosen.get(key) != value for other in same_metric)
        or (key == "average" and len(same_metric) == 1)
    }
    daggered = options_text({k: value for k, value in chosen.items() if k not in shown})
    return Column(
        column_name(entry, reading),
        " ".join([title, *shown.values()]) + DAGGER * bool(daggered),
        reading.higher_is_better,
        metric.family,
        daggered,
        metric.shows_tags and not reading.suffix,
        reading.ideal,
    )


def signature(
    entry: Counted, info: SuiteInfo, n_references: set[int], settings: SummarySettings
) -> str:
    """Everything that can move the number."""
    metric = entry.metric
    parts = {"set": f"{info.name}.v{info.version}", "lang": f"{info.source}-{info.target}"}
    if metric.reads_spans and info.idioms:
        parts["idioms"] = info.idioms
    if metric.reads_terms and info.terms:
        parts["terms"] = info.terms
    if metric.code:
        parts["code"] = metric.code
    if own := own_data((info.source, info.target)):
        parts["own"] = own
    parts["nrefs"] = str(*n_references) if len(n_references) == 1 else "var"
    parts |= metric.signature_parts()
    if metric.needs_links and "links" in settings.marks:
        parts["align"] = settings.marks["links"]
    if metric.needs_tags and "tags" in settings.marks:
        parts["tagged"] = settings.marks["tags"]
    if "cut" in settings.marks:
        parts["resegment"] = settings.marks["cut"]
    if "drawn" in settings.marks:
        parts["sequential"] = settings.marks["drawn"]
    parts |= {"unit": settings.unit, "ci": f"bs{settings.n_bootstrap}"}
    parts["seed"] = str(settings.seed)
    is_tested = any(settings.tests(entry, reading) for reading in metric.readings)
    if is_tested and len(entry.tallies) > 1:
        over = [settings.family] if settings.family != "all" else []
        over += ["+".join(settings.tested)] if settings.tested else []
        parts["test"] = ".".join([f"{settings.test}{settings.n_test_trials}", "holm", *over])
    parts["v"] = __version__
    return "|".join([metric.title.replace(" ", "-"), *(f"{k}:{v}" for k, v in parts.items())])
