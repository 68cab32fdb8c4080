"""LitTER held against people: the human judgements of TIDE (Lee et al. 2023), English to zh and ko.

    python benchmarks/agreement_tide.py [--brief] [--data FOLDER] [--muse FOLDER] [-o FOLDER]

Fifty English idioms in a figurative and in a literal sentence, translated by four systems; one
annotator a language said how each translation reads (figurative, literal, ambiguous, neither) and
how correct it is (0, 1, 2; not documented: we read 0 as right and 2 as worst). As our labels:

  correct         correctness 0
  omitted         nothing was translated
  literal         reads literally though the source is figurative, correctness above 0
  understandable  reads as the source does, or ambiguously, correctness 1
  incorrect       everything else

The suites and judgements are written to the folder, and the tables are those that
`litmus agree JUDGEMENTS -t SUITE -m ...` prints. `--brief` prints one of them for each language:
literal errors in figurative uses.
"""

import argparse
import csv
import gzip
import tempfile
from collections.abc import Iterator
from contextlib import redirect_stdout
from dataclasses import dataclass
from io import StringIO
from pathlib import Path

from litmus.cli import main as litmus
from litmus.corpus.segment import Idiom, Segment
from litmus.corpus.suite import SuiteInfo, write_suite
from litmus.files.jsonl import line
from litmus.files.text import write_text

DATA = Path(__file__).parents[1].parent / "shared" / "data"
USES = ("ambiguous", "figurative", "literal")  # the rows of an idiom come in this order
SYSTEMS = ("gpt", "nllb", "opus", "palm")
PLAIN = "litter:case=fold,stopwords=drop"
VARIANTS = (
    "litter:case=fold",
    PLAIN,
    f"{PLAIN},source_words=drop",
    f"{PLAIN},gate=alignment",
)


@dataclass(frozen=True)
class Judged:
    """One translation with its verdict."""

    source: str
    idiom: str
    use: str
    system: str
    translation: str
    label: str


def read(path: Path) -> Iterator[Judged]:
    """The judged translations of whole sentences."""
    idiom, place = "", 0
    with path.open(encoding="utf-8", newline="") as lines:
        for row in csv.DictReader(lines):
            idiom, place = (row["idiom"], 0) if row["idiom"] else (idiom, place + 1)
            use = USES[place]
            if use != "ambiguous":  # the bare phrase
                text = " ".join(row["translation"].split())
                label = verdict(use, row["afl"], row["correctness"], text)
                yield Judged(row["source_sentence"], idiom, use, row["source_model"], text, label)


def verdict(use: str, reads: str, correctness: str, translation: str) -> str:
    """Our label of their codes."""
    if correctness == "0":
        return "correct"
    if not translation:
        return "omitted"
    if use == "figurative" and reads == "l":
        return "literal"
    if reads in (use[0], "a") and correctness == "1":
        return "understandable"
    return "incorrect"


def references(data: Path, language: str) -> dict[str, str]:
    with gzip.open(data / "gold.csv.gz", "rt", encoding="utf-8", newline="") as lines:
        rows = list(csv.DictReader(lines))
    return {
        plain(row["source"]).lower(): " ".join(plain(row[f"translation_{language}"]).split())
        for row in rows
    }


def plain(text: str) -> str:
    return text.replace("[[", "").replace("]]", "").strip()


def prepare(data: Path, language: str, use: str, folder: Path) -> tuple[Path, Path]:
    """A suite of the sentences of one use (or all) and a file of their judgements."""
    judged = [j for j in read(data / f"human_evaluation.{language}.csv") if use in (j.use, "all")]
    gold = references(data, language)
    sources = list(dict.fromkeys(j.source for j in judged))
    segments = []
    for number, source in enumerate(sources):
        start = source.index("[[")
        label = next(j.idiom for j in judged if j.source == source)
        span = (start, source.index("]]") - 2)
        text = plain(source)
        idiom = Idiom(label, (span,))
        segments.append(Segment(f"s{number}", text, (gold[text.lower()],), None, (idiom,)))
    found = {(j.source, j.system): j for j in judged}
    outputs = {s: [found[source, s].translation for source in sources] for s in SYSTEMS}
    suite = folder / f"tide-{language}-{use}"
    write_suite(suite, SuiteInfo(suite.name, "en", language), segments, systems=outputs)
    judgements = folder / f"tide-{language}-{use}.judgements.jsonl"
    with write_text(judgements) as out:
        for number, source in enumerate(sources):
            for system in SYSTEMS:
                row = {"id": f"s{number}", "system": system, "annotator": f"TIDE {language}",
                       "label": found[source, system].label}  # fmt: skip
                out.write(line(row) + "\n")
    return suite, judgements


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--data", type=Path, default=DATA / "tide-idioms")
    parser.add_argument("--muse", type=Path, default=DATA / "muse-dicts")
    parser.add_argument("-o", "--output", type=Path)
    parser.add_argument("-f", "--format", default="text")
    parser.add_argument("--brief", action="store_true")
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as scratch:
        folder = args.output or Path(scratch)
        for language in ("zh", "ko"):
            muse = (
                f"litter:case=fold,stopwords=drop,dictionary={args.muse / f'en-{language}.txt.gz'}"
            )
            for use in ("figurative",) if args.brief else ("figurative", "all"):
                suite, judgements = prepare(args.data, language, use, folder)
                print(f"\nEnglish to {language}, {use} uses", flush=True)
                metrics = [*VARIANTS, muse, "omission"]
                printed = StringIO()
                with redirect_stdout(printed):
                    code = litmus(["agree", str(judgements), "-t", str(suite), "-f", args.format,
                                   "-m", *metrics])  # fmt: skip
                assert code == 0
                whole = printed.getvalue()
                print(whole.split("\n\n")[1] if args.brief else whole)


if __name__ == "__main__":
    main()
