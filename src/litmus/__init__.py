"""A litmus test for machine translation: does the system understand idioms and discourse?"""

from typing import Any

__version__ = "0.1.0"
__all__ = ["__version__", "evaluate", "load_suite"]


def __getattr__(name: str) -> Any:
    """The public functions, loaded when first used: `import litmus` stays instant."""
    if name == "evaluate":
        from litmus.scoring.evaluate import evaluate

        return evaluate
    if name == "load_suite":
        from litmus.corpus.shipped import load_suite  # a folder, or the name of one that ships

        return load_suite
    raise AttributeError(f"module 'litmus' has no attribute {name!r}")
