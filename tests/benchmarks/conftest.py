"""Benchmarks are no part of the package; tests find them from the root of the repository."""

import sys
from pathlib import Path

sys.path.append(str(Path(__file__).parents[2]))
