"""The parts of the embedded resolver, on trees drawn by hand."""

import re
from pathlib import Path

import numpy as np
import pytest
from benchmarks.discourse.antecedents import judge
from benchmarks.discourse.antecedents_gold import GoldDocument, Mention, read_gum
from tests.discourse.pairing import parsed

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
    PronounKind,
    Role,
)
from litmus.discourse.antecedents.scoring.features import Features
from litmus.discourse.antecedents.scoring.fit import Fits, fits, nouns_in_places, place_of
from litmus.discourse.antecedents.scoring.layout import AXES, FIELDS, GROUPS, parts
from litmus.discourse.antecedents.scoring.scorer import scorer
from litmus.discourse.antecedents.words import word_lists
from litmus.language.analysis import Sentence, Word

ANN_AND_BOB = parsed(
    "Ann/PROPN/3/nsubj and/CCONJ/2/cc Bob/PROPN/0/conj saw/VERB the/DET/5/det "
    "boats/NOUN/3/obj/Number=Plur/boat because/SCONJ/8/mark they/PRON/8/nsubj sank/VERB/3/advcl"
)


def scene_of(given: Sentence) -> Scene:
    return scene(given, {})


def test_links_tell_own_clause_from_the_one_above() -> None:
    clauses = Clauses(ANN_AND_BOB)
    view = PronounView(clauses, 7)
    assert [clauses.argument(index)[1] for index in (7, 0)] == [8, 3]
    assert view.clauses == [8, 3] and len(view.branches) == 1
    subject, thing = view.link(0, Role.SUBJECT), view.link(5, Role.OBJECT)
    assert subject != thing and subject[1:] == thing[1:]  # other roles in the same clause
    own = PronounView(clauses, 5).link(0, Role.SUBJECT)  # seen from its own clause
    assert own[0] != subject[0]


@pytest.mark.parametrize(("text", "inside"), [
    ('"He is late," said Mary', ["He", "is", "late"]),
    ("“He is late” said Mary", ["He", "is", "late"]),
    ('is late," said Mary', ["is", "late"]),  # it began in the sentence before
    ('Mary said: "He is', ["He", "is"]),  # and this one goes on
    ('"Yes," said Mary, "late"', ["Yes", "late"]),
    ('said " yes " Mary', ["yes"]),  # tokenised
])  # fmt: skip
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


@pytest.mark.parametrize(("text", "it", "governor", "below", "case", "pattern"), [
    ("It/PRON/1/nsubj rain/VERB", 0, 1, "", Case.NOMINATIVE, EmptyPattern.WEATHER),
    ("It/PRON/2/expl is/AUX/2/cop clear/ADJ that/SCONJ/5/mark we/PRON/5/nsubj lost/VERB/2/csubj",
     0, 2, "cop csubj", Case.NOMINATIVE, EmptyPattern.WITH_CLAUSE),
    ("We/PRON/1/nsubj make/VERB it/PRON/1/obj hard/ADJ/1/xcomp to/PART/5/mark lose/VERB/3/csubj",
     2, 1, "", Case.ACCUSATIVE, EmptyPattern.MADE),
    ("It/PRON/1/nsubj broke/VERB", 0, 1, "", Case.NOMINATIVE, EmptyPattern.NO_SIGN),
    ("It/PRON/2/nsubj:pass is/AUX/2/aux:pass said/VERB/-/root//say that/SCONJ/5/mark "
     "we/PRON/5/nsubj lost/VERB/2/ccomp", 0, 2, "aux:pass ccomp", Case.NOMINATIVE, EmptyPattern.SAID),
    ("It/PRON/1/nsubj said/VERB/-/root//say that/SCONJ/4/mark we/PRON/4/nsubj lost/VERB/1/ccomp",
     0, 1, "ccomp", Case.NOMINATIVE, EmptyPattern.NO_SIGN),
    ("It/PRON/1/nsubj:pass eaten/VERB/-/root//eat that/SCONJ/4/mark we/PRON/4/nsubj lost/VERB/1/ccomp",
     0, 1, "ccomp", Case.NOMINATIVE, EmptyPattern.NO_SIGN),
])  # fmt: skip
def test_patterns_of_an_empty_it(
    text: str, it: int, governor: int, below: str, case: Case, pattern: EmptyPattern
) -> None:
    words, relations = parsed(text).words, frozenset(below.split())
    assert empty_pattern(words, it, governor, relations, case) == pattern


def test_spans_end_before_the_pronoun() -> None:
    found = scene_of(ANN_AND_BOB).mentions
    by_kind = {(m.head, m.kind): m for m in found}
    words = ANN_AND_BOB.words
    assert span(words, by_kind[0, MentionKind.PROPER], 7) == (0, 1)
    assert span(words, by_kind[0, MentionKind.COORDINATION], 7) == (0, 3)
    assert span(words, by_kind[5, MentionKind.DEFINITE], 7) == (4, 6)


def test_places_of_words() -> None:
    words = parsed("He/PRON/1/nsubj eats/VERB it/PRON/1/obj with/ADP/4/case fork/NOUN/1/obl").words
    places = [place_of(words, index) for index in (0, 1, 2, 4)]
    assert places == ["s eats", None, "o eats", "with eats"]
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


def test_layout_is_that_of_the_shipped_weights() -> None:
    assert sum(FIELDS.values()) == len(scorer().pronouns)
    assert set().union(*GROUPS) == set(AXES)
    for group, table in zip(GROUPS, scorer().groups, strict=True):
        rows = np.stack([codes for _, codes in parts(group)])
        assert rows.shape[1] == len(table)
        assert rows.min() == 0


def test_probabilities_of_a_pronoun_leave_room_for_what_is_further_back() -> None:
    features = Features()
    features.add(scene_of(ANN_AND_BOB))
    rows = features.rows()
    scores = scorer().scores(rows)
    assert 0 < scores.pairs.sum() + scores.nothing[0] < 1 and (scores.pairs > 0).all()
    best = scene_of(ANN_AND_BOB).mentions[rows.candidate[int(scores.pairs.argmax())]]
    assert best.kind in (MentionKind.COORDINATION, MentionKind.DEFINITE)


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
