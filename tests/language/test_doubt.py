"""Texts that are not in the language they were said to be in."""

import unicodedata
from pathlib import Path

import pytest
from analysing import by_language

from litmus.files.text import read_lines
from litmus.language.knowledge import codes, load
from litmus.language.language_check import Doubt, script

# Our own words: a few lines of the same small story in every language.
TEXTS = {
    "ar": [
        "كان الجار يجلس كل مساء أمام بيته وهو يشرب الشاي مع أولاده.",
        "قال لي إن المطر لم ينزل منذ شهر كامل في هذه القرية.",
        "لكن الأطفال كانوا يلعبون في الشارع حتى بعد غروب الشمس.",
        "سألته عن الطريق إلى المدينة، ثم شكرته على ما قال.",
        "هناك جسر قديم بين القرية والسوق لا يعبره أحد بعد منتصف الليل.",
    ],
    "de": [
        "Der alte Nachbar saß jeden Abend vor seinem Haus und trank mit den Kindern Tee.",
        "Er hat mir gesagt, dass es hier seit einem Monat nicht geregnet hat.",
        "Die Kinder haben auf der Straße gespielt, bis es dunkel wurde.",
        "Ich wollte wissen, wie man in die Stadt kommt, und er zeigte mir den Weg.",
        "Es gibt eine Brücke, über die nach Mitternacht niemand mehr geht.",
    ],
    "en": [
        "The old neighbour sat in front of his house every evening and had tea with the children.",
        "He told me that it had not rained in this village for a whole month.",
        "But the children were still playing in the street when it got dark.",
        "I asked him how to get to the town, and he showed me the way.",
        "There is an old bridge which nobody would cross after midnight.",
    ],
    "es": [
        "El viejo vecino se sentaba cada tarde delante de su casa y tomaba té con los niños.",
        "Me dijo que en este pueblo no había llovido desde hacía un mes.",
        "Pero los niños seguían en la calle cuando ya era de noche.",
        "Le pregunté cómo llegar hasta la ciudad y él me enseñó el camino.",
        "Hay un puente muy antiguo por el que nadie pasa después de las doce.",
    ],
    "fr": [
        "Le vieux voisin était assis chaque soir devant sa maison et buvait du thé avec les enfants.",
        "Il m'a dit qu'il n'avait pas plu dans ce village depuis un mois.",
        "Mais les enfants jouaient encore dans la rue quand il faisait nuit.",
        "Je lui ai demandé comment aller en ville, et il m'a montré le chemin.",
        "C'est un pont très ancien, où personne ne passe plus après minuit.",
    ],
    "he": [
        "השכן הזקן היה יושב כל ערב ליד הבית שלו ושותה תה עם הילדים.",
        "הוא אמר לי כי לא ירד גשם בכפר הזה כבר חודש שלם.",
        "אבל הילדים היו משחקים ברחוב גם אחרי שהיה חושך.",
        "שאלתי אותו איך מגיעים אל העיר והוא הראה לי את הדרך.",
        "יש כאן גשר ישן מאוד שאף אחד לא עובר עליו אחרי חצות.",
    ],
    "is": [
        "Gamli nágranninn sat á hverju kvöldi fyrir framan húsið sitt og drakk te með börnunum.",
        "Hann sagði mér að það hefði ekki rignt í þessu þorpi í heilan mánuð.",
        "En börnin voru enn úti að leika sér þegar það var orðið dimmt.",
        "Ég spurði hann hvernig ég kæmist til borgarinnar og hann vísaði mér á veginn.",
        "Þar er gömul brú sem enginn fer yfir eftir miðnætti.",
    ],
    "it": [
        "Il vecchio vicino sedeva ogni sera davanti alla sua casa e beveva il tè con i bambini.",
        "Mi ha detto che in questo paese non pioveva da più di un mese.",
        "Ma i bambini erano ancora per strada quando era già buio.",
        "Gli ho chiesto come si arriva in città e lui mi ha indicato la via.",
        "C'è un ponte molto antico che nessuno attraversa dopo la mezzanotte.",
    ],
    "ja": [
        "隣のおじいさんは毎晩、家の前に座って子どもたちとお茶を飲んでいた。",
        "この村ではもう一か月も雨が降っていないと言っていた。",
        "それでも子どもたちは暗くなるまで道で遊んでいました。",
        "町への行き方を聞くと、親切に教えてくれた。",
        "真夜中を過ぎると誰も渡らない古い橋がある。",
    ],
    "ko": [
        "이웃집 할아버지는 매일 저녁 집 앞에 앉아 아이들과 차를 마셨다.",
        "이 마을에는 한 달 동안 비가 오지 않았다고 나에게 말했다.",
        "하지만 아이들은 어두워질 때까지 길에서 놀고 있었다.",
        "시내로 가는 길을 묻자 그는 친절하게 알려 주었다.",
        "자정이 지나면 아무도 건너지 않는 오래된 다리가 있다.",
    ],
    "nl": [
        "De oude buurman zat elke avond voor zijn huis en dronk thee met de kinderen.",
        "Hij zei tegen mij dat het in dit dorp al een maand niet had geregend.",
        "Maar de kinderen waren nog op straat toen het donker werd.",
        "Ik vroeg hem hoe je naar de stad moet, en hij wees mij de weg.",
        "Er is een oude brug waar niemand na middernacht nog over gaat.",
    ],
    "pt": [
        "O velho vizinho sentava-se todas as tardes em frente da casa dele e bebia chá com as crianças.",
        "Ele disse que não chovia nesta aldeia há mais de um mês.",
        "Mas as crianças ainda estavam na rua quando já era noite.",
        "Eu perguntei como se vai até à cidade e ele mostrou o caminho.",
        "É uma ponte muito antiga, pela qual ninguém passa depois da meia-noite.",
    ],
    "ro": [
        "Bătrânul vecin stătea în fiecare seară în fața casei sale și bea ceai cu copiii.",
        "Mi-a spus că în acest sat nu a mai plouat de o lună.",
        "Dar copiii erau încă pe stradă când s-a făcut noapte.",
        "L-am întrebat cum se ajunge la oraș și el mi-a arătat drumul.",
        "Este un pod foarte vechi pe care nimeni nu trece după miezul nopții.",
    ],
    "ru": [
        "Старый сосед каждый вечер сидел перед своим домом и пил чай с детьми.",
        "Он сказал мне, что в этой деревне уже месяц не было дождя.",
        "Но дети всё ещё были на улице, когда стало темно.",
        "Я спросил его, как пройти в город, и он показал мне дорогу.",
        "Там есть очень старый мост, по которому после полуночи никто не ходит.",
    ],
    "tr": [
        "Yaşlı komşu her akşam evinin önünde oturur ve çocuklar ile çay içerdi.",
        "Bana bu köyde bir aydan beri hiç yağmur olmadığını söyledi.",
        "Ama çocuklar hava karardıktan sonra bile sokakta oynuyordu.",
        "Ona şehre nasıl gidilir diye sordum, o da bana yolu gösterdi.",
        "Burada çok eski bir köprü var, ama gece yarısından sonra kimse geçmez.",
        "Ne kadar eski olduğu belli değil, çünkü kendi ustası bile unutmuş.",
    ],
    "zh": [
        "隔壁的老人每天晚上都坐在家门口，和孩子们一起喝茶。",
        "他告诉我，这个村子已经一个月没有下雨了。",
        "但是天黑以后，孩子们还在街上玩。",
        "我问他怎么去城里，他就把路指给我看。",
        "那里有一座很老的桥，过了半夜就没有人走了。",
    ],
}  # fmt: skip
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


@pytest.mark.parametrize("code", codes())
def test_doubt_is_silent_about_the_right_language(code: str) -> None:
    doubt = Doubt(code)
    for line in TEXTS[code]:
        doubt.add(line)
        assert doubt.warning() is None
        assert warning(code, line) is None


def test_doubt_message_counts_function_words() -> None:
    # 30 words: 12 that are French only ("le" 3, "du" 2, and 7 others once), "on" is of both
    line = "le chat du voisin et le chien du maire sont dans la rue avec une amie"  # 16 words
    more = "mais le the on chat cat dog hat tree stone river cloud bread salt"  # 14 words
    assert warning("en", line, more) == (
        "The text looks French, not English: of 30 words 12 are function words of French only "
        '("le", "du", "avec") and 1 of English only. Check the language; it is analysed as English.'
    )


def test_doubt_message_counts_letters() -> None:
    assert warning("en", "Съешь ещё этих мягких булок", "ABC") == (  # 5 + 3 + 4 + 6 + 5 and 3
        "The text does not look English: of 26 letters 23 are Cyrillic and 3 Latin. "
        "Check the language; it is analysed as English."
    )


def test_doubt_message_counts_kana() -> None:
    assert warning(
        "zh", "これはペンです。東京のホテルに泊まった"
    ) == (  # これはペンです のホテルに まった 東京 泊
        "The text looks Japanese, not Chinese: of 18 letters 15 are Hiragana or Katakana. "
        "Check the language; it is analysed as Chinese."
    )


def test_doubt_message_of_han_without_kana() -> None:
    text = "我们都是从那里来的，他也在。" * 5  # 12 letters: 我都是从那里的他也在 are 10 of them
    assert warning("ja", text) == (
        "The text looks Chinese, not Japanese: of 60 letters 60 are Han and 0 Hiragana or "
        'Katakana, and 50 are function words of Chinese ("也", "从", "他"). '
        "Check the language; it is analysed as Japanese."
    )


def test_doubt_of_a_language_we_have_no_file_for_names_the_script() -> None:
    # 1 + 8 + 7 + 4 + 5 + 7 + 3 + 5 + 3
    assert warning("ru", "Ο γείτονας καθόταν κάθε βράδυ μπροστά στο σπίτι του.") == (
        "The text does not look Russian: of 43 letters 43 are Greek and 0 Cyrillic. "
        "Check the language; it is analysed as Russian."
    )


def test_doubt_of_an_unknown_language_in_latin_letters_needs_a_long_text() -> None:
    line = "Vanha naapuri istui joka ilta talonsa edessä."  # Finnish, 38 letters
    assert warning("ru", *[line] * 26) is None
    assert warning("ru", *[line] * 27) == (  # 27 x 38
        "The text does not look Russian: of 1,026 letters 1,026 are Latin and 0 Cyrillic. "
        "Check the language; it is analysed as Russian."
    )


def test_doubt_knows_no_language_without_a_file() -> None:
    assert warning("fi", *TEXTS["en"]) is None
    assert warning("fi", *TEXTS["ru"]) is None


@pytest.mark.parametrize("given", ["en", "eng", "en-GB"])
def test_doubt_takes_any_spelling_of_a_code(given: str) -> None:
    assert warning(given, *TEXTS["en"]) is None
    assert (warning(given, *TEXTS["de"]) or "").startswith("The text looks German, not English")


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
    ],
)  # fmt: skip
def test_doubt_needs_evidence(given: str, lines: list[str]) -> None:
    assert warning(given, *lines) is None


def test_doubt_is_the_same_for_decomposed_text() -> None:
    decomposed = [unicodedata.normalize("NFD", line) for line in TEXTS["fr"]]
    assert warning("en", *decomposed) == warning("en", *TEXTS["fr"])
    assert warning("fr", *decomposed) is None


def test_doubt_is_the_same_in_any_order() -> None:
    assert warning("es", *TEXTS["pt"]) == warning("es", *reversed(TEXTS["pt"]))


def test_doubt_stops_counting_when_there_is_enough() -> None:
    doubt = Doubt("en")
    for _ in range(1000):
        for line in TEXTS["en"]:
            doubt.add(line)
    for _ in range(10_000):
        doubt.add(TEXTS["de"][0])
    assert doubt.warning() is None


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


def test_doubt_never_of_traditional_chinese(shared: Path) -> None:
    assert warning("zh", *news(shared, "zh_tw")) is None


# Where evidence becomes enough


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


def test_doubt_leaves_single_letters_out() -> None:
    assert finding("en", "y a e o u " * 100) is None  # words of Spanish, Portuguese and French
