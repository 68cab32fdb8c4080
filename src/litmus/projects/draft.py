"""`litmus.projects.draft.write_draft`: a commented project file from what lies in a folder."""

import json
from collections.abc import Iterator, Mapping, Sequence
from contextlib import chdir
from dataclasses import dataclass
from pathlib import Path

from litmus.corpus.shipped import load_suite
from litmus.errors import UsageError
from litmus.failures import not_written
from litmus.files.text import write_text
from litmus.language.knowledge import language_pair
from litmus.projects.finding import Findings, Group, look, refuse_unknown_languages
from litmus.projects.kept import FOLDER
from litmus.projects.opened import open_project
from litmus.projects.project_file import NAME, SUITE, parse_project

_DEMO = "demo-en-es"
_BASELINES = ("baseline", "base", "old", "prod", "production", "main")
_COPY = "copy"  # a system where there is none: it runs, and its scores are a floor


@dataclass(frozen=True)
class Draft:
    """A project file that was written; what each file was `taken` for, and what is not sure."""

    file: Path
    text: str
    taken: tuple[str, ...]
    unsure: tuple[str, ...]
    demo: str = ""  # the suite that stands in where there is nothing to score


def write_draft(folder: Path | str = ".", *, languages: str | None = None) -> Draft:
    """Looks at the files of a folder and writes a `litmus.toml` that runs as it is.

    `languages` ("en-de") are those of texts whose names do not say theirs. A file that is there is
    never overwritten.
    """
    folder = Path(folder)
    file = folder / NAME
    if file.exists():
        raise UsageError(f"{file} exists and is left as it is. Run it: litmus run {file}")
    if folder.exists() and not folder.is_dir():
        raise UsageError(f"{folder} is not a folder.")
    pair = language_pair(languages) if languages else None
    found = look(folder, pair) if folder.is_dir() else Findings()
    refuse_unknown_languages(found)
    text = "".join(_lines(found))
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise UsageError(f"{folder} cannot be made: {not_written(error)}.") from error
    project = parse_project(file, text)
    with chdir(folder):  # what we write must run
        open_project(project, Path(FOLDER))
    with write_text(file) as out:
        out.write(text)
    demo = "" if found.groups else _DEMO
    return Draft(file, text, tuple(dict.fromkeys(found.taken)), tuple(found.unsure), demo)


def _lines(found: Findings) -> Iterator[str]:
    yield "# A litmus project. Run it: litmus run   (all keys: docs/project.md)\n"
    yield "# Paths are relative to this file.\n\n"
    groups = found.groups
    several = len(groups) > 1
    systems = list(dict.fromkeys(name for group in groups for name in _outputs(group)))
    systems.sort(key=_is_new)
    if not groups:
        systems = [*load_suite(_DEMO).systems]
        yield from _demo_lines()
    yield from _suite_lines(groups, systems)
    yield from _system_lines(groups)
    everywhere = [name for name in systems if all(name in _outputs(group) for group in groups)]
    yield from _test_lines(systems, everywhere)
    report = f"report/{SUITE}.html" if several else "report.html"
    yield "\n[outputs]\n"
    yield 'table = ["results.txt"]  # also .md .tex .tsv .json\n'
    yield f"report = {_toml(report)}\n"
    segments = f"segments/{SUITE}.jsonl" if several else "segments.jsonl"
    yield f"# segments = {_toml(segments)}  # the evidence of every segment\n"
    yield '# junit = "junit.xml"  # requirements as test cases\n'


def _demo_lines() -> Iterator[str]:
    yield "# Nothing to score was found here, so this runs on a suite that comes with litmus.\n"
    yield '# A suite: a folder, or a name (litmus list suites); several: ["A", "B"]\n'
    yield f"suites = {_toml(_DEMO)}\n"


def _common_lines(systems: Sequence[str]) -> Iterator[str]:
    """What stands before the first table."""
    yield '# metrics = ["bleu", "chrf"]  # litmus list metrics (default: those of the suite)\n'
    than = f", {_toml(f'not worse than {systems[0]}')}" if len(systems) > 1 else ""
    yield f'# require = ["chrf >= 40"{than}]  # or litmus run ends with 3\n'


def _suite_lines(groups: Sequence[Group], systems: Sequence[str]) -> Iterator[str]:
    named = [group.suite.as_posix() for group in groups if group.suite is not None]
    if named and len(named) == len(groups):
        yield f"suites = {_toml(named[0] if len(named) == 1 else named)}\n"
    yield from _common_lines(systems)
    for group in groups if len(named) < len(groups) else ():
        yield f"\n[suites.{_key(group.name)}]\n"
        if group.suite is not None:
            yield f"suite = {_toml(group.suite.as_posix())}\n"
            continue
        yield f"language-pair = {_toml('-'.join(group.pair or ()))}\n"
        assert group.source is not None
        yield f"source = {_toml(group.source.as_posix())}\n"
        if group.references:
            yield f"references = {_toml([path.as_posix() for path in group.references])}\n"
        else:
            yield '# references = ["ref.txt"]  # most metrics need one\n'
        for name in ("docids", "spans", "columns", "terms", "idioms"):
            path = getattr(group, name)
            if path is not None:
                yield f"{name} = {_toml(path.as_posix())}\n"


def _outputs(group: Group) -> Mapping[str, str]:
    return group.outputs or {_COPY: ""}


def _is_new(system: str) -> bool:
    """Those that others are compared with come first."""
    return system.lower() not in _BASELINES


def _system_lines(groups: Sequence[Group]) -> Iterator[str]:
    """Nothing if all outputs come with the suites."""
    by_system: dict[str, dict[str, str]] = {}
    for group in groups:
        for name, output in _outputs(group).items():
            by_system.setdefault(name, {})[group.name] = output
    by_system = {name: by_system[name] for name in sorted(by_system, key=_is_new)}
    own = [output for outputs in by_system.values() for output in outputs.values()]
    if all(output.startswith("@") for output in own):
        yield "\n# Without [systems], all outputs that come with the suites are scored. Your own:\n"
        yield '# [systems]\n# mine = "out/{suite}.txt"\n'
        yield '# llm = { system = "http:openai", model = "NAME" }  # see: litmus list systems\n'
        return
    yield '\n# The first is the baseline. "@NAME" is an output that comes with a suite,\n'
    yield '# { system = "http:openai", model = "NAME" } an engine (litmus list systems).\n'
    yield "[systems]\n"
    for name, outputs in by_system.items():
        yield from _one_system(name, outputs, [group.name for group in groups])


def _one_system(name: str, outputs: Mapping[str, str], suites: Sequence[str]) -> Iterator[str]:
    missing = [suite for suite in suites if suite not in outputs]
    limited = f", suites = {_toml(list(outputs))}" if missing else ""
    if name == _COPY and not any(outputs.values()):
        yield "# Nothing here looks like an output: this one copies the source. Put in your own.\n"
        yield f'{_key(name)} = {{ system = "cmd:cat"{limited} }}\n'
        return
    if len(suites) == 1:
        yield f"{_key(name)} = {_toml(outputs[suites[0]])}\n"
        return
    patterns = {output.replace(suite, SUITE) for suite, output in outputs.items()}
    if len(patterns) == 1 and (SUITE in (one := patterns.pop()) or one.startswith("@")):
        value = f"{{ output = {_toml(one)}{limited} }}" if limited else _toml(one)
        yield f"{_key(name)} = {value}\n"
        return
    by_suite = ", ".join(f"{_key(suite)} = {_toml(output)}" for suite, output in outputs.items())
    yield f"{_key(name)} = {{ output = {{ {by_suite} }}{limited} }}\n"


def _test_lines(systems: Sequence[str], everywhere: Sequence[str]) -> Iterator[str]:
    """Against the first system that every suite has."""
    if len(systems) > 1 and everywhere:
        default = "# " if everywhere[0] == systems[0] else ""
        yield "\n[tests]\n"
        yield 'paired = "ar"  # approximate randomisation; "bs": bootstrap\n'
        yield f"{default}baseline = {_toml(everywhere[0])}  # what the others are tested against\n"


def _toml(value: str | list[str]) -> str:
    """A JSON string or list is one of TOML."""
    return json.dumps(value, ensure_ascii=False)


def _key(name: str) -> str:
    bare = name.replace("-", "").replace("_", "")
    return name if bare.isascii() and bare.isalnum() else _toml(name)
