"""Where *it* may stand for nothing: the weather, the time, clauses that follow, clefts."""

from collections.abc import Sequence

from litmus.discourse.antecedents.scoring.codes import Case, EmptyPattern, Referent
from litmus.discourse.antecedents.words import referent_of_noun, word_lists
from litmus.language.analysis import Word

_NO_SIGN = EmptyPattern.NO_SIGN
# Patterns that are hardly ever anything else.
SURE = frozenset((
    EmptyPattern.WEATHER, EmptyPattern.WITH_CLAUSE, EmptyPattern.SEEMS, EmptyPattern.SAID,
    EmptyPattern.TAKES, EmptyPattern.MADE,
))  # fmt: skip
_REACH = 9  # words within which a clause must begin
_MARKS = frozenset(["to", "that", "whether", "if", "how", "for", "as", "like"])
_CLAUSE_MARKS = _MARKS - {"as", "like"}
_COPULAR = frozenset(("ADJ", "NOUN", "ADV", "NUM", "PROPN"))
_BECOMES = frozenset(("get", "become", "grow", "turn", "feel"))
_CLEFT = frozenset(("NOUN", "PROPN", "PRON", "ADV"))


def empty_pattern(
    words: Sequence[Word], index: int, above: int, below: frozenset[str], case: Case
) -> EmptyPattern:
    """The pattern that an *it* is in.

    `above` is the head of its clause, `below` the relations of what depends on that.
    """
    if words[index].relation.startswith(("nsubj", "expl")) or case is Case.NOMINATIVE:
        pattern = _as_subject(words, index, above, below)
        if pattern is not _NO_SIGN:
            return pattern
    return EmptyPattern.MADE if _is_made(words, index) else _NO_SIGN


def _as_subject(
    words: Sequence[Word], index: int, above: int, below: frozenset[str]
) -> EmptyPattern:
    lists = word_lists()
    predicate = words[above]
    lemma = predicate.lemma.lower()
    if predicate.upos == "VERB" and lemma in lists.rains:
        return EmptyPattern.WEATHER
    mark = _mark(words, max(index, above if above < index + 6 else index) + 1)
    if "cop" in below or predicate.upos in _COPULAR:
        if mark in _CLAUSE_MARKS and (lemma in lists.adjectives or predicate.upos == "ADJ"):
            return EmptyPattern.WITH_CLAUSE
        if (
            predicate.upos == "NUM"
            or referent_of_noun(lemma) is Referent.TIME
            or lemma in lists.weather
        ):
            return EmptyPattern.TIME_OF_DAY
        if below & {"acl:relcl", "advcl:relcl"} and predicate.upos in _CLEFT:
            return EmptyPattern.CLEFT
        if lemma in lists.adjectives:
            return EmptyPattern.JUDGED
    if lemma in lists.seems and (
        mark in ("that", "as", "like", "to") or predicate.relation == "parataxis"
    ):
        return EmptyPattern.SEEMS
    passive = words[index].relation in ("nsubj:pass", "expl") or "aux:pass" in below
    if lemma in lists.said and mark == "that" and passive:
        return EmptyPattern.SAID
    if lemma in ("take", "cost", "require") and mark == "to":
        return EmptyPattern.TAKES
    if lemma in _BECOMES and any(
        word.lemma.lower() in lists.weather for word in words[above + 1 : above + 4]
    ):
        return EmptyPattern.TIME_OF_DAY
    return EmptyPattern.TIME_OF_DAY if lemma in lists.weather else _NO_SIGN


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
