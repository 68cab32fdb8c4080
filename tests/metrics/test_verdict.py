"""Verdicts on idioms: right, literal, omitted, other."""

from math import exp, log

import pytest
from measuring import marked, spans_of

from litmus.alignment.aligners import load_aligner
from litmus.corpus.segment import Idiom, Segment
from litmus.errors import UsageError
from litmus.metrics.base import Batch, Outputs, SegmentRow, Setup
from litmus.metrics.idiom.verdict.model import VERDICTS, Logistic, Model, Models, normalised
from litmus.metrics.registry import create

BEANS = marked(
    "Please do not spill the beans about the party .",
    "Bitte verrate nichts über die Party .",
    idiom="spill the beans",
    label="spill the beans",
)
RIGHT = "Bitte verrate das Geheimnis der Party nicht ."
LITERAL = "Bitte verschütte nicht die Bohnen über die Party ."


def judged(
    segment: Segment,
    *outputs: str,
    pair: tuple[str, str] = ("en", "de"),
    spec: str = "verdict",
) -> list[SegmentRow]:
    """The rows of each output, all of them scored together."""
    aligner = load_aligner("embedded", pair)
    references = segment.references
    reference_links = aligner.align([(segment.source, references[0])]) if references else None
    systems = [
        Outputs(str(n), [text], aligner.align([(segment.source, text)]))
        for n, text in enumerate(outputs)
    ]
    metric = create(spec, Setup(*pair, len(outputs)))
    prepared = metric.prepare(Batch([segment], reference_links, company=systems))
    return [row for system in systems for row in metric.measure(prepared, system)]


def test_right_and_literal_with_their_reasons() -> None:
    right, literal = judged(BEANS, RIGHT, LITERAL, spec="verdict:company=no")
    assert right.evidence["verdict"] == "right"
    assert right.counts[:4] == (1.0, 0.0, 0.0, 0.0)
    assert literal.evidence["verdict"] == "literal"
    assert literal.evidence["literal"] == {"spill": "verschütte", "beans": "Bohnen"}
    assert "spill = verschütte, beans = Bohnen" in literal.evidence["because"]
    assert sum(literal.evidence["chances"].values()) == pytest.approx(1, abs=0.01)
    assert literal.counts[4] < 0.5 < right.counts[4]


def test_a_system_alone_and_beside_others_agree_on_plain_cases() -> None:
    rows = judged(BEANS, RIGHT, LITERAL, RIGHT)
    assert [row.evidence["verdict"] for row in rows] == ["right", "literal", "right"]
    assert "like the other systems" in rows[0].evidence["because"]
    bare = marked(BEANS.source, idiom="spill the beans", label="spill the beans")
    rows = judged(bare, RIGHT, LITERAL, spec="verdict:company=no")
    assert [row.evidence["verdict"] for row in rows] == ["right", "literal"]


@pytest.mark.parametrize(
    ("output", "verdict", "reason"),
    [
        ("", "omitted", "the translation is empty"),
        (" . ", "omitted", "the translation is empty"),
        (BEANS.source, "other", "the source was copied"),
        ("Пожалуйста не рассказывай никому о празднике", "other", "not written as German is"),
    ],
)
def test_what_needs_no_model(output: str, verdict: str, reason: str) -> None:
    (row,) = judged(BEANS, output)
    assert row.evidence["verdict"] == verdict
    assert reason in row.evidence["because"]
    assert row.evidence["confidence"] > 0.99


def test_text_in_another_language_of_the_same_script_is_not_right() -> None:
    (row,) = judged(BEANS, "Ole hyvä äläkä kerro juhlista kenellekään ennen lauantaita .")
    assert row.evidence["verdict"] != "right"
    assert judged(Segment("1", "Nothing here ."), "Hier ist nichts .") == []


def test_an_idiom_inside_another_and_one_twice() -> None:
    source = "The ball is in your court , so get on the ball and stay on the ball ."
    outer = Idiom("the ball is in someone's court", spans_of(source, "The ball is in your court"))
    inner = Idiom("ball", spans_of(source, "ball"))
    first, second = spans_of(source, "on the ball", "on the ball")
    twice = [Idiom("on the ball", (first,)), Idiom("on the ball", (second,))]
    segment = Segment("1", source, idioms=(outer, inner, *twice))
    rows = judged(segment, "Du bist am Zug , also sei auf Zack und bleib aufmerksam .")
    assert [row.label for row in rows] == [outer.label, "ball", "on the ball"]
    assert all(row.evidence["verdict"] in VERDICTS for row in rows)


def test_the_meaning_that_a_suite_gives_is_looked_for() -> None:
    source = "He is a real gobbledegook of a man ."
    span = spans_of(source, "gobbledegook of a man")
    segment = Segment("1", source, idioms=(Idiom("x y z", span, meaning="teacher"),))
    (row,) = judged(segment, "Er ist ein echter Lehrer .")
    assert row.evidence["meant"] == {"teacher": "Lehrer"}
    assert "says what is meant: teacher = Lehrer" in row.evidence["because"]


def test_into_english_from_every_language_with_a_list() -> None:
    source = "Er hat am Ende die Katze aus dem Sack gelassen ."
    label = "die Katze aus dem Sack lassen"
    segment = marked(source, idiom="die Katze aus dem Sack gelassen", label=label)
    right, literal = judged(
        segment,
        "He revealed the secret in the end .",
        "He let the cat out of the sack in the end .",
        pair=("de", "en"),
    )
    assert right.counts[4] > literal.counts[4]
    assert "cat" in literal.evidence["literal"].values()
    assert right.evidence["meant"]


def test_an_idiom_that_was_left_out_is_said_to_be() -> None:
    source = "When the news came , the old man kicked the bucket in his garden behind the house ."
    segment = marked(source, idiom="kicked the bucket", label="kick the bucket")
    text = "Quand la nouvelle arriva , le vieil homme mourut dans son jardin derrière la maison ."
    whole, cut = judged(segment, text, text.replace(" mourut", ""), pair=("en", "fr"))
    assert (whole.evidence["verdict"], cut.evidence["verdict"]) == ("right", "omitted")
    assert cut.evidence["because"].startswith("nothing seems to stand for the idiom")


def test_words_that_are_no_idiom_may_be_translated_as_they_stand() -> None:
    figurative, literal = (
        judged(marked(source, idiom="kicked the bucket"), output)[0]
        for source, output in (
            ("He kicked the bucket last night .", "Er trat gestern Nacht den Eimer ."),
            ("He kicked the bucket of water over the wet floor .",
             "Er trat den Eimer Wasser über den nassen Boden ."),
        )
    )  # fmt: skip
    assert literal.evidence["figurative"] < figurative.evidence["figurative"]
    assert literal.counts[4] > figurative.counts[4]


def test_a_pair_without_a_dictionary_is_refused() -> None:
    with pytest.raises(UsageError, match="verdict: no dictionary for de-fr"):
        create("verdict", Setup("de", "fr"))


def test_the_signature_says_how_many_others_were_looked_at() -> None:
    assert create("verdict", Setup("en", "de", 4)).signature_parts()["company"] == "3"
    assert create("verdict", Setup("en", "de")).signature_parts()["company"] == "no"
    assert create("verdict:company=no", Setup("en", "de", 4)).signature_parts()["company"] == "no"
    # No verdicts in that language were learned from.
    assert create("verdict", Setup("en", "fr", 4)).signature_parts()["company"] == "no"


# --- the model by hand ---------------------------------------------------------------------------


def logistic(*weights: list[float]) -> Logistic:
    return Logistic.of(
        {"names": ["x"], "mean": [1.0], "scale": [2.0], "weights": list(map(list, weights))}
    )


def sigmoid(value: float) -> float:
    return 1 / (1 + exp(-value))


def test_chances_by_hand() -> None:
    # x = 3 is one spread above the mean: e^(1 + 2 x 1) beside 1
    assert logistic([1.0, 2.0]).chances({"x": 3.0}) == pytest.approx([sigmoid(-3), sigmoid(3)])
    far = logistic([0.0, 1.0]).chances({"x": 1000.0})
    assert far[1] == pytest.approx(sigmoid(4))  # no further than four spreads
    assert logistic([-100.0, 0.0]).chances({"x": 1.0})[0] == pytest.approx(1, abs=1e-9)


E = exp(1)


@pytest.mark.parametrize(
    ("share", "settings", "verdict", "chances"),
    [
        # right from one half on; literal, omitted and other are 1, 1, e
        (0.6, {}, "right", {"right": 0.6, "literal": 0.4 / (2 + E), "other": 0.4 * E / (2 + E)}),
        (0.5, {}, "right", {"right": 0.5, "omitted": 0.5 / (2 + E), "other": 0.5 * E / (2 + E)}),
        (0.4, {}, "other", {"right": 0.4, "omitted": 0.6 / (2 + E), "other": 0.6 * E / (2 + E)}),
        # what is taken literally is right where it was translated so
        (0.2, {"taken_literally": 0.5}, "right", {"right": 0.6, "other": 0.4 * E / (2 + E)}),
        # an omission counts from its threshold on
        (0.8, {"omitted": 0.64}, "right", {}),
        (0.8, {"omitted": 0.65}, "omitted",
         {"right": 0.8 * 0.35, "omitted": 0.65 + 0.35 * 0.2 / (2 + E)}),
    ],
)  # fmt: skip
def test_verdicts_by_hand(
    share: float, settings: dict[str, float], verdict: str, chances: dict[str, float]
) -> None:
    right = logistic([log(share / (1 - share)), 0.0])  # says so whatever the numbers
    model = Model(right, logistic([0.0, 0.0], [1.0, 0.0]), {})
    found, shares = model.verdict({"x": 1.0}, **settings)
    assert found == verdict
    assert {name: shares[name] for name in chances} == pytest.approx(chances)
    assert sum(shares.values()) == pytest.approx(1)


def test_languages_have_weights_of_their_own() -> None:
    data = {"names": ["x"], "mean": [0.0], "scale": [1.0], "weights": [[0.0, 0.0]]}
    model = Model.of({"right": data, "wrong": data, "by_language": {"de": [[2.0, 0.0]]}})
    assert model.for_language("fr") is model
    german = model.for_language("de")
    assert german.right.chances({"x": 0.0})[1] == pytest.approx(sigmoid(2))
    assert german.wrong is model.wrong


def test_numbers_beside_those_of_plain_phrases() -> None:
    profile = {"x": [1.0, 0.5], "y": [1.0, 0.01], "z": [0.0, 1.0]}
    assert normalised({"x": 2.0, "y": 2.0, "w": 3.0}, profile) == {"x": 2.0, "y": 20.0, "w": 3.0}


def test_an_equivalent_whose_words_stand_together_is_no_omission() -> None:
    chances = logistic([0.0, 1.0])
    model = Model(chances, chances, {})
    models = Models("v", model, model, chances, {}, {"en-de": {"x": [1.0, 1.0]}})
    assert models.omitted({"x": 3.0, "equivalent_close": 0.7}, "en-de") == 0.0
    # (3 - 1) / 1 is what the model sees, half a spread above its mean
    open_case = {"x": 3.0, "equivalent_close": 0.6}
    assert models.omitted(open_case, "en-de") == pytest.approx(sigmoid(0.5))
    assert models.omitted(open_case, "en-fr") == pytest.approx(sigmoid(1))
