"""What is wrong with an engine's file, said before anything is sent."""

import json
import re
from urllib.parse import unquote, urlsplit

from litmus.errors import DataError
from litmus.systems.engine_files.answer_form import refuse_path
from litmus.systems.engine_files.placeholders import (
    PLACEHOLDER,
    check_names,
    names,
    placeholders,
    strings,
)
from litmus.systems.engine_files.shape import EngineFile, is_key

LANGUAGES = ("source", "target", "source_language", "target_language")
CONTEXT = ("context", "target_context")
_IN_ADDRESS = ("text", "model", *LANGUAGES)
_IN_BODY = ("texts", "messages", "system", "seed", *CONTEXT, *_IN_ADDRESS)
_ALONE = {"texts": "list", "messages": "list", "schema": "table", "seed": "number"}
_CODES = ("as is", "upper", "lower")


def check_engine(where: str, found: EngineFile) -> None:
    """A DataError that names the key."""
    _check_address(where, found)
    _check_headers(where, found)
    _check_names(where, found)
    refuse_path(where, found.reads)
    if found.method not in ("POST", "PUT", "GET") or (found.method == "GET" and found.body):
        raise DataError(f"{where}: 'method' is POST, PUT or GET, and GET has no [body].")
    if found.codes not in _CODES:
        raise DataError(f"{where}: 'codes' is one of {', '.join(_CODES)}, not {found.codes!r}.")
    if min(found.texts, found.characters) < 1:
        raise DataError(f"{where}: 'texts' and 'characters' count from 1.")
    _check_texts(where, found)
    try:
        json.dumps([found.body, found.message, found.structured])
    except TypeError as error:
        raise DataError(f"{where}: [body] holds what JSON cannot: {error}.") from error


def _check_names(where: str, found: EngineFile) -> None:
    """Every placeholder stands for something where it is."""
    check_names(where, "url", [found.url], _IN_ADDRESS)
    check_names(where, "path", [found.path], _IN_ADDRESS)
    check_names(where, "headers", found.headers, LANGUAGES)
    check_names(where, "body", found.body, _IN_BODY)
    check_names(where, "model", [found.model], ())
    check_names(where, "message", found.message, ("role", "text"))
    check_names(where, "structured", found.structured, ("schema", *_IN_ADDRESS))
    for template in (found.body, found.structured):
        for text in strings(template):
            for name in names(text):
                if name in _ALONE and text != f"{{{name}}}":
                    raise DataError(
                        f'{where}: {{{name}}} is a {_ALONE[name]} and must be alone: "{{{name}}}"'
                    )
    if "model" in names([found.url, found.path, found.body]) and not found.model:
        raise DataError(f"{where}: 'model' is missing: what {{model}} is, such as ${{MY_MODEL}}")
    if any(is_key(one[2] or "") for one in placeholders(found.model)):
        raise DataError(f"{where}: 'model' shows in signatures; a key cannot be part of it.")
    if found.reads.schema and not found.structured:
        raise DataError(f"{where}: 'schema' needs [structured]: how the service is told of it.")


def _check_texts(where: str, found: EngineFile) -> None:
    kinds = names([found.url, found.path, found.body])
    if (number := sum(map(kinds.count, ("texts", "text", "messages")))) != 1:
        raise DataError(
            f"{where}: a request must hold one {{texts}} (a list), one {{text}} or one "
            f"{{messages}}; found {number}."
        )
    if "texts" not in kinds and found.texts != 1:
        one = "text" if "text" in kinds else "messages"
        raise DataError(f"{where}: {{{one}}} holds one text; write texts = 1, or {{texts}}.")
    if "texts" in kinds and set(CONTEXT) & set(kinds):
        raise DataError(f"{where}: context goes with one text: {{text}}, not {{texts}}.")
    if "messages" in kinds:
        if set(CONTEXT) & set(kinds):
            raise DataError(f"{where}: the prompt has the context where there are {{messages}}.")
        if sorted(names(found.message)) != ["role", "text"]:
            raise DataError(f"{where}: [message] must hold {{role}} and {{text}} once.")
    elif "system" in kinds:
        raise DataError(f"{where}: {{system}} is part of a prompt, and goes with {{messages}}.")


def _check_address(where: str, found: EngineFile) -> None:
    # The host shows: neither a key, here "*", nor a name before "@" may be in it.
    given = PLACEHOLDER.match(found.url)  # a base address; if only the user knows it, any will do
    base = (given[3] or "http://localhost") if given and given[2] else ""
    url = base + found.url[given.end() :] if base and given else found.url
    filled = PLACEHOLDER.sub(lambda one: "*" if is_key(one[2] or "") else "1", url)
    try:
        place = urlsplit(filled)
        if place.scheme not in ("http", "https") or not place.netloc:
            raise DataError(
                f"{where}: 'url' must begin with http:// or https://, not {found.url!r}."
            )
        keyed = given is not None and is_key(given[2] or "")
        if "@" in place.netloc or "*" in place.netloc or keyed:
            raise DataError(f"{where}: a name or key in 'url' would show. Put it in [headers].")
        host_of(filled)
    except ValueError as error:
        raise DataError(
            f"{where}: {found.url!r} is not an address. Its port is a number from 1 to 65535; an "
            "IPv6 address needs brackets: http://[::1]:5000/translate"
        ) from error
    if found.path and not found.path.startswith("/"):
        raise DataError(f"{where}: 'path' follows the address and begins with /")


def _check_headers(where: str, found: EngineFile) -> None:
    plain = [found.url, found.path, *found.headers, *found.headers.values()]
    if not all(one.isascii() and one.isprintable() for one in plain if one) or any(
        " " in one for one in (found.url, found.path)
    ):
        raise DataError(f"{where}: 'url' and [headers] are ASCII, on one line; a URL has no blank.")
    if {"text", "texts", "messages"} & set(names(found.headers)):
        raise DataError(f"{where}: texts belong in the body or the address, not in [headers].")
    for name in found.headers:
        if not re.fullmatch(r"[\w-]+", name):
            raise DataError(f"{where}: {name!r} is not the name of a header.")


def host_of(url: str) -> str:
    """Host and port of an address without placeholders. A ValueError where they cannot be used."""
    netloc = unquote(urlsplit(url).netloc)  # as urllib does before it connects
    place = urlsplit(f"//{netloc}")
    host, port = place.hostname or "", place.port
    host.encode("idna")  # as socket does
    if not host or place.netloc != netloc or "@" in netloc or port == 0 or " " in netloc:
        raise ValueError(netloc)
    shown = f"[{host}]" if ":" in host else host
    return shown if port is None else f"{shown}:{port}"
