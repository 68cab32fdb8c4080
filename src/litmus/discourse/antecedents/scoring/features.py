"""Everything that speaks for or against a mention as the antecedent of a pronoun, as codes."""

from collections.abc import Iterable
from itertools import chain
from typing import NamedTuple

import numpy as np

from litmus.arrays import Bools, Ints
from litmus.discourse.antecedents.clauses import AFTERWARDS, Clauses, PronounView
from litmus.discourse.antecedents.links import LINK_COLUMNS, OTHER_SENTENCE_LINK, links
from litmus.discourse.antecedents.mentions import Mention, Scene
from litmus.discourse.antecedents.pronoun import OWN_FIELDS, own_fields
from litmus.discourse.antecedents.scoring.codes import (
    MentionKind,
    Number,
    PronounKind,
    Referent,
    Role,
)
from litmus.discourse.antecedents.scoring.fit import UNKNOWN, fits, place_of
from litmus.discourse.antecedents.scoring.layout import (
    AXES,
    GROUPS,
    LATER,
    MOST_AGREEING,
    MOST_BETWEEN,
    MOST_SAME_BEFORE,
    MOST_SAME_IN_SENTENCE,
    MOST_SEEN,
    WINDOW,
    combined,
)
from litmus.discourse.antecedents.words import agrees

# Columns of the tables of numbers; those that are axes are called so.
_PRONOUN_COLUMNS = ("own sentence", "asked", "case", *(f"own {name}" for name in OWN_FIELDS))
_MENTION_COLUMNS = ("head", "last", "kind", "thing", "number", "role")
_PROPER, _POSSESSED = MentionKind.PROPER, MentionKind.POSSESSED
_IT = PronounKind.IT
_AGREES = np.array([[[agrees(p, r, n) for n in Number] for r in Referent] for p in PronounKind])
# What an earlier pronoun of the same kind is as a mention.
_SAME = np.array([
    Referent.MALE, Referent.FEMALE, Referent.ITSELF, Referent.THEMSELVES, Referent.DEICTIC,
])  # fmt: skip
# Whether the last sentence has a pronoun of the same kind, or if not, the one before it.
_NOT_BEFORE, _IN_LAST, _SUBJECT_OF_LAST, _IN_SECOND_LAST = range(4)


class Rows(NamedTuple):
    """Pronouns with their fields, and pairs of a pronoun and a mention with their groups.

    The candidates of a pronoun are neighbours, in the order of the text; `owner` is a row of
    `pronouns`, `candidate` counts the mentions of the document.
    """

    pronouns: Ints
    pairs: Ints
    owner: Ints
    candidate: Ints
    in_sentence: Bools  # of the pronoun


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
        # Tables are flat: many small tuples would keep the garbage collector busy.
        self._pronouns: list[int] = []
        self._ranges: list[int] = []
        self._links: list[int] = []  # of the candidates in the sentence

    def add(self, scene: Scene) -> None:
        """Take a sentence's mentions, and its pronouns with what was mentioned before."""
        number, start = len(self._starts), len(self._mentions)
        self._starts.append(start)
        self._mentions += scene.mentions
        self._remember(scene)
        if not scene.pronouns:
            return
        clauses = Clauses(scene.sentence)
        words = clauses.words
        earliest = self._starts[max(0, number - WINDOW)]
        for pronoun in scene.pronouns:
            view = PronounView(clauses, pronoun.word)
            linked = links(clauses, view, scene.mentions, pronoun)
            self._links += linked
            self._ranges += (earliest, start, start + len(linked) // len(LINK_COLUMNS))
            self._pronouns += (number, pronoun.kind, pronoun.case)
            self._pronouns += own_fields(clauses, view, pronoun)
            place = place_of(words, pronoun.word) if pronoun.kind >= _IT else None
            self._places.append(self._fits.places.get(place, UNKNOWN) if place else UNKNOWN)

    def _remember(self, scene: Scene) -> None:
        words = scene.sentence.words
        times, nouns = self._times, self._fits.nouns
        for head, _, kind, _, _, _ in scene.mentions:
            if _PROPER <= kind <= _POSSESSED:
                lemma = words[head].lemma
                seen = times.get(lemma, 0)
                times[lemma] = seen + 1
                self._seen.append(seen if seen < MOST_SEEN else MOST_SEEN)
                self._nouns.append(nouns.get(lemma, UNKNOWN))
            else:
                self._seen.append(0)
                self._nouns.append(UNKNOWN)

    def rows(self) -> Rows:
        """All rows so far."""
        pronouns = _table(self._pronouns, _PRONOUN_COLUMNS)
        mentions = _table(chain.from_iterable(self._mentions), _MENTION_COLUMNS)
        links_in_sentence = _table(self._links, LINK_COLUMNS)
        asked = pronouns[:, _PRONOUN_COLUMNS.index("asked")]
        owner, candidate, in_sentence = self._candidates()
        is_linked = links_in_sentence[:, 0] >= 0
        keep = _worth_asking(mentions)[asked[owner], candidate]
        keep[in_sentence] = is_linked
        owner, candidate, in_sentence = owner[keep], candidate[keep], in_sentence[keep]
        linked = np.empty((len(owner), len(LINK_COLUMNS)), np.int64)
        linked[:] = OTHER_SENTENCE_LINK
        linked[in_sentence] = links_in_sentence[is_linked]
        axes: dict[str, Ints | Bools] = {
            **_columns(pronouns[owner], _PRONOUN_COLUMNS),
            **_columns(mentions[candidate], _MENTION_COLUMNS),
            **_columns(linked, LINK_COLUMNS),
            "seen": np.array(self._seen, np.int64)[candidate],
        }
        axes["fit"] = self._fits.codes(
            np.array(self._nouns, np.int64)[candidate], np.array(self._places, np.int64)[owner]
        )
        its_sentence = np.searchsorted(self._starts, candidate, side="right") - 1
        axes["sentence"] = axes["own sentence"] - its_sentence
        axes["sentence"][axes["link"] == AFTERWARDS] = LATER
        sums = _compared(axes, owner, asked)
        pairs = [combined((axes[axis], AXES[axis]) for axis in group) for group in GROUPS]
        case = pronouns[:, _PRONOUN_COLUMNS.index("case")]
        asked_and_case = combined([(asked, AXES["asked"]), (case, AXES["case"])])
        fields = [pronouns[:, -len(OWN_FIELDS) :], asked_and_case, *sums]
        return Rows(np.column_stack(fields), np.column_stack(pairs), owner, candidate, in_sentence)

    def _candidates(self) -> tuple[Ints, Ints, Bools]:
        """For all pairs: row of the pronoun, mention, and whether both are in one sentence."""
        first, first_in_sentence, stop = np.array(self._ranges, np.int64).reshape(-1, 3).T
        lengths = stop - first
        owner = np.repeat(np.arange(len(lengths)), lengths)
        candidate = np.arange(len(owner)) + (first - np.cumsum(lengths) + lengths)[owner]
        return owner, candidate, candidate >= first_in_sentence[owner]


def _table(numbers: Iterable[int], columns: tuple[str, ...]) -> Ints:
    return np.fromiter(numbers, np.int64).reshape(-1, len(columns))


def _columns(table: Ints, names: tuple[str, ...]) -> dict[str, Ints]:
    return dict(zip(names, table.T, strict=True))


def _worth_asking(mentions: Ints) -> Bools:
    """Whether mentions of earlier sentences may be meant: one row per kind of pronoun.

    They must agree in gender and number; of clauses, the main ones may be *it* and *that*.
    """
    columns = _columns(mentions, _MENTION_COLUMNS)
    kind = columns["kind"]
    is_main_clause = (kind == MentionKind.CLAUSE) & (columns["role"] == Role.PREDICATE)
    may_be_meant = (kind < MentionKind.CLAUSE) | is_main_clause
    worth: Bools = _AGREES[:, columns["thing"], columns["number"]] & may_be_meant
    return worth


def _compared(
    axes: dict[str, Ints | Bools], owner: Ints, asked: Ints
) -> tuple[Ints, Ints, Ints, Ints]:
    """Add the axes that compare a pair with the other pairs of its pronoun.

    Comes back with the fields of pronouns that sum up their pairs, in the order of FIELDS.
    """
    n = len(asked)
    sentence, kind, thing = axes["sentence"], axes["kind"], axes["thing"]
    in_own, in_last, in_second_last = (sentence == back for back in range(3))
    is_later = axes["link"] == AFTERWARDS
    is_counted = (kind != MentionKind.CLAUSE) & ~is_later
    does_agree = _AGREES[axes["asked"], thing, axes["number"]]
    is_good = is_counted & does_agree
    is_same = (thing == _SAME[axes["asked"]]) & (kind <= MentionKind.DEMONSTRATIVE) & ~is_later
    agreeing = np.minimum(_after(is_good, owner, n), MOST_AGREEING)
    axes["between"] = np.minimum(_after(is_counted, owner, n), MOST_BETWEEN)
    axes["agreeing"] = agreeing
    axes["nearest"] = agreeing == 0
    axes["agrees"] = 2 * is_same + does_agree

    def count(which: Bools, most: int) -> Ints:
        return np.minimum(np.bincount(owner[which], minlength=n), most)

    def has(which: Bools) -> Bools:
        return count(which, 1) > 0

    is_subject = axes["role"] <= Role.PASSIVE_SUBJECT
    same_in_last = np.full(n, _NOT_BEFORE)
    same_in_last[has(is_same & in_second_last)] = _IN_SECOND_LAST
    same_in_last[has(is_same & in_last)] = _IN_LAST
    same_in_last[has(is_same & in_last & is_subject)] = _SUBJECT_OF_LAST
    agreeing_codes = combined([
        (asked, AXES["asked"]),
        (count(is_good & in_own, MOST_AGREEING), AXES["agreeing"]),
        (count(is_good & in_last, MOST_AGREEING), AXES["agreeing"]),
    ])  # fmt: skip
    return (
        count(is_same & in_own, MOST_SAME_IN_SENTENCE),
        same_in_last,
        count(is_same & (sentence > 0), MOST_SAME_BEFORE),
        agreeing_codes,
    )


def _after(which: Bools, owner: Ints, n: int) -> Ints:
    """How many of a pronoun's candidates that count come after each one."""
    so_far = np.cumsum(which)
    ends = np.cumsum(np.bincount(owner, minlength=n))
    return np.concatenate([[0], so_far])[ends][owner] - so_far
