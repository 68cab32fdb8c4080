"""What the network reads: the fields of a pronoun and the groups of a pair, with their codes.

The shipped weights are named by these fields, groups and parts, and sized by their codes.
"""

from collections.abc import Iterable, Mapping

import numpy as np

from litmus.arrays import Bools, Ints
from litmus.discourse.antecedents.clauses import MOST_STEPS, N_LINKS
from litmus.discourse.antecedents.pronoun import OWN_FIELDS
from litmus.discourse.antecedents.scoring.codes import (
    Branch,
    Case,
    MentionKind,
    Number,
    PronounKind,
    Referent,
    Role,
)
from litmus.discourse.antecedents.scoring.fit import N_FITS

WINDOW = 3  # sentences back that are searched
LATER = WINDOW + 1  # "sentence" of a mention after the pronoun
DISTANCES = (2, 3, 4, 6, 9, 13, 21)  # words between mention and pronoun, in steps that begin so
FAR = len(DISTANCES)
OTHER_SENTENCE = FAR + 1  # "distance" of a mention in another sentence
# Counts go up to these: more are all the same.
MOST_SEEN = 3  # earlier mentions of a mention's lemma
MOST_BETWEEN = 4  # mentions between a mention and the pronoun
MOST_AGREEING = 3  # such mentions that agree with the pronoun
MOST_SAME_IN_SENTENCE, MOST_SAME_BEFORE = 2, 4  # pronouns of the same kind

FIELDS: Mapping[str, int] = {
    **OWN_FIELDS,
    # What the mentions before it tell.
    "asked and case": len(PronounKind) * len(Case),
    "same before": MOST_SAME_IN_SENTENCE + 1,
    "same in last": 4,
    "run": MOST_SAME_BEFORE + 1,
    "agreeing": len(PronounKind) * (MOST_AGREEING + 1) ** 2,
}

# What is known of a pair, in groups: each group has one code for every combination of its axes.
# A weight of a group is the sum of the weights of its parts, so that rare combinations are known
# from frequent ones.
AXES: Mapping[str, int] = {
    "asked": len(PronounKind), "thing": len(Referent), "number": len(Number),
    "kind": len(MentionKind), "sentence": LATER + 1, "role": len(Role), "own role": len(Role),
    "nearest": 2, "seen": MOST_SEEN + 1, "case": len(Case), "link": N_LINKS,
    "branch": len(Branch), "its branch": len(Branch), "steps": MOST_STEPS + 1,
    "distance": OTHER_SENTENCE + 1, "quotes": 4, "agrees": 4, "between": MOST_BETWEEN + 1,
    "agreeing": MOST_AGREEING + 1, "fit": N_FITS,
}  # fmt: skip
GROUPS: Mapping[tuple[str, ...], tuple[tuple[str, ...], ...]] = {
    ("asked", "thing", "number", "kind"): (
        ("asked", "thing"), ("asked", "number"), ("asked", "kind"), ("number", "kind"), ("thing",),
    ),
    ("sentence", "role", "own role", "nearest"): (
        ("sentence", "role", "nearest"), ("role", "own role"), ("sentence",), ("role",),
    ),
    ("sentence", "kind", "seen"): (("sentence", "kind"), ("seen",), ("kind", )),
    ("case", "link"): (("case", "link"), ("link",)),
    ("branch", "its branch", "steps"): (("branch",), ("its branch",), ("steps",)),
    ("distance", "quotes", "agrees"): (("distance",), ("quotes",), ("agrees",)),
    ("between", "agreeing", "fit"): (("between",), ("agreeing",), ("fit",)),
}  # fmt: skip


def combined(codes: Iterable[tuple[Ints | Bools, int]]) -> Ints:
    """One code for several, each given with the number of its codes; the last varies fastest.

    >>> combined([(np.array([0, 1]), 2), (np.array([4, 2]), 5)]).tolist()
    [4, 7]
    """
    (first, _), *others = codes
    total: Ints = np.asarray(first, np.int64)
    for code, size in others:
        total = total * size + code
    return total


def parts(group: tuple[str, ...]) -> list[tuple[tuple[str, ...], Ints]]:
    """The parts of a group, each with its code for every code of the group."""
    sizes = [AXES[axis] for axis in group]
    codes = dict(zip(group, np.unravel_index(np.arange(np.prod(sizes)), sizes), strict=True))
    return [(part, combined((codes[axis], AXES[axis]) for axis in part)) for part in GROUPS[group]]
