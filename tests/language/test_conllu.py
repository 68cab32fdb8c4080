"""CoNLL-U, read and written."""

import subprocess
import sys
import warnings
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from litmus.errors import DataError
from litmus.files.text import TextWarning
from litmus.language.analysis import Sentence, Token, Word, part_spans
from litmus.language.conllu.blocks import unescape
from litmus.language.conllu.reader import Entry, read_conllu
from litmus.language.conllu.writer import to_conllu

# "Je parle du chat." with a multiword token, by hand.
FRENCH = """# sent_id = fr-1
# text = Je parle du chat.
1	Je	je	PRON	_	Person=1|Number=Sing	2	nsubj	_	_
2	parle	parler	VERB	_	_	0	root	_	_
3-4	du	_	_	_	_	_	_	_	_
3	de	de	ADP	_	_	5	case	_	_
4	le	le	DET	_	_	5	det	_	_
5	chat	chat	NOUN	_	Number=Sing	2	obl	_	SpaceAfter=No
6	.	.	PUNCT	_	_	2	punct	_	Confidence=0.75

"""


def written(tmp_path: Path, text: str) -> Path:
    path = tmp_path / "x.conllu"
    path.write_text(text, encoding="utf-8")
    return path


def entries(tmp_path: Path, text: str) -> list[Entry]:
    return list(read_conllu(written(tmp_path, text)))


def refused(tmp_path: Path, text: str) -> str:
    with pytest.raises(DataError) as caught:
        entries(tmp_path, text)
    return str(caught.value).replace(f"{tmp_path}/", "")


def rows(*forms: str, misc: str = "_") -> str:
    """Rows of unparsed words."""
    lines = (f"{n}\t{form}" + "\t_" * 7 + f"\t{misc}\n" for n, form in enumerate(forms, 1))
    return "".join(lines) + "\n"


def test_read_conllu_by_hand(tmp_path: Path) -> None:
    (entry,) = entries(tmp_path, FRENCH)
    sentence = entry.sentence
    assert (entry.id, entry.line) == ("fr-1", 3)
    assert (sentence.text, sentence.start, sentence.end) == ("Je parle du chat.", 0, 17)
    assert sentence.tokens == (
        Token(0, 2, 0, 1), Token(3, 8, 1, 2), Token(9, 11, 2, 4), Token(12, 16, 4, 5),
        Token(16, 17, 5, 6),
    )  # fmt: skip
    assert sentence.words == (
        Word("Je", "je", "PRON", "Number=Sing|Person=1", 1, "nsubj", 1.0, 0, 2),
        Word("parle", "parler", "VERB", "", None, "root", 1.0, 3, 8),
        Word("de", "de", "ADP", "", 4, "case", 1.0, 9, 11),
        Word("le", "le", "DET", "", 4, "det", 1.0, 9, 11),
        Word("chat", "chat", "NOUN", "Number=Sing", 1, "obl", 1.0, 12, 16),
        Word(".", ".", "PUNCT", "", 1, "punct", 0.75, 16, 17),
    )


@pytest.mark.parametrize(
    ("text", "words"),
    [
        # the letters of a multiword token are shared out
        ("1-2\tcannot" + "\t_" * 8 + "\n" + rows("can", "not"), [("can", 0, 3), ("not", 3, 6)]),
        # as parsers write it that do not know SpaceAfter
        ("# text = a\u00a0b.\n" + rows("a", "b", "."), [("a", 0, 1), ("b", 2, 3), (".", 3, 4)]),
        # words with spaces
        ("# text = plus de 10\u00a0000.\n" + rows("plus de", "10 000", "."),
         [("plus de", 0, 7), ("10\u00a0000", 8, 14), (".", 14, 15)]),
        # spaces of UDPipe; the line end after the sentence is not part of it
        ("# text = a b c\n1\ta" + "\t_" * 7 + "\tSpacesBefore=\\s|SpacesAfter=\\t\\s\n"
         "2\tb c" + "\t_" * 7 + "\tSpacesAfter=\\n|SpacesInToken=b\\s\\sc\n\n",
         [("a", 1, 2), ("b  c", 4, 8)]),
    ],
    ids=["multiword", "no SpaceAfter", "words with spaces", "udpipe"],
)  # fmt: skip
def test_read_conllu_places_words(
    tmp_path: Path, text: str, words: list[tuple[str, int, int]]
) -> None:
    (entry,) = entries(tmp_path, text)
    assert [(w.form, w.start, w.end) for w in entry.sentence.words] == words
    assert [(t.start, t.end) for t in entry.sentence.tokens][-1][1] == words[-1][2]
    assert len(entry.sentence.text) == words[-1][2]


def test_unescape() -> None:
    assert unescape(r"\s\t\n\r\p\\\u00a0") == " \t\n\r|\\\u00a0"
    assert unescape(r"\x") == r"\x"


def test_read_conllu_underscores_and_sentences_that_are_not_parsed(tmp_path: Path) -> None:
    row = "1\t_\t_\tSYM\t_\t_\t0\troot\t_\t_\n2\ta\t_\t_\t_\t_\t1\t_\t_\t_\n\n"
    first, second = entries(tmp_path, row)[0].sentence.words
    assert (first.form, first.lemma, first.upos, first.feats) == ("_", "_", "SYM", "")
    assert (second.lemma, second.upos, second.relation) == ("", "", "dep")
    (entry,) = entries(tmp_path, rows("a", "b"))
    assert {(w.head, w.relation) for w in entry.sentence.words} == {(None, "")}


def test_read_conllu_leaves_out_empty_nodes_and_says_so(tmp_path: Path) -> None:
    node = "2.1\tgoes" + "\t_" * 8 + "\n"
    text = FRENCH.replace("3-4\t", f"{node}3-4\t")
    with pytest.warns(TextWarning) as caught:
        found = entries(tmp_path, text + text)
    assert [entry.sentence for entry in found] == [entries(tmp_path, FRENCH)[0].sentence] * 2
    assert [str(w.message).replace(f"{tmp_path}/", "") for w in caught] == [
        "x.conllu: 2 empty nodes left out (the first at line 5); enhanced dependencies are not read."
    ]


def test_read_conllu_without_text_at_the_end_of_the_file_and_with_windows_line_ends(
    tmp_path: Path,
) -> None:
    (one,) = (entry.sentence for entry in entries(tmp_path, FRENCH))
    without = FRENCH.replace("# text = Je parle du chat.\n", "")
    assert [entry.sentence for entry in entries(tmp_path, without)] == [one]
    for text in ((FRENCH + FRENCH).rstrip("\n"), f"\n{FRENCH}\n\n{FRENCH}# end\n"):
        assert [entry.sentence for entry in entries(tmp_path, text)] == [one] * 2
    path = tmp_path / "x.conllu"
    path.write_bytes(FRENCH.replace("\n", "\r\n").encode())
    assert [entry.sentence for entry in read_conllu(path)] == [one]


BAD = {
    "no-words": (FRENCH, "# text = x\n1.1\tx" + "\t_" * 8 + "\n\n", "x.conllu:1 begins a sentence without a word."),
    "spaces": ("\t", " ", "x.conllu:3 has 1 columns.\nCoNLL-U has 10, separated by tabs. Are they spaces?"),
    "columns": ("\t_\n2\tparle", "\n2\tparle", "x.conllu:3 has 9 columns.\nCoNLL-U has 10, separated by tabs."),
    "id": ("1\tJe", "one\tJe", "x.conllu:3 has the ID 'one'.\nExpected: 3, 3-4 or 3.1."),
    "order": ("2\tparle", "3\tparle", "x.conllu:4 has the ID 3.\nExpected: 2."),
    "range-start": ("3-4\t", "4-5\t", "x.conllu:5 has the ID 4-5.\nA multiword token here begins at 3 and has two words or more."),
    "range-one": ("3-4\t", "3-3\t", "x.conllu:5 has the ID 3-3.\nA multiword token here begins at 3 and has two words or more."),
    "range-end": ("3-4\tdu", "3-9\tdu", "x.conllu:5 is a multiword token of words up to 9.\nThe sentence has 6."),
    "range-overlap": ("4\tle", "4-5\tle" + "\t_" * 8 + "\n4\tle", "x.conllu:7 has the ID 4-5.\nWord 4 is part of a multiword token already."),
    "no-form": ("\tJe\t", "\t\t", "x.conllu:3 has no form.\nEvery word needs one; _ is the underscore itself."),
    "feats": ("Person=1|", "Person|", "x.conllu:3 has the features 'Person|Number=Sing'.\nWrite Name=Value|Name=Value, or _."),
    "head": ("\t2\tnsubj", "\tparle\tnsubj", "x.conllu:3 has the head 'parle'.\nExpected a number, or _ if not parsed."),
    "head-far": ("\t2\tnsubj", "\t7\tnsubj", "x.conllu:3 has the head 7.\nThe sentence has 6 words."),
    "head-missing": ("\t2\tnsubj", "\t_\t_", "x.conllu:3 has no head.\nGive every word of a sentence one, or none."),
    "no-root": ("\t0\troot", "\t1\tdep", "x.conllu:3 is in a sentence with 0 roots.\nIt needs exactly one."),
    "two-roots": ("\t2\tobl", "\t0\troot", "x.conllu:8 is in a sentence with 2 roots.\nIt needs exactly one."),
    "circle": ("\t2\tobl", "\t3\tobl", "x.conllu:6 is above itself in the tree.\nIts heads go in a circle."),
    "comment": ("2\tparle", "# so\n2\tparle", "x.conllu:4 is a comment inside a sentence.\nEnd sentences by a blank line."),
    "text": ("\tchat\tchat", "\tchien\tchien", "x.conllu:8 has the form 'chien', but # text goes on with 'chat.'.\nForms must spell the text of their sentence."),
    "text-more": ("du chat.", "du chat. Non.", "x.conllu:3 begins a sentence whose # text goes on after its last form: 'Non.'.\nForms must spell the text of their sentence."),
    "spaces-after": ("SpaceAfter=No", "SpacesAfter=x", "x.conllu:8 has 'x' between two tokens.\nOnly white space can be there."),
}  # fmt: skip


@pytest.mark.parametrize(("old", "new", "message"), BAD.values(), ids=BAD.keys())
def test_read_conllu_refuses(tmp_path: Path, old: str, new: str, message: str) -> None:
    assert old in FRENCH
    assert refused(tmp_path, FRENCH.replace(old, new)) == message


def test_read_conllu_every_treebank_that_is_there(shared: Path) -> None:
    files = sorted((shared / "data" / "ud").glob("*/test-*.conllu.gz"))
    if not files:
        pytest.skip("there are no treebanks in the reference data")
    for path in files[:4]:
        first = [entry.sentence for entry, _ in zip(read_conllu(path), range(100), strict=False)]
        assert len(first) == 100


def test_to_conllu_by_hand(tmp_path: Path) -> None:
    (entry,) = entries(tmp_path, FRENCH)
    expected = FRENCH.replace("Person=1|Number=Sing", "Number=Sing|Person=1")
    assert to_conllu([entry.sentence], ["fr-1"]) == expected
    shown = {1.0: "_", 0.996: "_", 0.994: "Confidence=0.99", 0.0: "Confidence=0.00"}
    (word, *_) = entry.sentence.words
    for confidence, misc in shown.items():
        words = (word._replace(confidence=confidence), *entry.sentence.words[1:])
        assert miscs(to_conllu([entry.sentence._replace(words=words)], ["1"]))[0] == misc


def plain(text: str, *spans: tuple[int, int]) -> Sentence:
    words = [Word(text[a:b], "x", "X", "", None, "", 1.0, a, b) for a, b in spans]
    tokens = [Token(a, b, place, place + 1) for place, (a, b) in enumerate(spans)]
    return Sentence(text, spans[0][0], spans[-1][1], tuple(tokens), tuple(words))


def miscs(block: str) -> list[str]:
    return [line.split("\t")[9] for line in block.split("\n") if "\t" in line]


def test_to_conllu_writes_every_gap_that_is_not_one_space() -> None:
    sentence = plain(" a b  c\td\u2028e. ", (1, 2), (3, 4), (6, 7), (8, 9), (10, 11), (11, 12))
    block = to_conllu([sentence], ["7"])
    assert block.startswith("# sent_id = 7\n# text = a b c d e.\n")
    no, after = "SpaceAfter=No", "SpacesAfter="
    gaps = [
        r"SpacesBefore=\s",
        rf"{after}\s\s",
        rf"{after}\t",
        rf"{after}\u2028",
        no,
        rf"{after}\s",
    ]
    assert miscs(block) == gaps
    text = "Ja. Nein.Doch."  # between sentences of one text
    spans = [((0, 2), (2, 3)), ((4, 8), (8, 9)), ((9, 13), (13, 14))]
    block = to_conllu([plain(text, *own) for own in spans], ["1-1", "1-2", "1-3"])
    assert miscs(block) == [no, "_", no, no, no, "_"]


def test_to_conllu_never_breaks_a_line_or_a_column() -> None:
    sentence = plain("a\tb\nc\0d\x85e|f\\", (0, 13))
    (word,) = sentence.words
    sentence = sentence._replace(words=(word._replace(lemma="a\tb\nc"),))
    *_, row, _, _ = to_conllu([sentence], ["a\nb"]).split("\n")
    assert row == (
        "1\ta b c\ufffdd e|f\\\ta b c\tX\t_\t_\t_\t_\t_\tSpacesInToken=a\\tb\\nc\\u0000d\\u0085e\\pf\\\\"
    )


visible = st.text(
    st.characters(exclude_categories=("Zs", "Zl", "Zp", "Cc", "Cs")), min_size=1, max_size=6
)
label = st.text("abcXYZ:", min_size=1, max_size=5)
feats = st.sampled_from(["", "Case=Nom", "aspect=x|Case=Nom|Number[psor]=Plur,Sing"])
anything = st.text(st.characters(), min_size=1, max_size=6)  # controls and half characters, too
inside = st.builds("{}{}{}".format, visible, anything, visible) | visible
gaps = st.sampled_from(["", " ", "  ", "\t", "\n", "\u00a0", "\u2028", " \x85", "\u3000", "\x1c"])
ends = st.sampled_from(["", " ", "\t\t", "\u3000"])  # a line end there is not part of a sentence


@st.composite
def sentences(draw: st.DrawFn) -> Sentence:
    """Any sentence that an analyser may make, multiword tokens and odd white space included."""
    text = draw(ends)
    tokens: list[Token] = []
    words: list[Word] = []
    size = draw(st.integers(1, 5))
    for place in range(size):
        parts = draw(st.lists(visible, min_size=1, max_size=3))
        spelled = draw(st.booleans())
        surface = "".join(parts) if len(parts) > 1 and spelled else draw(inside)
        start, end = len(text), len(text) + len(surface)
        text += surface
        forms = parts if len(parts) > 1 else [surface]
        tokens.append(Token(start, end, len(words), len(words) + len(forms)))
        spans = part_spans(text, start, end, forms) if len(forms) > 1 else [(start, end)]
        for form, (a, b) in zip(forms, spans, strict=True):
            share = draw(st.integers(0, 100)) / 100
            upos = draw(st.sampled_from(["NOUN", "X", ""]))
            # CoNLL-U writes "no lemma" as _, so the lemma _ belongs to the form _ alone
            lemma = form if form == "_" else draw(visible.filter(lambda text: text != "_"))
            words.append(Word(form, lemma, upos, draw(feats), None, "", share, a, b))
        text += draw(gaps if place + 1 < size else ends)
    if draw(st.booleans()):
        root = draw(st.integers(0, len(words) - 1))
        words = [
            word._replace(head=None, relation="root")
            if place == root
            else word._replace(head=root, relation=draw(label))
            for place, word in enumerate(words)
        ]
    return Sentence(text, tokens[0].start, tokens[-1].end, tuple(tokens), tuple(words))


@given(found=st.lists(sentences(), min_size=1, max_size=3))
def test_reading_what_was_written_gives_the_same_sentences(
    tmp_path_factory: pytest.TempPathFactory, found: list[Sentence]
) -> None:
    blocks = "".join(to_conllu([sentence], [str(n)]) for n, sentence in enumerate(found))
    path = tmp_path_factory.mktemp("conllu") / "x.conllu"
    path.write_text(blocks, encoding="utf-8")
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        back = list(read_conllu(path))
    assert [entry.id for entry in back] == [str(n) for n in range(len(found))]
    assert [entry.sentence for entry in back] == found


@pytest.mark.slow
def test_written_conllu_passes_the_official_validator(tmp_path: Path) -> None:
    pytest.importorskip("udtools", reason="udtools is not installed: pip install -e '.[test-all]'")
    (entry,) = entries(tmp_path, FRENCH)
    odd = plain("Ja,  nein. ", (0, 2), (2, 3), (5, 9), (9, 10))
    parsed = [w._replace(head=0, relation="punct", upos="PUNCT") for w in odd.words]
    parsed[0] = odd.words[0]._replace(relation="root", upos="INTJ")
    odd = odd._replace(words=tuple(parsed))
    path = written(tmp_path, to_conllu([entry.sentence], ["1"]) + to_conllu([odd], ["2"]))
    done = subprocess.run(
        [sys.executable, "-c", "from udtools.cli import main; main()", "--lang", "ud", "--level", "2", str(path)],
        capture_output=True, text=True, check=False, timeout=100,
    )  # fmt: skip
    assert "*** PASSED ***" in done.stdout + done.stderr, done.stdout + done.stderr


def test_sentence_that_is_too_long(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LITMUS_MAX_LINE", "100")
    row = "\tword" + "\t_" * 8
    rows = [f"{number}{row}" for number in range(1, 9)]
    path = tmp_path / "a.conllu"
    path.write_text("\n".join([f"1{row}", "", *rows, ""]) + "\n")
    with pytest.raises(DataError) as caught:
        list(read_conllu(path))
    assert str(caught.value) == (
        f"{path}:3: the sentence is longer than 100 bytes.\n"
        "Is this the right file? If it is, allow more in the environment: LITMUS_MAX_LINE=BYTES"
    )
