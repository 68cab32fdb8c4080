"""A run of probes: what is asked of which model, and what the result says of it."""

from collections.abc import Sequence
from typing import Any

import pytest
from tests.probing.test_probe import SEGMENTS, Linked, Told

from litmus import __version__
from litmus.corpus.in_memory import Held
from litmus.corpus.segment import Segment
from litmus.corpus.suite import SuiteInfo
from litmus.errors import LitmusError
from litmus.probing import run
from litmus.probing.results import ProbeResult
from litmus.probing.run import ProbeSettings, probe

SUITE = Held(SuiteInfo("made-up", "en", "fr", version="2"), SEGMENTS)


class Learned(Linked):
    """Links by hand, with what they were learned from."""

    def __init__(self) -> None:
        self.seen: list[tuple[str, str]] = []
        self.finished = 0

    def finish(self) -> None:
        self.finished += 1


@pytest.fixture
def aligner(monkeypatch: pytest.MonkeyPatch) -> Learned:
    made = Learned()

    def learn(one: Learned, pairs: Any) -> Learned:
        one.seen = list(pairs)
        return one

    monkeypatch.setattr(run, "load_aligner", lambda name, languages: made)
    monkeypatch.setattr(run, "learn", learn)
    return made


def probed(*probes: str, suite: Held = SUITE, n_bootstrap: int = 20) -> ProbeResult:
    settings = ProbeSettings(probes or ProbeSettings.probes, n_bootstrap=n_bootstrap, seed=3)
    return probe(suite, {"one": Told, "two": lambda: Told("other")}, settings)


def test_the_settings_are_those_of_the_paper() -> None:
    assert ProbeSettings() == ProbeSettings(
        ("chrf", "perplexity", "entropy", "distance", "pairwise"), "embedded", 1000, 12345
    )


def test_all_probes_of_all_models(aligner: Learned) -> None:
    found = probed()
    assert found.heading == "made-up, en-fr, 3 idioms (2 different) in 3 segments"
    assert found.models == ["one", "two"]
    assert {row.model for row in found.rows} == {"one", "two"}
    assert {row.probe for row in found.rows} == set(ProbeSettings.probes)
    assert found.signature == (
        "probes|set:made-up.v2|lang:en-fr|told+other|links:by-hand|chrf:sacrebleu|avg:macro|bs:20|"
        f"seed:3|v:{__version__}"
    )
    assert found.notes == ["entropy: no reference word is aligned to 1 idiom (33.3 %); left out."]
    assert aligner.seen == [(one.source, one.references[0]) for one in SEGMENTS]
    assert aligner.finished == 1


def test_without_entropy_nothing_is_aligned() -> None:
    bare = [Segment(one.id, one.source, idioms=one.idioms) for one in SEGMENTS]
    found = probed("distance", suite=Held(SUITE.info, bare))
    assert found.notes == [] and "|links:" not in found.signature
    assert {row.probe for row in found.rows} == {"distance"}


@pytest.mark.parametrize("name", ["chrf", "perplexity", "entropy"])
def test_probes_of_references_need_them(aligner: Learned, name: str) -> None:
    bare = [Segment(one.id, one.source, idioms=one.idioms) for one in SEGMENTS]
    with pytest.raises(LitmusError, match="Segment 'a' has no reference"):
        probed(name, suite=Held(SUITE.info, bare))
    # and where all links are there, nothing is noted
    assert probed(name, suite=Held(SUITE.info, SEGMENTS[:2])).notes == []


def test_progress_is_told_in_segments() -> None:
    told: list[int] = []
    probe(SUITE, {"one": Told}, ProbeSettings(("distance",), n_bootstrap=2), progress=told.append)
    assert told == [3]


@pytest.mark.parametrize(
    ("probes", "segments", "message"),
    [
        (("chrff",), SEGMENTS, "No probe is called 'chrff'. Did you mean 'chrf'?\n"
         "Known: chrf, distance, entropy, pairwise, perplexity"),
        (("distance",), SEGMENTS[3:], "made-up does not mark its idioms.\nGive their spans "
         "(spans=FILE), or a suite that has them: litmus list suites"),
    ],
)  # fmt: skip
def test_what_cannot_be_probed_is_refused(
    probes: tuple[str, ...], segments: Sequence[Segment], message: str
) -> None:
    with pytest.raises(LitmusError) as refused:
        probed(*probes, suite=Held(SUITE.info, segments))
    assert str(refused.value) == message
