"""A wheel holds every file that the package has: nothing is forgotten.

python .ci/all_files.py ONE.whl src/litmus
"""

import subprocess
import sys
import zipfile
from pathlib import Path


def names(wheel: str) -> set[str]:
    """What a wheel holds of the package."""
    with zipfile.ZipFile(wheel) as archive:
        return {name for name in archive.namelist() if name.startswith("litmus/")}


def main(wheel: str, package: str) -> int:
    """Print what is missing; 0 if nothing is."""
    listed = subprocess.run(
        ["git", "ls-files", package], capture_output=True, text=True, check=True
    ).stdout.splitlines()
    tracked = {Path(path).relative_to(Path(package).parent).as_posix() for path in listed}
    problems = [f"not in the wheel: {name}" for name in sorted(tracked - names(wheel))]
    print("\n".join(problems) or "wheel: all files")
    return bool(problems)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:3]))
