"""A suite with ratings that are hard to show: overlaps, omissions, emoji, right-to-left, markup."""

import json
from pathlib import Path
from typing import Any

from tests.reports.browsing import MARKUP, write_suite

from litmus.api.report import report

SEGMENTS = [
    {"id": "a", "source": "He kicked the bucket 🙂.", "references": ["Er starb."], "doc": "d1"},
    {"id": "b", "source": "She said nothing.", "references": ["Sie schwieg."], "doc": "d1"},
    {"id": "c", "source": "The end.", "references": ["Ende."], "doc": "d2"},
]
SYSTEMS = {
    "mine": ["🙂 Er trat den Eimer.", f"Sie sagte {MARKUP}", ""],
    "yours": ["Er starb.", "لم تقل شيئا", "Ende."],
}


def span(start: int, end: int, category: str, severity: str, **more: Any) -> dict[str, Any]:
    return {"start": start, "end": end, "category": category, "severity": severity, **more}


RATINGS = {
    "people.jsonl": [
        ("a", "mine", "ana", 20, [
            span(5, 9, "Accuracy/Mistranslation", "major"),
            span(2, 20, "Style/Awkward", "minor"),
            span(14, 19, "Non-translation!", "critical"),
            span(0, 0, "Accuracy/Omission", "minor"),
        ]),
        ("a", "mine", "ben", 30.5, [
            span(14, 19, "accuracy/mistranslation", "Major"),
            span(14, 20, "Accuracy/Omission", "minor", **{"in": "source"}),
        ]),
        ("a", "yours", "ana", 100, []),
        ("b", "mine", "ana", 60, [span(10, 10 + len(MARKUP), MARKUP, "neutral")]),
        ("b", "yours", "ana", 70, [span(3, 6, "Fluency/Grammar", "minor")]),
        ("c", "mine", "ana", 0, [span(0, 0, "Accuracy/Omission", "critical")]),
        ("c", "yours", "ben", 90, None),
    ],
    "judge.jsonl": [("a", "mine", "ana", None, [span(0, 1, "", "major")])],
}  # fmt: skip


METRICS: set[str] = set()  # raters that are metrics


def by(who: str) -> dict[str, str]:
    return {"metric" if who in METRICS else "annotator": who}


def rated_page(folder: Path, **options: Any) -> Path:
    """The report of the suite with its ratings."""
    suite = write_suite(folder / "suite", SEGMENTS, SYSTEMS, target="de", metrics=["chrf"])
    files = []
    for name, rows in RATINGS.items():
        files.append(folder / name)
        files[-1].write_text(
            "".join(
                json.dumps({"id": i, "system": s, "score": score, "spans": spans} | by(who)) + "\n"
                for i, s, who, score, spans in rows
            ),
            encoding="utf-8",
        )
    page = folder / "page.html"
    report(suite, path=page, ratings=files, test=None, links=False, n_bootstrap=20, **options)
    return page
