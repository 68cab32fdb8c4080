"""Context for services: the sentences before go out with each, in order, documents side by side."""

from collections.abc import Sequence
from pathlib import Path
from threading import Lock

import pytest

from litmus.errors import UsageError
from litmus.systems.answers import Answers
from litmus.systems.context import Context, fitted
from litmus.systems.engine import Answer, Limit, Query
from litmus.systems.load import load_system
from litmus.systems.prompts.chat import ChatOptions
from litmus.systems.system import EngineSystem, System
from litmus.systems.tokens import estimated_tokens

TALKS = [["a1", "a2", "a3"], ["b1"], [], ["c1", "", "c2", " ", "c3"]]


class Reader:
    """An engine that reads context, and says how much there was."""

    signature = identity = "reader"
    limit, takes_context, window = Limit(1, 1000), True, None

    def __init__(self, parallel: int = 1, stop_after: int = 1 << 30) -> None:
        self.parallel, self._stop, self._lock = parallel, stop_after, Lock()
        self.queries: list[Query] = []

    def ask(self, texts: Sequence[str]) -> list[str]:
        raise AssertionError("texts alone have no context")

    def answer(self, queries: Sequence[Query]) -> list[Answer]:
        (query,) = queries
        with self._lock:
            if len(self.queries) >= self._stop:
                raise KeyboardInterrupt
            self.queries.append(query)
        before = f"{len(query.source_context)}{len(query.target_context)}"
        return [Answer(f"{query.text.upper()}|{before}")]

    def weigh(self, queries: Sequence[Query]) -> int:
        texts = [text for one in queries for text in (*one.source_context, *one.target_context)]
        return sum(map(estimated_tokens, [*texts, *(2 * one.text for one in queries)]))


def _queries(context: Context, references: list[list[str]] | None = None) -> list[Query]:
    engine = Reader()
    system = EngineSystem(engine, level="document", context=context)
    system.translate(TALKS, references=references)
    return engine.queries


def test_each_sentence_has_its_own_translations_before_it() -> None:
    assert _queries(Context(2, 1)) == [
        Query("a1"),
        Query("a2", ("a1",), ("A1|00",)),
        Query("a3", ("a1", "a2"), ("A2|11",)),
        Query("b1"),
        Query("c1"),
        Query("c2", ("c1",), ("C1|00",)),  # empty lines are no sentences
        Query("c3", ("c1", "c2"), ("C2|11",)),
    ]


def test_context_of_one_side_or_of_references() -> None:
    references = [[f"{one}-ref" for one in talk] for talk in TALKS]
    assert [query.target_context for query in _queries(Context(1, 0))] == [()] * 7
    assert [query.source_context for query in _queries(Context(0, 1))] == [()] * 7
    found = _queries(Context(1, 2, references=True), references)
    assert found[2] == Query("a3", ("a2",), ("a1-ref", "a2-ref"))
    assert found[6] == Query("c3", ("c2",), ("c1-ref", "c2-ref"))


def test_the_result_is_the_same_at_any_width_and_the_signature_says_the_context() -> None:
    talks = [[f"d{d} s{n}" for n in range(9)] for d in range(20)]
    narrow, wide = (
        EngineSystem(Reader(n), level="document", context=Context(3, 2)) for n in (1, 8)
    )
    assert narrow.translate(talks) == wide.translate(talks)
    assert narrow.signature == "reader|level:document|context:source3/predicted2"
    assert narrow.notes == []


def test_a_stopped_run_resumes_in_the_middle_of_a_document(tmp_path: Path) -> None:
    talks = [[f"d{d} s{n}" for n in range(9)] for d in range(5)]
    whole = Reader()
    expected = EngineSystem(whole, level="document", context=Context(1, 1)).translate(talks)
    first = Reader(4, stop_after=17)
    with pytest.raises(KeyboardInterrupt):
        EngineSystem(
            first, level="document", context=Context(1, 1), answers=Answers(tmp_path / "part")
        ).translate(talks)
    second = Reader(4)
    system = EngineSystem(
        second, level="document", context=Context(1, 1), answers=Answers(tmp_path / "part")
    )
    assert system.translate(talks) == expected
    assert system.kept == 17 and len(second.queries) == 45 - 17
    assert not {query.key for query in first.queries} & {query.key for query in second.queries}


def test_context_that_a_model_has_no_room_for_is_left_out_from_the_far_end() -> None:
    # 8 characters are 2 tokens; the sentence and its answer have 4, so that 6 are left
    near = Query("sentence", ("abcdefgh",) * 4, ("12345678",) * 2)
    found, left_out = fitted(near, 10, Reader().weigh)
    assert (len(found.source_context), len(found.target_context), left_out) == (1, 1, 4)
    alone, left_out = fitted(near, 1, Reader().weigh)
    assert (alone, left_out) == (Query("sentence"), 6)  # never truncated


def test_context_left_out_is_counted_in_a_note() -> None:
    engine = Reader()
    engine.window = 8  # type: ignore[assignment]
    system = EngineSystem(engine, level="document", context=Context(2, 0))
    system.translate([["sentence"] * 4])
    assert [len(query.source_context) for query in engine.queries] == [0, 1, 2]
    engine.window = 7  # type: ignore[assignment]
    system.translate([["sentenza"] * 4])
    assert system.notes == ["2 sentences of context had no room; the farthest were left out."]


def _service(tmp_path: Path, body: str, context: Context, prompt: str | None = None) -> System:
    path = tmp_path / "toy.toml"
    path.write_text(
        f'url = "http://localhost:1/t"\nanswer = "a"\n[body]\n{body}\n', encoding="utf-8"
    )
    return load_system(
        f"http:{path}", ("en", "fr"), level="document", context=context,
        chat=ChatOptions(prompt=prompt),
    )  # fmt: skip


FILE = "\nLeave out {0}, or write {1} into the request of the engine's file"


@pytest.mark.parametrize(("body", "prompt", "context", "flag", "end"), [
    ('q = "{context} {text}"', "", Context(0, 2), "target_context", "{target_context}"),
    ('q = "{context} {text}"', "", Context(1, 1), "target_context", "{target_context}"),
    ('q = "{target_context} {text}"', "", Context(1, 0), "source_context", "{context}"),
    ('m = "{messages}"', 'user = "{context} {text}"', Context(2, 2), "target_context", ""),
    ('m = "{messages}"', 'user = "{text}"\nturns = true', Context(3, 2), "source_context", ""),
    ('m = "{messages}"', 'user = "{text}"\nturns = true', Context(0, 2), "target_context", ""),
])  # fmt: skip
def test_a_side_without_a_place_is_refused_before_anything_is_sent(
    tmp_path: Path, body: str, prompt: str, context: Context, flag: str, end: str
) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(prompt, encoding="utf-8")
    with pytest.raises(UsageError) as refused:
        _service(tmp_path, body, context, str(path) if prompt else None)
    assert f"has no place for all of {flag}: {end}" in str(refused.value)
    assert str(refused.value).endswith(FILE.format(flag, end) if end else ": prompt=plain")


def test_sides_that_have_a_place_are_taken(tmp_path: Path) -> None:
    both = 'q = "{context} {target_context} {text}"'
    assert _service(tmp_path, both, Context(3, 1))
    assert _service(tmp_path, 'q = "{context} {text}"', Context(3, 0))
    path = tmp_path / "mine.toml"
    path.write_text('user = "{text}"\nturns = true', encoding="utf-8")
    assert _service(tmp_path, 'm = "{messages}"', Context(2, 2), str(path))
    assert _service(tmp_path, 'm = "{messages}"', Context(3, 1), "turns")
