"""An HTTP engine: requests as its file says, tried again where that may help. Keys never show."""

import json
import os
import re
from collections.abc import Mapping, Sequence
from hashlib import blake2b
from random import uniform
from threading import Lock
from typing import Any
from urllib.parse import quote, unquote

from httpx import InvalidURL, Request

from litmus import __version__
from litmus.errors import DataError, UsageError
from litmus.systems.engine import Answer, Limit, Query
from litmus.systems.engine_file import PLACEHOLDER, EngineFile, host_of, load_engine
from litmus.systems.exchange import MOST_REFUSAL, NoAnswer, Reply, Unbounded, Wire
from litmus.systems.heard import Ear
from litmus.systems.limits import Limits
from litmus.systems.pace import Pace, retry_after
from litmus.systems.system import SystemSetup
from litmus.systems.tokens import estimated_tokens
from litmus.wording import option

TIMEOUT = 60.0
ATTEMPTS, FIRST_WAIT, LONGEST_WAIT = 6, 1.0, 300.0  # waits up to 1, 2, 4, 8, 16 s unless told
_DAY = 86_400.0
_BUSY = (429, 503, 529)  # with all of us, not with this request


class _TryAgain(Exception):
    """A failure that may pass; `wait` is what the server asked for, in seconds."""

    def __init__(self, what: str, wait: float | None = None, *, is_busy: bool = False) -> None:
        super().__init__(what)
        self.wait, self.is_busy = wait, is_busy


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
        limits: Limits | None = None,
        dry_run: bool = False,
    ) -> None:
        if batch and batch > file.texts:
            raise UsageError(
                f"{file.name} takes at most {file.texts} texts per request: "
                f"{option('batch', str(file.texts))}"
            )
        self._file, self._languages, self._timeout = file, languages, timeout
        own = os.environ if environment is None else environment
        self._values = _values(file, own, dry_run=dry_run)
        self._host = self._checked_host()
        self._ear = Ear(self._values)
        self._wire = Wire(f"{file.url.partition('://')[0]}://{self._host}", timeout)
        self._reached = False  # whether there was an answer yet
        self._limits = file.limits.under(limits or Limits())
        self._pace = Pace(self._limits.requests_per_minute, self._limits.tokens_per_minute)
        self._counting = Lock()
        self._served = 0  # how many answers came
        self.retries = 0
        self.parallel, self.window = self._limits.parallel or 1, self._limits.window
        self.price = file.price
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
            return host_of(str(self._filled(self._file.url, [Query("")], in_url=True)))
        except ValueError:
            raise DataError(
                f"{self._file.name}: {self._file.url!r} is not an address with the values of its "
                "variables.\nA port is a number from 1 to 65535; an IPv6 address needs "
                "brackets: [::1]"
            ) from None  # it may hold a key

    def ask(self, texts: Sequence[str]) -> list[str]:
        """The answers to texts alone."""
        return [answer.text for answer in self.answer(list(map(Query, texts)))]

    def start(self) -> None:
        """Requests may go out."""
        self._pace.open()

    def stop(self) -> None:
        """Requests that wait for their turn, or to be repeated, are given up."""
        self._pace.close()

    def weigh(self, queries: Sequence[Query]) -> int:
        """The tokens of a request with its answer, by a rule of thumb: prompt, context and all."""
        request = self._request(queries)
        sent = request.content.decode("utf-8") or str(request.url.params)
        return estimated_tokens(sent) + sum(estimated_tokens(query.text) for query in queries)

    def answer(self, queries: Sequence[Query]) -> list[Answer]:
        """One request, repeated with longer and longer waits where the server is busy or down.

        While it answers others, it is only busy: those tries do not count.
        """
        tokens = self.weigh(queries) if self._pace.counts_tokens else 0
        attempt, wait = 1, 0.0
        while True:
            served = self._served
            self._pace.enter(tokens, wait)
            busy_for, more = None, 0
            try:
                found = self._once(queries)
                more = (_counted(found) or tokens) - tokens
                with self._counting:
                    self._served += 1
                return found
            except _TryAgain as problem:
                attempt = 1 if problem.is_busy and self._served > served else attempt
                wait = self._wait(problem, attempt)
                busy_for = wait if problem.is_busy else None
                attempt += 1
                with self._counting:
                    self.retries += 1
            finally:
                self._pace.leave(busy_for=busy_for, more_tokens=more)

    def _wait(self, problem: _TryAgain, attempt: int) -> float:
        """Seconds until the next try. A DataError where that is not worth while.

        At random, so that not everybody comes back at once.
        """
        asked = problem.wait or 0.0
        if asked > LONGEST_WAIT:
            long = f"{asked:,.0f} s" if asked <= _DAY else "for more than a day"
            raise self._error(problem, f"It asks to wait {long}. Come back then.") from None
        if attempt == ATTEMPTS:
            raise self._error(problem, f"That was attempt {attempt}. Try again later.") from None
        return asked + uniform(0, FIRST_WAIT * 2 ** (attempt - 1))

    def _once(self, queries: Sequence[Query]) -> list[Answer]:
        """One try. What a server said is in no cause either: a traceback would show it."""
        try:
            reply = self._wire.exchange(self._request(queries))
        except InvalidURL as problem:
            raise self._error(f"cannot be asked ({problem})", "Put texts into [body].") from None
        except Unbounded as problem:
            raise self._error(
                problem, f"Send less at a time ({option('batch', 'N')}), or allow more time "
                f"({option('timeout', 'S')})."
            ) from None  # fmt: skip
        except NoAnswer as problem:
            raise self._unreached(problem) from None
        self._reached = True
        if not 200 <= reply.status < 300:
            raise self._refused(reply)
        return self._answers(reply.content, len(queries))

    def _request(self, queries: Sequence[Query]) -> Request:
        file = self._file
        headers = {
            "Accept": "application/json",
            "Accept-Encoding": "identity",
            "User-Agent": f"litmus/{__version__}",
            **{name: str(self._filled(text, queries)) for name, text in file.headers.items()},
        }
        content = None
        if file.method != "GET":
            if "content-type" not in map(str.lower, headers):
                headers["Content-Type"] = "application/json"
            body = json.dumps(self._filled(file.body, queries), ensure_ascii=False)
            content = body.encode("utf-8", "replace")
        url = str(self._filled(file.url, queries, in_url=True))
        return Request(file.method, _address(url), headers=headers, content=content)

    def _filled(self, value: Any, queries: Sequence[Query], *, in_url: bool = False) -> Any:
        """A template with its placeholders replaced, in one go: texts are never looked into."""
        if isinstance(value, Mapping):
            return {key: self._filled(one, queries) for key, one in value.items()}
        if isinstance(value, list):
            return [self._filled(one, queries) for one in value]
        if not isinstance(value, str):
            return value
        if value == "{texts}":
            return [query.text for query in queries]
        if value == "{messages}":
            return [{"role": turn.role, "content": turn.text} for turn in queries[0].turns]
        known = {
            "text": queries[0].text,
            "source": self._file.code(self._languages[0], "source"),
            "target": self._file.code(self._languages[1], "target"),
        }
        return PLACEHOLDER.sub(
            lambda found: (_quoted if in_url else str)(
                known[found[1]] if found[1] else self._values[found[2]]
            ),
            value,
        )

    def _answers(self, content: bytes, expected: int) -> list[Answer]:
        try:
            value: Any = json.loads(content)
        except (ValueError, RecursionError) as error:
            raise self._error("did not answer JSON", f"It said: {self._said(content)}") from error
        found = _at(value, self._file.answer.split("."))
        if isinstance(found, str):
            found = [found]
        if not isinstance(found, list) or not all(isinstance(one, str) for one in found):
            raise self._error(
                f"has no translations at {self._file.answer!r} of its answer",
                f"Correct 'answer' in the engine's file. It said: {self._said(content)}",
            )
        if len(found) != expected:
            raise self._error(
                f"gave {len(found):,} translations for {expected:,} texts",
                "Each text needs one, in their order. "
                f"{option('batch', '1')} finds the text that goes wrong.",
            )
        return [Answer(text) for text in found]

    def _refused(self, reply: Reply) -> Exception:
        """What a status means: try again, or what the user can do."""
        said = self._said(reply.content, is_cut=reply.is_cut)
        what = f"answered {reply.status} {self._ear.heard(reply.reason)}".rstrip()
        what += f": {said}" if said else ""
        if reply.status in (408, 429) or reply.status >= 500:
            wait = retry_after(reply.headers.get("Retry-After"))
            return _TryAgain(what, wait, is_busy=reply.status in _BUSY)
        keys = ", ".join(self._file.variables) or "the environment"
        match reply.status:
            case 401 | 403:
                way_out = f"Is the key right, and for this address? It is read from: {keys}"
            case 456 | 402:
                way_out = "The quota of this key is used up. Wait for it to be renewed."
            case 413 | 414:
                way_out = f"The request is too long. Send less at a time: {option('batch', 'N')}"
            case 404 | 405:
                way_out = f"Is the address right? Give another: {option('url', 'URL')}"
            case code if 300 <= code < 400:
                place = self._ear.heard(str(reply.headers.get("Location", "elsewhere")))
                way_out = f"It has moved to {place}; if you trust that: {option('url', 'URL')}"
            case _:
                way_out = f"Check the languages {'-'.join(self._languages)} and the engine's file."
        return self._error(what, way_out)

    def _unreached(self, problem: NoAnswer) -> Exception:
        """A lost connection is tried again; what was never there, only after a first answer."""
        cause = problem.cause
        said = self._ear.heard(str(cause)).rstrip(".") or type(cause).__name__
        what = f"cannot be reached: {said}"
        if problem.is_lost:
            return _TryAgain(what)
        if not self._reached and isinstance(cause, TimeoutError):
            return self._error(
                what, f"Give it more than {self._timeout:g} s: {option('timeout', 'S')}"
            )
        if not self._reached or problem.is_insecure:
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

    def _said(self, content: bytes, *, is_cut: bool = False) -> str:
        """The beginning of a body."""
        text = content[:MOST_REFUSAL].decode("utf-8", "replace")
        return self._ear.heard(text, is_cut=is_cut or len(content) > MOST_REFUSAL)


def service(setup: SystemSetup, engine: str) -> HttpEngine:
    """The system `http:ENGINE`."""
    file = load_engine(engine, setup.level, url=setup.url)
    return HttpEngine(
        file,
        setup.languages,
        batch=setup.batch,
        timeout=setup.timeout or TIMEOUT,
        limits=setup.limits,
        dry_run=setup.dry_run,
    )


def _counted(answers: Sequence[Answer]) -> int:
    """Tokens as the server counts them; 0 if it does not."""
    return sum((one.input_tokens or 0) + (one.output_tokens or 0) for one in answers)


def _values(
    file: EngineFile, environment: Mapping[str, str], *, dry_run: bool = False
) -> dict[str, str]:
    """The variables a file reads. What is wrong with one is said without showing it.

    Nobody is shown a key in a dry run: it may be missing.
    """
    found: dict[str, str] = {}
    for name, default in file.variables.items():
        if dry_run and default is None and name not in file.settings:
            default = "none"
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
        inside = key.isdecimal() and len(key) < 10 and int(key) < len(value)
        return _at(value[int(key)], rest) if inside else None
    return _at(value.get(key), rest) if isinstance(value, dict) else None


def _address(url: str) -> str:
    """An address that was filled in, with its host as it is called.

    >>> _address("http://mt.x.org%3A81/t?q=a%3Ab")
    'http://mt.x.org:81/t?q=a%3Ab'
    """
    scheme, _, rest = url.partition("://")
    host = re.split("[/?#]", rest, maxsplit=1)[0]
    return f"{scheme}://{unquote(host)}{rest.removeprefix(host)}"


def _quoted(text: str) -> str:
    """Text for any place in an address."""
    return quote(text, safe="", errors="replace")
