"""What the words of an idiom can be in the other language, with how likely each is."""

from collections import defaultdict
from collections.abc import Iterator, Mapping
from functools import lru_cache
from itertools import chain
from pathlib import Path

from experiments.idiom_verdict.word_keys import Keys, WordKeys

from litmus.alignment.tokens import bare, likeness
from litmus.files.text import read_lines
from litmus.language.dictionary.bilingual import shipped_columns

_LIKE = 0.5  # two words that look this much alike are one name or loan
_WORDS = Path(__file__).parent / "words.tsv"
_WRITTEN = 5.0  # how often a pair written by hand counts as seen
_PART = 4  # letters of a word found inside a compound
Shares = Mapping[str, float]  # key of a target word -> its share of a word's translations


class Lexicon:
    """A dictionary of either direction by keys, on both sides."""

    def __init__(self, source: str, target: str) -> None:
        self.source, self.target = WordKeys(source), WordKeys(target)
        self._codes = source, target
        self._shares = _shares(source, target, self.source, self.target)
        self.known = frozenset(key for shares in self._shares.values() for key in shares)
        self.translations = lru_cache(maxsize=1 << 15)(self._translations)
        self.similarity = lru_cache(maxsize=1 << 18)(self._similarity)

    def _translations(self, word: str) -> Shares:
        """Keys of translations -> share; those of the form before those of its lemma."""
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
        if (
            len(word) > 2
            and likeness(bare(word, self._codes[0]), bare(token, self._codes[1])) >= _LIKE
        ):
            return 0.5
        return 0.0


def _shares(
    source: str, target: str, here: WordKeys, there: WordKeys
) -> dict[str, dict[str, float]]:
    totals: dict[str, float] = defaultdict(float)
    seen: dict[str, dict[str, float]] = defaultdict(dict)
    for word, other, count in chain(_dictionary_rows(source, target), _written(source, target)):
        if other.lower() in there.stopwords:
            continue
        lower = word.lower()
        totals[lower] += count
        for key in there.of_word(other):
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


def _written(source: str, target: str) -> Iterator[tuple[str, str, float]]:
    """Rows of `words.tsv` for a pair with English, of either direction."""
    header, *lines = [line.split("\t") for line in read_lines(_WORDS) if not line.startswith("#")]
    other = target if source == "en" else source
    if "en" not in (source, target) or other not in header:
        return
    column = header.index(other)
    for line in lines:
        for translation in line[column].split(","):
            pair = (line[0], translation) if source == "en" else (translation, line[0])
            yield *pair, _WRITTEN
