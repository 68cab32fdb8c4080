"""A model that reads idioms in three contexts: all that a probe asks of it."""

from collections.abc import Iterator, Sequence

from litmus.nmt.decoding.translator import Translator
from litmus.nmt.model import Model
from litmus.nmt.probing.marked import CONTEXTS, Context, Marked, check_pieces
from litmus.nmt.probing.states import Distance, IdiomStates
from litmus.nmt.scoring.layout import Request
from litmus.nmt.scoring.scorer import Scored, Scorer


class ProbedModel:
    """One encoder-decoder; translator and scorer of each context differ in the encoder alone."""

    def __init__(self, model: Model, *, beam: int = 5, batch_tokens: int | None = None) -> None:
        self._model = model
        self._states = {context: IdiomStates(model, context) for context in CONTEXTS}
        self._translators = {
            context: Translator(model, beam=beam, batch_tokens=batch_tokens, encoder=states)
            for context, states in self._states.items()
        }
        self._scorers = {
            context: Scorer(model, batch_tokens=batch_tokens, encoder=states)
            for context, states in self._states.items()
        }

    @property
    def signature(self) -> str:
        """All that can change a translation or a score."""
        return self._translators["full"].signature

    def check(self, request: Marked, name: str) -> None:
        """A DataError if nothing of an idiom reaches the model."""
        assert self._model.codec is not None
        check_pieces(request, self._model.codec, name)

    def translate(self, context: Context, requests: Sequence[Request]) -> list[str]:
        """The translations with idioms read in a context."""
        return self._translators[context].answer(requests)

    def score(self, context: Context, requests: Sequence[Request]) -> Iterator[Scored]:
        """The requests' own targets, scored with idioms read in a context."""
        return self._scorers[context].score(requests)

    def distances(
        self, one: Context, other: Context, requests: Sequence[Request]
    ) -> list[list[Distance]]:
        """How far the idioms of each request are apart in two contexts."""
        return self._states[one].distances(requests, other)
