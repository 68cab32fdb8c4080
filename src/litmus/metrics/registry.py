"""Every metric by name."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from litmus.metrics.options import check_options, parse_spec
from litmus.plugins.registry import Entry, Registry

if TYPE_CHECKING:  # names are cheap; what they stand for brings NumPy
    from litmus.metrics.base import Metric, Setup


def _problem(name: str, value: Any) -> str:
    """What keeps a foreign object from being a metric."""
    from litmus.metrics.base import Metric

    if not (isinstance(value, type) and issubclass(value, Metric)):
        return "it is not a subclass of litmus.metrics.base.Metric"
    missing = [
        fact
        for fact in ("name", "title", "summary", "family", "columns", "readings")
        if not hasattr(value, fact)
    ]
    missing += sorted(value.__abstractmethods__)
    if missing:
        return f"it lacks {', '.join(missing)}"
    return f"it calls itself {value.name!r}" if name and value.name != name else ""


# Targeted metrics first.
METRICS: "Registry[type[Metric[Any]]]" = Registry(
    "metric",
    (
        Entry("verdict", "litmus.metrics.idiom.verdict.metric:Verdict"),
        Entry("blacklist", "litmus.metrics.idiom.blacklist:Blacklist"),
        Entry("litter", "litmus.metrics.idiom.litter.metric:LitTER"),
        Entry("apt-eval", "litmus.metrics.idiom.apt_eval:APTEval"),
        Entry("idiom-accuracy", "litmus.metrics.idiom.idiom_accuracy:IdiomAccuracy"),
        Entry("autoie", "litmus.metrics.idiom.autoie:AutoIE"),
        Entry("omission", "litmus.metrics.idiom.omission:Omission"),
        Entry("word-f", "litmus.metrics.discourse.word_f:WordF"),
        Entry("consistency", "litmus.metrics.discourse.consistency:Consistency"),
        Entry("terms", "litmus.metrics.terms.metric:Terms"),
        Entry("contrast", "litmus.metrics.discourse.contrast:Contrast"),
        Entry("context-word", "litmus.metrics.discourse.context_word.metric:ContextWord"),
        Entry("gender", "litmus.metrics.discourse.gender.metric:Gender"),
        Entry("bleu", "litmus.metrics.overall.surface:BLEU"),
        Entry("chrf", "litmus.metrics.overall.surface:ChrF"),
        Entry("chrf++", "litmus.metrics.overall.surface:ChrFPlusPlus"),
        Entry("ter", "litmus.metrics.overall.surface:TER"),
        Entry("judge", "litmus.judging.metric:JudgeMetric"),
        Entry("comet", "litmus.metrics.overall.comet:COMET"),
    ),
    group="litmus.metrics",
    problem=_problem,
)


def metrics() -> "Mapping[str, type[Metric[Any]]]":
    """Name -> class of everything that is installed."""
    return {entry.name: cls for entry, cls in METRICS.loaded()}


def metric_class(text: str) -> "type[Metric[Any]]":
    """The class asked for as `name:key=value,...` or `file.py:Class:...`, whatever its options."""
    return METRICS.load(METRICS.resolve(text)[0])


def create(text: str, setup: "Setup") -> "Metric[Any]":
    """The metric asked for as `name:key=value,...`, or as `file.py:Class:key=value,...`."""
    spec = parse_spec(text)
    entry, _ = METRICS.resolve(text)
    cls = METRICS.load(entry)
    check_options(spec, cls.declared_options)
    with METRICS.making(entry):
        metric = cls(setup, spec.options)
    metric.code = entry.mark
    return metric
