"""Ratings in the files of others: what goes out comes back, to the character."""

import json
import sqlite3
from collections import Counter
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import pytest

from litmus.annotate.error_weights import mqm_weights
from litmus.annotate.rating_files import kind_of, ratings_in
from litmus.api.ratings import convert_ratings
from litmus.corpus.formats.mqm import joined
from litmus.corpus.ratings import ErrorSpan, Rating, rating_from_json, rating_to_json, span_to_json
from litmus.errors import LitmusError

SOURCE = ['He said "hi" 🙂 twice', "Cafe\u0301\tau lait, no?", "the end"]
MINE = ['Er sagte "hi" 🙂🙂', "Kaffee\u0308 mit\tMilch", "Ende"]
YOURS = ["Hallo", "нет, 'спасибо'", "𝔈nde"]
TEXTS: dict[str, Any] = {
    "languages": "en-de",
    "source": SOURCE,
    "docids": ["d1", "d1", "d2"],
    "outputs": {"mine": MINE, "yours": YOURS},
}


def rows(ratings: Iterable[Rating]) -> list[dict[str, Any]]:
    """Ratings as they are compared: without where they are, in one order."""
    found = [rating_to_json(rating) for rating in ratings]
    return sorted(found, key=lambda row: (row["id"], row["system"], row.get("annotator", "")))


def span(start: int, end: int, severity: str = "major", category: str = "", **more: Any) -> Any:
    return ErrorSpan(start, end, category, severity, **more)


# An emoji and what follows it, a combining mark alone, a tab, the whole text, nothing at all.
TARGET_SPANS = [
    Rating("1", "mine", "ana", 70, (span(14, 15), span(15, 16, "minor", "Style/Awkward"))),
    Rating("2", "mine", "ana", 55.5, (span(6, 7), span(10, 12, "minor"))),
    Rating("3", "mine", "ana", 0, (span(0, 4, "critical", "Non-translation!"),)),
    Rating("1", "yours", "ana", 100, ()),
    Rating("2", "yours", "ana", 90, (span(5, 14, "minor", "Accuracy/Addition"),)),
    Rating("3", "yours", "ana", 91, (span(0, 1, "minor"), span(0, 4, "major", "Other"))),
    Rating("3", "yours", "bo", 40, (span(0, 0, "major", "omission"),)),
]  # fmt: skip
NO_SCORES = [
    Rating(r.id, r.system, r.annotator, None, r.spans, where=r.where) for r in TARGET_SPANS
]


def given(folder: Path, ratings: Iterable[Rating]) -> Path:
    path = folder / "given.jsonl"
    lines = [json.dumps(rating_to_json(rating), ensure_ascii=False) for rating in ratings]
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path


def through(folder: Path, ratings: Iterable[Rating], format: str, name: str) -> list[Rating]:
    """The ratings of a file that was written in a format, and read again."""
    convert_ratings(given(folder, ratings), folder / name, format=format, **TEXTS)
    assert kind_of(folder / name) is not None
    convert_ratings(folder / name, folder / "back.jsonl", **TEXTS)
    return list(ratings_in(folder / "back.jsonl", "ratings"))


def test_what_went_out_comes_back(tmp_path: Path) -> None:
    found = through(tmp_path, TARGET_SPANS, "pearmut", "out.jsonl")
    assert rows(found) == rows(TARGET_SPANS)
    wanted = rows(NO_SCORES)
    for row in wanted:  # a table has no error without a category
        row["spans"] = [{"category": "Other"} | one for one in row["spans"]]
    assert rows(through(tmp_path, NO_SCORES, "mqm", "out.tsv")) == wanted
    ana = [rating for rating in TARGET_SPANS if rating.annotator == "ana"]
    for whole in (ana, NO_SCORES):  # documents that were rated whole
        assert rows(through(tmp_path, whole, "esa", "out.csv")) == rows(whole)


PIECES = (
    ErrorSpan(0, 2, "A/B", "Major"),
    ErrorSpan(9, 13, "A/B", "Major", penalty=0.0),
    ErrorSpan(5, 9, "A/B", "Major", in_source=True, penalty=0.0),
)


def test_mqm_keeps_spans_in_the_source_and_pieces_of_one_error(tmp_path: Path) -> None:
    another = ErrorSpan(3, 8, "A/B", "Major")
    rating = Rating("1", "mine", "ana", None, (*PIECES, another))
    assert rows(through(tmp_path, [rating], "mqm", "out.tsv")) == rows([rating])
    lines = (tmp_path / "out.tsv").read_text(encoding="utf-8").split("\n")
    assert lines[1].split("\t")[5:7] == [
        'He sa<v>id "</v>hi" 🙂 twice',
        '<v>Er</v> sagte "<v>hi" </v>🙂🙂'.replace('"<v>hi" </v>', '<v>"hi"</v> '),
    ]
    assert len(lines) == 4  # a header, two errors, and the end
    rating = Rating("2", "mine", "ana", None, (ErrorSpan(12, 17, "A", "minor"),))
    assert rows(through(tmp_path, [rating], "mqm", "out.tsv")) == rows([rating])
    # a tab in a text moves no offset
    assert "Kaffee\u0308 mit <v>Milch</v>\t" in (tmp_path / "out.tsv").read_text(encoding="utf-8")


def test_esa_is_the_export_of_appraise(tmp_path: Path) -> None:
    """`end_i` is the last character of the span; "missing" is what is not there."""
    ratings = [
        Rating("1", "mine", "ana", 70, (span(14, 15), span(3, 3, "minor", "omission"))),
        Rating("2", "mine", "ana", 3, None),
    ]
    convert_ratings(given(tmp_path, ratings), tmp_path / "out.csv", format="esa", **TEXTS)
    first, second = (tmp_path / "out.csv").read_text(encoding="utf-8").splitlines()
    assert first == (
        'ana,mine,1,TGT,en,de,70.0,d1#mine,False,"[{""start_i"": 14, ""end_i"": 14, ""severity"": '
        '""major"", ""error_type"": null}, {""start_i"": ""missing"", ""end_i"": ""missing"", '
        '""severity"": ""minor"", ""error_type"": ""omission""}]",0.0,0.0'
    )
    assert second == "ana,mine,2,TGT,en,de,3.0,d1#mine,False,0.0,0.0"


def test_pearmut_counts_utf16_units_without_line_ends(tmp_path: Path) -> None:
    """By hand: a🙂 is three units, the line end none; 4 is b, 5 stands for [missing]."""
    text = "a🙂\nb."
    said = [
        {"start_i": 1, "end_i": 2, "severity": "major", "category": None},
        {"start_i": 2, "end_i": 3, "severity": "minor", "category": "Style/Awkward"},
        {"start_i": 5, "end_i": 5, "severity": "major", "category": None},
    ]
    path = tmp_path / "a.jsonl"
    path.write_text(_entry([("7", {"m": text}, {"m": {"score": 5, "error_spans": said}})]), "utf-8")
    (rating,) = ratings_in(path, kind_of(path) or "")
    assert (rating.id, rating.system, rating.annotator, rating.score) == ("7", "m", "ana", 5.0)
    assert rating.spans == (
        ErrorSpan(1, 2, "", "major"),
        ErrorSpan(1, 4, "Style/Awkward", "minor"),
        ErrorSpan(0, 0, "omission", "major"),
    )


def _entry(
    items: list[tuple[str, Mapping[str, str], Any]], user: str = "ana", item_i: Any = 0, **more: Any
) -> str:
    entry = {
        "annotation": [said for _, _, said in items],
        "item": [{"item_id": name, "src": "s", "tgt": texts} for name, texts, _ in items],
        "user_id": user,
        "item_i": item_i,
    }
    return json.dumps(entry | more, ensure_ascii=False) + "\n"


def test_pearmut_takes_the_last_word_and_leaves_out_tutorials(tmp_path: Path) -> None:
    texts = {"m": "abc"}
    marked = [{"start_i": 0, "end_i": 0, "severity": "minor"}]
    none: list[Any] = []

    def said(score: Any, spans: list[Any]) -> Any:
        return {"m": {"score": score, "error_spans": spans}}

    path = tmp_path / "a.jsonl"
    path.write_text(
        _entry([("t", texts, said(1, marked))], item_i="welcome_0")
        + _entry([("1", texts, said(10, marked))], item_i=0)
        + _entry([("1", texts, said(20, marked))], item_i=0)
        + _entry([("2", texts, said(30, none))], item_i=1)
        + json.dumps({"user_id": "ana", "item_i": 1, "annotation": "__RESET__"})
        + "\n"
        + _entry([("3", texts, said(None, none))], item_i=2, actions=[{"action": "submit_skip"}])
        + _entry([("3", texts, said(40, none)), ("4", texts, None)], user="bo", item_i=2)
    )
    found = [(r.annotator, r.id, r.score, len(r.spans or ())) for r in ratings_in(path, "pearmut")]
    assert found == [("ana", "1", 20.0, 1), ("bo", "3", 40.0, 0)]


def test_campaign_for_pearmut(tmp_path: Path) -> None:
    path = tmp_path / "campaign.json"
    options: dict[str, Any] = TEXTS | {"annotators": ["ana", "bo"], "name": "mine"}
    made = convert_ratings(
        given(tmp_path, TARGET_SPANS), path, format="pearmut-campaign", **options
    )
    assert str(made) == f"{path}: a campaign of 3 segments, with 6 ratings to correct"
    campaign = json.loads(path.read_text(encoding="utf-8"))
    assert campaign["campaign_id"] == "mine"
    assert campaign["info"] == {
        "assignment": "single-stream", "protocol": "ESA", "users": ["ana", "bo"],
    }  # fmt: skip
    assert [[item["item_id"] for item in document] for document in campaign["data"]] == [
        ["1", "2"],
        ["3"],
    ]
    convert_ratings([], path, format="pearmut-campaign", protocol="MQM", **TEXTS)
    bare = json.loads(path.read_text(encoding="utf-8"))
    assert bare["info"]["protocol"] == "MQM"
    assert set(bare["data"][0][0]) == {"item_id", "src", "tgt", "doc"}
    first, last = campaign["data"][0][0], campaign["data"][1][0]
    assert first["tgt"] == {"mine": MINE[0], "yours": YOURS[0]}
    # 🙂 is two units; a translation that has no errors shows none
    assert first["error_spans"] == {
        "mine": [
            {"start_i": 14, "end_i": 15, "category": None, "severity": "major"},
            {"start_i": 16, "end_i": 17, "category": "Style/Awkward", "severity": "minor"},
        ]
    }
    assert last["error_spans"]["yours"][0]["end_i"] == 1  # 𝔈 is two units, too
    assert made.notes == (
        "pearmut-campaign cannot hold everything; this is lost: 1 ratings beyond the first of a "
        "translation.",
    )


@pytest.mark.parametrize(("format", "name"), [("esa", "o.csv"), ("pearmut", "o.jsonl")])
def test_an_error_in_several_pieces_costs_once(tmp_path: Path, format: str, name: str) -> None:
    ratings = [Rating("3", system, "ana", None, ()) for system in ("mine", "yours")]
    ratings += [Rating("1", "mine", "ana", None, PIECES), Rating("2", "mine", "ana", None, ())]
    path = tmp_path / name
    made = convert_ratings(given(tmp_path, ratings), path, format=format, **TEXTS)
    assert made.notes == (
        f"{format} cannot hold everything; this is lost: 1 spans in the source, "
        "1 pieces of errors, joined to one span.",
    )
    convert_ratings(path, tmp_path / "back.jsonl", **TEXTS)
    (found,) = (r for r in ratings_in(tmp_path / "back.jsonl", "ratings") if r.id == "1")
    assert [(one.start, one.end) for one in found.spans or ()] == [(0, 13)]
    assert mqm_weights().score(found) == mqm_weights().score(ratings[2]) == -5.0


@pytest.mark.parametrize(("format", "spans", "lost"), [
    *((format, (ErrorSpan(0, 1, "A", "major", penalty=0.0),), "1 costs of single errors")
      for format in ("mqm", "esa", "pearmut")),
    *((format, (span(3, 3, "minor", "omission"), span(0, 0, "minor", "omission")),
       f"{format} cannot hold everything; this is lost: 1 places of missing content.")
      for format in ("esa", "pearmut")),
])  # fmt: skip
def test_costs_of_nothing_and_places_of_nothing_are_counted(
    tmp_path: Path, format: str, spans: tuple[ErrorSpan, ...], lost: str
) -> None:
    path = given(tmp_path, [Rating("1", "mine", "ana", 70 if format != "mqm" else None, spans)])
    made = convert_ratings(path, tmp_path / "out", format=format, **TEXTS)
    assert lost in made.notes[0]


def test_esa_makes_up_no_score(tmp_path: Path) -> None:
    marked = (span(0, 1),)
    ratings = [
        Rating("1", "mine", "ana", None, marked), Rating("3", "mine", "ana", 0, marked),
        Rating("3", "yours", "ana", 50, ()), Rating("3", "yours", "bo", None, marked),
    ]  # fmt: skip
    path = tmp_path / "out.csv"
    made = convert_ratings(given(tmp_path, ratings), path, format="esa", **TEXTS)
    assert made.n == len(path.read_text(encoding="utf-8").splitlines()) == 2
    assert made.notes == ("esa cannot hold everything; this is lost: 2 ratings without a score.",)
    convert_ratings(path, tmp_path / "back.jsonl", **TEXTS)
    found = list(ratings_in(tmp_path / "back.jsonl", "ratings"))
    assert [(one.system, one.score) for one in found] == [("mine", 0.0), ("yours", 50.0)]


def test_pearmut_knows_where_errors_were_not_asked_for(tmp_path: Path) -> None:
    ratings = [Rating("1", "mine", "ana", 5.0), Rating("2", "mine", "ana", 6.0, (span(0, 1),))]
    found = through(tmp_path, ratings, "pearmut", "out.jsonl")
    assert [one.spans for one in found] == [None, (span(0, 1),)]
    path = tmp_path / "none.jsonl"
    path.write_text(_entry([("1", {"m": "abc"}, {"m": {"score": None}})]))
    assert list(ratings_in(path, "pearmut")) == []
    path = tmp_path / "da.json"  # without a mark anywhere
    entry = json.loads(_entry([("1", {"m": "abc"}, {"m": {"score": 9, "error_spans": []}})]))
    path.write_text(json.dumps({"my campaign": [entry]}))
    assert kind_of(path) == "pearmut"
    assert [rating.spans for rating in ratings_in(path, "pearmut")] == [None]


def _in_folders(folder: Path) -> list[Path]:
    """Two people called ana, in files of one name; and a metric."""
    row = {
        "id": "3",
        "system": "mine",
        "score": 5,
        "spans": [{"start": 0, "end": 1, "severity": "major"}],
    }
    files = []
    for name, who in (("A", "annotator"), ("B", "annotator"), ("C", "metric")):
        files.append(folder / name / "r.jsonl")
        files[-1].parent.mkdir()
        files[-1].write_text(json.dumps(row | {who: "m" if name == "C" else "ana"}) + "\n")
    return files


@pytest.mark.parametrize(("format", "name", "texts"), [
    ("mqm", "o.tsv", TEXTS), ("esa", "o.csv", TEXTS), ("pearmut", "o.jsonl", TEXTS),
    ("jsonl", "j", TEXTS), ("jsonl", "j", {}),
])  # fmt: skip
def test_two_people_of_one_name_stay_two(
    tmp_path: Path, format: str, name: str, texts: dict[str, Any]
) -> None:
    path = tmp_path / name
    made = convert_ratings(_in_folders(tmp_path), path, format=format, **texts)
    assert made.notes[0] == (
        "Raters of the same name in several files are told apart: ana (A/r.jsonl), ana (B/r.jsonl)."
    )
    found = [one.by for one in ratings_in(path, kind_of(path) or "")]
    assert found == ["ana (A/r.jsonl)", "ana (B/r.jsonl)", "m"]


ONE = {"languages": "en-de", "source": ["a"]}


@pytest.mark.parametrize(("rating", "format", "texts", "message"), [
    (Rating("1", "mine", "ana", None, (ErrorSpan(0, 99, "", "minor"),)), "mqm", TEXTS,
     "{f}:1: the span (0, 99) is outside the target of segment '1' of 'mine', which has 16 characters.\n"
     "Spans are half-open character offsets [start, end) of the text that was rated."),
    (Rating("1", "mine", "ana", None, (ErrorSpan(0, 2),)), "pearmut", TEXTS,
     "{f}:1: the span (0, 2) of segment '1' of 'mine' has no severity, which this format needs.\n"
     "Give it one, such as minor or major."),
    (Rating("9", "mine", "ana", 1.0), None, TEXTS,
     "{f}:1: the suite has no segment '9'.\nGive the suite that was rated: suite=SUITE"),
    (Rating("1", "theirs", "ana", 1.0), None, TEXTS,
     "The ratings are of theirs, and none of the outputs is called that.\n"
     "Name the outputs so: outputs=theirs=FILE"),
    (Rating("1", "mine", "a\tb", None, ()), "mqm", TEXTS,
     "{f}:1: 'a\\tb' holds a tab or a line end, which a table cannot."),
    (Rating("1", "m", "ana", None, ()), "mqm", ONE | {"outputs": {"m": ["<v>b</v>"]}},
     "{f}:1: a text of segment '1' holds <v> or </v> itself, which the table takes for marks of "
     "errors.\nUse another format, such as jsonl."),
    (Rating("1", "1", "ana", 3.0), "pearmut-campaign", ONE | {"outputs": {"1": ["b"]}},
     "Pearmut refuses systems that are called by a number alone: '1'.\n"
     "Name it: outputs=system-1=FILE"),
    (Rating("1", "1", "ana", 3.0), "esa", ONE | {"outputs": {"1": ["b"]}, "docids": ["a#b"]},
     "{f}:1: 'a#b' holds '#', which Appraise writes between document and system.\n"
     "Use another format, such as jsonl."),
])  # fmt: skip
def test_what_cannot_be_written_is_refused(
    rating: Rating, format: str | None, texts: dict[str, Any], message: str, tmp_path: Path
) -> None:
    path = given(tmp_path, [rating])
    assert refused(path, tmp_path / "out", format=format, **texts) == message.replace(
        "{f}", str(path)
    )
    assert not (tmp_path / "out").exists()


def test_ratings_given_twice_are_refused(tmp_path: Path) -> None:
    path = given(tmp_path, [Rating("1", "mine", "ana", 1.0), Rating("1", "mine", "ana", 2.0)])
    assert refused(path, tmp_path / "out", **TEXTS) == (
        f"{path}:2: ana has rated '1' of 'mine' before ({path}:1).\nGive one rating each."
    )


def refused(path: Path, output: Path, **options: Any) -> str:
    with pytest.raises(LitmusError) as caught:
        convert_ratings(path, output, **{k: v for k, v in options.items() if v is not None})
    return str(caught.value)


def test_half_a_character_is_no_name(tmp_path: Path) -> None:
    path = tmp_path / "given.jsonl"
    path.write_text('{"id": "1", "system": "\\ud83d", "score": 1}\n')
    assert refused(path, tmp_path / "out", **TEXTS) == (
        f"{path}:1: a name holds half of a character (a lone surrogate), which is no text.\n"
        "Correct it."
    )


def test_no_room_for_a_temporary_file_is_said(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: Any) -> None:
        raise sqlite3.OperationalError("database or disk is full")

    monkeypatch.setattr("litmus.corpus.rating_index.RatingIndex.add", full)
    assert refused(given(tmp_path, TARGET_SPANS), tmp_path / "out", **TEXTS) == (
        "The ratings could not be kept in a temporary file: database or disk is full.\n"
        "Make room there, or name another folder: SQLITE_TMPDIR=DIR in the environment"
    )


def test_what_a_table_cannot_hold_is_counted(tmp_path: Path) -> None:
    ratings = [
        Rating("1", "mine", "ana", 5.0, (ErrorSpan(0, 1, "A", "minor", penalty=0.1),)),
        Rating("2", "mine", "ana", 5.0),
        Rating("3", "theirs", "ana", 5.0),
    ]
    made = convert_ratings(given(tmp_path, ratings), tmp_path / "out", format="mqm", **TEXTS)
    assert made.n == 1
    assert made.notes == (
        "Ratings of systems without output are left out: theirs.",
        "mqm cannot hold everything; this is lost: 1 scores, 1 costs of single errors, "
        "1 ratings without error spans.",
    )


def test_mqm_of_wmt_goes_out_as_it_came_in(shared: Path, tmp_path: Path) -> None:
    data = shared / "data" / "mqm-ted-ende"
    if not data.exists():
        pytest.skip("needs mqm-ted-ende")
    path = data / "mqm_ted_ende.tsv.gz"
    systems = [f.name[4:-3] for f in sorted(data.glob("sys.*.de"))]
    ids = list(dict.fromkeys(r.id for r in ratings_in(path, "mqm")))
    numbers = {identity: str(n) for n, identity in enumerate(sorted(ids, key=int), start=1)}
    # the suite's ids are line numbers; the table's have gaps
    ours = tmp_path / "ours.jsonl"
    wanted = [
        {**rating_to_json(r), "id": numbers[r.id]}
        for r in ratings_in(path, "mqm")
        if r.system in systems
    ]
    ours.write_text("".join(json.dumps(row) + "\n" for row in wanted))
    texts: dict[str, Any] = {
        "languages": "en-de", "source": data / "src.en", "docids": data / "docids",
        "outputs": {name: data / f"sys.{name}.de" for name in systems},
    }  # fmt: skip
    for format, name in (("mqm", "o.tsv"), ("pearmut", "o.jsonl"), ("esa", "o.csv")):
        if format == "esa":  # four people share the documents, which only their order can tell
            wanted = [row | {"annotator": "all"} for row in wanted]
            ours.write_text("".join(json.dumps(row) + "\n" for row in wanted))
        convert_ratings(ours, tmp_path / name, format=format, **texts)
        back = tmp_path / "back.jsonl"
        made = convert_ratings(tmp_path / name, back, **texts)
        assert made.n == 6 * 529
        found = rows(ratings_in(back, "ratings"))
        if format == "mqm":
            assert found == sorted(wanted, key=lambda r: (r["id"], r["system"], r["annotator"]))
        else:  # without costs, spans in the source, and the place of what is missing
            assert _kept(found) == _kept([_joined(row) for row in wanted])


def test_esa_of_wmt24_fits_the_texts_when_the_last_character_is_counted(
    shared: Path, tmp_path: Path
) -> None:
    """Of 893 spans one ends behind its text, where Appraise shows a blank; 49 are of one character,
    which would be none if their end were not counted."""
    data = shared / "data" / "wmt24-systems" / "en-zh"
    if not data.is_dir():
        pytest.skip("ESA of WMT24 is not there")
    systems = ["Claude-3.5", "GPT-4", "IKUN-C", "ONLINE-B"]
    outputs = {name: data / f"sys.{name}.zh" for name in systems}
    lines, seen = [], set()
    for line in (data / "esa.tsv").read_text(encoding="utf-8").splitlines()[1:]:
        system, item, document, score, spans = line.split("\t")
        if system in systems and (system, item) not in seen:
            seen.add((system, item))
            quoted = spans.replace('"', '""')
            lines.append(
                f'u,{system},{item},TGT,eng,zho,{score},{document}#{system},False,"{quoted}",0,0'
            )
    path = tmp_path / "esa.csv"
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    texts: dict[str, Any] = {
        "languages": "en-zh", "source": data / "src.en", "docids": data / "docids",
        "outputs": outputs,
    }  # fmt: skip
    made = convert_ratings(path, tmp_path / "out.jsonl", **texts)
    assert made.n > 1000
    found = list(ratings_in(tmp_path / "out.jsonl", "ratings"))
    assert any(s.end - s.start == 1 for rating in found for s in rating.spans or ())
    again = tmp_path / "again.csv"
    convert_ratings(tmp_path / "out.jsonl", again, format="esa", **texts)
    convert_ratings(again, tmp_path / "back.jsonl", **texts)
    assert rows(ratings_in(tmp_path / "back.jsonl", "ratings")) == rows(found)


def _joined(row: dict[str, Any]) -> dict[str, Any]:
    spans = joined(rating_from_json("", row), Counter())
    return row | {"spans": [span_to_json(span) for span in spans]}


def _kept(found: list[dict[str, Any]]) -> list[Any]:
    return sorted(
        (
            row["id"], row["system"], row["annotator"],
            [
                (0, 0, s["severity"].lower()) if s["start"] == s["end"]
                else (s["start"], s["end"], s["category"], s["severity"].lower())
                for s in row["spans"] if "in" not in s
            ],
        )
        for row in found
    )  # fmt: skip
