"""Does a translation keep the register in which it began to address someone?"""

from bisect import bisect_left
from collections.abc import Iterator
from typing import NamedTuple

from litmus.corpus.formats.tags import Break
from litmus.discourse.pairs import Pair
from litmus.discourse.phenomena.formality.registers import registers
from litmus.discourse.phenomena.formality.rules import FormalityRules, Register
from litmus.discourse.phenomena.phenomenon import Verdict

_QUOTES = frozenset('"“”„«»「」『』')
_ONE_PLURAL = frozenset(("es", "pt"))  # ustedes, vocês
_SAID = {"informal": "familiar", "formal": "polite"}


class _Address(NamedTuple):
    """A word that addressed someone."""

    register: Register
    word: str
    segment: str


class RegisterConsistency:
    """Compares every word of address with the one before it in the document.

    Who is quoted may speak to someone else: what stands between quotation marks is compared with
    what stands before it between the same two, and the rest with the rest.
    """

    name = "register"

    def __init__(self, rules: FormalityRules, languages: tuple[str, str]) -> None:
        self._rules = rules
        self._english = languages[0] == "en"
        self._one_plural = languages[1] in _ONE_PLURAL
        self.start()

    def start(self) -> None:
        """A new document begins."""
        self._last: dict[int, _Address] = {}  # by quotation of the segment, 0 being none
        self._quotes: list[int] = []  # where the segment has quotation marks

    def verdicts(self, pair: Pair) -> Iterator[Verdict]:
        """Words of address but the first, and whether they keep the register."""
        text = pair.target.text
        if not pair.offset:  # quotations are counted anew in every segment
            self._last = {key: address for key, address in self._last.items() if not key}
            self._quotes = [at for at, sign in enumerate(text) if sign in _QUOTES]
        last = self._last
        for index, register in sorted(registers(pair, self._rules).items()):
            word = pair.target.words[index]
            if self._is_doubtful(pair, index, register):
                continue
            marks = bisect_left(self._quotes, word.start)
            quotation = marks if marks % 2 else 0
            here = _Address(register, word.form, pair.segment)
            before = last.get(quotation)
            if before is not None:
                kept = register == before.register
                yield Verdict(index, kept, None if kept else _broken(pair, index, here, before))
            last[quotation] = here

    def _is_doubtful(self, pair: Pair, index: int, register: Register) -> bool:
        """Whether it may show no register: a verb or a pronoun that may speak of someone else, a
        preposition, and the one way in which several people are addressed."""
        word = pair.target.words[index]
        if word.upos == "ADP" or (
            register == "formal" and self._one_plural and word.feature("Number") == "Plur"
        ):
            return True
        if word.upos in ("VERB", "AUX"):
            return word.feature("Person") in ("1", "3")
        if word.feature("Person") != "3":
            return False
        # Only of English sources it is known which words address someone.
        return self._english and not pair.you.intersection(pair.sources_of.get(index, ()))


def _broken(pair: Pair, index: int, here: _Address, before: _Address) -> Break:
    source = " ".join(pair.source.words[i].form for i in pair.sources_of.get(index, ()))
    now, then = _SAID[here.register], _SAID[before.register]
    return Break(
        RegisterConsistency.name,
        source,
        here.word,
        before.word,
        before.segment,
        f"{then} to {now}",
        f"{now} address after {then}",
    )
