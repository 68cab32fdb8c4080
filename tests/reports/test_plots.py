"""Plots: a file of each kind for what the result has, and nothing of matplotlib left behind."""

import sys
import xml.etree.ElementTree as ET
from dataclasses import replace
from pathlib import Path

import pytest
from tests.scoring.results_by_hand import result, row

from litmus.errors import DataError, MissingExtra
from litmus.reports.plots import write_plots
from litmus.scoring.results import Result
from litmus.scoring.rows import Column, ResultRow
from litmus.tables.figures import FORMATS, check_plots

REASON = "matplotlib is not installed: litmus-mt[plots]"


def placed(found: ResultRow) -> ResultRow:
    """The row, with what its tag says of a subset apart."""
    column, colon, bucket = (found.tag or "").partition(":")
    return replace(found, column=column, bucket=bucket) if colon else found


def made_up() -> Result:
    """Two systems with five labels and two subsets under a targeted metric, beside BLEU."""
    tags = (None, *"vwxyz", "subset:with-idiom", "subset:triggered")
    rows = tuple(
        placed(row(system, metric, 10.0 + k + len(tag or ""), tag=tag, n=40 - k))
        for metric in ("litter:case=fold", "litter:average=macro", "bleu")
        for k, tag in enumerate(tags if metric != "bleu" else (None,))
        for system in ("a", "b")
    )
    columns = (
        Column("litter:case=fold", "LitTER", False, "idiom"),
        Column("litter:average=macro", "LitTER macro", False, "idiom"),
        Column("bleu", "BLEU", True, "overall"),
    )
    return replace(result("a", "b", rows=rows), columns=columns)


def test_every_plot_is_there_in_every_format(tmp_path: Path) -> None:
    matplotlib = pytest.importorskip("matplotlib", reason=REASON)
    before = dict(matplotlib.rcParams)
    names = write_plots(made_up(), tmp_path / "new" / "plots")
    assert names == [
        "metrics", "litter-case-fold-against-bleu", "litter-case-fold-labels",
        "litter-case-fold-frequency", "litter-average-macro-against-bleu", "subsets",
    ]  # fmt: skip
    files = {path.name for path in (tmp_path / "new" / "plots").iterdir()}
    assert files == {f"{name}.{form}" for name in names for form in FORMATS}
    assert dict(matplotlib.rcParams) == before


def test_files_are_what_they_say_and_the_same_each_time(tmp_path: Path) -> None:
    pytest.importorskip("matplotlib", reason=REASON)
    for folder in ("a", "b"):
        write_plots(result("a"), tmp_path / folder)
    for path in sorted((tmp_path / "a").iterdir()):
        content = path.read_bytes()
        assert content == (tmp_path / "b" / path.name).read_bytes()
        if path.suffix == ".svg":
            assert ET.fromstring(content).tag == "{http://www.w3.org/2000/svg}svg"
        else:
            assert content.startswith({".png": b"\x89PNG", ".pdf": b"%PDF"}[path.suffix])


def test_bars_are_as_high_as_the_values(tmp_path: Path) -> None:
    pytest.importorskip("matplotlib", reason=REASON)
    from litmus.reports.plots import _metrics

    rows = (
        row("a", "good", 10.0),
        row("系统", "good", 30.0),
        row("a", "bad", None),
        row("系统", "bad", 5.0),
    )
    figure = _metrics(result("a", "系统", rows=rows))
    heights = [[bar.get_height() for bar in axes.patches] for axes in figure.axes]
    assert heights == [[10.0, 30.0], [0.0, 5.0]]
    shown = [[text.get_text() for text in axes.texts] for axes in figure.axes]
    assert shown == [["10.0", "30.0"], ["5.0"]]  # no number where there is no evidence
    assert write_plots(result("a", "系统", rows=rows), tmp_path) == ["metrics"]


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


def test_file_is_no_folder(tmp_path: Path) -> None:
    pytest.importorskip("matplotlib", reason=REASON)
    (tmp_path / "x").write_text("")
    with pytest.raises(DataError, match="is a file, but plots needs a folder"):
        check_plots(tmp_path / "x")


def test_folder_that_cannot_be_made(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(DataError) as caught:
        write_plots(result("a"), tmp_path / "file" / "plots")
    assert str(caught.value) == f"{tmp_path / 'file' / 'plots'} cannot be created: Not a directory."


def test_plot_that_cannot_be_written(tmp_path: Path) -> None:
    pytest.importorskip("matplotlib", reason=REASON)
    (tmp_path / "metrics.svg").mkdir()
    with pytest.raises(DataError) as caught:
        write_plots(result("a"), tmp_path)
    assert str(caught.value) == f"{tmp_path} cannot be written: Is a directory."
