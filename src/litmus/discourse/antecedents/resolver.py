"""Where the antecedent of an English pronoun is: in its sentence, in an earlier one, or nowhere."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol

from litmus.language.analysis import Sentence


class Location(StrEnum):
    """HERE: in the pronoun's sentence. NONE: it stands for nothing, as in *it rains*."""

    HERE = "here"
    EARLIER = "earlier"
    NONE = "none"


@dataclass(frozen=True)
class Antecedent:
    """`confidence` (0-1) is that of the location, 1.0 from resolvers that cannot say.

    `span` are the words `span[0]` to `span[1]` (not included) of the sentence that the pronoun
    most likely stands for; None unless the location is HERE. It may be a pronoun itself: the second
    *he* of "He said he was ill" has the first one.
    """

    location: Location
    confidence: float
    span: tuple[int, int] | None


class Resolver(Protocol):
    """What every resolver offers."""

    @property
    def signature(self) -> str:
        """Name and version, for the signatures of metrics."""
        ...

    def resolve(self, document: Sequence[Sentence]) -> list[dict[int, Antecedent]]:
        """For each sentence of a document, its pronouns by the position of their word.

        Third-person pronouns (personal, possessive, reflexive) and demonstratives that stand
        alone. The sentences must be analysed with their trees.
        """
        ...
