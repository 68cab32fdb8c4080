"""A suite on disk: written whole or not at all, and checked when it is read."""

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from litmus.corpus.segment import Idiom, IdiomFacts, Segment, from_json, to_json
from litmus.corpus.suite import SuiteInfo, read_suite, write_suite
from litmus.errors import DataError
from litmus.files.jsonl import line
from litmus.files.text import TextWarning

INFO = SuiteInfo("demo", "en", "fr", 2, "CC0", "by hand", 'a "quoted"\tline\x7f', ("litter",))
ICE = Segment(
    "1", "She broke the ice .", ("Elle a brisé la glace .",), "d1",
    (Idiom("break the ice", ((4, 17),), ("briser la glace",)),), ("glaçon",),
    (("brisé", "glace"), ("rompu",)), 0.5, "g", ("Before .",), ("Avant .",), ("Faux .",),
)  # fmt: skip
FACTS = IdiomFacts("break the ice", ("briser la glace",), ("glaçon",), "start", "literal", 12)

TEXT = st.text(st.characters(exclude_categories=["Cs"]))
ON_A_LINE = st.text(st.characters(exclude_categories=["Cs", "Cc", "Zl", "Zp"]), min_size=1).filter(
    str.strip
)
TEXTS = st.lists(TEXT, max_size=3).map(tuple)
SEGMENTS = st.builds(
    Segment, TEXT, ON_A_LINE, st.lists(ON_A_LINE, max_size=2).map(tuple), st.none() | TEXT,
    st.lists(st.builds(Idiom, ON_A_LINE, st.just(()), TEXTS), max_size=2).map(tuple), TEXTS,
    st.lists(st.lists(TEXT, min_size=1).map(tuple), max_size=2).map(tuple),
    st.floats(0.01, 9), st.none() | TEXT, TEXTS, TEXTS, TEXTS,
)  # fmt: skip


@given(SEGMENTS)
def test_segment_written_is_read_back(segment: Segment) -> None:
    text = line(to_json(segment))
    assert len(text.splitlines()) <= 1
    assert from_json("f:1", json.loads(text)) == segment


def test_suite_written_is_read_back(tmp_path: Path) -> None:
    plain = Segment("2", "Plain .", ("Simple .",))
    bare = Segment("3", "break the ice", ("x",), idioms=(Idiom("break the ice", ((0, 13),)),))
    outputs = {"base": ["a", "", "b"]}
    count = write_suite(tmp_path / "s", INFO, [ICE, plain, bare], [FACTS], outputs)
    suite = read_suite(tmp_path / "s")
    assert count == 3
    assert suite.info == INFO
    known = replace(ICE.idioms[0], meaning=FACTS.meaning)
    filled = replace(bare, idioms=(replace(known, spans=((0, 13),)),), blacklist=("glaçon",))
    assert list(suite.segments()) == [replace(ICE, idioms=(known,)), plain, filled]
    assert suite.facts == {"break the ice": FACTS}
    assert suite.systems == {"base": tmp_path / "s" / "systems" / "base.txt"}
    assert (tmp_path / "s" / "systems" / "base.txt").read_text() == "a\n\nb\n"


def test_suite_tells_of_rows_that_are_empty_on_one_side(tmp_path: Path) -> None:
    rows = [
        Segment("1", "A .", ("B .",)), Segment("2", "", ("",)), Segment("3", "A .", ("", "")),
        Segment("4", "", ("B .",)), Segment("5", "A ."), Segment("6", "A .", ("",)),
    ]  # fmt: skip
    write_suite(tmp_path / "s", INFO, rows)
    with pytest.warns(TextWarning) as told:
        assert len(list(read_suite(tmp_path / "s").segments())) == 6
    path = tmp_path / "s" / "segments.jsonl"
    assert [str(one.message) for one in told] == [
        f"the reference in {path} has 2 empty lines where the source in {path} has text (the first "
        "is line 3). They are kept as empty ones.",
        f"the source in {path} has 1 empty line where the reference in {path} has text (the first "
        "is line 4). It is kept as an empty one.",
    ]


def test_suite_without_any_text_is_refused(tmp_path: Path) -> None:
    write_suite(tmp_path / "s", INFO, [Segment("1", "", ("",)), Segment("2", " ")])
    with pytest.raises(DataError, match=r"segments.jsonl has 2 lines, all of them empty"):
        list(read_suite(tmp_path / "s").segments())
    complaints: list[DataError] = []
    list(read_suite(tmp_path / "s").segments(complaints.append))
    assert len(complaints) == 1


def failing() -> Iterator[Segment]:
    yield ICE
    raise DataError("half way")


def test_failed_write_leaves_nothing_or_the_old_suite(tmp_path: Path) -> None:
    for before in ([], [ICE]):
        if before:
            write_suite(tmp_path / "s", INFO, before)
        with pytest.raises(DataError, match="half way"):
            write_suite(tmp_path / "s", INFO, failing(), overwrite=bool(before))
        assert [path.name for path in tmp_path.iterdir()] == ["s"] * bool(before)
    assert list(read_suite(tmp_path / "s").segments()) == [ICE]
    with pytest.raises(DataError, match="already exists"):
        write_suite(tmp_path / "s", INFO, [ICE])


@pytest.mark.parametrize(("segments", "systems", "message"), [
    ([], {}, "There is no segment in the input; no suite was written."),
    ([ICE, ICE], {},
     "Segments 1 and 2 have the same id '1'; no suite was written.\n"
     "Ids must be distinct, or evidence could not be told apart."),
    ([ICE], {"base": ["a", "b"]},
     "The system 'base' has 2 outputs, but there are 1 segments.\n"
     "Every segment needs exactly one output; no suite was written."),
    ([ICE], {"base": ["a\nb"]},
     "Output 1 of 'base' holds a line end; outputs have one line per segment."),
    ([ICE], {"../../evil": ["a"]},
     "The system name '../../evil' cannot be the name of a file. Rename it in the input."),
    ([Segment("7", "one\ntwo")], {},
     "Segment '7': the source holds a line end; outputs have one line per segment.\n"
     "Replace it by a space."),
])  # fmt: skip
def test_what_cannot_be_written(
    tmp_path: Path, segments: list[Segment], systems: dict[str, list[str]], message: str
) -> None:
    with pytest.raises(DataError) as caught:
        write_suite(tmp_path / "deep" / "s", INFO, segments, systems=systems)
    assert str(caught.value) == message
    assert list(tmp_path.iterdir()) == []


def test_overwrite_never_deletes_what_is_not_a_suite(tmp_path: Path) -> None:
    (tmp_path / "thesis.tex").write_text("years of work")
    with pytest.raises(DataError, match=r"was not written by litmus \(it has no suite.toml\)"):
        write_suite(tmp_path, INFO, [ICE], overwrite=True)
    assert (tmp_path / "thesis.tex").read_text() == "years of work"


def suite_of(folder: Path, *lines: str, facts: str = "", toml: str = "") -> Path:
    folder.mkdir(exist_ok=True)
    (folder / "suite.toml").write_text(toml or 'name = "x"\nsource = "en"\ntarget = "de"\n')
    (folder / "segments.jsonl").write_text("".join(f"{line}\n" for line in lines))
    if facts:
        (folder / "idioms.jsonl").write_text(facts)
    return folder


def refused(folder: Path) -> str:
    with pytest.raises(DataError) as caught:
        list(read_suite(folder).segments())
    message = str(caught.value)
    for name in ("segments.jsonl", "idioms.jsonl", "suite.toml"):
        message = message.replace(str(folder / name), name.partition(".")[0].upper())
    return message


def segment_line(**changes: object) -> str:
    return json.dumps({"id": "1", "source": "a b c"} | changes)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "SEGMENTS:1 is not JSON: Expecting value at column 1.\n"
             "Every line holds one object; blank lines are not allowed."),
        ("[]", "SEGMENTS:1 holds list, not a JSON object."),
        (segment_line(blaklist=["x"]), "SEGMENTS:1: unknown key 'blaklist'. Did you mean 'blacklist'?\nKnown: blacklist, "
         "columns, context, contrastive, doc, entities, expected, group, id, idioms, reference_context, references, "
         "required, source, terms, weight"),
        ('{"id": "1"}', "SEGMENTS:1: the key 'source' is missing."),
        (segment_line(source="a\u2028b"), "SEGMENTS:1: the source holds a line end; outputs have "
         "one line per segment.\nReplace it by a space."),
        (segment_line(references=["a\nb"]), "SEGMENTS:1: the reference holds a line end; outputs "
         "have one line per segment.\nReplace it by a space."),
        (segment_line(id=1), "SEGMENTS:1: 'id' must be a string, but is int."),
        (segment_line(weight=True), "SEGMENTS:1: 'weight' must be a number, but is bool."),
        (segment_line(weight=0), "SEGMENTS:1: 'weight' must be a positive number, but is 0.0."),
        (segment_line(weight=10**400), "SEGMENTS:1: 'weight' is too large a number."),
        (segment_line(doc=7), "SEGMENTS:1: 'doc' must be a string, but is int."),
        (segment_line(group=["a"]), "SEGMENTS:1: 'group' must be a string, but is list."),
        (segment_line(required=[[]]), "SEGMENTS:1: 'required' holds an empty alternative, which "
         "every translation would meet.\nRemove it."),
        (segment_line(idioms=[{"label": "x", "spans": [[1, 99]]}]),
         "SEGMENTS:1: the span (1, 99) is outside its text of 5 characters, or empty.\n"
         "Spans are half-open character offsets [start, end) counted from 0."),
        # é is one character here and two in NFD, where the span ends with the text
        (segment_line(source="un \u00e9t\u00e9", idioms=[{"label": "x", "spans": [[3, 8]]}]),
         "SEGMENTS:1: the span (3, 8) cuts a word of the text, but fits its NFD form: "
         "'e\u0301te\u0301'.\nSpans and text must use one Unicode normal form; normalise the text "
         "to NFD or count the spans anew."),
    ],
)  # fmt: skip
def test_bad_segment(tmp_path: Path, text: str, message: str) -> None:
    assert refused(suite_of(tmp_path / "s", text)) == message


def test_duplicate_ids(tmp_path: Path) -> None:
    lines = [segment_line(id="a"), segment_line(id="b"), segment_line(id="a")]
    assert refused(suite_of(tmp_path / "s", *lines)) == (
        "SEGMENTS:3: the id 'a' is already on line 1.\n"
        "Ids must be distinct, or evidence could not be told apart."
    )


PAIR = 'name = "x"\nsource = "en"\ntarget = "de"\n'
ISE = segment_line(idioms=[{"label": "break the ise", "spans": []}])


@pytest.mark.parametrize(("line", "facts", "toml", "message"), [
    (ISE, '{"label": "break the ice"}\n', "",
     "SEGMENTS:1: the label 'break the ise' is not in IDIOMS. "
     "Did you mean 'break the ice'?\nAdd it there, or correct it here."),
    (segment_line(), '{"label": "x"}\n{"label": "x"}\n', "", "IDIOMS:2: duplicate label 'x'."),
    (segment_line(), '{"meaning": "m"}\n', "", "IDIOMS:1: the key 'label' is missing."),
    (segment_line(), '{"label": ""}\n', "", "IDIOMS:1: the key 'label' is missing."),
    (segment_line(), '{"label": 3}\n', "", "IDIOMS:1: the key 'label' is missing."),
    (segment_line(), '{"label": "x", "training_frequency": "often"}\n', "",
     "IDIOMS:1: 'training_frequency' must be a whole number, but is str."),
    (segment_line(), "", 'name = "x"\n', "SUITE: the key 'source' is missing."),
    (segment_line(), "", PAIR + 'version = "1"\n',
     "SUITE: 'version' must be a whole number, not '1'."),
    (segment_line(), "", PAIR + "origin = 3\n", "SUITE: 'origin' must be a text, not 3."),
    (segment_line(), "", PAIR + "colour = 3\n", "SUITE: unknown key 'colour'.\n"
     "Known: description, idioms, licence, metrics, name, origin, source, target, terms, version"),
])  # fmt: skip
def test_bad_facts_and_bad_suite_toml(
    tmp_path: Path, line: str, facts: str, toml: str, message: str
) -> None:
    assert refused(suite_of(tmp_path / "s", line, facts=facts, toml=toml)) == message


def test_folder_that_is_no_suite_and_two_files_of_one_system(tmp_path: Path) -> None:
    assert refused(tmp_path) == (
        f"{tmp_path} is not a suite: there is no suite.toml in it.\n"
        "Make one with: litmus import FORMAT PATH -o SUITE (see: litmus import --help)"
    )
    folder = suite_of(tmp_path / "s", segment_line())
    (folder / "systems").mkdir()
    for name in ("base.txt", "base.txt.gz", "base.txt~", ".base.txt"):
        (folder / "systems" / name).write_text("x\n")
    with pytest.raises(DataError) as caught:
        _ = read_suite(folder).systems
    assert str(caught.value) == (
        f"{folder / 'systems' / 'base.txt'} and base.txt.gz are both outputs of 'base'.\n"
        "Keep one of them."
    )
