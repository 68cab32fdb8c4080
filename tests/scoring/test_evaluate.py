"""`evaluate`: the rows it gives, what it refuses, and what it says beside the numbers."""

import gzip
import json
from pathlib import Path

import pytest
from suites import listed, outputs, scored, suite

import litmus
from litmus import evaluate
from litmus.alignment.backends.pharaoh_files import PharaohFile
from litmus.corpus.parallel import ParallelFiles
from litmus.corpus.segment import Segment
from litmus.corpus.suite import SuiteInfo
from litmus.errors import DataError, LitmusError, UnknownName, UsageError
from litmus.metrics.registry import METRICS
from litmus.scoring.measuring import inputs as scoring_inputs
from litmus.stats.intervals import wilson
from litmus.stats.paired import holm
from litmus.wording import count

# Labels: a triggers in 1 of 2, b in 1 of 1; the last segment has no list.
SEGMENTS = [
    listed(1, "horse", label="a"),
    listed(2, "horse", label="a"),
    listed(3, "tiger", label="b"),
    listed(4),
]
ONE = ["a horse", "so so", "two tigers", "horse"]
TWO = ["so so", "so so", "so so", "so so"]


def refused(act: object, *arguments: object, **options: object) -> LitmusError:
    assert callable(act)
    with pytest.raises(LitmusError) as caught:
        act(*arguments, **options)
    return caught.value


# --- rows ----------------------------------------------------------------------------------------


def test_evaluate_rows_by_hand(tmp_path: Path) -> None:
    result = scored(tmp_path, SEGMENTS, {"one": ONE, "two": TWO})
    rows = [(row.system, row.metric, row.tag, row.n, row.value) for row in result.rows]
    assert rows == [
        ("one", "blacklist", None, 3, pytest.approx(200 / 3)),
        ("two", "blacklist", None, 3, 0.0),
        ("one", "blacklist", "a", 2, 50.0),
        ("two", "blacklist", "a", 2, 0.0),
        ("one", "blacklist", "b", 1, 100.0),
        ("two", "blacklist", "b", 1, 0.0),
    ]
    assert all(row.p is None for row in result.rows)  # no test was asked for
    assert result.overall("one", "blacklist") is result.rows[0]
    assert result.systems == ("one", "two")
    assert result.heading == "made-up v2, zh-en, 4 segments, 2 labels"
    # every resample of the second has rate 0; a bootstrap would claim certainty
    nought = result.rows[1]
    assert (nought.low, nought.high) == pytest.approx(tuple(100 * x for x in wilson(0.0, 3)))


def test_evaluate_macro_is_the_mean_of_the_labels(tmp_path: Path) -> None:
    macro = "blacklist:average=macro"
    result = scored(tmp_path, SEGMENTS, {"one": ONE}, macro)
    assert result.overall("one", "blacklist").value == 75.0  # (50 + 100) / 2
    assert result.columns[0].title == "blacklist macro"
    without = scored(
        tmp_path, [listed(1, "horse"), listed(2, "horse")], {"one": ["horse", "x"]}, macro
    )
    row = without.overall("one", "blacklist")
    assert (row.value, row.low, row.high) == (None, None, None)
    assert without.notes == ("blacklist: a macro average needs labels, and no segment has any.",)


def test_evaluate_without_evidence_has_no_value(tmp_path: Path) -> None:
    result = scored(tmp_path, [listed(1)], {"one": ["horse"], "two": ["x"]}, test="ar", n_trials=20)
    for system in ("one", "two"):
        row = result.overall(system, "blacklist")
        assert (row.n, row.value, row.low, row.high, row.p) == (0, None, None, None, None)


def test_evaluate_interval_holds_the_value(tmp_path: Path) -> None:
    lines = ["horse" if i % 3 == 0 else "x" for i in range(60)]
    segments = [listed(i, "horse") for i in range(60)]
    row = scored(tmp_path, segments, {"one": lines}, n_bootstrap=1000).overall("one", "blacklist")
    assert row.low is not None
    assert row.high is not None
    # a third of 60: the normal approximation is 33.3 ± 11.9
    assert (row.low, row.high) == pytest.approx((21.4, 45.3), abs=2.5)


def test_evaluate_readings_are_metrics_of_their_own(tmp_path: Path) -> None:
    segment = Segment("1", "x", ("y",), required=(("nap",), ("wink",)))
    result = scored(tmp_path, [segment], {"one": ["a wink"]}, "autoie")
    assert {row.metric: row.value for row in result.rows} == {"autoie": 100.0, "autoie.pairs": 50.0}
    assert [column.title for column in result.columns] == ["AutoIE", "AutoIE.pairs"]


def test_evaluate_same_metric_twice_is_named_as_typed(tmp_path: Path) -> None:
    form, stem = "blacklist:match=form", "blacklist:match=stem"
    systems = {"one": ["a tiger"], "two": ["two tigers"]}
    result = scored(tmp_path, [listed(1, "tigers")], systems, form, "chrf", stem, form)
    values = {(row.system, row.metric): row.value for row in result.rows if row.metric != "chrf"}
    assert values == {
        ("one", form): 0.0, ("two", form): 100.0, ("one", stem): 100.0, ("two", stem): 100.0,
    }  # fmt: skip
    assert [column.title for column in result.columns] == [
        "blacklist match=form", "chrF", "blacklist match=stem",
    ]  # fmt: skip


def test_evaluate_metrics_default_to_those_of_the_suite(tmp_path: Path) -> None:
    made = suite(tmp_path, SEGMENTS)
    plain = evaluate(made, outputs(tmp_path, one=ONE), n_bootstrap=20)
    assert [column.metric for column in plain.columns] == ["bleu", "chrf"]
    info = made.folder / "suite.toml"
    info.write_text(info.read_text("utf-8") + 'metrics = ["blacklist"]\n', encoding="utf-8")
    named = evaluate(litmus.load_suite(made.folder), outputs(tmp_path, one=ONE), n_bootstrap=20)
    assert [column.metric for column in named.columns] == ["blacklist"]


def test_evaluate_signature_says_what_was_run(tmp_path: Path) -> None:
    systems = {"one": ["x", "x"], "two": ["x", "x"]}
    options = {"test": "ar", "n_bootstrap": 30, "n_trials": 40, "seed": 0}
    result = scored(tmp_path, [listed(i, "horse") for i in range(2)], systems, **options)
    assert result.rows[0].signature == (
        "blacklist|set:made-up.v2|lang:zh-en|nrefs:1|match:stem|compat:no|avg:micro|"
        f"unit:segment|ci:bs30|seed:0|test:ar40.holm|v:{litmus.__version__}"
    )
    unequal = [Segment("1", "x", ("a",)), Segment("2", "x", ("a", "b"))]
    result = scored(tmp_path, unequal, {"one": ["a", "b"]}, "ter")
    assert "|nrefs:var|" in result.rows[0].signature


# --- order, seeds, memory ------------------------------------------------------------------------


def test_evaluate_order_of_segments_changes_no_value(tmp_path: Path) -> None:
    found = []
    metrics = ("blacklist", "blacklist:average=macro", "bleu", "ter")
    for order in ((0, 1, 2, 3), (3, 2, 1, 0)):
        lines = {"one": [ONE[i] for i in order]}
        result = scored(tmp_path, [SEGMENTS[i] for i in order], lines, *metrics)
        found.append({(row.metric, row.tag): (row.n, row.value) for row in result.rows})
    assert found[0] == found[1]


def test_evaluate_same_seed_same_rows(tmp_path: Path) -> None:
    segments = [listed(i, "horse") for i in range(40)]
    systems = {"one": ["horse", "x"] * 20, "two": ["x", "x"] * 20}
    results = [
        scored(tmp_path, segments, systems, test="bs", n_bootstrap=200, seed=seed).rows
        for seed in (0, 0, 1)
    ]
    assert results[0] == results[1]
    shown = [[(row.low, row.high, row.p) for row in rows] for rows in results]
    assert shown[0] != shown[2]


def test_evaluate_batches_change_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    given = (tmp_path, SEGMENTS, {"one": ONE, "two": TWO}, "blacklist", "chrf")
    whole = scored(*given)
    monkeypatch.setattr(scoring_inputs, "BATCH", 3)
    done: list[int] = []
    parts = scored(*given, progress=done.append)
    assert parts.rows == whole.rows
    assert done == [3, 4]


# --- paired tests --------------------------------------------------------------------------------


def p_by_tag(tmp_path: Path, n: int, test: str) -> dict[str | None, float | None]:
    """p of the second system by tag: 3 in 4 segments are right where the first is wrong."""
    segments = [listed(i, "horse", label="often" if i < 30 else "seldom") for i in range(n)]
    systems = {"first": ["horse"] * n, "second": ["horse" if i % 4 == 0 else "x" for i in range(n)]}
    result = scored(tmp_path, segments, systems, test=test, n_bootstrap=200, n_trials=200)
    assert all(row.p is None for row in result.rows if row.system == "first")
    return {row.tag: row.p for row in result.rows if row.system == "second"}


@pytest.mark.parametrize(("test", "smallest"), [("ar", 0.5 / 201), ("bs", 1 / 201)])
def test_evaluate_has_a_p_from_thirty_cases_on(tmp_path: Path, test: str, smallest: float) -> None:
    assert p_by_tag(tmp_path, 29, test) == {None: None, "often": None}
    p = pytest.approx(smallest)
    assert p_by_tag(tmp_path, 45, test) == {None: p, "often": p, "seldom": None}  # 15 cases


@pytest.mark.parametrize("test", ["ar", "bs"])
def test_evaluate_system_against_itself_has_p_one(tmp_path: Path, test: str) -> None:
    systems = dict.fromkeys(("first", "second"), ["horse", "x", "x"] * 20)
    options = {"test": test, "n_bootstrap": 100, "n_trials": 100}
    segments = [listed(i, "horse", label="a") for i in range(60)]
    result = scored(tmp_path, segments, systems, "blacklist", "chrf", **options)
    assert {row.p for row in result.rows if row.system == "second"} == {1.0}


def test_evaluate_corrects_p_over_the_metrics(tmp_path: Path) -> None:
    segments = [listed(i, "horse", reference=f"a word {i}") for i in range(60)]
    systems = {
        "first": [f"horse {i}" if i % 3 else f"a word {i}" for i in range(60)],
        "second": [f"horse {i}" if i % 4 == 0 else f"a word {i} {i}" for i in range(60)],
    }

    def p(*metrics: str) -> list[float]:
        result = scored(tmp_path, segments, systems, *metrics, test="ar", n_trials=500)
        return [row.p for row in result.rows if row.system == "second" and row.p is not None]

    names = ("blacklist", "chrf", "ter")
    assert p(*names) == pytest.approx(holm([p(name)[0] for name in names]))


def test_evaluate_corrects_p_over_the_labels_of_a_metric(tmp_path: Path) -> None:
    # label b differs in few segments, label a in many; alone, each has its own p
    segments = [listed(i, "horse", label="a" if i < 40 else "b") for i in range(80)]
    first = ["horse"] * 80
    second = ["x" if i < 10 or 40 <= i < 43 else "horse" for i in range(80)]

    def p(part: slice) -> dict[str | None, float | None]:
        systems = {"first": first[part], "second": second[part]}
        result = scored(tmp_path, segments[part], systems, test="ar", n_trials=4000)
        return {row.tag: row.p for row in result.rows if row.system == "second" and row.tag}

    alone = [p(slice(0, 40))["a"], p(slice(40, 80))["b"]]
    together = p(slice(0, 80))
    expected = holm([x for x in alone if x is not None])
    assert [together["a"], together["b"]] == pytest.approx(expected, abs=0.02)
    assert alone[1] == pytest.approx(1 / 8, abs=0.02)  # three of three: 2/8 ties, half counted


# --- units ---------------------------------------------------------------------------------------


def documents(n: int, each: int) -> tuple[list[Segment], dict[str, list[str]]]:
    """n documents of equal segments, so that a document is worth one case."""
    places = [(i, i * each + j) for i in range(n) for j in range(each)]
    segments = [listed(number, "horse", document=f"d{i}") for i, number in places]
    systems = {
        "first": ["horse" if i % 2 else "x" for i, _ in places],
        "second": ["x" if i % 5 else "horse" for i, _ in places],
    }
    return segments, systems


@pytest.mark.parametrize("test", ["ar", "bs"])
def test_evaluate_documents_as_units_count_a_document_once(tmp_path: Path, test: str) -> None:
    # 40 documents of three equal segments say as much as 40 segments
    rows = []
    for each, unit in ((1, "segment"), (3, "document"), (3, "segment")):
        options = {"test": test, "unit": unit, "n_bootstrap": 300, "n_trials": 300}
        row = scored(tmp_path, *documents(40, each), **options).overall("second", "blacklist")
        rows.append((row.value, row.low, row.high, row.p))
    assert rows[1] == rows[0]
    assert rows[2] != rows[0]  # by segment, three equal segments look like more evidence


def test_evaluate_variants_of_an_item_are_one_unit(tmp_path: Path) -> None:
    # each item twice: the interval is that of the items, not of the pairs
    rows = []
    for each in (1, 2):
        segments = [
            Segment(f"{i}.{j}", "x", ("y",), required=(("nap",),), weight=1 / each, group=str(i))
            for i in range(30)
            for j in range(each)
        ]
        lines = ["nap" if i % 3 else "x" for i in range(30) for _ in range(each)]
        result = scored(tmp_path, segments, {"one": lines}, "autoie", n_bootstrap=200)
        row = result.overall("one", "autoie")
        rows.append((row.value, row.low, row.high))
    assert rows[0] == pytest.approx(rows[1])


def test_evaluate_heading_counts_documents(tmp_path: Path) -> None:
    heading = scored(tmp_path, *documents(3, 2)).heading
    assert heading == "made-up v2, zh-en, 6 segments, 3 documents"


def test_evaluate_one_document_has_no_interval(tmp_path: Path) -> None:
    segments = [listed(n, "horse", document="d") for n in range(5)]
    row = scored(tmp_path, segments, {"a": ["a horse", *["so so"] * 4]}, unit="document").rows[0]
    assert (row.value, row.low, row.high) == (20.0, None, None)


@pytest.mark.parametrize(("n", "test", "unit", "too_few"), [
    (5, "bs", "document", "5 documents are"), (1, "ar", "document", "1 document is"),
    # resampling few documents raises false alarms; swapping does not
    (20, "bs", "document", "20 documents are"), (20, "ar", "document", None),
    (5, "bs", "segment", None),
])  # fmt: skip
def test_evaluate_tests_of_too_few_documents_give_no_p_and_say_so(
    tmp_path: Path, n: int, test: str, unit: str, too_few: str | None
) -> None:
    segments = [listed(k, "horse", document=f"d{k * n // 40}") for k in range(40)]
    systems = {"a": ["a horse"] * 40, "b": ["so so"] * 40}
    result = scored(tmp_path, segments, systems, test=test, unit=unit, n_bootstrap=50)
    way_out = "; use test='ar'" if n == 20 else ""
    note = f"blacklist: {too_few} too few for this test, so p is left out{way_out}."
    assert result.notes == ((note,) if too_few else ())
    assert (result.rows[1].p is None) == bool(too_few)


def test_evaluate_by_document_needs_document_ids(tmp_path: Path) -> None:
    assert str(refused(scored, tmp_path, SEGMENTS, {"one": ONE}, unit="document")) == (
        "Resampling by document needs document ids, and made-up has none.\n"
        "Give them: docids=FILE beside loose files, or 'doc' in a suite's segments.jsonl"
    )


# --- what is refused -----------------------------------------------------------------------------


@pytest.mark.parametrize("batch", [1, 2, 3, 1000])
@pytest.mark.parametrize("n", [1, 3, 5, 7])
def test_evaluate_output_of_another_length_whatever_the_batch(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, batch: int, n: int
) -> None:
    monkeypatch.setattr(scoring_inputs, "BATCH", batch)
    systems, evidence = {"one": ONE, "other": ["x"] * n}, tmp_path / "evidence.jsonl"
    error = refused(scored, tmp_path, SEGMENTS, systems, segments=evidence)
    assert isinstance(error, DataError)
    assert str(error) == (
        f"{tmp_path / 'other.txt'} has {count(n, 'line')}, but made-up has 4 segments.\n"
        f"Line {min(n, 4) + 1} is the first without a partner. Lines end at \\n only; "
        "nothing was done."
    )
    assert not evidence.exists()


def test_evaluate_missing_reference(tmp_path: Path) -> None:
    segments = [listed(1, "horse"), listed(2, "horse", reference=None)]
    assert str(refused(scored, tmp_path, segments, {"one": ["a", "b"]}, "bleu")) == (
        "Segment '2' has no reference, but bleu needs one.\n"
        "Add it (references=REF), or choose other metrics (metrics)."
    )


@pytest.mark.parametrize(
    ("given", "kind", "message"),
    [
        ({}, UsageError, 'There is no output to score. Give one: outputs={"NAME": FILE}'),
        (["out.en"], UsageError, 'Outputs are given by name, such as {"mine": "out.en"}.'),
    ],
)
def test_evaluate_outputs_that_are_none(
    tmp_path: Path, given: object, kind: type[LitmusError], message: str
) -> None:
    error = refused(evaluate, suite(tmp_path, SEGMENTS), given)
    assert (type(error), str(error)) == (kind, message)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"unit": "paragraph"}, "No unit is called 'paragraph'.\nKnown: document, segment"),
        ({"test": "t"}, "No test is called 't'.\nKnown: ar, bs"),
        (
            {"metrics": ["bleurt"]},
            "No metric is called 'bleurt'. Did you mean 'bleu'?\n"
            f"Known: {', '.join(sorted(METRICS))}",
        ),
    ],
)
def test_evaluate_options_that_make_no_sense(
    tmp_path: Path, options: dict[str, object], message: str
) -> None:
    assert str(refused(scored, tmp_path, SEGMENTS, {"one": ONE}, **options)) == message


def test_evaluate_with_links_of_the_reference_alone(tmp_path: Path) -> None:
    (tmp_path / "links").write_text("0-0\n" * 4, encoding="utf-8")
    links = {"": PharaohFile(tmp_path / "links", ("zh", "en"), tokens="words")}
    error = refused(scored, tmp_path, SEGMENTS, {"one": ONE}, "omission", aligners=links)
    assert str(error) == (
        "omission needs word alignments for one.\n"
        "Give a Pharaoh file: aligners=one=HYP.align\n"
        "Or leave out aligners: then one aligner links the reference and all systems."
    )


def test_evaluate_loose_files_with_an_unknown_language(tmp_path: Path) -> None:
    for name in ("src", "ref"):
        (tmp_path / name).write_text("a\n", encoding="utf-8")
    files = ParallelFiles(SuiteInfo("x", "en", "xx"), tmp_path / "src", (tmp_path / "ref",))
    error = refused(evaluate, files, outputs(tmp_path, one=["a"]))
    assert isinstance(error, UnknownName)
    assert str(error).startswith("No language is called 'xx'.\nKnown: ")


# --- what is said --------------------------------------------------------------------------------


def test_evaluate_says_that_lines_are_empty(tmp_path: Path) -> None:
    systems = {"one": ["a", "", "b", " "], "two": ["a", "b", "", "d"]}
    assert scored(tmp_path, SEGMENTS, systems).notes == (
        f"{tmp_path / 'one.txt'} has 2 empty lines (the first is line 2); an empty line is scored "
        "as an empty translation.",
        f"{tmp_path / 'two.txt'} has 1 empty line (the first is line 3); an empty line is scored "
        "as an empty translation.",
    )


def test_evaluate_says_what_a_metric_left_out_once(tmp_path: Path) -> None:
    dictionary = tmp_path / "zh-en.tsv"
    dictionary.write_text("虎\ttiger\n", encoding="utf-8")
    unknown = Segment("9", "画蛇添足", ("x",), idioms=listed(1, label="c").idioms)
    systems = {"one": ["x", "x"], "two": ["x", "x"]}
    result = scored(tmp_path, [SEGMENTS[0], unknown], systems, f"litter:dictionary={dictionary}")
    assert result.notes == (
        "litter: no dictionary entry for 1 idiom; without one there is no evidence.",
    )
    assert result.overall("one", "litter").n == 1


# --- evidence ------------------------------------------------------------------------------------


def test_evidence_has_a_row_for_every_segment_system_and_metric(tmp_path: Path) -> None:
    evidence, systems = tmp_path / "evidence.jsonl", {"one": ONE, "two": TWO}
    scored(tmp_path, SEGMENTS, systems, "blacklist", "ter", segments=evidence)
    rows = [json.loads(line) for line in evidence.read_text("utf-8").splitlines()]
    assert [(row["id"], row["system"], row["metric"]) for row in rows] == [
        (number, system, metric)
        for number in "1234"
        for system in ("one", "two")
        for metric in ("blacklist", "ter")
    ]
    assert rows[0] == {
        "id": "1", "system": "one", "metric": "blacklist",
        "counts": {"triggered": 1, "segments": 1},
        "evidence": {"idiom": "a", "blacklist": ["horse"], "triggered": ["horse"]},
    }  # fmt: skip
    # no evidence still has its row: the last segment has no blacklist
    assert (rows[12]["id"], rows[12]["counts"]) == ("4", {"triggered": 0, "segments": 0})
    assert rows[12]["evidence"] == {}
    assert rows[3]["counts"] == {"edits": 0, "reference_length": 2, "segments": 1}


def test_evidence_sums_to_the_score(tmp_path: Path) -> None:
    evidence = tmp_path / "evidence.jsonl.gz"
    result = scored(tmp_path, SEGMENTS, {"one": ONE}, "ter", segments=evidence)
    rows = [json.loads(line) for line in gzip.decompress(evidence.read_bytes()).splitlines()]
    edits, length = (
        sum(row["counts"][key] for row in rows) for key in ("edits", "reference_length")
    )
    assert result.overall("one", "ter").value == pytest.approx(100 * edits / length)


# --- correlations --------------------------------------------------------------------------------


def test_correlation_of_rates_with_frequencies_by_hand(tmp_path: Path) -> None:
    # labels with 1, 2 and 3 cases and rates 100, 50, 0: a falling line
    segments = [listed(i, "horse", label=label) for i, label in enumerate("abbccc")]
    lines = ["horse", "horse", "x", "x", "x", "x"]
    (found,) = scored(tmp_path, segments, {"one": lines}).correlations
    assert (found.system, found.metric, found.n_labels) == ("one", "blacklist", 3)
    assert (found.pearson, found.spearman) == (-1.0, -1.0)
    assert scored(tmp_path, SEGMENTS[:2], {"one": ONE[:2]}).correlations == ()  # one label


# --- from Python ---------------------------------------------------------------------------------


def test_suites_and_outputs_may_be_given_as_text(tmp_path: Path) -> None:
    expected = scored(tmp_path, SEGMENTS, {"one": ONE})
    made = litmus.load_suite(str(tmp_path / "made-up"))
    systems, why = {"one": str(tmp_path / "one.txt")}, tmp_path / "why.jsonl"
    assert expected == evaluate(
        made, systems, metrics="blacklist", segments=str(why), n_bootstrap=9
    )
    assert why.exists()


def test_suite_that_does_not_exist_is_named() -> None:
    message = str(refused(litmus.load_suite, "demo-zh-fr"))
    assert message.startswith("No suite is called 'demo-zh-fr'. Did you mean 'demo-")
    assert str(refused(litmus.load_suite, "no/such")) == (
        "no/such does not exist. A suite is a folder with suite.toml in it."
    )


def test_suite_may_be_given_by_its_name() -> None:
    loaded = evaluate(litmus.load_suite("demo-is-en"), n_bootstrap=20)
    assert evaluate("demo-is-en", n_bootstrap=20) == loaded


def test_evaluate_signature_tells_alignments_and_units_apart(tmp_path: Path) -> None:
    segments = [listed(1, "horse", label="horse", document="d")]
    signatures = set()
    for links, unit in (("0-0 1-1", "segment"), ("0-1", "segment"), ("0-0 1-1", "document")):
        (tmp_path / "links").write_text(f"{links}\n", encoding="utf-8")
        aligners = {"a": PharaohFile(tmp_path / "links", ("zh", "en"), tokens="words")}
        result = scored(tmp_path, segments, {"a": ["a horse"]}, "omission:evidence=links",
                        aligners=aligners, unit=unit)  # fmt: skip
        signatures.add(result.rows[0].signature)
    assert len(signatures) == 3
    assert all("|align:pharaoh.words#" in signature for signature in signatures)


def test_evaluate_subset_rows_are_signed_by_their_average(tmp_path: Path) -> None:
    segments = [listed(n, "horse", label=f"l{n % 2}") for n in range(3)]
    lines = {"a": ["a horse", "so so", "so so"]}
    result = scored(tmp_path, segments, lines, "blacklist:average=macro", subsets=True)
    found = {row.tag: row for row in result.rows if row.tag and row.tag.startswith("subset:")}
    assert found["subset:with-idiom"].signature == result.rows[0].signature
    assert found["subset:with-idiom"].value == pytest.approx(25.0)
    assert "|avg:macro|" in result.rows[0].signature
    assert result.rows[0].value == pytest.approx(25.0)  # labels at 50 and 0
