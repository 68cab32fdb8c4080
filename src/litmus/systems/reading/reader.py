"""Reading an answer: the translation in it, and what is remarkable about it.

The answer stays on disk as it came; reading it again, in another way, costs nothing.
"""

import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from hashlib import blake2b

import regex

from litmus.errors import DataError
from litmus.language.knowledge import codes, load
from litmus.language.language_check import KANA, script
from litmus.language.words import compose, words
from litmus.systems.engine import Answer, Query
from litmus.systems.engine_files.answer_form import AnswerForm, at
from litmus.systems.reading.small_talk import SmallTalk
from litmus.systems.reading.structured import NotJson, read_json
from litmus.wording import count

CLEANED, CUT_OFF, REFUSED, EMPTY = "cleaned", "cut off", "refused", "empty"
UNREADABLE, WRONG_LANGUAGE, SAME = "unreadable", "wrong language", "same as source"
FLAGS: Mapping[str, str] = {
    CLEANED: "cleaned (they held more than the translation)",
    CUT_OFF: "cut off",
    REFUSED: "refused",
    EMPTY: "empty",
    UNREADABLE: "not of the form that the engine's file describes",
    WRONG_LANGUAGE: "in another language",
    SAME: "equal to the source",
}
_SECONDS = 2.0  # for a pattern of the user's
_NO_WORDS = re.compile(r"<[^<>\n]{1,100}>|https?://\S++|[@#][\w.]++")  # markup, addresses, handles
_FEWEST_LETTERS = 12
_FEWEST_WORDS = 4  # function words of another language
_TIMES_AS_MANY = 4
_FEWEST_SAME = 4  # words of a line that should not come back as it went


@dataclass(frozen=True, slots=True)
class Read:
    """A translation; `flags` are some of `FLAGS`."""

    text: str
    flags: tuple[str, ...] = ()


class Reader:
    """Reads the answers of one engine from one language into another.

    `cleans`: whether small talk is taken away, unless the engine's file says.
    """

    def __init__(self, form: AnswerForm, languages: tuple[str, str], *, cleans: bool) -> None:
        self._form, self._languages = form, languages
        self._cleans = cleans if form.clean is None else form.clean
        self._talk = SmallTalk(languages)

    @property
    def signature(self) -> str:
        """How answers are read; nothing if they are taken as they are."""
        form = self._form
        found = [f"v{self._talk.version}"] if self._cleans else []
        if form.pattern or form.take != "all" or form.schema:
            what = repr(
                (form.pattern, form.take, form.field, sorted(map(str, form.schema.items())))
            )
            found.append(blake2b(what.encode(), digest_size=4).hexdigest())
        return f"|read:{'.'.join(found)}" if found else ""

    def read(self, answer: Answer, query: Query) -> Read:
        """The translation, and what is remarkable about it."""
        flags = [CUT_OFF] if self._form.is_cut_off(answer) else []
        if self._form.is_refused(answer):
            return Read("", (*flags, REFUSED))
        text = self._taken(answer.text)
        if text is None:
            text, flags = answer.text, [*flags, UNREADABLE]
        if self._cleans:
            bare = self._talk.without(text, query.text)
            flags += [CLEANED] if bare != text.strip() else []
            text = bare
        if not text.strip():
            return Read(text, (*flags, EMPTY))
        if self._cleans and self._talk.is_refusal(text, query.text):
            return Read(text, (*flags, REFUSED))
        if is_same(text, query.text, self._languages):
            flags.append(SAME)
        elif is_in_another_language(text, *self._languages):
            flags.append(WRONG_LANGUAGE)
        return Read(text, tuple(flags))

    def _taken(self, text: str) -> str | None:
        """What the engine's file says is the translation; None where that is not there."""
        form = self._form
        if form.schema:
            try:
                found = at(read_json(text, form.schema), form.field)
            except NotJson:
                return None
            return found if isinstance(found, str) else None
        if form.pattern:
            try:
                match = regex.search(form.pattern, text, regex.DOTALL, timeout=_SECONDS)
            except TimeoutError as error:
                raise DataError(
                    f"The pattern {form.pattern} was not done with an answer of "
                    f"{count(len(text), 'character')} after {_SECONDS:g} s. Write a simpler one."
                ) from error
            return match[1] if match and match[1] is not None else None
        if form.take == "last line":
            lines = [line for line in text.split("\n") if line.strip()]
            return lines[-1].strip() if lines else ""
        return text


class Tally:
    """What was remarkable about answers that were used."""

    def __init__(self) -> None:
        self._n, self._counts = 0, Counter[str]()

    def add(self, read: Read) -> None:
        """One more answer."""
        self._n += 1
        self._counts.update(read.flags)

    @property
    def counts(self) -> dict[str, int]:
        """Flag -> how many answers; those without any are left out."""
        return {flag: self._counts[flag] for flag in FLAGS if self._counts[flag]}

    @property
    def notes(self) -> list[str]:
        """One note, if there is anything to say. (Empty ones have a note elsewhere.)"""
        said = [f"{n:,} {FLAGS[flag]}" for flag, n in self.counts.items() if flag != EMPTY]
        return [f"Of {count(self._n, 'answer')}: {'; '.join(said)}."] if said else []


def is_same(text: str, source: str, languages: tuple[str, str]) -> bool:
    """Whether a sentence came back as it went. Names, numbers and addresses may.

    >>> is_same("It was a cold day.", "It was a cold day.", ("en", "de"))
    True
    >>> is_same("New York, 5 May 2020", "New York, 5 May 2020", ("en", "de"))
    False
    """
    if languages[0] == languages[1] or " ".join(text.split()) != " ".join(source.split()):
        return False
    text = _NO_WORDS.sub(" ", text)
    found = words(compose(text))
    known = load(languages[0])
    if known.writing == "characters":
        return sum(map(str.isalpha, text)) >= _FEWEST_LETTERS and bool(
            {script(letter) for letter in text} & set(known.scripts)
        )
    plain = {*found[1:], *(word.lower() for word in found[:1])}  # names are not in lower case
    own = plain & (known.stopwords - load(languages[1]).stopwords)
    return len(found) >= _FEWEST_SAME and any(len(word) > 1 for word in own)


def is_in_another_language(text: str, source: str, target: str) -> bool:
    """Whether a text is surely not in the target language: by its script, or its function words.

    >>> is_in_another_language("I will see what I can do about that.", "en", "de")
    True
    >>> is_in_another_language("The New York Times", "en", "de")
    False
    """
    known = load(target)
    if not known.scripts or source == target:
        return False
    plain = _NO_WORDS.sub(" ", text)
    scripts = Counter(name for name in map(script, plain) if name)
    total, own = scripts.total(), sum(scripts[name] for name in known.scripts)
    if total < _FEWEST_LETTERS:
        return False
    if target == "zh" and sum(scripts[name] for name in KANA) > total / 4:
        return True
    if own < total / 10 and scripts["Latin"] < total / 2:
        return True  # letters of a script that is neither the target's nor that of names
    if own and "Latin" not in known.scripts and own > total / 10:
        return False
    return _has_others_words(plain, target, "Latin" in known.scripts)


def _has_others_words(text: str, target: str, is_latin: bool) -> bool:
    """Whether a text has many function words of another language, and hardly any of its own."""
    found = Counter(words(compose(text).lower()))
    own = sum(found[word] for word in load(target).stopwords & set(found)) if is_latin else 0
    for code, only in _stopwords(target).items():
        hits = {word: found[word] for word in only & set(found)}
        n = sum(hits.values())
        others = own - sum(found[word] for word in _shared(target, code) & set(found))
        if (
            len(hits) >= _FEWEST_WORDS
            and n >= max(1, others) * _TIMES_AS_MANY
            and n * 5 >= found.total()
        ):
            return True
    return False


@cache
def _stopwords(target: str) -> Mapping[str, frozenset[str]]:
    """Function words of the other languages in Latin script that the target does not have."""
    own = load(target).stopwords
    return {
        code: frozenset(word for word in load(code).stopwords - own if len(word) > 1)
        for code in codes()
        if code != target and "Latin" in load(code).scripts
    }


@cache
def _shared(target: str, code: str) -> frozenset[str]:
    return load(target).stopwords & load(code).stopwords
