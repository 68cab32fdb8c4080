"""The page of JSON shapes: the keys of rows, read off what the commands write."""

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from links import SOURCES
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files

from litmus.annotate.agree.rows import FIELDS as AGREE
from litmus.annotate.judgements import FIELDS as JUDGEMENTS
from litmus.probing.results import FIELDS as PROBE
from litmus.published.tables import FIELDS as REPRODUCE

PAGE = "reference/json.md"
LITMUS = (sys.executable, "-c", "import sys; from litmus.cli import main; sys.exit(main())")
TALK = {
    "talk.en": "The car is red. It let the cat out of the bag.\nIt is fast.\n",
    "talk.fr": "La voiture est rouge. Elle a vendu la mèche.\nElle est rapide.\n",
    "talk.docids": "a\na\n",
}
PAIR = ("-l", "en-fr", "-s", "talk.en", "-r", "talk.fr")


@dataclass(frozen=True)
class Shape:
    """What writes rows, and where they are found."""

    title: str
    command: Sequence[str]
    written: str = "-"  # the file; - is stdout
    files: Mapping[str, str] = field(default_factory=dict)


SHAPES = (
    Shape("Scores", ("score", "-t", "demo-is-en", "--paired-ar", "-f", "json")),
    Shape("Evidence of segments",
          ("score", "-t", "demo-is-en", "-m", "autoie", "--segments", "why.jsonl"), "why.jsonl"),
    Shape("Segments of a suite",
          ("suite", "filter", "-t", "demo-en-es", "--sample", "20", "-o", "part"),
          "part/segments.jsonl"),
    Shape("Tags",
          ("tag", *PAIR, "--docids", "talk.docids", "-o", "tags.jsonl"), "tags.jsonl", TALK),
    Shape("Links", ("align", *PAIR, "-f", "jsonl"), files=TALK),
    Shape("Occurrences of idioms",
          ("mine", "en", "talk.en", "-l", "en", "-o", "found.jsonl"), "found.jsonl", TALK),
)  # fmt: skip
FIELDS = (
    ("Agreement with people", "litmus agree -f json", AGREE),
    ("Judgements of people", "litmus annotate export", JUDGEMENTS),
    ("Probes", "litmus probe -f json", (*PROBE, "signature")),
    ("Published figures", "litmus reproduce -f json", REPRODUCE),
)
KINDS = {dict: "object", list: "list", str: "text", bool: "yes or no", int: "number",
         float: "number", type(None): "null"}  # fmt: skip


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """The page."""
    files.append(File.generated(config, PAGE, content="\n".join(page())))
    return files


def page() -> Iterator[str]:
    """Shapes that a run shows, then those that the code lists."""
    yield from ("# JSON shapes", "",
                "The keys of every row that litmus writes. The first tables are read off what the "
                "command above them wrote while this page was built; the others are the code's own "
                "lists. What the keys mean: [formats](../formats.md#output).", "")  # fmt: skip
    for shape in SHAPES:
        yield from (f"## {shape.title}", "", f"`litmus {' '.join(shape.command)}`", "")
        yield from ("| key | is | for example |", "| --- | --- | --- |", *keys(rows(shape)), "")
    for title, command, names in FIELDS:
        listed = ", ".join(f"`{name}`" for name in names)
        yield from (f"## {title}", "", f"`{command}`: {listed}", "")


def rows(shape: Shape) -> list[dict[str, Any]]:
    """What the command writes in an empty folder."""
    path = os.pathsep.join(filter(None, (SOURCES, os.environ.get("PYTHONPATH"))))
    with tempfile.TemporaryDirectory() as folder:
        for name, text in shape.files.items():
            (Path(folder) / name).write_text(text, encoding="utf-8")
        done = subprocess.run(
            (*LITMUS, *shape.command), cwd=folder, capture_output=True, encoding="utf-8",
            env=os.environ | {"PYTHONPATH": path},
        )  # fmt: skip
        if done.returncode:
            raise SystemExit(f"litmus {' '.join(shape.command)}: {done.stderr}")
        text = done.stdout if shape.written == "-" else (Path(folder) / shape.written).read_text(
            encoding="utf-8")  # fmt: skip
    return json.loads(text) if text.startswith("[") else [*map(json.loads, text.splitlines())]


def keys(found: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    """One line per key, with every kind of value it has and the first that says something."""
    for key in dict.fromkeys(key for row in found for key in row):
        values = [row[key] for row in found if key in row]
        kinds = " or ".join(dict.fromkeys(KINDS[type(value)] for value in values))
        some = "" if len(values) == len(found) else ", not in every row"
        example = json.dumps(next(filter(None, values), values[0]), ensure_ascii=False)
        short = example if len(example) <= 90 else f"{example[:90]}…"
        yield f"| `{key}` | {kinds}{some} | `` {short} `` |"
