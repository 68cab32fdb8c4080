"""Engines of language models against a server as strict as the real ones."""

import json
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from tests.systems import chat_server as chat
from tests.systems.answering import unhurried
from tests.systems.chat_server import KEY, Asked, ChatServer, Said, chat_server

from litmus.errors import DataError, UsageError
from litmus.systems.engine import Answer, Query, Turn
from litmus.systems.engine_files.engine_file import load_engine
from litmus.systems.http.http_engine import HttpEngine
from litmus.systems.prompts.chat import Chat, ChatOptions
from litmus.systems.reading.reader import CLEANED, CUT_OFF, EMPTY, REFUSED

# Engine -> what follows the address of the server, the variable of the key, of address and of model
ENGINES: Mapping[str, tuple[str, str, str]] = {
    "openai": ("/v1", "OPENAI_API_KEY", "OPENAI"),
    "vllm": ("/v1", "VLLM_API_KEY", "VLLM"),
    "llama-cpp": ("/v1", "LLAMA_CPP_API_KEY", "LLAMA_CPP"),
    "anthropic": ("", "ANTHROPIC_API_KEY", "ANTHROPIC"),
    "gemini": ("", "GEMINI_API_KEY", "GEMINI"),
    "ollama": ("", "OLLAMA_API_KEY", "OLLAMA"),
}
SCHEMA = {
    "type": "object",
    "properties": {"translation": {"type": "string", "minLength": 1}},
    "required": ["translation"],
}


@pytest.fixture(autouse=True)
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Waits are not waited."""
    unhurried(monkeypatch)


def engine(
    name: str,
    there: ChatServer | str,
    options: ChatOptions | None = None,
    schema: Mapping[str, Any] | None = None,
) -> HttpEngine:
    path, key, _ = ENGINES[name]
    url = there if isinstance(there, str) else f"{there.url}{path}"
    options = options or ChatOptions(model="m-1")
    file = load_engine(name, url=url, model=options.model, settings=options.settings)
    talk = Chat(options, ("en", "de"))
    return HttpEngine(file, ("en", "de"), environment={key: KEY}, chat=talk, schema=schema)


def ends_with(asked: Asked) -> str:
    """The last line that the user says, in capitals."""
    return asked.text.rpartition("\n")[2].upper()


@pytest.mark.parametrize("name", ENGINES)
def test_an_engine_says_what_its_service_demands(name: str) -> None:
    with chat_server(ends_with) as there:
        asked = engine(name, there, ChatOptions(model="m-1", prompt="turns"))
        (answer,) = asked.answer([Query("It rained.", ("Hm.",), ("Hm!",))])
        assert engine(name, there).ask(["One."]) == ["ONE."]
    assert there.refused == []
    finish = {"anthropic": "end_turn", "gemini": "STOP"}.get(name, "stop")
    assert answer == Answer("IT RAINED.", finish, 11, 7)
    heard, plain = there.asked
    assert plain.system == ""
    assert heard.turns == [("user", "Hm."), ("assistant", "Hm!"), ("user", "It rained.")]
    assert heard.system.startswith("You translate from English into German.")
    assert "m-1" in (heard.path if name == "gemini" else heard.body["model"])


@pytest.mark.parametrize("name", ENGINES)
def test_a_schema_is_sent_where_the_service_wants_it(name: str) -> None:
    with chat_server(lambda _: '{"translation": "Eins."}') as there:
        made = engine(name, there, schema=SCHEMA)
        (answer,) = made.answer([Query("", turns=(Turn("user", "Say it."),))])
    assert answer.text == '{"translation": "Eins."}' and there.refused == []
    body = there.asked[0].body
    sent = {
        "openai": lambda: body["response_format"]["json_schema"]["schema"],
        "vllm": lambda: body["response_format"]["json_schema"]["schema"],
        "llama-cpp": lambda: body["response_format"]["schema"],
        "anthropic": lambda: body["output_config"]["format"]["schema"],
        "gemini": lambda: body["generationConfig"]["responseJsonSchema"],
        "ollama": lambda: body["format"],
    }[name]()
    assert sent == {
        "type": "object",
        "properties": {"translation": {"type": "string"}},
        "required": ["translation"],
        "additionalProperties": False,
    }
    if name == "gemini":  # laid over the other settings, not in their place
        assert body["generationConfig"]["temperature"] == 0
    assert made.identity != engine(name, there).identity


@pytest.mark.parametrize("name", ["vllm", "llama-cpp", "ollama"])
def test_repeats_have_seeds_of_their_own(name: str) -> None:
    with chat_server(ends_with) as there:
        made = engine(name, there)
        for draw in range(3):
            made.answer([Query("One.", turns=(Turn("user", "One."),), draw=draw)])
        set_to = {"options.seed" if name == "ollama" else "seed": 7}
        engine(name, there, ChatOptions(model="m", settings=set_to)).ask(["One."])
    bodies = [one.body.get("options", one.body) for one in there.asked]
    assert [body["seed"] for body in bodies] == [1, 2, 3, 7] and there.refused == []


def test_how_json_is_asked_for_is_in_the_identity(tmp_path: Path) -> None:
    path, found = tmp_path / "e.toml", set()
    for kind, form in (("string", "a"), ("string", "b"), ("object", "a")):
        path.write_text(
            'url = "http://h/t"\n[body]\nq = "{text}"\n[answer]\npath = "a"\nfield = "t"\n'
            f'schema = {{ type = "{kind}" }}\n[structured]\n{form} = "{{schema}}"\n',
            encoding="utf-8",
        )
        found.add(HttpEngine(load_engine(str(path)), ("en", "de")).identity)
    assert len(found) == 3
    bare = ChatOptions(model="m", settings={"response_format": None})
    asked, free = (engine("openai", "http://h/v1", bare, schema) for schema in (None, SCHEMA))
    assert free.identity != engine("openai", "http://h/v1", ChatOptions(model="m"), SCHEMA).identity
    assert asked.identity == engine("openai", "http://h/v1", ChatOptions(model="m")).identity


THOUGHT, JA = {"type": "thinking", "thinking": "Hm."}, {"type": "text", "text": "Ja."}
IN_BLOCKS = json.dumps({"choices": [{"message": {"content": [JA]}}]}).encode()
ANSWERS: list[tuple[Iterable[str], Said, str, set[str]]] = [
    (ENGINES, chat.CUT_OFF, "Half of a", {CUT_OFF}),
    (ENGINES, chat.EMPTY, "", {EMPTY}),
    (ENGINES, Said(chat.SURE.replace("{}", "Ja.")), "Ja.", {CLEANED}),
    (ENGINES, Said("<think>\nHm, what", finish="length"), "", {CUT_OFF, CLEANED, EMPTY}),
    (("openai", "vllm", "anthropic", "gemini"), chat.REFUSED, "", {REFUSED}),
    (("openai", "gemini"), chat.REFUSED_APART, "", {REFUSED}),
    (("anthropic",), Said("", finish="refusal"), "", {REFUSED}),
    # blocks are put together, without thoughts
    (("anthropic",), Said(blocks=[THOUGHT, JA]), "Ja.", set()),
    (("anthropic",), Said(blocks=[{**JA, "text": "J"}, {**JA, "text": "a."}]), "Ja.", set()),
    (("gemini",), Said(blocks=[{"text": "Hm.", "thought": True}, {"text": "Ja."}]), "Ja.", set()),
    (("gemini",), Said(blocks=[{"text": "J"}, {"text": "a."}]), "Ja.", set()),
    (("vllm",), Said(raw=IN_BLOCKS), "Ja.", set()),
]


@pytest.mark.parametrize(
    ("name", "said", "text", "flags"),
    [(name, *rest) for names, *rest in ANSWERS for name in names],
)
def test_what_is_remarkable_is_flagged(name: str, said: Said, text: str, flags: set[str]) -> None:
    with chat_server(lambda _: said) as there:
        made = engine(name, there)
        (answer,) = made.answer([Query("Yes.")])
    if said.text and said.finish != "refusal":
        assert answer.text == said.text  # as it came
    read = made.read(answer, Query("Yes."))
    assert (read.text, set(read.flags)) == (text, flags)


def test_half_an_answer_is_asked_for_again_and_shown_at_last() -> None:
    with chat_server(chat.first(chat.TRUNCATED, "Eins.")) as there:
        assert engine("openai", there).ask(["One."]) == ["Eins."]
    with chat_server(lambda _: chat.TRUNCATED) as there, pytest.raises(DataError) as failed:
        engine("openai", there).ask(["One."])
    assert len(there.asked) == 6
    assert str(failed.value).startswith(
        f"{there.url}/v1/chat/completions gave JSON that breaks off. It said: "
    )


def test_what_a_model_does_not_take_can_be_changed() -> None:
    with chat_server(ends_with) as there:
        with pytest.raises(DataError) as failed:
            engine("openai", there, ChatOptions(model="o3-mini")).ask(["One."])
        assert "'temperature' does not support 0 with this model" in str(failed.value)
        assert str(failed.value).endswith(
            "Change what it does not take, or take it out: settings=NAME=VALUE, such as "
            "temperature=null"
        )
        options = ChatOptions(
            model="o3-mini", settings={"temperature": None, "max_completion_tokens": 500}
        )
        made = engine("openai", there, options)
        assert made.ask(["One."]) == ["ONE."]
    body = there.asked[-1].body
    assert "temperature" not in body and body["max_completion_tokens"] == 500
    assert "|set:max_completion_tokens=500,temperature=null|model:o3-mini|" in made.signature


def test_all_that_can_change_an_answer_is_in_the_identity(tmp_path: Path) -> None:
    shots, terms = tmp_path / "shots.tsv", tmp_path / "terms.tsv"
    shots.write_text("Yes.\tJa.\n", encoding="utf-8")
    terms.write_text("bank\tUfer\n", encoding="utf-8")
    base = ChatOptions(model="a")
    changes: list[dict[str, Any]] = [
        {}, {"model": "b"}, {"settings": {"temperature": 1}}, {"prompt": "turns"},
        {"shots": shots}, {"glossary": terms}, {"register": "formal"}, {"register": "informal"},
    ]  # fmt: skip
    made = [engine("openai", "http://x.org/v1", replace(base, **one)) for one in changes]
    assert len({one.identity for one in made}) == len({one.signature for one in made}) == 8
    assert "|model:b|prompt:plain.v1#" in made[1].signature
    assert "|shots:shots.tsv." in made[4].signature and "|glossary:terms.tsv." in made[5].signature


@pytest.mark.parametrize(
    ("name", "given", "asked"),
    [
        ("openai", "http://h:8000/v1", "http://h:8000/v1/chat/completions"),
        ("openai", "http://h:8000/v1/", "http://h:8000/v1/chat/completions"),
        ("openai", "http://h:8000/v1/chat/completions", "http://h:8000/v1/chat/completions"),
        ("anthropic", "https://h", "https://h/v1/messages"),
        ("gemini", "https://h/", "https://h/v1beta/models/m%2F1:generateContent"),
        ("ollama", "h:11434", "http://h:11434/api/chat"),
        ("ollama", "http://h:11434", "http://h:11434/api/chat"),
    ],
)
@pytest.mark.parametrize("by_variable", [False, True])
def test_a_base_address_is_completed(name: str, given: str, asked: str, by_variable: bool) -> None:
    variable = "OLLAMA_HOST" if name == "ollama" else f"{ENGINES[name][2]}_BASE_URL"
    environment = {ENGINES[name][1]: KEY}
    if by_variable:
        environment[variable] = given
    else:
        given = given if "://" in given else f"http://{given}"
    file = load_engine(name, url=None if by_variable else given, model="m/1")
    made = HttpEngine(file, ("en", "de"), environment=environment)
    assert made._requests.address([Query("")]) == asked
    assert made._requests.origin == asked.partition("/v1")[0].partition("/api")[0]


@pytest.mark.parametrize("base", ["http://me:pw@h/v1", "http://h/v1?key=abc", "ftp://h", "h h", ""])
def test_a_base_address_that_is_none_is_not_shown(base: str) -> None:
    environment = {"OPENAI_API_KEY": KEY, "OPENAI_BASE_URL": base}
    file = load_engine("openai", model="m")
    if not base:  # as if it were not set
        assert "api.openai.com" in HttpEngine(file, ("en", "de"), environment=environment).signature
        return
    with pytest.raises(DataError) as failed:
        HttpEngine(file, ("en", "de"), environment=environment)
    assert base not in str(failed.value) and "${OPENAI_BASE_URL:-https" in str(failed.value)


@pytest.mark.parametrize("dry_run", [False, True])
@pytest.mark.parametrize("name", ENGINES)
def test_a_model_comes_from_the_environment_or_is_asked_for(name: str, dry_run: bool) -> None:
    variable = f"{ENGINES[name][2]}_MODEL"
    environment = {ENGINES[name][1]: KEY, variable: "from-there"}
    made = HttpEngine(load_engine(name), ("en", "de"), environment=environment)
    assert "|model:from-there|" in made.signature
    if name == "llama-cpp":  # which has one model, whatever it is called
        return
    with pytest.raises(UsageError) as failed:
        HttpEngine(
            load_engine(name), ("en", "de"), environment={ENGINES[name][1]: KEY}, dry_run=dry_run
        )
    assert str(failed.value) == (
        f"{name} needs the name of a model. Give it: model=NAME, or export {variable}=NAME"
    )
    if name == "openai":
        with pytest.raises(UsageError, match="Give it: model=NAME$"):
            HttpEngine(
                load_engine(name, model=" "), ("en", "de"), environment={"OPENAI_API_KEY": KEY}
            )


@pytest.mark.parametrize(("status", "way_out"), [
    (404, "Is the name of the model right (model=NAME), and the address (url=URL)?"),
    (405, "Is the address right? Give another: url=URL"),
    (413, "The request is too long for the service. Show less of what stands before: "
     "source_context, target_context."),
])  # fmt: skip
def test_a_refusal_of_a_model_says_the_way_out(status: int, way_out: str) -> None:
    said = Said(status=status, error="No.")
    with chat_server(lambda _: said) as there, pytest.raises(DataError) as failed:
        engine("openai", there).ask(["One."])
    assert str(failed.value).endswith(f"\n{way_out}")


def test_a_key_in_the_place_of_a_model_is_refused_unseen() -> None:
    with pytest.raises(UsageError) as failed:
        engine("openai", "http://h/v1", ChatOptions(model=KEY))
    assert KEY not in str(failed.value) and "cannot be used" in str(failed.value)


def test_an_engine_without_messages_holds_no_conversation(tmp_path: Path) -> None:
    path = tmp_path / "e.toml"
    path.write_text('url = "http://h/t"\nanswer = "a"\n[body]\nq = "{text}"\n', encoding="utf-8")
    made = HttpEngine(load_engine(str(path)), ("en", "de"))
    assert not made.takes_context
    with pytest.raises(DataError, match="e holds no conversations: its file has no {messages}."):
        made.answer([Query("", turns=(Turn("user", "Hi."),))])


def test_context_of_an_old_file_is_filled_in(tmp_path: Path) -> None:
    path = tmp_path / "e.toml"
    text = '"{source_language}: {context}/{target_context}/{text}"'
    path.write_text(
        f'url = "http://h/v1/chat/completions"\nanswer = "choices.0.message.content"\n[body]\n'
        f'model = "m"\nmessages = [{{ role = "user", content = {text} }}]\n'
        f'[headers]\nAuthorization = "Bearer ${{E_KEY}}"\n',
        encoding="utf-8",
    )
    with chat_server(chat.echo) as there:
        file = load_engine(str(path), url=f"{there.url}/v1/chat/completions")
        made = HttpEngine(file, ("en", "de"), environment={"E_KEY": KEY})
        assert made.takes_context
        (found,) = made.answer([Query("c {text}", ("a", "b"), ("x",))])
    assert found.text == "ENGLISH: A\nB/X/C {TEXT}"


def test_many_threads_may_ask_with_a_glossary(tmp_path: Path) -> None:
    from concurrent.futures import ThreadPoolExecutor

    terms = tmp_path / "terms.tsv"
    terms.write_text("bank\tUfer|Bank\nriver\tFluss\n", encoding="utf-8")
    with chat_server(chat.in_disorder(0.02, ends_with)) as there:
        made = engine("openai", there, ChatOptions(model="m", glossary=terms))
        texts = [f"The bank of {number}." for number in range(40)]
        ask: Callable[[str], list[str]] = lambda text: made.ask([text])  # noqa: E731
        with ThreadPoolExecutor(8) as threads:
            found = list(threads.map(ask, texts))
    assert found == [[text.upper()] for text in texts]
    assert all("bank = Ufer / Bank" in one.text for one in there.asked)
    assert not any("Fluss" in one.text for one in there.asked)


@pytest.mark.parametrize(
    ("name", "cut_off", "refused"),
    [("openai", "length", "content_filter"), ("gemini", "MAX_TOKENS", "SAFETY")],
)
def test_an_engine_knows_its_own_words_for_the_end(name: str, cut_off: str, refused: str) -> None:
    made = engine(name, "http://h")
    answers = [Answer("", finish) for finish in (cut_off, refused, "refusal", "stop")]
    assert list(map(made.is_cut_off, answers)) == [True, False, False, False]
    assert list(map(made.is_refused, answers)) == [False, True, True, False]
