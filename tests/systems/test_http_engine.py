"""HTTP engines against a real service: retries, refusals, odd answers, and keys that never show."""

import traceback
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime
from typing import Any

import pytest
from tests.systems.answering import Heard, Reply, Service, service, unhurried

from litmus.errors import DataError, UsageError
from litmus.systems.engine_files.engine_file import EngineFile
from litmus.systems.http.http_engine import HttpEngine

SECRET = "s3cr3t/key+1"
FILE = EngineFile(
    name="toy",
    url="http://localhost/",
    answer="out.*.text",
    headers={"Authorization": "Key ${TOY_KEY}"},
    body={"q": "{texts}", "from": "{source}", "to": ["{target}"], "n": 1},
    texts=10,
)
FINE = Reply({"out": [{"text": "A"}]})


@pytest.fixture(autouse=True)
def waits(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """The waits, which are not waited."""
    return unhurried(monkeypatch)


def _engine(there: Service | str, **changes: Any) -> HttpEngine:
    url = there if isinstance(there, str) else there.url
    file = replace(FILE, **{"url": url, **changes})
    return HttpEngine(file, ("en", "fr"), environment={"TOY_KEY": SECRET}, timeout=60)


def _one_after_the_other(*replies: Reply) -> Callable[[Heard], Reply]:
    rest = list(replies)
    return lambda _: rest.pop(0) if len(rest) > 1 else rest[0]


def _failure(engine: HttpEngine, texts: list[str]) -> str:
    """The message; that no key is in it or in what is behind it is checked every time."""
    with pytest.raises(DataError) as failed:
        engine.ask(texts)
    message = str(failed.value)
    assert SECRET not in message and "s3cr3t%2Fkey" not in message
    chain = "".join(traceback.format_exception(failed.value))
    assert SECRET not in chain
    return message


def test_a_request_is_filled_in() -> None:
    with service(lambda _: Reply({"out": [{"text": "Un ${TOY_KEY}"}, {"text": "二"}]})) as there:
        found = _engine(there).ask(["{target} ${TOY_KEY}", 'été \\ " {texts}'])
    assert found == ["Un ${TOY_KEY}", "二"]
    (heard,) = there.heard
    assert heard.headers["Authorization"] == f"Key {SECRET}"
    assert heard.headers["User-Agent"].startswith("litmus/")
    # texts are never looked into
    assert heard.body == {
        "q": ["{target} ${TOY_KEY}", "été \\ \" {texts}"], "from": "en", "to": ["fr"], "n": 1,
    }  # fmt: skip


def test_get_puts_all_into_the_address() -> None:
    changes = {"method": "GET", "body": {}, "texts": 1, "answer": "out"}
    with service(lambda _: Reply({"out": "Un"})) as there:
        engine = _engine(
            f"{there.url}?q={{text}}&pair={{source}}|{{target}}&k=${{TOY_KEY}}", **changes
        )
        assert engine.ask(["a&b=c é"]) == ["Un"]
    (heard,) = there.heard
    assert (heard.method, heard.body) == ("GET", None)
    assert heard.path == "/translate?q=a%26b%3Dc%20%C3%A9&pair=en|fr&k=s3cr3t%2Fkey%2B1"


@pytest.mark.parametrize("status", [408, 429, 500, 502, 503, 504, 529])
def test_a_busy_service_is_asked_again(status: int, waits: list[float]) -> None:
    busy = Reply({"error": "busy"}, status)
    with service(_one_after_the_other(busy, busy, busy, FINE)) as there:
        assert _engine(there).ask(["a"]) == ["A"]
    assert (len(there.heard), waits) == (4, [1, 2, 4])


def test_retry_after_is_honoured(waits: list[float]) -> None:
    later = format_datetime(datetime.now(UTC) + timedelta(seconds=100), usegmt=True)
    replies = [Reply({}, 429, {"Retry-After": value}) for value in ("30", "0", later, "soon", "-5")]
    with service(_one_after_the_other(*replies, FINE)) as there:
        assert _engine(there).ask(["a"]) == ["A"]
    assert (waits[0], waits[1], waits[3], waits[4]) == (31, 2, 8, 16)  # and up to 1, 2, ... more
    assert 100 < waits[2] <= 104


NOWHERE = "has no translations at 'out.*.text' of its answer.\n"


@pytest.mark.parametrize(("reply", "message"), [
    (Reply({}, 503, {"Retry-After": "7200"}),
     "answered 503 Service Unavailable: {}.\nIt asks to wait 7,200 s. Come back then."),
    *((Reply({"out": [{"text": "A"}] * n}), f"gave {n} translations for 2 texts.\n") for n in (0, 1, 3)),
    *((Reply(body), NOWHERE) for body in ({}, {"out": "A"}, {"out": [{"txt": "A"}]}, "A", None, 7,
                                          {"out": [{"text": None}]}, {"out": {"0": "A"}}, [])),
    (Reply(b"<html>" + b"x" * 5000), "did not answer JSON.\nIt said: <html>xxx"),
])  # fmt: skip
def test_what_cannot_be_read_is_said_at_once(
    reply: Reply, message: str, waits: list[float]
) -> None:
    with service(lambda _: reply) as there:
        said = _failure(_engine(there), ["a", "b"])
    assert said.startswith(f"{there.url} {message}") and len(said) < 500
    assert ("batch=1" in said) == ("gave" in message)
    assert waits == []


def test_patience_ends(waits: list[float]) -> None:
    with service(lambda _: Reply({"error": f"no {SECRET}"}, 500)) as there:
        message = _failure(_engine(there), ["a"])
    assert message == (
        f'{there.url} answered 500 Internal Server Error: {{"error": "no ${{TOY_KEY}}"}}.\n'
        "That was attempt 6. Try again later."
    )
    assert waits == [1, 2, 4, 8, 16]


def test_numbers_in_the_path_are_places() -> None:
    with service(lambda _: Reply({"choices": [{"message": {"content": "Un"}}]})) as there:
        assert _engine(there, answer="choices.0.message.content").ask(["a"]) == ["Un"]
        message = _failure(_engine(there, answer="choices.1.message.content"), ["a"])
        assert "has no translations" in _failure(_engine(there, answer="out." + "9" * 5000), ["a"])
    assert "has no translations at 'choices.1.message.content'" in message


def test_a_service_that_was_left_can_be_asked_again(waits: list[float]) -> None:
    busy = [Reply({}, 429)] * 6
    with service(_one_after_the_other(*busy, FINE)) as there:
        engine = _engine(there)
        assert "attempt 6" in _failure(engine, ["a"])
        assert engine.ask(["a"]) == ["A"]
        assert engine.retries == 5


@pytest.mark.parametrize(
    ("status", "way_out"),
    [
        (400, "Check the languages en-fr and the engine's file."),
        (401, "Is the key right, and for this address? It is read from: TOY_KEY"),
        (403, "Is the key right, and for this address? It is read from: TOY_KEY"),
        (404, "Is the address right? Give another: url=URL"),
        (413, "The request is too long. Send less at a time: batch=N"),
        (456, "The quota of this key is used up. Wait for it to be renewed."),
    ],
)
def test_a_refusal_is_final_and_says_the_way_out(
    status: int, way_out: str, waits: list[float]
) -> None:
    with service(lambda _: Reply(f"No,\n {SECRET} or s3cr3t%2Fkey%2B1".encode(), status)) as there:
        message = _failure(_engine(f"{there.url}?key=${{TOY_KEY}}"), ["a"])
    assert message.startswith(f"{there.url} answered {status}")
    assert message.endswith(f": No, ${{TOY_KEY}} or ${{TOY_KEY}}.\n{way_out}")
    assert (len(there.heard), waits) == (1, [])


def test_a_redirect_does_not_carry_the_key_away() -> None:
    with service(lambda _: FINE) as elsewhere:
        for status, place in (
            *((status, elsewhere.url) for status in (301, 302, 303, 307, 308)),
            *((302, no_place) for no_place in ("http://[", "ftp://x.org/", "//", "\\\\")),
        ):
            moved = Reply(b"", status, {"Location": place})
            with service(lambda _, moved=moved: moved) as there:  # type: ignore[misc]
                message = _failure(_engine(there), ["a"])
            assert message.endswith(f"It has moved to {place}; if you trust that: url=URL")
    assert elsewhere.heard == []


def test_a_service_is_waited_for_if_it_was_there(waits: list[float]) -> None:
    with service(lambda _: FINE) as there:
        engine = _engine(there)
        assert engine.ask(["a"]) == ["A"]
    message = _failure(engine, ["b"])  # its port is free again
    assert message.startswith(f"{there.url} cannot be reached: ")
    assert message.endswith("That was attempt 6. Try again later.")
    assert waits == [1, 2, 4, 8, 16]
    message = _failure(_engine(there), ["a"])  # it was never there
    assert message.endswith("Is the address right, and the service running? url=URL")
    assert len(waits) == 5


@pytest.mark.parametrize(
    ("environment", "message"),
    [
        ({}, "toy needs a key that is not set. Set it: export TOY_KEY=..."),
        ({"TOY_KEY": " "}, "toy needs a key that is not set. Set it: export TOY_KEY=..."),
        ({"TOY_KEY": "abc\ndef"}, "TOY_KEY holds characters that no key has. Set it again."),
        ({"TOY_KEY": "abcé"}, "TOY_KEY holds characters that no key has. Set it again."),
    ],
)
def test_a_key_that_cannot_be_is_refused_unseen(environment: dict[str, str], message: str) -> None:
    with pytest.raises(UsageError) as failed:
        HttpEngine(FILE, ("en", "fr"), environment=environment)
    assert str(failed.value).split("\n")[0] == message


def test_headers_have_the_default_of_a_key_and_a_type_of_ones_own() -> None:
    with service(lambda _: FINE) as there:
        headers = {"X-K": "${TOY_KEY:-none}", "content-type": "application/x-mine"}
        file = replace(FILE, url=there.url, headers=headers)
        HttpEngine(file, ("en", "fr"), environment={}).ask(["a"])
        HttpEngine(file, ("en", "fr"), environment={"TOY_KEY": "own\n"}).ask(["a"])
    assert [heard.headers["X-K"] for heard in there.heard] == ["none", "own"]
    assert {heard.headers["Content-Type"] for heard in there.heard} == {"application/x-mine"}


def test_keys_are_in_no_name() -> None:
    engine = _engine("https://x.org:8080/t?k=${TOY_KEY}")
    assert engine.signature.startswith("http:toy.v1#") and engine.signature.endswith(
        "|host:x.org:8080"
    )
    assert SECRET not in engine.signature + engine.identity
    other = HttpEngine(FILE, ("en", "de"), environment={"TOY_KEY": "x"})
    same = HttpEngine(FILE, ("en", "fr"), environment={"TOY_KEY": "y"})
    assert other.identity != same.identity == _engine(FILE.url).identity


def _with(url: str, body: dict[str, Any] | None = None, **environment: str) -> HttpEngine:
    file = replace(FILE, url=url, body={"q": "{texts}", **(body or {})})
    return HttpEngine(file, ("en", "fr"), environment={"TOY_KEY": SECRET, **environment})


def test_values_that_can_change_an_answer_are_in_every_name() -> None:
    url, body = "http://x.org/${PLAN:-free}", {"model": "${MODEL:-base}", "k": "${TOY_KEY}"}
    base = _with(url, body)
    others = [_with(url, body, MODEL="big"), _with(url, body, PLAN="paid")]
    assert len({one.identity for one in (base, *others)}) == 3
    assert len({one.signature for one in (base, *others)}) == 3
    for same in (_with(url, body, MODEL="base"), _with(url, body, TOY_KEY="another")):
        assert (same.identity, same.signature) == (base.identity, base.signature)
    assert "|values:" in base.signature
    assert "values" not in _engine(FILE.url).signature + _engine(FILE.url).identity  # keys only


@pytest.mark.parametrize(
    ("url", "environment", "host"),
    [
        ("http://127.0.0.1:${PORT}/t", {"PORT": "5000"}, "127.0.0.1:5000"),
        ("http://${HOST}/t", {"HOST": "mt.x.org:81"}, "mt.x.org:81"),
        ("http://${HOST:-[::1]}:80/t", {}, "[::1]:80"),
        ("http://[::1]:80/t", {}, "[::1]:80"),
        ("http://[::1]/t", {}, "[::1]"),
        ("https://{target}.x.org/t", {}, "fr.x.org"),
    ],
)
def test_the_host_shown_is_the_one_asked(url: str, environment: dict[str, str], host: str) -> None:
    engine = _with(url, **environment)
    assert engine.signature.endswith(f"|host:{host}")
    assert str(engine._error("is down", "")).startswith(f"{url.partition(':')[0]}://{host}/t is")


@pytest.mark.parametrize(
    ("url", "value"),
    [
        ("http://127.0.0.1:${PORT}/t", "abc"),
        ("http://127.0.0.1:${PORT}/t", "99999"),
        ("http://${PORT}/t", "[::1"),
        ("http://${PORT}/t", "x.org/elsewhere"),
        ("http://${PORT}/t", "me:pw@x.org"),
        ("http://${PORT}/t", "a..b"),
    ],
)
def test_an_address_that_cannot_be_shows_before_anything_is_asked(url: str, value: str) -> None:
    with pytest.raises(DataError) as failed:
        _with(url, PORT=value)
    assert str(failed.value) == (
        f"toy: {url!r} is not an address with the values of its variables.\n"
        "A port is a number from 1 to 65535; an IPv6 address needs brackets: [::1]"
    )
    assert failed.value.__suppress_context__  # the cause shows the value


def test_more_texts_than_an_engine_takes_are_refused() -> None:
    with pytest.raises(UsageError, match="toy takes at most 10 texts per request"):
        HttpEngine(FILE, ("en", "fr"), batch=11, environment={"TOY_KEY": "y"})
