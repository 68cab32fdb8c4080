"""The pytest plugin: a release gate as a test, by a marker or a fixture (docs/gate.md).

pytest loads this in every run wherever litmus is installed, so it imports nothing until a test
asks for it.
"""

from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from litmus.gating.verdicts import Verdicts

_MARKER = "litmus(suite, outputs, require, **options): the scores must meet the requirements; the \
arguments are those of litmus.gate"


class Litmus:
    """The fixture: call it as `litmus.gate` is called. The test fails unless all requirements hold,
    and the table of verdicts is what it shows."""

    def __init__(self, node: pytest.Item) -> None:
        self._node = node

    def __call__(self, *arguments: Any, **options: Any) -> "Verdicts":
        from litmus.api.gate import gate
        from litmus.errors import LitmusError

        try:
            verdicts = gate(*arguments, **options)
            verdicts.raise_if_broken()
        except LitmusError as error:
            pytest.fail(str(error), pytrace=False)
        return verdicts

    @property
    def verdicts(self) -> "list[Verdicts]":
        """Of the test's markers, the nearest first."""
        return self._node.stash.get(_VERDICTS, [])


_VERDICTS = pytest.StashKey["list[Verdicts]"]()


def pytest_configure(config: pytest.Config) -> None:
    """Make the marker known."""
    config.addinivalue_line("markers", _MARKER)


@pytest.fixture
def litmus(request: pytest.FixtureRequest) -> Litmus:
    """Scores outputs and fails unless requirements hold: `litmus(suite, outputs, ["bleu>=30"])`."""
    return Litmus(request.node)


@pytest.hookimpl(tryfirst=True)
def pytest_pyfunc_call(pyfuncitem: pytest.Function) -> None:
    """Ask what the markers of a test require, then let it run."""
    pyfuncitem.stash[_VERDICTS] = [
        Litmus(pyfuncitem)(*marker.args, **marker.kwargs)
        for marker in pyfuncitem.iter_markers("litmus")
    ]
