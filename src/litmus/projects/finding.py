"""What lies in a folder: suites, and texts that belong together by their names and lengths."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import islice
from pathlib import Path

from litmus.corpus.suite import read_suite
from litmus.errors import DataError, LitmusError
from litmus.files.text import read_chunks
from litmus.importers.recognise import recognise
from litmus.importers.registry import FORMATS
from litmus.projects.names import OUTPUT, REFERENCE, SOURCE, Named, system_names
from litmus.wording import count, option

_DEEPEST, _MOST = 4, 5000
_OTHERS = (
    ".toml", ".md", ".py", ".sh", ".html", ".pdf", ".yml", ".yaml", ".cfg", ".ini", ".rst", ".svg",
    ".png", ".jpg", ".ipynb", ".zip", ".tar", ".tgz", ".lock", ".log",
)  # fmt: skip
_NOT_TEXTS = ("readme", "licence", "license", "makefile", "changelog")


@dataclass
class Group:
    """A suite, or loose files that will be one, with the outputs on it."""

    n: int
    pair: tuple[str, str] | None
    suite: Path | None = None
    source: Path | None = None
    name: str = ""
    references: list[Path] = field(default_factory=list)
    outputs: dict[str, str] = field(default_factory=dict)  # name -> file or @NAME
    docids: Path | None = None
    spans: Path | None = None
    terms: Path | None = None
    idioms: Path | None = None
    columns: Path | None = None
    words: frozenset[str] = frozenset()


@dataclass
class Findings:
    """The groups, what every file was taken for, and what is not sure."""

    groups: list[Group] = field(default_factory=list)
    taken: list[str] = field(default_factory=list)
    unsure: list[str] = field(default_factory=list)


@dataclass(frozen=True)
class _Text:
    """A file of lines."""

    named: Named
    kind: str
    n: int

    @property
    def path(self) -> Path:
        return self.named.path


def look(folder: Path, languages: tuple[str, str] | None = None) -> Findings:
    """What is in a folder; `languages` are those of texts whose names do not say theirs."""
    found = Findings()
    texts: list[_Text] = []
    for path in islice(_walk(folder, Path(), found), _MOST):
        _take(folder, path, found, texts)
    lines = [text for text in texts if text.kind == "text"]
    sources = [text for text in lines if text.named.role == SOURCE]
    if not sources and not found.groups:
        sources = _by_language(lines, found)
    for text in sources:
        found.groups.append(
            Group(text.n, text.named.pair or languages, source=text.path, words=text.named.words)
        )
    rest = [text for text in lines if text not in sources]
    for role in (REFERENCE, OUTPUT, ""):
        for text in rest:
            if text.named.role == role:
                _put(text, found)
    for text in texts:
        if text.kind != "text":
            _put_aside(text, found)
    found.groups = [each for group in found.groups for each in _by_target(group)]
    for group in found.groups:
        group.pair = group.pair or languages or _languages(group)
    _leave_out_unknown_languages(found)
    for group in found.groups:
        _settle(group, found)
    _name_groups(found.groups)
    return found


def _walk(folder: Path, below: Path, found: Findings, depth: int = 0) -> Iterator[Path]:
    """Files and suites, by their paths below the folder."""
    for path in sorted((folder / below).iterdir()):
        inner = below / path.name
        if path.name.startswith((".", "__")) or path.is_symlink() and not path.exists():
            continue
        if path.is_file() or (path.is_dir() and (path / "suite.toml").exists()):
            yield inner
        elif (path / ".git").exists():  # a clone or a submodule: its files are not of this project
            found.unsure.append(f"{inner}: left out: a git repository of its own")
        elif path.is_dir() and depth < _DEEPEST and not (path / "pyvenv.cfg").exists():
            yield from _walk(folder, inner, found, depth + 1)


def _take(folder: Path, path: Path, found: Findings, texts: list[_Text]) -> None:
    """What one file or suite is."""
    named = Named(path)
    if path.suffix.lower() in _OTHERS or path.name.lower().startswith(_NOT_TEXTS):
        return
    try:
        kind = recognise(folder / path)
        if kind == "suite":
            _take_suite(folder, path, found)
            return
        n = _lines(folder / path)
    except LitmusError as error:
        found.unsure.append(f"{path}: left out: {str(error).splitlines()[0]}")
        return
    if n == 0:
        found.unsure.append(f"{path}: left out: it is empty")
        return
    if any("idiom" in word for word in named.words) and kind in ("text", "tsv"):
        kind = "idioms"
    elif any(word.startswith(("term", "gloss")) for word in named.words) and kind in (
        "text",
        "tsv",
    ):
        kind = "terms"
    elif kind == "tsv" and named.words & {"columns", "meta", "metadata", "domains"}:
        kind, n = "columns", n - 1
    if kind in ("text", "docids", "spans", "idioms", "terms", "columns"):
        texts.append(_Text(named, kind, n))
    elif kind in FORMATS and kind != "tsv":
        found.unsure.append(
            f"{path}: left out: it is {kind}; make a suite of it with "
            f"litmus import {kind} {path} -o SUITE"
        )
    else:
        found.unsure.append(f"{path}: left out: {kind}, which a project does not read")


def _take_suite(folder: Path, path: Path, found: Findings) -> None:
    suite = read_suite(folder / path)
    n = sum(1 for _ in suite.segments())
    info = suite.info
    shipped = {name: f"@{name}" for name in suite.systems}
    found.groups.append(
        Group(n, (info.source, info.target), suite=path, name=info.name, outputs=shipped)
    )
    with_them = f", with outputs of {', '.join(shipped)}" if shipped else ""
    found.taken.append(
        f"{path}: a suite, {info.source}-{info.target}, {count(n, 'segment')}{with_them}"
    )


def _lines(path: Path) -> int:
    """How many there are; a last one without its end counts."""
    n, last = 0, b"\n"
    for chunk in read_chunks(path):
        n += chunk.count(b"\n")
        last = chunk[-1:] or last
    return n + (last != b"\n")


def _by_language(texts: Sequence[_Text], found: Findings) -> list[_Text]:
    """The sources among texts whose names tell languages alone: those that are the only ones of
    their length in one of two languages."""
    sources = []
    for n in dict.fromkeys(text.n for text in texts):
        same = [text for text in texts if text.n == n and text.named.language]
        by_language: dict[str, list[_Text]] = {}
        for text in same:
            by_language.setdefault(text.named.language, []).append(text)
        alone = [own for own in by_language.values() if len(own) == 1]
        if len(by_language) != 2 or not alone:
            continue
        alone.sort(key=lambda own: own[0].named.language != "en")
        found.unsure.append(
            f"{alone[0][0].path}: taken for the source, as the only text in its language"
            if len(alone) == 1
            else f"{alone[0][0].path}: taken for the source, but it may be the other way round"
        )
        sources += alone[0]
    return sources


def _put(text: _Text, found: Findings) -> None:
    """A text to the group that it is a reference or an output of."""
    group = _home(text, found)
    if group is None:
        where = f"of its languages has {count(text.n, 'line')}" if found.groups else "was found"
        found.unsure.append(f"{text.path}: left out: no source {where}")
        return
    named = text.named
    if not named.role and named.language and group.pair and named.language == group.pair[0]:
        found.unsure.append(f"{text.path}: left out: it is in the language of the source")
        return
    if named.role == REFERENCE and group.suite is None:
        group.references.append(text.path)
        return
    if named.role == REFERENCE:
        found.unsure.append(f"{text.path}: left out: the suite has references of its own")
        return
    if not named.role:
        if group.source and not group.references and named.is_twin(Named(group.source)):
            group.references.append(text.path)
            found.unsure.append(f"{text.path}: taken for the reference, by its name")
            return
        found.unsure.append(f"{text.path}: taken for an output, by its number of lines")
    group.outputs[text.path.as_posix()] = text.path.as_posix()


def _home(text: _Text, found: Findings) -> Group | None:
    """The group of its length and languages; of several the one most alike in name."""
    fitting = [
        group
        for group in found.groups
        if group.n == text.n
        and (text.named.pair is None or group.pair is None or text.named.pair == group.pair)
    ]
    if not fitting:
        return None
    alike = [len(text.named.words & group.words) for group in fitting]
    if alike.count(max(alike)) > 1:
        found.unsure.append(f"{text.path}: it fits more than one source; the first was taken")
    return fitting[alike.index(max(alike))]


def _put_aside(text: _Text, found: Findings) -> None:
    """Document ids, spans and columns to the group of their length; lists to all."""
    if text.kind in ("idioms", "terms"):
        homes = [group for group in found.groups if getattr(group, text.kind) is None]
    else:
        group = _home(text, found)
        homes = [group] if group and group.suite is None else []
    for group in homes:
        setattr(group, text.kind, text.path)
    if homes:
        what = {"idioms": "a list of idioms", "terms": "a list of terms", "docids": "document ids"}
        found.taken.append(f"{text.path}: {what.get(text.kind, text.kind)}")
    else:
        found.unsure.append(f"{text.path}: left out: {text.kind} that fit no source")


def _by_target(group: Group) -> list[Group]:
    """A group of its own for each language that the source is translated into, if names tell."""
    if group.source is None or group.pair is not None:
        return [group]
    source = Named(group.source).language
    files = [*group.references, *map(Path, group.outputs.values())]
    found = dict.fromkeys(Named(path).language for path in files)
    targets = [target for target in found if target not in ("", source)]
    if not source or len(targets) < 2:
        return [group]
    return [
        replace(
            group,
            pair=(source, target),
            references=[path for path in group.references if Named(path).language == target],
            outputs={
                name: output
                for name, output in group.outputs.items()
                if Named(Path(output)).language == target
            },
        )
        for target in targets
    ]


def _leave_out_unknown_languages(found: Findings) -> None:
    """Loose files whose languages no name says do not stop what can be scored."""
    if all(group.pair is None for group in found.groups):
        return  # there is nothing else: see `refuse_unknown_languages`
    for group in found.groups:
        if group.pair is None:
            files = {*map(str, (group.source, *group.references)), *group.outputs.values()}
            found.unsure = [said for said in found.unsure if said.split(": ")[0] not in files]
            found.unsure.append(
                f"{group.source}: left out: it may be a source, but no name says its languages"
            )
    found.groups = [group for group in found.groups if group.pair is not None]


def _settle(group: Group, found: Findings) -> None:
    """Names of systems, and what is said of the files."""
    if group.source is not None:
        found.taken.append(f"{group.source}: a source, {count(group.n, 'line')}")
        found.taken += [f"{path}: a reference" for path in group.references]
    known = {piece for path in (group.source, *group.references) if path
             for piece in Named(path).pieces()}  # fmt: skip
    files = {Path(output) for output in group.outputs.values() if not output.startswith("@")}
    names = system_names(sorted(files), known)
    own = {name: out for name, out in group.outputs.items() if out.startswith("@")}
    for path, name in names.items():
        free = name if name not in own else f"{name}.2"
        own[free] = path.as_posix()
        found.taken.append(f"{path}: the output of {free}")
    group.outputs = own


def _languages(group: Group) -> tuple[str, str] | None:
    """The languages, if source and target each have one in a name."""
    if group.source is None:
        return None
    source = Named(group.source).language
    others = [*group.references, *map(Path, group.outputs.values())]
    targets = dict.fromkeys(filter(None, (Named(path).language for path in others)))
    targets.pop(source, None)
    if not source or len(targets) != 1:
        pairs = {pair for path in others if (pair := Named(path).pair)}
        return pairs.pop() if len(pairs) == 1 else None
    return source, next(iter(targets))


def _name_groups(groups: Sequence[Group]) -> None:
    """Loose files by their language pair, if that tells them apart, or by their source."""
    loose = [group for group in groups if group.suite is None]
    pairs = ["-".join(group.pair or ()) for group in loose]
    taken = {group.name for group in groups if group.suite is not None}
    for group, pair in zip(loose, pairs, strict=True):
        assert group.source is not None
        name = Named(group.source).title()
        if not name or (len(loose) > 1 and len({*pairs}) == len(loose)):
            name = pair or name or "text"
        elif len(loose) > 1:
            name = f"{name}.{pair}"
        base, number = name, 2
        while name in taken:
            name, number = f"{base}.{number}", number + 1
        taken.add(name)
        group.name = name


def refuse_unknown_languages(found: Findings) -> None:
    """Loose files whose languages no name says, where nothing else can be scored."""
    for group in found.groups:
        if group.pair is None:
            raise DataError(
                f"{group.source} looks like a source, but no name says its languages or those of "
                f"its translations.\nSay them: {option('languages', 'SRC-TGT')}"
            )
