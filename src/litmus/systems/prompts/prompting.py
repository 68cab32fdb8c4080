"""Prompts as data: a text with its context, examples and terms as the turns of a conversation."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from hashlib import blake2b
from pathlib import Path
from typing import Any

from litmus.errors import DataError, UnknownName, UsageError
from litmus.files.toml_tables import Place, Reader, check_mapping, check_table, key, read_toml
from litmus.files.toml_tables import check_keys as only
from litmus.plugins.data_folder import DataFile, data_files
from litmus.systems.engine import Query, Turn
from litmus.systems.engine_files.placeholders import check_names, filled, names, placeholders
from litmus.wording import option

_FOLDER = Path(__file__).parent
DEFAULT = "plain"
REGISTERS = ("formal", "informal")
_LANGUAGES = ("source", "target", "source_language", "target_language")
# Parts that may be absent; with them goes what stands around them.
PARTS = ("context", "target_context", "examples", "glossary", "register", "markers")
Pairs = Sequence[tuple[str, str]]


def _template(*known: str) -> Reader:
    def read(place: Place, value: Any) -> str:
        if not isinstance(value, str):
            raise place.wrong("a text", value)
        check_names(str(place.file), place.key, value, known)
        if any(one[2] for one in placeholders(value)):
            raise place.error("cannot read the environment: a prompt is no place for ${...}.")
        return value

    return read


def _table(known: Mapping[str, Sequence[str]]) -> Reader:
    """A table of templates: key -> the placeholders it may have."""

    def read(place: Place, value: Any) -> Mapping[str, str]:
        table = check_mapping(place, value)
        only(place, table, known)
        return {
            name: _template(*known[name], *_LANGUAGES)(place.below(name), one)
            for name, one in table.items()
        }

    return read


_PAIR = ("text", "translation")


@dataclass(frozen=True)
class Prompt:
    """A conversation's templates. `turns`: examples and sentences before are turns of it.

    `around` is what stands around a part, `items` is one line of it.
    """

    name: str
    user: str = key(reads=_template("text", *PARTS, *_LANGUAGES))
    version: int = key(1, least=1)
    about: str = ""
    system: str = key("", reads=_template(*PARTS, *_LANGUAGES))
    turns: bool = False
    around: Mapping[str, str] = key({}, reads=_table({part: (part,) for part in PARTS}))
    items: Mapping[str, str] = key({}, reads=_table({"examples": _PAIR, "glossary": _PAIR}))
    register: Mapping[str, str] = key({}, reads=_table(dict.fromkeys(REGISTERS, ())))
    markers: Mapping[str, str] = key({}, reads=_table({"tags": ("marker",), "newline": ()}))
    mark: str = ""  # of a file in the user's data folder

    @property
    def signature(self) -> str:
        """Name, version, and a digest of all that is sent."""
        what = [
            self.system, self.user, self.turns, dict(self.around), dict(self.items),
            dict(self.register), dict(self.markers),
        ]  # fmt: skip
        digest = blake2b(json.dumps(what, sort_keys=True).encode(), digest_size=8).hexdigest()
        return f"{self.name}.v{self.version}{self.mark}#{digest}"

    @property
    def places(self) -> set[str]:
        """The parts that it has a place for."""
        found = {name for name in names([self.system, self.user]) if name in PARTS}
        if self.turns:
            found |= {"context", "target_context", "examples"}
        if not self.register:
            found.discard("register")
        return found

    @property
    def takes_context(self) -> bool:
        """Whether it has a place for the sentences before."""
        return bool(self.places & {"context", "target_context"})

    def without_place(self, source: int, target: int) -> list[str]:
        """The sides of a context of so many sentences that it would lose some of.

        Turns hold sentences with their translations; what is over on one side needs a place.
        """
        both = min(source, target) if self.turns else 0
        over = {"context": source - both, "target_context": target - both}
        written = names([self.system, self.user])
        return [part for part, size in over.items() if size > 0 and part not in written]


@dataclass(frozen=True)
class Given:
    """What goes into a prompt beside the text: examples, terms that occur, and how to speak."""

    examples: Pairs = ()
    terms: Pairs = ()
    register: str = ""
    marker: str = ""  # one that is in the text, or "newline"


class Conversation:
    """Turns a query into the conversation that a prompt makes of it, for one pair of languages."""

    def __init__(self, prompt: Prompt, codes: tuple[str, str], languages: tuple[str, str]) -> None:
        self._prompt = prompt
        self._known = dict(zip(_LANGUAGES, (*codes, *languages), strict=True))

    def turns(self, query: Query, given: Given) -> tuple[Turn, ...]:
        """The whole of it; the system's turn, if there is one, comes first."""
        prompt = self._prompt
        both = min(len(query.source_context), len(query.target_context)) if prompt.turns else 0
        source, before = _cut(query.source_context, both)
        target, after = _cut(query.target_context, both)
        pairs = [*given.examples, *zip(before, after, strict=True)] if prompt.turns else []
        parts = self._parts(replace(query, source_context=source, target_context=target), given)
        lost = [part for part in ("context", "target_context") if parts[part]]
        if any(part not in names([prompt.system, prompt.user]) for part in lost):
            raise UsageError(
                f"The prompt {prompt.name} has no place for {lost[0]} of this length.\n"
                f"Give both sides the same number of sentences, or another prompt: "
                f"{option('prompt', 'NAME')}"
            )
        found = []
        if prompt.system:
            found.append(Turn("system", self._filled(prompt.system, parts).strip()))
        nothing = dict.fromkeys(PARTS, "")
        for text, translation in pairs:
            if text.strip() and translation.strip():
                found.append(Turn("user", self._filled(prompt.user, nothing | {"text": text})))
                found.append(Turn("assistant", translation))
        found.append(Turn("user", self._filled(prompt.user, parts | {"text": query.text})))
        return tuple(found)

    def _parts(self, query: Query, given: Given) -> dict[str, str]:
        """Every part with what stands around it; "" where there is nothing of it."""
        prompt = self._prompt
        kind = "newline" if given.marker == "newline" else "tags"
        parts = {
            "context": "\n".join(query.source_context),
            "target_context": "\n".join(query.target_context),
            "examples": "" if prompt.turns else self._items("examples", given.examples),
            "glossary": self._items("glossary", given.terms),
            "register": prompt.register.get(given.register, ""),
            "markers": prompt.markers.get(kind, "") if given.marker else "",
        }
        parts["register"] = self._filled(parts["register"], {})
        parts["markers"] = self._filled(parts["markers"], {"marker": given.marker})
        for part, template in prompt.around.items():
            if parts[part]:
                parts[part] = self._filled(template, {part: parts[part]})
        return parts

    def _items(self, part: str, pairs: Pairs) -> str:
        template = self._prompt.items.get(part, "{text}: {translation}")
        return "\n".join(
            self._filled(template, {"text": text, "translation": translation})
            for text, translation in pairs
        )

    def _filled(self, template: str, fields: Mapping[str, str]) -> str:
        return str(filled(template, {**self._known, **fields}))


def _cut(sentences: Sequence[str], last: int) -> tuple[tuple[str, ...], tuple[str, ...]]:
    cut = len(sentences) - last
    return tuple(sentences[:cut]), tuple(sentences[cut:])


def prompts() -> Mapping[str, DataFile]:
    """Name -> file of those that ship and those in the user's data folder."""
    return data_files("prompts", _FOLDER.glob("*.toml"), "*.toml", lambda path: path.stem)


def load_prompt(name: str) -> Prompt:
    """A prompt by its name, or by its file.

    >>> conversation = Conversation(load_prompt("labelled"), ("en", "fr"), ("English", "French"))
    >>> print(conversation.turns(Query("Hello."), Given())[-1].text)
    Translate the following text from English into French.
    English: Hello.
    French:
    """
    named = prompts()
    file = named.get(name) or DataFile(Path(name))
    if name not in named and not file.path.is_file():
        if name.endswith(".toml"):
            raise DataError(f"{name} does not exist. A prompt is a TOML file with 'user'.")
        raise UnknownName("prompt", name, named)
    given = {"name": file.path.stem, "mark": ".own" if file.own else ""}
    found = check_table(Place(file.path), read_toml(file.path), Prompt, given)
    _check(str(file.path), found)
    return found


def refuse_without_place(prompt: Prompt, wanted: Mapping[str, str]) -> None:
    """A UsageError where a prompt has no place for what was given: part -> the option's name."""
    for part, name in wanted.items():
        if part not in prompt.places or (part == "register" and not prompt.register):
            fine = [one for one in prompts() if part in load_prompt(one).places]
            raise UsageError(
                f"The prompt {prompt.name} has no place for {option(name)}: {{{part}}}\n"
                f"These have one: {', '.join(fine)}"
            )


def _check(where: str, prompt: Prompt) -> None:
    if names(prompt.user).count("text") != 1:
        raise DataError(f"{where}: 'user' must hold {{text}} once: the text to translate.")
    for part, template in prompt.around.items():
        if names(template).count(part) != 1:
            raise DataError(f"{where}: 'around.{part}' must hold {{{part}}} once.")
    for part, template in prompt.items.items():
        if sorted(set(names(template)) & set(_PAIR)) != ["text", "translation"]:
            raise DataError(f"{where}: 'items.{part}' must hold {{text}} and {{translation}}.")
    written = names([prompt.system, prompt.user])
    for table, part in ((prompt.register, "register"), (prompt.markers, "markers")):
        if bool(table) != (part in written):
            raise DataError(f"{where}: [{part}] and {{{part}}} go together; one is missing.")
    for part in {*prompt.around, *prompt.items} - set(written):
        if not (prompt.turns and part == "examples"):
            raise DataError(f"{where}: there is no {{{part}}} in 'system' or 'user'.")
