"""Tables by part of speech, tag and word, against values worked out by hand."""

import json
import math
from pathlib import Path

import pytest
from scoring_by_hand import ByHand, Lines, Words, cxmi

from litmus.context.annotation import Marked
from litmus.context.presentation.tables import flat_rows, render, result_tables
from litmus.context.results import CxmiResult, extras
from litmus.context.settings import CxmiSettings
from litmus.context.thematic import Vocabulary
from litmus.nmt.scoring.layout import Request
from litmus.nmt.windows import ContextSize
from litmus.reports.extras import read_extras
from litmus.tables import FORMATS

GAIN = math.log(0.8 / 0.5)
KNOWN = Words(
    {
        "tu": Marked((0, 0), "tu", "PRON", ("PRON", "PRON.2", "PRON.2.Sing"), ("formality",)),
        "il": Marked((0, 0), "il", "PRON", ("PRON", "PRON.3", "PRON.3.Sing"), ()),
        "dors": Marked((0, 0), "dormir", "VERB", ("VERB", "VERB.Pres"), ("formality", "verb_form")),
    },
    {"pos": "hand", "tags": "hand"},
)
# In each document: "tu" gains in the second sentence, "dors" loses a third of its probability.
DOCUMENT = [("you", "tu"), ("you sleep", "tu dors"), ("he", "il")]


def probability(request: Request, word: str) -> float:
    if not request.window.target or "z" in request.window.target:
        return 0.5
    return {"tu": 0.8, "dors": 1 / 3, "il": 0.5, "z": 0.5}[word]


def measured(documents: int = 6, **changed: object) -> CxmiResult:
    lines = [(f"d{n}", source, target) for n in range(documents) for source, target in DOCUMENT]
    settings = CxmiSettings("hand", ContextSize(0, 2), n_bootstrap=100, min_count=6, **changed)  # type: ignore[arg-type]
    return cxmi(Lines(lines), ByHand(probability), KNOWN, settings)


def values(result: CxmiResult, by: str) -> dict[str, tuple[float | None, int]]:
    return {row.name: (row.value, row.n) for row in result.of(by, "target 2")}


def test_groups_by_hand() -> None:
    result = measured()
    loss = math.log(2 / 3)
    pron = (pytest.approx(GAIN / 3), 18)  # tu 0, tu GAIN, il 0
    tu, dors, il = (pytest.approx(GAIN / 2), 12), (pytest.approx(loss), 6), (0.0, 6)
    assert values(result, "pos") == {
        "PRON": pron, "PRON.2": tu, "PRON.2.Sing": tu, "PRON.3": il, "PRON.3.Sing": il,
        "VERB": dors, "VERB.Pres": dors,
    }  # fmt: skip
    assert values(result, "word") == {"tu": tu, "il": il, "dors": dors}
    both = (GAIN + loss) / 3  # tu, tu, dors
    assert values(result, "tag") == {
        "formality": (pytest.approx(both), 18),
        "verb_form": (pytest.approx(loss), 6),
    }
    assert values(result, "tagged") == {
        "with tag": (pytest.approx(both), 18),
        "no tag": (0.0, 6),
        "with tag - no tag": (pytest.approx(both), 18),
    }


def test_groups_count_their_documents() -> None:
    lines = [("a", "x", "tu"), ("a", "x", "tu"), ("b", "x", "il"), ("c", "x", "tu")]
    result = cxmi(Lines(lines), ByHand(probability), KNOWN, CxmiSettings("hand", ContextSize(0, 2)))
    documents = {row.name: row.documents for row in result.of("pos")}
    assert (documents["PRON"], documents["PRON.2"], documents["PRON.3"]) == (3, 2, 1)
    assert {row.documents for row in result.of("corpus")} == {3}


def test_no_interval_below_five_documents_and_none_where_all_are_alike() -> None:
    for result in (measured(4), measured(6)):
        assert all(row.low is None and row.high is None for row in result.rows)
    notes = [measured(documents).notes for documents in (4, 5)]
    assert notes == [["No intervals: resampling needs at least 5 documents, not 4."], []]


def test_words_need_a_minimum_count() -> None:
    result = measured()
    assert [row.name for row in result.of("word")] == ["tu", "il", "dors"]  # the highest first
    assert not values(measured(documents=5), "word").keys() - {"tu"}


def test_vocabulary_keeps_case_and_counts_documents() -> None:
    vocabulary = Vocabulary()
    for form, document in (("Sie", 0), ("sie", 0), ("Sie", 0), ("Sie", 1)):
        vocabulary.add(form, 0.5, document)
    counts = {form: (item.n, item.documents) for form, item in vocabulary.items.items()}
    assert counts == {"Sie": (3, 2), "sie": (1, 1)}


def test_vocabulary_does_not_grow_beyond_its_bound() -> None:
    vocabulary = Vocabulary(most=50)
    for n in range(5000):
        vocabulary.add(f"rare {n}", 0.1, 0)
        vocabulary.add("often", 0.2, 0)
        assert len(vocabulary.items) <= 50
    assert vocabulary.items["often"].n == 5000
    assert vocabulary.dropped_below >= 1


def test_top_words_are_the_highest_in_the_order_of_the_text() -> None:
    result = measured(top=4)
    assert [(t.id, t.text) for t in result.top] == [(n, "tu") for n in ("2", "5", "8", "11")]
    assert result.top[0].value == pytest.approx(GAIN)
    assert result.top[0].before.target == ("tu",)
    assert measured(top=0).top == []
    # Words that context made less likely, or left alone, are not in it.
    assert len(measured(top=50).top) == 6


def test_control_stands_beside_and_is_taken_off() -> None:
    # The control is drawn from documents of "z" alone, with which nothing gains.
    lines = [(f"d{n}", s, t) for n in range(6) for s, t in DOCUMENT]
    lines = [line for n in range(6) for line in (*lines[3 * n : 3 * n + 3], (f"z{n}", "z", "z"))]
    settings = CxmiSettings("hand", ContextSize(0, 2), random=True, n_bootstrap=100)
    result = cxmi(Lines(lines), ByHand(probability), KNOWN, settings)
    rows = {(row.name, row.context): row for row in result.of("pos")}
    gap = rows["PRON.2", "target 2 - random (target 2)"]
    assert gap.value is not None
    assert gap.value == pytest.approx(
        rows["PRON.2", "target 2"].value - rows["PRON.2", "random (target 2)"].value  # type: ignore[operator]
    )
    assert gap.low is None or gap.high is None or gap.low <= gap.value <= gap.high
    assert all(top.control is not None for top in result.top)


def by_content(request: Request, word: str) -> float:
    """`tu` gains much after any sentence, `neuf` a little after `livre`."""
    if word == "tu":
        return 0.9 if request.window.target else 0.5
    return 0.6 if word == "neuf" and "livre" in request.window.target else 0.5


@pytest.mark.parametrize(("random", "order"), [(False, ["tu", "neuf"]), (True, ["neuf", "tu"])])
def test_words_are_ranked_by_what_is_due_to_the_content(random: bool, order: list[str]) -> None:
    lines = [(f"a{n}", f"{text} {n}", text) for n in range(6) for text in ("livre", "neuf")]
    lines += [(f"b{n}", f"{text} {n}", text) for n in range(6) for text in ("chat", "tu")]
    # What random sentences are drawn from: a line that reads like the real context never is.
    lines += [(f"c{n}", f"dit {n}", f"dit{n}") for n in range(60)]
    settings = CxmiSettings("hand", ContextSize(0, 1), random=random, n_bootstrap=10, min_count=6)
    result = cxmi(Lines(lines), ByHand(by_content), Words(), settings)
    words = [row.name for row in result.of("word", "target 1") if row.name in order]
    assert words == order
    assert list(dict.fromkeys(top.text for top in result.top)) == order
    assert result.top[0].value == pytest.approx(math.log((0.6 if random else 0.9) / 0.5))
    gaps = {row.name: row.value for row in result.of("word", "target 1 - random (target 1)")}
    assert gaps == ({} if not random else {
        "neuf": pytest.approx(math.log(0.6 / 0.5)), "tu": pytest.approx(0.0), "chat": 0.0, "livre": 0.0,
    })  # fmt: skip
    less = " less random" if random else ""
    assert result_tables(result)[-1].title == f"Words with the highest P-CXMI{less}, nats"


def test_tables_without_tags_or_parts_of_speech_are_left_out() -> None:
    lines = [(f"d{n // 3}", "x", "tu") for n in range(9)]
    settings = CxmiSettings("hand", ContextSize(0, 2))
    result = cxmi(Lines(lines), ByHand(probability), Words(), settings)
    assert [t.title.split(":")[0] for t in result_tables(result)] == [
        "P-CXMI of a sentence",
        "P-CXMI of a subword and of a word",
        "Words with the highest P-CXMI, nats",
    ]


def test_report_reads_the_extras(tmp_path: Path) -> None:
    result = measured(random=True, base="2", top=2)
    path = tmp_path / "extras.jsonl"
    lines = [json.dumps(row) for row in extras(result, "m", math.log(2))]
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    rows = read_extras(path)
    assert {row["by"] for row in rows} == {"corpus", "pos", "tag", "tagged", "word", "token"}
    by_name = {(row["by"], row["name"]): row for row in rows}
    # in nats, whatever the base
    assert by_name["pos", "PRON.2"]["value"] == pytest.approx(GAIN / 2)
    assert by_name["corpus", "target 2"]["n"] == 18
    token = by_name["token", "tu"]
    assert (token["text"], token["context"], token["n"]) == ("tu dors", "tu", 1)


def test_all_formats_have_the_same_numbers() -> None:
    result = measured(random=True)
    texts = {format: render(result, format) for format in FORMATS}
    assert all(text.endswith("\n") and result.signature in text for text in texts.values())
    first, _, _ = texts["text"].partition(f"\n{result.heading}\n")
    assert first.replace("\n", " ") == result.summary
    value = f"{GAIN / 2:.3f}"
    assert all(value in texts[format] for format in ("text", "md", "latex"))
    rows = json.loads(texts["json"])
    assert len(rows) == len(list(flat_rows(result))) == len(texts["tsv"].split("\n")) - 2
    (row,) = [r for r in rows if (r["name"], r["context"]) == ("PRON.2.Sing", "target 2")]
    assert row["value"] == pytest.approx(GAIN / 2) and row["n"] == 12 and row["by"] == "pos"
    token = next(r for r in rows if r["by"] == "token")
    assert (token["id"], token["span"]) == ("2", [0, 2])


def test_text_is_laid_out_for_wide_characters() -> None:
    lines = [(f"d{n // 2}", "x", "病毒") for n in range(24)]
    scorer = ByHand(lambda request, word: 0.8 if request.window else 0.5)
    result = cxmi(Lines(lines, "zh"), scorer, Words(), CxmiSettings("hand", ContextSize(0, 2)))
    text = render(result, "text")
    assert f"\n病毒  24    12     {GAIN / 2:.3f}\n" in text
