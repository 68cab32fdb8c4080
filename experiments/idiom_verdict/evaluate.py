"""How well verdicts agree with people, nothing tested that was trained on.

python -m experiments.idiom_verdict.evaluate FOLDER PROFILES [--brief]
"""

import argparse
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
from experiments.idiom_verdict.fitting import chances
from experiments.idiom_verdict.pool import PEOPLE, Pool, load_pool
from experiments.idiom_verdict.train import GROUPS, fit_right, fit_wrong

from litmus.metrics.idiom.verdict.model import LEFT_OUT, VERDICTS, load_models

ROUNDS = 5
DRAWS = 1000
BINS = (0.0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1.0)


def kappa(truth: np.ndarray, said: np.ndarray) -> float:
    agreed = np.mean(truth == said)
    chance = sum(np.mean(truth == c) * np.mean(said == c) for c in (True, False))
    return float((agreed - chance) / (1 - chance)) if chance < 1 else 0.0


def f1(truth: np.ndarray, said: np.ndarray) -> float:
    return float(2 * np.sum(truth & said) / max(1, np.sum(truth) + np.sum(said)))


def accuracy(truth: np.ndarray, said: np.ndarray) -> float:
    return float(np.mean(truth == said))


def surer_half(truth: np.ndarray, chance: np.ndarray) -> float:
    order = np.argsort(-np.abs(chance - 0.5))[: len(truth) // 2]
    return float(np.mean((chance[order] >= 0.5) == truth[order]))


def tau(truth: np.ndarray, chance: np.ndarray, systems: np.ndarray) -> float:
    names = sorted(set(systems))
    people = [truth[systems == s].mean() for s in names]
    ours = [chance[systems == s].mean() for s in names]
    pairs = [(i, j) for i in range(len(names)) for j in range(i)]
    signs = [np.sign((people[i] - people[j]) * (ours[i] - ours[j])) for i, j in pairs]
    return float(np.mean(signs))


def folds(idioms: np.ndarray, seed: int = 0) -> np.ndarray:
    names = sorted(set(idioms))
    order = np.random.default_rng(seed).permutation(len(names))
    number = {names[n]: place % ROUNDS for place, n in enumerate(order)}
    return np.array([number[idiom] for idiom in idioms])


def rounds(
    pool: Pool, tested: np.ndarray, *, new_language: bool, new_system: bool
) -> Iterator[tuple[np.ndarray, np.ndarray]]:
    """What is tested together, and what may be trained on then."""
    own = folds(pool.idioms[tested])
    language = pool.languages[tested[0]]
    for k in range(ROUNDS):
        held = tested[own == k]
        seen = ~np.isin(pool.idioms, pool.idioms[held])
        if new_language:
            yield held, seen & (pool.languages != language)
        elif new_system:
            for system in sorted(set(pool.systems[held])):
                rest = seen & ~((pool.languages == language) & (pool.systems == system))
                yield held[pool.systems[held] == system], rest
        else:
            yield held, seen


def judge(
    pool: Pool, name: str, groups, *, referred=False, new_language=False, new_system=False
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """The outputs of a set, the chance that each is right, and verdicts."""
    tested = np.flatnonzero((pool.sets == name) & ~pool.by_cue)
    names, x = pool.numbers(groups)
    tested_on = pool.numbers(groups, referred=True)[1] if referred else x
    chance, verdicts = np.zeros(len(x)), np.full(len(x), "", dtype=object)
    language = pool.languages[tested[0]]
    for held, seen in rounds(pool, tested, new_language=new_language, new_system=new_system):
        shared, own = fit_right(pool, names, x, seen, only=language)
        chance[held] = chances(own.get(language, shared), tested_on[held])[:, 1]
        if name != "is":
            wrong = chances(fit_wrong(pool, names, x, seen), tested_on[held])
            kinds = np.array(VERDICTS[1:])[wrong.argmax(1)]
            verdicts[held] = np.where(chance[held] >= 0.5, VERDICTS[0], kinds)
    chance[pool.empty], verdicts[pool.empty] = 0.001, "omitted"
    models = load_models()  # of omissions: fitted without the sets that are tested on
    for k in tested:
        left_out = models.omitted(pool.rows[k]["shipped"], f"en-{language}")
        if left_out >= LEFT_OUT:
            chance[k], verdicts[k] = chance[k] * (1 - left_out), "omitted"
    return tested, chance[tested], verdicts[tested]


def interval(idioms: np.ndarray, measure: Callable[[np.ndarray], float]) -> str:
    """95 %, drawing idioms."""
    rng, names = np.random.default_rng(0), sorted(set(idioms))
    rows = {name: np.flatnonzero(idioms == name) for name in names}
    drawn = []
    for _ in range(DRAWS):
        picked = rng.choice(len(names), len(names))
        drawn.append(measure(np.concatenate([rows[names[n]] for n in picked])))
    low, high = np.quantile(drawn, [0.025, 0.975])
    return f"[{low:.2f}, {high:.2f}]"


def rate_alone(pool: Pool, tested: np.ndarray) -> np.ndarray:
    """The verdict that a system's share of right on other idioms gives."""
    own, right = folds(pool.idioms[tested]), pool.verdicts[tested] == "right"
    systems, said = pool.systems[tested], np.zeros(len(tested), bool)
    for k in range(ROUNDS):
        for system in set(systems):
            here = systems == system
            said[here & (own == k)] = right[here & (own != k)].mean() >= 0.5
    return said


def show(pool: Pool, title: str, tested, chance, verdicts) -> None:
    right = pool.verdicts[tested] == "right"
    said, idioms = chance >= 0.5, pool.idioms[tested]
    text = (
        f"  {title:44} kappa {kappa(right, said):.2f} "
        f"{interval(idioms, lambda n: kappa(right[n], said[n]))} "
        f"accuracy {100 * accuracy(right, said):.1f} "
        f"surer half {100 * surer_half(right, chance):.0f} "
        f"tau {tau(right, chance, pool.systems[tested]):.2f}"
    )
    if verdicts[0]:
        literal, called = pool.verdicts[tested] == "literal", verdicts == "literal"
        text += (
            f" literal F1 {100 * f1(literal, called):.1f} "
            f"{interval(idioms, lambda n: f1(literal[n], called[n]))}"
        )
    print(text, flush=True)


def calibration(pool: Pool, name: str, groups, **options) -> None:
    tested, chance, _ = judge(pool, name, groups, **options)
    right = pool.verdicts[tested] == "right"
    print(f"  {name}: said, were right, of how many")
    for low, high in zip(BINS, BINS[1:], strict=False):
        here = (chance >= low) & (chance < high)
        if here.any():
            said, were = 100 * chance[here].mean(), 100 * right[here].mean()
            print(f"    {said:3.0f} {were:3.0f} {here.sum():4d}")


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("folder", type=Path)
    parser.add_argument("profiles", type=Path)
    parser.add_argument("--brief", action="store_true")
    asked = parser.parse_args()
    pool = load_pool(asked.folder, asked.profiles)
    for name in PEOPLE:
        tested = np.flatnonzero((pool.sets == name) & ~pool.by_cue)
        right = pool.verdicts[tested] == "right"
        alone = rate_alone(pool, tested)
        print(f"\n{name}: {len(tested)} judged, {100 * right.mean():.1f} % right; system's rate "
              f"alone: kappa {kappa(right, alone):.2f}")  # fmt: skip
        for kind, groups in GROUPS.items():
            show(pool, f"{kind}, idiom unseen", *judge(pool, name, groups))
            if name == "is":
                found = judge(pool, name, groups, new_system=True)
                show(pool, f"{kind}, idiom and system unseen", *found)
            elif not asked.brief:
                found = judge(pool, name, groups, referred=True)
                show(pool, f"{kind}, with reference, idiom unseen", *found)
            show(pool, f"{kind}, language unseen", *judge(pool, name, groups, new_language=True))
    if not asked.brief:
        print("\ncalibration, company, idiom unseen (is: system too)")
        for name in PEOPLE:
            calibration(pool, name, GROUPS["company"], new_system=name == "is")


if __name__ == "__main__":
    main()
