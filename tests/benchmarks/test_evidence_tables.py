"""Measured tables: each has a name, a stamp and a command, and nobody changed it since."""

import re
import shlex
from datetime import date
from pathlib import Path

import pytest
from benchmarks.evidence import __main__ as evidence
from benchmarks.evidence import pages, registry
from benchmarks.evidence.registry import Stamp, Table
from benchmarks.evidence.shipped import versions

import litmus

NUMBERS = "| system | BLEU |\n| --- | ---: |\n| a | 20.8 |"
TABLE = Table("docs/measured/x.md", "python -m benchmarks.x DATA", "table", reads=("analyser",))


def stamp(body: str = NUMBERS, **changes: object) -> Stamp:
    known = {"date": "2026-11-17", "litmus": "0.1.0", "digest": pages.digest(body),
             "versions": {"analyser": versions()["analyser"]}}  # fmt: skip
    return Stamp(**known | changes)  # type: ignore[arg-type]


def page(body: str = NUMBERS, own: Stamp | None = None, table: Table = TABLE) -> str:
    shown = f"\n\n{pages.shown(table, own)}\n\n" if own else "\n"
    return f"# X\n<!-- measured: x -->\n{body}{shown}<!-- /measured: x -->\nEnd.\n"


def found(folder: Path, text: str, own: Stamp | None, table: Table = TABLE) -> list[str]:
    (folder / "docs" / "measured").mkdir(parents=True, exist_ok=True)
    (folder / "docs" / "measured" / "x.md").write_text(text, encoding="utf-8")
    return [*evidence.problems({"x": table}, {"x": own} if own else {}, folder)]


def test_every_measured_table_is_as_it_was_measured() -> None:
    assert [*evidence.problems(registry.read_tables(), registry.read_stamps())] == []


def test_every_stamp_belongs_to_a_table() -> None:
    assert registry.read_stamps().keys() == registry.read_tables().keys()


def test_every_command_names_a_script_that_exists() -> None:
    for name, table in registry.read_tables().items():
        first, *words = shlex.split(table.command)
        script = words[1].replace(".", "/") + "*" if words[:1] == ["-m"] else (words or [first])[0]
        known = first in ("litmus", "pytest") or "SCRIPT" in words
        assert known or any(registry.ROOT.glob(script)), (name, table.command)


def test_a_page_as_measured_has_no_problems(tmp_path: Path) -> None:
    assert found(tmp_path, page(own=stamp()), stamp()) == []


def test_a_table_without_a_name_is_found(tmp_path: Path) -> None:
    text = page(own=stamp()) + "\n| new | 1 |\n\n```\nprinted 2\n```\n\n```python\nx = 1\n```\n"
    assert found(tmp_path, text, stamp()) == [
        "docs/measured/x.md: a table without a name: | new | 1 |",
        "docs/measured/x.md: a table without a name: | printed 2",
    ]


def test_a_name_without_a_table_is_found(tmp_path: Path) -> None:
    text = page(own=stamp()) + "<!-- measured: y -->\n| 1 |\n<!-- /measured: y -->\n"
    assert found(tmp_path, text, stamp()) == ["docs/measured/x.md: y is not in tables.toml"]


def test_a_missing_place_or_stamp_is_found(tmp_path: Path) -> None:
    assert found(tmp_path, "# X\n", stamp()) == [
        "docs/measured/x.md: x: the page has no place for it"
    ]
    assert found(tmp_path, page(), None) == [
        "docs/measured/x.md: x: never measured: python -m benchmarks.evidence x"
    ]
    (problem,) = found(tmp_path, page(), stamp())
    assert problem == f"docs/measured/x.md: x: its stamp should be:\n{pages.shown(TABLE, stamp())}"


def test_a_number_changed_by_hand_is_found(tmp_path: Path) -> None:
    (problem,) = found(tmp_path, page(NUMBERS.replace("20.8", "21.8"), stamp()), stamp())
    assert problem == (
        "docs/measured/x.md: x: changed since it was measured: python -m benchmarks.evidence x"
    )


def test_a_table_of_an_older_analyser_is_stale_unless_it_says_why(tmp_path: Path) -> None:
    old = stamp(versions={"analyser": "embedded.v3"})
    assert found(tmp_path, page(own=old), old) == []
    assert [*evidence.stale({"x": TABLE}, {"x": old})] == [
        f"docs/measured/x.md: x: stale, measured with analyser embedded.v3 ({versions()['analyser']} ships)"
    ]
    table = Table(TABLE.page, TABLE.command, "table", reads=("analyser",), older="It needs a week.")
    assert [*evidence.stale({"x": table}, {"x": old})] == []
    assert "It needs a week.</small>" in page(own=old, table=table)


@pytest.mark.parametrize(("flags", "code"), [([], 0), (["--strict"], 1)])
def test_what_is_stale_fails_only_where_that_is_asked_for(
    flags: list[str], code: int, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(evidence, "problems", lambda *_: iter(()))
    monkeypatch.setattr(evidence, "stale", lambda *_: iter(["x is stale"]))
    monkeypatch.setattr("sys.argv", ["evidence", "--check", *flags])
    assert evidence.main() == code
    assert capsys.readouterr().out == "x is stale\n"


def test_a_stamp_says_when_with_what_and_how() -> None:
    assert pages.shown(TABLE, stamp()).replace("\n", " ") == (
        "<small>Measured on 17 November 2026 with litmus 0.1.0, analyser "
        f"`{versions()['analyser']}`, by `python -m benchmarks.x DATA`.</small>"
    )


def test_measuring_replaces_table_and_stamp(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    old = stamp(date="2026-01-01")
    found(tmp_path, page(own=old), old)
    monkeypatch.setattr(evidence, "ROOT", tmp_path)
    monkeypatch.setattr(registry, "STAMPS", tmp_path / "stamps.json")
    registry.write_stamps({"x": old})
    monkeypatch.setattr(
        evidence, "run", lambda command: f"$ {command}\n| a |\n\n| b | 3 |\n| c | 4 |\n"
    )
    table = Table(TABLE.page, TABLE.command, "table", 2, reads=("analyser",))
    evidence.measure("x", {"x": table}, Path("D"))
    text = (tmp_path / TABLE.page).read_text(encoding="utf-8")
    assert pages.content(pages.places(text)["x"]) == "| b | 3 |\n| c | 4 |"
    new = registry.read_stamps()["x"]
    assert (new.date, new.litmus) == (date.today().isoformat(), litmus.__version__)
    assert [*evidence.problems({"x": table}, {"x": new}, tmp_path)] == []
    assert text.endswith("<!-- /measured: x -->\nEnd.\n")


def test_output_as_text_and_too_few_tables() -> None:
    assert pages.fresh("a\nb\n", Table("x", "y", "text")) == "```\na\nb\n```"
    with pytest.raises(
        ValueError, match=re.escape("The command printed 0 tables; number 1 is asked for.")
    ):
        pages.fresh("a\n", TABLE)


def test_unknown_kinds_are_refused() -> None:
    with pytest.raises(ValueError, match="unknown kind"):
        Table("x", "y", "by magic")
