"""Trees in which one word is looked at, for the tests of what may be missing."""

from tests.discourse.pairing import parsed

from litmus.language.analysis import Word


def tree(text: str) -> tuple[tuple[Word, ...], int]:
    """The words of a tree, and the place of the one with a star."""
    starred = next((n for n, row in enumerate(text.split()) if row.startswith("*")), 0)
    return parsed(text.replace("*", "")).words, starred
