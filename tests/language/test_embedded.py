"""The analyser that ships, on sentences about which there are no two opinions."""

import re
import unicodedata
from collections.abc import Iterator
from functools import cache

import pytest
from analysing import by_language, check

from litmus.errors import LitmusError, UnknownName
from litmus.language import embedded
from litmus.language.analysers import load_analyser
from litmus.language.analysis import Sentence, Word
from litmus.language.embedded import analyser, model
from litmus.language.embedded.analyser import EmbeddedAnalyser
from litmus.language.embedded.edits import lowered, rewrite
from litmus.language.embedded.segmenter import Splits

LANGUAGES = ("ar", "de", "en", "es", "fr", "he", "is", "it", "ja", "ko", "nl", "pt", "ro", "ru", "tr", "zh")  # fmt: skip
KEPT = ("en", "fr", "zh")
# universaldependencies.org/u/pos and /u/dep
TAGS = {"ADJ", "ADP", "ADV", "AUX", "CCONJ", "DET", "INTJ", "NOUN", "NUM", "PART", "PRON", "PROPN", "PUNCT", "SCONJ", "SYM", "VERB", "X"}  # fmt: skip
RELATIONS = {
    "acl", "advcl", "advmod", "amod", "appos", "aux", "case", "cc", "ccomp", "clf", "compound", "conj", "cop",
    "csubj", "dep", "det", "discourse", "dislocated", "expl", "fixed", "flat", "goeswith", "iobj", "list", "mark",
    "nmod", "nsubj", "nummod", "obj", "obl", "orphan", "parataxis", "punct", "reparandum", "root", "vocative", "xcomp",
}  # fmt: skip


@cache
def sentence(language: str, text: str, *, parse: bool = True) -> Sentence:
    ((found,),) = embedded.load(language).analyse([text], parse=parse)
    return found


def word(language: str, text: str, form: str) -> Word:
    (found,) = (word for word in sentence(language, text).words if word.form == form)
    return found


def head(language: str, text: str, form: str) -> str | None:
    at = word(language, text, form).head
    return None if at is None else sentence(language, text).words[at].form


# One word of each sentence: form, tag, lemma, head, relation without its subtype.
FACTS = [
    ("en", "She saw the dogs .", "saw", "VERB", "see", None, "root"),
    ("en", "She saw the dogs .", "dogs", "NOUN", "dog", "saw", "obj"),
    ("en", "The children were playing in the garden.", "children", "NOUN", "child", "playing", "nsubj"),
    ("en", "Cats chase mice.", "mice", "NOUN", "mouse", "chase", "obj"),
    ("de", "Ich habe den Hund gesehen.", "gesehen", "VERB", "sehen", None, "root"),
    ("de", "Die Kinder spielen im Garten.", "Kinder", "NOUN", "Kind", "spielen", "nsubj"),
    ("de", "Ich trinke Wasser.", "Wasser", "NOUN", "Wasser", "trinke", "obj"),
    ("de", "Der Mann kaufte die Bücher.", "Bücher", "NOUN", "Buch", "kaufte", "obj"),
    ("fr", "Elle a vu les chiens.", "chiens", "NOUN", "chien", "vu", "obj"),
    ("fr", "Les enfants mangent des pommes.", "mangent", "VERB", "manger", None, "root"),
    ("fr", "L'homme mange la pomme.", "homme", "NOUN", "homme", "mange", "nsubj"),
    ("es", "Ella compró los libros.", "libros", "NOUN", "libro", "compró", "obj"),
    ("es", "El niño come manzanas.", "come", "VERB", "comer", None, "root"),
    ("es", "El niño come manzanas.", "niño", "NOUN", "niño", "come", "nsubj"),
    ("it", "La donna legge i libri.", "libri", "NOUN", "libro", "legge", "obj"),
    ("it", "La donna legge i libri.", "legge", "VERB", "leggere", None, "root"),
    ("it", "Il bambino mangia una mela.", "bambino", "NOUN", "bambino", "mangia", "nsubj"),
    ("pt", "A mulher comprou os livros.", "comprou", "VERB", "comprar", None, "root"),
    ("pt", "A mulher comprou os livros.", "livros", "NOUN", "livro", "comprou", "obj"),
    ("pt", "O menino come uma maçã.", "menino", "NOUN", "menino", "come", "nsubj"),
    ("nl", "De kinderen spelen in de tuin.", "kinderen", "NOUN", "kind", "spelen", "nsubj"),
    ("nl", "Ik heb het boek gelezen.", "gelezen", "VERB", "lezen", None, "root"),
    ("nl", "Ik heb het boek gelezen.", "boek", "NOUN", "boek", "gelezen", "obj"),
    ("ru", "Она читает книги.", "книги", "NOUN", "книга", "читает", "obj"),
    ("ru", "Она читает книги.", "читает", "VERB", "читать", None, "root"),
    ("ru", "Я купил новый дом.", "новый", "ADJ", "новый", "дом", "amod"),
    ("tr", "Çocuklar evde oynuyor.", "Çocuklar", "NOUN", "çocuk", "oynuyor", "nsubj"),
    ("tr", "Ali eve geldi.", "geldi", "VERB", "gel", None, "root"),
    ("tr", "Kadın bir kitap okudu.", "kitap", "NOUN", "kitap", "okudu", "obj"),
    ("is", "Hann kom heim í gær.", "kom", "VERB", "koma", None, "root"),
    ("is", "Hún fór í skólann.", "skólann", "NOUN", "skóli", "fór", "obl"),
    ("is", "Hann sagði mér sögu.", "Hann", "PRON", "hann", "sagði", "nsubj"),
    ("ro", "Femeia citește cărțile.", "cărțile", "NOUN", "carte", "citește", "obj"),
    ("ro", "Am cumpărat o casă.", "cumpărat", "VERB", "cumpăra", None, "root"),
    ("ro", "Băiatul citește o carte.", "Băiatul", "NOUN", "băiat", "citește", "nsubj"),
    ("ko", "개가 물을 마신다.", "물을", "NOUN", "물+을", "마신다", "obj"),
    ("ko", "개가 물을 마신다.", "개가", "NOUN", "개+가", "마신다", "nsubj"),
    ("ja", "猫が魚を食べた。", "食べ", "VERB", "食べる", None, "root"),
    ("ja", "犬が水を飲んだ。", "水", "NOUN", "水", "飲ん", "obj"),
    ("ja", "東京は大きい。", "大きい", "ADJ", "大きい", None, "root"),
    ("zh", "我喜欢苹果。", "喜欢", "VERB", "喜欢", None, "root"),
    ("zh", "我喜欢苹果。", "苹果", "NOUN", "苹果", "喜欢", "obj"),
    ("zh", "他是老师。", "他", "PRON", "他", "老师", "nsubj"),
    ("ar", "وصل الرئيس إلى القاهرة.", "الرئيس", "NOUN", "رَئِيس", "وصل", "nsubj"),
    ("ar", "وصل الرئيس إلى القاهرة.", "إلى", "ADP", "إِلَى", "القاهرة", "case"),
    ("he", "הילד קרא את הספר.", "קרא", "VERB", "קרא", None, "root"),
    ("he", "הילד קרא את הספר.", "ספר", "NOUN", "ספר", "קרא", "obj"),
    ("he", "השר נאם בכנסת.", "שר", "NOUN", "שר", "נאם", "nsubj"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("language", "text", "form", "upos", "lemma", "above", "relation"), by_language(FACTS, *KEPT)
)
def test_embedded_of_a_clear_sentence(
    language: str, text: str, form: str, upos: str, lemma: str, above: str | None, relation: str
) -> None:
    found = word(language, text, form)
    assert (found.upos, found.lemma) == (upos, lemma)
    assert (head(language, text, form), found.relation.partition(":")[0]) == (above, relation)


@pytest.mark.parametrize(
    ("language", "text", "form", "features"),
    by_language(
        [
            ("en", "She saw the dogs .", "dogs", {"Number": "Plur"}),
            ("en", "She saw the dogs .", "saw", {"Tense": "Past"}),
            ("de", "Ich habe den Hund gesehen.", "Hund", {"Case": "Acc", "Gender": "Masc"}),
            ("fr", "Les enfants mangent des pommes.", "mangent", {"Number": "Plur", "Person": "3"}),
            ("es", "Ella compró los libros.", "compró", {"Tense": "Past", "Person": "3"}),
            ("ru", "Она читает книги.", "книги", {"Case": "Acc", "Number": "Plur"}),
            ("tr", "Çocuklar evde oynuyor.", "evde", {"Case": "Loc"}),
            ("is", "Hún fór í skólann.", "skólann", {"Case": "Acc", "Definite": "Def"}),
            ("he", "האישה פתחה את הדלת.", "פתחה", {"Gender": "Fem", "Tense": "Past"}),
        ],
        *KEPT,
    ),
)
def test_embedded_features_of_a_clear_sentence(
    language: str, text: str, form: str, features: dict[str, str]
) -> None:
    found = word(language, text, form)
    assert {name: found.feature(name) for name in features} == features


# Surface tokens and the words in them


@pytest.mark.parametrize(
    ("language", "text", "surface", "parts"),
    by_language(
        [
            ("fr", "Il vient du marché.", "du", ["de", "le"]),
            ("fr", "Au marché, il parle aux enfants.", "Au", ["À", "le"]),
            ("fr", "Au marché, il parle aux enfants.", "aux", ["à", "les"]),
            ("fr", "Nous avons vu des oiseaux.", "des", ["des"]),  # an article
            ("fr", "Le prix des livres augmente.", "des", ["de", "les"]),
            ("es", "Salió del cine.", "del", ["de", "el"]),
            ("es", "Vamos al mercado.", "al", ["a", "el"]),
            ("es", "Quiero verlo.", "verlo", ["ver", "lo"]),
            ("es", "Está haciéndolo bien.", "haciéndolo", ["haciendo", "lo"]),
            ("es", "haciéndolo", "haciéndolo", ["haciendo", "lo"]),  # no full stop behind it
            ("it", "andarsene", "andarsene", ["andar", "se", "ne"]),
            ("it", "Il cane dorme nella casa.", "nella", ["in", "la"]),
            ("it", "Voglio vederlo.", "vederlo", ["veder", "lo"]),
            ("pt", "Ele mora no Brasil.", "no", ["em", "o"]),
            ("pt", "Ela gosta da casa.", "da", ["de", "a"]),
            ("en", "They don't know.", "don't", ["do", "n't"]),
            ("en", "I can't see it.", "can't", ["ca", "n't"]),
            ("en", "It's raining.", "It's", ["It", "'s"]),
            ("de", "Die Kinder spielen im Garten.", "im", ["in", "dem"]),
            ("de", "Er geht zum Arzt.", "zum", ["zu", "dem"]),
            ("de", "Zur Schule geht er gern.", "Zur", ["Zu", "der"]),
            ("ar", "وقال الرئيس إن الحكومة ستعمل.", "وقال", ["و", "قال"]),
            ("ar", "وكتبها في البيت.", "وكتبها", ["و", "كتب", "ها"]),
            ("he", "הילד קרא את הספר.", "הספר", ["ה", "ספר"]),
            ("he", "הילדים הלכו לבית הספר.", "לבית", ["ל", "בית"]),
        ],
        *KEPT,
        "es",
    ),
)
def test_embedded_token_holds_its_words(
    language: str, text: str, surface: str, parts: list[str]
) -> None:
    found = sentence(language, text)
    (own,) = (t for t in found.tokens if text[t.start : t.end] == surface)
    assert [word.form for word in found.words[own.first : own.stop]] == parts


@pytest.mark.parametrize(
    ("language", "text", "tokens"),
    by_language([
        ("en", "She said: \"No!\"", ["She", "said", ":", '"', "No", "!", '"']),
        ("en", "Mr. Smith came.", ["Mr.", "Smith", "came", "."]),
        ("fr", "L'homme dort, non ?", ["L'", "homme", "dort", ",", "non", "?"]),
        ("ru", "Да, кошка спит.", ["Да", ",", "кошка", "спит", "."]),
        ("ko", "개가 물을 마신다.", ["개가", "물을", "마신다", "."]),
        ("zh", "我喜欢苹果。", ["我", "喜欢", "苹果", "。"]),
        ("ja", "猫が魚を食べた。", ["猫", "が", "魚", "を", "食べ", "た", "。"]),
        ("ar", "وقال الرئيس.", ["وقال", "الرئيس", "."]),  # a clitic is no token of its own
        ("he", "הילד קרא את הספר.", ["הילד", "קרא", "את", "הספר", "."]),
    ], *KEPT),
)  # fmt: skip
def test_embedded_tokens_by_hand(language: str, text: str, tokens: list[str]) -> None:
    found = sentence(language, text).tokens
    assert [text[token.start : token.end] for token in found] == tokens


def test_embedded_span_of_words_that_cannot_be_told_apart() -> None:
    spans = [
        (word.form, word.start, word.end) for word in sentence("fr", "Il vient du marché.").words
    ]
    assert spans[2:4] == [("de", 9, 11), ("le", 9, 11)]


def test_embedded_span_of_words_that_spell_their_token() -> None:
    spans = [(word.form, word.start, word.end) for word in sentence("en", "They don't know.").words]
    assert spans[1:3] == [("do", 5, 7), ("n't", 7, 10)]


# Sentences


@pytest.mark.parametrize(
    ("language", "one", "other"),
    by_language(
        [
            ("en", "She left early.", " We stayed at home."),
            ("en", "Mr. Smith came.", " He sat down."),
            ("fr", "Elle est partie.", " Nous sommes restés."),
            ("de", "Sie ging.", " Wir blieben zu Hause."),
            ("ru", "Кошка спит.", " Я читаю книгу."),
            ("zh", "我喜欢苹果。", "她喜欢茶。"),
            ("ja", "猫が魚を食べた。", "犬が水を飲んだ。"),
        ],
        *KEPT,
    ),
)
def test_embedded_splits_obvious_sentences(language: str, one: str, other: str) -> None:
    text = one + other
    (found,) = embedded.load(language).analyse([text], sentences="split")
    assert [text[s.start : s.end] for s in found] == [one, other.strip()]
    assert [sum(word.head is None for word in s.words) for s in found] == [1, 1]


def test_embedded_takes_a_text_as_the_sentence_it_is_given_as() -> None:
    text = "She left early. We stayed at home."
    (found,) = embedded.load("en").analyse([text])
    check(text, found, given=True)


@pytest.mark.parametrize("language", by_language(LANGUAGES, *KEPT))
def test_embedded_without_parsing_has_the_same_words(language: str) -> None:
    text = next(text for code, text, *_ in FACTS if code == language)
    parsed, bare = sentence(language, text), sentence(language, text, parse=False)
    check(text, [bare], given=True, parse=False)
    assert bare.tokens == parsed.tokens
    assert [word[:4] + word[7:] for word in bare.words] == [
        word[:4] + word[7:] for word in parsed.words
    ]  # fmt: skip


@pytest.mark.parametrize("n", [256, 257, 600])
def test_embedded_of_a_sentence_of_many_words_has_one_root(n: int) -> None:
    text = " ".join((["The", "old", "dog", "barked", "at", "him", "and"] * n)[:n])
    (found,) = embedded.load("en").analyse([text])
    check(text, found, given=True)
    assert len(found[0].words) == n


# One by one


def test_embedded_takes_texts_as_they_are_needed() -> None:
    taken = 0

    def endless() -> Iterator[str]:
        nonlocal taken
        while True:
            taken += 1
            yield "Yes."

    results = embedded.load("en").analyse(endless(), parse=False)
    assert taken == 0
    next(results)
    assert taken <= 4096
    for _ in range(4095):
        next(results)
    assert taken <= 8192


def test_embedded_takes_few_long_texts_at_a_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(analyser, "_LETTERS", 20)
    taken: list[str] = []

    def texts() -> Iterator[str]:
        for text in ["Yes, sir.", "No, sir.", "Oh.", "Well, well, well.", "All right.", "Go."]:
            taken.append(text)
            yield text

    results = embedded.load("en").analyse(texts(), parse=False)
    next(results)
    assert len(taken) == 3  # 9 + 8 + 3 letters
    assert len(list(results)) == 5


def test_embedded_gives_as_many_results_as_texts() -> None:
    texts = ["Yes.", ""] * 2100  # more than are taken at a time
    found = [len(sentences) for sentences in embedded.load("en").analyse(texts, parse=False)]
    assert found == [1, 0] * 2100


def test_embedded_of_no_texts_is_nothing() -> None:
    assert list(embedded.load("en").analyse([])) == []


@pytest.mark.parametrize("language", ["en", "zh"])
def test_embedded_is_the_same_whenever_it_is_loaded(language: str) -> None:
    texts = [text for code, text, *_ in FACTS if code == language]
    fresh = list(EmbeddedAnalyser(language).analyse(texts))
    used = EmbeddedAnalyser(language)
    list(used.analyse(["x y z . , 好", *reversed(texts)]))
    assert list(used.analyse(texts)) == fresh
    assert list(EmbeddedAnalyser(language).analyse(texts)) == fresh


def test_embedded_is_the_same_after_it_forgot_words(monkeypatch: pytest.MonkeyPatch) -> None:
    texts = [text for code, text, *_ in FACTS if code == "en"]
    analyser = EmbeddedAnalyser("en")
    first = list(analyser.analyse(texts))
    monkeypatch.setattr(model, "_TYPES", 3)
    assert [found for text in texts for found in analyser.analyse([text])] == first


def test_embedded_lemma_does_not_depend_on_how_accents_are_written() -> None:
    text = "Elle a été préférée."
    apart = sentence("fr", unicodedata.normalize("NFD", text))
    lemmas = [unicodedata.normalize("NFC", word.lemma) for word in apart.words]
    assert lemmas == [word.lemma for word in sentence("fr", text).words]


# Names


def test_embedded_languages_are_these() -> None:
    assert embedded.languages() == LANGUAGES


def test_embedded_is_loaded_once() -> None:
    assert embedded.load("en") is embedded.load("en")
    assert load_analyser("embedded", "en") is embedded.load("en")


def test_embedded_signature_is_name_and_version() -> None:
    signatures = {embedded.load(language).signature for language in ("ko", "zh")}
    assert len(signatures) == 1
    assert re.fullmatch(r"embedded\.v[1-9]\d*\.[1-9]\d*", signatures.pop())


def test_embedded_unknown_language_lists_those_it_knows() -> None:
    with pytest.raises(LitmusError) as caught:
        embedded.load("eo")
    assert str(caught.value) == (
        "No analyser for Esperanto (eo) comes with litmus (there are: ar, de, en, es, fr, he, is, "
        "it, ja, ko, nl, pt, ro, ru, tr, zh).\n"
        "Use another: spacy:PIPELINE, stanza:eo, conllu:FILE, or plain "
        "(words as they are written)."
    )


def test_embedded_of_a_language_without_a_model_says_what_else_there_is() -> None:
    with pytest.raises(LitmusError) as caught:
        load_analyser("embedded", "sv")
    assert str(caught.value) == (
        "No analyser for Swedish (sv) comes with litmus (there are: ar, de, en, es, fr, he, is, it, "
        "ja, ko, nl, pt, ro, ru, tr, zh).\n"
        "Use another: spacy:PIPELINE, stanza:sv, conllu:FILE, or plain "
        "(words as they are written)."
    )


# What the files of the model say


def test_model_tags_and_relations_are_those_of_universal_dependencies() -> None:
    facts = model.about()
    assert {relation.partition(":")[0] for relation in facts["relations"]} <= RELATIONS
    assert "root" in facts["relations"]
    for language in LANGUAGES:
        tags = facts["languages"][language]["tags"]
        assert {tag.partition("|")[0] for tag in tags} <= TAGS
        features = {item for tag in tags for item in tag.split("|")[1:] if item}
        for name in features:
            assert re.fullmatch(r"[A-Z][A-Za-z0-9]*(\[[a-z0-9]+\])?=[A-Za-z0-9,]+", name)


@pytest.mark.release
@pytest.mark.parametrize("language", LANGUAGES)
def test_model_asks_the_network_for_every_word_that_it_splits(language: str) -> None:
    mine = model.about()["languages"][language]
    forms = [form for form in (*mine["known"], *mine["irregular"]) if form.isalpha()]
    closed = None if mine["closed"] is None else frozenset(mine["closed"])
    splits = Splits(mine["splits"], mine["known"], mine["irregular"], closed)
    forms += mine["ambiguous"]
    assert [form for form in forms if splits.never(form)] == []


@pytest.mark.release
@pytest.mark.parametrize("language", LANGUAGES)
def test_model_words_that_split_in_some_places_only_are_not_known(language: str) -> None:
    mine = model.about()["languages"][language]
    assert all(form.isalpha() and form == lowered(form) for form in mine["ambiguous"])
    assert not set(mine["ambiguous"]) & set(mine["known"])


def test_model_says_whose_manner_it_answers_in() -> None:
    manners = {code: mine["manner"] for code, mine in model.about()["languages"].items()}
    assert all(manners.values())
    assert {code for code, names in manners.items() if len(names) > 1} == {"en", "fr", "he", "ko"}


@pytest.mark.release
@pytest.mark.parametrize("language", LANGUAGES)
def test_model_known_words_split_into_words(language: str) -> None:
    mine = model.about()["languages"][language]
    assert mine["splits"][0] == ""  # the class of words that stay whole
    for form, script in (*mine["known"].items(), *mine["irregular"].items()):
        assert form == lowered(form)
        parts = (rewrite(form, script) or "").split(" ")
        assert len(parts) > 1 and all(parts), form


@pytest.mark.parametrize(
    ("language", "form", "parts"),
    [
        ("es", "dímelo", ["di", "me", "lo"]),
        ("es", "Dámelo", ["Da", "me", "lo"]),
        ("es", "decírselo", ["decir", "se", "lo"]),
        ("es", "vela", ["vela"]),  # a candle, not a look at her
        ("it", "dirgli", ["dir", "gli"]),
    ],
)
def test_embedded_takes_pronouns_off_their_verb(language: str, form: str, parts: list[str]) -> None:
    [(sentence,)] = embedded.load(language).analyse([form])
    assert [word.form for word in sentence.words] == parts
    assert [(token.start, token.end) for token in sentence.tokens] == [(0, len(form))]


@pytest.mark.parametrize("language", ["es", "it"])
def test_embedded_never_takes_the_words_that_split_for_all_there_are(language: str) -> None:
    # pronouns go onto any verb: a word that is not listed may split all the same
    assert model.about()["languages"][language]["closed"] is None


def test_unknown_way_to_take_sentences() -> None:
    with pytest.raises(UnknownName) as caught:
        list(load_analyser("embedded", "en").analyse(["A cat."], sentences="splt"))
    assert str(caught.value).startswith(
        "No way to take sentences is called 'splt'. Did you mean 'split'?\nKnown: "
    )
