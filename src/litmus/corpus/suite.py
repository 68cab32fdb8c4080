"""Suite: a folder with `suite.toml`, `segments.jsonl`, optionally `idioms.jsonl`, and outputs.

Segments are streamed, never held: a suite may be larger than memory.
"""

import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from dataclasses import field as member
from pathlib import Path
from typing import Any, Protocol

from litmus.corpus.blanks import Blanks
from litmus.corpus.bloom import Seen
from litmus.corpus.segment import (
    IdiomFacts,
    Segment,
    check_text,
    from_json,
    to_json,
    with_facts,
)
from litmus.errors import DataError
from litmus.files.folders import new_folder
from litmus.files.jsonl import check_keys, field, line, read_objects, strings
from litmus.files.text import Complain, refuse, write_text
from litmus.files.toml_tables import read_table, write_toml
from litmus.plugins.registry import is_python_file
from litmus.stages import counted
from litmus.wording import did_you_mean, option

TOML_KEYS = (
    "name", "version", "source", "target", "licence", "origin", "description", "metrics", "idioms",
    "terms",
)  # fmt: skip
_OUTPUT = re.compile(r"([^.].*)\.txt(?:\.gz|\.xz|\.zst)?")
FACT_KEYS = ("label", "equivalents", "blacklist", "meaning", "literal", "training_frequency")


@dataclass(frozen=True, slots=True)
class SuiteInfo:
    """What `suite.toml` says. `metrics` are scored when the user names none."""

    name: str
    source: str
    target: str
    version: int = 1
    licence: str = ""
    origin: str = ""
    description: str = ""
    metrics: tuple[str, ...] = ()
    idioms: str = ""  # the signature of a list, if its entries were looked for in the sources
    terms: str = ""  # the same of a list of terms


class Suite(Protocol):
    """Anything that can be scored: a folder on disk, or loose parallel files."""

    @property
    def info(self) -> SuiteInfo:
        """Name, version and languages."""

    @property
    def systems(self) -> Mapping[str, Path]:
        """Outputs that come with the suite."""

    @property
    def uses_crlf(self) -> bool:
        """Whether its lines end in CRLF; outputs that do so, too, are nothing to warn of."""

    def segments(self) -> Iterator[Segment]:
        """Its segments in order, anew at every call."""


@dataclass(frozen=True)
class SuiteFolder:
    """A suite on disk."""

    folder: Path
    info: SuiteInfo
    facts: Mapping[str, IdiomFacts] = member(default_factory=dict)
    uses_crlf: bool = False

    @property
    def systems(self) -> Mapping[str, Path]:
        """Name -> file, for every output in `systems/`."""
        systems: dict[str, Path] = {}
        for path in sorted((self.folder / "systems").glob("*")):
            if match := _OUTPUT.fullmatch(path.name):
                if match[1] in systems:
                    raise DataError(
                        f"{systems[match[1]]} and {path.name} are both outputs of {match[1]!r}.\n"
                        "Keep one of them."
                    )
                systems[match[1]] = path
        return systems

    def segments(self, complain: Complain = refuse) -> Iterator[Segment]:
        """Checked segments: known labels, distinct ids, spans inside the text."""
        path = self.folder / "segments.jsonl"
        seen = Seen()
        suspects: set[str] = set()
        blanks = Blanks((f"the source in {path}", f"the reference in {path}"))
        for number, value in read_objects(path, complain):
            where = f"{path}:{number}"
            try:
                segment = from_json(where, value)
                self._check_labels(where, segment)
            except DataError as error:
                complain(error)
                continue
            if seen.add(segment.id):
                suspects.add(segment.id)
            # Without references there is no other side.
            blanks.add(number, (segment.source, "".join(segment.references or (segment.source,))))
            yield with_facts(segment, self.facts)
        try:
            blanks.finish()
        except DataError as error:
            complain(error)
        if suspects:
            _refuse_duplicates(path, suspects, complain)

    def _check_labels(self, where: str, segment: Segment) -> None:
        for label in segment.labels if self.facts else ():
            if label not in self.facts:
                raise DataError(
                    f"{where}: the label {label!r} is not in {self.folder / 'idioms.jsonl'}."
                    f"{did_you_mean(label, self.facts)}\nAdd it there, or correct it here."
                )


def read_suite(folder: Path | str) -> SuiteFolder:
    """The suite in a folder. Its segments are checked as they are read."""
    folder = Path(folder)
    path = folder / "suite.toml"
    if not folder.is_dir() or not path.exists():
        raise DataError(
            f"{folder} is not a suite: there is no {path.name} in it.\n"
            "Make one with: litmus import FORMAT PATH -o SUITE (see: litmus import --help)"
        )
    if not (folder / "segments.jsonl").exists():
        raise DataError(f"{folder} has no segments.jsonl. A suite needs one.")
    info = read_table(path, SuiteInfo)
    for metric in filter(is_python_file, info.metrics):
        raise DataError(
            f"{path}: the metric {metric!r} is code in a file, and litmus runs no code that data "
            f"names.\nRemove it there and ask for it yourself: {option('metrics', metric)}"
        )
    return SuiteFolder(folder, info, _load_facts(folder / "idioms.jsonl"))


def _load_facts(path: Path) -> dict[str, IdiomFacts]:
    if not path.exists():
        return {}
    facts: dict[str, IdiomFacts] = {}
    for number, value in read_objects(path):
        where = f"{path}:{number}"
        check_keys(where, value, FACT_KEYS)
        label = value.get("label")
        if not isinstance(label, str) or not label:
            raise DataError(f"{where}: the key 'label' is missing.")
        if label in facts:
            raise DataError(f"{where}: duplicate label {label!r}.")
        frequency = "training_frequency" in value
        facts[label] = IdiomFacts(
            label,
            strings(where, value, "equivalents"),
            strings(where, value, "blacklist"),
            field(where, value, "meaning", str, ""),
            field(where, value, "literal", str, ""),
            field(where, value, "training_frequency", int, 0) if frequency else None,
        )
    return facts


def write_suite(
    folder: Path,
    info: SuiteInfo,
    segments: Iterable[Segment],
    facts: Iterable[IdiomFacts] = (),
    systems: Mapping[str, Iterable[str]] | None = None,
    *,
    overwrite: bool = False,
    beside: Mapping[str, Iterable[str]] | None = None,
) -> int:
    """Write a suite folder, whole or not at all; the number of segments comes back.

    `beside` are the lines of other files that belong to the suite, by their names in the folder.
    """
    with new_folder(folder, overwrite=overwrite, sign="suite.toml") as temporary:
        written = write_suite_files(temporary, info, segments, facts, systems)
        for name, lines in (beside or {}).items():
            with write_text(temporary / name) as out:
                out.writelines(f"{text}\n" for text in lines)
        return written


def write_suite_files(
    folder: Path,
    info: SuiteInfo,
    segments: Iterable[Segment],
    facts: Iterable[IdiomFacts] = (),
    systems: Mapping[str, Iterable[str]] | None = None,
) -> int:
    """Write the files of a suite into a folder; the number of segments comes back."""
    count = _write_segments(folder / "segments.jsonl", segments)
    listed = list(facts)
    if listed:
        with write_text(folder / "idioms.jsonl") as out:
            out.writelines(line(_fact(fact)) + "\n" for fact in listed)
    about = {key: getattr(info, key) for key in TOML_KEYS}
    write_toml(folder / "suite.toml", {k: value for k, value in about.items() if value})
    for name, outputs in (systems or {}).items():
        _write_outputs(folder / "systems", name, outputs, count)
    return count


def _write_segments(path: Path, segments: Iterable[Segment]) -> int:
    count = 0
    seen = Seen()
    suspects: set[str] = set()
    with write_text(path) as out:
        for segment in counted(segments, "writing", "segments"):
            count += 1
            check_text(f"Segment {segment.id!r}", segment)
            if seen.add(segment.id):
                suspects.add(segment.id)
            out.write(line(to_json(segment)) + "\n")
    if count == 0:
        raise DataError("There is no segment in the input; no suite was written.")
    if suspects:
        for number, key, first in _duplicates(path, suspects):
            raise DataError(
                f"Segments {first} and {number} have the same id {key!r}; no suite was written.\n"
                "Ids must be distinct, or evidence could not be told apart."
            )
    return count


def _write_outputs(folder: Path, name: str, outputs: Iterable[str], n_segments: int) -> None:
    if not name.strip() or name.startswith(".") or set(name) & set("/\\\0\n"):
        raise DataError(
            f"The system name {name!r} cannot be the name of a file. Rename it in the input."
        )
    count = 0
    with write_text(folder / f"{name}.txt") as out:
        for count, text in enumerate(outputs, start=1):
            if "\n" in text:
                raise DataError(
                    f"Output {count} of {name!r} holds a line end; "
                    "outputs have one line per segment."
                )
            out.write(f"{text}\n")
    if count != n_segments:
        raise DataError(
            f"The system {name!r} has {count} outputs, but there are {n_segments} segments.\n"
            "Every segment needs exactly one output; no suite was written."
        )


def _fact(facts: IdiomFacts) -> dict[str, Any]:
    value: dict[str, Any] = {"label": facts.label}
    for key in FACT_KEYS[1:]:
        found = getattr(facts, key)
        if found not in ("", (), None):
            value[key] = list(found) if isinstance(found, tuple) else found
    return value


def _refuse_duplicates(path: Path, suspects: Collection[str], complain: Complain) -> None:
    for number, key, first in _duplicates(path, suspects):
        complain(
            DataError(
                f"{path}:{number}: the id {key!r} is already on line {first}.\n"
                "Ids must be distinct, or evidence could not be told apart."
            )
        )


def _duplicates(path: Path, suspects: Collection[str]) -> Iterator[tuple[int, str, int]]:
    """Line, id and first line of every id that returns."""
    first: dict[str, int] = {}
    for number, value in read_objects(path, complain=lambda _: None):
        key = value.get("id")
        if key in first:
            yield number, key, first[key]
        elif isinstance(key, str) and key in suspects:
            first[key] = number
