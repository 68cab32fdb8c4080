"""Sentences as CoNLL-U, from which `read_conllu` has the same sentences back."""

import re
from collections.abc import Iterator, Sequence

from litmus.files.text import one_line
from litmus.language.analysis import Sentence, Token, Word
from litmus.language.conllu.blocks import ESCAPES

# What must not stand in a column: tabs, whatever any program takes for a line end, halves of
# characters that UTF-8 cannot write.
_UNSAFE = re.compile("[\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff]")
_ESCAPED = re.compile("[\\s|\\\\\x00-\x1f\x7f-\x9f\ud800-\udfff]")


def to_conllu(sentences: Sequence[Sentence], ids: Sequence[str]) -> str:
    """The sentences of one text, each with its `# sent_id` and a blank line after it.

    Where the space after a token is not a single one, MISC has it (`SpaceAfter=No` or
    `SpacesAfter`), so that the text can be made again; tabs, line ends and control characters are
    written as escapes. `Confidence` has two decimals and is left out at 1.00.
    """
    blocks = []
    for place, (sentence, name) in enumerate(zip(sentences, ids, strict=True)):
        before = sentence.text[: sentence.tokens[0].start] if place == 0 else ""
        following = sentences[place + 1] if place + 1 < len(sentences) else None
        blocks.append("\n".join(_lines(sentence, name, before, following)) + "\n\n")
    return "".join(blocks)


def _lines(sentence: Sentence, name: str, before: str, following: Sentence | None) -> Iterator[str]:
    text, tokens = sentence.text, sentence.tokens
    limit = following.tokens[0].start if following else len(text)
    starts = [*(token.start for token in tokens[1:]), limit]
    gaps = [text[token.end : start] for token, start in zip(tokens, starts, strict=True)]
    shown = "".join(
        _safe(text[token.start : token.end]) + (" " if gap else "")
        for token, gap in zip(tokens, gaps, strict=True)
    )
    yield f"# sent_id = {one_line(name)}"
    yield f"# text = {shown.rstrip(' ')}"
    for place, (token, gap) in enumerate(zip(tokens, gaps, strict=True)):
        last = following is None and place + 1 == len(tokens)
        yield from _token_lines(sentence, token, _spacing(before if place == 0 else "", gap, last))


def _token_lines(sentence: Sentence, token: Token, spacing: Sequence[str]) -> Iterator[str]:
    surface = sentence.text[token.start : token.end]
    form = _safe(surface)
    spacing = [*spacing, *([f"SpacesInToken={_escape(surface)}"] if form != surface else [])]
    words = sentence.words[token.first : token.stop]
    if len(words) == 1:
        yield _row(token.first, form, words[0], spacing)
        return
    yield f"{token.first + 1}-{token.stop}\t{form}" + "\t_" * 7 + "\t" + ("|".join(spacing) or "_")
    for place, word in enumerate(words, start=token.first):
        yield _row(place, _safe(word.form), word, ())


def _row(place: int, form: str, word: Word, spacing: Sequence[str]) -> str:
    head = "_" if word.head is None else str(word.head + 1)
    if word.head is None and word.relation:
        head = "0"
    confidence = f"{word.confidence:.2f}"
    misc = [*([f"Confidence={confidence}"] if confidence != "1.00" else []), *spacing]
    columns = (
        str(place + 1),
        form,
        _safe(word.lemma) or "_",
        word.upos or "_",
        "_",
        word.feats or "_",
        head,
        word.relation or "_",
        "_",
        "|".join(misc) or "_",
    )
    return "\t".join(columns)


def _spacing(before: str, after: str, last: bool) -> list[str]:
    """`last`: nothing comes after the token in its text, so silence means no space."""
    found = []
    if not after and not last:
        found.append("SpaceAfter=No")
    elif after != ("" if last else " "):
        found.append(f"SpacesAfter={_escape(after)}")
    if before:
        found.append(f"SpacesBefore={_escape(before)}")
    return found


def _safe(text: str) -> str:
    return _UNSAFE.sub(lambda match: " " if match[0].isspace() else "\ufffd", text)


def _escape(text: str) -> str:
    return _ESCAPED.sub(lambda match: ESCAPES.get(match[0]) or f"\\u{ord(match[0]):04x}", text)
