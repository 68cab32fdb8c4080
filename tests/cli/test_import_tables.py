"""From a table that somebody has to a score: CSV, Parquet and WMT's JSONL on the command line."""

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
