"""Word lists as paradigms."""

from litmus.language.embedded.paradigms import Paradigm, Paradigms, pack, unpack

TABLE = [
    Paradigm("ADJ", (("", ""), ("er", "")), ("house",)),
    Paradigm("NOUN", (("", ""), ("ar", "ur"), ("inn", "")), ("leikur", "hestur")),
    Paradigm("NOUN", (("", ""), ("s", "")), ("house", "mouse")),
    Paradigm("PROPN", (("", ""), ("s", "")), ("anna", "saint-anna")),
    Paradigm("VERB", (("", ""), ("d", ""), ("s", "")), ("house",)),
]


def test_paradigms_survive_packing() -> None:
    assert list(unpack(pack(reversed(TABLE)))) == TABLE


def test_paradigms_give_words_of_the_part_of_speech() -> None:
    table = Paradigms(TABLE)
    assert table.lemmas("houses", "NOUN") == ("house",)
    assert table.lemmas("housed", "VERB") == ("house",)
    assert table.lemmas("housed", "AUX") == ("house",)
    assert table.lemmas("housed", "NOUN") == ("house",)  # better than nothing
    assert table.lemmas("hestar", "NOUN") == ("hestur",)
    assert table.lemmas("leikurinn", "NOUN") == ("leikur",)
    assert table.lemmas("mouser", "NOUN") == ()


def test_paradigms_know_compounds_by_their_end() -> None:
    table = Paradigms(TABLE)
    assert table.lemmas("lighthouses", "NOUN") == ()
    assert table.lemmas_by_end("lighthouses", "NOUN") == ("lighthouse",)
    assert table.lemmas_by_end("Joannas", "PROPN") == ("Joanna",)
    assert table.lemmas_by_end("lighthoused", "NOUN") == ()  # too little is known to guess
    assert table.lemmas_by_end("", "NOUN") == ()


def test_names_keep_their_capitals_also_where_a_table_has_them_among_nouns() -> None:
    table = Paradigms(TABLE)
    assert table.lemmas("Annas", "PROPN") == table.lemmas("Annas", "NOUN") == ("Anna",)
    assert table.lemmas("Saint-Annas", "PROPN") == ("Saint-Anna",)
    assert table.lemmas("annas", "PROPN") == ("anna",)
    assert table.lemmas("Houses", "NOUN") == ("house",)
    assert table.lemmas("Houses", "PROPN") == table.lemmas_by_end("Titmouses", "PROPN") == ()
    without = Paradigms(paradigm for paradigm in TABLE if paradigm.upos != "PROPN")
    assert without.lemmas("Houses", "PROPN") == ("House",)
    assert without.lemmas_by_end("Titmouses", "PROPN") == ("Titmouse",)
