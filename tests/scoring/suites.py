"""What the tests of scoring share: suites and outputs written by hand."""

from collections.abc import Iterable
from pathlib import Path

from litmus.corpus.segment import Idiom, Segment
from litmus.corpus.suite import SuiteFolder, SuiteInfo, read_suite, write_suite


def suite(folder: Path, segments: Iterable[Segment], *, name: str = "made-up") -> SuiteFolder:
    write_suite(folder / name, SuiteInfo(name, "zh", "en", version=2), segments)
    return read_suite(folder / name)


def outputs(folder: Path, **systems: Iterable[str]) -> dict[str, Path]:
    paths = {}
    for name, lines in systems.items():
        paths[name] = folder / f"{name}.txt"
        paths[name].write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    return paths


def listed(
    number: int,
    *words: str,
    label: str | None = None,
    document: str | None = None,
    reference: str | None = "so so",
) -> Segment:
    """A segment with a blacklist and perhaps an idiom label."""
    return Segment(
        str(number),
        "马马虎虎",
        (reference,) if reference else (),
        document,
        idioms=(Idiom(label, ((0, 4),)),) if label else (),
        blacklist=words,
    )
