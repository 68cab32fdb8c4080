"""What rules, checks and taggers know of a discourse phenomenon: one protocol for all."""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Mapping, Sequence
from enum import Enum
from typing import Any, ClassVar, Generic, NamedTuple, Protocol, TypeVar

from litmus.corpus.formats.tags import Break
from litmus.discourse.memory import Memory
from litmus.discourse.pairs import Pair
from litmus.discourse.required_features import RequiredFeatures
from litmus.files.toml_tables import Place

Rules = TypeVar("Rules")


class Need(Enum):
    """What is looked for in the source once for all systems; only English sources have it."""

    ANTECEDENTS = "antecedents of pronouns"
    GAPS = "gaps where something is left out"


class Asked(NamedTuple):
    """What a rule asks of the analysis of a word."""

    rule: str  # as messages call it
    upos: frozenset[str]  # none: any
    features: RequiredFeatures


class Verdict(NamedTuple):
    """A target word that could have broken with the document, and whether it kept to it."""

    word: int
    kept: bool
    broken: Break | None = None  # with what, and why it counts


class Consistency(Protocol):
    """Judges whether a document goes on as it began, whatever the reference says."""

    @property
    def name(self) -> str:
        """What is kept or broken: the tags are `name=kept` and `name=broken`."""

    def start(self) -> None:
        """A new document begins."""

    def verdicts(self, pair: Pair) -> Iterable[Verdict]:
        """On the target words of the next sentence."""


class Phenomenon(ABC, Generic[Rules]):
    """Words of a translation that only earlier sentences decide; an object tags documents in order.

    A class says what it is called, the table of the rules files that it reads, and what it needs
    to know of the source. It is registered in `litmus.discourse.phenomena.registry`.
    """

    name: ClassVar[str]  # the tag, and the key of the table
    table: ClassVar[str] = ""  # its heading, `[name]` or `[[name]]`; "": no rules are needed
    needs: ClassVar[frozenset[Need]] = frozenset()

    def __init__(self, rules: Rules, languages: tuple[str, str], reach: int | None = None) -> None:
        self.rules = rules
        self.languages = languages
        self.reach = reach  # how many earlier sentences count; None: all of the document
        self.start()

    @classmethod
    def read(cls, place: Place, table: Any) -> Rules | None:
        """The rules in the table, of which nothing is checked yet; None if they are for nothing."""
        raise NotImplementedError(f"{cls.name} has a table, but nothing that reads it")

    def start(self) -> None:
        """A new document begins: what was remembered is forgotten."""
        self.memory = Memory(self.reach)

    @abstractmethod
    def tag(self, pair: Pair) -> set[int]:
        """The target words of the next sentence to be tagged; the sentence is remembered.

        Where no earlier sentence is in reach, the tagger drops what is found.
        """

    def explain(self, pair: Pair, word: int) -> str:
        """Why `tag` would tag a target word of the next sentence or not, to whoever writes rules.

        Nothing is remembered.
        """
        return f"{self.name} does not say why"

    @classmethod
    def consistency(cls, rules: Rules, languages: tuple[str, str]) -> Sequence[Consistency]:
        """What judges whether a document goes on as it began, if this phenomenon can tell."""
        return ()

    @classmethod
    def counts(cls, rules: Rules | None) -> Mapping[str, int]:
        """What the rules consist of, for `litmus check`; None where there are no rules."""
        return {}

    @classmethod
    def problems(cls, rules: Rules) -> Iterator[str]:
        """Rules that are well written but cannot be meant so."""
        yield from ()

    @classmethod
    def asked(cls, rules: Rules) -> Iterator[Asked]:
        """What each rule asks of an analysis, if any does."""
        yield from ()

    @classmethod
    def reads_analysis(cls, rules: Rules) -> bool:
        """Whether a rule asks for parts of speech or features, which only an analyser gives."""
        return False
