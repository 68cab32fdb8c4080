"""Text that no segment asked for: remarks of a language model, and what it said twice."""

import re
from bisect import bisect_right
from collections.abc import Sequence

from litmus.language.knowledge import load
from litmus.language.words import words
from litmus.resegmenting.cutting.cuts import LINE, Cuts, cuts_of
from litmus.resegmenting.cutting.search import Added

# What a first or last line has that speaks of the translation; and how one begins that announces
# it with a colon.
_ABOUT = (
    "translat", "übersetz", "traduc", "traduz", "vertal", "þýð", "перев", "çevir", "翻译", "翻譯",
    "译文", "譯文", "翻訳", "訳文", "和訳", "번역", "ترجم", "תרגום",
)  # fmt: skip
_TO_THE_READER = (
    "sure", "certainly", "of course", "here is", "here's", "here are", "let me know", "i hope",
    "feel free", "please let me", "note:", "natürlich", "gerne", "hier ist", "claro",
    "por supuesto", "aquí", "espero que", "bien sûr", "voici", "certo", "ecco", "конечно", "вот",
    "当然", "好的", "以下是", "这是", "希望", "もちろん", "はい、", "以下",
    "こちら", "물론", "다음은",
)  # fmt: skip
_MARKS_ONLY = re.compile(r"[\W_]{3,}")  # a rule, or a fence of code
_LONGEST = 30  # tokens of a remark
_REWARD = 3.0  # for a remark; it is negative as a price
_REPEATED = 1.0  # the price of a repetition
_LEAST = 3  # words of one that is no sentence
_TRIED, _FARTHEST = 20, 400  # beginnings that are tried for one, and words between them
_OFF, _LONGER = 0.2, 3  # a repetition of the source: how far off, as a share, and how much longer


def remarks(
    text: str, cuts: Cuts, sources: Sequence[str], languages: tuple[str, str]
) -> list[Added]:
    """First and last lines that look like a model's own words, unless the source speaks so too."""
    ends = (cuts.between == LINE).nonzero()[0].tolist()
    found = []
    for (start, end), near in ((ends[:2], sources[:2]), (ends[-2:], sources[-2:])):
        if len(ends) < 3 or end - start > _LONGEST:
            continue
        line = text[cuts.words.spans[start][0] : cuts.words.spans[end - 1][1]].strip().lower()
        if _is_foreign(line, languages) or (
            _is_remark(line) and not any(_is_remark(source.lower()) for source in near)
        ):
            found.append(Added(start, end, -_REWARD))
    return found


def _is_foreign(line: str, languages: tuple[str, str]) -> bool:
    """Whether its small words are those of the source language. (A segment that was left as it is
    has all its words to speak for it, which weighs more than what a remark is rewarded with.)"""
    if languages[0] == languages[1]:
        return False
    source, target = (load(code).stopwords for code in languages)
    small = [(word in source, word in target) for word in words(line)]
    theirs = sum(is_source and not is_target for is_source, is_target in small)
    return theirs > 1 and theirs > sum(is_target for _, is_target in small)


def _is_remark(line: str) -> bool:
    return (
        (
            line.lstrip("*_#> ").startswith(_TO_THE_READER)
            and line.rstrip("* ").endswith((":", "："))
        )
        or any(word in line for word in _ABOUT)
        or _MARKS_ONLY.fullmatch(line) is not None
    )


def repetitions(cuts: Cuts, sources: Sequence[str], language: str) -> list[Added]:
    """What the text says twice and the source does not: every repetition there allows one here,
    the nearest of about its length."""
    found = _repeated(cuts)
    if not found:
        return found
    asked = cuts_of("\n".join(sources), language)
    for start, end, _ in _repeated(asked):
        at, length = start / len(asked), end - start
        near = [
            (abs(other.start / len(cuts) - at), other)
            for other in found
            if other.end - other.start <= _LONGER * (length + 1)
            and length <= _LONGER * (other.end - other.start + 1)
        ]
        off, nearest = min(near, default=(1.0, None))
        if nearest is not None and off <= _OFF:
            found.remove(nearest)
    return found


def _repeated(cuts: Cuts) -> list[Added]:
    """Stretches from the beginning of a sentence that follow themselves word by word."""
    keys, places = cuts.words.keys, _places(cuts.words.keys)
    found: list[Added] = []
    covered = 0
    for start in cuts.sentence[:-1].nonzero()[0].tolist():
        if start < covered:
            continue
        for middle in _following(places[keys[start]], start):
            end = 2 * middle - start
            if end >= len(cuts) or not (cuts.allowed[middle] and cuts.allowed[end]):
                continue
            whole = cuts.sentence[middle] and cuts.sentence[end]
            if (whole or middle - start >= _LEAST) and keys[start:middle] == keys[middle:end]:
                found.append(Added(middle, end, _REPEATED))
                covered = middle  # what is said three times is there twice too often
                break
    return found


def _places(keys: Sequence[str]) -> dict[str, list[int]]:
    """Where every word stands."""
    places: dict[str, list[int]] = {}
    for place, key in enumerate(keys):
        places.setdefault(key, []).append(place)
    return places


def _following(places: Sequence[int], start: int) -> Sequence[int]:
    """The next few places behind one, as far as repetitions reach."""
    first = bisect_right(places, start)
    return [place for place in places[first : first + _TRIED] if place - start <= _FARTHEST]
