"""Part of a suite: which segments stay, and that line n of every output stays with segment n."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from litmus.corpus.filtering import Choice, _staying, write_part_of
from litmus.corpus.in_memory import Held, Lines
from litmus.corpus.segment import Idiom, IdiomFacts, Segment
from litmus.corpus.suite import SuiteFolder, SuiteInfo, read_suite, write_suite
from litmus.errors import DataError, LitmusError, UsageError

INFO = SuiteInfo("whole", "en", "de")
ICE, ICEBERG = Idiom("ice", ((0, 1),)), Idiom("iceberg", ((0, 1),))
SEGMENTS = [
    Segment("1", "a", document="d1", idioms=(ICE,)),
    Segment("2", "b", document="d1"),
    Segment("3", "c", document="d2", idioms=(ICEBERG,)),
    Segment("4", "d", document="d2"),
    Segment("5", "e"),
]
OUTPUTS = {"mine": Lines("mine", ("A", "B", "C", "D", "E"))}


def kept(folder: Path, choice: Choice, **options: Any) -> list[str]:
    """The ids that stay; their outputs must be theirs."""
    n, of = write_part_of(Held(INFO, SEGMENTS), OUTPUTS, choice, folder / "part", **options)
    suite = read_suite(folder / "part")
    found = list(suite.segments())
    assert (n, of) == (len(found), 5)
    lines = suite.systems["mine"].read_text().splitlines()
    assert lines == [segment.source.upper() for segment in found]
    return [segment.id for segment in found]


@pytest.mark.parametrize(("choice", "ids"), [
    (Choice(), ["1", "2", "3", "4", "5"]),
    (Choice(ids=["4", "2"]), ["2", "4"]),
    (Choice(documents=["d2"]), ["3", "4"]),
    (Choice(labels=["iceberg", "other"]), ["3"]),
    (Choice(idioms=True), ["1", "3"]),
    (Choice(idioms=False), ["2", "4", "5"]),
    (Choice(ids=["1", "2"], idioms=False), ["2"]),
    (Choice(documents=["d1"], idioms=True), ["1"]),
    (Choice(sample=5), ["1", "2", "3", "4", "5"]),
    (Choice(idioms=False, sample=3), ["2", "4", "5"]),
])  # fmt: skip
def test_what_all_conditions_allow_stays(tmp_path: Path, choice: Choice, ids: list[str]) -> None:
    assert kept(tmp_path, choice) == ids


def test_a_sample_is_drawn_by_the_ids() -> None:
    many = [Segment(str(n), "a") for n in range(400)]

    def drawn(segments: list[Segment], **options: int) -> set[str]:
        stays = _staying(Held(INFO, segments), Choice(sample=100, **options))
        return {one.id for one, stay in zip(segments, stays, strict=True) if stay}

    first = drawn(many)
    assert len(first) == 100
    assert drawn(many[::-1]) == first  # in any order
    assert drawn(many, seed=12345) == first != drawn(many, seed=1)
    # of a part of the segments, those that were drawn before stay
    assert first - {str(n) for n in range(200)} <= drawn(many[200:])


def test_facts_of_the_idioms_that_stay(tmp_path: Path) -> None:
    facts = [IdiomFacts("ice", meaning="cold"), IdiomFacts("iceberg", meaning="colder")]
    write_suite(tmp_path / "whole", replace(INFO, licence="CC0"), SEGMENTS, facts)
    suite = read_suite(tmp_path / "whole")
    assert isinstance(suite, SuiteFolder)
    write_part_of(suite, {}, Choice(ids=["1", "2"]), tmp_path / "part")
    part = read_suite(tmp_path / "part")
    assert list(part.facts) == ["ice"]
    assert part.info == replace(INFO, name="part", licence="CC0")
    with pytest.raises(DataError):
        write_part_of(suite, {}, Choice(ids=["2"]), tmp_path / "part")
    write_part_of(suite, {}, Choice(ids=["2"]), tmp_path / "part", name="mine", overwrite=True)
    assert read_suite(tmp_path / "part").info.name == "mine"
    assert read_suite(tmp_path / "part").facts == {}


@pytest.mark.parametrize(("choice", "error", "message"), [
    (Choice(ids=["9"]), UsageError, "whole has no segment 9 (ids)."),
    (Choice(ids=["9", "8", "7", "1"]), UsageError, "whole has no segment 7, 8, 9 (ids)."),
    (Choice(ids=["9", "8", "7", "6"]), UsageError, "whole has no segment 6, 7, 8 ... (ids)."),
    (Choice(sample=6), UsageError, "sample is 6, but only 5 segments can be drawn."),
    (Choice(ids=["1"], sample=2), UsageError, "sample is 2, but only 1 segment can be drawn."),
    (Choice(sample=0), UsageError, "sample must be at least 1, not 0."),
    (Choice(documents=["d9"]), DataError, "None of the 5 segments stays; nothing was written."),
])  # fmt: skip
def test_what_cannot_stay(
    tmp_path: Path, choice: Choice, error: type[LitmusError], message: str
) -> None:
    with pytest.raises(error) as caught:
        kept(tmp_path, choice)
    assert str(caught.value) == message
    assert not (tmp_path / "part").exists()


def test_every_segment_needs_an_output(tmp_path: Path) -> None:
    for n in (4, 6):
        outputs = {"mine": Lines("mine", ("A",) * n)}
        with pytest.raises(DataError) as caught:
            write_part_of(Held(INFO, SEGMENTS), outputs, Choice(), tmp_path / "part")
        assert str(caught.value) == f"mine has {n} lines, but whole has 5 segments."
        assert not (tmp_path / "part").exists()
