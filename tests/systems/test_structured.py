"""JSON in the words of a model: what surrounds it, what is wrong with it."""

from typing import Any

import pytest

from litmus.systems.reading.structured import (
    MOST,
    NotJson,
    check_schema,
    check_value,
    read_json,
    sent_schema,
)

ERRORS: dict[str, Any] = {
    "type": "object",
    "properties": {
        "errors": {
            "type": "array",
            "maxItems": 2,
            "items": {
                "type": "object",
                "properties": {
                    "span": {"type": "string", "minLength": 1},
                    "severity": {"enum": ["minor", "major"]},
                },
                "required": ["span", "severity"],
                "additionalProperties": False,
            },
        },
        "score": {"type": ["integer", "null"], "minimum": 0, "maximum": 100},
    },
    "required": ["errors"],
}
GOOD = '{"errors": [{"span": "Eimer", "severity": "major"}], "score": 40}'
VALUE = {"errors": [{"span": "Eimer", "severity": "major"}], "score": 40}


@pytest.mark.parametrize(
    "around",
    [
        "{}",
        " \n{}\n ",
        "```json\n{}\n```",
        "```\n{}\n```\n",
        "  ```JSON\n{}\n  ```",
        "Sure! Here is the JSON:\n\n```json\n{}\n```\nLet me know if [you] need more {help}.",
        "<think>Maybe {this} or [that]?</think>{}",
        'The form is {"errors": 5}. My answer: {}',
        'First {"errors": []}, but no: {}',
        "{} I hope this helps.",
        "[1] {} [2]",
    ],
)
def test_json_is_found_between_other_words(around: str) -> None:
    assert read_json(around.replace("{}", GOOD, 1), ERRORS) == VALUE


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "holds no JSON"),
        ("I cannot judge this.", "holds no JSON"),
        ("{errors: 1}", "holds no JSON"),
        (GOOD[:30], "holds JSON that is cut off"),
        (GOOD[:-1], "holds JSON that is cut off"),
        ('{"a": {"errors": []}, "b": ', "holds JSON that is cut off"),
        (f"```json\n{GOOD[:-12]}", "holds JSON that is cut off"),
        ("[]", "holds JSON that must be an object, not []"),
        ("{}", "holds JSON without 'errors'"),
        ('{"errors": null}', "holds JSON whose 'errors' must be a list, not null"),
        ('{"errors": [7]}', "holds JSON whose 'errors[0]' must be an object, not 7"),
        ('{"errors": [{"span": "a"}]}', "holds JSON without 'severity' in 'errors[0]'"),
        ('{"errors": [{"span": "a", "severity": "huge"}]}',
         'holds JSON whose \'errors[0].severity\' must be "minor" or "major", not "huge"'),
        ('{"errors": [{"span": "", "severity": "minor"}]}',
         "holds JSON whose 'errors[0].span' must be at least 1 characters, not \"\""),
        ('{"errors": [{"span": "a", "severity": "minor", "why": 1}]}',
         'holds JSON with "errors[0].why", which was not asked for'),
        ('{"errors": [], "score": 101}', "holds JSON whose 'score' must be at most 100, not 101"),
        ('{"errors": [], "score": -1}', "holds JSON whose 'score' must be at least 0, not -1"),
        ('{"errors": [], "score": 1.5}',
         "holds JSON whose 'score' must be a whole number or null, not 1.5"),
        ('{"errors": [], "score": true}',
         "holds JSON whose 'score' must be a whole number or null, not true"),
        ('{"score": NaN}', "holds no JSON"),
        ("x" * (MOST + 1), f"has {MOST + 1:,} characters; at most {MOST:,} are read"),
        ("[" * 900_000, "holds no JSON"),
        ('{"a":' * 150_000, "holds no JSON"),
        ("1" * 10_000, "holds no JSON"),
        ("{x " * 200 + "[1]", "holds no JSON"),
    ],
)  # fmt: skip
def test_what_does_not_fit_is_said_in_words(text: str, reason: str) -> None:
    with pytest.raises(NotJson) as failed:
        read_json(text, ERRORS)
    assert str(failed.value) == reason


@pytest.mark.parametrize(("text", "schema", "value"), [
    ('{"errors": [], "score": 1.0}', ERRORS, {"errors": [], "score": 1}),
    ('["\\ud800a"]', {"type": "array"}, ["\ufffda"]),  # half a character
    ("{x " * 199 + "[1]", {"type": "array"}, [1]),
    ('"a"', {"anyOf": [{"type": "string"}, {"const": 1}]}, "a"),
    ("1", {"anyOf": [{"type": "string"}, {"const": 1}]}, 1),
    ("[1, 2]", {"minItems": 2, "maxItems": 2}, [1, 2]),
    ('["ab"]', {"items": {"minLength": 2, "maxLength": 2, "enum": ["ab"]}}, ["ab"]),
    ("[5]", {"items": {"minimum": 5, "maximum": 5.0, "const": 5.0}}, [5]),
    ('{"a": 1}', {"properties": {"b": {}}, "additionalProperties": True}, {"a": 1}),
    ('{"a": "b"}', {"additionalProperties": {"type": "string"}}, {"a": "b"}),
    ('[1, "a"]', {"title": "anything"}, [1, "a"]),
])  # fmt: skip
def test_what_fits_just_so(text: str, schema: dict[str, Any], value: Any) -> None:
    assert read_json(text, schema) == value


@pytest.mark.parametrize(
    ("kind", "name", "fits", "other"),
    [
        ("object", "an object", {}, []),
        ("array", "a list", [], {}),
        ("string", "a text", "", 1),
        ("boolean", "true or false", False, 0),
        ("null", "null", None, 0),
        ("integer", "a whole number", 2.0, 2.5),
        ("integer", "a whole number", 2, True),
        ("number", "a number", 2.5, "2"),
        ("number", "a number", 2, False),
    ],
)
def test_types_are_those_of_json(kind: str, name: str, fits: Any, other: Any) -> None:
    check_value(fits, {"type": kind})
    with pytest.raises(NotJson, match=f"^holds JSON that must be {name}, not "):
        check_value(other, {"type": kind})


@pytest.mark.parametrize(
    ("value", "schema", "reason"),
    [
        ([1, 2, 3], {"maxItems": 2}, "that must be at most 2 items, not [1, 2, 3]"),
        ([1], {"minItems": 2}, "that must be at least 2 items, not [1]"),
        ("abc", {"maxLength": 2}, 'that must be at most 2 characters, not "abc"'),
        ({"a": 1}, {"properties": {"b": {}}, "additionalProperties": {"type": "string"}},
         "whose 'a' must be a text, not 1"),
        (2, {"const": 1}, "that must be 1, not 2"),
        (True, {"anyOf": [{"type": "string"}, {"const": 1}]}, "that must be 1, not true"),
        (1, {"enum": [True, "1"]}, 'that must be true or "1", not 1'),
        ("x" * 70, {"type": "null"}, f'that must be null, not "{"x" * 59}...'),
        ("x" * 58, {"type": "null"}, f'that must be null, not "{"x" * 58}"'),
    ],
)  # fmt: skip
def test_bounds_are_inclusive(value: Any, schema: dict[str, Any], reason: str) -> None:
    with pytest.raises(NotJson) as failed:
        check_value(value, schema)
    assert str(failed.value) == f"holds JSON {reason}"


def test_a_schema_is_sent_without_bounds_and_with_all_required() -> None:
    assert sent_schema(ERRORS | {"anyOf": [{"type": "object", "minimum": 1}]}) == {
        "type": "object",
        "properties": {
            "errors": {
                "type": "array",
                "items": {
                    "type": "object",
                    "properties": {
                        "span": {"type": "string"},
                        "severity": {"enum": ["minor", "major"]},
                    },
                    "required": ["span", "severity"],
                    "additionalProperties": False,
                },
            },
            "score": {"type": ["integer", "null"]},
        },
        "required": ["errors", "score"],
        "additionalProperties": False,
        "anyOf": [{"type": "object"}],
    }


@pytest.mark.parametrize(
    ("schema", "message"),
    [
        ([], "the schema must be a table"),
        ({"type": "text"}, "the schema: 'type' is one of object, array, string, "),
        ({"pattern": "a*"}, "the schema has 'pattern', which is not checked here"),
        ({"properties": []}, "the schema: 'properties' must be a table"),
        ({"required": "a"}, "the schema: 'required' must be a list"),
        ({"required": [["a"]]}, "the schema: 'required' must be a list of names"),
        ({"type": [["string"]]}, "the schema: 'type' is one of"),
        ({"maximum": "5"}, "the schema: 'maximum' must be a number"),
        ({"items": {"$ref": "#"}}, "the schema: items has '$ref'"),
        ({"properties": {"a": {"tpe": "string"}}}, "the schema: properties.a has 'tpe'"),
        ({"anyOf": [{"type": 1}]}, "the schema: anyOf[0]: 'type' is one of"),
        ({"additionalProperties": {"x": 1}}, "the schema: additionalProperties has 'x'"),
    ],
)
def test_a_schema_that_is_not_checked_is_refused(schema: Any, message: str) -> None:
    with pytest.raises(ValueError) as failed:
        check_schema(schema)
    assert str(failed.value).startswith(message)
    check_schema(ERRORS)
