"""The ordered matcher on English sentences: what an idiom may look like, and what it is not."""

import pytest
from finding import finds, listed, matcher

from litmus.errors import UnknownName
from litmus.idioms.matching.in_order import Limits
from litmus.idioms.matching.matcher import Matcher

# entry, sentence, what is found
VARIANTS = [
    # inflection
    ("spill the beans", "She spilled the beans.", "spilled the beans"),
    ("use <poss> head", "Try using your head.", "using your head"),
    ("spill the beans", "He has spilt the beans again.", "spilt the beans"),
    ("spill the beans", "Spilling the beans was a mistake.", "Spilling the beans"),
    ("spill the beans", "Whoever spills the beans pays.", "spills the beans"),
    ("bite the bullet", "They had bitten the bullet.", "bitten the bullet"),
    ("red herring", "Those were red herrings.", "red herrings"),
    ("be in the same boat", "They were in the same boat.", "were in the same boat"),
    ("be in the same boat", "Being in the same boat helps.", "Being in the same boat"),
    # capitals
    ("spill the beans", "SHE SPILLED THE BEANS!", "SPILLED THE BEANS"),
    ("Achilles heel", "It is his achilles heel.", "achilles heel"),
    ("a piece of cake", "A piece of cake, really.", "A piece of cake"),
    # slots
    ("take someone for a ride", "He took me for a ride.", "took me for a ride"),
    ("take someone for a ride", "He took his own brother for a ride.", "took his own brother for a ride"),
    ("take someone for a ride", "He took the mayor of our town for a ride.", "took the mayor of our town for a ride"),
    ("take someone for a ride", "He took John Smith for a ride.", "took John Smith for a ride"),
    ("take something with a grain of salt", "Take that story with a grain of salt.", "Take that story with a grain of salt"),
    ("take something with a grain of salt", "It was taken with a grain of salt.", "taken with a grain of salt"),
    ("give someone the cold shoulder", "She gave her new boss the cold shoulder.", "gave her new boss the cold shoulder"),
    ("cost someone an arm and a leg", "It cost the whole family an arm and a leg.", "cost the whole family an arm and a leg"),
    ("keep an eye on someone", "Keep an eye on him, please.", "Keep an eye on"),
    ("someone's hands are tied", "My hands are tied.", "My hands are tied"),
    ("make oneself scarce", "They made themselves scarce.", "made themselves scarce"),
    # possessives
    ("pull someone's leg", "Are you pulling my leg?", "pulling my leg"),
    ("pull someone's leg", "They pulled Mary's leg.", "pulled Mary's leg"),
    ("pull someone's leg", "They pulled Mary’s leg.", "pulled Mary’s leg"),
    ("pull someone's leg", "They pulled the old teacher’s leg.", "pulled the old teacher’s leg"),
    ("bite one's tongue", "I bit my tongue.", "bit my tongue"),
    ("the apple of someone's eye", "She is the apple of her father's eye.", "the apple of her father's eye"),
    ("one's bread and butter", "It was their own bread and butter.", "their own bread and butter"),
    # optional words
    ("packed (in) like sardines", "We were packed like sardines.", "packed like sardines"),
    ("packed (in) like sardines", "We were packed in like sardines.", "packed in like sardines"),
    ("to cut corners", "They cut corners.", "cut corners"),
    ("the straw that broke the camel's back", "It was the straw that broke the camel’s back.", "the straw that broke the camel’s back"),
    # articles and inserted words
    ("kick the bucket", "He kicked his bucket.", "kicked his bucket"),
    ("kick the bucket", "He kicked the proverbial bucket.", "kicked the proverbial bucket"),
    ("break the ice", "She finally broke the very thick ice.", "broke the very thick ice"),
    ("pay through the nose", "We paid dearly through the nose.", "paid dearly through the nose"),
    ("keep an eye on someone", "Keep a close eye on him.", "Keep a close eye on"),
    ("one's bread and butter", "It was their bread and butter.", "their bread and butter"),
    # hyphens
    ("once in a blue moon", "It is a once-in-a-blue-moon event.", "once-in-a-blue-moon"),
    ("run-of-the-mill", "A run of the mill day.", "run of the mill"),
    ("run of the mill", "A run\u2011of\u2011the\u2011mill day.", "run\u2011of\u2011the\u2011mill"),
    ("run of the mill", "A run–of–the–mill day.", "run–of–the–mill"),
    ("dead line", "The deadline passed.", "deadline"),
    # contractions and apostrophes
    ("that's the way the cookie crumbles", "Well, that’s the way the cookie crumbles.", "that’s the way the cookie crumbles"),
    ("that's the way the cookie crumbles", "Well, that is the way the cookie crumbles.", "that is the way the cookie crumbles"),
    ("that is the way the cookie crumbles", "That's the way the cookie crumbles.", "That's the way the cookie crumbles"),
    ("not hold water", "That argument doesn’t hold water.", "doesn’t hold water"),
    ("not hold water", "That argument does not hold water.", "not hold water"),
    ("be in the same boat", "We're all in the same boat.", "We're all in the same boat"),
    ("have a screw loose", "He's a screw loose.", "He's a screw loose"),
    # alternatives and forms
    ("hit the sack / sheets / hay", "I hit the hay.", "hit the hay"),
    ("hit the sack/hay", "I hit the sack.", "hit the sack"),
    ("kick the bucket | pop off", "He popped off.", "popped off"),
    ("twenty-four/seven", "They work twenty-four/seven.", "twenty-four/seven"),
    ("twenty-four/seven", "They work twenty-four seven.", "twenty-four seven"),
    # in quotes, across a comma, among odd characters
    ("kick the bucket", "He “kicked the bucket”.", "kicked the bucket"),
    ("kick the bucket", "He kicked 'the' bucket.", "kicked 'the' bucket"),
    ("like father, like son", "Like father like son.", "Like father like son"),
    ("like father like son", "Like father, like son.", "Like father, like son"),
    ("kick the bucket", "He kicked\u00a0the\u2009bucket.", "kicked\u00a0the\u2009bucket"),
    ("kick the bucket", "He\tkicked\tthe\tbucket", "kicked\tthe\tbucket"),
    ("kick the bucket", "kick\u00aded the buck\u00adet", "kick\u00aded the buck\u00adet"),
]  # fmt: skip

NOT = [
    ("kick the bucket", "He kicked. The bucket fell."),
    ("kick the bucket", "He kicked: the bucket fell."),
    ("kick the bucket", "He kicked (the bucket)."),
    ("kick the bucket", "He kicked the water bucket."),
    ("kick the bucket", "Hello there, friend. He kicked the water bucket."),
    ("kick the bucket", "He kicked at the bucket."),
    ("kick the bucket", "The bucket kicked him."),
    ("kick the bucket", "A kicker and the buckler."),
    ("let the cat out of the bag", "He let the cat into the bag."),
    ("under the weather", "They talked over the weather."),
    ("hit the road", "He hit the man on the road."),
    ("spill the beans", "He spilled all of his rice on the beans."),
    ("take someone for a ride", "He took me. For a ride he paid."),
    ("take someone for a ride", "He took a ride."),
    ("pull someone's leg", "They pulled. My leg hurt."),
    *(
        ("pull someone's leg", f"They pulled{mark} Mary's leg hurt.")
        for mark in (".", ";", ":", " (", "!")
    ),
    ("red herring", "The red one is a herring."),
    ("not hold water", "That argument holds water."),
    ("dead line", "The deadliest one."),
    ("words fail someone", "Mr Clarke's words did not."),
    ("spill the beans", ""),
    ("spill the beans", " "),
]


@pytest.mark.parametrize(("entry", "sentence", "expected"), VARIANTS)
def test_variant_is_found_alone_and_among_other_sentences(
    entry: str, sentence: str, expected: str
) -> None:
    for text in (
        sentence, f"Nobody knew. {sentence}", f"{sentence.rstrip('.!?')}. Nobody knew.",
    ):  # fmt: skip
        assert finds("en", entry, text) == [expected], text


@pytest.mark.parametrize(("entry", "sentence"), NOT)
def test_other_text_is_not_found(entry: str, sentence: str) -> None:
    assert finds("en", entry, sentence) == []


# --- several occurrences -------------------------------------------------------------------------


def test_every_occurrence_of_a_line_in_order() -> None:
    text = "He spilled the beans, she spilled the beans, and they spill the beans."
    found = Matcher(listed("en", "spill the beans")).find(text)
    assert [occurrence.span for occurrence in found] == [(3, 20), (26, 43), (54, 69)]


def test_different_idioms_may_overlap() -> None:
    text = "He let the cat out of the bag."
    found = Matcher(listed("en", "out of the bag", "let the cat out of the bag")).find(text)
    assert [(occurrence.idiom, occurrence.span) for occurrence in found] == [
        ("let the cat out of the bag", (3, 29)),
        ("out of the bag", (15, 29)),
    ]


def test_longest_form_of_an_idiom_wins() -> None:
    text = "He let the cat out of the bag."
    found = Matcher(listed("en", "let the cat out | let the cat out of the bag")).find(text)
    assert [occurrence.span for occurrence in found] == [(3, 29)]


def test_same_text_gives_the_same_occurrences() -> None:
    finder = Matcher(listed("en", "pull someone's leg", "kick the bucket"))
    text = "They pulled the old teacher's leg until he kicked the bucket."
    first = finder.find(text)
    finder.find("Something else.")
    assert len(first) == 2
    assert finder.find(text) == first
    assert Matcher(listed("en", "pull someone's leg", "kick the bucket")).find(text) == first


# --- limits --------------------------------------------------------------------------------------


@pytest.mark.parametrize("inserted", [0, 1, 2, 3])
def test_inserted_words_are_limited(inserted: int) -> None:
    finder = Matcher(listed("en", "break the ice"), limits=Limits(inserted=inserted), backend=None)
    for number, words in enumerate(["", "thick ", "thick old ", "thick old dirty "]):
        assert bool(finder.find(f"She broke the {words}ice.")) == (number <= inserted)


def test_slot_is_limited() -> None:
    finder = Matcher(listed("en", "take someone for a ride"), limits=Limits(slot=3, inserted=0))
    assert finder.find("He took my old boss for a ride.")
    assert not finder.find("He took my very old boss for a ride.")


def test_unknown_matcher_is_refused() -> None:
    with pytest.raises(UnknownName) as caught:
        Matcher(listed("en", "red tape"), kind="fre")
    assert str(caught.value) == (
        "No matcher is called 'fre'. Did you mean 'free'?\nKnown: free, ordered"
    )


@pytest.mark.parametrize(
    ("settings", "part"),
    [
        ({}, "|ordered|lang:en.1|inserted:2|slot:5|gap:10|"),
        ({"kind": "free"}, "|free|"),
        ({"limits": Limits(gap=3, inserted=1)}, "|inserted:1|slot:5|gap:3|"),
        ({"backend": None}, "|parse:none"),
        ({"backend": "embedded"}, "|parse:embedded"),
    ],
)
def test_signature_says_what_decides(settings: dict[str, object], part: str) -> None:
    idioms = listed("en", "red tape")
    signature = Matcher(idioms, **settings).signature  # type: ignore[arg-type]
    assert signature.startswith(idioms.signature)
    assert part in signature


def test_long_text_is_searched_without_a_parse() -> None:
    text = "word " * 600 + "He kicked the bucket."
    assert len(text) > 2_000
    [found] = Matcher(listed("en", "kick the bucket")).find(text)
    assert text[slice(*found.span)] == "kicked the bucket"
    # without an analyser inserted nouns pass
    without = matcher("en", "kick the bucket", backend=None)
    assert without.find("He kicked the water bucket.")
