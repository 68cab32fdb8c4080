"""spaCy pipelines, made here and loaded by path."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.language.analysing import EDGES, check, check_batches, refused
from tests.language.models.toy_spacy import make

from litmus.errors import LitmusError
from litmus.files.text import TextWarning
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
    (sentence,) = only(toy, "She sleeps.")
    assert sentence.words == (
        Word("She", "she", "PRON", "Case=Nom|Person=3", 1, "nsubj", 1.0, 0, 3),
        Word("sleeps", "sleep", "VERB", "", None, "root", 1.0, 4, 10),
        Word(".", ".", "PUNCT", "", 1, "punct", 1.0, 10, 11),
    )
    assert (sentence.start, sentence.end) == (0, 11)


def test_spacy_given_is_one_sentence_whatever_the_pipeline_finds(toy: Analyser) -> None:
    (sentence,) = only(toy, "She sleeps. I know.")
    assert [(w.head, w.relation) for w in sentence.words] == [
        (1, "nsubj"), (None, "root"), (1, "punct"), (4, "nsubj"), (1, "parataxis"), (4, "punct"),
    ]  # fmt: skip


def test_spacy_split(toy: Analyser) -> None:
    one, two = only(toy, " She sleeps.  I know. ", sentences="split")
    assert [(s.start, s.end) for s in (one, two)] == [(1, 12), (14, 21)]
    assert [w.head for w in two.words] == [1, None, 1]


def test_spacy_white_space_is_no_word(toy: Analyser) -> None:
    (sentence,) = only(toy, "She \t sleeps\n.")
    assert [w.form for w in sentence.words] == ["She", "sleeps", "."]
    assert [w.head for w in sentence.words] == [1, None, 1]


def test_spacy_white_space_above_words_is_passed_over(toy: Analyser) -> None:
    # without a verb the first token is the root: here it is white space
    (sentence,) = only(toy, "  a b")
    assert [(w.form, w.head, w.relation) for w in sentence.words] == [
        ("a", None, "root"),
        ("b", 0, "dep"),
    ]


def test_spacy_without_parse(toy: Analyser) -> None:
    (sentence,) = only(toy, "She sleeps. I know.", parse=False)
    assert [w.upos for w in sentence.words] == ["PRON", "VERB", "PUNCT"] * 2


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


def test_spacy_reads_texts_as_results_are_taken(toy: Analyser) -> None:
    taken = 0

    def endless() -> Iterator[str]:
        nonlocal taken
        while True:
            taken += 1
            yield "She sleeps."

    next(toy.analyse(endless()))
    assert taken <= 5000


def test_spacy_signature(toy: Analyser, folder: Path, tmp_path: Path) -> None:
    name, _, digest = toy.signature.partition("#")
    assert name == "spacy:en_toy.1.2.3" and len(digest) == 8
    assert load_analyser(f"spacy:{folder}", "en").signature == toy.signature
    other = make(tmp_path / "other", splitter="sentencizer")
    assert load_analyser(f"spacy:{other}", "en").signature != toy.signature


def test_spacy_pipeline_without_parser_does_not_parse(tmp_path: Path) -> None:
    bare = load_analyser(f"spacy:{make(tmp_path, parser=False)}", "en")
    only(bare, "She sleeps.", parse=False)
    (found,) = bare.analyse(["She sleeps."])
    check("She sleeps.", found, given=True, parse=False)


def test_spacy_pipeline_that_cannot_split(tmp_path: Path) -> None:
    bare = load_analyser(f"spacy:{make(tmp_path / 'bare', parser=False)}", "en")
    with pytest.raises(LitmusError) as caught:
        list(bare.analyse(["She sleeps."], sentences="split"))
    assert str(caught.value) == (
        f"The pipeline {tmp_path / 'bare'} has nothing that finds sentences (a parser, senter or "
        "sentencizer).\nUse another, or give one sentence per line."
    )


def test_spacy_splits_without_parse_by_what_is_there(tmp_path: Path) -> None:
    folder = make(tmp_path, parser=False, splitter="sentencizer")
    analyser = load_analyser(f"spacy:{folder}", "en")
    found = only(analyser, "She sleeps. I know.", sentences="split", parse=False)
    assert [(s.start, s.end) for s in found] == [(0, 11), (12, 19)]


def test_spacy_runs_only_what_is_needed(spacy: Any, tmp_path: Path) -> None:
    nlp = spacy.blank("en")
    for name in ("senter", "parser", "ner"):
        nlp.add_pipe(name)
    nlp.get_pipe("parser").add_label("dep")
    nlp.initialize()
    nlp.disable_pipe("senter")  # as the published pipelines have it
    nlp.to_disk(tmp_path)
    analyser = load_analyser(f"spacy:{tmp_path}", "en")
    disabled = {
        (split, parse): sorted(analyser._disabled(split=split, parse=parse))  # type: ignore[attr-defined]
        for split in (False, True)
        for parse in (False, True)
    }
    assert disabled == {
        (False, True): ["ner", "senter"],
        (False, False): ["ner", "parser", "senter"],
        (True, True): ["ner", "senter"],
        (True, False): ["ner", "parser"],
    }


def test_spacy_pipeline_that_is_not_installed() -> None:
    assert refused("spacy:en_core_web_none", "en") == (
        2,
        "The spaCy pipeline 'en_core_web_none' is not installed.\n"
        "Install it with: python -m spacy download en_core_web_none",
    )


def test_spacy_folder_that_is_no_pipeline(tmp_path: Path) -> None:
    code, message = refused(f"spacy:{tmp_path}", "en")
    assert code == 1
    assert message.startswith(f"{tmp_path} is not the folder of a spaCy pipeline: ")
    code, message = refused("spacy:no/such/folder", "en")
    assert code == 1
    assert message.startswith("no/such/folder is not the folder of a spaCy pipeline: ")


def test_spacy_pipeline_for_another_language(folder: Path) -> None:
    with pytest.warns(TextWarning) as caught:
        load_analyser(f"spacy:{folder}", "de")
    assert [str(warning.message) for warning in caught] == [
        f"The pipeline {folder} is for en, but the text is said to be de."
    ]


def test_spacy_text_that_is_too_long(toy: Analyser) -> None:
    with pytest.raises(LitmusError) as caught:
        list(toy.analyse(["a", "x" * 1_000_001]))
    assert "Text 2 has 1,000,001 characters; the pipeline " in str(caught.value)
    assert str(caught.value).endswith(" takes 1,000,000.\nSplit it: one sentence per line.")
