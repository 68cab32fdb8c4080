"""Settings in place of an engine's own, and placeholders."""

from typing import Any

import pytest

from litmus.errors import DataError, UsageError
from litmus.systems.engine_files.engine_file import load_engine
from litmus.systems.engine_files.placeholders import check_names, filled
from litmus.systems.engine_files.settings import changed, over, read_settings, shown


@pytest.mark.parametrize(
    ("given", "value"),
    [
        ("a=1", 1), ("a=0.5", 0.5), ("a=true", True), ("a=null", None), ("a=low", "low"),
        ('a="1"', "1"), ("a=", ""), ("a=b=c", "b=c"), ('a=["x"]', ["x"]), ('a={"b": 1}', {"b": 1}),
        ("a=[1", "[1"), ("a=NULL", "NULL"),
    ],
)  # fmt: skip
def test_a_setting_is_json_or_a_text(given: str, value: Any) -> None:
    assert read_settings([given]) == {"a": value}


@pytest.mark.parametrize("given", ["a", "=1", " =1", ""])
def test_what_is_no_setting_is_said(given: str) -> None:
    with pytest.raises(UsageError, match="is not a setting. Write NAME=VALUE"):
        read_settings([given])


def test_fields_in_fields_are_changed_beside_others() -> None:
    body = {"a": 1, "o": {"x": 1, "y": 2}}
    assert changed(body, {"o.x": None, "o.z": 3, "n.m": 4, "a": 5}) == {
        "a": 5, "o": {"y": 2, "z": 3}, "n": {"m": 4},
    }  # fmt: skip
    assert body == {"a": 1, "o": {"x": 1, "y": 2}}
    with pytest.raises(UsageError, match="settings=a.b: 'a' has no fields."):
        changed(body, {"a.b": 1})
    assert over(body, {"o": {"y": 3}}) == {"a": 1, "o": {"x": 1, "y": 3}}


@pytest.mark.parametrize(
    ("name", "value", "shown_as"),
    [
        *((name, "s3cr3t", name) for name in (
            "api_key", "apikey", "auth.token", "SECRET", "my_password", "api_keys",
            "headers.Authorization", "credentials", "auth.key.value",
        )),
        ("auth", {"api_key": "s3cr3t"}, "auth.api_key"),
        ("tools", [1, {"use": {"Token": "s3cr3t"}}], "tools.use.Token"),
    ],
)  # fmt: skip
def test_a_key_is_never_a_setting(name: str, value: Any, shown_as: str) -> None:
    with pytest.raises(UsageError) as failed:
        changed({}, {name: value})
    assert str(failed.value).startswith(f"settings={shown_as} looks like a key, which would show")
    assert "s3cr3t" not in str(failed.value)


@pytest.mark.parametrize("name", ["prompt_cache_key", "max_tokens", "stop"])
def test_what_only_sounds_like_a_key_is_a_setting(name: str) -> None:
    assert changed({}, {name: "a", "extra": {name: ["b"]}}) == {name: "a", "extra": {name: ["b"]}}


def test_what_an_engine_needs_is_no_setting() -> None:
    with pytest.raises(UsageError) as failed:
        load_engine("openai", settings={"messages": []})
    assert str(failed.value) == (
        "settings=messages would take the place of {messages}, which the engine needs."
    )
    assert load_engine("libretranslate", settings={"format": "html"}).body["format"] == "html"
    with pytest.raises(DataError, match="unknown placeholder {nonsense}"):
        load_engine("openai", settings={"stop": "{nonsense}"})


def test_settings_show_in_order() -> None:
    assert shown({"b": None, "a": "low", "c": [1]}) == "a=low,b=null,c=[1]"


@pytest.mark.parametrize(
    ("template", "value"),
    [
        ("{a}", "X{b}"),
        ("{{a}}", "{a}"),
        ("{{a}} {a}", "{a} X{b}"),
        ('{"a": "{a}"}', '{"a": "X{b}"}'),
        ("{1} {} { a } {a b}", "{1} {} { a } {a b}"),
        ("${V}", "W"),
        ("${V:-d} $V ${V", "W $V ${V"),
        (["{a}", {"k": "{l}"}], ["X{b}", {"k": ["{a}"]}]),
    ],
)
def test_placeholders_are_replaced_in_one_go(template: Any, value: Any) -> None:
    assert filled(template, {"a": "X{b}", "l": ["{a}"]}, {"V": "W"}) == value


def test_an_unknown_name_is_an_error_with_the_way_out() -> None:
    with pytest.raises(DataError) as failed:
        check_names("e.toml", "body", {"q": ["{txt}"]}, ("text", "source"))
    assert str(failed.value) == (
        "e.toml: 'body' has an unknown placeholder {txt}. Did you mean 'text'?\n"
        "Known: {source}, {text}. For the text itself, write {{txt}}."
    )
    check_names("e.toml", "body", {"q": '{"a": 1} {{txt}} {1} ${TXT}'}, ("text",))
