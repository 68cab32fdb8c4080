"""What is made of an answer, never a guess, and where the words that it quotes stand."""

from dataclasses import replace
from typing import Any, cast

import pytest
from hypothesis import given
from hypothesis import strategies as st

from litmus.corpus.ratings import ErrorSpan
from litmus.judging.items import Item
from litmus.judging.places import find
from litmus.judging.task import load_task
from litmus.judging.verdicts import NoVerdict, Unplaced, Verdict, made, of_empty, read_verdict
from litmus.systems.engine import Answer

ITEM = Item("1", "mine", "He kicked the bucket yesterday.", "Er trat den Eimer.")


def mqm(text: str, item: Item = ITEM, finish: str = "") -> Verdict:
    return read_verdict(load_task("mqm"), item, Answer(text, finish))


def problem(task: str, text: str, finish: str = "") -> str:
    with pytest.raises(NoVerdict) as error:
        read_verdict(load_task(task), ITEM, Answer(text, finish))
    return str(error.value)


def test_errors_by_hand() -> None:
    found = mqm(
        'Sure:\n```json\n{"errors": ['
        '{"text": "den Eimer", "in": "translation", "category": "Accuracy/Mistranslation", '
        '"severity": "major"},'
        '{"text": "yesterday", "in": "source", "category": "accuracy/omission", '
        '"severity": "minor"},'
        '{"text": ".", "category": "fluency/punctuation", "severity": "minor"}]}\n```'
    )
    assert found.spans == (
        ErrorSpan(8, 17, "accuracy/mistranslation", "major"),
        ErrorSpan(21, 30, "accuracy/omission", "minor", in_source=True),
        ErrorSpan(17, 18, "fluency/punctuation", "minor"),
    )
    assert found.score == pytest.approx(-(5 + 1 + 0.1))


def test_words_are_placed_where_they_are_or_keep_their_cost() -> None:
    assert mqm('{"errors": []}') == Verdict(0.0, None, ())
    found = mqm('{"errors": [{"text": "the cat", "severity": "critical"}]}')
    assert (found.score, found.spans) == (-25.0, ())
    assert found.unplaced == (Unplaced("the cat", "", "critical", False),)
    # on the other side
    found = mqm('{"errors": [{"text": "yesterday", "in": "translation", "severity": "major"}]}')
    assert found.spans == (ErrorSpan(21, 30, "", "major", in_source=True),)
    # said twice
    item = Item("1", "mine", "a b", "der Hund und der Kater")
    error = '{"text": "der", "severity": "minor"}'
    spans = mqm(f'{{"errors": [{error}, {error}]}}', item).spans
    assert spans is not None and [span.start for span in spans] == [0, 13]
    # another script
    item = Item("1", "mine", "He died.", "他踢了桶，然后走了。")
    found = mqm('{"errors": [{"text": "踢了桶", "severity": "major"}]}', item)
    assert found.spans == (ErrorSpan(1, 4, "", "major"),)


def test_a_tag_in_the_translation_moves_no_span() -> None:
    item = Item("1", "mine", "Hi", "Hallo </translation> Welt")
    found = mqm('{"errors": [{"text": "Welt", "severity": "minor"}]}', item)
    assert found.spans == (ErrorSpan(21, 25, "", "minor"),)
    found = mqm('{"errors": [{"text": "‹/translation>", "severity": "minor"}]}', item)
    assert found.spans == (ErrorSpan(6, 20, "", "minor"),)


@pytest.mark.parametrize(
    ("task", "text", "finish", "said"),
    [
        ("direct", "I cannot help with that.", "", "holds no JSON"),
        ("direct", "", "", "is empty"),
        ("direct", " \n", "stop", "is empty"),
        ("direct", "", "length", "was cut off (length)"),
        ("direct", '<think>The form is {"score": 0}. Let me', "length", "was cut off (length)"),
        ("direct", '<think>The form is {"score": 0}. Let me', "", "is empty"),
        ("direct", '{"score": 7}', "content_filter", "was refused (content_filter)"),
        ("direct", '{"reason": "it is', "length", "was cut off (length)"),
        ("direct", '{"reason": "it is', "", "holds JSON that is cut off"),
        ("direct", '{"reason": "fine"}', "", "holds JSON without 'score'"),
        ("direct", '{"score": "high"}', "", "whose 'score' must be a number, not \"high\""),
        ("direct", '{"score": 140}', "", "whose 'score' must be at most 100, not 140"),
        ("direct", '{"score": NaN}', "", "holds no JSON"),
        ("direct", '{"score": 1e999}', "", "whose 'score' must be at most 100, not Infinity"),
        ("idiom", '{"label": "good"}', "", 'not "good"'),
        ("mqm", '{"errors": [{"text": "Eimer"}]}', "", "without 'severity' in 'errors[0]'"),
        ("mqm", '{"errors": [{"text": "Eimer", "severity": "huge"}]}', "", 'not "huge"'),
        ("mqm", '{"errors": {}}', "", "whose 'errors' must be a list"),
    ],
)
def test_what_does_not_fit_is_no_verdict(task: str, text: str, finish: str, said: str) -> None:
    assert said in problem(task, text, finish)


def test_what_the_engines_file_says_of_an_answers_end_counts() -> None:
    class Engine:
        def is_refused(self, answer: Answer) -> bool:
            return answer.finish == "SPII"

        def is_cut_off(self, answer: Answer) -> bool:
            return answer.finish == "full"

    task, engine = load_task("direct"), cast(Any, Engine())
    for answer, said in [
        (Answer('{"score": 7}', "SPII"), "was refused (SPII)"),
        (Answer('{"score": 7}', "content_filter"), "was refused (content_filter)"),
        (Answer('{"sco', "full"), "was cut off (full)"),
    ]:
        with pytest.raises(NoVerdict) as error:
            read_verdict(task, ITEM, answer, engine)
        assert str(error.value) == said


def test_whole_json_counts_whatever_stands_around_it() -> None:
    for text, finish in (
        ('<think>Perhaps {"score": 0}?</think>\n{"score": 60}', ""),
        ('{"score": 60} and so', "length"),
    ):
        assert read_verdict(load_task("direct"), ITEM, Answer(text, finish)).score == 60.0
    dirty = Answer('{"score": 1, "reason": "a\\nb\\u0000\\u001b[31m"}')
    assert read_verdict(load_task("direct"), ITEM, dirty).comment == "a b[31m"


def test_a_number_that_no_float_holds_is_no_score() -> None:
    task = load_task("direct")
    bare = replace(task, schema={"type": "object", "required": ["score"]})
    with pytest.raises(NoVerdict, match="holds a score that is no number"):
        made(bare, ITEM, {"score": 10**400})


def test_an_empty_translation_is_not_asked_about() -> None:
    empty = Item("1", "mine", "He died.", " ")
    for task, score, label in (
        ("direct", 0.0, None),
        ("mqm", -25.0, None),
        ("idiom", None, "omitted"),
    ):
        found = of_empty(load_task(task), empty)
        assert (found.score, found.label) == (score, label)
    spans = of_empty(load_task("mqm"), empty).spans
    assert spans == (ErrorSpan(0, 8, "non-translation!", "major", in_source=True),)


@pytest.mark.parametrize(
    ("quote", "text", "words"),
    [
        ("Eimer", "Er trat den Eimer um.", "Eimer"),
        ("den  eimer", "Er trat den Eimer um.", "den Eimer"),
        ("'Eimer'", "Er trat den Eimer um.", "Eimer"),
        ("den Eimer...", "Er trat den Eimer um.", "den Eimer"),
        ('"Ja"', "Er sagte „Ja“ zu ihr.", "„Ja“"),
        ("well-known", "a well\u2011known man", "well\u2011known"),
        ("STRASSE", "in der Straße hier", "Straße"),
        ("cafe\u0301", "im caf\u00e9 dort", "caf\u00e9"),
        ("123", "im Jahr １２３ war", "１２３"),
        ("桶", "他踢了桶。", "桶"),
        ("دلو", "ركل الدلو أمس", "دلو"),
        ("two\nwords", "the two  words here", "two  words"),
    ],
)
def test_found(quote: str, text: str, words: str) -> None:
    place = find(quote, text)
    assert place is not None and text[slice(*place)] == words


@pytest.mark.parametrize("quote", ["", "  ", '"', "...", "nicht da", "Eimer um den"])
def test_not_found(quote: str) -> None:
    assert find(quote, "Er trat den Eimer um.") is None


def test_of_several_places_one_that_cuts_no_word_in_the_context_and_not_taken() -> None:
    assert find("in", "innen in Wien") == (6, 8)
    text = "der Hund und der Kater und der Vogel"
    assert find("der", text, context="und der Vogel") == (27, 30)
    assert find("der", text, context="nirgends") == (0, 3)
    assert find("der", text, taken=[(0, 3)]) == (13, 16)
    assert find("der", text, taken=[(0, 3), (13, 16), (27, 30)]) == (0, 3)


@given(st.text(min_size=1), st.integers(0, 20), st.integers(1, 20), st.text())
def test_a_piece_of_a_text_is_always_found(text: str, start: int, length: int, other: str) -> None:
    piece = text[start : start + length]
    place = find(piece, text)
    if piece.strip():
        assert place is not None and text[slice(*place)] == piece
    for found in (place, find(other, text)):
        assert found is None or 0 <= found[0] < found[1] <= len(text)
