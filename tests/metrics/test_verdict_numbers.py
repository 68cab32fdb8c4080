"""The numbers behind a verdict, computed by hand over a dictionary of six words."""

from collections.abc import Iterator, Mapping, Sequence
from math import sqrt

import numpy as np
import pytest

from litmus.alignment.links import Alignment, Link
from litmus.language.words import token_offsets
from litmus.metrics.idiom.verdict import lexicon, signs
from litmus.metrics.idiom.verdict.finding import Finding, Known
from litmus.metrics.idiom.verdict.place import Place, find_place, make_text
from litmus.metrics.idiom.verdict.signs import Signs

Keys = frozenset[str]
LEMMAS = {"kicked": "kick", "trat": "treten", "buckets": "bucket"}
STOPWORDS = {"en": {"he", "the"}, "de": {"er", "den", "der"}}
# How often each was seen: kick is treten once in ten times.
ROWS = [
    ("kick", "treten", 1.0), ("kick", "stoßen", 9.0), ("bucket", "Eimer", 2.0),
    ("yesterday", "gestern", 1.0), ("perish", "sterben", 1.0), ("again", "wieder", 1.0),
]  # fmt: skip
POINTS = {
    "kicked": (1.0, 0.0), "bucket": (0.0, 1.0), "yesterday": (1.0, 0.0), "perish": (0.0, 1.0),
    "trat": (1.0, 0.0), "wieder": (0.6, 0.8), "gestern": (1.0, 0.0),
}  # fmt: skip


class FewKeys:
    """Forms and lemmas of the words above; whether a token is a word is known of two."""

    characters = False

    def __init__(self, language: str) -> None:
        self.language, self.stopwords = language, STOPWORDS[language]

    def of_word(self, word: str) -> Keys:
        return frozenset({word.lower(), LEMMAS.get(word.lower(), word.lower())})

    def form(self, word: str) -> str:
        return word.lower()

    def of_tokens(self, text: str, spans: Sequence[tuple[int, int]]) -> list[Keys]:
        return [self.of_word(text[start:end]) for start, end in spans]

    def is_word(self, token: str) -> bool | None:
        return {"wieder": True, "den": False}.get(token)


class FewSenses:
    """Points of the words above, in two dimensions."""

    def __init__(self, keys: FewKeys, from_english: object) -> None:
        pass

    def of_word(self, word: str) -> np.ndarray | None:
        return np.array(POINTS[word], np.float32) if word in POINTS else None

    def of_keys(self, keys: Keys) -> np.ndarray | None:
        return next((self.of_word(key) for key in sorted(keys) if key in POINTS), None)


def dictionary(source: str, target: str) -> Iterator[tuple[str, str, float]]:
    if (source, target) == ("en", "de"):
        yield from ROWS
    if (source, target) == ("de", "en"):
        yield from ((other, word, count) for word, other, count in ROWS)


@pytest.fixture
def few(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lexicon, "_dictionary_rows", dictionary)
    monkeypatch.setattr(lexicon, "everyday_words", lambda *pair: [])
    monkeypatch.setattr(signs, "word_keys", FewKeys)
    monkeypatch.setattr(signs, "Senses", FewSenses)


@pytest.fixture
def german(few: None) -> Signs:
    return Signs("en", "de", often_literal=0.25)


def aligned(
    source: str,
    target: str,
    links: set[Link],
    confidence: Mapping[Link, float] | None = None,
    guesses: frozenset[Link] = frozenset(),
) -> Alignment:
    sides = [token_offsets(text, "words", "en") for text in (source, target)]
    return Alignment(*sides, frozenset(links), confidence or {}, guesses)


def found(
    own: Signs,
    source: str,
    idiom: str,
    target: str,
    links: Alignment,
    known: Known = Known(),  # noqa: B008 - frozen
    reference: Place | None = None,
) -> Finding:
    start = source.index(idiom)
    texts = own.text(source, links.source, 0), own.text(target, links.target, 1)
    return own.find([(start, start + len(idiom))], *texts, links, known, reference)


SOURCE, IDIOM = "He kicked the bucket yesterday", "kicked the bucket"
TARGET = "Er trat gestern wieder den Eimer"
LINKS = {(0, 0), (1, 1), (3, 5), (4, 2)}
PHRASE = "den Eimer treten"
EQUIVALENT = ((PHRASE, (frozenset({"eimer"}), frozenset({"treten"}))),)


def test_every_number_of_a_literal_translation(german: Signs) -> None:
    known = Known(("perish", "again"), True, EQUIVALENT, frozenset({"eimer", "treten"}))
    own = found(german, SOURCE, IDIOM, TARGET, aligned(SOURCE, TARGET, LINKS, {(1, 1): 0.8}), known)
    assert own.literal == {"kicked": "trat", "bucket": "Eimer"}
    assert own.meant == {"again": "wieder"}
    assert own.equivalent == PHRASE
    assert (own.place.linked, own.place.region) == ((1, 5), (1, 3, 4, 5))
    root, mean = sqrt(0.8**2 + 0.4**2), sqrt(0.5)
    assert own.numbers == pytest.approx(
        {
            # kicked: 0.5 + 0.5 x 4 x 1/10; bucket: always Eimer
            "literal_near": (0.7 + 1) / 2, "literal_anywhere": 1, "literal_hit": 1,
            "literal_hits": 2, "literal_all": 1, "known": 1, "literal_of_known": 1, "coverage": 1,
            "confidence": 0.9, "guessed": 0, "region": 3 / 2, "linked": 1, "words": 2,
            # wieder is neither translated from the idiom nor from yesterday
            "free": 1 / 2, "free_share": 1 / 4, "real_here": 3 / 4, "copied": 0,
            # trat, gestern, wieder, Eimer; wieder is in the dictionary, too
            "empty": 0, "rest_known": 1 * 3 / 4 + 1 / 4 * 1, "rest_translated": 1, "length": 6 / 5,
            "distinct": 1, "real_words": 1, "rest_linked": 1,
            "unlinked": 3 / 2, "unexplained": 3 / 2, "unexplained_near": 3 / 2, "stolen": 0,
            "letters": 22 / 9, "letters_left": 15 / 12,
            "meaning": 1, "meant_near": 1 / 2, "meant_best": 1, "meant_anywhere": 1 / 2,
            "meant_any_best": 1,
            # kicked (1, 0) and bucket (0, 1) beside trat (1, 0) and wieder (.6, .8)
            "said.near": 0.9, "said.best": 1, "said.mean": 0.6 / (mean * root),
            "meant.near": 0.8, "meant.best": 0.8, "meant.mean": 0.4 / root,
            "meant_rest.near": 0.8, "meant_rest.best": 0.8, "meant_rest.mean": 0.4 / root,
            "context.near": 0.8, "context.best": 1, "context.mean": 0.8 / root,
            "opaque.near": 0.5, "opaque.best": 1, "opaque.mean": 0.5 / mean,
            "rather_meant": -0.1, "rather_meant.mean": 0.4 / root - 0.6 / (mean * root),
            "with_sense": 2,
            "reference": 0, "as_reference": 0, "chrf": 0, "chrf_whole": 0,
            "equivalents": 1, "equivalent": 1, "equivalent_close": 1,
            "allowed": 1, "literal_allowed": 0.85,
        },
        abs=1e-6,
    )  # fmt: skip


def test_every_number_of_an_empty_translation(german: Signs) -> None:
    own = found(german, SOURCE, IDIOM, "", aligned(SOURCE, "", set()))
    numbers = {name: value for name, value in own.numbers.items() if value}
    # kick and bucket are in the dictionary; of equivalents nothing is known: the guess for German
    assert numbers == {"known": 1, "words": 2, "guessed": 1, "empty": 1, "allowed": 0.25}
    assert (own.literal, own.meant, own.equivalent) == ({}, {}, "")


def test_what_the_rest_of_the_source_explains_is_not_the_idioms(german: Signs) -> None:
    # gestern is linked to the idiom, but yesterday says it; bucket is elsewhere in the source, too
    source, target = "kicked buckets bucket yesterday", "gestern Eimer"
    own = found(german, source, "kicked buckets", target, aligned(source, target, {(0, 0), (2, 1)}))
    numbers = own.numbers
    assert own.place.region == (0,)
    assert (numbers["literal_near"], numbers["literal_anywhere"]) == (0, 0)
    assert (numbers["known"], numbers["literal_of_known"]) == (1, 0)
    assert (numbers["stolen"], numbers["unlinked"], numbers["unexplained"]) == (1, 1 / 2, 0)
    assert (numbers["free"], numbers["letters_left"]) == (0, 0)
    assert (numbers["coverage"], numbers["rest_linked"]) == (1 / 2, 1 / 2)
    assert numbers["rest_translated"] == 1


def test_a_word_that_was_taken_over_is_copied(german: Signs) -> None:
    # likeness of kicked and kickedt: 6 of 7 letters; of jinx and jink: 3 of 4; of odd and oder: 2
    # of 4 letters, 2 of 5 pairs
    for idiom, target, copied in (
        ("kicked", "kickedt", 1), ("jinx", "jink", 1), ("odd", "oder", 0), ("an", "an", 0),
    ):  # fmt: skip
        own = found(german, idiom, idiom, target, aligned(idiom, target, {(0, 0)}))
        assert own.numbers["copied"] == copied, idiom


def test_a_literal_word_counts_as_far_as_it_is_likely(german: Signs) -> None:
    own = german.lexicon
    assert own.translations("kicked") == {"treten": 0.1, "stoßen": 0.9}
    assert own.translations("nothing") == {}
    assert own.known == {"treten", "stoßen", "eimer", "gestern", "sterben", "wieder"}
    cases = {
        ("kick", "treten"): 0.5 + 0.5 * 0.4,
        ("kick", "stoßen"): 1.0,  # from a quarter on it is sure
        ("kick", "Stoßenkraft"): 0.5,  # part of a compound, first
        ("kick", "Vorstoßen"): 0.5,  # or last
        ("bucket", "Eimers"): 0.5,
        ("bucket", "Baukette"): 0.0,  # two of six letters, two of 12 pairs
        ("kick", "Kicker"): 0.5,  # they look alike
        ("kick", "Kino"): 0.5,  # half the letters are enough
        ("kick", "Kind"): 0.5,
        ("kick", "Kabel"): 0.0,
        ("he", "he"): 0.0,  # two letters say nothing
        ("kick", "Haus"): 0.0,
    }
    for (word, token), value in cases.items():
        keys = FewKeys("de").of_word(token)
        assert own.similarity(word, token, keys) == pytest.approx(value), (word, token)


def test_pairs_written_by_hand_count_as_seen_five_times(
    few: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    own = lexicon.Lexicon(FewKeys("en"), FewKeys("de"))  # type: ignore[arg-type]
    assert (own.back()["treten"], own.back()["eimer"]) == ({"kick": 0.1}, {"bucket": 1.0})
    pairs = [("Kick", "treten"), ("the", "der"), ("he", "Herr")]
    monkeypatch.setattr(lexicon, "everyday_words", lambda *pair: pairs)
    own = lexicon.Lexicon(FewKeys("en"), FewKeys("de"))  # type: ignore[arg-type]
    assert own.translations("kick") == pytest.approx({"treten": 6 / 15, "stoßen": 9 / 15})
    assert own.translations("the") == {}  # der says nothing
    assert own.back().get("herr", {}) == {}  # nor he
    assert "herr" in own.known


def test_a_meaning_in_english_is_compared_as_it_stands_with_english(few: None) -> None:
    own, target = Signs("de", "en"), "They perish again"
    links = aligned("Eimer", target, {(0, 1)})
    english = found(own, "Eimer", "Eimer", target, links, Known(("perish",), True))
    assert english.meant == {"perish": "perish"}
    assert (english.numbers["meant_near"], english.numbers["meant_anywhere"]) == (1, 1)
    german = found(own, "Eimer", "Eimer", target, links, Known(("sterben",), False))
    assert german.meant == {"sterben": "perish"}


def test_what_is_known_of_an_idiom(german: Signs) -> None:
    known = german.know("to perish, again the perish", ("den Eimer treten", "", "der"))
    assert known.meaning == ("to", "perish", "again")
    assert known.in_english
    assert [text for text, _ in known.equivalents] == ["den Eimer treten", "der"]
    assert known.equivalents[0][1] == (frozenset({"eimer"}), frozenset({"treten"}))
    assert known.equivalents[1][1] == (frozenset({"der"}),)  # it has no other words
    assert known.all_keys == {"eimer", "treten", "der"}


def test_literal_translations_that_equivalents_allow(german: Signs) -> None:
    known = german.know("", ("den Eimer leeren",))
    assert german.literal_share(["kicked", "bucket"], known) == 0.5
    assert german.literal_share([], known) is None
    assert german.literal_share(["bucket"], Known()) is None


def test_words_of_an_equivalent_that_is_there_in_part(german: Signs) -> None:
    half = Known(equivalents=(("Gras Eimer", (frozenset({"gras"}), frozenset({"eimer"}))),))
    own = found(german, SOURCE, IDIOM, TARGET, aligned(SOURCE, TARGET, LINKS), half)
    assert own.equivalent == ""
    names = ("equivalents", "equivalent", "equivalent_close")
    assert [own.numbers[name] for name in names] == [1, 1 / 2, 0]
    away = Known(equivalents=(("Er", (frozenset({"er"}),)),))  # whole, but not in its place
    own = found(german, SOURCE, IDIOM, TARGET, aligned(SOURCE, TARGET, LINKS), away)
    assert (own.equivalent, [own.numbers[name] for name in names]) == ("Er", [1, 1, 0.7])


# --- place ---------------------------------------------------------------------------------------


def placed(source: str, idiom: str, target: str, links: Alignment) -> Place:
    start = source.index(idiom)
    texts = [
        make_text(text, spans, FewKeys(code))  # type: ignore[arg-type]
        for text, spans, code in ((source, links.source, "en"), (target, links.target, "de"))
    ]
    return find_place([(start, start + len(idiom))], texts[0], texts[1], links)


def test_a_text_knows_what_has_content() -> None:
    spans = token_offsets("Er trat -- 2 Eimer.", "words", "de")
    text = make_text("Er trat -- 2 Eimer.", spans, FewKeys("de"))  # type: ignore[arg-type]
    assert text.tokens == ("Er", "trat", "-", "-", "2", "Eimer", ".")
    assert text.content == (False, True, False, False, True, True, False)
    assert text.index["treten"] == 1


TEN = "a b c d e f g h i j"
FIVE = "v w x y z"


@pytest.mark.parametrize(
    ("links", "guesses", "linked", "region", "guessed"),
    [
        # two tokens on both sides of the linked ones
        ({(2, 4)}, (), (4,), (2, 3, 4, 5, 6), False),
        # which something else is linked to does not count
        ({(2, 4), (0, 3), (4, 5)}, (), (4,), (2, 4, 6), False),
        ({(2, 0)}, (), (0,), (0, 1, 2), False),
        ({(2, 9)}, (), (9,), (7, 8, 9), False),
        # x is the middle of five, so of ten it is the fourth; and two around it
        (set(), (), (), (2, 3, 4, 5, 6), True),
        (set(), ((2, 7),), (7,), (5, 6, 7, 8, 9), True),
        # links too far apart: 3 and 1 word on both sides of the middle one
        ({(2, 0), (2, 1), (2, 9)}, (), (0, 1, 9), (0, 1, 2, 3, 4, 5), False),
        # not yet: from 0 - 2 to 5 + 2 are 9
        ({(2, 0), (2, 5)}, (), (0, 5), (0, 1, 2, 3, 4, 5, 6, 7), False),
        ({(2, 0), (2, 6)}, (), (0, 6), (2, 3, 4, 5, 6, 7, 8, 9), False),
    ],
)  # fmt: skip
def test_where_an_idiom_of_one_word_went(
    links: set[Link], guesses: Sequence[Link], linked: object, region: object, guessed: bool
) -> None:
    place = placed(FIVE, "x", TEN, aligned(FIVE, TEN, links, guesses=frozenset(guesses)))
    assert (place.linked, place.region, place.guessed) == (linked, region, guessed)


def test_how_surely_an_idiom_is_linked() -> None:
    links = aligned(SOURCE, TARGET, {(1, 1), (2, 4), (0, 0)}, {(1, 1): 0.5, (2, 4): 0.1})
    place = placed(SOURCE, IDIOM, TARGET, links)
    assert (place.coverage, place.confidence) == (1 / 2, 0.5)  # the is no content word
    assert place.words() == "trat gestern wieder den Eimer"
    only = placed("the one", "the", TARGET, aligned("the one", TARGET, {(0, 4)}))
    assert only.coverage == 1  # there is no other word
    none = placed(SOURCE, IDIOM, TARGET, aligned(SOURCE, TARGET, {(0, 0)}))
    assert (none.coverage, none.confidence, none.linked) == (0, 0, ())

    comma = placed("x", "x", "a , b", aligned("x", "a , b", {(0, 1)}))
    assert (comma.linked, comma.guessed, comma.region) == ((), True, (0, 2))
