"""What a sentence mentions: nouns, names, pronouns and clauses, as a later pronoun sees them."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import NamedTuple

from litmus.discourse.antecedents.words import (
    ACCUSATIVE,
    DEICTIC,
    EVENT,
    FEMALE,
    GROUP,
    HE,
    IT,
    ITSELF,
    MALE,
    NAME,
    NOMINATIVE,
    PERSON,
    PLACE,
    PLURAL,
    POSSESSIVE,
    PRONOUNS,
    SHE,
    SINGULAR,
    THAT,
    THEMSELVES,
    THING,
    noun_class,
    word_lists,
)
from litmus.language.analysis import Sentence, Word

# Kinds of mentions.
(PRONOUN, DEMONSTRATIVE, INDEFINITE_PRONOUN, PROPER, DEFINITE, INDEFINITE, BARE, POSSESSED,
 COORDINATION, CLAUSE, SPEAKER) = range(11)  # fmt: skip
N_KINDS = 11
# Roles in the sentence.
(SUBJECT, PASSIVE_SUBJECT, OBJECT, OBLIQUE, OWNER, MODIFIER, APPOSITION, PREDICATE, BESIDE,
 OTHER) = range(10)  # fmt: skip
N_ROLES = 10
ROLES = {
    "nsubj": SUBJECT, "csubj": SUBJECT, "nsubj:outer": SUBJECT, "expl": SUBJECT,
    "nsubj:pass": PASSIVE_SUBJECT, "csubj:pass": PASSIVE_SUBJECT, "obj": OBJECT, "iobj": OBJECT,
    "obl": OBLIQUE, "obl:agent": OBLIQUE, "obl:unmarked": OBLIQUE, "obl:tmod": OBLIQUE,
    "obl:npmod": OBLIQUE, "nmod:poss": OWNER, "nmod": MODIFIER, "nmod:unmarked": MODIFIER,
    "nmod:desc": MODIFIER, "nmod:npmod": MODIFIER, "nmod:tmod": MODIFIER, "compound": MODIFIER,
    "appos": APPOSITION, "root": PREDICATE, "ccomp": PREDICATE, "advcl": PREDICATE,
    "xcomp": PREDICATE, "acl:relcl": PREDICATE, "acl": PREDICATE, "parataxis": PREDICATE,
    "dislocated": BESIDE, "vocative": BESIDE, "discourse": BESIDE, "reparandum": BESIDE,
}  # fmt: skip
_NOMINAL = frozenset(name for name, role in ROLES.items() if role <= MODIFIER)
_PARTS = frozenset(("flat", "flat:foreign", "fixed", "goeswith", "punct", "list", "det"))
# Relations of the heads of clauses.
CLAUSES = frozenset((
    "root", "ccomp", "csubj", "csubj:pass", "csubj:outer", "xcomp", "advcl", "advcl:relcl",
    "acl:relcl", "acl", "parataxis",
))  # fmt: skip
_SKIPPED = frozenset(("PUNCT", "ADP", "CCONJ", "SCONJ", "PART", "SYM"))
_OPENING = frozenset('":“”‘-—–.(')
_PEOPLE = (MALE, FEMALE, PERSON)
_PRONOUN_CLASS = {HE: MALE, SHE: FEMALE, IT: ITSELF, THAT: DEICTIC}


class Mention(NamedTuple):
    """`index` is its head word, `at` the word that completes it; the others are codes."""

    index: int  # type: ignore[assignment]
    at: int
    kind: int
    thing: int
    number: int
    role: int


# The same as Mention(*values), in half the time: there is one for every third word.
_mention: Callable[[tuple[int, ...]], Mention] = partial(tuple.__new__, Mention)


class Pronoun(NamedTuple):
    """A word that asks for an antecedent; `asked` and `case` are codes of the word lists."""

    index: int  # type: ignore[assignment]
    asked: int
    case: int


class Scene(NamedTuple):
    """A sentence with its mentions and pronouns, in order."""

    sentence: Sentence
    mentions: list[Mention]
    pronouns: list[Pronoun]


def pronouns(sentence: Sentence) -> list[int]:
    """The words of a sentence that are third-person pronouns or stand-alone demonstratives."""
    words = sentence.words
    return [index for index in range(len(words)) if _asked(words, index) is not None]


def may_be_empty(sentence: Sentence, index: int) -> bool:
    """Whether the pronoun can stand for nothing at all, as in *it rains*."""
    return sentence.words[index].form.lower() == "it"


def scene(sentence: Sentence, named: dict[str, int]) -> Scene:
    """The mentions of a sentence; `named` remembers the people a document has introduced."""
    words = sentence.words
    determiners: dict[int | None, str] = {}
    mentions: list[Mention] = []
    found: list[Pronoun] = []
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
                mentions.append(_coordination(words, index, mentions[-1].thing))
        elif upos == "PRON" or upos == "DET" or upos == "":
            pronoun = _asked(words, index)
            if pronoun:
                found.append(pronoun)
                if not _is_empty(words, word):
                    mentions.append(_earlier_pronoun(words, pronoun))
            elif upos != "" and relation in _NOMINAL:
                _add_other(words, index, mentions)
            if relation == "nmod:poss":
                determiners[word.head] = "'s"
        elif upos == "VERB" or upos == "ADJ" or upos == "AUX":
            if relation in CLAUSES:
                role = PREDICATE if relation == "root" else OTHER
                mentions.append(_mention((index, index, CLAUSE, EVENT, SINGULAR, role)))
            elif upos == "ADJ" and relation in _NOMINAL:
                _add_other(words, index, mentions)
            elif word.form[:1].isupper() and _is_name(word, named):
                mentions.append(_noun(words, index, None, named))
        elif upos == "NUM" and relation in _NOMINAL:
            _add_other(words, index, mentions)
        elif word.form[:1].isupper() and _is_name(word, named):
            mentions.append(_noun(words, index, None, named))
    return Scene(sentence, mentions, found)


def _asked(words: Sequence[Word], index: int) -> Pronoun | None:
    """The pronoun that a word is, if it is one that can be resolved."""
    word = words[index]
    known = PRONOUNS.get(word.form.lower())
    if known is None or word.upos not in ("PRON", "DET", ""):
        return None
    asked, case = known
    if asked == THAT and (
        word.relation in ("det", "mark", "advmod", "cc", "fixed", "") or "Rel" in word.feats
    ):
        return None
    return Pronoun(index, asked, _case(words, index, case))


def _is_empty(words: Sequence[Word], word: Word) -> bool:
    """Whether it surely stands for nothing, so that nothing later stands for it."""
    if word.relation == "expl":
        return True
    above = words[word.head] if word.head is not None else word
    return above.lemma in word_lists().rains and word.relation == "nsubj"


def _case(words: Sequence[Word], index: int, case: int) -> int:
    form, relation = words[index].form.lower(), words[index].relation
    if form == "her":
        return POSSESSIVE if relation in ("nmod:poss", "det") else ACCUSATIVE
    if form == "it":
        if index + 2 < len(words) and words[index + 1].form == "s":
            # "its", cut as if it were "it's"
            return POSSESSIVE if words[index + 2].upos in ("NOUN", "PROPN", "ADJ") else NOMINATIVE
        return NOMINATIVE if relation.startswith(("nsubj", "expl")) else ACCUSATIVE
    return case


def _earlier_pronoun(words: Sequence[Word], pronoun: Pronoun) -> Mention:
    index, asked, _ = pronoun
    kind = DEMONSTRATIVE if asked == THAT else PRONOUN
    thing = _PRONOUN_CLASS.get(asked, THEMSELVES)
    many = asked not in (HE, SHE, IT) and words[index].form.lower() not in ("this", "that")
    number = PLURAL if many else SINGULAR
    return Mention(index, index, kind, thing, number, _role(words, index))


def _role(words: Sequence[Word], index: int) -> int:
    """The role; of a later member of a coordination, that of the first."""
    relation = words[index].relation
    for _ in range(4):
        head = words[index].head
        if relation != "conj" or head is None:
            break
        index, relation = head, words[head].relation
    return ROLES.get(relation, OTHER)


def _number(word: Word) -> int:
    return PLURAL if "Number=Plur" in word.feats else SINGULAR


def _noun(
    words: Sequence[Word], index: int, determiner: str | None, named: dict[str, int]
) -> Mention:
    word = words[index]
    number = PLURAL if "Number=Plur" in word.feats else SINGULAR
    role = _role(words, index) if word.relation == "conj" else ROLES.get(word.relation, OTHER)
    if word.upos != "NOUN" or (
        word.form[:1].isupper() and (_capitalised(words, index) or _is_name(word, named))
    ):
        return _mention((index, index, PROPER, _name_class(words, index, named), number, role))
    if determiner is None:
        kind = BARE
    elif determiner == "'s":
        kind = POSSESSED
    else:
        kind = DEFINITE if determiner in word_lists().definite else INDEFINITE
    return _mention((index, index, kind, noun_class(word.lemma), number, role))


def _coordination(words: Sequence[Word], index: int, thing: int) -> Mention:
    """*Ann and Bob* as one, complete at *Bob*."""
    first = words[index].head
    assert first is not None
    return Mention(first, index, COORDINATION, thing, PLURAL, _role(words, index))


def _is_name(word: Word, named: dict[str, int]) -> bool:
    """Whether a capitalised word is a name, whatever it was taken for."""
    form = word.form.lower()
    if form in named:
        return True
    lists = word_lists()
    return lists.names.get(form) in (MALE, FEMALE) and form not in lists.names_too


def _capitalised(words: Sequence[Word], index: int) -> bool:
    """Whether an unknown noun is written like a name, not because a sentence begins."""
    form = words[index].form
    return (
        form[1:2].islower()
        and index > 0
        and words[index - 1].form not in _OPENING
        and noun_class(words[index].lemma) == THING
    )


def _name_class(words: Sequence[Word], index: int, named: dict[str, int]) -> int:
    """By a title, a first name or the last word of the name; else as it was before."""
    first = last = index
    while first and words[first - 1].upos == "PROPN":
        first -= 1
    while last + 1 < len(words) and words[last + 1].upos == "PROPN":
        last += 1
    lists = word_lists()
    start, end = words[first].form.lower(), words[last].form.lower()
    title = lists.titles.get(start)
    if title is None and first:
        title = lists.titles.get(words[first - 1].form.lower())
    given = lists.names.get(start)
    thing = title
    if title == PERSON and given in (MALE, FEMALE):
        thing = given
    if thing is None and last > first:
        ending = lists.names.get(end)
        thing = ending if ending in (GROUP, PLACE) else given
    if thing in _PEOPLE and (last > first or title is not None):
        named[end] = thing
    if thing is None:
        thing = named.get(end, lists.names.get(end))
    if thing is None:
        common = noun_class(words[index].lemma)
        thing = common if common in (*_PEOPLE, GROUP, PLACE) else NAME
    return thing


def _add_other(words: Sequence[Word], index: int, mentions: list[Mention]) -> None:
    """Other pronouns, and numbers or adjectives that stand for a noun."""
    word = words[index]
    feats = word.feats
    if word.upos == "PRON":
        if "Person=1" in feats and "Plur" not in feats:
            role = _role(words, index)
            mentions.append(_mention((index, index, SPEAKER, PERSON, SINGULAR, role)))
            return
        if "Person=" in feats or "PronType=Rel" in feats or word.relation == "expl":
            return
    lemma = word.lemma.lower()
    somebody = lemma in word_lists().somebody or lemma.endswith(("one", "body"))
    thing, role = PERSON if somebody else THING, _role(words, index)
    mentions.append(_mention((index, index, INDEFINITE_PRONOUN, thing, _number(word), role)))
