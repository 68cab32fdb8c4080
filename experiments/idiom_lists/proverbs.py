"""Collections of Spanish and Portuguese proverbs without meanings."""

import json
from collections.abc import Iterator
from pathlib import Path

from experiments.idiom_lists.found import Found, entry_of, words_of


def proverbs_es(folder: Path) -> Iterator[Found]:
    path = folder / "debian/fortunes-es/usr/share/games/fortunes/es/refranes.fortunes"
    for text in path.read_text("utf-8", errors="replace").split("%"):
        entry = entry_of(text, "es")
        if entry and len(words_of(entry)) >= 3:
            yield Found(entry, "refranes", "proverb")


def proverbs_pt(folder: Path) -> Iterator[Found]:
    path = folder / "npm/proverbios-portugueses/src/proverbios.json"
    for row in json.loads(path.read_text("utf-8")):
        entry = entry_of(row["text"], "pt")
        if entry and len(words_of(entry)) >= 3:
            yield Found(entry, "proverbios", "proverb")
