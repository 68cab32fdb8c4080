"""`litmus dictionary`: build bilingual dictionaries and look into them."""

import argparse
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from litmus.cli.output import SubParsers

if TYPE_CHECKING:
    from litmus.language.dictionary.formats import Count, Pair

EXAMPLE = """examples:
  litmus dictionary build en-fr.txt fr-en.txt -l en-fr -o mine.tsv
  litmus dictionary build -s corpus.en -r corpus.fr -l en-fr -o mine.tsv
  litmus dictionary build eng-spa.tei --forms source.en -l en-es -o mine.tsv
"""


def add_parser(commands: SubParsers) -> None:
    """Register the command and its two verbs."""
    parser = commands.add_parser("dictionary", help="build or show bilingual dictionaries")
    verbs = parser.add_subparsers(metavar="build|show", required=True)
    build = verbs.add_parser(
        "build",
        help="merge MUSE, TSV, FreeDict, CC-CEDICT, EDICT and JMdict files, and parallel text",
        epilog=EXAMPLE,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    add = build.add_argument
    add("files", nargs="*", type=Path, metavar="FILE",
        help="either direction, told by a name such as fr-en.txt")  # fmt: skip
    add("-l", "--language-pair", required=True, metavar="SRC-TGT", help="such as en-fr")
    add("-o", "--output", type=Path, required=True, metavar="F.tsv", help="the dictionary to write")
    add("-s", "--source", type=Path, metavar="SRC", help="parallel text to find words in")
    add("-r", "--target", type=Path, metavar="TGT", help="its translation, line by line")
    add("--forms", type=Path, metavar="TEXT",
        help="text in the source language: its inflected words get the entries of their lemmas"
        )  # fmt: skip
    add("--name", help="shown in signatures (default: the file's)")
    add("--version", type=int, default=1, help="shown in signatures (default: %(default)s)")
    add("--licence", default="", help="written into the file")
    add("--phrases", action="store_true", help="keep entries of several words")
    add("-q", "--quiet", action="store_true", help="no progress")
    build.set_defaults(run=run_build)
    show = verbs.add_parser("show", help="show the translations of a word")
    add = show.add_argument
    add("word", metavar="WORD", help="a word of the source language")
    add("-l", "--language-pair", required=True, metavar="SRC-TGT", help="such as en-fr")
    add("-d", "--dictionary", metavar="FILE+FILE",
        help="where to look it up (default: the one shipped)")  # fmt: skip
    show.set_defaults(run=run_show)


def run_build(args: argparse.Namespace) -> tuple[str, int]:
    """Build; a line of counts comes back."""
    from litmus.errors import UsageError
    from litmus.language.dictionary.bilingual import build
    from litmus.language.knowledge import language_pair

    if bool(args.source) != bool(args.target) or not (args.files or args.source):
        raise UsageError("Give dictionary files, or parallel text with -s SRC -r TGT, or both.")
    source, target = language_pair(args.language_pair)
    dictionary = build(
        args.files,
        source,
        target,
        args.output,
        name=args.name or args.output.name.removesuffix(".tsv"),
        version=args.version,
        licence=args.licence,
        phrases=args.phrases,
        counted=_counted(args, source, target),
        forms=_forms(args.forms, source) if args.forms else (),
    )
    return (
        f"{args.output}: {len(dictionary.entries):,} words, {len(dictionary):,} translations\n",
        0,
    )


def _counted(args: argparse.Namespace, source: str, target: str) -> "list[Count]":
    """Word pairs of parallel text, with the shipped dictionary to start from."""
    if not args.source:
        return []
    from litmus.alignment.word_pairs import word_pairs
    from litmus.files.text import read_parallel
    from litmus.language.dictionary.bilingual import shipped_counts

    known = shipped_counts(source, target)
    rows = ((a, b) for a, b in read_parallel([args.source, args.target]))
    return word_pairs(rows, (source, target), known[0] if known else ())


def _forms(path: Path, language: str) -> "Iterator[Pair]":
    """(form, lemma) of the words of a text, each once, as the embedded analyser reads them."""
    from litmus.files.text import read_lines
    from litmus.language.analysers import analyse

    seen = set()
    for sentences in analyse(read_lines(path), language, parse=False):
        for sentence in sentences:
            for word in sentence.words:
                pair = word.form.lower(), word.lemma
                if pair not in seen and pair[0] != pair[1]:
                    seen.add(pair)
                    yield pair


def run_show(args: argparse.Namespace) -> tuple[str, int]:
    """The translations, a line each; none is an error."""
    from difflib import get_close_matches

    from litmus.errors import DataError, UsageError
    from litmus.language.dictionary.bilingual import load_dictionary, shipped, shipped_pairs
    from litmus.language.knowledge import language_pair

    source, target = language_pair(args.language_pair)
    if not args.dictionary and (source, target) not in shipped_pairs():
        known = ", ".join(f"{a}-{b}" for a, b in shipped_pairs())
        raise UsageError(
            f"No dictionary for {source}-{target} comes with litmus (there are: {known}).\n"
            "Give one: -d FILE, in MUSE, TSV, FreeDict or CC-CEDICT format."
        )
    if args.dictionary:
        paths = [Path(name) for name in args.dictionary.split("+")]
        dictionary = load_dictionary(paths, source, target)
    else:
        dictionary = shipped(source, target)
    translations = sorted(dictionary.lookup(args.word))
    if not translations:
        close = get_close_matches(args.word, dictionary.entries, n=3)
        hint = f" Close to it: {', '.join(close)}." if close else ""
        raise DataError(f"{dictionary.name} has no entry for {args.word!r}.{hint}")
    return "".join(f"{word}\n" for word in translations), 0
