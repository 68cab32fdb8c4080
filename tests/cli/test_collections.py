"""Collections on the command line: one output per file, equal to what the file alone gives."""

import json
from pathlib import Path

import pytest
from commanding import FIXTURES, Litmus, write_lines

here, litmus, tiny = FIXTURES

ENGLISH = ["You are late.", "It is a cat.", "He spilled the beans.", "I see her.", "Take it."]
FRENCH = ["Tu es en retard.", "C'est un chat.", "Il a craché le morceau.", "Je la vois.", "Prends-le."]  # fmt: skip


@pytest.fixture
def files(here: Path) -> Path:
    """Two files of pairs, as text and as JSONL; every pair of lines is a document."""
    (here / "text").mkdir()
    (here / "rows").mkdir()
    for part, order in (("p0", (0, 1, 2, 3)), ("p1", (4, 2))):
        pairs = [(ENGLISH[k], FRENCH[k], f"{part}-{n // 2}") for n, k in enumerate(order)]
        for suffix, side in zip(("en", "fr", "ids"), zip(*pairs, strict=True), strict=True):
            write_lines(here / "text" / f"{part}.{suffix}", list(side))
        rows = [{"translation": {"en": s, "fr": r}, "doc": d} for s, r, d in pairs]
        write_lines(here / "rows" / f"{part}.jsonl", [json.dumps(row) for row in rows])
    write_lines(here / "list", ["spill the beans"])
    return here


def test_mine(files: Path, litmus: Litmus) -> None:
    done = litmus("mine", "list", "rows", "-l", "en", "-o", "found", "--workers", "1")
    assert done.code == 0, done.err
    assert done.out.startswith("found: 2 files, 6 rows, 0 rejected\n")
    for part in ("p0", "p1"):
        litmus("mine", "list", f"text/{part}.en", "-l", "en", "-o", f"{part}.jsonl")
        assert (files / "found" / f"{part}.jsonl").read_text() == (files / f"{part}.jsonl").read_text()  # fmt: skip
    assert litmus("merge", "found", "-o", "all.jsonl").code == 0
    lines = (files / "all.jsonl").read_text().splitlines()
    assert [json.loads(row)["line"] for row in lines] == [3, 2]


@pytest.mark.slow
def test_analyse(files: Path, litmus: Litmus) -> None:
    done = litmus("analyse", "text/*.en", "-l", "en", "-o", "parsed", "--workers", "2")
    assert done.code == 0, done.err
    alone = litmus("analyse", "text/p0.en", "-l", "en")
    assert (files / "parsed" / "p0.en.conllu").read_text() == alone.out


def test_align(files: Path, litmus: Litmus) -> None:
    form, suffix = "pharaoh", "align"
    done = litmus("align", "-l", "en-fr", "--corpus", "rows", "-f", form, "-o", "links", "--workers", "1")  # fmt: skip
    assert done.code == 0, done.err
    alone = litmus("align", "-l", "en-fr", "-s", "text/p1.en", "-r", "text/p1.fr", "-f", form,
                   "-a", "model:links/aligner.model")  # fmt: skip
    assert (files / "links" / f"p1.{suffix}").read_text() == alone.out
    sides = ("-s", "text/*.en", "-r", "text/*.fr")
    done = litmus("align", "-l", "en-fr", *sides, "-f", form, "-o", "links2", "--workers", "1")
    assert done.code == 0, done.err
    for part in ("p0", "p1"):
        same = [
            (files / folder / f"{part}.{suffix}").read_bytes() for folder in ("links", "links2")
        ]
        assert same[0] == same[1]


def test_tag(files: Path, litmus: Litmus) -> None:
    done = litmus("tag", "-l", "en-fr", "--corpus", "rows", "-o", "tags", "--workers", "1")
    assert done.code == 0, done.err
    alone = litmus("tag", "-l", "en-fr", "-s", "text/p0.en", "-r", "text/p0.fr",
                   "--docids", "text/p0.ids", "-a", "model:tags/aligner.model")  # fmt: skip
    assert (files / "tags" / "p0.jsonl").read_text() == alone.out
    again = litmus("tag", "-l", "en-fr", "--corpus", "rows", "-o", "tags")
    assert "2 files, 6 rows, 0 rejected; 2 done before" in again.out
    sides = ("-s", "text/*.en", "-r", "text/*.fr", "--docids", "text/*.ids")
    for run in ("1/2", "2/2"):
        done = litmus("tag", "-l", "en-fr", *sides, "-o", "tags2", "--shard", run, "--workers", "1")
        assert done.code == 0, done.err
    assert litmus("merge", "tags", "-o", "a").code == litmus("merge", "tags2", "-o", "b").code == 0
    assert (files / "a").read_bytes() == (files / "b").read_bytes()


def test_a_file_that_fails_is_told_of_and_tried_again(files: Path, litmus: Litmus) -> None:
    whole = (files / "rows" / "p1.jsonl").read_text()
    write_lines(files / "rows" / "p1.jsonl", ['{"text": "wrong"}'])
    command = ("tag", "-l", "en-fr", "--corpus", "rows", "-o", "tags", "--workers", "1",
               "-a", "model:aligner")  # fmt: skip
    litmus(
        "align", "--train", "-l", "en-fr", "-s", "text/p0.en", "-r", "text/p0.fr", "-o", "aligner"
    )
    done = litmus(*command)
    assert done.code == 1
    assert "FAILED p1: rows/p1.jsonl has no column for the source" in done.out
    assert "Name it: --columns source=NAME" in done.out
    (files / "rows" / "p1.jsonl").write_text(whole)
    assert litmus(*command).code == 0


def test_a_table_alone_is_text_unless_columns_are_named(files: Path, litmus: Litmus) -> None:
    write_lines(files / "one.tsv", ["He spilled the beans.\tIl a parlé.", "You are late.\tTard."])
    assert litmus("mine", "list", "one.tsv", "-l", "en", "-o", "found.jsonl").code == 0
    assert (files / "found.jsonl").is_file()
    done = litmus("mine", "list", "one.tsv", "-l", "en", "-o", "x", "--columns", "text=1")
    assert done.code == 0, done.err
    assert (files / "x" / "one.jsonl").is_file()
    for name in ("src.jsonl", "ref.jsonl"):
        write_lines(files / name, ["a house"])
    assert litmus("align", "-l", "en-fr", "-s", "src.jsonl", "-r", "ref.jsonl").out == "0-0 1-1\n"


@pytest.mark.parametrize(("command", "message"), [
    (("tag", "-l", "en-fr", "-s", "text/*.en", "-r", "text/*.fr", "-o", "x"), "Tags need documents"),
    (("score", "-l", "en-fr", "-s", "s3://b/src", "-r", "text/p0.fr", "-i", "text/p0.fr"), "s3://b/src is a URL, which is for collections"),
    (("tag", "-l", "en-fr", "--corpus", "rows", "-o", "x", "--target-analyser", "conllu:list"), "in any order"),
    (("align", "-l", "en-fr", "--corpus", "rows", "-o", "x", "-a", "pharaoh:list"), "from top to bottom"),
    (("align", "-l", "en-fr", "-s", "text/*.en", "-o", "x"), "A collection of pairs is --corpus WHERE, or -s"),
])  # fmt: skip
def test_what_is_refused(
    command: tuple[str, ...], message: str, files: Path, litmus: Litmus
) -> None:
    done = litmus(*command)
    assert done.code in (1, 2)
    assert message in done.err
    assert not list(files.glob("x/*.receipt.json"))


def test_build_from_a_collection_as_from_one_text(here: Path, litmus: Litmus) -> None:
    (here / "rows").mkdir()
    sides: tuple[list[str], list[str]] = ([], [])
    for part in range(3):
        lines = []
        for n in range(6):
            pair = (f"In year {part}{n} the old man spilled the beans in town.", f"Il a tout dit en {part}{n} dans la ville.")  # fmt: skip
            lines.append(json.dumps({"en": pair[0], "fr": pair[1]}))
            for side, text in zip(sides, pair, strict=True):
                side.append(text)
        lines.insert(4, "broken")
        write_lines(here / "rows" / f"p{part}.jsonl", lines)
    write_lines(here / "list", ["spill the beans"])
    for name, side in zip(("en", "fr"), sides, strict=True):
        write_lines(here / name, side)
    assert litmus("mine", "list", "rows", "-l", "en", "-o", "found", "--workers", "1").code == 0
    assert litmus("mine", "list", "en", "-l", "en", "-o", "found.jsonl").code == 0
    one = litmus(
        "build", "found.jsonl", "-l", "en-fr", "-s", "en", "-r", "fr", "-o", "one", "--seed", "3"
    )
    many = litmus(
        "build", "found", "-l", "en-fr", "--corpus", "rows/*.jsonl", "-o", "many", "--seed", "3"
    )
    assert (one.code, many.code) == (0, 0), many.err
    suites = [sorted((here / name).rglob("*.jsonl")) for name in ("one", "many")]
    assert [path.name for path in suites[0]] == [path.name for path in suites[1]]
    kinds = [sum(len(path.read_text().splitlines()) for path in paths) for paths in suites]
    assert kinds[0] == kinds[1] > 0
    wrong = litmus("build", "found", "-l", "en-fr", "-s", "en", "-r", "fr", "-o", "wrong")
    assert wrong.code == 1
    assert "Build from the corpus that was mined" in wrong.err
