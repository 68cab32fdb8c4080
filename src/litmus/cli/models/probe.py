"""`litmus probe`: how a model reads idioms, by what surrounds them."""

import argparse
from pathlib import Path

from litmus.cli.inputs import add_suite, suite_arguments
from litmus.cli.output import SubParsers, destination, say
from litmus.nmt.shipped import shipped_models
from litmus.tables import FORMATS

EXAMPLE = """examples:
  litmus probe -t demo-en-fr
  litmus probe --model zero --model joint -t SUITE --probes chrf entropy --plots figures
  litmus probe --model MODEL -l en-fr -s test.en -r test.fr --spans test.spans --extras rows.jsonl
"""
PROBES = ("chrf", "perplexity", "entropy", "distance", "pairwise")


def add_parser(commands: SubParsers) -> None:
    """Register the command."""
    parser = commands.add_parser(
        "probe",
        help="probe how a model represents idioms: in the sentence, as a phrase, word by word",
        epilog=EXAMPLE,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    add = parser.add_argument
    add("--model", action="append", metavar="MODEL",
        help="an encoder-decoder: a folder of litmus train, or any; again for more "
        f"(default: embedded, a small one for {', '.join(shipped_models())})")  # fmt: skip
    add_suite(parser, spans=True, docids=False)
    add("--probes", nargs="+", choices=PROBES, default=list(PROBES), metavar="PROBE",
        help=f"{', '.join(PROBES)} (default: all)")  # fmt: skip
    add("-a", "--aligner", default="embedded", metavar="ALIGNER",
        help="links words for entropy (litmus list aligners; default: %(default)s)")  # fmt: skip
    add("--beam", type=int, default=5, metavar="N",
        help="hypotheses of beam search (default: %(default)s)")  # fmt: skip
    add("--batch-tokens", type=int, metavar="N", help="subwords per batch (default: by device)")
    add("--device", default="auto", metavar="D", help="cpu, cuda, cuda:1 (default: %(default)s)")
    add("--bootstrap", type=int, default=1000, metavar="N", help="resamples (default: %(default)s)")
    add("--seed", type=int, default=12345, help="seed of resampling (default: %(default)s)")
    add("-f", "--format", choices=FORMATS, default="text",
        help="form of the output (default: %(default)s)")  # fmt: skip
    add("--plots", type=Path, metavar="DIR|FILE",
        help="draw the bars: a folder, or an .svg, .pdf, .png (litmus-mt[plots])")  # fmt: skip
    add("--extras", type=Path, metavar="F.jsonl", help="rows for litmus report --extras")
    add("-q", "--quiet", action="store_true", help="no notes")
    add("-o", "--output", type=Path, metavar="F", help="write to a file instead of stdout")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> tuple[str, int]:
    """Measure; the tables come back."""
    from litmus.api.probe import probe
    from litmus.files.jsonl import line
    from litmus.nmt.model import EMBEDDED
    from litmus.probing.plots import check_probe_plots, write_probe_plots
    from litmus.probing.results import extras
    from litmus.probing.tables import render

    if args.plots:
        check_probe_plots(args.plots)
    inputs = {name: value for name, value in suite_arguments(args).items() if name != "docids"}
    with destination(args.output) as write, destination(args.extras) as write_extras:
        result = probe(
            **inputs,
            model=args.model or EMBEDDED,
            probes=args.probes,
            aligner=args.aligner,
            beam=args.beam,
            batch_tokens=args.batch_tokens,
            device=args.device,
            n_bootstrap=args.bootstrap,
            seed=args.seed,
        )
        if args.extras:
            write_extras("".join(f"{line(row)}\n" for row in extras(result)))
        text = write(render(result, args.format))
    if args.plots:
        write_probe_plots(result, args.plots)
    say(result.notes, quiet=args.quiet)
    return text, 0
