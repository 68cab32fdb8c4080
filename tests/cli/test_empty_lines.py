"""Empty lines of documents, command by command: they keep their place, and no score hangs on them."""

import json
from pathlib import Path

import pytest
import sacrebleu
from tests.cli.commanding import FIXTURES, Litmus, write_lines

here, litmus, tiny = FIXTURES

SOURCE = ["You are late.", "", "The lamp is new. It is bright.", "Do you like it?", "", "Yes."]
REFERENCE = ["Du bist spät.", "", "Die Lampe ist neu. Sie ist hell.", "Magst du sie?", "", "Ja."]
OUTPUT = ["Du bist spät.", "", "Die Lampe ist neu. Es ist hell.", "Mögen Sie sie?", "", "Ja."]
FILES = ("-l", "en-de", "-s", "s.en", "-r", "r.de")
SPLIT = (*FILES, "--docids", "docids")


@pytest.fixture(autouse=True)
def document(here: Path) -> Path:
    write_lines(here / "s.en", SOURCE)
    write_lines(here / "r.de", REFERENCE)
    write_lines(here / "h.de", OUTPUT)
    write_lines(here / "docids", ["a"] * len(SOURCE))
    return here


def without_empty_lines(here: Path) -> None:
    for name in ("s.en", "r.de", "h.de", "docids"):
        lines = (here / name).read_text(encoding="utf-8").splitlines()
        write_lines(here / name, [line for n, line in enumerate(lines) if SOURCE[n]])


def values(litmus: Litmus, *metrics: str) -> dict[str, float | None]:
    answer = litmus("score", *SPLIT, "-i", "h.de", "-m", *metrics, "--format", "json", "--no-cache")
    assert (answer.code, answer.err) == (0, "")
    rows = json.loads(answer.out)
    return {f"{row['metric']} {row['tag']}": row["value"] for row in rows}


def test_score_is_that_of_the_text_without_them(document: Path, litmus: Litmus) -> None:
    metrics = ("bleu", "chrf", "ter", "word-f", "consistency")
    kept = values(litmus, *metrics)
    without_empty_lines(document)
    assert values(litmus, *metrics) == kept
    text = [[line for line in lines if line] for lines in (OUTPUT, REFERENCE)]
    assert kept["bleu None"] == pytest.approx(sacrebleu.corpus_bleu(text[0], [text[1]]).score)
    assert kept["chrf None"] == pytest.approx(sacrebleu.corpus_chrf(text[0], [text[1]]).score)


def test_score_tells_of_lines_that_only_one_side_has(document: Path, litmus: Litmus) -> None:
    write_lines(document / "s.en", ["", *SOURCE[1:]])
    write_lines(document / "h.de", [OUTPUT[0], "Zusatz.", "", *OUTPUT[3:]])
    answer = litmus("score", *FILES, "-i", "h.de", "-m", "bleu")
    assert answer.code == 0
    assert answer.err.splitlines() == [
        "litmus: s.en has 1 empty line where r.de has text (the first is line 1). It is kept as an "
        "empty one.",
        "litmus: h.de has 1 empty line (the first is line 3); an empty line is scored as an empty "
        "translation.",
        "litmus: h.de has text on 1 line that is empty in source and reference (the first is line "
        "2). If these were not meant to be translated, lines may have slipped.",
    ]


def test_score_still_refuses_files_of_other_lengths(document: Path, litmus: Litmus) -> None:
    write_lines(document / "r.de", REFERENCE[:-1])
    answer = litmus("score", *FILES, "-i", "h.de", "-m", "bleu")
    assert answer.code == 1
    assert "r.de has 5 lines, but s.en has 6" in answer.err


def test_tag_has_a_row_for_each(document: Path, litmus: Litmus) -> None:
    answer = litmus("tag", *SPLIT, "-o", "tags.jsonl")
    assert answer.code == 0
    rows = [json.loads(row) for row in (document / "tags.jsonl").read_text().splitlines()]
    assert [row["id"] for row in rows] == ["1", "2", "3", "4", "5", "6"]
    assert [bool(row["tokens"]) for row in rows] == [bool(line) for line in SOURCE]
    assert rows[1] == {"id": "2", "doc": "a", "tokens": [], "tags": []}
    again = litmus("score", *FILES, "--tags", "tags.jsonl", "-i", "h.de", "-m", "word-f")
    assert (again.code, again.err) == (0, "")


def test_tag_of_a_collection_keeps_them(document: Path, litmus: Litmus) -> None:
    rows = zip(SOURCE, REFERENCE, strict=True)
    write_lines(document / "in" / "a.tsv", [f"{source}\t{target}\ta" for source, target in rows])
    answer = litmus("tag", "-l", "en-de", "--corpus", "in", "-o", "out")
    assert answer.code == 0
    found = [json.loads(row) for row in (document / "out" / "a.jsonl").read_text().splitlines()]
    assert [bool(row["tokens"]) for row in found] == [bool(line) for line in SOURCE]
    assert not (document / "out" / "a.rejected.jsonl").exists()


def test_align_and_analyse_keep_their_places(document: Path, litmus: Litmus) -> None:
    links = litmus("align", *FILES).out.splitlines()
    assert [bool(line) for line in links] == [bool(line) for line in SOURCE]
    analysed = litmus("analyse", "-l", "en", "s.en")
    assert "s.en: 2 blank lines have no sentence (the first is line 2)." in analysed.err


def test_translate_leaves_them_empty(document: Path, litmus: Litmus) -> None:
    answer = litmus("translate", "-l", "en-de", "-s", "s.en", "--system", "cmd:cat", "-o", "out.de")
    assert answer.code == 0
    assert (document / "out.de").read_text().splitlines() == SOURCE


def test_report_shows_them(document: Path, litmus: Litmus) -> None:
    answer = litmus("report", *SPLIT, "-i", "h.de", "-m", "bleu", "word-f", "-o", "page.html")
    assert answer.code == 0
    assert "6 segments" in answer.out


def test_annotate_asks_nothing_of_them(document: Path, litmus: Litmus) -> None:
    answer = litmus(
        "annotate", "new", "camp", *FILES, "-i", "h.de", "--task", "esa", "--annotators", "ana"
    )
    assert answer.code == 0
    assert answer.out.startswith("4 items in camp.")


def test_check_counts_them(document: Path, litmus: Litmus) -> None:
    assert litmus("check", "s.en").out == "s.en: text, 6 lines, 2 empty lines\nok\n"


def test_a_table_of_documents_keeps_them(document: Path, litmus: Litmus) -> None:
    rows = [f"{s}\t{r}\ta" for s, r in zip(SOURCE, REFERENCE, strict=True)]
    write_lines(document / "t.tsv", ["source\treference\tdoc", *rows])
    assert litmus("import", "tsv", "t.tsv", "-l", "en-de", "-o", "mine").code == 0
    segments = (document / "mine" / "segments.jsonl").read_text().splitlines()
    assert [json.loads(segment)["source"] for segment in segments] == SOURCE
    answer = litmus("score", "-t", "mine", "-i", "h.de", "-m", "bleu")
    assert (answer.code, answer.err) == (0, "")
