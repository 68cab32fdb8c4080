"""What has changed since the last run, what of it is kept, and what engines have to do again."""

import json
from contextlib import chdir
from pathlib import Path
from typing import Any

import pytest

from litmus.errors import DataError
from litmus.projects.digests import Digests, digest_of, named_files
from litmus.projects.facts import changed, retranslated, translation_facts
from litmus.projects.kept import Kept, LastRun
from litmus.projects.opened import open_project
from litmus.projects.project_file import parse_project
from litmus.projects.translating import ToTranslate, to_translate

FACTS: dict[str, Any] = {
    "files": {"src": "1", "ref": "2"},
    "settings": "3",
    "metrics": {"bleu": "4", "chrf": "5"},
    "systems": {"old": {"file": "o.txt", "digest": "6"}, "new": {"file": "n.txt", "digest": "7"}},
    "tests": {"seed": "1", "by_column": "()"},
}


@pytest.mark.parametrize(("change", "told"), [
    ({}, []),
    ({"files": {"src": "0", "ref": "2"}}, [("news", "src changed")]),
    ({"files": {"src": "1"}}, [("news", "ref is gone")]),
    ({"files": {"src": "1", "ref": "2", "ids": "3"}}, [("news", "ids is new")]),
    ({"settings": "0"}, [("news", "its settings changed")]),
    ({"metrics": {"bleu": "4", "chrf": "5", "ter": "6"}}, [("news", "ter is new")]),
    ({"metrics": {"bleu": "0", "chrf": "5"}}, [("news", "a file that bleu reads changed")]),
    ({"metrics": {"chrf": "5"}}, [("news", "bleu is gone")]),
    ({"metrics": {"chrf": "5", "bleu": "4"}}, [("news", "the order of the metrics changed")]),
    ({"systems": {"old": FACTS["systems"]["old"]}}, [("news/new", "gone")]),
    ({"systems": {**FACTS["systems"], "next": {"file": "x", "digest": "8"}}},
     [("news/next", "new")]),
    ({"systems": {"old": {"file": "p.txt", "digest": "0"}, "new": FACTS["systems"]["new"]}},
     [("news/old", "p.txt changed")]),
    ({"systems": {"old": {"file": "p.txt", "digest": "6"}, "new": FACTS["systems"]["new"]}}, []),
    ({"systems": dict(reversed(FACTS["systems"].items()))},
     [("news", "the order of the systems changed")]),
    ({"tests": {"seed": "1", "by_column": "('x',)"}}, [("news", "tests.by-column changed")]),
    ({"tests": {"seed": "1", "by_column": "()", "trials": "9"}},
     [("news", "tests.trials changed")]),
])  # fmt: skip
def test_what_has_changed_of_a_suite(change: dict[str, Any], told: list[tuple[str, str]]) -> None:
    assert changed("news", FACTS, FACTS | change) == told
    assert changed("news", None, FACTS | change) == [("news", "not scored yet")]


ENGINE: dict[str, Any] = {
    "text": "1", "system": "cmd:cat", "options": {"batch": "2"}, "files": {"cat.sh": "3"}
}  # fmt: skip


@pytest.mark.parametrize(("change", "why"), [
    ({}, ""),
    ({"system": "cmd:tac"}, "its engine is cmd:tac now"),
    ({"text": "0"}, "the text changed"),
    ({"options": {"batch": "3"}}, "batch changed"),
    ({"options": {}}, "batch changed"),
    ({"options": {"batch": "2", "shot_count": "1", "beam": "2"}}, "beam, shot-count changed"),
    ({"files": {"cat.sh": "0", "x": "1"}}, "cat.sh changed; x is new"),
    ({"files": {}}, "cat.sh is gone"),
])  # fmt: skip
def test_why_an_engine_translates_again(change: dict[str, Any], why: str) -> None:
    assert retranslated(ENGINE, ENGINE | change) == why
    assert retranslated(None, ENGINE | change) == "not translated yet"


def test_what_is_kept_goes_by_the_name_of_the_file(tmp_path: Path) -> None:
    kept = Kept(tmp_path / "deep" / ".litmus", "my.toml")
    assert kept.translations == tmp_path / "deep/.litmus/translations/my.toml"
    assert kept.last_run == tmp_path / "deep/.litmus/last-run/my.toml.json"
    assert kept.answers("gpt") == tmp_path / "deep/.litmus/answers/gpt.jsonl"
    assert kept.digests == tmp_path / "deep/.litmus/digests.json"
    kept.make()
    kept.make()
    assert (kept.folder / ".gitignore").read_text() == "*\n"
    (kept.folder / ".gitignore").write_text("mine\n")
    kept.make()
    assert (kept.folder / ".gitignore").read_text() == "mine\n"
    (tmp_path / "file").touch()
    with pytest.raises(DataError) as caught:
        Kept(tmp_path / "file" / "x", "my.toml").make()
    assert str(caught.value) == (
        f"{tmp_path / 'file' / 'x'} cannot be written: a folder in its path is a file.\n"
        "A run keeps there what it has measured, for the next one. Name another folder: keep=DIR"
    )


def test_a_last_run_is_read_back_or_none(tmp_path: Path) -> None:
    path = tmp_path / "last" / "run.json"
    assert LastRun.load(path) == LastRun(path)
    run = LastRun(
        path, {}, {"a/b": {"facts": {}}}, {"c/d": {"x": 1}}, {"t.md": "digest"}, {"facts": 2}
    )
    run.save()
    assert LastRun.load(path) == run
    saved = json.loads(path.read_text())
    for damaged in ("{", "[]", json.dumps(saved | {"format": 2}), json.dumps(saved | {"more": 1}),
                    json.dumps(saved | {"suites": {"a": {}}}),
                    json.dumps({k: v for k, v in saved.items() if k != "format"})):  # fmt: skip
        path.write_text(damaged)
        assert LastRun.load(path) == LastRun(path)


def test_digests_of_folders_and_of_nothing(tmp_path: Path) -> None:
    (tmp_path / "below").mkdir()
    (tmp_path / "below" / "b").write_text("two")
    (tmp_path / "a").write_text("one")
    digests = Digests(tmp_path / "nowhere")
    one, two = digests.of(tmp_path / "a"), digests.of(tmp_path / "below" / "b")
    assert one and two and one != two
    assert digests.of(tmp_path) == f"a:{one}+below/b:{two}"
    assert digests.of(tmp_path / "nothing") == ""
    assert digests.of_all([tmp_path / "a"]) == {(tmp_path / "a").as_posix(): one}
    assert digest_of({"a": 1, "b": 2}) == digest_of({"b": 2, "a": 1}) != digest_of({"a": 1})
    assert len(digest_of(None)) == 32
    with chdir(tmp_path):
        assert list(named_files(["a", "below", "", "x" * 5000, "\0", "none", "below/b"])) == [
            Path("a"), Path("below/b"),
        ]  # fmt: skip


def test_a_damaged_memory_of_digests_is_none(tmp_path: Path) -> None:
    (tmp_path / "a").write_text("one")
    expected = Digests(tmp_path / "none").of(tmp_path / "a")
    for damaged in ("{", "[]", '{"a": 1}', '{"a": [1, 2]}'):
        (tmp_path / "memory").write_text(damaged)
        assert Digests(tmp_path / "memory").of(tmp_path / "a") == expected


SUITE = '[suites.a]\nlanguage-pair = "en-pl"\nsource = "src"\nreferences = "ref"\n'


def work(folder: Path, last: LastRun, engine: str = "cmd:cat", *, force: bool = False) -> list[ToTranslate]:  # fmt: skip
    text = SUITE + f'[systems]\nnew = {{ system = "{engine}", output = "out" }}\nold = "src"\n'
    with chdir(folder):
        (one,) = open_project(parse_project(Path("litmus.toml"), text), Path("made"))
        return list(to_translate([one], last, Digests(Path("digests")), force=force))


def test_engines_translate_what_is_not_there_or_has_changed(tmp_path: Path) -> None:
    for name in ("src", "ref"):
        (tmp_path / name).write_text("x\n")
    last = LastRun(tmp_path / "last.json")
    (first,) = work(tmp_path, last)
    assert (first.name, first.why, first.output.file) == (
        "a/new",
        "not translated yet",
        Path("out"),
    )
    (tmp_path / "out").write_text("y\n")
    with pytest.raises(DataError) as caught:
        work(tmp_path, last)
    assert str(caught.value) == (
        "litmus.toml:6: 'systems.new' would write out, which this project did not write.\n"
        "Remove the file; or leave out 'system' to score it as it is."
    )
    digest = Digests(tmp_path / "none").of(tmp_path / "out")
    last.translations["a/new"] = {"facts": first.facts, "digest": digest}
    assert work(tmp_path, last) == []
    assert [one.why for one in work(tmp_path, last, force=True)] == ["forced"]
    assert [one.why for one in work(tmp_path, last, "cmd:tac")] == ["its engine is cmd:tac now"]
    (tmp_path / "out").unlink()
    assert [one.why for one in work(tmp_path, last)] == ["out is missing"]
    (tmp_path / "out").write_text("z\n")
    assert work(tmp_path, last) == []  # changed by hand, and nothing has to be translated
    (tmp_path / "src").write_text("new\n")
    with pytest.raises(DataError, match="which this project did not write"):
        work(tmp_path, last)


def test_an_engine_is_told_the_text_and_what_stands_before_it(tmp_path: Path) -> None:
    texts = {"src": "x\n", "ref": "r\n"}

    def facts(more: str = "", **changed: str) -> dict[str, Any]:
        for name, text in (texts | changed).items():
            (tmp_path / name).write_text(text)
        text = SUITE + f'[systems]\nnew = {{ system = "cmd:cat"{more} }}\n'
        with chdir(tmp_path):
            (one,) = open_project(parse_project(Path("litmus.toml"), text), Path("made"))
            return translation_facts(one, one.outputs["new"], Digests(Path("digests")))

    plain = facts()
    assert (plain["system"], plain["options"], plain["files"]) == ("cmd:cat", {}, {})
    assert facts(ref="s\n")["text"] == plain["text"] != facts(src="y\n")["text"]
    reference = ', context = "reference"'
    assert facts(reference)["options"] == {"context": "'reference'"}
    assert facts(reference)["text"] != facts(reference, ref="s\n")["text"]
    for option in ("prompt", "shots", "glossary"):
        (tmp_path / "told").write_text("told")
        assert list(facts(f', {option} = "told"')["files"]) == ["told"]
