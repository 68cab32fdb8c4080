"""Subtitles as suites: sentences joined from cues, paired with those of a second file by time."""

from collections import Counter
from collections.abc import Sequence
from itertools import chain
from pathlib import Path

from litmus.corpus.segment import Segment
from litmus.corpus.suite import SuiteInfo
from litmus.errors import DataError, UsageError
from litmus.importers.imported import Imported, title
from litmus.language.knowledge import language_code, load
from litmus.localisation.subtitles.by_time import files_by_name, name_and_language
from litmus.localisation.subtitles.cues import Cues, read_cues
from litmus.localisation.subtitles.kept import NAME as KEPT
from litmus.localisation.subtitles.kept import rows
from litmus.localisation.subtitles.pairing import Pair, paired
from litmus.localisation.subtitles.sentences import Piece, Sentence, joined, merged, sounds
from litmus.wording import count, option

OPTIONS = {
    "target": "subtitles of the other language (a file, or a folder of files of the same names): "
    "the references"
}


def read_subtitles(
    path: Path, *, languages: tuple[str, str] | None, name: str | None, target: str | None
) -> Imported:
    """The suite: one segment per sentence, or with a `target` per group of sentences that are on
    the screen together. Documents are files."""
    if target:
        _check_target(path, Path(target))
    pair = languages or _languages(path, Path(target) if target else None)
    files = files_by_name(path, language_code(pair[0]))
    others = _others(path, Path(target), files, language_code(pair[1])) if target else {}
    odd: Counter[str] = Counter()
    segments: list[Segment] = []
    kept: list[str] = []
    several = path.is_dir()
    for document, file in files.items():
        other = read_cues(others[document]) if target else None
        prefix = f"{document}/" if several else ""
        found, own = _document(document, prefix, read_cues(file), other, pair, odd)
        segments += found
        kept += own
    if not segments:
        raise DataError(
            f"No sentence of {path} is on the screen together with one of {target}.\n"
            "Are both of the same film, with the same times?"
        )
    info = SuiteInfo(title(path, name), *pair)
    return Imported(info, segments, notes=list(_notes(odd)), beside={KEPT: kept})


def _document(
    document: str,
    prefix: str,
    source: Cues,
    target: Cues | None,
    pair: tuple[str, str],
    odd: Counter[str],
) -> tuple[list[Segment], list[str]]:
    codes = language_code(pair[0]), language_code(pair[1])
    sentences = joined(source.cues, codes[0])
    odd.update({f"cues {what}": n for what, n in source.odd.items()})
    odd["sounds"] += sounds(source.cues)
    if target is None:
        others: list[Sentence] = []
        pairs = [Pair((number,), ()) for number in range(len(sentences))]
    else:
        others = joined(target.cues, codes[1])
        odd.update({f"cues {what}": n for what, n in target.odd.items()})
        pairs = paired(sentences, others)
        odd["source"] += sum(len(one.source) for one in pairs if not one.target)
        odd["target"] += sum(len(one.target) for one in pairs if not one.source)
        odd["sentences"] += len(sentences)
        pairs = [one for one in pairs if one.source and one.target]
    segments: list[Segment] = []
    pieces: dict[str, Sequence[Piece]] = {}
    for number, one in enumerate(pairs, start=1):
        own = [sentences[n] for n in one.source]
        references = _text([others[n] for n in one.target], codes[1])
        key = f"{prefix}{number}"
        start, end = min(one.start for one in own), max(one.end for one in own)
        times = {"start": f"{start / 1000:.3f}", "end": f"{end / 1000:.3f}"}
        segments.append(
            Segment(
                key,
                _text(own, codes[0]),
                (references,) if references else (),
                document,
                columns=times,
            )
        )
        pieces[key] = merged(list(chain.from_iterable(each.pieces for each in own)), source.cues)
    return segments, list(rows(document, source.cues, pieces))


def _text(sentences: Sequence[Sentence], language: str) -> str:
    blank = "" if load(language).writing == "characters" else " "
    return blank.join(sentence.text for sentence in sentences)


def _check_target(path: Path, target: Path) -> None:
    if not target.exists():
        raise DataError(f"{target} does not exist.")
    if path.is_dir() != target.is_dir():
        raise UsageError(f"{path} and {target} must be both files, or both folders.")


def _others(path: Path, target: Path, files: dict[str, Path], language: str) -> dict[str, Path]:
    """The files of the other language by the names of the first ones."""
    if not path.is_dir():
        return dict.fromkeys(files, target)
    others = files_by_name(target, language)
    if missing := [name for name in files if name not in others]:
        raise DataError(f"{target} has no file for {files[missing[0]]}.")
    return others


def _languages(path: Path, target: Path | None) -> tuple[str, str]:
    """The codes in the names: film.en.srt, film.de.srt."""
    source = name_and_language(path.stem)[1]
    other = name_and_language(target.stem)[1] if target else None
    if source is None or other is None:
        raise UsageError(
            "Subtitles do not say their languages. Pass them: "
            f"{option('languages', 'SOURCE-TARGET')}, such as en-de"
        )
    return source, other


def _notes(odd: Counter[str]) -> list[str]:
    notes = []
    if cues := {what: n for what, n in odd.items() if what.startswith("cues ") and n}:
        parts = ", ".join(f"{n:,} {what.removeprefix('cues ')}" for what, n in cues.items())
        notes.append(f"Cues: {parts}. Those without text are left out; times give the order.")
    if odd["sounds"]:
        notes.append(f"{count(odd['sounds'], 'description')} of sounds (in brackets) left out.")
    if odd["source"] or odd["target"]:
        notes.append(
            f"{odd['source']:,} of {count(odd['sentences'], 'sentence')} and "
            f"{odd['target']:,} of the target left out: nothing is on the screen with them."
        )
    if 2 * odd["source"] > odd["sentences"]:
        notes.append("Most sentences have no partner: do the times of both files fit?")
    return notes
