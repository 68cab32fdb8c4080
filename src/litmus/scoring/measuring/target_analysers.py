"""Which analyser the reference and every system are tagged with."""

from collections import deque
from collections.abc import Iterable, Iterator, Mapping
from itertools import accumulate, chain, islice, takewhile
from typing import NamedTuple

from litmus.errors import UsageError
from litmus.language import knowledge
from litmus.language.analysers import EMBEDDED, PLAIN, has_analyser, load_analyser
from litmus.language.analysis import Analyser, Sentence, finish, in_step
from litmus.wording import option

_TOGETHER = 1024  # texts, about, that are analysed in one go


class _Asked(NamedTuple):
    """Texts, and how they are to be analysed."""

    texts: list[str]
    sentences: str
    parse: bool


class Together:
    """An analyser that is told what comes, so that the texts of many systems are analysed in one
    go: sentences of like length meet, which takes a fifth less time."""

    def __init__(self, analyser: Analyser) -> None:
        self._analyser = analyser
        self.any_order = bool(getattr(analyser, "any_order", False))
        self._expected: deque[_Asked] = deque()
        self._found: deque[list[tuple[Sentence, ...]]] = deque()  # of the first that are expected

    @property
    def signature(self) -> str:
        """That of the analyser."""
        return self._analyser.signature

    def expect(self, texts: list[str], *, sentences: str = "given", parse: bool = True) -> None:
        """These will be asked for in this way, after all that are expected already."""
        if self.any_order:  # others may read a file, which knows one order
            self._expected.append(_Asked(texts, sentences, parse))

    def analyse(
        self, texts: Iterable[str], *, sentences: str = "given", parse: bool = True
    ) -> Iterator[tuple[Sentence, ...]]:
        """What was expected is what is asked for in the same way: the same texts may be wanted in
        another one in between, and are analysed for themselves then."""
        asked = _Asked(list(texts), sentences, parse)
        if not self._expected or self._expected[0] != asked:
            return self._analyser.analyse(asked.texts, sentences=sentences, parse=parse)
        if not self._found:
            alike = [
                own.texts for own in takewhile(lambda own: own[1:] == asked[1:], self._expected)
            ]
            sizes = accumulate(map(len, alike), initial=0)
            some = [own for own, before in zip(alike, sizes, strict=False) if before < _TOGETHER]
            found = self._analyser.analyse(chain(*some), sentences=sentences, parse=parse)
            self._found.extend(list(islice(found, len(own))) for own in some)
        self._expected.popleft()
        return iter(self._found.popleft())

    def finish(self) -> None:
        """After the last text."""
        finish(self._analyser)


class TargetAnalysers:
    """The analysers of the reference and of every system: one for all, unless it reads a file,
    which holds one text."""

    def __init__(self, target: str, chosen: Mapping[str, str], reader: str) -> None:
        """`chosen` are names by system, "" for the reference and for all that have none; `reader`
        is the metric that reads tags."""
        self._target, self._chosen = target, chosen
        self._loaded: dict[str, Analyser] = {}
        self._parsers: dict[str, Together] = {}
        self._cutters: dict[str, Together] = {}
        if not chosen.get("") and not _is_known(self._target):
            raise UsageError(
                f"{reader} reads tags, and no analyser for "
                f"{knowledge.load(self._target).name} comes with litmus.\nGive one: "
                f"{option('target_analyser', f'stanza:{self._target}')}, spacy:PIPELINE, "
                "conllu:FILE, or plain (words as they are written)"
            )

    def of(self, name: str) -> Together:
        """For tags."""
        return self._shared(self._backend(name), self._parsers)

    def of_tokens(self, name: str) -> Together:
        """For the tokens of a system; where the analysis of the reference is a file, they are cut
        as the language is otherwise."""
        backend = self._name(name)
        if name not in self._chosen and _is_of_one_text(self._load(backend)):
            backend = cutting(self._target)
        return self._shared(backend, self._cutters)

    def _backend(self, name: str) -> str:
        backend = self._name(name)
        if name not in self._chosen and _is_of_one_text(self._load(backend)):
            raise UsageError(
                f"{backend} analyses one text, and {name} is tagged, too. Give it its own: "
                + option("target_analyser", f"{name}=conllu:FILE", f"{{{name!r}: 'conllu:FILE'}}")
            )
        return backend

    def _name(self, name: str) -> str:
        return self._chosen.get(name) or self._chosen.get("", EMBEDDED)

    def _shared(self, backend: str, made: dict[str, Together]) -> Together:
        analyser = self._load(backend)
        if _is_of_one_text(analyser):
            return Together(in_step(analyser))
        return made.setdefault(backend, Together(analyser))

    def _load(self, backend: str) -> Analyser:
        if backend not in self._loaded:
            self._loaded[backend] = load_analyser(backend, self._target)
        return self._loaded[backend]


def _is_known(language: str) -> bool:
    """Whether a language has an analyser that nobody needs to choose, even if it only cuts."""
    return has_analyser(language) or bool(knowledge.load(language).analyser)


def cutting(language: str) -> str:
    """What cuts texts into tokens where nobody chooses."""
    return EMBEDDED if _is_known(language) else PLAIN


def _is_of_one_text(analyser: Analyser) -> bool:
    return hasattr(analyser, "in_step")
