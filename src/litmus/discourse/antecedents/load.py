"""Resolvers by name."""

from litmus.discourse.antecedents.resolver import Resolver
from litmus.plugins.registry import Entry, Makers

DEFAULT = "embedded"
_BACKENDS = "litmus.discourse.antecedents.backends"
# fmt: off
RESOLVERS: Makers[Resolver] = Makers(
    "resolver",
    (
        Entry("embedded", "litmus.discourse.antecedents.embedded:EmbeddedResolver",
              "comes with litmus; the default"),
        Entry("fastcoref", f"{_BACKENDS}.fastcoref:resolver",
              "F-coref, fastcoref:lingmess, or another model; pip install fastcoref", "[MODEL]"),
        Entry("maverick", f"{_BACKENDS}.maverick:resolver",
              "Maverick; pip install maverick-coref (weights are non-commercial)", "[MODEL]"),
        Entry("spacy", f"{_BACKENDS}.spacy:resolver",
              "an installed pipeline that finds clusters: spacy:en_coreference_web_trf",
              "PIPELINE"),
    ),
    methods=("signature", "resolve"),
)
# fmt: on


def load_resolver(name: str = DEFAULT) -> Resolver:
    """The resolver of that name, ready to work; see `RESOLVERS` for the names."""
    return RESOLVERS.create(name)
