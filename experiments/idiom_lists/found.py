"""What a source says of one idiom, and how its text is brought into our notation."""

import re
from dataclasses import dataclass, field

from litmus.language.words import compose

LANGUAGES = ("en", "de", "fr", "es", "it", "pt", "nl", "is", "zh", "ja", "ko", "ru", "tr")
CHARACTERS = ("zh", "ja", "ko")
LONGEST = 120  # characters of a meaning

# Abbreviations of slots in the sources, where the grammar of the language does not have them.
_SLOTS = {
    "de": {"jemands": "<poss>", "jmdn": "<someone>", "jmdm": "<someone>", "irgendetwas": "etwas"},
    "en": {"someone or something": "<someone>", "something or someone": "<someone>"},
    "ru": {
        "кого-либо": "<someone>", "кому-либо": "<someone>", "кем-либо": "<someone>",
        "кого-л.": "<someone>", "кому-л.": "<someone>", "кем-л.": "<someone>",
        "кого-то": "<someone>", "кому-то": "<someone>", "кем-то": "<someone>",
        "кого-нибудь": "<someone>", "кому-нибудь": "<someone>", "чью-либо": "<poss>",
        "что-либо": "<something>", "чего-либо": "<something>", "чему-либо": "<something>",
        "чем-либо": "<something>", "что-л.": "<something>", "чем-л.": "<something>",
        "что-то": "<something>", "чего-л.": "<something>",
    },
}  # fmt: skip


_REFLEXIVE = {  # an infinitive with its pronoun, as our notation has it
    "es": (r"^(\w+[aeií]r)se\b", r"<refl> \1"),
    "it": (r"^(\w+[aei]r)si\b", r"<refl> \1e"),
    "pt": (r"^(\w+[aeioô]r)-se\b", r"<refl> \1"),
}


@dataclass(frozen=True, slots=True)
class Found:
    """An idiom in one source; `equivalents` maps languages to idioms of the same meaning."""

    entry: str
    source: str
    kind: str = "idiom"
    meaning: str = ""
    equivalents: dict[str, list[str]] = field(default_factory=dict)
    count: int = 0  # occurrences that the source knows of


def plain(text: str) -> str:
    """One line, composed, with plain apostrophes and without stress marks or other signs."""
    text = compose(text.replace("\u0301", "")) if re.search("[А-я]", text) else compose(text)
    text = re.sub("[’‘ʼ´`]", "'", text.replace("\xad", ""))
    return re.sub(r"\s+", " ", text).strip()


def entry_of(text: str, code: str) -> str | None:
    """The text as an entry, or None where it holds what no entry may.

    >>> entry_of("to kick the bucket.", "en"), entry_of("see [1]", "en")
    ('kick the bucket', None)
    """
    text = plain(text)
    text = re.sub(r"\s*[.!…?。！？]+$|^…\s*", "", text)
    if code == "en":
        text = re.sub(r"^to (?=\w)", "", text)
    if code in _REFLEXIVE:
        text = re.sub(*_REFLEXIVE[code], text)
    for words, slot in _SLOTS.get(code, {}).items():
        text = re.sub(rf"(?<![\w-]){re.escape(words)}(?!\w)", slot, text)
    if re.search(
        r"[\d０-９\[\]{}=*_#+&\\~|/()\"“”„«»;:…<>→]",
        re.sub(r"<(someone|something|poss|refl)>", "", text),
    ):
        return None
    return text if text and len(text) <= 110 else None


def words_of(text: str) -> list[str]:
    return re.findall(r"[^\W\d_]+", text)


def gloss_of(text: str) -> str:
    """A meaning of one line, cut at a boundary of clauses where it is long."""
    text = plain(re.sub(r"\([^()]*\)|\[[^\[\]]*\]|^\d+\.\s*", "", text)).strip(" ;,.:")
    if len(text) <= LONGEST:
        return text
    cut = max(text.rfind(mark, 0, LONGEST) for mark in (";", ". ", ","))
    return text[: cut if cut > LONGEST // 3 else text.rfind(" ", 0, LONGEST)].strip(" ;,.:")


_SLOT_WORDS = re.compile(
    r"<\w+>|\b(?:jemand(?:e[mns]|s)?|jmd[mns]?|jd[mns]?|etwas|sich|someone(?:'s)?|something|one's|your|"
    r"his|oneself|yourself|himself|quelqu'un|quelque chose|alguien|algo|qualcuno|qualcosa|alguém|"
    r"einhver\w*|eitthvað)(?!\w)"
)


_OBJECT = re.compile(r" (?:a|di|de|con|com|en|em|por) (?:<\w+>|alguien|algo|alguém|qualcuno)$")


def key_of(entry: str) -> str:
    """What two sources share when they have the same idiom.

    >>> key_of("jemandem einen Bären aufbinden") == key_of("<someone> einen Bären aufbinden")
    True
    >>> key_of("tomar el pelo a alguien") == key_of("tomar el pelo")
    True
    """
    entry = _OBJECT.sub("", entry)
    entry = _SLOT_WORDS.sub(" ", entry.casefold()).strip()
    return "".join(words_of(re.sub(r"^(?:se |s'|to |the |an? )", "", entry))) or entry
