"""Plots: a file of each kind for what the result has, and nothing of matplotlib left behind."""

import sys
import xml.etree.ElementTree as ET
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from tests.scoring.results_by_hand import result, row

from litmus.errors import DataError, MissingExtra
from litmus.reports.plots import _figures, _whiskers, write_plots
from litmus.scoring.results import Result
from litmus.scoring.rows import Column, Correlation, ResultRow
from litmus.tables.figures import FORMATS, check_plots

REASON = "matplotlib is not installed: pip install -e '.[test]'"


def placed(found: ResultRow) -> ResultRow:
    """The row, with what its tag says of a subset apart."""
    column, colon, bucket = (found.tag or "").partition(":")
    return replace(found, column=column, bucket=bucket) if colon else found


LITTER = Column("litter:case=fold", "LitTER", False, "idiom")
MACRO = Column("litter:average=macro", "LitTER macro", False, "idiom")
BLEU = Column("bleu", "BLEU", True, "overall")


def made_up(*rows: ResultRow, columns: tuple[Column, ...] = (LITTER, BLEU), **more: Any) -> Result:
    """Two systems; what `rows` do not have is 12.34."""
    known = {(one.system, one.metric) for one in rows if one.tag is None}
    overall = [row(system, column.metric) for column in columns for system in ("a", "b")
               if (system, column.metric) not in known]  # fmt: skip
    found = result("a", "b", rows=(*map(placed, rows), *overall))
    return replace(found, columns=columns, **more)


def drawn(found: Result) -> dict[str, Any]:
    """Name -> figure of all plots, which are in no file."""
    pytest.importorskip("matplotlib", reason=REASON)
    return dict(_figures(found))


def groups(axes: Any) -> list[Any]:
    return [one.patches for one in axes.containers if hasattr(one, "patches")]


def bars(axes: Any) -> list[list[tuple[float, float]]]:
    """The middle and the height of each bar, by system."""
    return [
        [(round(bar.get_x() + bar.get_width() / 2, 6), bar.get_height()) for bar in group]
        for group in groups(axes)
    ]


def ticks(axes: Any) -> list[str]:
    return [text.get_text() for text in axes.get_xticklabels()]


def legend(figure: Any) -> list[str]:
    return [text.get_text() for one in figure.legends for text in one.get_texts()]


def test_there_is_a_plot_of_all_that_has_data() -> None:
    everything = [
        row(system, column.metric, 10.0 + k, tag=tag, n=40 - k)
        for column in (LITTER, MACRO)
        for k, tag in enumerate((*"vwxyz", "subset:with-idiom", "subset:triggered"))
        for system in ("a", "b")
    ]
    assert list(drawn(made_up(*everything, columns=(LITTER, MACRO, BLEU)))) == [
        "metrics", "litter-case-fold-against-bleu", "litter-case-fold-labels",
        "litter-case-fold-frequency", "litter-average-macro-against-bleu", "subsets",
    ]  # fmt: skip
    four = [one for one in everything if one.tag in set("vwxy")]
    assert "litter-case-fold-frequency" not in drawn(made_up(*four))
    # labels and subsets of macro averages are those of the other average, and so are not drawn
    macro = [one for one in everything if one.metric == MACRO.metric]
    assert list(drawn(made_up(*macro, columns=(MACRO,)))) == ["metrics"]
    no_value = [replace(one, value=None) for one in everything if one.column == "subset"]
    assert list(drawn(made_up(*no_value))) == ["metrics", "litter-case-fold-against-bleu"]
    # one system, or no other metric, is not scattered
    alone = result("a", rows=(row("a", LITTER.metric), row("a", "bleu")))
    for found in (replace(alone, columns=(LITTER, BLEU)), result("a", "b")):
        assert list(drawn(found)) == ["metrics"]


def test_files_are_what_they_say_and_the_same_each_time(tmp_path: Path) -> None:
    matplotlib = pytest.importorskip("matplotlib", reason=REASON)
    before = dict(matplotlib.rcParams)
    for folder in ("new/a", "b"):
        assert write_plots(result("a"), tmp_path / folder) == ["metrics"]
    assert dict(matplotlib.rcParams) == before
    files = sorted((tmp_path / "b").iterdir())
    assert {path.name for path in files} == {f"metrics.{form}" for form in FORMATS}
    for path in files:
        content = path.read_bytes()
        assert content == (tmp_path / "new" / "a" / path.name).read_bytes()
        if path.suffix == ".svg":
            assert ET.fromstring(content).tag == "{http://www.w3.org/2000/svg}svg"
            assert b"<dc:date>" not in content
        else:
            assert content.startswith({".png": b"\x89PNG", ".pdf": b"%PDF"}[path.suffix])
            assert b"CreationDate" not in content


def test_bars_are_as_high_as_the_values() -> None:
    rows = (row("a", "good", 10.0), row("系统", "good", 30.0), row("a", "bad", None),
            row("系统", "bad", 5.0))  # fmt: skip
    figure = drawn(result("a", "系统", rows=rows))["metrics"]
    good, bad = figure.axes
    assert (bars(good), bars(bad)) == ([[(0, 10.0)], [(1, 30.0)]], [[(0, 0.0)], [(1, 5.0)]])
    assert (good.get_title(), bad.get_title()) == ("Good ↑", "Bad ↓")
    assert ticks(good) == ticks(bad) == ["a", "系统"]
    shown = [[(text.get_text(), text.xy) for text in axes.texts] for axes in figure.axes]
    # above the interval, which ends 2 higher; no number where there is no evidence
    assert shown == [[("10.0", (0, 12.0)), ("30.0", (1, 32.0))], [("5.0", (1, 7.0))]]
    (first,), (second,) = groups(good)
    assert first.get_facecolor() != second.get_facecolor()
    assert (first.get_hatch(), second.get_hatch()) == ("", "///")


def test_four_panels_or_three_subsets_stand_side_by_side() -> None:
    many = tuple(Column(f"m{k}", f"M{k}", True, "idiom") for k in range(5))
    random = [row("a", one.metric, tag="subset:random") for one in many]
    for n, name, shape, size in (
        (1, "metrics", [True], (3.3, 1.9)), (4, "metrics", [True] * 4, (6.6, 1.9)),
        (5, "metrics", [True] * 5 + [False] * 3, (6.6, 3.8)),
        (4, "subsets", [True] * 4 + [False] * 2, (6.6, 4.1)),
    ):  # fmt: skip
        figure = drawn(made_up(*random[:n], columns=many[:n]))[name]
        assert [axes.axison for axes in figure.axes] == shape
        assert tuple(figure.get_size_inches()) == pytest.approx(size)


def test_whiskers_reach_to_the_ends_of_intervals() -> None:
    for value, low, high, reach in (
        (5.0, 3.0, 6.0, [[2.0], [1.0]]),
        (5.0, 5.5, 4.5, [[0.0], [0.0]]),  # a value beside its interval
        (None, 3.0, 6.0, [[0.0], [0.0]]), (5.0, None, 6.0, [[0.0], [0.0]]),
        (5.0, 3.0, None, [[0.0], [0.0]]), (0.0, -1.0, 1.0, [[1.0], [1.0]]),
    ):  # fmt: skip
        found = replace(row("a", "good"), value=value, low=low, high=high)
        assert _whiskers([found]) == reach


def test_a_targeted_metric_stands_against_the_first_overall_one() -> None:
    chrf = Column("chrf", "chrF", True, "overall")
    found = made_up(row("a", LITTER.metric, 10.0), row("a", "bleu", 30.0),
                    row("b", LITTER.metric, None), columns=(LITTER, BLEU, chrf))  # fmt: skip
    (axes,) = drawn(found)["litter-case-fold-against-bleu"].axes
    assert (axes.get_xlabel(), axes.get_ylabel()) == ("BLEU ↑", "LitTER ↓")
    (point,) = axes.containers  # b has no value of LitTER
    assert point[0].get_xydata().tolist() == [[30.0, 10.0]]
    ends = [[end.tolist() for end in one.get_segments()[0]] for one in point[2]]
    assert ends == [[[29.0, 10.0], [32.0, 10.0]], [[30.0, 9.0], [30.0, 12.0]]]
    assert [(text.get_text(), text.xy) for text in axes.texts] == [("a", (30.0, 10.0))]


def test_labels_are_side_by_side_and_the_most_frequent_first() -> None:
    tagged = [
        *(row(system, LITTER.metric, value, tag="rare", n=2)
          for system, value in (("a", 1.0), ("b", 2.0))),
        row("a", LITTER.metric, 3.0, tag="often", n=1),
        row("b", LITTER.metric, 4.0, tag="often", n=1200),
    ]  # fmt: skip
    figure = drawn(made_up(*tagged))["litter-case-fold-labels"]
    (axes,) = figure.axes
    assert ticks(axes) == ["often (1,200)", "rare (2)"] and axes.get_ylabel() == "LitTER ↓"
    assert bars(axes) == [[(-0.2, 3.0), (0.8, 1.0)], [(0.2, 4.0), (1.2, 2.0)]]
    assert [round(bar.get_width(), 3) for bar in axes.patches] == [0.368] * 4
    assert legend(figure) == ["a", "b"]
    many = [row("a", LITTER.metric, tag=f"t{k}", n=100 - k) for k in range(20)]
    shown = ticks(drawn(made_up(*many))["litter-case-fold-labels"].axes[0])
    assert (shown[0], shown[-1], len(shown)) == ("t0 (100)", "t14 (86)", 15)


@pytest.mark.parametrize(("most", "scale"), [(30, "linear"), (31, "log")])
def test_values_of_labels_stand_over_how_often_they_occur(most: int, scale: str) -> None:
    tagged = [row("a", LITTER.metric, value, tag=str(k), n=n)
              for k, (n, value) in enumerate([(1, 0.0), (1, 0.0), (1, 5.0), (2, None), (most, 7.0)])
              ]  # fmt: skip
    correlations = (Correlation("a", "bleu", 5, 0.1, 0.2),
                    Correlation("a", LITTER.metric, 5, 0.5, -0.456),
                    Correlation("b", LITTER.metric, 5, 0.5, None))  # fmt: skip
    figure = drawn(made_up(*tagged, correlations=correlations))["litter-case-fold-frequency"]
    of_a, of_b = figure.axes
    (points,) = of_a.collections
    assert sorted(points.get_offsets().tolist()) == [[1, 0], [1, 5], [most, 7]]
    assert sorted(points.get_sizes().tolist()) == [8, 8, 16]  # by area: two labels share a point
    assert (of_a.get_title(), of_b.get_title()) == ("a (ρ = -0.46)", "b")
    assert (of_a.get_xscale(), of_b.get_xscale()) == (scale, "linear")
    assert of_a.get_ylabel() == "LitTER ↓"
    assert figure.get_supxlabel() == "occurrences in the suite"


def test_subsets_have_bars_side_by_side() -> None:
    found = made_up(
        row("a", LITTER.metric, 1.0, tag="subset:triggered"),
        row("b", LITTER.metric, 2.0, tag="subset:triggered"),
        row("b", LITTER.metric, 3.0, tag="subset:random"),
        row("a", "bleu", None, tag="subset:random"),
        row("a", MACRO.metric, 5.0, tag="subset:random"),
        columns=(LITTER, MACRO, BLEU),
    )
    figure = drawn(found)["subsets"]
    (axes,) = figure.axes  # BLEU has no value, and macro is drawn as the other average
    assert axes.get_title() == "LitTER ↓" and ticks(axes) == ["random", "triggered"]
    assert bars(axes) == [[(0.8, 1.0)], [(0.2, 3.0), (1.2, 2.0)]]
    assert legend(figure) == ["a", "b"]


def test_missing_matplotlib_is_said_before_the_work(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    with pytest.raises(MissingExtra) as caught:
        check_plots(tmp_path)
    assert str(caught.value) == (
        "Plotting needs a package that is not installed.\n"
        'Install it with: pip install "litmus-mt[plots]"'
    )


def test_places_that_cannot_be_written(tmp_path: Path) -> None:
    pytest.importorskip("matplotlib", reason=REASON)
    file = tmp_path / "file"
    file.touch()
    (tmp_path / "metrics.svg").mkdir()
    with pytest.raises(DataError, match="is a file, but plots needs a folder"):
        check_plots(file)
    for folder, message in (
        (file / "plots", "cannot be created: Not a directory."),
        (tmp_path, "cannot be written: Is a directory."),
    ):
        with pytest.raises(DataError) as caught:
            write_plots(result("a"), folder)
        assert str(caught.value) == f"{folder} {message}"
