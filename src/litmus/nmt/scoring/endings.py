"""What ends a translation behind a prompt: the text, the turn or the line, in any of its pieces.

A line can end in several ways, and byte-level vocabularies have pieces that are a full stop and the
end of the line at once. All of them are the same translation, so their probabilities are added.
"""

import re
from collections import defaultdict
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import torch

from litmus.errors import UsageError
from litmus.nmt.codec import Ids
from litmus.nmt.scoring.layout import Laid

Tensor = Any
# A new line as tokenizers write it: plain, byte-level, as a byte. Spaces before it are no text.
_NEW_LINE = re.compile("[ Ġ▁č\r]*(?:\n|Ċ|<0x0A>)")

# Ends of a text or a turn by name: a GGUF file says one of them only.
_ENDS = (
    "<|endoftext|>", "<|im_end|>", "<|end_of_text|>", "<|eot_id|>", "<end_of_turn>", "<|end|>",
    "<|end_of_turn|>", "<|eot|>",
)  # fmt: skip


class Endings:
    """The pieces of a vocabulary that end a translation.

    `ends` do nothing else; `closing(piece)` are those that write the piece too; `all` are both.
    """

    def __init__(self, tokenizer: Any, network: Any) -> None:
        if tokenizer.eos_token_id is None:
            raise UsageError(
                "The tokenizer of this model has no end token (eos_token): without one the end of "
                "a translation cannot be scored. Add it to tokenizer_config.json."
            )
        outputs = int(network.config.get_text_config().vocab_size)
        if tokenizer.eos_token_id >= outputs:
            raise UsageError(
                f"The end token of this model's tokenizer, {tokenizer.eos_token} "
                f"({tokenizer.eos_token_id}), is not among the network's {outputs} outputs.\n"
                "Name another as eos_token in tokenizer_config.json, or resize the network's "
                "embeddings and train them."
            )
        # Tokens may have been added that the network knows nothing of: it cannot write them.
        vocabulary = {t: int(n) for t, n in tokenizer.get_vocab().items() if n < outputs}
        # A chat model ends its turn by another token than its text: its settings name it.
        said: Any = getattr(getattr(network, "generation_config", None), "eos_token_id", None)
        named = {int(i) for i in (said if isinstance(said, list) else [said]) if i is not None}
        ends = {int(tokenizer.eos_token_id), *(number for number in named if number < outputs)}
        ends |= {vocabulary[token] for token in _ENDS if token in vocabulary}
        written: dict[str, list[int]] = defaultdict(list)
        for token, number in vocabulary.items():
            if found := _NEW_LINE.search(token):
                written[token[: found.start()]].append(number)
        self.ends: Ids = tuple(sorted(ends | set(written.pop("", []))))
        self._closing = {
            vocabulary[token]: tuple(sorted(numbers))
            for token, numbers in written.items()
            if token in vocabulary
        }
        merged = (number for numbers in written.values() for number in numbers)
        self.all: Ids = tuple(sorted({*self.ends, *merged}))

    def closing(self, piece: int) -> Ids:
        """The pieces that are this one and the end of the line."""
        return self._closing.get(piece, ())


class Closed:
    """The ends of one batch: what is read off the logits there, and what it makes of the scores."""

    def __init__(
        self, batch: Sequence[Laid], ends: Sequence[int], moved: Callable[[Any], Tensor]
    ) -> None:
        self._moved, self._first = moved, 0
        self._at_end = np.cumsum([len(laid.scored) for laid in batch]) - 1
        self._ends = moved(np.asarray(ends))
        merged = [row for row, laid in enumerate(batch) if laid.closing]
        self._merged = self._at_end[merged]
        width = max((len(batch[row].closing) for row in merged), default=0)
        # Filled up with the first of them, which is then left out of the sum.
        ids = [
            [*some, *some[:1] * (width - len(some))] for some in (batch[n].closing for n in merged)
        ]
        real = [[place < len(batch[n].closing) for place in range(width)] for n in merged]
        self._ids, self._real = np.asarray(ids, np.int64), np.asarray(real, np.bool_)
        self._ended: list[Tensor] = []
        self._closed: list[Tensor] = []

    def read(self, logits: Tensor) -> None:
        """Looks at the logits of the next scored positions."""
        first, behind = self._first, self._first + len(logits)
        self._first = behind
        ends = self._at_end[(self._at_end >= first) & (self._at_end < behind)] - first
        if len(ends):
            rows = logits[self._moved(ends)].float()
            self._ended.append(rows[:, self._ends].logsumexp(-1) - rows.logsumexp(-1))
        last = self._merged - 1
        here = (last >= first) & (last < behind)
        if here.any():
            rows = logits[self._moved(last[here] - first)].float()
            chosen = rows.gather(1, self._moved(self._ids[here]))
            chosen = chosen.masked_fill(~self._moved(self._real[here]), float("-inf"))
            self._closed.append(chosen.logsumexp(-1) - rows.logsumexp(-1))

    def scores(self, log_probs: Tensor) -> Tensor:
        """The log-probabilities with every way to end: the last piece in each of its forms, and
        the end behind it."""
        ends = torch.cat(self._ended)
        found = log_probs.clone()
        found[self._moved(self._at_end)] = ends
        if self._closed:
            at, merged = self._moved(self._merged), torch.cat(self._closed)
            last = torch.logaddexp(log_probs[at - 1], merged)
            found[at] = torch.logaddexp(log_probs[at - 1] + found[at], merged) - last
            found[at - 1] = last
        return found
