"""A published language model end to end: context, right and wrong pronouns, translations.

    python -m benchmarks.nmt.published MODEL.gguf ../shared/data OUT --prompt chat
    python -m benchmarks.nmt.published MODEL.gguf ../shared/data OUT --prompt plain \\
        --device cuda --talk 40 --pronouns 300 --parts context pronouns

Reads the English-French TED talks of 2010 and the English-French pronoun set in DATA, takes the
first lines of every talk and a sample of the pronouns, and runs `litmus cxmi`, `litmus cxmi
--contrastive`, `litmus translate` and `litmus score` on them as a user would; what they print is
kept in OUT. Prints the table of experiments/small_models/measured.md. Every part loads the model
anew; on a GPU that holds it several times, parts can run side by side, each with an OUT of its own.
"""

import argparse
import gzip
import json
import random
import re
import subprocess
import sys
import time
from collections.abc import Sequence
from html import unescape
from pathlib import Path
from typing import Any

TALKS = "ted-docs/en-fr/IWSLT13.TED.tst2010.en-fr.{}.xml.gz"
PRONOUNS = "contrastive-pronoun-en-fr/pronoun.en-fr.jsonl.gz"
SKIPPED = 2  # a talk's first lines: greetings

Row = tuple[str, str]


def talks(path: Path) -> list[list[str]]:
    """The lines of every talk."""
    with gzip.open(path, "rt", encoding="utf-8") as file:
        text = file.read()
    found = [re.findall(r"<seg[^>]*>(.*?)</seg>", talk, re.S) for talk in text.split("</doc>")]
    return [[" ".join(unescape(line).split()) for line in lines] for lines in found if lines]


def write_texts(data: Path, out: Path, talk: int, pronouns: int) -> int:
    """Writes talks.en, .fr, .docids and pronouns.jsonl.gz; how many lines of talks there are."""
    sides = [talks(data / TALKS.format(code)) for code in ("en", "fr")]
    rows = [
        (english, french, f"talk{number}")
        for number, pair in enumerate(zip(*sides, strict=True))
        for english, french in list(zip(*pair, strict=True))[SKIPPED : SKIPPED + talk]
    ]
    for place, ending in enumerate(("en", "fr", "docids")):
        (out / f"talks.{ending}").write_text("".join(f"{row[place]}\n" for row in rows), "utf-8")
    with gzip.open(data / PRONOUNS, "rt", encoding="utf-8") as lines:
        sample = random.Random(7).sample(list(lines), pronouns)
    with gzip.open(out / "pronouns.jsonl.gz", "wt", encoding="utf-8") as kept:
        kept.writelines(sample)
    return len(rows)


def litmus(*arguments: str, to: Path | None = None) -> tuple[Any, float]:
    """What a command says in JSON (also in a file), and how long it took."""
    begun = time.perf_counter()
    form = ["-f", "json"] if to is not None else []
    ran = subprocess.run(
        [sys.executable, "-m", "litmus", *arguments, *form], stdout=subprocess.PIPE, check=True
    )
    if to is not None:
        to.write_bytes(ran.stdout)
    return json.loads(ran.stdout) if to is not None else None, time.perf_counter() - begun


def value(row: dict[str, Any], digits: int) -> str:
    """A value with its interval, where it has one."""
    shown = f"{row['value']:.{digits}f}"
    if row.get("low") is None:
        return shown
    return f"{shown} [{row['low']:.{digits}f}, {row['high']:.{digits}f}]"


def context_rows(found: Sequence[dict[str, Any]]) -> list[Row]:
    """CXMI of the text, and of pronouns."""
    rows = [row for row in found if row["by"] == "corpus" and row["name"] == "cxmi"]
    named = [(f"CXMI, {row['context']}, {row['n']} segments", value(row, 2)) for row in rows]
    words = [row for row in found if row["by"] == "tag" and " - random" in row["context"]]
    return named + [(f"P-CXMI of {row['name']}, {row['context']}", value(row, 3)) for row in words]


class Bench:
    """A model and texts; every part prints rows of the table."""

    def __init__(self, args: argparse.Namespace) -> None:
        self._model, self._out = args.model, args.out
        self._segments = write_texts(args.data, args.out, args.talk, args.pronouns)
        self._examples = args.pronouns
        self._how = ["--device", args.device, *(["--prompt", args.prompt] if args.prompt else [])]
        self._asked = ["--model", args.model, "--random-context", "-q", *self._how]
        self._asked += [f"--{side}-context={args.before}" for side in ("source", "target")]
        self._pair = ["-l", "en-fr", "-s", str(args.out / "talks.en")]
        self._reference = ["-r", str(args.out / "talks.fr")]

    def context(self) -> list[Row]:
        """CXMI of the talks."""
        documents = ["--docids", str(self._out / "talks.docids")]
        found, seconds = litmus(
            "cxmi", *self._pair, *self._reference, *documents, "--tag", *self._asked,
            to=self._out / "cxmi.json",
        )  # fmt: skip
        return [*context_rows(found), ("seconds per segment", f"{seconds / self._segments:.1f}")]

    def pronouns(self) -> list[Row]:
        """How often the right one is more likely."""
        suite = str(self._out / "pronouns")
        given = ["contrapro", f"{suite}.jsonl.gz", "-l", "en-fr", "-o", suite, "--overwrite"]
        litmus("import", *given)
        found, seconds = litmus(
            "cxmi", "-t", suite, "--contrastive", *self._asked, to=self._out / "contrastive.json"
        )
        rows = [
            (f"right pronouns (%), {row['context']}, {row['n']} examples", value(row, 1))
            for row in found
            if row["reading"] == "sum" and row["by"] in ("all", "difference")
        ]
        return [*rows, ("seconds per example", f"{seconds / self._examples:.1f}")]

    def translations(self) -> list[Row]:
        """BLEU and chrF of the talks."""
        rows, seconds = self._scored(
            "system.fr", self._pair, [*self._pair, *self._reference], ["bleu", "chrf"]
        )
        named = [(f"{name} of {self._segments} translations", shown) for name, shown in rows]
        return [*named, ("seconds per translation", f"{seconds / self._segments:.1f}")]

    def idioms(self) -> list[Row]:
        """LitTER of the demo suite."""
        suite = ["-t", "demo-en-fr"]
        rows, _ = self._scored("idioms.fr", suite, suite, ["litter"])
        return [(f"{name} on demo-en-fr", shown) for name, shown in rows]

    def _scored(
        self, name: str, text: list[str], suite: list[str], metrics: list[str]
    ) -> tuple[list[Row], float]:
        output = str(self._out / name)
        system = ["--system", f"model:{self._model}", "--beam", "1", "-o", output, "--overwrite"]
        _, seconds = litmus("translate", *text, *system, *self._how)
        asked = ["-i", output, "-m", *metrics, "-q"]
        scored, _ = litmus("score", *suite, *asked, to=self._out / f"{name}.json")
        whole = [row for row in scored if row["tag"] is None]
        return [(row["metric"], value(row, 1)) for row in whole], seconds


PARTS = ("context", "pronouns", "translations", "idioms")


def settings() -> argparse.Namespace:
    """What was asked for."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("model")
    parser.add_argument("data", type=Path)
    parser.add_argument("out", type=Path)
    parser.add_argument("--prompt", help="plain, instruct, chat; none for an encoder-decoder")
    parser.add_argument("--device", default="auto")
    parser.add_argument("--talk", type=int, default=2, help="lines of each of the 11 talks")
    parser.add_argument("--pronouns", type=int, default=12, help="examples")
    parser.add_argument("--before", type=int, default=1, help="sentences before, on both sides")
    parser.add_argument("--parts", nargs="+", choices=PARTS, default=PARTS[:-1])
    return parser.parse_args()


def main() -> None:
    args = settings()
    args.out.mkdir(parents=True, exist_ok=True)
    bench = Bench(args)
    for part in args.parts:
        for name, shown in getattr(bench, part)():
            print(f"| {name} | {shown} |", flush=True)


if __name__ == "__main__":
    main()
