"""spaCy: documents made by hand, and a stand-in for the package; models/ has the package."""

import re
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest
from analysing import check, refused

from litmus.errors import DataError, UsageError
from litmus.files.text import TextWarning
from litmus.language.analysers import load_analyser
from litmus.language.analysis import Analyser, Sentence, Token, Word

# Form -> lemma, part of speech, features; whatever else there is hangs on the verb of its sentence.
KNOWN = {
    "She": ("she", "PRON", ["Person=3", "Case=Nom"], "nsubj"),
    "sleeps": ("sleep", "VERB", [], "ROOT"),
    "know": ("know", "VERB", [], "ROOT"),
    ".": (".", "PUNCT", [], "punct"),
}


class Doc:
    """Tokens of a text; white space of more than one character is a token."""

    def __init__(self, text: str, *, parsed: bool, split: bool) -> None:
        self._parsed, self._split = parsed, split
        found = list(re.finditer(r"\w+|[^\w\s]|\s{2,}|^\s", text))
        self.tokens = [self._token(place, match) for place, match in enumerate(found)]
        for sentence in self.sents:
            verbs = [token for token in sentence if token.pos_ == "VERB"]
            for token in sentence:
                token.head = verbs[0] if verbs else sentence[0]
                if token.head is token:
                    token.dep_ = "ROOT"

    def _token(self, place: int, match: re.Match[str]) -> Any:
        lemma, upos, feats, relation = KNOWN.get(match[0], (match[0], "X", [], ""))
        return SimpleNamespace(
            i=place, idx=match.start(), text=match[0], is_space=match[0].isspace(),
            lemma_=lemma, pos_=upos, morph=feats, dep_=relation,
        )  # fmt: skip

    def __iter__(self) -> Iterator[Any]:
        return iter(self.tokens)

    @property
    def sents(self) -> list[list[Any]]:
        found: list[list[Any]] = [[]]
        for token in self.tokens:
            found[-1].append(token)
            if token.text == ".":
                found.append([])
        return [sentence for sentence in found if sentence]

    def has_annotation(self, name: str) -> bool:
        return {"DEP": self._parsed, "SENT_START": self._split}[name]


class Pipeline:
    """Components by name -> factory."""

    max_length = 100
    meta = {"lang": "en", "name": "toy", "version": "1.2.3"}

    def __init__(
        self, components: dict[str, str], lang: str = "en", asleep: tuple[str, ...] = ()
    ) -> None:
        self._components, self.lang, self.disabled = components, lang, [*asleep]
        self.seen: list[str] = []

    @property
    def component_names(self) -> list[str]:
        return [*self._components]

    def get_pipe_meta(self, name: str) -> Any:
        return SimpleNamespace(factory=self._components[name])

    def enable_pipe(self, name: str) -> None:
        self.disabled.remove(name)

    def pipe(
        self, pairs: Iterable[tuple[str, str]], *, as_tuples: bool, disable: list[str]
    ) -> Iterator[tuple[Doc, str]]:
        assert as_tuples
        at_work = {self._components[name] for name in self._components if name not in disable}
        parsed = bool(at_work & {"parser", "beam_parser"})
        split = parsed or bool(at_work & {"senter", "sentencizer"})
        for text, context in pairs:
            self.seen.append(text)
            yield Doc(text, parsed=parsed, split=split), context


FULL = {"tagger": "tagger", "parser": "parser", "names": "ner", "senter": "senter"}


@pytest.fixture
def pipelines(monkeypatch: pytest.MonkeyPatch) -> dict[str, Pipeline | Exception]:
    """What spaCy has, by name."""
    known: dict[str, Pipeline | Exception] = {"toy": Pipeline(FULL, asleep=("senter",))}

    def load(name: str) -> Pipeline:
        found = known.get(name, OSError(f"no {name}"))
        if isinstance(found, Exception):
            raise found
        return found

    spacy = ModuleType("spacy")
    vars(spacy).update(load=load, util=SimpleNamespace(is_package=lambda name: name in known))
    monkeypatch.setitem(sys.modules, "spacy", spacy)
    return known


@pytest.fixture
def toy(pipelines: dict[str, Pipeline]) -> Analyser:
    return load_analyser("spacy:toy", "en")


def only(analyser: Analyser, text: str, **options: Any) -> tuple[Sentence, ...]:
    (found,) = analyser.analyse([text], **options)
    check(text, found, given=options.get("sentences") != "split", parse=options.get("parse", True))
    return found


def test_spacy_by_hand(toy: Analyser) -> None:
    tokens = (Token(0, 3, 0, 1), Token(4, 10, 1, 2), Token(10, 11, 2, 3))
    words = (
        Word("She", "she", "PRON", "Case=Nom|Person=3", 1, "nsubj", 1.0, 0, 3),
        Word("sleeps", "sleep", "VERB", "", None, "root", 1.0, 4, 10),
        Word(".", ".", "PUNCT", "", 1, "punct", 1.0, 10, 11),
    )
    assert only(toy, "She sleeps.") == (Sentence("She sleeps.", 0, 11, tokens, words),)


def heads(sentence: Sentence) -> list[tuple[str, int | None, str]]:
    return [(word.form, word.head, word.relation) for word in sentence.words]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        # one sentence, whatever the pipeline finds
        ("She sleeps. I know.", [("She", 1, "nsubj"), ("sleeps", None, "root"), (".", 1, "punct"),
                                 ("I", 4, "dep"), ("know", 1, "parataxis"), (".", 4, "punct")]),
        # white space is no word; what hangs on it hangs on its head, or on the first word
        ("She   sleeps", [("She", 1, "nsubj"), ("sleeps", None, "root")]),
        ("  a b", [("a", None, "root"), ("b", 0, "dep")]),
        (" ", []),
        ("", []),
    ],
)  # fmt: skip
def test_spacy_heads(toy: Analyser, text: str, expected: list[tuple[str, int | None, str]]) -> None:
    assert [row for sentence in only(toy, text) for row in heads(sentence)] == expected


def test_spacy_words_below_white_space_hang_on_what_is_above_it(toy: Analyser) -> None:
    from litmus.language.backends.spacy import _sentence

    doc = Doc("a  b sleeps", parsed=True, split=True)
    a, space, b, verb = doc.tokens
    a.head, space.head, b.head = space, b, verb
    sentence = _sentence("a  b sleeps", doc, True)
    assert sentence is not None
    assert heads(sentence) == [("a", 1, "dep"), ("b", 2, "dep"), ("sleeps", None, "root")]


def test_spacy_splits_with_and_without_parse(toy: Analyser) -> None:
    found = only(toy, "She sleeps.  I know.", sentences="split")
    assert [(s.start, s.end) for s in found] == [(0, 11), (13, 20)]
    assert [[w.head for w in s.words] for s in found] == [[1, None, 1], [1, None, 1]]
    for mode, n in (("given", 1), ("split", 2)):
        assert len(only(toy, "She sleeps. I know.", sentences=mode, parse=False)) == n


@pytest.mark.parametrize(
    ("components", "asleep", "expected"),
    [
        # what does not run: to parse alone, for nothing, to split and parse, to split alone
        (
            FULL,
            ("senter",),
            ["names senter", "names parser senter", "names senter", "names parser"],
        ),
        ({"p": "beam_parser", "s": "sentencizer"}, (), ["s", "p s", "", "p"]),
        ({"p": "parser", "t": "textcat"}, (), ["t", "p t", "t", "t"]),
    ],
)
def test_spacy_runs_only_what_is_needed(
    pipelines: dict[str, Pipeline | Exception],
    components: dict[str, str],
    asleep: tuple[str, ...],
    expected: list[str],
) -> None:
    pipelines["own"] = made = Pipeline(components, asleep=asleep)
    analyser: Any = load_analyser("spacy:own", "en")
    assert made.disabled == []
    asked = ((False, True), (False, False), (True, True), (True, False))
    found = [analyser._disabled(split=split, parse=parse) for split, parse in asked]
    assert [" ".join(sorted(names)) for names in found] == expected


def test_spacy_pipeline_without_a_parser(pipelines: dict[str, Pipeline | Exception]) -> None:
    pipelines["bare"] = Pipeline({"tagger": "tagger"})
    analyser = load_analyser("spacy:bare", "en")
    (found,) = analyser.analyse(["She sleeps."])
    check("She sleeps.", found, given=True, parse=False)
    with pytest.raises(UsageError) as caught:
        list(analyser.analyse(["She sleeps."], sentences="split"))
    assert str(caught.value) == (
        "The pipeline bare has nothing that finds sentences (a parser, senter or sentencizer).\n"
        "Use another, or give one sentence per line."
    )


def test_spacy_takes_texts_up_to_a_length_and_no_half_characters(
    pipelines: dict[str, Pipeline], toy: Analyser
) -> None:
    (found,) = only(toy, "a\ud800 b")
    assert [word.form for word in found.words] == ["a", "\ud800", "b"]
    assert pipelines["toy"].seen == ["a\ufffd b"]
    assert len(list(toy.analyse(["x" * 100]))) == 1
    with pytest.raises(DataError) as caught:
        list(toy.analyse(["a", "x" * 101]))
    assert str(caught.value) == (
        "Text 2 has 101 characters; the pipeline toy takes 100.\nSplit it: one sentence per line."
    )


def test_spacy_signature_of_a_folder_has_a_digest(
    pipelines: dict[str, Pipeline | Exception], toy: Analyser, tmp_path: Path
) -> None:
    assert (toy.signature, getattr(toy, "any_order", None)) == ("spacy:en_toy.1.2.3", True)

    def signature(folder: str, files: dict[str, str]) -> str:
        path = tmp_path / folder / "inner"
        path.mkdir(parents=True)
        for name, text in files.items():
            (path / name).write_text(text, encoding="utf-8")
        pipelines[str(path.parent)] = Pipeline(FULL)
        return load_analyser(f"spacy:{path.parent}", "en").signature

    files = [{"a": "x", "b": "y"}, {"b": "y", "a": "x"}, {"a": "y", "b": "y"}, {"a": "x", "c": "y"}]
    found = [signature(f"{number}", own) for number, own in enumerate(files)]
    assert found[0] == found[1]
    assert len(set(found)) == 3
    assert all(re.fullmatch(r"spacy:en_toy\.1\.2\.3#[0-9a-f]{8}", one) for one in found)


def test_spacy_pipeline_for_another_language(
    pipelines: dict[str, Pipeline | Exception], recwarn: pytest.WarningsRecorder
) -> None:
    for lang, language in (("en", "en"), ("xx", "de"), ("en", "de")):
        pipelines["own"] = Pipeline(FULL, lang=lang)
        load_analyser("spacy:own", language)
    said = [str(one.message) for one in recwarn if one.category is TextWarning]
    assert said == ["The pipeline own is for en, but the text is said to be de."]


def test_spacy_pipelines_that_do_not_load(
    pipelines: dict[str, Pipeline | Exception], tmp_path: Path
) -> None:
    pipelines["broken"] = ValueError("no config")
    missing = "{0} is not the folder of a spaCy pipeline: no {0}"
    refusals = {
        "none": (2, "The spaCy pipeline 'none' is not installed.\n"
                 "Install it with: python -m spacy download none"),
        "broken": (2, "The spaCy pipeline 'broken' cannot be loaded: no config"),
        str(tmp_path): (1, missing.format(tmp_path)),
        "a/b": (1, missing.format("a/b")),
    }  # fmt: skip
    assert {name: refused(f"spacy:{name}", "en") for name in refusals} == refusals
