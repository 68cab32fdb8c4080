"""Guidelines: a little Markdown as blocks of styled runs, which a page shows without any markup."""

import re
from typing import Any

_BLOCK = re.compile(r"(?P<heading>#{1,3}\s+)|(?P<item>[-*]\s+)")
_RUN = re.compile(r"\*\*(.+?)\*\*|\*(.+?)\*|`(.+?)`")
_STYLES = ("strong", "em", "code")


def blocks(text: str) -> list[dict[str, Any]]:
    """Headings, list items and paragraphs, each with its runs.

    >>> blocks("Look at the **idiom**.")[0]["runs"]
    [{'text': 'Look at the '}, {'text': 'idiom', 'style': 'strong'}, {'text': '.'}]
    """
    found: list[tuple[str, list[str]]] = []
    new = True
    for line in text.split("\n"):
        stripped = line.strip()
        match = _BLOCK.match(stripped)
        if match:
            kind = "heading" if match["heading"] else "item"
            found.append((kind, [stripped[match.end() :]]))
            new = kind == "heading"
        elif not stripped:
            new = True
        elif new:
            found.append(("paragraph", [stripped]))
            new = False
        else:
            found[-1][1].append(stripped)
    return [{"kind": kind, "runs": runs(" ".join(lines))} for kind, lines in found]


def runs(text: str) -> list[dict[str, str]]:
    """Pieces of text with their style, if they have one."""
    found: list[dict[str, str]] = []
    end = 0
    for match in _RUN.finditer(text):
        if match.start() > end:
            found.append({"text": text[end : match.start()]})
        style = next(k for k, part in enumerate(match.groups()) if part is not None)
        found.append({"text": match[style + 1], "style": _STYLES[style]})
        end = match.end()
    if end < len(text) or not found:
        found.append({"text": text[end:]})
    return found
