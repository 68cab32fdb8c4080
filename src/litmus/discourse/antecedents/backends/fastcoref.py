"""fastcoref (on PyPI): F-coref, or LingMess, which is better and slower."""

from collections.abc import Sequence
from importlib.metadata import PackageNotFoundError, version
from typing import Any

from litmus.discourse.antecedents.backends.clusters import (
    Cluster,
    ClusterResolver,
    by_words,
    joined,
)
from litmus.errors import DataError, UsageError
from litmus.language.analysis import Sentence

MODELS = {"": "biu-nlp/f-coref", "lingmess": "biu-nlp/lingmess-coref"}


class FastCoref:
    """`model` is "" (F-coref), "lingmess", or the name or folder of a model of either kind."""

    def __init__(self, model: str) -> None:
        try:
            import fastcoref
            import spacy
        except ImportError as error:
            raise UsageError(
                "The resolver fastcoref needs a package that is not installed.\n"
                "Install it with: pip install fastcoref"
            ) from error
        self._name = MODELS.get(model, model)
        kind = fastcoref.LingMessCoref if "lingmess" in self._name else fastcoref.FCoref
        try:
            # A blank pipeline cuts words; the default one would be downloaded.
            self._model: Any = kind(
                self._name, nlp=spacy.blank("en"), enable_progress_bar=False, device="cpu"
            )
        except (OSError, ValueError) as error:
            raise DataError(
                f"{self._name} cannot be loaded by fastcoref: {error}\n"
                "Give a folder with its files, or a name on a hub that can be reached."
            ) from error

    @property
    def signature(self) -> str:
        """Version of the package, and the model's name."""
        try:
            number = version("fastcoref")
        except PackageNotFoundError:
            number = "unknown"
        return f"fastcoref.{number}:{self._name.rstrip('/').rpartition('/')[2]}"

    def clusters(self, sentences: Sequence[Sentence]) -> list[Cluster]:
        """See `CoreferenceModel`."""
        text, starts = joined(sentences)
        if not text.strip():
            return []
        clusters = self._model.predict(texts=[text])[0].get_clusters(as_strings=False)
        return [by_words(sentences, starts, spans) for spans in clusters]


def resolver(model: str) -> ClusterResolver:
    """The resolver by this model."""
    return ClusterResolver(FastCoref(model))
