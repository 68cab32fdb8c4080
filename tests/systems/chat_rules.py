"""What the four kinds of chat server demand of a request, and how they refuse one."""

import json
from collections.abc import Mapping, Sequence
from typing import Any

Turns = list[tuple[str, str]]
_OPENAI = {
    "model", "messages", "temperature", "top_p", "max_tokens", "max_completion_tokens", "seed",
    "response_format", "stream", "stop", "n", "reasoning_effort", "user", "presence_penalty",
    "frequency_penalty", "top_k", "chat_template_kwargs", "repetition_penalty",
}  # fmt: skip
_ANTHROPIC = {
    "model", "messages", "system", "max_tokens", "temperature", "top_p", "top_k", "stream",
    "stop_sequences", "thinking", "output_config", "metadata",
}  # fmt: skip
_GEMINI = {"contents", "systemInstruction", "generationConfig", "safetySettings"}
_OLLAMA = {"model", "messages", "stream", "format", "options", "think", "keep_alive"}


class Refused(Exception):
    """A request that the server does not take."""

    def __init__(self, shape: str, status: int, message: str) -> None:
        super().__init__(message)
        self.shape, self.status, self.message = shape, status, message


def checked(
    method: str, path: str, headers: Mapping[str, str], sent: bytes, key: str
) -> tuple[str, Any, str, Turns]:
    """Shape, body, the system's words, and the turns of a request."""
    shape = _shape(path)
    if shape is None:
        raise Refused("openai", 404, f"Not Found: {path}")
    if method != "POST":
        raise Refused(shape, 405, "Method Not Allowed")
    _check_key(shape, headers, key)
    if headers.get("content-type", "").partition(";")[0] != "application/json":
        raise Refused(shape, 415, "Unsupported content type")
    try:
        body = json.loads(sent)
    except ValueError:
        raise Refused(shape, 400, "The body is not JSON") from None
    if not isinstance(body, dict):
        raise Refused(shape, 400, "The body is not an object")
    system, turns = _CHECKS[shape](body)
    return shape, body, system, turns


def _shape(path: str) -> str | None:
    if path.endswith("/v1/chat/completions"):
        return "openai"
    if path.endswith("/v1/messages"):
        return "anthropic"
    if path.startswith("/v1beta/models/") and path.endswith(":generateContent"):
        return "gemini"
    return "ollama" if path == "/api/chat" else None


def _check_key(shape: str, headers: Mapping[str, str], key: str) -> None:
    given = {
        "openai": headers.get("authorization", "").removeprefix("Bearer "),
        "anthropic": headers.get("x-api-key", ""),
        "gemini": headers.get("x-goog-api-key", ""),
        "ollama": key,  # asks for none
    }[shape]
    if given != key:
        known = {"openai": 401, "anthropic": 401, "gemini": 400}[shape]
        raise Refused(shape, known, f"Incorrect API key provided: {given[:4]}***")
    if shape == "anthropic" and headers.get("anthropic-version") != "2023-06-01":
        raise Refused(shape, 400, "anthropic-version: header is required")


def _known(shape: str, body: Mapping[str, Any], known: set[str]) -> None:
    for name in body:
        if name not in known:
            words = {"anthropic": "Extra inputs are not permitted"}.get(shape, "Unknown parameter")
            raise Refused(shape, 400, f"{name}: {words}")


def _needs(shape: str, body: Mapping[str, Any], name: str, kind: type) -> Any:
    if not isinstance(body.get(name), kind) or not body[name]:
        raise Refused(shape, 400, f"{name}: Field required")
    return body[name]


def _between(shape: str, body: Mapping[str, Any], name: str, most: float) -> None:
    value = body.get(name)
    if value is not None and (
        isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value <= most
    ):
        raise Refused(shape, 400, f"{name}: Input should be a number from 0 to {most}")


def _text(shape: str, content: Any) -> str:
    if isinstance(content, list):
        if not all(isinstance(one, dict) and one.get("type") == "text" for one in content):
            raise Refused(shape, 400, "content: unknown kind of block")
        return "".join(one["text"] for one in content)
    if not isinstance(content, str):
        raise Refused(shape, 400, "content: Input should be a string or a list")
    return content


def _messages(shape: str, body: Mapping[str, Any], roles: Sequence[str]) -> Turns:
    turns = []
    for number, one in enumerate(_needs(shape, body, "messages", list)):
        if not isinstance(one, dict) or set(one) != {"role", "content"}:
            raise Refused(shape, 400, f"messages.{number}: a role and a content, nothing else")
        if one["role"] not in roles:
            hint = " The system prompt is a top-level field." if one["role"] == "system" else ""
            raise Refused(shape, 400, f"messages.{number}: Unexpected role {one['role']!r}.{hint}")
        turns.append((str(one["role"]), _text(shape, one["content"])))
    return turns


def _apart(turns: Turns) -> tuple[str, Turns]:
    system = "\n".join(text for role, text in turns if role in ("system", "developer"))
    return system, [turn for turn in turns if turn[0] in ("user", "assistant")]


def _alternate(shape: str, turns: Turns) -> None:
    expected = ["user", "assistant"] * len(turns)
    if [role for role, _ in turns] != expected[: len(turns)] or len(turns) % 2 == 0:
        raise Refused(shape, 400, "messages: roles must alternate, and begin and end with user")


def _schema(shape: str, schema: Any) -> None:
    if not isinstance(schema, dict) or "type" not in schema:
        raise Refused(shape, 400, "the schema is not one")


def _openai(body: dict[str, Any]) -> tuple[str, Turns]:
    _known("openai", body, _OPENAI)
    model = _needs("openai", body, "model", str)
    _between("openai", body, "temperature", 2)
    if model.startswith(("o1", "o3", "o4", "gpt-5")):
        if "max_tokens" in body:
            raise Refused(
                "openai", 400, "Unsupported parameter: 'max_tokens' is not supported with this "
                "model. Use 'max_completion_tokens' instead."
            )  # fmt: skip
        if body.get("temperature", 1) != 1:
            raise Refused(
                "openai", 400, "Unsupported value: 'temperature' does not support "
                f"{body['temperature']} with this model. Only the default (1) value is supported."
            )  # fmt: skip
    form = body.get("response_format")
    if form is not None and form.get("type") == "json_schema":
        if set(form["json_schema"]) - {"name", "schema", "strict", "description"}:
            raise Refused("openai", 400, "response_format: unknown field")
        _needs("openai", form["json_schema"], "name", str)
        _schema("openai", form["json_schema"].get("schema"))
    roles = ("system", "developer", "user", "assistant")
    return _apart(_messages("openai", body, roles))


def _anthropic(body: dict[str, Any]) -> tuple[str, Turns]:
    _known("anthropic", body, _ANTHROPIC)
    _needs("anthropic", body, "model", str)
    if not isinstance(body.get("max_tokens"), int) or body["max_tokens"] < 1:
        raise Refused("anthropic", 400, "max_tokens: Field required")
    _between("anthropic", body, "temperature", 1)
    turns = _messages("anthropic", body, ("user", "assistant"))
    _alternate("anthropic", turns)
    if not all(text.strip() for _, text in turns):
        raise Refused("anthropic", 400, "messages: text content blocks must be non-empty")
    if "system" in body and not _text("anthropic", body["system"]).strip():
        raise Refused("anthropic", 400, "system: text content blocks must be non-empty")
    form = body.get("output_config", {}).get("format")
    if form is not None:
        if set(form) != {"type", "schema"} or form["type"] != "json_schema":
            raise Refused("anthropic", 400, "output_config.format: a type and a schema")
        _schema("anthropic", form["schema"])
    return _text("anthropic", body.get("system", "")), turns


def _parts(content: Any) -> str:
    if not isinstance(content, dict) or not isinstance(content.get("parts"), list):
        raise Refused("gemini", 400, "contents: parts must be given")
    return "".join(str(part["text"]) for part in content["parts"])


def _gemini(body: dict[str, Any]) -> tuple[str, Turns]:
    _known("gemini", body, _GEMINI)
    turns = []
    for one in _needs("gemini", body, "contents", list):
        if one.get("role") not in ("user", "model"):
            raise Refused("gemini", 400, "Please use a valid role: user, model.")
        turns.append(({"model": "assistant"}.get(one["role"], one["role"]), _parts(one)))
    _alternate("gemini", turns)
    settings = body.get("generationConfig", {})
    known = {
        "temperature", "topP", "topK", "maxOutputTokens", "seed", "stopSequences",
        "responseMimeType", "responseJsonSchema", "responseSchema", "thinkingConfig",
    }  # fmt: skip
    _known("gemini", settings, known)
    _between("gemini", settings, "temperature", 2)
    if "responseJsonSchema" in settings:
        if settings.get("responseMimeType") != "application/json":
            raise Refused("gemini", 400, "A response schema needs application/json")
        _schema("gemini", settings["responseJsonSchema"])
    system = body.get("systemInstruction")
    return (_parts(system) if system else ""), turns


def _ollama(body: dict[str, Any]) -> tuple[str, Turns]:
    _known("ollama", body, _OLLAMA)
    _needs("ollama", body, "model", str)
    if body.get("stream") is not False:
        raise Refused("ollama", 501, "This server does not stream; the real one would")
    if isinstance(body.get("format"), dict):
        _schema("ollama", body["format"])
    if not isinstance(body.get("options", {}), dict):
        raise Refused("ollama", 400, "options must be an object")
    return _apart(_messages("ollama", body, ("system", "user", "assistant")))


_CHECKS = {"openai": _openai, "anthropic": _anthropic, "gemini": _gemini, "ollama": _ollama}
