"""What the words of one language can be in another, with how likely each is."""

from collections import defaultdict
from collections.abc import Iterator, Mapping
from functools import lru_cache
from itertools import chain

from litmus.alignment.tokens import bare, likeness
from litmus.language.dictionary.bilingual import shipped_columns
from litmus.language.dictionary.everyday import everyday_words
from litmus.metrics.idiom.word_keys import Keys, WordKeys

_LIKE = 0.5  # two words that look this much alike are one name or loan
_WRITTEN = 5.0  # how often a pair written by hand counts as seen
_PART = 4  # letters of a word found inside a compound
Shares = Mapping[str, float]  # key of a target word -> its share of a word's translations


class Lexicon:
    """A dictionary of either direction by keys, on both sides."""

    def __init__(self, source: WordKeys, target: WordKeys) -> None:
        self.source, self.target = source, target
        self._codes = source.language, target.language
        self._shares = _shares(source, target)
        self.known = frozenset(key for shares in self._shares.values() for key in shares)
        self.translations = lru_cache(maxsize=1 << 15)(self._translations)
        self.similarity = lru_cache(maxsize=1 << 18)(self._similarity)

    def _translations(self, word: str) -> Shares:
        """Keys of translations -> share, of the word as it stands and of its lemma."""
        found: dict[str, float] = {}
        for key in self.source.of_word(word):
            for other, share in self._shares.get(key, {}).items():
                found[other] = max(found.get(other, 0.0), share)
        return found

    def _similarity(self, word: str, token: str, keys: Keys) -> float:
        """0 to 1: how surely a target token is a plain translation of a source word."""
        shares = self.translations(word)
        best = max((shares.get(key, 0.0) for key in keys), default=0.0)
        if best:
            return 0.5 + 0.5 * min(1.0, best * 4)
        lower = token.lower()
        if len(lower) > _PART and not self.target.characters:
            for key in shares:
                if len(key) >= _PART and (lower.startswith(key) or lower.endswith(key)):
                    return 0.5
        here, there = self._codes
        if len(word) > 2 and likeness(bare(word, here), bare(token, there)) >= _LIKE:
            return 0.5
        return 0.0

    def back(self) -> dict[str, dict[str, float]]:
        """Key of a target word -> source words that it translates, with their shares."""
        found: dict[str, dict[str, float]] = defaultdict(dict)
        for word, shares in self._shares.items():
            if word not in self.source.stopwords:
                for key, share in shares.items():
                    found[key][word] = share
        return found


def _shares(source: WordKeys, target: WordKeys) -> dict[str, dict[str, float]]:
    totals: dict[str, float] = defaultdict(float)
    seen: dict[str, dict[str, float]] = defaultdict(dict)
    for word, other, count in chain(
        _dictionary_rows(source.language, target.language),
        ((*pair, _WRITTEN) for pair in everyday_words(source.language, target.language)),
    ):
        if other.lower() in target.stopwords:
            continue
        lower = word.lower()
        totals[lower] += count
        for key in target.of_word(other):
            seen[lower][key] = seen[lower].get(key, 0.0) + count
    return {
        word: {key: count / totals[word] for key, count in keys.items()}
        for word, keys in seen.items()
    }


def _dictionary_rows(source: str, target: str) -> Iterator[tuple[str, str, float]]:
    found = shipped_columns(source, target)
    if found is None:
        return
    (words, others, counts, doubtful), _ = found
    rows = zip(words.all(), others.all(), counts.tolist(), doubtful.tolist(), strict=True)
    yield from ((w, o, count) for w, o, count, doubted in rows if w and o and not doubted)
