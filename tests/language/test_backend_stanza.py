"""Stanza: documents made by hand, and a stand-in for the package; models/ has the package."""

import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest
from analysing import check, refused

from litmus.files.text import TextWarning
from litmus.language.analysers import load_analyser
from litmus.language.analysis import Sentence, Token, Word
from litmus.language.backends.stanza import document_sentences


def word(text: str, head: int | None = None, relation: str | None = None, **more: str) -> Any:
    known = {"lemma": None, "upos": None, "feats": None}
    return SimpleNamespace(text=text, head=head, deprel=relation, **known | more)


def token(start: int, end: int, *words: Any) -> Any:
    return SimpleNamespace(start_char=start, end_char=end, words=list(words))


def document(*sentences: list[Any]) -> Any:
    return SimpleNamespace(sentences=[SimpleNamespace(tokens=tokens) for tokens in sentences])


SLEEPS = [
    token(0, 4, word("Elle", 2, "nsubj", lemma="elle", upos="PRON", feats="Person=3|Case=Nom")),
    token(5, 9, word("dort", 0, "root", lemma="dormir", upos="VERB")),
]


def test_stanza_document_by_hand() -> None:
    (sentence,) = document_sentences(document(SLEEPS), "  Elle dort", 2)
    assert sentence == Sentence(
        "  Elle dort", 2, 11,
        (Token(2, 6, 0, 1), Token(7, 11, 1, 2)),
        (Word("Elle", "elle", "PRON", "Case=Nom|Person=3", 1, "nsubj", 1.0, 2, 6),
         Word("dort", "dormir", "VERB", "", None, "root", 1.0, 7, 11)),
    )  # fmt: skip


def test_stanza_document_with_multiword_tokens() -> None:
    tokens = [token(0, 2, word("de", 2, "case"), word("le", 0, "root")),
              token(3, 9, word("can", 2, "aux"), word("not", 2, "advmod"))]  # fmt: skip
    (sentence,) = document_sentences(document(tokens), "du cannot")
    check("du cannot", [sentence], given=True)
    assert [(w.form, w.start, w.end) for w in sentence.words] == [
        ("de", 0, 2), ("le", 0, 2), ("can", 3, 6), ("not", 6, 9),
    ]  # fmt: skip
    assert [(t.first, t.stop) for t in sentence.tokens] == [(0, 2), (2, 4)]


def test_stanza_document_not_parsed_and_with_a_long_word() -> None:
    (sentence,) = document_sentences(document([token(0, 1, word("a"))]), "a")
    assert sentence.words == (Word("a", "", "", "", None, "", 1.0, 0, 1),)
    text = "x" * 5000  # the word is the text itself
    (sentence,) = document_sentences(document([token(0, 5000, word("<UNK>", 0, "root"))]), text)
    assert sentence.words[0].form == text


class Pipeline:
    """Says of every text that it is "Elle dort"; remembers how it was made and called."""

    made: list[dict[str, Any]] = []
    calls: list[tuple[list[str], list[str]]] = []

    def __init__(self, lang: str, **settings: Any) -> None:
        Pipeline.made.append({"lang": lang, **settings})
        self.processors = dict.fromkeys(settings["processors"].split(","))
        self.config: dict[str, Any] = {}

    def bulk_process(self, texts: list[str], processors: list[str]) -> list[Any]:
        Pipeline.calls.append((texts, processors))
        return [document(SLEEPS) for _ in texts]


@pytest.fixture
def stand_in(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[type[Pipeline]]:
    """Stanza with French, German (without a lemmatiser) and nothing else, never downloading."""
    full = {"tokenize": {}, "pos": {}, "depparse": {}}
    resources = {"fr": {**full, "lemma": {}}, "de": full, "zh": {**full, "packages": {
        "default": {"lemma": "identity"}}}}  # fmt: skip
    stanza, common = ModuleType("stanza"), ModuleType("stanza.resources.common")
    vars(stanza).update(Pipeline=Pipeline, __version__="9.9")
    vars(common).update(
        DEFAULT_MODEL_DIR=str(tmp_path),
        load_resources_json=lambda place: resources,
        get_language_resources=lambda known, language: known.get(language),
    )
    monkeypatch.setitem(sys.modules, "stanza", stanza)
    monkeypatch.setitem(sys.modules, "stanza.resources", ModuleType("stanza.resources"))
    monkeypatch.setitem(sys.modules, "stanza.resources.common", common)
    Pipeline.made, Pipeline.calls = [], []
    yield Pipeline


def test_stanza_is_asked_for_local_models_only_and_splits_with_a_pipeline_of_its_own(
    stand_in: type[Pipeline], tmp_path: Path
) -> None:
    analyser = load_analyser("stanza:fr", "fr")
    asked = {
        "lang": "fr", "dir": str(tmp_path), "package": "default", "download_method": None,
        "processors": "tokenize,pos,lemma,depparse", "tokenize_no_ssplit": True,
        "logging_level": "ERROR",
    }  # fmt: skip
    assert stand_in.made == [asked]
    for _ in range(2):
        assert len(list(analyser.analyse(["Elle dort"], sentences="split"))) == 1
    assert stand_in.made == [asked, asked | {"tokenize_no_ssplit": False}]


@pytest.mark.parametrize(
    ("backend", "language", "folder", "package"),
    [
        ("stanza", "fr", "", "default"),
        ("stanza:fr:gsd", "fr", "", "gsd"),
        ("stanza:de", "de", "", "default"),  # without a lemmatiser
        ("stanza:zh", "zh", "", "default"),
        ("stanza:./models", "fr", "models", "default"),
    ],
)
def test_stanza_names(
    stand_in: type[Pipeline], tmp_path: Path, backend: str, language: str, folder: str, package: str
) -> None:
    load_analyser(backend, language)
    (made,) = stand_in.made
    processors = f"tokenize,pos{',lemma' * (language != 'de')},depparse"
    assert (made["lang"], made["package"], made["processors"]) == (language, package, processors)
    assert made["dir"] == (folder or str(tmp_path))


def test_stanza_gets_texts_in_batches_and_never_blank_ones(stand_in: type[Pipeline]) -> None:
    texts = [" Elle dort\n", "", "Elle dort", " "] * 30
    found = list(load_analyser("stanza:fr", "fr").analyse(iter(texts), parse=False))
    assert [len(sentences) for sentences in found] == [1, 0, 1, 0] * 30
    assert [s.start for sentences in found for s in sentences] == [1, 0] * 30
    assert [len(batch) for batch, _ in stand_in.calls] == [25, 25, 10]
    assert {text for batch, _ in stand_in.calls for text in batch} == {"Elle dort"}
    assert stand_in.calls[0][1] == ["tokenize", "pos", "lemma"]


def test_stanza_models_for_another_language(stand_in: type[Pipeline]) -> None:
    with pytest.warns(TextWarning) as caught:
        load_analyser("stanza:fr", "de")
    assert [str(warning.message) for warning in caught] == [
        "The models stanza:fr are for fr, but the text is said to be de."
    ]


def test_stanza_models_that_are_not_installed(stand_in: type[Pipeline]) -> None:
    refusals = {
        "stanza:it": (2, "The Stanza models for it are not installed.\nInstall them with: "
                      "python -c \"import stanza; stanza.download('it')\""),
        "stanza:it:vit": (2, "The Stanza models for it (vit) are not installed.\nInstall them with: "
                          "python -c \"import stanza; stanza.download('it', package='vit')\""),
        "stanza:./models": (1, "models is not a folder of Stanza models for it: the language it is "
                            "not in its resources.json\n"
                            "It needs a resources.json, and the models that are named there."),
    }  # fmt: skip
    assert {backend: refused(backend, "it") for backend in refusals} == refusals
