"""Numbers for one idiom and one output: what speaks for a right, literal or missing translation."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cached_property

from litmus.alignment.links import Alignment, Span
from litmus.alignment.tokens import bare, likeness, tokens
from litmus.arrays import Floats32
from litmus.errors import UsageError
from litmus.language.dictionary.bilingual import shipped_pairs
from litmus.metrics.idiom.verdict.comparing import as_reference, nearness, said_there, together
from litmus.metrics.idiom.verdict.finding import Finding, Known, Numbers
from litmus.metrics.idiom.verdict.lexicon import Lexicon
from litmus.metrics.idiom.verdict.place import Place, Text, find_place, make_text, touched
from litmus.metrics.idiom.verdict.senses import Senses
from litmus.metrics.idiom.word_keys import Keys, WordKeys, word_keys

_LOAN = 0.7  # likeness from which on a word was taken over rather than translated
_MOST = 4.0  # what a ratio counts at most


class Signs:
    """For one pair of languages."""

    def __init__(self, source: str, target: str, often_literal: float = 0.0) -> None:
        if (source, target) not in shipped_pairs():
            known = ", ".join(sorted(pair[1] for pair in shipped_pairs() if pair[0] == "en"))
            raise UsageError(
                f"verdict: no dictionary for {source}-{target} comes with litmus. There are those "
                f"of English with: {known}."
            )
        self.source, self.target = word_keys(source), word_keys(target)
        self.lexicon = Lexicon(self.source, self.target)
        # How many of an idiom's words its equivalents keep in this pair of languages: the guess
        # where no equivalent is known.
        self._often_literal = often_literal

    # --- what is known beforehand ----------------------------------------------------------

    def know(self, meaning: str, equivalents: Sequence[str]) -> Known:
        """What a list says of an idiom, as it is compared."""
        english = word_keys("en")
        words = [meaning[start:end] for start, end in tokens(meaning, "en")]
        content = [w for w in words if w[:1].isalnum() and w.lower() not in english.stopwords]
        in_english = self.source.language == "en" or self._is_english(content)
        phrases = tuple((text, keys) for text in equivalents if (keys := self._keys_of(text)))
        everything = frozenset[str]().union(*(each for _, keys in phrases for each in keys))
        return Known(tuple(dict.fromkeys(content)), in_english, phrases, everything)

    def _is_english(self, words: Sequence[str]) -> bool:
        ours = sum(self.source_senses.of_word(word) is not None for word in words)
        return sum(self._english.of_word(word) is not None for word in words) >= ours

    def _keys_of(self, equivalent: str) -> tuple[Keys, ...]:
        """The keys of its content words; of all its words if it has but function words."""
        text = make_text(equivalent, tokens(equivalent, self.target.language), self.target)
        content = [keys for keys, counts in zip(text.keys, text.content, strict=True) if counts]
        return tuple(content or text.keys)

    @cached_property
    def _english(self) -> Senses:
        return Senses(word_keys("en"), None)

    @cached_property
    def source_senses(self) -> Senses:
        """Words of the source among the English word vectors."""
        return self._senses(self.source)

    @cached_property
    def target_senses(self) -> Senses:
        """Words of the target among the English word vectors."""
        return self._senses(self.target)

    def _senses(self, keys: WordKeys) -> Senses:
        if keys.language == "en":
            return self._english
        same = self.source.language == "en"
        return Senses(keys, self.lexicon if same else Lexicon(word_keys("en"), keys))

    # --- one output ------------------------------------------------------------------------

    def text(self, text: str, spans: Sequence[Span], side: int) -> Text:
        """A text as it is compared; side 0 is the source, 1 the target."""
        return make_text(text, spans, (self.source, self.target)[side])

    def find(
        self,
        spans: Sequence[Span],
        source: Text,
        target: Text,
        links: Alignment,
        known: Known,
        reference: Place | None = None,
    ) -> Finding:
        """All numbers of one output; those that need what is not given are 0."""
        inside = touched(links.source, spans)
        idiom = [i for i in inside if source.content[i]] or inside
        within = set(inside)
        outside = [i for i in range(len(source.tokens)) if i not in within and source.content[i]]
        place = find_place(spans, source, target, links)
        explained = self._explained(source, target, outside)
        rest = set(outside)
        elsewhere = {j for i, j in links.links if i in rest}
        literal, numbers = self._literally(source, place, idiom, explained)
        numbers |= self._room(source, place, idiom, explained, elsewhere)
        numbers |= self._whole(source, target, outside, explained)
        rest_linked = len({i for i, _ in links.links if i in rest}) / max(1, len(rest))
        numbers |= self._left(source, place, idiom, outside, explained, elsewhere)
        numbers |= {"rest_linked": rest_linked}
        meant, more = self._as_meant(known, place, explained)
        numbers |= more
        numbers |= self._alike(source, place, idiom, outside, elsewhere, known)
        numbers |= as_reference(place, reference)
        if reference is not None:
            known = replace(known, equivalents=(*known.equivalents, *said_there(reference)))
        equivalent, more = self._as_equivalent(known, target, place)
        numbers |= more
        allowed = self.literal_share(self._words_of(source, idiom), known)
        if allowed is None:
            allowed = self._often_literal
        numbers |= {"allowed": allowed, "literal_allowed": allowed * numbers["literal_near"]}
        return Finding(numbers, place, literal, meant, equivalent)

    def literal_share(self, words: Sequence[str], known: Known) -> float | None:
        """Of the words of an idiom, the share that an equivalent translates as they stand: then a
        literal translation is none the worse. None where no equivalent is known."""
        if not known.equivalents or not words:
            return None
        kept = sum(not known.all_keys.isdisjoint(self.lexicon.translations(w)) for w in words)
        return kept / len(words)

    def _explained(self, source: Text, target: Text, outside: Sequence[int]) -> dict[int, float]:
        """Target tokens that the rest of the source explains: they say nothing of the idiom."""
        explained: dict[int, float] = {}
        for i in outside:
            shares = self.lexicon.translations(source.tokens[i])
            for key in shares.keys() & target.index.keys():
                at = target.index[key]
                explained[at] = max(explained.get(at, 0.0), shares[key])
        return explained

    def _literally(
        self, source: Text, place: Place, idiom: Sequence[int], explained: Mapping[int, float]
    ) -> tuple[dict[str, str], Numbers]:
        target, n = place.text, max(1, len(idiom))
        literal: dict[str, str] = {}
        near, anywhere, known = [], [], 0
        for word in self._words_of(source, idiom):
            shares = self.lexicon.translations(word)
            known += bool(shares)
            found = [
                (self.lexicon.similarity(word, target.tokens[j], target.keys[j]), -j)
                for j in place.region
            ]
            value, at = max(found, default=(0.0, 0))
            near.append(value)
            if value:
                literal.setdefault(word, target.tokens[-at])
            there = any(
                explained.get(target.index[key], 0.0) < shares[key]
                for key in shares.keys() & target.index.keys()
            )
            anywhere.append(max(value, float(there)))
        n_words = max(1, len(near))
        hits = sum(value > 0 for value in near)
        return literal, {
            "literal_near": sum(near) / n_words,
            "literal_anywhere": sum(anywhere) / n_words,
            "literal_hit": max(near, default=0.0),
            "literal_hits": min(_MOST, hits),
            "literal_all": float(bool(near) and min(near) > 0),
            "known": known / n_words,
            "literal_of_known": min(1.0, hits / max(1, known)),
            "coverage": place.coverage,
            "confidence": place.confidence,
            "guessed": float(place.guessed),
            "region": min(_MOST, sum(target.content[j] for j in place.region) / n),
            "linked": min(_MOST, len(place.linked) / n),
            "words": min(_MOST, n),
        }

    def _words_of(self, source: Text, idiom: Sequence[int]) -> list[str]:
        """The words that a literal translation would translate.

        Where words are not separated an idiom is often one of the dictionary, and what that gives
        is its meaning; its characters are what it says.
        """
        words = [source.tokens[i] for i in idiom]
        if not self.source.characters:
            return words
        return [part for word in words for part in (word if len(word) > 2 else (word,))]

    def _room(
        self,
        source: Text,
        place: Place,
        idiom: Sequence[int],
        explained: Mapping[int, float],
        elsewhere: set[int],
    ) -> Numbers:
        """How much stands in the idiom's place that nothing explains, or that was taken over."""
        target, n = place.text, max(1, len(idiom))
        words = [source.tokens[i] for i in idiom]
        free = [
            j
            for j in place.region
            if target.content[j]
            and j not in explained
            and j not in elsewhere
            and not any(
                self.lexicon.similarity(word, target.tokens[j], target.keys[j]) for word in words
            )
        ]
        here, there = self.source.language, self.target.language
        there_bare = [bare(target.tokens[j], there) for j in place.region]
        copied = sum(
            len(own) > 2 and any(likeness(own, other) >= _LOAN for other in there_bare)
            for own in (bare(word, here) for word in words)
        )
        return {
            "free": min(_MOST, len(free) / n),
            "free_share": len(free) / max(1, len(place.region)),
            "real_here": self._real(target, place.region),
            "copied": copied / n,
        }

    def _whole(
        self, source: Text, target: Text, outside: Sequence[int], explained: Mapping[int, float]
    ) -> Numbers:
        """How good the rest of the translation seems."""
        content = [j for j in range(len(target.tokens)) if target.content[j]]
        known = sum(bool(target.keys[j] & self.lexicon.known) for j in content)
        length = len(target.tokens) / max(1, len(source.tokens))
        return {
            "empty": float(not content),
            "rest_known": known / max(1, len(content)),
            "rest_translated": min(1.0, len(explained) / max(1, len(outside))),
            "length": min(_MOST, length),
            "distinct": len({target.tokens[j].lower() for j in content}) / max(1, len(content)),
            "real_words": self._real(target, content),
        }

    def _real(self, target: Text, places: Sequence[int]) -> float:
        """The share of tokens that are words of the language, as far as a list can tell."""
        said = [self.target.is_word(target.tokens[j]) for j in places]
        known = [
            bool(target.keys[j] & self.lexicon.known) if word is None else word
            for word, j in zip(said, places, strict=True)
        ]
        return sum(known) / max(1, len(known))

    def _left(
        self,
        source: Text,
        place: Place,
        idiom: Sequence[int],
        outside: Sequence[int],
        explained: Mapping[int, float],
        elsewhere: set[int],
    ) -> Numbers:
        """What is left for the idiom anywhere in the target once the rest has been translated."""
        target, n, region = place.text, max(1, len(idiom)), set(place.region)
        content = [j for j in range(len(target.tokens)) if target.content[j]]
        unlinked = [j for j in content if j not in elsewhere]
        unexplained = [j for j in unlinked if j not in explained]
        stolen = sum(j in explained for j in place.linked)

        def letters(text: Text, places: Sequence[int]) -> int:
            return sum(len(text.tokens[k]) for k in places)

        left = letters(target, unexplained) / max(1, letters(source, idiom))
        return {
            "unlinked": min(_MOST, len(unlinked) / n),
            "unexplained": min(_MOST, len(unexplained) / n),
            "unexplained_near": min(_MOST, sum(j in region for j in unexplained) / n),
            "stolen": stolen / max(1, len(place.linked)),
            "letters": min(_MOST, letters(target, content) / max(1, letters(source, outside))),
            "letters_left": min(_MOST, left),
        }

    def _as_meant(
        self, known: Known, place: Place, explained: Mapping[int, float]
    ) -> tuple[dict[str, str], Numbers]:
        """Words of the meaning, and whether the translation holds them."""
        target = place.text
        meant: dict[str, str] = {}
        near, anywhere = [], []
        for word in known.meaning:
            found = [(self._means(word, target, j, known), -j) for j in place.region]
            value, at = max(found, default=(0.0, 0))
            near.append(value)
            if value:
                meant[word] = target.tokens[-at]
            keys = self._translations(word, known) & target.index.keys()
            anywhere.append(any(target.index[key] not in explained for key in keys))
        n = max(1, len(near))
        return meant, {
            "meaning": float(bool(known.meaning)),
            "meant_near": sum(near) / n,
            "meant_best": max(near, default=0.0),
            "meant_anywhere": sum(anywhere) / n,
            "meant_any_best": float(any(anywhere)),
        }

    @cached_property
    def _from_english(self) -> Lexicon | None:
        """From English to the target; None if the target is English."""
        if self.target.language == "en":
            return None
        same = self.source.language == "en"
        return self.lexicon if same else Lexicon(word_keys("en"), self.target)

    def _means(self, word: str, target: Text, place: int, known: Known) -> float:
        lexicon = self._from_english if known.in_english else self.lexicon
        if lexicon is None:
            return float(bool(self.target.of_word(word) & target.keys[place]))
        return lexicon.similarity(word, target.tokens[place], target.keys[place])

    def _translations(self, word: str, known: Known) -> Keys:
        lexicon = self._from_english if known.in_english else self.lexicon
        if lexicon is None:
            return self.target.of_word(word)
        return frozenset(lexicon.translations(word))

    def _alike(
        self,
        source: Text,
        place: Place,
        idiom: Sequence[int],
        outside: Sequence[int],
        elsewhere: set[int],
        known: Known,
    ) -> Numbers:
        """How near, among the English word vectors, the translation is to words and meaning."""
        target, senses = place.text, self.target_senses
        vectors = {
            j: vector
            for j in range(len(target.tokens))
            if target.content[j] and (vector := senses.of_keys(target.keys[j])) is not None
        }
        region = [vectors[j] for j in place.region if j in vectors]
        free = [vectors[j] for j in place.region if j in vectors and j not in elsewhere]
        rest = [vector for j, vector in vectors.items() if j not in elsewhere]
        of_source, of_meaning = self.source_senses, self._english
        if not known.in_english:
            of_meaning = of_source
        said = _vectors(of_source, self._words_of(source, idiom))
        meant = _vectors(of_meaning, known.meaning)
        context = _vectors(of_source, [source.tokens[i] for i in outside])
        numbers: Numbers = {}
        for name, one, other in (
            ("said", said, region),
            ("meant", meant, region),
            ("meant_rest", meant, rest),
            ("context", free, context),
            ("opaque", said, meant),
        ):
            nearest, best, mean = nearness(one, other)
            numbers |= {f"{name}.near": nearest, f"{name}.best": best, f"{name}.mean": mean}
        both = bool(meant) and bool(said)
        return numbers | {
            "rather_meant": both * (numbers["meant.near"] - numbers["said.near"]),
            "rather_meant.mean": both * (numbers["meant.mean"] - numbers["said.mean"]),
            "with_sense": min(_MOST, len(region)),
        }

    def _as_equivalent(self, known: Known, target: Text, place: Place) -> tuple[str, Numbers]:
        """The best share of the words of an equivalent, near each other."""
        best, close, which = 0.0, 0.0, ""
        region = set(place.region)
        for text, words in known.equivalents:
            places = [
                [j for j, keys in enumerate(target.keys) if keys & wanted] for wanted in words
            ]
            share = sum(bool(found) for found in places) / len(words)
            standing = together(places) if share == 1 else 0.0
            if (standing, share) > (close, best):
                which = text if standing else which
            best, close = max(best, share), max(close, standing)
            if standing and any(j in region for found in places for j in found):
                close = 1.0
        return which, {
            "equivalents": float(bool(known.equivalents)),
            "equivalent": best,
            "equivalent_close": close,
        }


def _vectors(senses: Senses, words: Sequence[str]) -> list[Floats32]:
    return [vector for word in words if (vector := senses.of_word(word)) is not None]
