"""Where antecedents are: expectations are those of any speaker, or of a grammar book."""

import re
from collections.abc import Callable

import pytest

from litmus.discourse.antecedents.load import RESOLVERS, load_resolver
from litmus.discourse.antecedents.resolver import Antecedent, Location, Resolver
from litmus.errors import UnknownName, UsageError
from litmus.language.analysers import load_analyser
from litmus.language.analysis import Analyser, Sentence

HERE, EARLIER, NONE = Location.HERE, Location.EARLIER, Location.NONE


@pytest.fixture(scope="module")
def analyser() -> Analyser:
    return load_analyser("embedded", "en")


@pytest.fixture(scope="module")
def resolver() -> Resolver:
    return load_resolver()


def trees(analyser: Analyser, *texts: str) -> list[Sentence]:
    return [sentences[0] for sentences in analyser.analyse(texts)]


def last(analyser: Analyser, resolver: Resolver, *texts: str) -> list[tuple[str, Location, str]]:
    """Form, location and words of the span for the pronouns of the last sentence."""
    document = trees(analyser, *texts)
    words = document[-1].words
    return [
        (words[index].form, answer.location, _text(document[-1], answer))
        for index, answer in resolver.resolve(document)[-1].items()
    ]


def _text(sentence: Sentence, answer: Antecedent) -> str:
    if answer.span is None:
        return ""
    return " ".join(word.form for word in sentence.words[slice(*answer.span)])


@pytest.mark.parametrize(
    "text",
    [
        "It rains.",
        "If it rains, the match will be cancelled.",
        "It is clear that the plan has failed.",
        "The committee found it difficult to agree on the budget.",
        "She made it clear that she would not come.",
        "It seems that the train is late.",
        "It was John who broke the window.",
        "It takes two hours to drive to the coast.",
        "It is said that the castle is old.",
        "It's time to sell the house.",
        "The shop was closed and it was raining.",
    ],
)
def test_it_that_stands_for_nothing(text: str, analyser: Analyser, resolver: Resolver) -> None:
    locations = {form.lower(): location for form, location, _ in last(analyser, resolver, text)}
    assert locations["it"] is NONE


@pytest.mark.parametrize(
    ("text", "pronoun"),
    [
        ("The car is new and it has four doors.", "it"),
        ("He lost the game, and that surprised me.", "that"),
        ("The storm destroyed the village before it moved north.", "it"),
        ("If you find a problem, report it.", "it"),
    ],
)
def test_it_that_stands_for_a_thing_or_an_event_of_the_sentence(
    text: str, pronoun: str, analyser: Analyser, resolver: Resolver
) -> None:
    locations = {form: location for form, location, _ in last(analyser, resolver, text)}
    assert locations[pronoun] is HERE


def test_an_event_of_the_last_sentence_is_earlier(analyser: Analyser, resolver: Resolver) -> None:
    texts = ("The minister has resigned.", "It surprised the whole country.")
    assert last(analyser, resolver, *texts) == [("It", EARLIER, "")]


def test_nothing_later_stands_for_an_empty_it(analyser: Analyser, resolver: Resolver) -> None:
    # The second one is not the first one: neither is anything.
    found = last(analyser, resolver, "It is raining, and it is cold.")
    assert [location for _, location, _ in found] == [NONE, NONE]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Mary washed herself.", ("herself", HERE, "Mary")),
        ("The queen herself opened the door.", ("herself", HERE, "The queen")),
        ("The students finished their exams.", ("their", HERE, "The students")),
        ("Mary's brother said she was ill.", ("she", HERE, "Mary")),
        ("Ann and Bob sold their house.", ("their", HERE, "Ann and Bob")),
        ("The woman who lost her keys called a friend.", ("her", HERE, "The woman")),
        (
            "The teacher praised the students because they worked hard.",
            ("they", HERE, "the students"),
        ),
        ("Tom told Mary that he had won.", ("he", HERE, "Tom")),
        ("Tom told Mary that she had won.", ("she", HERE, "Mary")),
        ("Put the eggs in a bowl and beat them.", ("them", HERE, "the eggs")),
    ],
)
def test_what_a_pronoun_is_bound_to(
    text: str, expected: tuple[str, Location, str], analyser: Analyser, resolver: Resolver
) -> None:
    assert expected in last(analyser, resolver, text)


@pytest.mark.parametrize(
    "texts",
    [
        ("Peter was in the garden.", "John saw him."),
        ("Susan came home late.", "Mary criticised her."),
    ],
)
def test_an_object_is_not_the_subject_of_its_own_clause(
    texts: tuple[str, str], analyser: Analyser, resolver: Resolver
) -> None:
    assert last(analyser, resolver, *texts)[0][1] is EARLIER


@pytest.mark.parametrize(
    "texts",
    [
        ("The car is new.", "It has four doors."),
        ("The minister spoke to the press.", "He said that the law would change."),
        ("Anna bought a book.", "She read it on the train."),
        ("The keys are on the table.", "I saw them there."),
    ],
)
def test_pronouns_without_a_mention_before_them_point_back(
    texts: tuple[str, str], analyser: Analyser, resolver: Resolver
) -> None:
    assert {location for _, location, _ in last(analyser, resolver, *texts)} == {EARLIER}


def test_a_second_pronoun_has_the_first_one(analyser: Analyser, resolver: Resolver) -> None:
    found = last(analyser, resolver, "He said that he was tired.")
    assert found == [("He", EARLIER, ""), ("he", HERE, "He")]


def test_a_pronoun_may_come_before_its_antecedent(analyser: Analyser, resolver: Resolver) -> None:
    assert last(analyser, resolver, "When he arrived, John was tired.") == [("he", HERE, "John")]
    assert last(analyser, resolver, "When she arrived, John was tired.") == [("she", EARLIER, "")]


def test_who_is_quoted_is_not_who_speaks(analyser: Analyser, resolver: Resolver) -> None:
    assert last(analyser, resolver, 'John said, "She is late."') == [("She", EARLIER, "")]
    assert last(analyser, resolver, "Peter is ill.", '"He is late," said Mary.')[0][1] is EARLIER


def test_who_speaks_is_i_in_the_quotation(analyser: Analyser, resolver: Resolver) -> None:
    assert last(analyser, resolver, '"I have sold the car," she said.') == [("she", HERE, "I")]


def test_pronouns_are_found_by_their_word(analyser: Analyser, resolver: Resolver) -> None:
    document = trees(analyser, "I know that he's sure that it isn't theirs.")
    (answers,) = resolver.resolve(document)
    assert [document[0].words[index].form for index in answers] == ["he", "it", "theirs"]


def test_other_uses_of_the_same_words_are_no_pronouns(
    analyser: Analyser, resolver: Resolver
) -> None:
    text = "I know that this man, that woman and those people read the book that you wrote."
    assert last(analyser, resolver, text) == []


def test_confidence_is_that_of_the_location(analyser: Analyser, resolver: Resolver) -> None:
    document = trees(
        analyser, "The students finished their exams.", "It was Monday.", "They slept."
    )
    answers = [answer for row in resolver.resolve(document) for answer in row.values()]
    assert all(1 / 3 <= answer.confidence <= 1 for answer in answers)
    assert answers[0].confidence > 0.9


def test_documents_at_the_edges(analyser: Analyser, resolver: Resolver) -> None:
    assert resolver.resolve([]) == []
    assert resolver.resolve(trees(analyser, "Yes.", "No.")) == [{}, {}]
    (answers,) = resolver.resolve(trees(analyser, "He"))
    assert answers[0].location is EARLIER
    assert list(resolver.resolve(trees(analyser, "Them !"))[0]) == [0]


def test_a_sentence_without_words_or_without_a_tree(resolver: Resolver) -> None:
    (flat,) = next(iter(load_analyser("embedded", "en").analyse(["He saw it."], parse=False)))
    blank = Sentence("", 0, 0, (), ())
    answers = resolver.resolve([blank, flat, blank])
    assert [sorted(row) for row in answers] == [[], [0, 2], []]


def test_an_answer_needs_no_more_than_three_sentences_before(
    analyser: Analyser, resolver: Resolver
) -> None:
    texts = ["Anna slept.", "It was late.", "Nobody came.", "The car was new.", "It had doors."]
    document = trees(analyser, *texts)
    assert resolver.resolve(document)[-1] == resolver.resolve(document[1:])[-1]


@pytest.mark.parametrize("size", [1, 2, 3, 5])
def test_answers_are_the_same_whatever_the_batches(
    size: int, analyser: Analyser, resolver: Resolver
) -> None:
    # Batches cut the document anywhere; each sees the three sentences before it once more.
    document = trees(
        analyser, "Anna bought a car.", "She said that it was new.", "It is raining.",
        "The neighbours saw it.", "They like cars.", "When he came home, Tom was tired.",
        "He sold his house and she bought it.", "That surprised them.",
    )  # fmt: skip
    found: list[dict[int, Antecedent]] = []
    for start in range(0, len(document), size):
        before = document[max(0, start - 3) : start]
        batch = document[start : start + size]
        found += resolver.resolve([*before, *batch])[len(before) :]
    whole = resolver.resolve(document)
    assert [
        {index: (answer.location, answer.span) for index, answer in row.items()} for row in found
    ] == [{index: (answer.location, answer.span) for index, answer in row.items()} for row in whole]
    assert sum(map(len, whole)) >= 9


def test_work_is_linear_in_the_length_of_a_document(
    analyser: Analyser, resolver: Resolver, calls: Callable[[Callable[[], object]], int]
) -> None:
    document = trees(analyser, "Anna bought a car.", "She said that it was new.") * 2000
    assert len(resolver.resolve(document)) == 4000
    short, long = (calls(lambda n=n: resolver.resolve(document[:n])) for n in (1000, 4000))  # type: ignore[misc]
    assert long < 5 * short  # four times the length; the square would be 16


def test_names_of_resolvers() -> None:
    with pytest.raises(UnknownName, match="No resolver is called 'fastcoreff'. Did you mean"):
        load_resolver("fastcoreff")
    with pytest.raises(UsageError, match="takes no argument"):
        load_resolver("embedded:large")
    assert set(RESOLVERS) == {
        "embedded",
        "fastcoref",
        "maverick",
        "spacy",
    }


def test_the_signature_has_the_versions(resolver: Resolver) -> None:
    assert re.fullmatch(r"antecedents\.\d+\.\d+", resolver.signature)
