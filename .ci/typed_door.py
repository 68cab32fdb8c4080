"""The front door as a type checker sees it: every public function shows its signature."""

import subprocess
import sys
import tempfile
from pathlib import Path

# What `reveal_type(litmus.NAME)` must hold: arguments and what comes back.
EXPECTED = {
    "agree": ("judgements: ", "-> litmus.annotate.agree.compare.Agreement"),
    "align": ("source: ", "languages: str", "-> litmus.api.align.Aligned"),
    "analyse": ("language: str", "litmus.language.analysis.Sentence"),
    "build": ("occurrences: ", "-> litmus.idioms.building.plan.Built"),
    "convert_ratings": ("files: ", "format: str", "-> litmus.api.ratings.Converted"),
    "cxmi": ("Overload(", "contrastive: Literal[False]", "contrastive: Literal[True]"),
    "evaluate": (
        "outputs: ",
        "metrics: ",
        "tested: ",
        "family: str",
        "-> litmus.scoring.results.Result",
    ),
    "evaluate_suites": ("suites: ", "outputs: ", "-> litmus.scoring.suites.Results"),
    "gate": ("outputs: ", "require: ", "-> litmus.gating.verdicts.Verdicts"),
    "gate_suites": ("suites: ", "require: ", "-> litmus.gating.verdicts.Verdicts"),
    "judge": ("judge: ", "task: str", "people: ", "-> litmus.api.judge.Judged"),
    "load_suite": ("name: ", "-> litmus.corpus.suite.SuiteFolder"),
    "mine": ("Overload(", "typing.Iterator[dict[", "litmus.idioms.mining.mine.Summary"),
    "probe": ("probes: ", "-> litmus.probing.results."),
    "report": ("path: ", "tested: ", "family: str", "-> litmus.api.report.Report"),
    "reproduce": ("cases: ", "-> litmus.published.results.Reproduction"),
    "run_project": ("project: ", "only: ", "-> litmus.projects.outcome.ProjectRun"),
    "tag": ("phenomena: ", "-> litmus.api.tag.Tagging"),
    "translate": ("system: str", "-> litmus.systems.run.Translation"),
}


def problems() -> list[str]:
    """What the type checker does not show."""
    lines = ["import litmus", *(f"reveal_type(litmus.{name})" for name in EXPECTED)]
    lines.append('reveal_type(litmus.evaluate("demo-en-es").rows[0].value)')
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "door.py"
        file.write_text("\n".join(lines) + "\n", encoding="utf-8")
        command = [sys.executable, "-m", "mypy", "--strict", str(file)]
        output = subprocess.run(command, capture_output=True, text=True, check=False).stdout
    shown = {}
    for line in output.splitlines():
        if "Revealed type is" in line:
            number = int(line.split(":")[1])
            shown[number] = line.split("Revealed type is ", 1)[1]
    missing = [
        f"reveal_type(litmus.{name}) does not show {part!r}: {shown.get(number)}"
        for number, (name, parts) in enumerate(EXPECTED.items(), start=2)
        for part in parts
        if part not in shown.get(number, "")
    ]
    if "float | None" not in shown.get(len(lines), ""):
        missing.append(f"evaluate(...).rows[0].value is not typed: {shown.get(len(lines))}")
    return missing or ([] if "Success" in output else [output])


if __name__ == "__main__":
    found = problems()
    print("\n".join(found) or "typed door: fine")
    sys.exit(bool(found))
