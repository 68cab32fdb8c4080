"""TOML tables become dataclasses; whatever does not fit is named by file, key and value."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

import pytest

from litmus.errors import DataError
from litmus.files.toml_tables import Place, key, read_table, read_toml, write_toml


def shouted(place: Place, value: Any) -> str:
    if not isinstance(value, str):
        raise place.wrong("a text to shout", value)
    return value.upper()


@dataclass(frozen=True)
class Engine:
    cylinders: int = key(4, least=1, most=16)
    fuel: Literal["petrol", "diesel", "none"] = "petrol"


@dataclass(frozen=True, slots=True)
class Car:
    maker: str
    wheels: int = 4
    weight: float = 1.0
    electric: bool = False
    manual: Path | None = None
    colours: tuple[str, ...] = ()
    names: frozenset[str] = frozenset()
    engine: Engine = Engine()
    spares: tuple[Engine, ...] = ()
    codes: Mapping[str, tuple[str, ...]] = key({})
    motto: str = key("", reads=shouted)
    doors: int = key(2, name="number_of_doors")
    notes: Mapping[str, Any] = key({})


def read(folder: Path, text: str, given: Mapping[str, Any] | None = None) -> Car:
    path = folder / "car.toml"
    path.write_text(text, encoding="utf-8")
    return read_table(path, Car, given)


def test_every_kind_of_value(tmp_path: Path) -> None:
    car = read(
        tmp_path,
        """
        maker = "Saab"
        weight = 2
        electric = true
        manual = "docs/manual.txt"
        colours = ["blue", "red"]
        names = "old  faithful"
        motto = "go"
        number_of_doors = 5
        engine = { cylinders = 16, fuel = "none" }
        spares = [{ cylinders = 1 }, {}]
        codes = { sv = ["a"], fi = [] }
        notes = { anything = [1, "x"] }
        """,
    )
    assert car == Car(
        "Saab", weight=2.0, electric=True, manual=tmp_path / "docs" / "manual.txt",
        colours=("blue", "red"), names=frozenset({"old", "faithful"}), motto="GO", doors=5,
        engine=Engine(16, "none"), spares=(Engine(1), Engine()),
        codes={"sv": ("a",), "fi": ()}, notes={"anything": [1, "x"]},
    )  # fmt: skip
    assert isinstance(car.weight, float)


def test_words_may_be_a_list_and_defaults_are_not_shared(tmp_path: Path) -> None:
    one, two = (read(tmp_path, 'maker = "x"\nnames = ["a b", "c"]\n') for _ in range(2))
    assert one.names == {"a b", "c"}
    assert one.codes == two.codes == {}
    assert one.codes is not two.codes


def test_what_is_given_is_not_in_the_file(tmp_path: Path) -> None:
    assert read(tmp_path, "wheels = 3\n", {"maker": "Reliant"}) == Car("Reliant", 3)
    with pytest.raises(DataError, match="unknown key 'maker'"):
        read(tmp_path, 'maker = "x"\n', {"maker": "Reliant"})


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "the key 'maker' is missing."),
        ("maker = ''", "the key 'maker' is missing."),
        ("maker = 3", "'maker' must be a text, not 3."),
        ("wheels = 4.0", "'wheels' must be a whole number, not 4.0."),
        ("wheels = true", "'wheels' must be a whole number, not true."),
        ("weight = 'heavy'", "'weight' must be a number, not 'heavy'."),
        (f"weight = 1{'0' * 400}", "'weight' is too large a number."),
        ("electric = 1", "'electric' must be true or false, not 1."),
        ("manual = 1", "'manual' must be the name of a file, not 1."),
        ("colours = 'blue'", "'colours' must be a list of texts, not 'blue'."),
        ("colours = ['blue', 2]", "'colours[1]' must be a text, not 2."),
        ("names = [2]", "'names' must be words in one text, or a list of texts, not [2]."),
        ("motto = 1", "'motto' must be a text to shout, not 1."),
        ("doors = 5", "unknown key 'doors'."),
        ("weels = 3", "unknown key 'weels'. Did you mean 'wheels'?\nKnown: codes, colours, "),
        ("engine = 1", "'engine' must be a table: [engine], not 1."),
        ("engine = {cylinder = 1}", "unknown key 'engine.cylinder'. Did you mean 'cylinders'?\n"
         "Known: cylinders, fuel"),
        ("engine = {fuel = 'gas'}", "'engine.fuel' must be 'petrol', 'diesel' or 'none', "
         "not 'gas'."),
        ("spares = 1", "'spares' must be a list of tables: [[spares]], not 1."),
        ("spares = [{}, {cylinders = 0}]", "'spares[1].cylinders' must be at least 1, not 0."),
        ("spares = [{cylinders = 17}]", "'spares[0].cylinders' must be at most 16, not 17."),
        ("codes = {sv = 'a'}", "'codes.sv' must be a list of texts, not 'a'."),
        ("codes = []", "'codes' must be a table: [codes], not []."),
        (f"wheels = '{'x' * 99}'", f"'wheels' must be a whole number, not '{'x' * 59} ...."),
    ],
)  # fmt: skip
def test_what_does_not_fit(tmp_path: Path, text: str, message: str) -> None:
    full = text if "maker" in text or not text else f"maker = 'x'\n{text}"
    with pytest.raises(DataError) as caught:
        read(tmp_path, full)
    assert str(caught.value).startswith(f"{tmp_path / 'car.toml'}: {message}")


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    path = tmp_path / "x.toml"
    for content, message in (
        (None, "does not exist."),
        (b"a = ", "is not TOML: Invalid value (at end of document)."),
        (b"a = '\xff'", "is not UTF-8: byte 0xff at byte 6.\nConvert the file"),
    ):
        if content is not None:
            path.write_bytes(content)
        with pytest.raises(DataError) as caught:
            read_toml(path)
        assert str(caught.value).startswith(f"{path} {message}")


def test_what_is_written_is_read_again(tmp_path: Path) -> None:
    table = {
        "text": 'a "quoted"\tline\x7f\n\\', "number": 2, "true": True, "list": ["é", "x"],
        "table": {"a b": "c", "d.e": "f"},
    }  # fmt: skip
    write_toml(tmp_path / "x.toml", table)
    assert read_toml(tmp_path / "x.toml") == table
