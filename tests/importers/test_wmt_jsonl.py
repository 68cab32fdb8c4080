"""WMT24++ and WMT25 as JSONL, by hand in their published forms."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from importing import refused

from litmus.corpus.segment import Segment
from litmus.importers import import_suite
from litmus.importers.recognise import recognise


def rows(path: Path, values: Sequence[dict[str, Any]]) -> Path:
    path.write_text("".join(json.dumps(value) + "\n" for value in values), encoding="utf-8")
    return path


def plus(number: int, domain: str = "news", lp: str = "en-de_DE", **others: Any) -> dict[str, Any]:
    """A row of WMT24++, whose document is the domain's."""
    return {
        "lp": lp, "domain": domain, "document_id": f"{domain}-1", "segment_id": number,
        "is_bad_source": False, "source": f"one {number}", "target": f"eins {number}",
        "original_target": f"ein {number}",
    } | others  # fmt: skip


def test_wmt24pp(tmp_path: Path) -> None:
    path = rows(
        tmp_path / "en-de_DE.jsonl",
        [
            plus(1, "canary", is_bad_source=True, source="CANARY"),
            plus(2, source="First.\nSecond."),
            plus(3, "speech"),
        ],
    )
    assert recognise(path) == "wmt-jsonl"
    found = import_suite("wmt-jsonl", path)
    assert list(found.segments) == [
        Segment("news-1#2", "First. Second.", ("eins 2",), "news-1", columns={"domain": "news"}),
        Segment("speech-1#3", "one 3", ("eins 3",), "speech-1", columns={"domain": "speech"}),
    ]
    assert found.notes == [
        "Left out: 1 segment marked as a bad source (to keep: bad=keep).",
        "Line ends inside 1 text became spaces.",
    ]
    assert (found.info.source, found.info.target) == ("en", "de")
    kept = import_suite("wmt-jsonl", path, bad="keep", ref="original_target+target")
    segments = list(kept.segments)
    assert [segment.source for segment in segments][0] == "CANARY"
    assert segments[1].references == ("ein 2", "eins 2")


def test_wmt24pp_with_regions_of_a_language(tmp_path: Path) -> None:
    path = rows(
        tmp_path / "all.jsonl",
        [plus(1, lp="en-pt_BR"), plus(1, lp="en-pt_PT"), plus(1, lp="en-de_DE")],
    )
    assert refused("wmt-jsonl", path, languages=("en", "pt")) == (
        f"{path} holds several: en-pt_BR, en-pt_PT.\nChoose one: lp=NAME, for example lp=en-pt_BR"
    )
    assert len(list(import_suite("wmt-jsonl", path, lp="en-pt_PT").segments)) == 1
    assert len(list(import_suite("wmt-jsonl", path, languages=("en", "de")).segments)) == 1
    assert refused("wmt-jsonl", path, languages=("en", "fr")) == (
        f"{path} holds en-pt_BR, en-pt_PT, en-de_DE, but not en-fr."
    )


DOCUMENT = "en-de_DE_#_news_#_paper.1"


def task(name: str, source: str, **others: Any) -> dict[str, Any]:
    return {"doc_id": name, "src_text": source} | others


def test_wmt25_documents_are_cut_at_blank_lines(tmp_path: Path) -> None:
    path = rows(
        tmp_path / "wmt25-genmt.jsonl",
        [
            task(
                DOCUMENT, "One.\nMore.\n\nTwo.", domain="news", src_lang="en", tgt_lang="de_DE",
                collection_id="general", refs={"refA": {"ref": "Eins.\nMehr.\n\nZwei."}},
            ),
            task(
                "en-de_DE_#_speech_#_vid", "A.\n\nB.", domain="speech",
                refs={"refA": {"ref": "A. B."}},  # paragraphs that differ: it stays whole
            ),
        ],
    )  # fmt: skip
    assert recognise(path) == "wmt-jsonl"
    found = import_suite("wmt-jsonl", path)
    columns = {"domain": "news", "collection_id": "general"}
    assert list(found.segments) == [
        Segment(f"{DOCUMENT}#1", "One. More.", ("Eins. Mehr.",), DOCUMENT, columns=columns),
        Segment(f"{DOCUMENT}#2", "Two.", ("Zwei.",), DOCUMENT, columns=columns),
        Segment(
            "en-de_DE_#_speech_#_vid#1", "A. B.", ("A. B.",), "en-de_DE_#_speech_#_vid",
            columns={"domain": "speech"},
        ),
    ]  # fmt: skip
    assert found.notes == ["Line ends inside 3 texts became spaces."]


def test_wmt25_segments_with_outputs(tmp_path: Path) -> None:
    path = rows(
        tmp_path / "wmt25-genmt-humeval.jsonl",
        [
            task(
                f"{DOCUMENT}_#_{n}", source, scores={},
                tgt_text={"refA": f"R{n}", "GPT-4.1": f"G{n}", "NLLB": f"N{n}"}
                | ({"Late": "L"} if n else {}),
            )
            for n, source in enumerate(["One.", "Two."])
        ],
    )  # fmt: skip
    found = import_suite("wmt-jsonl", path)
    assert list(found.segments) == [
        Segment(f"{DOCUMENT}#1", "One.", ("R0",), DOCUMENT, columns={"domain": "news"}),
        Segment(f"{DOCUMENT}#2", "Two.", ("R1",), DOCUMENT, columns={"domain": "news"}),
    ]
    assert {name: list(lines) for name, lines in found.systems.items()} == {
        "GPT-4.1": ["G0", "G1"], "NLLB": ["N0", "N1"],
    }  # fmt: skip
    assert found.notes == ["Left out, as they lack outputs of some segments: Late."]
    late = import_suite("wmt-jsonl", path, sys="Late", ref="none")
    assert [list(lines) for lines in late.systems.values()] == [["", "L"]]
    assert late.notes == [
        "There is no reference.",
        "These lack outputs of some segments, which are empty lines: Late.",
    ]
    assert refused("wmt-jsonl", path, sys="NLB") == (
        "No system is called 'NLB'. Did you mean 'NLLB'?\nKnown: GPT-4.1, Late, NLLB"
    )


@pytest.mark.parametrize(("value", "message"), [
    ({"id": 1}, "{path}:1 is no row of WMT24++ (lp, source, target, segment_id, ...) or WMT25 "
     "(doc_id, src_text, ...); it has id."),
    (task("paper.1", "One."),
     "{path}:1 does not say its languages, such as en-de_DE: found 'None-None'.\n"
     "WMT25 has them before the first _#_ of doc_id, or as src_lang and tgt_lang."),
    (plus(1, source=3), "{path}:1: the key 'source' is missing, or no text."),
    (plus(1, source=" "), "{path}:1: the source is empty."),
    (task(DOCUMENT, "One.", refs=["x"]), "{path}:1: 'refs' must be an object, name to text."),
    (task(DOCUMENT, "One.", tgt_text={"X": None}), "{path}:1: 'X' in 'tgt_text' is no text."),
    (plus(1, target=""), "{path}:1: a reference is empty or missing."),
])  # fmt: skip
def test_refused(tmp_path: Path, value: dict[str, Any], message: str) -> None:
    path = rows(tmp_path / "a.jsonl", [value])
    assert refused("wmt-jsonl", path) == message.format(path=path)
