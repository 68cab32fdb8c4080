"""Exported tasks in the real lm-evaluation-harness: the scores are those of litmus, exactly."""

import json
from pathlib import Path

import pytest
from tests.cli.commanding import python

import litmus
from litmus.exporters import export_suite

pytest.importorskip("lm_eval", reason="lm-eval is not installed: pip install -e '.[test-all]'")

# A model that knows the answer to every prompt, and the scores that the harness makes of them; then
# its command with a model of its own. In one process: to import the harness takes most of the time.
HARNESS = """
import json, sys
from contextlib import redirect_stdout
from functools import partial
import lm_eval
from lm_eval.api.model import LM
from lm_eval.tasks import TaskManager

class Known(LM):
    def __init__(self, answers):
        super().__init__()
        self.answers = answers
    def generate_until(self, requests, disable_tqdm=False):
        return [self.answers[request.args[0]] for request in requests]
    def loglikelihood(self, requests):
        raise NotImplementedError
    loglikelihood_rolling = loglikelihood

ours = TaskManager(include_path="tasks", include_defaults=False)
found = []
for task, answers, limit in json.load(open("asked.json")):
    done = lm_eval.simple_evaluate(
        model=Known(answers), tasks=[task], task_manager=ours, limit=limit, log_samples=False,
        bootstrap_iters=0,
    )
    found.append(done["results"][task])
json.dump(found, open("found.json", "w"))

# Thousands of tasks come with the harness, and the command would read them all.
lm_eval.tasks.TaskManager = partial(TaskManager, include_defaults=False)
from lm_eval.__main__ import cli_evaluate
sys.argv = ["lm_eval", "--model", "dummy", "--tasks", "zh", "--include_path", "command"]
with open("table.txt", "w") as table, redirect_stdout(table):
    cli_evaluate()
"""
# Suite, a system of it, metrics.
SUITES = (
    ("demo-en-es", "apertium", "bleu chrf chrf++ litter:case=fold,stopwords=drop litter"),
    ("demo-zh-en", "gloss-words", "blacklist litter bleu"),
    ("demo-is-en", "apertium", "autoie chrf"),
)


def task_of(suite: str) -> str:
    return f"litmus_{suite.replace('-', '_')}"


def answers_of(folder: Path, system: Path) -> dict[str, str]:
    documents = (folder / "documents.jsonl").read_text(encoding="utf-8").split("\n")[:-1]
    lines = system.read_text(encoding="utf-8").split("\n")[:-1]
    prompts = [json.loads(document)["prompt"] for document in documents]
    assert len(set(prompts)) == len(prompts)
    return dict(zip(prompts, lines, strict=True))


@pytest.fixture(scope="module")
def harness(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder where the harness has run, with what it found."""
    folder = tmp_path_factory.mktemp("harness")
    asked = []
    for name, system, metrics in SUITES:
        suite = litmus.load_suite(name)
        task = task_of(name)
        export_suite("lm-eval", suite, folder / "tasks" / name, metrics=metrics)
        answers = answers_of(folder / "tasks" / name / task, suite.systems[system])
        asked.append([task, answers, None])
    (folder / "asked.json").write_text(json.dumps(asked))
    suite = litmus.load_suite("demo-zh-en")
    export_suite("lm-eval", suite, folder / "command", metrics="blacklist chrf", task="zh")
    variables = {"HF_HUB_OFFLINE": "1", "HF_DATASETS_OFFLINE": "1"}
    ran = python("-c", HARNESS, cwd=folder, variables=variables)
    assert ran.returncode == 0, ran.stderr[-3000:]
    return folder


def test_scores_in_the_harness_are_those_of_litmus(harness: Path) -> None:
    expected = []
    for name, system, metrics in SUITES:
        suite = litmus.load_suite(name)
        result = litmus.evaluate(
            suite, {"it": suite.systems[system]}, metrics=metrics.split(), n_bootstrap=2
        )
        expected.append({row.metric: row.value for row in result.rows if row.tag is None})
    found = json.loads((harness / "found.json").read_text())
    for scores, wanted in zip(found, expected, strict=True):
        for metric, value in wanted.items():
            assert scores[f"{metric.replace(',', ';')},none"] == value, metric
    assert [scores["sample_len"] for scores in found] == [231, 61, 103]


def test_command_of_the_harness_runs_the_folder(harness: Path) -> None:
    table = (harness / "table.txt").read_text(encoding="utf-8").split("\n")
    rows = [[cell.strip() for cell in line.split("|")] for line in table]
    found = {row[5]: row[7] for row in rows if len(row) > 7 and row[5] in ("blacklist", "chrf")}
    # its dummy answers "lol" to everything
    suite = litmus.load_suite("demo-zh-en")
    own = litmus.evaluate(suite, {"it": ["lol"] * 61}, metrics=["blacklist", "chrf"], n_bootstrap=2)
    for metric, shown in found.items():
        assert float(shown) == pytest.approx(own.overall("it", metric).value, abs=1e-4)
    assert set(found) == {"blacklist", "chrf"}
