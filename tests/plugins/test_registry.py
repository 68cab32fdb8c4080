"""Names to objects: ours, those of installed plug-ins, and Python files."""

import os
import sys
from collections.abc import Iterator
from hashlib import blake2b
from pathlib import Path
from typing import Any

import pytest
from packaging_by_hand import Install, install

from litmus.errors import DataError, LitmusError, UnknownName, UsageError
from litmus.plugins.entry_points import Plugin
from litmus.plugins.registry import (
    Entry,
    Makers,
    PluginWarning,
    Registry,
    is_python_file,
    split_spec,
)

install = install

GROUP = "litmus.test-group"
SHOUTS = '''"""Loud things."""
class Shout:
    """Says it loudly.

    Not listed.
    """
    argument = "[WORD]"
    def __init__(self, language, word):
        self.said = f"{word or language}!"
    def say(self):
        return self.said
class Mute:
    def __init__(self, language):
        pass
class Deaf:
    def __init__(self):
        pass
class Fails:
    def __init__(self, language):
        raise KeyError("volume")
number = 5
'''


class Calm:
    """Says it calmly."""

    def __init__(self, language: str, word: str = "") -> None:
        self.said = word or language

    def say(self) -> str:
        return self.said


def makers() -> Makers[Any]:
    return Makers(
        "voice",
        [
            Entry("calm", f"{__name__}:Calm"),
            Entry("named", f"{__name__}:Calm", "says a word", "WORD"),
            Entry("lazy", "no.such.module:Voice", "is never imported", "[WORD]"),
        ],
        methods=("say",),
        group=GROUP,
    )


def refused(spec: str) -> str:
    with pytest.raises(LitmusError) as caught:
        makers().create(spec, "en")
    return str(caught.value)


# --- ours ----------------------------------------------------------------------------------------


def test_our_names_are_found_and_imported_only_when_asked_for(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("litmus.plugins.registry.plugins", lambda group: 1 / 0)
    assert list(Registry("voice", [])) == []
    assert makers().create("calm", "en").say() == "en"
    assert makers().create("named:hush", "en").say() == "hush"
    assert makers().resolve("lazy:x")[1] == "x"
    assert Entry("a", "m:A", argument="[LANG[:PACKAGE]]").form == "a[:LANG[:PACKAGE]]"
    with pytest.raises(ModuleNotFoundError):  # ours is broken: that is a bug, and shows as one
        makers().create("lazy", "en")


@pytest.mark.parametrize(
    ("spec", "message"),
    [
        ("calm:x", "The voice calm takes no argument, but 'x' was given."),
        ("calm:", "The voice calm takes no argument, but '' was given."),
        ("named", "The voice named needs an argument: named:WORD (says a word)"),
        ("named: ", "The voice named needs an argument: named:WORD (says a word)"),
    ],
)
def test_argument_is_checked(spec: str, message: str) -> None:
    assert refused(spec) == message
    with pytest.raises(UsageError, match=message[:20]):
        makers().check(spec)


# --- plug-ins ------------------------------------------------------------------------------------


def test_plugin_is_found_by_its_name(install: Install) -> None:
    names = {"zeal": "loud_voices:Shout", "alto": "loud_voices:Shout", "calm": "loud_voices:Shout"}
    install("loud-voices", SHOUTS, {GROUP: names}, version="2.1")
    assert list(makers()) == ["calm", "named", "lazy", "alto", "zeal"]  # ours, and theirs sorted
    assert makers().forms == ["calm", "named:WORD", "lazy[:WORD]", "alto", "zeal"]
    assert "named" in makers() and "named:WORD" not in makers()
    with pytest.raises(UnknownName) as caught:
        makers().create("naemd:x", "en")
    assert str(caught.value) == (
        "No voice is called 'naemd:x'. Did you mean 'named:WORD'?\n"
        "Known: alto, calm, lazy[:WORD], named:WORD, zeal"
    )
    assert "loud_voices" not in sys.modules  # before it is asked for
    assert makers().create("alto", "en").say() == "en!"
    assert makers().create("alto:hey", "en").say() == "hey!"
    with pytest.warns(PluginWarning):
        *_, entry = makers().entries()
        loaded = list(makers()._usable_plugins())
    assert (entry.form, entry.summary, entry.origin) == (
        "zeal[:WORD]", "Says it loudly.", "plug-in loud-voices 2.1",
    )  # fmt: skip
    assert [(entry.name, value.__name__) for entry, value in loaded] == [
        ("alto", "Shout"), ("zeal", "Shout"),
    ]  # fmt: skip


BROKEN = "import no_such_package\n"
BROKEN_SAYS = (
    "The voice 'shout' of the plug-in loud-voices 1.0 (loud_voices:Shout) raised "
    "ModuleNotFoundError: No module named 'no_such_package' ({file}:1).\n"
    "Update the plug-in, or uninstall it: pip uninstall loud-voices"
)


def test_broken_plugin_is_one_line_and_others_go_on(install: Install) -> None:
    folder = install("loud-voices", BROKEN, {GROUP: {"shout": "loud_voices:Shout"}})
    install("good-voices", SHOUTS, {GROUP: {"good": "good_voices:Shout"}})
    with pytest.warns(PluginWarning) as caught:
        names = [entry.name for entry in makers().entries() if entry.name != "lazy"]
    assert names == ["calm", "named", "good"]
    (warning,) = caught
    said = BROKEN_SAYS.format(file=folder / "loud_voices.py")
    assert str(warning.message) == said.replace("\n", " ")
    assert makers().create("good", "en").say() == "en!"
    with pytest.raises(UsageError) as asked:
        makers().create("shout", "en")
    assert str(asked.value) == said and isinstance(asked.value.__cause__, ModuleNotFoundError)


def test_plugin_cannot_take_a_name_of_ours(install: Install) -> None:
    install("loud-voices", SHOUTS, {GROUP: {"calm": "loud_voices:Shout"}})
    assert makers().create("calm", "en").say() == "en"
    with pytest.warns(PluginWarning) as caught:
        assert [e.name for e in makers().entries()] == ["calm", "named", "lazy"]
    assert [str(w.message) for w in caught] == [
        "The voice 'calm' of the plug-in loud-voices 1.0 (loud_voices:Shout) is ignored: litmus "
        "has its own 'calm'. Ask the plug-in's authors to rename it."
    ]


def test_two_plugins_of_one_name_are_refused(install: Install) -> None:
    for name in ("loud-voices", "other-voices"):
        install(name, SHOUTS, {GROUP: {"shout": f"{name.replace('-', '_')}:Shout"}})
    said = (
        "More than one plug-in has a voice called 'shout': loud-voices 1.0 and other-voices 1.0.\n"
        "Uninstall all but one of them."
    )
    assert refused("shout") == said
    with pytest.warns(PluginWarning) as caught:
        makers().entries()
    assert [str(w.message) for w in caught] == [said.replace("\n", " ")]


def test_plugin_of_another_kind_is_refused(install: Install) -> None:
    targets = {"odd": "loud_voices:number", "gone": "loud_voices:Nothing"}
    install("loud-voices", SHOUTS, {GROUP: targets})
    for name, message in (
        ("odd", "is unusable: it is neither a class nor a function."),
        ("gone", "raised AttributeError: module 'loud_voices' has no attribute 'Nothing'"),
    ):
        said = f"The voice {name!r} of the plug-in loud-voices 1.0 ({targets[name]}) {message}"
        assert refused(name).startswith(said)


def test_plugin_whose_object_cannot_be_created(install: Install) -> None:
    names = {"mute": "loud_voices:Mute", "deaf": "loud_voices:Deaf", "fails": "loud_voices:Fails"}
    folder = install("loud-voices", SHOUTS, {GROUP: names})
    assert refused("mute") == "The voice mute (plug-in loud-voices 1.0) lacks say."
    assert refused("deaf") == (
        "The voice deaf (plug-in loud-voices 1.0) cannot be created: TypeError: Deaf.__init__() "
        "takes 1 positional argument but 2 were given."
    )
    line = SHOUTS.split("\n").index('        raise KeyError("volume")') + 1
    assert refused("fails") == (
        "The voice fails (plug-in loud-voices 1.0) cannot be created: KeyError: 'volume' "
        f"({folder / 'loud_voices.py'}:{line})."
    )


def test_damaged_metadata_of_a_package_spoils_no_other_name(install: Install) -> None:
    folder = install("loud-voices", SHOUTS, {GROUP: {"shout": "loud_voices:Shout"}})
    (folder / "loud_voices-1.0.dist-info" / "entry_points.txt").write_text(f"[{GROUP}]\nnonsense\n")
    with pytest.warns(UserWarning, match="entry points of the installed packages cannot be read"):
        assert makers().create("calm", "en").say() == "en"
        assert "shout" not in makers()


# --- files ---------------------------------------------------------------------------------------


@pytest.fixture
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    monkeypatch.chdir(tmp_path)
    path = tmp_path / "trial.py"
    path.write_text(SHOUTS, encoding="utf-8")
    return path


def test_class_in_a_file_is_used_at_once(file: Path) -> None:
    assert makers().create("trial.py:Shout", "en").say() == "en!"
    assert makers().create("trial.py:Shout:a:b", "en").say() == "a:b!"
    assert makers().create(f"{file}:Shout", "de").say() == "de!"
    entry, _ = makers().resolve("trial.py:Shout")
    assert (entry.name, entry.origin) == ("trial.py:Shout", "file trial.py")
    file.write_text(SHOUTS.replace('}!"', '}!!!"'), encoding="utf-8")
    os.utime(file, ns=(1, 1))
    assert makers().create("trial.py:Shout", "en").say() == "en!!!"  # what was edited is read again


@pytest.mark.parametrize(
    ("spec", "message"),
    [
        ("trial.py", "trial.py may define several classes. Name one: trial.py:CLASS"),
        ("trail.py:Shout", "trail.py does not exist."),
        ("trial.py:Shuot", "trial.py defines nothing called 'Shuot', so there is no such voice. "
         "Did you mean 'Shout'?"),
        ("trial.py:number", "trial.py:number is not a usable voice: it is neither a class nor a "
         "function."),
        ("trial.py:Mute", "The voice trial.py:Mute (file trial.py) lacks say."),
        ("trial.py:Mute:x", "The voice trial.py:Mute takes no argument, but 'x' was given."),
    ],
)  # fmt: skip
def test_file_that_does_not_serve(file: Path, spec: str, message: str) -> None:
    assert refused(spec) == message


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("import os\nclass X(Y):\n    pass\n", "trial.py:2: NameError: name 'Y' is not defined."),
        ("\n\nclass X\n", "trial.py:3: SyntaxError: expected ':'."),
        ("def f():\n    1/0\nf()\n", "trial.py:2: ZeroDivisionError: division by zero."),
        ("import sys\nsys.exit('gone')\n", "trial.py:2: SystemExit: gone."),
    ],
)
def test_error_in_a_file_names_its_line(file: Path, text: str, message: str) -> None:
    file.write_text(text, encoding="utf-8")
    with pytest.raises(DataError) as caught:
        makers().create("trial.py:X", "en")
    assert str(caught.value) == message


# --- what entries say ----------------------------------------------------------------------------


def test_mark_of_an_entry_is_its_package_or_the_digest_of_its_file(file: Path) -> None:
    digest = blake2b(file.read_bytes(), digest_size=4).hexdigest()
    marks = {
        origin: Entry("a", "m:A", origin=origin).mark
        for origin in ("litmus", "plug-in loud-voices 2.1", "file trial.py", f"file {file}")
    }
    assert marks == {
        "litmus": "",
        "plug-in loud-voices 2.1": "loud-voices.2.1",
        "file trial.py": f"trial.py#{digest}",
        f"file {file}": f"trial.py#{digest}",
    }
    with pytest.raises(DataError):
        Entry("a", "m:A", origin="file nowhere.py").mark  # noqa: B018


def test_summaries_are_asked_of_objects_that_have_none_written(install: Install) -> None:
    source = (
        'class A:\n    summary = "by attribute"\n    """Not this."""\n'
        'class B:\n    SUMMARY = "by constant"\n'
        'class C:\n    """By its text.\n\n    Not this.\n    """\n'
        "class D:\n    pass\n"
    )
    install("voices", source, {GROUP: {name.lower(): f"voices:{name}" for name in "ABCD"}})
    entries = {entry.name: entry for entry in makers().entries() if entry.name in "abcd"}
    assert [entry.summary for entry in entries.values()] == [
        "by attribute", "by constant", "By its text.", "",
    ]  # fmt: skip
    assert [entry.summary for entry in makers().ours()] == [
        "Says it calmly.", "says a word", "is never imported",
    ]  # fmt: skip


def test_what_is_found_takes_no_argument() -> None:
    registry: Registry[Any] = Registry("voice", [Entry("calm", f"{__name__}:Calm")])
    assert registry.find("calm") is Calm
    for wrong in ("calm:x", "calmer", "calm:"):
        with pytest.raises(UnknownName, match="Did you mean 'calm'"):
            registry.find(wrong)
    assert [(entry.name, value) for entry, value in registry.loaded()] == [("calm", Calm)]
    module: Registry[Any] = Registry("voice", [Entry("me", __name__)])
    assert module.find("me") is sys.modules[__name__]


def test_class_in_place_of_a_module_is_made_one(file: Path, install: Install) -> None:
    install(
        "loud-voices", SHOUTS, {GROUP: {"deaf": "loud_voices:Deaf", "mute": "loud_voices:Mute"}}
    )
    registry: Registry[Any] = Registry("module", [], group=GROUP, modules=True)
    assert registry.load(registry.resolve("trial.py")[0]).number == 5
    assert type(registry.find("deaf")).__name__ == "Deaf"
    assert type(registry.load(registry.resolve("trial.py:Deaf")[0])).__name__ == "Deaf"
    with pytest.raises(UsageError) as caught:
        registry.find("mute")
    assert str(caught.value).startswith(
        "The module mute (plug-in loud-voices 1.0) cannot be created: TypeError: "
    )


def test_errors_of_ours_come_through_where_objects_are_made(file: Path) -> None:
    def fail(error: Exception) -> Any:
        raise error

    ours, theirs = Entry("calm", "m:A"), Entry("x", "x", origin="file x.py")
    for entry, error, expected in (
        (ours, ValueError("no"), ValueError),
        (theirs, ValueError("no"), UsageError),
        (theirs, DataError("no"), DataError),
    ):
        with pytest.raises(expected) as caught, makers().making(entry):
            fail(error)
        assert "no" in str(caught.value)


def test_argument_of_a_plugin_is_checked(file: Path) -> None:
    file.write_text(SHOUTS.replace('"[WORD]"', '"WORD"'), encoding="utf-8")
    for spec in ("trial.py:Shout", "trial.py:Shout: "):
        said = "The voice trial.py:Shout needs an argument: trial.py:Shout:WORD"
        assert refused(spec) == said
    makers().check("trial.py:Shout")  # foreign code is not run to ask
    file.write_text(SHOUTS, encoding="utf-8")
    assert refused("trial.py:Shout:") == (
        "Nothing stands behind the colon of trial.py:Shout: (write trial.py:Shout[:WORD]). "
        "Without an argument, leave the colon out."
    )


def test_product_has_all_methods_of_one_protocol(file: Path) -> None:
    file.write_text(
        "class A:\n    say = sing = 1\nclass B:\n    play = 1\n"
        "class C:\n    sing = 1\nclass D:\n    @property\n    def play(self):\n        1 / 0\n",
        encoding="utf-8",
    )
    either: Makers[Any] = Makers("voice", [], methods=("say", "sing"), or_methods=("play",))
    for name in "ABD":
        assert type(either.create(f"trial.py:{name}")).__name__ == name
    with pytest.raises(UsageError) as caught:
        either.create("trial.py:C")
    assert str(caught.value) == "The voice trial.py:C (file trial.py) lacks say."


@pytest.mark.parametrize("name", ["a b", "a:b", "a,b", "a=b", "a/b", "a\\b"])
def test_plugin_whose_name_cannot_be_asked_for_is_unusable(
    monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    plugin = Plugin(name, "m:A", "loud-voices", "1.0", Point())
    monkeypatch.setattr("litmus.plugins.registry.plugins", lambda group: (plugin,))
    with pytest.raises(UsageError) as caught:
        makers()._from_plugin(name)
    assert str(caught.value) == (
        f"The voice {name!r} of the plug-in loud-voices 1.0 (m:A) is unusable: its name must not "
        "have blanks, colons, commas, slashes or equals signs.\n"
        "Update the plug-in, or uninstall it: pip uninstall loud-voices"
    )


class Point:
    """An entry point whose object is a class."""

    def load(self) -> Any:
        return Calm


@pytest.mark.parametrize(("spec", "name", "argument"), [
    ("a", "a", None), ("a:", "a", ""), ("a:b:c", "a", "b:c"), ("x.py", "x.py", None),
    ("x.py:A", "x.py:A", None), ("x.py:A:", "x.py:A", ""),
    ("x.py:A:b:c\nd", "x.py:A", "b:c\nd"), ("x.pyc:A", "x.pyc", "A"),
    ("x.py:1", "x.py", "1"),  # no name of a class
])  # fmt: skip
def test_spec_is_a_name_and_an_argument(spec: str, name: str, argument: str | None) -> None:
    assert split_spec(spec) == (name, argument)
    assert split_spec(r"C:\x\trial.py:Shout:C:\y.py") == (r"C:\x\trial.py:Shout", r"C:\y.py")
    assert is_python_file(spec) is (spec.startswith("x.py") and spec not in ("x.pyc:A", "x.py:1"))
