"""Morphological features that a rule asks for."""

from collections.abc import Mapping

from litmus.language.analysis import Word

# Name -> accepted values; "-" accepts a missing one.
RequiredFeatures = Mapping[str, frozenset[str]]


def has_features(word: Word, required: RequiredFeatures) -> bool:
    """Whether a word has one of the accepted values of every feature."""
    return all((word.feature(name) or "-") in values for name, values in required.items())
