"""Links from a Pharaoh file, held against their sentences."""

from pathlib import Path

import pytest

from litmus.alignment.backends.pharaoh_files import PharaohFile
from litmus.errors import DataError

PAIR = ("he kicked the bucket", "il est mort")  # 4 and 3 words


def aligner(tmp_path: Path, lines: str, *, tokens: str = "words", base: int = 0) -> PharaohFile:
    path = tmp_path / "sys.align"
    path.write_text(lines, encoding="utf-8")
    return PharaohFile(path, ("en", "fr"), tokens=tokens, base=base)


def refused(act: object, *arguments: object) -> str:
    assert callable(act)
    with pytest.raises(DataError) as caught:
        act(*arguments)
    return str(caught.value)


def test_links_are_tied_to_characters(tmp_path: Path) -> None:
    (found,) = aligner(tmp_path, "0-0 3?2 1p1\n").align([PAIR])  # possible ones count too
    assert found.source == ((0, 2), (3, 9), (10, 13), (14, 20))
    assert found.target == ((0, 2), (3, 6), (7, 11))
    assert found.links == {(0, 0), (3, 2), (1, 1)}
    (found,) = aligner(tmp_path, "1-1 4-3\n", base=1).align([PAIR])
    assert found.links == {(0, 0), (3, 2)}
    (found,) = aligner(tmp_path, "\n").align([("he left", "")])
    assert (found.target, found.links) == ((), frozenset())


def test_links_come_line_by_line_over_several_batches(tmp_path: Path) -> None:
    file = aligner(tmp_path, "0-0\n\n1-1\n")
    first = file.align([PAIR, PAIR])
    second = file.align([PAIR])
    file.finish()
    assert [sorted(a.links) for a in (*first, *second)] == [[(0, 0)], [], [(1, 1)]]


@pytest.mark.parametrize(("tokens", "n"), [("words", (5, 2)), ("space", (3, 1)), ("moses", (4, 2))])
def test_links_count_the_tokens_they_were_made_with(
    tmp_path: Path, tokens: str, n: tuple[int, int]
) -> None:
    # It ' s a dog; It's a dog; It 's a dog
    file = aligner(tmp_path, "0-0\n", tokens=tokens)
    (found,) = file.align([("It's a dog", "Fin.")])
    assert (len(found.source), len(found.target)) == n
    assert file.signature.startswith(f"pharaoh.{tokens}#")


OUTSIDE = "the link {} is outside the sentences, which have 4 and 3 words tokens.\n"


@pytest.mark.parametrize(
    ("lines", "base", "message"),
    [
        ("0-0\n0-0 9-1\n", 0, ":2: " + OUTSIDE.format("9-1")
         + "Links belong to one tokenisation. Say which: tokens=words, space or moses."),
        ("1-1 4-3\n\n", 0, ":1: " + OUTSIDE.format("4-3")
         + "The links seem to count from 1: add base=1."),
        ("5-1\n\n", 1, ":1: " + OUTSIDE.format("5-1")  # as the file counts
         + "Links belong to one tokenisation. Say which: tokens=words, space or moses."),
        ("1-1\n0-0\n", 1, ":2: the link 0-0 counts from 0, but the file was said to count from 1.\n"
         "Leave out alignment_base=1."),
        ("0-0 1:1\n", 0, ":1: '1:1' is not a link.\n"
         "Write i-j (sure) or i?j (possible), separated by spaces."),
        ("0-0\n", 0, " has 1 line, but there are more sentence pairs.\n"
         "Every pair needs one line of links; a blank line has none."),
    ],
)  # fmt: skip
def test_links_that_are_refused(tmp_path: Path, lines: str, base: int, message: str) -> None:
    file = aligner(tmp_path, lines, base=base)
    assert refused(file.align, [PAIR, PAIR]) == f"{tmp_path / 'sys.align'}{message}"


def test_links_of_five_lines_that_spare_every_first_word_count_from_one(tmp_path: Path) -> None:
    file = aligner(tmp_path, "1-1\n" * 5)
    file.align([PAIR] * 5)
    assert refused(file.finish) == (
        f"{tmp_path / 'sys.align'}: none of its 5 lines links a first word, so the links seem to "
        "count from 1.\nAdd base=1."
    )


def test_links_that_may_well_count_from_nought_are_left_alone(tmp_path: Path) -> None:
    many = "1-1\n" * 4
    for lines, base in ((many, 0), (many + "\n", 0), (many + "1-1\n0-1\n", 0), ("2-2\n" * 9, 1)):
        file = aligner(tmp_path, lines, base=base)
        file.align([PAIR] * lines.count("\n"))
        file.finish()


def test_links_left_over(tmp_path: Path) -> None:
    file = aligner(tmp_path, "0-0\n0-0\n0-0\n")
    file.align([PAIR])
    assert refused(file.finish) == (f"{tmp_path / 'sys.align'} has 3 lines for 1 sentence pair.")
