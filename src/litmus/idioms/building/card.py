"""The data card of what was built: counts, tables and a plot for people, JSON for programs."""

import json
from collections import Counter
from collections.abc import Iterator
from html import escape
from pathlib import Path
from typing import Any

from litmus import __version__
from litmus.bitext.cleaning import explain
from litmus.bitext.files import Bitext
from litmus.files.text import write_text
from litmus.idioms.building.plan import Built, Plan
from litmus.tables.formats import Table, columns, markdown_table

_ASIDE = {
    "literal": "a person called the match literal",
    "doubtful": "the match is doubtful (see its flags)",
    "context": "too few words around the idiom",
    "once": "the only pair of its idiom",
    "unseen": "holds an unseen idiom beside the one it was drawn for",
}
_SHOWN = 60  # idioms in the plot


def write_card(folder: Path, bitext: Bitext, plan: Plan, built: Built) -> None:
    """`card.json`, `card.md` and `frequency.svg` in the folder."""
    facts = _facts(bitext, plan, built)
    with write_text(folder / "card.json") as out:
        json.dump(facts, out, ensure_ascii=False, indent=1)
        out.write("\n")
    with write_text(folder / "card.md") as out:
        out.write(_markdown(facts, built, plan))
    with write_text(folder / "frequency.svg") as out:
        out.write(frequency_plot(built.test + built.unseen, built.train))


def _facts(bitext: Bitext, plan: Plan, built: Built) -> dict[str, Any]:
    labels = sorted(built.train.keys() | built.test.keys() | built.unseen.keys())
    return {
        "litmus": __version__,
        "corpus": bitext.name,
        "languages": list(bitext.languages),
        "scheme": plan.scheme,
        "seed": plan.seed,
        "mark": plan.mark,
        "pairs": built.pairs,
        "removed": dict(built.dropped),
        "set_aside": dict(built.set_aside),
        "leaks_removed": dict(built.leaks),
        "regular": built.regular,
        "idiom_train": built.train.total(),
        "idiom_test": built.test.total(),
        "unseen_test": built.unseen.total(),
        "conditions": built.conditions,
        "idioms": [
            {
                "idiom": label,
                "train": built.train[label],
                "test": built.test[label],
                "unseen": built.unseen[label],
            }
            for label in labels
        ],
    }


def _markdown(facts: dict[str, Any], built: Built, plan: Plan) -> str:
    source, target = facts["languages"]
    lines = [
        f"# Data card: {source}-{target} from {facts['corpus']}",
        "",
        f"Scheme {plan.scheme}, seed {plan.seed}, litmus {facts['litmus']}.",
        "",
        "## Sizes",
        "",
        *_table(("part", "pairs", "idioms"), _sizes(built)),
        "",
        *_table(("condition", "training pairs"), list(built.conditions.items())),
        "",
        "## What cleaning removed",
        "",
        f"Of {built.pairs:,} pairs:",
        "",
        *_table(("why", "pairs"), explain(built.dropped, plan.cleaning)),
        "",
        "## What was set aside",
        "",
        "Pairs with a match that are neither regular nor idiom data.",
        "",
        *_table(
            ("why", "pairs"),
            [(text, built.set_aside[key]) for key, text in _ASIDE.items()],
        ),
        "",
        "## Leaks",
        "",
        "Training pairs whose source is a test sentence, or nearly one, were removed: "
        f"{built.leaks['regular']:,} regular, {built.leaks['idiom-train']:,} with an idiom.",
        "",
        "## Idioms",
        "",
        "![Occurrences per idiom](frequency.svg)",
        "",
        *_table(
            ("idiom", "train", "test", "unseen"),
            [(row["idiom"], row["train"], row["test"], row["unseen"]) for row in facts["idioms"]],
        ),
        "",
    ]
    return "\n".join(lines)


def _sizes(built: Built) -> list[tuple[Any, ...]]:
    parts = {"idiom-train": built.train, "idiom-test": built.test}
    if built.unseen:
        parts["unseen-test"] = built.unseen
    rows = [(name, counts.total(), len(counts)) for name, counts in parts.items()]
    return [("regular (training)", built.regular, ""), *rows]


def _table(heads: tuple[str, ...], rows: list[tuple[Any, ...]]) -> Iterator[str]:
    cells = [[f"{cell:,}" if isinstance(cell, int) else str(cell) for cell in row] for row in rows]
    return markdown_table(
        Table("", columns("text", heads[0]) + columns("number", *heads[1:]), cells)
    )


def frequency_plot(test: Counter[str], train: Counter[str]) -> str:
    """An SVG of how often each idiom occurs, as Figure 11 of Baziotis et al. (2023)."""
    counts = test + train
    rows = sorted(counts, key=lambda label: (-counts[label], label))[:_SHOWN]
    top = max((counts[label] for label in rows), default=1)
    height, left, width = 16, 260, 420
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{left + width + 80}" '
        f'height="{height * len(rows) + 40}" font-family="sans-serif" font-size="11">',
        "<title>Occurrences per idiom: test (dark) and training (light)</title>",
        f'<text x="{left}" y="14">occurrences: test (dark), training (light); '
        f"{len(counts)} idioms, {counts.total()} occurrences</text>",
    ]
    for number, label in enumerate(rows):
        y = 24 + number * height
        dark = width * test[label] / top
        light = width * train[label] / top
        parts += [
            f'<text x="{left - 6}" y="{y + 11}" text-anchor="end">{escape(label)}</text>',
            f'<rect x="{left}" y="{y}" width="{dark:.1f}" height="{height - 4}" fill="#1f4e79"/>',
            f'<rect x="{left + dark:.1f}" y="{y}" width="{light:.1f}" height="{height - 4}" '
            'fill="#9fc1e0"/>',
            f'<text x="{left + dark + light + 4:.1f}" y="{y + 11}">{counts[label]}</text>',
        ]
    return "\n".join([*parts, "</svg>", ""])
