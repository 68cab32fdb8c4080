"""What pronouns and mentions are, in the numbers that the shipped network was trained on.

Never renumber: a member's value is a row of the weights.
"""

from enum import IntEnum


class PronounKind(IntEnum):
    """Which antecedents a pronoun asks for; THAT are the demonstratives."""

    HE = 0
    SHE = 1
    IT = 2
    THEY = 3
    THAT = 4


class Case(IntEnum):
    """The form of a pronoun."""

    NOMINATIVE = 0
    ACCUSATIVE = 1
    POSSESSIVE = 2
    REFLEXIVE = 3


class Referent(IntEnum):
    """What a mention stands for, as far as its words tell."""

    MALE = 0
    FEMALE = 1
    PERSON = 2
    ANIMAL = 3
    GROUP = 4
    PLACE = 5
    TIME = 6
    VAGUE = 7
    THING = 8  # any other common noun
    NAME = 9  # any other name
    ITSELF = 10  # an earlier it
    THEMSELVES = 11  # an earlier they
    DEICTIC = 12  # an earlier this or that
    EVENT = 13  # a clause


class Number(IntEnum):
    """Grammatical number."""

    SINGULAR = 0
    PLURAL = 1
    UNKNOWN = 2


class MentionKind(IntEnum):
    """How something is mentioned."""

    PRONOUN = 0
    DEMONSTRATIVE = 1
    INDEFINITE_PRONOUN = 2
    PROPER = 3
    DEFINITE = 4
    INDEFINITE = 5
    BARE = 6
    POSSESSED = 7
    COORDINATION = 8
    CLAUSE = 9
    SPEAKER = 10  # I


class Role(IntEnum):
    """What a mention is in its clause."""

    SUBJECT = 0
    PASSIVE_SUBJECT = 1
    OBJECT = 2
    OBLIQUE = 3
    OWNER = 4
    MODIFIER = 5
    APPOSITION = 6
    PREDICATE = 7
    BESIDE = 8
    OTHER = 9


class Branch(IntEnum):
    """How a clause depends on the one above it."""

    NOTHING = 0  # it is the same clause
    CCOMP = 1
    CSUBJ = 2
    ADVCL = 3
    XCOMP = 4  # not a clause of its own: its subject is above
    RELATIVE = 5
    ACL = 6
    PARATAXIS = 7
    CONJ = 8
    OTHER = 9


class EmptyPattern(IntEnum):
    """What tells that *it* may stand for nothing."""

    NO_SIGN = 0
    WEATHER = 1
    WITH_CLAUSE = 2
    SEEMS = 3
    SAID = 4
    TAKES = 5
    TIME_OF_DAY = 6
    MADE = 7
    CLEFT = 8
    JUDGED = 9
