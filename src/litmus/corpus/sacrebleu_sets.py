"""Test sets that sacreBLEU knows, by name: `sacrebleu:wmt24/en-de`.

They are where sacreBLEU keeps them (`~/.sacrebleu`, or the folder in the variable SACREBLEU); it
downloads what is not there yet. The references are those it scores with by default.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from litmus.corpus.blanks import Blanks
from litmus.corpus.segment import Segment
from litmus.corpus.suite import SuiteInfo
from litmus.errors import DataError, UnknownName, UsageError
from litmus.files.text import read_lines, read_parallel
from litmus.wording import count

PREFIX = "sacrebleu:"
_COLUMNS = ("domain", "genre", "origlang")


@dataclass(frozen=True)
class SacrebleuSet:
    """A test set of sacreBLEU, read from the plain text that it makes. Ids are line numbers."""

    info: SuiteInfo
    source: Path
    references: tuple[Path, ...]
    docids: Path | None = None
    columns: Mapping[str, Path] = field(default_factory=dict)
    systems: Mapping[str, Path] = field(default_factory=dict)
    uses_crlf: bool = False

    def segments(self) -> Iterator[Segment]:
        """One segment per line."""
        known = [*([self.docids] if self.docids else []), *self.columns.values()]
        rows = read_parallel([self.source, *self.references, *known])
        last = 1 + len(self.references)
        blanks = Blanks((self.source, *self.references))
        for number, (source, *row) in enumerate(rows, start=1):
            references = tuple(row[: last - 1])
            blanks.add(number, (source, *references))
            about = row[last - 1 :]
            document = about.pop(0) if self.docids else None
            columns = dict(zip(self.columns, about, strict=True))
            filled = {name: value for name, value in columns.items() if value}
            yield Segment(str(number), source, references, document or None, columns=filled)
        blanks.finish()


def load_sacrebleu(text: str) -> SacrebleuSet:
    """The set and pair that `sacrebleu:NAME/SOURCE-TARGET` names."""
    name, pair = _name_and_pair(text)
    dataset = _datasets()[name]
    fields = _fields(dataset, name, pair)
    source, codes = fields.pop("src"), pair.partition("-")
    chosen = {Path(file) for file in dataset.get_reference_files(pair)}
    references = {key: file for key, file in fields.items() if _is_reference(key)}
    docids = fields.get("docid")
    about = {key: fields[key] for key in _COLUMNS if key in fields}
    systems = {
        key: file
        for key, file in fields.items()
        if key not in references and key not in about and key != "docid"
    }
    kept = tuple(file for file in references.values() if not chosen or file in chosen)
    return SacrebleuSet(
        SuiteInfo(
            f"{name.replace('/', '_')}.{pair}", codes[0], codes[2],
            origin="sacreBLEU", description=str(dataset.description or ""),
        ),
        source,
        kept,
        docids,
        about,
        _complete(systems, source),
    )  # fmt: skip


def _is_reference(field: str) -> bool:
    return field == "ref" or field.startswith("ref:")


def _complete(systems: Mapping[str, Path], source: Path) -> dict[str, Path]:
    """Outputs of all segments: some systems of a campaign translate a part only."""
    n = _n_lines(source) if systems else 0
    return {name: file for name, file in systems.items() if _n_lines(file) == n}


def _n_lines(path: Path) -> int:
    return sum(1 for _ in read_lines(path, complain=lambda _: None))


def _datasets() -> Mapping[str, Any]:
    from sacrebleu.dataset import DATASETS

    return DATASETS


def _name_and_pair(text: str) -> tuple[str, str]:
    """The longest name that the text begins with, as names may hold a slash, and what follows."""
    known = _datasets()
    wanted = text.removeprefix(PREFIX).strip("/")
    if wanted in known:
        pairs = sorted(known[wanted].langpairs)
        raise UsageError(
            f"{wanted} has {count(len(pairs), 'language pair')}: {', '.join(pairs)}.\n"
            f"Choose one, such as {PREFIX}{wanted}/{pairs[0]}"
        )
    name, _, pair = wanted.rpartition("/")
    if name not in known:
        raise UnknownName("test set of sacreBLEU", name or pair, list(known))
    if pair not in known[name].langpairs:
        raise UnknownName(f"language pair of {name}", pair, list(known[name].langpairs))
    return name, pair


def _fields(dataset: Any, name: str, pair: str) -> dict[str, Path]:
    """Field -> file: what sacreBLEU has of a pair, downloaded and made into text where needed."""
    try:
        files = dataset.get_files(pair)
        names = dataset.fieldnames(pair)
    except (Exception, SystemExit) as error:  # it stops the program where a download is damaged
        folder = Path(dataset._outdir)
        reason = getattr(error, "reason", None) or error
        raise DataError(
            f"{PREFIX}{name}/{pair} is not in sacreBLEU's cache ({folder}), or is damaged, and "
            f"could not be downloaded: {reason}.\n"
            f"Where there is a network, run: sacrebleu -t {name} -l {pair} --echo src\n"
            f"Then copy the folder {folder.name} to {folder.parent}, or name the cache in the "
            "variable SACREBLEU."
        ) from error
    return dict(zip(names, map(Path, files), strict=True))
