"""Engines as systems: sentences and documents, wrong markers, stops, odd answers."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.systems.answering import MARK, Toy, shout

from litmus.systems.answers import Answers
from litmus.systems.engine import Limit
from litmus.systems.markers import NEWLINE, Marker
from litmus.systems.system import EngineSystem

TALKS = [[f"talk {talk} sentence {n}." for n in range(8)] for talk in ("a", "b")]
SHOUTED = [[text.upper() for text in talk] for talk in TALKS]


def _system(engine: Toy, **settings: object) -> EngineSystem:
    return EngineSystem(engine, level="document", **settings)  # type: ignore[arg-type]


def test_sentences_go_alone_and_equal_ones_once() -> None:
    engine = Toy()
    system = EngineSystem(engine)
    assert system.translate([["a", "b", "a"], ["c", "b"]]) == [["A", "B", "A"], ["C", "B"]]
    assert engine.requests == [["a", "b"], ["c"]]
    assert (system.notes, system.signature) == ([], "toy|level:sentence")


def test_documents_go_whole() -> None:
    engine = Toy()
    system = _system(engine)
    assert system.translate(TALKS) == SHOUTED
    assert [len(MARK.findall(text)) for text in engine.texts] == [7, 7]
    assert (system.notes, system.signature) == ([], "toy|level:document|marker:<s{n}/>")
    engine = Toy(str.upper)
    system = _system(engine, marker=Marker(NEWLINE))
    assert system.translate([["a", "b"]]) == [["A", "B"]]
    assert engine.texts == ["a\nb"] and system.signature.endswith("|marker:newline")
    for level in ("sentence", "document"):
        engine = Toy(lambda text: text.replace("and", "&amp;"))
        system = EngineSystem(engine, level=level, marker=Marker(markup=True))  # type: ignore[arg-type]
        assert system.translate([["a < b", "c and d"]]) == [["a < b", "c & d"]]
        assert "a &lt; b" in " ".join(engine.texts)


def _at_the_end(text: str) -> str:
    return MARK.sub("", text) + "".join(f"<s{n}/>" for n in MARK.findall(text))


SPOILT = "The markers of {} of 2 documents did not come back right; these were sent again in " \
    "pieces, {} sentences alone."  # fmt: skip


@pytest.mark.parametrize(("wrong", "spoilt", "alone"), [
    (lambda text: MARK.sub("", text), 2, 16),
    (lambda text: MARK.sub(r"<phrase\1/>", text), 2, 16),
    (lambda text: MARK.sub(r"<s\1/> <s\1/>", text), 2, 16),
    (_at_the_end, 2, 16),
    (lambda text: MARK.sub("<s1/>" if text.count("<s") > 1 else "", text), 2, 16),
    (lambda text: text.replace("<s3/>", "") if "TALK A" in text else text, 1, 0),
])  # fmt: skip
def test_only_what_came_back_wrong_is_sent_again_in_pieces(
    wrong: Callable[[str], str], spoilt: int, alone: int
) -> None:
    engine = Toy(lambda text: wrong(shout(text)))
    system = _system(engine)
    assert system.translate(TALKS) == SHOUTED
    # 2 whole documents, 4 pieces of 2 sentences for each that was spoilt, then single sentences
    assert [len(MARK.findall(text)) for text in engine.texts] == [7] * 2 + [1] * 4 * spoilt + [
        0
    ] * alone
    assert system.signature.removeprefix("toy|level:document|marker:<s{n}/>") == (
        f"|alone:{alone}" if alone else ""
    )
    assert system.notes == [SPOILT.format(spoilt, alone)]


def test_a_sentence_that_holds_a_marker_is_told_apart() -> None:
    talk = ["Write <s1/> here.", "Then go.", "a", "b", "c"]
    engine = Toy()
    assert _system(engine).translate([talk])[0][1:] == [text.upper() for text in talk[1:]]
    assert engine.texts[-2:] == ["Write <s1/> here.", "Then go."]  # alone at last


def test_a_sentence_that_finds_no_room_beside_another_is_counted() -> None:
    # 10 + 7 + 4 characters a sentence with its marker: three fit into 70, the seventh is alone
    engine = Toy(limit=Limit(10, 70))
    system = _system(engine)
    talk = [f"sentence {n}" for n in range(7)]
    assert system.translate([talk, ["Solo."], ["", "Solo."]])[0] == [one.upper() for one in talk]
    assert [len(MARK.findall(text)) for text in engine.texts] == [2, 2, 0, 0]
    assert system.signature == "toy|level:document|marker:<s{n}/>|alone:1"
    assert system.notes == [
        "1 of 3 documents were too long for one request: sent in pieces, 1 sentences alone."
    ]
    both = _system(Toy(lambda text: MARK.sub("", shout(text)), limit=Limit(10, 70)))
    both.translate([talk])
    assert both.signature.endswith("|alone:7")  # lone sentences of both kinds are summed
    assert [note.rpartition(", ")[2][0] for note in both.notes] == ["1", "6"]


def test_requests_keep_to_the_limits() -> None:
    engine = Toy(limit=Limit(3, 10))
    EngineSystem(engine).translate([["a" * 6, "b" * 5, "c", "d", "e", "f" * 30, "g"]])
    assert [[text[0] for text in request] for request in engine.requests] == [
        ["a"], ["b", "c", "d"], ["e"], ["f"], ["g"],
    ]  # fmt: skip


@pytest.mark.parametrize("level", ["sentence", "document"])
@pytest.mark.parametrize("after", range(5))
def test_a_stopped_run_goes_on_and_asks_nothing_twice(
    tmp_path: Path, level: str, after: int
) -> None:
    def reply(text: str) -> str:  # the first talk needs pieces
        return (
            MARK.sub("", shout(text)) if text.count("<s") > 3 and "talk a" in text else shout(text)
        )

    part = tmp_path / "part"
    settings = {"level": level}
    first = Toy(reply, stop_after=after)
    with pytest.raises(KeyboardInterrupt):
        EngineSystem(first, answers=Answers(part), **settings).translate(TALKS * 2)  # type: ignore[arg-type]
        raise KeyboardInterrupt  # done before
    second = Toy(reply)
    system = EngineSystem(second, answers=Answers(part), **settings)  # type: ignore[arg-type]
    told: list[int] = []
    assert system.translate(TALKS * 2, progress=told.append) == SHOUTED * 2
    assert not set(first.texts) & set(second.texts)
    assert sum(told) == 32
    again = EngineSystem(Toy(stop_after=0), answers=Answers(part), **settings)  # type: ignore[arg-type]
    assert again.translate(TALKS) == SHOUTED and again.kept == 16
    whole = Toy(reply)
    fresh = EngineSystem(whole, **settings)  # type: ignore[arg-type]
    fresh.translate(TALKS * 2)
    assert sorted(first.texts + second.texts) == sorted(whole.texts)
    assert system.notes == fresh.notes  # from what is kept, too


def test_a_sentence_never_comes_back_as_two_lines() -> None:
    engine = Toy(lambda text: f"\ufeff{text}\r\nmore\u2028and\0 more\n")
    found = EngineSystem(engine).translate([["a", "b"]])
    assert found == [["a more and more", "b more and more"]]


def test_empty_answers_stay_and_are_counted() -> None:
    engine = Toy(lambda text: re.sub("two", "", text))
    system = EngineSystem(engine)
    assert system.translate([["one", "two", "three"]]) == [["one", "", "three"]]
    assert system.notes == ["1 sentences came back empty."]
    engine.requests.clear()
    system = _system(engine)  # in a document, each sentence is asked again alone
    assert system.translate([["one", "two", "three"]]) == [["one", "", "three"]]
    assert engine.texts == ["one <s1/> two <s2/> three", "one", "two", "three"]
    assert len(system.notes) == 2


def test_an_empty_sentence_is_never_sent() -> None:
    engine = Toy()
    talks = [["", "a", "b", " ", "c"], [], [""], ["solo"]]
    assert _system(engine).translate(talks) == [["", "A", "B", "", "C"], [], [""], ["SOLO"]]
    assert engine.texts == ["a <s1/> b <s2/> c", "solo"]


@given(
    st.lists(st.lists(st.sampled_from(["Aa.", "Bb <s1/>", "Cc", " "]), max_size=9)), st.randoms()
)
def test_any_damage_leaves_every_sentence_its_place(documents, random) -> None:  # type: ignore[no-untyped-def]
    def reply(text: str) -> str:
        pieces = text.split(" ")
        if MARK.search(text) and random.random() < 0.7:
            pieces.insert(random.randrange(len(pieces)), pieces.pop(random.randrange(len(pieces))))
            pieces = [one for one in pieces if random.random() < 0.9]
        return " ".join(pieces) or "X"

    found = _system(Toy(reply)).translate(documents)
    assert [len(document) for document in found] == [len(document) for document in documents]
    for ours, theirs in zip(found, documents, strict=True):
        for text, source in zip(ours, theirs, strict=True):
            assert bool(text) == bool(source.strip()) and "\n" not in text
