"""CXMI and P-CXMI against values worked out by hand."""

import math
from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scoring_by_hand import ByHand, Lines, Words, cxmi, read

from litmus.context.annotation import PlainWords
from litmus.context.cxmi import Condition, Measured, conditions_of, measure, row
from litmus.context.passages import Passage
from litmus.context.results import CxmiResult
from litmus.context.settings import CxmiSettings, default_context
from litmus.errors import DataError
from litmus.nmt.scoring.layout import Request
from litmus.nmt.windows import ContextSize, Window

# The second sentence repeats a word of the first: 0.5 becomes 0.8 there.
TWO = [("a", "he sleeps", "il dort"), ("a", "he eats", "il mange")]
GAIN = math.log(0.8 / 0.5)
TARGET_3 = [Condition(ContextSize(0, 3))]


def measured(
    scorer: ByHand,
    lines: list[tuple[str | None, str, str]],
    conditions: list[Condition],
    base: str = "e",
) -> list[Measured]:
    size = ContextSize(
        max(c.size.source for c in conditions), max(c.size.target for c in conditions)
    )
    return list(measure(scorer, read(lines, size), conditions, Words(), base=base))


def test_pcxmi_by_hand() -> None:
    first, second = measured(ByHand(), TWO, TARGET_3)
    assert first.sums == (0.0,) and first.by_word == ((0.0, 0.0),)
    assert second.sums == pytest.approx((GAIN,))
    assert second.means == pytest.approx((GAIN / 2,))
    assert second.by_word[0] == pytest.approx((GAIN, 0.0))
    assert second.ends == pytest.approx((math.log(0.9 / 0.6),))  # which is not in the sum
    _, second = measured(ByHand(), TWO, TARGET_3, base="2")
    assert second.sums == pytest.approx((math.log2(1.6),))
    assert second.ends == pytest.approx((math.log2(1.5),))


def test_pcxmi_of_an_empty_context_is_exactly_zero() -> None:
    # Even for a scorer that never gives the same number twice.
    steps = iter(np.linspace(0.1, 0.9, 1000))
    scorer = ByHand(lambda request, word: float(next(steps)))
    lines = [("a", "x", "un"), ("b", "y", "deux trois"), ("c", "z", "un")]
    for sentence in measured(scorer, lines, conditions_of(ContextSize(2, 3), [1])):
        assert sentence.sums == (0.0, 0.0) and sentence.ends == (0.0, 0.0)
    assert len(scorer.requests) == 3  # nothing was asked for twice


def test_pcxmi_of_a_helpful_and_a_misleading_context() -> None:
    scorer = ByHand(
        lambda request, word: 0.5 if not request.window else {"a": 0.75, "b": 0.1}[word]
    )
    _, second = measured(scorer, [("d", "s", "a"), ("d", "s", "a b")], TARGET_3)
    assert second.by_word[0] == pytest.approx((math.log(1.5), math.log(0.2)))
    assert second.sums[0] < 0


def test_contexts_that_are_scored() -> None:
    lines = [("a", f"s{n}", f"t{n}") for n in range(4)]
    scorer = ByHand()
    conditions = conditions_of(ContextSize(2, 3), [1])
    names = [condition.name for condition in conditions]
    assert names == ["source 2, target 3", "source 1, target 1"]
    windows = measured(scorer, lines, conditions)[3].windows
    assert windows == (Window(("s1", "s2"), ("t0", "t1", "t2")), Window(("s2",), ("t2",)))
    assert [r.window for r in scorer.requests if r.target == "t3"] == [Window(), *windows]
    # With one line before, both contexts are the same, and scored once.
    assert sum(request.target == "t1" for request in scorer.requests) == 2


def test_context_does_not_cross_documents() -> None:
    scorer = ByHand()
    sentences = measured(scorer, [*TWO, ("b", "he drinks", "il boit")], TARGET_3)
    assert sentences[2].windows == (Window(),) and sentences[2].sums == (0.0,)
    assert scorer.requests == [
        Request("he sleeps", "il dort"),
        Request("he eats", "il mange"),
        Request("he eats", "il mange", Window((), ("il dort",))),
        Request("he drinks", "il boit"),
    ]


def test_row_has_words_with_offsets() -> None:
    lines = [("a", "he sleeps", "il dort"), ("a", "he eats", "là  il mange")]
    _, second = measured(ByHand(), lines, conditions_of(ContextSize(0, 3), [1]))
    value = row(second, conditions_of(ContextSize(0, 3), [1]))
    assert value["words"] == [
        {"text": "là", "span": [0, 2], "pcxmi": 0.0, "pos": "", "tags": []},
        {"text": "il", "span": [4, 6], "pcxmi": pytest.approx(GAIN), "pos": "", "tags": []},
        {"text": "mange", "span": [7, 12], "pcxmi": 0.0, "pos": "", "tags": []},
    ]
    assert (value["id"], value["doc"], value["tokens"], value["left_out"]) == ("2", "a", 3, 0)
    assert value["context"] == {"source": 0, "target": 1}
    assert value["others"] == {"target 1": pytest.approx(GAIN)}
    assert value["mean"] == pytest.approx(GAIN / 3)


def test_segment_without_words_is_no_evidence_and_shifts_nothing() -> None:
    lines = [("a", "x", " "), *TWO, ("a", "y", ""), ("a", "z", "il"), ("b", "w", "  ")]
    sentences = measured(ByHand(ahead=2), lines, TARGET_3)
    assert [m.passage.id for m in sentences] == ["1", "2", "3", "4", "5", "6"]
    assert [m.tokens for m in sentences] == [0, 2, 2, 0, 1, 0]
    assert sentences[4].sums == pytest.approx((GAIN,))
    assert row(sentences[0], TARGET_3)["mean"] is None
    with pytest.raises(AssertionError, match="unanswered"):
        list(measure(Deaf(), read(TWO, ContextSize(0, 1)), TARGET_3, Words()))


class Deaf(ByHand):
    """Answers nothing."""

    def score(self, requests: object) -> Iterator[object]:  # type: ignore[override]
        list(requests)  # type: ignore[call-overload]
        return iter(())


@given(
    st.lists(st.text("aé猫 -'", max_size=12), min_size=1, max_size=6),
    st.sampled_from([r"\S+", r"\S", r"\S{1,2}", r"[^-]+"]),
    st.integers(1, 7),
)
def test_words_sum_to_their_sentence(texts: list[str], cut: str, ahead: int) -> None:
    rng = np.random.default_rng(len(texts))
    scorer = ByHand(lambda request, word: float(rng.uniform(0.01, 1)), cut=cut, ahead=ahead)
    lines = [("a", "source", text) for text in texts]
    passages = read(lines, ContextSize(0, 2))
    sentences = list(measure(scorer, passages, TARGET_3, PlainWords("zh")))
    assert [m.passage.target for m in sentences] == texts
    for sentence in sentences:
        values = [value for value in sentence.by_word[0] if value is not None]
        assert math.fsum(values) == pytest.approx(sentence.sums[0], abs=1e-9)
        assert len(sentence.by_word[0]) == len(sentence.marks)


def test_results_do_not_depend_on_how_far_the_scorer_reads() -> None:
    lines = [(f"d{n // 4}", f"s{n}", f"un t{n % 3}") for n in range(20)]
    sums = [[m.sums for m in measured(ByHand(ahead=n), lines, TARGET_3)] for n in (1, 7, 100)]
    assert sums[0] == sums[1] == sums[2]


def test_only_a_batch_is_read_ahead() -> None:
    read_so_far = 0

    def many() -> Iterator[Passage]:
        nonlocal read_so_far
        for n in range(5000):
            read_so_far += 1
            yield Passage(str(n), "a", 0, n, "s", f"t{n}", Window((), ("t",)))

    for done, _ in enumerate(measure(ByHand(), many(), TARGET_3, Words(), batch=10), start=1):
        assert read_so_far - done <= 21  # two batches, and a look at the next


def scored(
    lines: Sequence[tuple[str | None, str, str]],
    scorer: ByHand | None = None,
    each: Any = None,
    **how: Any,
) -> CxmiResult:
    settings = CxmiSettings(model="hand", context=ContextSize(0, 3), n_bootstrap=50, **how)
    return cxmi(Lines(lines), scorer or ByHand(), Words(), settings, each=each)


def test_cxmi_over_a_corpus_by_hand() -> None:
    # 3 sentences, 5 words; one word gains. Sentence means: 0, GAIN / 2, 0.
    lines = [*TWO, ("b", "yes", "oui")]
    result = scored(lines)
    values = {row.name: (row.value, row.n) for row in result.of("corpus")}
    assert values == {
        "cxmi": (pytest.approx(GAIN / 3), 3),
        "sentence-mean": (pytest.approx(GAIN / 6), 3),
        "token": (pytest.approx(GAIN / 5), 5),
        "word": (pytest.approx(GAIN / 5), 5),
    }
    assert all(row.low is None for row in result.rows)  # two documents say nothing of chance
    assert result.notes == ["No intervals: resampling needs at least 5 documents, not 2."]


def test_token_and_word_means_differ_where_words_have_several_subwords() -> None:
    lines = [("a", "x", "aa"), ("a", "y", "aa b")]
    scorer = ByHand(
        lambda request, subword: 0.8 if request.window and subword == "a" else 0.5, r"\S"
    )
    result = scored(lines, scorer)
    values = {row.name: row.value for row in result.of("corpus")}
    assert values["token"] == pytest.approx(2 * GAIN / 5)
    assert values["word"] == pytest.approx(2 * GAIN / 3)


def test_words_without_a_subword_of_their_own_do_not_count() -> None:
    # One subword over two words: its value is the longer one's, nothing is known of the other.
    lines = [("a", "x", "de la maison"), ("a", "y", "la maison")]
    scorer = ByHand(lambda request, subword: 0.8 if request.window else 0.5, r"\S.*")
    rows: list[dict[str, Any]] = []
    result = scored(lines, scorer, min_count=1, each=rows.append)
    gains = [(w["text"], w["pcxmi"]) for w in rows[1]["words"]]
    assert gains == [("la", None), ("maison", pytest.approx(GAIN))]
    assert {row.name: row.n for row in result.of("corpus")}["word"] == 2
    assert [(row.name, row.n) for row in result.of("word")] == [("maison", 2)]
    assert result.notes[0] == (
        "Words without a subword of their own, which share those of their neighbours: 3; left out."
    )


def test_interval_is_by_document() -> None:
    # Of 8 documents, every second one gains in its second sentence: resamples differ.
    lines = [(f"d{n // 2}", "x", "on" if n % 4 == 1 else "il") for n in range(16)]
    result = scored(lines)
    (row,) = [row for row in result.of("corpus") if row.name == "cxmi"]
    assert row.value == pytest.approx(GAIN / 4)
    assert row.low is not None and row.high is not None
    assert 0 <= row.low < row.value < row.high <= GAIN / 2
    assert scored(lines).rows == result.rows


def test_context_that_does_not_fit_is_counted_and_said_once() -> None:
    lines = [("a", "x", "un") for _ in range(4)]
    rows: list[dict[str, object]] = []
    result = scored(lines, ByHand(fits=1), each=rows.append)
    assert [value["left_out"] for value in rows] == [0, 0, 1, 2]
    assert [value["context"] for value in rows][-1] == {"source": 0, "target": 1}
    assert result.notes[0] == (
        "The context of 2 sentences does not fit the model: 3 preceding sentences left out, the "
        "farthest first."
    )
    assert len(result.notes) == 2


def test_one_sentence_documents_are_noted() -> None:
    result = scored([(f"d{n}", "x", "un") for n in range(6)])
    assert {row.value for row in result.of("corpus")} == {0.0}
    assert result.notes == [
        "No sentence has another before it, so every P-CXMI is 0. Check the documents."
    ]


@pytest.mark.parametrize(("given", "trained", "size"), [
    ((None, None, ()), {}, ContextSize(0, 3)),
    ((None, None, ()), {"source": 0, "target": 0, "size": "none"}, ContextSize(0, 3)),
    ((None, None, ()), {"source": 2, "target": 0}, ContextSize(2, 0)),
    ((None, None, (1, 4)), {"source": 2, "target": 2}, ContextSize(4, 4)),
    ((1, None, (5,)), {"source": 2, "target": 2}, ContextSize(1, 0)),
    ((0, 2, ()), {"source": 2}, ContextSize(0, 2)),
])  # fmt: skip
def test_default_context(given: Any, trained: dict[str, object], size: ContextSize) -> None:
    assert default_context(*given, trained) == size


def test_signature_says_what_was_run() -> None:
    result = scored(TWO, base="2", random=True, sizes=(1,))
    assert result.unit == "bits"
    assert result.signature.startswith(
        "CXMI|model:hand|set:lines.v1|lang:en-fr|context:target3+random(target3)+target1|base:2|"
        "unit:document|ci:bs50|seed:12345|v:"
    )


def test_infinite_log_probabilities_are_refused() -> None:
    class Broken(ByHand):
        def score(self, requests: object) -> Iterator[object]:  # type: ignore[override]
            for scored in super().score(requests):  # type: ignore[arg-type]
                scored.log_probs[:] = -np.inf
                yield scored

    with pytest.raises(DataError, match="log-probability of segment 1 is not finite"):
        list(measure(Broken(), read(TWO, ContextSize(0, 3)), TARGET_3, Words()))
