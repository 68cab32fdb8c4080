"""How a language model is asked: its prompt, with examples, terms and register; its settings."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from threading import Lock

from litmus.errors import UsageError
from litmus.language.knowledge import load
from litmus.systems.engine import Query, Turn
from litmus.systems.engine_files.settings import Settings
from litmus.systems.markers import NEWLINE
from litmus.systems.prompts.prompting import (
    DEFAULT,
    REGISTERS,
    Conversation,
    Given,
    Prompt,
    load_prompt,
    refuse_without_place,
)
from litmus.systems.prompts.shots import Shots, comparable, load_shots
from litmus.terms.finding import TermFinder
from litmus.terms.lists import TermsLike, load_terms
from litmus.wording import option


@dataclass(frozen=True)
class ChatOptions:
    """What a language model is asked with; None is the engine's own, or nothing.

    `seen` are the sentences to be translated, as `shots.comparable` makes them.
    """

    model: str | None = None
    settings: Settings = field(default_factory=dict)
    prompt: str | None = None
    shots: str | Path | None = None
    shot_count: int | None = None
    glossary: TermsLike | None = None
    register: str | None = None
    seen: frozenset[str] = frozenset()

    def refuse_prompting(self, name: str) -> None:
        """A UsageError where there is something for a prompt, but the engine takes none."""
        for part in ("prompt", "shots", "shot_count", "glossary", "register"):
            if getattr(self, part) is not None:
                raise UsageError(
                    f"{name} takes texts, not prompts: {option(part)} is for engines with "
                    "{messages}, such as http:openai"
                )


class Chat:
    """Makes conversations of queries. May be used by many threads."""

    def __init__(
        self, options: ChatOptions, languages: tuple[str, str], *, marker: str = ""
    ) -> None:
        self.prompt = load_prompt(options.prompt or DEFAULT)
        _refuse(options, self.prompt)
        self._options, self._languages, self._marker = options, languages, marker
        known = load(languages[0]).name, load(languages[1]).name
        self._conversation = Conversation(self.prompt, languages, known)
        self._shots = _shots(options, languages)
        self._terms = load_terms(options.glossary) if options.glossary is not None else None
        self._lock = Lock()

    @property
    def signature(self) -> str:
        """All of it that can change an answer."""
        found = f"prompt:{self.prompt.signature}"
        found += f"|shots:{self._shots.signature}" if self._shots else ""
        found += f"|glossary:{self._terms.signature}" if self._terms else ""
        return f"{found}|register:{self._options.register}" if self._options.register else found

    def turns(self, query: Query) -> tuple[Turn, ...]:
        """The conversation that a query becomes; one that it brings along stays as it is."""
        if query.turns:
            return query.turns
        given = Given(
            self._examples(query), self._occurring(query.text), self._options.register or "",
            self._marker_in(query.text),
        )  # fmt: skip
        return self._conversation.turns(query, given)

    def _examples(self, query: Query) -> tuple[tuple[str, str], ...]:
        """Those that are not what is asked."""
        pairs = self._shots.pairs if self._shots else ()
        at_hand = {comparable(text) for text in (query.text, *query.source_context)}
        return tuple(pair for pair in pairs if comparable(pair[0]) not in at_hand)

    @cached_property
    def _finder(self) -> TermFinder:
        assert self._terms is not None
        return TermFinder([term.source for term in self._terms.terms], self._languages[0])

    def _occurring(self, text: str) -> tuple[tuple[str, str], ...]:
        """The terms in a text, each once, with what they may be translated by."""
        if self._terms is None:
            return ()
        with self._lock:  # an analyser may have a state
            (found,) = self._finder.find([text])
        numbers = dict.fromkeys(number for number, _ in found)
        terms = (self._terms.terms[number] for number in numbers)
        return tuple((term.source, " / ".join(term.targets)) for term in terms)

    def _marker_in(self, text: str) -> str:
        if self._marker == NEWLINE:
            return NEWLINE if "\n" in text else ""
        first = self._marker.replace("{n}", "1")
        return first if first and first in text else ""


def _shots(options: ChatOptions, languages: tuple[str, str]) -> Shots | None:
    if options.shots is None:
        return None
    return load_shots(options.shots, languages, options.shot_count, options.seen)


def _refuse(options: ChatOptions, prompt: Prompt) -> None:
    if options.shot_count is not None and (options.shots is None or options.shot_count < 1):
        raise UsageError(
            f"{option('shot_count')} counts from 1, and needs examples: {option('shots', 'FILE')}"
        )
    if options.register is not None and options.register not in REGISTERS:
        raise UsageError(
            f"{option('register', options.register)} is none. Known: {', '.join(REGISTERS)}"
        )
    given: Mapping[str, tuple[str, object]] = {
        "examples": ("shots", options.shots),
        "glossary": ("glossary", options.glossary),
        "register": ("register", options.register),
    }
    wanted = {part: name for part, (name, value) in given.items() if value is not None}
    refuse_without_place(prompt, wanted)
