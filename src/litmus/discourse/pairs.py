"""A sentence pair with all that is known of it: both parses, and which words are linked."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from litmus.align.links import Alignment
from litmus.discourse.rules import Features
from litmus.language.analysis import Sentence, Word

ADDRESS = frozenset(("you", "your", "yours", "yourself", "yourselves", "ya", "y'all"))
_OTHERS = frozenset(
    "he him his himself she her hers herself they them their theirs themselves it its".split()
)
SUBJECTS = ("nsubj", "nsubj:pass", "csubj", "nsubj:outer")


@dataclass(frozen=True)
class Pair:
    """Words go by their position in `source.words` and `target.words`."""

    source: Sentence
    target: Sentence
    alignment: Alignment

    @cached_property
    def links(self) -> frozenset[tuple[int, int]]:
        """Linked words; every link of a token holds for all words in it."""
        source = _touched(self.source, self.alignment.source)
        target = _touched(self.target, self.alignment.target)
        return frozenset(
            (i, j)
            for one, two in self.alignment.links
            for i in source.get(one, ())
            for j in target.get(two, ())
        )

    @cached_property
    def sources_of(self) -> Mapping[int, tuple[int, ...]]:
        """Target word -> the source words it is linked to."""
        found: dict[int, list[int]] = {}
        for i, j in sorted(self.links):
            found.setdefault(j, []).append(i)
        return {j: tuple(places) for j, places in found.items()}

    @cached_property
    def you(self) -> frozenset[int]:
        """Source words that address someone."""
        return frozenset(n for n, w in enumerate(self.source.words) if w.form.lower() in ADDRESS)

    @cached_property
    def third_persons(self) -> bool:
        """Whether the source speaks of someone else by a pronoun."""
        return any(word.form.lower() in _OTHERS for word in self.source.words)

    @cached_property
    def verbs_of_you(self) -> frozenset[int]:
        """Source verbs, with their auxiliaries, whose subject is *you*; and imperatives."""
        words = self.source.words
        heads = {words[n].head for n in self.you if words[n].relation in SUBJECTS}
        heads |= self.imperatives
        heads.discard(None)
        grown = True
        while grown:
            more = {
                n
                for n, word in enumerate(words)
                if word.relation == "conj" and word.head in heads and not _subjects(words, n)
                and word.upos in ("VERB", "AUX")
            } - heads  # fmt: skip
            grown = bool(more)
            heads |= more
        around = {
            n
            for n, word in enumerate(words)
            if word.head in heads and word.relation in ("aux", "cop", "aux:pass")
        }
        return frozenset(n for n in heads | around if n is not None)

    @cached_property
    def imperatives(self) -> frozenset[int]:
        """Source verbs in the imperative."""
        return frozenset(
            n
            for n, word in enumerate(self.source.words)
            if word.upos in ("VERB", "AUX")
            and word.feature("Mood") == "Imp"
            and not _subjects(self.source.words, n)
        )


def _subjects(words: tuple[Word, ...], head: int) -> list[int]:
    return [n for n, word in enumerate(words) if word.head == head and word.relation in SUBJECTS]


def subjects(sentence: Sentence, head: int) -> list[int]:
    """The words that are the subject of a word."""
    return _subjects(sentence.words, head)


def has(word: Word, features: Features) -> bool:
    """Whether a word has one of the accepted values for every feature."""
    return all((word.feature(name) or "-") in values for name, values in features.items())


def _touched(sentence: Sentence, spans: tuple[tuple[int, int], ...]) -> Mapping[int, list[int]]:
    """Token of an alignment -> the words of the parse that share a character with it."""
    found: dict[int, list[int]] = {}
    place = 0
    words = sentence.words
    for number, (start, end) in enumerate(spans):
        while place and words[place - 1].end > start:
            place -= 1
        while place < len(words) and words[place].end <= start:
            place += 1
        at = place
        while at < len(words) and words[at].start < end:
            found.setdefault(number, []).append(at)
            at += 1
    return found
