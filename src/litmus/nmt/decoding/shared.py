"""Groups of lines translated by workers, each with the model."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from litmus.nmt.decoding.translating import Group, Translated, translate_group
from litmus.nmt.decoding.translator import Translator
from litmus.nmt.windows import ContextSize
from litmus.nmt.workers import ModelThere, Workers


@dataclass(frozen=True)
class SharedTranslator:
    """Translates groups as `translate_file` wants them, in other processes."""

    model: ModelThere
    workers: Workers
    context: ContextSize
    references: bool
    beam: int
    length_penalty: float
    batch_tokens: int | None
    prompt: str | None

    def __call__(self, groups: Iterable[Group]) -> Iterator[Translated]:
        """The texts of every group, in order, and how much context had no room."""
        return self.workers.map(self._make, groups)

    def _make(self) -> Callable[[Group], Translated]:
        translator = Translator(
            self.model.load(),
            beam=self.beam,
            length_penalty=self.length_penalty,
            batch_tokens=self.batch_tokens,
            prompt=self.prompt,
        )
        return lambda group: translate_group(translator, group, self.context, self.references)
