"""Features that a rule asks for."""

import pytest
from pairing import sentence

from litmus.discourse.required_features import has_features


@pytest.mark.parametrize(("feats", "found"), [
    ("Mood=Ind|Person=2", True), ("Mood=Sub|Person=2", True), ("Mood=Cnd|Person=2", False),
    ("Mood=Ind", True), ("Mood=Ind|Person=3", False), ("_", False),
])  # fmt: skip
def test_features_take_alternatives_and_what_is_missing(feats: str, found: bool) -> None:
    features = {"Mood": frozenset(("Ind", "Sub")), "Person": frozenset(("2", "-"))}
    assert has_features(sentence(f"x x VERB {feats}").words[0], features) is found
