"""`litmus list`: what there is."""

import argparse
import json
from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING

from litmus.cli.output import SubParsers

if TYPE_CHECKING:
    from litmus.plugins.registry import Entry

KINDS = (
    "metrics", "suites", "languages", "aligners", "analysers", "systems", "models",
    "dictionaries", "formats", "idioms",
)  # fmt: skip


def add_parser(commands: SubParsers) -> None:
    """Register the command."""
    parser = commands.add_parser("list", help="show metrics, suites, languages, ...")
    parser.add_argument("kind", nargs="?", choices=KINDS, help="(default: all of them)")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> tuple[str, int]:
    """One registry, or all."""
    shown = [args.kind] if args.kind else KINDS
    parts = []
    for kind in shown:
        body = _LISTS[kind]()
        parts.append(body if args.kind else f"{kind}\n" + _indent(body))
    return "\n".join(parts), 0


def _indent(text: str) -> str:
    return "".join(f"  {line}\n" for line in text.rstrip("\n").split("\n"))


def _entries(entries: "Iterable[Entry]", width: int) -> str:
    return "".join(f"{e.form:{width}}{e.summary}{_suffix(e)}\n" for e in entries)


def _suffix(entry: "Entry") -> str:
    """Where a thing comes from, unless it comes with litmus."""
    return "" if entry.origin == "litmus" else f"  [{entry.origin}]"


def _metrics() -> str:
    from litmus.metrics.registry import METRICS

    lines = []
    for entry in METRICS.entries():
        lines.append(f"{entry.name:16}{entry.summary}{_suffix(entry)}")
        for option in METRICS.load(entry).declared_options:
            choices = f" ({'|'.join(option.choices)})" if option.choices else ""
            lines.append(f"    {option.key}={option.default}{choices}: {option.help}")
    return "\n".join(lines) + "\n"


def _suites() -> str:
    from litmus.corpus.shipped import shipped_suites
    from litmus.corpus.suite import read_suite

    lines = []
    for name, folder in shipped_suites().items():
        suite = read_suite(folder)
        info = suite.info
        systems = " ".join(f"@{system}" for system in suite.systems)
        lines.append(f"{name:14}v{info.version}  {info.source}-{info.target}  {info.description}")
        lines.append(f"{'':14}outputs: {systems or 'none'}")
    return "\n".join(lines) + "\n"


def _languages() -> str:
    from litmus.language import embedded, knowledge

    analysed = embedded.languages()
    lines = []
    for code in sorted({*knowledge.codes(), *analysed}):
        language = knowledge.load(code)
        analyser = "embedded analyser" if code in analysed else "no embedded analyser"
        stem = f"Snowball {language.snowball}" if language.snowball else "no stemmer"
        lines.append(
            f"{code}  {language.name:12}v{language.version}  {analyser}, {stem}, "
            f"{len(language.stopwords)} stop words"
        )
    lines.append("Any other ISO 639-1 code works with the metrics that need no such knowledge.")
    return "\n".join(lines) + "\n"


def _dictionaries() -> str:
    from litmus.language.dictionary.bilingual import shipped_sizes

    lines = [
        f"{source}-{target}  {name}: {size:,} word pairs"
        for (source, target), (name, size) in shipped_sizes().items()
    ]
    return "\n".join(lines) + "\n"


def _formats() -> str:
    from litmus.importers import FORMATS, options_of

    lines = []
    for name, summary in FORMATS.items():
        lines.append(f"{name:12}{summary}")
        lines += [f"    {key}: {what}" for key, what in options_of(name).items()]
    return "\n".join(lines) + "\n"


def _aligners() -> str:
    from litmus.alignment.aligners import ALIGNERS

    return _entries(ALIGNERS.entries(), 16)


def _analysers() -> str:
    from litmus.language.analysers import ANALYSERS

    return _entries(ANALYSERS.entries(), 26)


def _models() -> str:
    from litmus.nmt.model import NOTES, shipped_models

    lines = []
    for pair, folder in shipped_models().items():
        notes = json.loads((folder / NOTES).read_text(encoding="utf-8"))
        context = notes["context"]
        lines.append(
            f"{pair}  embedded: dev BLEU {notes['best']['bleu']:.1f} when trained, "
            f"up to {context['source']} source and {context['target']} target sentences before"
        )
    lines.append(
        "Any folder of litmus train or model of transformers works too; all need litmus-mt[nmt]."
    )
    return "\n".join(lines) + "\n"


def _systems() -> str:
    from litmus.nmt.model import shipped_models
    from litmus.systems.engine_file import load_engine, shipped_engines
    from litmus.systems.load import SYSTEMS

    lines = []
    for entry in SYSTEMS.entries():
        lines.append(f"{entry.form:16}{entry.summary}{_suffix(entry)}")
        if entry.name == "model":
            pairs = ", ".join(shipped_models())
            lines.append(f"    {'model:embedded':22}{pairs} (see: litmus list models)")
        if entry.name == "http":
            for name in shipped_engines():
                file = load_engine(name)
                keys = [key for key, default in file.variables.items() if default is None]
                needs = f"; key in {', '.join(keys)}" if keys else ""
                lines.append(f"    {f'http:{name}':22}{file.about}{needs}")
    return "\n".join(lines) + "\n"


def _idioms() -> str:
    from litmus.idioms.entries.lists import load_idioms, shipped_lists

    lines = []
    for code in shipped_lists():
        lines.append(f"{code}  {len(load_idioms(code, code).idioms):,} idioms")
    return "\n".join(lines) + "\n"


_LISTS: Mapping[str, Callable[[], str]] = {
    "metrics": _metrics,
    "suites": _suites,
    "languages": _languages,
    "aligners": _aligners,
    "analysers": _analysers,
    "systems": _systems,
    "models": _models,
    "dictionaries": _dictionaries,
    "formats": _formats,
    "idioms": _idioms,
}
