"""What functions for collections share: the fields of a row, and an aligner learned once."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack
from itertools import islice
from pathlib import Path

from litmus.alignment.aligners import load_aligner
from litmus.alignment.embedded.aligner import MOST_PAIRS, EmbeddedAligner
from litmus.alignment.embedded.model_files import load_named, save
from litmus.alignment.links import Aligner
from litmus.corpus.collection.found import CorpusFile, find_files
from litmus.corpus.collection.rows import Fields, Row, read_rows
from litmus.errors import UsageError
from litmus.files.places import fetched, make_folder, read_small, stored, within
from litmus.language.knowledge import language_code
from litmus.wording import option

Place = str | Path
MODEL = "aligner.model"
_MOST_FILES = 1000  # that an aligner learns from


def text_fields(language: str, columns: Mapping[str, str]) -> Fields:
    """One text per row, which may be blank."""
    return Fields(("text",), {"text": language_code(language)}, columns, blank=True)


def pair_fields(
    languages: tuple[str, str], columns: Mapping[str, str], *, documents: bool
) -> Fields:
    """A source and a reference per row, and maybe its document, which may have empty lines."""
    wanted = ("source", "reference", "document") if documents else ("source", "reference")
    sides = dict(zip(("source", "reference"), languages, strict=True))
    return Fields(wanted, sides, columns, blank=documents)


def pair_places(
    corpus: Place | None, source: Place | None, reference: Place | None, docids: Place | None = None
) -> list[str]:
    """Where rows of pairs are: in one place, or side by side in several."""
    if corpus is not None:
        if source is not None or reference is not None or docids is not None:
            raise UsageError(
                f"Give either {option('corpus')} or {option('source')} and {option('reference')}, "
                "not both."
            )
        return [str(corpus)]
    sides = [str(one) for one in (source, reference, docids) if one is not None]
    if source is None or reference is None:
        raise UsageError(
            f"A collection of pairs is {option('corpus', 'WHERE')}, or {option('source', 'SRC')} "
            f"and {option('reference', 'REF')}."
        )
    return sides


def learned_once(
    name: str,
    languages: tuple[str, str],
    places: Sequence[str],
    fields: Fields,
    folder: str,
    *,
    tokens: str = "words",
    overwrite: bool = False,
) -> Aligner:
    """The aligner of that name; one that learns does so once, and is kept with the outputs.

    It learns from the first rows of every file, so many that they come to 100,000 together (of
    more than a thousand files, from a thousand of them).
    """
    aligner = load_aligner(name, languages, tokens)
    if not getattr(aligner, "any_order", False):
        raise UsageError(
            f"The aligner {name!r} goes through a text from top to bottom; the files of a "
            f"collection are done in any order.\nTake {option('aligner', 'embedded')} or "
            f"{option('aligner', 'model:FILE')}."
        )
    if not isinstance(aligner, EmbeddedAligner) or not aligner.learns:
        return aligner
    place = within(folder, MODEL)
    if not overwrite and read_small(place) is not None:
        with fetched(place) as path:
            return load_named(languages, tokens, str(path))
    learned = aligner.learn(_sample(find_files(places), fields))
    make_folder(folder)
    with stored(place) as path:
        save(learned, path)
    return learned


def _sample(files: Sequence[CorpusFile], fields: Fields) -> Iterator[tuple[str, str]]:
    step = -(-len(files) // _MOST_FILES)
    chosen = files[::step]
    each = -(-MOST_PAIRS // len(chosen))
    for file in chosen:
        with ExitStack() as stack:
            paths = [stack.enter_context(fetched(place)) for place in file.places]
            rows = (row for row in read_rows(file, paths, fields) if isinstance(row, Row))
            for row in islice(rows, each):
                yield row.texts[0], row.texts[1]
