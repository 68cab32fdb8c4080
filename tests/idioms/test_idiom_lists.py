"""Idiom lists as files: what is read, what is refused, and what the signature sees."""

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


def refused(path: Path, code: str = "en") -> str:
    with pytest.raises(DataError) as caught:
        load_idioms(str(path), code)
    return str(caught.value)


# --- what is read --------------------------------------------------------------------------------


def test_list_comments_and_blank_lines_are_passed_over(tmp_path: Path) -> None:
    path = write(tmp_path, "# my list\n\nspill the beans\n  # indented\n   \nred tape\n")
    assert labels(path) == ["spill the beans", "red tape"]


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


def test_list_label_keeps_what_is_not_a_spaced_pipe(tmp_path: Path) -> None:
    path = write(tmp_path, "hit the sack / hay\nim Blickfeld geraten|raten\npacked (in) like ice\n")
    assert labels(path, "de") == [
        "hit the sack / hay", "im Blickfeld geraten|raten", "packed (in) like ice",
    ]  # fmt: skip


@pytest.mark.parametrize("end", ["\n", "\r\n"])
@pytest.mark.parametrize("last", [True, False])
def test_list_line_ends(tmp_path: Path, end: str, last: bool) -> None:
    content = f"spill the beans{end}red tape{end if last or end != chr(10) else ''}"
    assert labels(write(tmp_path, content)) == ["spill the beans", "red tape"]


def test_list_compressed(tmp_path: Path) -> None:
    import gzip

    path = write(tmp_path, gzip.compress(b"spill the beans\n"), "list.txt.gz")
    assert labels(path) == ["spill the beans"]


def test_list_labels_are_composed(tmp_path: Path) -> None:
    assert labels(write(tmp_path, "vendre la me\u0300che\n"), "fr") == ["vendre la mèche"]


# --- what is refused -----------------------------------------------------------------------------


def test_byte_order_mark_of_a_list_is_left_out_with_a_warning(tmp_path: Path) -> None:
    path = write(tmp_path, b"\xef\xbb\xbfspill the beans\n")
    with pytest.warns(TextWarning) as caught:
        assert labels(path) == ["spill the beans"]
    assert [str(warning.message) for warning in caught] == [
        f"Byte order mark (BOM) left out at the start of: {path.name}"
    ]


def test_list_duplicate_entry_names_both_lines(tmp_path: Path) -> None:
    path = write(tmp_path, "red tape\n# x\nspill the beans\n red tape\tle ruban\n")
    assert refused(path) == f"{path}:4 repeats line 1: 'red tape'. Remove one."


def test_list_duplicate_entry_whatever_its_unicode_form(tmp_path: Path) -> None:
    path = write(tmp_path, "vendre la mèche\nvendre la me\u0300che\n")
    assert refused(path, "fr") == f"{path}:2 repeats line 1: 'vendre la mèche'. Remove one."


def test_list_equivalent_without_idiom(tmp_path: Path) -> None:
    path = write(tmp_path, "red tape\n\tvendre la mèche\n")
    assert refused(path) == f"{path}:2 has an equivalent but no idiom."


def test_list_notation_error_names_the_line(tmp_path: Path) -> None:
    path = write(tmp_path, "red tape\nhit the (sack\n")
    assert refused(path) == f"{path}:2: '(' without ')'. Close the parenthesis."


@pytest.mark.parametrize("content", ["# nothing\n", "\n\n"])
def test_list_without_idioms(tmp_path: Path, content: str) -> None:
    path = write(tmp_path, content)
    assert refused(path) == f"{path} holds no idioms; one per line was expected."


def test_list_empty_file(tmp_path: Path) -> None:
    path = write(tmp_path, "")
    assert refused(path).startswith(f"{path} is empty.")


def test_list_that_is_not_there(tmp_path: Path) -> None:
    assert refused(tmp_path / "no.txt") == (
        f"{tmp_path / 'no.txt'} does not exist.\n"
        "Lists found by name: ar, de, en, es, fr, he, is, it, ja, ko, nl, pt, ro, ru, tr, zh"
    )


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


@pytest.mark.parametrize(
    ("code", "entry"),
    [
        ("en", "in the"), ("en", "to be"), ("en", "the"), ("en", "(kick) the"),
        ("de", "in der"), ("fr", "de la"), ("es", "en el"),
    ],
)  # fmt: skip
def test_entry_of_stop_words_is_refused(code: str, entry: str) -> None:
    with pytest.raises(DataError) as caught:
        Matcher(listed(code, "red tape", entry))
    where, _, message = str(caught.value).partition(": ")
    assert where.endswith("list.txt:2")
    assert message == (
        f"{entry!r} is made of stop words only and would match nearly every sentence.\n"
        "Remove it, or add a word that tells the idiom from other text."
    )


@pytest.mark.parametrize("entry", ["(early)", "(kick) (the) (bucket)", "someone (early)"])
def test_entry_without_a_required_word_is_refused(entry: str) -> None:
    with pytest.raises(DataError) as caught:
        Matcher(listed("en", entry))
    assert str(caught.value).partition(": ")[2] == (
        f"{entry!r} has no word that must be there. Take one out of its parentheses."
    )


@pytest.mark.parametrize(("code", "entry"), [("zh", "(雪上)(加霜)"), ("ja", "(猫)")])
def test_entry_without_a_required_character_is_refused(code: str, entry: str) -> None:
    with pytest.raises(DataError, match="has no word that must be there. Take one out"):
        Matcher(listed(code, entry))


def test_entry_of_a_leading_word_and_a_slot_is_refused() -> None:
    with pytest.raises(DataError):
        Matcher(listed("en", "to someone"))


@pytest.mark.parametrize("entry", ["with someone", "be someone", "someone is something"])
def test_entry_of_a_stop_word_and_a_slot_is_refused(entry: str) -> None:
    with pytest.raises(DataError, match="stop words only"):
        Matcher(listed("en", entry))


def test_entry_of_stop_words_around_a_slot_is_an_idiom() -> None:
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
