"""[limits] and [price] of engines' files, usage, and dry runs."""

import json
from dataclasses import replace
from pathlib import Path

import pytest
from tests.systems.answering import Heard, Reply, Toy, libre, service, unhurried

from litmus.api.translate import translate
from litmus.errors import DataError, UsageError
from litmus.systems import load
from litmus.systems.engine_files.engine_file import load_engine
from litmus.systems.engine_files.limits import Limits, Price
from litmus.systems.http.http_engine import HttpEngine
from litmus.systems.load import load_system

FILE = """url = "{url}"
answer = "translatedText"
texts = 2
[headers]
Authorization = "Key ${{TOY_KEY}}"
[body]
q = "{{texts}}"
"""


@pytest.fixture(autouse=True)
def waits(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """The waits, which are not waited."""
    monkeypatch.delenv("TOY_KEY", raising=False)
    return unhurried(monkeypatch)


def _file(tmp_path: Path, more: str, url: str = "http://localhost:1/t") -> Path:
    path = tmp_path / "toy.toml"
    path.write_text(FILE.format(url=url) + more, encoding="utf-8")
    return path


def test_limits_and_price_are_read(tmp_path: Path) -> None:
    more = (
        "[limits]\nparallel = 8\nrequests_per_minute = 600\nwindow = 8192\n"
        '[price]\ninput = 20\nper = "characters"\ncurrency = "EUR"\n'
    )
    plain = load_engine(str(_file(tmp_path, "")))
    found = load_engine(str(_file(tmp_path, more)))
    assert found.limits == Limits(8, 600.0, None, 8192)
    assert found.price == Price(20.0, 0.0, "characters", "EUR")
    assert found.digest == plain.digest  # neither changes an answer
    engine = HttpEngine(
        found, ("en", "fr"), environment={"TOY_KEY": "k"}, limits=Limits(parallel=3)
    )
    assert (engine.parallel, engine.window) == (3, 8192)


@pytest.mark.parametrize(
    ("more", "message"),
    [
        ("[limits]\nrpm = 3", "[limits]: unknown key 'rpm'."),
        ("[limits]\nparallel = 0", "[limits]: 'parallel' must be more than 0."),
        ("[limits]\nparallel = 2.5", "[limits]: 'parallel' must be a whole number, but is float."),
        ("[limits]\ntokens_per_minute = inf", "[limits]: 'tokens_per_minute' must be more than 0."),
        ("[price]\nper = 'words'", "[price]: 'per' is tokens or characters, not 'words'."),
        ("[price]\ninput = -1", "[price]: 'input' and 'output' are the price of a million tokens."),
        ("[price]\ninput = '3'", "[price]: 'input' must be a number, but is str."),
    ],
)
def test_what_is_wrong_is_named(tmp_path: Path, more: str, message: str) -> None:
    path = _file(tmp_path, more)
    with pytest.raises(DataError) as failed:
        load_engine(str(path))
    assert str(failed.value).startswith(f"{path}: {message}")


def test_a_dry_run_sends_and_writes_nothing_and_needs_no_key(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    more = '[price]\ninput = 20\nper = "characters"\n'
    source = ["one", "two", "three", "one"]
    with service(libre) as there:
        system = f"http:{_file(tmp_path, more, there.url)}"
        before = sorted(tmp_path.iterdir())
        found = translate(
            languages="en-fr", source=source, system=system, output="out.fr", dry_run=True
        )
        assert sorted(tmp_path.iterdir()) == before and there.heard == []
        usage = found.usage
        assert usage is not None and usage.is_estimate and list(found.texts) == []
        # one and two together, then three; {"q": ["one", "two"]} has 21 characters: 6 tokens
        assert (usage.requests, usage.texts, usage.characters) == (2, 3, 11)
        assert (usage.input_tokens, usage.output_tokens) == (6 + 4, 1 + 1 + 2)
        assert usage.price == pytest.approx(11 * 20 / 1e6)
        monkeypatch.setenv("TOY_KEY", "k")
        real = translate(languages="en-fr", source=source, system=system, output="out.fr")
        assert real.usage is not None
        assert (real.usage.requests, real.usage.characters) == (2, 11)
        assert (real.usage.price, real.usage.currency) == (usage.price, "USD")
        translate(languages="en-fr", source=source[:2], system=system, cache="all")
        before_all = (tmp_path / "all").read_bytes()
        found = translate(
            languages="en-fr", source=["one", "two", "six"], system=system, cache="all",
            dry_run=True,
        )  # fmt: skip
        assert found.usage is not None  # it knows what is there
        assert (found.kept, found.usage.texts) == (2, 1)
        assert (tmp_path / "all").read_bytes() == before_all


@pytest.mark.parametrize(
    ("system", "settings", "message"),
    [
        ("cmd:cat", {"requests_per_minute": 5},
         "requests_per_minute and tokens_per_minute are for web services, not for cmd:cat."),
        ("cmd:cat", {"level": "document", "docids": ["d"], "source_context": 2},
         "cmd:cat takes no context: an engine's file has {context} or {target_context} in its "
         "request.\nWithout source_context and target_context, level=document sends whole "
         "documents."),
        ("cmd:cat", {"source_context": 2},
         "Sentences on their own have no context. Add level=document."),
        ("cmd:cat", {"level": "document", "docids": ["d"], "context": "reference"},
         "context=reference is the target side of the context. Say how many sentences: "
         "target_context=N"),
        ("cmd:cat", {"level": "document", "docids": ["d"], "context": "none", "target_context": 1},
         "context=none and target_context contradict each other."),
        ("cmd:cat", {"level": "document", "docids": ["d"], "context": "none"},
         "Without context, cmd:cat is sent whole documents at level=document.\n"
         "For sentences on their own: level=sentence; with those before: source_context=N"),
        ("cmd:cat", {"level": "document", "source_context": 2},
         "Context needs documents. Give the document of every line: docids=FILE"),
        ("cmd:cat", {"level": "document", "docids": ["d"], "source_context": 2, "marker": "[{n}]"},
         "Sentences that go out one by one have no marker. Leave it out, or source_context and "
         "target_context."),
        ("cmd:cat", {"level": "document", "docids": ["d"], "context": "reference",
                     "target_context": 1},
         "context=reference needs a reference for every line: references=FILE"),
        ("cmd:cat", {"parallel": 0}, "parallel must be at least 1, not 0."),
        ("http:google", {"tokens_per_minute": 0}, "tokens_per_minute must be more than 0, not 0."),
        ("file:x", {"dry_run": True},
         "dry_run is for web services and commands, not for file:x."),
        ("file:x", {"source_context": 1}, "source_context is for models; file:x has none."),
        ("model:embedded", {"parallel": 2},
         "parallel is for web services and commands, not for model:embedded."),
    ],
)  # fmt: skip
def test_flags_that_do_nothing_are_refused(
    system: str, settings: dict[str, object], message: str
) -> None:
    with pytest.raises((UsageError, DataError)) as refused:
        translate(languages="en-fr", source=["a"], system=system, **settings)  # type: ignore[arg-type]
    assert str(refused.value) == message


def test_an_engine_of_a_plug_in_that_does_not_say_so_is_not_asked_in_parallel(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(load.SYSTEMS, "check", lambda _: None)
    monkeypatch.setattr(load.SYSTEMS, "create", lambda *_: Toy())
    assert load_system("toy:x", ("en", "fr"), limits=Limits(parallel=1))
    with pytest.raises(UsageError) as refused:
        load_system("toy:x", ("en", "fr"), limits=Limits(parallel=2))
    assert str(refused.value) == (
        "toy does not say that it takes several requests at once (`parallel`).\nLeave out parallel."
    )


def test_a_key_that_a_service_repeats_in_its_answers_is_nowhere(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("TOY_KEY", "s3cr3t-key")

    def echo(heard: Heard) -> Reply:
        return Reply({"translatedText": [f"A: {heard.headers['Authorization']}"]})

    with service(echo) as there:
        system = f"http:{_file(tmp_path, '', there.url)}"
        found = translate(
            languages="en-fr", source=["a"], system=system, cache=tmp_path / "all", parallel=4,
            output=tmp_path / "out.fr",
        )  # fmt: skip
    assert list(found.texts) == ["A: Key ${TOY_KEY}"]
    said = json.dumps([found.signature, str(found.usage), list(found.notes)])
    assert "s3cr3t" not in said + "".join(capfd.readouterr())
    for name in ("all", "out.fr"):
        assert b"s3cr3t" not in (tmp_path / name).read_bytes()


@pytest.mark.parametrize(("key", "text"), [("forêt".encode().hex(), "${TOY_KEY}"), ("Key", "Key")])
def test_words_of_a_translation_are_no_keys(tmp_path: Path, key: str, text: str) -> None:
    file = load_engine(str(_file(tmp_path, 'domain = "${TOY_DOMAIN}"\n')))
    environment = {"TOY_KEY": key, "TOY_DOMAIN": "medicine"}
    with service(lambda _: Reply({"translatedText": [f"medicine {key}"]})) as there:
        engine = HttpEngine(replace(file, url=there.url), ("en", "fr"), environment=environment)
        assert engine.ask(["a"]) == [f"medicine {text}"]
