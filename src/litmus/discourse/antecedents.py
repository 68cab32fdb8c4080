"""Where the antecedent of an English pronoun is: in its sentence, in an earlier one, or nowhere."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol

from litmus.errors import UnknownName, UsageError
from litmus.language.analysis import Sentence

DEFAULT = "embedded"
# fmt: off
RESOLVERS: Mapping[str, str] = {
    "embedded": "comes with litmus; the default",
    "fastcoref[:MODEL]": "F-coref, fastcoref:lingmess, or another model; pip install fastcoref",
    "maverick[:MODEL]": "Maverick; pip install maverick-coref (weights are non-commercial)",
    "spacy:PIPELINE": "an installed pipeline that finds clusters: spacy:en_coreference_web_trf",
}
# fmt: on


class Place(StrEnum):
    """HERE: in the pronoun's sentence. NONE: it stands for nothing, as in *it rains*."""

    HERE = "here"
    EARLIER = "earlier"
    NONE = "none"


@dataclass(frozen=True)
class Antecedent:
    """`confidence` (0-1) is that of the place, 1.0 from resolvers that cannot say.

    `span` are the words `span[0]` to `span[1]` (not included) of the sentence that the pronoun
    most likely stands for; None unless the place is HERE. It may be a pronoun itself: the second
    *he* of "He said he was ill" has the first one.
    """

    place: Place
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


def load_resolver(name: str = DEFAULT) -> Resolver:
    """The resolver of that name, ready to work; see `RESOLVERS` for the names."""
    kind, colon, rest = name.partition(":")
    if kind == "embedded":
        if colon:
            raise UsageError(f"The embedded resolver takes no argument, but {rest!r} was given.")
        from litmus.discourse.antecedents_embedded import EmbeddedResolver

        return EmbeddedResolver()
    from litmus.discourse.coreference.clusters import ClusterResolver, CoreferenceModel

    model: CoreferenceModel
    if kind == "fastcoref":
        from litmus.discourse.coreference.fastcoref import FastCoref

        model = FastCoref(rest)
    elif kind == "maverick":
        from litmus.discourse.coreference.maverick import Maverick

        model = Maverick(rest)
    elif kind == "spacy":
        if not rest:
            raise UsageError(
                f"The resolver spacy needs to know which: {RESOLVERS['spacy:PIPELINE']}."
            )
        from litmus.discourse.coreference.spacy import SpacyCoreference

        model = SpacyCoreference(rest)
    else:
        raise UnknownName("resolver", kind, [re.split("[:[]", known)[0] for known in RESOLVERS])
    return ClusterResolver(model)
