"""Campaigns: what goes in, what annotators see, what may change later."""

import json
import sqlite3
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from campaigning import BEANS, make, make_suite, segments

from litmus.annotate.campaigns.campaign import Campaign, load_campaign
from litmus.annotate.campaigns.create import Plan, create_campaign
from litmus.annotate.campaigns.items import token_spans
from litmus.annotate.exchange import exported
from litmus.annotate.label_sets import find_label_set
from litmus.annotate.status import renew, status_lines
from litmus.corpus.segment import Idiom, Segment, to_json
from litmus.corpus.suite import read_suite
from litmus.errors import DataError, UsageError


def items(campaign: Campaign) -> list[dict[str, Any]]:
    with closing(campaign.store().connection) as connection:
        rows = connection.execute("SELECT segment, shown FROM items ORDER BY id")
        return [{"id": segment} | json.loads(shown) for segment, shown in rows]


def strata(campaign: Campaign) -> list[tuple[Any, ...]]:
    with closing(campaign.store().connection) as connection:
        query = "SELECT system, name, size, drawn FROM strata ORDER BY system, name"
        return connection.execute(query).fetchall()


def test_an_item_shows_the_marked_idiom_and_its_neighbours(tmp_path: Path) -> None:
    found = items(make(tmp_path)[0])
    assert len(found) == 12
    item = next(i for i in found if i["id"] == "s1" and i["system"] == "left")
    start, end = item["source_spans"][0]
    assert item["source"][start:end] == "spilled the beans"
    assert (item["mark"], item["meaning"]) == (BEANS, "to tell a secret")
    assert item["target"] == "Elle 1 a encore tout dit."
    assert item["before"] == [
        ["She 0 spilled the beans again.", "Elle 0 a encore renversé les haricots."]
    ]
    assert [source for source, _ in item["after"]] == ["She 2 spilled the beans again."]
    # neighbours stay within the document, and can be left out
    wide = items(make(tmp_path / "wide", context=5)[0])
    around = {i["id"]: (len(i["before"]), len(i["after"])) for i in wide}
    assert [around[f"s{k}"] for k in range(6)] == [(0, 2), (1, 1), (2, 0)] * 2
    none = items(make(tmp_path / "without", context=0)[0])
    assert all(not i["before"] and not i["after"] for i in none)


def test_context_that_segments_bring_is_shown(tmp_path: Path) -> None:
    tell = (Idiom("tell", ((3, 7),)),)
    own = Segment("s", "He told it.", ("x",), None, tell, context=("a", "b", "c"))
    suite = make_suite(tmp_path / "suite", [own], {"left": ["y"]})
    # the idiom list of the suite does not know this label
    (tmp_path / "suite" / "idioms.jsonl").unlink()
    (item,) = items(make(tmp_path, suite=read_suite(suite.folder))[0])
    assert item["before"] == [["b", ""], ["c", ""]]


def test_what_a_metric_triggers_is_a_stratum(tmp_path: Path) -> None:
    suite = make_suite(tmp_path / "suite", metrics=("blacklist",))
    found, made = make(tmp_path, suite=suite, sample="triggered+2")
    # `haricot` stands in the even outputs of left
    assert strata(found) == [
        ("left", "rest", 3, 2), ("left", "triggered", 3, 3), ("right", "rest", 6, 2),
    ]  # fmt: skip
    assert made.n_items == 7
    assert found.settings.trigger == ("blacklist",)
    triggered = {i["id"] for i in items(found) if "haricots" in i["target"]}
    assert triggered == {"s0", "s2", "s4"}


def test_litter_triggers_where_the_suite_asks_for_nothing(tmp_path: Path) -> None:
    wanted = ("litter:case=fold", "litter:case=fold,average=macro")  # averages: not twice
    found, _ = make(tmp_path, sample="triggered+2", trigger=wanted)
    assert strata(found)[1] == ("left", "triggered", 3, 3)
    assert found.settings.trigger == wanted[:1]


def test_variants_of_one_item_are_judged_once(tmp_path: Path) -> None:
    grouped = [replace(s, group="one") if k < 3 else s for k, s in enumerate(segments())]
    found = items(make(tmp_path, suite=make_suite(tmp_path / "suite", grouped))[0])
    assert sorted({i["id"] for i in found}) == ["s0", "s3", "s4", "s5"]


def test_two_idioms_of_a_segment_are_two_items(tmp_path: Path) -> None:
    both = (Idiom(BEANS, ((0, 5),)), Idiom(BEANS + " again", ((6, 9),)))
    one = Segment("s", "Beans, spilled", ("x",), None, both[:1])
    suite = make_suite(tmp_path / "suite", [one], {"left": ["y"]})
    (tmp_path / "suite" / "idioms.jsonl").unlink()
    row = json.dumps(to_json(replace(one, idioms=both)))
    (tmp_path / "suite" / "segments.jsonl").write_text(f"{row}\n")
    found = items(make(tmp_path, suite=read_suite(suite.folder))[0])
    assert [i["mark"] for i in found] == [BEANS, BEANS + " again"]
    assert [i["source_spans"] for i in found] == [[[0, 5]], [[6, 9]]]


def test_tags_are_judged_word_by_word(tmp_path: Path) -> None:
    suite = make_suite(tmp_path / "suite", segments(2), {"left": ["a", "b"]})
    tags = tmp_path / "reference.tags"
    tags.write_text("0 0 0 0 formality 0 ellipsis+formality\n0 0 0 0 0 0 0\n")
    plan = Plan(find_label_set("tag"), ("ana",), sample="all")
    create_campaign(tmp_path / "c", suite, {}, plan, tags={"": tags})
    found = items(load_campaign(tmp_path / "c"))
    assert [(i["mark"], i["system"]) for i in found] == [
        ("formality", "reference"), ("ellipsis", "reference"), ("formality", "reference"),
    ]  # fmt: skip
    words = [i["target"][slice(*i["target_spans"][0])] for i in found]
    assert words == ["vendu", "mèche.", "mèche."]


def test_tokens_are_found_in_their_text() -> None:
    words = ["du", "weißt", ",", "du"]
    assert token_spans("du weißt, du", words) == [(0, 2), (3, 8), (8, 9), (10, 12)]
    assert token_spans("l' eau", ["l'", "&quot;", "eau"]) == [(0, 2), None, (3, 6)]


def test_segments_can_be_judged_whole(tmp_path: Path) -> None:
    own, text = tmp_path / "own.toml", tmp_path / "mine.md"
    own.write_text(
        '[[labels]]\nkey="good"\nhotkey="1"\nsign="+"\n[[labels]]\nkey="bad"\nhotkey="2"\nsign="-"\n'
    )
    text.write_text("# Mine\n\nLook.\n")
    found, made = make(tmp_path, labels=own, guideline=text, sample="2")
    assert made.n_items == 4  # two segments, both systems
    assert all(i["mark"] is None and i["source_spans"] for i in items(found))
    assert found.labels.keys == ("good", "bad") and found.guideline == "# Mine\n\nLook.\n"


def test_the_same_seed_makes_the_same_campaign(tmp_path: Path) -> None:
    suite = make_suite(tmp_path / "suite")
    query = "SELECT annotator, position, item FROM assignments"

    def assigned(name: str, seed: int) -> list[tuple[int, ...]]:
        plan = Plan(find_label_set("idiom"), ("ana", "ben"), sample="3", seed=seed)
        create_campaign(tmp_path / name, suite, suite.systems, plan)
        with closing(load_campaign(tmp_path / name).store().connection) as connection:
            return connection.execute(query).fetchall()

    assert assigned("one", 0) == assigned("two", 0) != assigned("three", 1)


def test_a_campaign_is_not_overwritten_and_nothing_is_left_where_making_fails(
    tmp_path: Path,
) -> None:
    found, _ = make(tmp_path)
    suite = make_suite(tmp_path / "again")
    plan = Plan(find_label_set("idiom"), ("a",))
    with pytest.raises(DataError, match="already exists. Choose another name."):
        create_campaign(found.folder, suite, {}, plan)
    with pytest.raises(UsageError):
        create_campaign(tmp_path / "c", suite, suite.systems, replace(plan, overlap=2))
    assert sorted(path.name for path in tmp_path.iterdir()) == ["again", "campaign", "suite"]


@pytest.mark.parametrize(("task", "plan", "tags", "message"), [
    ("tag", {}, False, "Judging tags needs tags: tags=REF.tags, or tags=NAME=OUT.tags"),
    ("tag", {"sample": "triggered+3"}, True, "triggered+N is for translations. For tags, write TAG+N, or N."),
    ("idiom", {}, True, "tags was given, but this task does not judge tags. Add task=tag"),
    ("idiom", {"sample": "formality+3"}, False, "sample: 'formality' is not a stratum here. Write triggered+N, or N."),
    ("idiom", {"sample": "5", "trigger": ("litter",)}, False, "metrics says what triggers; it is for sample=triggered+N."),
    ("idiom", {"trigger": ("bleu",)}, False, "bleu calls no single segment right or wrong, so it cannot be compared with judgements."),
    ("idiom", {"context": -1}, False, "context must be at least 0, not -1."),
])  # fmt: skip
def test_what_does_not_go_together(
    tmp_path: Path, task: str, plan: dict[str, Any], tags: bool, message: str
) -> None:
    suite = make_suite(tmp_path / "suite")
    given = {"": tmp_path / "t"} if tags else {}
    wanted = Plan(find_label_set(task), ("a",), **plan)
    with pytest.raises(UsageError) as error:
        create_campaign(tmp_path / "c", suite, suite.systems, wanted, tags=given)
    assert str(error.value).startswith(message)


def rewrite(path: Path, old: str, new: str) -> None:
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new), encoding="utf-8")


@pytest.mark.parametrize(("old", "new", "message"), [
    ("seed = 12345", "sed = 12345", "unknown key 'sed'"),
    ("blind = true", 'blind = "yes"', "'blind' must be true or false, not 'yes'"),
    ("seed = 12345", "seed = 2020-01-01", "'seed' must be a whole number"),
    ("seed = 12345", "seed = ", "is not TOML"),
    ('name = "campaign"\n', "", "the key 'name' is missing"),
    ("overlap = 2", "overlap = 1", "'overlap' is 1, but the items were drawn and assigned with 2.\n"
     "Put it back, or make a new campaign. What may change: name, blind, reference, annotators, "
     "labels.toml (not its keys in use) and guideline.md"),
])  # fmt: skip
def test_settings_that_are_odd_or_decided_the_items_are_refused(
    tmp_path: Path, old: str, new: str, message: str
) -> None:
    found, _ = make(tmp_path)
    path = found.folder / "campaign.toml"
    rewrite(path, old, new)
    with pytest.raises(DataError) as error:
        load_campaign(found.folder)
    assert str(error.value).startswith(str(path)) and message in str(error.value)


def test_the_rest_may_change_but_labels_in_use_stay(tmp_path: Path) -> None:
    found, _ = make(tmp_path)
    with closing((store := found.store()).connection):
        store.judge(1, 1, "omitted", "", "request-1")
    rewrite(found.folder / "campaign.toml", "blind = true", "blind = false")
    rewrite(found.folder / "campaign.toml", 'name = "campaign"', 'name = "Café \\"x\\""')
    rewrite(found.folder / "guideline.md", "Look only", "Please look only")
    rewrite(found.folder / "labels.toml", 'key = "literal"', 'key = "word-by-word"')
    again = load_campaign(found.folder)
    assert (again.settings.name, again.settings.blind) == ('Café "x"', False)
    assert again.guideline.startswith("Please look only") and "word-by-word" in again.labels.keys
    rewrite(found.folder / "labels.toml", 'key = "omitted"', 'key = "left-out"')
    with pytest.raises(DataError, match="the label 'omitted' is gone, but judgements have it"):
        load_campaign(found.folder)


def test_status_and_new_links(tmp_path: Path) -> None:
    found, made = make(tmp_path)
    with closing((store := found.store()).connection):
        store.judge(1, 1, "omitted", "", "request-1")
    (row,) = exported(found)
    assert list(status_lines(found)) == [
        "campaign: task idiom, 12 items, 1 entry in the log",
        "  ana\t1 of 12\t8 %",
        "  ben\t0 of 12\t0 %",
        *(f"  {s}\tall\t{row['system'] == s:d} of 6 judged, of 6 in the set"
          for s in ("left", "right")),
    ]  # fmt: skip
    renewed = renew(found, ["ana", "new"])
    assert {name: n for name, (n, _) in renewed.items()} == {"ana": 12, "new": 0}
    with closing((store := found.store()).connection):
        assert store.log_in(made.secrets["ana"]) is None  # the old link has ended
        assert store.log_in(renewed["ana"][1]) == (1, "ana")
        assert store.log_in(made.secrets["ben"]) == (2, "ben")
    assert set(renew(found)) == {"ana", "ben", "new"}


def test_campaign_that_lost_a_file_or_is_of_another_version(tmp_path: Path) -> None:
    campaign, _ = make(tmp_path)
    lost = campaign.folder / "labels.toml"
    aside = lost.rename(tmp_path / "aside")
    with pytest.raises(DataError) as caught:
        load_campaign(campaign.folder)
    assert str(caught.value) == f"{campaign.folder} is not a whole campaign: {lost} is missing."
    aside.rename(lost)
    with closing(sqlite3.connect(campaign.database, isolation_level=None)) as connection:
        connection.execute("UPDATE meta SET value = '999' WHERE key = 'layout'")
    with pytest.raises(DataError) as caught:
        load_campaign(campaign.folder)
    assert str(caught.value) == (
        f"{campaign.database} was made by another version of litmus; this one cannot read it."
    )
