"""Engines' files: those that ship are right, and what is wrong with others is said."""

from collections.abc import Callable
from pathlib import Path

import pytest
from tests.systems.answering import Heard, Reply, service
from tests.systems.test_chat_engines import ENGINES as CHATS

from litmus.errors import DataError, UnknownName, UsageError
from litmus.systems.engine_files.engine_file import EngineFile, engines, load_engine
from litmus.systems.http.http_engine import HttpEngine

FINE = """url = "http://localhost/t"
answer = "out"
[body]
q = "{text}"
"""


def _answer(table: str) -> str:
    """The file with a table in place of the path."""
    return f"{FINE.replace('answer = ', 'about = ')}[answer]\n{table}\n"


KEYS = {"DEEPL_API_KEY": "k-deepl", "GOOGLE_API_KEY": "k-google"}
# As the services document them: answers to ["Hello", "You"] from English into Portuguese.
SHAPES: dict[str, tuple[dict[str, str], dict[str, object], Callable[[list[str]], object]]] = {
    "deepl": (
        {"Authorization": "DeepL-Auth-Key k-deepl"},
        {"text": ["Hello", "You"], "source_lang": "EN", "target_lang": "PT-PT", "split_sentences": "0"},
        lambda found: {"translations": [{"detected_source_language": "EN", "text": one} for one in found]},
    ),
    "google": (
        {"X-Goog-Api-Key": "k-google"},
        {"q": ["Hello", "You"], "source": "en", "target": "pt", "format": "text"},
        lambda found: {"data": {"translations": [{"translatedText": one} for one in found]}},
    ),
    "libretranslate": (
        {},
        {"q": ["Hello", "You"], "source": "en", "target": "pt", "format": "text", "api_key": ""},
        lambda found: {"translatedText": found},
    ),
}  # fmt: skip


def test_every_engine_that_ships_has_a_shape_here() -> None:
    assert set(engines()) == {*SHAPES, *CHATS}
    for name in engines():
        assert load_engine(name).name == name and load_engine(name).about


@pytest.mark.parametrize("name", SHAPES)
def test_an_engine_that_ships_speaks_as_documented(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("no_proxy", "*")
    headers, body, answer = SHAPES[name]

    def reply(_: Heard) -> Reply:
        return Reply(answer(["Olá", "Tu"]))

    with service(reply) as there:
        engine = HttpEngine(load_engine(name, url=there.url), ("en", "pt"), environment=KEYS)
        assert engine.ask(["Hello", "You"]) == ["Olá", "Tu"]
    (heard,) = there.heard
    assert (heard.method, heard.path, heard.body) == ("POST", "/translate", body)
    assert {key: heard.headers.get(key) for key in headers} == headers
    assert heard.headers["Content-Type"] == "application/json"


@pytest.mark.parametrize(
    ("name", "changed"),
    [
        ("deepl", {"tag_handling": "xml", "split_sentences": "nonewlines"}),
        ("google", {"format": "html"}),
        ("libretranslate", {"format": "html"}),
    ],
)
def test_documents_go_as_markup(name: str, changed: dict[str, str]) -> None:
    plain, whole = load_engine(name), load_engine(name, "document")
    assert (plain.markup, whole.markup) == (False, True)
    assert dict(whole.body) == dict(plain.body) | changed
    assert plain.digest != whole.digest


def test_codes_are_those_of_the_engine() -> None:
    deepl = load_engine("deepl")
    assert [deepl.code("en", side) for side in ("source", "target")] == ["EN", "EN-US"]
    assert deepl.code("zh", "target") == "ZH"
    assert load_engine("google").code("zh", "target") == "zh-CN"


def test_what_can_change_an_answer_is_in_the_digest(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    digests = set()
    for text in (
        FINE,
        FINE.replace("/t", "/u"),
        FINE.replace("{text}", "Say: {text}"),
        f'{FINE}[target]\nfr = "fr-CA"\n',
        f'{FINE}[headers]\nX-Model = "big"\n',
    ):
        path.write_text(text, encoding="utf-8")
        digests.add(load_engine(str(path)).digest)
    assert len(digests) == 5
    for host in ("127.0.0.1:${PORT}", "${HOST}", "[::1]:80", "{target}.x.org"):
        path.write_text(FINE.replace("localhost", host), encoding="utf-8")
        assert load_engine(str(path)).url == f"http://{host}/t"
    path.write_text(f'name = "other"\ntexts = 1\n{FINE}', encoding="utf-8")
    assert load_engine(str(path)).digest in digests


TEXTS = FINE.replace("{text}", "{texts}")
MESSAGES = FINE.replace("{text}", "{messages}")


@pytest.mark.parametrize(("text", "message"), [
    ("x", "is not TOML"),
    (f"adress = 1\n{FINE}", "unknown key 'adress'"),
    (FINE.replace("http://", "ftp://"), "'url' must begin with http:// or https://"),
    (FINE.replace("http://localhost", "${BASE:-ftp://h}"), "'url' must begin with http:// or https://"),
    (FINE.replace("localhost", "me:pw@localhost"), "a name or key in 'url' would show"),
    (FINE.replace("localhost", "${MY_TOKEN}.x.org"), "a name or key in 'url' would show"),
    (FINE.replace("localhost", "localhost:abc"), "is not an address. Its port is a number"),
    (FINE.replace("localhost", "localhost:99999"), "is not an address. Its port is a number"),
    (FINE.replace("localhost", "localhost:0"), "is not an address. Its port is a number"),
    (FINE.replace("localhost", "[::1"), "an IPv6 address needs brackets: http://[::1]:"),
    (FINE.replace("localhost", "::1"), "is not an address."),
    (FINE.replace("localhost", "a..b"), "is not an address."),
    (FINE.replace("/t", "/a b"), "a URL has no blank"),
    (FINE.replace("/t", "/{text_}"), "'url' has an unknown placeholder {text_}"),
    (FINE.replace('answer = "out"', ""), "'answer' is missing"),
    (FINE.replace('answer = "out"', "answer = 5"), "'answer' must be a table: [answer], not 5."),
    (f'method = "DELETE"\n{FINE}', "'method' is POST, PUT or GET"),
    (f'method = "GET"\n{FINE}', "GET has no [body]"),
    (f'codes = "Upper"\n{FINE}', "'codes' is one of as is, upper, lower, not 'Upper'"),
    (f"texts = 0\n{FINE}", "count from 1"),
    (f"texts = 5\n{FINE}", "{text} holds one text"),
    (f"texts = 5\n{MESSAGES}", "{messages} holds one text"),
    (f'markup = "yes"\n{FINE}', "'markup' must be true or false"),
    (FINE.replace("{text}", "hello"), "one {messages}; found 0"),
    (FINE.replace("{text}", "{{text}}"), "one {messages}; found 0"),
    (FINE.replace("{text}", "{text} {text}"), "found 2"),
    (FINE.replace("{text}", "all: {texts}"), '{texts} is a list and must be alone: "{texts}"'),
    (FINE.replace("{text}", "say {messages}"), '{messages} is a list and must be alone: "{messages}"'),
    (FINE.replace("{text}", "{txt} {text}"), "'body' has an unknown placeholder {txt}. Did you mean 'text'?"),
    (f"{FINE}when = 2020-01-01\n", "[body] holds what JSON cannot"),
    (f'{FINE}s = "{{system}}"\n', "{system} is part of a prompt, and goes with {messages}"),
    (f'{FINE}seed = "no {{seed}}"\n', '{seed} is a number and must be alone: "{seed}"'),
    (f'{FINE}m = "{{model}}"\n', "'model' is missing: what {model} is"),
    (f'model = "${{MY_KEY}}"\n{FINE}m = "{{model}}"\n', "a key cannot be part of it"),
    (f'texts = 2\n{TEXTS}c = "{{context}}"\n', "context goes with one text"),
    (f'{MESSAGES}c = "{{context}}"\n', "the prompt has the context"),
    (f"{FINE}[headers]\nX-A = 1\n", "'X-A' under [headers] must be a string"),
    (f'{FINE}[headers]\n"X A" = "1"\n', "'X A' is not the name of a header"),
    (f'{FINE}[headers]\nX-A = "a\\nb"\n', "are ASCII, on one line"),
    (f'{FINE}[headers]\nX-A = "{{text}}"\n', "not in [headers]"),
    (f'{FINE}[headers]\nX-A = "{{model}}"\n', "'headers' has an unknown placeholder {model}"),
    (f'{FINE}[document]\nformat = "html"\n', "[document]: unknown key 'format'"),
    (f'path = "v1"\n{FINE}', "'path' follows the address and begins with /"),
    (f'{FINE}[message]\nrole = "{{rol}}"\n', "'message' has an unknown placeholder {rol}"),
    (f'{MESSAGES}[message]\nrole = "{{role}}"\n', "[message] must hold {role} and {text} once"),
    (f'{FINE}[roles]\nmodel = "x"\n', "[roles]: unknown key 'model'"),
    (f'{FINE}[structured]\nf = "as {{schema}}"\n', '{schema} is a table and must be alone: "{schema}"'),
    (_answer('finish = "b"'), "the key 'answer.path' is missing"),
    (_answer('path = "a"\npatern = "b"'), "unknown key 'answer.patern'. Did you mean 'pattern'?"),
    (_answer('path = "a"\npattern = "(b"'), "'answer.pattern' is not a regular expression"),
    (_answer('path = "a"\npattern = "b"'), "must have one group, which is the translation; it has 0."),
    (_answer('path = "a"\npattern = "(b)(c)"'), "it has 2."),
    (_answer('path = "a"\ntake = "first line"'), "must be 'all' or 'last line', not 'first line'."),
    (_answer('path = "a"\ncut_off = ["length"]'), "has values of 'finish', but not where that is."),
    (_answer('path = "a"\nschema = { type = "text" }\nfield = "t"'), "'answer.schema' cannot be used: the schema: 'type' is one of"),
    (_answer('path = "a"\nschema = { type = "string" }'), "needs both 'schema' and 'field'"),
    (_answer('path = "a"\nschema = { type = "object" }\nfield = "t"'), "'schema' needs [structured]"),
    (_answer('path = "a"\npattern = "(b)"\ntake = "last line"'), "takes one of 'pattern', 'take' and 'schema'."),
])  # fmt: skip
def test_what_is_wrong_with_a_file_is_said(tmp_path: Path, text: str, message: str) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(DataError) as failed:
        load_engine(str(path))
    assert str(failed.value).startswith(str(path)) and message in str(failed.value)


def test_settings_are_the_variables_that_are_no_keys() -> None:
    file = EngineFile(
        name="x",
        url="http://${HOST}/t?k=${A_KEY}",
        answer="out",
        headers={"X": "${IN_HEADERS} ${MODEL}"},
        body={"model": "${MODEL:-base}", "deep": [{"x": "${my_token}"}], "s": "${A_SECRET}"},
    )
    assert file.settings == ["HOST", "MODEL"]


def test_names_that_are_none_say_the_way() -> None:
    with pytest.raises(UnknownName, match="Did you mean 'deepl'"):
        load_engine("depl")
    with pytest.raises(DataError, match="mine.toml does not exist"):
        load_engine("mine.toml")
    with pytest.raises(UsageError, match=r"http:libretranslate url=https://x.org/translate"):
        load_engine("https://x.org/translate")
