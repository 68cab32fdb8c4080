"""A word of the translation that only the context decides, as a test set expects it."""

from dataclasses import dataclass
from typing import Any

from litmus.errors import DataError
from litmus.files.jsonl import check_keys, field

EXPECTED_KEYS = ("word", "phenomenon", "rule", "source_word", "lemma")


@dataclass(frozen=True, slots=True)
class ExpectedWord:
    """The word, what it is about (`formality`) and by which rule (`ACC.INFORM.SING`).

    `source_word` is what it translates, `lemma` its dictionary form, where they are known.
    """

    word: str
    phenomenon: str
    rule: str = ""
    source_word: str = ""
    lemma: str = ""

    @property
    def label(self) -> str:
        """Phenomenon and rule: what scores are listed by."""
        return f"{self.phenomenon} {self.rule}".rstrip()


def expected_from_json(where: str, value: dict[str, Any]) -> tuple[ExpectedWord, ...]:
    """What a segment's object has under `expected`, checked; `where` opens error messages."""
    found = []
    for item in field(where, value, "expected", list, []):
        if not isinstance(item, dict):
            raise DataError(
                f"{where}: an expected word must be an object with 'word' and 'phenomenon'."
            )
        check_keys(where, item, EXPECTED_KEYS)
        texts = {key: field(where, item, key, str, "") for key in EXPECTED_KEYS}
        for key in ("word", "phenomenon"):
            if not texts[key].strip():
                raise DataError(f"{where}: an expected word needs {key!r}.")
        found.append(ExpectedWord(**texts))
    return tuple(found)


def expected_to_json(expected: ExpectedWord) -> dict[str, str]:
    """The object that `expected_from_json` reads back; what is not known is left out."""
    return {key: text for key in EXPECTED_KEYS if (text := getattr(expected, key))}
