"""What decides a result, and what only looks as if it did."""

from contextlib import chdir
from pathlib import Path

import pytest

from litmus.corpus.sacrebleu_sets import SacrebleuSet
from litmus.corpus.suite import SuiteInfo
from litmus.metrics.options import option_files
from litmus.projects.digests import Digests
from litmus.projects.facts import suite_facts, translation_facts
from litmus.projects.opened import open_project
from litmus.projects.project_file import parse_project
from litmus.projects.run import run_project

SUITE = '[suites.a]\nlanguage-pair = "en-pl"\nsource = "src"\nreferences = "ref"\n'
RULES = 'code = "pl"\nversion = 1\n[formality]\ninformal = "cię twój"\nformal = "was"\n'


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name, line in (("src", "I see you."), ("ref", "Widzę cię."), ("out", "Widzę was.")):
        (tmp_path / name).write_text(f"{line}\n" * 40, encoding="utf-8")
    return tmp_path


def facts_of(folder: Path, text: str, *, of_engine: bool = False) -> dict[str, object]:
    with chdir(folder):
        project = parse_project(Path("litmus.toml"), text)
        (one,) = open_project(project, Path("made"))
        digests = Digests(Path("digests.json"))
        if of_engine:
            return translation_facts(one, one.outputs["new"], digests)
        return suite_facts(project, one, digests)


@pytest.mark.parametrize(("command", "seen"), [
    ("tr / x", []), ("tr a ~", []), ("tr a .", []), ("sh engine.sh models", ["engine.sh"]),
    ("bash -c 'cat | sh engine.sh'", []),
])  # fmt: skip
def test_words_of_a_command_that_are_files(folder: Path, command: str, seen: list[str]) -> None:
    (folder / "engine.sh").write_text("cat\n", encoding="utf-8")
    (folder / "models").mkdir()
    (folder / "models/big").write_text("weights", encoding="utf-8")
    text = SUITE + f'[systems]\nnew = {{ system = "cmd:{command}" }}\n'
    files = facts_of(folder, text, of_engine=True)["files"]
    assert isinstance(files, dict) and list(files) == seen


@pytest.mark.parametrize("key", ["source-analyser", "target-analyser"])
@pytest.mark.parametrize("analyser", [
    "embedded:mine", "spacy:mine", "spacy:./mine", "stanza:./mine", "stanza:~/mine"
])  # fmt: skip
def test_an_analyser_that_is_a_folder(
    folder: Path, key: str, analyser: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOME", str(folder))
    (folder / "mine/vocab").mkdir(parents=True)
    (folder / "mine/vocab/words.npy").write_text("trained", encoding="utf-8")
    text = SUITE + f'{key} = "{analyser}"\n[systems]\nnew = "out"\n'
    before = facts_of(folder, text)
    assert facts_of(folder, text) == before
    (folder / "mine/vocab/words.npy").write_text("trained again", encoding="utf-8")
    assert facts_of(folder, text)["settings"] != before["settings"]


def test_folders_that_are_models_and_that_are_not(folder: Path) -> None:
    text = SUITE + '{0}[systems]\nnew = {{ system = "model:mine" }}\n'
    named = text.format('source-analyser = "stanza:en"\n')  # not the folder beside the project
    models = facts_of(folder, text.format(""), of_engine=True), facts_of(folder, named)
    for name in ("mine", "en"):
        (folder / name).mkdir()
        (folder / name / "weights").write_text("trained", encoding="utf-8")
    assert facts_of(folder, text.format(""), of_engine=True) != models[0]
    assert facts_of(folder, named)["settings"] == models[1]["settings"]


@pytest.mark.parametrize(("text", "file"), [
    ('aligner = "model:m"\n' + SUITE, "m"),
    (SUITE + 'rules = "m"\n', "m"),
    (SUITE + 'source-analyser = "conllu:m"\n', "m"),
    (SUITE + 'target-analyser = { new = "conllu:m" }\n', "m"),
])  # fmt: skip
def test_files_that_are_named_in_a_spec(folder: Path, text: str, file: str) -> None:
    text += '[systems]\nnew = "out"\n'
    (folder / file).write_text("before", encoding="utf-8")
    before = facts_of(folder, text)
    assert facts_of(folder, text) == before
    (folder / file).write_text("trained again", encoding="utf-8")
    assert facts_of(folder, text) != before


def test_a_set_of_sacrebleu_whose_text_changed(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    info = SuiteInfo("wmt", "en", "pl", metrics=("chrf",))
    found = SacrebleuSet(info, folder / "src", (folder / "ref",), systems={"new": folder / "out"})
    for module in ("projects.opened", "api.inputs"):
        monkeypatch.setattr(f"litmus.{module}.load_suite", lambda name: found)
    before = facts_of(folder, 'suites = "sacrebleu:wmt/en-pl"\n')
    (folder / "ref").write_text("Widzę ich.\n" * 40, encoding="utf-8")
    assert facts_of(folder, 'suites = "sacrebleu:wmt/en-pl"\n') != before


def test_options_that_name_files(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", str(folder))
    (folder / "model").mkdir()
    (folder / "model/a.ckpt").write_text("weights", encoding="utf-8")
    (folder / "fold").mkdir()
    monkeypatch.chdir(folder)
    found = option_files({"dictionary": "src+~/ref+none", "case": "fold", "model": "model"})
    assert found == {
        "src": Path("src"), "~/ref": folder / "ref", "model/a.ckpt": Path("model/a.ckpt")
    }  # fmt: skip


def test_own_rules_and_analysers(folder: Path) -> None:
    (folder / "pl.toml").write_text(RULES, encoding="utf-8")
    (folder / "ids").write_text("".join(f"{n // 4}\n" for n in range(40)), encoding="utf-8")
    own = 'docids = "ids"\nrules = "pl.toml"\ntarget-analyser = "plain"\n'
    text = 'metrics = "word-f"\ntests.bootstrap = 20\n' + SUITE + own + '[systems]\nnew = "out"\n'
    (folder / "litmus.toml").write_text(text, encoding="utf-8")
    first = run_project(folder)
    assert first.results is not None and first.results["a"].overall("new", "word-f").value == 0
    assert run_project(folder).changes == ()
    (folder / "pl.toml").write_text(RULES.replace("was", "was ich"), encoding="utf-8")
    again = run_project(folder)
    assert again.changes == (("a", "pl.toml changed"),)
    assert again.measured == {("a", "word-f", "new"): 40}
