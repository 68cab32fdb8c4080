"""Python files as modules, for what somebody is only trying out."""

import sys
from functools import cache
from hashlib import blake2b
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from traceback import extract_tb
from types import ModuleType
from typing import Any

from litmus.errors import DataError, UsageError
from litmus.wording import did_you_mean

_PACKAGE = Path(__file__).parents[1]


def load_from_file(target: str, kind: str) -> Any:
    """What `path/to/file.py:NAME` defines under that name; the module itself without one."""
    path, _, attribute = target.rpartition(".py:")
    if not path:
        return _module(target)
    module = _module(f"{path}.py")
    if not hasattr(module, attribute):
        defined = [name for name in vars(module) if not name.startswith("_")]
        raise UsageError(
            f"{path}.py defines nothing called {attribute!r}, so there is no such {kind}."
            f"{did_you_mean(attribute, defined)}"
        )
    return getattr(module, attribute)


def _module(name: str) -> ModuleType:
    path = Path(name)
    if not path.is_file():
        raise DataError(f"{name} does not exist.")
    return _executed(name, path.resolve(), path.stat().st_mtime_ns)


@cache  # by time of change, so that a session sees what has been edited
def _executed(shown: str, path: Path, changed: int) -> ModuleType:
    digest = blake2b(str(path).encode("utf-8", "surrogateescape"), digest_size=6).hexdigest()
    spec = spec_from_file_location(f"_litmus_file_{digest}", path)
    assert spec is not None and spec.loader is not None  # the name ends in .py
    module = module_from_spec(spec)
    sys.modules[spec.name] = module  # dataclasses look their module up
    try:
        spec.loader.exec_module(module)
    except (Exception, SystemExit) as error:
        del sys.modules[spec.name]
        line = f":{number}" if (number := _line(error, path)) else ""
        raise DataError(f"{shown}{line}: {reason(error)}.") from error
    return module


def _line(error: BaseException, path: Path) -> int | None:
    """The line of a file that an error came from, the last one it passed through."""
    if isinstance(error, SyntaxError) and error.filename and Path(error.filename) == path:
        return error.lineno
    frames = extract_tb(error.__traceback__)
    return next((f.lineno for f in reversed(frames) if Path(f.filename) == path), None)


def reason(error: BaseException) -> str:
    """An exception on one line: `NameError: name 'x' is not defined`."""
    said = error.msg if isinstance(error, SyntaxError) else str(error)
    text = " ".join(said.split()).rstrip(".")
    return f"{type(error).__name__}: {text}" if text else type(error).__name__


def where(error: BaseException) -> str:
    """` (file:line)` of the last line outside litmus that an error came through, "" if none."""
    frames = extract_tb(error.__traceback__)
    foreign = [f for f in frames if not Path(f.filename).is_relative_to(_PACKAGE)]
    return f" ({foreign[-1].filename}:{foreign[-1].lineno})" if foreign else ""
