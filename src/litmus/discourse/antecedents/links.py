"""How the mentions of a pronoun's own sentence are linked to it, as flat rows of codes."""

from bisect import bisect_right
from collections.abc import Sequence

from litmus.discourse.antecedents.clauses import AFTERWARDS, ELSEWHERE, Clauses, PronounView
from litmus.discourse.antecedents.mentions import Mention, Pronoun
from litmus.discourse.antecedents.scoring.codes import Branch, MentionKind, PronounKind, Role
from litmus.discourse.antecedents.scoring.layout import DISTANCES, FAR, OTHER_SENTENCE

LINK_COLUMNS = ("link", "branch", "its branch", "steps", "distance", "quotes")
_SIZE = len(LINK_COLUMNS)
_NOTHING, _CLAUSE, _SPEAKER = Branch.NOTHING, MentionKind.CLAUSE, MentionKind.SPEAKER
_NEUTER = (PronounKind.IT, PronounKind.THAT)
# Which of both is in a quotation.
_NEITHER, _ONLY_PRONOUN, _ONLY_MENTION, _BOTH = range(4)
NO_LINK = (-1, 0, 0, 0, 0, 0)
OTHER_SENTENCE_LINK = (ELSEWHERE, _NOTHING, _NOTHING, 0, OTHER_SENTENCE, _NEITHER)


def links(
    clauses: Clauses, view: PronounView, mentions: Sequence[Mention], pronoun: Pronoun
) -> list[int]:
    """Links of the mentions before the pronoun, and of those after it that it may anticipate."""
    own, is_neuter = pronoun.word, pronoun.kind in _NEUTER
    quoted = clauses.quoted
    rows: list[int] = []
    for head, last, kind, _, _, role in mentions:
        if last >= own:
            break
        quotes = _quotes(quoted[head], quoted[own]) if quoted else _NEITHER
        # Clauses are for *it* and *that*. Who says *I* in a quotation may be *she* outside of it.
        if kind >= _CLAUSE and (
            (kind is _CLAUSE) != is_neuter or (kind is _SPEAKER and quotes < _ONLY_MENTION)
        ):
            rows += NO_LINK
            continue
        rows += view.link(head, role)
        rows.append(bisect_right(DISTANCES, own - last))
        rows.append(quotes)
    if view.fronted:
        rows += _later(clauses, view, mentions[len(rows) // _SIZE :], own)
    return rows


def _quotes(mention: bool, pronoun: bool) -> int:
    if mention == pronoun:
        return _BOTH if pronoun else _NEITHER
    return _ONLY_PRONOUN if pronoun else _ONLY_MENTION


def _later(
    clauses: Clauses, view: PronounView, mentions: Sequence[Mention], pronoun: int
) -> list[int]:
    """*When he came, Tom was ill*: the subject of a clause above, if it comes after."""
    rows: list[int] = []
    stop = 0
    for mention in mentions:
        link: tuple[int, ...] = NO_LINK
        if mention.head > pronoun and mention.role <= Role.PASSIVE_SUBJECT:
            _, clause, depth = clauses.argument(mention.head)
            if clause in view.clauses[1:] and not depth:
                branch = view.branches[view.clauses.index(clause) - 1]
                link = (AFTERWARDS, branch, _NOTHING, 0, FAR, _NEITHER)
                stop = len(rows) + _SIZE
        rows += link
    return rows[:stop]
