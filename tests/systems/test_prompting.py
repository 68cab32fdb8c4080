"""Prompts: what they say, what they leave unsaid, and what is wrong with one."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from litmus.errors import DataError, UnknownName, UsageError
from litmus.systems.engine import Query, Turn
from litmus.systems.prompts.chat import Chat, ChatOptions
from litmus.systems.prompts.prompting import PARTS, load_prompt, prompts
from litmus.systems.prompts.shots import load_shots

ALONE = """Translate the text below from English into German. Answer with the translation alone: \
no introduction, no notes, no quotation marks of your own.

Text:
It rained."""
ALL = """Translate the text below from English into German. Answer with the translation alone: \
no introduction, no notes, no quotation marks of your own.
Address readers informally, as one speaks to friends.
Marks such as <s1/> separate the sentences. Copy each mark unchanged to the same place between \
their translations.

Translate these terms as follows:
bank = Ufer / Bank

Examples:
English: Yes.
German: Ja.

The text comes after these sentences of the same document. Do not translate them:
One.
Two.

The translation so far ends with:
Zwei.

Text:
The banks. <s1/> It."""


def _chat(tmp_path: Path, marker: str = "", **options: Any) -> Chat:
    shots, terms = tmp_path / "shots.tsv", tmp_path / "terms.tsv"
    shots.write_text("Yes.\tJa.\nIt rained.\tEs regnete.\n", encoding="utf-8")
    terms.write_text("bank\tUfer|Bank\nriver\tFluss\n", encoding="utf-8")
    files = {"shots": shots, "glossary": terms}
    given = {name: files.get(name, value) for name, value in options.items()}
    return Chat(ChatOptions(**given), ("en", "de"), marker=marker)


def _spoken(turns: Sequence[Turn]) -> list[tuple[str, str]]:
    return [(turn.role, turn.text) for turn in turns]


def test_what_is_not_given_is_not_spoken_of(tmp_path: Path) -> None:
    assert _spoken(_chat(tmp_path).turns(Query("It rained."))) == [("user", ALONE)]
    brought = (Turn("user", "Judge."),)  # a conversation that is brought along stays
    assert _chat(tmp_path).turns(Query("", turns=brought)) == brought
    lines = _chat(tmp_path, "newline")  # where line breaks are the marks
    assert "translate line by line" in lines.turns(Query("One.\nTwo."))[0].text
    assert "translate line by line" not in lines.turns(Query("One."))[0].text


def test_what_is_given_is_said_in_its_place(tmp_path: Path) -> None:
    made = _chat(tmp_path, "<s{n}/>", shots=1, shot_count=1, glossary=1, register="informal")
    query = Query("The banks. <s1/> It.", ("One.", "Two."), ("Zwei.",))
    assert _spoken(made.turns(query)) == [("user", ALL)]


def test_turns_hold_examples_and_sentences_with_their_translations(tmp_path: Path) -> None:
    made = _chat(tmp_path, prompt="turns", shots=1)
    spoken = _spoken(made.turns(Query("Three.", ("One.", "Two."), ("Zwei.",))))
    assert spoken[1:] == [
        ("user", "Yes."), ("assistant", "Ja."),
        ("user", "It rained."), ("assistant", "Es regnete."),
        ("user", "Two."), ("assistant", "Zwei."), ("user", "Three."),
    ]  # fmt: skip
    assert spoken[0][1].endswith("Do not translate them:\nOne.")
    wordless = made.turns(Query("Three.", ("One.", "Two."), ("", "Zwei.")))
    assert _spoken(wordless)[-3:] == [("user", "Two."), ("assistant", "Zwei."), ("user", "Three.")]
    assert all(text for _, text in _spoken(wordless))
    (system, *_) = made.turns(Query("Three.", (), ("Eins.", "Zwei.")))
    assert system.text.endswith("The translation so far ends with:\nEins.\nZwei.")


def test_an_example_is_never_what_is_asked(tmp_path: Path) -> None:
    made = _chat(tmp_path, shots=1)
    assert "Es regnete." in made.turns(Query("It poured."))[0].text
    assert "Es regnete." not in made.turns(Query("it  rained."))[0].text
    assert "Es regnete." not in made.turns(Query("It poured.", ("It rained.",)))[0].text


@pytest.mark.parametrize("name", list(prompts()))
def test_a_prompt_that_ships_has_a_place_for_all_and_looks_into_no_text(
    name: str, tmp_path: Path
) -> None:
    prompt = load_prompt(name)
    assert prompt.places == set(PARTS) and prompt.about and prompt.takes_context
    assert prompt.signature.startswith(f"{name}.v{prompt.version}#")
    text = "{text} {{context}} ${HOME} {nonsense}"
    made = _chat(tmp_path, prompt=name)
    turns = made.turns(Query(text, (text,), (text,)))
    assert sum(turn.text.count(text) for turn in turns) == 3


def test_a_prompt_of_ones_own_is_found_by_name_or_path(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "prompts").mkdir()
    path = tmp_path / "prompts" / "mine.toml"
    path.write_text(
        'user = "{1} {{text}} {\\"a\\": 1} {source}>{target} {text}"\n', encoding="utf-8"
    )
    monkeypatch.setenv("LITMUS_DATA", str(tmp_path))
    for name, mark in (("mine", "mine.v1.own#"), (str(path), "mine.v1#")):
        made = Chat(ChatOptions(prompt=name), ("en", "de"))
        assert made.turns(Query("Yes."))[0].text == '{1} {text} {"a": 1} en>de Yes.'
        assert made.signature.startswith(f"prompt:{mark}")
    with pytest.raises(UnknownName, match="Did you mean 'turns'"):
        load_prompt("turn")
    with pytest.raises(DataError, match="mine.toml does not exist. A prompt is a TOML file"):
        load_prompt("mine.toml")


FINE = 'user = "{text}"\n'


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("x", "is not TOML"),
        ("", "the key 'user' is missing."),
        ('user = "Hello"\n', "'user' must hold {text} once: the text to translate."),
        ('user = "{text} {text}"\n', "'user' must hold {text} once"),
        ("user = 1\n", "'user' must be a text, not 1."),
        (f'{FINE}sytem = "a"\n', "unknown key 'sytem'. Did you mean 'system'?"),
        ('user = "{txt} {text}"\n', "'user' has an unknown placeholder {txt}. Did you mean 'text'?"),
        (f'{FINE}system = "{{text}}"\n', "'system' has an unknown placeholder {text}."),
        (f'{FINE}system = "${{HOME}}"\n', "'system' cannot read the environment"),
        (f'{FINE}[around]\ncontext = "{{context}}"\n', "there is no {context} in 'system' or 'user'."),
        ('user = "{context}{text}"\n[around]\ncontext = "Before:"\n', "'around.context' must hold {context} once."),
        ('user = "{context}{text}"\n[around]\ncontext = "{text}"\n', "'around.context' has an unknown placeholder {text}."),
        (f'{FINE}[around]\nbefore = "a"\n', "unknown key 'around.before'."),
        ('user = "{glossary}{text}"\n[items]\nglossary = "{text}"\n', "'items.glossary' must hold {text} and {translation}."),
        (f'{FINE}[register]\nformal = "Sie!"\n', "[register] and {register} go together; one is missing."),
        ('user = "{register}{text}"\n', "[register] and {register} go together; one is missing."),
        ('user = "{register}{text}"\n[register]\npolite = "Sie!"\n', "unknown key 'register.polite'."),
        (f"{FINE}version = 0\n", "'version' must be at least 1"),
    ],
)  # fmt: skip
def test_what_is_wrong_with_a_prompt_is_said(tmp_path: Path, text: str, message: str) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(DataError) as failed:
        load_prompt(str(path))
    assert str(failed.value).startswith(str(path)) and message in str(failed.value)


def test_what_a_prompt_has_no_place_for_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(FINE, encoding="utf-8")
    for name, part in (("shots", "examples"), ("glossary", "glossary"), ("register", "register")):
        with pytest.raises(UsageError) as failed:
            _chat(tmp_path, prompt=str(path), **{name: "formal"})
        assert str(failed.value) == (
            f"The prompt mine has no place for {name}: {{{part}}}\n"
            "These have one: labelled, plain, turns"
        )
    path.write_text(f"turns = true\n{FINE}", encoding="utf-8")
    made = Chat(ChatOptions(prompt=str(path)), ("en", "de"))
    assert len(made.turns(Query("c", ("b",), ("B",)))) == 3
    with pytest.raises(UsageError) as failed:
        made.turns(Query("c", ("a", "b"), ("B",)))
    assert str(failed.value) == (
        "The prompt mine has no place for context of this length.\n"
        "Give both sides the same number of sentences, or another prompt: prompt=NAME"
    )


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"shot_count": 3}, "shot_count counts from 1, and needs examples: shots=FILE"),
        ({"shots": "a", "shot_count": 0}, "shot_count counts from 1, and needs examples"),
        ({"register": "polite"}, "register=polite is none. Known: formal, informal"),
    ],
)
def test_options_that_say_nothing_are_refused(options: dict[str, Any], message: str) -> None:
    with pytest.raises(UsageError) as failed:
        Chat(ChatOptions(**options), ("en", "de"))
    assert str(failed.value).startswith(message)


def test_examples_of_a_suite_are_its_first_that_are_not_in_the_text() -> None:
    first = load_shots("demo-en-fr", ("en", "fr"), 2, ())
    assert len(first.pairs) == 2 and first.signature.startswith("demo-en-fr.")
    from litmus.systems.prompts.shots import comparable

    others = load_shots("demo-en-fr", ("en", "fr"), 2, {comparable(first.pairs[0][0])})
    assert others.pairs[0] == first.pairs[1] and others.signature != first.signature
    assert len(load_shots("demo-en-fr", ("en", "fr"), None, ()).pairs) == 5


@pytest.mark.parametrize(("text", "pair", "count", "used", "message"), [
    (None, "de", 2, set(), "The examples in demo-en-fr are en-fr; the text is en-de."),
    ("Yes.\tJa.\n\nNo. Nein.\n", "de", 2, set(),
     "{path}:3 is no example: a source and its translation, separated by a tab."),
    ("Yes.\tJa.\n", "de", 2, set(),
     "{path} has 1 example that is not in the text; shot_count=2 needs more.\n"
     "Give other examples: shots=FILE"),
    ("Yes.\tJa.\n", "de", None, {"yes."},
     "{path} has 0 examples that are not in the text; shot_count=1 needs more.\n"
     "Give other examples: shots=FILE"),
])  # fmt: skip
def test_examples_that_cannot_be_are_refused(
    tmp_path: Path, text: str | None, pair: str, count: int | None, used: set[str], message: str
) -> None:
    path = tmp_path / "shots.tsv"
    path.write_text(text or "", encoding="utf-8")
    with pytest.raises((DataError, UsageError)) as wrong:
        load_shots(path if text else "demo-en-fr", ("en", pair), count, used)
    assert str(wrong.value) == message.format(path=path)
    with pytest.raises(DataError, match="nowhere does not exist. Examples are a suite, or a file"):
        load_shots("nowhere", ("en", "de"), 2, ())
