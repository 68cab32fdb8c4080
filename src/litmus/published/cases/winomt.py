"""WinoMT: is the gender of a person kept, by service and language?"""

from collections.abc import Iterator

from litmus.published.case import Data, Found
from litmus.published.headed import read_headed
from litmus.published.scoring import imported_scores

METRIC = "gender"
# Figures of the case -> our reading and the column of published.tsv.
READINGS = {
    "accuracy": ("", "accuracy"),
    "f1-male": (".f1-male", "f1_male"),
    "f1-female": (".f1-female", "f1_female"),
    "delta-g": (".delta-g", "deltaG"),
}


def recompute(data: Data) -> Iterator[Found]:
    """Every service and language of which a figure is known."""
    published = list(read_headed(data.file("winomt/published.tsv")))
    for target in dict.fromkeys(row["language"] for row in published):
        scored = imported_scores(
            "winomt",
            data.folder("winomt"),
            f"{METRIC}:compat=winomt",
            languages=("en", target),
            systems=[row["system"] for row in published if row["language"] == target],
        )
        ours = {(row.system, row.metric): row.value for row in scored if row.tag is None}
        for row in published:
            if row["language"] == target:
                for figures, (suffix, column) in READINGS.items():
                    value = ours.get((row["system"], METRIC + suffix))
                    item = f"{row['system']}, en-{target}"
                    yield Found(figures, item, value, float(row[column]))
