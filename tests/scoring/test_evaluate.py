"""`evaluate`: the rows it gives, what it refuses, and what it says beside the numbers."""

import gzip
import json
from pathlib import Path

import pytest
from suites import listed, outputs, suite

import litmus
from litmus import evaluate
from litmus.alignment.backends.pharaoh_files import PharaohFile
from litmus.corpus.parallel import ParallelFiles
from litmus.corpus.segment import Segment
from litmus.corpus.suite import SuiteInfo
from litmus.errors import DataError, LitmusError, UsageError
from litmus.metrics.registry import METRICS
from litmus.scoring.measuring import inputs as scoring_inputs
from litmus.scoring.rows import FIELDS
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


def test_evaluate_is_the_public_function() -> None:
    assert litmus.evaluate is evaluate


def test_evaluate_rows_by_hand(tmp_path: Path) -> None:
    result = evaluate(
        suite(tmp_path, SEGMENTS),
        outputs(tmp_path, one=ONE, two=TWO),
        metrics=["blacklist"],
        n_bootstrap=50,
    )
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


def test_evaluate_row_as_json_has_fixed_keys(tmp_path: Path) -> None:
    for systems in ({"one": ONE}, {"one": ONE, "two": TWO}):
        result = evaluate(
            suite(tmp_path, SEGMENTS, name=f"n{len(systems)}"),
            outputs(tmp_path, **systems),
            metrics=["blacklist"],
            n_bootstrap=20,
        )
        for row in result.rows:
            value = json.loads(json.dumps(row.as_json()))
            assert tuple(value) == FIELDS
    assert FIELDS[:9] == ("system", "metric", "tag", "n", "value", "low", "high", "p", "signature")
    assert FIELDS[9:12] == ("options", "family", "tests")
    assert FIELDS[12:] == ("suite", "column", "bucket", "p_raw")


def test_evaluate_macro_is_the_mean_of_the_labels(tmp_path: Path) -> None:
    result = evaluate(
        suite(tmp_path, SEGMENTS),
        outputs(tmp_path, one=ONE),
        metrics=["blacklist:average=macro"],
        n_bootstrap=20,
    )
    assert result.overall("one", "blacklist").value == 75.0  # (50 + 100) / 2
    assert result.columns[0].title == "blacklist macro"


def test_evaluate_macro_without_labels_is_no_evidence(tmp_path: Path) -> None:
    result = evaluate(
        suite(tmp_path, [listed(1, "horse"), listed(2, "horse")]),
        outputs(tmp_path, one=["horse", "x"]),
        metrics=["blacklist:average=macro"],
        n_bootstrap=20,
    )
    row = result.overall("one", "blacklist")
    assert (row.value, row.low, row.high) == (None, None, None)


def test_evaluate_without_evidence_has_no_value(tmp_path: Path) -> None:
    result = evaluate(
        suite(tmp_path, [listed(1)]),
        outputs(tmp_path, one=["horse"], two=["x"]),
        metrics=["blacklist"],
        test="ar",
        n_bootstrap=20,
        n_trials=20,
    )
    for system in ("one", "two"):
        row = result.overall(system, "blacklist")
        assert (row.n, row.value, row.low, row.high, row.p) == (0, None, None, None, None)


def test_evaluate_zero_of_three_has_the_interval_of_wilson(tmp_path: Path) -> None:
    # every resample has rate 0; a bootstrap would claim certainty
    result = evaluate(
        suite(tmp_path, SEGMENTS), outputs(tmp_path, two=TWO), metrics=["blacklist"], n_bootstrap=20
    )
    row = result.overall("two", "blacklist")
    assert (row.low, row.high) == pytest.approx(tuple(100 * x for x in wilson(0.0, 3)))


def test_evaluate_interval_holds_the_value(tmp_path: Path) -> None:
    segments = [listed(i, "horse") for i in range(60)]
    lines = ["horse" if i % 3 == 0 else "x" for i in range(60)]
    result = evaluate(
        suite(tmp_path, segments), outputs(tmp_path, one=lines), metrics=["blacklist"]
    )
    row = result.overall("one", "blacklist")
    assert row.low is not None
    assert row.high is not None
    # a third of 60: the normal approximation is 33.3 ± 11.9
    assert (row.low, row.high) == pytest.approx((21.4, 45.3), abs=2.5)


def test_evaluate_readings_are_metrics_of_their_own(tmp_path: Path) -> None:
    segment = Segment("1", "x", ("y",), required=(("nap",), ("wink",)))
    result = evaluate(
        suite(tmp_path, [segment]),
        outputs(tmp_path, one=["a wink"]),
        metrics=["autoie"],
        n_bootstrap=20,
    )
    assert {row.metric: row.value for row in result.rows} == {"autoie": 100.0, "autoie.pairs": 50.0}
    assert [column.title for column in result.columns] == ["AutoIE", "AutoIE.pairs"]


def test_evaluate_same_metric_twice_is_named_as_typed(tmp_path: Path) -> None:
    result = evaluate(
        suite(tmp_path, [listed(1, "tigers")]),
        outputs(tmp_path, one=["a tiger"], two=["two tigers"]),
        metrics=["blacklist:match=form", "chrf", "blacklist:match=stem", "blacklist:match=form"],
        n_bootstrap=20,
    )
    values = {(row.system, row.metric): row.value for row in result.rows if row.metric != "chrf"}
    assert values == {
        ("one", "blacklist:match=form"): 0.0,
        ("two", "blacklist:match=form"): 100.0,
        ("one", "blacklist:match=stem"): 100.0,
        ("two", "blacklist:match=stem"): 100.0,
    }
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
    segments = [listed(i, "horse") for i in range(2)]
    result = evaluate(
        suite(tmp_path, segments),
        outputs(tmp_path, one=["x", "x"], two=["x", "x"]),
        metrics=["blacklist"],
        test="ar",
        n_bootstrap=30,
        n_trials=40,
        seed=0,
    )
    assert result.rows[0].signature == (
        "blacklist|set:made-up.v2|lang:zh-en|nrefs:1|match:stem|compat:no|avg:micro|"
        f"unit:segment|ci:bs30|seed:0|test:ar40.holm|v:{litmus.__version__}"
    )


def test_evaluate_signature_of_segments_with_unequal_references(tmp_path: Path) -> None:
    segments = [Segment("1", "x", ("a",)), Segment("2", "x", ("a", "b"))]
    result = evaluate(
        suite(tmp_path, segments), outputs(tmp_path, one=["a", "b"]), metrics=["ter"], n_bootstrap=9
    )
    assert "|nrefs:var|" in result.rows[0].signature


# --- order, seeds, memory ------------------------------------------------------------------------


def test_evaluate_order_of_segments_changes_no_value(tmp_path: Path) -> None:
    found = []
    for name, order in (("up", (0, 1, 2, 3)), ("down", (3, 2, 1, 0))):
        result = evaluate(
            suite(tmp_path, [SEGMENTS[i] for i in order], name=name),
            outputs(tmp_path, one=[ONE[i] for i in order]),
            metrics=["blacklist", "blacklist:average=macro", "bleu", "ter"],
            n_bootstrap=9,
        )
        found.append({(row.metric, row.tag): (row.n, row.value) for row in result.rows})
    assert found[0] == found[1]


@pytest.mark.parametrize("seed", [0, 7])
def test_evaluate_same_seed_same_rows(tmp_path: Path, seed: int) -> None:
    segments = [listed(i, "horse") for i in range(40)]
    systems = outputs(tmp_path, one=["horse", "x"] * 20, two=["x", "x"] * 20)
    made = suite(tmp_path, segments)
    results = [
        evaluate(made, systems, metrics=["blacklist"], test="bs", n_bootstrap=200, seed=chosen).rows
        for chosen in (seed, seed, seed + 1)
    ]
    assert results[0] == results[1]
    shown = [[(row.low, row.high, row.p) for row in rows] for rows in results]
    assert shown[0] != shown[2]


def test_evaluate_batches_change_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    made, systems = suite(tmp_path, SEGMENTS), outputs(tmp_path, one=ONE, two=TWO)
    whole = evaluate(made, systems, metrics=["blacklist", "chrf"], n_bootstrap=30)
    monkeypatch.setattr(scoring_inputs, "BATCH", 3)
    done: list[int] = []
    parts = evaluate(
        made, systems, metrics=["blacklist", "chrf"], n_bootstrap=30, progress=done.append
    )
    assert parts.rows == whole.rows
    assert done == [3, 4]


# --- paired tests --------------------------------------------------------------------------------


def p_by_tag(
    tmp_path: Path, n: int, test: str, **options: object
) -> dict[str | None, float | None]:
    """p of the second system by tag: 3 in 4 segments are right where the first is wrong."""
    segments = [listed(i, "horse", label="often" if i < 30 else "seldom") for i in range(n)]
    first = ["horse"] * n
    second = ["horse" if i % 4 == 0 else "x" for i in range(n)]
    result = evaluate(
        suite(tmp_path, segments),
        outputs(tmp_path, first=first, second=second),
        metrics=["blacklist"],
        test=test,
        n_bootstrap=200,
        n_trials=200,
        **options,  # type: ignore[arg-type]
    )
    assert all(row.p is None for row in result.rows if row.system == "first")
    return {row.tag: row.p for row in result.rows if row.system == "second"}


@pytest.mark.parametrize("test", ["ar", "bs"])
def test_evaluate_has_no_p_below_thirty_cases(tmp_path: Path, test: str) -> None:
    assert p_by_tag(tmp_path, 29, test) == {None: None, "often": None}


@pytest.mark.parametrize(("test", "smallest"), [("ar", 0.5 / 201), ("bs", 1 / 201)])
def test_evaluate_has_a_p_from_thirty_cases_on(tmp_path: Path, test: str, smallest: float) -> None:
    found = p_by_tag(tmp_path, 45, test)
    assert found[None] == pytest.approx(smallest)
    assert found["often"] == pytest.approx(smallest)
    assert found["seldom"] is None  # 15 cases


@pytest.mark.parametrize("test", ["ar", "bs"])
def test_evaluate_system_against_itself_has_p_one(tmp_path: Path, test: str) -> None:
    lines = ["horse", "x", "x"] * 20
    result = evaluate(
        suite(tmp_path, [listed(i, "horse", label="a") for i in range(60)]),
        outputs(tmp_path, first=lines, second=lines),
        metrics=["blacklist", "chrf"],
        test=test,
        n_bootstrap=100,
        n_trials=100,
    )
    assert {row.p for row in result.rows if row.system == "second"} == {1.0}


def test_evaluate_corrects_p_over_the_metrics(tmp_path: Path) -> None:
    segments = [listed(i, "horse", reference=f"a word {i}") for i in range(60)]
    first = [f"horse {i}" if i % 3 else f"a word {i}" for i in range(60)]
    second = [f"horse {i}" if i % 4 == 0 else f"a word {i} {i}" for i in range(60)]
    made, systems = suite(tmp_path, segments), outputs(tmp_path, first=first, second=second)
    names = ["blacklist", "chrf", "ter"]

    def p(metrics: list[str]) -> list[float]:
        result = evaluate(made, systems, metrics=metrics, test="ar", n_bootstrap=9, n_trials=500)
        return [row.p for row in result.rows if row.system == "second" and row.p is not None]

    alone = [p([name])[0] for name in names]
    assert p(names) == pytest.approx(holm(alone))


def test_evaluate_corrects_p_over_the_labels_of_a_metric(tmp_path: Path) -> None:
    # label b differs in few segments, label a in many; alone, each has its own p
    segments = [listed(i, "horse", label="a" if i < 40 else "b") for i in range(80)]
    first = ["horse"] * 80
    second = ["x" if i < 10 or 40 <= i < 43 else "horse" for i in range(80)]

    def p(part: slice, name: str) -> dict[str | None, float | None]:
        result = evaluate(
            suite(tmp_path, segments[part], name=name),
            outputs(tmp_path, first=first[part], second=second[part]),
            metrics=["blacklist"],
            test="ar",
            n_bootstrap=9,
            n_trials=4000,
        )
        return {row.tag: row.p for row in result.rows if row.system == "second" and row.tag}

    alone = [p(slice(0, 40), "a")["a"], p(slice(40, 80), "b")["b"]]
    together = p(slice(0, 80), "both")
    expected = holm([x for x in alone if x is not None])
    assert [together["a"], together["b"]] == pytest.approx(expected, abs=0.02)
    assert alone[1] == pytest.approx(1 / 8, abs=0.02)  # three of three: 2/8 ties, half counted


# --- units ---------------------------------------------------------------------------------------


def documents(n: int, each: int) -> tuple[list[Segment], list[str], list[str]]:
    """n documents of equal segments, so that a document is worth one case."""
    segments, first, second = [], [], []
    for i in range(n):
        for j in range(each):
            segments.append(listed(i * each + j, "horse", document=f"d{i}"))
            first.append("horse" if i % 2 else "x")
            second.append("horse" if i % 5 == 0 else "x")
    return segments, first, second


@pytest.mark.parametrize("test", ["ar", "bs"])
def test_evaluate_documents_as_units_count_a_document_once(tmp_path: Path, test: str) -> None:
    # 40 documents of three equal segments say as much as 40 segments
    rows = []
    for each, unit in ((1, "segment"), (3, "document"), (3, "segment")):
        segments, first, second = documents(40, each)
        result = evaluate(
            suite(tmp_path, segments, name=f"{unit}{each}"),
            outputs(tmp_path, first=first, second=second),
            metrics=["blacklist"],
            test=test,
            unit=unit,
            n_bootstrap=300,
            n_trials=300,
        )
        row = result.overall("second", "blacklist")
        rows.append((row.value, row.low, row.high, row.p))
    assert rows[1] == rows[0]
    assert rows[2] != rows[0]  # by segment, three equal segments look like more evidence


def test_evaluate_bootstrap_of_few_documents_has_no_p(tmp_path: Path) -> None:
    # 120 cases, but 20 documents: resampling them raises false alarms; swapping does not
    segments, first, second = documents(20, 6)
    made, systems = suite(tmp_path, segments), outputs(tmp_path, first=first, second=second)
    found = {
        test: evaluate(
            made, systems, metrics=["blacklist"], test=test, unit="document", n_bootstrap=50
        )
        .overall("second", "blacklist")
        .p
        for test in ("ar", "bs")
    }
    assert found["ar"] is not None
    assert found["bs"] is None


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
        result = evaluate(
            suite(tmp_path, segments, name=f"items{each}"),
            outputs(tmp_path, one=lines),
            metrics=["autoie"],
            n_bootstrap=200,
        )
        row = result.overall("one", "autoie")
        rows.append((row.value, row.low, row.high))
    assert rows[0] == pytest.approx(rows[1])


def test_evaluate_heading_counts_documents(tmp_path: Path) -> None:
    segments, first, _ = documents(3, 2)
    result = evaluate(
        suite(tmp_path, segments),
        outputs(tmp_path, one=first),
        metrics=["blacklist"],
        n_bootstrap=9,
    )
    assert result.heading == "made-up v2, zh-en, 6 segments, 3 documents"


def test_evaluate_by_document_needs_document_ids(tmp_path: Path) -> None:
    error = refused(
        evaluate, suite(tmp_path, SEGMENTS), outputs(tmp_path, one=ONE), unit="document"
    )
    assert str(error) == (
        "Resampling by document needs document ids, and made-up has none.\n"
        "Give them: docids=FILE beside loose files, or 'doc' in a suite's segments.jsonl"
    )


# --- what is refused -----------------------------------------------------------------------------


def test_evaluate_output_with_too_few_lines(tmp_path: Path) -> None:
    systems = outputs(tmp_path, one=ONE, short=ONE[:2])
    evidence = tmp_path / "evidence.jsonl"
    error = refused(
        evaluate,
        suite(tmp_path, SEGMENTS),
        systems,
        metrics=["blacklist"],
        segments=evidence,
    )
    assert isinstance(error, DataError)
    assert str(error) == (
        f"{systems['short']} has 2 lines, but made-up has 4 segments.\n"
        "Line 3 is the first without a partner. Lines end at \\n only; nothing was done."
    )
    assert not evidence.exists()


@pytest.mark.parametrize("batch", [1, 2, 3, 1000])
@pytest.mark.parametrize("n", [1, 3, 5, 7])
def test_evaluate_output_of_another_length_whatever_the_batch(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, batch: int, n: int
) -> None:
    monkeypatch.setattr(scoring_inputs, "BATCH", batch)
    systems = outputs(tmp_path, other=["x"] * n)
    error = refused(evaluate, suite(tmp_path, SEGMENTS), systems, metrics=["blacklist"])
    assert str(error) == (
        f"{systems['other']} has {count(n, 'line')}, but made-up has 4 segments.\n"
        f"Line {min(n, 4) + 1} is the first without a partner. Lines end at \\n only; "
        "nothing was done."
    )


def test_evaluate_missing_reference(tmp_path: Path) -> None:
    made = suite(tmp_path, [listed(1, "horse"), listed(2, "horse", reference=None)])
    error = refused(evaluate, made, outputs(tmp_path, one=["a", "b"]), metrics=["bleu"])
    assert str(error) == (
        "Segment '2' has no reference, but bleu needs one.\n"
        "Add it (references=REF), or choose other metrics (metrics)."
    )


def test_evaluate_without_outputs(tmp_path: Path) -> None:
    error = refused(evaluate, suite(tmp_path, SEGMENTS), {})
    assert isinstance(error, UsageError)
    assert str(error) == 'There is no output to score. Give one: outputs={"NAME": FILE}'


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
        (
            {"metrics": ["word-f"]},
            "No language with discourse rules is called 'en'.\nKnown: ar, de, es, fr, he, it, ja, ko, nl, pt, ro, ru, "
            "tr, zh\nYour own, in score, report and tag: rules=F.toml (how: docs/add-a-language.md)",
        ),
    ],
)
def test_evaluate_options_that_make_no_sense(
    tmp_path: Path, options: dict[str, object], message: str
) -> None:
    made, systems = suite(tmp_path, SEGMENTS), outputs(tmp_path, one=ONE)
    assert str(refused(evaluate, made, systems, **options)) == message


def test_evaluate_with_links_of_the_reference_alone(tmp_path: Path) -> None:
    (tmp_path / "links").write_text("0-0\n" * 4, encoding="utf-8")
    links = {"": PharaohFile(tmp_path / "links", ("zh", "en"), tokens="words")}
    made, systems = suite(tmp_path, SEGMENTS), outputs(tmp_path, one=ONE)
    assert str(refused(evaluate, made, systems, metrics=["omission"], aligners=links)) == (
        "omission needs word alignments for one.\n"
        "Give a Pharaoh file: aligners=one=HYP.align\n"
        "Or leave out aligners: then one aligner links the reference and all systems."
    )


def test_evaluate_loose_files_with_an_unknown_language(tmp_path: Path) -> None:
    for name in ("src", "ref"):
        (tmp_path / name).write_text("a\n", encoding="utf-8")
    files = ParallelFiles(SuiteInfo("x", "en", "xx"), tmp_path / "src", (tmp_path / "ref",))
    error = refused(evaluate, files, outputs(tmp_path, one=["a"]))
    assert str(error).startswith("No language is called 'xx'.\nKnown: ")


# --- what is said --------------------------------------------------------------------------------


def test_evaluate_says_that_lines_are_empty(tmp_path: Path) -> None:
    systems = outputs(tmp_path, one=["a", "", "b", " "], two=["a", "b", "", "d"])
    result = evaluate(suite(tmp_path, SEGMENTS), systems, metrics=["blacklist"], n_bootstrap=9)
    assert result.notes == (
        f"{systems['one']} has 2 empty lines (the first is line 2); an empty line is scored as an "
        "empty translation.",
        f"{systems['two']} has 1 empty line (the first is line 3); an empty line is scored as an "
        "empty translation.",
    )


def test_evaluate_says_what_a_metric_left_out_once(tmp_path: Path) -> None:
    dictionary = tmp_path / "zh-en.tsv"
    dictionary.write_text("虎\ttiger\n", encoding="utf-8")
    unknown = Segment("9", "画蛇添足", ("x",), idioms=listed(1, label="c").idioms)
    result = evaluate(
        suite(tmp_path, [SEGMENTS[0], unknown]),
        outputs(tmp_path, one=["x", "x"], two=["x", "x"]),
        metrics=[f"litter:dictionary={dictionary}"],
        n_bootstrap=9,
    )
    assert result.notes == (
        "litter: no dictionary entry for 1 idiom; without one there is no evidence.",
    )
    assert result.overall("one", "litter").n == 1


# --- evidence ------------------------------------------------------------------------------------


def test_evidence_has_a_row_for_every_segment_system_and_metric(tmp_path: Path) -> None:
    evidence = tmp_path / "evidence.jsonl"
    evaluate(
        suite(tmp_path, SEGMENTS),
        outputs(tmp_path, one=ONE, two=TWO),
        metrics=["blacklist", "ter"],
        n_bootstrap=9,
        segments=evidence,
    )
    rows = [json.loads(line) for line in evidence.read_text("utf-8").splitlines()]
    assert [(row["id"], row["system"], row["metric"]) for row in rows] == [
        (number, system, metric)
        for number in "1234"
        for system in ("one", "two")
        for metric in ("blacklist", "ter")
    ]
    assert rows[0] == {
        "id": "1",
        "system": "one",
        "metric": "blacklist",
        "counts": {"triggered": 1, "segments": 1},
        "evidence": {"idiom": "a", "blacklist": ["horse"], "triggered": ["horse"]},
    }
    # no evidence still has its row: the last segment has no blacklist
    assert rows[12] == {
        "id": "4",
        "system": "one",
        "metric": "blacklist",
        "counts": {"triggered": 0, "segments": 0},
        "evidence": {},
    }
    assert rows[3]["counts"] == {"edits": 0, "reference_length": 2, "segments": 1}


def test_evidence_sums_to_the_score(tmp_path: Path) -> None:
    evidence = tmp_path / "evidence.jsonl.gz"
    result = evaluate(
        suite(tmp_path, SEGMENTS),
        outputs(tmp_path, one=ONE),
        metrics=["ter"],
        n_bootstrap=9,
        segments=evidence,
    )
    rows = [json.loads(line) for line in gzip.decompress(evidence.read_bytes()).splitlines()]
    edits, length = (
        sum(row["counts"][key] for row in rows) for key in ("edits", "reference_length")
    )
    assert result.overall("one", "ter").value == pytest.approx(100 * edits / length)


# --- correlations --------------------------------------------------------------------------------


def test_correlation_of_rates_with_frequencies_by_hand(tmp_path: Path) -> None:
    # labels with 1, 2 and 3 cases and rates 100, 50, 0: a falling line
    segments = [
        listed(i, "horse", label=label) for i, label in enumerate(["a", "b", "b", "c", "c", "c"])
    ]
    result = evaluate(
        suite(tmp_path, segments),
        outputs(tmp_path, one=["horse", "horse", "x", "x", "x", "x"]),
        metrics=["blacklist"],
        n_bootstrap=9,
    )
    (found,) = result.correlations
    assert (found.system, found.metric, found.n_labels) == ("one", "blacklist", 3)
    assert (found.pearson, found.spearman) == (-1.0, -1.0)


def test_correlation_needs_two_labels(tmp_path: Path) -> None:
    result = evaluate(
        suite(tmp_path, SEGMENTS[:2]),
        outputs(tmp_path, one=ONE[:2]),
        metrics=["blacklist"],
        n_bootstrap=9,
    )
    assert result.correlations == ()


def test_evaluate_says_why_a_macro_average_is_missing(tmp_path: Path) -> None:
    made = suite(tmp_path, [listed(1, "horse")])
    result = evaluate(made, outputs(tmp_path, a=["a horse"]), metrics=["blacklist:average=macro"])
    assert result.notes == ("blacklist: a macro average needs labels, and no segment has any.",)


def test_evaluate_says_why_a_bootstrap_of_few_documents_gives_no_p(tmp_path: Path) -> None:
    made = suite(tmp_path, [listed(n, "horse", document=f"d{n % 5}") for n in range(40)])
    systems = outputs(tmp_path, a=["a horse"] * 40, b=["so so"] * 40)
    few = evaluate(made, systems, metrics=["blacklist"], test="bs", unit="document")
    assert [row.p for row in few.rows] == [None, None]
    assert few.notes == ("blacklist: 5 documents are too few for this test, so p is left out.",)
    enough = evaluate(made, systems, metrics=["blacklist"], test="bs")
    assert enough.notes == ()
    assert enough.rows[1].p is not None


def test_evaluate_counts_one_document_in_the_singular(tmp_path: Path) -> None:
    made = suite(tmp_path, [listed(n, "horse", document="d") for n in range(40)])
    systems = outputs(tmp_path, a=["a horse"] * 40, b=["so so"] * 40)
    found = evaluate(made, systems, metrics=["blacklist"], test="ar", unit="document")
    assert found.notes == ("blacklist: 1 document is too few for this test, so p is left out.",)


# --- from Python ---------------------------------------------------------------------------------


def test_suites_and_outputs_may_be_given_as_text(tmp_path: Path) -> None:
    shipped = litmus.load_suite("demo-zh-en")
    assert shipped.info.name == "demo-zh-en"
    made = suite(tmp_path, SEGMENTS)
    paths = outputs(tmp_path, one=ONE)
    expected = evaluate(made, paths, metrics=["blacklist"], n_bootstrap=9)
    found = evaluate(
        litmus.load_suite(str(made.folder)),
        {name: str(path) for name, path in paths.items()},
        metrics="blacklist",
        segments=str(tmp_path / "why.jsonl"),
        n_bootstrap=9,
    )
    assert found == expected
    assert (tmp_path / "why.jsonl").exists()


def test_suite_that_does_not_exist_is_named() -> None:
    message = str(refused(litmus.load_suite, "demo-zh-fr"))
    assert message.startswith("No suite is called 'demo-zh-fr'. Did you mean 'demo-")
    assert str(refused(litmus.load_suite, "no/such")) == (
        "no/such does not exist. A suite is a folder with suite.toml in it."
    )


def test_suite_may_be_given_by_its_name() -> None:
    loaded = evaluate(litmus.load_suite("demo-is-en"), n_bootstrap=20)
    assert evaluate("demo-is-en", n_bootstrap=20) == loaded


def test_outputs_need_names(tmp_path: Path) -> None:
    message = 'Outputs are given by name, such as {"mine": "out.en"}.'
    assert str(refused(evaluate, suite(tmp_path, SEGMENTS), ["out.en"])) == message


def test_evaluate_signature_tells_alignments_and_units_apart(tmp_path: Path) -> None:
    made = suite(tmp_path, [listed(1, "horse", label="horse", document="d")])
    systems = outputs(tmp_path, a=["a horse"])
    for name, links in (("one", "0-0 1-1"), ("two", "0-1")):
        (tmp_path / name).write_text(f"{links}\n", encoding="utf-8")
    signatures = set()
    for name, unit in (("one", "segment"), ("two", "segment"), ("one", "document")):
        aligner = PharaohFile(tmp_path / name, ("zh", "en"), tokens="words")
        result = evaluate(made, systems, metrics=["omission:evidence=links"],
                          aligners={"a": aligner}, unit=unit, n_bootstrap=9)  # fmt: skip
        signatures.add(result.rows[0].signature)
    assert len(signatures) == 3
    assert all("|align:pharaoh.words#" in signature for signature in signatures)


def test_evaluate_one_document_has_no_interval(tmp_path: Path) -> None:
    made = suite(tmp_path, [listed(n, "horse", document="d") for n in range(5)])
    systems = outputs(tmp_path, a=["a horse", *["so so"] * 4])
    row = evaluate(made, systems, metrics=["blacklist"], unit="document").rows[0]
    assert (row.value, row.low, row.high) == (20.0, None, None)


def test_evaluate_subset_rows_are_signed_by_their_average(tmp_path: Path) -> None:
    made = suite(tmp_path, [listed(n, "horse", label=f"l{n % 2}") for n in range(3)])
    systems = outputs(tmp_path, a=["a horse", "so so", "so so"])
    result = evaluate(made, systems, metrics=["blacklist:average=macro"], subsets=True)
    found = {row.tag: row for row in result.rows if row.tag and row.tag.startswith("subset:")}
    assert found["subset:with-idiom"].signature == result.rows[0].signature
    assert found["subset:with-idiom"].value == pytest.approx(25.0)
    assert "|avg:macro|" in result.rows[0].signature
    assert result.rows[0].value == pytest.approx(25.0)  # labels at 50 and 0
