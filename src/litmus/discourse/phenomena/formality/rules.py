"""Rules of address: words and forms that show a register."""

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any, Literal, get_args

from litmus.discourse.required_features import RequiredFeatures
from litmus.discourse.rule_fields import (
    read_composed,
    read_features,
    read_word_set,
    word_set,
    words,
)
from litmus.files.toml_tables import Place, check_keys, check_mapping, check_table, key

Register = Literal["informal", "formal"]
REGISTERS: tuple[Register, ...] = get_args(Register)
RegisterOf = Mapping[str, Register]  # of a word
_EXACT = "_exact"
# Every list of words has a key for each register, such as `formal_for_you`: suffix -> field.
_WORD_LISTS = {
    "": "words",
    "_for_you": "words_for_you",
    _EXACT: "words_exact",
    "_dative": "datives",
    "_reflexive": "reflexives",
    "_with": "companions",
}


@dataclass(frozen=True, slots=True)
class VerbRule:
    """A verb that shows register by its form.

    With `for_you` only where it translates a verb whose subject is *you*, or an imperative. It has
    no subject of its own but a word of address, unless the form is `certain`. `but` holds
    words, and endings that begin with a hyphen.
    """

    register: Register
    features: RequiredFeatures = key({}, reads=read_features)
    for_you: bool = False
    imperative: bool = False  # only where it is an imperative, or translates one
    certain: bool = False  # no other person has this form
    forms: frozenset[str] = word_set()  # only these written forms, if any are named
    endings: tuple[str, ...] = words()  # only forms that end so, if any are named
    but: frozenset[str] = word_set()  # not these forms or endings
    lemma_endings: tuple[str, ...] = words()  # only words whose lemma ends so, if any are named
    # Parts of speech: analysers take rare verb forms for nouns (Portuguese achas, Spanish compras).
    upos: frozenset[str] = key(frozenset(("VERB", "AUX")), reads=read_word_set)

    @property
    def holds_for_all(self) -> bool:
        """Whether nothing narrows it down."""
        return not (self.features or self.forms or self.endings or self.lemma_endings)


@dataclass(frozen=True, slots=True)
class PredicateRules:
    """Register at the end of predicates (Japanese, Korean).

    Formal: a polite lemma, form or part in it, or a polite ending. Informal, if `plain`: one with a
    plain ending at the end of a sentence or main clause, where nothing is polite. An ending may
    name a part of speech (`VERB:る`) and begin with a Hangul letter (`ㅂ니다`).
    """

    polite_lemmas: frozenset[str] = word_set()
    polite_endings: tuple[str, ...] = words()
    plain_endings: tuple[str, ...] = words()
    plain: bool = False
    polite_forms: frozenset[str] = word_set()  # words that are polite by themselves
    polite_parts: tuple[str, ...] = words()  # what is polite inside a verb: Korean 시
    polite_stems: tuple[str, ...] = words()  # verbs that begin so only seem to have such a part
    polite_but: frozenset[str] = word_set()  # forms that only look polite
    final_endings: tuple[str, ...] = words()  # plain only at the end of a sentence
    # Plain at the end before a particle or `!`, or where it translates an imperative: して！
    request_endings: tuple[str, ...] = words()
    exclaimed_endings: tuple[str, ...] = words()  # final endings that before `!` show nothing
    clause_endings: tuple[str, ...] = words()  # plain before `clause_ends`: いいけど
    polite_answers: frozenset[str] = word_set()  # before punctuation: Korean 네
    plain_answers: frozenset[str] = word_set()
    plain_but: frozenset[str] = word_set()  # forms that only look plain
    # Plain before another clause too, where the source says *you* or thanks: Korean 줘서 (주셔서).
    plain_links: tuple[str, ...] = words()
    particles: frozenset[str] = word_set()  # may follow the predicate: Japanese よ ね か
    final_particles: frozenset[str] = word_set()  # the same, at the end only: Japanese か
    clause_ends: frozenset[str] = word_set()  # follow a main clause: Japanese が けど
    quoting: frozenset[str] = word_set()  # after a comma, make a quotation of what precedes it
    commas: bool = False  # a plain predicate before a comma ends a main clause
    joins: frozenset[str] = word_set()  # join a verb and an auxiliary: Japanese て
    auxiliaries: frozenset[str] = word_set()  # lemmas of the verbs that are so joined
    nominalisers: frozenset[str] = word_set()  # precede a copula: Japanese の ん
    extensions: frozenset[str] = word_set()  # may follow a polite word in the predicate
    apart: frozenset[str] = word_set()  # auxiliaries of a whole clause: Japanese よう
    becoming: frozenset[str] = word_set()  # lemmas of verbs that take an adjective: なる
    nouns: frozenset[str] = word_set()  # make one predicate with a verb: 気に
    copulas: frozenset[str] = word_set()  # follow no verb, but the noun that looks like one
    carriers: frozenset[str] = word_set()  # carry a verb that has taken place: こと
    existence: frozenset[str] = word_set()  # lemmas of the verbs after them: ある ない


def _read_agreeing(place: Place, table: Any) -> Mapping[str, RequiredFeatures]:
    check_mapping(place, table)
    check_keys(place, table, REGISTERS)
    return {name: read_features(place.below(name), text) for name, text in table.items()}


@dataclass(frozen=True, eq=False)  # cached as the object it is
class FormalityRules:
    """Words and forms of address. `case` may matter: German *Sie* and *sie* are two words.

    Words `for_you` count only where they translate you, your, yours, yourself, yourselves;
    `datives` also with a verb whose English subject is *you* (le gusta), `reflexives` where their
    verb counts (se va). `words_exact` keep their case in any language: Italian *Lei*.
    `companions` count before a word of their register, since the other one makes one word of
    both: Spanish *con usted* and *contigo*.
    `agreeing_verbs`: register -> features of a finite verb that shows the register of its subject;
    not the forms `agreeing_but` names, nor those of lemmas that end as it says (-ten).
    """

    words: RegisterOf = key({})
    words_for_you: RegisterOf = key({})
    words_exact: RegisterOf = key({})
    datives: RegisterOf = key({})
    reflexives: RegisterOf = key({})
    companions: RegisterOf = key({})
    case: Literal["fold", "exact"] = "fold"
    verbs: tuple[VerbRule, ...] = ()
    agreeing_verbs: Mapping[str, RequiredFeatures] = key({}, reads=_read_agreeing)
    agreeing_but: frozenset[str] = word_set()
    formal_but: frozenset[str] = word_set()  # phrases with such words that both registers have
    inverted: bool = False  # an agreeing verb must precede its subject directly
    enclitic_imperatives: bool = False  # no other finite verb has a clitic behind it: siéntese
    predicates: PredicateRules | None = None

    @property
    def exact(self) -> bool:
        """Whether case tells words apart."""
        return self.case == "exact"


def read_formality(place: Place, table: Any) -> FormalityRules:
    """What a file says under `[formality]`."""
    check_mapping(place, table)
    lists = [f"{register}{suffix}" for register in REGISTERS for suffix in _WORD_LISTS]
    given = {
        name: _registers(place, table, suffix, fold=table.get("case") != "exact")
        for suffix, name in _WORD_LISTS.items()
    }
    others = [field.name for field in fields(FormalityRules) if field.name not in given]
    check_keys(place, table, (*lists, *others))
    remainder = {name: value for name, value in table.items() if name not in lists}
    return check_table(place, remainder, FormalityRules, given)


def _registers(place: Place, table: Mapping[str, Any], suffix: str, *, fold: bool) -> RegisterOf:
    """The words of one kind of list, each with its register."""
    informal, formal = (
        read_composed(place.below(name), table.get(name, ""))
        for name in (f"informal{suffix}", f"formal{suffix}")
    )
    both = set(informal).intersection(formal)
    if both:
        raise place.error(
            f"has {', '.join(sorted(both))} in informal{suffix} and in formal{suffix}."
        )
    registers: dict[str, Register] = {
        **dict.fromkeys(informal, "informal"),
        **dict.fromkeys(formal, "formal"),
    }
    if not fold or suffix == _EXACT:
        return registers
    return {word.lower(): register for word, register in registers.items()}
