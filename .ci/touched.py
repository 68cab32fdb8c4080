"""Which folders of tests have seen no `.ci/release` since their part of the tree changed.

python .ci/touched.py            # prints them
python .ci/touched.py --passed   # as .ci/release does at its end: all have seen it
"""

import json
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
PASSED = ROOT / ".ci" / "released.json"
# Folder of tests -> what it tests, where that is not the package of the same name.
TESTED = {
    "attack": "tests/attack",
    "benchmarks": "benchmarks",
    "experiments": "experiments",
    "golden": "src/litmus/metrics",
    "tutorials": "docs/tutorials",
    "website": "website",
}


def digests() -> dict[str, str]:
    """Folder of tests -> what git calls its content and that of what it tests."""
    folders = sorted(path for path in (ROOT / "tests").iterdir() if any(path.glob("**/test_*.py")))
    return {
        f"tests/{folder.name}": " ".join(
            _tree(path)
            for path in (
                f"tests/{folder.name}",
                TESTED.get(folder.name, f"src/litmus/{folder.name}"),
            )
        )
        for folder in folders
    }


def _tree(path: str) -> str:
    """What git calls a folder as it is committed; a change that is not counts as one."""
    command = ["git", "-C", str(ROOT)]
    if subprocess.run([*command, "status", "--porcelain", "--", path], capture_output=True).stdout:
        return "changed"
    done = subprocess.run([*command, "rev-parse", f"HEAD:{path}"], capture_output=True, text=True)
    return done.stdout.strip()[:12] or "none"


def main() -> int:
    now = digests()
    if sys.argv[1:] == ["--passed"]:
        PASSED.write_text(json.dumps(now, indent=1) + "\n", encoding="utf-8")
        return 0
    passed = json.loads(PASSED.read_text(encoding="utf-8")) if PASSED.exists() else {}
    print("\n".join(name for name, digest in now.items() if passed.get(name) != digest))
    return 0


if __name__ == "__main__":
    sys.exit(main())
