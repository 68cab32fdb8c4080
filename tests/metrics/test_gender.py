"""Gender by hand: people, the words linked to them, and the rules of published figures."""

import json
import math
import unicodedata
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from measuring import links, rows_of

import litmus
from litmus.alignment.links import Alignment
from litmus.corpus.segment import Entity, Segment
from litmus.corpus.suite import SuiteInfo, read_suite, write_suite
from litmus.errors import UsageError
from litmus.importers import import_suite
from litmus.metrics.base import Setup
from litmus.metrics.discourse.gender.metric import COLUMNS, delta_g, delta_s
from litmus.metrics.discourse.gender.words import difference
from litmus.metrics.registry import create
from litmus.reports.examine import examine
from litmus.reports.interning import Interned
from litmus.reports.marks import REQUIRED, TRIGGER
from litmus.scoring.options import ScoringOptions
from litmus.scoring.presentation.shown import arrow, best
from litmus.scoring.rows import Column, ResultRow

SOURCE = "The doctor met the cook."
DE = ("en", "de")


def people(source: str, **genders: str) -> Segment:
    """A segment with people by their words; `pro`/`anti` may follow the gender after a blank."""
    entities = []
    for word, text in genders.items():
        start = source.index(word)
        entities.append(Entity((start, start + len(word)), *text.split()))
    return Segment("1", source, entities=tuple(entities))


def measured(segment: Segment, target: str, *pairs: tuple[str, str], **options: Any) -> Any:
    return rows_of(
        options.get("spec", "gender"),
        [segment],
        [target],
        pair=options.get("pair", DE),
        hypothesis_links=[links(segment.source, target, pairs)],
    )


def counted(row: Any) -> set[str]:
    return {name for name, n in zip(COLUMNS, row.counts, strict=True) if n}


def test_gender_right_and_wrong_by_hand() -> None:
    doctor = people(SOURCE, doctor="female anti")
    (row,) = measured(doctor, "Die Ärztin traf den Koch.", ("doctor", "Ärztin"))
    assert row.label == "female"
    assert counted(row) == {
        "right", "entities", "female", "female_found", "female_right", "anti", "anti_right",
    }  # fmt: skip
    assert (row.evidence["right_words"], row.evidence["wrong_words"]) == (["Die Ärztin"], [])
    (row,) = measured(doctor, "Der Arzt traf die Köchin.", ("doctor", "Arzt"), ("cook", "Köchin"))
    assert counted(row) == {"entities", "female", "male_found", "anti"}
    assert row.evidence == {
        "entity": "doctor",
        "expected": "female",
        "found": "male",
        "because": "ending -arzt",
        "right_words": [],
        "wrong_words": ["Der Arzt"],
    }


def test_gender_of_one_person_does_not_leak_to_another() -> None:
    both = people(SOURCE, doctor="male", cook="female")
    pairs = (("doctor", "Arzt"), ("cook", "Köchin"))
    first, second = measured(both, "Der Arzt traf die Köchin.", *pairs)
    assert [first.evidence["found"], second.evidence["found"]] == ["male", "female"]
    # The other one's article stands nearer than any of its own.
    first, second = measured(both, "Arzt trifft die Köchin.", *pairs)
    assert first.evidence["found"] == "male"


def test_gender_of_a_person_left_out_is_unknown_and_wrong() -> None:
    cook = people(SOURCE, cook="male")
    (row,) = measured(cook, "Die Ärztin kam.", ("doctor", "Ärztin"))
    assert counted(row) == {"entities", "male"}
    assert row.evidence["because"] == "no word is linked to it"
    empty = Alignment(links(SOURCE, "", ()).source, (), frozenset())
    (row,) = rows_of("gender", [cook], [""], pair=DE, hypothesis_links=[empty])
    assert row.evidence["because"] == "the translation is empty"


def test_gender_neutral_is_right_where_the_source_is_neutral() -> None:
    someone = people("Someone met the cook.", Someone="neutral")
    (row,) = measured(someone, "Jemand traf den Koch.", ("Someone", "Jemand"))
    assert counted(row) == {"right", "entities"}


def test_gender_readings_by_hand() -> None:
    # 4 men: 3 found as men, 1 as a woman; 6 women: 2 found as women, 3 as men, 1 not at all.
    # F1 male 2*3/(6+4) = 60, F1 female 2*2/(3+6) = 44.44; pro 3 of 4, anti 1 of 5.
    totals = dict.fromkeys(COLUMNS, 0.0) | {
        "right": 5, "entities": 10, "male": 4, "female": 6, "male_found": 6, "female_found": 3,
        "male_right": 3, "female_right": 2, "pro": 4, "pro_right": 3, "anti": 5, "anti_right": 1,
    }  # fmt: skip
    sums = np.array(list(totals.values()))
    readings = {r.suffix: float(r.value(sums)) for r in create("gender", Setup(*DE)).readings}
    assert readings == pytest.approx(
        {"": 50, "f1-male": 60, "f1-female": 44.444, "delta-g": 15.556, "delta-s": 55}, abs=1e-3
    )
    assert math.isnan(delta_s(np.zeros(len(COLUMNS))))
    assert delta_g(np.stack([sums, sums])).shape == (2,)


def test_gender_of_a_language_without_rules_says_the_way_out() -> None:
    with pytest.raises(UsageError) as caught:
        create("gender", Setup("en", "tr"))
    assert str(caught.value).startswith(
        "gender has no rules for Turkish, which may not show the gender of people.\n"
        "Languages with rules: Arabic, German,"
    )
    assert "gender:by=words" in str(caught.value)
    create("gender:by=words", Setup("en", "tr"))


SINGER = Segment(
    "1", "Meyer was a singer.", ("Meyer war Sängerin.",), contrastive=("Meyer war Sänger.",),
    entities=(Entity(None, "female"),),
)  # fmt: skip


@pytest.mark.parametrize("spec", ["gender", "gender:by=words"])
def test_gender_by_words_as_mt_geneval(spec: str) -> None:
    (row,) = rows_of(spec, [SINGER], ["Die Sängerin Meyer."], pair=DE)
    assert counted(row) == {"right", "entities", "female", "female_found", "female_right"}
    (row,) = rows_of(spec, [SINGER], ["Meyer war ein Sänger!"], pair=DE)
    assert counted(row) == {"entities", "female", "male_found"}
    assert (row.evidence["wrong_words"], row.evidence["found"]) == (["sänger"], "male")
    # Neither word: right, as published.
    (row,) = rows_of(spec, [SINGER], ["Meyer sang."], pair=DE)
    assert "right" in counted(row)


def test_gender_of_people_without_a_place_or_a_gender() -> None:
    assert rows_of("gender:by=entity", [SINGER], ["Meyer sang."], pair=DE) == []
    unknown = Segment("1", SINGER.source, SINGER.references, contrastive=SINGER.contrastive)
    (row,) = rows_of("gender", [unknown], ["Meyer war Sänger."], pair=DE)
    assert (row.label, counted(row)) == (None, {"entities"})


@pytest.mark.parametrize(
    ("language", "target", "linked", "found"),
    [
        ("de", "Der Pfleger kam", ["Pfleger"], "female"),  # nurses are feminine in German
        ("de", "Der Arzt kam weil sie", ["Der", "Arzt"], "male"),
        ("de", "Wir sahen Ärzte sie", ["Ärzte"], "female"),  # a pronoun is a determiner there
        ("de", "Wir kamen", [], "male"),
        ("he", "הרופאה באה", ["הרופאה"], "female"),
        ("ar", "جاء الطبيب", ["الطبيب"], "male"),
        ("es", "El médico vino", ["El", "médico"], "male"),
        ("es", "Vino alguien", ["alguien"], "neutral"),
        ("ru", "Врач пришёл", ["Врач"], "male"),
        ("ru", "Врач пришёл", [], "unknown"),
    ],
)
def test_gender_by_the_rules_of_winomt(
    language: str, target: str, linked: list[str], found: str
) -> None:
    noun = "nurse" if "Pfleger" in linked else "doctor"
    segment = people(f"The {noun} came", **{noun: "male"})
    pairs = [("The" if word in ("Der", "El") else noun, word) for word in linked]
    spec = "gender:compat=winomt"
    (row,) = measured(segment, target, *pairs, spec=spec, pair=("en", language))
    assert row.evidence["found"] == found


def suite(folder: Path) -> Path:
    segments = [
        people(SOURCE, doctor="female anti"),
        people("The cook met the doctor.", cook="male pro"),
    ]
    numbered = [
        Segment(str(n), s.source, entities=s.entities) for n, s in enumerate(segments, start=1)
    ]
    info = SuiteInfo("people", "en", "es", metrics=("gender",))
    lines = ["La médica se encontró con el cocinero.", "La cocinera se encontró con el médico."]
    write_suite(folder, info, numbered, (), {"mine": lines})
    return folder


def test_gender_is_scored_without_references(tmp_path: Path) -> None:
    evidence = tmp_path / "evidence.jsonl"
    result = litmus.evaluate(suite(tmp_path / "s"), n_bootstrap=10, segments=evidence)
    assert result.overall("mine", "gender").value == 50.0
    assert {row.tag: row.value for row in result.rows if row.metric == "gender" and row.tag} == {
        "female": 100.0,
        "male": 0.0,
    }
    rows = [json.loads(line) for line in evidence.read_text(encoding="utf-8").splitlines()]
    assert [row["evidence"]["entity"] for row in rows] == ["doctor", "cook"]
    assert "rules:es.v1" in result.table()


def test_gender_report_marks_the_words_of_the_person_alone(tmp_path: Path) -> None:
    opened = read_suite(suite(tmp_path / "s"))
    found = examine(
        opened, opened.systems, ScoringOptions(n_bootstrap=10), interned=Interned(), links=False
    )
    texts = opened.systems["mine"].read_text(encoding="utf-8").split("\n")
    marks = [found.record.marks[0][n] for n in range(2)]
    shown = [
        (kind, text[start : start + size])
        for (kind, start, size, _), text in zip(marks, texts, strict=False)
    ]
    assert shown == [(REQUIRED, "La médica"), (TRIGGER, "La cocinera")]


def test_gender_by_the_rules_of_winomt_learns_its_own_links(tmp_path: Path) -> None:
    winomt = "gender:compat=winomt"
    result = litmus.evaluate(suite(tmp_path / "s"), metrics=winomt, n_bootstrap=10)
    assert "align:diagonal.v1.space#" in result.table()
    with pytest.raises(UsageError, match="reads links of an aligner of its own"):
        litmus.evaluate(suite(tmp_path / "t"), metrics=["gender", winomt])


@pytest.mark.parametrize("metric", ["gender", "gender:compat=winomt"])
def test_gender_comes_near_the_published_figure(metric: str, shared: Path, tmp_path: Path) -> None:
    folder = shared / "data" / "winomt"
    if not folder.is_dir():
        pytest.skip(f"not beside the checkout: {folder}")
    imported = import_suite("winomt", folder, languages=("en", "es"))
    write_suite(tmp_path / "s", imported.info, imported.segments, (), imported.systems)
    outputs = {"google": list(imported.systems["google"])}
    result = litmus.evaluate(tmp_path / "s", outputs, metrics=metric, n_bootstrap=1)
    assert result.overall("google", "gender").value == pytest.approx(53.1, abs=3.0)
    assert result.overall("google", "gender.delta-g").value == pytest.approx(23.4, abs=3.0)


def test_no_bias_is_the_best_and_not_the_other_bias() -> None:
    column = Column("gender.delta-g", "gender.delta-g", False, "discourse", ideal=0.0)
    rows = [
        ResultRow(system, "gender.delta-g", None, 50, value, None, None, None, "")
        for system, value in (("fair", -1.0), ("women", -66.7), ("men", 64.0))
    ]
    assert best(rows, column, 1) == {"fair"}
    assert arrow(column) == "gender.delta-g →0"
    by_suffix = {reading.suffix: reading for reading in create("gender", Setup(*DE)).readings}
    assert by_suffix["delta-g"].ideal == by_suffix["delta-s"].ideal == 0.0


def test_words_are_compared_in_one_normal_form() -> None:
    right, wrong = (unicodedata.normalize("NFD", text) for text in ("employé", "employée"))
    found = difference([right], [wrong])
    assert found is not None and found.wrong == {"employée"}
