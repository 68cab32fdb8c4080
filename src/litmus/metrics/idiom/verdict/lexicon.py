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
        self._rows = _rows(source, target)
        # Keys of all words would take a minute; for most of what is asked, forms will do.
        self.known = frozenset(target.form(other) for row in self._rows.values() for other in row)
        self.translations = lru_cache(maxsize=1 << 15)(self._translations)
        self.similarity = lru_cache(maxsize=1 << 18)(self._similarity)

    def _translations(self, word: str) -> Shares:
        """Keys of translations -> share, of the word as it stands and of its lemma."""
        found: dict[str, float] = {}
        for key in self.source.of_word(word):
            row = self._rows.get(key, {})
            total = sum(row.values())
            own: dict[str, float] = {}
            for other, count in row.items():
                for other_key in self.target.of_word(other):
                    own[other_key] = own.get(other_key, 0.0) + count / total
            for other_key, share in own.items():
                found[other_key] = max(found.get(other_key, 0.0), share)
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
        """Form of a target word -> source words that it translates, with their shares."""
        found: dict[str, dict[str, float]] = defaultdict(dict)
        for word, row in self._rows.items():
            if word not in self.source.stopwords:
                total = sum(row.values())
                for other, count in row.items():
                    found[self.target.form(other)][word] = count / total
        return found


def _rows(source: WordKeys, target: WordKeys) -> dict[str, dict[str, float]]:
    """Source word in small letters -> its translations, with how often they were seen."""
    seen: dict[str, dict[str, float]] = defaultdict(dict)
    for word, other, count in chain(
        _dictionary_rows(source.language, target.language),
        ((*pair, _WRITTEN) for pair in everyday_words(source.language, target.language)),
    ):
        if other.lower() not in target.stopwords:
            row = seen[source.form(word)]
            row[other] = row.get(other, 0.0) + count
    return seen


def _dictionary_rows(source: str, target: str) -> Iterator[tuple[str, str, float]]:
    found = shipped_columns(source, target)
    if found is None:
        return
    (words, others, counts, doubtful), _ = found
    rows = zip(words.all(), others.all(), counts.tolist(), doubtful.tolist(), strict=True)
    yield from ((w, o, count) for w, o, count, doubted in rows if w and o and not doubted)
