"""When two words are the same word: by form, by Snowball stem, or by lemma."""

from collections.abc import Callable
from functools import lru_cache
from itertools import count
from typing import Any

from litmus.errors import DataError, UnknownName, UsageError
from litmus.language import knowledge
from litmus.plugins.data_folder import per_data_folder

MATCHES = ("form", "stem", "lemma")
_MANY = 10_000  # words, each counted once unless it was forgotten


@per_data_folder()
def normaliser(match: str, code: str) -> Callable[[str], str]:
    """A function that maps all forms of a word to one string; lower-cases unless by form."""
    if match == "form":
        return str
    if match == "stem":
        return stemmer(code)
    if match == "lemma":
        return _lemmatiser(code)
    raise UnknownName("way to match", match, MATCHES)


@per_data_folder()
def can_match(match: str, code: str) -> bool:
    """Whether forms of this language can be brought together that way."""
    try:
        normaliser(match, code)
    except UsageError:
        return False
    return True


@per_data_folder()
def stemmer(code: str) -> Callable[[str], str]:
    """The Snowball stem of a lower-cased word."""
    language = knowledge.load(code)
    if language.snowball is None:
        raise UsageError(
            f"There is no Snowball stemmer for {language.name}. Use match=form, or match=lemma "
            "where simplemma knows the language."
        )
    import snowballstemmer

    try:
        stem = snowballstemmer.stemmer(language.snowball).stemWord
    except KeyError as error:
        known = ", ".join(snowballstemmer.algorithms())
        raise DataError(
            f"The file of {language.name} asks for the stemmer {language.snowball!r}, which "
            f"Snowball does not have.\nKnown: {known}"
        ) from error

    @lru_cache(maxsize=1 << 17)
    def cached(word: str) -> str:
        return str(stem(word.lower()))

    return cached


@per_data_folder()
def _lemmatiser(code: str) -> Callable[[str], str]:
    """Few words are looked up in stretches of the list: to read all of it takes up to two seconds
    and much memory, and pays from about `_MANY` words on."""
    from simplemma.strategies.dictionaries import DefaultDictionaryFactory

    from litmus.language.embedded.streams import Lists

    lemmatise = _lemmatise_by(Lists())
    try:
        lemmatise("a", lang=code)
    except ValueError as error:
        raise UsageError(
            f"simplemma has no lemmas for {knowledge.load(code).name}. Use match=stem or form."
        ) from error
    asked = count(1)

    @lru_cache(maxsize=1 << 17)
    def cached(word: str) -> str:
        nonlocal lemmatise
        if next(asked) == _MANY:
            # With a factory of our own its dictionary goes when we let go of it.
            lemmatise = _lemmatise_by(DefaultDictionaryFactory())
        return lemmatise(word, lang=code).lower()

    return cached


def _lemmatise_by(factory: Any) -> Callable[..., str]:
    from simplemma import Lemmatizer
    from simplemma.strategies import DefaultStrategy

    strategy = DefaultStrategy(dictionary_factory=factory)
    found: Callable[..., str] = Lemmatizer(lemmatization_strategy=strategy).lemmatize
    return found
