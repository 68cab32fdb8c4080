"""Foreign data sets as suites: one file per format, imported only when it is asked for."""

from collections.abc import Mapping
from importlib import import_module
from pathlib import Path
from types import ModuleType

from litmus.errors import DataError, UnknownName, UsageError
from litmus.importers.imported import Imported

__all__ = ["FORMATS", "Imported", "import_suite", "options_of"]

FORMATS: Mapping[str, str] = {
    "cibb": "folder of CIBB, Chinese idioms with blacklists (Shao et al. 2018)",
    "autoie": "TSV of Icelandic idioms, processed (4 columns) or original (9 columns)",
    "idiom-mt": "folder or prefix: PREFIX.SRC, PREFIX.TGT, PREFIX.spans.SRC (Baziotis et al. 2023)",
    "idiom-ds": "folder of IdiomTranslationDS: idiom_test.{de,en,info} (Fadaee et al. 2018)",
    "muda": "folder or prefix: PREFIX.SRC, PREFIX.TGT, PREFIX.docids",
    "wmt": "XML file, SGM files, or folder with src.XX, ref.A.XX, sys.NAME.XX, docids",
    "tmx": "translation memory, version 1.4",
    "ctxpro": "JSON lines of CTXPro: the word that the context decides",
    "contrapro": "JSON of ContraPro and its kin: wrong variants of the reference",
    "cocoa": "TSV of CoCoA-MT: each sentence formal and informal (option: register=informal)",
    "discevalmt": "JSON of DiscEvalMT: anaphora or lexical choice, right and wrong French",
    "gtwic": "JSON of Voita et al. 2019: deixis, ellipsis, lexical cohesion in Russian",
    "tsv": "source<TAB>reference[<TAB>label], or columns named in a header line",
}


_GENERAL = ("wmt", "tmx", "tsv")


def _module(format: str) -> ModuleType:
    folder = "formats" if format in _GENERAL else "test_sets"
    return import_module(f"{__name__}.{folder}.{format.replace('-', '_')}")


def options_of(format: str) -> Mapping[str, str]:
    """The options of a format, each with a line on what it does."""
    if format not in FORMATS:
        raise UnknownName("format", format, FORMATS)
    module = _module(format)
    options: Mapping[str, str] = module.OPTIONS
    return options


def import_suite(
    format: str,
    path: Path,
    *,
    languages: tuple[str, str] | None = None,
    name: str | None = None,
    **options: str,
) -> Imported:
    """The data set at `path`, read as `format`. Its segments stream when they are asked for."""
    known = options_of(format)
    for option in options:
        if option not in known:
            listed = ", ".join(f"{key}={what}" for key, what in sorted(known.items())) or "none"
            raise UsageError(f"The format {format} has no option {option!r}.\nKnown: {listed}")
    if not path.exists() and not path.parent.exists():
        raise DataError(f"{path} does not exist.")
    module = _module(format)
    imported: Imported = module.read(path, languages=languages, name=name, **options)
    return imported
