"""What decides the results of a project, in digests; and what of it has changed since a run."""

import shlex
import sys
from collections.abc import Iterator, Mapping
from dataclasses import asdict
from importlib.metadata import PackageNotFoundError, entry_points, requires, version
from pathlib import Path
from re import match
from typing import Any

from litmus.files.cache import cache_key
from litmus.language.analysers import EMBEDDED
from litmus.language.backends.stanza import folder_of
from litmus.metrics.options import option_files, parse_spec
from litmus.plugins.data_folder import data_folder
from litmus.projects.digests import Digests, digest_of, named_files
from litmus.projects.opened import OpenSuite, Output
from litmus.projects.project_file import Project, SuiteEntry, SystemEntry

Facts = dict[str, Any]  # plain data, as it is kept


def made_by(digests: Digests) -> str:
    """The code and data of litmus, of the packages that it uses, and the user's own data."""
    packages = {name: _version(name) for name in _required()}
    found = entry_points()
    for group in found.groups:
        for point in found.select(group=group) if group.startswith("litmus.") else ():
            if point.dist is not None:
                packages[point.dist.name] = point.dist.version
    own = data_folder()
    data = [digests.of(path) for path in sorted(own.glob("*")) if path.name != "suites"]
    known = [f"{name} {number}" for name, number in sorted(packages.items())]
    return cache_key("project", [sys.version, *known], data)


def _required() -> list[str]:
    """The packages that litmus uses, extras included."""
    try:
        texts = requires("litmus-mt") or []
    except PackageNotFoundError:  # run from its sources
        return []
    return [found[0] for text in texts if (found := match(r"[\w.-]+", text))]


def _version(name: str) -> str:
    try:
        return version(name)
    except PackageNotFoundError:
        return ""


def suite_facts(project: Project, one: OpenSuite, digests: Digests) -> Facts:
    """What decides the scores on a suite."""
    return {
        "files": digests.of_all(one.files),
        "settings": digest_of(_settings(project, one.entry, digests)),
        "metrics": {spec: digest_of(digests.of_all(_metric_files(spec))) for spec in one.metrics},
        "systems": {
            name: {"file": output.file.as_posix(), "digest": digests.of(output.file)}
            for name, output in one.outputs.items()
        },
        "tests": {key: repr(value) for key, value in asdict(project.tests).items()},
    }


def translation_facts(one: OpenSuite, output: Output, digests: Digests) -> Facts:
    """What decides the translations of an engine."""
    entry = output.entry
    assert entry is not None
    told = [one.suite.info.source, one.suite.info.target]
    for segment in one.suite.segments():
        told += [segment.document or "", segment.source]
        told += segment.references[:1] if entry.context == "reference" else []
    return {
        "text": cache_key("text", told),
        "system": entry.system,
        "options": {name: repr(value) for name, value in sorted(entry.given().items())},
        "files": digests.of_all(_engine_files(entry)),
    }


def changed(name: str, old: Mapping[str, Any] | None, new: Facts) -> list[tuple[str, str]]:
    """What has changed of a suite: (the suite, or suite/system; what has)."""
    if old is None:
        return [(name, "not scored yet")]
    found = [(name, why) for why in _files(old["files"], new["files"])]
    if old["settings"] != new["settings"]:
        found.append((name, "its settings changed"))
    for spec, digest in new["metrics"].items():
        if spec not in old["metrics"]:
            found.append((name, f"{spec} is new"))
        elif old["metrics"][spec] != digest:
            found.append((name, f"a file that {spec} reads changed"))
    found += [(name, f"{spec} is gone") for spec in old["metrics"] if spec not in new["metrics"]]
    for system, facts in new["systems"].items():
        before = old["systems"].get(system)
        if before is None:
            found.append((f"{name}/{system}", "new"))
        elif before["digest"] != facts["digest"]:
            found.append((f"{name}/{system}", f"{facts['file']} changed"))
    found += [(f"{name}/{one}", "gone") for one in old["systems"] if one not in new["systems"]]
    if list(old["systems"]) != list(new["systems"]) and {*old["systems"]} == {*new["systems"]}:
        found.append((name, "the order of the systems changed"))
    if list(old["metrics"]) != list(new["metrics"]) and {*old["metrics"]} == {*new["metrics"]}:
        found.append((name, "the order of the metrics changed"))
    found += [
        (name, f"tests.{key.replace('_', '-')} changed")
        for key in new["tests"]
        if old["tests"].get(key) != new["tests"][key]
    ]
    return found


def retranslated(old: Mapping[str, Any] | None, new: Facts) -> str:
    """Why an engine has to translate; "" if it has not."""
    if old is None:
        return "not translated yet"
    if old["system"] != new["system"]:
        return f"its engine is {new['system']} now"
    if old["text"] != new["text"]:
        return "the text changed"
    names = [n for n in {**old["options"], **new["options"]}
             if old["options"].get(n) != new["options"].get(n)]  # fmt: skip
    if names:
        return f"{', '.join(sorted(names)).replace('_', '-')} changed"
    return "; ".join(_files(old["files"], new["files"]))


def _files(old: Mapping[str, str], new: Mapping[str, str]) -> Iterator[str]:
    for path, digest in new.items():
        if path not in old:
            yield f"{path} is new"
        elif old[path] != digest:
            yield f"{path} changed"
    yield from (f"{path} is gone" for path in old if path not in new)


def _settings(project: Project, entry: SuiteEntry, digests: Digests) -> Facts:
    model = project.aligner.partition(":")[2]  # of `model:FILE`
    kept: Facts = {"aligner": [project.aligner, digests.of_all(named_files([model]))]}
    for name in ("language_pair", "idioms", "classes", "figurative"):
        kept[name] = repr(getattr(entry, name))
    analysers = [entry.source_analyser, *entry.target_analysers.values()]
    files = digests.of_all(_analyser_files(analysers))
    kept["analysers"] = [analysers, [*entry.target_analysers], files]
    return kept


def _analyser_files(analysers: list[str]) -> Iterator[Path]:
    """Of `conllu:FILE`, `embedded:FOLDER`, `spacy:FOLDER` and `stanza:FOLDER`."""
    for kind, _, argument in (text.partition(":") for text in analysers):
        folder = None
        if kind == "stanza":  # where a word such as `en` is a language, whatever folders there are
            folder = folder_of(argument)
        elif kind in (EMBEDDED, "spacy") and argument:
            folder = Path(argument)
        if folder is not None and folder.is_dir():
            yield folder
        yield from named_files([argument])


def _metric_files(spec: str) -> list[Path]:
    """Files in the options of a metric, and the one that defines it."""
    parsed = parse_spec(spec)
    return [*option_files(parsed.options).values(), *named_files([parsed.name.rpartition(":")[0]])]


def _engine_files(entry: SystemEntry) -> list[Path]:
    """Files that an engine reads: words of a command, a model (perhaps a folder), and those that
    its options name."""
    kind, _, argument = entry.system.partition(":")
    words = [argument]
    if kind == "cmd":
        try:
            words = shlex.split(argument)
        except ValueError:
            words = argument.split()
    named = [*words, entry.prompt or "", entry.shots or "", entry.glossary or ""]
    folder = [Path(argument)] if kind == "model" and argument and Path(argument).is_dir() else []
    return [*folder, *named_files(named)]
