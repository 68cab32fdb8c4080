"""What the tests of the report share: suites to show, and a real browser to look with.

A test module takes the fixtures over by `(look,) = FIXTURES`.
"""

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from litmus.corpus.formats.tags import TagFile
from litmus.corpus.suite import read_suite
from litmus.reports.examine import Examined, examine
from litmus.reports.interning import Interned
from litmus.reports.page import write_report
from litmus.scoring.options import ScoringOptions

# What must stay text wherever it stands; the name of a file cannot hold a slash.
AXE = Path(__file__).parents[2] / "frontend/node_modules/axe-core/axe.min.js"
# Time enough for all that a page does by itself after it has opened.
TWO_FRAMES = "new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"
MARKUP = "<script>alert('x')</script> <unk> <b>&amp;</b> \"q\" </style> -->"
SYSTEM = "<script>alert(1) <unk> & \"x\" 'y'"


@dataclass
class Shown:
    """A page in the browser, and everything it complained of or asked for."""

    page: Any
    complaints: list[str] = field(default_factory=list)
    requests: list[str] = field(default_factory=list)

    def go(self, path: Path, where: str = "") -> Any:
        """Open a report from disk at a place; comes back when it stands."""
        self.page.goto("about:blank")
        self.requests.clear()
        self.page.goto(f"{path.as_uri()}{where}")
        self.page.wait_for_selector("html[data-ready]", timeout=20_000)
        return self.page

    def barriers(self) -> list[str]:
        """What axe finds that is serious; the page must have opened with `bypass_csp`."""
        if not AXE.exists():
            pytest.skip("axe-core is not installed: npm ci in frontend/")
        self.page.evaluate(TWO_FRAMES)
        self.page.add_script_tag(path=str(AXE))
        return [
            f"{rule['id']}: {node['html']}"
            for rule in self.page.evaluate("axe.run()")["violations"]
            if rule["impact"] in ("serious", "critical")
            for node in rule["nodes"]
        ]

    def numbers(self) -> list[list[str]]:
        """The table of numbers above the segments, once its intervals are there."""
        self.page.wait_for_selector('.numbers[data-state="ready"]')
        rows = self.page.locator(".numbers table").first.locator("tbody tr").all()
        return [[cell.inner_text() for cell in row.locator("th, td").all()] for row in rows]


@pytest.fixture
def look(browser: Any) -> Iterator[Callable[..., Shown]]:
    """`look(width, height, **settings)`: a fresh page of that size."""
    contexts = []

    def opened(width: int = 1280, height: int = 900, **settings: Any) -> Shown:
        context = browser.new_context(viewport={"width": width, "height": height}, **settings)
        contexts.append(context)
        shown = Shown(context.new_page())
        shown.page.on("console", lambda said: shown.complaints.append(f"{said.type}: {said.text}"))
        shown.page.on("pageerror", lambda error: shown.complaints.append(str(error)))
        shown.page.on("request", lambda asked: shown.requests.append(asked.url))
        return shown

    yield opened
    for context in contexts:
        context.close()


FIXTURES = (look,)
Look = Callable[..., Shown]


def write_suite(
    folder: Path,
    segments: Sequence[Mapping[str, Any]],
    systems: Mapping[str, Sequence[str]],
    *,
    facts: Sequence[Mapping[str, Any]] = (),
    **info: Any,
) -> Path:
    """A suite on disk."""
    about = {"name": folder.name, "version": 1, "source": "en", "target": "fr"} | info
    (folder / "systems").mkdir(parents=True)
    files = {
        "segments.jsonl": [json.dumps(segment) for segment in segments],
        "suite.toml": [f"{key} = {json.dumps(value)}" for key, value in about.items()],
        **({"idioms.jsonl": [json.dumps(fact) for fact in facts]} if facts else {}),
    }
    files |= {f"systems/{name}.txt": list(lines) for name, lines in systems.items()}
    for name, lines in files.items():
        (folder / name).write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    return folder


def odd_suite(folder: Path) -> Path:
    """Every kind of mark, markup in every field, Hebrew and emoji, documents, two references."""
    label, segments = f"kick the bucket {MARKUP}", []
    for k in range(36):
        source = f"😀 {MARKUP} He kicked the bucket in week {k} ."
        start = source.index("kicked")
        segments.append({
            "id": f"{MARKUP} {k}", "doc": f"doc {k // 6} {MARKUP}", "source": source,
            "references": [f"הוא מת בשבוע {k} {MARKUP} .", f"הוא נפטר בשבוע {k} ."],
            "idioms": [{"label": label, "spans": [[start, start + 17]]}],
            "blacklist": ["דלי", MARKUP], "required": [["מת"], [MARKUP]],
            "context": [f"Before {MARKUP}"], "reference_context": [f"לפני {MARKUP}"],
        })  # fmt: skip
    literal = [f"הוא בעט ב דלי בשבוע {k} {MARKUP}" for k in range(36)]
    mixed = [line if k % 3 else f"😀😀 הוא מת בשבוע {k} <unk>" for k, line in enumerate(literal)]
    facts = [{"label": label, "meaning": f"to die {MARKUP}", "literal": MARKUP,
              "blacklist": ["דלי"]}]  # fmt: skip
    systems = {SYSTEM: literal, "mixed": mixed}
    return write_suite(
        folder, segments, systems, facts=facts, target="he", description=MARKUP, origin=MARKUP,
        licence=MARKUP, metrics=["blacklist", "autoie", "litter:case=fold", "chrf", "bleu", "ter"],
    )  # fmt: skip


def reported(
    folder: Path,
    path: Path,
    *,
    tags: Path | None = None,
    extras: Sequence[Any] = (),
    **settings: Any,
) -> Examined:
    """A suite's report on disk."""
    suite = read_suite(folder)
    chosen = {"n_bootstrap": 200, "n_trials": 200, "test": "ar"} | settings
    links = bool(chosen.pop("links", False))
    files = {"": TagFile(tags)} if tags else {}
    chosen["metrics"] = tuple(chosen.get("metrics", ()))
    options = ScoringOptions(tags=files, **chosen)
    found = examine(suite, suite.systems, options, interned=Interned(), links=links)
    write_report(path, [found], command=["litmus", "report", MARKUP], extras=extras)
    return found


def write_tags(path: Path, folder: Path) -> Path:
    """Every third word of the first reference tagged, one word with markup for a tag."""
    rows = []
    for segment in read_suite(folder).segments():
        tokens = segment.references[0].split()
        tags = [["pronouns"] if k % 3 == 0 else [] for k in range(len(tokens))]
        tags[1] = ["formality", MARKUP]
        rows.append(json.dumps({"tokens": tokens, "tags": tags}))
    path.write_text("".join(f"{row}\n" for row in rows), encoding="utf-8")
    return path
