"""Japanese: EDICT. It marks idioms, proverbs and four-character words, but not all idioms."""

import math
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from itertools import chain
from pathlib import Path

from experiments.idiom_lists import judged
from experiments.idiom_lists.characters import cedict
from experiments.idiom_lists.found import Found, entry_of, gloss_of

# Kanji that are seldom written where a kana will do: 為る is する.
_MOSTLY_KANA = re.compile("為る|無[いく]|居る|有る|此|其|出来|迄|筈|等々|於|仕舞|呉れ|貰")
_SIGN = re.compile(r"\((id|proverb|yoji)\)")
_IRREGULAR = re.compile(r"^\((?:iK|ik|oK|ok|io)\)")
_NOT_IN_USE = re.compile(r"\((arch|obsc|obs|vulg|X)\)")


@dataclass
class Article:
    """What EDICT has under one meaning, with readings that begin alike."""

    meaning: str
    sign: str  # id, proverb, yoji, or exp where it is none of them
    spellings: list[str] = field(default_factory=list)
    readings: list[str] = field(default_factory=list)
    irregular: set[str] = field(default_factory=set)

    def holds(self, reading: str) -> bool:
        """Whether it is another spelling, or the same with another ending."""
        start = len(reading) if self.sign == "yoji" else len(reading) // 2
        return any(reading[:start] == one[:start] for one in self.readings)


def idioms_ja(folder: Path) -> Iterator[Found]:
    """One entry per reading, its most usual spelling first.

    Four-character words and unmarked phrases are mostly plain compounds and collocations: of them
    only those that a reader picked, in the spelling that was picked first.
    """
    picked = judged.picked("ja")
    places = {entry: place for place, entry in enumerate(picked)}
    proverbs = {entry for entry, kind in picked.items() if kind == "proverb"}
    chinese = {old: new for new, old, _, _ in cedict(folder)}
    for article in articles(folder):
        forms = usual_first(article, folder)
        if article.sign in ("yoji", "exp") and not any(form in picked for form in forms):
            continue
        forms.sort(key=lambda form: places.get(form, len(places)))
        proverb = article.sign == "proverb" or not proverbs.isdisjoint(forms)
        kind = "proverb" if proverb else "idiom"
        entry = " | ".join(forms[:6])
        yield Found(entry, f"edict-{article.sign}", kind, article.meaning)
        if same := next((chinese[form] for form in forms if form in chinese), None):
            yield Found(entry, "cedict", kind, "", {"zh": [same]})


@cache
def articles(folder: Path) -> tuple[Article, ...]:
    """EDICT has a line per spelling: lines of one reading, or of one gloss and like characters."""
    path = folder / "debian/edict/usr/share/edict/edict"
    found: dict[str, list[Article]] = {}
    for line in path.read_text("euc_jp", errors="replace").split("\n"):
        match = re.match(r"(\S+) (?:\[(\S+)\] )?/(.*)/$", line)
        if not match or _NOT_IN_USE.search(line):
            continue
        sign = _SIGN.search(line)
        glosses = re.sub(r"EntL\w+|\(P\)|/$", "", _IRREGULAR.sub("", match[3])).strip()
        if not sign and not glosses.startswith("(exp"):
            continue
        entry = entry_of(match[1].replace("、", ""), "ja")
        if not entry or len(entry) < 4:
            continue
        reading = in_hiragana(re.sub(r"[、・\s]", "", match[2] or match[1]))
        known = found.setdefault(glosses, [])
        article = next((one for one in known if one.holds(reading)), None)
        if article is None:
            article = Article(sense_of(glosses), sign[1] if sign else "exp")
            known.append(article)
        article.spellings.append(entry)
        article.readings.append(reading)
        if _IRREGULAR.match(match[3]):
            article.irregular.add(entry)
    return tuple(chain.from_iterable(found.values()))


def in_hiragana(text: str) -> str:
    """Katakana as hiragana.

    >>> in_hiragana("ネコに小判")
    'ねこに小判'
    """
    return "".join(chr(ord(sign) - 96) if "ァ" <= sign <= "ヶ" else sign for sign in text)


def sense_of(glosses: str) -> str:
    """The first two glosses of the sense that is an idiom.

    >>> sense_of("(exp,v1) (1) to open the lid/(exp,v1) (2) (id) to start/to look at the results")
    'to start; to look at the results'
    """
    senses = re.split(r"(?<=/)(?=\([^()]*\) \(\d+\) )", glosses)
    first = next((sense for sense in senses if re.search(r"\((id|proverb)\)", sense)), senses[0])
    texts = [re.sub(r"\s*\([^()]*\)", "", text).strip() for text in first.split("/")]
    texts = [text for text in texts if text and not text.startswith("EntL")]
    return gloss_of("; ".join(texts[:2]))


def usual_first(article: Article, folder: Path) -> list[str]:
    """Spellings, those of common characters first, all in kana or of rare characters last."""
    bits = _bits(folder)

    def cost(text: str) -> float:
        signs = sum(5 if "一" <= sign <= "鿿" and bits[sign] < 14 else 7 for sign in text)
        rare = sum(bits[sign] for sign in text if "一" <= sign <= "鿿" and bits[sign] >= 14)
        mostly_kana = 8 * len(_MOSTLY_KANA.findall(text))
        return signs + rare + mostly_kana + 100 * (text in article.irregular)

    return sorted(dict.fromkeys(article.spellings), key=lambda text: (cost(text), text))


@cache
def _bits(folder: Path) -> dict[str, float]:
    """Character -> how rare it is, from wordfreq's list of Japanese words."""
    from experiments.idiom_lists.attested import in_word_lists

    counts: Counter[str] = Counter()
    for word, zipf in in_word_lists(folder, "ja", least=1).items():
        for sign in word:
            counts[sign] += int(10 ** (zipf - 1))
    total = counts.total()
    return _Rare({sign: math.log2(total / (1 + count)) for sign, count in counts.items()})


class _Rare(dict[str, float]):
    def __missing__(self, sign: str) -> float:
        return 20.0
