"""Settings given in place of an engine's own: fields of the body that it sends."""

import json
from collections.abc import Iterable, Mapping
from typing import Any

from litmus.errors import UsageError
from litmus.wording import option

Settings = Mapping[str, Any]
_SECRET = ("key", "keys", "token", "secret", "password", "authorization", "credentials")
_NO_SECRET = ("prompt_cache_key",)  # OpenAI's name of a group of requests


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
        _refuse(name, value, body)
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


def _secret(name: str, value: Any) -> str:
    """The name, or that of a field in the value, that a key would have; nothing if none has.

    >>> _secret("a.b", [{"api_key": "x"}]), _secret("max_tokens", 5)
    ('a.b.api_key', '')
    """
    for part in name.lower().split("."):
        if part.endswith(_SECRET) and part not in _NO_SECRET:
            return name
    if isinstance(value, Mapping):
        inner = (_secret(f"{name}.{field}", one) for field, one in value.items())
    else:
        inner = (_secret(name, one) for one in (value if isinstance(value, list) else ()))
    return next(filter(None, inner), "")


def _refuse(name: str, value: Any, body: Mapping[str, Any]) -> None:
    """Whatever is given on a command line shows in the list of processes."""
    if secret := _secret(name, value):
        raise UsageError(
            f"{option('settings', secret)} looks like a key, which would show. Keys are read from "
            "the environment: write ${NAME_KEY} in the engine's file."
        )
    old = body.get(name)
    if isinstance(old, str) and "{" in old and "$" not in old and old != "{seed}":
        raise UsageError(
            f"{option('settings', name)} would take the place of {old}, which the engine needs."
        )
