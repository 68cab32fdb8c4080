"""The examples of a language file, compared with what the taggers do."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from litmus.corpus.formats.tags import TaggedSentence
from litmus.discourse.rules import Example, Rules
from litmus.discourse.source_side import Item
from litmus.discourse.tagging import DocumentTagger

_MARKED = re.compile(r"\[([^\[\]]*)\]")


@dataclass(frozen=True, slots=True)
class Failure:
    """An example that the taggers do not obey."""

    example: Example
    sentence: int
    expected: tuple[str, ...]
    tagged: tuple[str, ...]

    def __str__(self) -> str:
        return (
            f"{self.example.tag}, {plain(self.example.target[self.sentence])!r}: "
            f"expected [{' '.join(self.expected)}], tagged [{' '.join(self.tagged)}]"
        )


def plain(text: str) -> str:
    """The sentence without its brackets."""
    return _MARKED.sub(r"\1", text)


def unbalanced(text: str) -> bool:
    """Whether a bracket has no partner."""
    return any(bracket in plain(text) for bracket in "[]")


def failures(rules: Rules, tagger: DocumentTagger) -> Iterator[Failure]:
    """The sentences of examples whose tagged words are not the marked ones."""
    for number, example in enumerate(rules.examples):
        for index, sentence in enumerate(tagger.tag(items_of(example, f"example {number}"))):
            expected = tuple(_MARKED.findall(example.target[index]))
            tagged = _tagged(sentence, example.tag)
            if sorted(expected) != sorted(tagged):
                yield Failure(example, index, expected, tagged)


def items_of(example: Example, document: str) -> list[Item]:
    """The sentences of an example as a document."""
    return [
        Item(document, source, plain(target))
        for source, target in zip(example.source, example.target, strict=True)
    ]


def _tagged(sentence: TaggedSentence, tag: str) -> tuple[str, ...]:
    pairs = zip(sentence.tokens, sentence.tags, strict=True)
    return tuple(token for token, tags in pairs if tag in tags)
