"""`litmus init`: a project file from what lies in a folder."""

import argparse
from pathlib import Path

from litmus.cli.output import SubParsers, say
from litmus.wording import count

EXAMPLE = """examples:
  litmus init
  litmus init wmt-release
  litmus init mydata -l en-de
"""


def add_parser(commands: SubParsers) -> None:
    """Register the command."""
    parser = commands.add_parser(
        "init",
        help="write a project file (litmus.toml) from the files of a folder",
        epilog=EXAMPLE,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    add = parser.add_argument
    add("folder", nargs="?", type=Path, default=Path(), metavar="FOLDER",
        help="where to look, and to write litmus.toml (default: this folder)")  # fmt: skip
    add("-l", "--language-pair", metavar="SRC-TGT",
        help="such as en-de, of texts whose names do not say it")  # fmt: skip
    add("-q", "--quiet", action="store_true", help="do not say what files were taken for")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> tuple[str, int]:
    """Write it; what to do next."""
    from litmus.projects.draft import write_draft

    draft = write_draft(args.folder, languages=args.language_pair)
    say(draft.taken, quiet=args.quiet)
    if draft.unsure:
        say([f"{count(len(draft.unsure), 'file')} to look at:"], quiet=args.quiet)
        say([f"? {line}" for line in draft.unsure], quiet=args.quiet)
    if draft.demo:
        say([f"Nothing to score was found here; the file runs {draft.demo}."], quiet=args.quiet)
    here = args.folder == Path()
    return f"{draft.file} is written. Run it: litmus run{'' if here else f' {draft.file}'}\n", 0
