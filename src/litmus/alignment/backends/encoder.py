"""Words whose vectors are closest, by a Hugging Face encoder: rules of simalign and awesome."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any

import numpy as np

from litmus.alignment.links import Alignment, Link
from litmus.alignment.tokens import tokens
from litmus.arrays import Floats
from litmus.errors import DataError, MissingExtra

Pair = tuple[str, str]
LAYER = 8  # of a base model, the best by both papers; the last one where there are fewer
_AWESOME = 1e-3  # probability both ways of a link, as published


def mutual_best(similarity: Floats) -> Floats:
    """simalign's `inter`: each is the other's best; sure as they are alike."""
    best = np.zeros_like(similarity)
    rows = np.arange(len(similarity))
    columns = similarity.argmax(1)
    mutual = similarity.argmax(0)[columns] == rows
    best[rows[mutual], columns[mutual]] = np.clip(similarity[rows, columns][mutual], 0.001, 1)
    return best


def both_probable(products: Floats) -> Floats:
    """awesome-align's rule: probable in both directions."""
    forward, backward = (_softmax(products, axis) for axis in (1, 0))
    both = (forward > _AWESOME) & (backward > _AWESOME)
    return np.where(both, np.sqrt(forward * backward), 0.0)


def _softmax(scores: Floats, axis: int) -> Floats:
    raised = np.exp(scores - scores.max(axis, keepdims=True))
    return raised / raised.sum(axis, keepdims=True)  # type: ignore[no-any-return]


# rule -> from matrix of pieces to confidences, and whether vectors have length one
RULES: Mapping[str, tuple[Callable[[Floats], Floats], bool]] = {
    "simalign": (mutual_best, True),
    "awesome": (both_probable, False),
}


class EncoderAligner:
    """Two words are linked where any two pieces of them are."""

    def __init__(self, languages: Pair, tokenisation: str, model: str, *, rule: str) -> None:
        try:
            import transformers
        except ImportError as error:
            raise MissingExtra(f"The aligner {rule}:{model}", "encoder") from error
        self._languages, self._tokenisation = languages, tokenisation
        self._name, self._rule = model, rule
        try:
            # code that comes with a model is never run
            self._pieces: Any = transformers.AutoTokenizer.from_pretrained(
                model, use_fast=True, trust_remote_code=False
            )
            self._model: Any = transformers.AutoModel.from_pretrained(
                model, trust_remote_code=False
            )
        except (OSError, ValueError) as error:
            raise DataError(
                f"{model} cannot be loaded as a Hugging Face encoder: {error}\n"
                "Give a folder with its files, or a name on a hub that can be reached."
            ) from error
        if not self._pieces.is_fast:
            raise DataError(f"{model} has no fast tokeniser, so its subwords cannot be located.")
        self._model.eval().requires_grad_(False)
        config = self._model.config
        self._layer = min(LAYER, config.num_hidden_layers)
        # Positions begin after the padding's in some models (RoBERTa): two are spared.
        places = getattr(config, "max_position_embeddings", 0) - 2
        self._most = min(self._pieces.model_max_length, places if places > 0 else 512)

    @property
    def signature(self) -> str:
        """Rule, model, layer and tokens."""
        name = self._name.rstrip("/").rpartition("/")[2]
        return f"{self._rule}.{name}.layer{self._layer}.{self._tokenisation}"

    def align(self, pairs: Sequence[Pair]) -> list[Alignment]:
        """Each pair by itself, so that neighbours change nothing."""
        return [self._align(pair) for pair in pairs]

    def finish(self) -> None:
        """Nothing can be left over."""

    def _align(self, pair: Pair) -> Alignment:
        spans = [
            tokens(text, code, self._tokenisation)
            for text, code in zip(pair, self._languages, strict=True)
        ]
        if not all(spans):
            return Alignment(spans[0], spans[1], frozenset())
        decide, unit = RULES[self._rule]
        (left, of_left), (right, of_right) = (
            self._vectors(text, side, unit) for text, side in zip(pair, spans, strict=True)
        )
        found: dict[Link, float] = {}
        sure = decide(left @ right.T) if of_left and of_right else np.zeros((0, 0))
        for a, b in zip(*sure.nonzero(), strict=True):
            link = of_left[a], of_right[b]
            found[link] = max(found.get(link, 0.0), round(float(sure[a, b]), 4))
        return Alignment(spans[0], spans[1], frozenset(found), dict(sorted(found.items())))

    def _vectors(self, text: str, spans: Sequence[Any], unit: bool) -> tuple[Floats, list[int]]:
        """A vector for every piece, and the token it belongs to; what is too long is cut off."""
        words = [text[start:end] for start, end in spans]
        given = self._pieces(
            words,
            is_split_into_words=True,
            truncation=True,
            max_length=self._most,
            return_tensors="pt",
        )
        hidden = self._model(**given, output_hidden_states=True).hidden_states[self._layer][0]
        owner = given.word_ids(0)
        kept = [at for at, word in enumerate(owner) if word is not None]
        vectors = hidden[kept].double().numpy()
        if unit:
            vectors /= np.maximum(np.linalg.norm(vectors, axis=1, keepdims=True), 1e-9)
        return vectors, [owner[at] for at in kept]


simalign = partial(EncoderAligner, rule="simalign")
awesome = partial(EncoderAligner, rule="awesome")
