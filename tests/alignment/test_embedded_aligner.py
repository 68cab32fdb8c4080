"""What the embedded aligner promises, whatever its constants are."""

from random import Random

import pytest
from aligning import joined, linked, same, text
from hypothesis import given
from hypothesis import strategies as st

from litmus.alignment.embedded import aligner as embedded
from litmus.alignment.embedded import cooccurrence as cells
from litmus.alignment.embedded.aligner import EmbeddedAligner
from litmus.alignment.links import Aligner, Alignment

PAIRS = [
    ("The water is blue.", "L'eau est bleue."),
    ("He works every year.", "Il travaille chaque année."),
    ("The President of the Commission spoke.", "Le président de la Commission a parlé."),
    ("", "Rien."),
    ("The water is blue.", "L'eau est bleue."),
    ("Berlin, 2024!", "Berlin, 2024 !"),
]


@pytest.fixture(scope="module")
def french() -> EmbeddedAligner:
    return EmbeddedAligner(("en", "fr"))


@pytest.fixture(scope="module")
def bare() -> EmbeddedAligner:
    """For a pair without a dictionary, so that all it knows is what it learns."""
    return EmbeddedAligner(("sv", "fi"))


def check(pairs: list[tuple[str, str]], found: list[Alignment]) -> None:
    """What holds of every alignment."""
    assert len(found) == len(pairs)
    for pair, alignment in zip(pairs, found, strict=True):
        for side, spans in zip(pair, (alignment.source, alignment.target), strict=True):
            assert all(0 <= start < end <= len(side) for start, end in spans)
            assert list(spans) == sorted(set(spans))
            assert "".join(side[a:b] for a, b in spans) == "".join(side.split())
        assert all(0 <= i < len(alignment.source) for i, _ in alignment.links)
        assert all(0 <= j < len(alignment.target) for _, j in alignment.links)
        assert set(alignment.confidence) == alignment.links
        assert all(0 < sure <= 1 for sure in alignment.confidence.values())
        assert not {i for i, _ in alignment.guesses} & {i for i, _ in alignment.links}
        assert all(0 <= i < len(alignment.source) for i, _ in alignment.guesses)
        assert all(0 <= j < len(alignment.target) for _, j in alignment.guesses)


def test_embedded_aligner_is_an_aligner(french: EmbeddedAligner) -> None:
    aligner: Aligner = french
    found = aligner.align(PAIRS)
    aligner.finish()
    check(PAIRS, found)
    assert linked(PAIRS[0], found[0]) >= {("water", "eau"), ("blue", "bleue"), (".", ".")}
    assert linked(PAIRS[1], found[1]) >= {("year", "année"), ("works", "travaille")}


def test_embedded_aligner_is_deterministic(french: EmbeddedAligner) -> None:
    again = EmbeddedAligner(("eng", "fra"))  # languages by any of their names
    assert again.languages == french.languages == ("en", "fr")
    assert again.align(PAIRS) == french.align(PAIRS)
    first, second = (aligner.learn(PAIRS) for aligner in (french, again))
    assert (again.signature, first.signature) == (french.signature, second.signature)
    assert first.align(PAIRS) == second.align(PAIRS)


def test_learn_finds_the_dictionary_that_made_the_text(bare: EmbeddedAligner) -> None:
    sentences = text(1, 200)
    learned = bare.learn(joined(sentences))
    other = text(2, 100)
    found = learned.align(joined(other))
    check(joined(other), found)
    right = sum(len(a.links & b) for a, (_, _, b) in zip(found, other, strict=True))
    assert right > 0.95 * sum(len(b) for _, _, b in other)
    assert right > 0.95 * sum(len(a.links) for a in found)


def test_learn_does_not_mind_order_and_repetition_of_the_pairs(bare: EmbeddedAligner) -> None:
    pairs = joined(text(3, 60, lonely=True))
    first = bare.learn(pairs)
    for others in (Random(0).sample(pairs, len(pairs)), iter(pairs), [*pairs, *pairs]):
        second = bare.learn(others)
        assert first.signature == second.signature
        assert first.align(pairs) == second.align(pairs)


def test_learn_gives_a_fixed_aligner_and_changes_nothing(bare: EmbeddedAligner) -> None:
    pairs = joined(text(1, 60))
    before = bare.align(pairs)
    learned = bare.learn(pairs)
    assert (bare.learns, learned.learns) == (True, False)
    assert learned is not bare
    assert bare.align(pairs) == before
    after = learned.align(pairs)
    assert sum(len(a.links) for a in after) > sum(len(a.links) for a in before)
    assert learned.align(pairs) == after  # nothing is learned while linking


def test_learn_from_nothing_is_allowed(bare: EmbeddedAligner, french: EmbeddedAligner) -> None:
    for aligner in (bare, french):
        for nothing in ([], [("", "")], [("a", "")]):
            learned = aligner.learn(nothing)
            assert not learned.learns
            assert [a.links for a in learned.align(PAIRS)] == [
                a.links for a in aligner.align(PAIRS)
            ]


def test_learn_leaves_very_long_sentences_out(
    bare: EmbeddedAligner, monkeypatch: pytest.MonkeyPatch
) -> None:
    pairs = joined(text(1, 60))
    long = (" ".join(source for source, _ in pairs), "xo " * 50)
    monkeypatch.setattr(embedded, "LONGEST", 20)
    found = [bare.learn(given).align(pairs) for given in (pairs, [*pairs, long])]
    assert found[0] == found[1]


def test_learn_from_more_than_the_most_is_a_fixed_choice(
    bare: EmbeddedAligner, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(embedded, "MOST_PAIRS", 30)
    pairs = joined(text(1, 90))
    first = bare.learn(pairs)
    second = bare.learn(reversed(pairs))
    assert first.signature == second.signature
    assert first.align(pairs) == second.align(pairs)
    assert first.signature != bare.learn(pairs[:30]).signature


def test_signature_changes_with_all_that_changes_links(french: EmbeddedAligner) -> None:
    pairs = joined(text(1, 20))
    learned = [
        pairs, pairs[1:], [*pairs, ("one", "un")], [(target, source) for source, target in pairs],
        [], [("ccc", "bb"), ("bb", "hh")], [("ccc", "bbb"), ("b", "hh")],  # where a pair ends
    ]  # fmt: skip
    signatures = [
        french.signature,
        EmbeddedAligner(("en", "de")).signature,
        EmbeddedAligner(("en", "fr"), tokenisation="space").signature,
        *(french.learn(given).signature for given in learned),
    ]
    assert len(set(signatures)) == len(signatures)


def test_signature_names_version_tokens_and_dictionary(french: EmbeddedAligner) -> None:
    version = embedded.VERSION
    assert french.signature.startswith(f"embedded.v{version}.words.")
    assert "en-fr.v" in french.signature
    assert EmbeddedAligner(("sv", "fi")).signature == f"embedded.v{version}.words.none"
    learned = french.learn([("one", "un")]).signature
    assert learned.startswith(f"{french.signature}+")


def test_align_does_not_mind_batches_and_neighbours(
    french: EmbeddedAligner, monkeypatch: pytest.MonkeyPatch
) -> None:
    pairs = [*PAIRS, ("w " * 30, "x " * 40), *joined(text(8, 10))]
    whole = french.align(pairs)
    for size in (1, 2, 5):
        parts = [pairs[start : start + size] for start in range(0, len(pairs), size)]
        assert same([found for part in parts for found in french.align(part)], whole)
    assert same(french.align(pairs[::-1]), whole[::-1])
    monkeypatch.setattr(cells, "_DENSE", 0)  # as in very large batches
    assert same(french.align(pairs), whole)


@pytest.mark.parametrize(
    ("tokenisation", "tokens"),
    [
        ("words", "The President ' s water ."),
        ("space", "The President's water."),
        ("moses", "The President 's water ."),
    ],
)
def test_align_links_the_tokens_asked_for(tokenisation: str, tokens: str) -> None:
    aligner = EmbeddedAligner(("en", "fr"), tokenisation=tokenisation)
    pair = ("The President's water.", "L'eau du président.")
    (found,) = aligner.align([pair])
    check([pair], [found])
    assert " ".join(pair[0][a:b] for a, b in found.source) == tokens
    assert found.links


def test_align_keeps_its_places_beside_a_token_that_moses_altered() -> None:
    aligner = EmbeddedAligner(("en", "fr"), tokenisation="moses")
    found = aligner.align([("a\x07b", "2024"), ("a\x07b 2024", "2024")])
    assert [one.links for one in found] == [set(), {(1, 0)}]


WORDS = st.sampled_from(
    ["water", "eau", "the", "Berlin", "2024", ".", ",", "«", "中国", "の", "العمل", "שנה", "e\u0301"]
)  # fmt: skip
TEXTS = st.one_of(st.text(max_size=40), st.lists(WORDS, max_size=12).map(" ".join))


@given(st.lists(st.tuples(TEXTS, TEXTS), max_size=4))
def test_align_any_text(pairs: list[tuple[str, str]]) -> None:
    aligner = EmbeddedAligner(("en", "fr"))
    found = aligner.align(pairs)
    check(pairs, found)
    learned = aligner.learn(pairs)
    again = learned.align(pairs)
    check(pairs, again)
    assert same(learned.align(pairs[::-1]), again[::-1])
