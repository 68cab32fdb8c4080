"""The layer rule: a package imports only from packages above it in the list, never a circle."""

import ast
import sys
from pathlib import Path

# Text flows down this list; imports point up.
LAYERS = (
    "errors", "corpus", "language", "align", "stats", "metrics", "idioms", "discourse", "systems",
    "nmt", "context", "scale", "scoring", "report", "annotate", "demo", "cli",
)  # fmt: skip
TORCH_ALLOWED = {"nmt"}


def imports(path: Path) -> list[tuple[int, str]]:
    """Line and module of every import in a file, wherever it stands."""
    found = []
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found += [(node.lineno, alias.name) for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            if node.level:
                found.append((node.lineno, "." * node.level))
            elif node.module == "litmus":
                found += [(node.lineno, f"litmus.{alias.name}") for alias in node.names]
            elif node.module:
                found.append((node.lineno, node.module))
    return found


def problems(root: Path) -> list[str]:
    """Every import that breaks the rule."""
    found = []
    for path in sorted(root.rglob("*.py")):
        layer = path.relative_to(root).parts[0].removesuffix(".py")
        if layer in ("__init__", "__main__"):
            continue
        if layer not in LAYERS:
            found.append(f"{path}: {layer!r} is not in the list of layers")
            continue
        for line, module in imports(path):
            parts = module.split(".")
            if module.startswith("."):
                found.append(f"{path}:{line}: relative import; write litmus.{layer}...")
            elif parts[0] == "torch" and layer not in TORCH_ALLOWED:
                found.append(f"{path}:{line}: only nmt imports torch")
            elif (
                parts[0] == "litmus"
                and len(parts) > 1
                and parts[1] in LAYERS
                and LAYERS.index(parts[1]) > LAYERS.index(layer)
            ):
                found.append(f"{path}:{line}: {layer} must not import {parts[1]}")
    return found


if __name__ == "__main__":
    broken = problems(Path(__file__).resolve().parents[1] / "src" / "litmus")
    print("\n".join(broken) or "layers: fine")
    sys.exit(bool(broken))
