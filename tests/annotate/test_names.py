"""By which names the server answers, and to which pages."""

import pytest
from campaigning import FIXTURES, Served
from test_server import ask, judgement

from litmus.annotate.server import names
from litmus.annotate.server.names import Names, public_names
from litmus.errors import UsageError

campaign, served = FIXTURES
PUBLIC = Names(public=("annotate.example.org",))


@pytest.mark.parametrize(
    ("host", "known"),
    [
        ("localhost", True),
        ("LOCALHOST:9000", True),
        ("127.0.0.1:8642", True),
        ("[::1]:8642", True),
        ("x.localhost", True),
        ("annotate.example.org", True),
        ("Annotate.Example.Org.:443", True),
        ("evil.example", False),
        ("annotate.example.org.evil.example", False),
        ("localhost.evil.example", False),
        ("10.0.0.1", False),
        ("", False),
        ("localhost:x", False),
        ("localhost/", False),
        ("user@localhost", False),
        ("localhost, evil.example", False),
        ("[::1", False),
    ],
)
def test_a_server_on_loopback_is_known_by_its_names(host: str, known: bool) -> None:
    assert PUBLIC.knows(host) is known


def test_a_server_for_others_is_known_by_addresses(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(names, "gethostname", lambda: "Desk")
    everywhere, there = Names("0.0.0.0"), Names("10.0.0.1")
    assert everywhere.knows("10.0.0.1:8642") and everywhere.knows("[fe80::1]")
    assert everywhere.knows("desk:8642") and there.knows("desk") and there.knows("10.0.0.1")
    assert not there.knows("10.0.0.2") and not everywhere.knows("evil.example")
    assert not Names("127.0.0.1").knows("desk")


@pytest.mark.parametrize(
    ("origin", "host", "trusted"),
    [
        ("http://localhost:8642", "localhost:8642", True),
        ("https://annotate.example.org", "annotate.example.org", True),
        ("https://annotate.example.org:8443", "127.0.0.1:8642", True),  # a proxy's name
        ("http://localhost:3000", "localhost:8642", False),
        ("http://evil.example", "localhost:8642", False),
        ("http://annotate.example.org.evil.example", "localhost", False),
        ("null", "localhost", False),
        ("", "localhost", False),
        ("file://localhost", "localhost", False),
        ("http://[", "localhost", False),
    ],
)
def test_pages_of_this_server_may_ask(origin: str, host: str, trusted: bool) -> None:
    assert PUBLIC.trusts(origin, host) is trusted


@pytest.mark.parametrize("name", ["https://x.org", "x.org:443", "*", "", "x.org/", "a b", "[::1]"])
def test_a_public_name_is_a_name(name: str) -> None:
    with pytest.raises(UsageError) as failed:
        public_names([name])
    assert str(failed.value) == (
        f"{name!r} is not the name of a host. Give it alone, without http:// or port: "
        "allow_host=annotate.example.org"
    )


@pytest.mark.parametrize("path", ["/", "/page/main.js", "/api/start", "/nothing"])
def test_another_name_is_not_answered(served: Served, path: str) -> None:
    answer = ask(served, "GET", path, host="evil.example")
    assert (answer.status, answer.body) == (
        421,
        {"error": "This server is not known by that name; whoever runs it can allow the name."},
    )
    assert "content-security-policy" in answer.headers


@pytest.mark.parametrize(("method", "path"), [
    ("GET", "/api/start"), ("GET", "/api/items/1"), ("POST", "/api/judgements"), ("POST", "/api/undo"),
])  # fmt: skip
@pytest.mark.parametrize("origin", ["http://evil.example", "null", "http://localhost:1"])
def test_pages_of_others_are_not_answered(
    served: Served, method: str, path: str, origin: str
) -> None:
    answer = ask(served, method, path, judgement() if method == "POST" else None, origin=origin)
    assert (answer.status, answer.body) == (
        403,
        {"error": "Requests from other sites are not answered."},
    )
    assert served.standing() == []


def test_a_page_of_this_server_is_answered(served: Served) -> None:
    own = served.url.rstrip("/")
    assert ask(served, "POST", "/api/judgements", judgement(), origin=own).status == 200
