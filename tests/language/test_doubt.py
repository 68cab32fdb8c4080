"""Texts that are not in the language they were said to be in."""

import unicodedata
from pathlib import Path

import pytest
from analysing import by_language

from litmus.files.text import read_lines
from litmus.language.knowledge import codes, load
from litmus.language.language_check import Doubt, script

# Our own words: the beginning of the same small story in every language.
STORY = """\
ar كان الجار يجلس كل مساء أمام بيته وهو يشرب الشاي مع أولاده.
ar قال لي إن المطر لم ينزل منذ شهر كامل في هذه القرية.
de Der alte Nachbar saß jeden Abend vor seinem Haus und trank mit den Kindern Tee.
de Er hat mir gesagt, dass es hier seit einem Monat nicht geregnet hat.
de Die Kinder haben auf der Straße gespielt, bis es dunkel wurde.
en The old neighbour sat in front of his house every evening and had tea with the children.
en He told me that it had not rained in this village for a whole month.
es El viejo vecino se sentaba cada tarde delante de su casa y tomaba té con los niños.
es Me dijo que en este pueblo no había llovido desde hacía un mes.
es Pero los niños seguían en la calle cuando ya era de noche.
fr Le vieux voisin était assis chaque soir devant sa maison et buvait du thé avec les enfants.
fr Il m'a dit qu'il n'avait pas plu dans ce village depuis un mois.
he השכן הזקן היה יושב כל ערב ליד הבית שלו ושותה תה עם הילדים.
he הוא אמר לי כי לא ירד גשם בכפר הזה כבר חודש שלם.
is Gamli nágranninn sat á hverju kvöldi fyrir framan húsið sitt og drakk te með börnunum.
is Hann sagði mér að það hefði ekki rignt í þessu þorpi í heilan mánuð.
is En börnin voru enn úti að leika sér þegar það var orðið dimmt.
it Il vecchio vicino sedeva ogni sera davanti alla sua casa e beveva il tè con i bambini.
it Mi ha detto che in questo paese non pioveva da più di un mese.
ja 隣のおじいさんは毎晩、家の前に座って子どもたちとお茶を飲んでいた。
ko 이웃집 할아버지는 매일 저녁 집 앞에 앉아 아이들과 차를 마셨다.
nl De oude buurman zat elke avond voor zijn huis en dronk thee met de kinderen.
nl Hij zei tegen mij dat het in dit dorp al een maand niet had geregend.
pt O velho vizinho sentava-se todas as tardes em frente da casa dele e bebia chá com as crianças.
pt Ele disse que não chovia nesta aldeia há mais de um mês.
ro Bătrânul vecin stătea în fiecare seară în fața casei sale și bea ceai cu copiii.
ro Mi-a spus că în acest sat nu a mai plouat de o lună.
ro Dar copiii erau încă pe stradă când s-a făcut noapte.
ru Старый сосед каждый вечер сидел перед своим домом и пил чай с детьми.
ru Он сказал мне, что в этой деревне уже месяц не было дождя.
tr Yaşlı komşu her akşam evinin önünde oturur ve çocuklar ile çay içerdi.
tr Bana bu köyde bir aydan beri hiç yağmur olmadığını söyledi.
tr Ama çocuklar hava karardıktan sonra bile sokakta oynuyordu.
zh 隔壁的老人每天晚上都坐在家门口，和孩子们一起喝茶。
zh 他告诉我，这个村子已经一个月没有下雨了。
zh 但是天黑以后，孩子们还在街上玩。
"""
TEXTS = {code: [line[3:] for line in STORY.splitlines() if line[:2] == code] for code in codes()}
PAIRS = [(given, text) for given in codes() for text in codes() if given != text]


def warning(given: str, *lines: str) -> str | None:
    doubt = Doubt(given)
    for line in lines:
        doubt.add(line)
    return doubt.warning()


@pytest.mark.parametrize(("given", "text"), by_language(PAIRS, "en", "ja"))
def test_doubt_names_the_language_of_a_text_given_as_another(given: str, text: str) -> None:
    message = warning(given, *TEXTS[text])
    assert message is not None
    assert message.startswith(f"The text looks {load(text).name}, not {load(given).name}: of ")
    assert message.endswith(f" Check the language; it is analysed as {load(given).name}.")


def test_doubt_is_silent_about_the_right_language() -> None:
    for code, lines in TEXTS.items():
        doubt = Doubt(code)
        for line in lines:
            doubt.add(line)
            assert (doubt.warning(), warning(code, line)) == (None, None)


@pytest.mark.parametrize(
    ("given", "lines", "message"),
    [
        (  # 30 words: 12 that are French only ("le" 3, "du" 2, 7 others once), "on" is of both
            "en",
            ["le chat du voisin et le chien du maire sont dans la rue avec une amie",
             "mais le the on chat cat dog hat tree stone river cloud bread salt"],
            "The text looks French, not English: of 30 words 12 are function words of French only "
            '("le", "du", "avec") and 1 of English only. Check the language; it is analysed as English.',
        ),
        (  # 5 + 3 + 4 + 6 + 5 and 3
            "en",
            ["Съешь ещё этих мягких булок", "ABC"],
            "The text does not look English: of 26 letters 23 are Cyrillic and 3 Latin. "
            "Check the language; it is analysed as English.",
        ),
        (  # これはペンです のホテルに まった 東京 泊
            "zh",
            ["これはペンです。東京のホテルに泊まった"],
            "The text looks Japanese, not Chinese: of 18 letters 15 are Hiragana or Katakana. "
            "Check the language; it is analysed as Chinese.",
        ),
        (  # 12 letters: 我都是从那里的他也在 are 10 of them
            "ja",
            ["我们都是从那里来的，他也在。" * 5],
            "The text looks Chinese, not Japanese: of 60 letters 60 are Han and 0 Hiragana or "
            'Katakana, and 50 are function words of Chinese ("也", "从", "他"). '
            "Check the language; it is analysed as Japanese.",
        ),
        (  # 1 + 8 + 7 + 4 + 5 + 7 + 3 + 5 + 3
            "ru",
            ["Ο γείτονας καθόταν κάθε βράδυ μπροστά στο σπίτι του."],
            "The text does not look Russian: of 43 letters 43 are Greek and 0 Cyrillic. "
            "Check the language; it is analysed as Russian.",
        ),
    ],
    ids=["function words", "letters", "kana", "han", "script without a language"],
)  # fmt: skip
def test_doubt_says_what_it_counted(given: str, lines: list[str], message: str) -> None:
    assert warning(given, *lines) == message


def test_doubt_takes_any_spelling_of_a_code_and_knows_no_language_without_a_file() -> None:
    for given in ("en", "eng", "en-GB"):
        assert warning(given, *TEXTS["en"]) is None
        assert (warning(given, *TEXTS["de"]) or "").startswith("The text looks German, not English")
    assert warning("fi", *TEXTS["en"]) is warning("fi", *TEXTS["ru"]) is None


@pytest.mark.parametrize(
    ("given", "lines"),
    [
        ("en", []),
        ("en", ["", " ", "..."]),
        ("en", ["1 234,5", "2026-07-30", "100 000 000", "½ ² ٣"] * 50),
        ("en", ["Le chat est sur la table et il ne veut pas descendre."]),  # too short to tell
        ("en", ["Ж"]),
        ("en", TEXTS["en"] + TEXTS["de"]),  # mixed
        ("de", TEXTS["en"] + TEXTS["de"]),
        ("en", ["Charles de Gaulle", "Ludwig van Beethoven", "Vincent van Gogh", "Leonardo da Vinci", "Simone de Beauvoir", "Otto von Bismarck", "Miguel de Cervantes", "Catherine de' Medici", "Guy de Maupassant", "Manfred von Richthofen"] * 3),
        ("zh", ["Apple iPhone XS Max", "Amazon Web Services", "Visual Studio Code", "Adobe Photoshop"]),
        ("zh", ["在 Windows 上安装 Docker Desktop", "用 Python 写 TensorFlow 程序", "打开 Visual Studio Code"] * 9),
        ("ja", ["田中一郎", "佐藤花子", "鈴木太郎", "高橋美咲", "井上和彦", "山下智久", "中村俊輔"] * 4),  # names have no kana
        ("zh", ["日本的“の”字很有名，和中文的“的”字一样。"]),
        ("ru", ["Компания Microsoft купила GitHub, а Facebook купил WhatsApp и Instagram."] * 5),
        ("ko", ["한국(韓國)의 수도(首都)는 서울이다."] * 5),
        ("en", ["\u2028<unk>\ud800"]),
        ("en", ["y a e o u " * 100]),  # single letters: words of Spanish, Portuguese and French
    ],
)  # fmt: skip
def test_doubt_needs_evidence(given: str, lines: list[str]) -> None:
    assert warning(given, *lines) is None


def test_doubt_is_the_same_for_decomposed_text_and_in_any_order() -> None:
    decomposed = [unicodedata.normalize("NFD", line) for line in TEXTS["fr"]]
    assert warning("en", *decomposed) == warning("en", *TEXTS["fr"])
    assert warning("fr", *decomposed) is None
    assert warning("es", *TEXTS["pt"]) == warning("es", *reversed(TEXTS["pt"]))


@pytest.mark.parametrize(
    ("letter", "expected"),
    [
        ("a", "Latin"), ("ß", "Latin"), ("ı", "Latin"), ("Ａ", "Latin"), ("я", "Cyrillic"), ("א", "Hebrew"),
        ("ع", "Arabic"), ("語", "Han"), ("𠀀", "Han"), ("の", "Hiragana"), ("カ", "Katakana"),
        ("ｶ", "Katakana"), ("ー", "Katakana"), ("한", "Hangul"), ("ㅋ", "Hangul"), ("θ", "Greek"), ("ㄅ", "Bopomofo"),
        ("ก", "Thai"), ("5", None), ("٣", None), ("'", None), ("\u0301", None), ("\ud800", None),
    ],
)  # fmt: skip
def test_script_of_a_letter(letter: str, expected: str | None) -> None:
    assert script(letter) == expected


def news(shared: Path, code: str) -> list[str]:
    file = shared / "data/ntrex" / ("src.en" if code == "en" else f"ref.{code}")
    if not file.exists():
        pytest.skip("the news test set is not in the reference data")
    return list(read_lines(file, any_line_end=True))


@pytest.mark.parametrize("text", codes())
def test_doubt_of_news_given_as_each_other_language(shared: Path, text: str) -> None:
    lines = news(shared, text)[:50]
    for given in codes():
        message = warning(given, *lines)
        expected = f"The text looks {load(text).name}, not {load(given).name}"
        assert message is None if given == text else (message or "").startswith(expected)


@pytest.mark.parametrize("code", codes())
def test_doubt_never_of_news_in_the_right_language(shared: Path, code: str) -> None:
    lines = news(shared, code)
    assert warning(code, *lines) is None
    assert [line for line in lines if warning(code, line)] == []
    assert code != "zh" or warning(code, *news(shared, "zh_tw")) is None  # traditional


@pytest.mark.parametrize(
    ("given", "text", "looks"),
    [
        # of letters of another script, twenty, and more than half
        ("ru", "θ" * 20, "does not look Russian: of 20 letters 20 are Greek and 0 Cyrillic"),
        ("ru", "θ" * 19, None),
        ("ru", "θ" * 15 + "и" * 14, "does not look Russian: of 29 letters 15 are Greek and 14 Cyrillic"),
        ("ru", "θ" * 15 + "и" * 15, None),
        ("ja", "й" * 11 + "の" * 5 + "カ" * 4, "does not look Japanese: of 20 letters 11 are Cyrillic and 9 Hiragana or Katakana or Han"),
        # of Latin ones a thousand, and nearly all
        ("ru", "b" * 1000, "does not look Russian: of 1,000 letters 1,000 are Latin and 0 Cyrillic"),
        ("ru", "b" * 999, None),
        ("ru", "b" * 951 + "и" * 49, "does not look Russian: of 1,000 letters 951 are Latin and 49 Cyrillic"),
        ("ru", "b" * 950 + "и" * 50, None),
        # scripts of one language
        ("en", "한" * 20, "looks Korean, not English: of 20 letters 20 are Hangul and 0 Latin"),
        ("en", "の" * 20, "looks Japanese, not English: of 20 letters 20 are Hiragana and 0 Latin"),
        ("en", "语" * 20, "looks Chinese, not English: of 20 letters 20 are Han and 0 Latin"),
        ("en", "語" * 40 + "の" * 10, "looks Japanese, not English: of 50 letters 40 are Han and 0 Latin"),
        ("en", "語" * 40 + "の" * 9, "looks Chinese, not English: of 49 letters 40 are Han and 0 Latin"),
        ("en", "語" * 41 + "の" * 10, "looks Chinese, not English: of 51 letters 41 are Han and 0 Latin"),
        # ten kana, and a fifth, are Japanese
        ("zh", "語" * 40 + "の" * 4 + "カ" * 6, "looks Japanese, not Chinese: of 50 letters 10 are Hiragana or Katakana"),
        ("zh", "語" * 36 + "の" * 9, None),
        ("zh", "語" * 41 + "の" * 10, None),
    ],
)  # fmt: skip
def test_doubt_of_scripts_begins_at_a_number(given: str, text: str, looks: str | None) -> None:
    assert finding(given, text) == (looks and f"The text {looks}.")


def finding(given: str, text: str) -> str | None:
    doubt = Doubt(given)
    doubt.add(text)
    return doubt.finding()


# Function words of Chinese that have one sign, and of German that English does not have.
CHINESE = "我都是从那里的他也在和"
GERMAN = "und der nicht ist das mit sich auch".split()  # noqa: SIM905


@pytest.mark.parametrize(
    ("han", "kana", "different", "expected"),
    [(50, 0, 8, True), (49, 0, 8, False), (50, 0, 7, False), (100, 1, 8, True), (100, 2, 8, False)],
)
def test_doubt_of_han_without_kana_begins_at_a_number(
    han: int, kana: int, different: int, expected: bool
) -> None:
    own = [sign for sign in CHINESE if sign in load("zh").stopwords][:different]
    assert len(own) == different
    signs = own * 2
    found = finding("ja", "".join(signs) + "猫" * (han - len(signs)) + "の" * kana)
    assert (found is not None) is expected
    if found:
        assert f"of {han + kana:,} letters {han:,} are Han and {kana} Hiragana or Katakana" in found
        assert f"and {len(signs)} are function words of Chinese" in found


@pytest.mark.parametrize(
    ("german", "different", "english", "others", "expected"),
    [
        (30, 8, 0, 0, True),
        (29, 8, 0, 0, False),  # of words, thirty
        (30, 7, 0, 0, False),  # of different ones, eight
        (10, 8, 0, 90, True),  # a tenth
        (10, 8, 0, 91, False),
        (30, 8, 10, 0, True),  # three times as many as of the language
        (30, 8, 11, 0, False),
    ],
)
def test_doubt_of_function_words_begins_at_a_number(
    german: int, different: int, english: int, others: int, expected: bool
) -> None:
    words = [GERMAN[at % different] for at in range(german)] + ["the"] * english
    found = finding("en", " ".join([*words, *["xyzzy"] * others, *["12"] * 50]))
    assert (found is not None) is expected
    if found:
        said = f"of {len(words) + others} words {german} are function words of German only ("
        assert found.startswith(f"The text looks German, not English: {said}")
        assert found.endswith(f"and {english} of English only.")


def test_doubt_stops_at_fifty_thousand_words() -> None:
    doubt = Doubt("en")
    doubt.add("xyzzy " * 49_999)
    doubt.add(" ".join(GERMAN * 1000))  # what came before was less
    assert doubt.finding() is not None
    doubt = Doubt("en")
    doubt.add("xyzzy " * 50_000)
    doubt.add(" ".join(GERMAN * 10_000))
    assert doubt.finding() is None
