"""The texts that are read: outputs of WMT22 and WMT24, and of WMT23 with MQM spans."""

import gzip
import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from litmus.files.text import read_lines

WMT22 = ("en-de", "en-ru")
WMT22_LINES = 1200  # that are read of each
WMT24 = ("en-de", "en-es", "en-is", "en-zh")
WMT23 = ("en-de", "zh-en")
INCONSISTENT = frozenset(("fluency/inconsistency", "terminology/inconsistent"))
REGISTER = frozenset(("fluency/register",))


@dataclass(frozen=True)
class Texts:
    """Documents, sources and outputs of one set, line by line; `refA` is one of the systems."""

    name: str
    languages: tuple[str, str]
    documents: list[str]
    sources: list[str]
    outputs: dict[str, list[str]]

    @property
    def halves(self) -> list[int]:
        """1 for lines of odd documents, to develop on; 0 for those of even ones, to report."""
        order: dict[str, int] = {}
        return [order.setdefault(document, len(order)) % 2 for document in self.documents]


def wmt24(data: Path, pair: str) -> Texts:
    """A pair of `wmt24-systems`, without its first line, which is no text."""
    folder, target = data / "wmt24-systems" / pair, pair[3:]

    def lines(name: str) -> list[str]:
        return list(read_lines(folder / name))[1:]

    outputs = {path.name[4 : -len(target) - 1]: lines(path.name) for path in folder.glob("sys.*")}
    outputs["refA"] = lines(f"ref.A.{target}")
    sources = lines("src.en")
    return Texts(f"wmt24/{pair}", ("en", target), lines("docids"), sources, outputs)


def wmt22(data: Path, pair: str) -> Texts:
    """The first documents of a pair of `wmt22-systems`; nothing was developed on them."""
    folder, target = data / "wmt22-systems" / pair, pair[3:]

    def lines(name: str) -> list[str]:
        return list(_lines(folder / name))[:WMT22_LINES]

    found = (path.name.removesuffix(".gz") for path in folder.glob("sys.*"))
    outputs = {name[4 : -len(target) - 1]: lines(name) for name in found}
    outputs["refA"] = lines(f"ref.A.{target}")
    sources = lines("src.en")
    return Texts(f"wmt22/{pair}", ("en", target), lines("docids"), sources, outputs)


def wmt23(data: Path, pair: str) -> Texts:
    """A pair of `wmt23-evalset`."""
    folder = data / "wmt23-evalset"
    source, target = pair.split("-")
    documents = [line.split("\t")[1] for line in _lines(folder / f"documents/{pair}.docs")]
    outputs = {
        path.name.split(".txt")[0]: _text(path)
        for path in sorted((folder / "system-outputs" / pair).iterdir())
    }
    sources = list(_lines(folder / f"sources/{pair}.txt"))
    return Texts(f"wmt23/{pair}", (source, target), documents, sources, outputs)


def ratings(data: Path, pair: str) -> Iterator[tuple[str, int, str, list[dict[str, object]]]]:
    """System, line, rater and errors of every rated output of WMT23."""
    folder = data / "wmt23-evalset" / "human-scores"
    for path in sorted(folder.glob(f"{pair}.mqm.*.seg.rating*")):
        rater = path.name.split(".")[2]
        counts: dict[str, int] = {}
        for line in read_lines(path):
            system, _, value = line.partition("\t")
            number = counts.get(system, 0)
            counts[system] = number + 1
            if value != "None":
                yield system, number, rater, json.loads(value)["errors"]


def _text(path: Path) -> list[str]:
    """The lines of an output; one system writes a byte order mark before the first."""
    with gzip.open(path, "rt", encoding="utf-8", newline="\n") as lines:
        return [line.removesuffix("\n").removeprefix("\ufeff") for line in lines]


def _lines(path: Path) -> Iterator[str]:
    packed = path.with_name(path.name + ".gz")
    yield from read_lines(packed if packed.exists() else path)
