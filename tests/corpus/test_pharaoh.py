"""Word links: sure and possible, from 0 or from 1."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from litmus.corpus.formats.pharaoh import Links, parse_links, read_pharaoh
from litmus.errors import DataError

SETS = st.frozensets(st.tuples(st.integers(0, 99), st.integers(0, 99)))


@given(SETS, SETS, st.sampled_from([0, 1]), st.sampled_from("?p"))
def test_links_written_are_read_back(
    sure: frozenset[tuple[int, int]],
    possible: frozenset[tuple[int, int]],
    base: int,
    mark: str,
) -> None:
    items = [f"{i + base}-{j + base}" for i, j in sure]
    items += [f"{i + base}{mark}{j + base}" for i, j in possible]
    assert parse_links("f:1", " ".join(items), base) == Links(sure, possible)


def test_file_with_a_blank_line_and_scores(tmp_path: Path) -> None:
    path = tmp_path / "a.align"
    path.write_text("0-0 1-2 2?1\n\n3-3:0.25\n")
    assert list(read_pharaoh(path)) == [
        Links(frozenset({(0, 0), (1, 2)}), frozenset({(2, 1)})),
        Links(frozenset()),
        Links(frozenset({(3, 3)})),
    ]


@pytest.mark.parametrize("item", ["0", "0-", "-1", "a-b", "0_1", "0--1", "0-1-2", "١-٢"])
def test_not_a_link(item: str) -> None:
    with pytest.raises(DataError) as caught:
        parse_links("f:7", f"0-0 {item}")
    assert str(caught.value) == (
        f"f:7: {item!r} is not a link.\nWrite i-j (sure) or i?j (possible), separated by spaces."
    )


def test_file_from_0_read_as_from_1(tmp_path: Path) -> None:
    path = tmp_path / "a.align"
    path.write_text("1-1\n1-0\n")
    with pytest.raises(DataError) as caught:
        list(read_pharaoh(path, base=1))
    assert str(caught.value) == (
        f"{path}:2: the link 1-0 counts from 0, but the file was said to count from 1.\n"
        "Leave out alignment_base=1."
    )
