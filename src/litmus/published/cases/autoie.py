"""AutoIE: references scored against the words that they must hold."""

from collections.abc import Iterator

from litmus.importers import import_suite
from litmus.published.case import Data, Found
from litmus.published.scoring import score_imported

# Our way of matching -> what it is called in the case's file.
READINGS = {"substring": "parts of words", "word": "words", "space": "words between spaces"}


def recompute(data: Data) -> Iterator[Found]:
    """Every row by its own reference; every item by its first reference, with any words."""
    file = data.file("autoie-is/AutoIE_references__CLARIN_IE_is-en.tsv")
    segments = list(import_suite("autoie", file).segments)
    first: dict[str | None, str] = {}
    for segment in segments:
        first.setdefault(segment.group, segment.references[0])
    yield Found("size", "rows", len(segments))
    yield Found("size", "items", len(first))
    outputs = {
        "own": [segment.references[0] for segment in segments],
        "first": [first[segment.group] for segment in segments],
    }
    for match, reading in READINGS.items():
        _, evidence = score_imported("autoie", file, outputs, f"autoie:match={match}")
        passed = {name: [row for row in evidence if row["system"] == name] for name in outputs}
        rows = sum(row["counts"]["passed_own"] > 0 for row in passed["own"])
        yield Found("rows", reading, rows)
        yield Found("items", reading, sum(row["counts"]["passed"] for row in passed["first"]))
