"""By which names the page's server may be called, and which pages may call it.

A site whose name is made to point to this machine (DNS rebinding) would have its own name in `Host`
and `Origin`. Such a site has no annotator's secret; this is a second fence.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from ipaddress import ip_address
from socket import gethostname
from urllib.parse import urlsplit

from litmus.errors import UsageError
from litmus.wording import option

LOOPBACK = ("127.0.0.1", "::1", "localhost")


@dataclass(frozen=True, slots=True)
class Names:
    """The names of a server: `host` is the address it serves, `public` are those others know."""

    host: str = LOOPBACK[0]
    public: tuple[str, ...] = ()

    def knows(self, host: str) -> bool:
        """Whether a `Host` header names this server; the port may be a proxy's or a tunnel's."""
        name = _name(host)
        if name in (*LOOPBACK, self.host.lower(), *self.public) or name.endswith(".localhost"):
            return True
        if self.host in LOOPBACK or not name:
            return False
        return name == gethostname().lower() or (self.host in ("0.0.0.0", "::") and _is_ip(name))

    def trusts(self, origin: str, host: str) -> bool:
        """Whether a page of `Origin` may ask: a page of this server, as the browser calls it."""
        try:
            place = urlsplit(origin)
            if place.scheme not in ("http", "https"):
                return False  # also null, of a page that hides where it is from
            return place.netloc.lower() == host.lower() or (place.hostname or "") in self.public
        except ValueError:
            return False


def public_names(names: Sequence[str]) -> tuple[str, ...]:
    """Names as they are given, checked.

    >>> public_names(["Annotate.Example.org"])
    ('annotate.example.org',)
    """
    for name in names:
        if not re.fullmatch(r"[\w-]+(\.[\w-]+)*\.?", name, re.ASCII):
            raise UsageError(
                f"{name!r} is not the name of a host. Give it alone, without http:// or port: "
                f"{option('allow_host', 'annotate.example.org')}"
            )
    return tuple(name.lower().rstrip(".") for name in names)


def _name(host: str) -> str:
    """The name in a Host header, without port and brackets; "" if there is none."""
    found = re.fullmatch(r"(?:\[([\da-fA-F:.]+)\]|([\w.-]+))(?::\d{1,5})?", host, re.ASCII)
    return (found[1] or found[2]).lower().rstrip(".") if found else ""


def _is_ip(name: str) -> bool:
    try:
        ip_address(name)
    except ValueError:
        return False
    return True
