"""LitTER: how often is an idiom translated word by word?"""

import re
import unicodedata
from collections.abc import Collection, Mapping, Sequence
from hashlib import blake2b
from pathlib import Path
from typing import Any

from litmus.alignment.links import Alignment
from litmus.arrays import Floats
from litmus.corpus.segment import Segment
from litmus.errors import UsageError
from litmus.files.text import read_lines
from litmus.idioms.entries.meanings import VERSION as EQUIVALENTS
from litmus.language import knowledge
from litmus.language.dictionary import bilingual as dictionary
from litmus.language.forms import normaliser
from litmus.language.words import WORD, compose, strip_accents
from litmus.metrics.base import (
    Batch,
    Evidence,
    Flag,
    Metric,
    Outputs,
    Reading,
    SegmentRow,
    Setup,
    VerdictWords,
)
from litmus.metrics.formulas import Ratio
from litmus.metrics.idiom.litter import published as litter_published
from litmus.metrics.idiom.litter.blocklist import Block, Blocked, Blocklists
from litmus.metrics.idiom.litter.excuses import Excuses
from litmus.metrics.idiom.litter.near_words import NearWords
from litmus.metrics.idiom.litter.options import OPTIONS
from litmus.metrics.idiom.lookups import CharacterLookup, FormLookup, KeyLookup, Lookup
from litmus.metrics.idiom.word_keys import word_keys
from litmus.wording import count

MANY_GAPS = 0.1  # share of content words without an entry from which on a note says so
Prepared = list[list[Blocked | litter_published.Blocklist]]


class LitTER(Metric[Prepared]):
    """Literal Translation Error Rate: share of idioms translated word by word.

    Every translation of a span word is blocked, unless the reference contains one of them (then
    that span word blocks nothing). An idiom is *triggered* when the hypothesis contains a blocked
    word; words of a set phrase that is known to say the same, and that the hypothesis holds as a
    whole, do not count, nor do words that translate another source word. Range 0-100; lower is
    better. Idioms without a dictionary entry are no evidence. `compat=idiom-mt` does as the paper's
    code does.

    Paper: Baziotis, Mathur and Hasler, EACL 2023, https://arxiv.org/abs/2210.04545
    """

    name = "litter"
    title = "LitTER"
    summary = "literal translation error rate of idioms; lower is better"
    family = "idiom"
    declared_options = OPTIONS
    columns = ("triggered", "idioms", "unknown")
    support = "idioms"
    proportion = "idioms"
    readings = (Reading("", Ratio("triggered", "idioms"), higher_is_better=False),)
    evidence = (
        Evidence("blocklist", "Blocked words"),
        Evidence("triggered", "Triggered by", marks="trigger"),
        Evidence("kind", "Matched as"),
    )
    verdict_words = VerdictWords("not literal", "literal", "one literal")
    flag = Flag("triggered", "idioms", wrong_if="triggered")
    is_trigger = True
    reads_spans = True

    def __init__(self, setup: Setup, options: Mapping[str, str]) -> None:
        super().__init__(setup, options)
        self._published = self.options["compat"] == "idiom-mt"
        self._target = knowledge.load(setup.target)
        self._characters = self._target.writing == "characters"
        self._settle_match()
        self.needs_links = self.options["gate"] == "alignment"
        self._dictionary = self._load_dictionary()
        self._stopwords = self._load_stopwords()
        self._fold = self.options["case"] == "fold"
        self._strip = self.options["accents"] == "strip"
        self._by_form = self.options["match"] == "form" or self._unchanging
        self._word_keys = None if self._by_form or not self._affixes else word_keys(setup.target)
        match = "form" if self._word_keys or self._by_form else self.options["match"]
        self._same = normaliser(match, setup.target)
        self._source = knowledge.load(setup.source)
        self._near = self._near_words()
        self._blocklists = Blocklists(
            self._dictionary,
            self._source,
            match=self.options["match"],
            stopwords=self._stopwords,
            drop_source_words=self.options["source_words"] == "drop",
            fuzzy=self.options["fuzzy"] == "on",
            keep_reference=bool(self._near),
            lookup=self._lookup,
            keys=self._keys,
        )
        self._excuses = Excuses(self._dictionary)
        self._refuse_nonsense()

    def _settle_match(self) -> None:
        """By form, unless the target's words carry affixes, which no dictionary lists."""
        self._affixes = self._target.affixes
        if self._published:
            self.options["equivalents"] = "ignore"
            if "source_words" not in self.chosen:
                self.options["source_words"] = "keep"
        if self.options["match"] == "auto":
            by_lemma = self._affixes and not self._published
            self.options["match"] = "lemma" if by_lemma else "form"
        # Chinese words have one form, so that there is nothing to bring together.
        self._unchanging = self._characters and self.options["match"] != "form"
        if self.options["match"] != "form":
            self.options["case"] = "fold"  # stems and lemmas have no case

    def _refuse_nonsense(self) -> None:
        ours_only = [k for k in ("match", "gate") if self.options[k] not in ("form", "off")]
        if self._published and ours_only:
            raise UsageError(
                f"litter: compat=idiom-mt does what the published code does, which has no "
                f"{' and '.join(ours_only)}. Leave one of them out."
            )
        by_word = [k for k in ("compounds", "partial", "fuzzy") if self.options[k] == "on"]
        if self._characters and by_word and not self._published:
            raise UsageError(
                f"litter: {by_word[0]}=on looks at words, and {self._target.name} does not "
                "separate them. Leave it out."
            )

    def _near_words(self) -> NearWords:
        on = {
            key: self.options[key] == "on" and not self._characters
            for key in ("fuzzy", "compounds", "partial")
        }
        words = self._dictionary.target_words if self.options["partial"] == "on" else ()
        return NearWords(
            **on,
            linking=self._target.linking,
            vocabulary=frozenset(word.lower() for word in words),
        )

    def _load_dictionary(self) -> dictionary.Dictionary:
        source, target = self.setup.source, self.setup.target
        if self.options["dictionary"] == "auto":
            return dictionary.shipped(source, target, senses=True)
        paths = [Path(name) for name in self.options["dictionary"].split("+")]
        return dictionary.load_dictionary(paths, source, target)

    def _load_stopwords(self) -> frozenset[str]:
        option = self.options["stopwords"]
        if option == "keep":
            return frozenset()
        if option != "drop":
            if not Path(option).is_file():
                raise UsageError(
                    f"litter: stopwords={option} is neither keep, drop, nor an existing file."
                )
            listed = frozenset(line.strip() for line in read_lines(Path(option)))
            return listed if self._published else frozenset(word.lower() for word in listed)
        language = knowledge.load(self.setup.source)
        stopwords = language.nltk_stopwords if self._published else language.stopwords
        if not stopwords:
            raise UsageError(
                f"litter: litmus has no stop list for {language.name}. "
                "Give one, one word per line: stopwords=FILE"
            )
        return stopwords

    def most_cases(self, segment: Segment) -> float:
        """Every idiom is one."""
        return len(segment.labels)

    def prepare(self, batch: Batch) -> Prepared:
        """The blocklists, filtered by the references."""
        self.references(batch)
        if self._published:
            rules = litter_published.Rules(
                self.setup, self._dictionary, self.options, self._stopwords
            )
            return [list(rules.block(segment)) for segment in batch.segments]
        return [list(self._blocklists.block(segment)) for segment in batch.segments]

    # --- words as they are compared --------------------------------------------------------

    def _lookup(self, text: str) -> Lookup:
        text = compose(text)
        if self._word_keys is not None:
            return KeyLookup(text, self._word_keys)
        if not self._by_form:
            return Lookup(text, self._normalise)
        text = text.lower() if self._fold else text
        text = strip_accents(text) if self._strip else text
        return CharacterLookup(text) if self._characters else FormLookup(text)

    def _normalise(self, word: str) -> str:
        if self._fold:
            word = self._same(word.lower())
        return strip_accents(word) if self._strip else word

    def _keys(self, translation: str) -> Collection[str]:
        """A translation as it is compared: the words of a phrase joined by spaces."""
        if self._word_keys is not None and " " not in translation:
            return self._word_keys.of_word(translation)
        lookup = self._lookup(translation)
        return [lookup.text if self._characters else " ".join(lookup.words)]

    # --- the hypothesis --------------------------------------------------------------------

    def measure(self, prepared: Prepared, outputs: Outputs) -> list[SegmentRow]:
        """(triggered, idioms, unknown) for every idiom label of every segment."""
        links = self.links(outputs.links, outputs.system) if self.needs_links else None
        if self._word_keys is not None:
            wanted = zip(prepared, outputs.hypotheses, strict=True)
            self._word_keys.expect(compose(text) for blocked, text in wanted if blocked)
        rows = []
        for index, (blocked, text) in enumerate(zip(prepared, outputs.hypotheses, strict=True)):
            if not blocked:
                continue
            alignment = links[index] if links is not None else None
            lookup = None if self._published else self._lookup(text)
            for entry in blocked:
                counts = (0.0, 0.0, 0.0)
                triggered, kind = list[str](), None
                if isinstance(entry, litter_published.Blocklist):
                    triggered, kind = entry.check(text)
                    counts = (float(bool(triggered)), 1.0, 0.0)
                elif entry.block is not None and lookup is not None:
                    triggered, kind = self._triggered(entry, entry.block, lookup, alignment, text)
                    if triggered:
                        triggered = self._without_excuse(triggered, entry, text)
                        kind = kind if triggered else None
                    counts = (float(bool(triggered)), 1.0, 0.0)
                elif entry.spans:  # without a span there is nothing to look up
                    counts = (0.0, 0.0, 1.0)
                rows.append(
                    SegmentRow(index, entry.label, counts, _evidence(entry, triggered, kind))
                )
        return rows

    def _triggered(
        self,
        entry: Blocked,
        block: Block,
        lookup: Lookup,
        alignment: Alignment | None,
        text: str,
    ) -> tuple[list[str], str | None]:
        """The words of the hypothesis that trigger, and how: word, compound or partial."""
        keys = lookup.present(block.single)
        if block.phrases:
            keys += lookup.present_phrases(block.phrases)
        if keys and (triggered := self._gated(sorted(keys), entry, text, alignment, lookup)):
            return triggered, "word"
        if not self._near:
            return [], None
        for kind, triggers in self._near.kinds():
            keys = sorted({word for word in lookup.words if triggers(word, entry, block)})
            if keys and (triggered := self._gated(keys, entry, text, alignment, lookup)):
                return triggered, kind
        return [], None

    def _without_excuse(self, triggered: list[str], entry: Blocked, text: str) -> list[str]:
        """The words that trigger, without those that are no error."""
        if self.options["equivalents"] == "excuse":
            given = entry.equivalents
            triggered = self._excuses.set_phrases(triggered, entry.label, given, text)
        if triggered and self.options["source_words"] == "explain":
            if self._characters:
                triggered = self._excuses.whole_words(triggered, text)
            triggered = self._excuses.explained(triggered, entry.outside)
        return triggered

    def _gated(
        self,
        keys: list[str],
        entry: Blocked,
        text: str,
        alignment: Alignment | None,
        lookup: Lookup,
    ) -> list[str]:
        """The words behind the keys as written in the hypothesis, if linked to the span."""
        keys_are_words = self._by_form and not self._fold and not self._strip
        if alignment is None and (self._characters or keys_are_words):
            return keys
        if self._characters:
            occurrences = [
                (key, match.span())
                for key in keys
                for match in _either_form(key, fold=self._fold).finditer(text)
            ]
        elif isinstance(lookup, KeyLookup):
            occurrences = lookup.words_with(keys)
        else:
            parts = {part for key in keys for part in key.split(" ")}
            occurrences = [
                (match[0], match.span())
                for match in WORD.finditer(text)
                if self._normalise(compose(match[0])) in parts
            ]
        if alignment is not None:
            linked = [alignment.target[j] for j in alignment.linked_targets(entry.spans)]
            occurrences = [
                (word, (start, end))
                for word, (start, end) in occurrences
                if any(start < e and s < end for s, e in linked)
            ]
        return sorted({word for word, _ in occurrences})

    def marked_words(self, shown: Evidence, evidence: Mapping[str, Any]) -> Sequence[str]:
        """The words that trigger; of a phrase that is there as a whole, the phrase.

        Evidence holds the words of a blocked phrase one by one, and its small words should not be
        marked everywhere.
        """
        triggered = super().marked_words(shown, evidence)
        listed = {word.lower() for words in evidence["blocklist"].values() for word in words}
        words = {word.lower() for word in triggered}
        phrases = sorted(entry for entry in listed if " " in entry and set(entry.split()) <= words)
        inside = {part for phrase in phrases for part in phrase.split()} - listed
        return [word for word in triggered if word.lower() not in inside] + phrases

    def signature_parts(self) -> dict[str, str]:
        """The dictionary by name and version or content, not by path."""
        stopwords = self.options["stopwords"]
        parts = super().signature_parts() | {"dictionary": self._dictionary.name}
        if parts["equivalents"] == "excuse":
            parts["equivalents"] = f"excuse.v{EQUIVALENTS}"
        if stopwords == "drop":
            language = self._source
            parts["stopwords"] = f"drop.{language.code}.v{language.version}{language.mark}"
        elif stopwords != "keep":
            digest = blake2b("\n".join(sorted(self._stopwords)).encode(), digest_size=4)
            parts["stopwords"] = f"{Path(stopwords).name}#{digest.hexdigest()}"
        return parts

    def notes(self, totals: Floats) -> list[str]:
        """How many idioms have no dictionary entry, and what the dictionary lacks of the others."""
        notes = []
        unknown = round(float(totals[2]))
        if unknown:
            notes.append(
                f"litter: no dictionary entry for {count(unknown, 'idiom')}; without one there is "
                "no evidence."
            )
        if self._published or self._source.writing == "characters":
            return notes  # every run of characters is looked up, and most are not words
        without, words = self._blocklists.gaps(self._source.stopwords)
        if without and without >= MANY_GAPS * words:
            notes.append(
                f"litter: {without} of {words} different content words of the idioms "
                f"({100 * without / words:.0f} %) have no dictionary entry; literal translations "
                "of these go unnoticed."
            )
        return notes


def _either_form(key: str, *, fold: bool) -> re.Pattern[str]:
    """The key as it is found in a text in either Unicode normal form."""
    forms = sorted({re.escape(key), re.escape(unicodedata.normalize("NFD", key))})
    return re.compile("|".join(forms), re.IGNORECASE if fold else 0)


def _evidence(
    entry: "Blocked | litter_published.Blocklist", triggered: list[str], kind: str | None
) -> dict[str, object]:
    return {
        "idiom": entry.label,
        "blocklist": entry.lists,
        "triggered": triggered,
        "kind": kind,
        "known": not isinstance(entry, Blocked) or entry.block is not None,
    }
