"""Connections: used again, shared by threads, closed in the middle, proxied, never logged."""

import json
import logging
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Barrier, Thread

import httpcore
import pytest
from tests.systems.answering import Reply, raw_service, service
from tests.systems.test_hostile_service import GOOD
from tests.systems.test_http_engine import FINE, SECRET, _engine, _failure, waits

from litmus.systems.system import EngineSystem

__all__ = ["waits"]


@contextmanager
def _persistent(meet: Barrier | None = None) -> Iterator[tuple[str, list[int]]]:
    """A service that keeps connections; the ports that they come from."""
    ports: list[int] = []

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_POST(self) -> None:
            ports.append(self.client_address[1])
            texts = json.loads(self.rfile.read(int(self.headers["Content-Length"])))["q"]
            if meet:
                meet.wait(20)
            body = json.dumps({"out": [{"text": text.upper()} for text in texts]}).encode()
            self.send_response(200)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_: object) -> None:
            """Says nothing."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads, server.block_on_close = True, False
    thread = Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_address[1]}/t", ports
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


def test_a_connection_is_used_again() -> None:
    with _persistent() as (url, ports):
        engine = _engine(url)
        assert [engine.ask([f"s{n}"]) for n in range(20)] == [[f"S{n}"] for n in range(20)]
    assert len(ports) == 20 and len(set(ports)) == 1


def test_threads_have_as_many_connections_as_there_are_of_them() -> None:
    with _persistent(Barrier(4)) as (url, ports):
        engine = _engine(url)
        with ThreadPoolExecutor(4) as threads:
            found = list(threads.map(lambda n: engine.ask([f"s{n}"]), range(40)))
    assert found == [[f"S{n}"] for n in range(40)]
    assert len(ports) == 40 and len(set(ports)) == 4


def test_a_server_that_closes_in_the_middle_is_asked_again(waits: list[float]) -> None:
    half = GOOD[: GOOD.index(b"text")]
    with raw_service(half, half, GOOD) as there:
        assert _engine(there).ask(["a"]) == ["A"]
    assert waits == [1, 2] and len(there.heard) == 3


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
def test_an_answer_of_ten_megabytes_and_nuls_is_one_line(waits: list[float]) -> None:
    long = "x\0\n" * (10 << 20 >> 2)
    with service(lambda _: Reply({"out": [{"text": long}]})) as there:
        ((found,),) = EngineSystem(_engine(there)).translate([["a"]])
    assert found == " ".join("x" * (10 << 20 >> 2))


def test_a_service_that_does_not_speak_tls_is_not_asked_again(waits: list[float]) -> None:
    with service(lambda _: FINE) as there:
        message = _failure(_engine(there.url.replace("http:", "https:")), ["a"])
    assert "cannot be reached: [SSL" in message and waits == []
