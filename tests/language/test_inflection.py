"""Forms and their words: what a form may belong to, from its letters alone."""

import unicodedata
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from litmus.language import knowledge
from litmus.language.inflection import (
    fold,
    form_keys,
    irregular,
    keeps_start,
    start_of,
    starts_like,
    word_keys,
)


def belongs(code: str, form: str, word: str) -> bool:
    return bool(form_keys(code)(form) & word_keys(code)(word))


@pytest.mark.parametrize(
    ("code", "word", "forms"),
    [
        ("en", "spill", "spill spills spilled spilt spilling"),
        ("en", "bite", "bite bites bit bitten biting"),
        ("en", "be", "be am is are was were been being"),
        ("en", "lie", "lie lies lay lain lying lied"),
        ("en", "foot", "foot feet"),
        ("en", "wolf", "wolf wolves"),
        ("de", "binden", "binden binde bindest bindet band bandest banden gebunden bindend"),
        ("de", "beißen", "beißen beissen beiße beißt biss bissen gebissen"),
        ("de", "lassen", "lassen lasse lässt ließ liess gelassen"),
        ("de", "nehmen", "nehmen nimmt nimmst nahm nähme genommen"),
        ("de", "sammeln", "sammeln sammelt sammelte gesammelt"),
        ("de", "Bär", "bär bären"),
        ("de", "Fuß", "fuß fuss füße füssen"),
        ("de", "vergehen", "vergehen vergeht verging vergangen"),
        ("nl", "maken", "maken maak maakt maakte maakten gemaakt"),
        ("nl", "pakken", "pakken pak pakt pakte gepakt"),
        ("nl", "leven", "leven leef leeft leefde geleefd"),
        ("fr", "vendre", "vendre vends vend vendez vendu vendit vendrait"),
        ("fr", "avoir", "avoir ai as a avons avez ont eu eut eût aura"),
        ("fr", "cheval", "cheval chevaux"),
        ("es", "meter", "meter meto mete metí metió metido metiendo"),
        ("it", "gettare", "gettare getto getta gettato gettando"),
        ("pt", "pagar", "pagar pago paga pagou pagado pagando"),
        ("ru", "бить", "бить бил бьет"),
        ("is", "klóra", "klóra klórar klóraði klórað"),
        ("is", "fara", "fara fer fór fóru farið farinn"),
        ("is", "reka", "reka rek rak ráku rekið"),
        ("tr", "kitap", "kitap kitabı kitaplar kitabım"),
        ("tr", "gitmek", "gitmek gitti"),
        ("ko", "먹다", "먹다 먹었다 먹는"),
    ],
)  # fmt: skip
def test_forms_belong_to_their_word(code: str, word: str, forms: str) -> None:
    assert [form for form in forms.split() if not belongs(code, form, word)] == []


@pytest.mark.parametrize(
    ("code", "word", "forms"),
    [
        ("en", "spill", "spell spoil beans pill"),
        ("en", "bucket", "buck kick"),
        ("de", "binden", "bieten finden"),
        ("de", "nehmen", "nahen kommen"),
        ("fr", "vendre", "vent rendre"),
        ("nl", "maken", "mand raken"),
        ("ru", "бить", "быть пить"),
    ],
)
def test_other_words_do_not(code: str, word: str, forms: str) -> None:
    assert [form for form in forms.split() if belongs(code, form, word)] == []


@pytest.mark.parametrize(
    ("code", "word", "forms"),
    [
        ("nl", "kijken", "keek gekeken"),
        ("nl", "nemen", "nam genomen"),
        ("nl", "binden", "bond gebonden"),
        ("es", "estar", "estaba estuvo"),
        ("es", "hacer", "hizo hecho"),
        ("it", "avere", "ho ha aveva"),
        ("it", "prendere", "preso prese"),
        ("pt", "estar", "estava esteve"),
        ("pt", "fazer", "fez feito"),
    ],
)
def test_irregular_forms_belong_to_their_word(code: str, word: str, forms: str) -> None:
    assert [form for form in forms.split() if not belongs(code, form, word)] == []


def test_russian_past_of_a_short_verb() -> None:
    assert belongs("ru", "била", "бить")


def test_german_verb_that_loses_an_e() -> None:
    assert belongs("de", "sammle", "sammeln")


def test_russian_yo_is_written_either_way() -> None:
    assert belongs("ru", "бьет", "бить")
    assert belongs("ru", "бьёт", "бить")


# --- spelling ------------------------------------------------------------------------------------


def test_fold_makes_one_spelling() -> None:
    assert fold("me\u0300che") == "mèche"
    assert fold("beißen") == "beissen"
    assert fold("Wach\u00adstube") == "Wachstube"
    assert fold("plain") == "plain"


@pytest.mark.parametrize("code", ["en", "de", "fr", "es", "ru", "is", "nl", "tr", "ko", "he", "ar"])
def test_decomposed_forms_have_the_same_keys(code: str) -> None:
    for form in ("mèche", "füße", "árum", "бьёт", "çiçeği", "먹었다", "naïve"):
        assert form_keys(code)(unicodedata.normalize("NFD", form)) == form_keys(code)(form)


@pytest.mark.parametrize(
    "code",
    sorted({"en", "de", "fr", "es", "it", "pt", "nl", "is", "ru", "he", "ar", "tr", "ko", "ro"}),
)
def test_every_irregular_form_belongs_to_its_words(code: str) -> None:
    forms = sorted(irregular(code).items())
    sample = Random(1).sample(forms, min(len(forms), 1_000))
    lost = [
        (form, word) for form, words in sample for word in words if not belongs(code, form, word)
    ]
    assert lost == []


@pytest.mark.parametrize(
    "code",
    ["en", "de", "fr", "es", "it", "pt", "nl", "is", "ru", "he", "ar", "tr", "ko", "ro", "fi"],
)
@given(word=st.text("abcdeéfghiïklmnorstuüyzßжлא'", min_size=1, max_size=12))
def test_every_word_belongs_to_itself(code: str, word: str) -> None:
    assert belongs(code, word, word)


KEEPING = [code for code in ("en", "fr", "es", "it", "pt", "ru", "ro") if keeps_start(code)]


@pytest.mark.parametrize("code", KEEPING)
@given(form=st.text("abcdeéfghiïklmnorstuüyzжлq", min_size=4, max_size=12))
def test_keys_of_regular_forms_start_as_promised(code: str, form: str) -> None:
    if fold(form) not in irregular(code):
        starts = {start_of(key) for key in form_keys(code)(form)}
        assert all(starts_like(fold(form), {start}) for start in starts)


def test_languages_with_a_stemmer_that_changes_the_beginning_promise_nothing() -> None:
    assert not any(keeps_start(code) for code in ("de", "nl", "ar", "he", "tr", "ko"))
    assert knowledge.load("he").clitics.prefixes
