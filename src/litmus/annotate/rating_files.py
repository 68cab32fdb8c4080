"""Files of human scores: which format one is in, and the ratings in it."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

from litmus.corpus.formats.appraise import (
    appraise_lines,
    csv_cells,
    is_appraise,
    read_appraise,
)
from litmus.corpus.formats.evalset import read_scores
from litmus.corpus.formats.mqm import Odd, is_mqm, mqm_lines, read_mqm
from litmus.corpus.formats.pearmut import is_pearmut, pearmut_lines, read_pearmut
from litmus.corpus.ratings import Rated, Rating, rating_to_json, read_ratings
from litmus.errors import DataError
from litmus.files.jsonl import line
from litmus.files.text import Complain, plain_name, refuse
from litmus.importers.sample import Sample

Reader = Callable[[Path, Complain], Iterator[Rating]]
MQM, APPRAISE, SCORES, RATINGS, PEARMUT = "mqm", "appraise", "scores", "ratings", "pearmut"
FORMATS = ("jsonl", "mqm", "esa", "pearmut")  # that ratings are written in


def kind_of(path: Path) -> str | None:
    """What kind of ratings a file holds; None if it holds something else."""
    if not path.is_file():
        return None
    sample = Sample(path)
    if plain_name(path).endswith(".seg.score"):
        return SCORES
    if sample.form == "JSON":
        if is_pearmut(sample.first_line):
            return PEARMUT
        keys = sample.keys
        has = "system" in keys and keys & {"score", "spans"} and not keys & {"label", "source"}
        return RATINGS if has and keys & {"id", "metric"} else None
    if sample.form == "table" and is_mqm([cell.strip() for cell in sample.cells]):
        return MQM
    if plain_name(path).endswith(".csv") and _starts_appraise(sample.first_line):
        return APPRAISE
    return None


def _starts_appraise(first_line: str) -> bool:
    try:
        return is_appraise(csv_cells("", first_line))
    except DataError:
        return False


def ratings_in(
    path: Path, kind: str, complain: Complain = refuse, odd: Odd = lambda _: None
) -> Iterator[Rating]:
    """The ratings of a file of a kind; `odd` is told of what is read in spite of a fault."""
    if kind == MQM:
        return read_mqm(path, complain, odd)
    readers: dict[str, Reader] = {
        RATINGS: read_ratings, APPRAISE: read_appraise, PEARMUT: read_pearmut, SCORES: _scores,
    }  # fmt: skip
    return readers[kind](path, complain)


def rating_lines(
    rated: Iterable[Rated], format: str, languages: tuple[str, str], lost: Counter[str]
) -> Iterator[str]:
    """The lines of a file in one of `FORMATS`; `lost` counts what it cannot hold."""
    if format == "mqm":
        return mqm_lines(rated, lost)
    if format == "esa":
        return appraise_lines(rated, languages, lost)
    if format == "pearmut":
        return pearmut_lines(rated, lost)
    return (line(rating_to_json(one.rating)) + "\n" for one in rated)


def lost_notes(format: str, lost: Counter[str]) -> list[str]:
    """What a format could not hold, in a sentence."""
    parts = ", ".join(f"{n:,} {what}" for what, n in (+lost).items())
    return [f"{format} cannot hold everything; this is lost: {parts}."] if parts else []


def _scores(path: Path, _: Complain) -> Iterator[Rating]:
    """The segments of a `.seg.score` file are numbered from 1, for every system."""
    for system, scores in read_scores(path).items():
        for number, score in enumerate(scores, start=1):
            if score is not None:
                yield Rating(str(number), system, score=score, where=f"{path}: {system} {number}")
