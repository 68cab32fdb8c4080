"""The options of a metric, and how they ride on its name: `name:key=value,key=value`."""

from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

from litmus.errors import UnknownName, UsageError
from litmus.plugins.registry import split_spec


@dataclass(frozen=True, slots=True)
class Option:
    """A key that may ride on a metric's name. Without `choices` any text is accepted."""

    key: str
    default: str
    help: str
    choices: tuple[str, ...] = ()


AVERAGE = Option(
    "average", "micro", "over all cases, or mean of the labels' means", ("micro", "macro")
)
CASE = Option("case", "exact", "compare words as they are, or lower-cased", ("exact", "fold"))


@dataclass(frozen=True)
class Spec:
    """A metric as typed: its name, which may be `file.py:Class`, and the options after it."""

    text: str
    name: str
    options: Mapping[str, str] = field(default_factory=dict)


def parse_spec(text: str) -> Spec:
    """The name and options of a metric as typed; not yet compared with what it accepts.

    >>> parse_spec("litter:case=fold,average=macro").options["average"]
    'macro'
    """
    name, argument = split_spec(text)
    options: dict[str, str] = {}
    for item in argument.split(",") if argument else []:
        key, equals, value = item.partition("=")
        if not equals or not key or not value:
            raise UsageError(
                f"{item!r} in {text!r} is not an option. Write name:key=value,key=value"
            )
        if key in options:
            raise UsageError(f"{text!r} gives {key!r} twice.")
        options[key] = value
    return Spec(text, name, options)


def option_files(options: Mapping[str, str]) -> dict[str, Path]:
    """Files that options name, by what is written: a value, or one of several joined by +.

    A folder is none, since a value may happen to be the name of one; of a `model` that is a folder,
    its checkpoints.
    """
    found: dict[str, Path] = {}
    for key, value in options.items():
        for piece in value.split("+"):
            with suppress(OSError, ValueError, RuntimeError):  # no name of a file, or no such home
                path = Path(piece).expanduser()
                if path.is_file():
                    found[piece] = path
                elif key == "model" and piece and path.is_dir():
                    found |= {str(file): file for file in sorted(path.glob("**/*.ckpt"))}
    return found


def check_options(spec: Spec, declared: Iterable[Option]) -> None:
    """Unknown keys and values are errors."""
    by_key = {option.key: option for option in declared}
    for key, value in spec.options.items():
        if key not in by_key:
            raise UnknownName(f"option of {spec.name}", key, by_key)
        choices = by_key[key].choices
        if choices and value not in choices:
            raise UsageError(f"{spec.name}: {key} cannot be {value!r}. Known: {', '.join(choices)}")
