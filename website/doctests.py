"""Examples in docstrings, as code: mkdocstrings takes them for text otherwise."""

import re
from typing import Any

import griffe

EXAMPLE = re.compile(r"^>>> .*?(?=\n\s*\n|\Z)", re.DOTALL | re.MULTILINE)


class FencedDoctests(griffe.Extension):
    """Puts a fence around every run of >>> lines and what they print."""

    def on_object(self, *, obj: griffe.Object, **_: Any) -> None:
        """The docstring of a function or class, changed where it has examples."""
        if obj.docstring:
            obj.docstring.value = EXAMPLE.sub(r"```pycon\n\g<0>\n```", obj.docstring.value)
