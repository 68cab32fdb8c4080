"""What the name of a file says of it: its role, its languages, its system."""

import re
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from litmus.errors import UnknownName
from litmus.files.text import plain_name
from litmus.language.knowledge import codes, language_code

SOURCE, REFERENCE, OUTPUT = "source", "reference", "output"
_ROLES = {
    SOURCE: {"src", "source", "sources"},
    REFERENCE: {"ref", "refs", "reference", "references", "gold"},
    OUTPUT: {
        "sys", "system", "systems", "hyp", "hyps", "hypothesis", "hypotheses", "out", "output",
        "outputs", "submissions", "translations", "mt",
    },
}  # fmt: skip
_REFERENCE_OF_SEVERAL = re.compile(r"ref(?:erence)?[a-e0-9]")
_SAY_NOTHING = {"txt", "tok", "detok", "plain", "data", "test"}
_WORDS = re.compile(r"[^./_\s-]+")
_PIECES = re.compile(r"[^./\s]+")
_PAIR = re.compile(r"(?<![^\W_])([a-z]{2,3})[-_]([a-z]{2,3})(?![^\W_])")
_PAIR_IN_ONE = re.compile(r"([a-z]{2})2?([a-z]{2})")


@dataclass(frozen=True)
class Named:
    """A file by its path, below the folder that was looked at."""

    path: Path

    @cached_property
    def _name(self) -> str:
        return plain_name(self.path)

    @cached_property
    def words(self) -> frozenset[str]:
        """All words of the path."""
        return frozenset(_WORDS.findall((self.path.parent / self._name).as_posix().lower()))

    def is_twin(self, other: "Named") -> bool:
        """Whether two names differ in their language alone: `news.en` and `news.de`."""
        own, others = (
            [word for word in _WORDS.findall(each._name) if word != each.language]
            for each in (self, other)
        )
        return self.path.parent == other.path.parent and own == others

    @cached_property
    def role(self) -> str:
        """Source, reference or output by its name, or else by its folders; "" if none says."""
        for part in (self._name, *reversed(self.path.parent.parts)):
            words = _WORDS.findall(part.lower())
            for role, known in _ROLES.items():
                if any(word in known for word in words):
                    return role
            if any(_REFERENCE_OF_SEVERAL.fullmatch(word) for word in words):
                return REFERENCE
        return ""

    @cached_property
    def pair(self) -> tuple[str, str] | None:
        """The languages, of a name such as `news.en-de.txt` or `news-ende-src.en`."""
        for part in (self._name, *reversed(self.path.parent.parts)):
            for one, other in _PAIR.findall(part.lower()):
                if is_language(one) and is_language(other):
                    return language_code(one), language_code(other)
            for word in _WORDS.findall(part.lower()):
                match = _PAIR_IN_ONE.fullmatch(word)
                if match and {match[1], match[2]} <= {*codes()}:
                    return match[1], match[2]
        return None

    @cached_property
    def language(self) -> str:
        """The language of a name such as `news.de` or `src.de.txt`; "" if it says none."""
        for word in reversed(_WORDS.findall(_PAIR.sub("", self._name))[1:]):
            if word not in _SAY_NOTHING and len(word) == 2 and is_language(word):
                return language_code(word)
        return ""

    def pieces(self) -> list[str]:
        """What of the path may be a name: not the roles, languages and endings."""
        path = self.path.parent / self._name
        pieces = _PIECES.findall(_PAIR.sub("", path.as_posix()) or "")
        return [
            piece.strip("-_")
            for piece in pieces
            if piece.strip("-_") and not self._says_nothing(piece)
        ]

    def title(self) -> str:
        """A name for a suite of which it is the source."""
        words = (word for piece in self.pieces() for word in _WORDS.findall(piece))
        return "-".join(dict.fromkeys(word for word in words if not self._says_nothing(word)))

    def _says_nothing(self, piece: str) -> bool:
        return all(
            word in _SAY_NOTHING
            or any(word in known for known in _ROLES.values())
            or (len(word) == 2 and is_language(word))
            or (self.pair is not None and word == "".join(self.pair))
            for word in _WORDS.findall(piece.lower())
        )


def is_language(word: str) -> bool:
    """Whether it is the code of a language."""
    try:
        language_code(word)
    except UnknownName:
        return False
    return True


def system_names(paths: Iterable[Path], known: Collection[str]) -> dict[Path, str]:
    """A name for every output: what tells its path from the others. `known` is what the names of
    source and references say already."""
    pieces = {path: Named(path).pieces() for path in paths}
    shared = set.intersection(*map(set, pieces.values())) if len(pieces) > 1 else set()
    names: dict[Path, str] = {}
    for path, own in pieces.items():
        left = [one for one in own if one not in shared and one not in known] or own[-1:]
        words = _WORDS.findall(_PAIR.sub("", path.name))
        name = "-".join(dict.fromkeys(left)) or next(iter(words), "output")
        taken = [other for other in names.values() if other == name or other.startswith(f"{name}.")]
        names[path] = f"{name}.{len(taken) + 1}" if taken else name
    return names
