"""How well verdicts agree with people, nothing tested that was trained on.

python -m experiments.idiom_verdict.evaluate FOLDER
"""

import json
import sys
from collections.abc import Sequence
from pathlib import Path

import numpy as np
from experiments.idiom_verdict.fitting import Logistic

ROUNDS = 5
_MEANT = "mean.meant_near"
STRENGTHS = (0.01, 0.03, 0.1, 0.3, 1.0)


def load(folder: Path, language: str) -> list[dict]:
    path = folder / f"{language}.jsonl"
    if not path.exists():
        return []
    rows = [json.loads(line) for line in path.open(encoding="utf-8")]
    return [row for row in rows if row["verdict"]]


def matrix(rows: Sequence[dict], groups: Sequence[str], drop: Sequence[str] = ()) -> np.ndarray:
    table = []
    for row in rows:
        numbers = {f"{g}.{k}": v for g in groups for k, v in row[g].items()}
        if "shipped" in groups:  # what others and the system do was counted with all meanings
            numbers = {k: v for k, v in numbers.items() if "others_meant" not in k and k != _MEANT}
        table.append([numbers[k] for k in sorted(numbers) if not any(d in k for d in drop)])
    return np.array(table)


def standardised(x: np.ndarray) -> np.ndarray:
    """Every number beside its mean in its own set: no verdict is needed for that."""
    spread = x.std(0)
    return (x - x.mean(0)) / np.where(spread > 1e-9, spread, 1.0)


def kappa(truth: np.ndarray, said: np.ndarray) -> float:
    agreed = np.mean(truth == said)
    chance = sum(np.mean(truth == c) * np.mean(said == c) for c in (True, False))
    return float((agreed - chance) / (1 - chance)) if chance < 1 else 0.0


def f1(truth: np.ndarray, said: np.ndarray) -> float:
    return float(2 * np.sum(truth & said) / max(1, np.sum(truth) + np.sum(said)))


def folds(idioms: Sequence[str], seed: int = 0) -> np.ndarray:
    names = sorted(set(idioms))
    order = np.random.default_rng(seed).permutation(len(names))
    number = {names[n]: place % ROUNDS for place, n in enumerate(order)}
    return np.array([number[idiom] for idiom in idioms])


def inner_said(x, y, idioms, strength):
    inner = folds(idioms, seed=1)
    said = np.zeros(len(y))
    for k in range(ROUNDS):
        held = inner == k
        said[held] = Logistic(strength).fit(x[~held], y[~held]).say(x[held])
    return said


def fitted(x, y, idioms):
    """A model whose strength was chosen by idiom inside the training part, and what it said."""
    tried = [inner_said(x, y, idioms, strength) for strength in STRENGTHS]
    scores = [np.mean(np.log(np.where(y, said, 1 - said) + 1e-6)) for said in tried]
    best = int(np.argmax(scores))
    return Logistic(STRENGTHS[best]).fit(x, y), tried[best]


def threshold(y, said, measure) -> float:
    """The cut with the best measure."""
    cuts = np.linspace(0.2, 0.8, 25)
    smooth = np.array([measure(y, said >= cut) for cut in cuts])
    smooth = np.convolve(np.pad(smooth, 2, mode="edge"), np.ones(5) / 5, "valid")
    return float(cuts[int(np.argmax(smooth))])


def by_idiom(x, y, idioms, others=None, measure=kappa):
    """Probabilities and verdicts, idioms unseen; `others`: x and y of other sets, always seen."""
    probability, said = np.zeros(len(y)), np.zeros(len(y), bool)
    outer = folds(idioms)
    for k in range(ROUNDS):
        held = outer == k
        a, b, names = x[~held], y[~held], idioms[~held]
        if others is not None:
            more, truth, theirs = others
            keep = ~np.isin(theirs, idioms[held])
            a, b = np.vstack([a, more[keep]]), np.concatenate([b, truth[keep]])
            names = np.concatenate([names, theirs[keep]])
        model, inner = fitted(a, b, names)
        cut = threshold(b, inner, measure)
        probability[held] = model.say(x[held])
        said[held] = probability[held] >= cut
    return probability, said


def by_idiom_and_system(x, y, idioms, systems):
    probability = np.zeros(len(y))
    outer = folds(idioms)
    for k in range(ROUNDS):
        for system in sorted(set(systems)):
            held = (outer == k) & (systems == system)
            seen = (outer != k) & (systems != system)
            if held.any():
                model, _ = fitted(x[seen], y[seen], idioms[seen])
                probability[held] = model.say(x[held])
    return probability, probability >= 0.5


def rate_alone(y, systems, idioms):
    """The verdict that a system's error rate on other idioms gives."""
    outer = folds(idioms)
    said = np.zeros(len(y), bool)
    for k in range(ROUNDS):
        for system in set(systems):
            here = systems == system
            said[here & (outer == k)] = y[here & (outer != k)].mean() >= 0.5
    return said


def surer_half(y, probability):
    order = np.argsort(-np.abs(probability - 0.5))[: len(y) // 2]
    return float(np.mean((probability[order] >= 0.5) == y[order]))


def tau(y, probability, systems) -> float:
    names = sorted(set(systems))
    people = [y[systems == s].mean() for s in names]
    ours = [probability[systems == s].mean() for s in names]
    pairs = [(i, j) for i in range(len(names)) for j in range(i)]
    signs = [np.sign((people[i] - people[j]) * (ours[i] - ours[j])) for i, j in pairs]
    return float(np.mean(signs))


def show(title, y, said, probability, systems) -> None:
    print(f"{title:58} kappa {kappa(y, said):.2f} accuracy {100 * np.mean(y == said):.1f} "
          f"surer half {100 * surer_half(y, probability):.1f} "
          f"tau {tau(y, probability, systems):.2f}",
          flush=True)  # fmt: skip


VARIANTS = {
    "one output, shipped": ("shipped",),
    "one system, shipped": ("shipped", "mean"),
    "one system, meaning": ("all", "mean"),
    "company, shipped": ("shipped", "company", "mean", "mean_company"),
    "company, meaning": ("all", "company", "mean", "mean_company"),
}


def main() -> None:
    folder = Path(sys.argv[1])
    sets = {code: rows for code in ("zh", "ko", "is") if (rows := load(folder, code))}
    facts = {
        code: tuple(np.array([row[key] for row in rows]) for key in ("verdict", "idiom", "system"))
        for code, rows in sets.items()
    }
    for code, (verdicts, idioms, systems) in facts.items():
        right = verdicts == "right"
        print(f"\n{code}: {len(right)} judged, {100 * right.mean():.1f} % right")
        alone = rate_alone(right, systems, idioms)
        print(f"  system's rate alone: kappa {kappa(right, alone):.2f} "
              f"accuracy {100 * np.mean(right == alone):.1f}")  # fmt: skip
        for name, groups in VARIANTS.items():
            for label, drop in (("", ("chrf", "reference")), (", reference", ())):
                if label and code == "is":
                    continue
                x = matrix(sets[code], groups, drop)
                probability, said = by_idiom(x, right, idioms)
                show(f"  right, idiom unseen: {name}{label}", right, said, probability, systems)
                if code == "is":
                    probability, said = by_idiom_and_system(x, right, idioms, systems)
                    show(f"  right, idiom and system unseen: {name}", right, said, probability,
                         systems)  # fmt: skip
                if code != "is":
                    literal = verdicts == "literal"
                    _, said = by_idiom(x, literal, idioms, measure=f1)
                    print(f"  literal, idiom unseen: {name}{label}: "
                          f"F1 {100 * f1(literal, said):.1f}", flush=True)  # fmt: skip
    print("\nlanguage unseen")
    for code, (verdicts, idioms, systems) in facts.items():
        rest = [other for other in facts if other != code]
        empty = np.array([not row["output"] for row in sets[code]])
        for name, groups in VARIANTS.items():
            for label, scale in (("", np.asarray), (", beside the set", standardised)):
                drop = ("chrf", "reference", "equivalent")
                x = np.vstack([scale(matrix(sets[other], groups, drop)) for other in rest])
                y = np.concatenate([facts[other][0] == "right" for other in rest])
                names = np.concatenate([facts[other][1] for other in rest])
                seen = ~np.isin(names, idioms)  # TIDE has the same idioms in both languages
                model, _ = fitted(x[seen], y[seen], names[seen])
                probability = model.say(scale(matrix(sets[code], groups, drop)))
                probability[empty] = 0.01
                truth = verdicts == "right"
                show(f"  {code}: {name}{label}", truth, probability >= 0.5, probability, systems)


if __name__ == "__main__":
    main()
