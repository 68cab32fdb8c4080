"""Settings given in place of an engine's own: fields of the body that it sends."""

import json
from collections.abc import Iterable, Mapping
from typing import Any

from litmus.errors import UsageError
from litmus.wording import option

Settings = Mapping[str, Any]
_SECRET = ("key", "token", "secret", "password")


def read_settings(given: Iterable[str]) -> dict[str, Any]:
    """`name=value` each: a value is JSON if it can be read as that, otherwise a text.

    >>> read_settings(["temperature=0.7", "reasoning_effort=low", "stop=null"])
    {'temperature': 0.7, 'reasoning_effort': 'low', 'stop': None}
    """
    found: dict[str, Any] = {}
    for one in given:
        name, equals, text = one.partition("=")
        if not equals or not name.strip():
            raise UsageError(
                f"{option('settings', one)} is not a setting. Write NAME=VALUE, such as "
                "temperature=0.7; NAME=null takes a field out."
            )
        found[name.strip()] = _value(text)
    return found


def _value(text: str) -> Any:
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return text


def changed(body: Mapping[str, Any], settings: Settings) -> dict[str, Any]:
    """A body with its fields as the settings say; None takes one out.

    >>> changed({"a": 1, "options": {"x": 1}}, {"a": None, "options.y": 2})
    {'options': {'x': 1, 'y': 2}}
    """
    found = dict(body)
    for name, value in settings.items():
        first, _, rest = name.partition(".")
        _refuse(name, body)
        if rest:
            inner = found.get(first, {})
            if not isinstance(inner, Mapping):
                raise UsageError(f"{option('settings', name)}: {first!r} has no fields.")
            found[first] = changed(inner, {rest: value})
        elif value is None:
            found.pop(name, None)
        else:
            found[name] = value
    return found


def over(body: Mapping[str, Any], more: Mapping[str, Any]) -> dict[str, Any]:
    """A body with another laid over it, table by table."""
    found = dict(body)
    for name, value in more.items():
        old = found.get(name)
        both = isinstance(old, Mapping) and isinstance(value, Mapping)
        found[name] = over(old, value) if both and old is not None else value
    return found


def shown(settings: Settings) -> str:
    """For signatures: `temperature=0.7,top_p=0.9`."""
    parts = (
        f"{name}={value if isinstance(value, str) else json.dumps(value, sort_keys=True)}"
        for name, value in sorted(settings.items())
    )
    return ",".join(parts)


def _refuse(name: str, body: Mapping[str, Any]) -> None:
    """Whatever is given on a command line shows in the list of processes."""
    if name.lower().endswith(_SECRET):
        raise UsageError(
            f"{option('settings', name)} looks like a key, which would show. Keys are read from "
            "the environment: write ${NAME_KEY} in the engine's file."
        )
    old = body.get(name)
    if isinstance(old, str) and "{" in old and "$" not in old and old != "{seed}":
        raise UsageError(
            f"{option('settings', name)} would take the place of {old}, which the engine needs."
        )
