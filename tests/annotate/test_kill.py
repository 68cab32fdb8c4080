"""Nothing is lost when the server is killed, at whatever moment; nothing is recorded twice."""

import asyncio
import sqlite3
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path

import pytest

pytest.importorskip("uvicorn", reason="uvicorn is not installed: pip install -e '.[test]'")

from benchmarks.annotate_load import Judged, Seen, Server, check, judge, make_campaign


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


@pytest.mark.release
def test_the_check_would_see_a_loss(tmp_path: Path) -> None:
    made = make_campaign(tmp_path, 2, 8)
    total = sum(made.assigned.values())
    with closing(
        sqlite3.connect(tmp_path / "campaign" / "campaign.db", isolation_level=None)
    ) as db:
        rows = db.execute("SELECT annotator, position, item FROM assignments").fetchall()
        for number, (annotator, position, item) in enumerate(rows):
            values = (annotator, item, f"request-{number}")
            added = "INSERT INTO judgements (annotator, item, label, comment, time, request) VALUES (?, ?, 'correct', '', '', ?)"
            last = db.execute(added, values).lastrowid
            stands = "UPDATE assignments SET judgement = ? WHERE annotator = ? AND position = ?"
            db.execute(stands, (last, annotator, position))
    names = [f"request-{number}" for number in range(total)]
    sent = {name: Judged(name, "correct", "") for name in names}
    check(tmp_path / "campaign", Seen(confirmed=sent), total)
    with pytest.raises(AssertionError, match="a confirmed judgement was lost"):
        gone = sent | {"gone": Judged("gone", "correct", "")}
        check(tmp_path / "campaign", Seen(confirmed=gone), total)
    with pytest.raises(AssertionError, match="a judgement is not as it was sent"):
        other = sent | {names[0]: Judged(names[0], "literal", "")}
        check(tmp_path / "campaign", Seen(confirmed=other), total)
