"""JSON lines: one object per line, checked key by key."""

import json
from collections.abc import Collection, Iterator
from pathlib import Path
from typing import Any

from litmus.errors import DataError
from litmus.failures import not_parsed
from litmus.files.text import STRAY_LINE_ENDS, Complain, read_lines, refuse
from litmus.wording import did_you_mean


def parse(where: str, text: str, hint: str = "") -> Any:
    """The value of a JSON text; `where` opens the message if it is none."""
    try:
        return json.loads(text)
    except (ValueError, RecursionError) as error:  # not JSON; a number too long; lists too deep
        raise DataError(not_parsed(where, "JSON", error, hint)) from error


def read_objects(path: Path, complain: Complain = refuse) -> Iterator[tuple[int, dict[str, Any]]]:
    """Line number and object of every line."""
    hint = "\nEvery line holds one object; blank lines are not allowed."
    lines = read_lines(path, any_line_end=True, complain=complain)
    for number, line in enumerate(lines, start=1):
        try:
            value = parse(f"{path}:{number}", line, hint)
        except DataError as error:
            complain(error)
            continue
        if isinstance(value, dict):
            yield number, value
        else:
            complain(DataError(f"{path}:{number} holds {type(value).__name__}, not a JSON object."))


def line(value: dict[str, Any]) -> str:
    """The object as one line of JSON that `read_objects` takes, without its \\n.

    >>> line({"source": "one\u2028two"})
    '{"source": "one\\\\u2028two"}'
    """
    text = json.dumps(value, ensure_ascii=False)
    if not text.isascii():
        for character in STRAY_LINE_ENDS:
            text = text.replace(character, f"\\u{ord(character):04x}")
    return text


def check_keys(where: str, value: dict[str, Any], known: Collection[str]) -> None:
    """Unknown keys are errors: a misspelt mark would otherwise silently mark nothing."""
    for key in value:
        if key not in known:
            raise DataError(
                f"{where}: unknown key {key!r}.{did_you_mean(key, known)}\n"
                f"Known: {', '.join(sorted(known))}"
            )


def field(where: str, value: dict[str, Any], key: str, kind: type, default: Any) -> Any:
    """`value[key]`, checked to be of `kind`."""
    found = value.get(key, default)
    if kind is float and isinstance(found, int) and not isinstance(found, bool):
        found = _float(where, key, found)
    if not isinstance(found, kind) or (kind is int and isinstance(found, bool)):
        raise DataError(f"{where}: {key!r} must be {_name(kind)}, but is {type(found).__name__}.")
    return found


def _float(where: str, key: str, number: int) -> float:
    try:
        return float(number)
    except OverflowError as error:
        raise DataError(f"{where}: {key!r} is too large a number.") from error


def strings(where: str, value: dict[str, Any], key: str) -> tuple[str, ...]:
    """`value[key]` as a tuple of strings, empty if absent."""
    found = field(where, value, key, list, [])
    for item in found:
        if not isinstance(item, str):
            raise DataError(f"{where}: {key!r} must be a list of strings; found {item!r}.")
    return tuple(found)


def _name(kind: type) -> str:
    return {
        str: "a string", list: "a list", float: "a number", int: "a whole number",
        dict: "an object",
    }[kind]  # fmt: skip
