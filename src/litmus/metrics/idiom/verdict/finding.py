"""What is known of an idiom beforehand, and what was found of it in one output."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from litmus.metrics.idiom.verdict.place import Place
from litmus.metrics.idiom.word_keys import Keys

Numbers = dict[str, float]


@dataclass(frozen=True)
class Known:
    """What lists know of an idiom: the content words of its meaning, and equivalents as keys."""

    meaning: tuple[str, ...] = ()
    in_english: bool = True  # the meaning; otherwise it is in the language of the source
    equivalents: tuple[tuple[str, tuple[Keys, ...]], ...] = ()
    all_keys: frozenset[str] = frozenset()  # of all equivalents


@dataclass(frozen=True)
class Finding:
    """The numbers, and the words behind them."""

    numbers: Numbers
    place: Place
    literal: Mapping[str, str] = field(default_factory=dict)  # source word -> target word
    meant: Mapping[str, str] = field(default_factory=dict)  # word of the meaning -> target word
    equivalent: str = ""
