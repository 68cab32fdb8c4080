"""Systems that `litmus.evaluate` translates with before it scores."""

import sys
from pathlib import Path

import pytest

import litmus
from litmus.errors import UsageError

SOURCE = [f"line {number}" for number in range(6)]
# Shouts, and notes how many lines it was given.
SHOUT = (
    "import sys; lines = sys.stdin.readlines(); "
    "open({log!r}, 'a').write(f'{{len(lines)}} '); "
    "sys.stdout.write(''.join(lines).upper())"
)


@pytest.fixture
def shout(tmp_path: Path) -> str:
    (tmp_path / "shout.py").write_text(SHOUT.format(log=str(tmp_path / "log")))
    return f"cmd:{sys.executable} {tmp_path / 'shout.py'}"


def evaluate(**more: object) -> litmus.Result:
    return litmus.evaluate(
        languages="en-fr", source=SOURCE, references=[[line.upper() for line in SOURCE]],
        metrics="chrf", n_bootstrap=5, **more,
    )  # fmt: skip


def test_a_system_is_scored_beside_outputs(shout: str) -> None:
    found = evaluate(outputs={"old": SOURCE}, systems={"new": shout})
    assert found.systems == ("old", "new")
    assert found.overall("new", "chrf").value == 100.0 > (found.overall("old", "chrf").value or 0)
    assert any(note.startswith("new is cmd:") for note in found.notes)


def test_arguments_of_translate_are_its_settings(shout: str, tmp_path: Path) -> None:
    evaluate(systems={"new": {"system": shout, "batch": 4}})
    assert (tmp_path / "log").read_text() == "4 2 "


def test_answers_are_kept_for_the_next_run(shout: str, tmp_path: Path) -> None:
    for _ in range(2):
        evaluate(systems={"new": shout}, answers=tmp_path / "answers")
    assert (tmp_path / "log").read_text() == "6 "
    assert evaluate(systems={"new": shout}).systems == ("new",)  # kept nowhere: asked again
    assert (tmp_path / "log").read_text() == "6 6 "


def test_only_some_segments_are_translated(shout: str) -> None:
    found = litmus.translate(languages="en-fr", source=SOURCE, system=shout, only=[4, 1])
    assert found.texts == ["LINE 4", "LINE 1"]


@pytest.mark.parametrize(
    ("systems", "message"),
    [
        ({"old": "cmd:cat"}, "An output and a system are both called 'old'. Rename one of them."),
        ({"new": {"model": "m"}},
         "systems['new'] does not say what translates. "
         'Such as {"system": "http:openai", "model": "NAME"}'),
        ({"new": {"system": "cmd:cat", "output": "x"}},
         "systems['new'] takes no 'output': its translations are scored."),
        ({"new": "file:x"},
         'file:x has its translations already. Give it as an output: outputs={"new": FILE}'),
    ],
)  # fmt: skip
def test_what_cannot_be_asked_is_refused(systems: dict[str, object], message: str) -> None:
    with pytest.raises(UsageError) as caught:
        evaluate(outputs={"old": SOURCE}, systems=systems)
    assert str(caught.value) == message
