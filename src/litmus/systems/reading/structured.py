"""JSON in the words of a language model: found between other text, and checked against a schema.

The schemas are what services take for structured output, a part of JSON Schema: see `_KEYWORDS`.
"""

import json
import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any

Schema = Mapping[str, Any]
MOST = 1_000_000  # characters that are looked through
_ATTEMPTS = 200  # brackets that may turn out to begin nothing
_FENCE = re.compile(r"^[ \t]*+```+[^\n`]*+$", re.MULTILINE)
_OPENING = re.compile(r"[{\[]")
_TYPES: Mapping[str, tuple[str, Callable[[Any], bool]]] = {
    "object": ("an object", lambda value: isinstance(value, dict)),
    "array": ("a list", lambda value: isinstance(value, list)),
    "string": ("a text", lambda value: isinstance(value, str)),
    "boolean": ("true or false", lambda value: isinstance(value, bool)),
    "null": ("null", lambda value: value is None),
    "number": ("a number", lambda value: _is_number(value)),
    "integer": ("a whole number", lambda value: _is_number(value) and value % 1 == 0),
}
_KEYWORDS = (
    "type", "enum", "const", "anyOf", "properties", "required", "additionalProperties", "items",
    "minItems", "maxItems", "minimum", "maximum", "minLength", "maxLength",
)  # fmt: skip
_BOUNDS = ("minItems", "maxItems", "minimum", "maximum", "minLength", "maxLength")
_SAYS_NOTHING = ("title", "description", "default", "examples", "$schema")
_SHOWN = 60


class NotJson(ValueError):
    """An answer without the JSON that was asked for; its text says why: "... holds no JSON"."""


def read_json(text: str, schema: Schema) -> Any:
    """The value in an answer that fits the schema; the last one if several do.

    It may stand in a code fence, or before, between and behind other words. A `NotJson` where
    there is none, or none that fits.

    >>> read_json('Sure:\\n```json\\n{"score": 7}\\n```', {"type": "object"})
    {'score': 7}
    """
    if len(text) > MOST:
        raise NotJson(f"has {len(text):,} characters; at most {MOST:,} are read")
    problem, found = "", list[Any]()
    for value in _values(text):
        try:
            if isinstance(value, NotJson):
                raise value
            check_value(value, schema)
            found.append(value)
        except NotJson as error:
            problem = problem or str(error)
    if not found:
        raise NotJson(problem or "holds no JSON")
    return found[-1]


def check_schema(schema: Any, where: str = "the schema") -> None:
    """A ValueError where a schema is none, or says what is not checked here."""
    if not isinstance(schema, Mapping):
        raise ValueError(f"{where} must be a table")
    for name, value in schema.items():
        if name not in _KEYWORDS + _SAYS_NOTHING:
            raise ValueError(
                f"{where} has {name!r}, which is not checked here.\nKnown: {', '.join(_KEYWORDS)}"
            )
        if name == "type" and not _are_types(value):
            raise ValueError(f"{where}: 'type' is one of {', '.join(_TYPES)}")
        if name in _BOUNDS and not _is_number(value):
            raise ValueError(f"{where}: {name!r} must be a number")
        kind = {"properties": Mapping, "required": list, "enum": list, "anyOf": list}.get(name)
        if kind is not None and not isinstance(value, kind):
            raise ValueError(
                f"{where}: {name!r} must be a {'table' if kind is Mapping else 'list'}"
            )
    if not all(isinstance(name, str) for name in schema.get("required", ())):
        raise ValueError(f"{where}: 'required' must be a list of names")
    for key, inner in _inner(schema):
        check_schema(inner, f"{where}: {key}")


def _are_types(value: Any) -> bool:
    several = [value] if isinstance(value, str) else value
    return isinstance(several, list) and all(
        isinstance(one, str) and one in _TYPES for one in several
    )


def sent_schema(schema: Schema) -> dict[str, Any]:
    """A schema as services take it: without bounds, and with every property required.

    Some refuse the one, some lack the other. Answers are checked against the schema itself.
    """
    found = {name: one for name, one in schema.items() if name not in _BOUNDS}
    if "properties" in found:
        inner = found["properties"].items()
        found["properties"] = {name: sent_schema(one) for name, one in inner}
        found["required"] = list(found["properties"])
        found["additionalProperties"] = False
    if "items" in found:
        found["items"] = sent_schema(found["items"])
    if "anyOf" in found:
        found["anyOf"] = [sent_schema(one) for one in found["anyOf"]]
    return found


def _inner(schema: Schema) -> Iterator[tuple[str, Any]]:
    for name, one in schema.get("properties", {}).items():
        yield f"properties.{name}", one
    for number, one in enumerate(schema.get("anyOf", ())):
        yield f"anyOf[{number}]", one
    if "items" in schema:
        yield "items", schema["items"]
    if not isinstance(schema.get("additionalProperties", True), bool):
        yield "additionalProperties", schema["additionalProperties"]


def check_value(value: Any, schema: Schema, place: str = "") -> None:
    """A `NotJson` that names the place where a value does not fit."""
    types = schema.get("type", ())
    types = [types] if isinstance(types, str) else types
    if types and not any(_TYPES[name][1](value) for name in types):
        raise _wrong(place, value, " or ".join(_TYPES[name][0] for name in types))
    allowed = schema.get("enum", [schema["const"]] if "const" in schema else None)
    if allowed is not None and not any(_same(value, one) for one in allowed):
        raise _wrong(place, value, " or ".join(map(_shown, allowed)))
    if "anyOf" in schema:
        _check_any(value, schema["anyOf"], place)
    if isinstance(value, dict):
        _check_object(value, schema, place)
    elif isinstance(value, list):
        _check_bounds(place, value, len(value), schema, "Items", " items")
        for number, one in enumerate(value if "items" in schema else ()):
            check_value(one, schema["items"], f"{place}[{number}]")
    elif isinstance(value, str):
        _check_bounds(place, value, len(value), schema, "Length", " characters")
    elif _is_number(value):
        _check_bounds(place, value, value, schema, "imum")


def _check_any(value: Any, schemas: list[Schema], place: str) -> None:
    for number, schema in enumerate(schemas, start=1):
        try:
            check_value(value, schema, place)
            break
        except NotJson:
            if number == len(schemas):
                raise


def _check_object(value: dict[str, Any], schema: Schema, place: str) -> None:
    for name in schema.get("required", ()):
        if name not in value:
            where = f" in {place!r}" if place else ""
            raise NotJson(f"holds JSON without {name!r}{where}")
    known = schema.get("properties", {})
    others = schema.get("additionalProperties", True)
    for name, one in value.items():
        below = f"{place}.{name}" if place else name
        if name in known:
            check_value(one, known[name], below)
        elif others is False:
            raise NotJson(f"holds JSON with {_shown(below)}, which was not asked for")
        elif others is not True:
            check_value(one, others, below)


def _check_bounds(
    place: str, value: Any, size: float, schema: Schema, what: str, unit: str = ""
) -> None:
    least, most = schema.get(f"min{what}"), schema.get(f"max{what}")
    if least is not None and size < least:
        raise _wrong(place, value, f"at least {least}{unit}")
    if most is not None and size > most:
        raise _wrong(place, value, f"at most {most}{unit}")


def _wrong(place: str, value: Any, expected: str) -> NotJson:
    whose = f"whose {place!r}" if place else "that"
    return NotJson(f"holds JSON {whose} must be {expected}, not {_shown(value)}")


def _shown(value: Any) -> str:
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= _SHOWN else f"{text[:_SHOWN]}..."


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _same(one: Any, other: Any) -> bool:
    """Equal as JSON, where true is not 1."""
    return bool(one == other) and isinstance(one, bool) == isinstance(other, bool)


def _values(text: str) -> Iterator[Any]:
    """Whatever can be read as JSON, from the front; a NotJson for what only begins as JSON."""
    try:
        yield _loads(_FENCE.sub("", text).strip())
        return
    except (ValueError, RecursionError):
        pass  # there are other words
    place, left = 0, _ATTEMPTS
    while left and (opening := _OPENING.search(text, place)):
        try:
            value, place = _DECODER.raw_decode(text, opening.start())
            yield _without_halves(value)
        except (ValueError, RecursionError) as error:
            left, place = left - 1, opening.end()
            if isinstance(error, json.JSONDecodeError) and _is_cut(text, error):
                yield NotJson("holds JSON that is cut off")
                return  # all that follows is inside it


def _is_cut(text: str, error: json.JSONDecodeError) -> bool:
    """Whether the text ended where JSON went on."""
    return "Unterminated string" in error.msg or not text[error.pos :].strip()


def _constant(name: str) -> Any:
    raise ValueError(f"{name} is not JSON")


_DECODER = json.JSONDecoder(parse_constant=_constant)


def _loads(text: str) -> Any:
    return _without_halves(json.loads(text, parse_constant=_constant))


def _without_halves(value: Any) -> Any:
    """Half characters, which JSON can hold and a file cannot, become U+FFFD."""
    if isinstance(value, str):
        return value.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    if isinstance(value, list):
        return [_without_halves(one) for one in value]
    if isinstance(value, dict):
        return {_without_halves(key): _without_halves(one) for key, one in value.items()}
    return value
