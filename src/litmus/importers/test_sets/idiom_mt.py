"""idiom-mt (Baziotis et al., EACL 2023): parallel text and a span file.
https://github.com/amazon-science/idiom-mt
"""

import re
from collections.abc import Mapping
from pathlib import Path

from litmus.corpus.parallel import ParallelFiles
from litmus.corpus.suite import SuiteInfo
from litmus.errors import DataError
from litmus.files.text import plain_name
from litmus.importers.imported import Anew, Imported, choose, needed, title
from litmus.importers.sample import Sample
from litmus.wording import option

NAME = "idiom-mt"
SUMMARY = "folder or prefix: PREFIX.SRC, PREFIX.TGT, PREFIX.spans.SRC (Baziotis et al. 2023)"
OPTIONS: Mapping[str, str] = {"part": "the PREFIX, where a folder holds several"}
LAYOUT = "PREFIX.SRC, PREFIX.TGT and PREFIX.spans.SRC, such as test.en, test.fr, test.spans.en"
_SPANS = re.compile(r"(.+)\.spans\.([a-z]{2,3})")


def recognises(sample: Sample) -> bool:
    """A folder with a span file."""
    return sample.form == "folder" and bool(parts_of(sample.path))


def read(
    path: Path, *, languages: tuple[str, str] | None, name: str | None, part: str | None = None
) -> Imported:
    """The suite: one segment per line; each span of a line is an occurrence."""
    folder = path if path.is_dir() else path.parent
    part = part if path.is_dir() else path.name
    spans = _span_files(folder)
    if languages is not None:
        spans = [match for match in spans if match[2] == languages[0]]
    if not spans:
        raise DataError(f"{folder} holds no span file. An idiom-mt folder holds {LAYOUT}.")
    prefix = choose("part", sorted({match[1] for match in spans}), part, folder)
    source = next(match[2] for match in spans if match[1] == prefix)
    target = languages[1] if languages else _target(folder, prefix, source)
    info = SuiteInfo(
        name or (title(path, None) if path.is_dir() else prefix), source, target,
        metrics=("litter", "apt-eval"),
        origin="Baziotis, Mathur, Hasler (EACL 2023), https://github.com/amazon-science/idiom-mt",
    )  # fmt: skip
    files = ParallelFiles(
        info,
        needed(folder / f"{prefix}.{source}", NAME, LAYOUT),
        (needed(folder / f"{prefix}.{target}", NAME, LAYOUT),),
        spans=needed(folder / f"{prefix}.spans.{source}", NAME, LAYOUT),
    )
    return Imported(info, Anew(files.segments))


def _target(folder: Path, prefix: str, source: str) -> str:
    pattern = re.compile(re.escape(prefix) + r"\.([a-z]{2,3})")
    languages = {m[1] for file in folder.iterdir() if (m := pattern.fullmatch(plain_name(file)))}
    others = sorted(languages - {source})
    if len(others) != 1:
        listed = ", ".join(others) or "none"
        pair = f"{source}-{others[0] if others else 'TARGET'}"
        raise DataError(
            f"{folder} should hold one translation of {prefix}.{source}, but holds: {listed}.\n"
            f"Choose one: {option('languages', pair)}"
        )
    return others[0]


def _span_files(folder: Path) -> list[re.Match[str]]:
    return [match for file in folder.iterdir() if (match := _SPANS.fullmatch(plain_name(file)))]


def parts_of(folder: Path) -> list[str]:
    """The prefixes in a folder that have a span file."""
    return sorted({match[1] for match in _span_files(folder)})
