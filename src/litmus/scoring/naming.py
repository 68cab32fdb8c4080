"""How a metric is named in results: the name and title of its columns, and its signature."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from litmus import __version__
from litmus.corpus.suite import SuiteInfo
from litmus.language.knowledge import own_data
from litmus.metrics.base import Reading
from litmus.scoring.collected import Counted


@dataclass(frozen=True)
class SummarySettings:
    """How values are tested and resampled. `test` is "ar", "bs" or None."""

    test: str | None = None
    n_bootstrap: int = 1000
    n_trials: int = 10_000
    seed: int = 12345
    unit: str = "segment"
    marks: Mapping[str, str] = field(default_factory=dict)  # where "links" and "tags" came from

    @property
    def n_test_trials(self) -> int:
        """How many trials the test makes."""
        return self.n_trials if self.test == "ar" else self.n_bootstrap


def column_name(entry: Counted, reading: Reading) -> str:
    """The name of a reading, as in JSON."""
    return f"{entry.name}.{reading.suffix}" if reading.suffix else entry.name


def column_title(entry: Counted, reading: Reading, same_metric: Sequence[Counted]) -> str:
    """The metric's title, with the options that distinguish it from others of the same name."""
    metric = entry.metric
    title = metric.title + (f".{reading.suffix}" if reading.suffix else "")
    defaults = {option.key: option.default for option in metric.declared_options}
    differing = [
        value if key == "average" else f"{key}={value}"
        for key, value in metric.options.items()
        if any(other.metric.options.get(key) != value for other in same_metric)
        and value != defaults[key]
    ]
    if len(same_metric) == 1 and metric.average == "macro":
        differing = ["macro"]
    return " ".join([title, *differing])


def signature(
    entry: Counted, info: SuiteInfo, n_references: set[int], settings: SummarySettings
) -> str:
    """Everything that can move the number."""
    metric = entry.metric
    parts = {"set": f"{info.name}.v{info.version}", "lang": f"{info.source}-{info.target}"}
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
    parts |= {"unit": settings.unit, "ci": f"bs{settings.n_bootstrap}"}
    parts["seed"] = str(settings.seed)
    if settings.test and len(entry.tallies) > 1:
        parts["test"] = f"{settings.test}{settings.n_test_trials}.holm"
    parts["v"] = __version__
    return "|".join([metric.title.replace(" ", "-"), *(f"{k}:{v}" for k, v in parts.items())])
