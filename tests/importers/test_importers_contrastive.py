"""Importers of sets with right and wrong versions, on files written here."""

import json
from pathlib import Path
from typing import Any

from litmus.corpus.segment import Segment
from litmus.importers import import_suite

COCOA = "src\tformal\tinformal\nAre you coming?\tKommen Sie?\tKommst du?\nYes.\tJa.\tJa.\nGo!\tGehen Sie!\tGeh!\n"


def write(path: Path, content: Any) -> Path:
    text = content if isinstance(content, str) else json.dumps(content, ensure_ascii=False)
    path.write_text(text, encoding="utf-8")
    return path


def test_cocoa_formal_version_is_right_unless_the_informal_is_asked_for(tmp_path: Path) -> None:
    found = import_suite("cocoa", write(tmp_path / "test.en-de.tsv", COCOA))
    segments = list(found.segments)
    assert segments == [
        Segment("1", "Are you coming?", ("Kommen Sie?",), contrastive=("Kommst du?",)),
        Segment("3", "Go!", ("Gehen Sie!",), contrastive=("Geh!",)),
    ]
    assert (found.info.name, found.info.source, found.info.target) == (
        "test.en-de-formal",
        "en",
        "de",
    )
    assert found.info.metrics == ("contrast",)
    assert list(found.segments) == segments  # anew, and notes do not grow
    assert found.notes == ["1 row left out: both versions are the same."]
    informal = import_suite("cocoa", tmp_path / "test.en-de.tsv", register="informal")
    first = next(iter(informal.segments))
    assert (first.references, first.contrastive) == (("Kommst du?",), ("Kommen Sie?",))
    assert informal.info.name == "test.en-de-informal"


GTWIC = {
    "src": "Are you there? _eos Yes. _eos Where? _eos You see me.",
    "dst": [
        "Ты там? _eos Да. _eos Где? _eos Вы меня видите.",
        "Ты там? _eos Да. _eos Где? _eos Ты меня видишь.",
        "Вы там? _eos Да. _eos Где? _eos Вы меня видите.",
    ],
    "true_ind": 1,
}


def test_gtwic_last_sentence_is_the_segment_and_the_others_its_context(tmp_path: Path) -> None:
    found = import_suite("gtwic", write(tmp_path / "deixis.json", [GTWIC]))
    (segment,) = found.segments
    assert segment == Segment(
        "1", "You see me.", ("Ты меня видишь.",),
        context=("Are you there?", "Yes.", "Where?"),
        reference_context=("Ты там?", "Да.", "Где?"),
        contrastive=("Вы меня видите.",),  # once, though two versions have it
    )  # fmt: skip
    assert (found.info.source, found.info.target, found.info.name) == ("en", "ru", "deixis")


def test_gtwic_examples_that_differ_earlier_are_left_out(tmp_path: Path) -> None:
    same = {**GTWIC, "dst": ["а _eos б", "в _eos б"], "src": "a _eos b"}
    found = import_suite("gtwic", write(tmp_path / "x.json", [same, GTWIC]))
    assert [segment.id for segment in found.segments] == ["2"]
    assert found.notes == ["1 example left out: the last sentences are the same."]


ANAPHORA = {
    "7": {
        "src": ["The moon rose.", "It shone."],
        "trg": [
            {"correct": ["La lune se leva.", "Elle brilla."], "incorrect": ["La lune se leva.", "Il brilla."]},
            {"semi-correct": ["L'astre se leva.", "Il brilla."], "incorrect": ["L'astre se leva.", "Elle brilla."]},
        ],
    }
}  # fmt: skip
LEXICAL = {
    "1": {
        "examples": [
            {"src": ["So steep!", "A stiff climb."], "trg": {"correct": ["a", "Raide."], "incorrect": ["a", "Rigide."]}},
            {"src": ["So starched!", "A stiff climb."], "trg": {"correct": ["b", "Rigide."], "incorrect": ["b", "Raide."]}},
        ]
    }
}  # fmt: skip


def test_discevalmt_anaphora(tmp_path: Path) -> None:
    found = import_suite("discevalmt", write(tmp_path / "anaphora.json", ANAPHORA))
    first, second = found.segments
    assert first == Segment(
        "7.1", "It shone.", ("Elle brilla.",), context=("The moon rose.",),
        reference_context=("La lune se leva.",), contrastive=("Il brilla.",),
    )  # fmt: skip
    assert (second.id, second.references) == ("7.2", ("Il brilla.",))
    assert (found.info.source, found.info.target) == ("en", "fr")


def test_discevalmt_lexical_choice(tmp_path: Path) -> None:
    found = import_suite("discevalmt", write(tmp_path / "lexical-choice.json", LEXICAL))
    shown = [(s.id, s.context, s.references, s.contrastive) for s in found.segments]
    assert shown == [
        ("1.1", ("So steep!",), ("Raide.",), ("Rigide.",)),
        ("1.2", ("So starched!",), ("Rigide.",), ("Raide.",)),
    ]
