"""What is judged: one translation, or one idiom or tag of it, with all that a request may show."""

from collections import deque
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from hashlib import blake2b
from random import Random

from litmus.corpus.segment import Segment
from litmus.corpus.suite import Suite
from litmus.errors import UsageError
from litmus.judging.task import Task
from litmus.language.knowledge import iso639, language_code
from litmus.scoring.measuring.inputs import Inputs, Output
from litmus.wording import option

Words = Mapping[str, Mapping[str, tuple[str, ...]]]  # system -> id -> words that carry the tag


@dataclass(frozen=True, slots=True)
class Item:
    """One question. `mark` is the idiom's label or the tag, None for a whole translation."""

    id: str
    system: str
    source: str
    translation: str
    mark: str | None = None
    shown: Mapping[str, str] = field(default_factory=dict)  # placeholder -> text, all but these two

    @property
    def values(self) -> dict[str, str]:
        """What stands for the placeholders."""
        return {**self.shown, "source": self.source, "translation": self.translation}

    @property
    def text_digest(self) -> str:
        """What tells the translation from another one of the same segment."""
        return text_digest(self.translation)


@dataclass(frozen=True)
class Choice:
    """What is judged and shown: how many sentences before, the reference, a sample of segments.

    `words` are those of every system that carry the task's tag, by segment; with `tagged`, only
    these segments are judged. None: the task has no tag.
    """

    source_context: int = 0
    target_context: int = 0
    with_reference: bool = False
    sample: int | None = None
    seed: int = 12345
    words: Words | None = None
    tagged: frozenset[str] | None = None


def text_digest(text: str) -> str:
    """Eight digits that tell a translation from others."""
    return blake2b(text.encode("utf-8", "replace"), digest_size=4).hexdigest()


def language_name(code: str) -> str:
    """In English; the code itself where a language has no name here.

    >>> language_name("de"), language_name("zh-TW")
    ('German', 'Chinese')
    """
    return iso639().get(language_code(code), ("", code))[1]


def make_items(
    task: Task, suite: Suite, outputs: Mapping[str, Output], choice: Choice
) -> Iterator[Item]:
    """Segment by segment, with all systems of each; those of a sample in the suite's order."""
    _refuse_same_names(outputs)
    chosen = None
    if choice.sample is not None:
        ids = [segment.id for segment in suite.segments() if _questions(task, segment, choice)]
        n = min(choice.sample, len(ids))
        chosen = set(Random(choice.seed).sample(ids, n))
    languages = {
        "source_language": language_name(suite.info.source),
        "target_language": language_name(suite.info.target),
    }
    before = _Before(outputs, choice)
    for batch in Inputs(suite, outputs).batches():
        for place, segment in enumerate(batch.segments):
            texts = {system: lines[place] for system, lines in batch.texts.items()}
            source_context = before.sources(segment)
            if chosen is None or segment.id in chosen:
                for mark, asked in _questions(task, segment, choice):
                    shown = languages | asked | {"source_context": source_context}
                    if choice.with_reference and segment.references:
                        shown["reference"] = segment.references[0]
                    for system, text in texts.items():
                        own = {"target_context": before.translations(system)}
                        if choice.words is not None:
                            own["words"] = ", ".join(choice.words[system].get(segment.id, ()))
                        name = system.removeprefix("@")
                        yield Item(segment.id, name, segment.source, text, mark, shown | own)
            before.add(segment, texts)


def _refuse_same_names(outputs: Iterable[str]) -> None:
    """A UsageError where rows could not tell two systems apart."""
    named: dict[str, str] = {}
    for system in outputs:
        other = named.setdefault(system.removeprefix("@"), system)
        if other != system:
            raise UsageError(
                f"{other} and {system} would have the same name in the rows. Give one another: "
                f"{option('outputs', 'NAME=OUT')}"
            )


def _questions(
    task: Task, segment: Segment, choice: Choice
) -> list[tuple[str | None, dict[str, str]]]:
    """What is asked of a segment: marks, and what is shown of each; nothing of an empty line."""
    if segment.is_blank:
        return []
    if task.each == "segment":
        return [(None, {})]
    if task.each == "tag":
        is_tagged = choice.tagged is not None and segment.id in choice.tagged
        return [(task.tag, {})] if is_tagged else []
    found: dict[str | None, dict[str, str]] = {}
    for idiom in segment.idioms:  # the first of those with the same label
        if idiom.label not in found and idiom.spans:
            words = idiom.text(segment.source)
            known = "" if idiom.label.casefold() == words.casefold() else idiom.label
            found[idiom.label] = {"idiom_text": words, "idiom": known, "meaning": idiom.meaning}
    return list(found.items())


class _Before:
    """The sentences before, of the source and of every system, in the same document."""

    def __init__(self, outputs: Mapping[str, Output], choice: Choice) -> None:
        self._document: str | None = None
        self._sources: deque[str] = deque(maxlen=choice.source_context)
        self._targets: dict[str, deque[str]] = {
            system: deque(maxlen=choice.target_context) for system in outputs
        }
        self._most = choice.source_context

    def sources(self, segment: Segment) -> str:
        """Those that come with the segment, else those of its document."""
        if segment.document is None or segment.document != self._document:
            self._document = segment.document
            for kept in (self._sources, *self._targets.values()):
                kept.clear()
        own = segment.context[-self._most :] if self._most else ()
        return "\n".join(own or self._sources)

    def translations(self, system: str) -> str:
        """Of the sentences before in the document."""
        return "\n".join(self._targets[system])

    def add(self, segment: Segment, texts: Mapping[str, str]) -> None:
        """The sentence belongs to what comes before the next."""
        self._sources.append(segment.source)
        for system, text in texts.items():
            self._targets[system].append(text)
