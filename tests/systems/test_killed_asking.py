"""Runs that are killed: nothing is lost but what was under way (fifty times: benchmarks)."""

from pathlib import Path
from random import Random

import pytest
from benchmarks.service_kills import PARALLEL, kill_service


@pytest.mark.slow
def test_a_run_that_is_killed_asks_again_only_what_was_under_way(tmp_path: Path) -> None:
    found = kill_service(2, Random(1), tmp_path, lines=120)
    assert found.is_same and not found.left
    assert found.kills == 2 and found.repeated <= 2 * PARALLEL
