"""What belongs together in the help: commands, and the flags of those that have many.

A new command or flag is a word in one of these tables; one that is in none comes last.
"""

import argparse
from collections.abc import Iterable, Iterator, Mapping

COMMANDS: Mapping[str, tuple[str, ...]] = {
    "evaluate": ("demo", "score", "report", "run", "init", "reproduce"),
    "test sets and files": ("list", "import", "export", "check", "suite", "resegment", "ratings"),
    "idioms and discourse": ("mine", "build", "dictionary", "tag", "align", "analyse"),
    "models and context": ("translate", "train", "cxmi", "probe"),
    "people and judges": ("annotate", "judge", "agree"),
    "housekeeping": ("merge", "cache", "completion"),
}
# By the name under which argparse keeps the value.
FLAGS: Mapping[str, tuple[str, ...]] = {
    "what is read": (
        "suite", "language_pair", "language", "source", "reference", "references", "target",
        "spans", "docids", "idioms", "classes", "figurative", "terms", "input", "systems",
        "resegment", "corpus", "columns",
    ),
    "what is measured": (
        "metrics", "aligner", "alignment", "alignment_tokens", "alignment_base", "tags", "rules",
        "source_analyser", "target_analyser",
    ),
    "how sure the numbers are": (
        "test", "baseline", "tested", "family", "by", "seed", "trials", "bootstrap", "draws",
    ),
    "further rows": ("subsets", "by_column", "labels"),
    "what must hold": (
        "require", "allow_no_evidence", "junit", "sequential", "confidence", "fail_fast",
    ),
    "what is written": (
        "format", "output", "segments", "report", "title", "plots", "ratings", "extras", "page",
        "links", "width", "bare", "quiet",
    ),
    "how the work is done": (
        "workers", "engine", "gpus", "shard", "parts", "device", "batch_tokens", "cache",
        "overwrite", "resume",
    ),
}  # fmt: skip
_ONLY_WITH = {"what is measured": "metrics"}  # elsewhere the others are about something else
MANY = 16  # flags; fewer are read in one go


def group_flags(parser: argparse.ArgumentParser) -> None:
    """The flags of a long command under headings; those that have a heading already keep it."""
    positionals, options, *own = parser._action_groups
    loose = options._group_actions
    if len(loose) < MANY:
        return
    shared = []
    for title, names in FLAGS.items():
        found = [action for action in loose if action.dest in names]
        anchor = _ONLY_WITH.get(title, found[0].dest if found else "")
        if len(found) > 1 and any(action.dest == anchor for action in found):  # one is found anyway
            shared.append(argparse._ArgumentGroup(parser, title))
            shared[-1]._group_actions.extend(found)
            loose[:] = [action for action in loose if action not in found]
    has_more = any(action.help is not argparse.SUPPRESS for action in loose[1:])
    first, last = ([options], []) if has_more else ([], [options])
    parser._action_groups[:] = [positionals, *shared[:1], *first, *shared[1:], *own, *last]
    parser.usage = _short_usage(parser)


def _short_usage(parser: argparse.ArgumentParser) -> str:
    """What must be given, and that there is more: all flags in a row are read by nobody."""
    must = [action for action in parser._actions if action.required and action.option_strings]
    flags = [f"{action.option_strings[0]} {action.metavar or action.dest.upper()}"
             for action in must]  # fmt: skip
    formatter = parser._get_formatter()
    words = [formatter._format_args(action, str(action.metavar or action.dest))
             for action in parser._get_positional_actions()]  # fmt: skip
    return " ".join(["%(prog)s [-h]", *flags, "[flags below]", *words])


def grouped_commands(
    actions: Iterable[argparse.Action],
) -> Iterator[tuple[str, list[argparse.Action]]]:
    """The commands under their headings."""
    rest = {action.dest: action for action in actions}
    for title, names in COMMANDS.items():
        if found := [rest.pop(name) for name in names if name in rest]:
            yield title, found
    if rest:
        yield "other", list(rest.values())
