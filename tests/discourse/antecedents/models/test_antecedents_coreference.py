"""Coreference models of others: made-up ones that say what is known beforehand."""

import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from litmus.discourse.antecedents.backends import clusters as module
from litmus.discourse.antecedents.backends.clusters import (
    ClusterResolver,
    MentionSpan,
    antecedents,
    by_words,
    joined,
)
from litmus.discourse.antecedents.load import load_resolver
from litmus.discourse.antecedents.resolver import Antecedent, Location
from litmus.errors import DataError, UsageError
from litmus.language.analysers import load_analyser
from litmus.language.analysis import Sentence

TEXTS = ("Ann saw Bob.", "She said he likes his car.", "It rains on it.")
HERE, EARLIER, NONE = Location.HERE, Location.EARLIER, Location.NONE
# Ann - She; Bob - he - his; car - (the last) it
CHARACTERS = [[(0, 3), (13, 16)], [(8, 11), (22, 24), (31, 34)], [(31, 38), (52, 54)]]
BEFORE = Antecedent(EARLIER, 1.0, None)
EXPECTED = [
    {},
    {0: BEFORE, 2: BEFORE, 4: Antecedent(HERE, 1.0, (2, 3))},
    {0: Antecedent(NONE, 1.0, None), 3: BEFORE},
]


@pytest.fixture(scope="module")
def document() -> list[Sentence]:
    analyser = load_analyser("embedded", "en")
    return [sentences[0] for sentences in analyser.analyse(TEXTS)]


def test_fastcoref_by_a_fake(document: list[Sentence], monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[Any] = []

    class Result:
        def get_clusters(self, as_strings: bool) -> list[list[tuple[int, int]]]:
            assert not as_strings
            return CHARACTERS

    class Model:
        def __init__(self, name: str, **options: Any) -> None:
            asked.append((type(self).__name__, name, options["nlp"].lang))

        def predict(self, texts: list[str]) -> list[Result]:
            asked.append(texts)
            return [Result()]

    fake = ModuleType("fastcoref")
    fake.FCoref = type("FCoref", (Model,), {})  # type: ignore[attr-defined]
    fake.LingMessCoref = type("LingMessCoref", (Model,), {})  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "fastcoref", fake)
    resolver = load_resolver("fastcoref")
    assert resolver.resolve(document) == EXPECTED
    assert asked == [("FCoref", "biu-nlp/f-coref", "en"), [" ".join(TEXTS)]]
    load_resolver("fastcoref:lingmess")
    assert asked[-1][:2] == ("LingMessCoref", "biu-nlp/lingmess-coref")
    assert resolver.signature.startswith("fastcoref.")
    assert resolver.signature.endswith(":f-coref")
    assert resolver.resolve([]) == []


def test_maverick_by_a_fake(
    document: list[Sentence], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    class Model:
        def __init__(self, name: str, device: str) -> None:
            print("loading", name, device)

        def predict(self, words: list[list[str]]) -> dict[str, Any]:
            # words of all sentences count through, and the last is part of the span
            assert words[0] == ["Ann", "saw", "Bob", "."]
            found = [[(0, 0), (4, 4)], [(2, 2), (6, 6), (8, 8)], [(8, 9), (14, 14)]]
            return {"clusters_token_offsets": found}

    fake = ModuleType("maverick")
    fake.Maverick = Model  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "maverick", fake)
    resolver = load_resolver("maverick")
    assert resolver.resolve(document) == EXPECTED
    assert resolver.signature.endswith(":maverick-mes-ontonotes")
    assert capsys.readouterr().out == ""


def test_a_spacy_pipeline_made_for_the_test(document: list[Sentence], tmp_path: Path) -> None:
    spacy = pytest.importorskip("spacy")
    from spacy.language import Language
    from spacy.tokens import Doc, SpanGroup

    def mark(doc: Doc) -> Doc:
        for number, spans in enumerate(CHARACTERS, start=1):
            found = [doc.char_span(*span) for span in spans]
            doc.spans[f"coref_clusters_{number}"] = SpanGroup(doc, spans=found)
        doc.spans["coref_head_clusters_1"] = SpanGroup(doc, spans=[doc[0:1], doc[2:3]])
        return doc

    if not Language.has_factory("litmus_toy_coref"):
        Language.component("litmus_toy_coref", func=mark)
    nlp = spacy.blank("en", meta={"name": "toy", "version": "1.2.3"})
    nlp.to_disk(tmp_path / "without")
    nlp.add_pipe("litmus_toy_coref")
    nlp.to_disk(tmp_path / "with")
    resolver = load_resolver(f"spacy:{tmp_path / 'with'}")
    assert resolver.resolve(document) == EXPECTED
    assert resolver.signature == "spacy:en_toy.1.2.3"
    with pytest.raises(UsageError, match="finds no coreference: it has no parts") as caught:
        load_resolver(f"spacy:{tmp_path / 'without'}")
    assert "pip install spacy-experimental" in str(caught.value)


@pytest.mark.parametrize(("name", "package", "command"), [
    ("fastcoref", "fastcoref", "pip install fastcoref"),
    ("maverick:x", "maverick", "pip install maverick-coref"),
    ("spacy:en_coreference_web_trf", "spacy", 'pip install "litmus-mt[spacy]"'),
])  # fmt: skip
def test_a_missing_package_names_its_command(
    name: str, package: str, command: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, package, None)
    with pytest.raises(UsageError) as caught:
        load_resolver(name)
    assert str(caught.value).endswith(command)


def test_weights_that_cannot_be_had(monkeypatch: pytest.MonkeyPatch) -> None:
    def model(*_: Any, **__: Any) -> None:
        raise OSError("no such hub")

    for name, attribute in (("fastcoref", "FCoref"), ("maverick", "Maverick")):
        fake = ModuleType(name)
        setattr(fake, attribute, model)
        monkeypatch.setitem(sys.modules, name, fake)
        with pytest.raises(DataError, match="cannot be loaded by .*no such hub"):
            load_resolver(name)


def test_a_spacy_resolver_needs_a_pipeline() -> None:
    with pytest.raises(UsageError, match="needs an argument: spacy:PIPELINE"):
        load_resolver("spacy")


def test_a_later_mention_counts_if_there_is_no_earlier_one(document: list[Sentence]) -> None:
    # "She said he likes his car": were "She" the car, it would come later
    later = [[MentionSpan(1, 0, 1), MentionSpan(1, 4, 6)]]
    assert antecedents(document, later)[1][0] == Antecedent(HERE, 1.0, (4, 6))
    earlier = [[MentionSpan(0, 0, 1), *later[0]]]
    assert antecedents(document, earlier)[1][0] == Antecedent(EARLIER, 1.0, None)


def test_long_documents_come_in_pieces_with_context(
    document: list[Sentence], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "MOST_WORDS", 10)
    monkeypatch.setattr(module, "CONTEXT", 2)
    given: list[int] = []

    class Model:
        signature = "fake"

        def clusters(self, sentences: Any) -> list[list[MentionSpan]]:
            given.append(len(sentences))
            return []

    # 4 + 7, 5 + 4 + 7 and 5 words, with two sentences more before them
    assert len(ClusterResolver(Model()).resolve(document * 2)) == 6
    assert given == [2, 2 + 3, 2 + 1]


def test_characters_of_all_sentences_become_words_of_one(document: list[Sentence]) -> None:
    text, starts = joined(document)
    assert text == " ".join(TEXTS)
    found = by_words(document, starts, [(0, 3), (31, 38)])
    assert found == [MentionSpan(0, 0, 1), MentionSpan(1, 4, 6)]
    assert by_words(document, starts, [(12, 13)]) == []  # the space between two sentences
