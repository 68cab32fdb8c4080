"""Term success as the organisers of the WMT25 terminology task count it (`compat=wmt25`).

A term of a segment counts once if its source side is in the source, and is a success if its target
side is in the output: lower-cased, or as a sequence of lemmas; both are substrings, which need not
begin or end with a word.
"""

from collections.abc import Sequence
from typing import NamedTuple

from litmus.corpus.segment import Segment, Term
from litmus.errors import UsageError
from litmus.language import embedded, knowledge
from litmus.language.analysers import load_analyser

_BETWEEN = "|||"


class Counted(NamedTuple):
    """A term that counts, with each translation in small letters and as lemmas."""

    term: Term
    targets: tuple[tuple[str, str], ...]


class PublishedCounts:
    """The organisers' count, with our lemmas in place of Stanza's."""

    def __init__(self, source: str, target: str) -> None:
        for code in (source, target):
            if code not in embedded.languages():
                raise UsageError(
                    f"terms: compat=wmt25 needs lemmas, and there are none for "
                    f"{knowledge.load(code).name}. Leave it out."
                )
        self._source, self._target = (load_analyser("embedded", c) for c in (source, target))

    def prepare(self, segments: Sequence[Segment]) -> list[list[Counted]]:
        """The terms that count."""
        terms = [term for segment in segments for term in segment.terms]
        sources = self._sequences(0, [term.source for term in terms])
        targets = self._sequences(1, [target for term in terms for target in term.targets])
        with_terms = [segment.source for segment in segments if segment.terms]
        texts = self._sequences(0, with_terms)
        return [
            [
                Counted(term, tuple((target.lower(), targets[target]) for target in term.targets))
                for term in segment.terms
                if _in(term.source.lower(), sources[term.source], segment.source, texts)
            ]
            for segment in segments
        ]

    def found(
        self, prepared: Sequence[Sequence[Counted]], hypotheses: Sequence[str]
    ) -> list[list[tuple[bool, bool]]]:
        """Of every term whether it is in the output, and whether it is in small letters."""
        own = [text for text, counted in zip(hypotheses, prepared, strict=True) if counted]
        texts = self._sequences(1, own)
        return [
            [
                (
                    any(_in(*target, text, texts) for target in one.targets),
                    any(form in text.lower() for form, _ in one.targets),
                )
                for one in counted
            ]
            for text, counted in zip(hypotheses, prepared, strict=True)
        ]

    def _sequences(self, side: int, texts: Sequence[str]) -> dict[str, str]:
        """Text -> its lemmas, joined."""
        analyser = self._target if side else self._source
        new = list(dict.fromkeys(texts))
        found = analyser.analyse(new, parse=False)
        return {
            text: _BETWEEN.join(w.lemma.lower() for sentence in each for w in sentence.words)
            for text, each in zip(new, found, strict=True)
        }


def _in(form: str, lemmas: str, text: str, sequences: dict[str, str]) -> bool:
    return form in text.lower() or lemmas in sequences[text]
