"""Examples for a prompt: sentences with their translations, none of them from the text at hand."""

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from hashlib import blake2b
from itertools import islice
from pathlib import Path

from litmus.corpus.shipped import load_suite, suite_folders
from litmus.errors import DataError, UsageError
from litmus.files.text import read_lines
from litmus.language.knowledge import language_code
from litmus.wording import count, option

COUNT = 5
Pair = tuple[str, str]


@dataclass(frozen=True)
class Shots:
    """The examples in their order."""

    pairs: tuple[Pair, ...]
    signature: str


def load_shots(
    given: str | Path, languages: tuple[str, str], n: int | None, seen: Collection[str]
) -> Shots:
    """The first `n` pairs (5, or what there is) of a file or a suite.

    A file has lines of: source TAB translation. `seen` are the sentences that are to be
    translated, as `comparable` makes them: none of them is an example, nor part of one.
    """
    path = Path(given)
    is_suite = path.is_dir() or (not path.is_file() and (str(given) in suite_folders()))
    if not is_suite and not path.is_file():
        raise DataError(
            f"{given} does not exist. Examples are a suite, or a file with lines of: "
            "source TAB translation"
        )
    pairs = _of_suite(str(given), languages) if is_suite else _of_file(path)
    fresh = (pair for pair in pairs if comparable(pair[0]) not in seen)
    found = tuple(islice(fresh, COUNT if n is None else n))
    if len(found) < (n or 1):
        raise UsageError(
            f"{given} has {count(len(found), 'example')} that {'is' if len(found) == 1 else 'are'} "
            f"not in the text; {option('shot_count', str(n or 1))} needs more.\n"
            f"Give other examples: {option('shots', 'FILE')}"
        )
    digest = blake2b(repr(found).encode(), digest_size=4).hexdigest()
    return Shots(found, f"{path.name}.{digest}.{len(found)}")


def comparable(sentence: str) -> str:
    """A sentence without what does not tell it from another: capitals and blanks.

    >>> comparable(" Good  night.") == comparable("good night.")
    True
    """
    return " ".join(sentence.split()).casefold()


def _of_suite(name: str, languages: tuple[str, str]) -> Iterator[Pair]:
    suite = load_suite(name)
    own = language_code(suite.info.source), language_code(suite.info.target)
    if own != languages:
        raise UsageError(
            f"The examples in {name} are {'-'.join(own)}; the text is {'-'.join(languages)}."
        )
    for segment in suite.segments():
        for reference in segment.references[:1]:
            if segment.source.strip() and reference.strip():
                yield segment.source, reference


def _of_file(path: Path) -> Iterator[Pair]:
    for number, line in enumerate(read_lines(path, any_line_end=True, drop_bom=True), start=1):
        cells = [cell.strip() for cell in line.split("\t")]
        if not line.strip():
            continue
        if len(cells) != 2 or not all(cells):
            raise DataError(
                f"{path}:{number} is no example: a source and its translation, separated by a tab."
            )
        yield cells[0], cells[1]
