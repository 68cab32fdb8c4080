"""The panel: judged items by annotators, ready to be counted."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from hashlib import blake2b
from typing import NamedTuple

import numpy as np

from litmus.annotate.judgements import Judgement
from litmus.annotate.label_sets import NO_VERDICT, LabelSet
from litmus.arrays import Bools, Floats, Ints
from litmus.corpus.numbering import Numbering
from litmus.errors import DataError
from litmus.stats.agreement import MISSING
from litmus.stats.stratified import Sample
from litmus.wording import option


class ItemKey(NamedTuple):
    """What tells judged items apart."""

    campaign: str
    id: str
    system: str
    mark: str | None


class Stratum(NamedTuple):
    """Where an item was drawn from; its size is None where the judged items are all there is."""

    campaign: str
    system: str
    name: str


@dataclass(frozen=True)
class Panel:
    """Items, annotators and labels; `ratings` (items, annotators) are label codes, -1 for none."""

    label_set: LabelSet
    items: tuple[ItemKey, ...]
    annotators: tuple[str, ...]
    ratings: Ints
    strata: tuple[Stratum, ...]
    stratum: Ints
    sizes: tuple[int | None, ...]
    digest: str
    repeated: Bools  # (items, annotators): rated once, as another item that looks the same
    suggested: Ints  # (items, annotators): the label that a metric suggested, -1 for none

    @property
    def systems(self) -> tuple[str, ...]:
        """In the order they appear."""
        return tuple(dict.fromkeys(item.system for item in self.items))

    @property
    def given(self) -> Ints:
        """The ratings without repeated ones: how often people really made up their minds."""
        return np.where(self.repeated, MISSING, self.ratings)

    @property
    def was_suggested(self) -> Bools:
        """(items, annotators): whether an answer was given beside a suggestion."""
        found: Bools = (self.suggested != MISSING) & (self.given != MISSING)
        return found

    @property
    def shares(self) -> Floats:
        """(items, labels): how an item's annotators divide among the labels; rows sum to 1."""
        codes = range(len(self.label_set.labels))
        counts = np.stack([(self.ratings == code).sum(axis=1) for code in codes], axis=1)
        shares: Floats = counts / counts.sum(axis=1, keepdims=True)
        return shares

    @property
    def has_verdict(self) -> Bools:
        """(items,): whether anyone gave a verdict, and not only "cannot tell"."""
        silent = self.label_set.meaning(NO_VERDICT)
        codes = [k for k, key in enumerate(self.label_set.keys) if key not in silent]
        return np.asarray(np.isin(self.ratings, codes).any(axis=1))

    def kinds(self, names: Sequence[str]) -> Floats | None:
        """(items, kinds): how most annotators divide among verdicts of these kinds.

        A row sums to 1, or to 0 where nobody gave a verdict. None where the labels that were given
        do not tell the kinds apart.
        """
        silent = self.label_set.meaning(NO_VERDICT)
        votes = np.zeros((len(self.items), len(names)))
        for code, label in enumerate(self.label_set.labels):
            given = (self.ratings == code).sum(axis=1)
            if label.key in silent or not given.any():
                continue
            said = [k for k, name in enumerate(names) if name in label.verdicts]
            if len(said) != 1:
                return None
            votes[:, said[0]] += given
        most = (votes == votes.max(axis=1, keepdims=True)) & (votes > 0)
        kinds: Floats = most / np.maximum(most.sum(axis=1, keepdims=True), 1)
        return kinds

    def truth(self, labels: Iterable[str]) -> Floats:
        """(items,): 1 where most annotators chose one of these labels, 0 if not, 0.5 for a tie."""
        wanted, silent = set(labels), self.label_set.meaning(NO_VERDICT)
        keys = self.label_set.keys
        yes = np.isin(self.ratings, [k for k, key in enumerate(keys) if key in wanted]).sum(axis=1)
        other = [k for k, key in enumerate(keys) if key not in wanted and key not in silent]
        no = np.isin(self.ratings, other).sum(axis=1)
        truth: Floats = (1 + np.sign(yes - no)) / 2
        return truth

    def sample(self, chosen: Bools | None = None) -> Sample:
        """Some of the items (all if None) as a sample of the whole set.

        A stratum stands for as many items as before if some of its items have no verdict; it is
        left out if none has.
        """
        mask = np.ones(len(self.items), bool) if chosen is None else chosen
        kept, stratum = np.unique(self.stratum[mask], return_inverse=True)
        judged = np.bincount(self.stratum, minlength=len(self.strata))
        sizes = [float(self.sizes[k] or judged[k]) for k in kept]
        segments = [
            (item.campaign, item.id) for item, one in zip(self.items, mask, strict=True) if one
        ]
        numbers = {key: k for k, key in enumerate(dict.fromkeys(segments))}
        group = np.array([numbers[key] for key in segments], np.int64)
        kinds = [(self.strata[k].campaign, self.strata[k].name) for k in kept]
        codes = {kind: k for k, kind in enumerate(dict.fromkeys(kinds))}
        kind = np.array([codes[one] for one in kinds], np.int64)
        return Sample(stratum.astype(np.int64), np.array(sizes), group, kind)

    @property
    def is_sampled(self) -> Bools:
        """(items,): whether the item's stratum was judged only in part."""
        judged = np.bincount(self.stratum, minlength=len(self.strata))
        part = [size is not None and size > n for size, n in zip(self.sizes, judged, strict=True)]
        return np.array(part)[self.stratum]


def make_panel(judgements: Sequence[Judgement], label_set: LabelSet) -> Panel:
    """Judgements sorted out; two verdicts of one annotator on one item are an error."""
    if not judgements:
        raise DataError("There is no judgement in the input.")
    codes = {key: k for k, key in enumerate(label_set.keys)}
    digest = blake2b(digest_size=4)
    items: Numbering[ItemKey] = Numbering()
    annotators: Numbering[str] = Numbering()
    strata: dict[Stratum, int | None] = {}
    of_item: dict[int, Stratum] = {}
    rated: dict[tuple[int, int], int] = {}
    offered: dict[tuple[int, int], int] = {}
    numbered: dict[tuple[str, str], int] = {}
    same_as: dict[int, tuple[str, str]] = {}
    for one in judgements:
        if one.label not in codes:
            raise DataError(
                f"{one.where}: the label {one.label!r} is not in the label set "
                f"{label_set.name!r}: {', '.join(codes)}.\n"
                f"Give the right one: {option('task', 'NAME|FILE')}"
            )
        key = ItemKey(one.campaign, one.id, one.system, one.mark)
        number, person = items[key], annotators[one.annotator]
        if (number, person) in rated:
            raise DataError(
                f"{one.where}: {one.annotator or 'the annotator'} has judged {one.id!r} of "
                f"{one.system or 'the system'} before.\nGive one judgement each (litmus annotate "
                "export writes those that stand)."
            )
        rated[number, person] = codes[one.label]
        if one.suggested:
            offered[number, person] = codes.get(one.suggested, MISSING)
        stratum = Stratum(one.campaign, one.system, one.stratum)
        _note_stratum(one, strata, stratum)
        of_item[number] = stratum
        numbered[one.campaign, one.item] = number
        if one.same_as:
            same_as[number] = (one.campaign, one.same_as)
        digest.update(repr((key, one.annotator, one.label, one.size)).encode())
    ratings, suggested = np.full((2, len(items), len(annotators)), MISSING, np.int64)
    for table, found in ((ratings, rated), (suggested, offered)):
        for (number, person), code in found.items():
            table[number, person] = code
    places = {stratum: k for k, stratum in enumerate(strata)}
    stratum_of = np.array([places[of_item[k]] for k in range(len(items))], np.int64)
    return Panel(
        label_set, tuple(items), tuple(annotators), ratings, tuple(strata), stratum_of,
        _sizes(strata, stratum_of), digest.hexdigest(),
        _repeated(ratings, {k: numbered[key] for k, key in same_as.items() if key in numbered}),
        suggested,
    )  # fmt: skip


def _repeated(ratings: Ints, first: Mapping[int, int]) -> Bools:
    """Ratings that say of an item what the same annotator says of the first that looks like it."""
    found: Bools = np.zeros(ratings.shape, bool)
    for number, leading in first.items():
        found[number] = (ratings[number] == ratings[leading]) & (ratings[number] != MISSING)
    return found


def _note_stratum(one: Judgement, strata: dict[Stratum, int | None], stratum: Stratum) -> None:
    known = strata.setdefault(stratum, one.size)
    if known != one.size:
        raise DataError(
            f"{one.where}: the stratum {one.stratum!r} has the size {one.size} here, and {known} "
            "before. A stratum has one size."
        )


def _sizes(strata: dict[Stratum, int | None], stratum_of: Ints) -> tuple[int | None, ...]:
    judged = np.bincount(stratum_of, minlength=len(strata))
    for (stratum, size), n in zip(strata.items(), judged, strict=True):
        if size is not None and size < n:
            raise DataError(
                f"The stratum {stratum.name!r} of {stratum.system} has {n} judged items, but its "
                f"size is {size}. A stratum is at least as large as what was judged of it."
            )
    return tuple(strata.values())
