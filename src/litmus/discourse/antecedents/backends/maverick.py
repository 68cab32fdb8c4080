"""Maverick (https://pypi.org/project/maverick-coref); its weights are for non-commercial use."""

import io
from collections.abc import Sequence
from contextlib import redirect_stdout
from importlib.metadata import PackageNotFoundError, version
from typing import Any

from litmus.discourse.antecedents.backends.clusters import Cluster, ClusterResolver, MentionSpan
from litmus.errors import DataError, UsageError
from litmus.language.analysis import Sentence

MODEL = "sapienzanlp/maverick-mes-ontonotes"


class Maverick:
    """`model` is a name on the hub or a file of weights; "" is the one for OntoNotes."""

    def __init__(self, model: str) -> None:
        try:
            import maverick
        except ImportError as error:
            raise UsageError(
                "The resolver maverick needs a package that is not installed.\n"
                "Install it with: pip install maverick-coref"
            ) from error
        self._name = model or MODEL
        try:
            with redirect_stdout(io.StringIO()):  # it prints what it loads
                self._model: Any = maverick.Maverick(self._name, device="cpu")
        except (OSError, ValueError) as error:
            raise DataError(
                f"{self._name} cannot be loaded by maverick-coref: {error}\n"
                "Give a file of weights, or a name on a hub that can be reached."
            ) from error

    @property
    def signature(self) -> str:
        """Version of the package, and the model's name."""
        try:
            number = version("maverick-coref")
        except PackageNotFoundError:
            number = "unknown"
        return f"maverick.{number}:{self._name.rstrip('/').rpartition('/')[2]}"

    def clusters(self, sentences: Sequence[Sentence]) -> list[Cluster]:
        """See `CoreferenceModel`."""
        positions = [
            (number, index)
            for number, sentence in enumerate(sentences)
            for index in range(len(sentence.words))
        ]
        if not positions:
            return []
        words = [[word.form for word in sentence.words] for sentence in sentences if sentence.words]
        clusters = self._model.predict(words)["clusters_token_offsets"]
        return [[_mention(positions, first, last) for first, last in spans] for spans in clusters]


def _mention(positions: Sequence[tuple[int, int]], first: int, last: int) -> MentionSpan:
    """The words `first` to `last` of all sentences; a mention ends with its sentence."""
    number, index = positions[first]
    while positions[last][0] != number:
        last -= 1
    return MentionSpan(number, index, positions[last][1] + 1)


def resolver(model: str) -> ClusterResolver:
    """The resolver by this model."""
    return ClusterResolver(Maverick(model))
