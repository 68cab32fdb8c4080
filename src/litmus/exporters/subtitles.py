"""Translations in the cues of a suite that was imported from subtitles."""

from collections.abc import Mapping
from pathlib import Path

from litmus.corpus.suite import Suite, SuiteFolder
from litmus.errors import UsageError
from litmus.exporters.registry import Exported
from litmus.exporters.translations import translations, write_files
from litmus.language.knowledge import language_code, load
from litmus.localisation.subtitles.cues import written
from litmus.localisation.subtitles.filling import LINE, filled, too_long
from litmus.localisation.subtitles.kept import read_kept
from litmus.localisation.subtitles.sentences import sounds, words
from litmus.scoring.measuring.inputs import Output
from litmus.wording import count, option


def write_subtitles(
    suite: Suite, output: Path, outputs: Mapping[str, Output], into: Path | None, format: str
) -> Exported:
    """A file of cues, or a folder with one for each document of the suite."""
    if into is not None:
        raise UsageError(f"The suite has its cues: leave {option('into')} out.")
    if not isinstance(suite, SuiteFolder):
        raise UsageError(f"Only a suite knows cues, loose files do not: {option('suite', 'SUITE')}")
    documents = read_kept(suite.folder)
    texts = translations(suite, outputs)
    blank = "" if load(language_code(suite.info.target)).writing == "characters" else " "
    files: dict[Path, bytes] = {}
    long = n_cues = left = n_sounds = gone = 0
    for name, kept in documents.items():
        cues = filled(kept.cues, kept.pieces, texts, blank)
        files[Path(f"{name}.{format}") if len(documents) > 1 else Path()] = written(
            cues, format
        ).encode()
        n_cues, long = n_cues + len(cues), long + too_long(cues)
        n_sounds += sounds(kept.cues)
        gone += len(kept.cues) - len(cues)
        held = {piece.cue for key in kept.pieces if key in texts for piece in kept.pieces[key]}
        left += sum(number not in held and bool(words(cue)) for number, cue in enumerate(kept.cues))
    write_files(output, files)
    notes = []
    if left or n_sounds:
        notes.append(
            f"Left as in the source: {count(left, 'cue')} without a segment of the suite, "
            f"{count(n_sounds, 'description')} of sounds (in brackets)."
        )
    if gone:
        notes.append(f"{count(gone, 'cue')} left out: without a word of a translation.")
    if long:
        notes.append(f"{count(long, 'cue')} longer than two lines of {LINE} characters.")
    return Exported(f"{output}: {count(n_cues, 'cue')}", notes)
