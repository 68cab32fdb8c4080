"""Plug-in packages as pip would install them: a module and a dist-info folder, on sys.path."""

import sys
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

Install = Callable[..., Path]


def write_package(
    folder: Path,
    name: str,
    module: str,
    entry_points: Mapping[str, Mapping[str, str]],
    version: str = "1.0",
) -> Path:
    """A package `name` whose only module has this text; group -> name -> target."""
    stem = name.replace("-", "_")
    folder.mkdir(parents=True, exist_ok=True)
    (folder / f"{stem}.py").write_text(module, encoding="utf-8")
    about = folder / f"{stem}-{version}.dist-info"
    about.mkdir()
    (about / "METADATA").write_text(
        f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n", encoding="utf-8"
    )
    lines = [
        f"[{group}]\n" + "".join(f"{key} = {target}\n" for key, target in names.items())
        for group, names in entry_points.items()
    ]
    (about / "entry_points.txt").write_text("\n".join(lines), encoding="utf-8")
    return folder


@pytest.fixture
def install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Install:
    """`install(name, module, {group: {name: target}})` for the length of a test."""
    modules = set(sys.modules)

    def installed(
        name: str, module: str, entry_points: Mapping[str, Mapping[str, str]], version: str = "1.0"
    ) -> Path:
        folder = write_package(tmp_path / "site" / name, name, module, entry_points, version)
        monkeypatch.syspath_prepend(folder)
        # What a test imported must not be found by the next one.
        monkeypatch.delitem(sys.modules, name.replace("-", "_"), raising=False)
        return folder

    yield installed
    for module in set(sys.modules) - modules:
        if getattr(sys.modules[module], "__file__", None) and str(tmp_path) in str(
            sys.modules[module].__file__
        ):
            del sys.modules[module]
