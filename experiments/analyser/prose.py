"""Whether a line can be a sentence of a language."""

import re
from collections import Counter
from functools import cache

from litmus.language.knowledge import codes
from litmus.language.knowledge import load as knowledge
from litmus.language.language_check import script
from litmus.language.words import words

SHORTEST, LONGEST = 12, 400  # letters of a line
OWN = 0.85  # share of its letters in the scripts of the language, at least
CODE = re.compile(r"[{}<>\\`=|_#@^~\[\]]")
NO_PROSE = re.compile(r"�|https?:|www\.|\.{4}|(.)\1{4}|^\W*[-*•\d]+[.)]\s")


def is_sentence(line: str, code: str) -> bool:
    """Whether a line can be one: of the language, of some length, not code or repetition."""
    if not SHORTEST <= len(line) <= LONGEST or CODE.search(line) or NO_PROSE.search(line):
        return False
    letters = Counter(map(script, line))
    letters.pop(None, None)
    known = knowledge(code)
    if sum(letters[name] for name in known.scripts) < OWN * max(1, letters.total()):
        return False
    if letters.total() < len(line.replace(" ", "")) * 0.7:
        return False
    kana = letters["Hiragana"] + letters["Katakana"]
    if (code == "ja" and kana < 0.15 * letters.total()) or (code == "zh" and kana):
        return False
    found = words(line.lower())
    if known.writing != "spaces":
        return len(set(line)) > 0.4 * len(line) or len(line) > 60
    if len(found) < 3 or len(set(found)) < 0.6 * len(found):
        return False
    own, *others = (sum(map(some.__contains__, found)) for some in stop_words(code))
    return all(own >= other for other in others)


@cache
def stop_words(code: str) -> list[frozenset[str]]:
    """Those of a language, and of all that share its script: millions of lines ask."""
    scripts = set(knowledge(code).scripts)
    near = [c for c in codes() if c != code and set(knowledge(c).scripts) & scripts]
    return [frozenset(knowledge(c).stopwords) for c in (code, *near)]
