"""Text that no segment asked for: remarks of a language model, and what it said twice."""

import re
from collections.abc import Sequence

from litmus.resegment.cuts import LINE, Cuts
from litmus.resegment.search import Added

# A first or last line that speaks of the translation, or to the reader. Each alternative is a
# beginning of a word, in small letters.
_ABOUT = (
    "translat", "übersetz", "traduc", "traduz", "vertal", "þýð", "перев", "çevir", "翻译", "翻譯",
    "译文", "譯文", "翻訳", "訳文", "和訳", "번역", "ترجم", "תרגום",
)  # fmt: skip
_TO_THE_READER = (
    "sure", "certainly", "of course", "here is", "here's", "here are", "let me know", "i hope",
    "feel free", "please let me", "note:", "natürlich", "gerne", "hier ist", "claro",
    "por supuesto", "aquí", "espero que", "bien sûr", "voici", "certo", "ecco", "конечно", "вот",
    "当然", "好的", "以下是", "这是", "希望", "もちろん", "はい、", "以下", "こちら", "물론", "다음은",
)  # fmt: skip
_MARKS_ONLY = re.compile(r"[\W_]+")
_LONGEST = 30  # tokens of a remark
_REWARD = 3.0  # for a remark; it is negative as a price
_REPEATED = 1.0  # the price of a repetition
_MOST_SENTENCES = 8  # that are repeated in one go


def remarks(text: str, cuts: Cuts, sources: Sequence[str]) -> list[Added]:
    """First and last lines that look like a model's own words, unless the source speaks so too."""
    ends = [place for place in range(len(cuts)) if cuts.between[place] == LINE]
    found = []
    for (start, end), near in ((ends[:2], sources[:2]), (ends[-2:], sources[-2:])):
        if len(ends) < 3 or end - start > _LONGEST:
            continue
        line = text[cuts.words.spans[start][0] : cuts.words.spans[end - 1][1]].strip().lower()
        if _is_remark(line) and not any(_is_remark(source.lower()) for source in near):
            found.append(Added(start, end, -_REWARD))
    return found


def _is_remark(line: str) -> bool:
    return (
        line.lstrip("*_#> ").startswith(_TO_THE_READER)
        or any(word in line for word in _ABOUT)
        or _MARKS_ONLY.fullmatch(line) is not None
    )


def repetitions(cuts: Cuts) -> list[Added]:
    """Sentences that follow themselves, one or a few at a time."""
    ends = cuts.sentence.nonzero()[0].tolist()
    keys = cuts.words.keys
    found: list[Added] = []
    covered = 0
    for first in range(len(ends)):
        for size in range(1, _MOST_SENTENCES + 1):
            if ends[first] < covered or first + 2 * size >= len(ends):
                break
            start, middle, end = (ends[first + n * size] for n in range(3))
            if middle - start == end - middle and keys[start:middle] == keys[middle:end]:
                found.append(Added(middle, end, _REPEATED))
                covered = middle
                break
    return found
