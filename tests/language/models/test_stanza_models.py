"""Stanza models trained here (tests/requirements-stanza.txt)."""

import warnings
from pathlib import Path

import pytest
from tests.language.analysing import EDGES, check, check_batches, refused

from litmus.language.analysers import load_analyser
from litmus.language.analysis import Analyser


@pytest.fixture(scope="module")
def models(tmp_path_factory: pytest.TempPathFactory) -> Path:
    pytest.importorskip("stanza", reason="stanza is not installed: tests/requirements-stanza.txt")
    from tests.language.models.toy_stanza import make

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # Stanza's training leaves files open
        return make(tmp_path_factory.mktemp("stanza") / "models")


@pytest.fixture(scope="module")
def tiny(models: Path) -> Analyser:
    return load_analyser(f"stanza:{models}", "fr")


def test_stanza_models_of_a_folder(tiny: Analyser) -> None:
    text = " Je parle du chat. Elle dort."
    (given,) = tiny.analyse([text])
    check(text, given, given=True)
    assert " ".join(w.lemma for w in given[0].words) == "je parler de le chat . elle dormir ."
    assert [(w.start, w.end) for w in given[0].words[1:5]] == [(4, 9), (10, 12), (10, 12), (13, 17)]
    (split,) = tiny.analyse([text], sentences="split")
    check(text, split, given=False)
    assert [(s.start, s.end) for s in split] == [(1, 18), (19, 29)]


def test_stanza_models_at_the_edges_of_language_and_without_parse(tiny: Analyser) -> None:
    texts = [*EDGES.values(), "Elle dort."]
    for mode, parse in (("given", True), ("split", True), ("given", False)):
        found = tiny.analyse(texts, sentences=mode, parse=parse)
        for text, sentences in zip(texts, found, strict=True):
            check(text, sentences, given=mode == "given", parse=parse)


def test_stanza_models_are_the_same_in_every_batch(tiny: Analyser) -> None:
    texts = ["Elle dort.", "", "Je parle du chat.", "Elle dort.\n\nJe parle du chat."]
    check_batches(tiny, texts, [2, 0, 3, 1])


def test_stanza_models_signature(tiny: Analyser, models: Path) -> None:
    import stanza

    name, _, digest = tiny.signature.partition("#")
    assert name == f"stanza:fr:default.{stanza.__version__}" and len(digest) == 8


def test_stanza_models_that_are_not_in_the_folder(models: Path, tmp_path: Path) -> None:
    for folder, language in ((models, "de"), (tmp_path, "fr")):
        code, message = refused(f"stanza:{folder}", language)
        assert code == 1
        assert message.startswith(f"{folder} is not a folder of Stanza models for {language}: ")
