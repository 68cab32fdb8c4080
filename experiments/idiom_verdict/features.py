"""Numbers for one idiom and one output: what speaks for a right, literal or missing translation."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache

from experiments.idiom_verdict.lexicon import Lexicon
from experiments.idiom_verdict.word_keys import Keys

from litmus.alignment.links import Alignment, Span
from litmus.alignment.tokens import bare, likeness
from litmus.language.words import compose

_EDGE = 2  # tokens beside the linked ones that still may belong to the idiom
_LOAN = 0.7  # likeness from which on a word was taken over rather than translated
_MOST = 4.0  # what a ratio counts at most


@dataclass(frozen=True)
class Text:
    """A text in tokens, with their keys."""

    text: str
    tokens: tuple[str, ...]
    keys: tuple[Keys, ...]
    content: tuple[bool, ...]  # neither punctuation nor a function word
    index: Mapping[str, int]  # key -> a token that has it


@dataclass(frozen=True)
class Place:
    """Where an idiom is in a target text: linked tokens, and these with what lies around them."""

    text: Text
    linked: tuple[int, ...]
    region: tuple[int, ...]
    coverage: float  # share of the idiom's content words with a link
    confidence: float  # of these links
    guessed: bool

    def words(self) -> str:
        """The tokens of the region."""
        return " ".join(self.text.tokens[j] for j in self.region)


@dataclass(frozen=True)
class Finding:
    """The numbers, and the words behind them."""

    numbers: dict[str, float]
    literal: dict[str, str] = field(default_factory=dict)  # source word -> target word
    meant: dict[str, str] = field(default_factory=dict)  # word of the meaning -> target word
    place: Place | None = None


class Features:
    """For one pair of languages."""

    def __init__(self, source: str, target: str) -> None:
        self.lexicon = Lexicon(source, target)
        self._codes = source, target
        self._english = Lexicon("en", target) if source != "en" and target != "en" else None

    def text(self, text: str, tokens: Sequence[Span], side: int) -> Text:
        """A text as it is compared; side 0 is the source, 1 the target."""
        keys = (self.lexicon.source, self.lexicon.target)[side]
        words = tuple(compose(text[start:end]) for start, end in tokens)
        content = tuple(w[:1].isalnum() and w.lower() not in keys.stopwords for w in words)
        found = tuple(keys.of_tokens(text, tokens))
        index = {key: place for place, have in enumerate(found) for key in have}
        return Text(text, words, found, content, index)

    def place(self, spans: Sequence[Span], source: Text, target: Text, links: Alignment) -> Place:
        """Where the idiom went."""
        inside = _touched(links.source, spans)
        wanted = [i for i in inside if source.content[i]] or inside
        sure = {j for i, j in links.links if i in inside and target.tokens[j][:1].isalnum()}
        guessed = not sure
        linked = sure or {j for i, j in links.guesses if i in inside}
        covered = {i for i, j in links.links if i in wanted}
        confidence = [links.confidence.get((i, j), 1.0) for i, j in links.links if i in wanted]
        elsewhere = {j for i, j in links.links if i not in inside} - linked
        if linked:
            first, last = min(linked) - _EDGE, max(linked) + _EDGE
            if last - first > 3 * len(inside) + 6:  # a stray link: keep to the densest stretch
                middle = sorted(linked)[len(linked) // 2]
                first, last = middle - len(inside) - 3, middle + len(inside) + 3
        else:
            size = max(1, len(source.tokens))
            middle = round(sum(inside) / max(1, len(inside)) / size * len(target.tokens))
            first, last = middle - len(inside) - 1, middle + len(inside) + 1
        region = tuple(
            j
            for j in range(max(0, first), min(len(target.tokens), last + 1))
            if j not in elsewhere and target.tokens[j][:1].isalnum()
        )
        share = len(covered) / max(1, len(wanted))
        sureness = sum(confidence) / len(confidence) if confidence else 0.0
        return Place(target, tuple(sorted(linked)), region, share, sureness, guessed)

    def find(
        self,
        spans: Sequence[Span],
        source: Text,
        target: Text,
        links: Alignment,
        *,
        meaning: Sequence[str] = (),
        reference: Place | None = None,
        equivalents: Sequence[str] = (),
    ) -> Finding:
        """All numbers of one output; those that need what is not given are 0."""
        inside = _touched(links.source, spans)
        idiom = [i for i in inside if source.content[i]] or list(inside)
        outside = [i for i in range(len(source.tokens)) if i not in inside and source.content[i]]
        place = self.place(spans, source, target, links)
        numbers: dict[str, float] = {}
        literal: dict[str, str] = {}

        def best(word: str, among: Sequence[int]) -> tuple[float, int]:
            found = [
                (self.lexicon.similarity(word, target.tokens[j], target.keys[j]), -j)
                for j in among
                if target.tokens[j][:1].isalnum()
            ]
            value, at = max(found, default=(0.0, 0))
            return value, -at

        # What the rest of the source explains cannot speak against the idiom.
        explained: dict[int, float] = {}
        for i in outside:
            shares = self.lexicon.translations(source.tokens[i])
            for key in shares.keys() & target.index.keys():
                at = target.index[key]
                explained[at] = max(explained.get(at, 0.0), shares[key])
        linked_elsewhere = {j for i, j in links.links if i in outside}
        near, anywhere, known = [], [], 0
        for i in idiom:
            word = source.tokens[i]
            known += bool(self.lexicon.translations(word))
            value, at = best(word, place.region)
            near.append(value)
            if value:
                literal.setdefault(word, target.tokens[at])
            shares = self.lexicon.translations(word)
            there = [shares[k] for k in shares.keys() & target.index.keys()
                     if explained.get(target.index[k], 0.0) < shares[k]]  # fmt: skip
            anywhere.append(max(value, float(bool(there))))
        n = max(1, len(idiom))
        numbers["literal_near"] = sum(near) / n
        numbers["literal_anywhere"] = sum(anywhere) / n
        numbers["literal_hit"] = max(near, default=0.0)
        numbers["literal_hits"] = min(_MOST, sum(value > 0 for value in near))
        numbers["literal_all"] = float(bool(near) and min(near) > 0)
        numbers["known"] = known / n
        numbers["literal_of_known"] = min(1.0, sum(v > 0 for v in near) / max(1, known))
        numbers["coverage"] = place.coverage
        numbers["confidence"] = place.confidence
        numbers["guessed"] = float(place.guessed)
        numbers["region"] = min(_MOST, sum(target.content[j] for j in place.region) / n)
        numbers["linked"] = min(_MOST, len(place.linked) / n)
        numbers["words"] = min(_MOST, n)
        free = [
            j
            for j in place.region
            if target.content[j]
            and j not in explained
            and j not in linked_elsewhere
            and not any(
                self.lexicon.similarity(source.tokens[i], target.tokens[j], target.keys[j])
                for i in idiom
            )
        ]
        numbers["free"] = min(_MOST, len(free) / n)
        numbers["free_share"] = len(free) / max(1, len(place.region))
        copied = 0
        for i in idiom:
            word = bare(source.tokens[i], self._codes[0])
            copied += len(word) > 2 and any(
                likeness(word, bare(target.tokens[j], self._codes[1])) >= _LOAN
                for j in place.region
            )
        numbers["copied"] = copied / n
        numbers |= self._whole(source, target, outside, explained)
        numbers |= self._as_meant(meaning, target, place, explained, literal)
        meant = self._meant_words(meaning, target, place)
        numbers |= _as_reference(place, reference)
        numbers |= self._as_equivalents(equivalents, target)
        return Finding(numbers, literal, meant, place)

    def _whole(
        self, source: Text, target: Text, outside: Sequence[int], explained: dict[int, float]
    ) -> dict[str, float]:
        """How good the rest of the translation seems."""
        content = [j for j in range(len(target.tokens)) if target.content[j]]
        known = sum(bool(target.keys[j] & self.lexicon.known) for j in content)
        translated = len(explained) / max(1, len(outside))  # roughly: words share translations
        length = len(target.tokens) / max(1, len(source.tokens))
        distinct = len({target.tokens[j].lower() for j in content}) / max(1, len(content))
        return {
            "empty": float(not content),
            "rest_known": known / max(1, len(content)),
            "rest_translated": min(1.0, translated),
            "length": min(_MOST, length),
            "distinct": distinct,
        }

    def _meant_words(self, meaning: Sequence[str], target: Text, place: Place) -> dict[str, str]:
        found = {}
        for word in meaning:
            for j in place.region:
                if self._meaning_lexicon.similarity(word, target.tokens[j], target.keys[j]):
                    found[word] = target.tokens[j]
        return found

    @property
    def _meaning_lexicon(self) -> Lexicon:
        return self._english or self.lexicon

    def _as_meant(
        self,
        meaning: Sequence[str],
        target: Text,
        place: Place,
        explained: dict[int, float],
        literal: dict[str, str],
    ) -> dict[str, float]:
        """Words of the meaning, and whether the translation holds them."""
        lexicon = self._meaning_lexicon

        def share(among: Sequence[int]) -> tuple[float, float]:
            values = [
                max(
                    (lexicon.similarity(w, target.tokens[j], target.keys[j]) for j in among),
                    default=0.0,
                )
                for w in meaning
            ]
            return (sum(values) / len(values), max(values)) if values else (0.0, 0.0)

        near, near_best = share(place.region)
        values = []
        for word in meaning:
            keys = lexicon.translations(word).keys() & target.index.keys()
            values.append(any(target.index[key] not in explained for key in keys))
        anywhere = sum(values) / len(values) if values else 0.0
        return {
            "meaning": float(bool(meaning)),
            "meant_near": near,
            "meant_best": near_best,
            "meant_anywhere": anywhere,
            "meant_any_best": float(any(values)),
        }

    def _as_equivalents(self, equivalents: Sequence[str], target: Text) -> dict[str, float]:
        keys = frozenset().union(*target.keys) if target.keys else frozenset[str]()
        shares = [0.0]
        for equivalent in equivalents:
            if self.lexicon.target.characters:
                shares.append(float(compose(equivalent) in target.text))
                continue
            words = [
                w for w in equivalent.split() if w.lower() not in self.lexicon.target.stopwords
            ]
            hits = [bool(self.lexicon.target.of_word(w) & keys) for w in words]
            shares.append(sum(hits) / len(hits) if hits else 0.0)
        return {"equivalents": float(bool(equivalents)), "equivalent": max(shares)}


def _touched(tokens: Sequence[Span], spans: Sequence[Span]) -> list[int]:
    return [
        i
        for i, (start, end) in enumerate(tokens)
        if any(start < stop and begin < end for begin, stop in spans)
    ]


def _as_reference(place: Place, reference: Place | None) -> dict[str, float]:
    """How the region looks beside that of a reference."""
    if reference is None:
        return {"reference": 0.0, "as_reference": 0.0, "chrf": 0.0, "chrf_whole": 0.0}
    ours = frozenset().union(*(place.text.keys[j] for j in place.region))
    theirs = [reference.text.keys[j] for j in reference.region if reference.text.content[j]]
    shared = sum(bool(keys & ours) for keys in theirs) / max(1, len(theirs))
    return {
        "reference": 1.0,
        "as_reference": shared,
        "chrf": character_f(place.words(), reference.words()),
        "chrf_whole": character_f(place.text.text, reference.text.text),
    }


def character_f(one: str, other: str, longest: int = 4) -> float:
    """F1 of character n-grams of up to 4 letters, blanks left out; 0 to 1."""
    one, other = ("".join(text.lower().split()) for text in (one, other))
    scores = []
    for size in range(1, longest + 1):
        left, right = (_grams(text, size) for text in (one, other))
        if left and right:
            scores.append(2 * len(left & right) / (len(left) + len(right)))
    return sum(scores) / len(scores) if scores else 0.0


@lru_cache(maxsize=1 << 10)  # systems are compared with each other, so texts come again
def _grams(text: str, size: int) -> frozenset[str]:
    return frozenset(text[n : n + size] for n in range(len(text) - size + 1))
