"""Sentences per second of `litmus mine` and `litmus build`, beside a spaCy Matcher pipeline.

    pip install spacy spacy-lookups-data
    python -m benchmarks.idioms.throughput CORPUS.en CORPUS.fr [--lines 1000000] [--idioms 300]

The corpus is repeated to size. The baseline is the least of what Baziotis et al. (2023) describe:
spaCy's blank English with the look-up lemmatiser and one Matcher rule per idiom, on a sample of the
lines. Check values: occurrences found, pairs written.
"""

import argparse
import resource
import subprocess
import sys
import tempfile
from itertools import cycle, islice
from pathlib import Path
from time import perf_counter

from benchmarks.machine import machine

from litmus.idioms.entries.lists import load_idioms
from litmus.idioms.entries.notation import Slot

SAMPLE = 3_000  # lines for the baseline


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("source", type=Path)
    parser.add_argument("target", type=Path)
    parser.add_argument("--lines", type=int, default=1_000_000)
    parser.add_argument("--idioms", type=int, default=300)
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        source = repeated(args.source, folder / "corpus.en", args.lines)
        target = repeated(args.target, folder / "corpus.fr", args.lines)
        listed = folder / "idioms.txt"
        idioms = load_idioms("en", "en").idioms[: args.idioms]
        listed.write_text("\n".join(i.label for i in idioms) + "\n", encoding="utf-8")
        found = folder / "found.jsonl"
        ours = run(["mine", listed, source, "-l", "en", "-q", "-o", found], args.lines)
        print(f"    check {sum(1 for _ in found.open())} occurrences")
        base = baseline(source, [i.label for i in idioms])
        print(
            f"    spaCy Matcher: {base:,.0f} sentences/s on one core; ours is {ours / base:,.0f} x"
        )
        free = folder / "free.jsonl"
        run(["mine", listed, source, "-l", "en", "-q", "--matcher", "free", "-o", free], args.lines)
        print(f"    check {sum(1 for _ in free.open())} occurrences")
        out = folder / "built"
        run(
            ["build", found, "-l", "en-fr", "-s", source, "-r", target, "-q", "-o", out], args.lines
        )
        print(f"    check {sum(1 for _ in (out / 'train/zero.en').open())} training pairs")
    print(machine())


def repeated(path: Path, copy: Path, count: int) -> Path:
    """The corpus over and over, to size; each round is numbered, so that no line is a repeat."""
    with path.open(encoding="utf-8", newline="\n") as stream:
        lines = [line.rstrip("\n") for line in stream]
    with copy.open("w", encoding="utf-8", newline="\n") as out:
        for number, line in enumerate(islice(cycle(lines), count)):
            out.write(f"{line} ({number // len(lines)})\n")
    return copy


def run(command: list[object], lines: int) -> float:
    """Runs litmus; prints and returns sentences a second, start included, and prints the peak."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss
    start = perf_counter()
    subprocess.run(
        [sys.executable, "-m", "litmus", *map(str, command)], check=True, stdout=subprocess.DEVNULL
    )
    seconds = perf_counter() - start
    peak = max(before, resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss) / 1024
    print(f"litmus {command[0]} ({lines:,} lines): {seconds:.1f} s, {lines / seconds:,.0f} "
          f"sentences/s, peak of one process {peak:.0f} MB", flush=True)  # fmt: skip
    return lines / seconds


def baseline(source: Path, labels: list[str]) -> float:
    import spacy
    from spacy.matcher import Matcher

    nlp = spacy.blank("en")
    nlp.add_pipe("lemmatizer", config={"mode": "lookup"})
    nlp.initialize()
    matcher = Matcher(nlp.vocab)
    from litmus.idioms.entries.grammar import load_grammar
    from litmus.idioms.entries.notation import parse

    grammar = load_grammar("en")
    for label in labels:
        form = parse(label, grammar)[0]
        rule: list[dict[str, object]] = []
        for part in form.parts:
            if isinstance(part, Slot):
                rule.append({"IS_ALPHA": True, "OP": "?"})
            else:
                lemma = nlp(part.forms[0])[0].lemma_.lower()
                rule.append({"LEMMA": lemma} | ({"OP": "?"} if part.optional else {}))
        matcher.add(label, [rule])
    with source.open(encoding="utf-8", newline="\n") as stream:
        lines = [line.rstrip("\n") for line in islice(stream, SAMPLE)]
    start = perf_counter()
    hits = sum(len(matcher(doc)) for doc in nlp.pipe(lines))
    seconds = perf_counter() - start
    print(f"    baseline check {hits} matches in {len(lines):,} lines")
    return len(lines) / seconds


if __name__ == "__main__":
    main()
