"""What the public functions take: suites, loose files, lists of strings, outputs by name."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from litmus.alignment.backends.pharaoh_files import PharaohFile
from litmus.alignment.links import Aligner
from litmus.corpus.columns import Columns, with_columns
from litmus.corpus.formats.tags import TagFile
from litmus.corpus.in_memory import Lines, Marks, ParallelLines, Text, in_memory, open_text
from litmus.corpus.parallel import ParallelFiles
from litmus.corpus.shipped import load_suite
from litmus.corpus.suite import Suite, SuiteFolder, SuiteInfo
from litmus.errors import DataError, UnknownName, UsageError
from litmus.files.cache import default_cache
from litmus.idioms.entries.lists import IdiomList, load_idioms, make_list
from litmus.idioms.in_place import FoundIdioms
from litmus.idioms.matching.matcher import Matcher
from litmus.language.dictionary.bilingual import shipped_pairs
from litmus.language.knowledge import language_code, language_pair
from litmus.localisation.outputs import is_localised, localised_output
from litmus.resegmenting.free_texts import check_texts
from litmus.resegmenting.output import free_output
from litmus.resegmenting.suites import Resegmentation
from litmus.scoring.measuring.inputs import Output, Tags
from litmus.scoring.options import ScoringOptions
from litmus.scoring.plan import DEFAULT_METRICS
from litmus.terms.in_place import FoundTerms
from litmus.terms.lists import TermsLike, load_terms
from litmus.wording import option

SuiteLike = Suite | str | Path
Texts = Text | Sequence[Text]  # one text, or several: references
ByName = Mapping[str, Text]


def open_suite(
    suite: SuiteLike | None,
    *,
    languages: str | None = None,
    source: Text | None = None,
    references: Texts = (),
    spans: str | Path | Marks | None = None,
    docids: Text | None = None,
    columns: Columns | None = None,
    idioms: str | Path | Sequence[str] | None = None,
    classes: Sequence[str] = (),
    figurative: float | None = None,
    terms: TermsLike | None = None,
) -> Suite:
    """The suite itself, the one of that name or folder, or one of loose files or lists; with
    `idioms`, those of a list (of some classes) are found in its sources, and marked, if they are
    at least so probably `figurative`; with `terms`, those of a list."""
    opened = _open_suite(
        suite, languages, source, references, spans, docids, to_mark=idioms is not None
    )
    marked = _with_idioms(with_columns(opened, columns), idioms, classes, figurative)
    return marked if terms is None else FoundTerms(marked, load_terms(terms), DEFAULT_METRICS)


def _with_idioms(
    opened: Suite,
    idioms: str | Path | Sequence[str] | None,
    classes: Sequence[str],
    figurative: float | None,
) -> Suite:
    if idioms is None:
        if classes:
            raise UsageError(
                f"{option('classes')} selects from a list: add {option('idioms', 'LIST')}."
            )
        if figurative is not None:
            raise UsageError(
                f"{option('figurative')} selects from what is found: add "
                f"{option('idioms', 'LIST')}."
            )
        return opened
    listed = open_idioms(idioms, opened.info.source).of_classes(classes)
    return FoundIdioms(opened, Matcher(listed, figurative=figurative))


def open_idioms(idioms: str | Path | Sequence[str], language: str) -> IdiomList:
    """A list: a file, one by its name, or entries."""
    code = language_code(language)
    if isinstance(idioms, str | Path):
        return load_idioms(str(idioms), code)
    return make_list(idioms, code)


def _open_suite(
    suite: SuiteLike | None,
    languages: str | None,
    source: Text | None,
    references: Texts,
    spans: str | Path | Marks | None,
    docids: Text | None,
    *,
    to_mark: bool,
) -> Suite:
    pair = language_pair(languages) if languages else None
    several = _references(references)
    if suite is not None:
        if source is not None or several or spans is not None or docids is not None:
            raise UsageError(
                f"Give either a suite ({option('suite')}) or loose files ({option('languages')} "
                f"{option('source')} {option('references')}), not both."
            )
        return _with_languages(suite, pair)
    if source is None:
        raise UsageError(
            f"Nothing to score on. Give a suite ({option('suite', 'SUITE')}), or "
            f"{option('languages', 'SRC-TGT')} {option('source', 'SRC')} "
            f"{option('references', 'REF')}.\nSuites that come with litmus: litmus list suites"
        )
    if pair is None:
        raise UsageError(
            "Loose files do not say their languages. "
            f"Add {option('languages', 'SRC-TGT')}, such as en-fr"
        )
    return _loose(pair, open_text(source, "source"), several, spans, docids, to_mark=to_mark)


def _with_languages(suite: SuiteLike, pair: tuple[str, str] | None) -> Suite:
    """The suite, whose languages must be known, and those that were said."""
    opened = load_suite(suite) if isinstance(suite, str | Path) else suite
    info = opened.info
    try:
        own = language_code(info.source), language_code(info.target)
    except UnknownName as error:
        if not isinstance(opened, SuiteFolder):
            raise
        where = opened.folder / "suite.toml"
        raise DataError(f"{where}: {error.message.template}") from error
    if pair and pair != own:
        raise UsageError(
            f"{info.name} is {info.source}-{info.target}, "
            f"but {option('languages')} says {'-'.join(pair)}."
        )
    return opened


def _references(references: Texts) -> list[Path | Lines]:
    """Every text opened. A list of strings is one reference unless all of them are files."""
    if isinstance(references, str | Path):
        return [Path(references)]
    if not references:
        return []
    if all(isinstance(text, Path) for text in references):
        return [Path(str(text)) for text in references]
    if all(isinstance(text, str) for text in references):
        return [open_text([str(text) for text in references], "references")]
    return [open_text(text, f"references[{index}]") for index, text in enumerate(references)]


def _loose(
    pair: tuple[str, str],
    source: Path | Lines,
    references: list[Path | Lines],
    spans: str | Path | Marks | None,
    docids: Text | None,
    *,
    to_mark: bool,
) -> Suite:
    documents = None if docids is None else open_text(docids, "docids")
    marks = Path(spans) if isinstance(spans, str) else spans
    marked = marks is not None or to_mark
    metrics = ("litter", *DEFAULT_METRICS) if marked and pair in shipped_pairs() else ()
    if isinstance(source, Path):
        info = SuiteInfo(source.name, *pair, metrics=metrics)
        files = [text for text in references if isinstance(text, Path)]
        if (
            len(files) == len(references)
            and not isinstance(documents, Lines)
            and (marks is None or isinstance(marks, Path))
        ):
            return ParallelFiles(info, source, tuple(files), marks, documents)
    return ParallelLines(
        SuiteInfo(Path(str(source)).name, *pair, metrics=metrics),
        in_memory(source),
        tuple(in_memory(text) for text in references),
        marks,
        None if documents is None else in_memory(documents),
    )


def open_outputs(
    outputs: ByName | None, suite: Suite, *, resegment: bool = False, workers: int | None = 1
) -> dict[str, Output]:
    """Outputs by name; none given means those that come with the suite. `resegment`: they are free
    translations of documents, which are cut first."""
    if outputs is not None and not isinstance(outputs, Mapping):
        raise UsageError('Outputs are given by name, such as {"mine": "out.en"}.')
    if resegment:
        return _resegmented(outputs or {}, suite, workers)
    opened = {
        name: _open_output(text, name, suite) for name, text in (outputs or {}).items()
    } or dict(suite.systems)
    if not opened:
        raise UsageError(
            "There is no output to score. Give one: "
            + option("outputs", "[NAME=]FILE", '{"NAME": FILE}')
        )
    return opened


def _open_output(text: Text, name: str, suite: Suite) -> Output:
    """A file of lines as its path, lines as they are; of XLIFF, PO and subtitles the lines that
    belong to the suite's segments."""
    opened = open_text(text, f"outputs[{name!r}]")
    if isinstance(opened, Path) and is_localised(opened):
        return localised_output(opened, suite)
    return opened


def _resegmented(outputs: ByName, suite: Suite, workers: int | None) -> dict[str, Output]:
    if not outputs:
        raise UsageError(
            f"{option('resegment')} needs free texts to cut; the outputs of a suite have lines.\n"
            "Give one: " + option("outputs", "[NAME=]FREE", '{"NAME": FREE}')
        )
    cut: dict[str, Output] = {}
    for name, texts in outputs.items():
        check_texts(texts)
        shown = str(texts) if isinstance(texts, str | Path) else f"outputs[{name!r}]"
        cut[name] = free_output(shown, Resegmentation(suite, texts, workers=workers))
    return cut


def open_aligners(
    files: Mapping[str, Aligner | str | Path] | None, suite: Suite, systems: Mapping[str, Output]
) -> dict[str, Aligner]:
    """Aligners by system ("" is the reference); a path is a file of Pharaoh links."""
    languages = (suite.info.source, suite.info.target)
    _check_systems(files, systems)
    return {
        system: PharaohFile(Path(file), languages) if isinstance(file, str | Path) else file
        for system, file in (files or {}).items()
    }


def open_options(
    suite: Suite,
    systems: Mapping[str, Output],
    *,
    metrics: str | Sequence[str],
    aligners: Mapping[str, Aligner | str | Path] | None,
    tags: Mapping[str, Tags | str | Path] | None,
    tested: str | Sequence[str],
    by_column: str | Sequence[str] = (),
    cache: bool,
    **others: Any,
) -> ScoringOptions:
    """The options of `litmus.evaluate`, those of files with the files open."""
    return ScoringOptions(
        metrics=(metrics,) if isinstance(metrics, str) else tuple(metrics),
        aligners=open_aligners(aligners, suite, systems),
        tags=open_tags(tags, systems),
        tested=(tested,) if isinstance(tested, str) else tuple(tested),
        by_column=(by_column,) if isinstance(by_column, str) else tuple(by_column),
        cache=default_cache() if cache else None,
        **others,
    )


def open_tags(
    files: Mapping[str, Tags | str | Path] | None, systems: Mapping[str, Output]
) -> dict[str, Tags]:
    """Tags by system ("" is the reference); a path is a file of tags."""
    _check_systems(files, systems)
    return {
        system: TagFile(Path(file)) if isinstance(file, str | Path) else file
        for system, file in (files or {}).items()
    }


def _check_systems(files: Mapping[str, object] | None, systems: Mapping[str, Output]) -> None:
    for system in files or {}:
        if system and system not in systems:
            raise UnknownName("system", system, systems)
