"""`litmus init` where there is nothing that it can score."""

from pathlib import Path

from commanding import FIXTURES, Litmus, write_lines

here, litmus, _ = FIXTURES


def test_an_empty_folder_gets_the_demo(here: Path, litmus: Litmus) -> None:
    answer = litmus("init")
    assert (answer.code, answer.out) == (0, "litmus.toml is written. Run it: litmus run\n")
    assert answer.err == "litmus: Nothing to score was found here; the file runs demo-en-es.\n"
    assert litmus("run", "--dry-run").code == 0


def test_what_was_not_understood_is_named(here: Path, litmus: Litmus) -> None:
    write_lines(here / "out/new.de", ["Guten Tag.", "Es regnet."])
    (here / "notes.tsv").write_text("a\tb\n1\t2\n", encoding="utf-8")
    answer = litmus("init")
    assert answer.code == 0
    assert "litmus: ? out/new.de: left out: no source was found\n" in answer.err
    assert "litmus: ? notes.tsv: left out: " in answer.err
    assert "Nothing to score was found here; the file runs demo-en-es." in answer.err
