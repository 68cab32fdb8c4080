"""What the shipped lists know of an idiom that somebody else has named: meaning, equivalents."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from litmus.files.text import read_lines
from litmus.idioms.entries.lists import Idiom, idiom_lists, named_idioms
from litmus.language.forms import can_match, normaliser
from litmus.language.knowledge import load
from litmus.language.words import compose, words
from litmus.plugins.data_folder import per_data_folder

_FOLDER = Path(__file__).parents[1] / "equivalents"
VERSION = "1"  # of what is in that folder
_SLOT = re.compile(
    r"<[^<>]{0,40}>('s)?|\([^()]{0,40}\)|\.\.\.|…"
    r"|\b(one|someone|somebody|something|sb|sth)\b('s)?(/\w+\b)?",
    re.IGNORECASE,
)
Key = tuple[str, ...]


@dataclass(frozen=True)
class Meanings:
    """Idioms of the list of one language, by their words, for translations into another."""

    source: str
    target: str

    def find(self, label: str) -> tuple[str, tuple[str, ...]]:
        """The meaning of an idiom and what says the same in the target language, if known.

        >>> Meanings("nl", "de").find("met het vuur spelen")
        ('take dangerous risks', ('mit dem Feuer spielen',))
        """
        idiom = _index(self.source).find(label)
        if idiom is None:
            return "", ()
        written = self._written.get(idiom.label, ())
        return idiom.meaning, tuple(dict.fromkeys((*idiom.equivalents_in(self.target), *written)))

    @cached_property
    def _written(self) -> Mapping[str, tuple[str, ...]]:
        return written_equivalents(self.source, self.target)


@dataclass(frozen=True)
class _Index:
    """The idioms of a list by their words; it serves all target languages."""

    source: str

    def find(self, label: str) -> Idiom | None:
        """The entry that has these words, or these content words."""
        whole, content = self._indices
        full, part = self._keys(label)
        return whole.get(full) or content.get(part) if full else None

    def _keys(self, label: str) -> tuple[Key, Key]:
        """All words, and the content words alone, as lemmas where there are any."""
        plain = _SLOT.sub(" ", compose(label).split(" | ")[0]).lower()
        found = [word.split("|")[0] for word in words(plain)]
        forms = tuple(self._normalise(word) for word in found)
        content = zip(found, forms, strict=True)
        return forms, tuple(form for word, form in content if word not in self._stopwords)

    @cached_property
    def _stopwords(self) -> frozenset[str]:
        return load(self.source).stopwords

    @cached_property
    def _normalise(self) -> Callable[[str], str]:
        return normaliser("lemma" if can_match("lemma", self.source) else "form", self.source)

    @cached_property
    def _indices(self) -> tuple[dict[Key, Idiom], dict[Key, Idiom | None]]:
        whole: dict[Key, Idiom] = {}
        content: dict[Key, Idiom | None] = {}
        if self.source not in idiom_lists():
            return whole, content
        for idiom in named_idioms(self.source).idioms:
            for form in idiom.forms:
                full, part = self._keys(form.text)
                whole.setdefault(full, idiom)
                if len(part) > 1:  # what two idioms share names neither
                    content[part] = idiom if content.get(part, idiom) is idiom else None
        return whole, content


@per_data_folder(maxsize=2)
def _index(source: str) -> _Index:
    return _Index(source)


@per_data_folder(maxsize=4)
def meanings(source: str, target: str) -> Meanings:
    """What is known for a pair of languages."""
    return Meanings(source, target)


@per_data_folder(maxsize=4)
def written_equivalents(source: str, target: str) -> Mapping[str, tuple[str, ...]]:
    """Entry of the shipped list -> how translators put it, written for this project."""
    path = _FOLDER / f"{source}-{target}.tsv"
    if not path.exists():
        return {}
    rows = (line.split("\t") for line in read_lines(path) if line and line[0] != "#")
    return {
        entry.split(" | ")[0].strip(): tuple(equivalents.split("|")) for entry, equivalents in rows
    }
