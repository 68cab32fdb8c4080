"""The page recomputes as litmus does: same values, same intervals, for any choice of segments."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from tests.reports.browsing import FIXTURES, Look, Shown, reported, write_suite

from litmus import evaluate
from litmus.corpus.formats.tags import TagFile
from litmus.corpus.segment import Segment, to_json
from litmus.corpus.shipped import load_suite
from litmus.corpus.suite import Suite, read_suite
from litmus.files.text import read_lines
from litmus.reports.examine import examine
from litmus.reports.interning import Interned
from litmus.reports.page import write_report
from litmus.scoring.options import ScoringOptions
from litmus.scoring.results import Result
from litmus.scoring.rows import ResultRow

(look,) = FIXTURES

SUITES = {
    "demo-en-es": ("litter", "litter:average=macro", "apt-eval", "idiom-accuracy", "omission", "bleu", "ter"),
    "demo-is-en": ("autoie", "chrf++", "litter:average=macro"),
    "demo-zh-en": ("blacklist", "chrf", "bleu", "blacklist:average=macro"),
}  # fmt: skip
SETTINGS: dict[str, Any] = {"n_bootstrap": 200, "test": None}


def recomputed(shown: Shown, suite: int, segments: Sequence[int]) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = shown.page.evaluate(
        "([k, chosen]) => litmus.recompute(k, chosen)", [suite, list(segments)]
    )
    return found


def same(found: Sequence[dict[str, Any]], expected: Sequence[ResultRow]) -> None:
    """Every expected row is there with the same numbers, and no other."""
    by_key = {(row["system"], row["metric"], row["tag"]): row for row in found}
    wanted = [row for row in expected if not (row.tag or "").startswith("subset:")]
    assert by_key.keys() == {(row.system, row.metric, row.tag) for row in wanted}
    for row in wanted:
        mine = by_key[row.system, row.metric, row.tag]
        for key in ("n", "value", "low", "high"):
            value = getattr(row, key)
            close = value if value is None else pytest.approx(value, abs=1e-6)
            assert mine[key] == close, (key, row)


def part(suite: Suite, systems: dict[str, Path], places: Sequence[int], folder: Path) -> Path:
    """Some segments of a suite as a suite of their own."""
    segments: list[Segment] = list(suite.segments())
    chosen = [to_json(segments[place]) for place in places]
    lines = {name: list(read_lines(path)) for name, path in systems.items()}
    outputs = {name: [found[place] for place in places] for name, found in lines.items()}
    info = suite.info
    return write_suite(folder, chosen, outputs, source=info.source, target=info.target)


@dataclass(frozen=True)
class Demo:
    """One report of three shipped suites, and what was scored for it."""

    path: Path
    results: Sequence[Result]


@pytest.fixture(scope="module")
def demo(tmp_path_factory: pytest.TempPathFactory) -> Demo:
    path, interned, found = tmp_path_factory.mktemp("demo") / "demo.html", Interned(), []
    for name, metrics in SUITES.items():
        suite, options = load_suite(name), ScoringOptions(metrics=metrics, **SETTINGS)
        found.append(examine(suite, suite.systems, options, interned=interned))
    write_report(path, found, command=["litmus", "demo"])
    return Demo(path, [each.result for each in found])


def test_segments_give_the_numbers_of_score_and_some_those_of_a_suite_of_their_own(
    demo: Demo, look: Look, tmp_path: Path
) -> None:
    shown = look()
    shown.go(demo.path)
    for place, (name, result) in enumerate(zip(SUITES, demo.results, strict=True)):
        suite = load_suite(name)
        same(recomputed(shown, place, range(sum(1 for _ in suite.segments()))), result.rows)
        if name != "demo-en-es":
            places = list(range(3, 60, 2))
            smaller = read_suite(part(suite, dict(suite.systems), places, tmp_path / name))
            expected = evaluate(smaller, smaller.systems, metrics=SUITES[name], **SETTINGS)
            same(recomputed(shown, place, places), expected.rows)


def test_tags_documents_and_weights_are_resampled_as_in_score(look: Look, tmp_path: Path) -> None:
    segments, outputs, tags = [], [], []
    for k in range(24):
        reference = f"le chat numéro {k} dort ."
        segments.append({
            "id": str(k), "doc": f"d{k // 5}", "source": f"cat {k}", "references": [reference],
            "required": [["chat"]], "weight": 0.5, "group": f"g{k // 2}",
        })  # fmt: skip
        outputs.append(reference.replace("chat", "chien") if k % 3 else reference)
        own = [[], ["a", "b"] if k % 2 else ["a"], ["b"], [], [], []]
        tags.append(json.dumps({"tokens": reference.split(), "tags": own}))
    folder = write_suite(tmp_path / "s", segments, {"x": outputs, "y": outputs[::-1]})
    (tmp_path / "tags").write_text("".join(f"{row}\n" for row in tags))
    shown, suite = look(), read_suite(folder)
    for unit in ("segment", "document"):
        metrics = ["word-f", "word-f:average=macro", "autoie", "chrf"]
        settings = SETTINGS | {"unit": unit, "metrics": metrics}
        reported(folder, tmp_path / f"{unit}.html", tags=tmp_path / "tags", **settings)
        found = evaluate(suite, suite.systems, tags={"": TagFile(tmp_path / "tags")}, **settings)
        shown.go(tmp_path / f"{unit}.html")
        same(recomputed(shown, 0, range(24)), found.rows)


def test_weights_are_those_of_numpy(demo: Demo, look: Look) -> None:
    """A seed beyond 32 bits, one unit, many units: through the interval of a metric."""
    import numpy as np

    from litmus.stats.resampling import bootstrap_weights

    shown = look()
    shown.go(demo.path)
    for units, trials, seed in ((1, 3, 5), (2, 40, 0), (777, 3, 2**40 + 9), (3, 50, 12345)):
        found = shown.page.evaluate(
            "([n, t, s]) => Array.from(litmus.bootstrapWeights(n, t, s))", [units, trials, seed]
        )
        expected = np.concatenate(list(bootstrap_weights(units, trials, seed)))
        assert found == expected.ravel().astype(int).tolist()
