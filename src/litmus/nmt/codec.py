"""From text to what a model reads, and back: one face for our vocabularies and all tokenizers."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Literal, Protocol

from litmus.errors import UsageError
from litmus.nmt.language_codes import tokenizer_code
from litmus.nmt.offsets import PieceTable, Span, piece_spans, trimmed, with_marks
from litmus.wording import option

Side = Literal["source", "target"]
Ids = tuple[int, ...]
BREAK = "<brk>"


@dataclass(frozen=True)
class Pieces:
    """The subwords of a text: ids, and half-open spans in its characters."""

    ids: Ids
    spans: tuple[Span, ...]


class Codec(Protocol):
    """What an encoder-decoder reads. `start` is what the decoder sees before the first piece."""

    start: Ids
    end: int
    pad: int

    def pieces(self, text: str, side: Side) -> Pieces:
        """The subwords of one sentence, nothing around them."""

    def batch(self, texts: Sequence[str], side: Side) -> list[Pieces]:
        """The subwords of many sentences: the same as one by one, and faster."""

    def many(self, texts: Sequence[str], side: Side) -> list[list[int]]:
        """The ids of `pieces` for many texts."""

    def source(self, pieces: Sequence[int]) -> list[int]:
        """What the encoder reads for these pieces, special tokens included."""

    def break_ids(self) -> Ids:
        """What stands between two sentences. A UsageError if the model has no such thing."""

    def decode(self, pieces: Sequence[int]) -> str:
        """The text of target pieces; special tokens leave no trace."""


def joined(context: Sequence[Sequence[int]], sentence: Sequence[int], codec: Codec) -> list[int]:
    """The sentences before and the sentence, a break after each of the former."""
    together: list[int] = []
    for before in context:
        together += [*before, *codec.break_ids()]
    return [*together, *sentence]


class Vocabulary:
    """A SentencePiece model of ours: padding 0, start 1, end 2, unknown 3, then break and mask."""

    pad, end, unknown = 0, 2, 3
    start: Ids = (2,)

    def __init__(self, proto: bytes) -> None:
        import sentencepiece

        self._model: Any = sentencepiece.SentencePieceProcessor(model_proto=proto)
        self.size = int(self._model.get_piece_size())
        self.mask = int(self._model.piece_to_id("<mask>"))
        self._break = int(self._model.piece_to_id(BREAK))
        written = self._model.id_to_piece(list(range(self.size)))
        written[self.unknown] = ""  # it stands for anything: no text is made of it
        self._written = PieceTable(written)

    def pieces(self, text: str, side: Side) -> Pieces:
        return self.batch([text], side)[0]

    def batch(self, texts: Sequence[str], side: Side) -> list[Pieces]:
        found = self.many(texts, side)
        places = self._written.spans(texts, found)
        return [
            Pieces(tuple(ids), spans or self._searched(text))
            for text, ids, spans in zip(texts, found, places, strict=True)
        ]

    def _searched(self, text: str) -> tuple[Span, ...]:
        return tuple(piece_spans(text, self._model.encode(text, out_type=str)))

    def many(self, texts: Sequence[str], side: Side) -> list[list[int]]:
        """The subwords of many texts without their places: what training needs, and cheaper."""
        return list(self._model.encode(list(texts), out_type=int))

    def source(self, pieces: Sequence[int]) -> list[int]:
        return [*pieces, self.end]

    def break_ids(self) -> Ids:
        return (self._break,)

    def decode(self, pieces: Sequence[int]) -> str:
        special = {self.pad, 1, self.end, self._break, self.mask}
        return str(self._model.decode([int(piece) for piece in pieces if piece not in special]))


class TokenizerCodec:
    """Any Hugging Face tokenizer of an encoder-decoder, read off what it does with one letter."""

    def __init__(
        self, tokenizer: Any, network: Any, languages: tuple[str, str], between: str | None = None
    ) -> None:
        self._tokenizer, self._between = tokenizer, between
        for attribute, code in zip(("src_lang", "tgt_lang"), languages, strict=True):
            if hasattr(tokenizer, attribute):
                setattr(tokenizer, attribute, tokenizer_code(tokenizer, code))
        before, behind = around(tokenizer, "source")
        self._before, self._behind = before, behind
        self.pad = int(network.config.pad_token_id or 0)
        ahead, after = around(tokenizer, "target")
        self.start = _decoder_start(network, ahead, after)
        self.end = after[0] if after else int(network.config.eos_token_id)

    def pieces(self, text: str, side: Side) -> Pieces:
        return self.batch([text], side)[0]

    def batch(self, texts: Sequence[str], side: Side) -> list[Pieces]:
        return tokenised(self._tokenizer, texts, side)

    def many(self, texts: Sequence[str], side: Side) -> list[list[int]]:
        found = _encode(self._tokenizer, list(texts), side, add_special_tokens=False)
        return list(found["input_ids"])

    def source(self, pieces: Sequence[int]) -> list[int]:
        return [*self._before, *pieces, *self._behind]

    def break_ids(self) -> Ids:
        return self._break

    @cached_property
    def _break(self) -> Ids:
        if self._between is not None:
            return self.pieces(self._between, "target").ids
        known = self._tokenizer.get_vocab()
        for token in (BREAK, "<sep>", self._tokenizer.sep_token):
            if token is not None and token in known:
                return (int(known[token]),)
        raise UsageError(
            "The tokenizer of this model has no token that separates sentences.\n"
            f"Name the text between them: {option('between', 'TEXT')} (such as ' || ')."
        )

    def decode(self, pieces: Sequence[int]) -> str:
        return str(self._tokenizer.decode(list(pieces), skip_special_tokens=True)).strip()


def tokenised(tokenizer: Any, texts: Sequence[str], side: Side) -> list[Pieces]:
    """The subwords of texts by a Hugging Face tokenizer; no special tokens, no space in a span."""
    if not texts:
        return []
    fast = bool(getattr(tokenizer, "is_fast", False))
    found = _encode(
        tokenizer, list(texts), side, add_special_tokens=False, return_offsets_mapping=fast
    )
    if fast:
        offsets = map(with_marks, texts, found["offset_mapping"])
        spans: Iterable[Iterable[Span]] = map(trimmed, texts, offsets)
    else:
        named = map(tokenizer.convert_ids_to_tokens, found["input_ids"])
        spans = map(piece_spans, texts, named)
    return [
        Pieces(tuple(map(int, ids)), tuple(places))
        for ids, places in zip(found["input_ids"], spans, strict=True)
    ]


def _encode(tokenizer: Any, text: str | list[str], side: Side, **settings: Any) -> Any:
    # Not verbose: that a text is longer than the model is said by whoever cuts it.
    settings = {"verbose": False, **settings}
    return tokenizer(**{"text" if side == "source" else "text_target": text}, **settings)


def around(tokenizer: Any, side: Side) -> tuple[Ids, Ids]:
    """The special tokens before and behind a text."""
    whole = [int(i) for i in _encode(tokenizer, "a", side)["input_ids"]]
    bare = [int(i) for i in _encode(tokenizer, "a", side, add_special_tokens=False)["input_ids"]]
    place = next(i for i in range(len(whole)) if whole[i : i + len(bare)] == bare)
    return tuple(whole[:place]), tuple(whole[place + len(bare) :])


def _decoder_start(network: Any, ahead: Ids, behind: Ids) -> Ids:
    """Decoders read their labels moved by one; each family moves them in its own way."""
    import torch

    mark = next(i for i in range(100) if i not in (*ahead, *behind, network.config.pad_token_id))
    labels = torch.tensor([[*ahead, mark, *behind]])
    if hasattr(network, "prepare_decoder_input_ids_from_labels"):
        moved = network.prepare_decoder_input_ids_from_labels(labels)[0].tolist()
    else:
        moved = [network.config.decoder_start_token_id, *labels[0].tolist()]
    return tuple(moved[: moved.index(mark)])
