"""What stands between the page and strangers: headers, size limits, who may ask.

There are no cookies. The secret of an annotator's link stands behind its `#`, so that no browser
sends it by itself; the page puts it in the `Authorization` header. A request forged from another
site carries no such header, and one with it would need a permission (CORS) that is never given.
Names and origins are checked all the same (`names.py`).
"""

import json
from typing import Any

from starlette.datastructures import Headers
from starlette.requests import ClientDisconnect, Request
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from litmus.annotate.judgements import plain
from litmus.annotate.server.names import Names

MOST_BYTES = 32 * 1024  # of a request's body
MOST_COMMENT = 4000  # characters
MOST_REQUEST = 64
HEADERS = {
    # Scripts and styles of ours only; no script may make markup of text (Trusted Types).
    "content-security-policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; "
        "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; "
        "require-trusted-types-for 'script'; trusted-types 'none'"
    ),
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=()",
    "cache-control": "no-store",  # the last, and only where an answer does not say otherwise
}

_HEADERS = [(name.encode(), value.encode()) for name, value in HEADERS.items()]


class Refused(Exception):
    """A request that is answered with a status and a sentence, and with nothing else."""

    def __init__(self, status: int, message: str) -> None:
        super().__init__(message)
        self.status, self.message = status, message


class Guard:
    """ASGI middleware that puts the headers on every answer, and turns strangers away."""

    def __init__(self, app: ASGIApp, names: Names) -> None:
        self._app, self._names = app, names

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass on, with headers added."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return

        async def send_guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = list(message["headers"])
                kept = any(name == b"cache-control" for name, _ in headers)
                message["headers"] = headers + _HEADERS[: -1 if kept else None]
            await send(message)

        refusal = self._refusal(scope)
        if refusal is None:
            await self._app(scope, receive, send_guarded)
        else:
            answer = JSONResponse({"error": refusal.message}, refusal.status)
            await answer(scope, receive, send_guarded)

    def _refusal(self, scope: Scope) -> Refused | None:
        """What is wrong with a request whoever sends it."""
        headers = Headers(scope=scope)
        host, origin = headers.get("host", ""), headers.get("origin")
        if not self._names.knows(host):
            return Refused(
                421, "This server is not known by that name; whoever runs it can allow the name."
            )
        asks = scope["method"] != "OPTIONS" and scope["path"].startswith("/api/")
        if asks and origin is not None and not self._names.trusts(origin, host):
            return Refused(403, "Requests from other sites are not answered.")
        length = headers.get("content-length", "0")
        if len(length) > 9 or not length.isdecimal() or int(length) > MOST_BYTES:
            return Refused(413, f"A request may have {MOST_BYTES} bytes.")
        return None


def secret_of(request: Request) -> str:
    """The secret in the `Authorization` header."""
    scheme, _, secret = request.headers.get("authorization", "").partition(" ")
    if scheme.lower() != "bearer" or not 16 <= len(secret) <= 128:
        raise Refused(401, "This link is not valid (any more).")
    if request.headers.get("sec-fetch-site", "same-origin") not in ("same-origin", "none"):
        raise Refused(403, "Requests from other sites are not answered.")
    return secret


async def body_of(request: Request) -> dict[str, Any]:
    """The JSON object that was sent, never more than `MOST_BYTES` of it."""
    if request.headers.get("content-type", "").partition(";")[0] != "application/json":
        raise Refused(415, "Send application/json.")
    content = b""
    try:
        async for chunk in request.stream():
            content += chunk
            if len(content) > MOST_BYTES:
                raise Refused(413, f"A request may have {MOST_BYTES} bytes.")
    except ClientDisconnect as error:
        raise Refused(400, "The request ended too early.") from error  # nobody hears it
    try:
        value = json.loads(content)
    except (ValueError, RecursionError) as error:
        raise Refused(400, "This is not JSON.") from error
    if not isinstance(value, dict):
        raise Refused(400, "Send a JSON object.")
    return value


def text_in(body: dict[str, Any], key: str, most: int, *, least: int = 0) -> str:
    """A string of the body, not too long, without control characters and half characters."""
    value = body.get(key, "")
    if not isinstance(value, str) or not least <= len(value) <= most:
        raise Refused(400, f"{key!r} must be a text of {least} to {most} characters.")
    try:
        value.encode()
    except UnicodeEncodeError as error:
        raise Refused(400, f"{key!r} holds half a character.") from error
    return plain(value)
