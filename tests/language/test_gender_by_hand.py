"""The order in which the words of a sentence show a person's gender, on sentences made by hand."""

from collections.abc import Callable
from pathlib import Path

import pytest

from litmus.errors import DataError, LitmusError, UnknownName
from litmus.language.analysis import Sentence, Token, Word
from litmus.language.gender.reading import Finding, GenderReader
from litmus.language.gender.rules import Determiners, GenderRules, Shown, load_gender


def some(words: str) -> frozenset[str]:
    return frozenset(words.split())


RULES = GenderRules(
    code="xx",
    version=1,
    reviewed="nobody",
    determiners=Determiners(
        male=some("der dem"),
        female=some("die der"),
        neutral=some("dem"),
        plain=some("les"),
        plural=some("die"),
    ),
    endings=Shown(male=some("er"), female=some("in erin"), neutral=some("kraft")),
    words=Shown(male=some("mann he both"), female=some("frau both"), neutral=some("kind -kind")),
    after={"der": Shown(male=some("te"), female=some("ten"))},
    plural_marks=("s", "nen"),
)
FIRST = GenderRules(
    code="xx", version=1, reviewed="nobody", endings=RULES.endings, agreement="first"
)


def sentence(rows: str) -> Sentence:
    """Words as form/UPOS/head/relation/features; heads count from 1, and 0 is the root."""
    words, tokens, at = [], [], 0
    for place, row in enumerate(rows.split()):
        form, upos, head, relation, feats = (*row.split("/"), "", "", "", "")[:5]
        above = int(head) - 1 if head not in ("", "0") else None
        end = at + len(form)
        lemma = {"Herrn": "Mann"}.get(form, form)
        words.append(Word(form, lemma, upos, feats, above, relation, 1.0, at, end))
        tokens.append(Token(at, end, place, place + 1))
        at = end + 1
    return Sentence(" ".join(word.form for word in words), 0, at - 1, tuple(tokens), tuple(words))


def read(
    rows: str, linked: tuple[int, ...], taken: tuple[int, ...] = (), rules: GenderRules = RULES
) -> tuple[str, str, str]:
    gender, words, because = GenderReader(rules).read(sentence(rows), linked, taken)
    return gender, " ".join(words), because


NOTHING = "nothing shows a gender"


@pytest.mark.parametrize(
    ("rows", "linked", "expected"),
    [
        # words of the list decide alone, by form or by lemma; of two genders they do not
        ("die/DET Mann/NOUN", 1, ("male", "Mann", "word list: Mann")),
        ("die/DET Herrn/NOUN", 1, ("male", "Herrn", "word list: Herrn")),
        ("der/DET Waisenkind/NOUN", 1, ("neutral", "Waisenkind", "word list: Waisenkind")),
        ("both/NOUN", 0, ("neutral", "both", NOTHING)),
        # the determiner, if it goes with one gender only
        ("die/DET Ding/NOUN", 1, ("female", "die Ding", "article die")),
        ("Die/DET Lehrerin/NOUN", 1, ("female", "Die Lehrerin", "article die")),
        # which is a plural of all genders before an ending for men
        ("die/DET Lehrer/NOUN", 1, ("male", "die Lehrer", "ending -er")),
        # otherwise the longest ending, of those genders
        ("der/DET Lehrer/NOUN", 1, ("male", "der Lehrer", "ending -er")),
        ("der/DET Lehrerin/NOUN", 1, ("female", "der Lehrerin", "ending -erin")),
        ("Lehrerinnen/NOUN", 0, ("female", "Lehrerinnen", "ending -erin")),
        ("Lehrers/NOUN", 0, ("male", "Lehrers", "ending -er")),
        ("der/DET Beamte/NOUN", 1, ("male", "der Beamte", "ending -te")),
        ("der/DET Beamten/NOUN", 1, ("female", "der Beamten", "ending -ten")),
        ("dem/DET Beamten/NOUN", 1, ("male", "dem Beamten", "article dem")),
        # words that agree with it
        ("alte/ADJ/2/amod/Gender=Fem Ding/NOUN/0/root", 1, ("female", "Ding alte", "adjective alte")),
        ("Ding/NOUN/0/root kam/VERB/1/acl/Gender=Fem", 0, ("female", "Ding kam", "adjective kam")),
        ("Ding/NOUN/2/nsubj kam/VERB/0/root/Gender=Masc", 0, ("male", "Ding kam", "verb kam")),
        ("Ding/NOUN/2/nsubj:pass alt/ADJ/0/root/Gender=Fem", 0, ("female", "Ding alt", "adjective alt")),
        ("Ding/NOUN/3/nsubj war/AUX/3/cop/Gender=Fem alt/ADJ/0/root", 0, ("female", "Ding war", "verb war")),
        ("Ding/NOUN/3/nsubj hat/AUX/3/aux/Gender=Fem getan/VERB/0/root", 0, ("female", "Ding hat", "verb hat")),
        # but no plural, no neuter, no object, no word of another noun
        ("Ding/NOUN/2/nsubj kam/VERB/0/root/Gender=Fem|Number=Plur", 0, ("neutral", "Ding", NOTHING)),
        ("Ding/NOUN/2/nsubj kam/VERB/0/root/Gender=Neut", 0, ("neutral", "Ding", NOTHING)),
        ("Ding/NOUN/2/obj kam/VERB/0/root/Gender=Fem", 0, ("neutral", "Ding", NOTHING)),
        ("Ding/NOUN/0/root alte/ADJ/3/amod/Gender=Fem Tür/NOUN/1/nmod", 0, ("neutral", "Ding", NOTHING)),
        ("Ding/NOUN/0/nsubj", 0, ("neutral", "Ding", NOTHING)),
        # nor one that the determiner rules out
        ("dem/DET alte/ADJ/3/amod/Gender=Fem Ding/NOUN/0/root", 2, ("male", "dem Ding", "article dem")),
        ("dem/DET alte/ADJ/3/amod/Gender=Masc Ding/NOUN/0/root", 2, ("male", "Ding alte", "adjective alte")),
        # what the analyser says of the noun, unless the noun is said of anybody
        ("Ding/NOUN/0/root/Gender=Fem", 0, ("female", "Ding", "gender of the noun")),
        ("Ding/NOUN/0/root/Gender=Com", 0, ("neutral", "Ding", "gender of the noun")),
        ("dem/DET Ding/NOUN/0/root/Gender=Neut", 1, ("neutral", "dem Ding", "gender of the noun")),
        ("dem/DET Ding/NOUN/0/root/Gender=Fem", 1, ("male", "dem Ding", "article dem")),
        ("Hilfskraft/NOUN/0/root/Gender=Fem", 0, ("neutral", "Hilfskraft", NOTHING)),
        ("dem/DET Hilfskraft/NOUN/0/root/Gender=Fem", 1, ("male", "dem Hilfskraft", "article dem")),
        # the determiner is the nearest, among three words, over adjectives and the like
        ("die/DET a/ADJ b/NUM Ding/NOUN", 3, ("female", "die Ding", "article die")),
        ("die/DET a/ADJ b/ADJ c/ADJ Ding/NOUN", 4, ("neutral", "Ding", NOTHING)),
        ("die/DET a/NOUN Ding/NOUN", 2, ("neutral", "Ding", NOTHING)),
        ("die/DET les/DET Ding/NOUN", 2, ("neutral", "Ding", NOTHING)),
        ("LES’/DET Ding/NOUN/0/root/Gender=Fem", 1, ("female", "LES’ Ding", "gender of the noun")),
        ("Ding/NOUN die/DET", 0, ("neutral", "Ding", NOTHING)),
    ],
)  # fmt: skip
def test_what_shows_a_gender(rows: str, linked: int, expected: tuple[str, str, str]) -> None:
    assert read(rows, (linked,)) == expected


def test_feminine_verbs_of_nouns_for_men_come_first_in_some_languages() -> None:
    for rows, expected in {
        "Lehrer/NOUN/2/nsubj/Gender=Masc kam/VERB/0/root/Gender=Fem": "female",
        "Lehrerin/NOUN/2/nsubj kam/VERB/0/root/Gender=Masc": "female",
        "Lehrer/NOUN/2/nsubj alt/ADJ/0/root/Gender=Fem": "male",
        "Lehrer/NOUN/2/nsubj/Gender=Fem kam/VERB/0/root/Gender=Fem": "male",
    }.items():
        assert read(rows, (0,), rules=FIRST)[0] == expected


@pytest.mark.parametrize(
    ("rows", "linked", "taken", "noun"),
    [
        ("die/DET Ding/NOUN", (0,), (), None),
        ("die/DET Ding/NOUN", (), (), None),
        ("rasch/ADV und/CCONJ ja/PART ist/AUX", (0, 1, 2, 3), (), None),
        ("les/DET Ding/NOUN", (0, 1), (), "Ding"),
        ("alt/ADJ/0/root Ding/NOUN/0/root", (0, 1), (), "Ding"),  # a noun before an adjective
        ("alt/ADJ/0/root neu/ADJ/0/root", (0, 1), (), "alt"),
        ("Haus/NOUN/2/nmod Tür/NOUN/0/root", (0, 1), (), "Tür"),  # the one above the other
        ("Sie/PRON/0/root", (0,), (), "Sie"),
        # a part of a name leads to the whole, also over several steps
        ("Marie/PROPN/2/compound Ding/NOUN/0/root", (0,), (), "Ding"),
        ("Marie/PROPN/2/flat:name Ding/NOUN/3/appos Tür/NOUN/0/root", (0,), (), "Tür"),
        # unless that is another's, no noun, or no part
        ("Marie/PROPN/2/compound Ding/NOUN/0/root", (0,), (1,), "Marie"),
        ("Marie/PROPN/2/compound kam/VERB/0/root", (0,), (), "Marie"),
        ("Marie/PROPN/2/conj Ding/NOUN/0/root", (0,), (), "Marie"),
    ],
)
def test_the_noun_that_names_a_person(
    rows: str, linked: tuple[int, ...], taken: tuple[int, ...], noun: str | None
) -> None:
    found = read(rows, linked, taken)
    if noun is None:
        assert found == ("unknown", "", "no word is linked to it")
    else:
        assert found == ("neutral", noun, NOTHING)


def test_person_without_a_sentence_is_unknown() -> None:
    nothing = Finding("unknown", (), "no word is linked to it")
    assert GenderReader(RULES).read(None, [], []) == nothing


def test_determiners_are_held_even_if_they_show_nothing() -> None:
    held = [word for word in ("der", "die", "les", "le", "") if RULES.determiners.holds(word)]
    assert held == ["der", "die", "les"]
    assert RULES.determiners.of("der") == {"male", "female"}
    assert Shown().of_ending("x") == (frozenset(), "")


@pytest.fixture
def own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[str], Path]:
    """Writes rules of one's own for Swedish."""

    def write(text: str) -> Path:
        path = tmp_path / "gender" / "sv.toml"
        path.parent.mkdir()
        path.write_text(text, encoding="utf-8")
        monkeypatch.setenv("LITMUS_DATA", str(tmp_path))
        return path

    return write


OWN = 'code = "sv"\nversion = 1\nreviewed = "me"\n'


@pytest.mark.parametrize(
    ("code", "text", "error", "message"),
    [
        ("tr", OWN, UnknownName, "No language with rules for gender is called 'tr'.\nKnown: ar, de, "
         "es, fr, he, is, it, nl, pt, ro, ru, sv"),
        ("sv", OWN.replace("sv", "no"), DataError, "{path} is for 'no': name it no.toml."),
        ("sv", OWN + '[ending]\nfemale = "inna"\n', DataError, "{path}: unknown key 'ending'. Did you "
         "mean 'endings'?\nKnown: after, agreement, code, determiners, endings, plural_marks, "
         "reviewed, version, words"),
        ("sv", 'code = "sv"\n', DataError, "{path}: the key 'version' is missing."),
    ],
)  # fmt: skip
def test_rules_that_are_refused(
    own: Callable[[str], Path], code: str, text: str, error: type[LitmusError], message: str
) -> None:
    path = own(text)
    with pytest.raises(error) as caught:
        load_gender(code)
    assert str(caught.value) == message.format(path=path)


def test_rules_of_the_users_own(own: Callable[[str], Path]) -> None:
    own(OWN + '[endings]\nfemale = "inna"\n')
    rules = load_gender("sv")
    assert rules.ending("lärarinna") == (frozenset({"female"}), "inna")
    assert rules.mark.startswith(".own-")
    assert load_gender("de").mark == ""
