"""How answers are read: what is taken away from translations that hold nothing else, and whether
what language models say around a translation is found.

    python -m experiments.answer_reading.measure ../shared/data [--show]

Outputs of WMT systems are taken for answers: whatever reading changes or flags there is, but for
errors of these systems, wrong. Then the references of WMT24 are wrapped in small talk.
"""

import argparse
import gzip
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from litmus.systems.engine import Answer, Query
from litmus.systems.engine_files.answer_form import AnswerForm
from litmus.systems.reading.reader import FLAGS, Reader

SETS = ("wmt21-systems", "wmt22-systems", "wmt23-systems", "wmt24-systems", "wmt22-chat")
# {} is the translation; the names are those of the target language
WRAPPED = {
    "introduction": "Sure! Here is the translation:\n\n{}",
    "introduction with names": "Here's the {English name} translation of the text:\n\n{}",
    "introduction on the same line": "Certainly! Here is the translation: {}",
    "label": "Translation: {}",
    "bold label": "**Translation:**\n{}",
    "language": "{English name}: {}",
    "its own language": "{own name}: {}",
    "fence": "```\n{}\n```",
    "introduction and fence": "Here is the translation:\n\n```text\n{}\n```",
    "quotes": '"{}"',
    "thoughts": "<think>\nThe user wants a translation: let me see.\n</think>\n\n{}",
    "thoughts without beginning": "Let me see.\n</think>\n\n{}",
    "note": "{}\n\nNote: The idiom has no direct equivalent.",
    "bold note": "{}\n\n**Notes:**\n- one\n- two",
    "note in brackets": "{}\n\n(Note: I kept the name.)",
    "offer": "{}\n\nLet me know if you need anything else!",
    "all of it": 'Sure! Here is the translation:\n\n"{}"\n\nNote: I kept the name.',
}
OWN = {
    "de": ("German", "Deutsch", "Hier ist die Übersetzung:\n\n{}", "Übersetzung: {}"),
    "es": ("Spanish", "Español", "Aquí está la traducción:\n\n{}", "Traducción: {}"),
    "zh": ("Chinese", "中文", "以下是翻译：\n\n{}", "译文：{}"),
    "is": ("Icelandic", "Íslenska", "Hér er þýðingin:\n\n{}", "Þýðing: {}"),
}


def main() -> None:
    """Prints the counts; with --show every line that is changed or flagged."""
    parser = argparse.ArgumentParser()
    parser.add_argument("data", type=Path)
    parser.add_argument("--show", action="store_true")
    given = parser.parse_args()
    counts: dict[str, Counter[str]] = {}
    for pair, name, source, output in _outputs(given.data):
        read = _reader(pair).read(Answer(output), Query(source))
        counts.setdefault(pair, Counter()).update(("lines", *read.flags))
        if given.show and read.flags:
            print(f"{name}\t{','.join(read.flags)}\t{source}\t{output}\t{read.text}")
    for pair, found in counts.items():
        said = "  ".join(f"{flag}: {found[flag]}" for flag in FLAGS if found[flag])
        print(f"{pair:8}{found['lines']:>8,} lines  {said}")
    print("all     ", sum((one for one in counts.values()), Counter()))
    _wrapped(given.data, given.show)


def _wrapped(data: Path, show: bool) -> None:
    total, right = Counter[str](), Counter[str]()
    for target, (english, own, here, label) in OWN.items():
        folder = data / "wmt24-systems" / f"en-{target}"
        sources, references = _lines(folder / "src.en"), _lines(folder / f"ref.A.{target}")
        wrappers = WRAPPED | {"in the target language": here, "label in the target language": label}
        for source, reference in zip(sources, references, strict=True):
            bare = reference.strip()
            if not bare:
                continue
            for kind, form in wrappers.items():
                said = form.replace("{English name}", english).replace("{own name}", own)
                read = _reader(f"en-{target}").read(Answer(said.replace("{}", bare)), Query(source))
                total[kind] += 1
                right[kind] += read.text == bare
                if show and read.text != bare:
                    print(f"{kind}\t{source}\t{bare}\t{read.text}")
    for kind in total:
        print(f"{kind:34}{right[kind]:>6,} of {total[kind]:,}  {right[kind] / total[kind]:.1%}")


_READERS: dict[str, Reader] = {}


def _reader(pair: str) -> Reader:
    if pair not in _READERS:
        source, target = pair.split("-")
        _READERS[pair] = Reader(AnswerForm("x"), (source, target), cleans=True)
    return _READERS[pair]


def _outputs(data: Path) -> Iterator[tuple[str, str, str, str]]:
    """Pair, file, source and output of every line."""
    for name in SETS:
        for folder in sorted(path for path in (data / name).iterdir() if path.is_dir()):
            for side in ("", "agent."):
                files = sorted(folder.glob(f"{side}sys.*")) + sorted(folder.glob(f"{side}ref.*"))
                if not files:
                    continue
                (sources,) = folder.glob(f"{side}src.*")
                lines = _lines(sources)
                for file in files:
                    outputs = _lines(file)
                    for source, output in zip(lines, outputs, strict=True):
                        yield folder.name, f"{name}/{folder.name}/{file.name}", source, output


def _lines(path: Path) -> list[str]:
    opener = gzip.open if path.suffix == ".gz" else open
    with opener(path, "rt", encoding="utf-8", newline="\n") as lines:
        return [line.removesuffix("\n") for line in lines]


if __name__ == "__main__":
    main()
