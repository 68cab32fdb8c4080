"""Decoder-only models: a prompt, then the translation, cut the same whatever stands before."""

from collections.abc import Sequence

from litmus.errors import UsageError
from litmus.language.knowledge import load
from litmus.nmt.codec import Pieces, around, tokenised
from litmus.nmt.model import Model
from litmus.nmt.scoring.endings import Endings
from litmus.nmt.scoring.layout import Laid, Request, check_room
from litmus.nmt.scoring.prompts import Prompt
from litmus.nmt.windows import Window


class PromptLayout:
    """Requests as prompts. A target's pieces depend on the target and the prompt's end alone."""

    def __init__(self, model: Model, prompt: Prompt, positions: int | None) -> None:
        tokenizer, languages = model.tokenizer, model.languages
        self._tokenizer, self._prompt, self._positions = tokenizer, prompt, positions
        self._names = (load(languages[0]).name, load(languages[1]).name)
        self.endings = Endings(tokenizer, model.network)
        self.ends = self.endings.ends
        # A conversation brings its special tokens in its text.
        self._start = () if prompt.chat else around(tokenizer, "source")[0]
        tail = self._chat_tail() if prompt.chat else prompt.tail(self._names)
        # Tokenizers tie a space to the word behind it: it is the target's.
        self._tail = tail.rstrip(" ")
        self._space = tail[len(self._tail) :]

    def lay(self, requests: Sequence[Request], first: int) -> list[Laid]:
        if not self._prompt.context and any(request.window for request in requests):
            raise UsageError(
                f"The prompt {self._prompt.name!r} has no place for the sentences before.\n"
                "Add 'context' to it, or score without context."
            )
        targets = self._targets([request.target for request in requests])
        texts = [self._before(request, request.window) for request in requests]
        prompts = tokenised(self._tokenizer, texts, "source")
        return [
            self._laid(request, target, prompt, number)
            for number, (request, target, prompt) in enumerate(
                zip(requests, targets, prompts, strict=True), first
            )
        ]

    def _laid(self, request: Request, target: Pieces, prompt: Pieces, number: int) -> Laid:
        window, ids = request.window, (*self._start, *prompt.ids)
        while not self._fits(ids, target) and window:
            window = _nearer(window)
            text = self._before(request, window)
            ids = (*self._start, *tokenised(self._tokenizer, [text], "source")[0].ids)
        check_room(request, number, len(ids) + len(target.ids), self._positions)
        left_out = (
            len(request.window.source) - len(window.source),
            len(request.window.target) - len(window.target),
        )
        scored = (*target.ids, int(self._tokenizer.eos_token_id))
        closing = self.endings.closing(target.ids[-1]) if target.ids else ()
        return Laid((), (*ids, *target.ids), scored, target.spans, left_out, closing)

    def _fits(self, ids: Sequence[int], target: Pieces) -> bool:
        return self._positions is None or len(ids) + len(target.ids) <= self._positions

    def _targets(self, texts: Sequence[str]) -> list[Pieces]:
        """The pieces of every target as they are behind the end of the prompt."""
        unique = list(dict.fromkeys(texts))
        head = len(self._tail)
        whole = [self._tail + self._space + text for text in unique]
        found = dict(zip(unique, tokenised(self._tokenizer, whole, "source"), strict=True))
        cut = {text: _behind(pieces, head, len(self._space)) for text, pieces in found.items()}
        alone = [text for text, pieces in cut.items() if pieces is None]
        # A piece lies across the end of the prompt: the model will read the target by itself.
        for text, pieces in zip(alone, tokenised(self._tokenizer, alone, "source"), strict=True):
            cut[text] = pieces
        empty = Pieces((), ())
        return [cut[text] or empty if text.strip() else empty for text in texts]

    def _before(self, request: Request, window: Window) -> str:
        text = self._prompt.before(request.source, window, self._names)
        if self._prompt.chat:
            text = self._conversation(text)
        return text[: len(text) - len(self._space)] if self._space else text

    def _conversation(self, message: str) -> str:
        turns = [{"role": "user", "content": message.strip()}]
        return str(
            self._tokenizer.apply_chat_template(turns, tokenize=False, add_generation_prompt=True)
        )

    def _chat_tail(self) -> str:
        if not getattr(self._tokenizer, "chat_template", None):
            raise UsageError(
                "The tokenizer of this model has no chat template. Use another prompt: instruct."
            )
        return self._conversation("~").rpartition("~")[2]


def _behind(pieces: Pieces, head: int, space: int) -> Pieces | None:
    """What lies behind the first `head` characters; None if a piece lies across."""
    kept = [(i, span) for i, span in zip(pieces.ids, pieces.spans, strict=True) if span[1] > head]
    if any(start < head for _, (start, _) in kept):
        return None
    at = head + space
    spans = tuple((max(0, start - at), max(0, end - at)) for _, (start, end) in kept)
    return Pieces(tuple(i for i, _ in kept), spans)


def _nearer(window: Window) -> Window:
    """Without the sentences that are farthest."""
    most = max(len(window.source), len(window.target))
    return Window(
        window.source[1:] if len(window.source) == most else window.source,
        window.target[1:] if len(window.target) == most else window.target,
    )
