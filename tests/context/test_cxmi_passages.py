"""Reading documents with what stands before a sentence, and the control drawn from elsewhere."""

from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from scoring_by_hand import ByHand, Examples, Lines, Words, cxmi, read

from litmus.context.control import Line, Pool, lines
from litmus.context.passages import Passage, passages, survey
from litmus.context.settings import CxmiSettings
from litmus.corpus.segment import Segment
from litmus.errors import DataError
from litmus.nmt.windows import ContextSize, Window


def test_a_long_document_holds_only_what_is_near() -> None:
    many = (Segment(str(n), f"s{n}", (f"t{n}",), "a") for n in range(5_000))
    for passage in passages(many, ContextSize(1, 3), stored=False):
        n = passage.number
        assert passage.before.target == tuple(f"t{k}" for k in range(max(0, n - 3), n))
        assert passage.before.source == ((f"s{n - 1}",) if n else ())


def test_units_number_documents_in_their_order() -> None:
    result = read([("x", "1", "a"), ("x", "2", "b"), ("y", "3", "c")], ContextSize(0, 2))
    found = [(p.unit, p.document, p.before.target) for p in result]
    assert found == [(0, "x", ()), (0, "x", ("a",)), (1, "y", ())]


@pytest.mark.parametrize(("suite", "message"), [
    (Lines([("a", "x", "y"), ("b", "x", "y"), ("b", "x", "y"), ("a", "x", "y")]),
     "Document 'a' continues at sentence 4 (segment 4), after another document.\n"
     "Put the sentences of a document together, in their order."),
    (Lines([("a", "x", "y"), (None, "x", "y")]),
     "Segment 2 has no document, and without documents there is no preceding context.\n"
     "Give the document of every line (docids=FILE), or 'doc' in the suite."),
    (Examples([Segment("7", "x", (), "a")]), "Segment 7 has no reference"),
    (Lines([]), "lines has no segments"),
])  # fmt: skip
def test_survey_refuses_what_has_no_context_or_text(suite: Any, message: str) -> None:
    with pytest.raises(DataError) as error:
        survey(suite)
    assert str(error.value).startswith(message)


def test_examples_bring_their_own_context() -> None:
    held = [
        Segment("1", "s", ("t",), "film", context=("a", "b"), reference_context=("c", "d")),
        Segment("2", "s", ("t",), "other"),
        Segment("3", "s", ("t",), "film", context=("e",), reference_context=("f",)),
    ]
    assert survey(Examples(held)).stored  # so a document may come back
    result = list(passages(held, ContextSize(1, 2), stored=True))
    assert [p.before for p in result] == [
        Window(("b",), ("c", "d")),
        Window(),  # not what another example of the film has said
        Window(("e",), ("f",)),
    ]


def test_examples_of_one_document_are_one_unit_wherever_they_stand() -> None:
    held = [
        Segment(str(n), "s", ("t",), document, context=("c",)) for n, document in enumerate("aba")
    ]
    assert survey(Examples(held)).documents == 2
    assert [p.unit for p in passages(held, ContextSize(1, 1), stored=True)] == [0, 1, 0]


def test_lines_without_a_translation_are_no_context() -> None:
    result = read([("a", "1", "un"), ("a", "2", " "), ("a", "3", "trois")], ContextSize(2, 2))
    assert result[2].before == Window(("1",), ("un",))


def corpus(documents: int, length: int) -> list[Line]:
    return [
        Line(f"d{d}", f"source {d}.{n}", f"target {d}.{n}")
        for d in range(documents)
        for n in range(length)
    ]


def passages_of(corpus_lines: list[Line]) -> Iterator[Passage]:
    segments = (
        Segment(str(n), line.source, (line.target,), line.document)
        for n, line in enumerate(corpus_lines)
    )
    return passages(segments, ContextSize(2, 3), stored=False)


@given(st.integers(2, 6), st.integers(1, 6), st.integers(0, 5), st.integers(1, 40))
def test_control_is_as_much_from_other_documents(
    documents: int, length: int, seed: int, size: int
) -> None:
    corpus_lines = corpus(documents, length)
    pool = Pool(corpus_lines, seed, size)
    by_text = {line.target: line.document for line in corpus_lines}
    for passage in passages_of(corpus_lines):
        drawn = pool.window(passage, passage.before)
        assert passage.target not in drawn.target and passage.source not in drawn.source
        assert all(by_text[text] != passage.document for text in drawn.target)
        assert len(set(drawn.target)) == len(drawn.target)  # none of them twice
        assert len(drawn.source) <= len(passage.before.source)
        assert bool(drawn.target) == bool(passage.before.target)
        if size >= len(corpus_lines) and (documents - 1) * length >= 3:
            assert len(drawn.target) == len(passage.before.target)
            assert len(drawn.source) == len(passage.before.source)


def test_control_of_both_sides_is_from_the_same_lines() -> None:
    corpus_lines = corpus(4, 5)
    pool = Pool(corpus_lines, 3)
    for passage in passages_of(corpus_lines):
        drawn = pool.window(passage, passage.before)
        pairs = zip(reversed(drawn.source), reversed(drawn.target), strict=False)
        assert all(source.replace("source", "target") == target for source, target in pairs)


def test_control_depends_on_the_seed_alone() -> None:
    corpus_lines = corpus(5, 20)
    read = [p for p in passages_of(corpus_lines) if p.before]
    drawn = [[Pool(corpus_lines, k).window(p, p.before) for p in read] for k in (1, 1, 2)]
    assert drawn[0] == drawn[1] != drawn[2]
    assert len({window.target for window in drawn[0]}) > 75  # of 95: it differs by sentence


def test_a_document_that_fills_the_sample_still_finds_a_stranger() -> None:
    corpus_lines = [*corpus(1, 3000), Line("rare", "s", "t")]
    pool = Pool(corpus_lines, 1, size=50)
    passage = list(passages_of(corpus_lines))[100]
    assert pool.window(passage, Window((), ("x",))).target == ("t",)


def test_lines_that_read_like_the_sentence_or_its_context_are_not_drawn() -> None:
    said = (("b", "thank you", "merci"), ("b", "yes", "oui"), ("c", "no", "non"))
    corpus_lines = [Line(*line) for line in said]
    passage = Passage("1", "a", 0, 0, "thank you", "merci", Window(("well",), ("oui",)))
    assert Pool(corpus_lines, 1).window(passage, passage.before).target == ("non",)


def test_one_document_gives_its_own_control_and_says_so() -> None:
    suite = Lines([("a", f"s{n}", f"t{n}") for n in range(9)])
    pool = Pool(lines(suite.segments(), stored=False), 1)
    assert pool.one_document
    for passage in passages(suite.segments(), ContextSize(0, 2), stored=False):
        drawn = pool.window(passage, passage.before)
        assert passage.target not in drawn.target
        assert not set(drawn.target) & set(passage.before.target)
    result = cxmi(suite, ByHand(), Words(), CxmiSettings("hand", ContextSize(0, 2), random=True))
    assert result.notes[-1] == "Random context is from the same document, as there is no other."


def test_control_that_runs_short_is_noted() -> None:
    suite = Lines([("a", "s", f"t{n}") for n in range(4)] + [("b", "other", "un")])
    result = cxmi(suite, ByHand(), Words(), CxmiSettings("hand", ContextSize(0, 3), random=True))
    assert result.notes[0] == (
        "Sentences with fewer random sentences before them than real ones: 2."
    )


def test_control_of_examples_is_drawn_from_their_contexts() -> None:
    held = [
        Segment(str(n), "s", ("t",), context=("far", f"a{n}"), reference_context=(f"b{n}",))
        for n in range(3)
    ]
    assert list(lines(held, stored=True))[:2] == [Line("0", "far", ""), Line("0", "a0", "b0")]
    pool = Pool(lines(held, stored=True), 1)
    result = list(passages(held, ContextSize(1, 1), stored=True))
    for passage in result:
        drawn = pool.window(passage, passage.before)
        assert drawn.target[0] in {"b0", "b1", "b2"} - {f"b{passage.id}"}
        assert drawn.source[0].replace("a", "b") == drawn.target[0]


def test_control_shows_what_any_context_does() -> None:
    # The model likes "un" better after whatever was said: context and control gain the same.
    def lifted(request: object, word: str) -> float:
        return 0.8 if request.window else 0.5  # type: ignore[attr-defined]

    corpus_lines = [(f"d{n // 3}", f"s{n}", f"un t{n}") for n in range(18)]
    settings = CxmiSettings("hand", ContextSize(0, 2), random=True)
    result = cxmi(Lines(corpus_lines), ByHand(lifted), Words(), settings)
    by_context = {row.context: row.value for row in result.of("corpus") if row.name == "cxmi"}
    assert by_context["target 2"] == by_context["random (target 2)"] != 0
    assert by_context["target 2 - random (target 2)"] == 0


def test_lines_that_are_empty_on_one_side_are_no_random_context() -> None:
    texts = [("a", "b"), ("c", ""), ("", "d"), ("", " ")]
    segments = [Segment(str(n), here, (there,), "x") for n, (here, there) in enumerate(texts)]
    assert list(lines(segments, stored=False)) == [Line("x", "a", "b")]
