"""EvalSet: the folder layout of WMT's metrics task, as mt-metrics-eval reads it.

    documents/LP.docs                       domain and document of every segment
    sources/LP.txt                          one segment per line
    references/LP.REF.txt
    system-outputs/LP/SYSTEM.txt
    human-scores/LP.GOLD.LEVEL.score        SYSTEM<TAB>score or None; LEVEL: seg or sys
    human-scores/LP.GOLD[.RATER].seg.rating SYSTEM<TAB>None or {"errors": [...]}[<TAB>rater]
    metric-scores/LP/METRIC-REF.LEVEL.score

Line n of a system in a score file is segment n. Every file may be compressed.
"""

import math
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from litmus.corpus.ratings import ErrorSpan, Rating
from litmus.errors import DataError, UnknownName, UsageError
from litmus.files.jsonl import parse, read_objects
from litmus.files.text import STRAY_LINE_ENDS, decoded_lines, plain_name, read_lines
from litmus.wording import count, option

LAYOUT = "documents/, sources/, references/, system-outputs/, human-scores/ and metric-scores/"
NO_TRANSLATION = "[No translation supplied]"
LEVELS = ("sys", "domain", "doc", "seg")
_HUMAN = re.compile(r"(.+)\.(sys|domain|doc|seg)\.score")
_TEXT = re.compile(r"(.+)\.(?:txt|jsonl)")
_RATING = ".seg.rating"
_BLANKS = {ord(character): " " for character in ("\ufeff", "\r", *STRAY_LINE_ENDS)}
Scores = dict[str, list[float | None]]  # by system, in the order of segments


def is_evalset(path: Path) -> bool:
    """Whether a folder has the layout."""
    return (path / "documents").is_dir() and (path / "sources").is_dir()


def pairs_of(folder: Path) -> list[str]:
    """The language pairs there."""
    names = map(plain_name, _files(folder / "documents"))
    return sorted(name.removesuffix(".docs") for name in names if name.endswith(".docs"))


@dataclass(frozen=True)
class EvalSet:
    """One language pair of a folder. Nothing is read before it is asked for."""

    folder: Path
    pair: str

    @cached_property
    def places(self) -> list[tuple[str, str]]:
        """Domain and document of every segment."""
        path = _one(self.folder / "documents", f"{self.pair}.docs")
        places = []
        for number, line in enumerate(read_lines(path, any_line_end=True), start=1):
            cells = line.split()
            if len(cells) != 2:
                raise DataError(f"{path}:{number} must have a domain and a document: {line!r}.")
            places.append((cells[0], cells[1]))
        return places

    @cached_property
    def sources(self) -> list[str]:
        """The source of every segment."""
        folder = self.folder / "sources"
        named = {plain_name(path): path for path in _files(folder)}
        path = named.get(f"{self.pair}.txt") or named.get(f"{self.pair}.jsonl")
        return self._texts(path or _one(folder, f"{self.pair}.txt"), "source")

    @cached_property
    def reference_files(self) -> Mapping[str, Path]:
        """Name -> file."""
        found = {}
        for path in _files(self.folder / "references"):
            match = _TEXT.fullmatch(plain_name(path))
            if match and match[1].startswith(f"{self.pair}."):
                found[match[1].removeprefix(f"{self.pair}.")] = path
        return found

    def reference(self, name: str) -> list[str]:
        """The texts of a reference."""
        return self._texts(self.reference_files[name], "target")

    @cached_property
    def output_files(self) -> Mapping[str, Path]:
        """System -> file. Those named like a reference are the work of people."""
        folder = self.folder / "system-outputs" / self.pair
        matches = ((_TEXT.fullmatch(plain_name(path)), path) for path in _files(folder))
        return {match[1]: path for match, path in matches if match}

    @property
    def systems(self) -> list[str]:
        """The systems, without human translations."""
        return [name for name in self.output_files if name not in self.reference_files]

    def output(self, system: str) -> list[str]:
        """The translations of a system; empty where there is none."""
        texts = self._texts(self.output_files[system], "hypothesis")
        return ["" if text == NO_TRANSLATION else text for text in texts]

    def human_files(self, level: str) -> Mapping[str, Path]:
        """Kind of human score (mqm, da-sqm, esa) -> file."""
        start = f"{self.pair}."
        return {
            match[1].removeprefix(start): path
            for path in _files(self.folder / "human-scores")
            if (match := _HUMAN.fullmatch(plain_name(path))) and match[2] == level
            and match[1].startswith(start)
        }  # fmt: skip

    def metric_files(self, level: str) -> Mapping[str, Path]:
        """Metric with the reference it used (BLEU-refA, or -src for none) -> file."""
        return {
            match[1]: path
            for path in _files(self.folder / "metric-scores" / self.pair)
            if (match := _HUMAN.fullmatch(plain_name(path))) and match[2] == level
        }

    def rating_files(self, gold: str) -> Mapping[str, Path]:
        """Rater -> file of ratings with spans, for one kind of human score."""
        start = f"{self.pair}.{gold}"
        names = {plain_name(path): path for path in _files(self.folder / "human-scores")}
        return {
            name.removesuffix(_RATING).removeprefix(start).lstrip(".") or gold: path
            for name, path in names.items()
            if name.endswith(_RATING) and re.match(rf"{re.escape(start)}\.", name)
        }

    def segment_scores(self, path: Path) -> Scores:
        """The scores of a file at segment level; systems without an output here are left out."""
        return self._checked(path, read_scores(path), len(self.sources))

    def system_scores(self, path: Path) -> dict[str, float | None]:
        """The scores of a file at system level."""
        found = self._checked(path, read_scores(path), 1)
        return {system: scores[0] for system, scores in found.items()}

    def ratings(self, rater: str, path: Path) -> Iterator[Rating]:
        """The ratings in a file; what was not rated, or has no output here, is passed over."""
        lines: dict[str, int] = {}
        for number, line in enumerate(read_lines(path, any_line_end=True), start=1):
            system, _, rest = line.partition("\t")
            text, _, named = rest.partition("\t")
            position = lines[system] = lines.get(system, 0) + 1
            if text == "None" or system not in self.output_files:
                continue
            where = f"{path}:{number}"
            spans = _errors(where, parse(where, text))
            yield Rating(str(position), system, named or rater, None, spans,
                         where=where)  # fmt: skip
        for system, size in lines.items():
            if system in self.output_files:
                _check_size(path, system, size, len(self.sources))

    def _texts(self, path: Path, key: str) -> list[str]:
        if plain_name(path).endswith(".jsonl"):
            texts = [str(row.get(key, "")) for _, row in read_objects(path)]
        else:
            texts = [line.rstrip("\r\n") for line in decoded_lines(path)]
        # Outputs hold whatever a system said. One blank for one character: offsets stay right.
        texts = [text.translate(_BLANKS) for text in texts]
        if len(texts) != len(self.places):
            raise DataError(
                f"{path} has {count(len(texts), 'line')}, but documents/{self.pair}.docs has "
                f"{len(self.places)}. Line n of both is the same segment; nothing was done."
            )
        return texts

    def _checked(self, path: Path, found: Scores, size: int) -> Scores:
        known = {system: own for system, own in found.items() if system in self.output_files}
        for system, scores in known.items():
            _check_size(path, system, len(scores), size)
        return known


def _check_size(path: Path, system: str, size: int, expected: int) -> None:
    if size != expected:
        raise DataError(
            f"{path} has {count(size, 'line')} of {system!r}; expected {expected}, one for "
            f"every {'segment' if expected > 1 else 'system'}."
        )


def open_evalset(folder: Path, pair: str | None = None) -> EvalSet:
    """The set of a language pair; without one, the only one that is there."""
    if not is_evalset(folder):
        raise DataError(f"{folder} is no EvalSet: such a folder holds {LAYOUT}.")
    pairs = pairs_of(folder)
    if pair is None and len(pairs) != 1:
        raise UsageError(
            f"{folder} holds several language pairs: {', '.join(pairs)}.\n"
            f"Choose one: {option('languages', pairs[0] if pairs else 'SRC-TGT')}"
        )
    if pair is not None and pair not in pairs:
        raise UnknownName("language pair of this EvalSet", pair, pairs)
    return EvalSet(folder, pair or pairs[0])


def read_scores(path: Path) -> Scores:
    """The scores of a `.score` file, by system; None where there is none."""
    found: Scores = {}
    for number, line in enumerate(read_lines(path, any_line_end=True), start=1):
        cells = line.split()
        try:
            system, text = cells
            score = None if text == "None" else float(text)
        except ValueError as error:
            raise DataError(
                f"{path}:{number} must be a system and a score (or None): {line!r}."
            ) from error
        if score is not None and not math.isfinite(score):
            raise DataError(f"{path}:{number}: {text} is no score. Write None where there is none.")
        found.setdefault(system, []).append(score)
    return found


def score_lines(scores: Mapping[str, Sequence[float | None]]) -> Iterator[str]:
    """The lines of a `.score` file, without line ends.

    >>> list(score_lines({"a": [0.5, None]}))
    ['a\\t0.5', 'a\\tNone']
    """
    for system, own in scores.items():
        yield from (f"{system}\t{'None' if score is None else repr(score)}" for score in own)


def _errors(where: str, value: Any) -> tuple[ErrorSpan, ...]:
    try:
        return tuple(
            ErrorSpan(
                int(error["start"]),
                int(error["end"]),
                error.get("category") or "",
                error.get("severity") or "",
                bool(error.get("is_source_error")),
                None if error.get("score") is None else float(error["score"]),
            )
            for error in value["errors"]
        )
    except (AttributeError, KeyError, TypeError, ValueError) as problem:
        raise DataError(
            f'{where} is no rating: {{"errors": [{{"start", "end", "category", "severity"}}]}} '
            "or None was expected."
        ) from problem


def _files(folder: Path) -> list[Path]:
    return sorted(folder.iterdir()) if folder.is_dir() else []


def _one(folder: Path, name: str) -> Path:
    for path in _files(folder):
        if plain_name(path) == name:
            return path
    raise DataError(f"{folder / name} does not exist. An EvalSet holds {LAYOUT}.")
