"""What is made of an answer: never a guess."""

from dataclasses import replace
from typing import Any, cast

import pytest

from litmus.corpus.ratings import ErrorSpan
from litmus.judging.items import Item
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


def test_no_errors_is_the_best_score() -> None:
    assert mqm('{"errors": []}') == Verdict(0.0, None, ())


def test_a_span_that_is_not_in_the_text_keeps_its_cost() -> None:
    found = mqm('{"errors": [{"text": "the cat", "severity": "critical"}]}')
    assert (found.score, found.spans) == (-25.0, ())
    assert found.unplaced == (Unplaced("the cat", "", "critical", False),)


def test_words_on_the_other_side_are_found_there() -> None:
    found = mqm('{"errors": [{"text": "yesterday", "in": "translation", "severity": "major"}]}')
    assert found.spans == (ErrorSpan(21, 30, "", "major", in_source=True),)


def test_repeated_words_are_told_apart() -> None:
    item = Item("1", "mine", "a b", "der Hund und der Kater")
    error = '{"text": "der", "severity": "minor"}'
    found = mqm(f'{{"errors": [{error}, {error}]}}', item)
    assert found.spans is not None
    assert [span.start for span in found.spans] == [0, 13]


def test_another_script() -> None:
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


def test_thoughts_before_a_verdict_are_passed_over() -> None:
    text = '<think>Perhaps {"score": 0}?</think>\n{"score": 60}'
    assert read_verdict(load_task("direct"), ITEM, Answer(text)).score == 60.0


def test_a_number_that_no_float_holds_is_no_score() -> None:
    task = load_task("direct")
    bare = replace(task, schema={"type": "object", "required": ["score"]})
    with pytest.raises(NoVerdict, match="holds a score that is no number"):
        made(bare, ITEM, {"score": 10**400})


def test_whole_json_counts_though_the_rest_was_cut_off() -> None:
    found = read_verdict(load_task("direct"), ITEM, Answer('{"score": 60} and so', "length"))
    assert found.score == 60.0


def test_a_comment_is_one_clean_line() -> None:
    found = read_verdict(
        load_task("direct"), ITEM, Answer('{"score": 1, "reason": "a\\nb\\u0000\\u001b[31m"}')
    )
    assert found.comment == "a b[31m"


@pytest.mark.parametrize(
    ("task", "score", "label"),
    [("direct", 0.0, None), ("mqm", -25.0, None), ("idiom", None, "omitted")],
)
def test_an_empty_translation_is_not_asked_about(
    task: str, score: float | None, label: str | None
) -> None:
    found = of_empty(load_task(task), Item("1", "mine", "He died.", " "))
    assert (found.score, found.label) == (score, label)
    if task == "mqm":
        assert found.spans == (ErrorSpan(0, 8, "non-translation!", "major", in_source=True),)
