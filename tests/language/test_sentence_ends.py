"""Where sentences end, by punctuation and case."""

import pytest

from litmus.language.sentences import sentences


@pytest.mark.parametrize(
    ("language", "text", "expected"),
    [
        ("de", "", []),
        ("de", "Ja. Nein! Warum? Darum.", ["Ja.", "Nein!", "Warum?", "Darum."]),
        ("de", "Frau Dr. Weiß kam am 3. Mai.", ["Frau Dr. Weiß kam am 3. Mai."]),
        ("de", "Er kam z.B. Montag. Dann ging er.", ["Er kam z.B. Montag.", "Dann ging er."]),
        ("de", "Er wartet... Worauf?", ["Er wartet...", "Worauf?"]),
        ("de", "Er wartet... worauf?", ["Er wartet... worauf?"]),
        ("de", 'Er rief: "Halt!" Alle blieben.', ['Er rief: "Halt!"', "Alle blieben."]),
        ("de", "„Sie ist neu.“ Er ging. „Ach“", ["„Sie ist neu.“", "Er ging.", "„Ach“"]),
        ("de", "„Er rief ‚Halt.‘“ Dann kam er.", ["„Er rief ‚Halt.‘“", "Dann kam er."]),
        ("de", "Er kam. »Ja.« Sie ging.", ["Er kam.", "»Ja.«", "Sie ging."]),
        ("de", "Das „neue“ Auto fährt.", ["Das „neue“ Auto fährt."]),
        ("sv", "Hon kom. ”Ja”, sa hon.", ["Hon kom.", "”Ja”, sa hon."]),
        ("en", "He left. “ Why? ” Nobody knows.", ["He left.", "“ Why? ”", "Nobody knows."]),
        ("en", "She waits… Nobody comes… or not.", ["She waits…", "Nobody comes… or not."]),
        ("ar", "من هناك؟ أنا هنا.", ["من هناك؟", "أنا هنا."]),
        ("en", "See Fig. 3. It shows this.", ["See Fig. 3.", "It shows this."]),
        ("en", "He ate a fig. It was ripe.", ["He ate a fig.", "It was ripe."]),
        ("de", "Wer? - Ich. - Du?", ["Wer?", "- Ich.", "- Du?"]),
        ("de", "Er sah die U.S.A. Dann kam er.", ["Er sah die U.S.A. Dann kam er."]),
        ("fr", "Elle l'a. Il l'a aussi.", ["Elle l'a.", "Il l'a aussi."]),
        ("fr", "« Quoi ? » Elle rit.", ["« Quoi ? »", "Elle rit."]),
        ("fr", "M. Roux et Dr. Blanc. Voilà.", ["M. Roux et Dr. Blanc.", "Voilà."]),
        ("en", "See No. 7. No. Really?", ["See No. 7.", "No.", "Really?"]),
        ("ja", "はい。いいえ！", ["はい。", "いいえ！"]),  # noqa: RUF001
        ("xx", "One. Two.", ["One.", "Two."]),
    ],
)
def test_sentences(language: str, text: str, expected: list[str]) -> None:
    assert sentences(text, language) == expected


@pytest.mark.parametrize(
    ("language", "text", "expected"),
    [
        ("de", "Wer? - Ich. - Du?", ["Wer? - Ich. - Du?"]),
        ("fr", "Elle l'a. Il l'a aussi.", ["Elle l'a. Il l'a aussi."]),
        ("fr", "Chez Alpha Co. Ensuite, rien.", ["Chez Alpha Co. Ensuite, rien."]),
        ("de", 'Ach. " Gut ", sagte er.', ['Ach. "', 'Gut ", sagte er.']),
        ("de", "Ja. (Nein.) Doch.", ["Ja.", "(Nein.)", "Doch."]),
        ("de", "„Ja.“ Er ging… Sie auch.", ["„Ja.“ Er ging… Sie auch."]),
    ],
)
def test_sentences_as_published(language: str, text: str, expected: list[str]) -> None:
    # by hand with the rules of Koehn and Schroeder, as the package sentence_splitter has them
    assert sentences(text, language, published=True) == expected
