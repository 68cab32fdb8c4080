"""A sentence pair with all that is known of it: both parses, and which words are linked."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from litmus.alignment.links import Alignment
from litmus.discourse.antecedents.resolver import Antecedent
from litmus.discourse.gaps.gap import Gap
from litmus.language.analysis import Sentence, Word

ADDRESS = frozenset(("you", "your", "yours", "yourself", "yourselves", "ya", "y'all"))
# fmt: off
_OTHERS = frozenset((
    "he", "him", "his", "himself", "she", "her", "hers", "herself", "they", "them", "their",
    "theirs", "themselves", "it", "its",
))
# Words that may precede an imperative: please do not just ask.
_OPENERS = frozenset((
    "please", "do", "don't", "dont", "not", "n't", "just", "so", "then", "and", "but", "never",
    "always",
))
# Subjects beside their verb: it's, is that, I think.
_BESIDE = frozenset(("it", "that", "this", "there", "he", "she", "they", "we", "i"))
# fmt: on
_STOPS = frozenset(".!?;:,…")
SUBJECTS = ("nsubj", "nsubj:pass", "csubj", "nsubj:outer")


@dataclass(frozen=True, eq=False)  # cached as the object it is
class Pair:
    """Words go by their position in `source.words` and `target.words`.

    The `antecedents` and `gaps` of the source are empty where nobody looked for them; `segment` is
    what the pair is called, where somebody may want to know. A segment may have several pairs:
    `offset` words of its target are before this one.
    """

    source: Sentence
    target: Sentence
    alignment: Alignment
    antecedents: Mapping[int, Antecedent] = field(default_factory=dict)
    gaps: Sequence[Gap] = ()
    segment: str = ""
    offset: int = 0

    @cached_property
    def links(self) -> frozenset[tuple[int, int]]:
        """Linked words; every link of a token holds for all words in it."""
        return frozenset(self.confidence)

    @cached_property
    def confidence(self) -> Mapping[tuple[int, int], float]:
        """Linked words -> how sure the aligner is, from 0 to 1; 1 where it does not say."""
        source = _words_of_tokens(self.source, self.alignment.source)
        target = _words_of_tokens(self.target, self.alignment.target)
        said = self.alignment.confidence
        found: dict[tuple[int, int], float] = {}
        for link in self.alignment.links:
            sure = said.get(link, 1.0)
            for i in source.get(link[0], ()):
                for j in target.get(link[1], ()):
                    if sure > found.get((i, j), -1.0):
                        found[i, j] = sure
        return found

    @cached_property
    def sources_of(self) -> Mapping[int, tuple[int, ...]]:
        """Target word -> the source words it is linked to."""
        return _grouped((j, i) for i, j in sorted(self.links))

    @cached_property
    def targets_of(self) -> Mapping[int, tuple[int, ...]]:
        """Source word -> the target words it is linked to."""
        return _grouped(sorted(self.links))

    @cached_property
    def you(self) -> frozenset[int]:
        """Source words that address someone."""
        return frozenset(n for n, w in enumerate(self.source.words) if w.form.lower() in ADDRESS)

    @cached_property
    def third_persons(self) -> bool:
        """Whether the source speaks of someone else by a pronoun."""
        return any(word.form.lower() in _OTHERS for word in self.source.words)

    @cached_property
    def source_subjects(self) -> Mapping[int, list[int]]:
        """Source word -> the words that are its subject."""
        return _subjects(self.source)

    @cached_property
    def target_subjects(self) -> Mapping[int, list[int]]:
        """Target word -> the words that are its subject."""
        return _subjects(self.target)

    @cached_property
    def verbs_of_you(self) -> frozenset[int]:
        """Source verbs, with their auxiliaries, whose subject is *you*; and imperatives."""
        words = self.source.words
        heads = {words[n].head for n in self.you if words[n].relation in SUBJECTS}
        heads |= self.imperatives
        heads.discard(None)
        growing = True
        while growing:
            joined = {
                n
                for n, word in enumerate(words)
                if word.relation == "conj" and word.head in heads and n not in self.source_subjects
                and word.upos in ("VERB", "AUX")
            } - heads  # fmt: skip
            growing = bool(joined)
            heads |= joined
        auxiliaries = {
            n
            for n, word in enumerate(words)
            if word.head in heads and word.relation in ("aux", "cop", "aux:pass")
        }
        return frozenset(n for n in heads | auxiliaries if n is not None)

    def is_act_of_you(self, index: int) -> bool:
        """Whether *you* is the subject of a source verb, or owns a noun: your thoughts.

        A verb that the parse leaves without a subject has the last one named before it.
        """
        words = self.source.words
        word = words[index]
        beside = words[index - 1 : index + 2] if index else words[:2]
        if any(w.form.lower() in _BESIDE for w in beside) and not any(
            n in self.you for n in range(index - 1, index + 2)
        ):
            return False
        if index in self.verbs_of_you:
            return True
        if word.upos == "NOUN":
            return any(words[n].head == index for n in self.you)
        if word.upos not in ("VERB", "AUX") or index in self.source_subjects:
            return False
        if word.relation in ("aux", "aux:pass", "cop") or word.feature("Person") == "3":
            return False
        for n in range(index - 1, -1, -1):
            if words[n].form.lower() == "you":
                return True
            if words[n].relation in SUBJECTS:
                return False
        return False

    def has_other_object(self, index: int) -> bool:
        """Whether a source verb has a pronoun of the third person for its object."""
        return any(
            word.head == index and word.relation in ("obj", "iobj") and word.form.lower() in _OTHERS
            for word in self.source.words
        )

    def source_range(self, index: int) -> range:
        """Where the source of an unlinked target word should be: between the source words that
        its neighbours are linked to. Its own clitics are none: the mi of *mi dia* is the *me* of
        *give me*, on the other side of the verb."""
        words = self.target.words
        linked = [n for n in self.sources_of if words[n].head != index or words[n].upos != "PRON"]
        before = max((n for n in linked if n < index), default=None)
        after = min((n for n in linked if n > index), default=None)
        first = max(self.sources_of[before]) if before is not None else 0
        last = min(self.sources_of[after]) if after is not None else len(self.source.words) - 1
        return range(min(first, last), max(first, last) + 1)

    def only_you_acts_near(self, index: int) -> bool:
        """Whether *you* acts, and nobody else, where the source of an unlinked word should be."""
        words = self.source.words
        near = self.source_range(index)
        if any(words[n].relation in SUBJECTS and n not in self.you for n in near):
            return False
        return any(n in self.verbs_of_you for n in near) or any(
            n in self.you and words[n].relation in SUBJECTS for n in near
        )

    @cached_property
    def imperatives(self) -> frozenset[int]:
        """Source verbs in the imperative, and such as look like it."""
        words = self.source.words
        return frozenset(
            n
            for n, word in enumerate(words)
            if word.upos in ("VERB", "AUX")
            and n not in self.source_subjects
            and (word.feature("Mood") == "Imp" or _begins_clause(words, n))
        )


def _begins_clause(words: tuple[Word, ...], index: int) -> bool:
    """Whether a bare verb begins a sentence, or follows a comma: take care, write."""
    word = words[index]
    if word.form.lower() != word.lemma or word.relation not in ("root", "parataxis", "conj"):
        return False
    if any(w.head == index and w.relation in ("aux", "mark") and w.lemma != "do" for w in words):
        return False
    before = index - 1
    while before >= 0 and words[before].form.lower() in _OPENERS:
        before -= 1
    return before < 0 or words[before].form in _STOPS


def _subjects(sentence: Sentence) -> Mapping[int, list[int]]:
    subjects: dict[int, list[int]] = {}
    for index, word in enumerate(sentence.words):
        if word.relation in SUBJECTS and word.head is not None:
            subjects.setdefault(word.head, []).append(index)
    return subjects


def _grouped(pairs: Iterable[tuple[int, int]]) -> Mapping[int, tuple[int, ...]]:
    """First of a pair -> all its seconds, in their order."""
    groups: dict[int, list[int]] = {}
    for first, second in pairs:
        groups.setdefault(first, []).append(second)
    return {first: tuple(seconds) for first, seconds in groups.items()}


def _words_of_tokens(
    sentence: Sentence, spans: tuple[tuple[int, int], ...]
) -> Mapping[int, list[int]]:
    """Token of an alignment -> the words of the parse that share a character with it."""
    starts = [word.start for word in sentence.words]
    ends = [word.end for word in sentence.words]
    size = len(ends)
    if size == len(spans) and list(zip(starts, ends, strict=True)) == [*spans]:
        return {number: [number] for number in range(size)}  # cut alike
    words_of: dict[int, list[int]] = {}
    word = 0
    beyond = len(sentence.text) + 1
    starts += (beyond, beyond)  # no word is looked for after the last
    for token, (start, end) in enumerate(spans):
        if starts[word] == start and ends[word] == end <= starts[word + 1]:
            words_of[token] = [word]  # the same word, as nearly always
            word += 1
            continue
        while word and ends[word - 1] > start:
            word -= 1
        while word < size and ends[word] <= start:
            word += 1
        inside = word
        while starts[inside] < end:
            words_of.setdefault(token, []).append(inside)
            inside += 1
    return words_of
