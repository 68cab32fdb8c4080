"""What the four kinds of chat server demand of a request, and how they refuse one."""

from collections.abc import Mapping, Sequence
from typing import Any

from tests.systems.answering import Heard

Turns = list[tuple[str, str]]
_KNOWN = {
    "openai": {
        "model", "messages", "temperature", "top_p", "max_tokens", "max_completion_tokens", "seed",
        "response_format", "stream", "stop", "n", "reasoning_effort", "user", "presence_penalty",
        "frequency_penalty", "top_k", "chat_template_kwargs", "repetition_penalty",
    },
    "anthropic": {
        "model", "messages", "system", "max_tokens", "temperature", "top_p", "top_k", "stream",
        "stop_sequences", "thinking", "output_config", "metadata",
    },
    "gemini": {"contents", "systemInstruction", "generationConfig", "safetySettings"},
    "ollama": {"model", "messages", "stream", "format", "options", "think", "keep_alive"},
}  # fmt: skip
_GEMINI_SETTINGS = {
    "temperature", "topP", "topK", "maxOutputTokens", "seed", "stopSequences", "responseMimeType",
    "responseJsonSchema", "responseSchema", "thinkingConfig",
}  # fmt: skip


class Refused(Exception):
    """A request that the server does not take."""

    def __init__(self, shape: str, status: int, message: str) -> None:
        super().__init__(message)
        self.shape, self.status, self.message = shape, status, message


def checked(heard: Heard, key: str) -> tuple[str, str, Turns]:
    """Shape, the system's words, and the turns of a request."""
    shape = _shape(heard.path)
    if heard.method != "POST":
        raise Refused(shape, 405, "Method Not Allowed")
    _check_key(shape, heard.headers, key)
    if heard.headers.get("Content-Type") != "application/json":
        raise Refused(shape, 415, "Unsupported content type")
    _check_names(shape, heard.body, _KNOWN[shape])
    if shape != "gemini" and not heard.body.get("model"):
        raise Refused(shape, 400, "model: Field required")
    system, turns = _CHECKS[shape](heard.body)
    return shape, system, turns


def _shape(path: str) -> str:
    if path.endswith("/v1/chat/completions"):
        return "openai"
    if path.endswith("/v1/messages"):
        return "anthropic"
    if path.startswith("/v1beta/models/") and path.endswith(":generateContent"):
        return "gemini"
    if path == "/api/chat":
        return "ollama"
    raise Refused("openai", 404, f"Not Found: {path}")


def _check_key(shape: str, headers: Mapping[str, str], key: str) -> None:
    given = {
        "openai": headers.get("Authorization", "").removeprefix("Bearer "),
        "anthropic": headers.get("X-Api-Key", ""),
        "gemini": headers.get("X-Goog-Api-Key", ""),
        "ollama": key,  # asks for none
    }[shape]
    if given != key:
        status = 400 if shape == "gemini" else 401
        raise Refused(shape, status, f"Incorrect API key provided: {given[:4]}***")
    if shape == "anthropic" and headers.get("Anthropic-Version") != "2023-06-01":
        raise Refused(shape, 400, "anthropic-version: header is required")


def _check_names(shape: str, body: Mapping[str, Any], known: set[str]) -> None:
    for name in body:
        if name not in known:
            words = {"anthropic": "Extra inputs are not permitted"}.get(shape, "Unknown parameter")
            raise Refused(shape, 400, f"{name}: {words}")


def _messages(shape: str, body: Mapping[str, Any], roles: Sequence[str]) -> Turns:
    turns = []
    for number, one in enumerate(body["messages"]):
        if set(one) != {"role", "content"} or not isinstance(one["content"], str):
            raise Refused(shape, 400, f"messages.{number}: a role and a content, nothing else")
        if one["role"] not in roles:
            raise Refused(shape, 400, f"messages.{number}: Unexpected role {one['role']!r}.")
        turns.append((one["role"], one["content"]))
    return turns


def _apart(turns: Turns) -> tuple[str, Turns]:
    system = "\n".join(text for role, text in turns if role in ("system", "developer"))
    return system, [turn for turn in turns if turn[0] in ("user", "assistant")]


def _alternate(shape: str, turns: Turns) -> None:
    expected = ["user", "assistant"] * len(turns)
    if [role for role, _ in turns] != expected[: len(turns)] or len(turns) % 2 == 0:
        raise Refused(shape, 400, "messages: roles must alternate, and begin and end with user")


def _openai(body: dict[str, Any]) -> tuple[str, Turns]:
    if body["model"].startswith(("o1", "o3", "o4", "gpt-5")) and body.get("temperature", 1) != 1:
        raise Refused(
            "openai", 400, "Unsupported value: 'temperature' does not support "
            f"{body['temperature']} with this model. Only the default (1) value is supported."
        )  # fmt: skip
    form = body.get("response_format")
    if form and not {"name", "schema"} <= set(form.get("json_schema", {"name", "schema"})):
        raise Refused("openai", 400, "response_format: a name and a schema")
    return _apart(_messages("openai", body, ("system", "developer", "user", "assistant")))


def _anthropic(body: dict[str, Any]) -> tuple[str, Turns]:
    if not isinstance(body.get("max_tokens"), int) or body["max_tokens"] < 1:
        raise Refused("anthropic", 400, "max_tokens: Field required")
    turns, system = _messages("anthropic", body, ("user", "assistant")), body.get("system")
    _alternate("anthropic", turns)
    if not all(text.strip() for _, text in turns) or (system is not None and not system.strip()):
        raise Refused("anthropic", 400, "text content blocks must be non-empty")
    form = body.get("output_config", {}).get("format")
    if form and (set(form) != {"type", "schema"} or form["type"] != "json_schema"):
        raise Refused("anthropic", 400, "output_config.format: a type and a schema")
    return system or "", turns


def _gemini(body: dict[str, Any]) -> tuple[str, Turns]:
    turns = [
        ({"user": "user", "model": "assistant"}[one["role"]], _parts(one))
        for one in body["contents"]
    ]
    _alternate("gemini", turns)
    settings = body.get("generationConfig", {})
    _check_names("gemini", settings, _GEMINI_SETTINGS)
    if "responseJsonSchema" in settings and settings["responseMimeType"] != "application/json":
        raise Refused("gemini", 400, "A response schema needs application/json")
    system = body.get("systemInstruction")
    return (_parts(system) if system else ""), turns


def _parts(content: Any) -> str:
    return "".join(part["text"] for part in content["parts"])


def _ollama(body: dict[str, Any]) -> tuple[str, Turns]:
    if body.get("stream") is not False:
        raise Refused("ollama", 501, "This server does not stream; the real one would")
    return _apart(_messages("ollama", body, ("system", "user", "assistant")))


_CHECKS = {"openai": _openai, "anthropic": _anthropic, "gemini": _gemini, "ollama": _ollama}
