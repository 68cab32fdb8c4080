"""Nothing is lost when the server is killed, at whatever moment; nothing is recorded twice."""

import asyncio
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

pytest.importorskip("uvicorn", reason="uvicorn is not installed: pip install -e '.[test]'")

from benchmarks.annotate_load import Seen, Server, check, judge, make_campaign


@pytest.mark.slow
def test_nothing_is_lost_across_kills(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import litmus

    monkeypatch.setenv("PYTHONPATH", str(Path(litmus.__file__).resolve().parents[1]))
    made = make_campaign(tmp_path, 12, 240)
    server, seen = Server(tmp_path / "campaign"), Seen()
    server.start()
    try:
        # Everyone judges without a pause, so that the kills fall among writes.
        # In a thread: the browser of other tests may have left a loop running in this one.
        with ThreadPoolExecutor(1) as apart:
            apart.submit(asyncio.run, judge(server, made, 0.0, [40, 130, 200], seen)).result()
    finally:
        server.kill()
    assert seen.sent_again > 0
    check(tmp_path / "campaign", seen, sum(made.assigned.values()))
