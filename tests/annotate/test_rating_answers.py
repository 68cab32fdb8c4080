"""Answers with errors and scores, asked of the server directly: what it takes, what it refuses."""

from pathlib import Path
from typing import Any

import pytest
from campaigning import SOURCE, TARGET, Served, make, make_rated, serving
from hypothesis import given
from hypothesis import strategies as st
from test_server import ask

from litmus.annotate.label_sets import find_label_set, load_label_set
from litmus.annotate.server.answers import answer_in
from litmus.annotate.server.security import Refused
from litmus.corpus.ratings import ErrorSpan

ESA, MQM = (load_label_set(find_label_set(name)) for name in ("esa", "mqm"))
TEXTS = {"source": "One 👩‍👧 two", "target": "Eins 𝔊 zwei"}
LENGTH = len(TEXTS["target"])


def sent(spans: Any = (), score: Any = 50, **more: Any) -> dict[str, Any]:
    return {"spans": list(spans), "score": score, "comment": ""} | more


def error(start: Any = 0, end: Any = 4, severity: Any = "minor", **more: Any) -> dict[str, Any]:
    return {"start": start, "end": end, "severity": severity} | more


def mqm(start: int = 0, end: int = 4, severity: str = "Major", category: str = "Other",
        **more: Any) -> dict[str, Any]:  # fmt: skip
    return {"start": start, "end": end, "severity": severity, "category": category} | more


def test_what_the_page_sends_is_taken() -> None:
    missing = error(0, 0, "major", category="omission")
    found = answer_in(sent([error(), missing], 0, seconds=12.34), ESA, TEXTS)
    assert found.spans == (ErrorSpan(0, 4, "", "minor"), ErrorSpan(0, 0, "omission", "major"))
    assert (found.label, found.score, found.seconds) == ("", 0.0, 12.3)
    found = answer_in({"spans": [mqm(**{"in": "source"})], "comment": ""}, MQM, TEXTS)
    assert found.spans == (ErrorSpan(0, 4, "Other", "Major", True),)
    assert (found.score, found.seconds) == (None, None)


OUTSIDE = f"is not inside the target, which has {LENGTH} characters."


@pytest.mark.parametrize(("message", "bodies"), [
    ("'score' must be a whole number from 0 to 100.",
     [sent(score=score) for score in (None, 101, -1, 50.5, True)]),
    ("'label' was sent, but this task does not ask for it.", [sent(label="correct")]),
    ("'spans' must be a list of the marked errors; it may be empty.",
     [{"score": 5, "comment": ""}, sent() | {"spans": "x"}]),
    ("At most 100 errors can be marked, not 101.", [sent([error()] * 101)]),
    ("Error 1 must have start, end, severity, category and in.",
     [sent(["x"]), sent([error(color="red")])]),
    (f"Error 2 (0, {LENGTH + 1}) {OUTSIDE}", [sent([error(), error(0, LENGTH + 1)])]),
    (f"Error 1 (-1, 4) {OUTSIDE}", [sent([error(-1)])]),
    (f"Error 1 (4, 2) {OUTSIDE}", [sent([error(4, 2)])]),
    (f"Error 1 (0, {1 << 80}) {OUTSIDE}", [sent([error(0, 1 << 80)])]),
    ("Error 1: 'start' and 'end' must be whole numbers.",
     [sent([error(0.0, 4)]), sent([error(True, 4)])]),
    ("Error 1: 'severity' is one of minor, major.",
     [sent([error(severity=severity)]) for severity in ("Minor", ["minor"])]),
    ("Error 1 covers no character.", [sent([error(3, 3)]), sent([error(3, 3, category="omission")])]),
    ("Error 1: this task has no categories.", [sent([error(category="Other")])]),
    ("Error 1: errors cannot be marked there.",
     [sent([error(**{"in": side})]) for side in ("source", "reference")]),
    ("Error 1 is marked twice.", [sent([error(), error()])]),
    ("'seconds' must be a number from 0 to 86400.",
     [sent(seconds=seconds) for seconds in ("3", -1, float("nan"), 1e9)]),
    ("'comment' must be a text of 0 to 4000 characters.", [sent(comment="x" * 4001)]),
])  # fmt: skip
def test_what_esa_refuses(message: str, bodies: list[dict[str, Any]]) -> None:
    for body in bodies:
        with pytest.raises(Refused) as refused:
            answer_in(body, ESA, TEXTS)
        assert (refused.value.status, refused.value.message) == (400, message)


@pytest.mark.parametrize(("spans", "message"), [
    ([mqm(category="")], "Error 1: no category is called ''."),
    ([mqm(category="Accuracy/Nonsense")], "Error 1: no category is called 'Accuracy/Nonsense'."),
    ([mqm(category=["Other"])], "Error 1: no category is called ['Other']."),
    ([mqm(0, 0)], "Error 1 covers no character."),
    ([mqm()] * 6, "At most 5 errors can be marked, not 6."),
    ([mqm(category="Source issue", severity="Neutral")], "Error 1: 'Source issue' is marked in the source."),
    ([mqm(category="Source issue", **{"in": "source"})], "Error 1: 'Source issue' is always Neutral."),
    ([mqm(category="Accuracy/Addition", **{"in": "source"})], "Error 1: 'Accuracy/Addition' is marked in the target."),
    ([mqm(category="Non-translation!")], "Error 1: 'Non-translation!' covers the whole translation."),
    ([mqm(0, LENGTH, "Minor", "Non-translation!")], "Error 1: 'Non-translation!' is always Major."),
    ([mqm(0, LENGTH, category="Non-translation!"), mqm()], "'Non-translation!' covers the whole translation and stands alone."),
])  # fmt: skip
def test_what_mqm_refuses(spans: list[dict[str, Any]], message: str) -> None:
    with pytest.raises(Refused) as refused:
        answer_in({"spans": spans, "comment": ""}, MQM, TEXTS)
    assert refused.value.message == message


@given(st.text(min_size=1), st.data())
def test_any_place_of_any_text_comes_through(text: str, data: st.DataObject) -> None:
    start = data.draw(st.integers(0, len(text) - 1))
    end = data.draw(st.integers(start + 1, len(text)))
    body = sent([error(start, end)])
    (found,) = answer_in(body, ESA, {"source": "", "target": text}).spans or ()
    assert text[found.start : found.end] == text[start:end]
    with pytest.raises(Refused):
        answer_in(sent([error(start, len(text) + 1)]), ESA, {"source": "", "target": text})


def post(served: Served, request: str = "request-1", **answer: Any) -> Any:
    body = {"position": 1, "comment": "", "request": request} | answer
    return ask(served, "POST", "/api/judgements", body)


def test_an_answer_is_kept_shown_again_and_taken_back(tmp_path: Path) -> None:
    texts = [(SOURCE, TARGET), ("B", "Zwei")]
    with serving(*make_rated(tmp_path, texts)) as served:
        start = ask(served, "GET", "/api/start").body
        assert start["labels"] == [] and start["slider"]["most"] == 100
        assert [one["key"] for one in start["spans"]["severities"]] == ["minor", "major"]
        assert post(served, spans=[error()], score=70, seconds=0).status == 200
        assert post(served, "request-2", spans=[], score=90).status == 200
        item = ask(served, "GET", "/api/items/1").body["item"]
        assert (item["spans"], item["score"], item["answered"]) == ([], 90.0, True)
        undone = ask(served, "POST", "/api/undo", {"request": "undo-0001"}).body["item"]
        assert (undone["spans"], undone["score"]) == ([error()], 70.0)
        (row,) = served.standing()
        assert (row["score"], row["spans"], row["seconds"]) == (70.0, [error()], 0.0)
        assert "label" not in row
        undone = ask(served, "POST", "/api/undo", {"request": "undo-0002"}).body["item"]
        assert (undone["spans"], undone["answered"]) == (None, False)
        assert served.standing() == []
        assert post(served, spans=[error()]).status == 400
        assert post(served, "request-9", position=9).status == 404


def test_checks_look_like_any_other_item_and_nobody_spends_more_time_than_has_passed(
    tmp_path: Path,
) -> None:
    texts = [(f"S{k}", text) for k, text in enumerate([
        "Bären fischen im Fluss", "Züge warten am Gleis", "Kinder malen mit Kreide",
        "Hunde bellen vor Türen",
    ])]  # fmt: skip
    with serving(*make_rated(tmp_path, texts, attention=2, context=0)) as served:
        post(served, spans=[], score=1, seconds=5000)
        assert served.standing()[0]["seconds"] == 5000  # it was never shown, so who knows
        items = [ask(served, "GET", f"/api/items/{k}").body["item"] for k in range(1, 7)]
        post(served, "request-2", spans=[], score=1, seconds=80000)
        assert 5000 <= served.standing()[0]["seconds"] < 5060
    assert len({tuple(sorted(item)) for item in items}) == 1
    for word in ("check_of", "damage", "alike"):
        assert all(word not in item for item in items)


def test_labels_and_errors_in_one_task(tmp_path: Path) -> None:
    own = tmp_path / "own.toml"
    own.write_text(
        'name = "own"\n'
        '[[labels]]\nkey = "yes"\nhotkey = "y"\nsign = "+"\n'
        '[[labels]]\nkey = "no"\nhotkey = "n"\nsign = "-"\n'
        '[spans]\nseverities = [{key = "bad", hotkey = "1", sign = "!"}]\n'
    )
    with serving(*make(tmp_path, labels=own)) as served:
        assert post(served, label="yes", spans=[error(severity="bad")]).status == 200
        refused = post(served, "request-2", spans=[])
        assert (refused.status, refused.body) == (400, {"error": "'label' is one of yes, no."})
        (row,) = served.standing()
    assert (row["label"], row["spans"]) == ("yes", [error(severity="bad")])
