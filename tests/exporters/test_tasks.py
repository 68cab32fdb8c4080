"""Tasks for lm-evaluation-harness, without the harness: the files, and what they call."""

import ast
import sys
import warnings
from math import isnan
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest
import sacrebleu
from tests.cli.commanding import write_suite, written

import litmus
from litmus.corpus.suite import SuiteFolder
from litmus.errors import UsageError
from litmus.exporters import Exported, export_suite, options_of
from litmus.exporters.harness import HarnessTask, harness_name
from litmus.files.text import TextWarning

SOURCE = ["", "Yes.", "", "No.", "", ""]
REFERENCE = ["", "Ja.", "", "Nein.", "", "Ende."]  # the last is the reference's alone


@pytest.fixture
def suite(tmp_path: Path) -> SuiteFolder:
    rows = [{"id": f"s{k}", "doc": "a", "source": source, "references": [reference]}
            for k, (source, reference) in enumerate(zip(SOURCE, REFERENCE, strict=True))]  # fmt: skip
    write_suite(tmp_path / "yes & no", rows, target="de", metrics=["chrf", "blacklist"])
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", TextWarning)
        found = litmus.load_suite(tmp_path / "yes & no")
        assert isinstance(found, SuiteFolder)
        return found


@pytest.mark.filterwarnings("ignore::litmus.files.text.TextWarning")
def test_the_folder_has_all_that_the_harness_reads(suite: SuiteFolder, tmp_path: Path) -> None:
    out = tmp_path / "out"
    done = export_suite("lm-eval", suite, out, prompt="plain")
    assert done == Exported(
        f"{out}: task litmus_yes_no, 6 segments, scores: chrf, blacklist",
        [
            "Without a prompt: 4 empty lines of the source, whose translation is empty.",
            f"Run it: lm_eval --model MODEL --tasks litmus_yes_no --include_path {out}",
        ],
    )
    yaml = (out / "litmus_yes_no.yaml").read_text()
    assert yaml.startswith("# Written by litmus ")
    assert yaml.split("metric_list:\n")[1] == (
        '  - metric: "chrf"\n    aggregation: !function litmus_yes_no.score_0\n'
        "    higher_is_better: true\n"
        '  - metric: "blacklist"\n    aggregation: !function litmus_yes_no.score_1\n'
        "    higher_is_better: false\n"
        "metadata:\n  version: 3\n"
    )
    for line in ("task: litmus_yes_no", "num_fewshot: 0", '  until: ["\\n"]', "  do_sample: false",
                 "  temperature: 0.0", "output_type: generate_until"):  # fmt: skip
        assert f"\n{line}\n" in yaml
    module = ast.parse((out / "litmus_yes_no.py").read_text())
    task, *_ = [one for one in module.body if isinstance(one, ast.Assign)]
    assert [ast.literal_eval(one) for one in task.value.args[1:]] == [  # type: ignore[attr-defined]
        ("chrf", "blacklist"), ("chrf", "blacklist"),
    ]  # fmt: skip
    names = [one.targets[0].id for one in module.body if isinstance(one, ast.Assign)]  # type: ignore[attr-defined]
    assert names == ["_TASK", "dataset", "process_results", "score_0", "score_1"]
    rows = written(out / "litmus_yes_no/documents.jsonl")
    prompts = [row.pop("prompt") for row in rows]
    assert rows == [
        {"index": 1, "id": "s1", "source": "Yes.", "reference": "Ja."},
        {"index": 3, "id": "s3", "source": "No.", "reference": "Nein."},
    ]
    assert "German" in prompts[0] and "Yes." in prompts[0] and "No." not in prompts[0]


@pytest.mark.filterwarnings("ignore::litmus.files.text.TextWarning")
def test_settings_of_a_task(suite: SuiteFolder, tmp_path: Path) -> None:
    assert options_of("lm-eval") == {
        "task": "its name (default: litmus_ and the suite's)",
        "metrics": "separated by blanks (default: the suite's)",
        "prompt": "how the model is asked (litmus list prompts; default: labelled)",
    }
    settings = {"task": "it", "metrics": "litter:case=fold,stopwords=drop litter"}
    done = export_suite("lm-eval", suite, tmp_path / "out", **settings)
    scores = "litter:case=fold,stopwords=drop, litter"
    assert done.summary.endswith(f": task it, 6 segments, scores: {scores}")
    # to the harness, a comma ends the name
    assert '- metric: "litter:case=fold;stopwords=drop"' in (tmp_path / "out/it.yaml").read_text()
    again = export_suite("lm-eval", suite, tmp_path / "out", overwrite=True, task="it",
                         metrics="chrf")  # fmt: skip
    assert again.summary.endswith("scores: chrf")


@pytest.mark.parametrize(("options", "message"), [
    ({"task": "my task"},
     "task becomes the name of a Python file: letters, digits and _, not 'my task'."),
    ({"task": "1st"}, "task becomes the name of a Python file: letters, digits and _, not '1st'."),
    ({"metrics": "bleu bleu"}, "The metric 'bleu' is asked for twice. Name it once."),
    ({"metrics": "bluh"}, "No metric is called 'bluh'. Did you mean 'bleu'?"),
    ({"prompt": "plian"}, "No prompt is called 'plian'. Did you mean 'plain'?"),
    ({"outputs": {"mine": ["x"] * 6}},
     "A task for lm-eval holds no translations: leave out outputs and into."),
    ({"into": Path("x")}, "A task for lm-eval holds no translations: leave out outputs and into."),
    ({"tsk": "x"}, "The export format lm-eval has no option 'tsk'."),
])  # fmt: skip
def test_refused(suite: SuiteFolder, tmp_path: Path, options: dict[str, Any], message: str) -> None:
    with pytest.raises(UsageError) as caught:
        export_suite("lm-eval", suite, tmp_path / "out", **options)
    assert str(caught.value).split("\nKnown")[0] == message
    assert not (tmp_path / "out").exists()


@pytest.fixture
def task(suite: SuiteFolder, tmp_path: Path) -> HarnessTask:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", TextWarning)
        export_suite("lm-eval", suite, tmp_path / "out", metrics="bleu chrf", task="it")
    return HarnessTask(tmp_path / "out" / "it", ("bleu", "chrf"), ("bleu", "chrf"))


@pytest.mark.filterwarnings("ignore::litmus.files.text.TextWarning")
@pytest.mark.parametrize("limit", [1, 2])
def test_scores_are_of_the_whole_corpus_that_was_answered(task: HarnessTask, limit: int) -> None:
    rows = written(task.folder / "documents.jsonl")
    # What the harness does: every answer by itself, and all of them to the aggregation.
    items = [task.process_results(row, [f"Ja \n{row['index']}."])["bleu"] for row in rows[:limit]]
    assert items == [(1, "Ja 1."), (3, "Ja 3.")][:limit]
    own = ["", "Ja 1.", "", "Ja 3.", "", ""]
    upto = 3 if limit == 1 else 6  # empty lines go with the one before them
    text = [lines[:upto] for lines in (own, REFERENCE)]
    bleu, chrf = (task.aggregation(name)(items[::-1]) for name in ("bleu", "chrf"))
    assert bleu == pytest.approx(sacrebleu.corpus_bleu(text[0], [text[1]]).score)
    assert chrf == pytest.approx(sacrebleu.corpus_chrf(text[0], [text[1]]).score)


@pytest.mark.filterwarnings("ignore::litmus.files.text.TextWarning")
def test_what_a_task_hands_over(task: HarnessTask, monkeypatch: pytest.MonkeyPatch) -> None:
    found = HarnessTask(task.folder, (), ("litter:case=fold,n=2", "bleu"))
    assert found.process_results({"index": 3, "id": "s3"}, ["a\nb", "c"]) == {
        "litter:case=fold;n=2": (3, "a b"), "bleu": (3, "a b"),
    }  # fmt: skip
    assert harness_name("a,b,c") == "a;b;c"
    without = HarnessTask(task.folder, ("blacklist",), ("blacklist",))
    assert isnan(without.aggregation("blacklist")([(1, "Ja.")]))  # no evidence is no number
    datasets = ModuleType("datasets")
    datasets.Dataset = SimpleNamespace(from_list=list)  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "datasets", datasets)
    (name, rows), = task.dataset(anything=1).items()  # fmt: skip
    assert (name, [row["id"] for row in rows]) == ("test", ["s1", "s3"])
