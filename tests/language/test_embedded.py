"""The analyser that ships, on sentences about which there are no two opinions."""

import re
import unicodedata
from collections.abc import Iterator
from functools import cache

import pytest
from analysing import by_language, check

from litmus.errors import UnknownName
from litmus.language import embedded
from litmus.language.analysers import load_analyser
from litmus.language.analysis import Sentence, Word
from litmus.language.embedded import analyser, model
from litmus.language.embedded.analyser import EmbeddedAnalyser
from litmus.language.embedded.edits import lowered, rewrite
from litmus.language.embedded.segmenter import Splits

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


# One word of a sentence: form, tag, lemma, head, relation without its subtype, some features.
FACTS = [
    ("en", "She saw the dogs .", "saw", "VERB", "see", None, "root", "Tense=Past"),
    ("en", "She saw the dogs .", "dogs", "NOUN", "dog", "saw", "obj", "Number=Plur"),
    ("en", "Cats chase mice.", "mice", "NOUN", "mouse", "chase", "obj", ""),
    ("de", "Ich habe den Hund gesehen.", "Hund", "NOUN", "Hund", "gesehen", "obj", "Case=Acc|Gender=Masc"),
    ("de", "Der Mann kaufte die Bücher.", "Bücher", "NOUN", "Buch", "kaufte", "obj", ""),
    ("fr", "Les enfants mangent des pommes.", "mangent", "VERB", "manger", None, "root", "Number=Plur|Person=3"),
    ("fr", "L'homme mange la pomme.", "homme", "NOUN", "homme", "mange", "nsubj", ""),
    ("es", "Ella compró los libros.", "compró", "VERB", "comprar", None, "root", "Tense=Past|Person=3"),
    ("it", "La donna legge i libri.", "libri", "NOUN", "libro", "legge", "obj", ""),
    ("pt", "O menino come uma maçã.", "menino", "NOUN", "menino", "come", "nsubj", ""),
    ("nl", "Ik heb het boek gelezen.", "gelezen", "VERB", "lezen", None, "root", ""),
    ("ru", "Она читает книги.", "книги", "NOUN", "книга", "читает", "obj", "Case=Acc|Number=Plur"),
    ("tr", "Çocuklar evde oynuyor.", "Çocuklar", "NOUN", "çocuk", "oynuyor", "nsubj", ""),
    ("is", "Hún fór í skólann.", "skólann", "NOUN", "skóli", "fór", "obl", "Case=Acc|Definite=Def"),
    ("ro", "Femeia citește cărțile.", "cărțile", "NOUN", "carte", "citește", "obj", ""),
    ("ko", "개가 물을 마신다.", "물을", "NOUN", "물+을", "마신다", "obj", ""),
    ("ja", "猫が魚を食べた。", "食べ", "VERB", "食べる", None, "root", ""),
    ("zh", "我喜欢苹果。", "喜欢", "VERB", "喜欢", None, "root", ""),
    ("zh", "他是老师。", "他", "PRON", "他", "老师", "nsubj", ""),
    ("ar", "وصل الرئيس إلى القاهرة.", "الرئيس", "NOUN", "رَئِيس", "وصل", "nsubj", ""),
    ("he", "האישה פתחה את הדלת.", "פתחה", "VERB", "פתח", None, "root", "Gender=Fem|Tense=Past"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("language", "text", "form", "upos", "lemma", "above", "relation", "features"),
    by_language(FACTS, *KEPT),
)
def test_embedded_of_a_clear_sentence(
    language: str,
    text: str,
    form: str,
    upos: str,
    lemma: str,
    above: str | None,
    relation: str,
    features: str,
) -> None:
    found = word(language, text, form)
    assert (found.upos, found.lemma) == (upos, lemma)
    assert (head(language, text, form), found.relation.partition(":")[0]) == (above, relation)
    assert {*features.split("|")} - {*found.feats.split("|")} <= {""}


@pytest.mark.parametrize(
    ("language", "text", "surface", "parts"),
    by_language(
        [
            ("fr", "Il vient du marché.", "du", "de le"),
            ("fr", "Au marché, il parle aux enfants.", "Au", "À le"),
            ("fr", "Nous avons vu des oiseaux.", "des", "des"),  # an article
            ("fr", "Le prix des livres augmente.", "des", "de les"),
            ("es", "Está haciéndolo bien.", "haciéndolo", "haciendo lo"),
            ("es", "haciéndolo", "haciéndolo", "haciendo lo"),  # no full stop behind it
            ("es", "Dámelo", "Dámelo", "Da me lo"),
            ("es", "vela", "vela", "vela"),  # a candle, not a look at her
            ("it", "andarsene", "andarsene", "andar se ne"),
            ("it", "dirgli", "dirgli", "dir gli"),
            ("pt", "Ele mora no Brasil.", "no", "em o"),
            ("en", "They don't know.", "don't", "do n't"),
            ("en", "It's raining.", "It's", "It 's"),
            ("de", "Zur Schule geht er gern.", "Zur", "Zu der"),
            ("ar", "وكتبها في البيت.", "وكتبها", "و كتب ها"),
            ("he", "הילדים הלכו לבית הספר.", "לבית", "ל בית"),
        ],
        *KEPT,
        "es",
    ),
)
def test_embedded_token_holds_its_words(language: str, text: str, surface: str, parts: str) -> None:
    found = sentence(language, text)
    (own,) = (t for t in found.tokens if text[t.start : t.end] == surface)
    assert " ".join(word.form for word in found.words[own.first : own.stop]) == parts


@pytest.mark.parametrize(
    ("language", "text", "tokens"),
    by_language([
        ("en", 'She said: "No!"', 'She said : " No ! "'),
        ("en", "Mr. Smith came.", "Mr. Smith came ."),
        ("fr", "L'homme dort, non ?", "L' homme dort , non ?"),
        ("zh", "我喜欢苹果。", "我 喜欢 苹果 。"),
        ("ja", "猫が魚を食べた。", "猫 が 魚 を 食べ た 。"),
        ("ar", "وقال الرئيس.", "وقال الرئيس ."),  # a clitic is no token of its own
    ], *KEPT),
)  # fmt: skip
def test_embedded_tokens_by_hand(language: str, text: str, tokens: str) -> None:
    assert " ".join(text[t.start : t.end] for t in sentence(language, text).tokens) == tokens


def test_embedded_spans_of_words_that_spell_their_token_and_of_those_that_do_not() -> None:
    french = sentence("fr", "Il vient du marché.").words[2:4]
    english = sentence("en", "They don't know.").words[1:3]
    assert [(word.form, word.start, word.end) for word in (*french, *english)] == [
        ("de", 9, 11), ("le", 9, 11), ("do", 5, 7), ("n't", 7, 10),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("language", "one", "other"),
    [
        ("en", "Mr. Smith came.", " He sat down."),
        ("fr", "Elle est partie.", " Nous sommes restés."),
        ("zh", "我喜欢苹果。", "她喜欢茶。"),
    ],
)
def test_embedded_splits_obvious_sentences_unless_they_are_given_as_one(
    language: str, one: str, other: str
) -> None:
    text = one + other
    (found,) = embedded.load(language).analyse([text], sentences="split")
    assert [text[s.start : s.end] for s in found] == [one, other.strip()]
    assert [sum(word.head is None for word in s.words) for s in found] == [1, 1]
    check(text, [sentence(language, text)], given=True)


@pytest.mark.parametrize("language", ["fr", "zh"])
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
    assert list(embedded.load("en").analyse([])) == []


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


def test_embedded_is_loaded_once() -> None:
    assert embedded.load("en") is embedded.load("en")
    assert load_analyser("embedded", "en") is embedded.load("en")


def test_embedded_signature_is_name_and_version() -> None:
    signatures = {embedded.load(language).signature for language in ("ko", "zh")}
    assert len(signatures) == 1
    assert re.fullmatch(r"embedded\.v[1-9]\d*\.[1-9]\d*", signatures.pop())


def test_model_tags_and_relations_are_those_of_universal_dependencies() -> None:
    facts = model.about()
    assert {relation.partition(":")[0] for relation in facts["relations"]} <= RELATIONS
    assert "root" in facts["relations"]
    for language in embedded.languages():
        tags = facts["languages"][language]["tags"]
        assert {tag.partition("|")[0] for tag in tags} <= TAGS
        features = {item for tag in tags for item in tag.split("|")[1:] if item}
        for name in features:
            assert re.fullmatch(r"[A-Z][A-Za-z0-9]*(\[[a-z0-9]+\])?=[A-Za-z0-9,]+", name)


def wrong_in(language: str) -> Iterator[str]:
    """What is wrong with the words that the model of a language splits."""
    mine = model.about()["languages"][language]
    closed = None if mine["closed"] is None else frozenset(mine["closed"])
    splits = Splits(mine["splits"], mine["known"], mine["irregular"], closed)
    known = {**mine["known"], **mine["irregular"]}
    forms = [*(form for form in known if form.isalpha()), *mine["ambiguous"]]
    yield from (f"the network is never asked for {form}" for form in forms if splits.never(form))
    if mine["splits"][0] != "":
        yield "the first way to split is not to split"
    yield from (
        f"{form} is ambiguous and known" for form in {*mine["ambiguous"]} & {*mine["known"]}
    )
    yield from (f"{form} is no word" for form in mine["ambiguous"] if not form.isalpha())
    yield from (
        f"{form} has capitals" for form in (*known, *mine["ambiguous"]) if form != lowered(form)
    )
    for form, script in (*mine["known"].items(), *mine["irregular"].items()):
        parts = (rewrite(form, script) or "").split(" ")
        if len(parts) < 2 or not all(parts):
            yield f"{form} does not split into words"


@pytest.mark.release
def test_model_splits_words_that_are_sound() -> None:
    wrong = {language: [*wrong_in(language)] for language in embedded.languages()}
    assert {language: found for language, found in wrong.items() if found} == {}


def test_model_says_whose_manner_it_answers_in() -> None:
    manners = {code: mine["manner"] for code, mine in model.about()["languages"].items()}
    assert all(manners.values())
    assert {code for code, names in manners.items() if len(names) > 1} == {"en", "fr", "he", "ko"}
    # pronouns go onto any verb: a word that is not listed may split all the same
    assert [model.about()["languages"][code]["closed"] for code in ("es", "it")] == [None, None]


def test_unknown_way_to_take_sentences() -> None:
    with pytest.raises(UnknownName) as caught:
        list(load_analyser("embedded", "en").analyse(["A cat."], sentences="splt"))
    assert str(caught.value).startswith(
        "No way to take sentences is called 'splt'. Did you mean 'split'?\nKnown: "
    )
