"""What models say around a translation goes; what is part of one stays."""

from pathlib import Path

import pytest

from litmus.systems.reading.small_talk import SmallTalk

SOURCE = "He kicked the bucket."
TRANSLATION = "Er hat den Löffel abgegeben."


@pytest.mark.parametrize(
    "around",
    [
        "{}",
        "Certainly! Here is the translation: {}",
        "Sure!\n{}",
        "Translation: {}",
        "**Translation:** {}",
        "Deutsch: {}",
        "Übersetzung: {}",
        "Natürlich! Hier ist die deutsche Übersetzung: {}",
        "The text translated into German is as follows:\n\n{}",
        "```\n{}\n```",
        "~~~\n{}\n~~~",
        "Sure! Here is the translation:\n\n```\n{}\n```\n\nLet me know if you need more.",
        "{}\n```",
        '"{}"',
        "„{}“",
        "»{}«",
        "**{}**",
        '<think>Let me see.\n\n"Kick"?</think>\n{}',
        "<thinking>Hm: </thinking>{}",
        "Let me see.\n</think>\n\n{}",
        "{}\n\nNote: A literal translation would be wrong.",
        "{}\n\n(Note: this is an idiom.)",
        "{}\n---\nExplanation: this is an idiom.",
        "{}\n\nAnmerkung: Das ist ein Idiom.",
        "{} (Note: this is an idiom.)",
        "{}\n\nLet me know if you'd like a literal version.",
        'Sure! Here is the translation:\n\n"{}"\n\nNote: this is an idiom.',
    ],
)
def test_a_translation_is_left_of_an_answer(around: str) -> None:
    found = SmallTalk(("en", "de")).without(around.replace("{}", TRANSLATION), SOURCE)
    assert found == TRANSLATION


@pytest.mark.parametrize(
    ("pair", "around"),
    [
        (("en", "fr"), "Bien sûr ! Voici la traduction :\n\n{}"),
        (("en", "fr"), "Traduction : {}"),
        (("en", "es"), "¡Claro! Aquí está la traducción:\n\n{}"),
        (("en", "it"), "Ecco la traduzione: {}"),
        (("en", "pt"), "Aqui está a tradução:\n{}"),
        (("en", "nl"), "Hier is de vertaling: {}"),
        (("en", "is"), "Þýðing: {}"),
        (("en", "ro"), "Iată traducerea:\n{}"),
        (("en", "ru"), "Вот перевод:\n\n{}"),
        (("en", "tr"), "İşte çeviri:\n{}"),
        (("en", "ar"), "إليك الترجمة:\n{}"),
        (("en", "he"), "הנה התרגום:\n{}"),
        (("en", "zh"), "当然，以下是翻译：\n{}"),
        (("en", "zh"), "中文翻译：{}"),
        (("en", "zh"), "{}\n\n注：这是一个习语。"),
        (("en", "ja"), "翻訳：{}"),
        (("en", "ja"), "以下が翻訳です：\n{}"),
        (("en", "ja"), "{}\n\n※ 慣用句です。"),
        (("en", "ko"), "다음은 번역입니다:\n{}"),
        (("de", "en"), "Hier ist die Übersetzung:\n\n{}"),
        (("cs", "sk"), "Sure! Here is the translation:\n\n{}"),
    ],
)
def test_models_speak_the_languages_of_the_text_and_english(
    pair: tuple[str, str], around: str
) -> None:
    assert SmallTalk(pair).without(around.replace("{}", "Abc def."), "Xyz.") == "Abc def."


@pytest.mark.parametrize(
    ("source", "answer"),
    [
        ("Sure! I'll come.", "Klar! Ich komme."),
        ("Sure!\nI'll come.", "Klar!\nIch komme."),
        ("Klar! Hier ist sie:\nMaria.", "Sure! Here she is:\nMaria."),
        ('"He left."', '"Er ging."'),
        ("“He left,” she said.", "„Er ging“, sagte sie."),
        ('Say "A" or "B"', '"A" oder "B" sagen'),
        ("Translation: a guide", "Übersetzung: ein Leitfaden"),
        ("Here is the translation: read it.", "Hier ist die Übersetzung: Lies sie."),
        ("The translator asked: why?", "Der Übersetzer fragte: Warum?"),
        ("German: ja. French: oui.", "Deutsch: ja. Französisch: oui."),
        ("Two things: one and two.", "Zwei Dinge: eins und zwei."),
        ("Note: closed on Mondays.", "Hinweis: montags geschlossen."),
        ("Open.\nNote: closed on Mondays.", "Offen.\nHinweis: montags geschlossen."),
        ("It works (note: slowly).", "Es geht (Hinweis: langsam)."),
        ("```\nx = 1\n```", "```\nx = 1\n```"),
        ("Use <think> tags</think> here.", "Nutze hier <think> tags</think>."),
        ("**Bold**", "**Fett**"),
        ("#Hashtag", "#Hashtag"),
        ("> quoted *text*", "> zitierter *Text*"),
        ("", ""),
        ("a", "```"),
        ("It is the same.", "Das ist\ndasselbe."),
        ("'Tis the season", "'Es ist die Zeit'"),
        (SOURCE, "Translation:"),
    ],
)  # fmt: skip
def test_what_the_source_has_stays(source: str, answer: str) -> None:
    assert SmallTalk(("en", "de")).without(answer, source) == answer


@pytest.mark.parametrize(
    ("text", "source", "is_one"),
    [
        ("I apologize, but I cannot translate that text.", SOURCE, True),
        ("I’m sorry, but I can’t assist with that.", SOURCE, True),
        ("As an AI language model, I have no opinion.", SOURCE, True),
        ("Ich kann diesen Text nicht übersetzen.", SOURCE, False),  # German may say so
        ("Es tut mir leid, ich kann nicht kommen.", "I'm sorry, I can't come.", False),
        ("I cannot translate it.", "She said: I cannot translate it.", False),
        (TRANSLATION, SOURCE, False),
    ],
)
def test_a_refusal_in_words_is_known(text: str, source: str, is_one: bool) -> None:
    assert SmallTalk(("en", "de")).is_refusal(text, source) is is_one


def test_thoughts_without_end_and_long_answers_take_no_long_time() -> None:
    assert SmallTalk(("en", "de")).without("<think>\nLet me see, the", SOURCE) == ""  # no end
    # Much of what might begin something: one pass each, or this would not end.
    talk = SmallTalk(("en", "de"))
    for unit in ("Note", "```\n", "(Note: ", "<think>", "</think>", '"', ": ", "\n", "**"):
        talk.without(unit * (100_000 // len(unit)), SOURCE)


def test_outputs_of_systems_stay_as_they_are(shared: Path) -> None:
    folder = shared / "data" / "wmt24-systems" / "en-es"

    def lines(name: str) -> list[str]:
        return (folder / name).read_text(encoding="utf-8").removesuffix("\n").split("\n")

    talk, sources = SmallTalk(("en", "es")), lines("src.en")
    for name in ("ref.A.es", "sys.GPT-4.es", "sys.ONLINE-B.es", "sys.IKUN-C.es"):
        for source, output in zip(sources, lines(name), strict=True):
            assert talk.without(output, source) == output.strip()
