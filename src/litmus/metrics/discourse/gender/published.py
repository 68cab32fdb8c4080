"""WinoMT's own rules (Stanovsky et al. 2019), to come near published figures.

The words that are looked at are those linked to the first word of the entity and to the article
before it. Whatever is odd here is theirs: a name of a nurse is always feminine in German, and
pronouns count as determiners there; in Hebrew and Arabic one letter decides; in Russian a word
without a gender counts as much as one that has it.
"""

from collections import Counter
from collections.abc import Sequence

from litmus.alignment.links import Alignment
from litmus.language.analysis import Sentence, Word
from litmus.language.gender.reading import FEATURES, Finding
from litmus.language.gender.rules import GenderRules
from litmus.language.words import Span, compose, words

ARTICLES = ("the", "a", "an")
_DETERMINERS = {
    "male": "der ein dem einen des er seiner ihn seinen ihm ihren seinem ihrem sein",
    "female": "die eine einer sie seine ihrer",
    "neutral": "ihr ihre das jemanden",
}
_GERMAN = {word: gender for gender, listed in _DETERMINERS.items() for word in listed.split()}
_FEMININE = {"he": ("ה", "ת"), "ar": ("ة",)}  # last letters; in Arabic anywhere in the word


class PublishedReader:
    """Reads a gender as the authors do for the language."""

    def __init__(self, rules: GenderRules) -> None:
        self._rules = rules

    def read(
        self, source: str, span: Span, text: str, links: Alignment, sentence: Sentence | None
    ) -> Finding:
        """The gender of the entity at a span of the source."""
        article, entity = _linked(source, span, links)
        spans = [links.target[place] for place in (*article, *entity)]
        phrase = tuple(compose(text[start:end]) for start, end in spans)
        if self._rules.code == "de":
            if source[slice(*span)].lower() == "nurse":
                return Finding("female", phrase, "nurse")
            return _german(text, links, entity, phrase)
        if not phrase:
            return Finding("unknown", (), "no word is linked to it")
        if self._rules.code in _FEMININE:
            return _by_letter(self._rules.code, phrase)
        analysed = sentence.words if sentence else ()
        return self._by_majority([_within(analysed, span) for span in spans], phrase)

    def _by_majority(self, tokens: Sequence[Sequence[Word]], phrase: tuple[str, ...]) -> Finding:
        """The gender of most words, of equals the first."""
        genders = []
        for token in tokens:
            found = [self._gender(word) for word in token]
            shown = [gender for gender in found if gender]
            if self._rules.code == "ru":
                shown = ["female"] if "female" in shown else shown[:1] or ["neutral"]
            genders += shown
        if not genders:
            return Finding("neutral", phrase, "nothing shows a gender")
        return Finding(Counter(genders).most_common(1)[0][0], phrase, "gender of most words")

    def _gender(self, word: Word) -> str | None:
        """What an analyser of words alone would say: nothing of nouns that are for anybody."""
        form = compose(word.form).lower()
        if word.upos == "PUNCT" or self._rules.listed(form) == "neutral":
            return None
        if word.upos == "NOUN" and self._rules.ending(form)[0] == {"neutral"}:
            return None
        return FEATURES.get(word.feature("Gender") or "")


def _linked(source: str, span: Span, links: Alignment) -> tuple[list[int], list[int]]:
    """Target tokens of the article before the entity, and of its first word."""
    place = next((i for i, (_, end) in enumerate(links.source) if end > span[0]), None)
    if place is None:
        return [], []
    before = source[slice(*links.source[place - 1])].lower() if place else ""
    article, entity = (sorted(j for i, j in links.links if i == at) for at in (place - 1, place))
    return article if before in ARTICLES else [], entity


def _german(text: str, links: Alignment, entity: Sequence[int], phrase: tuple[str, ...]) -> Finding:
    """The ending -in, else the nearest determiner, else masculine."""
    if not entity:
        return Finding("male", phrase, "no word is linked to it")
    if any(part.endswith("in") for token in phrase for part in words(token)):
        return Finding("female", phrase, "ending -in")
    forms = [compose(text[start:end]).lower().strip(".,;:!?\"'") for start, end in links.target]
    near = [(abs(at - entity[0]), at) for at, form in enumerate(forms) if form in _GERMAN]
    if not near:
        return Finding("male", phrase, "no article")
    nearest = forms[min(near)[1]]
    return Finding(_GERMAN[nearest], phrase, f"nearest article {nearest}")


def _by_letter(code: str, phrase: tuple[str, ...]) -> Finding:
    tokens = [part for token in phrase for part in words(token) if part != "את"]
    marks = _FEMININE[code]
    for token in tokens:
        if token.endswith(marks) if code == "he" else any(mark in token for mark in marks):
            return Finding("female", phrase, f"last letter of {token}")
    return Finding("male", phrase, "last letter")


def _within(analysed: Sequence[Word], span: Span) -> list[Word]:
    return [word for word in analysed if word.start < span[1] and span[0] < word.end]
