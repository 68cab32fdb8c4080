"""Where *it* may stand for nothing: the weather, the time, clauses that follow, clefts."""

from collections.abc import Sequence

from litmus.discourse.antecedents.words import NOMINATIVE, TIME, noun_class, word_lists
from litmus.language.analysis import Word

# Patterns, from no sign at all; SURE are those that are hardly ever anything else.
NO_SIGN, WEATHER, WITH_CLAUSE, SEEMS, SAID, TAKES, TIME_OF_DAY, MADE, CLEFT, JUDGED = range(10)
N_PATTERNS = 10
SURE = frozenset((WEATHER, WITH_CLAUSE, SEEMS, SAID, TAKES, MADE))
_REACH = 9  # words within which a clause must begin
_MARKS = frozenset(["to", "that", "whether", "if", "how", "for", "as", "like"])
_CLAUSE_MARKS = _MARKS - {"as", "like"}
_COPULAR = frozenset(("ADJ", "NOUN", "ADV", "NUM", "PROPN"))
_BECOMES = frozenset(("get", "become", "grow", "turn", "feel"))
_CLEFT = frozenset(("NOUN", "PROPN", "PRON", "ADV"))


def pattern(words: Sequence[Word], index: int, above: int, below: frozenset[str], case: int) -> int:
    """The pattern that an *it* is in.

    `above` is the head of its clause, `below` the relations of what hangs from that; `case` is a
    code of the word lists.
    """
    if words[index].relation.startswith(("nsubj", "expl")) or case == NOMINATIVE:
        found = _as_subject(words, index, above, below)
        if found != NO_SIGN:
            return found
    return MADE if _is_made(words, index) else NO_SIGN


def _as_subject(words: Sequence[Word], index: int, above: int, below: frozenset[str]) -> int:
    lists = word_lists()
    predicate = words[above]
    lemma = predicate.lemma.lower()
    if predicate.upos == "VERB" and lemma in lists.rains:
        return WEATHER
    mark = _mark(words, max(index, above if above < index + 6 else index) + 1)
    if "cop" in below or predicate.upos in _COPULAR:
        if mark in _CLAUSE_MARKS and (lemma in lists.adjectives or predicate.upos == "ADJ"):
            return WITH_CLAUSE
        if predicate.upos == "NUM" or noun_class(lemma) == TIME or lemma in lists.weather:
            return TIME_OF_DAY
        if below & {"acl:relcl", "advcl:relcl"} and predicate.upos in _CLEFT:
            return CLEFT
        if lemma in lists.adjectives:
            return JUDGED
    if lemma in lists.seems and (
        mark in ("that", "as", "like", "to") or predicate.relation == "parataxis"
    ):
        return SEEMS
    passive = words[index].relation in ("nsubj:pass", "expl") or "aux:pass" in below
    if lemma in lists.said and mark == "that" and passive:
        return SAID
    if lemma in ("take", "cost", "require") and mark == "to":
        return TAKES
    if lemma in _BECOMES and any(
        word.lemma.lower() in lists.weather for word in words[above + 1 : above + 4]
    ):
        return TIME_OF_DAY
    return TIME_OF_DAY if lemma in lists.weather else NO_SIGN


def _mark(words: Sequence[Word], start: int) -> str:
    """What begins a clause soon after a word: its lemma, or ""."""
    for word in words[start : start + _REACH]:
        if word.upos == "PUNCT" and word.form not in ',"-':
            break
        lemma = word.lemma.lower()
        if word.relation == "mark" and lemma in _MARKS:
            return lemma
        if (lemma == "to" and word.upos == "PART") or (lemma == "that" and word.upos == "SCONJ"):
            return lemma
    return ""


def _is_made(words: Sequence[Word], index: int) -> bool:
    """*make it clear that*, *find it hard to*."""
    if not index or words[index - 1].lemma.lower() not in word_lists().makes:
        return False
    at = index + 1
    while at + 1 < len(words) and words[at].upos in ("ADV", "DET", "ADJ"):
        if words[at + 1].upos not in ("ADJ", "NOUN", "VERB"):
            break
        at += 1
    if at >= len(words) or words[at].upos not in ("ADJ", "NOUN"):
        return False
    return any(word.lemma.lower() in ("to", "that", "for") for word in words[at + 1 : at + 5])
