"""Values of a row of JSON, checked to be of the kind that was meant."""

import re
from typing import Any

import pytest

from litmus.errors import DataError
from litmus.files.jsonl import field


@pytest.mark.parametrize(
    ("value", "kind", "answer"),
    [
        (2, int, 2), (2, float, 2.0), (2.5, float, 2.5), ("2", str, "2"), (True, bool, True),
        (True, int, "'n' must be a whole number, but is bool."),
        (True, float, "'n' must be a number, but is bool."),
        ("2", float, "'n' must be a number, but is str."),
        (2.5, int, "'n' must be a whole number, but is float."),
        (10**400, float, "'n' is too large a number."),
    ],
)  # fmt: skip
def test_a_field_is_of_its_kind_or_refused(value: Any, kind: type, answer: Any) -> None:
    if isinstance(answer, str) and "'n'" in answer:
        with pytest.raises(DataError, match=re.escape(f"a.jsonl:1: {answer}")):
            field("a.jsonl:1", {"n": value}, "n", kind, None)
    else:
        answered = field("a.jsonl:1", {"n": value}, "n", kind, None)
        assert (answered, type(answered)) == (answer, kind)


def test_a_field_that_is_not_there_has_its_default() -> None:
    assert field("a.jsonl:1", {}, "n", int, 7) == 7
