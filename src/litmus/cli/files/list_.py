"""`litmus list`: what there is, and where it comes from unless it comes with litmus."""

import argparse
import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager, nullcontext
from typing import TYPE_CHECKING

from litmus.cli.output import SubParsers, say
from litmus.wording import count

if TYPE_CHECKING:
    from litmus.plugins.data_folder import DataFile
    from litmus.plugins.registry import Entry

KINDS = (
    "metrics", "suites", "languages", "aligners", "analysers", "systems", "models", "prompts",
    "tasks", "dictionaries", "formats", "exports", "idioms",
)  # fmt: skip


def add_parser(commands: SubParsers) -> None:
    """Register the command."""
    parser = commands.add_parser("list", help="show metrics, suites, languages, ...")
    parser.add_argument("kind", nargs="?", choices=KINDS, metavar="KIND",
                        help=f"{', '.join(KINDS)} (default: all of them)")  # fmt: skip
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> tuple[str, int]:
    """One registry, or all of them and the data folder."""
    if args.kind:
        return "\n".join(_LISTS[args.kind]()) + "\n", 0
    parts = [kind + "\n" + _indented(_LISTS[kind]()) for kind in KINDS]
    return "\n".join([*parts, "data folder\n" + _indented(_data_folder())]), 0


def _indented(lines: Iterable[str]) -> str:
    return "".join(f"  {line}\n" for line in lines)


def _suffix(thing: "Entry | DataFile") -> str:
    """Where a thing comes from, unless it comes with litmus."""
    return "" if thing.origin == "litmus" else f"  [{thing.origin}]"


@contextmanager
def _noted(file: "DataFile") -> Iterator[None]:
    """A broken file of the user's own is a note on one line, and hides no other."""
    from litmus.errors import LitmusError

    try:
        yield
    except LitmusError as error:
        if not file.own:
            raise
        text = " ".join(str(error).split())
        say([text if str(file.path) in text else f"{file.path}: {text}"])


def _say_unused(kind: str, files: Iterable["DataFile"]) -> None:
    """A note for what is in the data folder under a name by which nothing is found."""
    from litmus.plugins.data_folder import KINDS, data_folder

    used = {file.path for file in files}
    for path in sorted((data_folder() / kind).glob("*")):
        if path not in used and not path.name.startswith("."):
            say([f"{path} is not used: its name should be {KINDS[kind]}."])


def _entries(entries: Iterable["Entry"], width: int) -> list[str]:
    return [f"{entry.form:{width}}{entry.summary}{_suffix(entry)}" for entry in entries]


def _metrics() -> Iterator[str]:
    from litmus.metrics.registry import METRICS

    for entry in METRICS.entries():
        yield f"{entry.name:16}{entry.summary}{_suffix(entry)}"
        for option in METRICS.load(entry).declared_options:
            choices = f" ({'|'.join(option.choices)})" if option.choices else ""
            yield f"    {option.key}={option.default}{choices}: {option.help}"


def _suites() -> Iterator[str]:
    from litmus.corpus.shipped import suite_folders
    from litmus.corpus.suite import read_suite

    suites = suite_folders()
    for name, file in suites.items():
        with _noted(file):
            suite = read_suite(file.path)
            info = suite.info
            systems = " ".join(f"@{system}" for system in suite.systems)
            languages = f"{info.source}-{info.target}"
            yield f"{name:14}v{info.version}  {languages}  {info.description}{_suffix(file)}"
            yield f"{'':14}outputs: {systems or 'none'}"
    yield f"{'sacrebleu:NAME/SRC-TGT':26}test sets of sacreBLEU, such as sacrebleu:wmt24/en-de"
    _say_unused("suites", suites.values())


def _languages() -> Iterator[str]:
    from litmus.discourse.rules import load_rules, rule_files
    from litmus.idioms.entries.grammar import grammar_files, load_grammar
    from litmus.language import embedded, knowledge
    from litmus.language.gender.rules import gender_files, load_gender

    analysed, languages = embedded.languages(), knowledge.language_files()
    rules = {code: file for code, file in rule_files().items() if file.own}
    grammars = {code: file for code, file in grammar_files().items() if file.own}
    genders = {code: file for code, file in gender_files().items() if file.own}
    for code in sorted({*languages, *analysed, *rules, *grammars, *genders}):
        file = languages.get(code)
        with _noted(file) if file else nullcontext():
            language = knowledge.load(code)
            named = f"analyser {language.analyser}" if language.analyser else "no embedded analyser"
            analyser = "embedded analyser" if code in analysed else named
            stem = f"Snowball {language.snowball}" if language.snowball else "no stemmer"
            yield (
                f"{code}  {language.name:12}v{language.version}  {analyser}, {stem}, "
                f"{len(language.stopwords)} stop words{_suffix(file) if file else ''}"
            )
        if code in rules:
            with _noted(rules[code]):
                version = load_rules(code).version
                yield f"    discourse rules v{version}{_suffix(rules[code])}"
        if code in grammars:
            with _noted(grammars[code]):
                version = load_grammar(code).version
                yield f"    small words of idioms v{version}{_suffix(grammars[code])}"
        if code in genders:
            with _noted(genders[code]):
                yield f"    gender v{load_gender(code).version}{_suffix(genders[code])}"
        if code not in analysed and (file is None or (file.own and not file.replaces)):
            yield from _still_missing(code)
    yield "Any other ISO 639-1 code works with the metrics that need no such knowledge."
    _say_unused("languages", languages.values())
    _say_unused("rules", rules.values())
    _say_unused("gender", genders.values())


def _still_missing(code: str) -> Iterator[str]:
    """What else a language of the user's own could have, and what needs it; nothing if its file is
    broken, which is said already."""
    from litmus.discourse.rules import rule_files
    from litmus.errors import LitmusError
    from litmus.idioms.entries.lists import idiom_lists, list_language
    from litmus.language.analysers import has_analyser
    from litmus.language.dictionary.bilingual import dictionary_file
    from litmus.language.gender.rules import gender_files

    try:
        is_analysed = has_analyser(code)
    except LitmusError:
        return
    lists = {list_language(name) for name in idiom_lists()}
    pieces = {
        f'an analyser (analyser = "stanza:{code}" in languages/{code}.toml)': is_analysed,
        f"discourse rules (word-f: rules/{code}.toml)": code in rule_files(),
        f"a dictionary (LitTER, aligner: dictionaries/en-{code}.tsv)": dictionary_file("en", code),
        f"idioms (mine: idioms/{code}.tsv)": code in lists,
        f"gender (gender: gender/{code}.toml)": code in gender_files(),
    }
    missing = [piece for piece, found in pieces.items() if not found]
    if missing:
        yield f"    missing: {', '.join(missing)}"


def _dictionaries() -> Iterator[str]:
    from litmus.language.dictionary.bilingual import (
        dictionary_file,
        name_and_size,
        shipped_pairs,
    )

    files = {(a, b): dictionary_file(a, b) for a, b in shipped_pairs()}
    sizes: dict[DataFile, tuple[str, int]] = {}  # a file has both directions
    for (source, target), file in files.items():
        assert file is not None
        with _noted(file):
            name, size = sizes[file] = sizes.get(file) or name_and_size(file)
            yield f"{source}-{target}  {name}: {size:,} word pairs{_suffix(file)}"
    _say_unused("dictionaries", filter(None, files.values()))


def _formats() -> Iterator[str]:
    from litmus.importers import FORMATS, options_of

    for entry in FORMATS.entries():
        yield f"{entry.name:20}{entry.summary}{_suffix(entry)}"
        yield from (f"    {key}: {what}" for key, what in options_of(entry.name).items())


def _exports() -> Iterator[str]:
    from litmus.exporters import FORMATS, options_of

    for entry in FORMATS.entries():
        yield f"{entry.name:20}{entry.summary}{_suffix(entry)}"
        yield from (f"    {key}: {what}" for key, what in options_of(entry.name).items())


def _aligners() -> list[str]:
    from litmus.alignment.aligners import ALIGNERS

    return _entries(ALIGNERS.entries(), 18)


def _analysers() -> list[str]:
    from litmus.language.analysers import ANALYSERS

    return _entries(ANALYSERS.entries(), 26)


def _models() -> Iterator[str]:
    from litmus.nmt.shipped import NOTES, shipped_models

    for pair, folder in shipped_models().items():
        notes = json.loads((folder / NOTES).read_text(encoding="utf-8"))
        context = notes["context"]
        yield (
            f"{pair}  embedded: dev BLEU {notes['best']['bleu']:.1f} when trained, "
            f"up to {context['source']} source and {context['target']} target sentences before"
        )
    yield "Any folder of litmus train or model of transformers works too; all need litmus-mt[nmt]."


def _systems() -> Iterator[str]:
    from litmus.nmt.shipped import shipped_models
    from litmus.systems.load import SYSTEMS

    for entry in SYSTEMS.entries():
        yield f"{entry.form:16}{entry.summary}{_suffix(entry)}"
        if entry.name == "model":
            pairs = ", ".join(shipped_models())
            yield f"    {'model:embedded':22}{pairs} (see: litmus list models)"
        if entry.name == "http":
            yield from _engines()


def _engines() -> Iterator[str]:
    from litmus.systems.engine_files.engine_file import engines, load_engine

    files = engines()
    for name, file in files.items():
        with _noted(file):
            engine = load_engine(name)
            needed = [key for key, default in engine.variables.items() if default is None]
            keys = [name for name in needed if name not in engine.model]
            needs = f"; key in {', '.join(keys)}" if keys else ""
            model = [name for name in needed if name in engine.model]
            needs += f"; model: --model or {model[0]}" if model else ""
            yield f"    {f'http:{name}':22}{engine.about}{needs}{_suffix(file)}"
    _say_unused("engines", files.values())


def _prompts() -> Iterator[str]:
    from litmus.nmt.scoring.prompts import shipped_prompts
    from litmus.systems.prompts.prompting import PARTS, load_prompt, prompts

    yield "for language models behind a service:"
    files = prompts()
    for name, file in files.items():
        with _noted(file):
            prompt = load_prompt(name)
            yield f"    {name:14}v{prompt.version}  {prompt.about}{_suffix(file)}"
            takes = ", ".join(part for part in PARTS if part in prompt.places)
            yield f"    {'':14}takes: {takes or 'the text alone'}"
    yield f"for decoder-only models: {', '.join(shipped_prompts())}"
    _say_unused("prompts", files.values())


def _tasks() -> Iterator[str]:
    from litmus.judging.task import load_task, shipped_tasks

    for name in shipped_tasks():
        task = load_task(name)
        yield f"{name:14}v{task.version}  {task.about}"
    yield "for litmus judge, which takes a TOML file of your own, too"


def _idioms() -> Iterator[str]:
    from litmus.idioms.entries.grammar import grammar_files
    from litmus.idioms.entries.lists import idiom_lists, named_idioms

    lists = idiom_lists()
    for name, file in lists.items():
        with _noted(file):
            listed = named_idioms(name)
            yield f"{name}  {count(len(listed.idioms), 'idiom')}{_suffix(file)}"
    _say_unused("idioms", [*lists.values(), *grammar_files().values()])


def _data_folder() -> list[str]:
    from litmus.plugins.data_folder import VARIABLE, data_folder

    folder = data_folder()
    state = "" if folder.is_dir() else " (does not exist)"
    return [f"{folder}{state}; {VARIABLE} names another, see docs/plug-ins.md"]


_LISTS: Mapping[str, Callable[[], Iterable[str]]] = {
    "metrics": _metrics,
    "suites": _suites,
    "languages": _languages,
    "aligners": _aligners,
    "analysers": _analysers,
    "systems": _systems,
    "models": _models,
    "prompts": _prompts,
    "tasks": _tasks,
    "dictionaries": _dictionaries,
    "formats": _formats,
    "exports": _exports,
    "idioms": _idioms,
}
