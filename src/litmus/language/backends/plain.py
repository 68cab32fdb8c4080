"""Tokens without analysis, for languages that no analyser knows."""

from collections.abc import Iterable, Iterator

from litmus.language.analysis import Sentence, Token, Word
from litmus.language.words import token_offsets


class PlainAnalyser:
    """Words are runs of letters; their lemma is the form in lower case, nothing else is known."""

    any_order = True

    signature = "plain.1"

    def __init__(self, language: str) -> None:
        self._language = language

    def analyse(
        self, texts: Iterable[str], *, sentences: str = "given", parse: bool = True
    ) -> Iterator[tuple[Sentence, ...]]:
        """One sentence a text, however it is asked for; none for a blank one."""
        for text in texts:
            spans = token_offsets(text, "words", self._language)
            if not spans:
                yield ()
                continue
            words = tuple(
                Word(text[s:e], text[s:e].lower(), "", "", None, "", 1.0, s, e) for s, e in spans
            )
            tokens = tuple(Token(s, e, n, n + 1) for n, (s, e) in enumerate(spans))
            yield (Sentence(text, spans[0][0], spans[-1][1], tokens, words),)
