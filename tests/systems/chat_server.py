"""A small chat server for tests, faithful to OpenAI's, Anthropic's, Gemini's and Ollama's.

It demands what they demand (keys, versions, fields, roles) and refuses as they refuse; its answers
come from a function, which may also make it slow, busy, broken, talkative or unwilling.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from random import Random
from threading import Lock
from time import sleep
from typing import Any

from tests.systems import chat_rules
from tests.systems.answering import Heard, service
from tests.systems.answering import Reply as Answered

KEY = "sk-t3st/K3y+0123456789"


@dataclass(frozen=True)
class Asked:
    """A request that was right; `turns` are (role, text) without the system's."""

    shape: str  # openai, anthropic, gemini or ollama
    number: int  # from 0, in the order of arrival
    path: str
    body: Any
    system: str
    turns: Sequence[tuple[str, str]]

    @property
    def text(self) -> str:
        """What the user says last."""
        return self.turns[-1][1]


@dataclass(frozen=True)
class Said:
    """An answer. `finish` is stop, length or refusal; each shape has its own word for it.

    `blocks` takes the place of the text where a shape has lists of content. `raw` takes the place
    of the whole body.
    """

    text: str = ""
    finish: str = "stop"
    refusal: str | None = None  # OpenAI's field
    blocks: Sequence[Mapping[str, Any]] = ()
    status: int = 200
    reason: str | None = None
    headers: Mapping[str, str] = field(default_factory=dict)
    error: str = "Something went wrong"
    raw: bytes | None = None
    delay: float = 0.0


Reply = Callable[[Asked], "str | Said"]


@dataclass
class ChatServer:
    """A running server. `asked` are the requests it took, `refused` the others, in its words."""

    url: str  # without a path
    asked: list[Asked] = field(default_factory=list)
    refused: list[str] = field(default_factory=list)

    @property
    def texts(self) -> list[str]:
        """What users said last, in the order of arrival."""
        return [one.text for one in self.asked]


@contextmanager
def chat_server(reply: Reply, *, key: str = KEY) -> Iterator[ChatServer]:
    """A server on this machine that answers by a function. It lets in who has the key."""
    lock, server = Lock(), ChatServer("")

    def answer(heard: Heard) -> Answered:
        try:
            shape, system, turns = chat_rules.checked(heard, key)
        except chat_rules.Refused as refused:
            with lock:
                server.refused.append(refused.message)
            said = Said(status=refused.status, error=refused.message)
            return Answered(_error(refused.shape, said), said.status)
        with lock:
            asked = Asked(shape, len(server.asked), heard.path, heard.body, system, turns)
            server.asked.append(asked)
        said = _as_said(reply(asked))
        sleep(said.delay)
        body = _error(shape, said) if said.status >= 300 else _BODIES[shape](said)
        return Answered(said.raw or body, said.status, said.headers, said.reason)

    with service(answer) as running:
        server.url = running.url.removesuffix("/translate")
        yield server


def _error(shape: str, said: Said) -> Any:
    kinds = {429: "rate_limit_error", 529: "overloaded_error", 401: "authentication_error"}
    kind = kinds.get(said.status, "invalid_request_error" if said.status < 500 else "api_error")
    if shape == "anthropic":
        return {"type": "error", "error": {"type": kind, "message": said.error}}
    if shape == "gemini":
        status = {429: "RESOURCE_EXHAUSTED", 400: "INVALID_ARGUMENT"}.get(said.status, "INTERNAL")
        return {"error": {"code": said.status, "message": said.error, "status": status}}
    if shape == "ollama":
        return {"error": said.error}
    return {"error": {"message": said.error, "type": kind, "param": None, "code": None}}


def _openai(said: Said) -> Any:
    message = {"role": "assistant", "content": said.text, "refusal": said.refusal}
    if said.refusal is not None:
        message["content"] = None  # type: ignore[assignment]
    finish = {"refusal": "content_filter"}.get(said.finish, said.finish)
    usage = {"prompt_tokens": 11, "completion_tokens": 7, "total_tokens": 18}
    choice = {"index": 0, "message": message, "finish_reason": finish}
    return {"id": "c1", "object": "chat.completion", "choices": [choice], "usage": usage}


def _anthropic(said: Said) -> Any:
    stop = {"stop": "end_turn", "length": "max_tokens"}.get(said.finish, said.finish)
    content = said.blocks or ([{"type": "text", "text": said.text}] if said.text else [])
    usage = {"input_tokens": 11, "output_tokens": 7}
    head = {"id": "m1", "type": "message", "role": "assistant"}
    return {**head, "content": content, "stop_reason": stop, "usage": usage}


def _gemini(said: Said) -> Any:
    usage = {"promptTokenCount": 11, "candidatesTokenCount": 7, "totalTokenCount": 18}
    if said.refusal is not None:  # the prompt itself was blocked
        return {"promptFeedback": {"blockReason": "PROHIBITED_CONTENT"}, "usageMetadata": usage}
    finish = {"stop": "STOP", "length": "MAX_TOKENS", "refusal": "SAFETY"}[said.finish]
    candidate: dict[str, Any] = {"finishReason": finish, "index": 0, "content": {"role": "model"}}
    parts = said.blocks or ([{"text": said.text}] if said.text else [])
    if parts:
        candidate["content"]["parts"] = parts
    return {"candidates": [candidate], "usageMetadata": usage}


def _ollama(said: Said) -> Any:
    message = {"role": "assistant", "content": said.text}
    counts = {"prompt_eval_count": 11, "eval_count": 7}
    return {"model": "m", "message": message, "done": True, "done_reason": said.finish, **counts}


_BODIES: Mapping[str, Callable[[Said], Any]] = {
    "openai": _openai,
    "anthropic": _anthropic,
    "gemini": _gemini,
    "ollama": _ollama,
}


def echo(asked: Asked) -> str:
    """A translation: what the user said last, in capitals."""
    return asked.text.upper()


def _as_said(found: "str | Said") -> Said:
    return Said(found) if isinstance(found, str) else found


def in_disorder(most: float, reply: Reply = echo, seed: int = 1) -> Reply:
    """Answers after times of all lengths, up to so many seconds."""
    lock, rng = Lock(), Random(seed)

    def said(asked: Asked) -> Said:
        with lock:
            delay = most * rng.random()
        return replace(_as_said(reply(asked)), delay=delay)

    return said


def first(*said: Said, then: Reply = echo) -> Reply:
    """These answers to the first requests, whatever they are."""
    return lambda asked: said[asked.number] if asked.number < len(said) else then(asked)


def wrapped(form: str, reply: Reply = echo) -> Reply:
    """The answer inside other text: `form` has {}, such as 'Sure! Here you are:\\n\\n{}'."""

    def said(asked: Asked) -> Said:
        found = _as_said(reply(asked))
        return replace(found, text=form.replace("{}", found.text))

    return said


SURE = "Sure! Here is the translation:\n\n{}"
FENCED = "```\n{}\n```"
THINKING = "<think>\nThe user wants a translation.\n</think>\n\n{}"
CUT_OFF = Said("Half of a", finish="length")
REFUSED = Said("I'm sorry, but I can't help with that.", finish="refusal")
REFUSED_APART = Said(refusal="I can't help with that.")
EMPTY = Said("")
TRUNCATED = Said(raw=b'{"choices": [{"message": {"role": "assistant", "content": "Hal')


def telling(key: str = KEY, status: int = 401) -> Said:
    """Repeats the key: in its status line, its headers and its body."""
    words = f"Incorrect key provided: {key}"
    headers = {"Location": f"http://x.org/{key}", "X-Key": key}
    return Said(status=status, reason=f"Bad {key}", headers=headers, error=words)
