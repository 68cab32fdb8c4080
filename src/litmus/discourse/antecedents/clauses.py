"""How a mention and a pronoun of one sentence are related in its tree."""

import re

from litmus.discourse.antecedents.mentions import CLAUSES
from litmus.discourse.antecedents.scoring.codes import Branch, Role
from litmus.language.analysis import Sentence, Word

_HIGHEST = 13  # clauses that are looked at
_OPEN, _CLOSE = frozenset(("“", "``", "«", "„")), frozenset(("”", "''", "»"))
_QUOTES = _OPEN | _CLOSE | {'"'}
_ANY_QUOTE = re.compile("|".join(sorted(_QUOTES)))
_BEFORE_OPENING = frozenset("([—–-")
_NOTHING, _XCOMP, _OTHER = Branch.NOTHING, Branch.XCOMP, Branch.OTHER
_BRANCHES = {
    "ccomp": Branch.CCOMP, "csubj": Branch.CSUBJ, "csubj:pass": Branch.CSUBJ,
    "advcl": Branch.ADVCL, "xcomp": Branch.XCOMP, "acl:relcl": Branch.RELATIVE,
    "advcl:relcl": Branch.RELATIVE, "acl": Branch.ACL, "parataxis": Branch.PARATAXIS,
    "conj": Branch.CONJ,
}  # fmt: skip

# Links. A mention above the pronoun in the tree is told apart by the relation just below it; the
# others by where the mention's clause is, and by its position there (six codes each).
_ABOVE = {"acl:relcl": 0, "acl": 1, "nmod:poss": 2, "nmod": 3, "appos": 4, "conj": 5}
_ABOVE_OTHERWISE, _OWNED, _JUST_ABOVE, _SAME_ARGUMENT = 6, 7, 8, 9
_SAME_CLAUSE, _SAME_CLAUSE_INSIDE, _CLAUSE_ABOVE, _OTHER_CLAUSE = 10, 16, 22, 28
AFTERWARDS, ELSEWHERE = 34, 35
N_LINKS = 36
_POSITIONS = {Role.SUBJECT: 0, Role.PASSIVE_SUBJECT: 0, Role.OBJECT: 1, Role.OBLIQUE: 2}
_OTHER_POSITION, _INSIDE_SUBJECT, _INSIDE_OTHER = 3, 4, 5
MOST_STEPS = 3  # clauses passed on the way: more are all the same


# The link, how the clauses of pronoun and mention depend on the one they share, and how many
# clauses are passed on the way up from the pronoun.
Link = tuple[int, Branch, Branch, int]
# The word below the head of its clause that something is part of, the head, and how deep inside.
Argument = tuple[int, int, int]


class Clauses:
    """The clauses of a sentence, seen from its words."""

    def __init__(self, sentence: Sentence) -> None:
        self.words = words = sentence.words
        self.heads = [-1 if word.head is None else word.head for word in words]
        self._is_clause = [
            word.relation in CLAUSES
            or (word.relation == "conj" and (word.upos == "VERB" or word.upos == "AUX"))
            for word in words
        ]
        self._arguments: dict[int, Argument] = {}
        self._chains: dict[int, tuple[list[int], list[Branch]]] = {}
        self.quoted = quoted(sentence)

    def argument(self, index: int) -> Argument:
        """What a word is part of in its clause."""
        argument = self._arguments.get(index)
        if argument:
            return argument
        heads, is_clause = self.heads, self._is_clause
        at, depth = index, 0
        for _ in heads:
            head = heads[at]
            if head < 0 or (at != index and is_clause[at]):
                head = at
                break
            if is_clause[head]:
                break
            if self.words[at].relation not in ("conj", "flat", "appos"):
                depth += 1
            at = head
        argument = self._arguments[index] = at, head, depth
        return argument

    def chain(self, clause: int) -> tuple[list[int], list[Branch]]:
        """The clauses from one upwards, and how each depends on the next."""
        chain = self._chains.get(clause)
        if chain:
            return chain
        heads, is_clause = self.heads, self._is_clause
        clauses, branches = [clause], list[Branch]()
        at = heads[clause]
        while at >= 0 and len(clauses) < _HIGHEST:
            for _ in heads:  # no more, should the tree be a circle
                if is_clause[at] or heads[at] < 0:
                    break
                at = heads[at]
            branches.append(_BRANCHES.get(self.words[clauses[-1]].relation, _OTHER))
            clauses.append(at)
            at = heads[at]
        self._chains[clause] = clauses, branches
        return clauses, branches

    def children(self, index: int) -> list[tuple[int, str]]:
        """The words just below a word, and their relations."""
        return [
            (child, self.words[child].relation)
            for child, head in enumerate(self.heads)
            if head == index
        ]


class PronounView:
    """A sentence as one of its pronouns sees it: its clause and those above, from `clauses[0]`.

    `branches` say how each depends on the next. `fronted`: it is inside something that precedes
    the clause it belongs to.
    """

    def __init__(self, clauses: Clauses, pronoun: int) -> None:
        self._tree = clauses
        self._pronoun = pronoun
        heads = clauses.heads
        self._argument, clause, depth = clauses.argument(pronoun)
        self.clauses, self.branches = clauses.chain(clause)
        # Words above, each with the one below it on the way.
        self._above: dict[int, int] = {}
        below, at = pronoun, heads[pronoun]
        while at >= 0 and at not in self._above:
            self._above[at] = below
            below, at = at, heads[at]
        # Clauses above: each with its code, how the pronoun's depends on it, and the steps to it.
        own_code = _SAME_CLAUSE_INSIDE if depth else _SAME_CLAUSE
        self._up: dict[int, tuple[int, Branch, int]] = {clause: (own_code, _NOTHING, 0)}
        self.fronted = heads[clause] > clause and heads[clause] > pronoun
        passed, steps = _NOTHING, 0
        for clause, branch in zip(self.clauses[1:], self.branches, strict=True):
            if branch is not _XCOMP:
                passed = branch
                steps += 1
            if clause not in self._up:
                code = _CLAUSE_ABOVE if steps else own_code
                self._up[clause] = code, passed if steps else branch, min(steps, MOST_STEPS)
            if heads[clause] > clause and heads[clause] > pronoun:
                self.fronted = True

    def link(self, head: int, role: Role) -> Link:
        """How a mention with that head and role is linked to the pronoun."""
        below = self._above.get(head)
        if below is not None:
            return self._code_above(below), _NOTHING, _NOTHING, 0
        tree = self._tree
        argument, clause, depth = tree.argument(head)
        if depth:
            in_subject = tree.words[argument].relation.startswith("nsubj")
            position = _INSIDE_SUBJECT if in_subject else _INSIDE_OTHER
        else:
            position = _POSITIONS.get(role, _OTHER_POSITION)
        up = self._up.get(clause)
        if up:
            code, branch, steps = up
            if argument == self._argument and not steps:
                return _SAME_ARGUMENT, _NOTHING, _NOTHING, 0
            return code + position, branch, _NOTHING, steps
        clauses, branches = tree.chain(clause)
        for clause, its_branch in zip(clauses[1:], branches, strict=True):
            up = self._up.get(clause)
            if up:
                return _OTHER_CLAUSE + position, up[1], its_branch, up[2]
        return _OTHER_CLAUSE + position, _OTHER, _OTHER, MOST_STEPS

    def _code_above(self, below: int) -> int:
        relation = self._tree.words[below].relation
        if below == self._pronoun:
            return _OWNED if relation == "nmod:poss" else _JUST_ABOVE
        return _ABOVE.get(relation, _ABOVE_OTHERWISE)


def quoted(sentence: Sentence) -> list[bool] | None:
    """Whether each word is between quotation marks; None if there are no marks.

    A quotation may have begun in an earlier sentence: what comes before a mark that closes one is
    quoted. Straight marks open where a word follows them at once.
    """
    text, words = sentence.text, sentence.words
    if not _ANY_QUOTE.search(text):
        return None
    inside: bool | None = None
    marked: list[bool] = []
    for word in words:
        if word.form in _QUOTES:
            opens = _opens(text, word, bool(inside))
            if inside is None and not opens:
                marked = [True] * len(marked)
            inside = opens
        marked.append(bool(inside))
    return marked


def _opens(text: str, mark: Word, inside: bool) -> bool:
    if mark.form in _OPEN:
        return True
    if mark.form in _CLOSE:
        return False
    before = text[mark.start - 1 : mark.start] if mark.start else ""
    after = text[mark.end : mark.end + 1]
    if before.strip() and before not in _BEFORE_OPENING:
        return False
    return bool(after.strip()) or not inside
