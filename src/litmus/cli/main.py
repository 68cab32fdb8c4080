"""`litmus`: parses, runs one command, prints what it returns."""

import argparse
import os
import sys
import warnings
from collections.abc import Sequence

from litmus import __version__
from litmus.cli import output, streams
from litmus.cli.corpora import align, analyse, build, dictionary, mine, tag
from litmus.cli.evaluation import (
    agree,
    annotate,
    demo,
    init,
    judge,
    report,
    reproduce,
    resegment,
    run,
    score,
)
from litmus.cli.failed import failed
from litmus.cli.files import cache, check, import_, list_, merge, ratings, suite
from litmus.cli.models import cxmi, probe, train, translate
from litmus.cli.parsing import Parser
from litmus.engine.garbage import collect_seldom
from litmus.errors import LitmusWarning

COMMANDS = (
    demo,
    score,
    init,
    run,
    tag,
    report,
    train,
    translate,
    cxmi,
    probe,
    annotate,
    judge,
    agree,
    reproduce,
    resegment,
    mine,
    build,
    analyse,
    align,
    import_,
    check,
    dictionary,
    suite,
    ratings,
    merge,
    cache,
    list_,
)


def parser() -> Parser:
    """All commands; loading it imports nothing heavy."""
    top = Parser(
        prog="litmus",
        description="A litmus test for machine translation: does the system understand idioms "
        "and discourse?",
        epilog="Start with: litmus demo",
    )
    top.debug.help = "show where in the code an error arose (or set LITMUS_DEBUG=1)"
    top.add_argument("--version", action="version", version=f"litmus {__version__}")
    top.add_commands(COMMANDS)
    return top


def main(argv: Sequence[str] | None = None) -> int:
    """Exit code 0: fine, 1: your data, 2: your flags, 3: a broken requirement, 70: our fault,
    130: Ctrl-C."""
    streams.fill_closed()
    collect_seldom()
    try:
        top = parser()
        arguments = _parsed(top, argv)
        arguments.words = sys.argv[1:] if argv is None else [*argv]
        output.flags = top.flags(arguments.command)
        with warnings.catch_warnings():
            quiet = getattr(arguments, "quiet", False)
            warnings.simplefilter("ignore" if quiet else "always", LitmusWarning)
            warnings.showwarning = _show_warning
            output.refuse_overwriting(arguments)
            text, code = arguments.run(arguments)
            streams.print_result(text)
    except KeyboardInterrupt as stop:  # a command that leaves something behind says what
        left = output.flags.shown(stop.args[0]) if stop.args else ""
        output.write_note(f"litmus: stopped; {left or 'no file was written.'}\n")
        return 130
    except Exception as error:
        return failed(error, debug=_is_debugged(argv))
    return int(code)


def _parsed(top: argparse.ArgumentParser, argv: Sequence[str] | None) -> argparse.Namespace:
    try:
        return top.parse_args(argv)
    except SystemExit:  # --help and --version print, too
        streams.flush()
        raise


def _is_debugged(argv: Sequence[str] | None) -> bool:
    return "--debug" in (sys.argv[1:] if argv is None else argv) or bool(
        os.environ.get("LITMUS_DEBUG", "").strip("0 ")
    )


def _show_warning(message: Warning | str, *_: object, **__: object) -> None:
    output.say([message.args[0] if isinstance(message, Warning) else message])


if __name__ == "__main__":
    sys.exit(main())
