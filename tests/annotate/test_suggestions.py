"""What a metric would answer, stored with the items, shown, and exported with the answers."""

import json
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from tests.annotate.campaigning import BEANS, make, make_suite

from litmus.annotate.campaigns.campaign import SETTINGS, Campaign, load_campaign
from litmus.annotate.exchange import exported, import_judgements
from litmus.annotate.label_sets import find_label_set
from litmus.errors import DataError, UsageError

TOY = f"{Path(__file__).parents[1] / 'reports' / 'toy_metric.py'}:Sorted"
# `left` leaves a word of the idiom in even sentences and says nothing in s5; `right` never does.
LEFT = [*("Elle beans ." if k % 2 == 0 else "Elle dit tout ." for k in range(5)), ""]
SYSTEMS = {"left": LEFT, "right": ["Elle a tout dit ."] * 6}


def suggesting(folder: Path, **plan: object) -> Campaign:
    suite = make_suite(folder / "suite", systems=SYSTEMS)
    return make(folder, suite=suite, **{"suggest": TOY, "shuffle": False} | plan)[0]


def answer(campaign: Campaign, *labels: str) -> None:
    with closing((store := campaign.store()).connection):
        for position, label in enumerate(labels, start=1):
            store.judge(1, position, label, "", f"request-{position}")


def shown(campaign: Campaign) -> list[dict[str, Any]]:
    with closing((store := campaign.store()).connection):
        return [dict(store.task(1, position).shown) for position in range(1, 13)]  # type: ignore[union-attr]


def test_every_item_has_the_label_of_its_verdict_and_an_answer_what_was_suggested(
    tmp_path: Path,
) -> None:
    campaign = suggesting(tmp_path)
    assert {(item["target"], *item["suggested"].values()) for item in shown(campaign)} == {
        ("Elle beans .", "literal", 0.836, "left: beans"),
        ("Elle dit tout .", "correct", 0.554, "no word is left"),
        ("Elle a tout dit .", "correct", 0.554, "no word is left"),
        ("", "omitted", 1.0, "no word is left"),
    }
    assert list(exported(campaign)) == []
    answer(campaign, "literal", "literal")
    file = tmp_path / "theirs.jsonl"  # verdicts from elsewhere saw no suggestion
    row = {"id": "s0", "system": "left", "mark": BEANS, "label": "correct"}
    file.write_text(json.dumps(row) + "\n", encoding="utf-8")
    import_judgements(campaign, [file], annotator="expert")
    found = {(row["annotator"], row["system"], row["label"]): row["suggested"]
             for row in exported(campaign)}  # fmt: skip
    assert found == {
        ("ana", "left", "literal"): "literal", ("ana", "right", "literal"): "correct",
        ("expert", "left", "correct"): None,
    }  # fmt: skip
    path = campaign.folder / SETTINGS  # it cannot be changed later
    assert campaign.settings.suggest == TOY
    path.write_text(path.read_text().replace("toy_metric.py:Sorted", "other.py:Sorted"))
    with pytest.raises(DataError, match="'suggest' is .*other.py"):
        load_campaign(campaign.folder)


def test_without_it_nothing_is_suggested(tmp_path: Path) -> None:
    campaign = suggesting(tmp_path, suggest=None)
    assert all("suggested" not in item for item in shown(campaign))
    answer(campaign, "literal")
    assert [row["suggested"] for row in exported(campaign)] == [None]
    # as in campaigns from before there were suggestions
    frozen = "UPDATE meta SET value = json_remove(value, '$.suggest') WHERE key = 'settings'"
    with closing(campaign.store().connection) as connection:
        connection.execute(frozen)
    assert load_campaign(campaign.folder).settings.suggest is None


def test_same_translations_show_the_same_suggestion(tmp_path: Path) -> None:
    """The toy's confidence goes by the text alone; that of the first system stands for both."""
    suite = make_suite(tmp_path / "suite", systems={"a": ["Elle beans ."] * 6, "b": ["Elle beans ."] * 6})  # fmt: skip
    campaign, _ = make(tmp_path, suite=suite, suggest=TOY, context=0)
    answer(campaign, "literal")
    assert [(row["system"], row["suggested"]) for row in exported(campaign)] == [
        ("a", "literal"), ("b", "literal"),
    ]  # fmt: skip


def test_what_cannot_suggest_is_refused(tmp_path: Path) -> None:
    labels = tmp_path / "mine.toml"
    labels.write_text(
        'unit = "idiom"\n'
        '[[labels]]\nkey = "good"\nhotkey = "1"\nsign = "+"\nverdicts = ["right"]\n'
        '[[labels]]\nkey = "bad"\nhotkey = "2"\nsign = "-"\n'
    )
    for number, (plan, message) in enumerate((
        ({"suggest": "litter:case=fold"}, "litter says only right or wrong, so it cannot suggest a "
         "label.\nMetrics that can: verdict"),
        ({"labels": labels}, "No label of 'mine' is the verdict 'literal' of sorted, so it cannot "
         'be suggested.\nSay which is, in the label set: verdicts = ["literal"]'),
    )):  # fmt: skip
        with pytest.raises(UsageError) as refused:
            suggesting(tmp_path / str(number), **plan)
        assert str(refused.value) == message
        assert not (tmp_path / str(number) / "campaign").exists()


def test_a_check_shows_what_its_original_does(tmp_path: Path) -> None:
    """Without a suggestion, everybody would know it for a check."""
    labels = tmp_path / "both.toml"
    text = find_label_set("idiom").read_text(encoding="utf-8").replace('"idiom"', '"segment"')
    labels.write_text(f'{text}\n[slider]\nquestion = "How good?"\n', encoding="utf-8")
    campaign = suggesting(tmp_path, labels=labels, attention=2)
    with closing(campaign.store().connection) as connection:
        rows = connection.execute(
            "SELECT t.shown, o.shown FROM items t JOIN items o ON o.id = t.check_of"
        ).fetchall()
    assert len(rows) >= 2 and "suggested" in json.loads(rows[0][1])
    for twin, original in rows:
        assert json.loads(twin).get("suggested") == json.loads(original)["suggested"]
