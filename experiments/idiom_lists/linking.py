"""Equivalents by meaning: a foreign idiom whose meaning is itself an idiom of the English list."""

import re
from collections.abc import Iterable, Iterator
from pathlib import Path

from experiments.idiom_lists.found import key_of

# Lists whose meanings were all written by us, often as an English idiom.
LINKED = ("fr",)
_WHO = re.compile(r"\b(?:somebody's|somebody|someone's|someone|something|people's|one's|oneself)\b")


def pairs(lists: Path, code: str) -> Iterator[tuple[str, str]]:
    """English entry and foreign entry that mean the same, by the lists that ship."""
    english = {_key(form): entry for entry, _ in _rows(lists / "en.tsv") for form in _forms(entry)}
    for entry, meaning in _rows(lists / f"{code}.tsv"):
        if " " in meaning and (same := english.get(_key(meaning))):
            yield same, entry


def plain(entry: str) -> str:
    """An entry as an equivalent is written: words only, the first where there is a choice.

    >>> plain("poser un lapin à <someone> | faire faux bond"), plain("<refl> mordre la langue")
    ('poser un lapin', 'se mordre la langue')
    """
    text = re.sub(r"\s*\([^)]*\)", "", _forms(entry)[0])
    text = re.sub(r"(?: (?:à|de|sur|pour|avec|contre))? <(?:someone|something)>$", "", text)
    text = text.replace("<refl>", "se").replace("<poss>", "son")
    text = re.sub(
        r"<\w+> ?|\b(?:someone|something) |(?: (?:with|on|of|to))? some(?:one|thing)$", "", text
    )
    return re.sub(r"(\w+)(?:/[\w-]+)+", r"\1", text).strip()


def _forms(entry: str) -> list[str]:
    return entry.split(" | ")


def _key(text: str) -> str:
    text = _WHO.sub(" ", re.sub(r"\([^)]*\)", " ", text))
    text = re.sub(r"(\S+?)/\S+", r"\1", text)
    return key_of(re.sub(r"^(?:be|it is|that is) ", "", text.strip()))


def _rows(path: Path) -> Iterable[tuple[str, str]]:
    for line in path.read_text("utf-8").split("\n") if path.exists() else []:
        if line and not line.startswith("#"):
            entry, _, meaning = (line.split("\t") + ["", ""])[:3]
            yield entry, meaning
