"""Where a service's answer has its text, its end and its tokens: `[answer]` of an engine's file."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

import regex

from litmus.errors import DataError
from litmus.files.toml_tables import Place, check_table, key
from litmus.systems.engine import Answer
from litmus.systems.reading.structured import check_schema

REFUSAL = "refusal"  # why an answer ended that is in a field for refusals
Take = Literal["all", "last line"]


def _pattern(place: Place, value: Any) -> str:
    if not isinstance(value, str):
        raise place.wrong("a regular expression", value)
    try:
        groups = regex.compile(value, regex.DOTALL).groups
    except (regex.error, RecursionError, OverflowError, ValueError) as error:
        raise place.error(f"is not a regular expression: {error}.") from error
    if groups != 1:
        raise place.error(f"must have one group, which is the translation; it has {groups}.")
    return value


def _schema(place: Place, value: Any) -> Mapping[str, Any]:
    try:
        check_schema(value)
    except ValueError as error:
        raise place.error(f"cannot be used: {error}.") from error
    found: Mapping[str, Any] = value
    return found


@dataclass(frozen=True)
class AnswerForm:
    """Paths into the JSON that comes back, and how its text is read.

    `cut_off` and `refused` are values at `finish`; what stands at `refusal` is one. The text may
    be what a `pattern` finds, the last line, or the `field` of JSON that fits a `schema`. `clean`:
    whether what models say around a translation is taken away.
    """

    path: str
    finish: str = ""
    cut_off: tuple[str, ...] = ()
    refused: tuple[str, ...] = ()
    refusal: str = ""
    input_tokens: str = ""
    output_tokens: str = ""
    pattern: str = key("", reads=_pattern)
    take: Take = "all"
    schema: Mapping[str, Any] = key({}, reads=_schema)
    field: str = ""
    clean: bool | None = None

    def answer(self, value: Any) -> Answer | None:
        """The one answer that a body holds; None where it has no text and no reason for that."""
        text, finish = text_of(at(value, self.path)), _word(at(value, self.finish))
        refusal = _word(at(value, self.refusal)) if self.refusal else ""
        if refusal:
            text, finish = text or refusal, REFUSAL
        if text is None and not finish:
            return None
        tokens = (_number(at(value, path)) for path in (self.input_tokens, self.output_tokens))
        return Answer(text or "", finish, *tokens)

    def is_cut_off(self, answer: Answer) -> bool:
        """Whether there would have been more."""
        return answer.finish in self.cut_off

    def is_refused(self, answer: Answer) -> bool:
        """Whether the service says that it will not."""
        return answer.finish == REFUSAL or answer.finish in self.refused


def answer_form(place: Place, value: Any) -> AnswerForm:
    """`answer = "path"`, or the table `[answer]`."""
    if isinstance(value, str):
        return AnswerForm(value)
    found = check_table(place, value, AnswerForm)
    if found.finish == "" and (found.cut_off or found.refused):
        raise place.error("has values of 'finish', but not where that is.")
    if bool(found.schema) != bool(found.field):
        raise place.error("needs both 'schema' and 'field', the path of the translation in it.")
    ways = [bool(found.pattern), found.take != "all", bool(found.schema)]
    if sum(ways) > 1:
        raise place.error("takes one of 'pattern', 'take' and 'schema'.")
    return found


def at(value: Any, path: str) -> Any:
    """What stands at a path; None where there is nothing. `*` is every element of a list.

    >>> at({"a": [{"b": 1}, {"b": 2}]}, "a.*.b"), at({"a": [7]}, "a.0"), at({}, "a.b")
    ([1, 2], 7, None)
    """
    return _at(value, path.split(".")) if path else None


def _at(value: Any, path: Sequence[str]) -> Any:
    if not path:
        return value
    name, rest = path[0], path[1:]
    if name == "*":
        return [_at(one, rest) for one in value] if isinstance(value, list) else None
    if isinstance(value, list):
        inside = name.isdecimal() and len(name) < 10 and int(name) < len(value)
        return _at(value[int(name)], rest) if inside else None
    return _at(value.get(name), rest) if isinstance(value, dict) else None


def text_of(found: Any) -> str | None:
    """A text, or the texts of a list of blocks without those that are thoughts; None if neither.

    >>> text_of([{"type": "thinking", "thinking": "Hm."}, {"type": "text", "text": "Oui."}])
    'Oui.'
    """
    if isinstance(found, str):
        return found
    if not isinstance(found, list):
        return None
    texts = [
        one if isinstance(one, str) else one["text"]
        for one in found
        if isinstance(one, str) or (isinstance(one, dict) and _is_said(one))
    ]
    return "".join(texts) if texts or not found else None


def _is_said(block: Mapping[str, Any]) -> bool:
    return isinstance(block.get("text"), str) and block.get("thought") is not True


def _word(value: Any) -> str:
    return value if isinstance(value, str) else ""


def _number(value: Any) -> int | None:
    return value if isinstance(value, int) and not isinstance(value, bool) else None


def refuse_path(where: str, form: AnswerForm) -> None:
    """A DataError where nothing says where the text is."""
    if not form.path:
        raise DataError(
            f"{where}: 'answer' is missing: where the translations are in the answer, such as "
            "translations.*.text"
        )
