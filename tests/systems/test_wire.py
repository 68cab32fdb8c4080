"""Connections: used again, shared by threads, closed in the middle, proxied, never logged."""

import logging
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import httpcore
import pytest
from tests.systems.answering import Heard, Reply, service
from tests.systems.test_http_engine import FINE, SECRET, _engine, _failure, waits

from litmus.systems.system import EngineSystem

__all__ = ["waits"]


def _shouted(heard: Heard) -> Reply:
    return Reply({"out": [{"text": text.upper()} for text in heard.body["q"]]})


def test_a_connection_is_used_again() -> None:
    with service(_shouted, keeps=True) as there:
        engine = _engine(there)
        assert [engine.ask([f"s{n}"]) for n in range(20)] == [[f"S{n}"] for n in range(20)]
    ports = [heard.port for heard in there.heard]
    assert len(ports) == 20 and len(set(ports)) == 1


def test_threads_have_as_many_connections_as_there_are_of_them() -> None:
    meet = Barrier(4)

    def together(heard: Heard) -> Reply:
        meet.wait(20)
        return _shouted(heard)

    with service(together, keeps=True) as there:
        engine = _engine(there)
        with ThreadPoolExecutor(4) as threads:
            found = list(threads.map(lambda n: engine.ask([f"s{n}"]), range(40)))
    assert found == [[f"S{n}"] for n in range(40)]
    ports = [heard.port for heard in there.heard]
    assert len(ports) == 40 and len(set(ports)) == 4


def test_nothing_is_logged_that_could_hold_a_key(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    for name in ("httpx", "httpcore", "httpcore.http11", "httpcore.connection"):
        caplog.set_level(logging.DEBUG, name)
    with service(lambda _: FINE) as there:
        assert _engine(f"{there.url}?k=${{TOY_KEY}}").ask(["a"]) == ["A"]
        with service(lambda _: FINE) as other:
            pass
        _failure(_engine(f"{other.url}?k=${{TOY_KEY}}"), ["a"])
        assert not [one for one in caplog.records if one.name.startswith("http")]
        assert SECRET not in caplog.text and "s3cr3t" not in caplog.text
        with httpcore.ConnectionPool() as pool:  # somebody else's
            pool.request("GET", there.url)
    assert [one for one in caplog.records if one.name == "httpcore.http11"]


def test_the_proxy_of_the_environment_is_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    with service(lambda _: FINE) as proxy:
        monkeypatch.setenv("no_proxy", "")
        monkeypatch.setenv("http_proxy", proxy.url.removesuffix("/translate"))
        assert _engine("http://mt.example.org/t?k=${TOY_KEY}").ask(["a"]) == ["A"]
        monkeypatch.setenv("no_proxy", "mt.example.org")
        assert _engine("http://mt.example.org:1/t")._wire._url.host == "mt.example.org"
    assert [heard.path for heard in proxy.heard] == ["http://mt.example.org/t?k=s3cr3t%2Fkey%2B1"]


def test_a_proxy_that_is_none_is_named_without_its_password(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("no_proxy", "")
    monkeypatch.setenv("http_proxy", "ftp://me:pw1234@x")
    message = _failure(_engine("http://mt.example.org/t"), ["a"])
    assert "cannot be reached: http_proxy is not the address of a proxy." in message
    assert "pw1234" not in message


@pytest.mark.release
def test_an_answer_of_ten_megabytes_and_nuls_is_one_line() -> None:
    with service(lambda _: Reply({"out": [{"text": "x\0\n" * (10 << 20 >> 2)}]})) as there:
        ((found,),) = EngineSystem(_engine(there)).translate([["a"]])
    assert found == " ".join("x" * (10 << 20 >> 2))
