"""When two words are the same word: by form, by Snowball stem, or by lemma."""

from collections.abc import Callable
from functools import lru_cache
from typing import Any

from litmus.errors import DataError, UnknownName, UsageError
from litmus.language import knowledge
from litmus.plugins.data_folder import per_data_folder

MATCHES = ("form", "stem", "lemma")
_MANY = 10_000  # look-ups, which take half a second in stretches


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
    from simplemma import Lemmatizer
    from simplemma.strategies import DefaultStrategy

    strategy = DefaultStrategy(dictionary_factory=_Lists())
    lemmatiser = Lemmatizer(lemmatization_strategy=strategy)
    try:
        lemmatiser.lemmatize("a", lang=code)
    except ValueError as error:
        raise UsageError(
            f"simplemma has no lemmas for {knowledge.load(code).name}. Use match=stem or form."
        ) from error

    @lru_cache(maxsize=1 << 17)
    def cached(word: str) -> str:
        return lemmatiser.lemmatize(word, lang=code).lower()

    return cached


class _Lists:
    """simplemma's lists: in stretches at first, since all of one can take two seconds to read.

    It is asked once for each of the forms that a word may have, which are many if none is known.
    """

    def __init__(self) -> None:
        from litmus.language.embedded.streams import Lists

        self._asked = 0
        self._lists: Any = Lists()

    def get_dictionary(self, lang: str) -> Any:
        self._asked += 1
        if self._asked == _MANY:
            from simplemma.strategies.dictionaries import DefaultDictionaryFactory

            # With a factory of our own its dictionary goes when we let go of it.
            self._lists = DefaultDictionaryFactory()
        return self._lists.get_dictionary(lang)
