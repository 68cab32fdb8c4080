"""Doubt about the language a text was said to be in: one warning, with the evidence."""

import unicodedata
from collections import Counter
from functools import cache

from litmus.language.knowledge import SCRIPTS, Language, codes, load
from litmus.language.words import compose, words

MOST_WORDS = 50_000  # what more would say is known by then
FEWEST_LETTERS = 20
# Names and code are Latin in every language: such text needs function words, or to be long.
FEWEST_LATIN_LETTERS, LATIN_SHARE = 1000, 0.95
FEWEST_WORDS = 30
FEWEST_DIFFERENT = 8  # a list of names has "de", "van" and "of", but not eight such words
FUNCTION_WORD_SHARE = 0.1  # Turkish, with the fewest, has 14 %; other languages 18 to 48 %
TIMES_AS_MANY = 3
KANA = ("Hiragana", "Katakana")
KANA_SHARE = 0.2
FEWEST_HAN = 50
# The language of a script that no other language is written in.
_ALONE = {"Hangul": "ko", "Hiragana": "ja", "Katakana": "ja"}
_BY_NAME = {name.upper(): name for name in SCRIPTS} | {
    "CJK": "Han",
    "KATAKANA-HIRAGANA": "Katakana",
}


@cache
def script(letter: str) -> str | None:
    """The Unicode script of a letter; None of a digit, a mark or a script that we do not name.

    >>> script("é"), script("ж"), script("語"), script("5")
    ('Latin', 'Cyrillic', 'Han', None)
    """
    if not letter.isalpha():
        return None
    first, _, rest = unicodedata.name(letter, "").partition(" ")
    if first in ("FULLWIDTH", "HALFWIDTH"):
        first = rest.partition(" ")[0]
    return _BY_NAME.get(first)


class Doubt:
    """Counts what texts look like; warns when it is not the language given.

    Two kinds of evidence: letters of other scripts, and function words of another language that
    the given one does not have. Little text, lists of names, numbers and mixed languages are no
    evidence, and neither is anything in a language without a file.
    """

    def __init__(self, language: str) -> None:
        self._language = load(language)
        self._counts: Counter[str] = Counter()
        self._n_words = 0

    def add(self, text: str) -> None:
        """Count a text; the first 50,000 words decide."""
        if self._n_words < MOST_WORDS and self._language.scripts:
            found = words(compose(text).lower())
            self._counts.update(found)
            self._n_words += len(found)

    def warning(self) -> str | None:
        """What to tell the user of an analysis; None without enough evidence."""
        found = self.finding()
        return found and f"{found} Check the language; it is analysed as {self._language.name}."

    def finding(self) -> str | None:
        """What the text looks like, and by what; None without enough evidence."""
        given = self._language
        if not given.scripts:
            return None
        letters = self._letters()
        if given.code == "zh" and _has_kana(letters):
            kana = sum(letters[name] for name in KANA)
            evidence = f"of {letters.total():,} letters {kana:,} are Hiragana or Katakana"
            return _finding("looks Japanese, not", evidence, given)
        found = _other_script(given, letters)
        if found is not None:
            return self._written_in(found, letters)
        if given.code == "ja":
            return self._without_kana(letters)
        return self._function_words() if given.writing == "spaces" else None

    def _letters(self) -> Counter[str]:
        """How many letters of each script."""
        alike: dict[int, list[str]] = {}  # words that came equally often
        for word, count in self._counts.items():
            alike.setdefault(count, []).append(word)
        signs = Counter(dict.fromkeys("".join(self._counts), 0))  # as they come in the text
        for count, several in alike.items():
            for sign, times in Counter("".join(several)).items():
                signs[sign] += times * count
        found: Counter[str] = Counter()
        for sign, times in signs.items():
            if (name := script(sign)) is not None:
                found[name] += times
        return found

    def _written_in(self, found: str, letters: Counter[str]) -> str | None:
        given = self._language
        looks = self._language_of(found, letters)
        if found == "Latin" and looks is None and letters.total() < FEWEST_LATIN_LETTERS:
            return None
        own = sum(letters[name] for name in given.scripts)
        evidence = (
            f"of {letters.total():,} letters {letters[found]:,} are {found} and {own:,} "
            f"{' or '.join(given.scripts)}"
        )
        return _finding(f"looks {looks.name}, not" if looks else "does not look", evidence, given)

    def _language_of(self, found: str, letters: Counter[str]) -> Language | None:
        """The language of a text that is mostly in one script, if it is one of ours."""
        if found == "Han":
            return load("ja" if _has_kana(letters) else "zh")
        if found in _ALONE:
            return load(_ALONE[found])
        written = (load(code) for code in codes() if found in load(code).scripts)
        hits = {other: self._hits(other.stopwords) for other in written}
        best = max(hits, key=lambda other: hits[other].total(), default=None)
        return best if best and _is_enough(hits[best], max(FEWEST_WORDS, self._total())) else None

    def _without_kana(self, letters: Counter[str]) -> str | None:
        """Japanese was given, but there is hardly any kana and the words are Chinese."""
        han, kana = letters["Han"], sum(letters[name] for name in KANA)
        if han < FEWEST_HAN or kana > han / 100:
            return None
        single = {word for word in load("zh").stopwords if len(word) == 1}
        hits: Counter[str] = Counter()
        for word, count in self._counts.items():
            for character in single.intersection(word):
                hits[character] += count * word.count(character)
        if not _is_enough(hits, han):
            return None
        evidence = (
            f"of {letters.total():,} letters {han:,} are Han and {kana:,} Hiragana or Katakana, "
            f"and {hits.total():,} are function words of Chinese ({_examples(hits)})"
        )
        return _finding("looks Chinese, not", evidence, self._language)

    def _function_words(self) -> str | None:
        given = self._language
        total = self._total()
        if total < FEWEST_WORDS:
            return None
        others = [
            other
            for other in map(load, codes())
            if other.code != given.code and set(other.scripts) & set(given.scripts)
        ]
        only = {other: self._hits(other.stopwords - given.stopwords) for other in others}
        other = max(others, key=lambda other: only[other].total(), default=None)
        if other is None:
            return None
        hits = only[other]
        own = self._hits(given.stopwords - other.stopwords).total()
        if not _is_enough(hits, total) or hits.total() < TIMES_AS_MANY * own:
            return None
        evidence = (
            f"of {total:,} words {hits.total():,} are function words of {other.name} only "
            f"({_examples(hits)}) and {own:,} of {given.name} only"
        )
        return _finding(f"looks {other.name}, not", evidence, given)

    def _total(self) -> int:
        """How many words there are, numbers left out."""
        return sum(count for word, count in self._counts.items() if word[0].isalpha())

    def _hits(self, wanted: frozenset[str]) -> Counter[str]:
        """How often each wanted word was seen; single letters are too often initials."""
        return Counter(
            {word: self._counts[word] for word in wanted if len(word) > 1 and self._counts[word]}
        )


def _other_script(given: Language, letters: Counter[str]) -> str | None:
    """The script of most letters, if the language is not written in it."""
    if not letters:
        return None
    name, count = letters.most_common(1)[0]
    if name in given.scripts:
        return None
    total = letters.total()
    if name == "Latin":
        return name if count > LATIN_SHARE * total else None
    foreign = total - sum(letters[own] for own in given.scripts)
    return name if total >= FEWEST_LETTERS and foreign > total / 2 else None


def _has_kana(letters: Counter[str]) -> bool:
    kana = sum(letters[name] for name in KANA)
    return kana >= FEWEST_LETTERS / 2 and kana >= KANA_SHARE * (kana + letters["Han"])


def _is_enough(hits: Counter[str], total: int) -> bool:
    return len(hits) >= FEWEST_DIFFERENT and hits.total() >= FUNCTION_WORD_SHARE * total


def _examples(hits: Counter[str]) -> str:
    frequent = sorted(hits, key=lambda word: (-hits[word], word))[:3]
    return ", ".join(f'"{word}"' for word in frequent)


def _finding(verdict: str, evidence: str, given: Language) -> str:
    return f"The text {verdict} {given.name}: {evidence}."
