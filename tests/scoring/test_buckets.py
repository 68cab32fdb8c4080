"""Scores by the values of a column: domain, document, length, frequency, or the user's own."""

import json
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

import pytest
from suites import listed, scored, suite

from litmus import evaluate
from litmus.corpus.columns import with_columns
from litmus.corpus.segment import Idiom, IdiomFacts, Segment
from litmus.corpus.suite import SuiteFolder, SuiteInfo, read_suite, write_suite
from litmus.errors import LitmusError, UsageError
from litmus.scoring.measuring.buckets import MOST_BUCKETS, NO_VALUE, part
from litmus.scoring.results import Result
from litmus.scoring.rows import ResultRow


def in_domain(segment: Segment, **columns: str) -> Segment:
    return replace(segment, columns=columns)


# Two reference words each: TER is edits over words.
SEGMENTS = [
    in_domain(listed(1, label="a", reference="one two", document="d1"), domain="news"),
    in_domain(listed(2, label="b", reference="one two", document="d1"), domain="news"),
    in_domain(listed(3, label="a", reference="one two", document="d2"), domain="speech"),
    in_domain(listed(4, label="a", reference="one two", document="d2")),
]
FIRST = ["one two", "one three", "three four", "one two"]
SECOND = ["one two", "one two", "one two", "three four"]


def cells(result: Result, column: str, system: str = "first") -> dict[str | None, object]:
    return {
        row.bucket: (row.n, row.value and round(row.value, 6))
        for row in result.rows
        if row.column == column and row.system == system
    }


def rows_of(result: Result, column: str | None) -> list[ResultRow]:
    return [row for row in result.rows if row.column == column]


def test_buckets_by_hand(tmp_path: Path) -> None:
    systems = {"first": FIRST, "second": SECOND}
    result = scored(
        tmp_path, SEGMENTS, systems, "ter", by_column=["domain", "document"], subsets=True
    )
    assert cells(result, "domain") == {"news": (2, 25.0), "speech": (1, 100.0), NO_VALUE: (1, 0.0)}
    assert cells(result, "domain", "second") == {
        "news": (2, 0.0), "speech": (1, 0.0), NO_VALUE: (1, 100.0),
    }  # fmt: skip
    assert cells(result, "document") == {"d1": (2, 25.0), "d2": (2, 50.0)}
    assert result.buckets == {
        "domain": {"news": 2, "speech": 1, NO_VALUE: 1},
        "document": {"d1": 2, "d2": 2},
    }
    assert {row.tag for row in rows_of(result, "domain")} == {
        "domain:news", "domain:speech", f"domain:{NO_VALUE}",
    }  # fmt: skip
    assert {row.suite for row in result.rows} == {"made-up"}
    without = scored(tmp_path, SEGMENTS, systems, "ter", subsets=True)
    for column in (None, "subset"):  # buckets change no other row
        assert rows_of(result, column) == rows_of(without, column) != []


def test_each_bucket_is_what_its_segments_score_by_themselves(tmp_path: Path) -> None:
    metrics = ("ter", "chrf")
    whole = scored(tmp_path, SEGMENTS, {"first": FIRST}, *metrics, by_column="document")
    for document, kept in (("d1", slice(0, 2)), ("d2", slice(2, 4))):
        alone = scored(tmp_path, SEGMENTS[kept], {"first": FIRST[kept]}, *metrics)
        for metric in metrics:
            (bucket,) = [
                row.value for row in whole.rows if (row.bucket, row.metric) == (document, metric)
            ]
            assert bucket == pytest.approx(alone.overall("first", metric).value)


def test_macro_average_of_a_bucket_is_one_of_its_labels(tmp_path: Path) -> None:
    segments = [
        in_domain(listed(k, "horse", label=label), domain=domain)
        for k, (label, domain) in enumerate(
            [("a", "x"), ("a", "x"), ("a", "x"), ("b", "x"), ("a", "y"), ("b", "y")]
        )
    ]
    # in x: label a 1 of 3, label b 1 of 1; in y: a 0 of 1, b 1 of 1
    texts = {"first": ["horse", "dog", "dog", "horse", "dog", "horse"]}
    result = scored(tmp_path, segments, texts, "blacklist:average=macro", by_column="domain")
    assert cells(result, "domain") == {"x": (4, round(100 * 2 / 3, 6)), "y": (2, 50.0)}


def test_buckets_are_tested_in_a_family_of_their_own(tmp_path: Path) -> None:
    n = 80
    segments = [in_domain(listed(k, "horse"), domain="good" if k % 2 else "bad") for k in range(n)]
    second = ["dog" if k % 2 else "horse" for k in range(n)]  # better on one domain, equal on one
    systems = {"first": ["horse"] * n, "second": second}
    result = scored(tmp_path, segments, systems, by_column="domain", test="ar", n_trials=200)
    found = {row.bucket: row for row in rows_of(result, "domain") if row.system == "second"}
    assert {row.family for row in found.values()} == {"blacklist by domain"}
    assert {row.tests for row in found.values()} == {2}
    assert found["bad"].p == 1.0
    p, raw = found["good"].p, found["good"].p_raw
    assert raw is not None and p == pytest.approx(2 * raw) and p < 0.05
    assert result.overall("second", "blacklist").tests == 1


def names_of(made: SuiteFolder, column: str) -> Mapping[str, int]:
    (parting,) = part(made, [column])
    return parting.sizes


def test_lengths_are_in_order_and_without_punctuation(tmp_path: Path) -> None:
    sources = ["word " * 60, "eleven " * 11 + "!", "ten " * 10 + ". . .", "马" * 25]
    made = suite(tmp_path, [Segment(str(k), s.strip()) for k, s in enumerate(sources)])
    assert list(names_of(made, "length").items()) == [
        ("1-10", 1), ("11-20", 1), ("21-30", 1), ("51+", 1),
    ]  # fmt: skip


def test_frequency_is_in_quarters_of_the_suite(tmp_path: Path) -> None:
    sources = ["the the the the"] * 2 + ["the cat the cat"] * 2 + ["cat dog"] * 2 + ["a1 b2", "c3"]
    made = suite(tmp_path, [Segment(str(k), s) for k, s in enumerate(sources)])
    (parting,) = part(made, ["frequency"])
    # the 12 times, cat 6, dog 2, the others once
    found = [parting.bucket(segment) for segment in made.segments()]
    assert found == [
        *["commonest quarter"] * 2, *["third quarter"] * 2, *["second quarter"] * 2,
        *["rarest quarter"] * 2,
    ]  # fmt: skip
    assert list(parting.sizes) == [
        "rarest quarter", "second quarter", "third quarter", "commonest quarter",
    ]  # fmt: skip


def marked(number: int, *labels: str) -> Segment:
    return Segment(str(number), "a b c", idioms=tuple(Idiom(label, ()) for label in labels))


def test_idiom_frequency_is_that_of_the_rarest(tmp_path: Path) -> None:
    segments = [marked(1, "x"), marked(2, "x"), marked(3, "x", "y"), marked(4)]
    assert names_of(suite(tmp_path, segments), "idiom-frequency") == {"1": 1, "2-5": 2, NO_VALUE: 1}
    write_suite(
        tmp_path / "told",
        SuiteInfo("told", "en", "fr"),
        segments,
        [IdiomFacts("x", training_frequency=2000), IdiomFacts("y", training_frequency=0)],
    )
    told = names_of(read_suite(tmp_path / "told"), "idiom-frequency")
    assert told == {"0": 1, "1,001+": 2, NO_VALUE: 1}


def test_values_that_are_numbers_are_in_their_order(tmp_path: Path) -> None:
    segments = [in_domain(listed(k), year=year) for k, year in enumerate(["9", "10", "", "-1"])]
    assert list(names_of(suite(tmp_path, segments), "year")) == ["-1", "9", "10", NO_VALUE]
    # a column of the user's own stands before a computed one
    segments = [in_domain(listed(k), length=value) for k, value in enumerate(["short", "long"])]
    assert list(names_of(suite(tmp_path, segments), "length")) == ["long", "short"]


@pytest.mark.parametrize(
    ("given", "column", "message"),
    [
        ([{"domain": "a"}, {"domain": "b"}], "domian",
         "No column of this suite is called 'domian'. Did you mean 'domain'?\n"
         "Known: document, domain, frequency, idiom-frequency, length"),
        ([{"domain": "news"}] * 2, "domain",
         "Every segment has 'news' in the column 'domain': there is nothing to compare. "
         "Choose another."),
        ([{}] * 2, "document", "No segment has a value in the column 'document'. Choose another."),
        ([{"year": str(k)} for k in range(MOST_BUCKETS + 1)], "year",
         "The column 'year' has more than 1,000 values, which is no table.\n"
         "Put them into classes, as a column of your own: columns=FILE"),
        ([{"subset": "0"}, {"subset": "1"}], "subset",
         "'subset' is what subsets makes. Rename your column."),
    ],
)  # fmt: skip
def test_columns_that_are_no_table(
    tmp_path: Path, given: list[dict[str, str]], column: str, message: str
) -> None:
    made = suite(tmp_path, [in_domain(listed(k), **columns) for k, columns in enumerate(given)])
    with pytest.raises(UsageError) as caught:
        part(made, [column])
    assert str(caught.value) == message


def test_there_may_be_a_thousand_buckets(tmp_path: Path) -> None:
    segments = [listed(k, document=f"d{k}") for k in range(MOST_BUCKETS)]
    assert len(names_of(suite(tmp_path, segments), "document")) == MOST_BUCKETS


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "F is empty. One segment per line was expected; nothing was done."),
        ("a\ta\n1\t2\n", "F:1: the header names the column 'a' 2 times."),
        ("a\t\n1\t2\n", "F:1: the header has a column without a name. Name it."),
        ("a\n1\n", "F has 1 row, but made-up has 4 segments.\n"
         "Every segment needs one row, in order; nothing was done."),
        ("a\n1\n2\n3\n4\n5\n6\n", "F has 6 rows, but made-up has 4 segments.\n"
         "Every segment needs one row, in order; nothing was done."),
        ("a\tb\n1\n", "F:2 has 1 tab-separated columns; expected 2: a, b."),
    ],
)  # fmt: skip
def test_bad_columns(tmp_path: Path, text: str, message: str) -> None:
    path = tmp_path / "columns.tsv"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(LitmusError) as caught:
        list(with_columns(suite(tmp_path, SEGMENTS), path).segments())
    assert str(caught.value).replace(str(path), "F") == message


def test_columns_beside_a_suite_and_loose_text(tmp_path: Path) -> None:
    path = tmp_path / "columns.tsv"
    path.write_text("size\tdomain\nbig\tweb\nbig\t\nsmall\tweb\nsmall\tweb\n", encoding="utf-8")
    seen = [s.columns for s in with_columns(suite(tmp_path, SEGMENTS), path).segments()]
    assert seen == [
        {"size": "big", "domain": "web"}, {"size": "big", "domain": ""},
        {"size": "small", "domain": "web"}, {"size": "small", "domain": "web"},
    ]  # fmt: skip
    result = evaluate(
        languages="en-fr",
        source=["one", "two", "three"],
        references=["un deux", "un deux", "un deux"],
        columns={"size": ["big", "small", "big"]},
        outputs={"first": ["un deux", "un trois", "trois quatre"]},
        metrics="ter",
        by_column="size",
        n_bootstrap=30,
    )
    assert cells(result, "size") == {"big": (2, 50.0), "small": (1, 50.0)}


@pytest.mark.parametrize(
    ("columns", "message"),
    [
        ({"a": ["x"], "b": []}, "Columns have one value per segment, but 'a' has 1, 'b' has 0."),
        ({"a": "xyz"}, "columns['a'] is not a list of strings."),
        ({}, "columns is a file, or the values of every segment by name, such as "
         '{"domain": ["news", "speech"]}.'),
    ],
)  # fmt: skip
def test_bad_columns_in_memory(
    tmp_path: Path, columns: Mapping[str, list[str]], message: str
) -> None:
    with pytest.raises(UsageError) as caught:
        with_columns(suite(tmp_path, SEGMENTS), columns)
    assert str(caught.value) == message


def test_columns_survive_the_file_of_a_suite(tmp_path: Path) -> None:
    made = suite(tmp_path, SEGMENTS)
    lines = (made.folder / "segments.jsonl").read_text(encoding="utf-8").splitlines()
    assert json.loads(lines[0])["columns"] == {"domain": "news"}
    assert "columns" not in json.loads(lines[3])
    assert [segment.columns for segment in made.segments()] == [s.columns for s in SEGMENTS]


def test_table_of_buckets(tmp_path: Path) -> None:
    systems = {"first": FIRST, "second": SECOND}
    result = scored(tmp_path, SEGMENTS, systems, "ter", by_column="document")
    text = result.table().split("\n\n")
    rows = [line.split() for line in text[2].split("\n")]
    assert rows[0] == ["document", "segments", "system", "TER", "↓"]
    assert [row[:3] for row in rows[1:4:2]] == [["d1", "2", "first"], ["d2", "2", "first"]]
    assert rows[2][0] == rows[4][0] == "second"
    assert all(row[-1] == "°" for row in rows[1:])
    assert "° fewer than 30 cases." in text[3]
    markdown = result.table("md").split("\n\n")[2].split("\n")
    assert markdown[0] == "| document | segments | system | TER ↓ |"
    assert markdown[2].startswith("| d1 | 2 | first | 25.0 ")
    assert markdown[3].startswith("|  |  | second | **0.0** ")
    assert "\\textbf{0.0}$^{\\circ}$" in result.table("latex")
