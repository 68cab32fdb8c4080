"""Tasks for lm-evaluation-harness: a YAML file, a Python file for the scores, and the suite."""

import json
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from litmus import __version__
from litmus.corpus.suite import Suite, SuiteFolder, write_suite_files
from litmus.errors import UsageError
from litmus.exporters.harness import DOCUMENTS, harness_name
from litmus.exporters.registry import Exported
from litmus.files.folders import new_folder
from litmus.files.jsonl import line
from litmus.files.text import write_text
from litmus.language.knowledge import load
from litmus.metrics.registry import metric_class
from litmus.scoring.measuring.inputs import Output
from litmus.scoring.plan import DEFAULT_METRICS
from litmus.systems.engine import Query
from litmus.systems.prompts.prompting import Conversation, Given, Prompt, load_prompt
from litmus.wording import count, option

NAME = "lm-eval"
SUMMARY = "folder of a task for lm-evaluation-harness, which scores as litmus does"
OPTIONS: Mapping[str, str] = {
    "task": "its name (default: litmus_ and the suite's)",
    "metrics": "separated by blanks (default: the suite's)",
    "prompt": "how the model is asked (litmus list prompts; default: labelled)",
}
# Models that were not tuned to chat go on where a text stops: after the name of the language.
_PROMPT = "labelled"
_YAML = """\
# Written by litmus {version}: litmus export lm-eval. Prompt: {prompt}
# Run it: lm_eval --model MODEL --tasks {task} --include_path THIS_FOLDER
task: {task}
tag: litmus
custom_dataset: !function {task}.dataset
test_split: test
output_type: generate_until
doc_to_text: "{{{{prompt}}}}"
doc_to_target: "{{{{reference}}}}"
target_delimiter: " "
num_fewshot: 0
generation_kwargs:
  until: ["\\n"]
  do_sample: false
  temperature: 0.0
  max_gen_toks: 512
process_results: !function {task}.process_results
metric_list:
{metrics}metadata:
  version: {suite_version}
"""
_METRIC = """\
  - metric: {name}
    aggregation: !function {task}.{function}
    higher_is_better: {higher}
"""
_PYTHON = '''\
"""Written by litmus {version}: the scores of {task}.yaml are those of `litmus score`."""

from pathlib import Path

from litmus.exporters.harness import HarnessTask

_TASK = HarnessTask(Path(__file__).resolve().with_suffix(""), {metrics!r}, {names!r})
dataset = _TASK.dataset
process_results = _TASK.process_results
{functions}'''


def write(
    suite: Suite,
    output: Path,
    *,
    outputs: Mapping[str, Output],
    into: Path | None,
    overwrite: bool,
    task: str | None = None,
    metrics: str | None = None,
    prompt: str = _PROMPT,
) -> Exported:
    """Write the folder. Outputs have no place in it: the harness asks a model for them."""
    if outputs or into is not None:
        raise UsageError(
            f"A task for lm-eval holds no translations: leave out {option('outputs')} and "
            f"{option('into')}."
        )
    info = suite.info
    name = task or "litmus_" + re.sub(r"\W+", "_", info.name).strip("_")
    if not re.fullmatch(r"[A-Za-z_]\w*", name):
        raise UsageError(
            f"{option('task')} becomes the name of a Python file: letters, digits and _, not "
            f"{name!r}."
        )
    chosen = tuple(metrics.split()) if metrics else info.metrics or DEFAULT_METRICS
    scores = _scores(chosen)
    conversation = load_prompt(prompt)
    facts = suite.facts.values() if isinstance(suite, SuiteFolder) else ()
    with new_folder(output, overwrite=overwrite, sign=f"{name}.yaml") as folder:
        n = write_suite_files(folder / name, info, suite.segments(), facts)
        with write_text(folder / name / DOCUMENTS) as out:
            asked = sum(1 for row in _documents(suite, conversation) if out.write(row))
        _write(folder / f"{name}.yaml", _yaml(name, info.version, conversation, scores))
        _write(folder / f"{name}.py", _python(name, chosen, list(scores)))
    summary = f"{output}: task {name}, {count(n, 'segment')}, scores: {', '.join(scores)}"
    run = f"Run it: lm_eval --model MODEL --tasks {name} --include_path {output}"
    if n > asked:
        empty = f"{count(n - asked, 'empty line')} of the source"
        return Exported(summary, [f"Without a prompt: {empty}, whose translation is empty.", run])
    return Exported(summary, [run])


def _scores(metrics: Sequence[str]) -> dict[str, bool]:
    """Every score by its name in the rows, and whether more of it is better.

    A metric that is asked for twice, with other options, is called as it was typed.
    """
    found = [(text, metric_class(text)) for text in metrics]
    times = Counter(metric.name for _, metric in found)
    scores = {}
    for text, metric in found:
        name = text if times[metric.name] > 1 else metric.name
        for reading in metric.readings:
            shown = f"{name}.{reading.suffix}" if reading.suffix else name
            if shown in scores:
                raise UsageError(f"The metric {shown!r} is asked for twice. Name it once.")
            scores[shown] = reading.higher_is_better
    return scores


def _documents(suite: Suite, prompt: Prompt) -> Iterator[str]:
    codes = suite.info.source, suite.info.target
    conversation = Conversation(prompt, codes, (load(codes[0]).name, load(codes[1]).name))
    for index, segment in enumerate(suite.segments()):
        if not segment.source.strip():  # the harness takes its translation to be empty
            continue
        turns = conversation.turns(Query(segment.source), Given())
        row = {
            "index": index,
            "id": segment.id,
            "prompt": "\n\n".join(turn.text for turn in turns),
            "source": segment.source,
            "reference": segment.references[0] if segment.references else "",
        }
        yield line(row) + "\n"


def _yaml(task: str, version: int, prompt: Prompt, scores: Mapping[str, bool]) -> str:
    metrics = "".join(
        _METRIC.format(
            name=json.dumps(harness_name(name)),
            task=task,
            function=f"score_{k}",
            higher=str(higher).lower(),
        )  # fmt: skip
        for k, (name, higher) in enumerate(scores.items())
    )
    return _YAML.format(
        version=__version__, prompt=prompt.signature, task=task, metrics=metrics,
        suite_version=version,
    )  # fmt: skip


def _python(task: str, metrics: tuple[str, ...], names: Sequence[str]) -> str:
    functions = "".join(
        f"score_{k} = _TASK.aggregation({name!r})\n" for k, name in enumerate(names)
    )
    return _PYTHON.format(
        version=__version__, task=task, metrics=metrics, names=tuple(names), functions=functions
    )


def _write(path: Path, text: str) -> None:
    with write_text(path) as out:
        out.write(text)
