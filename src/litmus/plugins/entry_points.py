"""The entry points of installed packages, read when they are first asked for."""

import sys
import warnings
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any

from litmus.errors import LitmusWarning

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

GROUPS = (
    "litmus.metrics", "litmus.importers", "litmus.exporters", "litmus.aligners",
    "litmus.analysers", "litmus.systems",
)  # fmt: skip


@dataclass(frozen=True)
class Plugin:
    """One entry point: the name it gives to an object of a package."""

    name: str
    target: str
    distribution: str
    version: str
    entry_point: "EntryPoint"

    @property
    def package(self) -> str:
        """The package and its version, as people say it."""
        return f"{self.distribution} {self.version}".strip()

    def load(self) -> Any:
        """The object; whatever its import raises comes through."""
        return self.entry_point.load()


def plugins(group: str) -> tuple[Plugin, ...]:
    """The plug-ins of a group, by name; looked up again when the import path has changed."""
    return _plugins(group, tuple(sys.path))


@cache
def _plugins(group: str, path: tuple[str, ...]) -> tuple[Plugin, ...]:
    from importlib.metadata import entry_points  # costs tens of milliseconds

    try:
        found = entry_points(group=group)
    except Exception as error:  # one damaged package spoils the reading of all
        warnings.warn(
            LitmusWarning(
                f"Plug-ins are left out: the entry points of the installed packages cannot be read "
                f"({type(error).__name__}: {error}). Reinstall the damaged package."
            ),
            stacklevel=4,
        )
        return ()
    return tuple(sorted(map(_plugin, found), key=lambda plugin: (plugin.name, plugin.package)))


def _plugin(entry_point: "EntryPoint") -> Plugin:
    distribution = entry_point.dist
    name = distribution.name if distribution else entry_point.value
    version = distribution.version if distribution else ""
    return Plugin(entry_point.name, entry_point.value, name, version, entry_point)
