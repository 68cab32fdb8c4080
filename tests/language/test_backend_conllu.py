"""The CoNLL-U file of a user's own parser, held against the texts."""

from pathlib import Path

import pytest
from analysing import check

from litmus.errors import DataError
from litmus.language.analysers import analyse, load_analyser
from litmus.language.analysis import Analyser
from litmus.language.conllu.reader import read_conllu
from litmus.language.conllu.writer import to_conllu

PARSED = """# text = Je parle du chat.
1	Je	je	PRON	_	_	2	nsubj	_	_
2	parle	parler	VERB	_	_	0	root	_	_
3-4	du	_	_	_	_	_	_	_	_
3	de	de	ADP	_	_	5	case	_	_
4	le	le	DET	_	_	5	det	_	_
5	chat	chat	NOUN	_	_	2	obl	_	SpaceAfter=No
6	.	.	PUNCT	_	_	2	punct	_	_

1	Elle	elle	PRON	_	_	2	nsubj	_	_
2	dort	dormir	VERB	_	_	0	root	_	_

"""
WAY_OUT = "The file must hold the texts given, in order: parse them again, one sentence a line."


@pytest.fixture
def parsed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Analyser:
    """Reads `fr.conllu` in the current folder: two sentences."""
    monkeypatch.chdir(tmp_path)
    Path("fr.conllu").write_text(PARSED, encoding="utf-8")
    return load_analyser("conllu:fr.conllu", "fr")


def refused(*texts: str) -> str:
    with pytest.raises(DataError) as caught:
        list(analyse(texts, "fr", backend="conllu:fr.conllu"))
    return str(caught.value)


TEXTS = ["Je parle du chat.", "Elle dort"]


def test_conllu_file_gives_its_sentences_from_the_beginning_each_time(parsed: Analyser) -> None:
    for _ in range(2):
        one, two = parsed.analyse(TEXTS)
        assert [one[0], two[0]] == [entry.sentence for entry in read_conllu(Path("fr.conllu"))]
    for text, found in zip(TEXTS, parsed.analyse(TEXTS, parse=False), strict=True):
        check(text, found, given=True, parse=False)


def test_conllu_file_places_them_in_the_text_given(parsed: Analyser) -> None:
    texts = ["  Je\u00a0parle  du chat.", "", "Elle\tdort ", " "]
    found = list(parsed.analyse(texts))
    for text, sentences in zip(texts, found, strict=True):
        check(text, sentences, given=True)
    assert [(w.start, w.end) for w in found[0][0].words] == [
        (2, 4), (5, 10), (12, 14), (12, 14), (15, 19), (19, 20),
    ]  # fmt: skip


def test_conllu_file_may_have_split_a_text(parsed: Analyser) -> None:
    text = "Je parle du chat. Elle dort"
    (given,) = parsed.analyse([text])
    (split,) = parsed.analyse([text], sentences="split")
    check(text, given, given=True)
    check(text, split, given=False)
    assert [(s.start, s.end) for s in split] == [(0, 17), (18, 27)]
    assert [(w.head, w.relation) for w in given[0].words[6:]] == [(7, "nsubj"), (1, "parataxis")]


def test_conllu_file_of_what_was_written(parsed: Analyser) -> None:
    text = " Je parle du chat.  Elle dort"
    (split,) = parsed.analyse([text], sentences="split")
    Path("ours.conllu").write_text(to_conllu(split, ["1-1", "1-2"]), encoding="utf-8")
    (again,) = load_analyser("conllu:ours.conllu", "fr").analyse([text], sentences="split")
    assert again == split


def test_conllu_file_signature_is_its_contents(parsed: Analyser) -> None:
    signature = parsed.signature
    assert signature.startswith("conllu:fr.conllu#") and len(signature) == 25
    Path("fr.conllu").write_text(PARSED.replace("chat", "chien"), encoding="utf-8")
    assert load_analyser("conllu:fr.conllu", "fr").signature != signature


@pytest.mark.parametrize(
    ("texts", "message"),
    [
        (
            ["Je parle du chat.", "Elle mange"],
            ":11 has the form 'dort', but text 2 goes on with 'mange'.",
        ),
        (["Je parle du"], ":7 has the form 'chat', but text 1 is at its end."),
        (["Je parle du chat."], ":10 begins a sentence that no text is left for, after 1 text."),
        (["Je parle du chat.", "Elle dort."], " ends before text 2: '.'."),
    ],
)
def test_conllu_file_of_another_text(parsed: Analyser, texts: list[str], message: str) -> None:
    assert refused(*texts) == f"fr.conllu{message}\n{WAY_OUT}"


def test_conllu_file_that_is_not_there() -> None:
    with pytest.raises(DataError) as caught:
        load_analyser("conllu:nowhere.conllu", "fr")
    assert str(caught.value) == "nowhere.conllu does not exist."
