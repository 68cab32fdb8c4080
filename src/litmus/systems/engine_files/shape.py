"""An engine as its file describes it: what a request looks like, and what its variables are."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from hashlib import blake2b
from typing import Any

from litmus.systems.engine_files.answer_form import AnswerForm
from litmus.systems.engine_files.limits import Limits, Price
from litmus.systems.engine_files.placeholders import names, placeholders
from litmus.systems.engine_files.settings import Settings

MESSAGE = {"role": "{role}", "content": "{text}"}
_KEY_NAMES = ("_KEY", "_TOKEN", "_SECRET")


@dataclass(frozen=True)
class EngineFile:
    """An engine's file, checked. `body` has its placeholders still in it.

    `path` is what follows a base address. `message` is one turn of `{messages}`, `roles` what the
    service calls them. `structured` is laid over the body where JSON of a schema is asked for.
    `changes` are the settings that were given in place of the file's.
    """

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
    path: str = ""
    model: str = ""
    form: AnswerForm | None = None
    message: Mapping[str, Any] = field(default_factory=lambda: dict(MESSAGE))
    roles: Mapping[str, str] = field(default_factory=dict)
    structured: Mapping[str, Any] = field(default_factory=dict)
    changes: Settings = field(default_factory=dict)

    @property
    def reads(self) -> AnswerForm:
        """Where things are in an answer."""
        return self.form or AnswerForm(self.answer)

    @property
    def takes_messages(self) -> bool:
        """Whether it holds conversations, and so takes prompts."""
        return "messages" in names(self.body)

    @property
    def digest(self) -> str:
        """All of it that can change an answer. Keys are not in it: they are not in the file."""
        what: tuple[Any, ...] = (
            self.url, self.method, dict(self.headers), dict(self.body), self.answer, self.codes,
            self.markup, dict(self.source), dict(self.target),
        )  # fmt: skip
        if self.takes_messages or self.path:
            what += (self.path, dict(self.message), dict(self.roles))
        return blake2b(json.dumps(what, sort_keys=True).encode(), digest_size=8).hexdigest()

    @property
    def variables(self) -> dict[str, str | None]:
        """Environment variables it reads, with their defaults."""
        found = placeholders([self.url, self.path, self.headers, self.body, self.model])
        return {one[2]: one[3] for one in found if one[2]}

    @property
    def settings(self) -> list[str]:
        """Variables whose values can change an answer: those of address and body but for keys.

        Keys are known by their names (_KEY, _TOKEN, _SECRET), or stand in headers only.
        """
        found = {one[2] for one in placeholders([self.url, self.path, self.body]) if one[2]}
        return sorted(name for name in found if not is_key(name))

    def code(self, language: str, side: str) -> str:
        """The engine's own name of a language."""
        own: Mapping[str, str] = self.source if side == "source" else self.target
        if language in own:
            return own[language]
        return {"upper": language.upper(), "lower": language.lower()}.get(self.codes, language)


def is_key(name: str) -> bool:
    """Whether a variable of this name holds a key."""
    return name.upper().endswith(_KEY_NAMES)
