"""Word F-measure by label, as compare-mt counts it."""

import json
from collections.abc import Iterator

from litmus.corpus.formats.tags import TagFile
from litmus.corpus.parallel import ParallelFiles
from litmus.corpus.suite import SuiteInfo
from litmus.files.text import read_text
from litmus.published.case import Data, Found
from litmus.published.scoring import score

INPUTS = "golden/compare_mt/inputs"
# Their key -> our reading.
READINGS = {"f": "word-f", "prec": "word-f.precision", "rec": "word-f.recall"}
WORDS = {"f": "F", "prec": "precision", "rec": "recall"}


def recompute(data: Data) -> Iterator[Found]:
    """Two systems, thirteen parts of speech."""
    golden = json.loads(read_text(data.file("golden/compare_mt/label_bucketer_500.json")))
    reference = data.file(f"{INPUTS}/ted.ref.eng")
    for system, stats in golden["stats"].items():
        # compare-mt sees no source; any text of as many lines will do.
        result, _ = score(
            ParallelFiles(SuiteInfo("ted", "is", "en"), reference, (reference,)),
            {system: data.file(f"{INPUTS}/ted.{system}.eng")},
            "word-f:compat=compare-mt",
            tags={
                "": TagFile(data.file(f"{INPUTS}/ted.ref.eng.tag")),
                system: TagFile(data.file(f"{INPUTS}/ted.{system}.eng.tag")),
            },
        )
        values = {(row.metric, row.tag): row.value for row in result.rows}
        for label in golden["labels"]:
            for key, reading in READINGS.items():
                value = values.get((reading, label))
                ours = None if value is None else value / 100
                yield Found("label", f"{WORDS[key]}, {system}, {label}", ours, stats[label][key])
