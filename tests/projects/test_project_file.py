"""What a project file says, key by key, and what is refused before anything is looked at."""

from pathlib import Path

import pytest

from litmus.errors import DataError, LitmusError, UnknownName, UsageError
from litmus.projects.project_file import (
    Engine,
    OutputFiles,
    Project,
    SystemEntry,
    at,
    parse_project,
    read_project,
)
from litmus.projects.project_file import Tests as _Tests
from litmus.wording import option

FILE = Path("litmus.toml")
LOOSE = '[suites.news]\nlanguage-pair = "en-fr"\nsource = "src.en"\nreferences = "ref.fr"\n'


def parsed(text: str) -> Project:
    return parse_project(FILE, text)


def one_system(text: str) -> SystemEntry:
    (entry,) = parsed(f'suites = "a"\n{text}\n').systems
    return entry


def test_a_file_of_one_line_leaves_the_rest_as_it_is() -> None:
    project = parsed('suites = "demo-en-es"\n')
    (suite,) = project.suites
    assert (suite.name, suite.suite, suite.source) == ("", "demo-en-es", "")
    assert (suite.source_analyser, suite.target_analysers) == ("embedded", {})
    assert (suite.figurative, suite.analyses) == (None, False)
    assert (project.systems, project.metrics, project.require) == ((), (), ())
    assert (project.aligner, project.allow_no_evidence, project.workers) == (
        "embedded", False, None,
    )  # fmt: skip
    assert project.outputs == OutputFiles((), "", "", "", 1, False)
    assert project.file == FILE
    tests = project.tests
    assert (tests.seed, tests.trials, tests.bootstrap) == (12345, 10_000, 1000)
    assert (tests.paired, tests.baseline, tests.tested, tests.family, tests.by) == (
        None, "", (), "all", None,
    )  # fmt: skip
    assert (tests.subsets, tests.by_column) == (False, ())


def test_every_key_is_read() -> None:
    project = parsed(
        'metrics = ["bleu", "chrf"]\naligner = "model:m"\nrequire = "bleu >= 3"\n'
        "allow-no-evidence = true\nworkers = 2\n"
        + LOOSE
        + 'docids = "ids"\nspans = "spans"\ncolumns = "cols"\nidioms = "idioms"\n'
        'classes = ["verbal", "nominal"]\nfigurative = 0.5\nterms = "terms"\nrules = "fr.toml"\n'
        'source-analyser = "plain"\ntarget-analyser = { old = "plain" }\nmetrics = "ter"\n'
        'require = ["ter <= 50"]\n'
        '[tests]\npaired = "bs"\nbaseline = "old"\ntested = "bleu"\nfamily = "metric"\n'
        'by = "document"\nsubsets = true\nby-column = ["domain", "year"]\nseed = 1\ntrials = 2\n'
        "bootstrap = 3\n"
        '[outputs]\ntable = "t.md"\nsegments = "s.jsonl"\nreport = "r.html"\njunit = "j.xml"\n'
        "width = 0\nlabels = true\n"
    )
    (suite,) = project.suites
    assert (suite.name, suite.suite, suite.language_pair, suite.source, suite.references) == (
        "news", "", "en-fr", "src.en", ("ref.fr",),
    )  # fmt: skip
    assert (suite.docids, suite.spans, suite.columns, suite.idioms, suite.terms, suite.rules) == (
        "ids", "spans", "cols", "idioms", "terms", "fr.toml",
    )  # fmt: skip
    assert (suite.classes, suite.figurative) == (("verbal", "nominal"), 0.5)
    assert (suite.source_analyser, suite.target_analysers) == ("plain", {"old": "plain"})
    assert suite.analyses
    assert (suite.metrics, suite.require) == (("ter",), ("ter <= 50",))
    assert (project.metrics, project.aligner, project.require) == (
        ("bleu", "chrf"), "model:m", ("bleu >= 3",),
    )  # fmt: skip
    assert (project.allow_no_evidence, project.workers) == (True, 2)
    assert project.tests == _Tests(
        "bs", "old", ("bleu",), "metric", "document", True, ("domain", "year"), 1, 2, 3
    )
    assert project.outputs == OutputFiles(("t.md",), "s.jsonl", "r.html", "j.xml", 0, True)


def test_suites_are_a_name_or_names_or_tables() -> None:
    named = parsed('suites = ["a", "b"]\n').suites
    assert [(one.name, one.suite) for one in named] == [("", "a"), ("", "b")]
    tables = parsed('[suites]\na = "folder/a"\n[suites.b]\nmetrics = "bleu"\n').suites
    assert [(one.name, one.suite) for one in tables] == [("a", "folder/a"), ("b", "b")]
    assert tables[1].metrics == ("bleu",)


def test_systems_are_files_or_come_with_the_suites() -> None:
    project = parsed(
        'suites = ["a", "b"]\n[systems]\nold = "out/{suite}.txt"\nnew = "@new"\n'
        'mine = { output = { a = "x", b = "y" }, suites = "a" }\n'
    )
    old, new, mine = project.systems
    assert (old.name, old.on("a"), new.on("b")) == ("old", "out/{suite}.txt", "@new")
    assert (mine.on("a"), mine.on("b"), mine.on("c")) == ("x", "y", "")
    assert [entry.translates("b") for entry in project.systems] == [True, True, False]
    assert mine.translates("a")
    listed = parsed('suites = "a"\nsystems = ["@old", "@new"]\n').systems
    assert [(entry.name, entry.output) for entry in listed] == [("old", "@old"), ("new", "@new")]


def test_an_engine_is_given_what_the_file_says() -> None:
    given = {
        "level": '"document"', "context": '"predicted"', "source-context": "1",
        "target-context": "2", "break": '"|"', "prompt": '"p"', "beam": "3",
        "length-penalty": "1", "batch-tokens": "4", "device": '"cpu"', "url": '"u"', "batch": "5",
        "timeout": "6.5", "marker": '"m"', "parallel": "7", "rpm": "8", "tpm": "9",
        "model": '"x"', "set": "{ seed = 1 }", "shots": '"s"', "shot-count": "10",
        "glossary": '"g"', "register": '"formal"', "gpus": "11",
    }  # fmt: skip
    entry = one_system(
        '[systems.new]\nsystem = "http:openai"\noutput = "out.txt"\n'
        + "".join(f"{name} = {value}\n" for name, value in given.items())
    )
    assert entry.system == "http:openai"
    assert entry.given() == {
        "level": "document", "context": "predicted", "source_context": 1, "target_context": 2,
        "between": "|", "prompt": "p", "beam": 3, "length_penalty": 1.0, "batch_tokens": 4,
        "device": "cpu", "url": "u", "batch": 5, "timeout": 6.5, "marker": "m", "parallel": 7,
        "requests_per_minute": 8.0, "tokens_per_minute": 9.0, "model": "x",
        "settings": {"seed": 1}, "shots": "s", "shot_count": 10, "glossary": "g",
        "register": "formal", "gpus": 11,
    }  # fmt: skip
    assert Engine().given() == one_system('systems.a = "f"').given() == {}


SYSTEM = LOOSE + "[systems]\n"
BAD = [
    ("suits = 1\n" + LOOSE,
     "litmus.toml:1: unknown key 'suits'. Did you mean 'suites'?\nKnown: aligner, "
     "allow-no-evidence, metrics, outputs, require, suites, systems, tests, workers"),
    (LOOSE.replace("source", "sorce"),
     "litmus.toml:3: unknown key 'suites.news.sorce'. Did you mean 'source'?\n"
     "Known: classes, columns, docids, figurative, idioms, language-pair, metrics, references, "
     "require, rules, source, source-analyser, spans, suite, target-analyser, terms"),
    (SYSTEM + 'new = { output = "out/new.txt", modle = "x" }\n',
     "litmus.toml:6: unknown key 'systems.new.modle'. Did you mean 'model'?\nKnown: batch, "
     "batch-tokens, beam, break, context, device, glossary, gpus, length-penalty, level, marker, "
     "model, output, parallel, prompt, register, rpm, set, shot-count, shots, source-context, "
     "suites, system, target-context, timeout, tpm, url"),
    ('metrics = "bleu"\n', "litmus.toml: the key 'suites' is missing. Name one: suites = "
     '"demo-en-es"\nSuites that come with litmus: litmus list suites'),
    ("suites = 3\n", "litmus.toml:1: 'suites' must be a text or a list of texts, not 3."),
    ('suites = ["a", ""]\n',
     "litmus.toml:1: 'suites' must be a text or a list of texts, not ['a', '']."),
    (LOOSE + 'suite = "x"\n',
     "litmus.toml:1: 'suites.news' has both 'suite' and 'source'. Keep one of them."),
    (LOOSE.replace('language-pair = "en-fr"\n', ""),
     "litmus.toml:1: 'suites.news' is of loose files, which do not say their languages.\n"
     'Add: language-pair = "en-de"'),
    ('[suites.news]\nreferences = "r"\n',
     "litmus.toml:2: 'suites.news.references' goes with loose files. Add the key 'source'."),
    ('[suites]\n"a/b" = "c"\n',
     "litmus.toml:2: 'suites.a/b' is no name for a suite: it becomes the name of a file."),
    (LOOSE + "figurative = 1.5\n",
     "litmus.toml:5: 'suites.news.figurative' must be at most 1, not 1.5."),
    (LOOSE + "figurative = -0.5\n",
     "litmus.toml:5: 'suites.news.figurative' must be at least 0, not -0.5."),
    (LOOSE + "target-analyser = 3\n",
     "litmus.toml:5: 'suites.news.target-analyser' must be an analyser, or analysers by system, "
     "not 3."),
    (LOOSE + "target-analyser = { a = 3 }\n",
     "litmus.toml:5: 'suites.news.target-analyser.a' must be an analyser, not 3."),
    (LOOSE + 'target-analyser = { a = "" }\n',
     "litmus.toml:5: 'suites.news.target-analyser.a' must be an analyser, not ''."),
    (SYSTEM + 'new = "http:openai"\n',
     "litmus.toml:6: 'systems.new' is an engine. Write it as a table: "
     "new = { system = 'http:openai' }"),
    (SYSTEM + "new = {}\n",
     "litmus.toml:6: 'systems.new' needs 'output' (a file, or \"@NAME\" of one that comes with the "
     "suites) or 'system' (an engine)."),
    (SYSTEM + 'new = { system = "cmd:cat", output = "@new" }\n',
     "litmus.toml:6: 'systems.new' has an engine, so its output is not one that comes with the "
     "suites."),
    (SYSTEM + 'new = { output = "x", source-context = 3 }\n',
     "litmus.toml:6: 'systems.new.source-context' is for engines. Add the key 'system'."),
    (SYSTEM + "new = { output = 3 }\n",
     "litmus.toml:6: 'systems.new.output' must be the name of a file, or names by suite, not 3."),
    (SYSTEM + 'new = { output = { a = "" } }\n',
     "litmus.toml:6: 'systems.new.output.a' must be the name of a file, not ''."),
    (SYSTEM + "new = { output = {} }\n",
     "litmus.toml:6: 'systems.new.output' must be the name of a file, or names by suite, not {}."),
    (SYSTEM + '".new" = "x"\n',
     "litmus.toml:6: 'systems..new' is no name for a system: it becomes the name of a file."),
    (SYSTEM + '" " = "x"\n',
     "litmus.toml:6: 'systems. ' is no name for a system: it becomes the name of a file."),
    ('suites = "a"\nsystems = ["@b", "@b"]\n',
     "litmus.toml:2: 'systems' has '@b' twice. Two systems cannot have one name."),
    ('suites = "a"\nsystems = "b"\n',
     "litmus.toml:2: 'systems' must be names with their files, or a list such as [\"@NAME\"], not 'b'."),
    ('suites = "a"\nworkers = 0\n', "litmus.toml:2: 'workers' must be at least 1, not 0."),
    ('suites = "a"\ntests.seed = -1\n', "litmus.toml:2: 'tests.seed' must be at least 0, not -1."),
    ('suites = "a"\ntests.trials = 0\n', "litmus.toml:2: 'tests.trials' must be at least 1, not 0."),
    ('suites = "a"\ntests.bootstrap = 0\n',
     "litmus.toml:2: 'tests.bootstrap' must be at least 1, not 0."),
    ('suites = "a"\noutputs.width = -1\n',
     "litmus.toml:2: 'outputs.width' must be at least 0, not -1."),
    ('suites = "a"\ntests.paired = "t"\n',
     "litmus.toml:2: 'tests.paired' must be 'ar' or 'bs', not 't'."),
]  # fmt: skip


@pytest.mark.parametrize(("text", "message"), BAD)
def test_what_a_file_must_not_say(text: str, message: str) -> None:
    with pytest.raises(DataError) as caught:
        parsed(text)
    assert str(caught.value) == message


@pytest.mark.parametrize("least", ["tests.seed", "outputs.width"])
def test_nothing_is_a_number_where_it_may_be(least: str) -> None:
    assert parsed(f'suites = "a"\n{least} = 0\n')
    assert parsed(f"{LOOSE}figurative = 0\n").suites[0].figurative == 0
    assert parsed(f"{LOOSE}figurative = 1\n").suites[0].figurative == 1


def test_a_folder_is_read_by_its_file(tmp_path: Path) -> None:
    with pytest.raises(DataError) as caught:
        read_project(tmp_path)
    assert str(caught.value) == (
        f"There is no project file {tmp_path / 'litmus.toml'}. Write one with: litmus init"
    )
    (tmp_path / "litmus.toml").write_text('suites = "a"\n')
    assert read_project(tmp_path).file == tmp_path / "litmus.toml"
    assert read_project(tmp_path / "litmus.toml").suites[0].suite == "a"


@pytest.mark.parametrize(("error", "message"), [
    (UsageError(f"Add {option('languages')}."), "litmus.toml:1: Add 'language-pair'."),
    (UsageError(f"Add {option('languages', 'en-de')}."),
     'litmus.toml:1: Add language-pair = "en-de".'),
    (UsageError(f"Add {option('n_bootstrap', '30')}."), "litmus.toml:1: Add bootstrap = 30."),
    (UsageError(f"Add {option('subsets', 'True')}."), "litmus.toml:1: Add subsets = true."),
    (UsageError(f"Add {option('docids', 'FILE')}."), "litmus.toml:1: Add docids = FILE."),
    (UsageError(f"Add {option('by_column', 'domain')}."),
     'litmus.toml:1: Add by-column = ["year", "domain"].'),
    (UnknownName("thing", "x", ["y"]), "litmus.toml:1: No thing is called 'x'.\nKnown: y"),
    (DataError("Bad."), "litmus.toml:1: Bad."),
])  # fmt: skip
def test_errors_of_what_a_key_names_have_its_place(error: LitmusError, message: str) -> None:
    place = parsed('suites = "a"\n').place.below("suites")
    kind = UsageError if isinstance(error, UsageError) else DataError
    with pytest.raises(kind) as caught, at(place, {"by_column": ["year"]}):
        raise error
    assert str(caught.value) == message
