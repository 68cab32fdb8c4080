"""What sentences mention and which pronouns they have, on trees drawn by hand."""

from enum import IntEnum

import pytest
from tests.discourse.pairing import parsed

from litmus.discourse.antecedents.mentions import may_be_empty, pronoun_words, scene
from litmus.discourse.antecedents.scoring import codes
from litmus.discourse.antecedents.scoring.codes import Number, PronounKind, Referent
from litmus.discourse.antecedents.words import agrees, referent_of_noun, word_lists


@pytest.mark.parametrize(("code", "size"), [
    (codes.PronounKind, 5), (codes.Case, 4), (codes.Referent, 14), (codes.Number, 3),
    (codes.MentionKind, 11), (codes.Role, 10), (codes.Branch, 10), (codes.EmptyPattern, 10),
])  # fmt: skip
def test_codes_are_rows_of_the_weights(code: type[IntEnum], size: int) -> None:
    assert [member.value for member in code] == list(range(size))


def mentions(text: str, named: dict[str, Referent] | None = None) -> list[str]:
    """`head-last kind referent number role`, in lower case."""
    heads = " x/X x/X x/X"  # of what has none in the text
    found = scene(parsed(text + heads), {} if named is None else named).mentions
    return [
        f"{m.head}-{m.last} {m.kind.name} {m.referent.name} {m.number.name} {m.role.name}".lower()
        for m in found
    ]


@pytest.mark.parametrize(("text", "expected"), [
    # nouns, by their determiner
    ("the/DET/1/det cup/NOUN/2/nsubj fell/VERB",
     ["1-1 definite thing singular subject", "2-2 clause event singular predicate"]),
    ("a/DET/1/det cup/NOUN/2/obj/Number=Plur", ["1-1 indefinite thing plural object"]),
    ("cup/NOUN/1/iobj", ["0-0 bare thing singular object"]),
    ("his/PRON/1/nmod:poss cup/NOUN/2/obl",
     ["0-0 pronoun male singular owner", "1-1 possessed thing singular oblique"]),
    ("dog/NOUN/2/nmod:poss 's/PART/0/case cup/NOUN/3/nsubj:pass",
     ["0-0 bare animal singular owner", "2-2 possessed thing singular passive_subject"]),
    ("my/PRON/1/nmod:poss/Person=1|Number=Sing cup/NOUN/3/nmod",
     ["0-0 speaker person singular owner", "1-1 possessed thing singular modifier"]),
    ("both/DET/1/advmod cup/NOUN/3/appos", ["1-1 bare thing singular apposition"]),
    ("cup/NOUN/3/dislocated", ["0-0 bare thing singular beside"]),
    ("cup/NOUN/3/dep", ["0-0 bare thing singular other"]),
    ("waitress/NOUN/-/root", ["0-0 bare female singular predicate"]),
    *((f"cup/NOUN/3/{part}", []) for part in
      ("flat", "flat:foreign", "fixed", "goeswith", "punct", "list", "det")),
    # no mentions
    *((f"x/{upos}/-/root", []) for upos in ("PUNCT", "ADP", "CCONJ", "SCONJ", "PART", "SYM")),
    # coordinations take the role of the first
    ("cups/NOUN/3/obj/Number=Plur and/CCONJ/2/cc plates/NOUN/0/conj/Number=Plur/plate saw/VERB",
     ["0-0 bare thing plural object", "2-2 bare thing plural object",
      "0-2 coordination thing plural object", "3-3 clause event singular predicate"]),
    ("Ann/PROPN/3/nsubj and/CCONJ/2/cc Bob/PROPN/0/conj saw/VERB",
     ["0-0 proper female singular subject", "2-2 proper male singular subject",
      "0-2 coordination male plural subject", "3-3 clause event singular predicate"]),
    # clauses
    ("saw/VERB/3/ccomp", ["0-0 clause event singular other"]), ("saw/VERB/3/aux", []),
    ("was/AUX/-/root", ["0-0 clause event singular predicate"]),
    *((f"new/ADJ/3/{name}", ["0-0 clause event singular other"]) for name in (
        "csubj", "csubj:pass", "csubj:outer", "xcomp", "advcl", "advcl:relcl", "acl:relcl", "acl",
        "parataxis")),
    # what stands for a noun
    ("new/ADJ/3/obj", ["0-0 indefinite_pronoun thing singular object"]), ("new/ADJ/3/amod", []),
    ("two/NUM/3/nsubj/Number=Plur", ["0-0 indefinite_pronoun thing plural subject"]),
    ("two/NUM/3/nummod", []),
    ("somebody/PRON/3/nsubj", ["0-0 indefinite_pronoun person singular subject"]),
    ("noone/PRON/3/nsubj", ["0-0 indefinite_pronoun person singular subject"]),
    ("thatbody/PRON/3/nsubj", ["0-0 indefinite_pronoun person singular subject"]),
    ("something/PRON/3/nsubj", ["0-0 indefinite_pronoun thing singular subject"]),
    ("what/PRON/3/ccomp", []),
    ("I/PRON/3/nsubj/Person=1|Number=Sing", ["0-0 speaker person singular subject"]),
    ("we/PRON/3/nsubj/Person=1|Number=Plur", []), ("you/PRON/3/nsubj/Person=2", []),
    ("who/PRON/3/nsubj/PronType=Rel", []), ("there/PRON/3/expl", []),
    # pronouns
    ("he/PRON/1/nsubj slept/VERB/4/advmod", ["0-0 pronoun male singular subject"]),
    ("she/PRON/3/obj", ["0-0 pronoun female singular object"]),
    ("it/PRON/3/obj", ["0-0 pronoun itself singular object"]),
    ("they/PRON/3/obj", ["0-0 pronoun themselves plural object"]),
    ("this/PRON/3/obj", ["0-0 demonstrative deictic singular object"]),
    ("that/PRON/3/obj", ["0-0 demonstrative deictic singular object"]),
    ("those/PRON/3/obj", ["0-0 demonstrative deictic plural object"]),
    ("it/PRON/3/expl", []), ("it/PRON/1/nsubj snows/VERB/4/aux//snow", []),
    ("it/PRON/1/obj snows/VERB/4/aux//snow", ["0-0 pronoun itself singular object"]),
    ("he/PRON/-/root", ["0-0 pronoun male singular predicate"]),
    # names
    ("Ann/PROPN/1/nsubj", ["0-0 proper female singular subject"]),
    ("Paris/PROPN/1/obl", ["0-0 proper place singular oblique"]),
    ("Xyz/PROPN/1/obl", ["0-0 proper name singular oblique"]),
    ("Nurse/PROPN/1/obl", ["0-0 proper person singular oblique"]),
    ("Committee/PROPN/1/obl", ["0-0 proper group singular oblique"]),
    ("Cup/PROPN/1/obl", ["0-0 proper name singular oblique"]),
    ("Ann/X/1/nsubj", ["0-0 proper female singular subject"]), ("ann/X/1/nsubj", []),
    ("Ann/VERB/1/dep", ["0-0 proper female singular other"]), ("Rose/X/1/dep", []),
    ("Ann/NOUN/1/nsubj", ["0-0 proper female singular subject"]),
    ("big/X Zyx/NOUN/1/nsubj", ["1-1 proper name singular subject"]),  # written like a name
    ("Zyx/NOUN/1/nsubj", ["0-0 bare thing singular subject"]),  # a sentence begins so
    ("big/X ZYX/NOUN/1/nsubj", ["1-1 bare thing singular subject"]),
    ("big/X Nurse/NOUN/1/nsubj", ["1-1 bare person singular subject"]),
    *((f"{mark}/PUNCT Zyx/NOUN/1/nsubj", ["1-1 bare thing singular subject"])
      for mark in '":“”‘-—–.('),
])  # fmt: skip
def test_mentions(text: str, expected: list[str]) -> None:
    assert mentions(text) == expected


@pytest.mark.parametrize(("text", "referents", "named"), [
    ("Mr/PROPN/1/flat Zyx/PROPN/2/nsubj", ["male"], {"zyx": Referent.MALE}),
    ("Mrs/PROPN/1/flat Zyx/PROPN/2/nsubj", ["female"], {"zyx": Referent.FEMALE}),
    ("Dr/PROPN/1/flat Zyx/PROPN/2/nsubj", ["person"], {"zyx": Referent.PERSON}),
    ("uncle/NOUN/1/flat Zyx/PROPN/2/nsubj", ["male"], {"zyx": Referent.MALE}),
    ("Doctor/NOUN/1/flat Ann/PROPN/2/nsubj", ["female"], {"ann": Referent.FEMALE}),
    ("Ann/PROPN/2/nsubj Zyx/PROPN/0/flat", ["female"], {"zyx": Referent.FEMALE}),
    ("Ann/PROPN/1/flat Bank/PROPN/2/nsubj", ["group"], {}),
    ("Ann/PROPN/1/flat Lake/PROPN/2/nsubj", ["place"], {}),
    ("Zyx/PROPN/1/flat Bob/PROPN/2/nsubj", ["male"], {}),
    ("Ann/PROPN/1/nsubj", ["female"], {}),
])  # fmt: skip
def test_names_that_introduce_people(
    text: str, referents: list[str], named: dict[str, Referent]
) -> None:
    known: dict[str, Referent] = {}
    assert [row.split()[2] for row in mentions(text, known)] == referents
    assert known == named


def test_who_was_introduced_is_known_again() -> None:
    assert mentions("Zyx/PROPN/1/nsubj", {"zyx": Referent.MALE})[0].split()[2] == "male"
    assert mentions("Zyx/X/1/nsubj", {"zyx": Referent.MALE})[0].split()[1] == "proper"
    assert mentions("Ann/PROPN/1/nsubj", {"ann": Referent.MALE})[0].split()[2] == "male"


@pytest.mark.parametrize(("text", "expected"), [
    ("he/PRON/0/nsubj", "he nominative"), ("him/PRON/0/obj", "he accusative"),
    ("his/PRON/0/nmod:poss", "he possessive"), ("himself/PRON/0/obj", "he reflexive"),
    ("she/PRON/0/nsubj", "she nominative"), ("her/PRON/0/obj", "she accusative"),
    ("her/PRON/0/nmod:poss", "she possessive"), ("her/PRON/0/det", "she possessive"),
    ("hers/PRON/0/obj", "she possessive"), ("herself/PRON/0/obj", "she reflexive"),
    ("it/PRON/0/nsubj", "it nominative"), ("it/PRON/0/expl", "it nominative"),
    ("it/PRON/0/obj", "it accusative"), ("its/PRON/0/nmod:poss", "it possessive"),
    ("itself/PRON/0/obj", "it reflexive"), ("they/PRON/0/nsubj", "they nominative"),
    ("them/PRON/0/obj", "they accusative"), ("'em/PRON/0/obj", "they accusative"),
    ("their/PRON/0/nmod:poss", "they possessive"), ("theirs/PRON/0/obj", "they possessive"),
    ("themselves/PRON/0/obj", "they reflexive"), ("themself/PRON/0/obj", "they reflexive"),
    ("This/PRON/0/nsubj", "that nominative"), ("that/PRON/0/obj", "that nominative"),
    ("these/PRON/0/obj", "that nominative"), ("those/PRON/0/obj", "that nominative"),
    # its, cut as if it were it's
    *((f"it/PRON/0/nsubj s/PART/0/case x/{upos}", "it possessive") for upos in ("NOUN", "PROPN",
     "ADJ")),
    ("it/PRON/0/obj s/PART/0/case x/VERB", "it nominative"),
    ("it/PRON/0/obj s/PART/0/case", "it accusative"),
    ("it/PRON/0/obj is/AUX/0/case x/NOUN", "it accusative"),
    # other uses of the same words
    ("he/NOUN/0/nsubj", ""), ("you/PRON/0/nsubj", ""), ("that/PRON/0/obj/PronType=Rel", ""),
    *((f"that/PRON/0/{name}", "") for name in ("det", "mark", "advmod", "cc", "fixed")),
    ("her/PRON/0/advmod", "she accusative"),
])  # fmt: skip
def test_pronouns_and_their_case(text: str, expected: str) -> None:
    found = scene(parsed(text), {}).pronouns
    assert [f"{p.kind.name} {p.case.name}".lower() for p in found] == [expected] * bool(expected)
    assert pronoun_words(parsed(text)) == [0] * bool(expected)


def test_only_it_may_stand_for_nothing() -> None:
    words = parsed("It/PRON this/PRON its/PRON")
    assert [may_be_empty(words, index) for index in range(3)] == [True, False, False]


HE, SHE, IT, THEY, THAT = PronounKind
PEOPLE = {Referent.PERSON, Referent.ANIMAL, Referent.NAME}
SINGULARS = {
    HE: {Referent.MALE, *PEOPLE},
    SHE: {Referent.FEMALE, *PEOPLE},
    IT: {*Referent} - {Referent.MALE, Referent.FEMALE, Referent.PERSON, Referent.THEMSELVES},
    THEY: {Referent.PERSON, Referent.GROUP, Referent.THEMSELVES},
    THAT: {Referent(code) for code in (4, 5, 7, 8, 9, 10, 12, 13)},
}  # fmt: skip
PLURALS = {
    THEY: {*Referent} - {Referent.TIME, Referent.EVENT, Referent.ITSELF},
    THAT: {Referent.VAGUE, Referent.THING, Referent.THEMSELVES},
}


@pytest.mark.parametrize("pronoun", PronounKind)
def test_what_a_pronoun_may_mean(pronoun: PronounKind) -> None:
    one, many = SINGULARS[pronoun], PLURALS.get(pronoun, set())
    for number, expected in (
        (Number.SINGULAR, one), (Number.PLURAL, many), (Number.UNKNOWN, one | many),
    ):  # fmt: skip
        assert {r for r in Referent if agrees(pronoun, r, number)} == expected


@pytest.mark.parametrize(("lemma", "referent"), [
    ("Uncle", "male"), ("waitress", "female"), ("teacher", "person"), ("dog", "animal"),
    ("monday", "time"), ("thing", "vague"), ("committee", "group"), ("lake", "place"),
    ("table", "thing"), ("ex-wife", "female"), ("horsewoman", "female"), ("oarsman", "male"),
    ("xxman", "thing"), ("xxxman", "male"), ("zoologist", "person"), ("mortician", "person"),
    ("cupperson", "person"), ("harpist", "person"), ("waist", "thing"), ("mother", "female"),
])  # fmt: skip
def test_what_nouns_stand_for(lemma: str, referent: str) -> None:
    assert referent_of_noun(lemma).name.lower() == referent


def test_lists_of_words() -> None:
    lists = word_lists()
    assert lists.version == 1
    assert not {"he", "she", "it", "they"} & set(lists.nouns)
    assert [lists.titles[word].name for word in ("mr", "mrs", "dr")] == ["MALE", "FEMALE", "PERSON"]
    names = ("tom", "mary", "paris", "bank")
    assert [lists.names[word].name for word in names] == ["MALE", "FEMALE", "PLACE", "GROUP"]
    assert (lists.markers["because"], lists.markers["than"]) == (1, 9)
    own = {
        "weather": "sunny", "rains": "snow", "seems": "appear", "said": "report", "makes": "keep",
        "adjectives": "clear", "definite": "those", "somebody": "nobody", "says": "insist",
        "light": "do", "names_too": "will",
    }  # fmt: skip
    assert all(word in getattr(lists, name) for name, word in own.items())
