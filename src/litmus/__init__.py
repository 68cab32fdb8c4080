"""A litmus test for machine translation: does the system understand idioms and discourse?

The functions below are loaded when first used, so that `import litmus` is instant.
"""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from litmus.api.agree import agree
    from litmus.api.align import align, align_all
    from litmus.api.analyse import analyse, analyse_all
    from litmus.api.build import build
    from litmus.api.cxmi import cxmi
    from litmus.api.evaluate import evaluate
    from litmus.api.evaluate_suites import evaluate_suites
    from litmus.api.gate import gate, gate_suites
    from litmus.api.judge import judge
    from litmus.api.mine import mine, mine_all
    from litmus.api.probe import probe
    from litmus.api.ratings import convert_ratings
    from litmus.api.report import report
    from litmus.api.reproduce import reproduce
    from litmus.api.resegment import resegment
    from litmus.api.tag import tag, tag_all
    from litmus.api.translate import translate
    from litmus.corpus.shipped import load_suite
    from litmus.errors import LitmusError
    from litmus.projects.run import run_project
    from litmus.scoring.results import Result

__version__ = "0.1.0"
__all__ = [
    "LitmusError",
    "Result",
    "__version__",
    "agree",
    "align",
    "align_all",
    "analyse",
    "analyse_all",
    "build",
    "convert_ratings",
    "cxmi",
    "evaluate",
    "evaluate_suites",
    "gate",
    "gate_suites",
    "judge",
    "load_suite",
    "mine",
    "mine_all",
    "probe",
    "report",
    "reproduce",
    "resegment",
    "run_project",
    "tag",
    "tag_all",
    "translate",
]
_ELSEWHERE = {
    "gate_suites": "litmus.api.gate",
    "tag_all": "litmus.api.tag",
    "mine_all": "litmus.api.mine",
    "analyse_all": "litmus.api.analyse",
    "align_all": "litmus.api.align",
    "convert_ratings": "litmus.api.ratings",
    "LitmusError": "litmus.errors",
    "Result": "litmus.scoring.results",
    "load_suite": "litmus.corpus.shipped",
    "run_project": "litmus.projects.run",
}


def __getattr__(name: str) -> object:
    if name not in __all__:
        raise AttributeError(f"module 'litmus' has no attribute {name!r}")
    return getattr(import_module(_ELSEWHERE.get(name, f"litmus.api.{name}")), name)


def __dir__() -> list[str]:
    return __all__
