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


def test_analyse_splits_lines(parsed: Path, litmus: Litmus) -> None:
    write_lines(parsed / "x.fr", ["", "Elle dort. Je parle du chat"])
    answer = litmus("analyse", "x.fr", *FRENCH, "--sents", "split", "-q")
    assert (answer.code, answer.out, answer.err) == (0, renamed("2-1", "2-2"), "")


def test_analyse_counts_blank_lines(parsed: Path, litmus: Litmus) -> None:
    write_lines(parsed / "x.fr", ["Elle dort.", "", "Je parle du chat", " "])
    answer = litmus("analyse", "x.fr", *FRENCH)
    assert (answer.code, answer.out) == (0, renamed("1", "3"))
    assert answer.err == "litmus: x.fr: 2 blank lines have no sentence (the first is line 2).\n"
    assert litmus("analyse", "x.fr", *FRENCH, "-q").err == ""


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


def test_analyse_prints_what_was_good_before_an_error(parsed: Path, litmus: Litmus) -> None:
    (parsed / "x.fr").write_bytes(b"Elle dort.\nJe parle \xe9\n")
    answer = litmus("analyse", "x.fr", *FRENCH)
    assert answer.code == 1
    assert answer.out.startswith("# sent_id = 1\n") and answer.out.count("# sent_id") == 1
    assert answer.err.startswith("litmus: x.fr:2 is not UTF-8: byte 0xe9 at byte 10 of the line.\n")


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
