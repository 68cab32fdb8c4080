"""Formats by name: a module or an object each, imported when its format is asked for."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any, Protocol

from litmus.importers.imported import Imported
from litmus.importers.sample import Sample
from litmus.plugins.registry import Entry, Registry


class Importer(Protocol):
    """A module, or an object, that reads a format. `OPTIONS` are its options with what they do."""

    SUMMARY: str
    OPTIONS: Mapping[str, str]

    def recognises(self, sample: Sample) -> bool:
        """Whether a file or folder is of this format."""
        ...

    def read(
        self, path: Path, *, languages: tuple[str, str] | None, name: str | None, **options: str
    ) -> Imported:
        """The data set as a suite. `languages` and `name` are the user's, if any."""
        ...


def _problem(name: str, value: Any) -> str:
    return "" if callable(getattr(value, "read", None)) else "it has no function 'read'"


_SETS, _GENERAL = "litmus.importers.test_sets", "litmus.importers.formats"
FORMATS: Registry[Importer] = Registry(
    "format",
    (
        Entry("cibb", f"{_SETS}.cibb"),
        Entry("autoie", f"{_SETS}.autoie"),
        Entry("idiom-mt", f"{_SETS}.idiom_mt"),
        Entry("idiom-ds", f"{_SETS}.idiom_ds"),
        Entry("muda", f"{_SETS}.muda"),
        Entry("xliff", f"{_GENERAL}.xliff"),
        Entry("po", f"{_GENERAL}.po"),
        Entry("srt", f"{_GENERAL}.subtitles:SRT"),
        Entry("vtt", f"{_GENERAL}.subtitles:VTT"),
        Entry("wmt", f"{_GENERAL}.wmt"),
        Entry("tmx", f"{_GENERAL}.tmx"),
        Entry("evalset", f"{_GENERAL}.evalset"),
        Entry("ctxpro", f"{_SETS}.ctxpro"),
        Entry("contrapro", f"{_SETS}.contrapro"),
        Entry("cocoa", f"{_SETS}.cocoa"),
        Entry("discevalmt", f"{_SETS}.discevalmt"),
        Entry("gtwic", f"{_SETS}.gtwic"),
        Entry("winomt", f"{_SETS}.winomt"),
        Entry("mt-geneval", f"{_SETS}.mt_geneval"),
        Entry("wmt25-terminology", f"{_SETS}.wmt25_terminology"),
        Entry("wmt-jsonl", f"{_GENERAL}.wmt_jsonl"),
        Entry("hf", f"{_GENERAL}.hf"),
        Entry("parquet", f"{_GENERAL}.parquet"),
        Entry("csv", f"{_GENERAL}.csv"),
        Entry("tsv", f"{_GENERAL}.tsv"),
    ),
    group="litmus.importers",
    problem=_problem,
    modules=True,
)
