"""Every metric by name."""

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

from litmus.errors import UnknownName
from litmus.metrics.base import Metric, Setup
from litmus.metrics.discourse.consistency import Consistency
from litmus.metrics.discourse.contrast import Contrast
from litmus.metrics.discourse.word_f import WordF
from litmus.metrics.idiom.apt_eval import APTEval
from litmus.metrics.idiom.autoie import AutoIE
from litmus.metrics.idiom.blacklist import Blacklist
from litmus.metrics.idiom.idiom_accuracy import IdiomAccuracy
from litmus.metrics.idiom.litter.metric import LitTER
from litmus.metrics.idiom.omission import Omission
from litmus.metrics.options import check_options, parse_spec
from litmus.metrics.overall.comet import COMET
from litmus.metrics.overall.surface import BLEU, TER, ChrF, ChrFPlusPlus


@cache
def metrics() -> Mapping[str, type[Metric[Any]]]:
    """Name -> class, targeted metrics first."""
    classes: Sequence[type[Metric[Any]]] = (
        Blacklist, LitTER, APTEval, IdiomAccuracy, AutoIE, Omission, WordF, Consistency, Contrast,
        BLEU, ChrF, ChrFPlusPlus, TER, COMET,
    )  # fmt: skip
    return {cls.name: cls for cls in classes}


def create(text: str, setup: Setup) -> Metric[Any]:
    """The metric asked for as `name:key=value,...`."""
    spec = parse_spec(text)
    known = metrics()
    if spec.name not in known:
        raise UnknownName("metric", spec.name, known)
    cls = known[spec.name]
    check_options(spec, cls.declared_options)
    return cls(setup, spec.options)
