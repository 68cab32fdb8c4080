"""Lemmas of words that are made of others."""

import json
import lzma
from itertools import product
from pathlib import Path

import pytest

from litmus.language import embedded
from litmus.language.embedded import joined
from litmus.language.embedded.analyser import EmbeddedAnalyser
from litmus.language.embedded.joined import Compound, Compounds, Ends, Separable, Verbs
from litmus.language.embedded.lemmas import LemmaList, LemmaRules, shipped_rules
from litmus.language.embedded.lexicon import FOLDER

LISTED = {"podium": "podium", "Rabatte": "Rabatt", "Kinder": "Kind", "Codes": "Codes", "Code": "Code", "Abend": "Abend", "Gehen": "gehen", "Abendcodes": "Abendcode", "ab": "ab"}  # fmt: skip
NOUNS = Compound(
    first={"wedstrijd": "wedstrijd", "konings": "koning", "wereld": "wereld", "record": "record", "vrouwen": "vrouw", "hand": "hand", "e": "e"},
    last={"klasse": "klasse", "houders": "houder", "team": "team", "titel": "titel", "plaatsen": "plaats", "bal": "bal", "ei": "ei"},
    rare_first={"eind": "eind"},
    rare_last={"leiding": "leiding"},
    kept={"handbal": "handbal", "wereldteam": "Wereldteam"},
)  # fmt: skip
VERBS = Separable(
    together=("aan", "op", "tegen", "tegenover"),
    between=("aan", "op", "over"),
    particles=("aan", "op", "over", "tegen", "tegenover", "teweeg"),
    verbs={"vallend": "vallen", "vielen": "vallen", "gestoken": "steken", "wegen": "wegen", "stellen": "stellen", "overstellen": "overstellen", "vaarden": "varen"},
    kept={"aanvaarden": "aanvaarden"},
)  # fmt: skip
STRANGE = [
    "", "a", "-", "--", "-a", "a-", "a--b", "_", "__", "a_b", "A", "é", "İ", "ß", "\ud800", "huis\ud800", "1-0", "2e",
    "x" * 64, "x" * 65, "'s", "huis-", "-huis", "HUIS", "op", "ge", "opge", "wereld-", "wereld--titel", "ǅ", "ﬁets",
]  # fmt: skip


@pytest.mark.parametrize(
    ("form", "guess", "expected"),
    [
        # parts that were seen make the lemma
        ("koningsklasse", "koningsklasse", "koning_klasse"),
        ("wereldrecordhouders", "wereldrecordhouder", "wereld_record_houder"),
        # parts that often are none do so only if the guess is made of scraps
        ("wedstrijdleiding", "weds_trijdleiding", "wedstrijd_leiding"),
        ("wedstrijdleiding", "wedstrijdleiding", "wedstrijdleiding"),
        ("eindtitel", "eindtitel", "eindtitel"),
        ("eindtitel", "eindt_itel", "eind_titel"),
        # and so do words of a list
        ("podiumplaatsen", "podi_umplaats", "podium_plaats"),
        ("podiumplaatsen", "podiumplaats", "podiumplaats"),
        # scraps that nothing is known of are put together
        ("kwastlat", "kwas_tlat", "kwastlat"),
        # a guess that is made of words
        ("kwastlat", "podium_klasse", "podium_klasse"),
        ("zx-3-qq", "zx_3_qq", "zx_3_qq"),
        # a word that is not what it looks like
        ("handbal", "handbal", "handbal"),
        ("Handbal", "han_dbal", "handbal"),
        # names
        ("Koningsklasse", "Koningsklasse", "Koningsklasse"),
        ("Koningsklasse", "Koningskla_sse", "koning_klasse"),
        # hyphens
        ("Philips-team", "philips-team", "Philips_team"),
        ("KNZB-titel", "KNZB-titel", "KNZB_titel"),
        ("Konings-titel", "konings-titel", "koning_titel"),
        ("houders-record-team", "houders-record-team", "houder_record_team"),
        ("E-titel", "e-titel", "e_titel"),
        ("titel-x", "titel-x", "titel-x"),
        ("-titel", "_titel", "titel"),
        # too short
        ("wereldei", "wereldei", "wereldei"),
        ("etitel", "etitel", "etitel"),
        ("abtitel", "abt_itel", "abtitel"),
        ("wereldbal", "wereldbal", "wereld_bal"),
        # as they are written
        ("snake_case", "snake_case", "snake_case"),
    ],
)  # fmt: skip
def test_compound_has_the_lemmas_of_its_parts(form: str, guess: str, expected: str) -> None:
    assert Compounds(NOUNS, LISTED.get).lemma(form, guess) == expected


@pytest.mark.parametrize(
    ("form", "guess", "expected"),
    [
        ("tegenvielen", "tegenvi", "tegen_vallen"),
        ("opgestoken", "opsteken", "op_steken"),
        ("overgestoken", "overgesteken", "over_steken"),
        ("overwegen", "overwegen", "overwegen"),  # over belongs to it, but before ge
        ("tegengestoken", "tegensteken", "tegensteken"),  # never seen before ge
        ("tegenoverstellen", "tegenoverstellen", "tegenover_stellen"),  # the longest particle
        ("aanvaarden", "aanvaarden", "aanvaarden"),
        ("aanvaarden", "aanv_aarden", "aanvaarden"),
        ("bracht", "teweeg_varen", "teweeg_varen"),  # stands elsewhere in the sentence
        ("op-vielen", "op-vielen", "op-vielen"),
    ],
)
def test_verb_has_its_particle_before_it(form: str, guess: str, expected: str) -> None:
    assert Verbs(VERBS, LISTED.get).lemma(form, guess) == expected


@pytest.mark.parametrize(
    ("form", "guess", "expected"),
    [
        ("Kinderrabatte", "Kinderrabat", "Kinderrabatt"),
        ("Kinderrabatte", "Kinderrabatte", "Kinderrabatte"),  # no letter was taken away
        ("Kinder", "Kin", "Kin"),  # a list knows the form: that is a matter for other rules
        ("Abendcodes", "Abendcod", "Abendcod"),
        ("Tagrabatte", "Abend", "Abend"),  # or the guess
        ("Kerncodes", "Kerncode", "Kerncode"),  # its own end is a word
        ("Kerncodes", "Kerncod", "Kerncodes"),
        ("Feierabends", "Feierabend", "Feierabend"),
        ("Eiabend", "Eiabe", "Eiabe"),  # too little before it
        ("Fortgehen", "Fortgeh", "Fortgeh"),  # no noun
        ("kinderrabatte", "kinderrabat", "kinderrabat"),
        ("Kinder-Rabatte", "Kinder-Rabat", "Kinder-Rabat"),
        ("Kinderrabatte", "abend", "Kinderrabatt"),
    ],
)
def test_unknown_noun_goes_by_its_end(form: str, guess: str, expected: str) -> None:
    assert Ends(5, LISTED.get).lemma(form, guess) == expected


@pytest.mark.parametrize(
    ("language", "form", "upos", "guess", "expected"),
    [
        ("nl", "wedstrijdleiding", "NOUN", "weds_trijdleiding", "wedstrijd_leiding"),
        ("nl", "koningsklasse", "NOUN", "koningskla_sse", "koning_klasse"),
        ("nl", "opengedaan", "VERB", "ope_ngedaan", "open_doen"),
        ("nl", "overwogen", "VERB", "overwegen", "overwegen"),
        ("nl", "koningsklasse", "PROPN", "koningskla_sse", "koningskla_sse"),
        ("de", "Schuhputzerkarriere", "NOUN", "Schuhputzerkarrier", "Schuhputzerkarriere"),
        ("de", "Kinderrabatte", "VERB", "Kinderrabat", "Kinderrabat"),
        ("en", "lighthouses", "NOUN", "ligh_thouse", "ligh_thouse"),
        ("nl", "x" * 65, "NOUN", "x_y", "x_y"),
    ],
)
def test_shipped_parts(language: str, form: str, upos: str, guess: str, expected: str) -> None:
    assert LemmaList(language).joined(form, upos, guess) == expected


@pytest.mark.parametrize(
    ("language", "text", "form", "expected"),
    [
        ("nl", "Het huis staat leeg.", "huis", "huis"),
        ("de", "Es gibt Kinderrabatte.", "Kinderrabatte", "Kinderrabatt"),
    ],
)
def test_analyser_asks_for_parts(language: str, text: str, form: str, expected: str) -> None:
    (found,) = embedded.load(language).analyse([text])
    assert [w.lemma for s in found for w in s.words if w.form == form] == [expected]


def test_network_alone_asks_for_none() -> None:
    ((found,),) = EmbeddedAnalyser("nl", {}, LemmaRules()).analyse(["De wedstrijdleiding."])
    assert found.words[1].lemma != "wedstrijd_leiding"


@pytest.mark.parametrize("language", ["de", "nl"])
def test_strange_words_have_a_lemma(language: str) -> None:
    asked = LemmaList(language)
    guesses = ("_", "__", "a_", "_a", "x_y", "\ud800_")
    for upos, form, guess in product(("NOUN", "VERB"), STRANGE, (None, *guesses)):
        guessed = form if guess is None else guess
        lemma = asked.joined(form, upos, guessed)
        assert lemma or not form
        assert lemma in (guessed, form) or all(lemma.split("_")), (form, guessed)


def test_shipped_parts_are_no_scraps() -> None:
    about = joined._read("nl", FOLDER)
    assert set(about) == {"NOUN", "VERB"}
    for tables in about.values():
        for table in tables.values():
            for lemma in table.values() if isinstance(table, dict) else table:
                assert lemma and all(lemma.split("_")), lemma
    assert "ver" not in about["VERB"]["together"] + about["VERB"]["between"]
    assert "over" not in about["VERB"]["together"]
    assert "over" in about["VERB"]["between"]
    assert {"aan", "af", "op", "uit"} <= set(about["VERB"]["together"])


def test_model_without_parts_is_asked_for_none(tmp_path: Path) -> None:
    assert shipped_rules("nl", tmp_path) == LemmaRules()
    assert not shipped_rules("en").joined
    assert LemmaList("nl", folder=tmp_path).joined("koningsklasse", "NOUN", "a_b") == "a_b"
    (tmp_path / "joined-nl.json.xz").touch()
    # the list that parts are looked up in
    assert LemmaList("nl", folder=tmp_path).signature.startswith("+simplemma.")


def test_parts_are_read_from_the_folder_of_the_model(tmp_path: Path) -> None:
    about = {"NOUN": {"first": {"zee": "zee"}, "last": {"ster": "ster"}}}
    path = tmp_path / "joined-nl.json.xz"
    path.write_bytes(b"to be read when a word comes")
    mine = LemmaList("nl", folder=tmp_path)
    assert mine.rules.joined == {"NOUN", "VERB"}
    path.write_bytes(lzma.compress(json.dumps(about).encode()))
    assert mine.joined("zeester", "NOUN", "zeester") == "zee_ster"
    assert mine.joined("koningsklasse", "NOUN", "koningsklasse") == "koningsklasse"
    assert mine.joined("zeester", "VERB", "ze_ester") == "ze_ester"
