"""`experiments/analyser/finish.py`: whom a student follows in its last steps, by language."""

from argparse import Namespace
from collections.abc import Callable
from types import ModuleType
from typing import Any

import pytest
import torch

pytestmark = pytest.mark.filterwarnings("ignore:.torch.jit.script:DeprecationWarning")
ALONE, BOTH = 1.0, 2.0  # stand for the answers of the student and of the two together


@pytest.fixture
def finish(analyser_script: Callable[[str], ModuleType]) -> ModuleType:
    return analyser_script("finish")


def test_parts_of_speech_of_both_features_of_one(finish: ModuleType) -> None:
    """NOUN a, NOUN b, VERB: alone 0.6, 0.2, 0.2; together NOUN 0.4, so its features share that."""
    own, together = torch.tensor([[0.6, 0.2, 0.2]]), torch.tensor([[0.1, 0.3, 0.6]])
    found = finish._parts(own, together, torch.tensor([0, 0, 1]))
    assert found[0].tolist() == pytest.approx([0.3, 0.1, 0.6])


def test_the_earlier_student_is_followed_where_named(
    finish: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(finish, "answers", answers)
    labels = {"languages": ["aa", "bb"]}
    data = Namespace(classes=None, types=None, labels=labels)
    args = Namespace(trees="bb", tags="aa", scripts="", parts="")
    asked = Namespace(
        columns={
            "language": torch.tensor([0, 1]),
            "mask": torch.tensor([[True, True], [True, False]]),
        },
        stretches=[(0, 0, 2), (1, 2, 3)],
    )
    wanted = finish.Together(["earlier", "student"], data, args)(asked)
    assert wanted["heads"][:, 0].tolist() == [ALONE, ALONE, BOTH]
    assert wanted["relations"][:, 0].tolist() == [ALONE, ALONE, BOTH]
    assert wanted["best"][:, 0].tolist() == [ALONE, BOTH]
    assert [float(some[0, 0]) for some in wanted["tags"]] == [BOTH, ALONE]
    assert [float(some[0, 0]) for some in wanted["scripts"]] == [ALONE, ALONE]


def answers(networks: list[str], *rest: Any) -> dict[str, Any]:
    value = BOTH if networks == ["earlier", "student"] else ALONE
    by_language = [torch.full((2, 3), value), torch.full((1, 3), value)]
    return {
        "heads": torch.full((3, 4), value),
        "relations": torch.full((3, 5), value),
        "best": torch.full((2, 2), value),
        "tags": by_language,
        "scripts": by_language,
    }
