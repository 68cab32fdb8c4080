"""The parts of the embedded resolver, on trees drawn by hand."""

import gzip
import json
import re
from pathlib import Path

import numpy as np
import pytest
from benchmarks.discourse.antecedents import judge
from benchmarks.discourse.antecedents_gold import (
    GoldDocument,
    Mention,
    detokenise,
    read_gum,
    read_parcorfull,
)
from pairing import sentence

from litmus.discourse.antecedents.clauses import Clauses, View, quoted
from litmus.discourse.antecedents.embedded import span
from litmus.discourse.antecedents.features import GROUPS, Features, parts
from litmus.discourse.antecedents.fit import Fits, fits, nouns_in_places, place
from litmus.discourse.antecedents.mentions import COORDINATION, DEFINITE, PROPER, Scene, scene
from litmus.discourse.antecedents.pleonastic import MADE, NO_SIGN, WEATHER, WITH_CLAUSE, pattern
from litmus.discourse.antecedents.resolver import Antecedent, Place
from litmus.discourse.antecedents.scorer import scorer
from litmus.discourse.antecedents.words import (
    ACCUSATIVE,
    FEMALE,
    GROUP,
    HE,
    IT,
    MALE,
    NOMINATIVE,
    PERSON,
    PLURAL,
    SINGULAR,
    THEY,
    THING,
    TIME,
    agreement,
    noun_class,
    word_lists,
)
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
    named = [(m.index, m.kind, m.thing, m.number) for m in found.mentions]
    assert named[:4] == [
        (0, PROPER, FEMALE, SINGULAR),
        (2, PROPER, MALE, SINGULAR),
        (0, COORDINATION, MALE, PLURAL),
        (3, *named[3][1:]),  # the clause
    ]
    assert named[4] == (5, DEFINITE, THING, PLURAL)
    assert [(p.index, p.asked, p.case) for p in found.pronouns] == [(7, THEY, NOMINATIVE)]


def test_a_document_remembers_who_was_introduced() -> None:
    named: dict[str, int] = {}
    full = sentence(
        "Susan Susan PROPN _ 2 nsubj", "Quirrel Quirrel PROPN _ 0 flat", "slept _ VERB _ _ root"
    )
    short = sentence("Quirrel Quirrel PROPN _ 1 nsubj", "slept _ VERB _ _ root")
    before = scene(short, named).mentions[0].thing
    scene(full, named)
    after = scene(short, named).mentions[0].thing
    assert before not in (MALE, FEMALE) and after == FEMALE


def test_its_cut_in_two_is_an_owner() -> None:
    cut = sentence("The _ DET _ 1 det", "dog _ NOUN _ 2 nsubj", "lost _ VERB _ _ root", "it _ PRON _ 5 nsubj",
               "s _ PART _ 5 case", "bone _ NOUN _ 2 obj")  # fmt: skip
    assert scene_of(cut).pronouns[0].case not in (NOMINATIVE, ACCUSATIVE)


def test_classes_of_nouns() -> None:
    classes = {"waitress": FEMALE, "uncle": MALE, "teacher": PERSON, "committee": GROUP}
    classes |= {"monday": TIME, "table": THING, "ex-wife": FEMALE, "horsewoman": FEMALE}
    assert {word: noun_class(word) for word in classes} == classes


def test_no_word_is_in_two_classes_that_exclude_each_other() -> None:
    lists = word_lists()
    assert lists.nouns["mother"] == FEMALE and lists.names["london"] not in (MALE, FEMALE)
    assert not {"he", "she", "it", "they"} & set(lists.nouns)


def test_agreement_of_pronouns() -> None:
    table = agreement()

    def agrees(asked: int, thing: int, number: int) -> bool:
        return table[(asked * 14 + thing) * 3 + number]

    assert agrees(HE, MALE, SINGULAR) and not agrees(HE, FEMALE, SINGULAR)
    assert agrees(THEY, THING, PLURAL) and not agrees(THEY, THING, SINGULAR)
    assert agrees(IT, THING, SINGULAR) and not agrees(IT, THING, PLURAL)
    assert agrees(THEY, GROUP, SINGULAR) and not agrees(HE, MALE, PLURAL)


def test_links_tell_own_clause_from_the_one_above() -> None:
    clauses = Clauses(ANN_AND_BOB)
    view = View(clauses, 7)
    assert [clauses.argument(index)[1] for index in (7, 0)] == [8, 3]
    assert view.clauses == [8, 3] and len(view.branches) == 1
    subject, thing = view.link(0, 0), view.link(5, 2)
    assert subject != thing and subject[1:] == thing[1:]  # other roles in the same clause
    assert View(clauses, 5).link(0, 0)[0] != subject[0]  # seen from its own clause


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
    assert pattern(rains.words, 0, 1, none, NOMINATIVE) == WEATHER
    assert pattern(clear.words, 0, 2, frozenset(("cop", "csubj")), NOMINATIVE) == WITH_CLAUSE
    assert pattern(made.words, 2, 1, none, ACCUSATIVE) == MADE
    assert pattern(broke.words, 0, 1, none, NOMINATIVE) == NO_SIGN


def test_spans_end_before_the_pronoun() -> None:
    found = scene_of(ANN_AND_BOB).mentions
    by_kind = {(m.index, m.kind): m for m in found}
    words = ANN_AND_BOB.words
    assert span(words, by_kind[0, PROPER], 7) == (0, 1)
    assert span(words, by_kind[0, COORDINATION], 7) == (0, 3)
    assert span(words, by_kind[5, DEFINITE], 7) == (4, 6)


def test_places_of_words() -> None:
    words = sentence("He _ PRON _ 1 nsubj", "eats _ VERB _ _ root", "it _ PRON _ 1 obj", "with _ ADP _ 4 case",
                 "fork _ NOUN _ 1 obl").words  # fmt: skip
    assert [place(words, index) for index in (0, 1, 2, 4)] == [
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
    assert scene_of(ANN_AND_BOB).mentions[best].kind in (COORDINATION, DEFINITE)


def test_the_words_of_the_penn_treebank_as_text() -> None:
    words = ["She", "ca", "n't", "-LRB-", "yet", "-RRB-", "pay", "$", "5", ",", "``", "he", "''"]
    text, spans = detokenise(words)
    assert text == 'She can\'t (yet) pay $5, "he"'
    assert [text[a:b] for a, b in spans][:5] == ["She", "ca", "n't", "(", "yet"]


def test_gum_is_read_with_its_brackets(tmp_path: Path) -> None:
    rows = [
        "# sent_id = GUM_x_y-1",
        "# text = Ann fell.",
        "1\tAnn\tAnn\tPROPN\tNNP\t_\t2\tnsubj\t_\tEntity=(1-person-new)",
        "2\tfell\tfall\tVERB\tVBD\t_\t0\troot\t_\tSpaceAfter=No",
        "3\t.\t.\tPUNCT\t.\t_\t2\tpunct\t_\t_",
        "",
        "# sent_id = GUM_x_y-2",
        "# text = Her old dog ran.",
        "1\tHer\ther\tPRON\tPRP$\t_\t3\tnmod:poss\t_\tEntity=(2-animal-new(1-person-giv)",
        "2\told\told\tADJ\tJJ\t_\t3\tamod\t_\t_",
        "3\tdog\tdog\tNOUN\tNN\t_\t4\tnsubj\t_\tEntity=2)",
        "4\tran\trun\tVERB\tVBD\t_\t0\troot\t_\tSpaceAfter=No",
        "5\t.\t.\tPUNCT\t.\t_\t4\tpunct\t_\t_",
        "",
        "",
    ]
    path = tmp_path / "x.conllu.gz"
    path.write_bytes(gzip.compress("\n".join(rows).encode()))
    (document,) = read_gum(path)
    assert document.id == "GUM_x_y"
    assert document.mentions == (
        Mention(0, 0, 3, "1", "person"),
        Mention(1, 0, 3, "1", "person"),
        Mention(1, 0, 11, "2", "animal"),
    )


def test_parcorfull_is_read_with_spans_of_characters(tmp_path: Path) -> None:
    mark = {"span": [[4, 4]], "mention": "pronoun", "type": "anaphoric", "coref_class": "set_1"}
    row = {
        "doc": "a",
        "words": ["Ann", "fell", ".", "Did", "she", "?"],
        "sentences": [[0, 2], [3, 5]],
        "coref": [mark, {"span": [[0, 0]], "mention": "np", "coref_class": "set_1"}],
    }
    path = tmp_path / "x.jsonl.gz"
    path.write_bytes(gzip.compress(json.dumps(row).encode()))
    (document,) = read_parcorfull(path)
    assert document.texts == ("Ann fell.", "Did she?")
    assert document.mentions == (
        Mention(0, 0, 3, "set_1", "np"),
        Mention(1, 4, 7, "set_1", "anaphoric"),
    )


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

    yes = judge([document], [[ANN_AND_BOB]], Fake(Antecedent(Place.HERE, 1.0, (0, 3))))["they"]
    assert (yes.n, yes.gold, yes.said, yes.right, yes.span) == (1, 1, 1, 1, 1)
    no = judge([document], [[ANN_AND_BOB]], Fake(Antecedent(Place.EARLIER, 1.0, None)))["all"]
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
