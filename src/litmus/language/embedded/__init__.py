"""The analyser that ships with the package: small networks, sixteen languages, no download."""

from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from litmus.errors import UsageError
from litmus.language import knowledge

if TYPE_CHECKING:
    from litmus.language.embedded.analyser import EmbeddedAnalyser


def languages() -> tuple[str, ...]:
    """The languages it knows."""
    from litmus.language.embedded.model import about

    return tuple(sorted(about()["languages"]))


def tags(language: str) -> Iterator[tuple[str, str]]:
    """All that it can say of a word of a language: part of speech and features."""
    from litmus.language.embedded import manner
    from litmus.language.embedded.model import about

    names, _ = manner.load(language).numbered(about()["languages"][language]["tags"])
    for tag in dict.fromkeys(names):
        upos, _, feats = tag.partition("|")
        yield upos, feats


def load(language: str, path: str = "") -> "EmbeddedAnalyser":
    """The analyser of a language; the same one each time, since it remembers words it has seen.

    `path`: a folder with a model of your own (`experiments/analyser/train.py` makes one).
    """
    # Resolved: what is remembered by its path must not depend on the folder one is in.
    return _load(language, Path(path).resolve() if path else None)


@cache
def _load(language: str, folder: Path | None) -> "EmbeddedAnalyser":
    from litmus.language.embedded.analyser import EmbeddedAnalyser
    from litmus.language.embedded.own import checked

    if folder:
        return checked(language, folder)
    if language not in languages():
        raise UsageError(
            f"No analyser for {knowledge.load(language).name} ({language}) comes with litmus "
            f"(there are: {', '.join(languages())}).\n"
            f"Use another: spacy:PIPELINE, stanza:{language}, conllu:FILE, or plain (words as they "
            "are written)."
        )
    return EmbeddedAnalyser(language)
