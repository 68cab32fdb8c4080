"""The page to judge matches on: what is drawn, what it shows, what is refused."""

import gzip
import json
import re
from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

import pytest
from judging import row, write_corpus, write_rows

from litmus.cli import main
from litmus.errors import DataError, UsageError
from litmus.idioms.mining.samples import (
    CUT,
    INSIDE,
    OUTSIDE,
    OWN,
    Match,
    draw,
    parts,
    write_samples,
)

CAT = "let the cat out of the bag"
HOSTILE = "</script><!-- <script>alert(1)</script> {{script}} let the cat out of it all"


def made(folder: Path, sentences: Sequence[str], rows: Iterable[dict[str, Any]], **options: Any) -> dict[str, Any]:  # fmt: skip
    """The data on the page that comes of a corpus and its matches."""
    found = write_rows(folder / "found.jsonl", rows)
    corpus = write_corpus(folder / "corpus.txt", sentences)
    write_samples(found, corpus, folder / "page.html", language="en", **options)
    return data_of((folder / "page.html").read_text("utf-8"))


def data_of(html: str) -> dict[str, Any]:
    found = re.findall(r'<script type="application/json" id="data">(.*?)</script>', html, re.DOTALL)
    assert len(found) == 1
    data: dict[str, Any] = json.loads(found[0])
    return data


def many(n: int, flagged: Iterable[int] = ()) -> list[dict[str, Any]]:
    """One idiom on lines 1 to n."""
    marked = set(flagged)
    return [
        row(line, "red tape", "red tape", "red tape", flags=["far"] if line in marked else [])
        for line in range(1, n + 1)
    ]


def chosen(
    found: Path, rows: Iterable[dict[str, Any]], per_idiom: int, seed: int = 1
) -> list[Match]:
    """What is drawn if no sentence repeats."""
    (sample,) = draw(write_rows(found, rows), per_idiom, seed).values()
    return sample.choose({match: [(OUTSIDE, str(match.line))] for match in sample.candidates()})


@pytest.fixture
def found(tmp_path: Path) -> Path:
    return tmp_path / "found.jsonl"


# --- the draw ------------------------------------------------------------------------------------


def test_all_matches_are_drawn_if_they_are_few(found: Path) -> None:
    lines = [match.line for match in chosen(found, many(7, flagged=[2]), 20)]
    assert sorted(lines) == list(range(1, 8))


@pytest.mark.parametrize(
    ("plain", "flagged", "places", "expected"),
    [
        (100, 100, 20, 10),  # half of the places
        (100, 3, 20, 3),  # all there are
        (4, 100, 20, 16),  # and more than half where the others are few
        (0, 100, 20, 20),
        (100, 0, 20, 0),
        (100, 100, 5, 2),
        (100, 100, 1, 0),
    ],
)
def test_half_of_the_places_are_for_flagged_matches(found: Path, plain: int, flagged: int, places: int, expected: int) -> None:  # fmt: skip
    drawn = chosen(found, many(plain + flagged, flagged=range(1, flagged + 1)), places)
    assert len(drawn) == min(places, plain + flagged)
    assert sum(bool(match.flags) for match in drawn) == expected


def test_the_draw_does_not_depend_on_the_order_of_the_rows(found: Path) -> None:
    rows = many(500, flagged=range(0, 500, 3))
    one, two = chosen(found, rows, 20), chosen(found, reversed(rows), 20)
    assert [match.line for match in one] == [match.line for match in two]


def test_every_match_is_drawn_as_often_as_any_other(found: Path) -> None:
    # 5 of 20 under 400 seeds: 100 times each, standard deviation 8.7
    rows = many(20)
    counts = Counter(m.line for seed in range(400) for m in chosen(found, rows, 5, seed))
    assert set(counts) == set(range(1, 21))
    assert all(abs(count - 100) < 4 * 8.7 for count in counts.values())


def test_flagged_and_other_matches_are_mixed(found: Path) -> None:
    # four of each, so either is first under half of 100 seeds; standard deviation 5
    rows = many(50, flagged=range(1, 41))
    first = [chosen(found, rows, 8, seed)[0] for seed in range(100)]
    assert abs(sum(bool(match.flags) for match in first) - 50) < 4 * 5


def test_what_is_kept_does_not_grow_with_the_matches(found: Path) -> None:
    (sample,) = draw(write_rows(found, many(5000, flagged=range(2500))), 20, 1).values()
    assert (sample.n_matches, sample.flagged) == (5000, 2499)
    assert len(list(sample.candidates())) == 40


def test_a_sentence_that_repeats_is_shown_once(tmp_path: Path) -> None:
    sentences = ["Much red tape here.", "Less red tape there."]
    lines = [sentences[n % 10 == 0] for n in range(40)]  # the second on 4 of 40 lines
    rows = [row(n, "red tape", line, "red tape") for n, line in enumerate(lines, start=1)]
    (idiom,) = made(tmp_path, lines, rows, per_idiom=40)["idioms"]
    assert idiom["found"] == 40
    assert sorted(match["parts"][0][1] for match in idiom["matches"]) == ["Less ", "Much "]


# --- the sentences -------------------------------------------------------------------------------


def test_a_sentence_is_cut_where_marks_begin_and_end() -> None:
    for sentence, own, expected in (
        # a slot is between the idiom's words, and words that stand together are one mark
        ("Pull his leg!", ("Pull", "leg"),
         [(OWN, "Pull"), (INSIDE, " his "), (OWN, "leg"), (OUTSIDE, "!")]),
        ("the red tape", ("red", "tape"), [(OUTSIDE, "the "), (OWN, "red tape")]),
        # spans count characters, also where a browser would count two, and combining ones
        ("😀😀 red tape", ("red tape",), [(OUTSIDE, "😀😀 "), (OWN, "red tape")]),
        ("café́s red tape", ("red tape",), [(OUTSIDE, "café́s "), (OWN, "red tape")]),
        ("他画蛇添足了", ("画蛇添足",), [(OUTSIDE, "他"), (OWN, "画蛇添足"), (OUTSIDE, "了")]),
    ):  # fmt: skip
        found = row(1, "x", sentence, *own)
        pieces = [(start, end) for start, end in found["pieces"]]
        assert parts(sentence, tuple(found["span"]), pieces) == expected, (sentence, own)


@pytest.mark.parametrize("filler", ["word " * 200_000, "x" * 1_000_000])
def test_a_line_as_long_as_a_book_is_shortened(filler: str) -> None:
    sentence = f"{filler}red tape {filler}"
    start = len(filler)
    shown = parts(sentence, (start, start + 8), [(start, start + 8)])
    assert [kind for kind, _ in shown] == [CUT, OUTSIDE, OWN, OUTSIDE, CUT]
    assert shown[2] == (OWN, "red tape")
    assert "".join(text for kind, text in shown if kind != CUT) in sentence
    assert 500 < sum(len(text) for _, text in shown) < 700


# --- the page ------------------------------------------------------------------------------------


def test_the_page_lists_idioms_by_how_often_they_were_found(tmp_path: Path) -> None:
    sentences = ["A cat out of the bag.", "Red tape and red tape."]
    rows = [
        row(1, CAT, sentences[0], "cat out of the bag", flags=["determiner"]),
        row(2, "red tape", sentences[1], "Red tape"),
        row(2, "red tape", sentences[1], "red tape", flags=["far", "inserted"]),
    ]
    data = made(tmp_path, sentences, rows)
    assert [(i["idiom"], i["found"], i["flagged"]) for i in data["idioms"]] == [
        ("red tape", 2, 1),
        (CAT, 1, 1),
    ]
    assert data["idioms"][1]["matches"] == [
        {
            "line": 1,
            "span": [2, 20],
            "flags": ["determiner"],
            "parts": [[0, "A "], [2, "cat out of the bag"], [0, "."]],
        }
    ]
    assert data["download"] == "found.verdicts.jsonl"


def test_no_text_can_end_the_element_it_stands_in(tmp_path: Path) -> None:
    label = "let the cat </script><script>alert(2)</script>"
    data = made(tmp_path, [HOSTILE], [row(1, label, HOSTILE, "let the cat")])
    html = (tmp_path / "page.html").read_text("utf-8")
    assert html.count("<script") == html.count("</script>") == 2
    assert "script-src 'sha256-" in html
    assert not re.search(r"https?://|\bsrc=|@import|url\(|innerHTML|\bstyle=|\bon\w+=", html)
    assert data["idioms"][0]["idiom"] == label
    assert "".join(text for _, text in data["idioms"][0]["matches"][0]["parts"]) == HOSTILE


def test_the_same_matches_make_the_same_page_and_others_another_digest(tmp_path: Path) -> None:
    lines = [f"Line {n} has red tape." for n in range(1, 60)]
    rows = [row(n, "red tape", line, "red tape") for n, line in enumerate(lines, start=1)]
    assert made(tmp_path, lines, [])["idioms"] == []
    first = made(tmp_path, lines, rows)
    page = (tmp_path / "page.html").read_bytes()
    made(tmp_path, lines, rows)
    assert (tmp_path / "page.html").read_bytes() == page
    assert made(tmp_path, lines, rows, seed=2)["digest"] != first["digest"]


@pytest.mark.parametrize("kind", ["windows", "gz"])
def test_every_corpus_that_can_be_mined_can_be_shown(tmp_path: Path, kind: str) -> None:
    sentences = ["", "So much red tape."]
    found = write_rows(tmp_path / "found.jsonl", [row(2, "red tape", sentences[1], "red tape")])
    corpus = tmp_path / ("corpus.gz" if kind == "gz" else "corpus.txt")
    text = ("\n" if kind == "gz" else "\r\n").join([*sentences, ""]).encode()
    corpus.write_bytes(gzip.compress(text) if kind == "gz" else text)
    assert write_samples(found, corpus, tmp_path / "page.html", language="en") == 1
    data = data_of((tmp_path / "page.html").read_text("utf-8"))
    assert data["idioms"][0]["matches"][0]["parts"][-1] == [0, "."]


def test_mining_writes_the_page(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    corpus = write_corpus(tmp_path / "corpus.txt", [f"They {CAT}.", "No idiom."])
    idioms = write_corpus(tmp_path / "idioms.txt", [CAT])
    page = tmp_path / "page.html"
    command = ["mine", idioms, corpus, "-l", "en", "-o", tmp_path / "found.jsonl"]
    assert main([str(part) for part in [*command, "--samples", page]]) == 0
    assert f"To judge the matches, open {page}" in capsys.readouterr().out
    (idiom,) = data_of(page.read_text("utf-8"))["idioms"]
    assert idiom["idiom"] == CAT
    assert idiom["matches"][0]["parts"] == [[0, "They "], [2, CAT], [0, "."]]


# --- what is refused -----------------------------------------------------------------------------


def refused(folder: Path, sentences: Sequence[str], rows: Iterable[dict[str, Any]], **options: Any) -> str:  # fmt: skip
    with pytest.raises(DataError) as caught:
        made(folder, sentences, rows, **options)
    assert not (folder / "page.html").exists()
    return str(caught.value).replace(f"{folder}/", "")


OTHER = "\nGive the corpus that was mined."


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"line": 0}, "found.jsonl:1: 'line' must be at least 1, not 0."),
        ({"idiom": ""}, "found.jsonl:1: an idiom needs a label."),
        ({"span": [0]}, "found.jsonl:1: a span is two whole numbers [start, end]; found [0]."),
        ({"flags": "far"}, "found.jsonl:1: 'flags' must be a list, but is str."),
        ({"pieces": [[0, 99]]},
         f"found.jsonl:1: line 1 of corpus.txt does not have 'red tape' there.{OTHER}"),
        ({"line": 2},
         f"found.jsonl:1: line 2 of corpus.txt does not have 'red tape' there.{OTHER}"),
        ({"line": 1200}, f"found.jsonl names line 1,200, but corpus.txt ends at line 2.{OTHER}"),
    ],
)  # fmt: skip
def test_rows_that_do_not_fit_are_named(
    tmp_path: Path, change: dict[str, Any], message: str
) -> None:
    broken = row(1, "red tape", "red tape", "red tape") | change
    with pytest.raises(DataError) as caught:
        made(tmp_path, ["red tape", "two"], [broken])
    assert str(caught.value).replace(f"{tmp_path}/", "") == message
    assert not (tmp_path / "page.html").exists()


def test_files_that_cannot_be_used(tmp_path: Path) -> None:
    found = write_rows(tmp_path / "found.jsonl", [row(1, "red tape", "red tape", "red tape")])
    corpus, page = write_corpus(tmp_path / "corpus.txt", ["red tape"]), tmp_path / "page.html"
    for path in (found, corpus):
        before = path.read_bytes()
        with pytest.raises(UsageError, match="is an input, and would be overwritten. Choose "):
            write_samples(found, corpus, tmp_path / "." / path.name, language="en")
        assert path.read_bytes() == before
    with pytest.raises(DataError, match="/dev/null can be read only once"):
        write_samples(found, Path("/dev/null"), page, language="en")
    with pytest.raises(UsageError, match="per_idiom must be at least 1, not 0."):
        write_samples(found, corpus, page, language="en", per_idiom=0)
