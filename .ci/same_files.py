"""Two wheels hold the same files, and all that the package has: nothing is forgotten.

python .ci/same_files.py ONE.whl OTHER.whl src/litmus
"""

import subprocess
import sys
import zipfile
from pathlib import Path


def names(wheel: str) -> set[str]:
    """What a wheel holds of the package."""
    with zipfile.ZipFile(wheel) as archive:
        return {name for name in archive.namelist() if name.startswith("litmus/")}


def main(one: str, other: str, package: str) -> int:
    """Print what differs; 0 if nothing does."""
    listed = subprocess.run(
        ["git", "ls-files", package], capture_output=True, text=True, check=True
    ).stdout.splitlines()
    tracked = {Path(path).relative_to(Path(package).parent).as_posix() for path in listed}
    problems = [f"only in one of the wheels: {name}" for name in sorted(names(one) ^ names(other))]
    problems += [f"not in the wheel: {name}" for name in sorted(tracked - names(one))]
    print("\n".join(problems) or "wheels: the same files")
    return bool(problems)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:4]))
