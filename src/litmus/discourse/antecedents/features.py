"""Everything that speaks for or against a mention as the antecedent of a pronoun, as codes."""

from collections.abc import Mapping, Sequence
from itertools import chain
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from litmus.discourse.antecedents.clauses import (
    AFTERWARDS,
    ELSEWHERE,
    N_BRANCHES,
    N_LINKS,
    NOTHING,
    Clauses,
    View,
)
from litmus.discourse.antecedents.fit import N_FITS, UNKNOWN, fits, place
from litmus.discourse.antecedents.mentions import (
    CLAUSE,
    DEMONSTRATIVE,
    N_KINDS,
    N_ROLES,
    PASSIVE_SUBJECT,
    POSSESSED,
    PREDICATE,
    PROPER,
    SPEAKER,
    Mention,
    Pronoun,
    Scene,
)
from litmus.discourse.antecedents.pronoun import FIELDS, code_pronoun
from litmus.discourse.antecedents.words import (
    DEICTIC,
    FEMALE,
    IT,
    ITSELF,
    MALE,
    N_CLASSES,
    THAT,
    THEMSELVES,
    agreement,
)

Ints = NDArray[np.int64]
Bools = NDArray[np.bool_]

WINDOW = 3  # sentences back that are searched
_LATER = WINDOW + 1  # the code of mentions after the pronoun
_N_SENTENCES = WINDOW + 2
_N_ASKED, _N_CASES = 5, 4
_AGREES = np.array(agreement())
_SAME = np.array([MALE, FEMALE, ITSELF, THEMSELVES, DEICTIC])  # earlier pronouns, by what is asked
# Words between mention and pronoun, in eight steps; the ninth is another sentence.
_STEPS = (0, 0, 1, 2, 3, 3, 4, 4, 4, 5, 5, 5, 5, 6, 6, 6, 6, 6, 6, 6, 6)
_FAR, _ANOTHER = 7, 8
_LINK = 6  # numbers: those of a link, the distance, the quotes
_NO_LINK = (-1, 0, 0, 0, 0, 0)
_ELSEWHERE = (ELSEWHERE, NOTHING, NOTHING, 0, _ANOTHER, 0)

# What is known of a pair, in groups: each group has one code for every combination of its axes.
# A weight of a group is the sum of the weights of its parts, so that rare combinations are known
# from frequent ones.
AXES: Mapping[str, int] = {
    "asked": _N_ASKED, "thing": N_CLASSES, "number": 3, "kind": N_KINDS, "sentence": _N_SENTENCES,
    "role": N_ROLES, "own role": N_ROLES, "nearest": 2, "seen": 4, "case": _N_CASES,
    "link": N_LINKS, "branch": N_BRANCHES, "its branch": N_BRANCHES, "steps": 4, "distance": 9,
    "quotes": 4, "agrees": 4, "between": 5, "agreeing": 4, "fit": N_FITS,
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


class Rows(NamedTuple):
    """Pronouns with their fields, and pairs of a pronoun and a mention with their groups.

    The candidates of a pronoun are neighbours, in the order of the text; `owner` is a row of
    `pronouns`, `candidate` counts the mentions of the document.
    """

    pronouns: Ints
    pairs: Ints
    owner: Ints
    candidate: Ints
    here: Bools


class Features:
    """The rows of a document's pronouns; sentences are added in order."""

    def __init__(self) -> None:
        self._starts: list[int] = []  # of the mentions of each sentence
        self._mentions: list[Mention] = []
        self._times: dict[str, int] = {}  # that a lemma was mentioned
        self._seen: list[int] = []  # times that the lemma of a mention was before
        self._fits = fits()
        self._nouns: list[int] = []  # rows of mentions and pronouns in the fits
        self._places: list[int] = []
        # Numbers in rows, flat: many small tuples would keep the garbage collector busy.
        self._pronouns: list[int] = []  # sentence, asked, case, own role, then fields
        self._ranges: list[int] = []  # first candidate, first here, past the last
        self._links: list[int] = []  # of the candidates here

    def add(self, scene: Scene) -> None:
        """Take a sentence's mentions, and its pronouns with what was mentioned before."""
        number, start = len(self._starts), len(self._mentions)
        self._starts.append(start)
        self._mentions += scene.mentions
        self._remember(scene)
        if not scene.pronouns:
            return
        clauses = Clauses(scene.sentence)
        earliest = self._starts[max(0, number - WINDOW)]
        for pronoun in scene.pronouns:
            view = View(clauses, pronoun.index)
            links = _links(clauses, view, scene.mentions, pronoun)
            self._links += links
            self._ranges += (earliest, start, start + len(links) // _LINK)
            self._pronouns.append(number)
            self._pronouns += code_pronoun(clauses, view, pronoun)
            where = place(clauses.words, pronoun.index) if pronoun.asked >= IT else None
            self._places.append(self._fits.places.get(where, UNKNOWN) if where else UNKNOWN)

    def _remember(self, scene: Scene) -> None:
        words = scene.sentence.words
        times, nouns = self._times, self._fits.nouns
        for index, _, kind, _, _, _ in scene.mentions:
            if PROPER <= kind <= POSSESSED:
                lemma = words[index].lemma
                seen = times.get(lemma, 0)
                times[lemma] = seen + 1
                self._seen.append(seen if seen < 3 else 3)
                self._nouns.append(nouns.get(lemma, UNKNOWN))
            else:
                self._seen.append(0)
                self._nouns.append(UNKNOWN)

    def rows(self) -> Rows:
        """All rows so far."""
        pronouns, ranges = _table(self._pronouns, 4 + len(FIELDS) - 5), _table(self._ranges, 3)
        mentions = _table([*chain.from_iterable(self._mentions)], 6)
        first, first_here, stop = ranges.T
        lengths = stop - first
        owner = np.repeat(np.arange(len(pronouns)), lengths)
        candidate = np.arange(len(owner)) + (first - np.cumsum(lengths) + lengths)[owner]
        here = candidate >= first_here[owner]
        asked, case = pronouns[:, 1], pronouns[:, 2]
        links = _table(self._links, _LINK)
        keep = _earlier(mentions)[asked[owner], candidate]
        keep[here] = kept = links[:, 0] >= 0
        owner, candidate, here = owner[keep], candidate[keep], here[keep]
        mentions = mentions[candidate]
        mentions[:, 0] = np.searchsorted(self._starts, candidate, side="right") - 1
        mentions[:, 1] = np.array(self._seen, np.int64)[candidate]
        every = np.empty((len(owner), _LINK), np.int64)
        every[:] = _ELSEWHERE
        every[here] = links[kept]
        fit = self._fits.codes(
            np.array(self._nouns, np.int64)[candidate], np.array(self._places, np.int64)[owner]
        )
        pairs, sums = _pairs(mentions, pronouns[owner], every, fit, owner, len(pronouns))
        sums[-1] += asked * 16
        fields = np.column_stack([pronouns[:, 4:], asked * _N_CASES + case, *sums])
        return Rows(fields, pairs, owner, candidate, here)


def _table(numbers: list[int], width: int) -> Ints:
    return np.array(numbers, np.int64).reshape(-1, width)


def _links(
    clauses: Clauses, view: View, mentions: Sequence[Mention], pronoun: Pronoun
) -> list[int]:
    """Links of the mentions before the pronoun, and of those after it that it may anticipate."""
    own, asked, _ = pronoun
    quoted, neuter = clauses.quoted, asked in (IT, THAT)
    found: list[int] = []
    for index, at, kind, _, _, role in mentions:
        if at >= own:
            break
        quotes = 0
        if quoted:
            its, mine = quoted[index], quoted[own]
            quotes = (3 if mine else 0) if its == mine else (1 if mine else 2)
        # Clauses are for *it* and *that*. Who says *I* in a quotation may be *she* outside of it.
        if kind >= CLAUSE and ((kind == CLAUSE) != neuter or (kind == SPEAKER and quotes < 2)):
            found += _NO_LINK
            continue
        found += view.link(index, role)
        distance = own - at
        found.append(_STEPS[distance] if distance < len(_STEPS) else _FAR)
        found.append(quotes)
    if view.fronted:
        found += _later(clauses, view, mentions[len(found) // _LINK :], own)
    return found


def _later(clauses: Clauses, view: View, mentions: Sequence[Mention], pronoun: int) -> list[int]:
    """*When he came, Tom was ill*: the subject of a clause above, if it comes after."""
    found: list[int] = []
    last = 0
    for index, _, _, _, _, role in mentions:
        link = _NO_LINK
        if index > pronoun and role <= PASSIVE_SUBJECT:
            _, clause, depth = clauses.argument(index)
            if clause in view.clauses[1:] and not depth:
                branch = view.branches[view.clauses.index(clause) - 1]
                link = (AFTERWARDS, branch, NOTHING, 0, _FAR, 0)
                last = len(found) + _LINK
        found += link
    return found[:last]


def _earlier(mentions: Ints) -> Bools:
    """Whether mentions of earlier sentences are worth asking about: a row for each thing asked.

    They must agree in gender and number; of clauses, the main ones may be *it* and *that*.
    """
    _, _, kind, thing, number, role = mentions.T
    agrees = _AGREES.reshape(_N_ASKED, -1)[:, thing * 3 + number]
    found: Bools = agrees & ((kind < CLAUSE) | ((kind == CLAUSE) & (role == PREDICATE)))
    return found


def _pairs(
    mentions: Ints, pronouns: Ints, links: Ints, fit: Ints, owner: Ints, n: int
) -> tuple[Ints, list[Ints]]:
    """The codes of the groups, and what the pairs of each pronoun sum up to."""
    its_sentence, seen, kind, thing, number, role = mentions.T
    own_sentence, asked, case, own_role = pronouns[:, :4].T
    link, branch, its_branch, steps, distance, quotes = links.T
    later = link == AFTERWARDS
    sentence = own_sentence - its_sentence
    sentence[later] = _LATER
    asked_thing = (asked * N_CLASSES + thing) * 3 + number
    agrees = _AGREES[asked_thing]
    counted = (kind != CLAUSE) & ~later
    good = counted & agrees
    same = (thing == _SAME[asked]) & (kind <= DEMONSTRATIVE) & ~later
    between = _after(counted, owner, n)
    agreeing = np.minimum(_after(good, owner, n), 3)
    groups = [
        asked_thing * N_KINDS + kind,
        ((sentence * N_ROLES + role) * N_ROLES + own_role) * 2 + (agreeing == 0),
        (sentence * N_KINDS + kind) * 4 + seen,
        case * N_LINKS + link,
        (branch * N_BRANCHES + its_branch) * 4 + steps,
        (distance * 4 + quotes) * 4 + 2 * same + agrees,
        (np.minimum(between, 4) * 4 + agreeing) * N_FITS + fit,
    ]

    def count(which: Bools, most: int) -> Ints:
        return np.minimum(np.bincount(owner[which], minlength=n), most)

    in_own, in_last = sentence == 0, sentence == 1
    last = same & in_last
    near = np.maximum(2 * count(last & (role <= PASSIVE_SUBJECT), 1), count(last, 1))
    near[(near == 0) & (count(same & (sentence == 2), 1) > 0)] = 3
    sums = [
        count(same & in_own, 2),
        near,
        count(same & (sentence > 0), 4),
        count(good & in_own, 3) * 4 + count(good & in_last, 3),
    ]
    return np.column_stack(groups), sums


def _after(which: Bools, owner: Ints, n: int) -> Ints:
    """How many of a pronoun's candidates that count come after each one."""
    so_far = np.cumsum(which)
    ends = np.cumsum(np.bincount(owner, minlength=n))
    return np.concatenate([[0], so_far])[ends][owner] - so_far


def parts(group: tuple[str, ...]) -> list[tuple[tuple[str, ...], Ints]]:
    """The parts of a group, each with its code for every code of the group."""
    sizes = [AXES[axis] for axis in group]
    codes = dict(zip(group, np.unravel_index(np.arange(np.prod(sizes)), sizes), strict=True))
    found = []
    for part in GROUPS[group]:
        code = np.zeros(int(np.prod(sizes)), np.int64)
        for axis in part:
            code = code * AXES[axis] + codes[axis]
        found.append((part, code))
    return found
