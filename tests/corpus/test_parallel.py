"""Loose files as a suite: lines that belong together, and what happens when they do not."""

from pathlib import Path

import pytest

from litmus.corpus.parallel import ParallelFiles
from litmus.corpus.segment import Idiom, Segment
from litmus.corpus.suite import SuiteInfo
from litmus.errors import DataError
from litmus.files.text import TextWarning

INFO = SuiteInfo("loose", "en", "fr")


def files(folder: Path, **contents: str) -> dict[str, Path]:
    paths = {}
    for name, content in contents.items():
        paths[name] = folder / name
        paths[name].write_bytes(content.encode())
    return paths


def refused(suite: ParallelFiles) -> str:
    with pytest.raises(DataError) as caught:
        list(suite.segments())
    return str(caught.value)


def test_everything_together(tmp_path: Path) -> None:
    p = files(tmp_path, src="break the ice\nplain\n", a="A1\nA2\n", b="B1\nB2\n",
              spans="break the ice\t[(0, 13)]\n\n", docids="d1\nd2\n")  # fmt: skip
    suite = ParallelFiles(INFO, p["src"], (p["a"], p["b"]), p["spans"], p["docids"])
    assert list(suite.segments()) == [
        Segment("1", "break the ice", ("A1", "B1"), "d1", (Idiom("break the ice", ((0, 13),)),)),
        Segment("2", "plain", ("A2", "B2"), "d2"),
    ]
    assert suite.systems == {}
    assert list(suite.segments()) == list(suite.segments())


@pytest.mark.parametrize(("contents", "message"), [
    ({"src": "1\n2\n3\n", "ref": "1\n"}, "REF has 1 line, but SRC has 3.\n"
     "Line 2 is the first without a partner. Lines end at \\n only; nothing was done."),
    ({"src": "\n \n", "ref": "\n\n"}, "SRC has 2 lines, all of them empty; nothing was done."),
    ({"src": "short\n", "spans": "x\t[(2, 20)]\n"},
     "SPANS:1: the span (2, 20) is outside its text of 5 characters, or empty.\n"
     "Spans are half-open character offsets [start, end) counted from 0."),
])  # fmt: skip
def test_files_that_do_not_fit(tmp_path: Path, contents: dict[str, str], message: str) -> None:
    p = files(tmp_path, **contents)
    references = (p["ref"],) if "ref" in p else ()
    found = refused(ParallelFiles(INFO, p["src"], references, p.get("spans")))
    for name, path in p.items():
        found = found.replace(str(path), name.upper())
    assert found == message


@pytest.mark.parametrize("side", ["spans", "docids"])
def test_marks_are_shorter_or_longer(tmp_path: Path, side: str) -> None:
    line = "x\t[(0, 1)]\n"
    p = files(tmp_path, src="x 1\nx 2\n", short=line, long=line * 5)
    tail = "\nEvery source line needs exactly one line there; nothing was done."
    short = ParallelFiles(INFO, p["src"], (), **{side: p["short"]})
    assert refused(short) == f"{p['short']} has 1 line, but {p['src']} has more.{tail}"
    long = ParallelFiles(INFO, p["src"], (), **{side: p["long"]})
    assert refused(long) == f"{p['long']} has 5 lines, but {p['src']} has 2.{tail}"


def test_empty_lines_on_both_sides_are_kept_without_a_word(
    tmp_path: Path, recwarn: pytest.WarningsRecorder
) -> None:
    p = files(tmp_path, src="1\n\n \n2\n", ref="1\n\n\n2\n", docids="a\na\na\na\n")
    segments = list(ParallelFiles(INFO, p["src"], (p["ref"],), docids=p["docids"]).segments())
    assert [(one.id, one.source, one.is_blank) for one in segments] == [
        ("1", "1", False), ("2", "", True), ("3", " ", True), ("4", "2", False),
    ]  # fmt: skip
    assert not recwarn.list


@pytest.mark.parametrize("source", ["full", "hole"])
def test_empty_lines_on_one_side_are_kept_and_told_of_once(tmp_path: Path, source: str) -> None:
    p = files(tmp_path, full="1\n2\n3\n4\n", hole="1\n \n3\n\n")
    suite = ParallelFiles(INFO, p[source], (p["hole" if source == "full" else "full"],))
    with pytest.warns(TextWarning) as told:
        segments = list(suite.segments())
    assert [one.is_blank for one in segments] == [False] * 4
    assert [str(one.message) for one in told] == [
        f"{p['hole']} has 2 empty lines where {p['full']} has text (the first is line 2). "
        "They are kept as empty ones."
    ]


def test_empty_line_of_one_of_two_references(tmp_path: Path) -> None:
    p = files(tmp_path, src="1\n2\n", a="1\n2\n", b="1\n\n")
    message = "b has 1 empty line where .*src has text .* line 2.*It is"
    with pytest.warns(TextWarning, match=message):
        list(ParallelFiles(INFO, p["src"], (p["a"], p["b"])).segments())


def test_all_windows_files(tmp_path: Path) -> None:
    p = files(tmp_path, src="1\r\n2\r\n", ref="x\r\ny\r\n", docids="d\nd\n")
    suite = ParallelFiles(INFO, p["src"], (p["ref"],), docids=p["docids"])
    assert suite.uses_crlf
    with pytest.warns(TextWarning, match="CRLF line ends read as"):
        segments = list(suite.segments())
    assert segments == [Segment("1", "1", ("x",), "d"), Segment("2", "2", ("y",), "d")]


def test_two_characters_that_look_like_one_keep_their_offsets(tmp_path: Path) -> None:
    # right-to-left and combining marks: offsets are code points of the stored text
    source = "הוא שבר את הקרח e\u0301t"
    p = files(tmp_path, src=f"{source}\n", spans="קרח\t[(12, 15)]\n")
    (segment,) = ParallelFiles(INFO, p["src"], spans=p["spans"]).segments()
    assert segment.idioms[0].text(source) == "קרח"
