"""The model that ships, fitted to all verdicts.

python -m experiments.idiom_verdict.train FOLDER PROFILES CUTS

FOLDER is what `collect` wrote, PROFILES what `profiles` wrote, CUTS what `omissions` wrote.
"""

import json
import sys
from pathlib import Path

import numpy as np
from experiments.idiom_verdict.collect import often_literal
from experiments.idiom_verdict.fitting import fit
from experiments.idiom_verdict.pool import PEOPLE, STRENGTH, Pool, load_pool

from litmus.metrics.idiom.verdict.model import VERDICTS, Logistic, normalised

TARGET = Path("src/litmus/metrics/idiom/verdict/data/model.json")
VERSION = "1"
GROUPS = {"alone": ("shipped",), "company": ("shipped", "company")}
FEWEST = 300  # verdicts of a language with weights of its own
OWN_STRENGTH = 0.03
OMISSION_STRENGTH = 0.1
OF_UNTOUCHED = 3.0  # weight beside what is left out: false alarms are to be rare
LEAST_SHARE, MOST_SHARE = 0.2, 0.8  # of right, that is believed of a language


def main() -> None:
    folder, profiles, cuts = (Path(name) for name in sys.argv[1:4])
    pool = load_pool(folder, profiles)
    data = {"version": VERSION}
    for name, groups in GROUPS.items():
        names, x = pool.numbers(groups)
        right, own = fit_right(pool, names, x, np.ones(len(x), bool))
        wrong = fit_wrong(pool, names, x, np.ones(len(x), bool))
        data[name] = {
            "right": stored(right),
            "wrong": stored(wrong),
            "by_language": {code: rounded(each.weights) for code, each in own.items()},
        }
    data["omission"] = stored(fit_omission(*omission_rows(pool, cuts)[:3]))
    data["often_literal"] = {code: often_literal(code) for code in sorted(LANGUAGES)}
    kept = set(data["company"]["right"]["names"])
    data["profiles"] = {
        pair: {name: values for name, values in profile.items() if name in kept}
        for pair, profile in pool.profiles.items()
    }
    TARGET.parent.mkdir(exist_ok=True)
    TARGET.write_text(json.dumps(data, separators=(",", ":")) + "\n", encoding="utf-8")


LANGUAGES = ("ar", "de", "es", "fr", "he", "is", "it", "ja", "ko", "nl", "pt", "ro", "ru", "tr",
             "zh")  # fmt: skip


def fit_right(
    pool: Pool, names: tuple[str, ...], x: np.ndarray, seen: np.ndarray, only: str = ""
) -> tuple[Logistic, dict[str, Logistic]]:
    """Right or not, for any language, and for those with enough verdicts (or `only` one)."""
    y = (pool.verdicts == VERDICTS[0]).astype(int)
    seen = seen & ~pool.empty
    shared = fit(names, x[seen], y[seen], 2, pool.weights(seen), STRENGTH)
    own = {}
    for code in [only] if only else sorted(set(pool.languages)):
        here = seen & (pool.languages == code)
        if here.sum() < FEWEST:
            continue
        found = fit(names, x[here], y[here], 2, pool.weights(here), OWN_STRENGTH, shared)
        judged = here & ~pool.by_cue
        share = np.clip(y[judged].mean(), LEAST_SHARE, MOST_SHARE)
        found.weights[0, 0] += np.log(share / (1 - share))  # the weights were fitted half and half
        own[code] = found
    return shared, own


def fit_wrong(pool: Pool, names: tuple[str, ...], x: np.ndarray, seen: np.ndarray) -> Logistic:
    """What is wrong with what is wrong."""
    wrong = seen & np.isin(pool.verdicts, VERDICTS[1:]) & ~pool.empty
    outcomes = np.array([VERDICTS.index(v) - 1 if v in VERDICTS else 0 for v in pool.verdicts])
    return fit(names, x[wrong], outcomes[wrong], 3, np.ones(int(wrong.sum())), STRENGTH)


def omission_rows(
    pool: Pool, cuts: Path
) -> tuple[tuple[str, ...], np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
    """Names, numbers, whether the idiom is left out, language, and 1 for those cut on purpose.

    Equivalents are left out: every text that was cut had held one. So is what lists say of the
    meaning, which equivalents are like.
    """
    idle = ("equivalent", "meant", "rather", "opaque", "meaning", "allowed", "chrf", "reference")
    names = tuple(n for n in pool.rows[0]["shipped"] if not any(part in n for part in idle))
    rows = [json.loads(line) for path in sorted(cuts.glob("*.jsonl")) for line in path.open()]
    found = [(row["numbers"], row["cut"], row["language"], 1) for row in rows]
    found += [
        (row["shipped"], row["verdict"] == "omitted", row["language"], 0)
        for row, empty in zip(pool.rows, pool.empty, strict=True)
        if row["verdict"] in VERDICTS and row["set"] not in PEOPLE and not empty
    ]
    x = np.array(
        [
            [normalised(numbers, pool.profiles.get(f"en-{code}", {}))[name] for name in names]
            for numbers, _, code, _ in found
        ]
    )
    omitted, languages, cut = (np.array([row[k] for row in found]) for k in (1, 2, 3))
    return names, x, omitted, languages, cut


def fit_omission(names: tuple[str, ...], x: np.ndarray, omitted: np.ndarray) -> Logistic:
    """Left out or not."""
    weights = np.where(omitted, 1.0, OF_UNTOUCHED * omitted.sum() / (~omitted).sum())
    return fit(names, x, omitted.astype(int), 2, weights, OMISSION_STRENGTH)


def stored(model: Logistic) -> dict:
    return {
        "names": list(model.names),
        "mean": rounded(model.mean),
        "scale": rounded(model.scale),
        "weights": rounded(model.weights),
    }


def rounded(values: np.ndarray) -> list:
    return np.round(values, 5).tolist()


if __name__ == "__main__":
    main()
