"""Empty lines of documents, command by command: they keep their place, and no score hangs on them."""

import json
from pathlib import Path

import pytest
import sacrebleu
from tests.cli.commanding import FIXTURES, Litmus, write_lines, write_suite

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


def test_tag_of_a_collection_tells_of_rows_that_only_one_side_has(
    document: Path, litmus: Litmus
) -> None:
    rows = {
        "a": ["Yes.\tJa.\ta", "\tDu bist spät.\ta", "\t\ta", "You are late.\t \ta"],
        "b": ["\tNein.\tb", "No.\tNein.\tb"],
    }
    for name, lines in rows.items():
        write_lines(document / "in" / f"{name}.tsv", lines)
    told = [
        "litmus: the source has 2 empty lines where the reference has text (the first is row 2 of "
        "a). They are kept as empty ones.",
        "litmus: the reference has 1 empty line where the source has text (the first is row 4 of "
        "a). It is kept as an empty one.",
    ]
    command = ("tag", "-l", "en-de", "--corpus", "in", "-o", "out")
    answer = litmus(*command, "--workers", "1")
    assert (answer.code, answer.err.splitlines()) == (0, told)
    assert "2 files, 6 rows, 0 rejected" in answer.out
    again = litmus(*command)  # nothing is left to do
    assert (again.code, again.err.splitlines()) == (0, told)


def test_align_and_analyse_keep_their_places(document: Path, litmus: Litmus) -> None:
    links = litmus("align", *FILES).out.splitlines()
    assert [bool(line) for line in links] == [bool(line) for line in SOURCE]
    analysed = litmus("analyse", "-l", "en", "s.en")
    assert "s.en: 2 blank lines have no sentence (the first is line 2)." in analysed.err


def test_translate_leaves_them_empty(document: Path, litmus: Litmus) -> None:
    answer = litmus("translate", "-l", "en-de", "-s", "s.en", "--system", "cmd:cat", "-o", "out.de")
    assert answer.code == 0
    assert (document / "out.de").read_text().splitlines() == SOURCE


def test_annotate_asks_nothing_of_them(document: Path, litmus: Litmus) -> None:
    answer = litmus(
        "annotate", "new", "camp", *FILES, "-i", "h.de", "--task", "esa", "--annotators", "ana"
    )
    assert answer.code == 0
    assert answer.out.startswith("4 items in camp.")


def test_a_table_of_documents_keeps_them(document: Path, litmus: Litmus) -> None:
    rows = [f"{s}\t{r}\ta" for s, r in zip(SOURCE, REFERENCE, strict=True)]
    write_lines(document / "t.tsv", ["source\treference\tdoc", *rows])
    assert litmus("import", "tsv", "t.tsv", "-l", "en-de", "-o", "mine").code == 0
    segments = (document / "mine" / "segments.jsonl").read_text().splitlines()
    assert [json.loads(segment)["source"] for segment in segments] == SOURCE
    answer = litmus("score", "-t", "mine", "-i", "h.de", "-m", "bleu")
    assert (answer.code, answer.err) == (0, "")


@pytest.mark.parametrize(("name", "lines", "source", "reference", "unit"), [
    ("t.tsv", "source\treference\tdoc|Yes.\tJa.\ta|\tNein.\ta|\t\ta|Late.\t\ta|\tDoch.\ta",
     "the column source of t.tsv", "the column reference of t.tsv", ("line 3", "line 5")),
    ("t.csv", "en,de,doc|Yes.,Ja.,a|,Nein.,a|,,a|Late.,,a|,Doch.,a",
     "the column en of t.csv:1", "the column de of t.csv:1", ("row 2", "row 4")),
])  # fmt: skip
def test_a_table_tells_of_rows_that_only_one_side_has(
    document: Path, litmus: Litmus, name: str, lines: str, source: str, reference: str,
    unit: tuple[str, str],
) -> None:  # fmt: skip
    write_lines(document / name, lines.split("|"))
    answer = litmus("import", name[2:], name, "-l", "en-de", "-o", "mine")
    assert (answer.code, answer.err.splitlines()) == (0, [
        f"litmus: {source} has 2 empty lines where {reference} has text (the first is {unit[0]}). "
        "They are kept as empty ones.",
        f"litmus: {reference} has 1 empty line where {source} has text (the first is {unit[1]}). "
        "It is kept as an empty one.",
    ])  # fmt: skip


def test_a_gate_counts_what_has_text(document: Path, litmus: Litmus) -> None:
    """12 of 30 translations are literal: 40 %; of all 90 lines it would be 13.3 %."""
    filled = {"source": "He died.", "references": ["Il est mort."], "blacklist": ["seau"]}
    empty = {"source": "", "references": [""]}
    segments = [{"id": f"s{k}", "doc": "a"} | (empty if k % 3 else filled) for k in range(90)]
    write_suite(document / "suite", segments, metrics=["blacklist"])
    bad, good = "C'est un seau.", "Il est mort."
    lines = ["" if k % 3 else bad if k < 36 else good for k in range(90)]
    write_lines(document / "new.fr", lines)
    required = ("--require", "blacklist<=39.9", "blacklist<=40.1")
    answer = litmus("score", "-t", "suite", "-i", "new=new.fr", *required)
    assert (answer.code, answer.err) == (3, "")
    verdicts = answer.out.partition("\nrequirements: ")[2].splitlines()
    assert verdicts[0] == "1 held, 1 broken"
    cells = [line.split() for line in verdicts[3:5]]
    assert [(row[0], row[2], row[3], row[-1]) for row in cells] == [
        ("blacklist<=39.9", "broken", "40.0", "30"),
        ("blacklist<=40.1", "held", "40.0", "30"),
    ]
