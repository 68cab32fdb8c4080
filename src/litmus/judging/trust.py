"""How far a judge can be trusted: its agreement with people on what both have judged."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from statistics import fmean

import numpy as np

from litmus.annotate.campaigns.campaign import load_campaign
from litmus.annotate.error_weights import mqm_weights
from litmus.annotate.exchange import standing_judgements
from litmus.annotate.judgements import Judgement, read_judgements
from litmus.annotate.label_sets import ERROR, NO_VERDICT, LabelSet, find_label_set, load_label_set
from litmus.annotate.rating_files import kind_of, ratings_in
from litmus.arrays import Floats, Ints
from litmus.errors import DataError, UsageError
from litmus.importers.sample import Sample
from litmus.judging.rows import JudgedRow
from litmus.stats.agreement import Estimate, cohen_kappa
from litmus.stats.correlation import spearman
from litmus.stats.intervals import percentiles
from litmus.wording import count, option

# Below these a judge is not trusted. String metrics reach a rank correlation of 0.26 with people on
# WMT23 en-de (docs/measured/meta-evaluation.md); a kappa up to 0.4 is "fair" at best to Landis and
# Koch 1977.
LEAST: Mapping[str, float] = {"rank correlation": 0.3, "kappa": 0.4}
FEWEST = 30  # items that both have judged
_RESAMPLES, _SEED = 1000, 12345

Values = Mapping[tuple[str, str, str | None], float]  # (id, system, mark) -> what is averaged


@dataclass(frozen=True, slots=True)
class Trust:
    """Agreement with people by one measure; None: never compared."""

    measure: str = ""
    found: Estimate | None = None

    @property
    def is_enough(self) -> bool:
        """Whether there is enough evidence, and enough agreement."""
        return self.is_tested and (self._value or 0.0) >= LEAST[self.measure]

    @property
    def is_tested(self) -> bool:
        """Whether both have judged enough for a figure."""
        return self.found is not None and self.found.n >= FEWEST

    @property
    def _value(self) -> float | None:
        return self.found.value if self.found is not None else None

    @property
    def mark(self) -> str:
        """For signatures."""
        if self.found is None or self._value is None:
            return "no" if self.found is None else f"none,n={self.found.n}"
        return f"{self.measure.replace(' ', '-')}={self._value:.2f},n={self.found.n}"

    def note(self, name: str, way_out: str) -> str:
        """What a reader of the judge's scores must know; `way_out` is how people are named."""
        if self.found is None:
            return (
                f"{name} was not compared with people: nobody knows how far its verdicts can be "
                f"trusted. Give some of people's: {way_out}"
            )
        both = f"on {count(self.found.n, 'item')} that both have judged"
        if not self.is_tested:
            return (
                f"{name} was not tested: it and people have both judged "
                f"{count(self.found.n, 'item')}, and {FEWEST} are needed."
            )
        if self._value is None:
            return (
                f"WARNING: {name} says the same of everything, or people do: there is no "
                f"{self.measure} {both}."
            )
        figure = f"{self.measure} {self._value:.2f}"
        if self.found.low is not None and self.found.high is not None:
            figure += f" [{self.found.low:.2f}, {self.found.high:.2f}]"
        if self.is_enough:
            return f"{name} agrees with people: {figure} {both}."
        return (
            f"WARNING: {name} agrees too little with people to be trusted: {figure} {both}, less "
            f"than {LEAST[self.measure]}."
        )

    def as_json(self) -> dict[str, object]:
        """For programs."""
        found = self.found or Estimate(None, None, None, 0)
        return {
            "measure": self.measure or None, "value": found.value, "low": found.low,
            "high": found.high, "n": found.n, "enough": self.is_enough,
        }  # fmt: skip


@dataclass(frozen=True)
class People:
    """What people say of translations: labels of items, or scores."""

    labels: Values | None = None
    scores: Mapping[tuple[str, str], float] = field(default_factory=dict)


def read_people(paths: Sequence[Path], *, labels: bool, who: str, so_far: str = "") -> People:
    """Files of labels or of scores, as `who` gives them; an error says what happened `so_far`."""
    for path in paths:
        holds_labels = _holds_labels(path)
        if holds_labels != labels:
            wanted, given = ("labels", "scores") if labels else ("scores", "labels")
            raise UsageError(
                f"{who} gives {wanted}, but {path} holds {given}. {so_far}"
                f"Give people's {wanted}: {option('people', 'FILE')}"
            )
    return People(_people_labels(paths)) if labels else People(scores=_people_scores(paths))


def _holds_labels(path: Path) -> bool:
    """Labels, or else scores; an error where a file has neither."""
    if not path.exists():
        raise DataError(
            f"{path} does not exist. Give ratings or labels of people: {option('people', 'FILE')}"
        )
    if path.is_dir():
        return True  # a campaign, or what is no campaign says so
    if kind_of(path) is not None:
        return False
    sample = Sample(path)
    if not {"id", "label"} <= (sample.keys if sample.form == "JSON" else set(sample.cells)):
        raise DataError(
            f"{path} holds neither ratings nor labels. Expected are rows with 'id', 'system', and "
            "'score', 'spans' or 'label', or a format of docs/meta-evaluation.md."
        )
    return True


def compare_with_people(rows: Iterable[JudgedRow], people: Sequence[Path] | People) -> Trust:
    """Agreement on the items that both have judged: rank correlation of scores, kappa of labels."""
    own: dict[tuple[str, str, str | None], list[float]] = defaultdict(list)
    gives_labels = False
    for row in rows:
        gives_labels |= row.gives_label
        if row.value is not None:
            own[row.id, row.system, row.mark].append(row.value)
    values = {key: fmean(draws) for key, draws in own.items()}
    if not isinstance(people, People):
        people = read_people(people, labels=gives_labels, who="The judge")
    if people.labels is not None:
        return Trust("kappa", _kappa(values, people.labels))
    return Trust("rank correlation", _correlation(values, people.scores))


def _people_scores(paths: Iterable[Path]) -> dict[tuple[str, str], float]:
    """The mean over people."""
    weights = mqm_weights()
    given: dict[tuple[str, str], list[float]] = defaultdict(list)
    for path in paths:
        for rating in ratings_in(path, kind_of(path) or ""):
            if not rating.id:
                raise DataError(
                    f"{rating.where}: these ratings name documents, not segments, and cannot be "
                    "compared here. litmus agree does that."
                )
            score = weights.score(rating)
            if score is not None and rating.metric is None:
                given[rating.id, rating.system.removeprefix("@")].append(score)
    return {key: fmean(scores) for key, scores in given.items()}


def _people_labels(paths: Iterable[Path]) -> dict[tuple[str, str, str | None], float]:
    """100 where most people see no error, 0 where most see one; ties say nothing."""
    votes: dict[tuple[str, str, str | None], list[int]] = defaultdict(list)
    for path in paths:
        for one in _judgements(path):
            labels = _label_set(one.task or "idiom")
            if one.label not in labels.keys:
                raise DataError(
                    f"{one.where}: the label {one.label!r} is not in the label set "
                    f"{labels.name!r}: {', '.join(labels.keys)}."
                )
            if one.label not in labels.meaning(NO_VERDICT):
                key = one.id, one.system.removeprefix("@"), one.mark
                votes[key].append(-1 if one.label in labels.meaning(ERROR) else 1)
    return {key: 100.0 if sum(own) > 0 else 0.0 for key, own in votes.items() if sum(own)}


def _judgements(path: Path) -> Iterable[Judgement]:
    return standing_judgements(load_campaign(path)) if path.is_dir() else read_judgements(path)


@cache
def _label_set(name: str) -> LabelSet:
    return load_label_set(find_label_set(name))


def _kappa(own: Values, people: Values) -> Estimate:
    """Of error and no error; draws of which half say error are left out."""
    pairs, only = [], _only(own)
    for (identity, system, mark), value in people.items():
        key = identity, system, mark
        if mark is None:  # people who do not name the one item of a translation
            key = only.get((identity, system)) or key
        if key in own and own[key] != 50.0:
            pairs.append((int(own[key] > 50.0), int(value > 50.0)))
    table: Ints = np.array(pairs, np.int64).reshape(-1, 2)
    return cohen_kappa(table[:, 0], table[:, 1], 2, n_bootstrap=_RESAMPLES, seed=_SEED)


def _only(own: Values) -> dict[tuple[str, str], tuple[str, str, str | None]]:
    """(id, system) -> the one item of a translation, where it has no other."""
    found = defaultdict(list)
    for key in own:
        found[key[:2]].append(key)
    return {translation: keys[0] for translation, keys in found.items() if len(keys) == 1}


def _correlation(own: Values, people: Mapping[tuple[str, str], float]) -> Estimate:
    """Spearman's, with the interval of a bootstrap of segments."""
    pairs = [
        (identity, value, people[identity, system])
        for (identity, system, _), value in own.items()
        if (identity, system) in people
    ]
    left: Floats = np.array([pair[1] for pair in pairs])
    right: Floats = np.array([pair[2] for pair in pairs])
    value = spearman(left, right)
    if value is None:
        return Estimate(None, None, None, len(pairs))
    numbers = {identity: k for k, identity in enumerate(dict.fromkeys(p[0] for p in pairs))}
    members: list[list[int]] = [[] for _ in numbers]
    for place, (identity, _, _) in enumerate(pairs):
        members[numbers[identity]].append(place)
    groups = [np.array(group) for group in members]
    rng = np.random.default_rng([_SEED, 1])
    trials = np.full((_RESAMPLES, 1), np.nan)
    for trial in range(_RESAMPLES):
        drawn = np.concatenate([groups[k] for k in rng.integers(0, len(groups), len(groups))])
        found = spearman(left[drawn], right[drawn])
        trials[trial, 0] = np.nan if found is None else found
    low, high = (float(end[0]) for end in percentiles(trials))
    return Estimate(value, low, high, len(pairs))
