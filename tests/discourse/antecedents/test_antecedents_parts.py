"""The parts of the embedded resolver, on trees drawn by hand."""

import re
from pathlib import Path

import numpy as np
import pytest
from benchmarks.discourse.antecedents import judge
from benchmarks.discourse.antecedents_gold import GoldDocument, Mention, read_gum
from tests.discourse.pairing import sentence

from litmus.discourse.antecedents.clauses import Clauses, PronounView, quoted
from litmus.discourse.antecedents.embedded import span
from litmus.discourse.antecedents.mentions import Scene, scene
from litmus.discourse.antecedents.pleonastic import empty_pattern
from litmus.discourse.antecedents.resolver import Antecedent, Location
from litmus.discourse.antecedents.scoring.codes import (
    Branch,
    Case,
    EmptyPattern,
    MentionKind,
    Number,
    PronounKind,
    Referent,
    Role,
)
from litmus.discourse.antecedents.scoring.features import Features
from litmus.discourse.antecedents.scoring.fit import Fits, fits, nouns_in_places, place_of
from litmus.discourse.antecedents.scoring.layout import AXES, FIELDS, GROUPS, parts
from litmus.discourse.antecedents.scoring.scorer import scorer
from litmus.discourse.antecedents.words import agrees, referent_of_noun, word_lists
from litmus.language.analysis import Sentence, Word

ANN_AND_BOB = sentence(
    "Ann Ann PROPN _ 3 nsubj",
    "and _ CCONJ _ 2 cc",
    "Bob Bob PROPN _ 0 conj",
    "saw _ VERB _ _ root",
    "the _ DET _ 5 det",
    "boats boat NOUN Number=Plur 3 obj",
    "because _ SCONJ _ 8 mark",
    "they _ PRON _ 8 nsubj",
    "sank _ VERB _ 3 advcl",
)


def scene_of(given: Sentence) -> Scene:
    return scene(given, {})


def test_mentions_of_a_sentence() -> None:
    found = scene_of(ANN_AND_BOB)
    named = [(m.head, m.kind, m.referent, m.number) for m in found.mentions]
    assert named[:4] == [
        (0, MentionKind.PROPER, Referent.FEMALE, Number.SINGULAR),
        (2, MentionKind.PROPER, Referent.MALE, Number.SINGULAR),
        (0, MentionKind.COORDINATION, Referent.MALE, Number.PLURAL),
        (3, *named[3][1:]),  # the clause
    ]
    assert named[4] == (5, MentionKind.DEFINITE, Referent.THING, Number.PLURAL)
    assert [(p.word, p.kind, p.case) for p in found.pronouns] == [
        (7, PronounKind.THEY, Case.NOMINATIVE)
    ]


def test_a_document_remembers_who_was_introduced() -> None:
    named: dict[str, Referent] = {}
    full = sentence(
        "Susan Susan PROPN _ 2 nsubj", "Quirrel Quirrel PROPN _ 0 flat", "slept _ VERB _ _ root"
    )
    short = sentence("Quirrel Quirrel PROPN _ 1 nsubj", "slept _ VERB _ _ root")
    before = scene(short, named).mentions[0].referent
    scene(full, named)
    after = scene(short, named).mentions[0].referent
    assert before not in (Referent.MALE, Referent.FEMALE) and after == Referent.FEMALE


def test_its_cut_in_two_is_an_owner() -> None:
    cut = sentence("The _ DET _ 1 det", "dog _ NOUN _ 2 nsubj", "lost _ VERB _ _ root", "it _ PRON _ 5 nsubj",
               "s _ PART _ 5 case", "bone _ NOUN _ 2 obj")  # fmt: skip
    assert scene_of(cut).pronouns[0].case not in (Case.NOMINATIVE, Case.ACCUSATIVE)


def test_classes_of_nouns() -> None:
    classes = {
        "waitress": Referent.FEMALE,
        "uncle": Referent.MALE,
        "teacher": Referent.PERSON,
        "committee": Referent.GROUP,
    }
    classes |= {
        "monday": Referent.TIME,
        "table": Referent.THING,
        "ex-wife": Referent.FEMALE,
        "horsewoman": Referent.FEMALE,
    }
    assert {word: referent_of_noun(word) for word in classes} == classes


def test_no_word_is_in_two_classes_that_exclude_each_other() -> None:
    lists = word_lists()
    assert lists.nouns["mother"] == Referent.FEMALE and lists.names["london"] not in (
        Referent.MALE,
        Referent.FEMALE,
    )
    assert not {"he", "she", "it", "they"} & set(lists.nouns)


def test_agreement_of_pronouns() -> None:
    assert agrees(PronounKind.HE, Referent.MALE, Number.SINGULAR) and not agrees(
        PronounKind.HE, Referent.FEMALE, Number.SINGULAR
    )
    assert agrees(PronounKind.THEY, Referent.THING, Number.PLURAL) and not agrees(
        PronounKind.THEY, Referent.THING, Number.SINGULAR
    )
    assert agrees(PronounKind.IT, Referent.THING, Number.SINGULAR) and not agrees(
        PronounKind.IT, Referent.THING, Number.PLURAL
    )
    assert agrees(PronounKind.THEY, Referent.GROUP, Number.SINGULAR) and not agrees(
        PronounKind.HE, Referent.MALE, Number.PLURAL
    )


def test_links_tell_own_clause_from_the_one_above() -> None:
    clauses = Clauses(ANN_AND_BOB)
    view = PronounView(clauses, 7)
    assert [clauses.argument(index)[1] for index in (7, 0)] == [8, 3]
    assert view.clauses == [8, 3] and len(view.branches) == 1
    subject, thing = view.link(0, Role.SUBJECT), view.link(5, Role.OBJECT)
    assert subject != thing and subject[1:] == thing[1:]  # other roles in the same clause
    assert (
        PronounView(clauses, 5).link(0, Role.SUBJECT)[0] != subject[0]
    )  # seen from its own clause


@pytest.mark.parametrize(
    ("text", "inside"),
    [
        ('"He is late," said Mary', ["He", "is", "late"]),
        ("“He is late” said Mary", ["He", "is", "late"]),
        ('is late," said Mary', ["is", "late"]),  # it began in the sentence before
        ('Mary said: "He is', ["He", "is"]),  # and this one goes on
        ('"Yes," said Mary, "late"', ["Yes", "late"]),
        ('said " yes " Mary', ["yes"]),  # tokenised
    ],
)
def test_quotations(text: str, inside: list[str]) -> None:
    words = tuple(
        Word(match[0], match[0], "X", "", None, "dep", 1.0, *match.span())
        for match in re.finditer(r"\w+|[^\w\s]", text)
    )
    found = quoted(Sentence(text, 0, len(text), (), words))
    assert found is not None
    pairs = zip(words, found, strict=True)
    assert [word.form for word, quote in pairs if quote and word.form.isalpha()] == inside


def test_no_marks_no_quotation() -> None:
    assert quoted(ANN_AND_BOB) is None


def test_patterns_of_an_empty_it() -> None:
    rains = sentence("It _ PRON _ 1 nsubj", "rain _ VERB _ _ root")
    clear = sentence("It _ PRON _ 2 expl", "is _ AUX _ 2 cop", "clear _ ADJ _ _ root", "that _ SCONJ _ 5 mark",
                 "we _ PRON _ 5 nsubj", "lost _ VERB _ 2 csubj")  # fmt: skip
    made = sentence("We _ PRON _ 1 nsubj", "make _ VERB _ _ root", "it _ PRON _ 1 obj", "hard _ ADJ _ 1 xcomp",
                "to _ PART _ 5 mark", "lose _ VERB _ 3 csubj")  # fmt: skip
    broke = sentence("It _ PRON _ 1 nsubj", "broke _ VERB _ _ root")
    none: frozenset[str] = frozenset()
    assert empty_pattern(rains.words, 0, 1, none, Case.NOMINATIVE) == EmptyPattern.WEATHER
    assert (
        empty_pattern(clear.words, 0, 2, frozenset(("cop", "csubj")), Case.NOMINATIVE)
        == EmptyPattern.WITH_CLAUSE
    )
    assert empty_pattern(made.words, 2, 1, none, Case.ACCUSATIVE) == EmptyPattern.MADE
    assert empty_pattern(broke.words, 0, 1, none, Case.NOMINATIVE) == EmptyPattern.NO_SIGN


def test_spans_end_before_the_pronoun() -> None:
    found = scene_of(ANN_AND_BOB).mentions
    by_kind = {(m.head, m.kind): m for m in found}
    words = ANN_AND_BOB.words
    assert span(words, by_kind[0, MentionKind.PROPER], 7) == (0, 1)
    assert span(words, by_kind[0, MentionKind.COORDINATION], 7) == (0, 3)
    assert span(words, by_kind[5, MentionKind.DEFINITE], 7) == (4, 6)


def test_places_of_words() -> None:
    words = sentence("He _ PRON _ 1 nsubj", "eats _ VERB _ _ root", "it _ PRON _ 1 obj", "with _ ADP _ 4 case",
                 "fork _ NOUN _ 1 obl").words  # fmt: skip
    assert [place_of(words, index) for index in (0, 1, 2, 4)] == [
        "s eats",
        None,
        "o eats",
        "with eats",
    ]
    assert list(nouns_in_places(words)) == [("fork", "with eats")]


def test_fits_are_cosines_in_steps() -> None:
    unit = np.array([[1, 0], [0, 1]], np.float32)
    made = Fits({"a": 0, "b": 1}, {"s x": 0}, unit, unit[:1])
    # unknown; the same direction; at right angles: between -0.05 and 0.02
    codes = made.codes(np.array([-1, 0, 1]), np.array([0, 0, 0]))
    assert codes.tolist() == [0, 6, 2]


def test_the_fits_that_ship_know_what_is_eaten() -> None:
    shipped = fits()
    drinks = shipped.place_vectors[shipped.places["o drink"]]
    vectors = {
        noun: shipped.noun_vectors[shipped.nouns[noun]] @ drinks for noun in ("water", "law")
    }
    assert vectors["water"] > vectors["law"] + 0.3


def test_every_group_is_the_sum_of_its_parts() -> None:
    for group in GROUPS:
        n = len(parts(group)[0][1])
        assert all(len(codes) == n for _, codes in parts(group))
        rows = np.stack([codes for _, codes in parts(group)])
        assert rows.min() == 0
    weights = scorer()
    assert [len(table) for table in weights.groups] == [len(parts(group)[0][1]) for group in GROUPS]


def test_probabilities_of_a_pronoun_leave_room_for_what_is_further_back() -> None:
    features = Features()
    features.add(scene_of(ANN_AND_BOB))
    rows = features.rows()
    scores = scorer().scores(rows)
    total = scores.pairs.sum() + scores.nothing[0]
    assert 0 < total < 1 and (scores.pairs > 0).all()
    best = rows.candidate[int(scores.pairs.argmax())]
    assert scene_of(ANN_AND_BOB).mentions[best].kind in (
        MentionKind.COORDINATION,
        MentionKind.DEFINITE,
    )


def test_fields_of_a_pronoun_by_hand() -> None:
    features = Features()
    features.add(scene_of(ANN_AND_BOB))
    rows = features.rows()
    (row,) = rows.pronouns.tolist()
    fields = dict(zip(FIELDS, row, strict=True))
    assert {name: code for name, code in fields.items() if code} == {
        "form": 11,  # of all pronouns
        "clause": Branch.ADVCL,
        "position": 3,  # six to eleven words before it
        "length": 1,  # eight to fifteen words
        "marker": word_lists().markers["because"],
        "governor": 5,  # a verb like any other
        "asked and case": PronounKind.THEY * 4 + Case.NOMINATIVE,
        "agreeing": (PronounKind.THEY * 4 + 2) * 4,  # both, and the boats; no sentence before
    }
    # Ann, Bob and the clause cannot be meant, but are candidates that are in the sentence.
    assert rows.candidate.tolist() == [0, 1, 2, 4]
    assert rows.in_sentence.all()


def test_layout_is_that_of_the_shipped_weights() -> None:
    assert sum(FIELDS.values()) == len(scorer().pronouns)
    assert set().union(*GROUPS) == set(AXES)


def test_tallies_by_hand() -> None:
    # "they" is Ann and Bob; the fake resolver says so, and then that it is not.
    text = ANN_AND_BOB.text
    start = text.index("they")
    mentions = (Mention(0, 0, 11, "1", ""), Mention(0, start, start + 4, "1", ""))
    document = GoldDocument("x", (text,), mentions, (ANN_AND_BOB,))

    class Fake:
        signature = "fake"

        def __init__(self, answer: Antecedent) -> None:
            self._answer = answer

        def resolve(self, document: object) -> list[dict[int, Antecedent]]:
            return [{7: self._answer}]

    yes = judge([document], [[ANN_AND_BOB]], Fake(Antecedent(Location.HERE, 1.0, (0, 3))))["they"]
    assert (yes.n, yes.gold, yes.said, yes.right, yes.span) == (1, 1, 1, 1, 1)
    no = judge([document], [[ANN_AND_BOB]], Fake(Antecedent(Location.EARLIER, 1.0, None)))["all"]
    assert (no.n, no.gold, no.said, no.right, no.span) == (1, 1, 0, 0, 0)


@pytest.mark.slow
def test_accuracy_on_the_development_part_of_gum(shared: Path) -> None:
    from litmus.discourse.antecedents.load import load_resolver
    from litmus.language.analysers import load_analyser

    documents = list(read_gum(shared / "data" / "ud" / "en-gum-coref" / "dev.conllu.gz"))
    analyser = load_analyser("embedded", "en")
    trees = [[found[0] for found in analyser.analyse(one.texts)] for one in documents]
    tallies = judge(documents, trees, load_resolver())
    assert tallies["all"].right / tallies["all"].n > 0.86
    assert tallies["it"].right / tallies["it"].n > 0.83
