"""Words after which something may be missing: one tree for every way to decide."""

import pytest
from tests.discourse.gaps.trees import tree

from litmus.discourse.gaps.candidates import candidates
from litmus.discourse.gaps.gap import GapKind
from litmus.discourse.gaps.nouns import is_number, may_lack_noun
from litmus.discourse.gaps.verbs import after_negation
from litmus.discourse.gaps.view import FAR

VERB: GapKind = "verb phrase"
NOUN: GapKind = "noun phrase"


def may_lack(kind: GapKind, text: str) -> bool:
    words, starred = tree(text)
    return (starred, kind) in list(candidates(words))


@pytest.mark.parametrize("negation", ["not", "n't", "nt", "never", "t", "N’T"])
def test_negations_belong_to_the_auxiliary_before_them(negation: str) -> None:
    words, _ = tree(f"did/AUX {negation}/PART not/PART swim/VERB")
    assert after_negation(words, 0) == 3
    assert after_negation(words[:3], 0) == 3
    assert after_negation(words, 2) == 3


@pytest.mark.parametrize("clitic", ["'s", "'m", "'re", "'ll", "'d", "'ve", "’LL"])
def test_clitics_need_what_follows_them(clitic: str) -> None:
    assert not may_lack(VERB, f"she/PRON/1/nsubj *{clitic}/AUX")
    for follows in ("not", "n't", "better", "rather"):
        assert may_lack(VERB, f"she/PRON/1/nsubj *{clitic}/AUX {follows}/PART/1/advmod")
    assert not may_lack(VERB, f"she/PRON/1/nsubj *{clitic}/AUX so/ADV/1/advmod")


@pytest.mark.parametrize("last", ["be", "been", "being", "have", "'ve"])
def test_only_the_last_auxiliary_of_a_chain_counts(last: str) -> None:
    assert not may_lack(VERB, f"she/PRON/2/nsubj *would/AUX/2/aux {last}/AUX")
    assert not may_lack(VERB, f"she/PRON/3/nsubj *would/AUX/3/aux not/PART {last}/AUX")


@pytest.mark.parametrize("inverter", ["so", "neither", "nor", "as", "than", "too", "like"])
def test_a_word_that_inverts_makes_an_auxiliary_of_anything(inverter: str) -> None:
    assert may_lack(VERB, f"{inverter}/ADV *did/NOUN/-/dep")
    compares = inverter in ("as", "than", "like")
    assert may_lack(VERB, f"{inverter}/ADV she/PRON *did/NOUN/-/dep") is compares


@pytest.mark.parametrize("upos", ["DET", "NOUN", "PROPN", "NUM", "ADJ"])
def test_a_full_verb_with_an_object_lacks_nothing(upos: str) -> None:
    assert not may_lack(VERB, f"she/PRON/1/nsubj *did/VERB it/{upos}/1/obj")
    assert may_lack(VERB, f"than/SCONJ she/PRON/2/nsubj *did/VERB it/{upos}/2/obj")


@pytest.mark.parametrize(("text", "expected"), [
    # an auxiliary and its verb
    ("He/PRON/2/nsubj *will/AUX/2/aux go/VERB", False),
    ("He/PRON/2/nsubj *was/AUX/2/aux:pass seen/VERB", False),
    ("He/PRON/2/nsubj *will/AUX/3/aux not/PART/3/advmod go/VERB", False),
    ("He/PRON/2/nsubj *will/AUX/2/aux goes/VERB/-/root/VerbForm=Fin", True),
    ("He/PRON/2/nsubj *will/AUX/2/aux goes/VERB/-/root/VerbForm=Inf", False),
    ("He/PRON/2/nsubj *will/AUX/2/mark go/VERB", True),
    ("He/PRON/2/nsubj would/AUX/2/aux *have/AUX", True),
    ("He/PRON/2/nsubj *would/AUX/2/aux have/AUX", False),
    ("He/PRON/2/nsubj *can/AUX/2/aux not/PART", True),  # it hangs on its own negation
    ("He/PRON/2/nsubj *was/AUX/2/aux tired/ADJ", True),  # was, tired: hardly its verb
    # to
    ("I/PRON/1/nsubj want/VERB *to/PART", True), ("*to/PART", False), ("*to/PART ,/PUNCT", False),
    ("want/VERB *to/PART ,/PUNCT", True),
    ("want/VERB *to/PART/3/mark really/ADV/3/advmod ,/PUNCT", False),
    ("want/VERB *to/PART/3/mark not/PART/3/advmod go/VERB", False),
    ("want/VERB *to/PART/4/mark really/ADV/4/advmod ,/PUNCT go/VERB", True),
    ("want/VERB *to/PART/4/case really/ADV/4/advmod then/ADV go/VERB", True),
    ("want/VERB *to/PART/0/mark really/ADV/0/advmod", True),
    *((f"go/VERB *to/ADP it/{upos}", False)
      for upos in ("DET", "NOUN", "PROPN", "PRON", "NUM", "ADJ", "SYM", "VERB", "AUX")),
    # marginal auxiliaries
    ("you/PRON/1/nsubj *need/AUX", False), ("you/PRON/1/nsubj *dare/AUX", False),
    ("you/PRON/1/nsubj *need/AUX not/PART/1/advmod", True),
    ("you/PRON/1/nsubj *dare/AUX not/PART/1/advmod", True), ("you/PRON/1/nsubj *can/AUX", True),
    # have to, be to
    ("she/PRON/1/nsubj *has/AUX to/PART", False), ("she/PRON/1/nsubj *did/AUX to/PART", True),
    ("than/SCONJ she/PRON *has/AUX to/PART", True),
    # how far "than" reaches, and what stops it
    ("than/SCONJ she/PRON *did/X", True), ("so/SCONJ she/PRON *did/X", False),
    ("than/SCONJ a/DET b/X c/X d/X *did/X", True),
    ("than/SCONJ a/DET b/X c/X d/X e/X *did/X", False),
    ("than/SCONJ ,/PUNCT she/PRON *did/X", False), ("than/SCONJ go/VERB she/PRON *did/X", False),
    ("than/SCONJ and/CCONJ she/PRON *did/X", False), ("as/SCONJ she/PRON *did/X", True),
    ("like/SCONJ she/PRON *did/X", True),
    # attached to a later word that is hardly its verb
    ("*do/AUX/2/aux surely/ADV go/VERB", False), ("*do/AUX/2/aux surely/ADV go/AUX", False),
    ("*do/AUX/2/aux surely/ADV party/NOUN", True),
    ("so/ADV *do/AUX/3/aux surely/ADV go/VERB", True), ("*is/AUX/2/cop surely/ADV ill/ADJ", False),
    ("*is/AUX/2/cop surely/ADV he/PRON", True), ("*is/AUX/2/cop surely/ADV there/ADV", True),
    ("*is/AUX/2/cop surely/ADV oh/INTJ", True), ("*is/AUX/2/cop surely/ADV not/PART", True),
    ("*is/AUX/2/cop ,/PUNCT ill/ADJ", True), ("*is/AUX/2/cop if/SCONJ ill/ADJ", True),
    ("*would/AUX/3/aux surely/ADV have/AUX party/NOUN", False),  # the chain goes on
    ("*would/AUX/4/aux ,/PUNCT surely/ADV have/AUX go/VERB", True),
    ("*do/AUX/4/aux not/PART they/PRON will/AUX rot/VERB", True),  # "they" has its own
    ("*do/AUX/4/aux not/PART crops/NOUN will/AUX rot/VERB", True),
    ("*do/AUX/4/aux not/PART soon/ADV will/AUX rot/VERB", False),
    ("*do/AUX/3/aux will/AUX they/PRON rot/VERB", False),
    ("*can/AUX/2/aux should/AUX/2/aux/VerbForm=Fin help/VERB", True),  # those who can should help
    ("*do/AUX/2/aux should/AUX/2/aux/VerbForm=Fin help/VERB", True),
    ("*had/AUX/2/aux should/AUX/2/aux/VerbForm=Fin help/VERB", False),
    ("*can/AUX/2/aux should/AUX/2/aux/VerbForm=Inf help/VERB", False),
    # what is left is decided by its part of speech
    *((f"she/PRON *did/{upos}/-/root", True) for upos in ("AUX", "VERB", "PART", "ADV", "INTJ")),
    ("she/PRON *did/NOUN/-/root", False), ("she/PRON *swims/VERB/-/root", False),
])  # fmt: skip
def test_what_lacks_a_verb(text: str, expected: bool) -> None:
    assert may_lack(VERB, text) is expected


@pytest.mark.parametrize(("distance", "expected"), [(FAR - 1, True), (FAR, False)])
def test_a_mark_far_from_an_auxiliary_parts_nothing(distance: int, expected: bool) -> None:
    filler = "soon/ADV " * (distance - 1)
    text = f"*do/AUX/{FAR + 2}/aux {filler},/PUNCT {'soon/ADV ' * (FAR + 1 - distance)}go/VERB"
    assert may_lack(VERB, text) is expected


@pytest.mark.parametrize(
    "relation", ["amod", "nummod", "det", "nmod:poss", "compound", "det:predet"]
)
@pytest.mark.parametrize(("text", "expected"), [
    ("*his/PRON/1/{} dog/NOUN", False), ("*his/PRON/2/{} old/ADJ Rex/PROPN", False),
    ("*his/PRON/1/{} dogged/ADJ", True),
    *((f"*his/PRON/2/{{}} x/{upos} dog/NOUN", True) for upos in ("PUNCT", "CCONJ", "VERB", "DET")),
    ("is/AUX *his/PRON/0/{} dog/NOUN", False), ("*his/PRON/-/{} Rex/PROPN", False),
    ("is/AUX *his/PRON/0/{} not/PART", True), ("is/AUX *his/PRON/0/{}", True),
])  # fmt: skip
def test_a_noun_that_follows_is_not_missing(relation: str, text: str, expected: bool) -> None:
    assert may_lack(NOUN, text.format(relation)) is expected


@pytest.mark.parametrize("genitive", ["'s", "'", "s", "’s"])
@pytest.mark.parametrize(("text", "expected"), [
    ("Ann/PROPN *{}/PART", True), ("Ann/PROPN *{}/PART ./PUNCT", True),
    ("Ann/PROPN *{}/PART today/NOUN", True),
    *((f"Ann/PROPN *{{}}/PART x/{upos}", False) for upos in ("NOUN", "PROPN", "ADJ", "NUM", "DET")),
    *((f"Ann/PROPN *{{}}/PART {quote}/PUNCT", False) for quote in ('"', "“", "‘", "``", "'")),
    ("*{}/PART", False), ("Ann/PROPN *{}/X/0/case", True), ("Ann/PROPN *{}/X", False),
    # taken for a verb, it owns at the end of what is said alone
    ("Ann/PROPN *{}/AUX", True), ("dog/NOUN *{}/AUX ./PUNCT", True),
    ("Ann/PROPN *{}/AUX here/ADV", False), ("it/PRON *{}/AUX ./PUNCT", False),
    ("*{}/AUX ./PUNCT Ann/PROPN", False),
])  # fmt: skip
def test_genitives_lack_what_is_owned(genitive: str, text: str, expected: bool) -> None:
    assert may_lack(NOUN, text.format(genitive)) is expected


@pytest.mark.parametrize(("text", "expected"), [
    *((f"it/PRON is/AUX *{own}/PRON", True)
      for own in ("mine", "yours", "hers", "ours", "theirs", "his", "whose")),
    ("*two/NUM", True), ("*two/NUM of/ADP them/PRON", False),
    *((f"*those/DET {who}/PRON", False) for who in ("who", "whom", "whose")),
    ("*those/DET which/PRON", True), ("*some/DET who/PRON", True),
    # quantifiers that are adverbs
    ("at/ADP *first/ADJ", False), ("at/ADP *last/ADJ", False), ("at/ADP *most/ADJ", False),
    ("each/DET *other/ADJ", False), ("or/CCONJ *other/ADJ", False), ("by/ADP *first/ADJ", True),
    ("*own/VERB", False), ("*own/ADJ", True),
    ("*either/CCONJ/-/cc:preconj", False), ("*either/CCONJ/-/cc", True),
    ("*more/ADV/1/advmod tired/ADJ", False), ("*more/ADJ/1/amod tired/ADJ", False),
    ("*more/ADV/1/nsubj tired/ADJ", True), ("be/AUX *some/ADV/0/advmod", True),
    ("*any/DET/1/det more/ADJ", False), ("*any/DET/2/det the/DET more/ADJ", True),
    ("went/VERB *first/ADV/0/advmod", False), ("went/VERB *first/ADJ/0/advmod", True),
    ("went/VERB *first/ADV/0/obl", True), ("went/VERB *many/ADV/0/advmod", True),
    # one
    ("took/VERB *one/NUM", True), ("no/DET *one/NOUN", False), ("red/ADJ *one/NOUN", False),
    ("this/PRON *one/NOUN", False), ("*one/NUM another/DET", False), ("*one/NUM other/ADJ", True),
    ("no/DET *two/NUM", True), ("*two/NUM another/DET", True),
    # numbers that go on
    ("twenty/NUM/2/compound -/PUNCT/0/punct *five/NUM", True),
    ("*twenty/NUM five/NUM", False), ("*twenty/ADJ five/NUM", True),
    ("*twenty/NUM five/NOUN", True),
    *((f"*two/NUM {link}/X three/NUM", False) for link in ("-", "–", "or", "to", "and")),
    ("*two/NUM nor/X three/NUM", True), ("*two/NUM or/X none/PRON", True), ("*two/NUM or/X", True),
    # years, codes, money, lists, units, months, signs
    ("in/ADP *1985/NUM", False), ("in/ADP *85/NUM", True), ("in/ADP *5.3.85/NUM", False),
    ("$/SYM *5/NUM", False), ("$/SYM a/X b/X *5/NUM", False), ("$/SYM a/X b/X c/X *5/NUM", True),
    *((f"{money}/X at/ADP *five/NUM", False) for money in ("EUR", "USD", "US$", "GBP", "C$")),
    *((f"*2/NUM {mark}/PUNCT", False) for mark in ".):"), ("*2/NUM ,/PUNCT", True),
    ("*two/NUM ./PUNCT", True), ("took/VERB *2/NUM ./PUNCT", True),
    ("at/ADP *5/NUM pm/X", False), ("at/ADP *five/NUM o'clock/X", False),
    ("*five/NUM %/SYM", False), ("May/PROPN *five/NUM", False), ("*5/NUM May/PROPN", False),
    ("may/AUX *five/NUM", True), ("Mary/PROPN *five/NUM", False), ("Tom/PROPN *five/NUM", True),
    ("(/PUNCT *5/NUM", False), ("(/PUNCT *five/NUM", True), ("took/VERB *5/NUM +/X", False),
    # adjectives
    ("the/DET/1/det *red/ADJ", True), ("my/PRON/1/nmod:poss *red/ADJ", True),
    ("the/DET/0/det *red/ADJ", False), ("so/ADV/1/advmod *red/ADJ", False),
    ("the/DET/1/det *red/ADJ/0/amod", False), ("the/DET/1/det *red/ADJ/0/advmod", False),
    ("is/AUX *tallest/ADJ/-/root/Degree=Sup", True), ("*tallest/ADJ/-/root/Degree=Sup", False),
    ("is/AUX *taller/ADJ/-/root/Degree=Cmp", False),
    ("is/AUX *last-but-one/ADJ/-/root/NumType=Ord", True),
    ("the/DET/1/det *dog/NOUN", False),
])  # fmt: skip
def test_what_lacks_a_noun(text: str, expected: bool) -> None:
    assert may_lack(NOUN, text) is expected


def test_only_adjectives_lack_a_noun_by_their_form() -> None:
    words, place = tree("the/DET/1/det *best/NOUN/-/root/Degree=Sup")
    assert not may_lack_noun(words, place, "best")


@pytest.mark.parametrize(("form", "expected"), [
    ("one", True), ("dozens", True), ("zero", True), ("eleven", True), ("fifteen", True),
    ("sixty", True), ("sixty-one", True), ("3", True), ("3,000.5", True), ("21st", True),
    ("often", False), ("3x", False), ("first", False), ("", False),
])  # fmt: skip
def test_numbers(form: str, expected: bool) -> None:
    assert is_number(form) is expected
