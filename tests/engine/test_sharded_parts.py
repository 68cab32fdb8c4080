"""Parts of sharded runs: together the whole, or a refusal that says what is wrong."""

from pathlib import Path

import pytest

from litmus.engine.parts import merge, write_part
from litmus.engine.shards import Shard, Stretch
from litmus.errors import LitmusError


def part(
    path: Path,
    number: int,
    of: int,
    rows: tuple[int, int],
    made_by: str = "tag|x",
    digest: str = "d",
) -> Path:
    lines = (f"row {n}\n" for n in range(*rows))
    write_part(path, made_by, Shard(number, of), Stretch(*rows, 6, digest), lines)
    return path


def three(folder: Path) -> list[Path]:
    return [part(folder / f"p{k}", k, 3, rows) for k, rows in ((1, (0, 2)), (2, (2, 2)), (3, (2, 6)))]  # fmt: skip


def refusal(parts: list[Path], folder: Path) -> str:
    with pytest.raises(LitmusError) as caught:
        merge(parts, folder / "whole")
    assert not (folder / "whole").exists()
    return str(caught.value).replace(f"{folder}/", "")


def test_parts_in_any_order_are_the_whole(tmp_path: Path) -> None:
    parts = three(tmp_path)
    for order in ([0, 1, 2], [2, 0, 1]):
        assert merge([parts[k] for k in order], tmp_path / "whole") == 6
        assert (tmp_path / "whole").read_text() == "".join(f"row {n}\n" for n in range(6))


def test_compressed_parts_and_whole(tmp_path: Path) -> None:
    parts = [part(tmp_path / f"p{k}.gz", k, 2, rows) for k, rows in ((1, (0, 5)), (2, (5, 6)))]
    assert merge(parts, tmp_path / "whole.zst") == 6


def test_gaps_and_overlaps_are_refused(tmp_path: Path) -> None:
    one, two, three_ = three(tmp_path)
    assert refusal([one, three_], tmp_path) == "Part 2 of 3 is missing."
    assert refusal([two], tmp_path) == "Parts 1, 3 of 3 are missing."
    again = part(tmp_path / "again", 1, 3, (0, 2))
    assert refusal([one, two, three_, again], tmp_path) == "p1 and again are both part 1."
    short = part(tmp_path / "short", 3, 3, (2, 5))
    assert refusal([one, two, short], tmp_path) == "short ends with row 5 of 6."
    late = part(tmp_path / "late", 3, 3, (3, 6))
    assert refusal([one, two, late], tmp_path) == (
        "late begins after row 3 of the input, but the parts before it end with row 2."
    )


def test_mixed_parts_are_refused(tmp_path: Path) -> None:
    one, two, _ = three(tmp_path)
    for name, changed, what, values in (
        ("settings", {"made_by": "tag|y"}, "settings", ("tag|x", "tag|y")),
        ("input", {"digest": "e"}, "input", ("d", "e")),
    ):
        other = part(tmp_path / name, 3, 3, (2, 6), **changed)
        assert refusal([one, two, other], tmp_path) == (
            f"p1 and {name} differ in their {what}:\n  {values[0]}\n  {values[1]}\n"
            "Make the parts anew, all in the same way."
        )
    other = part(tmp_path / "four", 3, 4, (2, 6))
    assert refusal([one, two, other], tmp_path).startswith("p1 and four differ in their number of parts:\n  3\n  4\n")  # fmt: skip


def test_what_is_damaged_is_refused(tmp_path: Path) -> None:
    one, two, last = three(tmp_path)
    whole = last.read_text()
    lines = whole.splitlines(keepends=True)
    damaged = tmp_path / "p3"
    for content, message in (
        ("".join(lines[:3]), "p3 is cut short after 2 lines: its end is missing."),
        (whole.replace("row 4", "row 5"), "p3 has changed since it was written: its lines are not those it had."),
        (whole.replace("row 4\n", ""), "p3 has changed since it was written: its lines are not those it had."),
        (whole + "more\n", "p3:7: something follows the end of the part."),
        ("row 2\n", "p3 is not a part: it was not written with a shard."),
        (whole.replace('"first": 2', '"first": "2"'), None),
        (whole.replace('"first": 2', '"first": -2'), None),
        (whole.replace('"of": 3', '"of": 1e3'), None),
        (whole.replace("#litmus-end {", "#litmus-end {{"), "p3 has changed since it was written: its lines are not those it had."),
        ("#litmus-part {}\n", None),
        ("#litmus-part {\n", None),
    ):  # fmt: skip
        damaged.write_text(content)
        found = refusal([one, two, damaged], tmp_path)
        if message is None:
            assert found.startswith("p3:1 is not the beginning of a part: ")
        else:
            assert found == message


def test_of_very_many_missing_parts_some_are_named(tmp_path: Path) -> None:
    path = tmp_path / "p"
    write_part(path, "x", Shard(2, 10**12), Stretch(0, 0, 6, "d"), [])
    named = ", ".join(["1", *(str(n) for n in range(3, 22))])
    assert refusal([path], tmp_path) == f"Parts {named} ... of {10**12} are missing."
