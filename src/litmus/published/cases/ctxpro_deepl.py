"""CTXPro: is the expected word in DeepL's translation, without and with context?"""

from collections.abc import Iterator

from litmus.published.case import Data, Found
from litmus.published.headed import read_headed
from litmus.published.scoring import imported_scores

_SUFFIX = "opensubtitles"
METRIC = "context-word"


def recompute(data: Data) -> Iterator[Found]:
    """Accuracy of every set and mode, and the number that is right by rule."""
    shares: dict[tuple[str, str, str], float | None] = {}
    counts: dict[tuple[str, str, str, str], int] = {}
    expected = list(read_headed(data.file("ctxpro-deepl/expected.tsv")))
    for name, target in dict.fromkeys((row["set"], row["language"]) for row in expected):
        file = data.file(f"ctxpro-deepl/{name}.{_SUFFIX}.en-{target}.test.json.gz")
        for row in imported_scores("ctxpro", file, f"{METRIC}:compat=ctxpro"):
            key = name, target, row.system.removeprefix("deepl.")
            if row.metric != METRIC:
                continue
            if row.tag is None:
                shares[key] = row.value
            elif row.value is not None:
                # Labels are "PHENOMENON RULE".
                counts[*key, row.tag.partition(" ")[2]] = round(row.value * row.n / 100)
    for row in expected:
        mode = row["set"], row["language"], row["mode"]
        item = f"{mode[0]} en-{mode[1]}, {mode[2]}"
        yield Found("accuracy", item, shares.get(mode), float(row["accuracy"]))
    for row in read_headed(data.file("ctxpro-deepl/expected_by_rule.tsv")):
        mode = row["set"], row["language"], row["mode"]
        item = f"{mode[0]} en-{mode[1]}, {mode[2]}, {row['rule']}"
        yield Found("right", item, counts.get((*mode, row["rule"]), 0), int(row["correct"]))
