"""What the link model learns from text whose links are known."""

import numpy as np
import pytest
from aligning import DICTIONARY, LONELY, Text, text

from litmus.alignment.embedded.counts import Counts
from litmus.alignment.embedded.evidence import Settings
from litmus.alignment.embedded.model import LinkModel
from litmus.alignment.links import Link

EMPTY = Counts.of(())
HALF = 0.5  # links likelier than not, in the geometric mean of both directions


def learned(sentences: list[Text], prior: Counts = EMPTY) -> LinkModel:
    return LinkModel(prior).learn([(source, target) for source, target, _ in sentences])


def links(model: LinkModel, sentences: list[Text]) -> list[set[Link]]:
    found: list[set[Link]] = [set() for _ in sentences]
    for number, forward, backward in model.links([(s, t) for s, t, _ in sentences]):
        sure = np.sqrt(forward * backward) > HALF
        found[number] = {(int(i), int(j)) for j, i in zip(*sure.nonzero(), strict=True)}
    return found


def precision_and_recall(found: list[set[Link]], sentences: list[Text]) -> tuple[float, float]:
    right = sum(len(a & b) for a, (_, _, b) in zip(found, sentences, strict=True))
    return right / sum(map(len, found)), right / sum(len(b) for _, _, b in sentences)


def test_model_finds_the_dictionary_that_made_the_text() -> None:
    model = learned(text(1, 300))
    for sentences in (text(1, 300), text(2, 100)):  # those learned from, and others
        assert min(precision_and_recall(links(model, sentences), sentences)) > 0.95
    source, target = list(DICTIONARY), list(DICTIONARY.values())
    first, second, held = model.learned.between(source, target)
    weights = np.zeros((len(source), len(target)))
    weights[first, second] = held
    assert (weights.argmax(1) == np.arange(len(source))).all()
    assert (weights.argmax(0) == np.arange(len(target))).all()


def test_model_leaves_words_that_never_have_a_partner_alone() -> None:
    sentences = text(3, 300, lonely=True)
    model = learned(sentences)
    found = links(model, sentences)
    assert min(precision_and_recall(found, sentences)) > 0.95
    wrong = sum(
        source[i] in LONELY or target[j] in LONELY
        for (source, target, _), some in zip(sentences, found, strict=True)
        for i, j in some
    )
    assert wrong < 0.05 * len(sentences)
    for side, lonely in enumerate(LONELY):  # they are counted with the empty key
        pair = ([lonely], [""]) if side == 0 else ([""], [lonely])
        _, _, weights = model.learned.between(*pair)
        assert weights.sum() > 0.5 * model.learned.sums(side, [lonely])[0]


def test_model_prior_alone_links_the_words_it_knows() -> None:
    # the words are in the opposite order, so that neither place nor looks help
    prior = Counts.of([("one", "un", 20.0), ("two", "deux", 20.0), ("three", "trois", 20.0)])
    given: list[Text] = [(["one", "two", "three"], ["trois", "deux", "un"], set())]
    assert links(LinkModel(prior), given) == [{(0, 2), (1, 1), (2, 0)}]
    assert links(LinkModel(EMPTY), given) != [{(0, 2), (1, 1), (2, 0)}]


def test_model_prior_and_text_work_together() -> None:
    # ten sentences are little; the prior, which knows half the words, helps with the others, too
    sentences = text(5, 10)
    rows = [(word, DICTIONARY[word], 20.0) for word in list(DICTIONARY)[::2]]
    alone = precision_and_recall(links(learned(sentences), sentences), sentences)
    helped = precision_and_recall(links(learned(sentences, Counts.of(rows)), sentences), sentences)
    assert helped[1] > alone[1]


def test_model_links_names_and_numbers_it_has_never_seen() -> None:
    given: list[Text] = [(["xyzzy", "met", "2031"], ["2031", "rencontra", "xyzzy"], set())]
    (found,) = links(LinkModel(EMPTY), given)
    assert {(0, 2), (2, 0)} <= found


def test_model_learns_how_far_words_jump() -> None:
    # word order is reversed throughout: from target word to target word, one place back
    sentences: list[Text] = [
        (source, [DICTIONARY[word] for word in reversed(source)], set())
        for source, _, _ in text(6, 300)
    ]
    model = learned(sentences, Counts.of([(a, b, 20.0) for a, b in DICTIONARY.items()]))
    middle = len(model.jumps[0]) // 2
    for before, after in zip(LinkModel(EMPTY).jumps, model.jumps, strict=True):
        assert after.sum() == pytest.approx(1)
        assert before[middle - 1] < before[middle + 1]
        assert after[middle - 1] > before[middle - 1]


def test_model_posteriors_are_probabilities_in_both_directions() -> None:
    sentences = text(4, 40, lonely=True)
    seen = set()
    for number, forward, backward in learned(sentences).links([(s, t) for s, t, _ in sentences]):
        seen.add(number)
        source, target, _ = sentences[number]
        assert forward.shape == backward.shape == (len(target), len(source))
        for probabilities in (forward, backward):
            assert (probabilities >= 0).all()
        assert (forward.sum(1) <= 1 + 1e-5).all()  # a target word comes from one source word
        assert (backward.sum(0) <= 1 + 1e-5).all()
    assert seen == set(range(len(sentences)))


@pytest.mark.parametrize("given", [[], [([], [])], [(["a"], [])], [([], ["x"]), (["a"], ["x"])]])
def test_model_learns_from_next_to_nothing(given: list[tuple[list[str], list[str]]]) -> None:
    model = LinkModel(EMPTY).learn(given)
    numbers = [number for number, _, _ in model.links(given)]
    assert numbers == [n for n, (source, target) in enumerate(given) if source and target]
    for jumps in model.jumps:
        assert jumps.sum() == pytest.approx(1)


def test_model_that_learns_is_another_one() -> None:
    model = LinkModel(EMPTY, settings=Settings(rounds=(1, 1)))
    jumps = [side.copy() for side in model.jumps]
    other = model.learn([(s, t) for s, t, _ in text(1, 20)])
    assert other is not model and other.settings == model.settings
    assert len(model.learned) == 0
    assert all((a == b).all() for a, b in zip(model.jumps, jumps, strict=True))
