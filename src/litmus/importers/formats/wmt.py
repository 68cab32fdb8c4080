"""WMT test sets: an XML file, SGM files, or a folder of plain files with outputs."""

import re
from collections.abc import Iterable, Iterator, Mapping
from itertools import islice
from pathlib import Path

from litmus.corpus.blanks import Blanks
from litmus.corpus.formats.sgm import join_sgm
from litmus.corpus.formats.wmt import WmtDocument, read_wmt
from litmus.corpus.segment import Segment
from litmus.corpus.suite import SuiteInfo
from litmus.errors import DataError, UnknownName, UsageError
from litmus.files.text import plain_name, read_chunks, read_lines, read_parallel, starts_with_bom
from litmus.importers.imported import Anew, Imported, choose, existing, pair_for, title
from litmus.importers.sample import Sample
from litmus.wording import option

NAME = "wmt"
SUMMARY = "XML file, SGM files, or folder with src.XX, ref.A.XX, sys.NAME.XX, docids, domains"
OPTIONS: Mapping[str, str] = {
    "ref": "references to keep: names in XML or a folder (A+B, none), files of SGM (PATH+PATH)",
    "sys": "systems to keep: names in XML or a folder (X+Y, none), files of SGM (PATH+PATH)",
    "part": "the PREFIX of PREFIX.src.XX, where a folder holds several",
}
LAYOUT = "src.XX, ref.A.XX, sys.NAME.XX and docids"
_FILE = re.compile(r"(?:(.+)\.)?(?:src|(ref|sys)\.(.+?))\.([a-z]{2,3})")


def recognises(sample: Sample) -> bool:
    """A folder with a source, or XML that is not a translation memory."""
    if sample.form == "folder":
        return bool(parts_of(sample.path))
    return sample.suffix == ".xml" and b"<tmx" not in sample.start.lower()


def read(
    path: Path,
    *,
    languages: tuple[str, str] | None,
    name: str | None,
    ref: str | None = None,
    sys: str | None = None,
    part: str | None = None,
) -> Imported:
    """The suite; segment ids are DOCUMENT#SEGMENT, or line numbers in a folder of plain files."""
    if path.is_dir():
        return _folder(path, languages, name, ref, sys, part)
    if is_sgm(path):
        return _sgm(path, languages, name, ref, sys)
    return _xml(path, languages, name, ref, sys)


def is_sgm(path: Path) -> bool:
    """Whether a file opens a srcset, refset or tstset."""
    start = next(read_chunks(path, 1 << 12), b"")
    return bool(re.search(rb"<(srcset|refset|tstset)\b", start, re.IGNORECASE))


def _names(kind: str, chosen: str | None, available: Iterable[str]) -> list[str]:
    """The names to keep, sorted: all of them unless some (or none) were chosen."""
    if chosen is None:
        return sorted(available)
    names = [] if chosen == "none" else chosen.split("+")
    for name in names:
        if name not in available:
            raise UnknownName(kind, name, list(available))
    return sorted(names)


# --- XML and SGM: documents ---


def _xml(
    path: Path,
    languages: tuple[str, str] | None,
    name: str | None,
    ref: str | None,
    sys: str | None,
) -> Imported:
    first = next(read_wmt(path, languages=languages))
    references = _names("reference", ref, first.segments[0].references)
    systems = _names("system", sys, first.segments[0].outputs)
    source, target = languages or first.languages
    if target is None:
        languages_option = option("languages", f"{source}-TARGET")
        raise UsageError(f"{path} holds no translation. Pass its languages: {languages_option}")
    info = SuiteInfo(title(path, name), source, target)
    documents = Anew(
        lambda: read_wmt(
            path,
            languages=languages,
            references=frozenset(references),
            systems=frozenset(systems),
        )
    )
    return _imported(info, documents, references, systems)


def _sgm(
    path: Path,
    languages: tuple[str, str] | None,
    name: str | None,
    ref: str | None,
    sys: str | None,
) -> Imported:
    info = SuiteInfo(title(path, name), *pair_for("SGM", languages, path.name))
    references = _paths(ref)
    systems = _paths(sys)
    documents = Anew(lambda: join_sgm(path, references, systems))
    return _imported(info, documents, list(references), list(systems))


def _paths(chosen: str | None) -> dict[str, Path]:
    paths = [Path(part) for part in (chosen or "none").split("+") if part != "none"]
    return {title(path, None): path for path in paths}


def _imported(
    info: SuiteInfo, documents: Anew[WmtDocument], references: list[str], systems: list[str]
) -> Imported:
    def segments() -> Iterator[Segment]:
        names = ("the source", *(f"reference {name}" for name in references))
        blanks, number = Blanks(names, "segment {}"), 0
        for document in documents:
            for segment in document.segments:
                texts = tuple(segment.references[name] for name in references)
                key = f"{document.id}#{segment.id}"
                number += 1
                blanks.add(number, (segment.source, *texts))
                yield Segment(key, segment.source, texts, document.id, columns=document.columns)
        blanks.finish()

    def outputs(system: str) -> Anew[str]:
        return Anew(lambda: (s.outputs[system] for d in documents for s in d.segments))

    return Imported(
        info,
        Anew(segments),
        systems={system: outputs(system) for system in systems},
        notes=_notes(references),
    )


def _notes(references: list[str]) -> list[str]:
    if not references:
        return ["There is no reference."]
    return [f"References: {', '.join(references)}."] if len(references) > 1 else []


# --- a folder of plain files: lines ---


def parts_of(folder: Path) -> dict[str, dict[tuple[str, str], Path]]:
    """Prefix -> (kind, name) -> file; the source has the kind "src" and its language as name."""
    parts: dict[str, dict[tuple[str, str], Path]] = {}
    for path in sorted(folder.iterdir()):
        if match := _FILE.fullmatch(plain_name(path)):
            key = (match[2], match[3]) if match[2] else ("src", match[4])
            parts.setdefault(match[1] or "", {})[key] = path
    return {prefix: files for prefix, files in parts.items() if any(k == "src" for k, _ in files)}


def _folder(
    path: Path,
    languages: tuple[str, str] | None,
    name: str | None,
    ref: str | None,
    sys: str | None,
    part: str | None,
) -> Imported:
    parts = parts_of(path)
    if not parts:
        raise DataError(f"{path} holds no src.XX. A wmt folder holds {LAYOUT}.")
    prefix = choose("part", sorted(parts), part, path)
    files = parts[prefix]
    source, target = languages or _languages(path, files)
    if ("src", source) not in files:
        raise DataError(f"{path} holds no source in {source!r}. A wmt folder holds {LAYOUT}.")
    suffix = f".{target}"
    named = {key: file for key, file in files.items() if plain_name(file).endswith(suffix)}
    references = _names("reference", ref, [name for kind, name in named if kind == "ref"])
    systems = _names("system", sys, [name for kind, name in named if kind == "sys"])
    sides = [files["src", source], *(named["ref", name] for name in references)]
    outputs = {name: named["sys", name] for name in systems}
    documents, domains = (
        existing(path / (f"{prefix}.{name}" if prefix else name)) for name in ("docids", "domains")
    )
    notes = _notes(references)
    skip = _canary([*sides, *outputs.values()], notes)
    notes += [
        f"{file.name} starts with a byte order mark, which was left out."
        for file in outputs.values()
        if starts_with_bom(file)
    ]
    return Imported(
        SuiteInfo(title(path, name), source, target),
        Anew(lambda: _lines(sides, documents, domains, skip)),
        systems={name: _outputs(sides[0], file, skip) for name, file in outputs.items()},
        notes=notes,
    )


def _languages(path: Path, files: Mapping[tuple[str, str], Path]) -> tuple[str, str]:
    sources = [name for kind, name in files if kind == "src"]
    targets = {
        plain_name(file).rpartition(".")[2] for (kind, _), file in files.items() if kind != "src"
    }
    if len(sources) != 1 or len(targets) != 1:
        return pair_for(NAME, None, path.resolve().name)
    return sources[0], targets.pop()


def _canary(paths: list[Path], notes: list[str]) -> int:
    """How many lines to skip at the top: 1 if every file starts with a canary, or 0."""
    marked = [_first(path).startswith("CANARY") for path in paths]
    if any(marked) and not all(marked):
        has, lacks = paths[marked.index(True)], paths[marked.index(False)]
        raise DataError(
            f"{has}:1 is a canary line, but {lacks}:1 is not, so they do not line up.\n"
            "Remove the first line of every file that starts with CANARY, and of docids."
        )
    if any(marked):
        notes.append("Line 1 of every file is a canary and was skipped; ids are line numbers.")
    return int(any(marked))


def _first(path: Path) -> str:
    return next(read_lines(path, any_line_end=True, drop_bom=True), "")


def _lines(
    sides: list[Path], documents: Path | None, domains: Path | None, skip: int
) -> Iterator[Segment]:
    known = [path for path in (documents, domains) if path]
    rows = read_parallel([*sides, *known])
    blanks = Blanks(sides)
    for number, row in enumerate(islice(rows, skip, None), start=skip + 1):
        texts = row[: len(sides)]
        blanks.add(number, texts)
        document = row[len(sides)] if documents else None
        columns = {"domain": row[-1]} if domains and row[-1] else {}
        yield Segment(str(number), texts[0], tuple(texts[1:]), document, columns=columns)
    blanks.finish()


def _outputs(source: Path, output: Path, skip: int) -> Anew[str]:
    def lines() -> Iterator[str]:
        rows = read_parallel([source, output], drop_bom=True)
        return (text for _, text in islice(rows, skip, None))

    return Anew(lines)
