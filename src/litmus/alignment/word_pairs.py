"""A dictionary out of parallel text: which word forms were linked, and how often."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator

import numpy as np

from litmus.alignment.embedded.counts import Counts
from litmus.alignment.embedded.model import LinkModel
from litmus.alignment.embedded.prior import keyed_rows
from litmus.alignment.tokens import key_function, tokens, units
from litmus.arrays import Floats
from litmus.stages import counted

Pair = tuple[str, str]
Row = tuple[str, str, float]
Sums = tuple[dict[str, float], dict[str, float]]
LONGEST = 60  # tokens of a sentence that is used
LINKED = 0.5  # how sure a link is that counts
LEAST, SHARE = 1.4, 0.02  # count of a word pair, and its share of the links of either word
ONCE, ONCE_SHARE = 0.8, 0.3  # of a word pair seen once
ALONE, ALONE_SHARE = 10.0, 0.15  # count, and share, of a word without a partner


def word_pairs(
    pairs: Iterable[Pair], languages: tuple[str, str], known: Iterable[Row] = ()
) -> list[Row]:
    """(word, translation, count) of what a dictionary would hold, sorted.

    `known` are pairs of words to start from, as often as they count. Words that often have no
    partner come with an empty one: the aligner uses it, a dictionary does not show it.
    """
    keys = key_function(languages[0]), key_function(languages[1])
    cut, keyed = [], []
    for pair in counted(pairs, "reading", "pairs"):
        words = [
            [text[a:b] for a, b in tokens(text, code)]
            for text, code in zip(pair, languages, strict=True)
        ]
        if not all(0 < len(side) <= LONGEST for side in words):
            continue
        made = [
            units(side, code, key) for side, code, key in zip(words, languages, keys, strict=True)
        ]
        cut.append([[w[unit.first] for unit in u] for w, u in zip(words, made, strict=True)])
        keyed.append(([unit.key for unit in made[0]], [unit.key for unit in made[1]]))
    prior = Counts.of(keyed_rows(iter(known), *languages))
    model = LinkModel(prior, languages=languages).learn(keyed)
    seen = _Seen()
    links = counted(model.links(keyed), "linking words", "pairs", len(keyed))
    for number, forward, backward in links:
        both = np.sqrt(forward * backward)
        seen.add(cut[number], both, [backward.sum(0), forward.sum(1)])
    return sorted(seen.rows())


class _Seen:
    """What was linked, in lower case; and how each word is written inside a sentence."""

    def __init__(self) -> None:
        self._counts: dict[Pair, float] = defaultdict(float)
        self._alone: Sums = (defaultdict(float), defaultdict(float))
        self._written: dict[tuple[int, str], Counter[str]] = {}

    def add(self, words: list[list[str]], both: Floats, linked: list[Floats]) -> None:
        for j, i in zip(*(both > LINKED).nonzero(), strict=True):
            forms = words[0][i], words[1][j]
            self._counts[forms[0].lower(), forms[1].lower()] += float(both[j, i])
            for side, (form, place) in enumerate(zip(forms, (i, j), strict=True)):
                if place:  # capitals at the start of a sentence say nothing
                    self._written.setdefault((side, form.lower()), Counter())[form] += 1
        for side in (0, 1):
            for form, share in zip(words[side], linked[side].tolist(), strict=True):
                self._alone[side][form.lower()] += max(0.0, 1 - share)

    def rows(self) -> Iterator[Row]:
        sums: Sums = (defaultdict(float), defaultdict(float))
        for pair, count in self._counts.items():
            for side in (0, 1):
                sums[side][pair[side]] += count
        for (source, target), count in self._counts.items():
            share = min(count / sums[0][source], count / sums[1][target])
            often = count >= LEAST and share >= SHARE
            if not (often or (count >= ONCE and share >= ONCE_SHARE)):
                continue
            if is_word(source) and is_word(target):
                yield self._form(0, source), self._form(1, target), count
        for side in (0, 1):
            for word, count in self._alone[side].items():
                if count >= ALONE and count >= ALONE_SHARE * (count + sums[side][word]):
                    yield ("", word, count) if side else (word, "", count)

    def _form(self, side: int, word: str) -> str:
        written = self._written.get((side, word))
        return written.most_common(1)[0][0] if written else word


def is_word(text: str) -> bool:
    """Letters, and no digits."""
    return any(map(str.isalpha, text)) and not any(map(str.isdigit, text))
