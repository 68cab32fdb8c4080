"""MuDA's layout (Fernandes et al., ACL 2023): parallel text with a document id for each line."""

from collections.abc import Mapping
from pathlib import Path

from litmus.corpus.parallel import ParallelFiles
from litmus.corpus.suite import SuiteInfo
from litmus.errors import DataError
from litmus.files.text import plain_name
from litmus.importers.formats import wmt
from litmus.importers.imported import Anew, Imported, choose, needed, pair_for, title
from litmus.importers.sample import Sample

NAME = "muda"
SUMMARY = "folder or prefix: PREFIX.SRC, PREFIX.TGT, PREFIX.docids"
OPTIONS: Mapping[str, str] = {"part": "the PREFIX, where a folder holds several"}
LAYOUT = "PREFIX.SRC, PREFIX.TGT and PREFIX.docids, such as dev.en, dev.de, dev.docids"


def recognises(sample: Sample) -> bool:
    """A folder with documents by prefix; folders of WMT have them, too."""
    folder = sample.path if sample.form == "folder" else None
    return folder is not None and bool(parts_of(folder)) and not wmt.parts_of(folder)


def read(
    path: Path, *, languages: tuple[str, str] | None, name: str | None, part: str | None = None
) -> Imported:
    """The suite: one segment per line, documents by their ids."""
    folder = path if path.is_dir() else path.parent
    if not path.is_dir():
        part = path.name
    parts = parts_of(folder)
    if not parts:
        raise DataError(f"{folder} holds no .docids file. A muda folder holds {LAYOUT}.")
    prefix = choose("part", parts, part, folder)
    source, target = pair_for(NAME, languages, folder.resolve().name)
    info = SuiteInfo(name or f"{title(folder, None)}.{prefix}", source, target)
    files = ParallelFiles(
        info,
        needed(folder / f"{prefix}.{source}", NAME, LAYOUT),
        (needed(folder / f"{prefix}.{target}", NAME, LAYOUT),),
        docids=needed(folder / f"{prefix}.docids", NAME, LAYOUT),
    )
    return Imported(info, Anew(files.segments))


def parts_of(folder: Path) -> list[str]:
    """The prefixes in a folder that have a .docids file."""
    names = (plain_name(file) for file in folder.iterdir())
    return sorted({name.removesuffix(".docids") for name in names if name.endswith(".docids")})
