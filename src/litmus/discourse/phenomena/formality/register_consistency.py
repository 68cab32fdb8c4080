"""Does a translation keep the register in which it began to address someone?"""

from collections.abc import Iterator

from litmus.corpus.formats.tags import Break
from litmus.discourse.pairs import Pair
from litmus.discourse.phenomena.formality.registers import registers
from litmus.discourse.phenomena.formality.rules import FormalityRules, Register
from litmus.discourse.phenomena.phenomenon import Verdict

_SAID = {"informal": "familiar", "formal": "polite"}


class RegisterConsistency:
    """Compares every word of address with the one before it in the document."""

    name = "register"

    def __init__(self, rules: FormalityRules) -> None:
        self._rules = rules
        self.start()

    def start(self) -> None:
        """A new document begins."""
        self._last: tuple[Register, str, str] | None = None  # with its word and its segment

    def verdicts(self, pair: Pair) -> Iterator[Verdict]:
        """Words of address but the first, and whether they keep the register."""
        for index, register in sorted(registers(pair, self._rules).items()):
            word = pair.target.words[index].form
            if self._last is not None:
                kept = register == self._last[0]
                broken = None if kept else self._broken(pair, index, register)
                yield Verdict(index, kept, broken)
            self._last = register, word, pair.segment

    def _broken(self, pair: Pair, index: int, register: Register) -> Break | None:
        if self._last is None:
            return None
        earlier, before, segment = self._last
        sources = " ".join(pair.source.words[i].form for i in pair.sources_of.get(index, ()))
        kind = f"{_SAID[earlier]} to {_SAID[register]}"
        why = f"{_SAID[register]}, which was {_SAID[earlier]}"
        here = pair.target.words[index].form
        return Break(self.name, sources, here, before, segment, kind, why)
