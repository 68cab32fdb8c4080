"""`litmus annotate`: people judge translations in a local page."""

import argparse
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from litmus.cli.inputs import add_inputs, scoring_arguments
from litmus.cli.output import SubParsers, destination, say
from litmus.wording import count

if TYPE_CHECKING:
    from litmus.annotate.campaigns.campaign import Campaign

EXAMPLE = """examples:
  litmus annotate new idioms -t demo-en-es --annotators ana,ben,cy --overlap 2
  litmus annotate idioms
  litmus annotate status idioms
  litmus annotate export idioms -o judgements.jsonl
  litmus annotate new esa -t demo-en-es --task esa --annotators ana,ben --overlap 2 --attention 5
"""
_FOLDER = "its folder"
VERBS = "new|serve|status|links|move|export|import"


class _Verbs(argparse._SubParsersAction):  # type: ignore[type-arg]
    """Takes anything but a verb for a campaign to serve: litmus annotate CAMPAIGN."""

    def __init__(self, *args: Any, **settings: Any) -> None:
        super().__init__(*args, **settings)
        self.choices = {}  # nothing is refused

    def __call__(
        self,
        parser: argparse.ArgumentParser,
        namespace: argparse.Namespace,
        values: Any,
        option_string: str | None = None,
    ) -> None:
        """Run the verb's own parser."""
        if values and values[0] not in self._name_parser_map:
            values = ["serve", *values]
        super().__call__(parser, namespace, values, option_string)


def add_parser(commands: SubParsers) -> None:
    """Register the command and its verbs."""
    parser = commands.add_parser(
        "annotate",
        help="let people judge translations on a local page",
        description="Serve a campaign (litmus annotate CAMPAIGN), or create and manage one.",
        epilog=EXAMPLE,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    verbs = parser.add_subparsers(metavar=f"CAMPAIGN|{VERBS}", required=True, action=_Verbs)
    _add_new(verbs)
    serve = verbs.add_parser("serve", help="serve a campaign's page until interrupted")
    serve.add_argument("folder", type=Path, metavar="CAMPAIGN", help=_FOLDER)
    serve.add_argument("--host", default="127.0.0.1", metavar="ADDRESS",
                       help="0.0.0.0 lets other machines in (default: %(default)s)")  # fmt: skip
    serve.add_argument("--port", type=int, metavar="N",
                       help="0 is any that is free (default: that of the links, or 8642)"
                       )  # fmt: skip
    serve.add_argument("--url", metavar="URL",
                       help="where others find it, such as behind a TLS proxy; its name is allowed"
                       )  # fmt: skip
    serve.add_argument("--allow-host", action="append", default=[], metavar="NAME",
                       help="name by which others know this server, such as a TLS proxy's; "
                       "may be repeated")  # fmt: skip
    serve.set_defaults(run=run_serve)
    status = verbs.add_parser("status", help="show who judged how much, how fast, how attentively")
    status.add_argument("folder", type=Path, metavar="CAMPAIGN", help=_FOLDER)
    status.set_defaults(run=run_status)
    links = verbs.add_parser("links", help="print new secret links; the old ones expire")
    links.add_argument("folder", type=Path, metavar="CAMPAIGN", help=_FOLDER)
    links.add_argument("names", nargs="*", metavar="NAME",
                       help="whose links (default: all), or someone new")  # fmt: skip
    links.add_argument("--url", metavar="URL",
                       help="base address of the links (default: where it was served last)"
                       )  # fmt: skip
    links.set_defaults(run=run_links)
    move = verbs.add_parser("move", help="reassign the open items of one annotator")
    move.add_argument("folder", type=Path, metavar="CAMPAIGN", help=_FOLDER)
    move.add_argument("source", metavar="FROM", help="whose open items go")
    move.add_argument("targets", nargs="+", metavar="TO", help="who gets them, in turn")
    move.set_defaults(run=run_move)
    _add_exchange(verbs)


def _add_new(verbs: Any) -> None:
    new = verbs.add_parser("new", help="create a campaign from a suite and outputs")
    add = new.add_argument
    add("folder", type=Path, metavar="FOLDER", help="where the campaign will be")
    add_inputs(new)
    add("--task", default="idiom", metavar="NAME|FILE",
        help="idiom, understanding, formality, pronoun, tag: labels; esa, mqm: mark errors (and "
        "score); or a TOML file of your own (default: %(default)s)"
        )  # fmt: skip
    add("--annotators", required=True, metavar="A,B,…", help="their names")
    add("--overlap", type=int, default=1, metavar="N",
        help="annotators per item (default: %(default)s)")  # fmt: skip
    add("--shared", type=int, default=0, metavar="N",
        help="items that everybody judges (default: %(default)s)")  # fmt: skip
    add("--sample", metavar="RULE",
        help="all, N segments, or triggered+N: all that a metric (-m) triggers and N of the rest "
        "of each system; for --tags also TAG+N (default: triggered+100 for idioms, 50 for tags, "
        "else all)")  # fmt: skip
    add("--attention", type=int, default=0, metavar="N",
        help="attention checks: N damaged translations for everyone, where errors are marked or "
        "scores given (default: %(default)s)")  # fmt: skip
    add("--suggest", metavar="METRIC",
        help="show the verdicts of a metric, such as verdict, to be confirmed or corrected "
        "(default: none, so that people judge for themselves)")  # fmt: skip
    add("--guideline", type=Path, metavar="F", help="guideline to show instead of the label set's")
    add("--name", help="shown to annotators (default: the folder's)")
    add("--context", type=int, default=2, metavar="N",
        help="sentences of the document shown on either side (default: %(default)s)")  # fmt: skip
    add("--reference", action="store_true", help="show the reference")
    add("--not-blind", action="store_true", help="show the systems' names")
    add("--in-order", action="store_true", help="do not shuffle")
    add("--seed", type=int, default=12345,
        help="decides the sample and the order (default: %(default)s)")  # fmt: skip
    add("--url", default="http://127.0.0.1:8642/", metavar="URL",
        help="base address of the links (default: %(default)s)")  # fmt: skip
    add("-q", "--quiet", action="store_true", help="no notes on stderr")
    new.set_defaults(run=run_new)


def _add_exchange(verbs: Any) -> None:
    export = verbs.add_parser("export", help="write the judgements as JSON lines or TSV")
    export.add_argument("folder", type=Path, metavar="CAMPAIGN", help=_FOLDER)
    export.add_argument("-o", "--output", type=Path, metavar="F", help="instead of stdout")
    export.add_argument("-f", "--format", choices=("jsonl", "tsv", "mqm", "esa", "pearmut"),
                        help="mqm, esa, pearmut: scores and errors as WMT's MQM table, Appraise's "
                        "CSV, Pearmut's annotations (default: by the file's name, or jsonl)"
                        )  # fmt: skip
    export.add_argument(
        "--all", action="store_true", help="include judgements that were changed or withdrawn"
    )
    export.add_argument(
        "--checks", action="store_true", help="include attention checks (damaged translations)"
    )
    export.set_defaults(run=run_export)
    import_ = verbs.add_parser("import", help="read verdicts made elsewhere")
    add = import_.add_argument
    add("folder", type=Path, metavar="CAMPAIGN", help=_FOLDER)
    add(
        "files",
        nargs="+",
        type=Path,
        metavar="F.jsonl|F.tsv",
        help="with id, system, label (or score, spans), …",
    )
    add("--annotator", metavar="NAME", help="who judged, if the file does not say")
    add("--map", action="append", default=[], metavar="THEIRS=OURS",
        help="labels, severities, categories")  # fmt: skip
    add("--skip-unknown", action="store_true",
        help="skip verdicts on items that the campaign does not have")  # fmt: skip
    import_.set_defaults(run=run_import)


def run_new(args: argparse.Namespace) -> tuple[str, int]:
    """Make a campaign; the links come back."""
    from litmus.annotate.campaigns.create import Plan, create_campaign
    from litmus.annotate.label_sets import find_label_set, load_label_set
    from litmus.annotate.server.addresses import LINKS, checked, remember
    from litmus.annotate.server.serving import link
    from litmus.api.inputs import open_outputs

    url = checked(args.url)
    arguments = scoring_arguments(args)
    suite = arguments["suite"]
    labels = find_label_set(args.task)
    of_tags = load_label_set(labels).unit == "tag" and not args.input
    outputs = {} if of_tags else open_outputs(arguments["outputs"], suite)
    plan = Plan(
        labels=labels,
        annotators=tuple(name.strip() for name in args.annotators.split(",") if name.strip()),
        name=args.name,
        sample=args.sample,
        trigger=tuple(args.metrics),
        suggest=args.suggest,
        guideline=args.guideline,
        overlap=args.overlap,
        shared=args.shared,
        blind=not args.not_blind,
        shuffle=not args.in_order,
        reference=args.reference,
        context=args.context,
        attention=args.attention,
        seed=args.seed,
    )
    campaign = create_campaign(
        args.folder,
        suite,
        outputs,
        plan,
        suite_name=args.suite or suite.info.name,
        tags=arguments["tags"],
        aligners=arguments["aligners"],
        aligner=args.aligner,
    )
    say(campaign.notes, quiet=args.quiet)
    remember(_campaign(args.folder), LINKS, url)
    lines = [
        f"{count(campaign.n_items, 'item')} in {args.folder}. "
        f"Serve it: litmus annotate {args.folder}"
    ]
    links = (
        (name, campaign.assigned[name], link(url, secret))
        for name, secret in campaign.secrets.items()
    )
    lines += _link_lines(links)
    return "\n".join([*lines, _SECRET]) + "\n", 0


_SECRET = (
    "The links are shown only now, and whoever has one judges in that name.\n"
    "New ones: litmus annotate links CAMPAIGN [NAME…]"
)


def _link_lines(rows: "Iterator[tuple[str, int, str]]") -> list[str]:
    return [f"{name}\t{count(n, 'item')}\t{url}" for name, n, url in rows]


def _campaign(folder: Path) -> "Campaign":
    from litmus.annotate.campaigns.campaign import load_campaign
    from litmus.errors import UsageError

    if not folder.exists() and folder.name == str(folder):
        raise UsageError(
            f"There is no campaign called {folder}, and it is not a verb "
            f"({VERBS.replace('|', ', ')}).\n"
            "Create one with: litmus annotate new FOLDER -t SUITE --annotators NAME,NAME"
        )
    return load_campaign(folder)


def run_serve(args: argparse.Namespace) -> tuple[str, int]:
    """Serve until interrupted; where, goes to stderr."""
    from litmus.annotate.server.addresses import (
        SERVED,
        checked,
        remember,
        usual_port,
        wrong_links,
    )
    from litmus.annotate.server.serving import LOOPBACK, serve

    campaign = _campaign(args.folder)
    public = checked(args.url) if args.url else None
    name = urlsplit(public).hostname or "" if public else ""
    allowed = [*args.allow_host, *([name] if name and ":" not in name else [])]
    port = usual_port(campaign) if args.port is None else args.port

    def announce(here: str) -> None:
        url = public or here
        remember(campaign, SERVED, url)
        say([f"{campaign.settings.name} is at {url} (each annotator's link opens it). "
             "Ctrl-C stops; every confirmed judgement is on disk."])  # fmt: skip
        if public:
            say([f"Requests for {public} must be passed on to {here}"])
        say(filter(None, [wrong_links(campaign, url)]))
        if args.host not in LOOPBACK:
            say(["Others can reach this port, and HTTP is not encrypted: put a TLS proxy before "
                 "it, or use it inside a trusted network only."])  # fmt: skip

    serve(campaign, args.host, port, announce, allow_hosts=allowed)
    return "", 0


def run_status(args: argparse.Namespace) -> tuple[str, int]:
    """One line per annotator, the strata, and how annotators worked."""
    from litmus.annotate.status import status_lines

    return "\n".join(status_lines(_campaign(args.folder))) + "\n", 0


def run_links(args: argparse.Namespace) -> tuple[str, int]:
    """New secrets; the links come back."""
    from litmus.annotate.server.addresses import LINKS, checked, links_address, remember
    from litmus.annotate.server.serving import link
    from litmus.annotate.status import renew

    campaign = _campaign(args.folder)
    url = checked(args.url) if args.url else links_address(campaign)
    renewed = renew(campaign, args.names)
    if not args.names:
        remember(campaign, LINKS, url)
    rows = ((name, n, link(url, secret)) for name, (n, secret) in renewed.items())
    return "\n".join(_link_lines(rows)) + "\n", 0


def run_move(args: argparse.Namespace) -> tuple[str, int]:
    """How many items went to whom."""
    from litmus.annotate.exchange import move_open

    moved = move_open(_campaign(args.folder), args.source, args.targets)
    lines = [f"{count(n, 'item')} of {args.source} went to {name}" for name, n in moved.items()]
    return "\n".join(lines) + "\n", 0


def run_export(args: argparse.Namespace) -> tuple[str, int]:
    """The rows, or nothing if they went into a file."""
    from collections import Counter

    from litmus.annotate.exchange import export_lines, exported
    from litmus.annotate.rating_export import FORMATS, exported_ratings
    from litmus.annotate.rating_files import lost_notes
    from litmus.errors import UsageError

    if args.format in FORMATS:
        if args.all or args.checks:
            raise UsageError("--all and --checks are for jsonl and tsv.")
        lost: Counter[str] = Counter()
        with destination(args.output) as write:
            text = write("".join(exported_ratings(_campaign(args.folder), args.format, lost)))
        say(lost_notes(args.format, lost))
        return text, 0
    by_name = "tsv" if args.output and args.output.name.endswith(".tsv") else "jsonl"
    with destination(args.output) as write:
        rows = exported(_campaign(args.folder), everything=args.all, checks=args.checks)
        return write("".join(export_lines(rows, args.format or by_name))), 0


def run_import(args: argparse.Namespace) -> tuple[str, int]:
    """How many verdicts were added."""
    from litmus.annotate.exchange import import_judgements
    from litmus.errors import UsageError

    renamed = {}
    for item in args.map:
        theirs, equals, ours = item.partition("=")
        if not equals or not theirs or not ours:
            raise UsageError(f"--map takes THEIRS=OURS, not {item!r}.")
        renamed[theirs] = ours
    imported = import_judgements(
        _campaign(args.folder),
        args.files,
        annotator=args.annotator,
        renamed=renamed,
        skip_unknown=args.skip_unknown,
    )
    return (
        f"{count(imported.added, 'judgement')} added, {imported.known:,} already present, "
        f"{imported.skipped:,} on items that this campaign does not have.\n",
        0,
    )
