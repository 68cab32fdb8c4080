"""An HTTP engine: requests as its file says, tried again where that may help. Keys never show."""

import json
import os
import re
import ssl
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from hashlib import blake2b
from http.client import HTTPException, HTTPMessage
from time import sleep
from typing import IO, Any
from urllib.error import HTTPError, URLError
from urllib.parse import quote
from urllib.request import HTTPRedirectHandler, Request, build_opener

from litmus import __version__
from litmus.errors import DataError, UsageError
from litmus.systems.engine_file import PLACEHOLDER, EngineFile, host_of, load_engine
from litmus.systems.system import Limit, SystemSetup
from litmus.wording import option

TIMEOUT = 60.0
ATTEMPTS, FIRST_WAIT, LONGEST_WAIT = 6, 1.0, 300.0  # waits of 1, 2, 4, 8, 16 s unless told
_SHOWN = 300  # characters of an answer in a message


class _TryAgain(Exception):
    """A failure that may pass; `wait` is what the server asked for, in seconds."""

    def __init__(self, what: str, wait: float | None = None) -> None:
        super().__init__(what)
        self.wait = wait


class _NoRedirect(HTTPRedirectHandler):
    """A redirect would carry the key to an address that nobody named."""

    def redirect_request(
        self, req: Request, fp: IO[bytes], code: int, msg: str, headers: HTTPMessage, newurl: str
    ) -> None:
        return None


class HttpEngine:
    """A web service that translates, as `file` describes it."""

    def __init__(
        self,
        file: EngineFile,
        languages: tuple[str, str],
        *,
        batch: int | None = None,
        timeout: float = TIMEOUT,
        environment: Mapping[str, str] | None = None,
    ) -> None:
        if batch and batch > file.texts:
            raise UsageError(
                f"{file.name} takes at most {file.texts} texts per request: "
                f"{option('batch', str(file.texts))}"
            )
        self._file, self._languages, self._timeout = file, languages, timeout
        self._values = _values(file, os.environ if environment is None else environment)
        self._host = self._checked_host()
        self._opener = build_opener(_NoRedirect)
        self._reached = False  # whether there was an answer yet
        self.limit = Limit(batch or file.texts, file.characters)
        self.markup = file.markup

    @property
    def signature(self) -> str:
        """Name, version and digest of its file, digest of its settings, and where it is."""
        file = self._file
        return (
            f"http:{file.name}.v{file.version}{file.mark}#{file.digest}{self._settings}"
            f"|host:{self._host}"
        )

    @property
    def identity(self) -> str:
        """The digest of its file and of its settings, and the languages."""
        return f"http:{self._file.digest}{self._settings}|{'-'.join(self._languages)}"

    @property
    def _settings(self) -> str:
        """A digest of the variables that can change an answer; nothing if there are none."""
        values = [(name, self._values[name]) for name in self._file.settings]
        digest = blake2b(json.dumps(values).encode(), digest_size=8).hexdigest()
        return f"|values:{digest}" if values else ""

    def _checked_host(self) -> str:
        """Host and port of the address with all filled in."""
        try:
            return host_of(str(self._filled(self._file.url, [""], in_url=True)))
        except ValueError:
            raise DataError(
                f"{self._file.name}: {self._file.url!r} is not an address with the values of its "
                "variables.\nA port is a number from 1 to 65535; an IPv6 address needs "
                "brackets: [::1]"
            ) from None  # it may hold a key

    def ask(self, texts: Sequence[str]) -> list[str]:
        """One request, repeated with longer and longer waits where the server is busy or down."""
        wait = FIRST_WAIT
        for attempt in range(1, ATTEMPTS + 1):
            try:
                return self._once(texts)
            except _TryAgain as problem:
                asked = problem.wait or 0.0
                if asked > LONGEST_WAIT:
                    raise self._error(
                        problem, f"It asks to wait {asked:,.0f} s. Come back then."
                    ) from problem
                if attempt == ATTEMPTS:
                    raise self._error(
                        problem, f"That was attempt {attempt}. Try again later."
                    ) from problem
                sleep(max(wait, asked))
                wait *= 2
        raise AssertionError("the loop returns or raises")

    def _once(self, texts: Sequence[str]) -> list[str]:
        try:
            with self._opener.open(self._request(texts), timeout=self._timeout) as response:
                content = response.read()
        except HTTPError as error:
            with error:
                self._reached = True
                raise self._refused(error) from error
        except (OSError, HTTPException) as error:  # URLError is an OSError
            raise self._unreached(error) from error
        self._reached = True
        return self._translations(content, len(texts))

    def _request(self, texts: Sequence[str]) -> Request:
        file = self._file
        headers = {
            "Accept": "application/json",
            "User-Agent": f"litmus/{__version__}",
            **{name: str(self._filled(text, texts)) for name, text in file.headers.items()},
        }
        content = None
        if file.method != "GET":
            if "content-type" not in map(str.lower, headers):
                headers["Content-Type"] = "application/json"
            body = json.dumps(self._filled(file.body, texts), ensure_ascii=False)
            content = body.encode("utf-8", "replace")
        url = str(self._filled(file.url, texts, in_url=True))
        return Request(url, content, headers, method=file.method)

    def _filled(self, value: Any, texts: Sequence[str], *, in_url: bool = False) -> Any:
        """A template with its placeholders replaced, in one go: texts are never looked into."""
        if isinstance(value, Mapping):
            return {key: self._filled(one, texts) for key, one in value.items()}
        if isinstance(value, list):
            return [self._filled(one, texts) for one in value]
        if not isinstance(value, str):
            return value
        if value == "{texts}":
            return list(texts)
        known = {
            "text": texts[0],
            "source": self._file.code(self._languages[0], "source"),
            "target": self._file.code(self._languages[1], "target"),
        }
        return PLACEHOLDER.sub(
            lambda found: (_quoted if in_url else str)(
                known[found[1]] if found[1] else self._values[found[2]]
            ),
            value,
        )

    def _translations(self, content: bytes, expected: int) -> list[str]:
        try:
            value: Any = json.loads(content)
        except (ValueError, RecursionError) as error:
            shown = self._hidden(content.decode("utf-8", "replace"))
            raise self._error("did not answer JSON", f"It said: {shown}") from error
        found = _at(value, self._file.answer.split("."))
        if isinstance(found, str):
            found = [found]
        if not isinstance(found, list) or not all(isinstance(one, str) for one in found):
            shown = self._hidden(json.dumps(value, ensure_ascii=False))
            raise self._error(
                f"has no translations at {self._file.answer!r} of its answer",
                f"Correct 'answer' in the engine's file. It said: {shown}",
            )
        if len(found) != expected:
            raise self._error(
                f"gave {len(found):,} translations for {expected:,} texts",
                "Each text needs one, in their order. "
                f"{option('batch', '1')} finds the text that goes wrong.",
            )
        return found

    def _refused(self, error: HTTPError) -> Exception:
        """What a status means: try again, or what the user can do."""
        try:
            said = self._hidden(error.read().decode("utf-8", "replace"))
        except (OSError, HTTPException):  # gone in the middle of its words
            said = ""
        what = f"answered {error.code} {error.reason}" + (f": {said}" if said else "")
        if error.code == 429 or error.code >= 500:
            return _TryAgain(what, _retry_after(error.headers.get("Retry-After")))
        keys = ", ".join(self._file.variables) or "the environment"
        match error.code:
            case 401 | 403:
                way_out = f"Is the key right, and for this address? It is read from: {keys}"
            case 456 | 402:
                way_out = "The quota of this key is used up. Wait for it to be renewed."
            case 413 | 414:
                way_out = f"The request is too long. Send less at a time: {option('batch', 'N')}"
            case 404 | 405:
                way_out = f"Is the address right? Give another: {option('url', 'URL')}"
            case code if 300 <= code < 400:
                place = self._hidden(error.headers.get("Location", "elsewhere"))
                way_out = f"It has moved to {place}; if you trust that: {option('url', 'URL')}"
            case _:
                way_out = f"Check the languages {'-'.join(self._languages)} and the engine's file."
        return self._error(what, way_out)

    def _unreached(self, error: Exception) -> Exception:
        cause = error.reason if isinstance(error, URLError) else error
        what = f"cannot be reached: {self._hidden(str(cause) or type(cause).__name__)}"
        if not self._reached and isinstance(cause, TimeoutError):
            return self._error(
                what, f"Give it more than {self._timeout:g} s: {option('timeout', 'S')}"
            )
        if not self._reached or isinstance(cause, ssl.SSLError):
            return self._error(
                what, f"Is the address right, and the service running? {option('url', 'URL')}"
            )
        return _TryAgain(what)

    def _error(self, what: object, way_out: str) -> DataError:
        """The address shows without its query and whatever else may hold a key."""
        shown = PLACEHOLDER.sub(lambda one: one[0] if one[1] else f"${{{one[2]}}}", self._file.url)
        scheme, _, rest = shown.partition("://")
        path = re.sub(r"^[^/?#]*|[?#].*", "", rest)
        return DataError(f"{scheme}://{self._host}{path} {what}.\n{way_out}")

    def _hidden(self, text: str) -> str:
        """The beginning of what a server said, on one line, without keys."""
        for name, value in self._values.items():
            for shown in {value, _quoted(value), quote(value), json.dumps(value)[1:-1]} - {""}:
                text = text.replace(shown, f"${{{name}}}")
        text = " ".join(text.split())
        return text if len(text) <= _SHOWN else f"{text[:_SHOWN]}..."


def service(setup: SystemSetup, engine: str) -> HttpEngine:
    """The system `http:ENGINE`."""
    file = load_engine(engine, setup.level, url=setup.url)
    return HttpEngine(file, setup.languages, batch=setup.batch, timeout=setup.timeout or TIMEOUT)


def _values(file: EngineFile, environment: Mapping[str, str]) -> dict[str, str]:
    """The variables a file reads. What is wrong with one is said without showing it."""
    found: dict[str, str] = {}
    for name, default in file.variables.items():
        value = environment.get(name, "").strip() or default
        if value is None:
            raise UsageError(
                f"{file.name} needs a key that is not set. Set it: export {name}=...\n"
                "Keys are read from the environment only, and never shown."
            )
        if not (value.isascii() and value.isprintable()):
            raise UsageError(f"{name} holds characters that no key has. Set it again.")
        found[name] = value
    return found


def _at(value: Any, path: Sequence[str]) -> Any:
    """What stands at a path; None where there is nothing. `*` is every element of a list."""
    if not path:
        return value
    key, rest = path[0], path[1:]
    if key == "*":
        return [_at(one, rest) for one in value] if isinstance(value, list) else None
    if isinstance(value, list):
        inside = key.isdecimal() and int(key) < len(value)
        return _at(value[int(key)], rest) if inside else None
    return _at(value.get(key), rest) if isinstance(value, dict) else None


def _retry_after(text: str | None) -> float | None:
    """Seconds from now of a Retry-After header, which holds seconds or a date."""
    if text is None:
        return None
    if text.strip().isdecimal():
        return float(text)
    try:
        when = parsedate_to_datetime(text)
    except ValueError:
        return None
    return max(0.0, (when.astimezone(UTC) - datetime.now(UTC)).total_seconds())


def _quoted(text: str) -> str:
    """Text for any place in an address."""
    return quote(text, safe="")
