"""Runs the page's server until it is stopped."""

import asyncio
import socket
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING

from litmus.annotate.campaigns.campaign import Campaign
from litmus.annotate.server.addresses import HOST, PORT
from litmus.annotate.server.names import LOOPBACK, Names, public_names
from litmus.errors import DataError, MissingExtra, UsageError
from litmus.wording import option

if TYPE_CHECKING:
    import uvicorn

__all__ = ["LOOPBACK", "address", "link", "listen", "make_server", "serve"]
_WAITING = 2048  # connections that the system holds for us
_LAST_S = 10  # for answers under way when the server is stopped


def make_server(
    campaign: Campaign,
    host: str = HOST,
    port: int = PORT,
    announce: Callable[[], None] = lambda: None,
    *,
    allow_hosts: Sequence[str] = (),
) -> "uvicorn.Server":
    """A uvicorn server that is ready to `run`, and calls `announce` once it answers.

    `allow_hosts` are names by which others know it, such as a proxy's.
    """
    try:
        import uvicorn

        from litmus.annotate.server.application import application
        from litmus.annotate.server.connections import BATCH, IDLE_S, MOST_HEAD, Connection, sweep
    except ImportError as error:
        raise MissingExtra("The annotation page", "annotate") from error
    if not 0 <= port <= 65535:
        raise UsageError(f"{option('port')} must be a number from 0 to 65535, not {port}.")
    config = uvicorn.Config(
        application(campaign, Names(host, public_names(allow_hosts))),
        host=host,
        port=port,
        http=Connection,
        ws="none",  # it speaks HTTP alone
        lifespan="on",
        log_level="error",  # what is no HTTP is no news
        access_log=False,
        server_header=False,
        proxy_headers=False,  # nobody asks who the client is
        backlog=BATCH,
        h11_max_incomplete_event_size=MOST_HEAD,
        timeout_keep_alive=int(IDLE_S),
        timeout_graceful_shutdown=_LAST_S,
    )

    class Server(uvicorn.Server):
        async def startup(self, sockets: list[socket.socket] | None = None) -> None:
            await super().startup(sockets)
            for one in sockets or ():
                one.listen(_WAITING)  # more may wait than are accepted in one go
            if self.started:
                announce()

        async def on_tick(self, counter: int) -> bool:
            if counter % 10 == 0:  # once a second
                sweep(self.server_state.connections, asyncio.get_running_loop().time())
            return await super().on_tick(counter)

    return Server(config)


def serve(
    campaign: Campaign,
    host: str,
    port: int,
    announce: Callable[[str], None],
    *,
    allow_hosts: Sequence[str] = (),
) -> None:
    """Serve until interrupted. `announce` is told where, once there is someone to answer."""

    def ready() -> None:
        announce(address(host, listening.getsockname()[1]))

    server = make_server(campaign, host, port, ready, allow_hosts=allow_hosts)
    from litmus.annotate.server.connections import raise_descriptors

    raise_descriptors()
    with (listening := listen(host, port)), suppress(KeyboardInterrupt):
        server.run(sockets=[listening])


def listen(host: str, port: int) -> socket.socket:
    """A socket bound to an address.

    It says that it is TCP: asyncio switches Nagle's algorithm off for such sockets only, and with
    it on, an answer in two pieces waits 40 ms for the other side's acknowledgement.
    """
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listening = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    try:
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind((host, port))
    except (OSError, ValueError) as error:  # a ValueError: what can be no name
        listening.close()
        raise DataError(
            f"{address(host, port)} cannot be served: {getattr(error, 'strerror', error)}.\n"
            f"Choose another port or address: {option('port', 'NUMBER')}, "
            f"{option('host', 'ADDRESS')}"
        ) from error
    return listening


def address(host: str, port: int) -> str:
    """Where the page is, for people; of all addresses of this machine, its name.

    >>> address("127.0.0.1", 8642)
    'http://127.0.0.1:8642/'
    """
    name = socket.gethostname() if host in ("0.0.0.0", "::") else host
    shown = f"[{name}]" if ":" in name else name
    return f"http://{shown}:{port}/"


def link(base: str, secret: str) -> str:
    """An annotator's link. What stands behind # never leaves the browser by itself."""
    return f"{base.rstrip('/')}/#k={secret}"
