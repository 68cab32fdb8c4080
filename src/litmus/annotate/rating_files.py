"""Files of human scores: which format one is in, and the ratings in it."""

import csv
from collections.abc import Callable, Iterator
from pathlib import Path

from litmus.corpus.formats.appraise import is_appraise, read_appraise
from litmus.corpus.formats.evalset import read_scores
from litmus.corpus.formats.mqm import is_mqm, read_mqm
from litmus.corpus.ratings import Rating, read_ratings
from litmus.files.text import Complain, plain_name, refuse
from litmus.importers.sample import Sample

Reader = Callable[[Path], Iterator[Rating]]
MQM, APPRAISE, SCORES, RATINGS = "mqm", "appraise", "scores", "ratings"


def kind_of(path: Path) -> str | None:
    """What kind of ratings a file holds; None if it holds something else."""
    if not path.is_file():
        return None
    sample = Sample(path)
    if plain_name(path).endswith(".seg.score"):
        return SCORES
    if sample.form == "JSON":
        keys = sample.keys
        has = "system" in keys and keys & {"score", "spans"} and not keys & {"label", "source"}
        return RATINGS if has and keys & {"id", "metric"} else None
    if sample.form == "table" and is_mqm([cell.strip() for cell in sample.cells]):
        return MQM
    if plain_name(path).endswith(".csv") and is_appraise(next(csv.reader([sample.first_line]), [])):
        return APPRAISE
    return None


def ratings_in(path: Path, kind: str, complain: Complain = refuse) -> Iterator[Rating]:
    """The ratings of a file of a kind."""
    if kind == RATINGS:
        return read_ratings(path, complain)
    readers: dict[str, Reader] = {MQM: read_mqm, APPRAISE: read_appraise, SCORES: _scores}
    return readers[kind](path)


def _scores(path: Path) -> Iterator[Rating]:
    """The segments of a `.seg.score` file are numbered from 1, for every system."""
    for system, scores in read_scores(path).items():
        for number, score in enumerate(scores, start=1):
            if score is not None:
                yield Rating(str(number), system, score=score, where=f"{path}: {system} {number}")
