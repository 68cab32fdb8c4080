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


Answers = list[tuple[str, Location, str]]
Last = Callable[..., Answers]


def trees(analyser: Analyser, *texts: str) -> list[Sentence]:
    return [sentences[0] for sentences in analyser.analyse(texts)]


@pytest.fixture(scope="module")
def last(analyser: Analyser, resolver: Resolver) -> Last:
    """Form, location and words of the span for the pronouns of the last sentence."""

    def found(*texts: str) -> Answers:
        document = trees(analyser, *texts)
        words = document[-1].words
        return [
            (
                words[index].form,
                answer.location,
                " ".join(word.form for word in words[slice(*(answer.span or (0, 0)))]),
            )
            for index, answer in resolver.resolve(document)[-1].items()
        ]

    return found


@pytest.mark.parametrize(("pronoun", "where", "texts"), [
    # it that stands for nothing
    *(("it", NONE, [text]) for text in (
        "It rains.", "If it rains, the match will be cancelled.",
        "It is clear that the plan has failed.",
        "The committee found it difficult to agree on the budget.",
        "She made it clear that she would not come.", "It seems that the train is late.",
        "It was John who broke the window.", "It takes two hours to drive to the coast.",
        "It is said that the castle is old.", "It's time to sell the house.",
        "The shop was closed and it was raining.",
    )),
    # for a thing or an event of the sentence
    ("it", HERE, ["The car is new and it has four doors."]),
    ("that", HERE, ["He lost the game, and that surprised me."]),
    ("it", HERE, ["The storm destroyed the village before it moved north."]),
    ("it", HERE, ["If you find a problem, report it."]),
    # an object is not the subject of its own clause
    ("him", EARLIER, ["Peter was in the garden.", "John saw him."]),
    ("her", EARLIER, ["Susan came home late.", "Mary criticised her."]),
    # without a mention before them pronouns point back
    ("it", EARLIER, ["The car is new.", "It has four doors."]),
    ("he", EARLIER, ["The minister spoke to the press.", "He said that the law would change."]),
    ("she", EARLIER, ["Anna bought a book.", "She read it on the train."]),
    ("it", EARLIER, ["Anna bought a book.", "She read it on the train."]),
    ("them", EARLIER, ["The keys are on the table.", "I saw them there."]),
    ("he", EARLIER, ["Peter is ill.", '"He is late," said Mary.']),
])  # fmt: skip
def test_where_a_pronoun_points(
    pronoun: str, where: Location, texts: list[str], last: Last
) -> None:
    assert {form.lower(): location for form, location, _ in last(*texts)}[pronoun] is where


@pytest.mark.parametrize(("text", "expected"), [
    ("Mary washed herself.", ("herself", HERE, "Mary")),
    ("The queen herself opened the door.", ("herself", HERE, "The queen")),
    ("The students finished their exams.", ("their", HERE, "The students")),
    ("Mary's brother said she was ill.", ("she", HERE, "Mary")),
    ("Ann and Bob sold their house.", ("their", HERE, "Ann and Bob")),
    ("The woman who lost her keys called a friend.", ("her", HERE, "The woman")),
    ("The teacher praised the students because they worked hard.", ("they", HERE, "the students")),
    ("Tom told Mary that he had won.", ("he", HERE, "Tom")),
    ("Tom told Mary that she had won.", ("she", HERE, "Mary")),
    ("Put the eggs in a bowl and beat them.", ("them", HERE, "the eggs")),
])  # fmt: skip
def test_what_a_pronoun_is_bound_to(
    text: str, expected: tuple[str, Location, str], last: Last
) -> None:
    assert expected in last(text)


@pytest.mark.parametrize(("texts", "expected"), [
    # an event of the last sentence is earlier
    (["The minister has resigned.", "It surprised the whole country."], [("It", EARLIER, "")]),
    # the second is not the first: neither is anything
    (["It is raining, and it is cold."], [("It", NONE, ""), ("it", NONE, "")]),
    (["He said that he was tired."], [("He", EARLIER, ""), ("he", HERE, "He")]),
    # before its antecedent
    (["When he arrived, John was tired."], [("he", HERE, "John")]),
    (["When she arrived, John was tired."], [("she", EARLIER, "")]),
    # who is quoted is not who speaks, but I in the quotation is
    (['John said, "She is late."'], [("She", EARLIER, "")]),
    (['"I have sold the car," she said.'], [("she", HERE, "I")]),
    # other uses of the same words
    (["I know that this man, that woman and those people read the book that you wrote."], []),
])  # fmt: skip
def test_all_pronouns_of_a_sentence(texts: list[str], expected: Answers, last: Last) -> None:
    assert last(*texts) == expected


def test_pronouns_are_found_by_their_word(analyser: Analyser, resolver: Resolver) -> None:
    document = trees(analyser, "I know that he's sure that it isn't theirs.")
    (answers,) = resolver.resolve(document)
    assert [document[0].words[index].form for index in answers] == ["he", "it", "theirs"]


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
    places = [
        [{n: (answer.location, answer.span) for n, answer in row.items()} for row in rows]
        for rows in (found, whole)
    ]
    assert places[0] == places[1]
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
    assert set(RESOLVERS) == {"embedded", "fastcoref", "maverick", "spacy"}


def test_the_signature_has_the_versions(resolver: Resolver) -> None:
    assert re.fullmatch(r"antecedents\.\d+\.\d+", resolver.signature)
