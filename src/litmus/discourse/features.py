"""Morphological features that a rule asks for."""

from collections.abc import Mapping

from litmus.language.analysis import Word

Features = Mapping[str, frozenset[str]]  # name -> accepted values; "-" accepts a missing one


def has(word: Word, features: Features) -> bool:
    """Whether a word has one of the accepted values for every feature."""
    return all((word.feature(name) or "-") in values for name, values in features.items())
