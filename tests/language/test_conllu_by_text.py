"""Analyses of a CoNLL-U file that are found by what their sentences say."""

from pathlib import Path

import pytest

from litmus.errors import DataError
from litmus.language.conllu.by_text import AnalysedTexts

PARSED = """1-2	du	_	_	_	_	_	_	_	_
1	de	de	ADP	_	_	3	case	_	_
2	le	le	DET	_	_	3	det	_	_
3	chat	chat	NOUN	_	_	0	root	_	_

1	Elle	elle	PRON	_	_	2	nsubj	_	_
2	dort	dormir	VERB	_	_	0	root	_	_

"""


@pytest.fixture
def analysed(tmp_path: Path) -> AnalysedTexts:
    path = tmp_path / "fr.conllu"
    path.write_text(PARSED, encoding="utf-8")
    return AnalysedTexts(path)


def test_sentences_are_found_in_any_order_whatever_their_spaces(analysed: AnalysedTexts) -> None:
    texts = ["Elle\u00a0 dort", "du chat", "Elle dort"]
    found = [sentence for (sentence,) in analysed.analyse(texts)]
    assert [sentence.text for sentence in found] == texts
    assert [[(word.lemma, word.start) for word in sentence.words] for sentence in found] == [
        [("elle", 0), ("dormir", 6)],
        [("de", 0), ("le", 0), ("chat", 3)],
        [("elle", 0), ("dormir", 5)],
    ]


def test_texts_that_are_there_and_those_that_are_not(
    analysed: AnalysedTexts, tmp_path: Path
) -> None:
    assert "duchat" in analysed and "Du chat" not in analysed and "" not in analysed
    assert (analysed.signature, analysed.any_order) == ("conllu:fr.conllu", True)
    with pytest.raises(DataError) as caught:
        list(analysed.analyse(["Elle mange"]))
    assert str(caught.value) == f"{tmp_path}/fr.conllu has no analysis of 'Elle mange'."
    with pytest.raises(DataError) as caught:
        AnalysedTexts(tmp_path / "none")
    assert str(caught.value) == f"{tmp_path}/none does not exist."
