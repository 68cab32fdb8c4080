"""`litmus dictionary`: build bilingual dictionaries and look into them."""

import argparse
from pathlib import Path

from litmus.cli.output import SubParsers


def add_parser(commands: SubParsers) -> None:
    """Register the command and its two verbs."""
    parser = commands.add_parser("dictionary", help="build or show bilingual dictionaries")
    verbs = parser.add_subparsers(metavar="build|show", required=True)
    build = verbs.add_parser("build", help="merge MUSE, TSV, FreeDict and CC-CEDICT files")
    add = build.add_argument
    add("files", nargs="+", type=Path, metavar="FILE",
        help="either direction; a name such as fr-en.txt tells which")  # fmt: skip
    add("-l", "--language-pair", required=True, metavar="SRC-TGT")
    add("-o", "--output", type=Path, required=True, metavar="F.tsv")
    add("--name", help="shown in signatures (default: the file's)")
    add("--version", type=int, default=1, help="shown in signatures (default: %(default)s)")
    add("--licence", default="", help="written into the file")
    add("--phrases", action="store_true", help="keep entries of several words")
    build.set_defaults(run=run_build)
    show = verbs.add_parser("show", help="the translations of a word")
    add = show.add_argument
    add("word", metavar="WORD")
    add("-l", "--language-pair", required=True, metavar="SRC-TGT")
    add("-d", "--dictionary", metavar="FILE+FILE", help="(default: the one shipped)")
    show.set_defaults(run=run_show)


def run_build(args: argparse.Namespace) -> tuple[str, int]:
    """Build; a line of counts comes back."""
    from litmus.language.dictionary import build
    from litmus.language.knowledge import language_pair

    source, target = language_pair(args.language_pair)
    made = build(
        args.files,
        source,
        target,
        args.output,
        name=args.name or args.output.name.removesuffix(".tsv"),
        version=args.version,
        licence=args.licence,
        phrases=args.phrases,
    )
    return f"{args.output}: {len(made.entries):,} words, {len(made):,} translations\n", 0


def run_show(args: argparse.Namespace) -> tuple[str, int]:
    """The translations, a line each; none is an error."""
    from difflib import get_close_matches

    from litmus.errors import DataError, UsageError
    from litmus.language.dictionary import load_dictionary, shipped, shipped_paths
    from litmus.language.knowledge import language_pair

    source, target = language_pair(args.language_pair)
    if not args.dictionary and (source, target) not in shipped_paths():
        known = ", ".join(sorted(f"{a}-{b}" for a, b in shipped_paths()))
        raise UsageError(
            f"No dictionary for {source}-{target} comes with litmus (there are: {known}).\n"
            "Give one: -d FILE, in MUSE, TSV, FreeDict or CC-CEDICT format."
        )
    if args.dictionary:
        paths = [Path(name) for name in args.dictionary.split("+")]
        found = load_dictionary(paths, source, target)
    else:
        found = shipped(source, target)
    translations = sorted(found.lookup(args.word))
    if not translations:
        close = get_close_matches(args.word, found.entries, n=3)
        hint = f" Close to it: {', '.join(close)}." if close else ""
        raise DataError(f"{found.name} has no entry for {args.word!r}.{hint}")
    return "".join(f"{word}\n" for word in translations), 0
