"""The floor plan: imports point down the house, never up, and never in a circle.

Every import counts, also those inside functions and those for type checkers only.
"""

import ast
import sys
from collections.abc import Iterable, Mapping
from pathlib import Path

# From the ground up: a package imports only from those before it.
FLOORS = (
    "wording", "errors", "failures", "arrays", "plugins", "files", "engine", "corpus", "jobs",
    "stats", "tables", "language", "alignment", "resegmenting", "importers", "bitext",
    "idioms", "terms", "metrics", "discourse", "scoring", "gating", "systems", "nmt", "context",
    "probing", "reports", "annotate", "judging", "demo", "checks", "published", "api", "projects",
    "cli", "pytest_plugin",
)  # fmt: skip
TORCH_ALLOWED = {"nmt"}
DOOR = "litmus"  # the package's own __init__: whoever comes in may go anywhere from there


def modules(root: Path) -> dict[str, Path]:
    """Name of every module of the package -> its file."""
    return {
        ".".join((DOOR, *path.relative_to(root).with_suffix("").parts)).removesuffix(
            ".__init__"
        ): path
        for path in sorted(root.rglob("*.py"))
    }


def imports(path: Path) -> list[tuple[int, str]]:
    """Line and dotted name of everything a file imports; a relative import begins with a dot."""
    names = []
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names += [(node.lineno, alias.name) for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            prefix = "." * node.level + (node.module or "")
            names += [(node.lineno, f"{prefix}.{alias.name}") for alias in node.names]
    return names


def target(name: str, known: Iterable[str]) -> str | None:
    """The module of ours that an imported name is, or is defined in."""
    while name and name not in known:
        name = name.rpartition(".")[0]
    return name or None


def floor_problems(files: Mapping[str, Path]) -> list[str]:
    """Every import that points up, is relative, or brings torch where it must not be."""
    problems = []
    for module, path in files.items():
        room = (module.split(".") + [""])[1]
        if room in ("", "__main__"):
            continue
        if room not in FLOORS:
            problems.append(f"{path}: {room!r} has no floor in {Path(__file__).name}")
            continue
        for line, name in imports(path):
            if name.startswith("."):
                problems.append(f"{path}:{line}: relative import; write litmus.{room}...")
            elif name.split(".")[0] == "torch" and room not in TORCH_ALLOWED:
                problems.append(f"{path}:{line}: only nmt imports torch")
            other = (target(name, files) or "").split(".")[1:2]
            if other and other[0] in FLOORS and FLOORS.index(other[0]) > FLOORS.index(room):
                problems.append(f"{path}:{line}: {room} must not import {other[0]}")
    return problems


def circles(files: Mapping[str, Path]) -> list[str]:
    """Modules that import each other, directly or through others (Tarjan's components)."""
    edges = {
        module: {
            other
            for _, name in imports(path)
            if (other := target(name, files)) and other not in (module, DOOR)
        }
        for module, path in files.items()
        if module != DOOR
    }
    order: dict[str, int] = {}
    lowest: dict[str, int] = {}
    stack: list[str] = []
    problems: list[str] = []

    def visit(module: str) -> None:
        order[module] = lowest[module] = len(order)
        stack.append(module)
        for other in sorted(edges[module]):
            if other not in order:
                visit(other)
                lowest[module] = min(lowest[module], lowest[other])
            elif other in stack:
                lowest[module] = min(lowest[module], order[other])
        if lowest[module] == order[module]:
            start = stack.index(module)
            members = stack[start:]
            del stack[start:]
            if len(members) > 1:
                problems.append("circle: " + " -> ".join([*members, members[0]]))

    for module in edges:
        if module not in order:
            visit(module)
    return problems


def main(root: Path) -> int:
    """Print what breaks the plan; 0 if nothing does."""
    files = modules(root)
    problems = floor_problems(files) + circles(files)
    print("\n".join(problems) or "layers: fine")
    return bool(problems)


if __name__ == "__main__":
    home = Path(__file__).resolve().parents[1] / "src" / "litmus"
    sys.exit(main(Path(sys.argv[1]) if len(sys.argv) > 1 else home))
