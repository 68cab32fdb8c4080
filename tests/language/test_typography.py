"""Apostrophes and quotation marks: what the networks are shown, and what stands in the analysis."""

import json
from pathlib import Path

import pytest
from analysing import by_language
from hypothesis import given
from hypothesis import strategies as st

from litmus.language import embedded
from litmus.language.embedded import typography
from litmus.language.embedded.analyser import EmbeddedAnalyser
from litmus.language.embedded.lexicon import FOLDER
from litmus.language.embedded.typography import DOUBLE, SINGLE, Typography


@pytest.mark.parametrize(
    ("written", "shown"),
    [
        ("plain 'text' \"here\"", "plain 'text' \"here\""),
        ("“Yes” „nein“ « oui » ‹si›", '"Yes" "nein" " oui " "si"'),
        ("l’île d’Oléron, don’t, 2016’da, c’è", "l'île d'Oléron, don't, 2016'da, c'è"),
        ("Sana‘a, boʼlib, א‘", "Sana'a, bo'lib, א'"),
        ("‘Ik ben er’, zei ze. ‘Niet waar!’", '"Ik ben er", zei ze. "Niet waar!"'),
        ("‚Da ist’s‘, sagte er", '"Da ist\'s", sagte er'),
        ("’s avonds, ‘t is, ’n boek, rock ’n’ roll", "'s avonds, 't is, 'n boek, rock 'n' roll"),
        ("the ’90s, get ’em", "the '90s, get 'em"),
        ("the boys’ room", "the boys' room"),
        ("‘the boys’ room’ is", '"the boys\' room" is'),
        ("‘my boys’ and ‘your girls’", '"my boys" and "your girls"'),
        ("‘his boss’ left", '"his boss" left'),
        ("un po’ di ‘vino’", 'un po\' di "vino"'),
        ("eins‚ zwei, 3‚5", "eins‚ zwei, 3‚5"),
        ("‘(Lacht) Ja’, zei hij", '"(Lacht) Ja", zei hij'),
        ("‘¿Qué haces’, dijo", '"¿Qué haces", dijo'),
        ("‘’t Is waar’, zei ze", '"\'t Is waar", zei ze'),
        ("‘M’hanno detto’, disse", '"M\'hanno detto", disse'),
        ("Elazıg\u0306’da, (TBMM)’nin, ”Radikal”’e", "Elazıg\u0306'da, (TBMM)'nin, \"Radikal\"'e"),
        ("he said.’ Then", 'he said." Then'),
        ("’", '"'),
        ("", ""),
    ],
)
def test_marks_become_plain(written: str, shown: str) -> None:
    assert Typography("").plain(written) == shown


def test_marks_that_the_networks_know_stay() -> None:
    assert Typography("«»").plain("« L’île » “là”") == '« L\'île » "là"'


@given(
    st.text(alphabet=[*DOUBLE, *SINGLE, *"'\"as1()¿ .,\u0306"]), st.sampled_from(["", "«»", DOUBLE])
)
def test_every_character_keeps_its_place(text: str, native: str) -> None:
    shown = Typography(native).plain(text)
    assert len(shown) == len(text)
    assert all(
        new == old or (new in "'\"" and old not in native)
        for new, old in zip(shown, text, strict=True)
    )
    assert Typography(native).plain(shown) == shown or "‚" in shown


@pytest.mark.parametrize(
    ("language", "text", "tokens"),
    by_language([
        ("fr", "J’ignore l’île qu’il a vue.", "J’ ignore l’ île qu’ il a vue ."),
        ("nl", "‘Ik zie de foto’s’, zei ze.", "‘ Ik zie de foto’s ’ , zei ze ."),
        ("de", "‚Da ist er‘, sagte sie.", "‚ Da ist er ‘ , sagte sie ."),
        ("en", "“Stay,” he said.", "“ Stay , ” he said ."),
        ("es", "Dijo: ‘¡Venga!’", "Dijo : ‘ ¡ Venga ! ’"),
    ], "en", "fr"),
)  # fmt: skip
def test_words_are_cut_at_typographic_marks(language: str, text: str, tokens: str) -> None:
    ((sentence,),) = EmbeddedAnalyser(language).analyse([text])
    assert " ".join(text[token.start : token.end] for token in sentence.tokens) == tokens
    assert " ".join(word.form for word in sentence.words) == tokens


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("fr", "Elle m'a dit qu'il n'y va pas aujourd'hui."),
        ("en", "They don't know the boys' room, it's Anna's."),
        pytest.param("nl", "'s Avonds zien we foto's.", marks=pytest.mark.release),
    ],
)
def test_the_kind_of_apostrophe_changes_nothing_else(language: str, text: str) -> None:
    analyser = EmbeddedAnalyser(language)
    ((plain,), (curly,)) = analyser.analyse([text, text.replace("'", "’")])
    assert curly.tokens == plain.tokens
    straight = tuple(word._replace(form=word.form.replace("’", "'")) for word in curly.words)
    assert straight == plain.words
    assert "’" in "".join(word.form for word in curly.words)


ODD = [
    "", "’", "‘’‘", "“ ” „", "’s", "‘a’b’", "l’’île", "¿¡¿", "x" * 500 + "’", "\ud800’a", "a\u0306’n “b”",
    "‘Dell’’isola’", "_’_", "dell’«uomo»", "ג’ון צה”ל",
]  # fmt: skip


@pytest.mark.parametrize("language", by_language(("de", "es", "fr", "he", "it", "nl"), "fr"))
def test_odd_texts_are_covered_by_their_tokens(language: str) -> None:
    for text, sentences in zip(ODD, EmbeddedAnalyser(language).analyse(ODD), strict=True):
        for sentence in sentences:
            cut = [text[token.start : token.end] for token in sentence.tokens]
            assert "".join(cut) == "".join(text.split())
            for token, written in zip(sentence.tokens, cut, strict=True):
                words = sentence.words[token.first : token.stop]
                assert len(words) > 1 or [word.form for word in words] == [written]
            assert all(word.lemma for word in sentence.words)


def test_words_that_do_not_spell_their_token_have_its_apostrophe() -> None:
    for mark in "’'":
        ((sentence,),) = EmbeddedAnalyser("it").analyse([f"Dell{mark}isola."])
        assert [word.form for word in sentence.words] == ["Di", f"l{mark}", "isola", "."]


def test_a_model_without_a_file_sees_what_is_written(tmp_path: Path) -> None:
    assert typography.load("fr", tmp_path) is None
    (tmp_path / typography.FILE).write_text(json.dumps({"fr": "«»"}), encoding="utf-8")
    typography._native.cache_clear()
    typography.load.cache_clear()
    assert typography.load("de", tmp_path) is None
    assert typography.load("fr", tmp_path) is not None


def test_all_languages_with_spaces_are_shown_plain_marks() -> None:
    native = json.loads((FOLDER / typography.FILE).read_text(encoding="utf-8"))
    assert set(native) == set(embedded.languages()) - {"ja", "zh"}
    assert all(set(marks) <= set(DOUBLE) for marks in native.values())
