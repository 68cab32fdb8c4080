"""What a sentence mentions: nouns, names, pronouns and clauses, as a later pronoun sees them."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import NamedTuple

from litmus.discourse.antecedents.scoring.codes import (
    Case,
    MentionKind,
    Number,
    PronounKind,
    Referent,
    Role,
)
from litmus.discourse.antecedents.words import PRONOUNS, referent_of_noun, word_lists
from litmus.language.analysis import Sentence, Word

# Looked up once: there is a mention for every third word, and members are slow to look up.
(_PRONOUN, _DEMONSTRATIVE, _INDEFINITE_PRONOUN, _PROPER, _DEFINITE, _INDEFINITE, _BARE, _POSSESSED,
 _COORDINATION, _CLAUSE, _SPEAKER) = MentionKind  # fmt: skip
_SINGULAR, _PLURAL, _ = Number
_NOMINATIVE, _ACCUSATIVE, _POSSESSIVE, _REFLEXIVE = Case
_MALE, _FEMALE, _PERSON = Referent.MALE, Referent.FEMALE, Referent.PERSON
_EVENT, _THING = Referent.EVENT, Referent.THING
_THAT, _OTHER, _PREDICATE = PronounKind.THAT, Role.OTHER, Role.PREDICATE
_ROLES = {
    Role.SUBJECT: "nsubj csubj nsubj:outer expl",
    Role.PASSIVE_SUBJECT: "nsubj:pass csubj:pass",
    Role.OBJECT: "obj iobj",
    Role.OBLIQUE: "obl obl:agent obl:unmarked obl:tmod obl:npmod",
    Role.OWNER: "nmod:poss",
    Role.MODIFIER: "nmod nmod:unmarked nmod:desc nmod:npmod nmod:tmod compound",
    Role.APPOSITION: "appos",
    Role.PREDICATE: "root ccomp advcl xcomp acl:relcl acl parataxis",
    Role.BESIDE: "dislocated vocative discourse reparandum",
}
ROLES = {relation: role for role, relations in _ROLES.items() for relation in relations.split()}
_NOMINAL = frozenset(name for name, role in ROLES.items() if role <= Role.MODIFIER)
_PARTS = frozenset(("flat", "flat:foreign", "fixed", "goeswith", "punct", "list", "det"))
# Relations of the heads of clauses.
CLAUSES = frozenset((
    "root", "ccomp", "csubj", "csubj:pass", "csubj:outer", "xcomp", "advcl", "advcl:relcl",
    "acl:relcl", "acl", "parataxis",
))  # fmt: skip
_SKIPPED = frozenset(("PUNCT", "ADP", "CCONJ", "SCONJ", "PART", "SYM"))
_OPENING = frozenset('":“”‘-—–.(')
_PEOPLE = (_MALE, _FEMALE, _PERSON)
_REFERENTS_OF_PRONOUNS = {
    PronounKind.HE: _MALE,
    PronounKind.SHE: _FEMALE,
    PronounKind.IT: Referent.ITSELF,
    PronounKind.THEY: Referent.THEMSELVES,
    PronounKind.THAT: Referent.DEICTIC,
}


class Mention(NamedTuple):
    """Something mentioned by a word `head` and those around it; complete at the word `last`."""

    head: int
    last: int
    kind: MentionKind
    referent: Referent
    number: Number
    role: Role


# The same as Mention(*values), in half the time.
_Values = tuple[int, int, MentionKind, Referent, Number, Role]
_mention: Callable[[_Values], Mention] = partial(tuple.__new__, Mention)


class Pronoun(NamedTuple):
    """A word that asks for an antecedent."""

    word: int
    kind: PronounKind
    case: Case


class Scene(NamedTuple):
    """A sentence with its mentions and pronouns, in order."""

    sentence: Sentence
    mentions: list[Mention]
    pronouns: list[Pronoun]


def pronoun_words(sentence: Sentence) -> list[int]:
    """The words of a sentence that are third-person pronouns or stand-alone demonstratives."""
    words = sentence.words
    return [index for index in range(len(words)) if _pronoun(words, index) is not None]


def may_be_empty(sentence: Sentence, index: int) -> bool:
    """Whether the pronoun can stand for nothing at all, as in *it rains*."""
    return sentence.words[index].form.lower() == "it"


def scene(sentence: Sentence, named: dict[str, Referent]) -> Scene:
    """The mentions of a sentence; `named` remembers the people a document has introduced."""
    words = sentence.words
    determiners: dict[int | None, str] = {}
    mentions: list[Mention] = []
    pronouns: list[Pronoun] = []
    for index, word in enumerate(words):
        upos = word.upos
        if upos in _SKIPPED:
            continue
        relation = word.relation
        if upos == "DET" and relation == "det":
            determiners[word.head] = word.lemma.lower()
        elif upos == "NOUN" or upos == "PROPN":
            if relation in _PARTS:
                continue
            if relation == "nmod:poss":
                determiners[word.head] = "'s"
            mentions.append(_noun(words, index, determiners.get(index), named))
            if relation == "conj" and word.head is not None:
                mentions.append(_coordination(words, index, mentions[-1].referent))
        elif upos == "PRON" or upos == "DET" or upos == "":
            pronoun = _pronoun(words, index)
            if pronoun:
                pronouns.append(pronoun)
                if not _is_empty(words, word):
                    mentions.append(_earlier_pronoun(words, pronoun))
            elif upos != "" and relation in _NOMINAL:
                _add_other(words, index, mentions)
            if relation == "nmod:poss":
                determiners[word.head] = "'s"
        elif upos == "VERB" or upos == "ADJ" or upos == "AUX":
            if relation in CLAUSES:
                role = _PREDICATE if relation == "root" else _OTHER
                mentions.append(_mention((index, index, _CLAUSE, _EVENT, _SINGULAR, role)))
            elif upos == "ADJ" and relation in _NOMINAL:
                _add_other(words, index, mentions)
            elif word.form[:1].isupper() and _is_name(word, named):
                mentions.append(_noun(words, index, None, named))
        elif upos == "NUM" and relation in _NOMINAL:
            _add_other(words, index, mentions)
        elif word.form[:1].isupper() and _is_name(word, named):
            mentions.append(_noun(words, index, None, named))
    return Scene(sentence, mentions, pronouns)


def _pronoun(words: Sequence[Word], index: int) -> Pronoun | None:
    """The pronoun that a word is, if it is one that can be resolved."""
    word = words[index]
    listed = PRONOUNS.get(word.form.lower())
    if listed is None or word.upos not in ("PRON", "DET", ""):
        return None
    kind, case = listed
    if kind is _THAT and (
        word.relation in ("det", "mark", "advmod", "cc", "fixed", "") or "Rel" in word.feats
    ):
        return None
    return Pronoun(index, kind, _case(words, index, case))


def _is_empty(words: Sequence[Word], word: Word) -> bool:
    """Whether it surely stands for nothing, so that nothing later stands for it."""
    if word.relation == "expl":
        return True
    above = words[word.head] if word.head is not None else word
    return above.lemma in word_lists().rains and word.relation == "nsubj"


def _case(words: Sequence[Word], index: int, case: Case) -> Case:
    form, relation = words[index].form.lower(), words[index].relation
    if form == "her":
        return _POSSESSIVE if relation in ("nmod:poss", "det") else _ACCUSATIVE
    if form == "it":
        if index + 2 < len(words) and words[index + 1].form == "s":
            # "its", cut as if it were "it's"
            owns = words[index + 2].upos in ("NOUN", "PROPN", "ADJ")
            return _POSSESSIVE if owns else _NOMINATIVE
        return _NOMINATIVE if relation.startswith(("nsubj", "expl")) else _ACCUSATIVE
    return case


def _earlier_pronoun(words: Sequence[Word], pronoun: Pronoun) -> Mention:
    """A pronoun as the antecedent of a later one."""
    index, kind, _ = pronoun
    if kind is _THAT:
        is_plural = words[index].form.lower() not in ("this", "that")
    else:
        is_plural = kind is PronounKind.THEY
    return Mention(
        index,
        index,
        _DEMONSTRATIVE if kind is _THAT else _PRONOUN,
        _REFERENTS_OF_PRONOUNS[kind],
        _PLURAL if is_plural else _SINGULAR,
        _role(words, index),
    )


def _role(words: Sequence[Word], index: int) -> Role:
    """The role; of a later member of a coordination, that of the first."""
    relation = words[index].relation
    for _ in range(4):
        head = words[index].head
        if relation != "conj" or head is None:
            break
        index, relation = head, words[head].relation
    return ROLES.get(relation, _OTHER)


def _noun(
    words: Sequence[Word], index: int, determiner: str | None, named: dict[str, Referent]
) -> Mention:
    word = words[index]
    number = _PLURAL if "Number=Plur" in word.feats else _SINGULAR
    role = _role(words, index) if word.relation == "conj" else ROLES.get(word.relation, _OTHER)
    if word.upos != "NOUN" or (
        word.form[:1].isupper() and (_capitalised(words, index) or _is_name(word, named))
    ):
        return _mention(
            (index, index, _PROPER, _referent_of_name(words, index, named), number, role)
        )
    if determiner is None:
        kind = _BARE
    elif determiner == "'s":
        kind = _POSSESSED
    else:
        kind = _DEFINITE if determiner in word_lists().definite else _INDEFINITE
    return _mention((index, index, kind, referent_of_noun(word.lemma), number, role))


def _coordination(words: Sequence[Word], index: int, referent: Referent) -> Mention:
    """*Ann and Bob* as one, complete at *Bob*."""
    first = words[index].head
    assert first is not None
    return Mention(first, index, _COORDINATION, referent, _PLURAL, _role(words, index))


def _is_name(word: Word, named: dict[str, Referent]) -> bool:
    """Whether a capitalised word is a name, whatever it was taken for."""
    form = word.form.lower()
    if form in named:
        return True
    lists = word_lists()
    return lists.names.get(form) in (_MALE, _FEMALE) and form not in lists.names_too


def _capitalised(words: Sequence[Word], index: int) -> bool:
    """Whether an unknown noun is written like a name, not because a sentence begins."""
    form = words[index].form
    return (
        form[1:2].islower()
        and index > 0
        and words[index - 1].form not in _OPENING
        and referent_of_noun(words[index].lemma) is _THING
    )


def _referent_of_name(words: Sequence[Word], index: int, named: dict[str, Referent]) -> Referent:
    """By a title, a first name or the last word of the name; else as it was before."""
    first = last = index
    while first and words[first - 1].upos == "PROPN":
        first -= 1
    while last + 1 < len(words) and words[last + 1].upos == "PROPN":
        last += 1
    lists = word_lists()
    start, end = words[first].form.lower(), words[last].form.lower()
    by_title = lists.titles.get(start)
    if by_title is None and first:
        by_title = lists.titles.get(words[first - 1].form.lower())
    by_first = lists.names.get(start)
    referent = by_title
    if by_title is _PERSON and by_first in (_MALE, _FEMALE):
        referent = by_first
    if referent is None and last > first:
        by_last = lists.names.get(end)
        referent = by_last if by_last in (Referent.GROUP, Referent.PLACE) else by_first
    if referent in _PEOPLE and (last > first or by_title is not None):
        named[end] = referent
    if referent is None:
        referent = named.get(end, lists.names.get(end))
    if referent is None:
        common = referent_of_noun(words[index].lemma)
        is_telling = common in (*_PEOPLE, Referent.GROUP, Referent.PLACE)
        referent = common if is_telling else Referent.NAME
    return referent


def _add_other(words: Sequence[Word], index: int, mentions: list[Mention]) -> None:
    """Other pronouns, and numbers or adjectives that stand for a noun."""
    word = words[index]
    feats = word.feats
    if word.upos == "PRON":
        if "Person=1" in feats and "Plur" not in feats:
            role = _role(words, index)
            mentions.append(_mention((index, index, _SPEAKER, _PERSON, _SINGULAR, role)))
            return
        if "Person=" in feats or "PronType=Rel" in feats or word.relation == "expl":
            return
    lemma = word.lemma.lower()
    is_somebody = lemma in word_lists().somebody or lemma.endswith(("one", "body"))
    referent, role = _PERSON if is_somebody else _THING, _role(words, index)
    number = _PLURAL if "Number=Plur" in feats else _SINGULAR
    mentions.append(_mention((index, index, _INDEFINITE_PRONOUN, referent, number, role)))
