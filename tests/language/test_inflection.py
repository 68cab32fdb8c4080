"""Forms and their words: what a form may belong to, from its letters alone."""

import unicodedata
from random import Random

import pytest
from analysing import by_language
from hypothesis import given
from hypothesis import strategies as st

from litmus.language import knowledge
from litmus.language.inflection import (
    fold,
    form_keys,
    irregular,
    keeps_start,
    may_belong,
    start_of,
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
        ("de", "binden", "binden binde bindest bindet band bandest banden gebunden bindend"),
        ("de", "beißen", "beißen beissen beiße beißt biss bissen gebissen"),
        ("de", "nehmen", "nehmen nimmt nimmst nahm nähme genommen"),
        ("de", "sammeln", "sammeln sammelt sammle sammelte gesammelt"),
        ("de", "Bär", "bär bären"),
        ("de", "Fuß", "fuß fuss füße füssen"),
        ("de", "vergehen", "vergehen vergeht verging vergangen"),
        ("nl", "maken", "maken maak maakt maakte maakten gemaakt"),
        ("nl", "pakken", "pakken pak pakt pakte gepakt"),
        ("nl", "leven", "leven leef leeft leefde geleefd"),
        ("nl", "kijken", "keek gekeken"),
        ("nl", "binden", "bond gebonden"),
        ("fr", "vendre", "vendre vends vend vendez vendu vendit vendrait"),
        ("fr", "avoir", "avoir ai as a avons avez ont eu eut eût aura"),
        ("fr", "cheval", "cheval chevaux"),
        ("es", "meter", "meter meto mete metí metió metido metiendo"),
        ("es", "estar", "estaba estuvo"),
        ("it", "gettare", "gettare getto getta gettato gettando"),
        ("it", "avere", "ho ha aveva"),
        ("pt", "fazer", "fez feito"),
        ("pt", "pagar", "pagar pago paga pagou pagado pagando"),
        ("ru", "бить", "бить бил била бьет бьёт"),
        ("is", "fara", "fara fer fór fóru farið farinn"),
        ("is", "reka", "reka rek rak ráku rekið"),
        ("tr", "kitap", "kitap kitabı kitaplar kitabım"),
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


def test_fold_makes_one_spelling() -> None:
    assert fold("me\u0300che") == "mèche"
    assert fold("beißen") == "beissen"
    assert fold("Wach\u00adstube") == "Wachstube"
    assert fold("plain") == "plain"


def test_decomposed_forms_have_the_same_keys() -> None:
    for code in ("en", "de", "fr", "es", "ru", "is", "nl", "tr", "ko", "he", "ar"):
        for form in ("mèche", "füße", "árum", "бьёт", "çiçeği", "먹었다", "naïve"):
            assert form_keys(code)(unicodedata.normalize("NFD", form)) == form_keys(code)(form)


def lost(code: str) -> list[tuple[str, str]]:
    """Irregular forms that do not belong to a word of theirs, in a sample."""
    forms = sorted(irregular(code).items())
    sample = Random(1).sample(forms, min(len(forms), 1_000))
    return [
        (form, word) for form, words in sample for word in words if not belongs(code, form, word)
    ]


def test_every_irregular_form_of_spanish_belongs_to_its_words() -> None:
    assert lost("es") == []


@pytest.mark.release
def test_every_irregular_form_belongs_to_its_words() -> None:
    assert {code: found for code in knowledge.codes() if (found := lost(code))} == {}


@given(
    word=st.text("abcdeéfghiïklmnorstuüyzßжлא'", min_size=1, max_size=12),
    code=st.sampled_from(["ar", "de", "en", "fi", "fr", "is", "ru", "tr"]),
)
def test_every_word_belongs_to_itself(code: str, word: str) -> None:
    assert belongs(code, word, word)


KEEPING = [code for code in ("en", "fr", "es", "it", "pt", "ru", "ro") if keeps_start(code)]
ENDINGS = {
    "en": "s es ed ing ings ly ying er est",
    "fr": "s es er ez as ait ions ement eux ée abilité ibilités",
    "es": "la las lo los le les me nos os se te mela selo ar ando ió ía",
    "it": "mi ti ci vi si lo la li le ne glielo are ando ò iamo",
    "pt": "s ar ando ou aram ões ava ia",
    "ru": "а ы ов ами ть ла ли ешь ющий ь",
    "ro": "ul l le a ua i ii lui ului ei lor ilor elor urilor ă e ea",
}


def missed(code: str, form: str) -> list[str]:
    """Keys of a form that a look at its first letters would not lead to."""
    return [key for key in form_keys(code)(form) if not may_belong(code)(form, {start_of(key)})]


@pytest.mark.parametrize(
    ("code", "form", "word"),
    [
        # da, which the table has, and la
        ("es", "dala", "dar"), ("es", "dime", "decir"), ("es", "vete", "ir"), ("it", "abbine", "avere"),
        # three letters, of which the stemmer changes one
        ("en", "using", "use"), ("en", "axing", "axe"), ("en", "dying", "die"),
        # a stem of one letter
        ("fr", "ds", "d"), ("en", "aing", "a"), ("fr", "abilités", "abilité"),
    ],
)  # fmt: skip
def test_first_letters_lead_to_the_word_and_rule_out_others(
    code: str, form: str, word: str
) -> None:
    assert belongs(code, form, word)
    assert missed(code, form) == []
    assert may_belong(code)(form, {start_of(key) for key in word_keys(code)(word)})
    starts = {start_of(key) for key in word_keys("en")("car")}
    assert not may_belong("en")("cat", starts) and may_belong("en")("carts", starts)


@pytest.mark.parametrize("code", by_language(KEEPING, "en", "es"))
@given(data=st.data())
def test_first_letters_lead_to_every_key(code: str, data: st.DataObject) -> None:
    beginning = data.draw(st.text("abcdeéfghiïklmnorstuüvwxyzвдежлноту", max_size=8))
    form = beginning + data.draw(st.sampled_from(["", *ENDINGS[code].split()]))
    assert missed(code, form) == []


@pytest.mark.parametrize("code", by_language(KEEPING, "es"))
def test_first_letters_lead_to_every_key_of_irregular_forms(code: str) -> None:
    endings = ["", *ENDINGS[code].split()]
    forms = Random(1).sample(sorted(irregular(code)), 300)
    assert [form + end for form in forms for end in endings if missed(code, form + end)] == []


def test_languages_with_a_stemmer_that_changes_the_beginning_promise_nothing() -> None:
    assert not any(keeps_start(code) for code in ("de", "nl", "ar", "he", "tr", "ko"))
    assert knowledge.load("he").clitics.prefixes
