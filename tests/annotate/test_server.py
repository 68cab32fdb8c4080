"""The server, asked directly: who may, what comes back, what is refused."""

import http.client
import json
from dataclasses import dataclass, replace
from importlib import resources
from pathlib import Path
from typing import Any

from campaigning import FIXTURES, NASTY, Served, make, make_suite, segments, serving

from litmus.annotate.exchange import export_lines, exported
from litmus.annotate.judgements import read_judgements

campaign, served = FIXTURES


@dataclass(frozen=True)
class Answer:
    status: int
    headers: dict[str, str]
    body: Any


def ask(
    served: Served,
    method: str,
    path: str,
    body: Any = None,
    *,
    secret: str | None = "ana",
    raw: bytes | None = None,
    **headers: str,
) -> Answer:
    """One request; `secret` is whose, or None for nobody's."""
    host = served.url.removeprefix("http://").rstrip("/")
    sent = {"content-type": "application/json"} if method == "POST" else {}
    if secret:
        sent["authorization"] = f"Bearer {served.secrets.get(secret, secret)}"
    sent |= {name.replace("_", "-"): value for name, value in headers.items()}
    content = raw if raw is not None else json.dumps(body).encode() if body is not None else None
    connection = http.client.HTTPConnection(host, timeout=10)
    try:
        connection.request(method, path, content, sent)
        response = connection.getresponse()
        text = response.read()
        found = {name.lower(): value for name, value in response.getheaders()}
    finally:
        connection.close()
    is_json = found.get("content-type") == "application/json"
    return Answer(response.status, found, json.loads(text) if is_json else text.decode())


def judgement(position: int = 1, label: str = "literal", **more: Any) -> dict[str, Any]:
    return {"position": position, "label": label, "comment": "", "request": "request-1"} | more


ASKED = [  # what a page asks
    ("GET", "/api/start", None), ("GET", "/api/items/1", None),
    ("POST", "/api/judgements", judgement()), ("POST", "/api/undo", judgement()),
]  # fmt: skip


def test_a_judgement_is_kept_and_the_next_item_comes(served: Served) -> None:
    answer = ask(served, "GET", "/api/start")
    found = answer.body
    assert answer.status == 200
    assert (found["campaign"], found["annotator"]) == ("campaign", "ana")
    assert (found["done"], found["total"], found["item"]["position"]) == (0, 12, 1)
    assert [label["hotkey"] for label in found["labels"]] == ["1", "2", "3", "4", "5"]
    assert (found["previous"], found["next"]) == (None, 2)
    answer = ask(served, "POST", "/api/judgements", judgement(comment=NASTY))
    assert answer.status == 200
    assert (answer.body["done"], answer.body["item"]["position"]) == (1, 2)
    (row,) = served.standing()
    assert (row["annotator"], row["label"], row["comment"]) == ("ana", "literal", NASTY)
    again = ask(served, "GET", "/api/items/1").body["item"]
    assert (again["label"], again["comment"]) == ("literal", NASTY)


def test_the_end_and_the_way_back(served: Served) -> None:
    answer = ask(served, "POST", "/api/undo", {"request": "undo-0000"})
    assert (answer.status, answer.body) == (409, {"error": "There is nothing to undo."})
    for k in range(1, 13):
        answer = ask(served, "POST", "/api/judgements", judgement(k, request=f"request-{k}"))
    assert (answer.body["item"], answer.body["previous"]) == (None, 12)
    undone = ask(served, "POST", "/api/undo", {"request": "undo-0001"})
    assert (undone.body["item"]["position"], undone.body["done"]) == (12, 11)
    assert ask(served, "GET", "/api/start").body["item"]["position"] == 12  # resumed there


def test_annotators_do_not_learn_who_translated_unless_told(served: Served, tmp_path: Path) -> None:
    text = json.dumps([ask(served, "GET", f"/api/items/{k}").body for k in range(1, 13)])
    for word in ("left", "right", "system", "reference", "stratum"):
        assert word not in text
    (tmp_path / "open").mkdir()
    with serving(*make(tmp_path / "open", blind=False, reference=True)) as open_one:
        item = ask(open_one, "GET", "/api/items/1").body["item"]
    assert item["system"] in ("left", "right") and "vendu la mèche" in item["reference"]


def test_nobody_without_a_secret(served: Served) -> None:
    for secret in (None, "wrong-but-long-enough-secret", "short", "x" * 500):
        for method, path, body in ASKED:
            answer = ask(served, method, path, body, secret=secret)
            assert (answer.status, answer.body) == (
                401, {"error": "This link is not valid (any more)."},
            )  # fmt: skip
    in_the_address = f"/api/start?k={served.secrets['ana']}"
    assert ask(served, "GET", in_the_address, secret=None).status == 401
    assert served.standing() == []


def test_other_sites_are_not_answered(served: Served) -> None:
    answer = ask(served, "POST", "/api/judgements", judgement(), sec_fetch_site="cross-site")
    assert answer.status == 403
    # and a browser that asks whether another site may, gets no permission
    asked = ask(served, "OPTIONS", "/api/judgements", secret=None, origin="http://evil.example")
    assert asked.status == 405
    assert not any(name.startswith("access-control") for name in asked.headers)
    form = ask(served, "POST", "/api/judgements", judgement(), content_type="text/plain")
    assert (form.status, form.body) == (415, {"error": "Send application/json."})
    assert served.standing() == []


def test_what_is_refused(served: Served) -> None:
    for body, status, message in (
        (judgement(label="good"), 400,
         "'label' is one of correct, understandable, literal, omitted, incorrect."),
        (judgement(label=["literal"]), 400, "'label' is one of correct"),
        (judgement(position="1"), 400, "'position' must be a whole number."),
        (judgement(position=True), 400, "'position' must be a whole number."),
        (judgement(position=2**70), 400, "'position' must be a whole number."),
        (judgement(position=13), 404, "There is no such item."),
        (judgement(comment=3), 400, "'comment' must be a text of 0 to 4000 characters."),
        (judgement(comment="\ud800"), 400, "'comment' holds half a character."),
        (judgement(request="short"), 400, "'request' must be a text of 8 to 64 characters."),
        ([1], 400, "Send a JSON object."),
    ):  # fmt: skip
        answer = ask(served, "POST", "/api/judgements", body)
        assert answer.status == status and answer.body["error"].startswith(message), body
    for raw in (b"{", b"\xff", b"[" * 20_000, b""):
        assert ask(served, "POST", "/api/judgements", raw=raw).status == 400
    assert ask(served, "POST", "/api/judgements", raw=b"x" * (32 * 1024 + 1)).status == 413
    assert served.standing() == []


def test_what_is_not_there(served: Served) -> None:
    for path in (
        "/api/items/0", "/api/items/13", "/api/items/99999999999999999999999999",
        "/page/../server.py", "/page/server.py", "/page/%2e%2e/server.py", "/campaign.db",
        "/api/items/-1", "/api/nothing", "/api/items/" + "9" * 5000, "/api/items/%D9%A1",
        "/api/items/1.0", "/api/items/%00",
    ):  # fmt: skip
        assert ask(served, "GET", path).status == 404, path
    assert ask(served, "GET", "/api/items/" + "9" * 5000, secret=None).status == 404


def test_control_characters_of_a_comment_go(served: Served, tmp_path: Path) -> None:
    said = "a\0b \x1b[31mred\x9b\x08\r\nline\ttab \x85end"
    ask(served, "POST", "/api/judgements", judgement(comment=said))
    (row,) = served.standing()
    assert row["comment"] == "ab [31mred\nline\ttab  end"
    path = tmp_path / "out.tsv"
    path.write_text("".join(export_lines(exported(served.campaign), "tsv")), encoding="utf-8")
    (read,) = read_judgements(path)
    assert read.comment == "ab [31mred line tab end"


def test_every_answer_is_guarded(served: Served) -> None:
    for path in ("/", "/page/main.js", "/page/page.css", "/api/start", "/api/x"):
        headers = ask(served, "GET", path).headers
        policy = headers["content-security-policy"]
        assert "default-src 'none'" in policy and "unsafe" not in policy and "*" not in policy
        assert "frame-ancestors 'none'" in policy and "require-trusted-types-for 'script'" in policy
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["referrer-policy"] == "no-referrer"
        assert headers["cache-control"] in ("no-store", "no-cache")
        assert "server" not in headers and "set-cookie" not in headers
    page = ask(served, "GET", "/").body  # without inline scripts and styles
    assert page.count("<script") == 1
    assert '<script type="module" src="page/main.js"></script>' in page
    assert "style=" not in page and "onclick" not in page and "<style" not in page
    for file in (resources.files("litmus.annotate") / "page").iterdir():
        for word in ("innerHTML", "outerHTML", "insertAdjacentHTML", "document.write", "eval(",
                     "srcdoc"):  # fmt: skip
            assert word not in file.read_text(encoding="utf-8"), (file.name, word)


def test_text_of_every_kind_comes_through(tmp_path: Path) -> None:
    odd = [replace(s, source=f"{s.source} {NASTY}", references=(NASTY,)) for s in segments(2)]
    texts = {"left": [NASTY, ""], "right": [NASTY, NASTY]}
    suite = make_suite(tmp_path / "suite", odd, texts)
    with serving(*make(tmp_path, suite=suite, reference=True)) as odd_one:
        found = [ask(odd_one, "GET", f"/api/items/{k}").body["item"] for k in range(1, 5)]
    assert {item["target"] for item in found} == {NASTY, ""}
    assert all(NASTY in item["source"] and item["reference"] == NASTY for item in found)
