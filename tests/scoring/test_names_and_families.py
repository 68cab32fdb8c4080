"""One name for one number: options in the table, what is tested and over what, what is resampled."""

from pathlib import Path

import pytest
from suites import listed
from suites import scored as on_suite

from litmus import evaluate
from litmus.errors import UnknownName, UsageError
from litmus.scoring.evaluate import ONE_SYSTEM
from litmus.scoring.results import Result

DEMO = {"suite": "demo-is-en", "n_bootstrap": 5}


def scored(tmp_path: Path, *names: str, n: int = 40, **options: object) -> Result:
    segments = [listed(i, "horse", reference="one two") for i in range(n)]
    systems = {name: [name] * n for name in names}
    return on_suite(tmp_path, segments, systems, "blacklist", "ter", n_trials=50, **options)


def test_the_options_of_a_suite_show_beside_the_name() -> None:
    own = evaluate(**DEMO)  # type: ignore[arg-type]
    typed = evaluate(**DEMO, metrics="litter")  # type: ignore[arg-type]
    asked = evaluate(**DEMO, metrics="litter:case=fold,stopwords=drop")  # type: ignore[arg-type]
    for result in (own, asked):
        table = result.table()
        assert "LitTER† ↓" in table
        assert "\n† LitTER with case=fold,stopwords=drop.\n" in table
        assert result.overall("apertium", "litter").options == "case=fold,stopwords=drop"
    assert "LitTER ↓" in typed.table() and "†" not in typed.table()
    assert typed.overall("apertium", "litter").as_json()["options"] == ""


def test_footer_states_the_family(tmp_path: Path) -> None:
    systems, start = ("horse", "one"), "seed 12345, Holm-corrected over "
    assert f"{start}the whole table); " in scored(tmp_path, *systems, test="ar").table()
    by_metric = scored(tmp_path, *systems, test="ar", family="metric")
    assert f"{start}each metric by itself); " in by_metric.table()
    one = scored(tmp_path, *systems, test="ar", tested="ter")
    # options that a metric settles itself are no choice
    assert (one.columns[0].title, one.rows[0].options) == ("blacklist", "")
    assert f"{start}ter, nothing else being tested); " in one.table()
    assert [row.metric for row in one.rows if row.p is not None] == ["ter"]


def test_what_cannot_be_tested_is_refused_before_the_work(tmp_path: Path) -> None:
    with pytest.raises(UnknownName) as unknown:
        scored(tmp_path, "horse", "one", test="ar", tested=["terr"])
    assert str(unknown.value) == (
        "No metric of this table is called 'terr'. Did you mean 'ter'?\nKnown: blacklist, ter"
    )
    with pytest.raises(UnknownName, match="No family is called 'table'"):
        scored(tmp_path, "horse", "one", test="ar", family="table")
    for options, name in (({"tested": "ter"}, "tested"), ({"family": "metric"}, "family")):
        with pytest.raises(UsageError) as caught:
            scored(tmp_path, "horse", "one", **options)
        assert str(caught.value) == (
            f"{name} is for paired tests, and none was asked for. Add test='ar'."
        )


@pytest.mark.parametrize("test", ["ar", "bs"])
def test_a_test_of_one_system_says_that_it_is_none(tmp_path: Path, test: str) -> None:
    assert ONE_SYSTEM in scored(tmp_path, "horse", test=test).notes
    assert ONE_SYSTEM not in scored(tmp_path, "horse", "one", test=test).notes


def tagged(tmp_path: Path, **options: object) -> str:
    """What is resampled when word F reads a file of tags."""
    text = ["tu chantes", "tu danses", "vous riez", "vous partez"]
    tags = tmp_path / "tags"
    tags.write_text("formality 0\n" * 4, encoding="utf-8")
    settings = {"metrics": "word-f", "tags": {"": tags}, "n_bootstrap": 5} | options
    result = evaluate(
        languages="en-fr", source=["you sing"] * 4, references=[text], outputs={"one": text},
        **settings,
    )  # type: ignore[arg-type]  # fmt: skip
    return result.rows[0].signature.split("|unit:")[1].split("|")[0]


def test_tags_from_a_file_resample_documents_where_they_are_known(tmp_path: Path) -> None:
    ids = ["a", "a", "b", "b"]
    assert tagged(tmp_path, docids=ids) == "document"
    assert tagged(tmp_path) == "segment"
    assert tagged(tmp_path, docids=ids, unit="segment") == "segment"
    assert tagged(tmp_path, docids=ids, metrics="bleu") == "segment"


def test_tags_from_a_file_resample_the_documents_of_a_suite(tmp_path: Path) -> None:
    tags = tmp_path / "tags"
    tags.write_text("0 0\n" * 2, encoding="utf-8")
    for document, unit in (("d", "document"), (None, "segment")):
        segments = [listed(i, document=document) for i in range(2)]
        result = on_suite(tmp_path, segments, {"one": ["so", "so"]}, "word-f", tags={"": tags})
        assert f"|unit:{unit}|" in result.rows[0].signature
