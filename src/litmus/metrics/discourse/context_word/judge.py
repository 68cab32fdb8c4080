"""Which form of a choice a translation shows."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from litmus.corpus.expected import ExpectedWord
from litmus.language import knowledge
from litmus.language.inflection import fold, form_keys, irregular, word_keys
from litmus.metrics.discourse.context_word.paradigms import Choice, Paradigms, choice, paradigms
from litmus.metrics.discourse.context_word.places import Place, occurrences, places
from litmus.metrics.discourse.context_word.pronouns import Pronoun

_PRONOUNS = ("gender", "formality")


@dataclass(frozen=True, slots=True)
class Asked:
    """An expected word, made ready to be looked for."""

    expected: ExpectedWord
    choice: Choice
    lemma_keys: frozenset[str]  # of the verb whose other forms are right too
    case_keys: frozenset[str]  # of the noun whose other forms are wrong
    common: bool = False  # a verb such as have, which helps others too: l'ai fait


@dataclass(frozen=True, slots=True)
class Answer:
    """Words that are right, whether in the very form that is expected, and words in their place."""

    found: list[str]
    exact: bool
    instead: list[str]


class Judge:
    """Looks for expected words in translations into one language."""

    def __init__(self, language: str) -> None:
        self.language = language
        self.known: Paradigms = paradigms(language)
        self._polite = {fold(form.lower()) for form in self.known.polite}
        self._articles = {place.key for form in self.known.pronouns_only for place in places(form)}

    def ask(self, expected: ExpectedWord) -> Asked | None:
        """The word with its choice; None if it holds no letter, and nothing can be right."""
        if not places(expected.word):
            return None
        lemma, case = frozenset[str](), frozenset[str]()
        word = expected.word.lower()
        verb = expected.phenomenon == "auxiliary"
        common = verb and self._is_common(word, expected.lemma)
        if verb and not common:
            lemma = form_keys(self.language)(word)
            if expected.lemma:
                lemma |= word_keys(self.language)(expected.lemma)
        elif expected.phenomenon == "inflection":
            case = form_keys(self.language)(word)
        return Asked(expected, choice(self.known, expected), lemma, case, common)

    def _is_common(self, *words: str) -> bool:
        """Whether a verb is in most sentences anyhow, as have and be are."""
        stopwords, table = knowledge.load(self.language).stopwords, irregular(self.language)
        known = (*words, *(lemma for word in words for lemma in table.get(word, ())))
        return any(word in stopwords for word in known)

    def needs_pronouns(self, asked: Asked, words: Sequence[Place]) -> bool:
        """Whether only an analyser can tell if a form of the choice is there."""
        if not self._articles or asked.expected.phenomenon not in _PRONOUNS:
            return False
        wanted = {fold(form.lower()) for form in self._forms(asked)}
        endings = tuple(wanted) if self.known.attached else ()
        return any(
            (word.key in wanted and word.key in self._articles)
            or (endings and word.key.endswith(endings) and word.key not in wanted)
            for word in words
        )

    def judge(
        self, asked: Asked, words: Sequence[Place], source: str, pronouns: Sequence[Pronoun] | None
    ) -> Answer:
        """What the translation shows; `pronouns` are those of the text, where they were needed."""
        search = _Search(self, asked, words, source, pronouns)
        exact = search.find([asked.choice.expected])
        found = exact or search.find(asked.choice.same) or search.share(asked.lemma_keys)
        instead = [] if found and not asked.common else search.find(asked.choice.other)
        if found and not instead:
            return Answer(found, bool(exact), [])
        return Answer([], False, instead or search.share(asked.case_keys))

    def _forms(self, asked: Asked) -> Iterable[str]:
        return (asked.choice.expected, *asked.choice.same, *asked.choice.other)

    def is_article(self, key: str) -> bool:
        """Whether a form is also an article."""
        return key in self._articles

    def is_polite(self, key: str) -> bool:
        """Whether a form is polite with a capital, and something else without."""
        return key in self._polite


class _Search:
    """One translation, in which forms are looked for."""

    def __init__(
        self,
        judge: Judge,
        asked: Asked,
        words: Sequence[Place],
        source: str,
        pronouns: Sequence[Pronoun] | None,
    ) -> None:
        self._judge, self._asked, self._words, self._source = judge, asked, words, source
        self._pronouns = pronouns

    def find(self, forms: Iterable[str]) -> list[str]:
        """The words of the translation that are one of the forms, as they are written there."""
        found: dict[tuple[int, int], str] = {}
        for form in forms:
            for run in occurrences(form, self._words):
                if self._counts(form, run):
                    found[run[0].start, run[-1].end] = " ".join(place.form for place in run)
            found |= self._attached(form)
        return [found[span] for span in sorted(found)]

    def _counts(self, form: str, run: Sequence[Place]) -> bool:
        place = run[0]
        if len(run) > 1:
            return True
        if self._is_doubtful(form) and self._others():
            return False
        if self._judge.is_polite(place.key):
            return self._polite(place) if form[0].isupper() else self._plain(place)
        if self._pronouns is not None and self._judge.is_article(place.key):
            return any(
                pronoun.key == place.key and pronoun.start <= place.start < pronoun.end
                for pronoun in self._pronouns
            )
        return True

    @staticmethod
    def _plain(place: Place) -> bool:
        return not place.capital or place.initial

    def _polite(self, place: Place) -> bool:
        """Whether a capital means politeness. At the start of a sentence it does, unless the
        source has a she or they that no other word of the translation stands for."""
        if not place.initial:
            return place.capital
        initial = sum(word.initial and self._judge.is_polite(word.key) for word in self._words)
        taken = sum(
            not word.capital
            and (self._judge.is_polite(word.key) or word.key in self._judge.known.for_others)
            for word in self._words
        )
        return initial > max(0, self._others() - taken)

    def _is_doubtful(self, form: str) -> bool:
        """Whether a form that is not the expected one may translate another word."""
        return form in self._judge.known.doubtful and form != self._asked.choice.expected

    def _others(self) -> int:
        """How many source words a form may stand for besides the one it is looked for."""
        return sum(word.key in self._judge.known.others for word in places(self._source))

    def _attached(self, form: str) -> dict[tuple[int, int], str]:
        if not self._judge.known.attached or not self._pronouns:
            return {}
        key = fold(form.lower())
        return {
            (pronoun.start, pronoun.end): pronoun.attached
            for pronoun in self._pronouns
            if pronoun.attached and pronoun.key == key
        }

    def share(self, keys: frozenset[str]) -> list[str]:
        """The words that are forms of a word with these keys, but not the expected form."""
        if not keys:
            return []
        expected = fold(self._asked.expected.word.lower())
        of = form_keys(self._judge.language)
        found = [
            place.form
            for place in self._words
            if place.key != expected and not keys.isdisjoint(of(place.key))
        ]
        return list(dict.fromkeys(found))
