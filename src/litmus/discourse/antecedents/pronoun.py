"""What speaks for or against an antecedent nearby that is to be seen at the pronoun itself."""

from collections.abc import Mapping, Sequence

from litmus.discourse.antecedents.clauses import N_BRANCHES, NOTHING, Clauses, View
from litmus.discourse.antecedents.mentions import N_ROLES, OTHER, ROLES, Pronoun
from litmus.discourse.antecedents.pleonastic import N_PATTERNS, NO_SIGN, SURE, pattern
from litmus.discourse.antecedents.words import IT, PRONOUNS, REFLEXIVE, THAT, word_lists
from litmus.language.analysis import Word

_FORMS = {form: code for code, form in enumerate(PRONOUNS)}
# Where in the sentence it stands.
_POSITIONS = (0, 1, 1, 2, 2, 2, 3, 3, 3, 3, 3, 3, 4, 4, 4, 4, 4, 4, 4, 4)
_CLAUSE_AFTER = {"csubj": 3, "csubj:pass": 3, "ccomp": 2, "xcomp": 1, "advcl": 1}
# Fields, each with the number of its codes; the last five need the mentions before.
FIELDS: Mapping[str, int] = {
    "form": len(_FORMS), "role": N_ROLES, "clause": N_BRANCHES, "position": 6,
    "pattern": N_PATTERNS, "empty": 3, "clause after": 4, "predicate": 4, "quoted": 2,
    "length": 5, "fronted": 2, "intensive": 2, "marker": 10, "governor": 6,
    "asked and case": 20, "same before": 3, "same in last": 4, "run": 5, "agreeing": 80,
}  # fmt: skip


def code_pronoun(clauses: Clauses, view: View, pronoun: Pronoun) -> tuple[int, ...]:
    """What is asked, the case, the role, and the fields that need no mention."""
    index, asked, case = pronoun
    words = clauses.words
    word = words[index]
    above = view.clauses[0]
    form = word.form.lower()
    empty, after, predicate = NO_SIGN, 0, 0
    if asked in (IT, THAT):
        children = clauses.children(above)
        predicate = int(words[above].upos in ("ADJ", "NOUN"))
        for where, relation in children:
            if where > index:
                after = max(after, _CLAUSE_AFTER.get(relation, 0))
            if relation == "cop":
                predicate |= 2
        if form == "it":
            below = frozenset(relation for _, relation in children)
            empty = pattern(words, index, above, below, case)
    sure = 0 if empty == NO_SIGN else 2 if empty in SURE or word.relation == "expl" else 1
    role = ROLES.get(word.relation, OTHER)
    quoted = clauses.quoted
    return (
        asked, case, role, _FORMS[form], role, view.branches[0] if view.branches else NOTHING,
        _POSITIONS[index] if index < len(_POSITIONS) else 5,
        empty, sure, after, predicate, int(quoted is not None and quoted[index]),
        min(len(words) // 8, 4), int(view.fronted),
        int(case == REFLEXIVE and _is_intensive(words, index)),
        _marker(words, index), _governor(words, above, index),
    )  # fmt: skip


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
        found = markers.get(word.lemma.lower())
        if found:
            return found
    return 0


def _governor(words: Sequence[Word], above: int, index: int) -> int:
    """What kind of word the clause is built on."""
    if above == index:
        return 0
    lemma, lists = words[above].lemma.lower(), word_lists()
    for code, known in enumerate((lists.weather, lists.adjectives, lists.says, lists.light), 1):
        if lemma in known:
            return code
    return 5
