"""What a reader decided about single entries, in files that a speaker can correct without code."""

from pathlib import Path

HERE = Path(__file__).parent

# Languages of which every candidate was read: what was not left out ships, however many they are.
READ_WHOLE = frozenset({"en", "fr", "ja", "tr", "ru"})
# Of them, those read after the filters for doubtful entries: the filters still hold there.
FILTERED_FIRST = frozenset({"ja"})
# Languages of which only chosen entries ship. In German, chosen entries are added to the others.
CHOSEN_ONLY = frozenset({"es", "pt", "it", "ko", "is"})


def left_out(code: str) -> set[str]:
    """Candidates that are no idioms."""
    return set(_lines("left_out", f"{code}.txt"))


def picked(code: str) -> dict[str, str]:
    """What is an idiom among entries of a source that are mostly none -> its class, if named.

    In English these are entries of two words, in Japanese four-character words and unmarked
    phrases (the spelling named first leads an entry), in Turkish proverbs.
    """
    rows = (line.partition("\t") for line in _lines("picked", f"{code}.txt"))
    return {entry: kind for entry, _, kind in rows}


def chosen(code: str) -> list[tuple[str, str, str]]:
    """Entry, meaning and class of idioms, in the form that ships; sources may lack them."""
    rows = (line.split("\t") for line in _lines("chosen", f"{code}.tsv"))
    return [(entry, meaning, kind) for entry, meaning, kind in rows]


def corrected(code: str) -> dict[str, tuple[str, str]]:
    """Entry -> its meaning and class, either may be empty, where a source has none or a bad one."""
    rows = (line.split("\t") for line in _lines("corrected", f"{code}.tsv"))
    return {entry: (meaning, kind) for entry, meaning, kind in rows}


def _lines(folder: str, name: str) -> list[str]:
    path = HERE / folder / name
    lines = path.read_text("utf-8").split("\n") if path.exists() else []
    return [line for line in lines if line]
