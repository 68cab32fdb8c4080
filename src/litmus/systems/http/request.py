"""A request as an engine's file says: address, headers and body, with all filled in."""

import json
import re
from collections.abc import Mapping, Sequence
from hashlib import blake2b
from typing import Any
from urllib.parse import unquote

from litmus import __version__
from litmus.errors import DataError, UsageError
from litmus.language.knowledge import load
from litmus.systems.engine import Query, Turn
from litmus.systems.engine_files.checks import CONTEXT, host_of
from litmus.systems.engine_files.placeholders import PLACEHOLDER, filled, names, placeholders
from litmus.systems.engine_files.settings import changed, over
from litmus.systems.engine_files.shape import EngineFile, is_key
from litmus.systems.prompts.chat import Chat
from litmus.systems.reading.structured import Schema, sent_schema
from litmus.wording import option


class Requests:
    """Makes the requests of one engine for one pair of languages. Keeps no state."""

    def __init__(
        self,
        file: EngineFile,
        languages: tuple[str, str],
        values: Mapping[str, str],
        *,
        chat: Chat | None = None,
        schema: Schema | None = None,
    ) -> None:
        self._file, self._values, self._chat = file, values, chat
        self._schema = schema or file.reads.schema or None
        structured = over(file.body, file.structured) if self._schema else file.body
        self._body = changed(structured, file.changes)  # what was given has the last word
        self.model = self._model()
        self._known = {
            "source": file.code(languages[0], "source"),
            "target": file.code(languages[1], "target"),
            "source_language": load(languages[0]).name,
            "target_language": load(languages[1]).name,
            "model": self.model,
        }
        self.host = self._host()

    @property
    def takes_context(self) -> bool:
        """Whether the sentences before have a place, in the file or in the prompt."""
        if self._chat and self._file.takes_messages:
            return self._chat.prompt.takes_context
        return bool(set(CONTEXT) & set(names(self._file.body)))

    def without_place(self, source: int, target: int) -> list[str]:
        """The sides of a context of so many sentences that would not be sent, or not whole."""
        if self._chat and self._file.takes_messages:
            return self._chat.prompt.without_place(source, target)
        sizes = zip(CONTEXT, (source, target), strict=True)
        return [part for part, size in sizes if size and part not in names(self._file.body)]

    @property
    def signature(self) -> str:
        """What goes into requests beside what the file's digest says: model, schema, prompt."""
        found = f"|model:{self.model}" if self.model else ""
        if self._schema:  # with the body: [structured] and settings over it are in no other digest
            found += f"|schema:{_digest({'body': self._body, 'schema': self._schema})}"
        return f"{found}|{self._chat.signature}" if self._chat else found

    @property
    def origin(self) -> str:
        """Scheme, host and port of the address."""
        return f"{self._base().partition('://')[0]}://{self.host}"

    @property
    def shown(self) -> str:
        """The address for messages: without its query and whatever else may hold a key."""
        url, first = self._file.url, PLACEHOLDER.match(self._file.url)
        if first is not None and first[2]:
            url = self._base_given(first[2]) + url[first.end() :]
        rest = url.partition("://")[2] + self._file.path.replace("{model}", self.model)
        named = PLACEHOLDER.sub(lambda one: one[0] if one[1] else f"${{{one[2]}}}", rest)
        return self.origin + re.sub(r"^[^/?#]*|[?#].*", "", named)

    def address(self, queries: Sequence[Query]) -> str:
        """Where a request goes."""
        fields = self._known | {"text": queries[0].text}
        path = str(filled(self._file.path, fields, self._values, in_url=True))
        base = _called(self._base(fields))
        return base if not path or base.endswith(path) else base.rstrip("/") + path

    def headers(self) -> dict[str, str]:
        """The headers, with those that every request of ours has."""
        own = filled(self._file.headers, self._known, self._values)
        found = {
            "Accept": "application/json",
            "Accept-Encoding": "identity",
            "User-Agent": f"litmus/{__version__}",
            **own,
        }
        if self._file.method != "GET" and "content-type" not in map(str.lower, found):
            found["Content-Type"] = "application/json"
        return found

    def content(self, queries: Sequence[Query]) -> bytes | None:
        """The body; None where there is none."""
        if self._file.method == "GET":
            return None
        body = json.dumps(self.body(queries), ensure_ascii=False)
        return body.encode("utf-8", "replace")

    def body(self, queries: Sequence[Query]) -> Any:
        """The body as JSON."""
        query = queries[0]
        fields: dict[str, Any] = self._known | {
            "texts": [query.text for query in queries],
            "text": query.text,
            "context": "\n".join(query.source_context),
            "target_context": "\n".join(query.target_context),
            "schema": sent_schema(self._schema or {}),
            "seed": 1 + query.draw,  # repeats would all be the same answer otherwise
        }
        body = self._body
        if self._file.takes_messages:
            turns = self._turns(query)
            if "system" in names(body):
                said = [turn.text for turn in turns if turn.role == "system"]
                turns = [turn for turn in turns if turn.role != "system"]
                fields["system"] = "\n\n".join(said)
                if not fields["system"]:  # services refuse an empty one
                    body = {key: one for key, one in body.items() if "system" not in names(one)}
            fields["messages"] = [self._message(turn) for turn in turns]
        elif query.turns:
            raise DataError(
                f"{self._file.name} holds no conversations: its file has no {{messages}}."
            )
        return filled(body, fields, self._values)

    def _turns(self, query: Query) -> Sequence[Turn]:
        if query.turns:
            return query.turns
        return self._chat.turns(query) if self._chat else [Turn("user", query.text)]

    def _message(self, turn: Turn) -> Any:
        role = self._file.roles.get(turn.role, turn.role)
        return filled(self._file.message, {"role": role, "text": turn.text})

    def _model(self) -> str:
        file = self._file
        if "model" not in names([file.url, file.path, file.body]):
            return ""
        found = str(filled(file.model, {}, self._values))
        if not found.strip():
            raise no_model(file)
        keys = [value for name, value in self._values.items() if is_key(name) and value]
        if any(key in found for key in keys) or not found.isprintable():
            raise UsageError(
                f"The name of {file.name}'s model cannot be used. Give one: "
                f"{option('model', 'NAME')}"
            )
        return found

    def _base(self, fields: Mapping[str, str] | None = None) -> str:
        """The address as far as 'url' has it; a variable in front is one itself."""
        url = self._file.url
        first = PLACEHOLDER.match(url)
        known = self._known | {"text": ""} if fields is None else fields
        if first is None or not first[2]:
            return str(filled(url, known, self._values, in_url=True))
        rest = str(filled(url[first.end() :], known, self._values, in_url=True))
        return self._base_given(first[2]) + rest

    def _base_given(self, variable: str) -> str:
        """A base address out of the environment."""
        base = self._values[variable]
        if set("?#@ ") & set(base):
            raise ValueError(base)
        return (base if "://" in base else f"http://{base}").rstrip("/")

    def _host(self) -> str:
        """Host and port of the address with all filled in."""
        try:
            base = self._base()
            if not base.startswith(("http://", "https://")) or not base.isascii() or " " in base:
                raise ValueError(base)
            return host_of(base)
        except ValueError:
            raise DataError(
                f"{self._file.name}: {self._file.url!r} is not an address with the values of its "
                "variables.\nA port is a number from 1 to 65535; an IPv6 address needs "
                "brackets: [::1]"
            ) from None  # it may hold a key


def public_variables(file: EngineFile) -> set[str]:
    """Variables that are no secret: a model's name, a base address."""
    first = PLACEHOLDER.match(file.url)
    found = {one[2] for one in placeholders(file.model) if one[2]}
    if first and first[2]:
        found.add(first[2])
    return found - {one[2] for one in placeholders(file.headers)}


def no_model(file: EngineFile) -> UsageError:
    """What to say where nothing names the model."""
    variables = [one[2] for one in placeholders(file.model) if one[2]]
    export = f", or export {variables[0]}=NAME" if variables else ""
    return UsageError(
        f"{file.name} needs the name of a model. Give it: {option('model', 'NAME')}{export}"
    )


def _digest(value: Any) -> str:
    return blake2b(json.dumps(value, sort_keys=True).encode(), digest_size=4).hexdigest()


def _called(url: str) -> str:
    """An address that was filled in, with its host as it is called.

    >>> _called("http://mt.x.org%3A81/t?q=a%3Ab")
    'http://mt.x.org:81/t?q=a%3Ab'
    """
    scheme, _, rest = url.partition("://")
    host = re.split("[/?#]", rest, maxsplit=1)[0]
    return f"{scheme}://{unquote(host)}{rest.removeprefix(host)}"
