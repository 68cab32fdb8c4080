"""What the tests of scoring share: suites and outputs written by hand, and their scores."""

from collections.abc import Iterable, Mapping
from pathlib import Path

from litmus import evaluate
from litmus.corpus.segment import Idiom, Segment
from litmus.corpus.suite import SuiteFolder, SuiteInfo, read_suite, write_suite
from litmus.scoring.results import Result


def suite(folder: Path, segments: Iterable[Segment], *, name: str = "made-up") -> SuiteFolder:
    write_suite(folder / name, SuiteInfo(name, "zh", "en", version=2), segments, overwrite=True)
    return read_suite(folder / name)


def outputs(folder: Path, **systems: Iterable[str]) -> dict[str, Path]:
    paths = {}
    for name, lines in systems.items():
        paths[name] = folder / f"{name}.txt"
        paths[name].write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    return paths


def scored(
    folder: Path,
    segments: Iterable[Segment],
    systems: Mapping[str, Iterable[str]],
    /,
    *metrics: str,
    **options: object,
) -> Result:
    """Systems on a suite of these segments; by blacklist, unless metrics are named."""
    made, files = suite(folder, segments), outputs(folder, **systems)
    given = {"metrics": metrics or "blacklist", "n_bootstrap": 9} | options
    return evaluate(made, files, **given)  # type: ignore[arg-type]


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
