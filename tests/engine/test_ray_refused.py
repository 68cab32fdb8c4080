"""What is said where Ray is not there, does not start, or does not answer."""

import re
from typing import Any

import pytest
from tests.engine import working

import litmus
from litmus.engine.batches import check_engine, map_batches
from litmus.engine.cluster import NoRay
from litmus.errors import MissingExtra, UnknownName

needs_ray = pytest.mark.skipif(not working.ray_is_there(), reason="needs ray[client]")
NOBODY = "ray://127.0.0.1:9"  # no test listens there


@needs_ray
@pytest.mark.parametrize(("engine", "message"), [
    (NOBODY, f"Nobody answers at {NOBODY}: Connection refused.\n"
     "Name the machine where `ray start --head` runs, and the port of its client server "
     "(10001 unless another was chosen)."),
    ("ray", "Ray did not start: No space left on device\n"
     "Its logs are in session_latest/logs in its folder, /tmp/ray unless RAY_TMPDIR says "
     "otherwise. Without Ray the result is the same: engine='local'"),
])  # fmt: skip
def test_a_ray_that_is_not_there_or_does_not_start_says_what_to_do(
    engine: str, message: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(**_: Any) -> None:
        raise RuntimeError("No space left on device\nand a page of other things")

    if engine == "ray":
        monkeypatch.setattr("ray.init", fail)
    with pytest.raises(NoRay) as caught:
        list(map_batches(working.doubling, [1], engine=engine))
    assert str(caught.value) == message


@needs_ray
def test_an_engine_that_is_none_is_refused_before_any_work() -> None:
    for engine in ("rya", "ray://", "ray://host", "ray://host:port", "ray://a b:1"):
        with pytest.raises(UnknownName, match=f"^No engine is called {re.escape(repr(engine))}."):
            litmus.mine("en", "no-such-file", "en", engine=engine)
        with pytest.raises(UnknownName):
            litmus.tag("no-such-suite", engine=engine)


@pytest.mark.parametrize("missing", ["ray", "grpc"])
def test_ray_that_is_not_installed_is_an_extra(
    missing: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        "litmus.engine.batches.find_spec", lambda name: None if name == missing else name
    )
    with pytest.raises(MissingExtra) as caught:
        check_engine("ray" if missing == "ray" else NOBODY)
    assert str(caught.value) == (
        'Ray needs a package that is not installed.\nInstall it with: pip install "litmus-mt[ray]"'
    )
