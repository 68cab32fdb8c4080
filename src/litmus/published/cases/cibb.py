"""CIBB: how often each idiom occurs, and which references trigger its blacklist."""

from collections import Counter
from collections.abc import Iterator

from litmus.importers import import_suite
from litmus.published.case import Data, Found
from litmus.published.scoring import score_imported


def recompute(data: Data) -> Iterator[Found]:
    """The suite as our importer reads it, and the blacklist metric in its CIBB reading."""
    folder = data.folder("cibb")
    counts = Counter(segment.idioms[0].label for segment in import_suite("cibb", folder).segments)
    yield Found("size", "sentences", counts.total())
    yield Found("size", "idioms", len(counts))
    for idiom, number in counts.items():
        yield Found("frequency", str(idiom), number)
    outputs = {"reference": data.file("cibb/idiom_blacklist.ref.en.txt")}
    _, evidence = score_imported("cibb", folder, outputs, "blacklist:compat=cibb")
    triggered: Counter[str] = Counter()
    for row in evidence:
        triggered[row["evidence"]["idiom"]] += row["counts"]["triggered"]
    yield Found("references", "all", triggered.total())
    for idiom, number in triggered.items():
        if number:
            yield Found("references", idiom, number)
