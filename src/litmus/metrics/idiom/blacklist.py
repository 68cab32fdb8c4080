"""Blacklist: does the translation contain a word that only a literal reading gives?"""

import string
from collections.abc import Mapping

from litmus.corpus.segment import Segment
from litmus.language import knowledge
from litmus.language.forms import normaliser
from litmus.language.words import compose, words
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
from litmus.metrics.options import AVERAGE, Option

Prepared = list[tuple[str | None, dict[str, str]] | None]  # label, stem -> listed word

_DELETE_PUNCTUATION = {ord(character): None for character in string.punctuation}


class Blacklist(Metric[Prepared]):
    """Share of translations that contain a blacklisted word. 0-100; lower is better.

    Words are compared by Snowball stem where the target language has a stemmer, else lower-cased.
    Segments without a blacklist are no evidence. `compat=cibb` deletes ASCII punctuation instead
    of splitting at it, as the published script does (hyphenated words then become one).

    Paper: Shao, Sennrich, Webber and Fancellu, LREC 2018.
    """

    name = "blacklist"
    title = "blacklist"
    summary = "share of translations with a word from the idiom's blacklist; lower is better"
    family = "idiom"
    declared_options = (
        Option(
            "match",
            "auto",
            "auto: stem where there is a stemmer",
            ("auto", "form", "stem", "lemma"),
        ),
        AVERAGE,
        Option("compat", "no", "cibb: split words as the published script does", ("no", "cibb")),
    )
    columns = ("triggered", "segments")
    proportion = "segments"
    readings = (Reading("", Ratio("triggered", "segments"), higher_is_better=False),)
    evidence = (
        Evidence("blacklist", "Listed words"),
        Evidence("triggered", "Triggered by", marks="trigger"),
    )
    verdict_words = VerdictWords("no listed word", "listed word")
    flag = Flag("triggered", "segments", wrong_if="triggered")
    is_trigger = True

    def __init__(self, setup: Setup, options: Mapping[str, str]) -> None:
        super().__init__(setup, options)
        if self.options["match"] == "auto":
            has_stemmer = knowledge.load(setup.target).snowball is not None
            self.options["match"] = "stem" if has_stemmer else "form"
        self._stem = normaliser(self.options["match"], setup.target)
        self._characters = knowledge.load(setup.target).writing == "characters"

    def most_cases(self, segment: Segment) -> float:
        """A segment with a blacklist is one."""
        return float(bool(segment.blacklist))

    def prepare(self, batch: Batch) -> Prepared:
        """Each segment's blacklist by stem."""
        return [
            (
                segment.labels[0] if segment.labels else None,
                {self._key(compose(word)): word for word in segment.blacklist},
            )
            if segment.blacklist
            else None
            for segment in batch.segments
        ]

    def measure(self, prepared: Prepared, outputs: Outputs) -> list[SegmentRow]:
        """(1 if any word triggers, 1) for segments that have a blacklist."""
        rows = []
        for index, (entry, text) in enumerate(zip(prepared, outputs.hypotheses, strict=True)):
            if entry is None:
                continue
            label, listed = entry
            triggered = self._triggered(text, listed)
            evidence = {"idiom": label, "blacklist": list(listed.values()), "triggered": triggered}
            rows.append(SegmentRow(index, label, (float(bool(triggered)), 1.0), evidence))
        return rows

    def _triggered(self, text: str, listed: dict[str, str]) -> list[str]:
        if self._characters:
            composed = compose(text)
            return [word for word in listed.values() if compose(word) in composed]
        in_text = self._words(text)
        stems = [self._stem(word.lower()) for word in in_text]
        triggered = [word for word, stem in zip(in_text, stems, strict=True) if stem in listed]
        if any(" " in key for key in listed):
            string = f" {' '.join(stems)} "
            triggered += [w for key, w in listed.items() if " " in key and f" {key} " in string]
        return list(dict.fromkeys(triggered))

    def _key(self, listed: str) -> str:
        """A listed word or phrase as it is compared."""
        return " ".join(self._stem(word.lower()) for word in listed.split())

    def _words(self, text: str) -> list[str]:
        if self.options["compat"] == "cibb":
            return text.strip().translate(_DELETE_PUNCTUATION).lower().split(" ")
        return words(compose(text))
