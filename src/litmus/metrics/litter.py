"""LitTER: how often is an idiom translated word by word?"""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar

from litmus.align.links import Alignment
from litmus.corpus.segment import Idiom, Segment
from litmus.corpus.text import read_lines
from litmus.errors import UsageError
from litmus.language import dictionary, knowledge
from litmus.language.compounds import contains_part
from litmus.language.forms import normaliser
from litmus.language.words import WORD, compose, strip_accents, words
from litmus.metrics import litter_published
from litmus.metrics.base import (
    AVERAGE,
    CASE,
    Array,
    Batch,
    Metric,
    Option,
    Outputs,
    Row,
    Setup,
    rate,
)
from litmus.metrics.fuzzy import similar

_ON_OFF = ("off", "on")
OPTIONS = (
    Option("dictionary", "auto", "files joined by +, either direction; auto: the one shipped"),
    CASE,
    Option("accents", "keep", "strip: compare without diacritics", ("keep", "strip")),
    Option("stopwords", "keep", "drop function words from the span; or a file of such words"),
    Option(
        "source_words", "keep", "drop span words found elsewhere in the source", ("keep", "drop")
    ),
    Option("match", "form", "compare forms, Snowball stems or lemmas", ("form", "stem", "lemma")),
    Option("compounds", "off", "also words made of two blocked words", _ON_OFF),
    Option("partial", "off", "also compounds with a blocked word as a part", _ON_OFF),
    Option("fuzzy", "off", "also words that differ by a letter or two", _ON_OFF),
    Option("gate", "off", "count only words linked to the span", ("off", "alignment")),
    AVERAGE,
    Option("compat", "no", "idiom-mt: exactly what the published code does", ("no", "idiom-mt")),
)


@dataclass(frozen=True, slots=True)
class Blocked:
    """An idiom and the words its translation should not hold. `lists` is None: no evidence."""

    label: str
    spans: tuple[tuple[int, int], ...]
    lists: dict[str, list[str]] | None
    candidates: tuple[frozenset[str], ...] = ()
    single: frozenset[str] = frozenset()
    phrases: tuple[str, ...] = ()
    reference: frozenset[str] = frozenset()


Prepared = tuple[Sequence[Segment], list[list[Blocked]]]


class LitTER(Metric[Prepared]):
    """Literal Translation Error Rate: share of idioms translated word by word.

    Every translation of a span word is blocked, unless the reference holds one of them (then
    that span word blocks nothing). An idiom is *triggered* when the hypothesis holds a blocked
    word. Range 0-100; lower is better. Idioms without a dictionary entry are no evidence.

    Paper: Baziotis, Mathur and Hasler, EACL 2023, https://arxiv.org/abs/2210.04545
    """

    name = "litter"
    title = "LitTER"
    summary = "literal translation error rate of idioms; lower is better"
    options: ClassVar[tuple[Option, ...]] = OPTIONS
    columns = ("triggered", "idioms", "unknown")
    support = "idioms"
    higher_is_better = False
    proportion = "idioms"

    def __init__(self, setup: Setup, chosen: dict[str, str]) -> None:
        super().__init__(setup, chosen)
        self._published = self.chosen["compat"] == "idiom-mt"
        if self.chosen["match"] != "form":
            self.chosen["case"] = "fold"  # stems and lemmas have no case
        self.needs_links = self.chosen["gate"] == "alignment"
        self._dictionary = self._load_dictionary()
        self._stopwords = self._load_stopwords()
        self._fold = self.chosen["case"] == "fold"
        self._strip = self.chosen["accents"] == "strip"
        self._by_form = self.chosen["match"] == "form"
        self._same = normaliser(self.chosen["match"], setup.target)
        self._target = knowledge.load(setup.target)
        self._source = knowledge.load(setup.source)
        self._vocabulary: frozenset[str] = frozenset()
        if self.chosen["partial"] == "on":
            self._vocabulary = frozenset(w.lower() for w in self._dictionary.target_words)
        self._refuse_nonsense()

    def _refuse_nonsense(self) -> None:
        ours_only = [k for k in ("match", "gate") if self.chosen[k] not in ("form", "off")]
        if self._published and ours_only:
            raise UsageError(
                f"litter: compat=idiom-mt does what the published code does, which has no "
                f"{' and '.join(ours_only)}. Leave one of them out."
            )

    def _load_dictionary(self) -> dictionary.Dictionary:
        source, target = self.setup.source, self.setup.target
        if self.chosen["dictionary"] == "auto":
            return dictionary.shipped(source, target)
        paths = [Path(name) for name in self.chosen["dictionary"].split("+")]
        return dictionary.load_dictionary(paths, source, target)

    def _load_stopwords(self) -> frozenset[str]:
        wanted = self.chosen["stopwords"]
        if wanted == "keep":
            return frozenset()
        if wanted != "drop":
            return frozenset(line.strip() for line in read_lines(Path(wanted)))
        language = knowledge.load(self.setup.source)
        found = language.nltk_stopwords if self._published else language.stopwords
        if not found:
            raise UsageError(
                f"litter: there is no stop list for {language.name} here. "
                "Give one, a word a line: stopwords=FILE"
            )
        return found

    def prepare(self, batch: Batch) -> Prepared:
        """The blocklists, filtered by the references."""
        self.references(batch)
        if self._published:
            rules = litter_published.Rules(
                self.setup, self._dictionary, self.chosen, self._stopwords
            )
            return batch.segments, [self._as_published(rules, s) for s in batch.segments]
        return batch.segments, [self._block(segment) for segment in batch.segments]

    # --- the blocklist ---------------------------------------------------------------------

    def _block(self, segment: Segment) -> list[Blocked]:
        references = [self._keys(text) for text in segment.references] if segment.idioms else []
        united = frozenset[str]().union(*references)
        strings = [f" {' '.join(self._sequence(text))} " for text in segment.references]
        blocked = []
        for label in segment.labels:
            idioms = [idiom for idiom in segment.idioms if idiom.label == label]
            spans = tuple(span for idiom in idioms for span in idiom.spans)
            lists = {
                word: self._dictionary.lookup_forms(word, self.chosen["match"])
                for word in self._span_words(segment, idioms)
            }
            if not any(lists.values()):
                blocked.append(Blocked(label, spans, None))
                continue
            keys = {word: {self._key(t) for t in found} for word, found in lists.items()}
            kept = {
                word: sorted(lists[word])
                for word, found in keys.items()
                if found and not self._in_reference(found, united, strings, segment.references)
            }
            block = {key for word in kept for key in keys[word]} - {""}
            blocked.append(
                Blocked(
                    label,
                    spans,
                    kept,
                    tuple(frozenset(found) for found in keys.values() if found),
                    frozenset(key for key in block if " " not in key),
                    tuple(sorted(key for key in block if " " in key)),
                    united,
                )
            )
        return blocked

    def _in_reference(
        self, found: set[str], united: frozenset[str], strings: list[str], texts: Sequence[str]
    ) -> bool:
        if self._target.writing == "characters":
            return any(key in text for key in found for text in texts)
        if not found.isdisjoint(united):
            return True
        if any(f" {key} " in string for key in found if " " in key for string in strings):
            return True
        return self.chosen["fuzzy"] == "on" and any(
            similar(key, word) for key in found for word in united
        )

    def _span_words(self, segment: Segment, idioms: list[Idiom]) -> list[str]:
        spans = [span for idiom in idioms for span in idiom.spans]
        pieces = [compose(segment.source[start:end]) for start, end in spans]
        if self._source.writing == "characters":
            found = [part for piece in pieces for part in _parts(piece)]
        else:
            found = [word for piece in pieces for word in words(piece)]
        dropped: set[str] = set()
        if self.chosen["source_words"] == "drop":
            rest = "".join(
                " " if any(start <= i < end for start, end in spans) else character
                for i, character in enumerate(segment.source)
            )
            dropped = {word.lower() for word in words(compose(rest))}
        return list(
            dict.fromkeys(
                word
                for word in found
                if word.lower() not in self._stopwords and word.lower() not in dropped
            )
        )

    # --- words as they are compared --------------------------------------------------------

    def _key(self, translation: str) -> str:
        if self._target.writing == "characters":
            return compose(translation)
        return " ".join(self._sequence(translation))

    def _sequence(self, text: str) -> list[str]:
        text = compose(text)
        if self._by_form:
            text = text.lower() if self._fold else text
            return words(strip_accents(text) if self._strip else text)
        found = [self._same(word.lower()) for word in words(text)]
        return [strip_accents(word) for word in found] if self._strip else found

    def _keys(self, text: str) -> frozenset[str]:
        return frozenset(self._sequence(text))

    # --- the hypothesis --------------------------------------------------------------------

    def measure(self, prepared: Prepared, outputs: Outputs) -> list[Row]:
        """(triggered, idioms, unknown) for every idiom label of every segment."""
        _, blocks = prepared
        links = self.links(outputs.links, outputs.system) if self.needs_links else None
        rows = []
        for place, (blocked, text) in enumerate(zip(blocks, outputs.hypotheses, strict=True)):
            if not blocked:
                continue
            alignment = links[place] if links is not None else None
            sequence = None if self._published else self._sequence(text)
            for entry in blocked:
                if isinstance(entry, litter_published.Blocklist):
                    triggered, kind = entry.check(text)
                elif entry.lists is None:
                    rows.append(
                        Row(place, entry.label, (0.0, 0.0, 1.0), _evidence(entry, [], None))
                    )
                    continue
                else:
                    triggered, kind = self._triggered(entry, text, sequence or [], alignment)
                rows.append(
                    Row(
                        place,
                        entry.label,
                        (float(bool(triggered)), 1.0, 0.0),
                        _evidence(entry, triggered, kind),
                    )
                )
        return rows

    def _triggered(
        self, entry: Blocked, text: str, sequence: list[str], alignment: Alignment | None
    ) -> tuple[list[str], str | None]:
        if self._target.writing == "characters":
            composed = compose(text)
            block = entry.single | frozenset(entry.phrases)
            found = sorted(key for key in block if key in composed)
            return self._gated(found, entry, text, alignment), "word" if found else None
        keys = entry.single.intersection(sequence)
        if entry.phrases:
            string = f" {' '.join(sequence)} "
            keys |= {phrase for phrase in entry.phrases if f" {phrase} " in string}
        for kind in ("word", "compound", "partial"):
            if kind == "word" and self.chosen["fuzzy"] == "on":
                keys |= {w for w in set(sequence) if any(similar(k, w) for k in entry.single)}
            elif kind == "compound":
                if self.chosen["compounds"] != "on":
                    continue
                keys = frozenset(w for w in set(sequence) if self._is_compound(w, entry))
            elif kind == "partial":
                if self.chosen["partial"] != "on":
                    continue
                keys = frozenset(w for w in set(sequence) if self._has_part(w, entry))
            if found := self._gated(sorted(keys), entry, text, alignment):
                return found, kind
        return [], None

    def _is_compound(self, word: str, entry: Blocked) -> bool:
        if word in entry.reference:
            return False
        lower = word.lower()
        for i, first in enumerate(entry.candidates):
            for j, second in enumerate(entry.candidates):
                if i != j and any(
                    lower == f"{x}{link}{y}".lower()
                    for x in first
                    for y in second
                    for link in ("", *self._target.linking)
                ):
                    return True
        return False

    def _has_part(self, word: str, entry: Blocked) -> bool:
        linking, vocabulary = self._target.linking, self._vocabulary
        return word not in entry.reference and any(
            contains_part(word.lower(), part.lower(), linking, vocabulary)
            and not any(
                contains_part(other.lower(), part.lower(), linking, vocabulary)
                for other in entry.reference
            )
            for part in entry.single
        )

    def _gated(
        self, keys: list[str], entry: Blocked, text: str, alignment: Alignment | None
    ) -> list[str]:
        """The words behind the keys as they stand in the hypothesis, if linked to the span."""
        if not keys or (self._by_form and not self._fold and not self._strip and alignment is None):
            return keys
        if self._target.writing == "characters":
            places = [(k, (text.find(k), text.find(k) + len(k))) for k in keys]
        else:
            wanted = {part for key in keys for part in key.split(" ")}
            spans = [match.span() for match in WORD.finditer(text)]
            places = [(text[s:e], (s, e)) for s, e in spans if self._key(text[s:e]) in wanted]
        if alignment is not None:
            linked = [alignment.target[j] for j in alignment.linked_targets(entry.spans)]
            places = [
                (word, (start, end))
                for word, (start, end) in places
                if any(start < e and s < end for s, e in linked)
            ]
        return sorted({word for word, _ in places})

    def _as_published(self, rules: litter_published.Rules, segment: Segment) -> list[Blocked]:
        return rules.block(segment)  # type: ignore[return-value]

    def value(self, totals: Array) -> Array:
        """100 x triggered / idioms."""
        return rate(totals, 0, 1)

    def signature_parts(self) -> dict[str, str]:
        """The dictionary by name and version or content, not by path."""
        stop = self.chosen["stopwords"]
        shown = {"dictionary": self._dictionary.name}
        if stop == "drop":
            shown["stopwords"] = f"drop.{self.setup.source}.v{self._source.version}"
        elif stop != "keep":
            shown["stopwords"] = Path(stop).name
        return super().signature_parts() | shown

    def notes(self, totals: Array) -> list[str]:
        """How many idioms the dictionary knows nothing of."""
        unknown = round(float(totals[2]))
        if not unknown:
            return []
        return [f"litter: {unknown} idioms have no dictionary entry and are no evidence."]


def _parts(piece: str) -> list[str]:
    """Every run of characters inside a piece, the piece itself left out."""
    size = len(piece)
    return [
        piece[start : start + length]
        for length in range(1, size)
        for start in range(size - length + 1)
    ]


def _evidence(
    entry: "Blocked | litter_published.Blocklist", triggered: list[str], kind: str | None
) -> dict[str, object]:
    return {
        "idiom": entry.label,
        "blocklist": entry.lists or {},
        "triggered": triggered,
        "kind": kind,
        "known": entry.lists is not None,
    }
