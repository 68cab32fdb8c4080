"""What a server says in a message: keys in no form, no character that acts on a terminal."""

import html
import json
from base64 import b64encode, urlsafe_b64encode
from urllib.parse import quote, quote_plus

import pytest

from litmus.systems.http.heard import Ear
from litmus.wording import Message, visible

KEY = 's3cr3t/key+1 "<&%25>"'
EAR = Ear({"TOY_KEY": KEY})


@pytest.mark.parametrize(
    "form",
    [
        KEY,
        KEY.upper(),
        quote(KEY),
        quote(KEY, safe=""),
        quote(KEY, safe="").lower(),
        quote_plus(KEY),
        quote(quote(KEY, safe=""), safe=""),
        "".join(f"%{ord(one):02x}" for one in KEY),
        json.dumps(KEY)[1:-1],
        json.dumps(json.dumps(KEY))[3:-3],
        json.dumps(KEY)[1:-1].replace("/", "\\/"),
        "".join(f"\\u{ord(one):04X}" for one in KEY),
        "".join(f"\\x{ord(one):02x}" for one in KEY),
        html.escape(KEY),
        "".join(f"&#{ord(one)};" for one in KEY),
        "".join(f"&#x{ord(one):X};" for one in KEY),
        KEY.encode().hex(),
        "\0".join(KEY),
        KEY.encode("utf-16-le").decode(),
        "\u200b".join(KEY),
        KEY[:5] + "\n" + KEY[5:],
        KEY[:6] + "%2f" + KEY[7:],
    ],
)
def test_a_key_is_masked_however_it_is_written(form: str) -> None:
    assert EAR.heard(f"no <{form}> is known").replace("\\x00", "") == "no <${TOY_KEY}> is known"


@pytest.mark.parametrize("encode", [b64encode, urlsafe_b64encode])
@pytest.mark.parametrize("user", ["", "a", "ab", "abc", "abcd"])
def test_a_key_is_masked_in_base64(encode: object, user: str) -> None:
    key = "s3cr3t~?>key\\1"
    assert callable(encode)
    said = encode(f"{user}{key}:more".encode()).decode()
    shown = Ear({"TOY_KEY": key}).heard(f"Basic {said}")
    sure = b64encode(b"\0" * (len(user) % 3) + key.encode()).decode()[4:-4]
    assert "${TOY_KEY}" in shown
    assert sure not in shown.replace("-", "+").replace("_", "/")


def test_half_a_key_at_a_cut_is_not_shown() -> None:
    assert EAR.heard(f"{'x' * 5} {' ' * 5000}{KEY[:12]}", is_cut=True) == "xxxxx"
    assert EAR.heard("short", is_cut=True) == ""
    assert EAR.heard("x" * 301) == "x" * 300 + "..."  # only the beginning is shown
    ear = Ear({"A_KEY": "abcd", "B_KEY": "abcdefgh", "EMPTY": ""})  # the longer goes first
    assert ear.heard("abcdefgh, abcd") == "${B_KEY}, ${A_KEY}"


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("\x1b[2J\x1b]0;title\x07", r"\x1b[2J\x1b]0;title\x07"),
        ("\x9b31m", r"\x9b31m"),
        ("a\u202eb\u2066c\u200bd\ufeff", r"a\u202eb\u2066c\u200bd\ufeff"),
        ("one\r\ntwo\u2028three\x85four", "one two three four"),
        ("\ue000name\ue001", r"\ue000name\ue001"),
        ("\U000e0041", r"\U000e0041"),
        ("naïve 二 😀", "naïve 二 😀"),
    ],
)
def test_nothing_acts_on_a_terminal(text: str, shown: str) -> None:
    found = EAR.heard(text)
    assert found == shown and visible(found) == found
    assert Message(found) == found  # and nothing is taken for an option of ours


@pytest.mark.parametrize("unit", ["\\", "%25", "s", "s\0", "\0", "&#0", "s3cr3t/key+1"])
def test_long_texts_that_are_nearly_a_key(unit: str) -> None:
    # a pattern that goes back and forth would take hours
    assert EAR.heard(unit * (400_000 // len(unit)), most=7) == visible(unit * 7)[:7] + "..."


def test_an_answer_is_masked_whole_and_stays_as_it_is_otherwise() -> None:
    ear = Ear({"LONG_KEY": "s3cr3t-key", "SHORT_KEY": "the"})
    long = "x  y\n" * 200
    assert ear.masked(f"{long}the s3cr3t-key") == f"{long}the ${{LONG_KEY}}"
    assert ear.heard("the s3cr3t-key") == "${SHORT_KEY} ${LONG_KEY}"
