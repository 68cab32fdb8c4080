"""How messages are worded: counts, hints at the right name, and options by the reader's name.

A message may name an option, as in "Give the document of each line: docids=FILE". To a Python
programmer an option is an argument, on the command line it is a flag (`--docids FILE`). The
library writes `option("docids", "FILE")`; whoever shows the message renders it.
"""

import re
from collections.abc import Callable, Iterable
from difflib import get_close_matches
from typing import Self

_OPEN, _CLOSE = "\ue000", "\ue001"  # private use: in no text that people write
_PART = f"([^{_OPEN}{_CLOSE}\0]*)"
_OPTION = re.compile(f"{_OPEN}{_PART}\0{_PART}\0{_PART}{_CLOSE}")


def option(name: str, value: str = "", argument: str | None = None) -> str:
    """A mention of an option in a message, by the name of the Python argument.

    `value` is what to give it: a placeholder in capitals, or the value itself; `argument` is what
    to give it in Python, where that looks different.
    """
    return f"{_OPEN}{name}\0{value}\0{value if argument is None else argument}{_CLOSE}"


def render(template: str, shown: Callable[[str, str], str]) -> str:
    """The message with every option as `shown(name, value)` writes it."""

    def one(match: re.Match[str]) -> str:
        name, value, argument = match.groups()
        return shown(name, argument if shown is as_argument else value)

    return _OPTION.sub(one, template)


def as_argument(name: str, value: str) -> str:
    """An option as a Python programmer writes it.

    >>> as_argument("docids", "FILE"), as_argument("docids", "")
    ('docids=FILE', 'docids')
    """
    return f"{name}={value}" if value else name


class Message(str):
    """A text for people. As a string it names Python arguments; `template` keeps the options.

    >>> message = Message(f"Add the documents: {option('docids', 'FILE')}")
    >>> print(message)
    Add the documents: docids=FILE
    >>> render(message.template, lambda name, value: f"--{name} {value}")
    'Add the documents: --docids FILE'
    """

    template: str

    def __new__(cls, template: str) -> Self:
        """`template` may hold options (see `option`) and other messages' templates."""
        template = template.template if isinstance(template, Message) else template
        message = super().__new__(cls, render(template, as_argument))
        message.template = template
        return message


def count(n: int, noun: str, plural: str | None = None) -> str:
    """A number with its noun.

    >>> count(1, "segment"), count(2000, "segment"), count(0, "entry", "entries")
    ('1 segment', '2,000 segments', '0 entries')
    """
    return f"{n:,} {noun if n == 1 else plural or noun + 's'}"


def did_you_mean(name: str, known: Iterable[str]) -> str:
    """A hint at the known name that is closest, with a blank before it; "" if none is close.

    What follows a colon is an argument, and not compared.

    >>> did_you_mean("Liter", ["litter", "bleu"])
    " Did you mean 'litter'?"
    >>> did_you_mean("spcy:en_core_web_sm", ["embedded", "spacy:PIPELINE", "stanza[:LANG]"])
    " Did you mean 'spacy:PIPELINE'?"
    """
    by_name = {_bare(item): item for item in known}
    close = get_close_matches(_bare(name), by_name, n=1)
    return f" Did you mean {by_name[close[0]]!r}?" if close else ""


def _bare(name: str) -> str:
    return re.split(r":|\[:", name.casefold(), maxsplit=1)[0]


def visible(text: str) -> str:
    r"""A text whose characters all show: control characters and the like become escapes.

    >>> print(visible("red \x1b[31m \u202e \x9b"))
    red \x1b[31m \u202e \x9b
    """
    return "".join(
        one if one.isprintable() else one.encode("unicode_escape").decode() for one in text
    )
