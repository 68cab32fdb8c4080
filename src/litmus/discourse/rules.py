"""Discourse rules of a language: one TOML file each, read without loading any model."""

import tomllib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property
from importlib import resources
from pathlib import Path
from typing import Any

from litmus.discourse.features import Features
from litmus.discourse.phenomena.formality_forms import Forms
from litmus.discourse.verb_rule import VerbRule
from litmus.errors import DataError, UnknownName
from litmus.language.words import compose

_FOLDER = resources.files("litmus.discourse") / "data"
REGISTERS = ("informal", "formal")
_LISTS = ("", "_for_you", "_exact", "_dative", "_reflexive", "_with")
PHENOMENA = ("lexical_cohesion", "formality", "pronouns", "verb_form", "ellipsis")


@dataclass(frozen=True, slots=True)
class Predicates:
    """Register at the end of predicates (Japanese, Korean).

    Formal: a polite lemma, form or part in it, or a polite ending. Informal, if `plain`: one with a
    plain ending at the end of a sentence or main clause, where nothing is polite. An ending may
    name a part of speech (`VERB:る`) and begin with a Hangul letter (`ㅂ니다`).
    """

    polite_lemmas: frozenset[str] = frozenset()
    polite_endings: tuple[str, ...] = ()
    plain_endings: tuple[str, ...] = ()
    plain: bool = False
    polite_forms: frozenset[str] = frozenset()  # words that are polite as they stand
    polite_parts: tuple[str, ...] = ()  # what is polite inside a verb: Korean 시
    polite_stems: tuple[str, ...] = ()  # verbs that begin so only look as if they had such a part
    polite_but: frozenset[str] = frozenset()  # forms that only look polite
    final_endings: tuple[str, ...] = ()  # plain only at the end of a sentence
    request_endings: tuple[str, ...] = ()  # plain before a particle or `!` at the end: して！
    polite_answers: frozenset[str] = frozenset()  # before punctuation: Korean 네
    plain_answers: frozenset[str] = frozenset()
    plain_but: frozenset[str] = frozenset()  # forms that only look plain
    particles: frozenset[str] = frozenset()  # may follow the predicate: Japanese よ ね か
    clause_ends: frozenset[str] = frozenset()  # stand after a main clause: Japanese が けど
    quoting: frozenset[str] = frozenset()  # after a comma, make what stands before it a quotation
    commas: bool = False  # a plain predicate before a comma ends a main clause
    joins: frozenset[str] = frozenset()  # join a verb and an auxiliary: Japanese て
    auxiliaries: frozenset[str] = frozenset()  # lemmas of the verbs that are so joined
    nominalisers: frozenset[str] = frozenset()  # stand before a copula: Japanese の ん
    extensions: frozenset[str] = frozenset()  # may follow a polite word in the predicate
    apart: frozenset[str] = frozenset()  # auxiliaries of a whole clause: Japanese よう
    becoming: frozenset[str] = frozenset()  # lemmas of verbs that take an adjective: なる
    nouns: frozenset[str] = frozenset()  # make one predicate with a verb: 気に
    copulas: frozenset[str] = frozenset()  # follow no verb, but the noun that looks like one
    carriers: frozenset[str] = frozenset()  # carry a verb that has taken place: こと
    existence: frozenset[str] = frozenset()  # lemmas of the verbs after them: ある ない


@dataclass(frozen=True)
class Formality:
    """Words and forms of address. `exact` keeps case: German *Sie* and *sie* are two words.

    Words `for_you` count only where they translate you, your, yours, yourself, yourselves;
    `datives` also with a verb whose English subject is *you* (le gusta), `reflexives` where their
    verb counts (se va). `words_exact` keep their case whatever `exact` says: Italian *Lei*.
    `companions` count before a word of their register, since the other one makes one word of
    both: Spanish *con usted* and *contigo*.
    `agreeing_verbs`: register -> features of a finite verb that shows the register of its subject;
    not the forms `agreeing_but` names, nor those of lemmas that end as it says (-ten).
    """

    words: Mapping[str, str]
    words_for_you: Mapping[str, str] = field(default_factory=dict)
    exact: bool = False
    verbs: tuple[VerbRule, ...] = ()
    agreeing_verbs: Mapping[str, Features] = field(default_factory=dict)
    inverted: bool = False  # such a verb must stand directly before its subject
    predicates: Predicates | None = None
    words_exact: Mapping[str, str] = field(default_factory=dict)
    datives: Mapping[str, str] = field(default_factory=dict)
    reflexives: Mapping[str, str] = field(default_factory=dict)
    companions: Mapping[str, str] = field(default_factory=dict)
    agreeing_but: frozenset[str] = frozenset()
    enclitic_imperatives: bool = False  # no other finite verb has a clitic behind it: siéntese

    @cached_property
    def forms(self) -> Forms:
        """What written words can be."""
        listed = {*self.words, *self.words_for_you, *self.datives, *self.reflexives}
        return Forms(
            listed | self.companions.keys(), self.exact, self.words_exact.keys(), self.verbs
        )


@dataclass(frozen=True, slots=True)
class VerbForm:
    """A form that English does not tell from others: features of the verb, and of its auxiliary
    where it is made with one."""

    name: str
    features: Features
    auxiliary: Features | None = None
    auxiliary_lemmas: frozenset[str] = frozenset()
    without_auxiliary: frozenset[str] = frozenset()  # lemmas that make it another form
    lemmas: frozenset[str] = frozenset()  # only these verbs, if any are named
    but: frozenset[str] = frozenset()  # lemmas of verbs that do not count: Dutch zou is *would*


@dataclass(frozen=True, slots=True)
class Example:
    """Sentences of one document; words in [brackets] in the target must be tagged, no others."""

    tag: str
    source: tuple[str, ...]
    target: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Rules:
    """What the taggers know of a target language."""

    code: str
    version: int
    reviewed: str = ""
    formality: Formality | None = None
    pronouns: Mapping[str, frozenset[str]] = field(default_factory=dict)
    verb_forms: tuple[VerbForm, ...] = ()
    examples: tuple[Example, ...] = ()

    @property
    def phenomena(self) -> tuple[str, ...]:
        """The tags that this language can have."""
        has = {
            "formality": self.formality is not None,
            "pronouns": bool(self.pronouns),
            "verb_form": bool(self.verb_forms),
        }
        return tuple(name for name in PHENOMENA if has.get(name, True))


def codes() -> tuple[str, ...]:
    """The languages that have a file."""
    return tuple(sorted(Path(str(path)).stem for path in Path(str(_FOLDER)).glob("*.toml")))


@cache
def load_rules(code: str) -> Rules:
    """The rules of a language, by its code."""
    if code not in codes():
        raise UnknownName("language with discourse rules", code, codes())
    return read_rules(Path(str(_FOLDER)) / f"{code}.toml")


def read_rules(path: Path) -> Rules:
    """The rules in a file; a DataError names the key that is wrong."""
    if not path.exists():
        raise DataError(f"{path} does not exist.")
    try:
        table = tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError) as error:
        raise DataError(f"{path} cannot be read: {error}.") from error
    except tomllib.TOMLDecodeError as error:
        raise DataError(f"{path} is not TOML: {error}.") from error
    return _Reader(path).rules(table)


class _Reader:
    """Checks as it reads: unknown keys are errors, not warnings."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def rules(self, table: Mapping[str, Any]) -> Rules:
        self._keys(
            "", table, ("code", "version", "reviewed", "formality", "pronouns", "verb_form",
                        "examples"),
        )  # fmt: skip
        for key, kind in (("code", str), ("version", int)):
            if type(table.get(key)) is not kind:  # true is a whole number to Python
                raise self._wrong(key, "a text" if kind is str else "a whole number")
        formality = table.get("formality")
        return Rules(
            table["code"],
            table["version"],
            str(table.get("reviewed", "")),
            self._formality(formality) if formality is not None else None,
            {
                source.lower(): frozenset(self._words(f"pronouns.{source}", words))
                for source, words in self._table("pronouns", table).items()
            },
            tuple(self._verb_form(item) for item in self._tables("verb_form", table)),
            tuple(
                self._example(number, item)
                for number, item in enumerate(self._tables("examples", table))
            ),
        )

    def _formality(self, table: Mapping[str, Any]) -> Formality:
        self._keys(
            "formality", table,
            (*(f"{register}{suffix}" for register in REGISTERS for suffix in _LISTS), "case",
             "verbs", "agreeing_verbs", "inverted", "predicates", "agreeing_but",
             "enclitic_imperatives"),
        )  # fmt: skip
        case = table.get("case", "fold")
        if case not in ("fold", "exact"):
            raise self._wrong("formality.case", '"fold" or "exact"')
        fold: Callable[[str], str] = str if case == "exact" else str.lower
        words = {
            suffix: {
                word if suffix == "_exact" else fold(word): register
                for register in REGISTERS
                for word in self._words(
                    f"formality.{register}{suffix}", table.get(f"{register}{suffix}", "")
                )
            }
            for suffix in _LISTS
        }
        for suffix in _LISTS:
            self._one_register(suffix, table)
        predicates = table.get("predicates")
        return Formality(
            words[""],
            words["_for_you"],
            case == "exact",
            tuple(self._verb_rule(item) for item in self._tables("formality.verbs", table)),
            self._agreeing(table.get("agreeing_verbs", {})),
            bool(table.get("inverted", False)),
            self._predicates(predicates) if predicates is not None else None,
            words["_exact"],
            words["_dative"],
            words["_reflexive"],
            words["_with"],
            frozenset(self._words("formality.agreeing_but", table.get("agreeing_but", ""))),
            bool(table.get("enclitic_imperatives", False)),
        )

    def _one_register(self, suffix: str, table: Mapping[str, Any]) -> None:
        first, second = (f"{register}{suffix}" for register in REGISTERS)
        both = set(self._words(first, table.get(first, ""))).intersection(
            self._words(second, table.get(second, ""))
        )
        if both:
            listed = ", ".join(sorted(both))
            raise DataError(f"{self._path}: formality has {listed} in {first} and in {second}.")

    def _agreeing(self, table: Mapping[str, Any]) -> Mapping[str, Features]:
        where = "formality.agreeing_verbs"
        self._keys(where, table, REGISTERS)
        return {register: self._features(where, text) for register, text in table.items()}

    def _verb_rule(self, table: Mapping[str, Any]) -> VerbRule:
        where = "formality.verbs"
        self._keys(where, table, ("register", "features", "for_you", "imperative", "certain",
                                 "forms", "endings", "but", "lemma_endings", "upos"))  # fmt: skip
        if table.get("register") not in REGISTERS:
            raise self._wrong(f"{where}.register", '"informal" or "formal"')
        return VerbRule(
            table["register"],
            self._features(where, table["features"]) if "features" in table else {},
            bool(table.get("for_you", False)),
            bool(table.get("imperative", False)),
            bool(table.get("certain", False)),
            frozenset(self._words(where, table.get("forms", ""))),
            tuple(self._words(where, table.get("endings", ""))),
            frozenset(self._words(where, table.get("but", ""))),
            tuple(self._words(where, table.get("lemma_endings", ""))),
            frozenset(self._words(where, table.get("upos", "VERB AUX"))),
        )

    def _predicates(self, table: Mapping[str, Any]) -> Predicates:
        where = "formality.predicates"
        flags = ("plain", "commas")
        ordered = ("polite_endings", "plain_endings", "polite_parts", "polite_stems",
                   "final_endings", "request_endings")  # fmt: skip
        sets = ("polite_lemmas", "polite_forms", "polite_answers", "plain_answers", "polite_but",
                "plain_but", "particles", "clause_ends", "quoting", "joins", "auxiliaries",
                "nominalisers", "extensions", "apart", "becoming", "nouns", "copulas",
                "carriers", "existence")  # fmt: skip
        self._keys(where, table, (*flags, *ordered, *sets))
        values: dict[str, Any] = {key: bool(table.get(key, False)) for key in flags}
        for key in ordered:
            values[key] = tuple(self._words(f"{where}.{key}", table.get(key, "")))
        for key in sets:
            values[key] = frozenset(self._words(f"{where}.{key}", table.get(key, "")))
        return Predicates(**values)

    def _verb_form(self, table: Mapping[str, Any]) -> VerbForm:
        where = "verb_form"
        self._keys(
            where, table,
            ("name", "features", "auxiliary", "auxiliary_lemmas", "without_auxiliary", "lemmas",
             "but"),
        )  # fmt: skip
        if not isinstance(table.get("name"), str):
            raise self._wrong(f"{where}.name", "a text")
        auxiliary = table.get("auxiliary")
        return VerbForm(
            table["name"],
            self._features(where, table.get("features", "")),
            self._features(where, auxiliary) if auxiliary is not None else None,
            *(
                frozenset(self._words(where, table.get(key, "")))
                for key in ("auxiliary_lemmas", "without_auxiliary", "lemmas", "but")
            ),
        )

    def _example(self, number: int, table: Mapping[str, Any]) -> Example:
        where = f"examples[{number}]"
        self._keys(where, table, ("tag", "source", "target"))
        if table.get("tag") not in PHENOMENA:
            raise self._wrong(f"{where}.tag", f"one of {', '.join(PHENOMENA)}")
        source: Any = table.get("source")
        target: Any = table.get("target")
        for side in (source, target):
            if not isinstance(side, list) or not all(isinstance(item, str) for item in side):
                raise self._wrong(where, "sentences in source and target, each a list of texts")
        if len(source) != len(target):
            raise self._wrong(where, "as many sentences in source as in target")
        return Example(table["tag"], tuple(source), tuple(target))

    def _table(self, key: str, table: Mapping[str, Any]) -> Mapping[str, Any]:
        found = table.get(key, {})
        if not isinstance(found, Mapping):
            raise self._wrong(key, f"a table: [{key}]")
        return found

    def _tables(self, key: str, table: Mapping[str, Any]) -> Sequence[Mapping[str, Any]]:
        found = table.get(key.rpartition(".")[2], [])
        if not isinstance(found, list):
            raise self._wrong(key, f"a list of tables: [[{key}]]")
        return found

    def _features(self, where: str, text: Any) -> Features:
        """`Mood=Ind,Sub|Person=3`."""
        if not isinstance(text, str) or not text:
            raise self._wrong(f"{where}.features", 'UD features, such as "Person=2|Number=Sing"')
        found: dict[str, frozenset[str]] = {}
        for item in text.split("|"):
            name, equals, values = item.partition("=")
            if not (name and equals and values):
                raise self._wrong(f"{where}.features", f"Name=Value in {item!r}")
            found[name] = frozenset(values.split(","))
        return found

    def _words(self, where: str, value: Any) -> Sequence[str]:
        """A text with blanks between the words, or a list of them."""
        if isinstance(value, str):
            return [compose(word) for word in value.split()]
        if isinstance(value, list) and all(isinstance(word, str) for word in value):
            return [compose(word) for word in value]
        raise self._wrong(where, "words in one text, or a list of them")

    def _keys(self, where: str, table: Any, known: Sequence[str]) -> None:
        if not isinstance(table, Mapping):
            raise self._wrong(where, "a table")
        for key in table:
            if key not in known:
                raise DataError(
                    f"{self._path}: unknown key {f'{where}.{key}' if where else key!r}.\n"
                    f"Known: {', '.join(known)}"
                )

    def _wrong(self, key: str, expected: str) -> DataError:
        return DataError(f"{self._path}: {key or 'the file'} must be {expected}.")
