"""Windows of context: never across documents, never with a gap, never part of a sentence."""

from hypothesis import given
from hypothesis import strategies as st

from litmus.nmt.windows import Window, fitting, windows


def test_documents_by_hand() -> None:
    found = list(windows("aabbb", "12345", "vwxyz", source=1, target=2))
    first, second, third = (
        Window(("1",), ("v",)),
        Window(("3",), ("x",)),
        Window(("4",), ("x", "y")),
    )
    assert found == [Window(), first, Window(), second, third]
    # one that comes again is another
    assert list(windows("aba", "123", "xyz", source=2)) == [Window()] * 3
    assert list(windows("aa", "12", "vw")) == [Window()] * 2
    assert [bool(one) for one in (Window(), Window(source=("a",)), Window(target=("a",)))] == [
        False, True, True,
    ]  # fmt: skip


documents = st.lists(st.sampled_from("abc"), max_size=20)


@given(documents, st.integers(0, 4), st.integers(0, 4))
def test_windows_hold_the_nearest_lines_of_their_document(names: list[str], k: int, m: int) -> None:
    lines = list(map(str, range(len(names))))
    for number, window in enumerate(windows(names, lines, lines, source=k, target=m)):
        before = 0
        while before < number and names[number - before - 1] == names[number]:
            before += 1
        assert window.source == tuple(lines[number - min(k, before) : number])
        assert window.target == tuple(lines[number - min(m, before) : number])


@given(st.lists(st.integers(0, 30), max_size=10), st.integers(-5, 100))
def test_what_fits_fits_and_one_more_does_not(lengths: list[int], room: int) -> None:
    kept = fitting(lengths, room)
    near = lengths[len(lengths) - kept :]
    assert sum(near) <= room or not near
    assert kept == len(lengths) or sum(near) + lengths[-kept - 1] > room
    assert fitting([1, 50, 10], 20) == 1
