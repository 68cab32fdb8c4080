"""What an HTTP engine looks like: a TOML file with address, headers, request and answer.

Texts and languages stand as `{texts}`, `{text}`, `{source}`, `{target}`, keys and settings as
`${VARIABLE}` of the environment (`${VARIABLE:-default}` where none is fine), so that no key is ever
in a file.
"""

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from hashlib import blake2b
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

from litmus.errors import DataError, UnknownName, UsageError
from litmus.files.jsonl import check_keys
from litmus.files.jsonl import field as checked
from litmus.files.toml_tables import read_toml
from litmus.plugins.data_folder import DataFile, data_files
from litmus.systems.limits import Limits, Price, read_limits, read_price
from litmus.systems.system import Level
from litmus.wording import option

_FOLDER = Path(__file__).parent / "engines"
_KEYS = (
    "name", "version", "about", "url", "method", "headers", "body", "answer", "texts",
    "characters", "codes", "markup", "document", "source", "target", "limits", "price",
)  # fmt: skip
_CODES = ("as is", "upper", "lower")
_KEY_NAMES = ("_KEY", "_TOKEN", "_SECRET")
PLACEHOLDER = re.compile(r"\{(texts|text|messages|source|target)\}|\$\{(\w+)(?::-([^{}]*))?\}")


@dataclass(frozen=True)
class EngineFile:
    """An engine's file, checked. `body` has its placeholders still in it."""

    name: str
    url: str
    answer: str
    version: int = 1
    about: str = ""
    method: str = "POST"
    headers: Mapping[str, str] = field(default_factory=dict)
    body: Mapping[str, Any] = field(default_factory=dict)
    texts: int = 1
    characters: int = 5000
    codes: str = "as is"
    markup: bool = False
    source: Mapping[str, str] = field(default_factory=dict)
    target: Mapping[str, str] = field(default_factory=dict)
    limits: Limits = Limits()
    price: Price | None = None
    mark: str = ""  # of a file in the user's data folder

    @property
    def digest(self) -> str:
        """All of it that can change an answer. Keys are not in it: they are not in the file."""
        what = (
            self.url, self.method, dict(self.headers), dict(self.body), self.answer, self.codes,
            self.markup, dict(self.source), dict(self.target),
        )  # fmt: skip
        return blake2b(json.dumps(what, sort_keys=True).encode(), digest_size=8).hexdigest()

    @property
    def variables(self) -> dict[str, str | None]:
        """Environment variables it reads, with their defaults."""
        found = _placeholders([self.url, self.headers, self.body])
        return {one[2]: one[3] for one in found if one[2]}

    @property
    def settings(self) -> list[str]:
        """Variables whose values can change an answer: those of address and body but for keys.

        Keys are known by their names (_KEY, _TOKEN, _SECRET), or stand in headers only.
        """
        found = {one[2] for one in _placeholders([self.url, self.body]) if one[2]}
        return sorted(name for name in found if not _is_key(name))

    def code(self, language: str, side: str) -> str:
        """The engine's own name of a language."""
        own: Mapping[str, str] = self.source if side == "source" else self.target
        if language in own:
            return own[language]
        return {"upper": language.upper(), "lower": language.lower()}.get(self.codes, language)


def engines() -> Mapping[str, DataFile]:
    """Name -> file of those that ship and those in the user's data folder."""
    return data_files("engines", _FOLDER.glob("*.toml"), "*.toml", lambda path: path.stem)


def load_engine(name: str, level: Level = "sentence", *, url: str | None = None) -> EngineFile:
    """An engine by its name, or by its file; `url` takes the place of its own.

    `level` document puts what stands under `[document]` over the rest.
    """
    named = engines()
    file = named.get(name) or DataFile(Path(name))
    path = file.path
    if name not in named and not path.is_file():
        if "://" in name:
            raise UsageError(
                "An address alone does not say what its requests look like.\n"
                f"Name an engine or its file, too: {option('system', 'http:libretranslate')} "
                f"{option('url', name)}"
            )
        if name.endswith(".toml"):
            raise DataError(f"{name} does not exist. An engine's file is TOML: docs/translate.md")
        raise UnknownName("engine", name, named)
    value = read_toml(path)
    mark = ".own" if file.own else ""  # the signature has a digest of all that matters
    return replace(_engine(str(path), path.stem, value, level, url), mark=mark)


def _engine(
    where: str, stem: str, value: dict[str, Any], level: Level, url: str | None
) -> EngineFile:
    check_keys(where, value, _KEYS)
    own = checked(where, value, "document", dict, {})
    check_keys(f"{where}: [document]", own, ("markup", "body"))
    body = checked(where, value, "body", dict, {})
    more = checked(f"{where}: [document]", own, "body", dict, {})
    markup = value.get("markup", False)
    if level == "document":
        body, markup = body | more, own.get("markup", markup)
    if not isinstance(markup, bool):
        raise DataError(f"{where}: 'markup' must be true or false.")
    found = EngineFile(
        name=checked(where, value, "name", str, stem),
        version=checked(where, value, "version", int, 1),
        about=checked(where, value, "about", str, ""),
        url=url or checked(where, value, "url", str, ""),
        method=checked(where, value, "method", str, "POST"),
        headers=_words(where, value, "headers"),
        body=body,
        answer=checked(where, value, "answer", str, ""),
        texts=checked(where, value, "texts", int, 1),
        characters=checked(where, value, "characters", int, 5000),
        codes=checked(where, value, "codes", str, "as is"),
        markup=markup,
        source=_words(where, value, "source"),
        target=_words(where, value, "target"),
        limits=read_limits(where, value),
        price=read_price(where, value),
    )
    _check(where, found)
    return found


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


def _is_key(name: str) -> bool:
    return name.upper().endswith(_KEY_NAMES)


def _words(where: str, value: dict[str, Any], key: str) -> dict[str, str]:
    found: dict[str, Any] = checked(where, value, key, dict, {})
    for name, text in found.items():
        if not isinstance(text, str):
            raise DataError(f"{where}: {name!r} under [{key}] must be a string.")
    return found


def _check(where: str, found: EngineFile) -> None:
    _check_address(where, found)
    if not found.answer:
        raise DataError(
            f"{where}: 'answer' is missing: where the translations are in the answer, such as "
            "translations.*.text"
        )
    if found.method not in ("POST", "PUT", "GET") or (found.method == "GET" and found.body):
        raise DataError(f"{where}: 'method' is POST, PUT or GET, and GET has no [body].")
    if found.codes not in _CODES:
        raise DataError(f"{where}: 'codes' is one of {', '.join(_CODES)}, not {found.codes!r}.")
    if min(found.texts, found.characters) < 1:
        raise DataError(f"{where}: 'texts' and 'characters' count from 1.")
    kinds = [one[1] for one in _placeholders([found.url, found.body]) if one[1]]
    if (number := sum(map(kinds.count, ("texts", "text", "messages")))) != 1:
        raise DataError(
            f"{where}: a request must hold one {{texts}} (a list), one {{text}} or one "
            f"{{messages}}; found {number}."
        )
    if "text" in kinds and found.texts != 1:
        raise DataError(f"{where}: {{text}} holds one text; write texts = 1, or {{texts}}.")
    if "texts" in kinds and "{texts}" not in _strings(found.body):
        raise DataError(f'{where}: {{texts}} is a list and must be alone: "{{texts}}"')


def _check_address(where: str, found: EngineFile) -> None:
    # The host shows: neither a key, here "*", nor a name before "@" may be in it.
    filled = PLACEHOLDER.sub(lambda one: "*" if _is_key(one[2] or "") else "1", found.url)
    try:
        place = urlsplit(filled)
        if place.scheme not in ("http", "https") or not place.netloc:
            raise DataError(
                f"{where}: 'url' must begin with http:// or https://, not {found.url!r}."
            )
        if "@" in place.netloc or "*" in place.netloc:
            raise DataError(f"{where}: a name or key in 'url' would show. Put it in [headers].")
        host_of(filled)
    except ValueError as error:
        raise DataError(
            f"{where}: {found.url!r} is not an address. Its port is a number from 1 to 65535; an "
            "IPv6 address needs brackets: http://[::1]:5000/translate"
        ) from error
    plain = [found.url, *found.headers, *found.headers.values()]
    if not all(one.isascii() and one.isprintable() for one in plain) or " " in found.url:
        raise DataError(f"{where}: 'url' and [headers] are ASCII, on one line; a URL has no blank.")
    if any(one[1] in ("text", "texts") for one in _placeholders(found.headers)):
        raise DataError(f"{where}: texts belong in the body or the address, not in [headers].")
    for name in found.headers:
        if not re.fullmatch(r"[\w-]+", name):
            raise DataError(f"{where}: {name!r} is not the name of a header.")
    try:
        json.dumps(found.body)
    except TypeError as error:
        raise DataError(f"{where}: [body] holds what JSON cannot: {error}.") from error


def _strings(value: Any) -> Iterator[str]:
    """All strings of a template."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping | list):
        for one in value.values() if isinstance(value, Mapping) else value:
            yield from _strings(one)


def _placeholders(value: Any) -> list[re.Match[str]]:
    return [found for text in _strings(value) for found in PLACEHOLDER.finditer(text)]
