"""MuDA's layout (Fernandes et al., ACL 2023): parallel text with a document id for each line."""

from collections.abc import Mapping
from pathlib import Path

from litmus.corpus.parallel import ParallelFiles
from litmus.corpus.suite import SuiteInfo
from litmus.corpus.text import plain_name
from litmus.errors import DataError
from litmus.importers.imported import Anew, Imported, choose, needed, pair_for, title

OPTIONS: Mapping[str, str] = {"part": "the PREFIX, where a folder holds several"}
LAYOUT = "PREFIX.SRC, PREFIX.TGT and PREFIX.docids, such as dev.en, dev.de, dev.docids"


def read(
    path: Path, *, languages: tuple[str, str] | None, name: str | None, part: str | None = None
) -> Imported:
    """The suite: one segment a line, documents by their ids."""
    folder = path if path.is_dir() else path.parent
    if not path.is_dir():
        part = path.name
    parts = parts_of(folder)
    if not parts:
        raise DataError(f"{folder} holds no .docids file. A muda folder holds {LAYOUT}.")
    prefix = choose("part", parts, part, folder)
    source, target = pair_for("muda", languages, folder.resolve().name)
    info = SuiteInfo(name or f"{title(folder, None)}.{prefix}", source, target)
    files = ParallelFiles(
        info,
        needed(folder / f"{prefix}.{source}", "muda", LAYOUT),
        (needed(folder / f"{prefix}.{target}", "muda", LAYOUT),),
        docids=needed(folder / f"{prefix}.docids", "muda", LAYOUT),
    )
    return Imported(info, Anew(files.segments))


def parts_of(folder: Path) -> list[str]:
    """The prefixes in a folder that have a .docids file."""
    names = (plain_name(file) for file in folder.iterdir())
    return sorted({name.removesuffix(".docids") for name in names if name.endswith(".docids")})
