"""By which names the server answers, and to which pages."""

import pytest
from campaigning import FIXTURES, Served
from test_server import ASKED, ask, judgement

from litmus.annotate.server import names
from litmus.annotate.server.names import Names, public_names
from litmus.errors import UsageError

campaign, served = FIXTURES
PUBLIC = Names(public=("annotate.example.org",))


def test_a_server_on_loopback_is_known_by_its_names() -> None:
    for host in ("localhost", "LOCALHOST:9000", "127.0.0.1:8642", "[::1]:8642", "x.localhost",
                 "annotate.example.org", "Annotate.Example.Org.:443"):  # fmt: skip
        assert PUBLIC.knows(host), host
    for host in ("evil.example", "annotate.example.org.evil.example", "localhost.evil.example",
                 "10.0.0.1", "", "localhost:x", "localhost/", "user@localhost",
                 "localhost, evil.example", "[::1"):  # fmt: skip
        assert not PUBLIC.knows(host), host


def test_a_server_for_others_is_known_by_addresses(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(names, "gethostname", lambda: "Desk")
    everywhere, there = Names("0.0.0.0"), Names("10.0.0.1")
    assert everywhere.knows("10.0.0.1:8642") and everywhere.knows("[fe80::1]")
    assert everywhere.knows("desk:8642") and there.knows("desk") and there.knows("10.0.0.1")
    assert not there.knows("10.0.0.2") and not everywhere.knows("evil.example")
    assert not Names("127.0.0.1").knows("desk")


def test_pages_of_this_server_may_ask() -> None:
    for origin, host in (
        ("http://localhost:8642", "localhost:8642"),
        ("https://annotate.example.org", "annotate.example.org"),
        ("https://annotate.example.org:8443", "127.0.0.1:8642"),  # a proxy's name
    ):
        assert PUBLIC.trusts(origin, host), origin
    assert not PUBLIC.trusts("http://localhost:3000", "localhost:8642")
    for origin in ("http://evil.example", "http://annotate.example.org.evil.example", "null", "",
                   "file://localhost", "http://["):  # fmt: skip
        assert not PUBLIC.trusts(origin, "localhost"), origin


def test_a_public_name_is_a_name() -> None:
    for name in ("https://x.org", "x.org:443", "*", "", "x.org/", "a b", "[::1]"):
        with pytest.raises(UsageError) as failed:
            public_names([name])
        assert str(failed.value) == (
            f"{name!r} is not the name of a host. Give it alone, without http:// or port: "
            "allow_host=annotate.example.org"
        )


def test_another_name_is_not_answered(served: Served) -> None:
    for path in ("/", "/page/main.js", "/api/start", "/nothing"):
        answer = ask(served, "GET", path, host="evil.example")
        assert (answer.status, answer.body) == (
            421,
            {"error": "This server is not known by that name; whoever runs it can allow the name."},
        )
        assert "content-security-policy" in answer.headers


def test_pages_of_others_are_not_answered(served: Served) -> None:
    for origin in ("http://evil.example", "null", "http://localhost:1"):
        for method, path, body in ASKED:
            answer = ask(served, method, path, body, origin=origin)
            assert (answer.status, answer.body) == (
                403, {"error": "Requests from other sites are not answered."},
            )  # fmt: skip
    assert served.standing() == []
    own = served.url.rstrip("/")
    assert ask(served, "POST", "/api/judgements", judgement(), origin=own).status == 200
