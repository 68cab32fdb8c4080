"""Extra rows: what is taken, and what is refused with its line."""

import json
from pathlib import Path
from typing import Any

import pytest

from litmus.errors import DataError
from litmus.reports.extras import read_extras

PCXMI = {"kind": "pcxmi", "model": "m", "by": "pos", "name": "PRON", "n": 3, "value": 0.5}
PROBE = {"kind": "probe", "model": "m", "probe": "entropy", "context": "word", "value": 1}


def written(path: Path, row: dict[str, Any]) -> Path:
    path.write_text(f"{json.dumps(row)}\n", encoding="utf-8")
    return path


def test_rows_come_back_with_every_number(tmp_path: Path) -> None:
    (row,) = read_extras(written(tmp_path / "x", PCXMI))
    assert row == PCXMI | {"low": None, "high": None}
    (row,) = read_extras(written(tmp_path / "x", PROBE | {"words": "idiom"}))
    assert row == PROBE | {"words": "idiom", "n": 0, "low": None, "high": None}


def test_wrong_row_is_named_with_its_line(tmp_path: Path) -> None:
    for row, message in (
        ({"kind": "other"}, "'kind' must be one of pcxmi, probe, but is 'other'."),
        ({}, "'kind' must be one of pcxmi, probe, but is 'None'."),
        (PCXMI | {"model": ""}, "the key 'model' is missing."),
        (PCXMI | {"by": "letters"},
         "'by' must be one of corpus, pos, word, tag, tagged, token, but is 'letters'."),
        (PROBE | {"context": "none"},
         "'context' must be one of full, phrase, word, but is 'none'."),
        (PCXMI | {"value": None}, "'value' must be a number, but is NoneType."),
        (PCXMI | {"value": float("inf")}, "'value' must be a number, but is inf."),
        ({k: v for k, v in PROBE.items() if k != "value"}, "the key 'value' is missing."),
        (PROBE | {"words": 3}, "'words' must be a string, but is int."),
    ):  # fmt: skip
        path = written(tmp_path / "x.jsonl", row)
        with pytest.raises(DataError) as caught:
            read_extras(path)
        assert str(caught.value) == f"{path}:1: {message}"


def test_unknown_key_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(DataError, match="unknown key 'probe'"):
        read_extras(written(tmp_path / "x", PCXMI | {"probe": "chrf"}))
