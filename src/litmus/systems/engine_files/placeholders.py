"""Placeholders of engines' files and prompts: `{name}`, and `${VARIABLE}` of the environment.

`{{name}}` stands for the text `{name}`. Any other brace is itself, as in `{"a": 1}`.
"""

import re
from collections.abc import Callable, Collection, Iterator, Mapping
from typing import Any
from urllib.parse import quote

from litmus.errors import DataError
from litmus.wording import did_you_mean

# 1 a name, 2 a variable, 3 its default, 4 a name in doubled braces
PLACEHOLDER = re.compile(r"\{([A-Za-z_]\w*)\}|\$\{(\w+)(?::-([^{}]*))?\}|\{\{([A-Za-z_]\w*)\}\}")


def strings(value: Any) -> Iterator[str]:
    """All strings of a template: a text, or tables and lists of them."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping | list | tuple):
        for one in value.values() if isinstance(value, Mapping) else value:
            yield from strings(one)


def placeholders(value: Any) -> list[re.Match[str]]:
    """All placeholders of a template."""
    return [found for text in strings(value) for found in PLACEHOLDER.finditer(text)]


def names(value: Any) -> list[str]:
    """The names in braces, as often as they come."""
    return [found[1] for found in placeholders(value) if found[1]]


def check_names(where: str, key: str, value: Any, known: Collection[str]) -> None:
    """A DataError for a name that stands for nothing: it would be sent as it is."""
    for name in names(value):
        if name not in known:
            raise DataError(
                f"{where}: {key!r} has an unknown placeholder {{{name}}}."
                f"{did_you_mean(name, known)}\n"
                f"Known: {', '.join(f'{{{one}}}' for one in sorted(known))}. "
                f"For the text itself, write {{{{{name}}}}}."
            )


def filled(
    value: Any,
    fields: Mapping[str, Any],
    variables: Mapping[str, str] | None = None,
    *,
    in_url: bool = False,
) -> Any:
    """A template with its placeholders replaced, in one go: what is filled in is never looked into.

    A list or table takes the place of a text that is nothing but its placeholder.

    >>> filled({"q": "{texts}", "t": "{n} {{n}} {1}"}, {"texts": ["{n}"], "n": "5"})
    {'q': ['{n}'], 't': '5 {n} {1}'}
    """
    if isinstance(value, Mapping):
        return {key: filled(one, fields, variables) for key, one in value.items()}
    if isinstance(value, list):
        return [filled(one, fields, variables) for one in value]
    if not isinstance(value, str):
        return value
    whole = PLACEHOLDER.fullmatch(value)
    if whole and whole[1] and not isinstance(fields[whole[1]], str):
        return fields[whole[1]]
    shown: Callable[[str], str] = _quoted if in_url else str

    def one(found: re.Match[str]) -> str:
        if found[4]:
            return f"{{{found[4]}}}"
        return shown(fields[found[1]] if found[1] else (variables or {})[found[2]])

    return PLACEHOLDER.sub(one, value)


def _quoted(text: str) -> str:
    """Text for any place in an address."""
    return quote(text, safe="", errors="replace")
