"""Literal or figurative: phrases, features and trees by hand, and the shipped model."""

import pickle

import numpy as np
import pytest
from finding import matcher

from litmus.errors import UsageError
from litmus.idioms.figurative.features import NAMES, features, width
from litmus.idioms.figurative.model import Forest, load_model
from litmus.idioms.figurative.phrases import FORM, SIGNS, Phrase, Use, phrase_of
from litmus.idioms.figurative.vectors import WordVectors

VECTORS = WordVectors(
    ("stone", "truth", "bucket", "lake", "kicked"),
    np.array([[5, 0], [-5, 0], [3, 4], [4, 3], [0, 5]], np.int8),
)
STONE, TRUTH, BUCKET, LAKE, KICKED, NONE = range(6)
TEXT = "Old Tom kicked the bucket near Xyzzy’s lake, I think."
KICK = Use("kick the bucket", TEXT, ((8, 25),))


def form(phrase: Phrase) -> dict[str, float]:
    return dict(zip(FORM, phrase.form, strict=True))


def row(*phrases: Phrase) -> dict[str, float]:
    """The features of the first phrase, computed beside the others."""
    return dict(zip(NAMES, features(phrases, VECTORS)[0], strict=False))


def test_phrase_has_its_words_and_those_around_it() -> None:
    phrase = phrase_of(KICK, VECTORS)
    assert phrase.own == [KICKED, BUCKET]  # "the" says nothing
    assert phrase.around == [LAKE]
    assert phrase.near == pytest.approx([np.exp(-3 / 3)])  # near, Xyzzy's, lake
    found = form(phrase)
    assert found["listed words"] == 3
    assert found["forms kept"] == pytest.approx(2 / 3)  # the, bucket
    assert found["in -ed"] == 1
    assert found["unknown"] == pytest.approx(4 / 6)  # of old, tom, xyzzy's, lake, think; and 1
    assert found["speaker"] == 1
    assert found["name before"] == 1
    assert found["before"] == pytest.approx(2 / 12)
    assert [SIGNS[place] for place in phrase.signs] == ["own the"]
    beside = phrase_of(Use("bucket", "In the bucket, he said", ((7, 13),)), VECTORS)
    assert {SIGNS[place] for place in beside.signs} == {"before the", "after ,"}
    far = Use(KICK.label, f"{'stone ' * 60}kicked the bucket", ((360, 377),))
    assert len(phrase_of(far, VECTORS).around) == 40


@pytest.mark.parametrize(
    ("text", "pieces"), [("…", ((0, 1),)), ("", ((0, 0),)), ("a\u2028", ((1, 2),))]
)
def test_phrase_without_words_is_no_error(text: str, pieces: tuple[tuple[int, int], ...]) -> None:
    values = features([phrase_of(Use("x", text, pieces), VECTORS)], VECTORS)
    assert values.shape == (1, width(VECTORS))
    assert np.isfinite(values).all()


def test_features_tell_relatedness_by_hand() -> None:
    found = row(phrase_of(KICK, VECTORS))
    assert found["most related"] == pytest.approx(0.96)  # bucket and lake
    assert found["related"] == pytest.approx((0.96 + 0.6) / 2)  # and kicked and lake
    assert found["own related"] == pytest.approx(0.8)  # kicked and bucket
    assert found["own most concrete"] == pytest.approx(0.6)  # along stone minus truth
    assert found["concrete"] == pytest.approx(0.8)
    assert found["more concrete than own"] == pytest.approx(0.8 - 0.3)
    assert found["second related"] == 0
    values = features([phrase_of(KICK, VECTORS)], VECTORS)
    assert values[0, -6:] == pytest.approx([0.3, 0.9, 0.8, 0.6, 0.8, 0.6])


def test_features_do_not_depend_on_what_is_in_the_batch() -> None:
    phrase = phrase_of(KICK, VECTORS)
    longer = phrase_of(Use("x", "stone truth lake bucket stone kicked", ((0, 11),)), VECTORS)
    alone, beside = row(phrase), row(phrase, longer)
    assert beside == pytest.approx(alone, abs=1e-6)


def test_trees_go_right_above_the_cut() -> None:
    forest = Forest(
        np.array([[0, 1, 0, 0, 0]]),
        np.array([[0.5, 0.0, 0, 0, 0]], np.float32),
        np.array([[1, 2, 2, 3, 4]]),
        np.array([[4, 3, 2, 3, 4]]),
        np.array([[0, 0, 1, 2, 4]], np.float32),
        2,
    )
    rows = np.array([[0.5, 0.0], [0.5, 0.1], [0.6, 9.0]], np.float32)
    assert forest(rows).tolist() == [1, 2, 4]


LITERAL = "The ship broke the ice on the frozen river."
FIGURATIVE = "She finally spilled the beans about the secret plan."


def test_shipped_model_tells_plain_cases() -> None:
    model = load_model("en")
    assert model is not None
    broke, told = model.probabilities(
        [Use("break the ice", LITERAL, ((9, 22),)), Use("spill the beans", FIGURATIVE, ((12, 29),))]
    )
    assert broke < 0.5 < told


def test_matcher_judges_many_texts_at_once() -> None:
    find = matcher("en", "break the ice", "spill the beans")
    found = [(text, each) for text in (LITERAL, FIGURATIVE) for each in find.find(text)]
    assert all(each.figurative is None for _, each in found)
    judged = list(find.judged(found))
    assert [place for place, _ in judged] == [0, 1]
    row = judged[1][1].row(1, FIGURATIVE)
    assert row["figurative"] == judged[1][1].figurative
    assert "figurative" not in found[0][1].row(1, LITERAL)


def test_matcher_leaves_out_what_is_too_likely_literal() -> None:
    find = matcher("en", "break the ice", "spill the beans", figurative=0.5)
    assert find.find(LITERAL) == []
    assert [each.idiom for each in find.find(FIGURATIVE)] == ["spill the beans"]
    assert pickle.loads(pickle.dumps(find)).find(LITERAL) == []


def test_language_without_a_model_has_no_probability() -> None:
    german = "Er hat ins Gras gebissen."
    find = matcher("de", "ins Gras beißen")
    [(_, found)] = find.judged([(german, each) for each in find.find(german)])
    assert "figurative" not in found.row(1, german)
    with pytest.raises(UsageError) as error:
        matcher("de", "ins Gras beißen", figurative=0.5)
    assert str(error.value) == (
        "Nothing tells literal from figurative use in 'de'; it is known for en. "
        "Leave out figurative."
    )


def test_least_probability_is_checked() -> None:
    for least in (-0.1, 1.5, float("nan")):
        with pytest.raises(UsageError) as error:
            matcher("en", "red tape", figurative=least)
        assert str(error.value) == f"figurative is a probability: 0 to 1, not {least}."


def test_signatures_name_the_model_where_it_matters() -> None:
    plain, strict = matcher("en", "red tape"), matcher("en", "red tape", figurative=0.5)
    assert plain.model is not None
    mark = f"|figurative:v{plain.model.version}"
    assert "figurative" not in plain.signature
    assert plain.row_signature == plain.signature + mark
    assert strict.signature == f"{plain.signature}{mark}>=0.5"
    assert matcher("de", "ins Gras beißen").row_signature.endswith("|figurative:none")
