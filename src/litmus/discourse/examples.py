"""The examples of a language file, held against what the taggers do."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from litmus.corpus.tags import TaggedSentence
from litmus.discourse.rules import Example, Rules
from litmus.discourse.tagging import DocumentTagger, Item

_MARKED = re.compile(r"\[([^\[\]]*)\]")


@dataclass(frozen=True, slots=True)
class Failure:
    """An example that the taggers do not obey."""

    example: Example
    sentence: int
    expected: tuple[str, ...]
    found: tuple[str, ...]

    def __str__(self) -> str:
        text = _MARKED.sub(r"\1", self.example.target[self.sentence])
        return (
            f"{self.example.tag}, {text!r}: expected [{' '.join(self.expected)}], "
            f"tagged [{' '.join(self.found)}]"
        )


def plain(text: str) -> str:
    """The sentence without its brackets."""
    return _MARKED.sub(r"\1", text)


def unbalanced(text: str) -> bool:
    """Whether a bracket has no partner."""
    return any(bracket in plain(text) for bracket in "[]")


def failures(rules: Rules, tagger: DocumentTagger) -> Iterator[Failure]:
    """The examples that come out otherwise, one for each sentence that does."""
    for number, example in enumerate(rules.examples):
        name = f"example {number}"
        items = [
            Item(name, source, plain(target))
            for source, target in zip(example.source, example.target, strict=True)
        ]
        for place, found in enumerate(tagger.tag(items)):
            expected = tuple(_MARKED.findall(example.target[place]))
            tagged = _tagged(found, example.tag)
            if sorted(expected) != sorted(tagged):
                yield Failure(example, place, expected, tagged)


def _tagged(sentence: TaggedSentence, tag: str) -> tuple[str, ...]:
    pairs = zip(sentence.tokens, sentence.tags, strict=True)
    return tuple(token for token, tags in pairs if tag in tags)
