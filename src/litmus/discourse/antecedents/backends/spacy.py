"""spaCy pipelines that fill `doc.spans` with clusters, such as en_coreference_web_trf."""

from collections.abc import Sequence
from typing import Any

from litmus.discourse.antecedents.backends.clusters import (
    Cluster,
    ClusterResolver,
    by_words,
    joined,
)
from litmus.errors import UsageError
from litmus.language.analysis import Sentence
from litmus.language.backends.spacy import load_pipeline

PREFIX = "coref_clusters"


class SpacyCoreference:
    """Clusters are the span groups `coref_clusters_1`, `coref_clusters_2`, ... of a document."""

    def __init__(self, pipeline: str) -> None:
        self._nlp: Any = load_pipeline(pipeline)
        names = self._nlp.pipe_names
        if not any("coref" in name for name in names):
            parts = f"its parts are {', '.join(names)}" if names else "it has no parts"
            raise UsageError(
                f"The spaCy pipeline {pipeline} finds no coreference: {parts}.\n"
                "One that does: en_coreference_web_trf, with pip install spacy-experimental."
            )

    @property
    def signature(self) -> str:
        """Name and version of the pipeline."""
        meta = self._nlp.meta
        return f"spacy:{meta['lang']}_{meta['name']}.{meta['version']}"

    def clusters(self, sentences: Sequence[Sentence]) -> list[Cluster]:
        """See `CoreferenceModel`."""
        text, starts = joined(sentences)
        doc = self._nlp(text)  # to be kept: its spans are nothing without it
        return [
            by_words(sentences, starts, [(span.start_char, span.end_char) for span in group])
            for key, group in doc.spans.items()
            if key.startswith(PREFIX)
        ]


def resolver(pipeline: str) -> ClusterResolver:
    """The resolver by this model."""
    return ClusterResolver(SpacyCoreference(pipeline))
