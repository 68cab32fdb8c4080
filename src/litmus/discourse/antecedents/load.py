"""Resolvers by name."""

import re
from collections.abc import Mapping

from litmus.discourse.antecedents.resolver import Resolver
from litmus.errors import UnknownName, UsageError

DEFAULT = "embedded"
# fmt: off
RESOLVERS: Mapping[str, str] = {
    "embedded": "comes with litmus; the default",
    "fastcoref[:MODEL]": "F-coref, fastcoref:lingmess, or another model; pip install fastcoref",
    "maverick[:MODEL]": "Maverick; pip install maverick-coref (weights are non-commercial)",
    "spacy:PIPELINE": "an installed pipeline that finds clusters: spacy:en_coreference_web_trf",
}
# fmt: on


def load_resolver(name: str = DEFAULT) -> Resolver:
    """The resolver of that name, ready to work; see `RESOLVERS` for the names."""
    kind, colon, rest = name.partition(":")
    if kind == "embedded":
        if colon:
            raise UsageError(f"The embedded resolver takes no argument, but {rest!r} was given.")
        from litmus.discourse.antecedents.embedded import EmbeddedResolver

        return EmbeddedResolver()
    from litmus.discourse.antecedents.backends.clusters import ClusterResolver, CoreferenceModel

    model: CoreferenceModel
    if kind == "fastcoref":
        from litmus.discourse.antecedents.backends.fastcoref import FastCoref

        model = FastCoref(rest)
    elif kind == "maverick":
        from litmus.discourse.antecedents.backends.maverick import Maverick

        model = Maverick(rest)
    elif kind == "spacy":
        if not rest:
            raise UsageError(
                f"The resolver spacy needs to know which: {RESOLVERS['spacy:PIPELINE']}."
            )
        from litmus.discourse.antecedents.backends.spacy import SpacyCoreference

        model = SpacyCoreference(rest)
    else:
        raise UnknownName("resolver", kind, [re.split("[:[]", known)[0] for known in RESOLVERS])
    return ClusterResolver(model)
