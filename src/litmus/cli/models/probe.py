"""`litmus probe`: how a model reads idioms, by what surrounds them."""

import argparse
import json
from pathlib import Path
from typing import TYPE_CHECKING

from litmus.cli.output import SubParsers, destination, say
from litmus.tables import FORMATS

if TYPE_CHECKING:
    from collections.abc import Callable

    from litmus.probing.measure import Probed

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
        help="probe how a model reads idioms: in the sentence, as phrase, word by word",
        epilog=EXAMPLE,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    add = parser.add_argument
    add("--model", action="append", metavar="MODEL",
        help="an encoder-decoder: a folder of litmus train, or any; again for more "
        "(default: embedded, a small one for en-de and en-fr)")  # fmt: skip
    add("-t", "--suite", metavar="SUITE", help="a suite's folder, or the name of one that ships")
    add("-l", "--language-pair", metavar="SRC-TGT", help="such as en-fr; with -s")
    add("-s", "--source", type=Path, metavar="FILE", help="source, one segment a line")
    add("-r", "--references", nargs="+", type=Path, default=[], metavar="FILE",
        help="references; the first counts")  # fmt: skip
    add("--spans", type=Path, metavar="F", help="where the idioms stand in the source")
    add("--probes", nargs="+", choices=PROBES, default=list(PROBES), metavar="PROBE",
        help=f"{', '.join(PROBES)} (default: all)")  # fmt: skip
    add("-a", "--aligner", default="embedded", metavar="ALIGNER",
        help="links words for entropy (litmus list aligners; default: %(default)s)")  # fmt: skip
    add("--beam", type=int, default=5, metavar="N", help="(default: %(default)s)")
    add("--batch-tokens", type=int, metavar="N", help="pieces at a time (default: by device)")
    add("--device", default="auto", metavar="D", help="cpu, cuda, cuda:1 (default: %(default)s)")
    add("--bootstrap", type=int, default=1000, metavar="N", help="resamples (default: %(default)s)")
    add("--seed", type=int, default=12345, help="(default: %(default)s)")
    add("-f", "--format", choices=FORMATS, default="text", help="(default: %(default)s)")
    add("--plots", type=Path, metavar="DIR|FILE",
        help="draw the bars: a folder, or an .svg, .pdf, .png (litmus-mt[plots])")  # fmt: skip
    add("--extras", type=Path, metavar="F.jsonl", help="rows for litmus report --extras")
    add("-q", "--quiet", action="store_true", help="no notes")
    add("-o", "--output", type=Path, metavar="F", help="write there instead of stdout")
    parser.set_defaults(run=run, docids=None)


def run(args: argparse.Namespace) -> tuple[str, int]:
    """Measure; the tables come back."""
    from litmus.cli.evaluation.score import chosen_suite, counting
    from litmus.errors import UsageError
    from litmus.nmt.model import EMBEDDED, model_folder
    from litmus.probing.plots import check_probe_plots, write_probe_plots
    from litmus.probing.results import extras
    from litmus.probing.run import Settings, probe
    from litmus.probing.tables import render

    if min(args.beam, args.bootstrap) < 1 or args.batch_tokens == 0 or args.seed < 0:
        raise UsageError("--beam, --bootstrap and --batch-tokens count from 1, --seed from 0.")
    if args.plots:
        check_probe_plots(args.plots)
    suite = chosen_suite(args)
    languages = (suite.info.source, suite.info.target)
    given = [model_folder(name, languages) for name in args.model or [EMBEDDED]]
    models = {
        shown_name: _loader(args, name, languages)
        for shown_name, name in zip(_names(given), given, strict=True)
    }
    asked = tuple(name for name in PROBES if name in args.probes)
    settings = Settings(asked, args.aligner, args.bootstrap, args.seed)
    with destination(args.output) as write, destination(args.extras) as write_extras:
        with counting(args) as progress:
            result = probe(suite, models, settings, progress=progress)
        if args.extras:
            write_extras("".join(json.dumps(r, ensure_ascii=False) + "\n" for r in extras(result)))
        text = write(render(result, args.format))
    if args.plots:
        write_probe_plots(result, args.plots)
    if not args.quiet:
        say(result.notes)
    return text, 0


def _loader(
    args: argparse.Namespace, name: str, languages: tuple[str, str]
) -> "Callable[[], Probed]":
    def load() -> "Probed":
        from litmus.nmt.model import load_model

        model = load_model(name, languages, device=args.device)
        from litmus.nmt.probing.probed import ProbedModel  # only now is torch known to be there

        return ProbedModel(model, beam=args.beam, batch_tokens=args.batch_tokens)

    return load


def _names(given: list[str]) -> list[str]:
    """A short title of each; the whole name where two are alike."""
    from litmus.errors import UsageError
    from litmus.nmt.model import model_title

    if len(set(given)) < len(given):
        raise UsageError("The same --model was given twice.")
    short = [model_title(name) or name for name in given]
    return [
        whole if short.count(last) > 1 else last for last, whole in zip(short, given, strict=True)
    ]
