"""Where the page of a campaign is, and where the links in people's hands lead.

A link's secret is stored as a hash alone, so links cannot be printed again; the campaign remembers
which address they were made for, and at which it was served last.
"""

from contextlib import closing
from urllib.parse import urlsplit

from litmus.annotate.campaigns.campaign import Campaign
from litmus.annotate.server.names import LOOPBACK
from litmus.errors import UsageError
from litmus.wording import option

HOST, PORT = LOOPBACK[0], 8642
USUAL = f"http://{HOST}:{PORT}/"
LINKS, SERVED = "links_address", "served_address"


def checked(url: str) -> str:
    """A base address as people type it, with a slash at its end.

    >>> checked("https://annotate.example.org/idioms")
    'https://annotate.example.org/idioms/'
    """
    try:
        place = urlsplit(url)
        is_base = place.scheme in ("http", "https") and place.hostname and place.port != 0
    except ValueError:  # a port that is no number
        is_base = False
    if not is_base or place.query or place.fragment or any(map(str.isspace, url)):
        raise UsageError(
            f"{url!r} is not an address that links can begin with. Give it whole: "
            f"{option('url', 'https://annotate.example.org/')}"
        )
    return f"{url.rstrip('/')}/"


def remembered(campaign: Campaign, key: str) -> str | None:
    """An address, if the campaign knows of one."""
    with closing(campaign.store().connection) as connection:
        found = connection.execute("SELECT value FROM meta WHERE key = ?", (key,)).fetchone()
    return str(found[0]) if found else None


def remember(campaign: Campaign, key: str, address: str) -> None:
    """The same from now on."""
    with closing(campaign.store().connection) as connection:
        connection.execute("INSERT OR REPLACE INTO meta VALUES (?, ?)", (key, address))


def links_address(campaign: Campaign) -> str:
    """Where new links lead, if nobody says: where the campaign was served last."""
    return remembered(campaign, SERVED) or remembered(campaign, LINKS) or USUAL


def usual_port(campaign: Campaign) -> int:
    """The port to serve at, if nobody says: the one that the links lead to."""
    place = urlsplit(remembered(campaign, LINKS) or USUAL)
    if place.scheme == "http" and place.hostname in LOOPBACK:
        return place.port or 80
    return PORT  # a proxy's address says nothing of ours


def wrong_links(campaign: Campaign, address: str) -> str | None:
    """What to do about links that lead elsewhere than to where the page is now."""
    made_for = remembered(campaign, LINKS)
    if made_for is None or made_for == address:
        return None
    return (
        f"The links of the annotators lead to {made_for}, not here. Put {address} in its place "
        "(what follows stays), or make new ones, and the old ones expire: "
        f"litmus annotate links {campaign.folder}"
    )
