"""What a pronoun and its sentence tell about where its antecedent is, as codes."""

from bisect import bisect_right
from collections.abc import Mapping, Sequence

from litmus.discourse.antecedents.clauses import Clauses, PronounView
from litmus.discourse.antecedents.mentions import ROLES, Pronoun
from litmus.discourse.antecedents.pleonastic import SURE, empty_pattern
from litmus.discourse.antecedents.scoring.codes import Branch, Case, EmptyPattern, PronounKind, Role
from litmus.discourse.antecedents.words import PRONOUNS, word_lists
from litmus.language.analysis import Word

_FORMS = {form: code for code, form in enumerate(PRONOUNS)}
_POSITIONS = (1, 3, 6, 12, 20)  # words before it, in steps that begin so
_WORDS_PER_LENGTH, _LENGTHS = 8, 5  # sentences by their length, the longest together
_NOT_EMPTY, _MAYBE_EMPTY, _SURELY_EMPTY = range(3)
_CLAUSE_AFTER = {"csubj": 3, "csubj:pass": 3, "ccomp": 2, "xcomp": 1, "advcl": 1}
_NOMINAL_PREDICATE, _WITH_COPULA = 1, 2  # bits
_NEUTER = (PronounKind.IT, PronounKind.THAT)
_N_MARKERS, _N_GOVERNORS = 10, 6
# Looked up once: members are slow to look up.
_NO_SIGN, _NO_BRANCH, _NO_ROLE = EmptyPattern.NO_SIGN, Branch.NOTHING, Role.OTHER
_REFLEXIVE = Case.REFLEXIVE
# What the pronoun and its sentence tell: the fields of a row, each with the number of its codes.
OWN_FIELDS: Mapping[str, int] = {
    "form": len(_FORMS), "role": len(Role), "clause": len(Branch),
    "position": len(_POSITIONS) + 1, "pattern": len(EmptyPattern), "empty": 3, "clause after": 4,
    "predicate": 4, "quoted": 2, "length": _LENGTHS, "fronted": 2, "intensive": 2,
    "marker": _N_MARKERS, "governor": _N_GOVERNORS,
}  # fmt: skip


def own_fields(clauses: Clauses, view: PronounView, pronoun: Pronoun) -> tuple[int, ...]:
    """The codes of a pronoun's own fields, in their order."""
    index, kind, case = pronoun
    words = clauses.words
    word = words[index]
    above = view.clauses[0]
    pattern, after, predicate = _NO_SIGN, 0, 0
    if kind in _NEUTER:
        children = clauses.children(above)
        predicate = _NOMINAL_PREDICATE if words[above].upos in ("ADJ", "NOUN") else 0
        for child, relation in children:
            if child > index:
                after = max(after, _CLAUSE_AFTER.get(relation, 0))
            if relation == "cop":
                predicate |= _WITH_COPULA
        if word.form.lower() == "it":
            below = frozenset(relation for _, relation in children)
            pattern = empty_pattern(words, index, above, below, case)
    quoted = clauses.quoted
    return (
        _FORMS[word.form.lower()],
        ROLES.get(word.relation, _NO_ROLE),
        view.branches[0] if view.branches else _NO_BRANCH,
        bisect_right(_POSITIONS, index),
        pattern,
        _emptiness(word, pattern),
        after,
        predicate,
        int(quoted is not None and quoted[index]),
        min(len(words) // _WORDS_PER_LENGTH, _LENGTHS - 1),
        int(view.fronted),
        int(case is _REFLEXIVE and _is_intensive(words, index)),
        _marker(words, index),
        _governor(words, above, index),
    )


def _emptiness(word: Word, pattern: EmptyPattern) -> int:
    """Whether *it* stands for nothing."""
    if pattern is _NO_SIGN:
        return _NOT_EMPTY
    return _SURELY_EMPTY if pattern in SURE or word.relation == "expl" else _MAYBE_EMPTY


def _is_intensive(words: Sequence[Word], index: int) -> bool:
    """*The queen herself*."""
    relations = ("nmod", "appos", "obl:unmarked", "obl:npmod", "advmod")
    return (
        index > 0
        and words[index].relation.startswith(relations)
        and words[index - 1].upos in ("NOUN", "PROPN", "PRON")
    )


def _marker(words: Sequence[Word], index: int) -> int:
    """What the pronoun's clause or phrase begins with."""
    markers = word_lists().markers
    for word in words[max(0, index - 2) : index][::-1]:
        code = markers.get(word.lemma.lower())
        if code:
            return code
    return 0


def _governor(words: Sequence[Word], above: int, index: int) -> int:
    """What kind of word the clause is built on."""
    if above == index:
        return 0
    lemma, lists = words[above].lemma.lower(), word_lists()
    for code, listed in enumerate((lists.weather, lists.adjectives, lists.says, lists.light), 1):
        if lemma in listed:
            return code
    return _N_GOVERNORS - 1
