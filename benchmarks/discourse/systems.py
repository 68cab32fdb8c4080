"""Word F per tag of real systems on WMT documents, beside BLEU and chrF.

    python -m benchmarks.discourse.systems SHARED_DATA [YEAR/PAIR ...] [--both]

Prints one table a test set: tags with their number, F of every system, consistency.
"""

import argparse
import gzip
import tempfile
from pathlib import Path
from time import perf_counter

from benchmarks.machine import machine

from litmus import evaluate
from litmus.corpus.parallel import ParallelFiles
from litmus.corpus.suite import SuiteInfo
from litmus.discourse.phenomena.registry import PHENOMENA
from litmus.discourse.rules import codes


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("data", type=Path)
    parser.add_argument("sets", nargs="*")
    parser.add_argument("--both", action="store_true", help="tags on both sides")
    args = parser.parse_args()
    for folder in sorted(args.data.glob("wmt2*-systems/en-*")):
        name = f"{folder.parent.name[:5]}/{folder.name}"
        if folder.name[3:] in codes() and (not args.sets or name in args.sets):
            with tempfile.TemporaryDirectory() as scratch:
                table(name, folder, Path(scratch), args.both)
    print(machine())


def table(name: str, folder: Path, scratch: Path, both: bool) -> None:
    target = folder.name[3:]
    canary = "24" in name  # the first line of these files is no sentence
    files = {path.name.removesuffix(".gz"): path for path in folder.iterdir()}
    plain = {}
    for stem, path in files.items():
        if stem.startswith(("src.", "ref.A.", "sys.")) or stem == "docids":
            opener = gzip.open if path.suffix == ".gz" else open
            with opener(path, "rt", encoding="utf-8", newline="\n") as stream:
                lines = stream.read().lstrip("\ufeff").split("\n")[:-1]
            plain[stem] = scratch / stem
            plain[stem].write_text("\n".join(lines[canary:]) + "\n", encoding="utf-8")
    suite = ParallelFiles(
        SuiteInfo(name, "en", target),
        plain["src.en"],
        (plain[f"ref.A.{target}"],),
        docids=plain["docids"],
    )
    systems = {stem.split(".")[1]: path for stem, path in plain.items() if stem.startswith("sys.")}
    start = perf_counter()
    tagged = "word-f:tags=both" if both else "word-f"
    result = evaluate(suite, systems, metrics=[tagged, "consistency", "bleu", "chrf"])
    seconds = perf_counter() - start
    rows = {(row.metric.split(":")[0], row.tag, row.system): row for row in result.rows}
    print(f"\n{name} ({seconds:.0f} s)")
    print(f"{'':24}" + "".join(f"{system[:12]:>14}" for system in systems))
    shown = [("bleu", None), ("chrf", None), ("word-f", None)]
    shown += [("word-f", tag) for tag in PHENOMENA]
    shown += [("consistency", "register"), ("consistency", "terms")]
    for metric, tag in shown:
        cells = [rows.get((metric, tag, system)) for system in systems]
        if any(cell is not None and cell.value is not None for cell in cells):
            values = "".join(
                f"{'n/a' if cell is None or cell.value is None else f'{cell.value:.1f}':>9}"
                f" {'' if cell is None else f'({cell.n})':>4}"
                for cell in cells
            )
            print(f"{(tag or metric):24}{values}", flush=True)


if __name__ == "__main__":
    main()
