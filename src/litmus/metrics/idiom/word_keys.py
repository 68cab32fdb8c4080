"""The keys of words: two words that share one are forms of the same word, or nearly."""

from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from itertools import product

from litmus.alignment.links import Span
from litmus.language.analysers import load_analyser
from litmus.language.embedded.lexicon import lexicon
from litmus.language.forms import can_match, normaliser
from litmus.language.knowledge import Slots, load
from litmus.language.words import compose
from litmus.plugins.data_folder import per_data_folder

_FEWEST = 3  # letters that a prefix leaves of a word
_MOST_TEXTS = 1 << 14  # whose analyses are kept
Keys = frozenset[str]


class WordKeys:
    """Keys of the words of one language: forms, lemmas, stems; morphemes where it has affixes."""

    def __init__(self, language: str) -> None:
        known = load(language)
        self.language = language
        self.characters = known.writing == "characters"
        self.stopwords = known.stopwords
        self._prefixes = _joined(known.clitics.prefixes)
        ways = [match for match in ("lemma", "stem") if can_match(match, language)]
        self._normalise = [normaliser(match, language) for match in ways]
        self._analyser = load_analyser("embedded", language) if known.affixes else None
        self.is_word = lru_cache(maxsize=1 << 16)(word_list(language))
        self.of_word = lru_cache(maxsize=1 << 16)(self._of_word)
        self._known: dict[str, tuple[tuple[int, int, Keys], ...]] = {}

    def form(self, word: str) -> str:
        """The key that a word of a dictionary always has; it needs no list of lemmas."""
        lower = compose(word).lower()
        # Dictionaries have verbs as stem + (ha) + da.
        return lower.removesuffix("다").removesuffix("하") if self.language == "ko" else lower

    def _of_word(self, word: str) -> Keys:
        lower = compose(word).lower()
        keys = {lower, self.form(word), *(normalise(lower) for normalise in self._normalise)}
        if self.language == "ko":
            keys.add(lower.removesuffix("다"))
        return frozenset(keys - {""})

    def of_tokens(self, text: str, tokens: Sequence[Span]) -> list[Keys]:
        """The keys of every token of a text."""
        found = [self.of_word(text[start:end]) for start, end in tokens]
        if self._analyser is None:
            return found
        return [
            old | new | frozenset(self._bare(text[start:end]))
            for old, new, (start, end) in zip(
                found, self._analysed(text, tokens), tokens, strict=True
            )
        ]

    def _bare(self, token: str) -> list[str]:
        """The token without small words written onto it, some of which the analyser misses."""
        most = len(token) - _FEWEST
        found = [p for p in self._prefixes if len(p) <= most and token.startswith(p)]
        return [token[len(max(found, key=len)) :]] if found else []

    def expect(self, texts: Iterable[str]) -> None:
        """These will be asked for: they are analysed in one go, which takes half the time."""
        if self._analyser is None:
            return
        new = [text for text in dict.fromkeys(texts) if text not in self._known]
        if len(self._known) + len(new) > _MOST_TEXTS:
            self._known.clear()
        for text, sentences in zip(new, self._analyser.analyse(new, parse=False), strict=True):
            self._known[text] = tuple(
                (word.start, word.end, frozenset(morphemes(word.lemma)))
                for sentence in sentences
                for word in sentence.words
            )

    def _analysed(self, text: str, tokens: Sequence[Span]) -> list[Keys]:
        if text not in self._known:
            self.expect([text])
        keys = []
        for start, end in tokens:
            inside = [
                parts for first, last, parts in self._known[text] if first < end and start < last
            ]
            keys.append(frozenset[str]().union(*inside) - {""})
        return keys


@per_data_folder(maxsize=8)
def word_keys(language: str) -> WordKeys:
    """The keys of a language; several metrics share what has been analysed."""
    return WordKeys(language)


def _joined(places: Slots) -> frozenset[str]:
    """All that can stand before a word: at most one prefix of each place.

    >>> sorted(_joined((("a", "b"), ("c",))))
    ['a', 'ac', 'b', 'bc', 'c']
    """
    return frozenset("".join(each) for each in product(*(("", *place) for place in places))) - {""}


def word_list(language: str) -> Callable[[str], bool | None]:
    """Whether a token is a word of the language; None where there is no list to tell from.

    >>> word_list("is")("hestinn"), word_list("is")("hestinx"), word_list("ko")("말")
    (True, False, None)
    """
    words = lexicon(language)
    if words:
        return lambda token: token in words
    if not can_match("lemma", language):  # whose lists these are
        return lambda token: None
    from simplemma import is_known

    return lambda token: bool(is_known(token, lang=language))


def morphemes(lemma: str) -> Iterable[str]:
    """The morphemes of a lemma and what neighbours make together, endings left out.

    >>> sorted(morphemes("정착+하+았+습니다"))
    ['정착', '정착하']
    """
    parts = compose(lemma).lower().split("+")
    if len(parts) == 1:
        return parts
    return [parts[0], "".join(parts[:2])]
