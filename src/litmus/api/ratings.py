"""`litmus.convert_ratings`: what people or judges say, in the files of others."""

import sqlite3
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, replace
from pathlib import Path

from litmus.annotate.campaign_ratings import campaign_ratings
from litmus.annotate.campaigns.campaign import is_rating_campaign, load_campaign
from litmus.annotate.error_weights import mqm_weights
from litmus.annotate.rating_files import (
    FORMATS,
    RATINGS,
    kind_of,
    lost_notes,
    rating_lines,
    ratings_in,
)
from litmus.api.inputs import ByName, SuiteLike, open_outputs, open_suite
from litmus.corpus.formats.appraise import NO_SCORE
from litmus.corpus.formats.mqm import NO_SPANS
from litmus.corpus.formats.pearmut import NOT_FIRST, PROTOCOLS, campaign_text
from litmus.corpus.in_memory import Text
from litmus.corpus.rating_index import Rater, RatingIndex, names_of
from litmus.corpus.ratings import Rated, Rating, rating_to_json
from litmus.corpus.segment import Segment
from litmus.corpus.suite import Suite
from litmus.errors import DataError, UnknownName, UsageError
from litmus.files.jsonl import line
from litmus.files.text import write_text
from litmus.reports.raters import Ratings
from litmus.scoring.measuring.inputs import Inputs, Output
from litmus.wording import count, option

CAMPAIGN = "pearmut-campaign"
ALL_FORMATS = (*FORMATS, CAMPAIGN)
_LEFT_OUT = (NO_SPANS, NO_SCORE, NOT_FIRST)  # what is lost of these are whole ratings


@dataclass(frozen=True)
class Converted:
    """Where the file is, how many ratings went into it, and what it could not hold.

    Of a campaign, `segments` says how many segments it asks about.
    """

    path: Path
    n: int
    notes: tuple[str, ...] = ()
    segments: int | None = None

    def __str__(self) -> str:
        if self.segments is None:
            return f"{self.path}: {count(self.n, 'rating')}"
        shown = f", with {count(self.n, 'rating')} to correct" if self.n else ""
        return f"{self.path}: a campaign of {count(self.segments, 'segment')}{shown}"


def convert_ratings(
    files: Path | str | Sequence[Path | str],
    path: Path | str,
    *,
    format: str = "jsonl",
    suite: SuiteLike | None = None,
    outputs: ByName | None = None,
    languages: str | None = None,
    source: Text | None = None,
    docids: Text | None = None,
    protocol: str | None = None,
    annotators: Sequence[str] = (),
    name: str | None = None,
) -> Converted:
    """Files of ratings (JSON lines, WMT's MQM tables, Appraise's CSV, Pearmut) as one file.

    `format` is "jsonl", "mqm", "esa" (as Appraise exports), "pearmut" (annotations) or
    "pearmut-campaign": the outputs to be rated, with the spans of `files`, if any, to be corrected;
    `protocol` is then "ESA" (the default), "MQM" or "DA", `annotators` are the users, `name` is the
    campaign's. Formats of others hold texts, so they need the suite and the outputs that were
    rated. Where two files know a rater of the same name, the file's is added: "ana (b.jsonl)".

    >>> import tempfile
    >>> row = '{"id": "1", "system": "mine", "annotator": "ana", "spans": []}'
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     given, made = Path(folder, "ana.jsonl"), Path(folder, "ana.tsv")
    ...     _ = given.write_text(row)
    ...     one = {"source": ["A cat."], "outputs": {"mine": ["Un chat."]}, "languages": "en-fr"}
    ...     converted = convert_ratings(given, made, format="mqm", **one)
    ...     converted.n, made.read_text().splitlines()[1].split("\\t")[4:]
    (1, ['ana', 'A cat.', 'Un chat.', 'No-error', 'No-error'])
    """
    paths = rating_files(files)
    if format not in ALL_FORMATS:
        raise UnknownName("format of ratings", format, ALL_FORMATS)
    if protocol is not None and protocol not in PROTOCOLS:
        raise UnknownName("protocol", protocol, PROTOCOLS)
    for part, value in (("protocol", protocol), ("annotators", annotators), ("name", name)):
        if value and format != CAMPAIGN:
            raise UsageError(f"{option(part)} is for a campaign: {option('format', CAMPAIGN)}")
    if not paths and format != CAMPAIGN:
        raise UsageError(f"There is nothing to convert: name a file of ratings for {format}.")
    if suite is None and source is None:
        if format != "jsonl":
            raise UsageError(
                f"{format} holds texts. Give the suite that was rated: {option('suite', 'SUITE')}"
            )
        return _plain(paths, Path(path))
    opened = open_suite(suite, languages=languages, source=source, docids=docids)
    systems = by_plain_name(open_outputs(outputs, opened))
    lost: Counter[str] = Counter()
    with ExitStack() as stack:
        index, notes = open_ratings(paths, opened, systems)
        stack.callback(index.close)
        n = len(index)
        if format == CAMPAIGN:
            _check_names(systems)
            segments = _with_ratings(index, opened, systems)
            pieces = campaign_text(
                name or opened.info.name,
                protocol or PROTOCOLS[0],
                segments,
                users=annotators,
                lost=lost,
            )
        else:
            pair = opened.info.source, opened.info.target
            notes += _renamed_notes(index.raters)
            pieces = rating_lines(_rated(index, opened, systems), format, pair, lost)
        out = stack.enter_context(write_text(Path(path)))
        for piece in pieces:
            out.write(piece)
    notes += lost_notes(format, lost)
    n -= sum(lost[what] for what in _LEFT_OUT)
    size = sum(1 for _ in opened.segments()) if format == CAMPAIGN else None
    return Converted(Path(path), n, tuple(notes), size)


def _plain(paths: Sequence[Path], path: Path) -> Converted:
    """Ratings alone, without their texts."""
    n = 0
    labels = _labels(paths)
    raters: list[Rater] = []
    if len(paths) > 1:
        files = zip(paths, labels, strict=True)
        found = (Rater.of(one, label) for file, label in files for one in ratings_of(file))
        raters = list(dict.fromkeys(found))
    names = _export_names(raters)
    with write_text(path) as out:
        for file, label in zip(paths, labels, strict=True):
            for rating in ratings_of(file):
                if not rating.id:
                    raise DataError(
                        f"{rating.where}: these ratings name documents, not segments.\n"
                        f"Give the suite that was rated: {option('suite', 'SUITE')}"
                    )
                rating = _named(rating, names.get(Rater.of(rating, label)))
                out.write(line(rating_to_json(rating)) + "\n")
                n += 1
    return Converted(path, n, tuple(_renamed_notes(raters)))


def _export_names(raters: Sequence[Rater]) -> dict[Rater, str]:
    """Those that get another name, so that two people of one name stay two."""
    names = names_of(raters)
    nameless = sum(not rater.name for rater in raters)
    return {
        rater: name
        for rater, name in zip(raters, names, strict=True)
        if name != rater.name and (rater.name or nameless > 1)
    }


def _renamed_notes(raters: Sequence[Rater]) -> list[str]:
    names = _export_names(raters).values()
    if not names:
        return []
    return [f"Raters of the same name in several files are told apart: {', '.join(names)}."]


def _named(rating: Rating, name: str | None) -> Rating:
    if name is None:
        return rating
    return replace(rating, metric=name) if rating.metric else replace(rating, annotator=name)


def _labels(paths: Sequence[Path]) -> list[str]:
    """Files by name, with as many folders before it as tell them apart."""
    whole = [path.absolute().parts for path in paths]
    labels = []
    for parts in whole:
        n = 1
        while any(other != parts and other[-n:] == parts[-n:] for other in whole):
            n += 1
        labels.append("/".join(parts[-n:]))
    return labels


def ratings_of(path: Path) -> Iterator[Rating]:
    """What a file of ratings, or a campaign, says."""
    if is_rating_campaign(path):
        return (one.rated.rating for one in campaign_ratings(load_campaign(path)))
    return ratings_in(path, rating_kind(path))


def rating_kind(path: Path) -> str:
    """What kind of ratings a file holds; one that holds none is an error."""
    if kind := kind_of(path):
        return kind
    if path.is_file() and path.stat().st_size == 0:
        raise DataError(f"{path} is empty. Ratings were expected; nothing was done.")
    if path.is_file():
        raise DataError(
            f"{path} is none of the files of ratings: JSON lines with id, system and score or "
            "spans; WMT's MQM table; Appraise's CSV; Pearmut's annotations; NAME.seg.score."
        )
    return RATINGS  # whose reader says that there is no such file


def by_plain_name(outputs: Mapping[str, Output]) -> dict[str, Output]:
    """Outputs of a suite are called by their names, without @, as in files of ratings."""
    return {name.removeprefix("@"): output for name, output in outputs.items()}


def open_ratings(
    paths: Sequence[Path], suite: Suite, outputs: Mapping[str, Output]
) -> tuple[RatingIndex, list[str]]:
    """The ratings of some translations, each at its place; and notes on what was left out."""
    index = RatingIndex()
    try:
        for path, label in zip(paths, _labels(paths), strict=True):
            index.add(label, ratings_of(path))
        named = by_plain_name(outputs)
        notes = index.place(lambda: _translations(suite, named)) if paths else []
    except sqlite3.OperationalError as error:
        index.close()
        raise DataError(
            f"The ratings could not be kept in a temporary file: {error}.\n"
            "Make room there, or name another folder: SQLITE_TMPDIR=DIR in the environment"
        ) from error
    except BaseException:
        index.close()
        raise
    return index, notes


def rating_files(files: Path | str | Sequence[Path | str]) -> list[Path]:
    """One file, or several, as paths."""
    return [Path(file) for file in ([files] if isinstance(files, Path | str) else files)]


@dataclass
class Shown:
    """Ratings that a page shows; those with an error that has no weight get no score."""

    ratings: Ratings | None
    notes: list[str]
    unweighted: int = 0

    def score(self, rating: Rating) -> float | None:
        """The rating's own, or what its errors cost."""
        try:
            return mqm_weights().score(rating)
        except DataError:
            self.unweighted += 1
            return None

    def all_notes(self) -> list[str]:
        """On what was left out, after the last rating was shown."""
        if not self.unweighted:
            return self.notes
        return [
            *self.notes,
            f"{count(self.unweighted, 'rating')} without a score: no weight is known for the "
            "severity of an error. litmus check FILE names them.",
        ]


@contextmanager
def shown_ratings(
    paths: Sequence[Path], suite: Suite, outputs: Mapping[str, Output]
) -> Iterator[Shown]:
    """Ratings for a page, as long as it is being made."""
    if not paths:
        yield Shown(None, [])
        return
    index, notes = open_ratings(paths, suite, outputs)
    try:
        shown = Shown(None, notes)
        shown.ratings = Ratings(index, shown.score)
        yield shown
    finally:
        index.close()


def _translations(
    suite: Suite, outputs: Mapping[str, Output]
) -> Iterator[tuple[Segment, dict[str, str]]]:
    for read in Inputs(suite, outputs).batches():
        for k, segment in enumerate(read.segments):
            yield segment, {name: texts[k] for name, texts in read.texts.items()}


def _with_ratings(
    index: RatingIndex, suite: Suite, outputs: Mapping[str, Output]
) -> Iterator[tuple[Segment, dict[str, str], list[Rating]]]:
    for place, (segment, texts) in enumerate(_translations(suite, outputs)):
        yield segment, texts, [rating for _, _, rating in index.of_segments(place, 1)]


def _rated(index: RatingIndex, suite: Suite, outputs: Mapping[str, Output]) -> Iterator[Rated]:
    """Every rating with its texts, in the order of the suite."""
    positions: Counter[str] = Counter()
    names = _export_names(index.raters)
    for place, (segment, texts) in enumerate(_translations(suite, outputs)):
        document = segment.document or segment.id
        positions[document] += 1
        for _, rater, rating in index.of_segments(place, 1):
            yield Rated(
                _named(rating, names.get(index.raters[rater])), segment.source,
                texts[rating.system], document, positions[document], place + 1,
            )  # fmt: skip


def _check_names(systems: Mapping[str, Output]) -> None:
    for name in systems:
        if name.isdigit():
            raise DataError(
                f"Pearmut refuses systems that are called by a number alone: {name!r}.\n"
                f"Name it: {option('outputs', f'system-{name}=FILE')}"
            )
