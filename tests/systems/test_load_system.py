"""Systems by name, from Python."""

from pathlib import Path

import pytest

from litmus.errors import UnknownName, UsageError
from litmus.systems.load import load_system
from litmus.systems.system import System

PAIR = ("en", "fr")


def test_a_file_and_a_command_are_systems(tmp_path: Path) -> None:
    (tmp_path / "out.fr").write_text("un\ndeux\ntrois\n", encoding="utf-8")
    documents = [["one", "two"], ["three"]]
    file: System = load_system(f"file:{tmp_path / 'out.fr'}", PAIR)
    assert file.translate(documents) == [["un", "deux"], ["trois"]]
    told: list[int] = []
    command: System = load_system("cmd:cat", PAIR, level="document")
    assert command.translate(documents, progress=told.append) == documents
    assert (sum(told), command.kept, command.notes) == (3, 0, [])


def test_answers_are_of_one_run_unless_shared(tmp_path: Path) -> None:
    keep = tmp_path / "answers"
    load_system("cmd:cat", PAIR, keep=keep).translate([["one"]])
    assert load_system("cmd:cat", PAIR, keep=keep).translate([["one"]]) == [["one"]]
    for name, pair, level in (
        ("cmd:cat -u", PAIR, "sentence"),
        ("cmd:cat", ("en", "de"), "sentence"),
        ("cmd:cat", PAIR, "document"),
    ):
        with pytest.raises(UsageError, match="another system or other settings"):
            load_system(name, pair, level=level, keep=keep)  # type: ignore[arg-type]
    everyone = tmp_path / "everyone"
    for kept, level in ((0, "sentence"), (1, "document")):
        system = load_system("cmd:cat", PAIR, level=level, keep=everyone, shared=True)  # type: ignore[arg-type]
        system.translate([["one"]])
        assert system.kept == kept


def test_names_that_are_none_are_refused() -> None:
    with pytest.raises(UnknownName, match="No system is called 'ftp:x'"):
        load_system("ftp:x", PAIR)
    with pytest.raises(UsageError, match="litmus.nmt.model.load_model"):
        load_system("model:embedded", PAIR)
