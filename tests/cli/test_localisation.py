"""The story of a localisation engineer: XLIFF in, XLIFF scored, subtitles out."""

import json
from pathlib import Path

from tests.cli.commanding import FIXTURES, Litmus
from tests.localisation.films import ENGLISH, GERMAN
from tests.localisation.projects import PO, TRADOS

here, litmus, tiny = FIXTURES


def test_from_a_project_to_scores_and_back(here: Path, litmus: Litmus) -> None:
    (here / "letter.sdlxliff").write_text(TRADOS, encoding="utf-8")
    done = litmus("import", "xliff", "letter.sdlxliff", "-o", "letter")
    assert (done.code, done.out) == (0, "letter: 2 segments, en-de\n")
    assert done.err == "litmus: 1 unit left out: 1 not to be translated.\n"

    other = TRADOS.replace('Er biss ins <x id="2"/>Gras.', 'Er trat den <x id="2"/>Eimer.')
    (here / "new.sdlxliff").write_text(other, encoding="utf-8")
    done = litmus(
        "score", "-t", "letter", "-i", "old=letter.sdlxliff", "new=new.sdlxliff", "-m", "chrf",
        "-f", "json",
    )  # fmt: skip
    assert done.code == 0, done.err
    rows = {row["system"]: row["value"] for row in done.rows}
    assert rows["old"] == 100 and rows["new"] < 100

    (here / "out.txt").write_text("Er starb.\nWie schade.\n", encoding="utf-8")
    done = litmus(
        "export", "xliff", "-t", "letter", "-i", "out.txt", "--into", "letter.sdlxliff", "-o", "out.sdlxliff"
    )  # fmt: skip
    assert (done.code, done.out) == (0, "out.sdlxliff: 2 targets filled\n")
    done = litmus(
        "score",
        "-t",
        "letter",
        "-i",
        "back=out.sdlxliff",
        "lines=out.txt",
        "-m",
        "chrf",
        "-f",
        "json",
    )
    values = {row["value"] for row in done.rows}
    assert len(values) == 1  # the file says what the lines say


def test_subtitles_there_and_back(here: Path, litmus: Litmus) -> None:
    (here / "film.en.srt").write_text(ENGLISH, encoding="utf-8")
    (here / "film.de.vtt").write_text(GERMAN, encoding="utf-8")
    done = litmus("import", "srt", "film.en.srt", "--option", "target=film.de.vtt", "-o", "film")
    assert (done.code, done.out) == (0, "film: 5 segments, en-de\n")
    done = litmus("score", "-t", "film", "-i", "people=film.de.vtt", "-m", "bleu", "-f", "json")
    assert done.rows[0]["value"] == 100
    sources = [
        json.loads(line)["source"]
        for line in (here / "film" / "segments.jsonl").read_text().splitlines()
    ]
    (here / "same.txt").write_text("\n".join(sources) + "\n", encoding="utf-8")
    done = litmus("export", "srt", "-t", "film", "-i", "same.txt", "-o", "same.srt")
    assert (done.code, done.out) == (0, "same.srt: 5 cues\n")
    assert (here / "same.srt").read_text(encoding="utf-8") == ENGLISH + "\n"
    done = litmus(
        "suite", "filter", "-t", "film", "-i", "mt=film.de.vtt", "--sample", "2", "-o", "two"
    )
    assert (
        done.code == 0 and len((here / "two" / "systems" / "mt.txt").read_text().splitlines()) == 2
    )


def test_check_recognises_them(here: Path, litmus: Litmus) -> None:
    for name, text, said in (
        ("a.sdlxliff", TRADOS, "a.sdlxliff: xliff, 2 segments, 2 references, 1 document\nok\n"),
        ("a.po", PO, "a.po: po, 4 segments, 4 references, 1 document\nok\n"),
        ("a.srt", ENGLISH, "a.srt: srt, 6 segments, 1 document\nok\n"),
    ):
        (here / name).write_text(text, encoding="utf-8")
        done = litmus("check", name, "-l", "en-de")
        assert (done.code, done.out) == (0, said)
