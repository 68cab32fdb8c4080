"""Vocabularies of our own: a joint SentencePiece model with the ids our networks expect."""

import io
import re
from collections.abc import Iterable, Sequence
from pathlib import Path

from litmus.errors import DataError
from litmus.nmt.codec import BREAK
from litmus.nmt.training.settings import Subwords

MASK = "<mask>"
SPECIAL = ("<pad>", "<s>", "</s>", "<unk>", BREAK, MASK)  # in the order of their ids
# SentencePiece adds up counts thread by thread: with a fixed number the pieces are the same
# on every machine.
_THREADS = 16


def train_vocabulary(lines: Iterable[str], wanted: Subwords, marks: Sequence[str]) -> bytes:
    """A unigram model of the lines of both languages; marks are never cut."""
    import sentencepiece

    proto = io.BytesIO()
    try:
        sentencepiece.SentencePieceTrainer.train(
            sentence_iterator=iter(lines),
            model_writer=proto,
            model_type="unigram",
            vocab_size=wanted.size,
            character_coverage=wanted.coverage,
            pad_id=0,
            bos_id=1,
            eos_id=2,
            unk_id=3,
            control_symbols=[BREAK, MASK],
            user_defined_symbols=list(marks),
            num_threads=_THREADS,
            minloglevel=2,
        )
    except RuntimeError as error:
        raise _unfit(str(error), wanted.size) from error
    return proto.getvalue()


def _unfit(reason: str, size: int) -> DataError:
    most = re.search(r"value <= (\d+)", reason)
    least = re.search(r"smaller than required_chars\S*\s+(?:\d+ vs )?(\d+)", reason)
    way_out = "Give more text, or another [vocabulary] size."
    if most:
        way_out = f"The text has too few words: set [vocabulary] size to at most {most[1]}."
    elif least:
        way_out = f"There are more characters than that: set [vocabulary] size over {least[1]}."
    return DataError(
        f"A vocabulary of {size:,} subwords cannot be trained on this text.\n{way_out}"
    )


def read_vocabulary(path: Path, marks: Sequence[str]) -> bytes:
    """A model that was trained like ours, checked to be so."""
    import sentencepiece

    if not path.is_file():
        raise DataError(f"{path} does not exist.")
    proto = path.read_bytes()
    try:
        model = sentencepiece.SentencePieceProcessor(model_proto=proto)
    except RuntimeError as error:
        raise DataError(f"{path} is not a SentencePiece model.") from error
    found = [model.id_to_piece(number) for number in range(min(len(SPECIAL), len(model)))]
    if found != list(SPECIAL):
        raise DataError(
            f"{path} begins with {', '.join(found)}; our networks need {', '.join(SPECIAL)}.\n"
            "Use the sentencepiece.model of a model that `litmus train` made, or let it make one."
        )
    missing = [mark for mark in marks if model.piece_to_id(mark) == model.unk_id()]
    if missing:
        raise DataError(
            f"{path} does not know {', '.join(missing)}.\n"
            "Train the vocabulary with these marks: [vocabulary] marks = [...]"
        )
    return proto
