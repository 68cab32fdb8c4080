"""What `litmus init` takes the files of a folder for."""

import shutil
from collections.abc import Sequence
from contextlib import chdir
from pathlib import Path
from typing import Any

import pytest

from litmus import load_suite
from litmus.errors import DataError
from litmus.files.toml_tables import read_toml
from litmus.projects.draft import write_draft
from litmus.projects.finding import look
from litmus.projects.run import run_project

TEXT = ["one .", "two .", "three ."]


def write(path: Path, lines: Sequence[str] = TEXT) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")


def test_a_wmt_release(tmp_path: Path) -> None:
    write(tmp_path / "sources/newstest2020-ende-src.en.txt")
    write(tmp_path / "references/newstest2020-ende-ref.de.txt")
    for system in ("Online-B.0", "OPPO.1535"):
        write(tmp_path / f"system-outputs/newstest2020/en-de/newstest2020.en-de.{system}.txt")
    write(tmp_path / "README.md", ["not a text to score"])
    draft = write_draft(tmp_path)
    found = read_toml(draft.file)
    assert found["suites"] == {
        "newstest2020": {
            "language-pair": "en-de",
            "source": "sources/newstest2020-ende-src.en.txt",
            "references": ["references/newstest2020-ende-ref.de.txt"],
        }
    }
    assert list(found["systems"]) == ["OPPO-1535", "Online-B-0"]
    assert draft.unsure == ()
    done = run_project(tmp_path)
    assert done.results is not None
    assert done.results["newstest2020"].overall("OPPO-1535", "bleu").n == 3


def test_two_language_pairs(tmp_path: Path) -> None:
    for pair, n in (("en-de", 3), ("cs-en", 2)):
        write(tmp_path / f"data/{pair}.src", TEXT[:n])
        write(tmp_path / f"data/{pair}.ref", TEXT[:n])
        for system in ("old", "new") if n == 3 else ("old",):
            write(tmp_path / f"out/{pair}/{system}.txt", TEXT[:n])
    found = read_toml(write_draft(tmp_path).file)
    assert set(found["suites"]) == {"en-de", "cs-en"}
    assert found["systems"] == {
        "old": "out/{suite}/old.txt",
        "new": {"output": "out/{suite}/new.txt", "suites": ["en-de"]},
    }
    assert found["outputs"]["report"] == "report/{suite}.html"
    done = run_project(tmp_path)
    assert done.results is not None
    assert done.results.names == ("cs-en", "en-de")


def test_a_suite_with_outputs_of_ones_own(tmp_path: Path) -> None:
    shipped = load_suite("demo-is-en")
    shutil.copytree(shipped.folder, tmp_path / "mine")
    lines = shipped.systems["apertium"].read_text("utf-8").splitlines()
    write(tmp_path / "out/better.txt", lines)
    write(tmp_path / "out/short.txt", lines[:-1])
    draft = write_draft(tmp_path)
    found = read_toml(draft.file)
    assert found["suites"] == "mine"
    assert found["systems"] == {"apertium": "@apertium", "better": "out/better.txt"}
    assert draft.unsure == ("out/short.txt: left out: no source of its languages has 102 lines",)


def test_an_empty_folder_gets_a_demo_that_runs(tmp_path: Path) -> None:
    draft = write_draft(tmp_path / "new" / "folder")
    found = read_toml(draft.file)
    assert found["suites"] == "demo-en-es"
    assert "systems" not in found
    done = run_project(draft.file, dry_run=True)
    assert done.changes == (("demo-en-es", "not scored yet"),)


def test_texts_without_outputs_get_a_copy_of_the_source(tmp_path: Path) -> None:
    write(tmp_path / "src.en")
    write(tmp_path / "ref.de")
    write(tmp_path / "doc.docids", ["a", "a", "b"])
    write(tmp_path / "terms.tsv", ["one\teins"])
    write(tmp_path / "idioms.en.txt", ["kick the bucket", "spill the beans"])
    write(tmp_path / "memory.tmx", ["<tmx/>"])
    draft = write_draft(tmp_path)
    found = read_toml(draft.file)
    (suite,) = found["suites"].values()
    assert (suite["docids"], suite["terms"], suite["idioms"]) == (
        "doc.docids", "terms.tsv", "idioms.en.txt"
    )  # fmt: skip
    assert found["systems"] == {"copy": {"system": "cmd:cat"}}
    assert draft.unsure[0].startswith("memory.tmx: left out: it is tmx; make a suite of it with ")
    with chdir(tmp_path):
        done = run_project()
    assert done.results is not None
    assert done.results.results[0].systems == ("copy",)


def test_a_source_in_unknown_languages_does_not_stop_the_rest(tmp_path: Path) -> None:
    shutil.copytree(load_suite("demo-is-en").folder, tmp_path / "mine")
    write(tmp_path / "notes" / "source.txt")
    write(tmp_path / "notes" / "other.txt")
    draft = write_draft(tmp_path)
    assert read_toml(draft.file)["suites"] == "mine"
    assert draft.unsure == (
        "notes/source.txt: left out: it may be a source, but no name says its languages",
    )
    assert not any("notes" in said for said in draft.taken)
    with pytest.raises(DataError, match="no name says its languages"):
        write_draft(tmp_path / "notes")
    assert not (tmp_path / "notes" / "litmus.toml").exists()


def pair(languages: str, **files: Any) -> dict[str, Any]:
    return {languages: {"language-pair": languages, **files}}


TAKEN = "taken for an output, by its number of lines"


@pytest.mark.parametrize(("files", "suites", "systems", "unsure"), [
    (["src.en", "ref.de", "ref.fr", "sys.Online-W.de", "sys.Online-W.fr", "docids"],
     pair("en-de", source="src.en", references=["ref.de"], docids="docids")
     | pair("en-fr", source="src.en", references=["ref.fr"], docids="docids"),
     {"Online-W": {"output": {"en-de": "sys.Online-W.de", "en-fr": "sys.Online-W.fr"}}}, ()),
    (["src.en-de.txt", "ref.en-de.txt", "hyp.en-de.txt", "src.en-fr.txt", "ref.en-fr.txt",
      "hyp.en-fr.txt"],  # of one length: told apart by name
     pair("en-de", source="src.en-de.txt", references=["ref.en-de.txt"])
     | pair("en-fr", source="src.en-fr.txt", references=["ref.en-fr.txt"]),
     {"hyp": "hyp.{suite}.txt"}, ()),
    (["news.en", "news.de", "a.de", "b.de"],
     {"news": {"language-pair": "en-de", "source": "news.en", "references": ["news.de"]}},
     {"a": "a.de", "b": "b.de"},
     ("news.en: taken for the source, as the only text in its language",
      "news.de: taken for the reference, by its name", f"a.de: {TAKEN}", f"b.de: {TAKEN}")),
    (["src.en-de.txt", "ref.en-de.txt", "clone/.git/x", "clone/source.txt", "env/pyvenv.cfg",
      "env/share/source.txt"],  # clones and virtual environments are not looked into
     pair("en-de", source="src.en-de.txt", references=["ref.en-de.txt"]),
     {"copy": {"system": "cmd:cat"}}, ("clone: left out: a git repository of its own",)),
])  # fmt: skip
def test_what_files_are_taken_for(
    tmp_path: Path, files: list[str], suites: Any, systems: Any, unsure: tuple[str, ...]
) -> None:
    for name in files:
        write(tmp_path / name, ["a", "a", "b"] if name == "docids" else TEXT)
    draft = write_draft(tmp_path)
    found = read_toml(draft.file)
    assert (found["suites"], found["systems"]) == (suites, systems)
    assert set(draft.unsure) >= set(unsure) and (unsure or not draft.unsure)


def test_texts_by_language_in_a_folder_of_their_pair(tmp_path: Path) -> None:
    for part, n in (("dev", 2), ("test", 3)):
        for name in (f"{part}.en", f"{part}.de", f"{part}-mine.de"):
            write(tmp_path / "en-de" / name, TEXT[:n])
    found = read_toml(write_draft(tmp_path).file)
    assert [suite["references"] for suite in found["suites"].values()] == [
        ["en-de/dev.de"], ["en-de/test.de"]
    ]  # fmt: skip


def test_outputs_of_a_shared_task_as_they_are_published(shared: Path) -> None:
    folder = shared / "data" / "mqm-ted-ende"
    (group,) = look(folder).groups
    published = {path.name.split(".")[1] for path in folder.glob("sys.*.de")}
    assert published
    assert set(group.outputs) == published
    assert (group.pair, group.source) == (("en", "de"), Path("src.en"))
    assert (group.references, group.docids) == ([Path("ref.A.de")], Path("docids"))
