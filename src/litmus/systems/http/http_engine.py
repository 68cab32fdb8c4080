"""An HTTP engine: requests as its file says, tried again where that may help. Keys never show."""

import json
import os
from collections.abc import Mapping, Sequence
from dataclasses import replace
from hashlib import blake2b
from random import uniform
from threading import Lock
from typing import Any

from httpx import InvalidURL, Request

from litmus.errors import DataError, UsageError
from litmus.systems.engine import Answer, Limit, Query
from litmus.systems.engine_files.answer_form import at
from litmus.systems.engine_files.engine_file import EngineFile, load_engine
from litmus.systems.engine_files.limits import Limits
from litmus.systems.engine_files.placeholders import names, placeholders
from litmus.systems.engine_files.settings import shown
from litmus.systems.http.exchange import MOST_REFUSAL, NoAnswer, Reply, Unbounded, Wire
from litmus.systems.http.heard import Ear
from litmus.systems.http.pace import Pace, retry_after
from litmus.systems.http.request import Requests, no_model, public_variables
from litmus.systems.markers import TAG
from litmus.systems.prompts.chat import Chat
from litmus.systems.reading.reader import Read, Reader
from litmus.systems.reading.structured import Schema
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
    """A web service that translates, as `file` describes it.

    `chat` makes conversations of texts, where the file has `{messages}`; `schema` is that of the
    JSON it is to answer with, if the file says how to ask for that.
    """

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
        chat: Chat | None = None,
        schema: Schema | None = None,
    ) -> None:
        if batch and batch > file.texts:
            raise UsageError(
                f"{file.name} takes at most {file.texts} texts per request: "
                f"{option('batch', str(file.texts))}"
            )
        self._file, self._languages, self._timeout = file, languages, timeout
        own = os.environ if environment is None else environment
        self._values = _values(file, own, dry_run=dry_run)
        self._requests = Requests(file, languages, self._values, chat=chat, schema=schema)
        self._host = self._requests.host
        secrets = _secrets(file, self._values)
        self._ear = Ear(secrets)
        # A setting of the body may well be a word of a translation; a key is none.
        self._keys = Ear({name: one for name, one in secrets.items() if name not in file.settings})
        self._wire = Wire(self._requests.origin, timeout)
        self._reader = Reader(file.reads, languages, cleans=file.takes_messages)
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
        """Name, version and digest of its file, digest of its settings, model, prompt, how its
        answers are read, and where it is."""
        file = self._file
        changes = f"|set:{self._ear.heard(shown(file.changes))}" if file.changes else ""
        return (
            f"http:{file.name}.v{file.version}{file.mark}#{file.digest}{self._settings}{changes}"
            f"{self._requests.signature}{self._reader.signature}|host:{self._host}"
        )

    @property
    def identity(self) -> str:
        """The digest of its file and of its settings, the model, the prompt, and the languages."""
        own = f"http:{self._file.digest}{self._settings}{self._requests.signature}"
        return f"{own}|{'-'.join(self._languages)}"

    @property
    def takes_context(self) -> bool:
        """Whether it reads the sentences before: its file or its prompt has a place for them."""
        return self._requests.takes_context

    def without_place(self, source: int, target: int) -> list[str]:
        """The sides of a context of so many sentences that it would not send."""
        return self._requests.without_place(source, target)

    def read(self, answer: Answer, query: Query) -> Read:
        """The translation in an answer, and what is remarkable about it."""
        return self._reader.read(answer, query)

    def is_refused(self, answer: Answer) -> bool:
        """Whether the service says that it will not, by what its file calls that."""
        return self._file.reads.is_refused(answer)

    def is_cut_off(self, answer: Answer) -> bool:
        """Whether there would have been more, by what its file calls that."""
        return self._file.reads.is_cut_off(answer)

    @property
    def takes_turns(self) -> bool:
        """Whether a request holds a whole conversation."""
        return self._file.takes_messages

    @property
    def model(self) -> str:
        """The model that its requests name; nothing where they name none."""
        named = self._file.body.get("model")
        plain = isinstance(named, str) and not placeholders(named)
        return self._requests.model or (str(named) if plain else "")

    @property
    def _settings(self) -> str:
        """A digest of the variables that can change an answer; nothing if there are none."""
        values = [(name, self._values[name]) for name in self._file.settings]
        digest = blake2b(json.dumps(values).encode(), digest_size=8).hexdigest()
        return f"|values:{digest}" if values else ""

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
        return [
            replace(one, text=self._keys.masked(one.text), finish=self._keys.masked(one.finish))
            for one in self._answers(reply.content, len(queries))
        ]

    def _request(self, queries: Sequence[Query]) -> Request:
        made = self._requests
        return Request(
            self._file.method,
            made.address(queries),
            headers=made.headers(),
            content=made.content(queries),
        )

    def _answers(self, content: bytes, expected: int) -> list[Answer]:
        try:
            value: Any = json.loads(content)
        except (ValueError, RecursionError) as error:
            said = f"It said: {self._said(content)}"
            if isinstance(error, ValueError) and content.lstrip()[:1] in (b"{", b"["):
                raise _TryAgain(f"gave JSON that breaks off. {said}") from None
            raise self._error("did not answer JSON", said) from error
        found = at(value, self._file.answer)
        if "texts" not in names(self._file.body) and "*" not in self._file.answer:
            answer = self._file.reads.answer(value)
            if answer is not None:
                return [answer]
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
        public = public_variables(self._file)
        names_of_keys = [name for name in self._file.variables if name not in public]
        keys = ", ".join(names_of_keys) or "the environment"
        match reply.status:
            case 401 | 403:
                way_out = f"Is the key right, and for this address? It is read from: {keys}"
            case 456 | 402:
                way_out = "The quota of this key is used up. Wait for it to be renewed."
            case 413 | 414 if self._file.takes_messages:
                way_out = (
                    "The request is too long for the service. Show less of what stands before: "
                    f"{option('source_context')}, {option('target_context')}."
                )
            case 413 | 414:
                way_out = f"The request is too long. Send less at a time: {option('batch', 'N')}"
            case 404 if self._file.takes_messages and self._requests.model:
                way_out = (
                    f"Is the name of the model right ({option('model', 'NAME')}), and the address "
                    f"({option('url', 'URL')})?"
                )
            case 404 | 405:
                way_out = f"Is the address right? Give another: {option('url', 'URL')}"
            case code if 300 <= code < 400:
                place = self._ear.heard(str(reply.headers.get("Location", "elsewhere")))
                way_out = f"It has moved to {place}; if you trust that: {option('url', 'URL')}"
            case 400 | 422 if self._file.takes_messages:
                way_out = (
                    "Change what it does not take, or take it out: "
                    f"{option('settings', 'NAME=VALUE')}, such as temperature=null"
                )
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
        return DataError(f"{self._requests.shown} {what}.\n{way_out}")

    def _said(self, content: bytes, *, is_cut: bool = False) -> str:
        """The beginning of a body."""
        text = content[:MOST_REFUSAL].decode("utf-8", "replace")
        return self._ear.heard(text, is_cut=is_cut or len(content) > MOST_REFUSAL)


def service(setup: SystemSetup, engine: str, schema: Schema | None = None) -> HttpEngine:
    """The system `http:ENGINE`. With a `schema` it is asked for JSON, in the caller's words."""
    options = setup.chat
    file = load_engine(
        engine, setup.level, url=setup.url, model=options.model, settings=options.settings
    )
    chat = None
    if schema is None and file.takes_messages:
        marker = (setup.marker or TAG) if setup.level == "document" else ""
        chat = Chat(options, setup.languages, marker=marker)
    elif schema is None:
        options.refuse_prompting(file.name)
    return HttpEngine(
        file,
        setup.languages,
        batch=setup.batch,
        timeout=setup.timeout or TIMEOUT,
        limits=setup.limits,
        dry_run=setup.dry_run,
        chat=chat,
        schema=schema,
    )


def _secrets(file: EngineFile, values: Mapping[str, str]) -> dict[str, str]:
    """What a server must not be heard to say. Defaults are in the file for all to see."""
    public = public_variables(file)
    return {
        name: value
        for name, value in values.items()
        if name not in public and value != file.variables[name]
    }


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
        names_model = f"${{{name}" in file.model
        if dry_run and default is None and not names_model and name not in file.settings:
            default = "none"
        value = environment.get(name, "").strip() or default
        if value is None and names_model:
            raise no_model(file)
        if value is None:
            raise UsageError(
                f"{file.name} needs a key that is not set. Set it: export {name}=...\n"
                "Keys are read from the environment only, and never shown."
            )
        if not (value.isascii() and value.isprintable()):
            raise UsageError(f"{name} holds characters that no key has. Set it again.")
        found[name] = value
    return found
