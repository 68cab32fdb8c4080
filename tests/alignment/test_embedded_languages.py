"""The embedded aligner at the edges of language: scripts, normal forms, long and empty text."""

import unicodedata

import pytest
from aligning import DICTIONARY, SOURCE, linked, words

from litmus.alignment import align
from litmus.alignment.embedded import aligner as embedded
from litmus.alignment.embedded.aligner import EmbeddedAligner
from litmus.alignment.embedded.prior import prior_counts


@pytest.fixture(scope="module")
def french() -> EmbeddedAligner:
    return EmbeddedAligner(("en", "fr"))


def test_a_side_without_tokens_has_no_links(french: EmbeddedAligner) -> None:
    pairs = [("", "x y"), ("x y", ""), ("", ""), (" \t", "x"), ("x", "\u3000")]
    for pair, found in zip(pairs, french.align(pairs), strict=True):
        assert [len(found.source), len(found.target)] == [len(text.split()) for text in pair]
        assert (found.links, found.confidence) == (frozenset(), {})


def test_identical_sides_are_linked_on_the_diagonal(french: EmbeddedAligner) -> None:
    names, again = "President Berlin 2024 Commission Europe xyzzy", "no , no , no , no ! ! !"
    # the very text, one that only has the same words, and words that come again
    for text, other in ((names, names), (names, f"{names} "), (again, again)):
        (found,) = french.align([(text, other)])
        assert found.links == set(found.confidence) == {(n, n) for n in range(len(text.split()))}


def test_punctuation_and_emoji_are_linked_to_themselves(french: EmbeddedAligner) -> None:
    pair = ("😀 and 👍🏽", "👍🏽 et 😀")
    only, found = french.align([("( ?", "?"), pair])
    assert only.links == {(1, 0)}
    assert {("😀", "😀"), ("👍", "👍")} <= linked(pair, found)


@pytest.mark.parametrize("form", ["NFC", "NFD"])
def test_normal_form_does_not_matter(french: EmbeddedAligner, form: str) -> None:
    source, target = "Every year the café closes.", "Chaque année, le café ferme à l'été."
    plain = french.align([(source, target)])[0]
    given = (source, unicodedata.normalize(form, target))  # type: ignore[arg-type]
    (found,) = french.align([given])
    assert found.links == plain.links
    assert ("année" in words(given[1], found.target)) == (form == "NFC")
    assert [unicodedata.normalize("NFC", word) for word in words(given[1], found.target)] == words(
        target, plain.target
    )


@pytest.mark.parametrize(
    ("languages", "pair", "expected"),
    [
        ("zh-en", ("我们在北京工作。", "We work in Beijing."), "我们-We 北京-Beijing 工作-work"),
        ("fr-en", ("L'eau est bleue.", "The water is blue."), "eau-water"),
        *(
            pytest.param(*row, marks=pytest.mark.release)
            for row in (
                ("en-ja", ("I study in Tokyo.", "東京で勉強する。"), "Tokyo-東京 study-勉強"),
                ("en-ar", ("every year", "كل عام"), "every-كل year-عام"),
                ("en-he", ("every year", "כל שנה"), "every-כל year-שנה"),
                ("de-fr", ("Das Wasser ist blau.", "L'eau est bleue."), "Wasser-eau"),
            )
        ),
    ],
)
def test_known_words_are_linked_in_every_script(
    languages: str, pair: tuple[str, str], expected: str
) -> None:
    source, target = languages.split("-")
    (found,) = EmbeddedAligner((source, target)).align([pair])
    assert {"-".join(link) for link in linked(pair, found)} >= set(expected.split())


def test_pair_without_a_dictionary_has_names_and_numbers_and_learns() -> None:
    pair = ("Huset byggdes 2024 av Nokia.", "Nokia rakensi talon 2024.")
    aligner = EmbeddedAligner(("sv", "fi"))
    assert aligner.knows == "none"
    (found,) = aligner.align([pair])
    assert linked(pair, found) >= {("2024", "2024"), ("Nokia", "Nokia")}
    texts = [
        (f"{a} {b}", f"{DICTIONARY[a]} {DICTIONARY[b]}") for a in SOURCE[:2] for b in SOURCE[2:4]
    ]
    for text, found in zip(texts, aligner.learn(texts).align(texts), strict=True):
        assert linked(text, found) == set(zip(*(side.split() for side in text), strict=True))


def test_prior_of_a_shipped_pair_is_the_mirror_of_the_other_direction() -> None:
    there, name = prior_counts("en", "fr")
    back, same = prior_counts("fr", "en")
    assert name == same
    assert len(there) == len(back) > 1000
    words = ["water", "year", "work"]
    assert there.sums(0, words).tolist() == pytest.approx(back.sums(1, words).tolist())


def test_prior_by_way_of_english() -> None:
    counts, name = prior_counts("de", "fr")
    assert len(counts) > 1000
    first, second = name.split("+")
    assert ("de" in first, "fr" in second) == (True, True)
    assert counts.sums(0, ["wasse", "jahr"]).min() > 0  # keys are beginnings of words
    assert counts.sums(1, ["eau", "année"]).min() > 0


def test_prior_without_a_dictionary_is_empty() -> None:
    for pair in (("sv", "fi"), ("sv", "en"), ("de", "fi")):
        counts, name = prior_counts(*pair)
        assert (len(counts), name) == (0, "none")


def numbered(count: int) -> str:
    return " ".join(str(10_000 + 7 * number) for number in range(count))


@pytest.mark.parametrize(
    ("count", "window"),
    [(101, 100), (1000, 100), (1000, 0), pytest.param(2500, 0, marks=pytest.mark.slow)],
)
def test_long_sentence_is_linked_in_windows(
    french: EmbeddedAligner, monkeypatch: pytest.MonkeyPatch, count: int, window: int
) -> None:
    monkeypatch.setattr(embedded, "WINDOW", window or embedded.WINDOW)
    text = numbered(count)
    for other in (text, f"{text} "):
        (found,) = french.align([(text, other)])
        assert len(found.source) == len(found.target) == count
        assert found.links == {(n, n) for n in range(count)}


def test_long_sentence_of_another_length_is_cut_in_proportion(
    french: EmbeddedAligner, monkeypatch: pytest.MonkeyPatch
) -> None:
    # every number has an "x" after it on one side: the same tenth of both sides belongs together
    monkeypatch.setattr(embedded, "WINDOW", 40)
    short = numbered(200)
    long = short.replace(" ", " x ")
    there, back = french.align([(short, long), (long, short)])
    assert {(i, j) for i, j in there.links if j % 2 == 0} == {(n, 2 * n) for n in range(200)}
    assert {(i, j) for i, j in back.links if i % 2 == 0} == {(2 * n, n) for n in range(200)}


def test_long_sentence_beside_a_short_one(
    french: EmbeddedAligner, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(embedded, "WINDOW", 50)
    pairs = [(numbered(120), "10000"), ("10000", numbered(120)), ("10000", "10000")]
    found = french.align(pairs)
    assert [(len(a.source), len(a.target)) for a in found] == [(120, 1), (1, 120), (1, 1)]
    assert found[2].links == {(0, 0)}


def test_align_in_one_call_learns_from_the_pairs_or_takes_an_aligner_as_it_is() -> None:
    texts = [("huset brinner", "talo palaa"), ("huset faller", "talo kaatuu")] * 2
    aligner = EmbeddedAligner(("sv", "fi"))
    found = align(texts, ("sv", "fi"))
    assert found == aligner.learn(texts).align(texts)
    assert align(iter(texts), ("swe", "fin"), tokens="space") == found
    assert align(texts, ("sv", "fi"), aligner=aligner) == aligner.align(texts) != found
