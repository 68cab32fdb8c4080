"""`experiments/analyser/joined.py`: what words are made of, from treebanks that mark it."""

import json
import lzma
import sys
from collections.abc import Callable
from pathlib import Path
from types import ModuleType

import pytest

from litmus.language.embedded.joined import Compounds, Verbs

NOUNS = [
    *(("koningsklasse", "koning_klasse"), ("koningshuis", "koning_huis"), ("huizen", "huis")),
    *(("wereldrecord", "wereld_record"), ("top-team", "top_team"), ("Toptitel", "top_titel")),
    *(("handbal", "handbal"), ("handklasse", "hand_klasse"), ("handhuis", "hand_huis")),
    *(("bal", "bal"), ("teams", "team"), ("klasse", "klasse"), ("eigen-huis", "eigen_huis")),
    *(("eitjes", "ei_tje"), ("zeef", "zeef"), ("zeebal", "zee_bal"), ("zeehuis", "zeehuis")),
    *(("zeeklasse", "zeeklasse"),),
]
VERBS = [
    *(("opvielen", "op_vallen"), ("viel", "op_vallen"), ("opgestoken", "op_steken")),
    *(("overwoog", "overwegen"), ("woog", "wegen"), ("overgestoken", "over_steken")),
    *(("gestoken", "steken"), ("overviel", "overvallen"), ("optornen", "op_tornen")),
]


@pytest.fixture
def script(analyser_script: Callable[[str], ModuleType]) -> ModuleType:
    return analyser_script("joined")


def test_parts_are_found_in_a_form(script: ModuleType) -> None:
    for form, lemma, pieces in (
        ("mannenteam", "man_team", "mannen team"),
        ("wereldrecordhouders", "wereld_record_houder", "wereld record houders"),
        ("intertoto-cup", "Intertoto_cup", "intertoto- cup"),
        ("scheepsbouw", "schip_bouw", "scheeps bouw"),
    ):
        assert script.aligned(form, lemma.split("_")) == pieces.split()
    assert script.aligned("mm-kanon", ["milli", "meter", "kanon"]) is None
    assert script.aligned("a", ["a", "b"]) is None


def test_compounds_and_verbs_of_a_treebank(script: ModuleType) -> None:
    about = script.compounds(script.lemmas(((*pair, "NOUN") for pair in NOUNS), "NOUN"))
    assert about.first["top"] == "top"  # with a hyphen or not
    assert about.last["huizen"] == about.last["huis"] == "huis"
    assert "zee" in about.rare_first  # of three words that look like it, one is made of it
    assert "ei" not in {**about.first, **about.rare_first}
    assert about.kept == {"handbal": "handbal"}
    made = Compounds(about)
    assert made.parts("koningsteams") == "koning_team"
    assert made.parts("zeeteams") is None
    about = script.verbs(script.lemmas(((*pair, "VERB") for pair in VERBS), "VERB"))
    assert (about.together, about.between) == (("op",), ("op", "over"))
    assert about.particles == ("op", "over")
    assert about.verbs["viel"] == "vallen"  # its particle stands elsewhere
    made = Verbs(about)
    assert made.parts("opwoog") == "op_wegen"
    assert made.parts("overvielen") is None


def test_script_writes_what_the_analyser_reads(
    script: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    rows = [(*pair, "NOUN") for pair in NOUNS] + [(*pair, "VERB") for pair in VERBS]
    marked, plain = (tmp_path / f"nl/train-{name}.conllu" for name in ("marked", "plain"))
    marked.parent.mkdir()
    marked.write_text("".join(f"{sentence(row)}\n" for row in rows), encoding="utf-8")
    plain.write_text(sentence(("straatnaam", "straatnaam", "NOUN")) + "\n", encoding="utf-8")
    monkeypatch.setattr(sys, "argv", ["joined.py", str(tmp_path), "--out", str(tmp_path / "out")])
    script.main()
    about = json.loads(lzma.decompress((tmp_path / "out/joined-nl.json.xz").read_bytes()))
    assert about["NOUN"]["first"]["konings"] == "koning"
    assert "straatnaam" not in about["NOUN"]["last"]  # a treebank that does not mark parts
    assert about["VERB"]["together"] == ["op"]
    german = json.loads(lzma.decompress((tmp_path / "out/joined-de.json.xz").read_bytes()))
    assert german == {"NOUN": {"end": 5}}


def sentence(row: tuple[str, str, str]) -> str:
    form, lemma, upos = row
    return f"1\t{form}\t{lemma}\t{upos}\t_\t_\t0\troot\t_\t_\n"
