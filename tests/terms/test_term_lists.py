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


@pytest.mark.parametrize(
    ("text", "terms"),
    [
        ("# ours\nbank\tBank | Kreditinstitut\tnot the bench\n\nrate\tZins\n",
         [Term("bank", ("Bank", "Kreditinstitut"), "not the bench"), Term("rate", ("Zins",))]),
        # a header orders the columns, and others are left out
        ("Target\tdomain\tSource\tnote\nBank\tmoney\tbank\tsee 3\nZins\t\trate\n",
         [Term("bank", ("Bank",), "see 3"), Term("rate", ("Zins",))]),
        # lines of one source are alternatives, also where they differ in case
        ("bank\tBank\ta\nrate\tZins\nbank\tGeldhaus\tb\n",
         [Term("bank", ("Bank", "Geldhaus"), "a; b"), Term("rate", ("Zins",))]),
        ("bank\tUfer\nBank\tBank\n", [Term("bank", ("Ufer", "Bank"))]),
    ],
)  # fmt: skip
def test_a_list_is_read(tmp_path: Path, text: str, terms: list[Term]) -> None:
    listed = load_terms(written(tmp_path, text))
    assert list(listed.terms) == terms
    assert listed.signature.startswith("terms.tsv.")
    assert load_terms(written(tmp_path, "bank\tAbhang\n")).signature != listed.signature


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


def test_terms_from_python_and_a_file_that_is_not_there(tmp_path: Path) -> None:
    listed = load_terms({"bank": "Bank", "rate": ["Zins", "Satz"]})
    assert [term.targets for term in listed.terms] == [("Bank",), ("Zins", "Satz")]
    for terms, message in (
        ({"bank": []}, "The term 'bank' and its translations"),
        ({}, "The list of terms is empty"),
        (tmp_path / "none.tsv", "does not exist. A term list has lines of: source TAB"),
    ):
        with pytest.raises(DataError, match=message):
            load_terms(terms)
