"""The forms among which the context decides: a TOML file for each target language in `data/`."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from litmus.corpus.expected import ExpectedWord
from litmus.files.toml_tables import key, read_table

_FOLDER = Path(__file__).parent / "data"
_CASES_WITHOUT_VARIANTS = ("GEN",)  # possessives: they agree with what is owned as well
Lists = Mapping[str, frozenset[str]]


@dataclass(frozen=True, slots=True)
class Paradigms:
    """Forms by what they show, such as `INFORM.SING`, for each phenomenon.

    `pronouns_only` are also articles. `attached`: pronouns may be written onto a verb. `others`
    are source words that some forms may stand for: `doubtful` ones always, polite ones where they
    have their capital for another reason; `for_others` are more words that stand for those.
    """

    version: int = key(0, least=1)
    reviewed: str = ""
    others: frozenset[str] = frozenset()
    for_others: frozenset[str] = frozenset()
    doubtful: frozenset[str] = frozenset()
    pronouns_only: frozenset[str] = frozenset()
    attached: bool = False
    formality: Lists = key({})
    gender: Lists = key({})
    animacy: Lists = key({})
    auxiliary: Lists = key({})

    def of(self, phenomenon: str) -> Lists:
        """The lists of a phenomenon; none where it has none."""
        lists: Lists = getattr(self, phenomenon, {}) if phenomenon in _WITH_LISTS else {}
        return lists

    @property
    def polite(self) -> frozenset[str]:
        """Forms that are polite only with their capital: German Sie."""
        return frozenset(
            form for forms in self.formality.values() for form in forms if form[0].isupper()
        )


_WITH_LISTS = ("formality", "gender", "animacy", "auxiliary")


@cache
def paradigms(language: str) -> Paradigms:
    """Those of a language; empty ones where there is no file."""
    path = _FOLDER / f"{language}.toml"
    return read_table(path, Paradigms) if path.is_file() else Paradigms()


@dataclass(frozen=True, slots=True)
class Choice:
    """The expected form, others that show the same, and those that show something else."""

    expected: str
    same: frozenset[str]
    other: frozenset[str]


def choice(known: Paradigms, expected: ExpectedWord) -> Choice:
    """The forms among which the context has decided for the expected one."""
    lists = known.of(expected.phenomenon)
    word = expected.word.lower()
    if expected.phenomenon == "auxiliary":  # its verb may be any; "do" itself is right if expected
        listed = frozenset(form for forms in lists.values() for form in forms)
        return Choice(word, frozenset(), frozenset() if word in listed else listed)
    same = _list_of(lists, expected.rule, word)
    written = next((form for form in same if form[0].isupper() and form.lower() == word), word)
    others = (forms for forms in lists.values() if forms is not same)
    other = frozenset(form for forms in others for form in forms) - same - {written}
    if expected.rule.partition(".")[0] in _CASES_WITHOUT_VARIANTS:
        same = frozenset()
    return Choice(written, same - {written}, other)


def _list_of(lists: Lists, rule: str, word: str) -> frozenset[str]:
    """The list that a rule names behind its case, as exactly as there is one; else the word's."""
    features = rule.partition(".")[2]
    while features:
        if features in lists:
            return lists[features]
        features = features.rpartition(".")[0]
    return next((forms for forms in lists.values() if word in forms), frozenset())
