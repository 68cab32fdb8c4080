"""WMT23: how well 21 metrics order systems and segments as people do."""

from collections.abc import Iterator

from litmus import agree
from litmus.files.text import read_lines
from litmus.published.case import Data, Found
from litmus.published.headed import read_headed

# Figures of the case -> the table and measure of `litmus agree`, and the column of expected.tsv.
MEASURES = {
    "system-accuracy": ("score-systems", "accuracy", "sys_pairwise_accuracy"),
    "system-pearson": ("score-systems", "pearson", "sys_pearson"),
    "segment-pearson": ("score-segments", "pearson", "seg_pearson_pooled"),
    "segment-accuracy": ("score-segments", "acc_eq", "seg_acc_tie_calibrated"),
}


def recompute(data: Data) -> Iterator[Found]:
    """Both language pairs."""
    folder = data.folder("wmt23-evalset")
    expected = list(read_headed(data.file("wmt23-evalset/expected.tsv")))
    for pair in ("en-de", "zh-en"):
        rows = agree(folder, languages=pair, draws=1).rows
        people = {row.system: row.value for row in rows if row.metric is None and row.system}
        for line in read_lines(data.file(f"wmt23-evalset/human-scores/{pair}.mqm.sys.score")):
            system, score = line.split("\t")
            if system in people and score != "None":
                yield Found("people", f"{pair}, {system}", people[system], float(score))
        ours = {(row.table, row.measure, row.metric): row.value for row in rows}
        for figures, (table, measure, column) in MEASURES.items():
            for row in expected:
                if row["pair"] == pair:
                    value = ours.get((table, measure, row["metric"]))
                    yield Found(figures, f"{pair}, {row['metric']}", value, float(row[column]))
