"""One home for names: what comes with litmus, what plug-ins add, and Python files for a trial.

A name is asked for as `NAME`, `NAME:ARGUMENT` or `path/to/file.py:CLASS[:ARGUMENT]`. Nothing is
imported before it is asked for, and plug-ins are looked up only where the name is not our own.
"""

import re
import warnings
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace
from hashlib import blake2b
from importlib import import_module
from inspect import getattr_static, getdoc
from operator import attrgetter
from pathlib import Path
from typing import Any, Generic, TypeVar

from litmus.errors import LitmusError, LitmusWarning, UnknownName, UsageError
from litmus.failures import reading
from litmus.plugins.entry_points import Plugin, plugins
from litmus.plugins.python_file import load_from_file, reason, where

T = TypeVar("T")
Product = TypeVar("Product")
OURS = "litmus"  # an origin; others say more
_IN_PLUGIN, _IN_FILE = "plug-in ", "file "
_FILE = re.compile(r"(?P<path>.+?\.py)(?::(?P<attribute>[^\W\d]\w*)(?::(?P<argument>.*))?)?", re.S)
_NAME = re.compile(r"[^\s:=,/\\]+")


class PluginWarning(LitmusWarning):
    """A plug-in that cannot be used. Everything else goes on."""


@dataclass(frozen=True, slots=True)
class Entry:
    """A name and where its object is: `target` is `package.module:attribute`.

    `argument` says what follows the name: "" nothing, "FILE" something that must be given,
    "[MODEL]" something that may be. A `summary` that is empty is asked of the object.
    """

    name: str
    target: str
    summary: str = ""
    argument: str = ""
    origin: str = OURS

    @property
    def form(self) -> str:
        """How to write it: `embedded`, `model:FILE`, `stanza[:LANG]`."""
        optional = self.argument.startswith("[")
        argument = f"[:{self.argument[1:]}" if optional else f":{self.argument}"
        return f"{self.name}{argument}" if self.argument else self.name

    @property
    def mark(self) -> str:
        """What a signature shows of foreign code: `package.version`, or `file.py#digest`."""
        if self.origin.startswith(_IN_FILE):
            path = Path(self.origin.removeprefix(_IN_FILE))
            with reading(path):
                return f"{path.name}#{blake2b(path.read_bytes(), digest_size=4).hexdigest()}"
        plugin = self.origin.removeprefix(_IN_PLUGIN)
        return plugin.replace(" ", ".") if plugin != self.origin else ""


class Registry(Generic[T]):
    """Objects of one kind by name.

    `group` is the entry-point group of its plug-ins. `problem` says what is wrong with an object
    that litmus did not write, "" if nothing is. With `modules`, objects are modules: a file may
    be named without a class, and a class is instantiated.
    """

    def __init__(
        self,
        kind: str,
        entries: Iterable[Entry],
        *,
        group: str = "",
        problem: Callable[[str, Any], str] | None = None,
        modules: bool = False,
    ) -> None:
        self.kind = kind
        self._ours = {entry.name: entry for entry in entries}
        self._group = group
        self._problem = problem or (lambda name, value: "")
        self._modules = modules

    def __iter__(self) -> Iterator[str]:
        """Names, ours first; no plug-in is imported."""
        return iter([*self._ours, *sorted(self._plugins().keys() - self._ours.keys())])

    def __contains__(self, name: object) -> bool:
        return name in self._ours or name in self._plugins()

    def resolve(self, spec: str) -> tuple[Entry, str | None]:
        """The entry that is asked for and the argument, None without a colon. Imports nothing."""
        name, colon, argument = spec.partition(":")
        if name in self._ours:
            return self._ours[name], argument if colon else None
        name, argument_text = split_spec(spec)
        if is_python_file(spec):
            return self._in_file(name), argument_text
        plugin = self._plugins().get(name)
        if plugin is None:
            raise UnknownName(self.kind, spec, self.forms)
        return _entry(plugin), argument_text

    def load(self, entry: Entry) -> T:
        """The object of an entry; one that cannot be loaded is an error that says why."""
        if entry.origin == OURS:
            ours: T = _imported(entry.target)
            return ours
        if entry.origin.startswith(_IN_FILE):
            value: Any = load_from_file(entry.target, self.kind)
            problem = self._problem("", value)
            if problem:
                raise UsageError(f"{entry.name} is not a usable {self.kind}: {problem}.")
        else:
            value = self._from_plugin(entry.name)
        if self._modules and isinstance(value, type):
            with self.making(entry):
                value = value()
        loaded: T = value
        return loaded

    def find(self, name: str) -> T:
        """The object of a name that takes no argument."""
        entry, argument = self.resolve(name)
        if argument is not None:
            raise UnknownName(self.kind, name, self.forms)
        return self.load(entry)

    def ours(self) -> list[Entry]:
        """What comes with litmus, with summaries."""
        return [
            entry if entry.summary else replace(entry, summary=_summary(self.load(entry)))
            for entry in self._ours.values()
        ]

    def entries(self) -> list[Entry]:
        """Everything there is, with summaries; a plug-in that is unusable is a warning."""
        return [*self.ours(), *(entry for entry, _ in self._usable_plugins())]

    def loaded(self) -> Iterator[tuple[Entry, T]]:
        """Every entry with its object, ours first; plug-ins are not touched before it is their
        turn."""
        for entry in self._ours.values():
            yield entry, self.load(entry)
        yield from self._usable_plugins()

    def _usable_plugins(self) -> Iterator[tuple[Entry, T]]:
        for name, plugin in self._plugins().items():
            try:
                if name in self._ours:
                    raise UsageError(self._shadowing(plugin))
                value = self.load(_entry(plugin))
            except UsageError as error:
                warnings.warn(PluginWarning(" ".join(str(error).split())), stacklevel=3)
                continue
            argument = str(getattr(value, "argument", ""))
            yield replace(_entry(plugin), summary=_summary(value), argument=argument), value

    @contextmanager
    def making(self, entry: Entry) -> Iterator[None]:
        """Where an object is made: what foreign code raises is an error that names the code."""
        try:
            yield
        except LitmusError:
            raise
        except Exception as error:
            if entry.origin == OURS:
                raise
            raise UsageError(
                f"The {self.kind} {entry.name} ({entry.origin}) cannot be created: "
                f"{reason(error)}{where(error)}."
            ) from error

    @property
    def forms(self) -> list[str]:
        """How to write each name, ours first; of plug-ins, which are not imported, the name."""
        ours = [entry.form for entry in self._ours.values()]
        return ours + sorted(self._plugins().keys() - self._ours.keys())

    def _in_file(self, name: str) -> Entry:
        path, colon, _ = name.rpartition(":")
        if not colon or not path.endswith(".py"):
            if not self._modules:
                raise UsageError(f"{name} may define several classes. Name one: {name}:CLASS")
            path = name
        return Entry(name, name, origin=f"{_IN_FILE}{path}")

    def _all_plugins(self) -> tuple[Plugin, ...]:
        return plugins(self._group) if self._group else ()

    def _plugins(self) -> Mapping[str, Plugin]:
        return {plugin.name: plugin for plugin in self._all_plugins()}

    def _from_plugin(self, name: str) -> Any:
        """The object of the one plug-in of that name."""
        first, *others = (plugin for plugin in self._all_plugins() if plugin.name == name)
        if others:
            packages = " and ".join(dict.fromkeys(p.package for p in (first, *others)))
            raise UsageError(
                f"More than one plug-in has a {self.kind} called {name!r}: {packages}.\n"
                "Uninstall all but one of them."
            )
        try:
            value = first.load()
        except (Exception, SystemExit) as error:
            raised = f"raised {reason(error)}{where(error)}"
            raise UsageError(self._broken(first, raised)) from error
        problem = self._problem(name, value)
        if not _NAME.fullmatch(name):
            problem = "its name must not have blanks, colons, commas, slashes or equals signs"
        if problem:
            raise UsageError(self._broken(first, f"is unusable: {problem}"))
        return value

    def _broken(self, plugin: Plugin, what: str) -> str:
        return (
            f"The {self.kind} {plugin.name!r} of the plug-in {plugin.package} ({plugin.target}) "
            f"{what}.\nUpdate the plug-in, or uninstall it: pip uninstall {plugin.distribution}"
        )

    def _shadowing(self, plugin: Plugin) -> str:
        return (
            f"The {self.kind} {plugin.name!r} of the plug-in {plugin.package} ({plugin.target}) is "
            f"ignored: litmus has its own {plugin.name!r}.\nAsk the plug-in's authors to rename it."
        )


class Makers(Registry[Callable[..., Product]]):
    """Classes or functions by name, that make an object from a context and perhaps an argument.

    Whoever takes an argument says so: in the entry, or by an attribute `argument` ("FILE", or
    "[FILE]" where it may be left out, and is then ""). The product must have all of `methods`, or
    all of `or_methods`.
    """

    def __init__(
        self,
        kind: str,
        entries: Iterable[Entry],
        *,
        methods: tuple[str, ...],
        or_methods: tuple[str, ...] = (),
        group: str = "",
    ) -> None:
        super().__init__(kind, entries, group=group, problem=_not_callable)
        self._protocols = [methods, or_methods] if or_methods else [methods]

    def check(self, spec: str) -> None:
        """Raises what `create` would say of the name and its argument."""
        entry, argument = self.resolve(spec)
        if entry.origin == OURS:
            self._check_argument(entry, argument)

    def create(self, spec: str, *context: Any) -> Product:
        """The object that is asked for, made from the context and the argument."""
        entry, argument = self.resolve(spec)
        maker = self.load(entry)
        if entry.origin != OURS:
            entry = replace(entry, argument=str(getattr(maker, "argument", "")))
        self._check_argument(entry, argument)
        arguments = (*context, argument or "") if entry.argument else context
        with self.making(entry):
            product = maker(*arguments)
        if entry.origin == OURS:
            return product
        missing = min((_missing(product, names) for names in self._protocols), key=len)
        if missing:
            raise UsageError(
                f"The {self.kind} {entry.name} ({entry.origin}) lacks {', '.join(missing)}."
            )
        return product

    def _check_argument(self, entry: Entry, argument: str | None) -> None:
        if not entry.argument and argument is not None:
            raise UsageError(
                f"The {self.kind} {entry.name} takes no argument, but {argument!r} was given."
            )
        if entry.argument and not entry.argument.startswith("[") and not (argument or "").strip():
            about = f" ({entry.summary})" if entry.summary else ""
            raise UsageError(f"The {self.kind} {entry.name} needs an argument: {entry.form}{about}")
        if entry.argument and argument is not None and not argument.strip():
            raise UsageError(
                f"Nothing stands behind the colon of {entry.name}: (write {entry.form}). "
                "Without an argument, leave the colon out."
            )


def split_spec(spec: str) -> tuple[str, str | None]:
    """The name and the argument of what was asked for; the name of code in a file is both parts.

    >>> split_spec("litter:case=fold"), split_spec("litter")
    (('litter', 'case=fold'), ('litter', None))
    >>> split_spec("my/metric.py:Mine:case=fold")
    ('my/metric.py:Mine', 'case=fold')
    """
    if match := _FILE.fullmatch(spec):
        path, attribute, argument = match["path"], match["attribute"], match["argument"]
        return f"{path}:{attribute}" if attribute else path, argument
    name, colon, rest = spec.partition(":")
    return name, rest if colon else None


def is_python_file(spec: str) -> bool:
    """Whether a name asks for code in a file, which must never come from data.

    >>> is_python_file("my/metric.py:Mine:case=fold"), is_python_file("litter:case=fold")
    (True, False)
    """
    return _FILE.fullmatch(spec) is not None


def _missing(product: object, names: Iterable[str]) -> list[str]:
    """Looked up without running properties, which may be slow."""
    absent = object()
    return [name for name in names if getattr_static(product, name, absent) is absent]


def _entry(plugin: Plugin) -> Entry:
    return Entry(plugin.name, plugin.target, origin=f"{_IN_PLUGIN}{plugin.package}")


def _imported(target: str) -> Any:
    module, _, attribute = target.partition(":")
    loaded = import_module(module)
    return attrgetter(attribute)(loaded) if attribute else loaded


def _summary(value: Any) -> str:
    """What an object says of itself in a line."""
    said = getattr(value, "summary", "") or getattr(value, "SUMMARY", "")
    return str(said) or (getdoc(value) or "").partition("\n")[0]


def _not_callable(name: str, value: Any) -> str:
    return "" if callable(value) else "it is neither a class nor a function"
