"""`litmus analyse`: CoNLL-U to stdout or a file, as the text is read."""

import gzip
import sys
from pathlib import Path

import pytest
from commanding import FIXTURES, Litmus, python, write_lines

from litmus.language.conllu.reader import read_conllu

here, litmus, tiny = FIXTURES

PARSED = """# sent_id = a
# text = Elle dort.
1	Elle	elle	PRON	_	Number=Sing	2	nsubj	_	_
2	dort	dormir	VERB	_	_	0	root	_	SpaceAfter=No
3	.	.	PUNCT	_	_	2	punct	_	_

# sent_id = b
# text = Je parle du chat
1	Je	je	PRON	_	_	2	nsubj	_	_
2	parle	parler	VERB	_	_	0	root	_	_
3-4	du	_	_	_	_	_	_	_	_
3	de	de	ADP	_	_	5	case	_	_
4	le	le	DET	_	_	5	det	_	_
5	chat	chat	NOUN	_	_	2	obl	_	_

"""
FRENCH = ("-l", "fr", "--backend", "conllu:fr.conllu")


@pytest.fixture
def parsed(here: Path) -> Path:
    """`fr.conllu`, and `x.fr` with its two sentences a line each."""
    (here / "fr.conllu").write_text(PARSED, encoding="utf-8")
    write_lines(here / "x.fr", ["Elle dort.", "Je parle du chat"])
    return here


def renamed(first: str, second: str) -> str:
    return PARSED.replace("sent_id = a", f"sent_id = {first}").replace(
        "sent_id = b", f"sent_id = {second}"
    )


def test_analyse_prints_conllu(parsed: Path, litmus: Litmus) -> None:
    answer = litmus("analyse", "x.fr", *FRENCH)
    assert (answer.code, answer.out, answer.err) == (0, renamed("1", "2"), "")


def test_analyse_writes_a_file_and_prints_nothing(parsed: Path, litmus: Litmus) -> None:
    answer = litmus("analyse", "x.fr", *FRENCH, "-o", "out/x.conllu.gz")
    assert (answer.code, answer.out, answer.err) == (0, "", "")
    with gzip.open("out/x.conllu.gz", "rt", encoding="utf-8") as file:
        assert file.read() == renamed("1", "2")
    assert [entry.id for entry in read_conllu(Path("out/x.conllu.gz"))] == ["1", "2"]


def test_analyse_reads_compressed_files(parsed: Path, litmus: Litmus) -> None:
    with gzip.open("x.fr.gz", "wt", encoding="utf-8") as file:
        file.write("Elle dort.\nJe parle du chat\n")
    assert litmus("analyse", "x.fr.gz", *FRENCH).out == renamed("1", "2")


@pytest.mark.parametrize("mode", [["--sents"], ["--sents", "given"], []])
def test_analyse_one_sentence_a_line(parsed: Path, litmus: Litmus, mode: list[str]) -> None:
    write_lines(parsed / "x.fr", ["Elle dort. Je parle du chat"])
    out = litmus("analyse", "x.fr", *FRENCH, *mode).out
    assert out.startswith("# sent_id = 1\n# text = Elle dort. Je parle du chat\n")
    assert "5\tparle\tparler\tVERB\t_\t_\t2\tparataxis\t_\t_\n" in out
    assert out.count("# sent_id") == 1


def test_analyse_splits_lines(parsed: Path, litmus: Litmus) -> None:
    write_lines(parsed / "x.fr", ["", "Elle dort. Je parle du chat"])
    answer = litmus("analyse", "x.fr", *FRENCH, "--sents", "split", "-q")
    assert (answer.code, answer.out, answer.err) == (0, renamed("2-1", "2-2"), "")


def test_analyse_without_parse(parsed: Path, litmus: Litmus) -> None:
    out = litmus("analyse", "x.fr", *FRENCH, "--no-parse").out
    heads = {tuple(line.split("\t")[6:8]) for line in out.split("\n") if "\t" in line}
    assert heads == {("_", "_")}


def test_analyse_counts_blank_lines(parsed: Path, litmus: Litmus) -> None:
    write_lines(parsed / "x.fr", ["Elle dort.", "", "Je parle du chat", " "])
    answer = litmus("analyse", "x.fr", *FRENCH)
    assert (answer.code, answer.out) == (0, renamed("1", "3"))
    assert answer.err == "litmus: x.fr: 2 blank lines have no sentence (the first is line 2).\n"
    write_lines(parsed / "x.fr", ["", "Elle dort.", "Je parle du chat"])
    assert litmus("analyse", "x.fr", *FRENCH).err == (
        "litmus: x.fr: 1 blank line has no sentence (the first is line 1).\n"
    )
    assert litmus("analyse", "x.fr", *FRENCH, "-q").err == ""


def test_analyse_keeps_every_space(parsed: Path, litmus: Litmus) -> None:
    lines = ["  Elle  dort.\t", "Je parle du\u00a0chat"]
    write_lines(parsed / "x.fr", lines)
    litmus("analyse", "x.fr", *FRENCH, "-o", "x.conllu")
    assert [entry.sentence.text for entry in read_conllu(Path("x.conllu"))] == lines


def test_analyse_windows_line_ends(parsed: Path, litmus: Litmus) -> None:
    (parsed / "x.fr").write_bytes(b"Elle dort.\r\nJe parle du chat\r\n")
    answer = litmus("analyse", "x.fr", *FRENCH)
    assert (answer.code, answer.out) == (0, renamed("1", "2"))
    assert answer.err == "litmus: CRLF line ends read as \\n in: x.fr\n"


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="there is no /dev/stdin")
def test_analyse_stdin(parsed: Path) -> None:
    done = python(
        "-m",
        "litmus",
        "analyse",
        "-",
        *FRENCH,
        cwd=parsed,
        input="Elle dort.\n\nJe parle du chat\n",
    )
    assert (done.returncode, done.stdout) == (0, renamed("1", "3"))
    assert done.stderr == "litmus: stdin: 1 blank line has no sentence (the first is line 2).\n"


@pytest.mark.slow
@pytest.mark.torch  # spaCy imports it where it is installed
def test_analyse_with_spacy(here: Path, litmus: Litmus) -> None:
    spacy = pytest.importorskip("spacy", reason="spaCy is not installed")
    nlp = spacy.blank("de")
    nlp.add_pipe("sentencizer")
    nlp.to_disk(here / "bare")
    write_lines(here / "x.de", ["Sie schläft. Er nicht."])
    answer = litmus("analyse", "x.de", "-l", "de", "--sents", "split", "--backend", "spacy:bare")
    assert (answer.code, answer.err) == (0, "")
    assert answer.out == (
        "# sent_id = 1-1\n# text = Sie schläft.\n"
        "1\tSie\t_\t_\t_\t_\t_\t_\t_\t_\n"
        "2\tschläft\t_\t_\t_\t_\t_\t_\t_\tSpaceAfter=No\n"
        "3\t.\t_\t_\t_\t_\t_\t_\t_\t_\n\n"
        "# sent_id = 1-2\n# text = Er nicht.\n"
        "1\tEr\t_\t_\t_\t_\t_\t_\t_\t_\n"
        "2\tnicht\t_\t_\t_\t_\t_\t_\t_\tSpaceAfter=No\n"
        "3\t.\t_\t_\t_\t_\t_\t_\t_\t_\n\n"
    )


# --- what a user can get wrong -------------------------------------------------------------------


def test_analyse_a_text_of_another_parse(parsed: Path, litmus: Litmus) -> None:
    write_lines(parsed / "x.fr", ["Elle dort.", "Tu parles du chat"])
    before = sorted(parsed.rglob("*"))
    answer = litmus("analyse", "x.fr", *FRENCH, "-o", "x.conllu")
    assert (answer.code, answer.out) == (1, "")
    assert answer.err == (
        "litmus: fr.conllu:9 has the form 'Je', but text 2 goes on with 'Tu parles du chat'.\n"
        "The file must hold the texts given, in order: parse them again, one sentence a line.\n"
    )
    assert sorted(parsed.rglob("*")) == before


def test_analyse_prints_what_was_good_before_an_error(parsed: Path, litmus: Litmus) -> None:
    (parsed / "x.fr").write_bytes(b"Elle dort.\nJe parle \xe9\n")
    answer = litmus("analyse", "x.fr", *FRENCH)
    assert answer.code == 1
    assert answer.out.startswith("# sent_id = 1\n") and answer.out.count("# sent_id") == 1
    assert answer.err.startswith("litmus: x.fr:2 is not UTF-8: byte 0xe9 at byte 10 of the line.\n")


@pytest.mark.parametrize(("arguments", "code", "message"), [
    (["nowhere.fr", *FRENCH], 1, "nowhere.fr does not exist.\n"),
    (["x.fr", "-l", "xx"], 2, "No language is called 'xx'."),
    (["x.fr", "-l", "fr", "--backend", "spcy:x"], 2,
     "No analyser is called 'spcy:x'. Did you mean 'spacy:PIPELINE'?\n"
     "Known: conllu:FILE, embedded[:FOLDER], plain, spacy:PIPELINE, stanza[:LANG[:PACKAGE]]\n"),
    (["x.fr", "-l", "fr", "--backend", "conllu:nowhere"], 1, "nowhere does not exist.\n"),
    (["x.fr", *FRENCH, "-o", "."], 1, ". is a folder; give the name of a file.\n"),
])  # fmt: skip
def test_analyse_refuses(
    parsed: Path, litmus: Litmus, arguments: list[str], code: int, message: str
) -> None:
    answer = litmus("analyse", *arguments)
    assert (answer.code, answer.out) == (code, "")
    assert answer.err.startswith(f"litmus: {message}")


def test_analyse_needs_a_language(parsed: Path, litmus: Litmus) -> None:
    answer = litmus("analyse", "x.fr")
    assert answer.code == 2
    assert "the following arguments are required: -l/--language" in answer.err


def test_analyse_knows_two_kinds_of_lines(parsed: Path, litmus: Litmus) -> None:
    answer = litmus("analyse", "x.fr", *FRENCH, "--sents", "spilt")
    assert answer.code == 2
    assert "there is no 'spilt'. Did you mean 'split'?" in answer.err


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="there is no head")
def test_analyse_stops_quietly_when_the_reader_goes(here: Path) -> None:
    block = "1\ta" + "\t_" * 8 + "\n\n"
    (here / "a.conllu").write_text(block * 20_000, encoding="utf-8")
    write_lines(here / "a.fr", ["a"] * 20_000)
    code = (
        "import subprocess, sys; reader = subprocess.Popen(['head', '-1'], stdin=-1);"
        "done = subprocess.run([sys.executable, '-m', 'litmus', 'analyse', 'a.fr', '-l', 'fr',"
        " '--backend', 'conllu:a.conllu'], stdout=reader.stdin); reader.stdin.close();"
        "reader.wait(); sys.exit(done.returncode)"
    )
    done = python("-c", code, cwd=here)
    assert (done.returncode, done.stdout, done.stderr) == (0, "# sent_id = 1\n", "")


@pytest.mark.slow
@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="the peak is asked of Linux")
def test_analyse_memory_does_not_grow_with_the_text(here: Path) -> None:
    peaks = []
    for n in (2_000, 200_000):
        (here / "a.conllu").write_text(("1\ta" + "\t_" * 8 + "\n\n") * n, encoding="utf-8")
        write_lines(here / "a.fr", ["a"] * n)
        code = (
            "from litmus.cli import main;"
            "main(['analyse', 'a.fr', '-l', 'fr', '--backend', 'conllu:a.conllu', '-o', 'o']);"
            "print(next(line.split()[1] for line in open('/proc/self/status') if 'VmHWM' in line))"
        )
        peaks.append(int(python("-c", code, cwd=here).stdout))
    assert peaks[1] < 1.2 * peaks[0]
