"""Consistency test sets of Voita et al. (ACL 2019): four sentences, one version is right."""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from litmus.corpus.segment import Segment
from litmus.corpus.suite import SuiteInfo
from litmus.errors import DataError
from litmus.files.jsonl import parse
from litmus.files.text import decoded_lines, one_line
from litmus.importers.imported import Anew, Imported, title
from litmus.importers.sample import Sample
from litmus.wording import count

NAME = "gtwic"
SUMMARY = "JSON of Voita et al. 2019: deixis, ellipsis, lexical cohesion in Russian"
OPTIONS: Mapping[str, str] = {}
_BREAK = "_eos"


def recognises(sample: Sample) -> bool:
    """A list of examples that say which version is right."""
    return sample.form == "JSON" and b'"true_ind"' in sample.start


def read(path: Path, *, languages: tuple[str, str] | None, name: str | None) -> Imported:
    """The suite: the last sentence of each group, those before it as context."""
    source, target = languages or ("en", "ru")
    info = SuiteInfo(
        title(path, name), source, target, metrics=("contrast",),
        origin="Voita, Sennrich, Titov (ACL 2019), "
        "https://github.com/lena-voita/good-translation-wrong-in-context",
    )  # fmt: skip
    notes: list[str] = []
    return Imported(info, Anew(lambda: _segments(path, notes)), notes=notes)


def _segments(path: Path, notes: list[str]) -> Iterator[Segment]:
    listed = parse(str(path), "".join(decoded_lines(path)))
    if not isinstance(listed, list):
        raise DataError(f"{path} is not a list of examples.")
    same = 0
    for number, value in enumerate(listed, start=1):
        where = f"{path}: example {number}"
        sources, versions, right = _checked(where, value)
        reference = versions[right]
        wrong = tuple(
            dict.fromkeys(
                v[-1] for n, v in enumerate(versions) if n != right and v[-1] != reference[-1]
            )
        )
        if not wrong:
            same += 1
            continue
        yield Segment(
            str(number),
            sources[-1],
            (reference[-1],),
            context=sources[:-1],
            reference_context=reference[:-1],
            contrastive=wrong,
        )
    notes.clear()
    if same:
        notes.append(f"{count(same, 'example')} left out: the last sentences are the same.")


def _checked(where: str, value: Any) -> tuple[tuple[str, ...], list[tuple[str, ...]], int]:
    try:
        sources = _sentences(value["src"])
        versions = [_sentences(text) for text in value["dst"]]
        right = int(value["true_ind"])
        if not 0 <= right < len(versions) or not sources[-1] or not versions[right][-1]:
            raise ValueError("no right version")
    except (TypeError, KeyError, ValueError, AttributeError, IndexError) as error:
        raise DataError(f"{where} lacks src, dst or true_ind, or they do not fit.") from error
    return sources, versions, right


def _sentences(text: str) -> tuple[str, ...]:
    return tuple(one_line(part) for part in text.split(_BREAK))
