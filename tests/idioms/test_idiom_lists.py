"""Idiom lists as files: what is read, what is refused, and what the signature sees."""

import gzip
import re
from pathlib import Path

import pytest
from finding import listed

from litmus.errors import DataError, UsageError
from litmus.files.text import TextWarning
from litmus.idioms.entries.lists import Idiom, load_idioms, make_list
from litmus.idioms.matching.matcher import Matcher


def write(folder: Path, content: str | bytes, name: str = "list.txt") -> Path:
    path = folder / name
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return path


def labels(path: Path, code: str = "en") -> list[str]:
    return [idiom.label for idiom in load_idioms(str(path), code).idioms]


# --- what is read --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "content", "expected"),
    [
        ("list.txt", "# my list\n\nspill the beans\n  # indented\n   \nred tape\n",
         ["spill the beans", "red tape"]),
        ("list.txt", "spill the beans\nred tape", ["spill the beans", "red tape"]),
        ("list.txt", "spill the beans\r\nred tape\r\n", ["spill the beans", "red tape"]),
        ("list.txt.gz", gzip.compress(b"spill the beans\n", mtime=0), ["spill the beans"]),
        # what is not a spaced pipe stays in the label
        ("list.txt", "hit the sack / hay\nin Sicht geraten|raten\npacked (in) like ice\n",
         ["hit the sack / hay", "in Sicht geraten|raten", "packed (in) like ice"]),
        ("list.txt", "vendre la me\u0300che\n", ["vendre la mèche"]),
    ],
)  # fmt: skip
def test_what_is_read(tmp_path: Path, name: str, content: str | bytes, expected: list[str]) -> None:
    assert labels(write(tmp_path, content, name), "de") == expected


def test_list_columns(tmp_path: Path) -> None:
    path = write(
        tmp_path,
        "spill the beans\tvendre la mèche | cracher le morceau\treveal a secret\n"
        "red tape\n"
        "kick the bucket | pop off\tcasser sa pipe\n"
        "bite the dust\t\tdie\n",
    )
    beans, tape, bucket, dust = load_idioms(str(path), "en").idioms
    assert beans == Idiom(
        "spill the beans",
        beans.forms,
        ("vendre la mèche", "cracher le morceau"),
        "reveal a secret",
        f"{path}:1",
    )
    assert (tape.equivalents, tape.meaning, tape.where) == ((), "", f"{path}:2")
    assert (bucket.label, bucket.equivalents) == ("kick the bucket", ("casser sa pipe",))
    assert [form.text for form in bucket.forms] == ["kick the bucket", "pop off"]
    assert (dust.equivalents, dust.meaning) == ((), "die")


# --- what is refused -----------------------------------------------------------------------------


def test_byte_order_mark_of_a_list_is_left_out_with_a_warning(tmp_path: Path) -> None:
    path = write(tmp_path, b"\xef\xbb\xbfspill the beans\n")
    with pytest.warns(TextWarning) as caught:
        assert labels(path) == ["spill the beans"]
    assert [str(warning.message) for warning in caught] == [
        f"Byte order mark (BOM) left out at the start of: {path.name}"
    ]


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("red tape\n# x\nspill the beans\n red tape\tle ruban\n",
         ":4 repeats line 1: 'red tape'. Remove one."),
        ("vendre la mèche\nvendre la me\u0300che\n",
         ":2 repeats line 1: 'vendre la mèche'. Remove one."),
        ("red tape\n\tvendre la mèche\n", ":2 has an equivalent but no idiom."),
        ("red tape\nhit the (sack\n", ":2: '(' without ')'. Close the parenthesis."),
        ("# nothing\n", " holds no idioms; one per line was expected."),
        ("\n\n", " holds no idioms; one per line was expected."),
        ("", " is empty."),
        (None, " does not exist.\n"
         "Lists found by name: ar, de, en, es, fr, he, is, it, ja, ko, nl, pt, ro, ru, tr, zh"),
    ],
)  # fmt: skip
def test_list_that_is_refused(tmp_path: Path, content: str | None, message: str) -> None:
    path = tmp_path / "no.txt" if content is None else write(tmp_path, content)
    with pytest.raises(DataError) as caught:
        load_idioms(str(path), "fr")
    assert str(caught.value).startswith(f"{path}{message}")


def test_list_complaints_are_collected(tmp_path: Path) -> None:
    path = write(tmp_path, "red tape\nhit the (sack\nred tape\n<foo> x\nspill the beans\n")
    problems: list[DataError] = []
    found = load_idioms(str(path), "en", problems.append)
    assert [idiom.label for idiom in found.idioms] == ["red tape", "spill the beans"]
    lines = [int(re.split("[: ]", str(p).removeprefix(f"{path}:"))[0]) for p in problems]
    assert lines == [2, 3, 4]


def test_shipped_list_for_another_language_is_refused() -> None:
    with pytest.raises(UsageError) as caught:
        load_idioms("de", "en")
    assert str(caught.value) == "The list de is for de, but the corpus is en."


def test_file_of_the_name_of_a_shipped_list_is_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(tmp_path, "red tape\n", "de")
    monkeypatch.chdir(tmp_path)
    assert [idiom.label for idiom in load_idioms("de", "en").idioms] == ["red tape"]


# --- words that a matcher refuses ----------------------------------------------------------------


STOP_WORDS = (
    "is made of stop words only and would match nearly every sentence.\n"
    "Remove it, or add a word that tells the idiom from other text."
)
NO_WORD = "has no word that must be there. Take one out of its parentheses."


@pytest.mark.parametrize(
    ("code", "entries", "message"),
    [
        ("en", ("in the", "to be", "the", "(kick) the"), STOP_WORDS),
        ("de", ("in der",), STOP_WORDS), ("fr", ("de la",), STOP_WORDS),
        ("es", ("en el",), STOP_WORDS),
        ("en", ("with someone", "be someone", "someone is something"), STOP_WORDS),
        ("en", ("(early)", "(kick) (the) (bucket)", "someone (early)"), NO_WORD),
        ("zh", ("(雪上)(加霜)",), NO_WORD), ("ja", ("(猫)",), NO_WORD),
    ],
)  # fmt: skip
def test_entry_that_names_nothing_is_refused(
    code: str, entries: tuple[str, ...], message: str
) -> None:
    for entry in entries:
        with pytest.raises(DataError) as caught:
            Matcher(listed(code, "red tape", entry))
        where, _, said = str(caught.value).partition(": ")
        assert where.endswith("list.txt:2")
        assert said == f"{entry!r} {message}"


def test_entry_of_stop_words_around_a_slot_is_an_idiom() -> None:
    with pytest.raises(DataError):
        Matcher(listed("en", "to someone"))
    assert Matcher(listed("en", "do someone in")).find("They did him in.")


# --- the signature -------------------------------------------------------------------------------


def test_signature_names_the_file_and_sees_every_entry(tmp_path: Path) -> None:
    def signature(content: str) -> str:
        return load_idioms(str(write(tmp_path, content)), "en").signature

    first = signature("spill the beans\nred tape\n")
    assert first.startswith("list.txt.")
    assert signature("# note\nspill the beans\n\nred tape\tle ruban\n") == first
    others = {
        signature("spill the beans\n"),
        signature("red tape\nspill the beans\n"),
        signature("spill the bean\nred tape\n"),
        signature("spill the beans | x y\nred tape\n"),
        signature("spill (the) beans\nred tape\n"),
    }
    assert len(others) == 5
    assert first not in others


def test_list_made_in_memory_must_hold_an_idiom() -> None:
    with pytest.raises(DataError) as caught:
        make_list(["# nothing"], "en")
    assert str(caught.value) == "The list of idioms is empty."
