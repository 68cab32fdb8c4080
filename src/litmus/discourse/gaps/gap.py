"""What an English sentence leaves out, and after which word."""

from dataclasses import dataclass
from typing import Literal

GapKind = Literal["verb phrase", "noun phrase"]


@dataclass(frozen=True)
class Gap:
    """`licensor` is the position, in the sentence's words, of the word after which it is missing.

    It is the auxiliary, *to*, determiner, numeral, possessive ("'s" of "Mary's") or adjective.
    `confidence` is the classifier's probability.
    """

    kind: GapKind
    licensor: int
    confidence: float
