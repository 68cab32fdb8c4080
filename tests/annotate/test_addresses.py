"""Where the page of a campaign is served, and where the links in people's hands lead."""

import socket
from contextlib import closing

import pytest
from campaigning import FIXTURES

from litmus.annotate.campaigns.campaign import Campaign
from litmus.annotate.server import addresses, serving
from litmus.annotate.server.addresses import LINKS, SERVED, remember
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


@pytest.mark.parametrize("url", [
    "", "a.example", "ftp://a.example", "https://", "https://:80", "http://a:0", "http://a:x",
    "http://a:70000", "http://a?b", "http://a#b", "http://a b", " http://a", "http://a\n",
])  # fmt: skip
def test_links_cannot_begin_with_anything(url: str) -> None:
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
