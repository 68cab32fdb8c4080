"""What exporters of translations share: one output by segment, and files or folders of them."""

from collections.abc import Callable, Collection, Mapping
from pathlib import Path

from litmus.corpus.suite import Suite
from litmus.errors import DataError, UnknownName, UsageError
from litmus.exporters.registry import Exported
from litmus.files.folders import new_folder
from litmus.files.text import write_bytes
from litmus.localisation.bilingual import Filled, files_of
from litmus.scoring.measuring.inputs import Inputs, Output
from litmus.wording import count, option

REVIEW = "no: they count as translated (default: yes, somebody should look at them)"
Fill = Callable[[Path, Mapping[str, str], str, bool], Filled]


def translations(suite: Suite, outputs: Mapping[str, Output]) -> dict[str, str]:
    """Segment -> translation, of the one output that was named."""
    if len(outputs) != 1:
        raise UsageError(
            f"{count(len(outputs), 'output')} given; a file takes the translations of one: "
            + option("outputs", "[NAME=]FILE", '{"NAME": FILE}')
        )
    (name,) = outputs
    return {
        segment.id: text
        for read in Inputs(suite, outputs).batches()
        for segment, text in zip(read.segments, read.texts[name], strict=True)
    }


def fill_files(
    suite: Suite,
    output: Path,
    outputs: Mapping[str, Output],
    into: Path | None,
    suffixes: Collection[str],
    fill: Fill,
    review: str,
) -> Exported:
    """Write the file, or the folder of files, with translations in it; its other texts stay."""
    if review not in ("yes", "no"):
        raise UnknownName("choice of review", review, ("yes", "no"))
    if into is None:
        raise UsageError(
            "Translations are filled into the file that the suite was imported from: "
            + option("into", "FILE")
        )
    if not into.exists():
        raise DataError(f"{into} does not exist.")
    texts = translations(suite, outputs)
    files = {
        file.relative_to(into) if into.is_dir() else Path(): fill(
            file, texts, prefix, review == "yes"
        )
        for file, prefix in files_of(into, suffixes)
    }
    filled = [key for file in files.values() for key in file.ids]
    blank = [key for file in files.values() for key in file.blank]
    there = {*filled, *blank}
    if lost := [key for key in texts if key not in there]:
        raise DataError(
            f"{into} lacks {len(lost):,} of the {count(len(texts), 'segment')} of "
            f"{suite.info.name}, such as {lost[0]!r}.\n"
            "Give the file that the suite was imported from; nothing was written."
        )
    write_files(output, {name: file.content for name, file in files.items()})
    bare = [key for file in files.values() for key in file.without_codes]
    notes = []
    if blank:
        notes.append(
            f"{count(len(blank), 'target')} left as in the file, such as {blank[0]!r}: the output "
            "is blank there."
        )
    if bare:
        notes.append(
            f"{len(bare):,} of {count(len(filled), 'target')} without all inline codes of the "
            f"source, such as {bare[0]!r}. To keep codes, import with codes=keep and translate "
            "that."
        )
    return Exported(f"{output}: {count(len(filled), 'target')} filled", notes)


def write_files(output: Path, files: Mapping[Path, bytes]) -> None:
    """A file, if it has no name of its own; otherwise a new folder of files."""
    if list(files) == [Path()]:
        write_bytes(output, files[Path()])
        return
    for name in files:
        if name.is_absolute() or ".." in name.parts:  # the name of a document: data
            raise DataError(f"{str(name)!r} cannot be the name of a file in {output}.")
    with new_folder(output) as temporary:
        for name, content in files.items():
            write_bytes(temporary / name, content)
