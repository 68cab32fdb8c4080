"""Where a campaign is served, by which names and to which pages; where links lead."""

import socket
from contextlib import closing

import pytest
from campaigning import FIXTURES, Served
from test_server import ASKED, ask, judgement

from litmus.annotate.campaigns.campaign import Campaign
from litmus.annotate.server import addresses, names, serving
from litmus.annotate.server.addresses import LINKS, SERVED, remember
from litmus.annotate.server.names import Names, public_names
from litmus.errors import DataError, UsageError

campaign, served = FIXTURES
REASON = "uvicorn is not installed: pip install -e '.[test]'"


def test_addresses_end_in_a_slash() -> None:
    for url, base in (
        ("https://a.example", "https://a.example/"),
        ("http://a.example:80//", "http://a.example:80/"),
        ("http://127.0.0.1:8642/x/", "http://127.0.0.1:8642/x/"),
    ):
        assert addresses.checked(url) == base


def test_links_cannot_begin_with_anything() -> None:
    for url in ("", "a.example", "ftp://a.example", "https://", "https://:80", "http://a:0",
                "http://a:x", "http://a:70000", "http://a?b", "http://a#b", "http://a b",
                " http://a", "http://a\n"):  # fmt: skip
        with pytest.raises(UsageError) as refused:
            addresses.checked(url)
        assert str(refused.value) == (
            f"{url!r} is not an address that links can begin with. Give it whole: "
            "url=https://annotate.example.org/"
        )


def test_links_lead_to_where_the_campaign_was_served_last(campaign: Campaign) -> None:
    assert addresses.remembered(campaign, LINKS) is addresses.remembered(campaign, SERVED) is None
    assert addresses.wrong_links(campaign, "http://a/") is None  # there are no links
    for place, url, expected in (
        (None, "", "http://127.0.0.1:8642/"), (LINKS, "http://a/", "http://a/"),
        (SERVED, "http://b/", "http://b/"), (SERVED, "http://c/", "http://c/"),
    ):  # fmt: skip
        if place:
            remember(campaign, place, url)
        assert addresses.links_address(campaign) == expected
    assert addresses.remembered(campaign, LINKS) == "http://a/"
    assert addresses.wrong_links(campaign, "http://a/") is None
    assert addresses.wrong_links(campaign, "http://there/") == (
        "The links of the annotators lead to http://a/, not here. Put http://there/ in its "
        "place (what follows stays), or make new ones, and the old ones expire: litmus annotate "
        f"links {campaign.folder}"
    )


def test_the_port_is_that_of_the_links(campaign: Campaign) -> None:
    assert addresses.usual_port(campaign) == 8642
    for links, port in (
        ("http://127.0.0.1:9000/", 9000), ("http://localhost/", 80),
        ("https://localhost:9000/", 8642), ("http://a.example:9000/", 8642),
    ):  # fmt: skip
        remember(campaign, LINKS, links)
        assert addresses.usual_port(campaign) == port, links


def test_all_addresses_of_a_machine_are_named_by_its_name(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(socket, "gethostname", lambda: "Desk")
    for host, shown in (
        ("127.0.0.1", "127.0.0.1"), ("::1", "[::1]"), ("0.0.0.0", "Desk"), ("::", "Desk"),
    ):  # fmt: skip
        assert serving.address(host, 80) == f"http://{shown}:80/"
    assert serving.link("http://Desk:80/", "secret") == "http://Desk:80/#k=secret"


def test_a_socket_listens_where_nobody_else_does() -> None:
    with closing(serving.listen("127.0.0.1", 0)) as first:
        assert (first.family, first.proto) == (socket.AF_INET, socket.IPPROTO_TCP)
        host, port = first.getsockname()
        first.listen()
        with pytest.raises(DataError) as refused:
            serving.listen(host, port)
    assert str(refused.value) == (
        f"http://127.0.0.1:{port}/ cannot be served: Address already in use.\n"
        "Choose another port or address: port=NUMBER, host=ADDRESS"
    )
    with pytest.raises(DataError, match="cannot be served"):
        serving.listen("x" * 70, 80)


def test_a_port_is_a_number_of_sixteen_bits(campaign: Campaign) -> None:
    pytest.importorskip("uvicorn", reason=REASON)
    for port in (-1, 65536):
        with pytest.raises(UsageError) as refused:
            serving.make_server(campaign, port=port)
        assert str(refused.value) == f"port must be a number from 0 to 65535, not {port}."
    assert serving.make_server(campaign, port=65535).config.port == 65535
    with pytest.raises(UsageError, match="is not the name of a host"):
        serving.make_server(campaign, allow_hosts=["http://a"])


def test_it_says_where_it_serves_once_it_answers(
    campaign: Campaign, monkeypatch: pytest.MonkeyPatch
) -> None:
    uvicorn = pytest.importorskip("uvicorn", reason=REASON)
    said: list[str] = []

    def run(self: object, sockets: list[socket.socket]) -> None:
        self.config.load()  # type: ignore[attr-defined]
        assert said == []
        said.append(f"http://127.0.0.1:{sockets[0].getsockname()[1]}/")
        raise KeyboardInterrupt  # which ends it without a word

    monkeypatch.setattr(uvicorn.Server, "run", run)
    monkeypatch.setattr("litmus.annotate.server.connections.raise_descriptors", lambda: None)
    serving.serve(campaign, "127.0.0.1", 0, said.append, allow_hosts=["a.example"])
    (address,) = said
    assert address.startswith("http://127.0.0.1:")


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
