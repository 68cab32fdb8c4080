"""What a row costs: CPU seconds of each command on a text and on the same text twice as long.

    python -m benchmarks.sizing -l en-de -s SRC -r REF --docids IDS -i OUT [--lines 2000]

The difference is the cost of the rows, without start-up and without what an aligner learns (it
learns once, from the shorter text). Each command runs in a process of its own, with one worker and
one thread. The text is repeated as often as it takes, documents numbered anew. Baseline: `wc -w` of
the longer text. Check values: digests of the longer outputs.
"""

import argparse
import os
import pickle
import resource
import subprocess
import sys
import tempfile
from hashlib import blake2b
from itertools import cycle, islice
from pathlib import Path
from time import process_time

from benchmarks.machine import machine

from litmus.api.inputs import open_suite
from litmus.corpus.blocks import read_blocks
from litmus.corpus.documents import documents_together

THREADS = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS")
BILLION = 1_000_000_000
TIMES = 100


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("-l", dest="languages", required=True)
    flags = {"-s": "source", "-r": "reference", "--docids": "docids", "-i": "output"}
    for flag, name in flags.items():
        parser.add_argument(flag, dest=name, type=Path, required=True)
    parser.add_argument("--lines", type=int, default=2000)
    parser.add_argument("--only", nargs="+", default=[])
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for times, size in (("one", args.lines), ("two", 2 * args.lines)):
            lengthen(args, folder / times, size)
        source = args.languages.split("-")[0]
        litmus("align", "--train", "-l", args.languages, "-s", "one/src", "-r", "one/ref", "-o",
               "aligner", folder=folder)  # fmt: skip
        print("| command | rows/s per core | core hours for 10^9 rows | check |")
        print("| --- | ---: | ---: | --- |")
        for what, command in commands(args.languages, source).items():
            if args.only and what not in args.only:
                continue
            one, two = (
                seconds([part.replace("@", size) for part in command], folder)
                for size in ("one", "two")
            )
            rate = args.lines / (two - one)
            digest = blake2b((folder / "out.two").read_bytes(), digest_size=4).hexdigest()
            print(f"| {what} | {rate:,.0f} | {BILLION / rate / 3600:,.0f} | {digest} |", flush=True)
        for what, rate in fed(args.languages, folder / "two").items():
            print(f"one process reads and pickles for {what}: {rate:,.0f} rows/s")
        spent = seconds(["wc", "-w", "two/src"], folder, litmus=False)
        print(f"wc -w: {2 * args.lines / max(spent, 0.001):,.0f} lines/s; {machine()}")


def fed(languages: str, folder: Path) -> dict[str, float]:
    """Rows per CPU second that the process which reads can give to others."""
    suite = open_suite(
        None,
        languages=languages,
        source=folder / "src",
        references=[folder / "ref"],
        docids=folder / "ids",
    )
    rates = {}
    start, n = process_time(), 0
    for batch in documents_together(suite.segments(), lambda segment: segment.document):
        n += len(batch)
        pickle.dumps(batch)
    rates["tag"] = n / (process_time() - start)
    start, n = process_time(), 0
    for _ in range(TIMES):  # a small file is read in no time
        for block in read_blocks(folder / "src"):
            n += block.n_lines
            pickle.dumps(block)
    rates["mine"] = n / (process_time() - start)
    return rates


def commands(languages: str, source: str) -> dict[str, list[str]]:
    """What is measured; `@` stands for the text."""
    pair = ["-l", languages, "-s", "@/src", "-r", "@/ref"]
    links = ["-a", "model:aligner"]
    scored = [*pair, "--docids", "@/ids", "-i", "@/out", "--bootstrap", "100", "-o", "out.@"]
    return {
        "mine": ["mine", source, "@/src", "-l", source, "-o", "out.@", "--overwrite"],
        "analyse": ["analyse", "@/src", "-l", source, "-o", "out.@"],
        "align": ["align", *pair, *links, "-o", "out.@"],
        "tag": ["tag", *pair, *links, "--docids", "@/ids", "-o", "out.@", "--no-cache"],
        "score, BLEU and chrF": ["score", *scored, "-m", "bleu", "chrf"],
        "score, word F (tags)": ["score", *scored, *links, "-m", "word-f", "--no-cache"],
    }


def lengthen(args: argparse.Namespace, folder: Path, size: int) -> None:
    folder.mkdir()
    files = (args.source, args.reference, args.docids, args.output)
    texts = [path.read_text(encoding="utf-8").splitlines() for path in files]
    rounds = [n // len(texts[0]) for n in range(size)]
    for name, lines in zip(("src", "ref", "ids", "out"), texts, strict=True):
        rows = islice(cycle(lines), size)
        if name == "ids":
            rows = (f"{n}-{row}" for n, row in zip(rounds, rows, strict=True))
        (folder / name).write_text("".join(f"{row}\n" for row in rows), encoding="utf-8")


def seconds(command: list[str], folder: Path, *, litmus: bool = True) -> float:
    """CPU seconds, user and system, of a process and its children; the least of two."""
    spent = []
    for _ in range(2):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        run(command, folder, litmus=litmus)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        spent.append(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
    return min(spent)


def litmus(*command: str, folder: Path) -> None:
    run(list(command), folder)


def run(command: list[str], folder: Path, *, litmus: bool = True) -> None:
    if litmus:
        alone = [] if "--train" in command else ["--workers", "1"]
        command = [sys.executable, "-m", "litmus", *command, *alone, "-q"]
    environment = os.environ | dict.fromkeys(THREADS, "1") | {"LITMUS_CACHE": "off"}
    done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True)
    if done.returncode:
        sys.exit(done.stderr)


if __name__ == "__main__":
    main()
