"""Reading answers: the text in them, and what is remarkable about one."""

from typing import Any

import pytest

from litmus.errors import DataError
from litmus.systems.engine import Answer, Query
from litmus.systems.engine_files.answer_form import AnswerForm
from litmus.systems.reading.reader import (
    CLEANED,
    CUT_OFF,
    EMPTY,
    REFUSED,
    SAME,
    UNREADABLE,
    WRONG_LANGUAGE,
    Read,
    Reader,
    Tally,
    is_in_another_language,
    is_same,
)

SOURCE = Query("I don't know what they want from us.")
RIGHT = "Ich weiß nicht, was sie von uns wollen."


def _read(text: str, query: Query = SOURCE, *, cleans: bool = True, **form: Any) -> Read:
    finish = form.pop("said", "stop")
    made = AnswerForm("x", finish="y", cut_off=("length",), refused=("filter",), **form)
    return Reader(made, ("en", "de"), cleans=cleans).read(Answer(text, finish), query)


@pytest.mark.parametrize(
    ("text", "said", "expected"),
    [
        (f" {RIGHT}\n", "stop", Read(RIGHT)),
        (f"Translation: {RIGHT}", "stop", Read(RIGHT, (CLEANED,))),
        ("Ich weiß", "length", Read("Ich weiß", (CUT_OFF,))),
        ("", "stop", Read("", (EMPTY,))),
        (" \n", "stop", Read("", (EMPTY,))),
        ("Ich", "filter", Read("", (REFUSED,))),
        ("Ich", "refusal", Read("", (REFUSED,))),
        ("I cannot translate that.", "stop", Read("I cannot translate that.", (REFUSED,))),
        (SOURCE.text, "stop", Read(SOURCE.text, (SAME,))),
        (
            "Je ne sais pas ce qu'ils veulent de nous.",
            "stop",
            Read("Je ne sais pas ce qu'ils veulent de nous.", (WRONG_LANGUAGE,)),
        ),
    ],
)
def test_what_is_remarkable(text: str, said: str, expected: Read) -> None:
    assert _read(text, said=said) == expected


@pytest.mark.parametrize(("options", "expected"), [
    ({"cleans": False}, Read(f"Translation: {RIGHT}")),
    ({"clean": False}, Read(f"Translation: {RIGHT}")),
    ({"cleans": False, "clean": True}, Read(RIGHT, (CLEANED,))),
])  # fmt: skip
def test_services_of_translation_are_not_cleaned(options: dict[str, bool], expected: Read) -> None:
    assert _read(f"Translation: {RIGHT}", **options) == expected


SCHEMA = {"type": "object", "properties": {"t": {"type": "string"}}, "required": ["t"]}


@pytest.mark.parametrize(
    ("text", "form", "expected"),
    [
        (f"Hm.\n\n{RIGHT}\n", {"take": "last line"}, Read(RIGHT)),
        ("", {"take": "last line"}, Read("", (EMPTY,))),
        (f"Hm. <t>{RIGHT}</t>", {"pattern": "<t>(.*?)</t>"}, Read(RIGHT)),
        ("<t>Eins\nzwei</t>", {"pattern": "<t>(.*?)</t>"}, Read("Eins\nzwei")),
        (RIGHT, {"pattern": "<t>(.*?)</t>"}, Read(RIGHT, (UNREADABLE,))),
        (f'```json\n{{"t": "{RIGHT}"}}\n```', {"schema": SCHEMA, "field": "t"}, Read(RIGHT)),
        ('{"t": 5}', {"schema": SCHEMA, "field": "t"}, Read('{"t": 5}', (UNREADABLE,))),
        (RIGHT, {"schema": SCHEMA, "field": "t"}, Read(RIGHT, (UNREADABLE,))),
    ],
)
def test_the_form_of_an_answer(text: str, form: dict[str, Any], expected: Read) -> None:
    assert _read(text, **form) == expected


def test_a_pattern_that_would_never_end_is_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("litmus.systems.reading.reader._SECONDS", 0.05)
    with pytest.raises(DataError) as failed:
        _read("a" * 5000 + "!", pattern="((?:a|aa|b)+)$")
    assert str(failed.value) == (
        "The pattern ((?:a|aa|b)+)$ was not done with an answer of 5,001 characters after "
        "0.05 s. Write a simpler one."
    )


def test_how_answers_are_read_is_in_the_signature() -> None:
    def signature(*, cleans: bool, **form: Any) -> str:
        return Reader(AnswerForm("x", **form), ("en", "de"), cleans=cleans).signature

    assert (signature(cleans=True), signature(cleans=False)) == ("|read:v1", "")
    others = {
        signature(cleans=True, take="last line"),
        signature(cleans=True, pattern="a(.)"),
        signature(cleans=True, pattern="b(.)"),
        signature(cleans=True, schema=SCHEMA, field="t"),
    }
    assert len(others) == 4 and all(one.startswith("|read:v1.") for one in others)


def test_counts_are_those_of_answers() -> None:
    tally = Tally()
    for flags in ((), (CLEANED,), (CLEANED, CUT_OFF), (EMPTY,), (WRONG_LANGUAGE,), (SAME,)):
        tally.add(Read("", flags))
    assert tally.counts == {CLEANED: 2, CUT_OFF: 1, EMPTY: 1, WRONG_LANGUAGE: 1, SAME: 1}
    assert tally.notes == [
        "Of 6 answers: 2 cleaned (they held more than the translation); 1 cut off; "
        "1 in another language; 1 equal to the source."
    ]
    assert Tally().notes == []


@pytest.mark.parametrize(
    ("text", "pair", "is_so"),
    [
        ("I will see what I can do about that.", ("en", "de"), True),
        ("I will see what I can do about that.", ("en", "ja"), True),
        ("I will see what I can do about that.", ("de", "en"), False),
        ("Ich werde sehen, was ich da tun kann.", ("en", "de"), False),
        ("Ich werde sehen, was ich da tun kann.", ("de", "en"), True),
        ("Я посмотрю, что можно сделать.", ("en", "de"), True),
        ("Я посмотрю, что можно сделать.", ("en", "ru"), False),
        ("我看看能做些什么吧，你先等一下好吗。", ("en", "de"), True),
        ("我看看能做些什么吧，你先等一下好吗。", ("en", "zh"), False),
        ("これは日本語で書かれた文です。", ("en", "zh"), True),
        ("これは日本語で書かれた文です。", ("en", "ja"), False),
        ("The New York Times and the Washington Post", ("en", "de"), False),
        ("Angela Merkel, Barack Obama, Emmanuel Macron", ("en", "ru"), False),
        ("https://example.org/what-i-can-do-about-that-and-you", ("en", "zh"), False),
        ("<s1/> <s2/> <s3/> <s4/> <s5/>", ("en", "zh"), False),
        ("OK", ("en", "ru"), False),
        ("", ("en", "ru"), False),
        ("I will see what I can do about that.", ("en", "sw"), False),  # of which we know nothing
    ],
)
def test_another_language_is_known_when_it_is_sure(
    text: str, pair: tuple[str, str], is_so: bool
) -> None:
    assert is_in_another_language(text, *pair) is is_so


@pytest.mark.parametrize(
    ("text", "pair", "is_so"),
    [
        ("It was a cold day.", ("en", "de"), True),
        ("It  was a cold day. ", ("en", "de"), True),
        ("It was a cold day", ("en", "en"), False),
        ("New York, 5 May 2020", ("en", "de"), False),
        ("Angela Merkel", ("en", "de"), False),
        ("42", ("en", "de"), False),
        ("Oh no", ("en", "de"), False),
        ("https://example.org/it-was-a-cold-day", ("en", "de"), False),
        ("今天很冷，我们都不想出去玩。", ("zh", "en"), True),
        ("IBM", ("zh", "en"), False),
    ],
)
def test_the_same_again_is_remarkable_unless_it_is_names(
    text: str, pair: tuple[str, str], is_so: bool
) -> None:
    assert is_same(text, " ".join(text.split()), pair) is is_so
