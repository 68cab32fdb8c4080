"""CTXPro: is the expected word in DeepL's translation, without and with context?"""

from collections.abc import Iterator

from litmus.published.case import Data, Found
from litmus.published.headed import read_headed
from litmus.published.scoring import imported_scores

_SUFFIX = "opensubtitles"
METRIC = "context-word"


def recompute(data: Data) -> Iterator[Found]:
    """Accuracy of every set and mode, and the number that is right by rule."""
    shares: dict[tuple[str, ...], float | None] = {}
    counts: dict[tuple[str, ...], int] = {}
    expected = list(read_headed(data.file("ctxpro-deepl/expected.tsv")))
    for name, target in dict.fromkeys((row["set"], row["language"]) for row in expected):
        file = data.file(f"ctxpro-deepl/{name}.{_SUFFIX}.en-{target}.test.json.gz")
        for score in imported_scores("ctxpro", file, f"{METRIC}:compat=ctxpro"):
            mode = name, target, score.system.removeprefix("deepl.")
            if score.metric == METRIC and score.tag is None:
                shares[mode] = score.value
            elif score.metric == METRIC and score.tag and score.value is not None:
                # Labels are "PHENOMENON RULE".
                rule = score.tag.partition(" ")[2]
                counts[*mode, rule] = round(score.value * score.n / 100)
    for row in expected:
        accuracy = shares.get((row["set"], row["language"], row["mode"]))
        yield Found("accuracy", _item(row), accuracy, float(row["accuracy"]))
    for row in read_headed(data.file("ctxpro-deepl/expected_by_rule.tsv")):
        right = counts.get((row["set"], row["language"], row["mode"], row["rule"]), 0)
        yield Found("right", f"{_item(row)}, {row['rule']}", right, int(row["correct"]))


def _item(row: dict[str, str]) -> str:
    return f"{row['set']} en-{row['language']}, {row['mode']}"
