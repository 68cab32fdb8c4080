"""A free text cut for the segments of its document."""

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from litmus.arrays import Bools, Floats, Ints
from litmus.language.knowledge import load
from litmus.resegmenting.cutting import lengths
from litmus.resegmenting.cutting.additions import remarks, repetitions
from litmus.resegmenting.cutting.certainty import certainty
from litmus.resegmenting.cutting.cuts import Cuts, cuts_of
from litmus.resegmenting.cutting.evidence import Background, Evidence, words_of
from litmus.resegmenting.cutting.marks import KINDS, NUMBERS, Signs, beginning_shares, end_shares
from litmus.resegmenting.cutting.search import NOBODY, Added, Placed, Prices, Scores, best

_WINDOW, _FEWEST = 100, 8  # segments that are looked at together, and the fewest if they are long
_SURE = 0.75  # the share of them that is settled
_MOST_CELLS = 2_000_000  # segments times places that are looked at together
_ROUNDS = 2  # of learning what line ends and blanks say in this text
_NEW_LINE, _BLANK = 3.0, 2.0  # what speaks for a cut there before more is known
_PRICES = Prices()


@dataclass
class Placement:
    """Stretches in the order of the text, and how sure the cut behind each is."""

    stretches: list[Placed] = field(default_factory=list)
    certain: list[float] = field(default_factory=list)

    def add(self, stretch: Placed, certain: float) -> None:
        """One more."""
        self.stretches.append(stretch)
        self.certain.append(certain)


class Document:
    """What is known of a document and a text that came back for it. Places count tokens."""

    def __init__(
        self,
        sources: Sequence[str],
        text: str,
        languages: tuple[str, str],
        prices: Prices = _PRICES,
    ) -> None:
        self.languages, self.prices = languages, prices
        self.sources = [words_of(source, languages[0]) for source in sources]
        lower = any(source.strip()[:1].islower() for source in sources)
        self.cuts: Cuts = cuts_of(text, languages[1], lower=lower)
        self.background = Background(self.cuts.words.keys)
        ratio = lengths.ratio(sources, text)
        self.expected = np.array([ratio * lengths.size(source) for source in sources])
        self._places: Ints = np.flatnonzero(self.cuts.allowed)
        repeated = repetitions(self.cuts, sources, languages[0])
        self.remarks = remarks(text, self.cuts, sources, languages)
        self._added = [*self.remarks, *repeated]
        self._silent: Bools = np.zeros(len(self.cuts), bool)
        for start, end, _ in repeated:
            self._silent[start:end] = True
        kinds = [_kinds(source.strip()) for source in sources]
        self._beginnings = _log_ratios(beginning_shares(), self.cuts.after[:-1])[
            [first for first, _ in kinds]
        ]
        self._ends = _log_ratios(end_shares(), self.cuts.before[1:])[[last for _, last in kinds]]

    def place(self) -> Placement:
        """The best stretches; every token is in one of them."""
        unspaced = load(self.languages[1]).writing == "characters"
        edge = np.array([_NEW_LINE, _BLANK if unspaced else 0.0, 0.0])
        if len(set(self.cuts.between[1:-1].tolist())) > 1:  # else there is nothing to learn
            for _ in range(_ROUNDS):
                edge = self._learned_edge(self._place(edge, _WINDOW).stretches)
        return self._place(edge, len(self.sources))

    def evidence(self, segments: Sequence[int], first: int, last: int) -> Floats:
        """(segments, tokens + 1): what the tokens between two places say for segments, summed."""
        held = Evidence(
            [self.sources[segment] for segment in segments],
            self.cuts.words.part(first, last),
            self.languages,
            self.background,
        )
        return held.sums(self._silent[first:last])

    def _learned_edge(self, stretches: Sequence[Placed]) -> Floats:
        """What the kind of blank at a place says, by the last round: whether lines are segments."""
        last = max((stretch.end for stretch in stretches if stretch.segment != NOBODY), default=1)
        ends = {place for _, *both in stretches for place in both if 0 < place < last}
        cut = np.bincount(self.cuts.between[sorted(ends)], minlength=3) + 0.5
        uncut = np.bincount(self.cuts.between[1:last], minlength=3) - cut + 1.0
        ratios: Floats = np.log(cut / cut.sum()) - np.log(uncut / uncut.sum())
        return ratios

    def _place(self, edge: Floats, n_segments: int) -> Placement:
        """The same with what blanks say, for the first segments, window by window: a long document
        takes no more memory than a short one."""
        found = Placement()
        segment, start = 0, 0  # the first that are not settled
        while segment < n_segments and segment < len(self.sources):
            stop, until = self._window(segment, start)
            scores = self._scores(range(segment, stop), start, until, edge)
            placed = best(scores, self.prices)
            sure = certainty(placed, scores, self.prices)
            n_settled = (
                stop - segment if stop == len(self.sources) else _sure(placed, stop - segment)
            )
            for (n, a, b), certain in zip(placed, sure, strict=True):
                if n >= n_settled:
                    break
                whose = n if n == NOBODY else n + segment
                found.add(Placed(whose, *self._places[[start + a, start + b]].tolist()), certain)
            if n_settled < stop - segment:
                _drop_trailing(found)
            if found.stretches:
                start = int(np.searchsorted(self._places, found.stretches[-1].end))
            segment += n_settled
        if start < len(self._places) - 1:
            found.add(Placed(NOBODY, *self._places[[start, -1]].tolist()), 1.0)
        return found

    def _window(self, segment: int, start: int) -> tuple[int, int]:
        """The segment and the place up to which is looked together: fewer segments if they are
        long, so that no text is left out."""
        size = min(_WINDOW, len(self.sources) - segment)
        while True:
            until = self._reach(segment, segment + size, start)
            if size <= _FEWEST or size * (until - start) <= _MOST_CELLS:
                return segment + size, until
            size = max(_FEWEST, size * 3 // 4)

    def _reach(self, segment: int, stop: int, start: int) -> int:
        """How far the text of some segments can reach, as a place that is allowed."""
        last = len(self._places) - 1
        if stop == len(self.sources):
            return last
        chars = self.cuts.chars[self._places]
        most = chars[start] + 2 * self.expected[segment:stop].sum() + 1000
        return min(int(np.searchsorted(chars, most)), last)

    def _scores(self, segments: range, start: int, until: int, edge: Floats) -> Scores:
        places = self._places[start : until + 1]
        first, last = int(places[0]), int(places[-1])
        whole = (segments.start == 0 and not start,
                 segments.stop == len(self.sources) and until == len(self._places) - 1)  # fmt: skip
        rows = slice(segments.start, segments.stop)
        beginning = self._beginnings[rows][:, self.cuts.after[places]]
        end = self._ends[rows][:, self.cuts.before[places]]
        at_edge = edge[self.cuts.between[places]] / 2
        for place in {0, len(self.cuts) - 1} & {first, last}:  # nothing was decided there
            beginning[:, places == place] = end[:, places == place] = at_edge[places == place] = 0
        index = {place: n for n, place in enumerate(places.tolist())}
        added = [
            Added(index[a], index[b], price)
            for a, b, price in self._added
            if first <= a and b <= last
        ]
        return Scores(
            self.evidence(segments, first, last)[:, places - first], beginning, end, at_edge,
            self.cuts.chars[places], places, np.flatnonzero(self.cuts.sentence[places]),
            self.expected[rows], added, *whole,
        )  # fmt: skip


def _kinds(source: str) -> tuple[int, int]:
    """The kinds of its beginning and end."""
    if not source:
        return NUMBERS["upper"], NUMBERS["letter"]
    signs = Signs(source)
    return signs.begins(0), signs.ends(len(source))


def _log_ratios(shares: Floats, usual: Ints) -> Floats:
    """(kinds, kinds): how much likelier a kind is where a segment begins or ends than elsewhere in
    the text."""
    counts = np.bincount(usual, minlength=len(KINDS)) + 0.5
    ratios: Floats = np.log(shares / (counts / counts.sum()))
    return ratios


def _sure(placed: Sequence[Placed], size: int) -> int:
    """How many segments of a window are settled: a few less than are looked at, but not one of two
    that changed places."""
    sure = int(_SURE * size)
    order = [segment for segment, _, _ in placed if segment in (sure - 1, sure)]
    return sure + 1 if order == [sure, sure - 1] else sure


def _drop_trailing(found: Placement) -> None:
    """Text of nobody at the end of a window may belong to what follows."""
    while found.stretches and found.stretches[-1].segment == NOBODY:
        found.stretches.pop()
        found.certain.pop()
