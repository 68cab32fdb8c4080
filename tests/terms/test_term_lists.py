"""Lists of terms: what a file may say, and what is refused."""

from pathlib import Path

import pytest

from litmus.corpus.segment import Term
from litmus.errors import DataError
from litmus.terms.lists import load_terms


def written(folder: Path, text: str) -> Path:
    path = folder / "terms.tsv"
    path.write_text(text, encoding="utf-8")
    return path


def test_a_list_without_a_header(tmp_path: Path) -> None:
    path = written(tmp_path, "# ours\nbank\tBank | Kreditinstitut\tnot the bench\n\nrate\tZins\n")
    listed = load_terms(path)
    assert listed.terms == (
        Term("bank", ("Bank", "Kreditinstitut"), "not the bench"),
        Term("rate", ("Zins",)),
    )
    assert listed.signature.startswith("terms.tsv.")


def test_a_header_orders_the_columns_and_others_are_left_out(tmp_path: Path) -> None:
    path = written(
        tmp_path, "Target\tdomain\tSource\tnote\nBank\tmoney\tbank\tsee 3\nZins\t\trate\n"
    )
    assert load_terms(path).terms == (Term("bank", ("Bank",), "see 3"), Term("rate", ("Zins",)))


def test_lines_of_one_source_are_alternatives(tmp_path: Path) -> None:
    path = written(tmp_path, "bank\tBank\ta\nrate\tZins\nbank\tGeldhaus\tb\n")
    assert load_terms(path).terms[0] == Term("bank", ("Bank", "Geldhaus"), "a; b")


def test_lines_that_differ_in_case_are_of_one_source(tmp_path: Path) -> None:
    path = written(tmp_path, "bank\tUfer\nBank\tBank\n")
    assert load_terms(path).terms == (Term("bank", ("Ufer", "Bank")),)


def test_the_signature_follows_the_content(tmp_path: Path) -> None:
    first = load_terms(written(tmp_path, "bank\tBank\n")).signature
    assert load_terms(written(tmp_path, "bank\tUfer\n")).signature != first


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("bank\tBank\nbank\tBank\tagain\n", ":2 repeats line 1: 'bank' is 'Bank'. Remove one."),
        ("bank\tBank|Bank\n", ":1 repeats line 1: 'bank' is 'Bank'. Remove one."),
        ("bank\n", ":1 has 1 columns; expected source, target and perhaps a note"),
        ("a\tb\tc\td\n", ":1 has 4 columns; expected source, target and perhaps a note"),
        ("bank\tBank\nrate\t\n", ":2: the term 'rate' has an empty translation: ''."),
        ("rate\tZins||Satz\n", ":1: the term 'rate' has an empty translation: 'Zins||Satz'."),
        ("\tBank\n", ":1 has no source term: '' holds no letter or digit."),
        ("--\tBank\n", ":1 has no source term: '--' holds no letter or digit."),
        ("source\tnote\ttarget\nbank\t\n", ":2 has 2 columns, fewer than the first line names."),
        ("# none yet\n", " holds no terms; lines of source TAB target were expected."),
    ],
)
def test_what_is_refused_names_the_line(tmp_path: Path, text: str, message: str) -> None:
    path = written(tmp_path, text)
    with pytest.raises(DataError) as caught:
        load_terms(path)
    assert f"{path}{message}" in str(caught.value)


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(DataError, match="does not exist. A term list has lines of: source TAB"):
        load_terms(tmp_path / "none.tsv")


def test_terms_from_python() -> None:
    listed = load_terms({"bank": "Bank", "rate": ["Zins", "Satz"]})
    assert [term.targets for term in listed.terms] == [("Bank",), ("Zins", "Satz")]
    with pytest.raises(DataError, match="The term 'bank' and its translations"):
        load_terms({"bank": []})
    with pytest.raises(DataError, match="The list of terms is empty"):
        load_terms({})
