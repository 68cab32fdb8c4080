"""LitTER exactly as the published code computes it (`compat=idiom-mt`), quirks included.

It reads the last span of a line; words are Moses tokens, escaped, split at hyphens; a span whose
words have no entries counts as correct; only a span with no word left is skipped; compounds are
built from all translations, also from those that the reference excuses. One thing is not
reproducible there and decided here: which of several equally close words fuzzy matching compares
(the published code leaves it to the order of a set; we take the one sharing the longest prefix).
"""

import itertools
import string
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from litmus.corpus.segment import Segment
from litmus.language.dictionary.bilingual import Dictionary
from litmus.language.words import moses, strip_accents
from litmus.metrics.base import Setup
from litmus.metrics.idiom.fuzzy import MOST_EDITS, SIMILARITY, common_prefix, edit_distance


class Rules:
    """The published algorithm with its options."""

    def __init__(
        self,
        setup: Setup,
        dictionary: Dictionary,
        options: Mapping[str, str],
        stopwords: frozenset[str],
    ) -> None:
        self._setup, self._dictionary, self._stopwords = setup, dictionary, stopwords
        self.lower = options["case"] == "fold"
        self.accents = options["accents"] == "strip"
        self.source_words = options["source_words"] == "drop"
        self.fuzzy = options["fuzzy"] == "on"
        self.compounds = options["compounds"] == "on"
        self.partial = options["partial"] == "on"

    @property
    def vocabulary(self) -> frozenset[str]:
        """Every word on the target side of the dictionary."""
        return self._dictionary.target_words

    def bag(self, text: str, language: str) -> set[str]:
        """The distinct tokens of a text, lower-cased and stripped as the options say."""
        tokens = moses(language)(text, aggressive_dash_splits=True)
        if self.lower:
            tokens = [token.lower() for token in tokens]
        if self.accents:
            tokens = [strip_accents(token) for token in tokens]
        return set(tokens)

    def target_bag(self, text: str) -> set[str]:
        """`bag` of a reference or hypothesis."""
        return self.bag(text.strip(), self._setup.target)

    def block(self, segment: Segment) -> list["Blocklist"]:
        """The blocklist of the last span, or nothing where the published code skips the line."""
        if not segment.idioms or not segment.idioms[-1].spans:
            return []
        idiom = segment.idioms[-1]
        start, end = idiom.spans[-1]
        outside = segment.source[:start] + segment.source[end:]
        elsewhere = self.bag(outside.strip(), self._setup.source) if self.source_words else set()
        tokens = moses(self._setup.source)(segment.source[start:end], aggressive_dash_splits=True)
        candidates: dict[str, set[str]] = {}
        for token in tokens:
            if token in string.punctuation or token in elsewhere or token in self._stopwords:
                continue
            translations = {word for word in self._dictionary.lookup(token) if " " not in word}
            if self.lower:
                translations = {word.lower() for word in translations}
            if self.accents:
                translations = {strip_accents(word) for word in translations}
            candidates[token] = translations
        if not candidates:
            return []
        reference = self.target_bag(segment.references[0])
        everything = set().union(*candidates.values())
        blocked = {
            token: translations
            for token, translations in candidates.items()
            if not any(self.common({word}, translations) for word in reference if translations)
        }
        lists = {token: sorted(words) for token, words in blocked.items() if words}
        block = set().union(*blocked.values())
        return [Blocklist(idiom.label, lists, block, everything, reference, self)]

    def common(self, left: Iterable[str], right: Iterable[str]) -> set[str]:
        """The words of `left` that are, exactly or nearly, in `right`."""
        if not self.fuzzy:
            return set(left).intersection(right)
        candidates = list(right)
        return {word for word in left if self._near(word, candidates)}

    def _near(self, word: str, candidates: list[str]) -> bool:
        if not candidates or not word:  # the published code fails on these
            return False
        distance, negative_prefix = min(
            (edit_distance(word, other), -common_prefix(word, other)) for other in candidates
        )
        similarity = round(1 - min(distance / len(word), 1), 2)
        prefix = round(min(-negative_prefix / len(word), 1), 2)
        return (
            similarity >= SIMILARITY
            and prefix / similarity >= SIMILARITY
            and distance <= MOST_EDITS
        )

    def parts(self, block: Iterable[str], words: Iterable[str]) -> set[str]:
        """Blocked words that open or close a word whose remainder is in the dictionary."""
        return {
            blocked
            for blocked, word in itertools.product(block, words)
            if (word.startswith(blocked) or word.endswith(blocked))
            and word.replace(blocked, "") in self.vocabulary
        }


@dataclass(frozen=True, slots=True)
class Blocklist:
    """What the published code knows about a line before it reads the hypothesis."""

    label: str
    lists: dict[str, list[str]]
    block: set[str]
    everything: set[str]
    reference: set[str]
    rules: Rules

    def check(self, hypothesis: str) -> tuple[list[str], str | None]:
        """The words that trigger, sorted, and how: word, compound or partial."""
        rules = self.rules
        bag = rules.target_bag(hypothesis)
        if words := rules.common(self.block, bag):
            return sorted(words), "word"
        if rules.compounds:
            pairs = itertools.product(self.everything, repeat=2)
            compounds = {first + second for first, second in pairs if first != second}
            compounds -= rules.common(compounds, self.reference)
            if words := rules.common(compounds, bag):
                return sorted(words), "compound"
        if rules.partial:
            words = rules.parts(self.block, bag) - rules.parts(self.block, self.reference)
            if words:
                return sorted(words), "partial"
        return [], None
