"""The cues that a suite was imported from: a file beside its segments, for the way back."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from litmus.errors import DataError
from litmus.files.jsonl import check_keys, line, read_objects
from litmus.files.jsonl import field as value_of
from litmus.localisation.subtitles.cues import Cue
from litmus.localisation.subtitles.sentences import Piece

NAME = "cues.jsonl"
_KEYS = ("doc", "start", "end", "text", "settings", "escaped", "pieces")


@dataclass
class Kept:
    """The cues of a document, and for each of its segments the pieces of cues that it came from."""

    cues: list[Cue] = field(default_factory=list)
    pieces: dict[str, list[Piece]] = field(default_factory=dict)


def rows(
    document: str, cues: Sequence[Cue], pieces: Mapping[str, Sequence[Piece]]
) -> Iterator[str]:
    """A line of JSON for every cue: its times, its text, and [start, end, segment] of its pieces,
    in characters of the text without tags."""
    by_cue: dict[int, list[tuple[int, int, str]]] = {}
    for key, own in pieces.items():
        for piece in own:
            by_cue.setdefault(piece.cue, []).append((piece.start, piece.end, key))
    for number, cue in enumerate(cues):
        row = {"doc": document, "start": cue.start, "end": cue.end, "text": cue.text}
        of_vtt: dict[str, object] = {"settings": cue.settings} if cue.settings else {}
        if cue.escaped:
            of_vtt["escaped"] = True
        yield line(row | of_vtt | {"pieces": sorted(by_cue.get(number, ()))})


def read_kept(suite: Path) -> dict[str, Kept]:
    """Document -> its cues. A DataError if the suite was not imported from subtitles."""
    path = suite / NAME
    if not path.is_file():
        raise DataError(
            f"{suite} has no {NAME}: it was not imported from subtitles, so there are no cues to "
            "write into.\nImport them with: litmus import srt FILE -o SUITE"
        )
    documents: dict[str, Kept] = {}
    for number, row in read_objects(path):
        where = f"{path}:{number}"
        check_keys(where, row, _KEYS)
        own = documents.setdefault(value_of(where, row, "doc", str, ""), Kept())
        cue = Cue(
            value_of(where, row, "start", int, 0),
            value_of(where, row, "end", int, 0),
            value_of(where, row, "text", str, ""),
            value_of(where, row, "settings", str, ""),
            value_of(where, row, "escaped", bool, False),
        )
        for start, end, key in _pieces(where, row.get("pieces"), len(cue.plain)):
            own.pieces.setdefault(key, []).append(Piece(len(own.cues), start, end))
        own.cues.append(cue)
    return documents


def _pieces(where: str, value: object, length: int) -> Iterator[tuple[int, int, str]]:
    for item in value if isinstance(value, list) else ():
        match item:
            case [int(start), int(end), str(key)] if 0 <= start <= end <= length:
                yield start, end, key
            case _:
                raise DataError(
                    f"{where}: a piece is [start, end, segment] inside the text of its cue; found "
                    f"{item!r}."
                )
