"""Does a translation keep the register in which it began to address someone?"""

from collections.abc import Iterator

from litmus.discourse.pairs import Pair
from litmus.discourse.phenomena.formality.registers import registers
from litmus.discourse.phenomena.formality.rules import FormalityRules, Register


class RegisterConsistency:
    """Compares every word of address with the one before it in the document."""

    name = "register"

    def __init__(self, rules: FormalityRules) -> None:
        self._rules = rules
        self.start()

    def start(self) -> None:
        """A new document begins."""
        self._last: Register | None = None

    def verdicts(self, pair: Pair) -> Iterator[tuple[int, bool]]:
        """Words of address but the first, and whether they keep the register."""
        for index, register in sorted(registers(pair, self._rules).items()):
            if self._last is not None:
                yield index, register == self._last
            self._last = register
