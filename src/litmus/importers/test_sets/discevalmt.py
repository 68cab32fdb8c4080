"""DiscEvalMT (Bawden et al., NAACL 2018): hand-made pairs of right and wrong French."""

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

NAME = "discevalmt"
SUMMARY = "JSON of DiscEvalMT: anaphora or lexical choice, right and wrong French"
OPTIONS: Mapping[str, str] = {}


def recognises(sample: Sample) -> bool:
    """Numbered examples, each with a wrong translation."""
    return sample.form == "JSON" and b'"trg"' in sample.start and b'"incorrect"' in sample.start


def read(path: Path, *, languages: tuple[str, str] | None, name: str | None) -> Imported:
    """The suite: the second sentence of every pair, the first as context."""
    source, target = languages or ("en", "fr")
    info = SuiteInfo(
        title(path, name), source, target, metrics=("contrast",), licence="CC BY-SA 4.0",
        origin="Bawden, Sennrich, Birch, Haddow (NAACL 2018), "
        "https://github.com/rbawden/discourse-mt-test-sets",
    )  # fmt: skip
    return Imported(info, Anew(lambda: _segments(path)))


def _segments(path: Path) -> Iterator[Segment]:
    """Both files of the authors are read: anaphora.json and lexical-choice.json."""
    groups = parse(str(path), "".join(decoded_lines(path)))
    if not isinstance(groups, dict):
        raise DataError(f"{path} is not an object of numbered examples.")
    for name, group in groups.items():
        where = f"{path}: example {name}"
        try:
            for number, (source, right, wrong) in enumerate(_examples(group), start=1):
                yield Segment(
                    f"{name}.{number}",
                    source[1],
                    (right[1],),
                    context=(source[0],),
                    reference_context=(right[0],),
                    contrastive=(wrong[1],),
                )
        except (KeyError, TypeError, IndexError, AttributeError) as error:
            raise DataError(f"{where} lacks src or trg, or they are not pairs.") from error


def _examples(group: Any) -> Iterator[tuple[list[str], list[str], list[str]]]:
    pairs = (
        [(example["src"], example["trg"]) for example in group["examples"]]
        if "examples" in group
        else [(group["src"], target) for target in group["trg"]]
    )
    for source, target in pairs:
        right = target.get("correct") or target["semi-correct"]
        yield (
            [one_line(s) for s in source],
            list(map(one_line, right)),
            list(map(one_line, target["incorrect"])),
        )
