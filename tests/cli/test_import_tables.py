"""From a table that somebody has to a score: CSV, Parquet and WMT's JSONL on the command line."""

import json
from pathlib import Path

import pyarrow
from commanding import FIXTURES, Litmus, written
from pyarrow import parquet

here, litmus, tiny = FIXTURES


def test_csv_from_a_spreadsheet_to_a_score_by_domain(here: Path, litmus: Litmus) -> None:
    (here / "shop.csv").write_bytes(
        b"\xef\xbb\xbfEnglish;German;Domain;Engine A;Note\r\n"
        b'"Open; please";Bitte \xc3\xb6ffnen;shop;Bitte \xc3\xb6ffnen;\r\n'
        b"We spilled the beans.;Wir haben geplaudert.;chat;Wir versch\xc3\xbctteten Bohnen.;x\r\n"
    )
    done = litmus(
        "import", "csv", "shop.csv", "-l", "en-de", "-o", "shop", "--option", "source=English",
        "--option", "reference=German", "--option", "columns=Domain", "--option", "sys=Engine A",
    )  # fmt: skip
    assert (done.code, done.out) == (0, "shop: 2 segments, en-de, 1 system\n")
    assert done.err == "litmus: Left out: Note (to keep: --option columns=Note).\n"
    assert written(here / "shop" / "segments.jsonl")[0] == {
        "id": "1", "source": "Open; please", "references": ["Bitte öffnen"],
        "columns": {"Domain": "shop"},
    }  # fmt: skip
    scored = litmus(
        "score", "-t", "shop", "-m", "chrf", "--by-column", "Domain", "-f", "json",
        "--bootstrap", "20",
    )  # fmt: skip
    assert scored.row("Engine A", "chrf", "Domain:shop")["value"] == 100.0
    assert scored.row("Engine A", "chrf", "Domain:chat")["value"] < 50


def test_labels_of_a_csv_are_found_in_other_forms(here: Path, litmus: Litmus) -> None:
    (here / "a.csv").write_text(
        "source,reference,label\nShe spilled the beans.,Elle a tout dit.,spill the beans\n"
    )
    assert litmus("import", "csv", "a.csv", "-l", "en-fr", "-o", "a", "-q").code == 0
    assert written(here / "a" / "segments.jsonl")[0]["idioms"] == [
        {"label": "spill the beans", "spans": [[4, 21]]}
    ]


def test_two_rows_of_one_id_are_refused(here: Path, litmus: Litmus) -> None:
    (here / "a.csv").write_text("id,source,reference\nx,a,b\ny,c,d\nx,e,f\n")
    done = litmus("import", "csv", "a.csv", "-l", "en-fr", "-o", "a")
    assert (done.code, done.err) == (
        1,
        "litmus: Segments 1 and 3 have the same id 'x'; no suite was written.\n"
        "Ids must be distinct, or evidence could not be told apart.\n",
    )
    assert not (here / "a").exists()


def test_missing_source_names_the_option(here: Path, litmus: Litmus) -> None:
    rows = [{"text_en": "a", "text_de": "b"}]
    parquet.write_table(pyarrow.Table.from_pylist(rows), here / "a.parquet")
    done = litmus("import", "parquet", "a.parquet", "-l", "en-de", "-o", "a")
    assert (done.code, done.err) == (
        1,
        "litmus: a.parquet has no column for the source (source, src, en, translation.en); it has "
        "'text_en', 'text_de'.\nName it: --option source=COLUMN\n",
    )
    done = litmus(
        "import", "parquet", "a.parquet", "-l", "en-de", "-o", "a", "--option", "source=text_en",
        "--option", "reference=text_de",
    )  # fmt: skip
    assert (done.code, done.out) == (0, "a: 1 segment, en-de\n")


def test_wmt24pp_to_a_score_by_domain(here: Path, litmus: Litmus) -> None:
    rows = [
        {
            "lp": "en-de_DE", "domain": domain, "document_id": f"d{n}", "segment_id": n,
            "is_bad_source": domain == "canary", "source": f"Number {n}.", "target": f"Zahl {n}.",
            "original_target": "",
        }
        for n, domain in enumerate(["canary", "news", "speech"])
    ]  # fmt: skip
    (here / "en-de_DE.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    (here / "out.de").write_text("Zahl 1.\nNummer 2.\n")
    done = litmus("import", "wmt-jsonl", "en-de_DE.jsonl", "-o", "pp")
    assert (done.out, done.err) == (
        "pp: 2 segments, en-de\n",
        "litmus: Left out: 1 segment marked as a bad source (to keep: --option bad=keep).\n",
    )
    scored = litmus(
        "score", "-t", "pp", "-i", "out.de", "-m", "chrf", "--by-column", "domain", "-f", "json",
        "--bootstrap", "20",
    )  # fmt: skip
    assert scored.row("out.de", "chrf", "domain:news")["value"] == 100.0


def test_wmt_xml_to_a_score_by_domain(here: Path, litmus: Litmus) -> None:
    document = (
        '<doc id="{0}" origlang="en" domain="{0}"><src lang="en"><p><seg id="1">One.</seg></p>'
        '</src><ref lang="de" translator="A"><p><seg id="1">Eins.</seg></p></ref>'
        '<hyp lang="de" system="X"><p><seg id="1">{1}</seg></p></hyp></doc>'
    )
    (here / "a.xml").write_text(
        '<?xml version="1.0"?><dataset id="t">'
        + document.format("news", "Eins.")
        + document.format("speech", "Ein.")
        + "</dataset>"
    )
    assert litmus("import", "wmt", "a.xml", "-o", "a").code == 0
    scored = litmus(
        "score", "-t", "a", "-m", "chrf", "--by-column", "domain", "-f", "json",
        "--bootstrap", "20",
    )  # fmt: skip
    assert scored.row("X", "chrf", "domain:news")["value"] == 100.0
    assert scored.row("X", "chrf", "domain:speech")["value"] < 100
