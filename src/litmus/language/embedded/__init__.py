"""The analyser that ships with the package: small networks, sixteen languages, no download."""

from functools import cache
from typing import TYPE_CHECKING

from litmus.errors import UnknownName

if TYPE_CHECKING:
    from litmus.language.embedded.analyser import EmbeddedAnalyser


def languages() -> tuple[str, ...]:
    """The languages it knows."""
    from litmus.language.embedded.model import about

    return tuple(sorted(about()["languages"]))


@cache
def load(language: str) -> "EmbeddedAnalyser":
    """The analyser of a language; the same one each time, since it remembers words it has seen."""
    from litmus.language.embedded.analyser import EmbeddedAnalyser

    if language not in languages():
        raise UnknownName("embedded analyser", language, languages())
    return EmbeddedAnalyser(language)
