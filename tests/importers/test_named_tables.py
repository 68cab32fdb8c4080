"""CSV, Parquet and data sets of Hugging Face by hand: columns by name, and what is refused."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pyarrow
import pytest
from importing import refused
from pyarrow import parquet

from litmus.corpus.segment import Idiom, Segment
from litmus.errors import LitmusError
from litmus.importers import Imported, import_suite
from litmus.importers.recognise import recognise

PAIR = ("en", "de")
NEEDS_DATASETS = "datasets is not installed: pip install -e '.[test-all]'"


def put(path: Path, content: str | bytes) -> Path:
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return path


def texts(found: Imported) -> list[tuple[str, tuple[str, ...]]]:
    return [(segment.source, segment.references) for segment in found.segments]


# --- CSV ---


def test_csv_of_excel_with_every_trouble(tmp_path: Path) -> None:
    # a byte order mark, CRLF, semicolons, doubled quotes, a line end inside a cell, a blank line
    path = put(
        tmp_path / "a.en-de.csv",
        b"\xef\xbb\xbfID;Source;Target;Label;Domain\r\n"
        b'x1;"He said ""no""; then left";"Er sagte nein\r\nund ging";;news\r\n'
        b"\r\n"
        b"x2;It was a piece of cake.;Es war kinderleicht.;piece of cake;\r\n",
    )
    found = import_suite("csv", path, columns="Domain")
    assert list(found.segments) == [
        Segment("x1", 'He said "no"; then left', ("Er sagte nein und ging",), columns={"Domain": "news"}),
        Segment(
            "x2", "It was a piece of cake.", ("Es war kinderleicht.",),
            idioms=(Idiom("piece of cake", ((9, 22),)),),
        ),
    ]  # fmt: skip
    assert (found.info.source, found.info.target) == PAIR
    assert found.notes == ["Line ends inside 1 text became spaces."]
    assert recognise(path) == "csv"


@pytest.mark.parametrize(("content", "options"), [
    ("source,reference\na,b\n", {}), ("source;reference\na;b\n", {}),
    ("source|reference\na|b\n", {}), ("source\treference\na\tb\n", {}),
    ("sep=;\nsource;reference\na;b\n", {}), ("src,tgt\na,b\n", {}), ("de,en\nb,a\n", {}),
    ('"source","reference"\n"a","b"', {}),
    ("source;reference;note, long, with commas\na;b;c\n", {"separator": "semicolon"}),
])  # fmt: skip
def test_csv_separators_and_usual_names(
    tmp_path: Path, content: str, options: dict[str, str]
) -> None:
    found = import_suite("csv", put(tmp_path / "a.csv", content), languages=PAIR, **options)
    assert texts(found) == [("a", ("b",))]


def test_columns_that_count_references_are_further_ones(tmp_path: Path) -> None:
    path = put(tmp_path / "a.csv", "source,reference,Reference2,reference_by\na,b,c,me\n")
    assert texts(import_suite("csv", path, languages=PAIR)) == [("a", ("b", "c"))]


def test_csv_columns_that_are_named(tmp_path: Path) -> None:
    path = put(tmp_path / "a.csv", 'English,"A, final",Beta,MT+,doc\na,b,c,x,d1\ne,f,g,,d1\n')
    found = import_suite(
        "csv", path, languages=PAIR, source="english", reference="A, final+Beta", sys="MT+"
    )
    assert list(found.segments) == [
        Segment("1", "a", ("b", "c"), "d1"),
        Segment("2", "e", ("f", "g"), "d1"),
    ]
    assert {name: list(lines) for name, lines in found.systems.items()} == {"MT+": ["x", ""]}
    assert found.notes == []
    found = import_suite(
        "csv", path, languages=PAIR, source="English", reference="none", columns="all"
    )
    assert found.notes == ["There is no reference."]
    assert next(iter(found.segments)).columns == {"A, final": "b", "Beta": "c", "MT+": "x"}


QUOTES = 'A cell with a separator or a line end in it needs quotes ("...").'


@pytest.mark.parametrize(("content", "options", "message"), [
    ("Hello,Hallo\nYes,Ja\n", {},
     "{path}:1 has no column for the source (source, src, en, translation.en); it has "
     "'Hello', 'Hallo'.\nName it: source=COLUMN"),
    ('source,reference\n"a\nb",c\nd,e,f\n', {},
     f"{{path}}:4 has 3 cells, but the header names 2 columns: source, reference.\n{QUOTES}"),
    ("source,reference\na,b\nc\n", {},
     f"{{path}}:3 has 1 cell, but the header names 2 columns: source, reference.\n{QUOTES}"),
    ('source,reference\na,b\nc,"d\n', {}, "{path}:3 is not CSV: unexpected end of data.\n"
     'A quote inside a quoted cell is doubled (""); every quote must be closed.'),
    ("source,reference\na,b\n,c\n", {}, "{path}:3: the source or a reference is empty. Fill it in."),
    ("source,reference\n", {}, "{path} has a header, but no row; nothing was imported."),
    ("\na,b\n", {}, "{path}:1 is blank. A header that names the columns was expected."),
    ("source,a,a\nx,y,z\n", {}, "{path}:1: the header has the column 'a' 2 times."),
    ("source,,\nx,y,z\n", {}, "{path}:1: the header has a column without a name 2 times."),
    ("source,reference\na,b\n", {"separator": ";"},
     "separator is one of comma, semicolon, tab, bar, not ';'."),
    ("source,reference,domain\na,b,c\n", {"columns": "domian"},
     "No column of {path}:1 is called 'domian'. Did you mean 'domain'?\n"
     "Known: domain, reference, source"),
])  # fmt: skip
def test_csv_refused(tmp_path: Path, content: str, options: dict[str, str], message: str) -> None:
    path = put(tmp_path / "a.csv", content)
    assert refused("csv", path, languages=PAIR, **options) == message.format(path=path)


def test_rows_that_are_marked_are_left_out_and_counted(tmp_path: Path) -> None:
    rows = "source,reference,X,is_bad_source,odd\na,b,x,False,True\nc,d,y,True,\ne,f,z,False,\n"
    path = put(tmp_path / "a.csv", rows)
    found = import_suite("csv", path, languages=PAIR, sys="X", columns="odd")
    assert texts(found) == [("a", ("b",)), ("e", ("f",))]
    assert list(found.systems["X"]) == ["x", "z"]
    assert found.notes == ["Left out: 1 row where is_bad_source is true."]
    assert len(texts(import_suite("csv", path, languages=PAIR, skip="none"))) == 3
    assert texts(import_suite("csv", path, languages=PAIR, skip="odd"))[0] == ("c", ("d",))


# --- Parquet ---


def write_parquet(path: Path, rows: Sequence[Mapping[str, Any]]) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    parquet.write_table(pyarrow.Table.from_pylist(list(rows)), path)
    return path


def nested(*numbers: int) -> list[dict[str, Any]]:
    return [
        {"id": n, "translation": {"en": f"one {n}", "de": f"eins {n}"}, "meta": {"site": f"s{n}"}}
        for n in numbers
    ]


def test_parquet_with_nested_translations(tmp_path: Path) -> None:
    path = write_parquet(tmp_path / "a.parquet", nested(7, 8))
    found = import_suite("parquet", path, languages=PAIR, columns="meta.site")
    assert list(found.segments) == [
        Segment("7", "one 7", ("eins 7",), columns={"meta.site": "s7"}),
        Segment("8", "one 8", ("eins 8",), columns={"meta.site": "s8"}),
    ]
    assert recognise(path) == "parquet"
    turned = import_suite("parquet", path, languages=("de", "en"))
    assert texts(turned) == [("eins 7", ("one 7",)), ("eins 8", ("one 8",))]
    several = write_parquet(tmp_path / "b.parquet", [{"src": "a", "refs": ["b", "c"]}])
    found = import_suite("parquet", several, languages=PAIR, reference="refs")
    assert texts(found) == [("a", ("b", "c"))]


def test_parquet_folder_of_splits(tmp_path: Path) -> None:
    write_parquet(tmp_path / "d/test-00000-of-00002.parquet", nested(1))
    write_parquet(tmp_path / "d/test-00001-of-00002.parquet", nested(2))
    write_parquet(tmp_path / "d/train-00000-of-00001.parquet", nested(3))
    folder = tmp_path / "d"
    assert refused("parquet", folder, languages=PAIR) == (
        f"{folder} holds several: test, train.\nChoose one: split=NAME, for example split=test"
    )
    found = import_suite("parquet", folder, languages=PAIR, split="test")
    assert [segment.id for segment in found.segments] == ["1", "2"]


def test_parquet_refused(tmp_path: Path) -> None:
    empty = tmp_path / "empty.parquet"
    schema = pyarrow.schema([("source", pyarrow.string()), ("target", pyarrow.string())])
    parquet.write_table(schema.empty_table(), empty)
    assert refused("parquet", empty, languages=PAIR) == (
        f"{empty} is empty: it has columns, but no row; nothing was imported."
    )
    number = write_parquet(tmp_path / "n.parquet", [{"source": 3, "target": "drei"}])
    assert refused("parquet", number, languages=PAIR) == (
        f"{number}: row 1: the source is no text, but int."
    )
    (tmp_path / "none").mkdir()
    assert refused("parquet", tmp_path / "none", languages=PAIR) == (
        f"{tmp_path / 'none'} holds no file whose name ends in .parquet."
    )
    torn = put(tmp_path / "torn.parquet", empty.read_bytes()[:20])
    assert refused("parquet", torn, languages=PAIR).startswith(
        f"{torn} is not a whole Parquet file: "
    )


# --- Hugging Face ---


@pytest.fixture(scope="module")
def saved(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A data set of three splits, one of them empty, and one without splits, saved to disk."""
    datasets = pytest.importorskip("datasets", reason=NEEDS_DATASETS)
    folder = tmp_path_factory.mktemp("saved")
    rows = datasets.Dataset.from_list(nested(1, 2, 3))
    splits = {"train": rows, "test": rows.select([1, 2]), "dev": rows.select([])}
    datasets.DatasetDict(splits).save_to_disk(str(folder / "splits"))
    rows.save_to_disk(str(folder / "one"))
    return folder


@pytest.mark.slow
def test_hf_saved_to_disk(saved: Path) -> None:
    found = import_suite("hf", saved / "splits", languages=PAIR, split="test")
    assert texts(found) == [("one 2", ("eins 2",)), ("one 3", ("eins 3",))]
    assert texts(found) == texts(found)  # it can be read again
    assert found.notes == ["Left out: meta (to keep: columns=meta)."]
    assert len(texts(import_suite("hf", saved / "one", languages=PAIR))) == 3
    assert recognise(saved / "splits") == recognise(saved / "one") == "hf"


@pytest.mark.slow
def test_hf_refused(saved: Path) -> None:
    path = saved / "splits"
    assert refused("hf", path, languages=PAIR) == (
        f"{path} holds several: dev, test, train.\nChoose one: split=NAME, for example split=dev"
    )
    assert refused("hf", path, languages=PAIR, split="tst") == (
        f"No split of {path} is called 'tst'. Did you mean 'test'?\nKnown: dev, test, train"
    )
    assert refused("hf", path, languages=PAIR, split="dev") == (
        f"{path} (dev) is empty; nothing was imported."
    )
    assert refused("hf", path, split="test").startswith("This Hugging Face data does not say")
    assert refused("hf", path, languages=("en", "fr"), split="test", reference="fr") == (
        f"No column of {path} (test) is called 'fr'.\n"
        "Known: id, meta, translation, translation.de, translation.en"
    )
    assert refused("hf", saved / "one", languages=PAIR, split="test").startswith(
        f"No split of {saved / 'one'} is called 'test'."
    )


@pytest.mark.slow
def test_hf_folder_that_is_no_data_set(tmp_path: Path) -> None:
    pytest.importorskip("datasets", reason=NEEDS_DATASETS)
    put(tmp_path / "x.bin", b"\0\1")
    message = refused("hf", tmp_path, languages=PAIR)
    assert message.startswith(f"{tmp_path} cannot be read as a data set: ")
    assert message.endswith(
        "Give a folder of Parquet, JSONL or CSV files, or one that save_to_disk wrote."
    )


@pytest.mark.slow
def test_hf_name_without_a_network(monkeypatch: pytest.MonkeyPatch) -> None:
    datasets = pytest.importorskip("datasets", reason=NEEDS_DATASETS)

    def unreachable(*_: object, **__: object) -> None:
        raise ConnectionError("Couldn't reach the Hub")

    monkeypatch.setattr(datasets, "get_dataset_config_names", unreachable)
    with pytest.raises(LitmusError) as caught:
        import_suite("hf", Path("someone/things"), languages=PAIR)
    assert str(caught.value) == (
        "someone/things cannot be read as a data set: Couldn't reach the Hub\n"
        "There is no such folder here, and no such data set could be loaded from the hub or the "
        "cache.\nWithout a network, download it elsewhere, save it with save_to_disk(FOLDER), and "
        "import FOLDER."
    )


def test_rows_of_separators_are_left_out(tmp_path: Path) -> None:
    path = tmp_path / "a.en-de.csv"
    path.write_text("source,reference,mt\nOne,Eins,Ein\n,,\nTwo,Zwei,Zwo\n , ,\n,,\n")
    found = import_suite("csv", path, sys="mt")
    assert [one.source for one in found.segments] == ["One", "Two"]
    assert list(found.systems["mt"]) == ["Ein", "Zwo"]
    assert found.notes == ["Left out: 3 rows without anything in the cells."]
    table = tmp_path / "a.en-de.tsv"
    table.write_text("source\treference\nOne\tEins\n\t\n")
    found = import_suite("tsv", table)
    assert [one.source for one in found.segments] == ["One"]
    assert found.notes == ["Left out: 1 row without anything in the cells."]
