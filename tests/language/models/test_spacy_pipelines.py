"""spaCy pipelines, made here and loaded by path."""

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.language.analysing import EDGES, check, check_batches, refused
from tests.language.models.toy_spacy import make

from litmus.language.analysers import load_analyser
from litmus.language.analysis import Analyser, Sentence, Word


@pytest.fixture(scope="module", autouse=True)
def spacy() -> Any:
    return pytest.importorskip(
        "spacy", reason="spaCy is not installed: pip install -e '.[test-all]'"
    )


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return make(tmp_path_factory.mktemp("spacy") / "toy")


@pytest.fixture(scope="module")
def toy(folder: Path) -> Analyser:
    return load_analyser(f"spacy:{folder}", "en")


def only(analyser: Analyser, text: str, **options: Any) -> tuple[Sentence, ...]:
    (found,) = analyser.analyse([text], **options)
    check(text, found, given=options.get("sentences") != "split", parse=options.get("parse", True))
    return found


def test_spacy_by_hand(toy: Analyser) -> None:
    (sentence,) = only(toy, "She \t sleeps\n. I know.")  # one sentence; white space is no word
    assert sentence.words[:2] == (
        Word("She", "she", "PRON", "Case=Nom|Person=3", 1, "nsubj", 1.0, 0, 3),
        Word("sleeps", "sleep", "VERB", "", None, "root", 1.0, 6, 12),
    )
    assert [(w.form, w.head, w.relation) for w in sentence.words[2:]] == [
        (".", 1, "punct"), ("I", 4, "nsubj"), ("know", 1, "parataxis"), (".", 4, "punct"),
    ]  # fmt: skip
    one, two = only(toy, " She sleeps.  I know. ", sentences="split")
    assert [(s.start, s.end) for s in (one, two)] == [(1, 12), (14, 21)]
    assert [w.head for w in two.words] == [1, None, 1]


@pytest.mark.parametrize("mode", ["given", "split"])
@pytest.mark.parametrize("text", EDGES.values(), ids=EDGES.keys())
def test_spacy_at_the_edges_of_language(toy: Analyser, text: str, mode: str) -> None:
    only(toy, text, sentences=mode)


@settings(max_examples=30)
@given(texts=st.lists(st.text(max_size=20), max_size=4), data=st.data())
def test_spacy_is_the_same_in_every_batch(
    toy: Analyser, texts: list[str], data: st.DataObject
) -> None:
    texts = [*texts, "She sleeps. I know."]
    check_batches(toy, texts, data.draw(st.permutations(range(len(texts)))))


def test_spacy_signature(toy: Analyser, folder: Path, tmp_path: Path) -> None:
    name, _, digest = toy.signature.partition("#")
    assert name == "spacy:en_toy.1.2.3" and len(digest) == 8
    assert load_analyser(f"spacy:{folder}", "en").signature == toy.signature
    other = make(tmp_path / "other", splitter="sentencizer")
    assert load_analyser(f"spacy:{other}", "en").signature != toy.signature


def test_spacy_splits_without_parse_by_what_is_there(tmp_path: Path) -> None:
    folder = make(tmp_path, parser=False, splitter="sentencizer")
    analyser = load_analyser(f"spacy:{folder}", "en")
    found = only(analyser, "She sleeps. I know.", sentences="split", parse=False)
    assert [(s.start, s.end) for s in found] == [(0, 11), (12, 19)]


def test_spacy_folder_that_is_no_pipeline(tmp_path: Path) -> None:
    for folder in (str(tmp_path), "no/such/folder"):
        code, message = refused(f"spacy:{folder}", "en")
        assert code == 1
        assert message.startswith(f"{folder} is not the folder of a spaCy pipeline: ")
