"""Context words by hand: every phenomenon, the published rule, and what the default repairs."""

from pathlib import Path

import numpy as np
import pytest
from measuring import rows_of, totals

from litmus.corpus.expected import ExpectedWord
from litmus.corpus.segment import Segment
from litmus.importers import import_suite
from litmus.metrics.base import SegmentRow, Setup
from litmus.metrics.discourse.context_word.cut import own_part
from litmus.metrics.discourse.context_word.paradigms import paradigms
from litmus.metrics.registry import create

PUBLISHED = "context-word:compat=ctxpro"


def item(
    source: str, word: str, about: str, *, lemma: str = "", context: tuple[str, ...] = ()
) -> Segment:
    """A segment with one expected word; `about` is phenomenon and rule."""
    phenomenon, _, rule = about.partition(" ")
    expected = ExpectedWord(word, phenomenon, rule, lemma=lemma)
    return Segment("1", source, expected=(expected,), context=context)


def row(target: str, segment: Segment, text: str, spec: str = "context-word") -> SegmentRow:
    pair = ("fr", "en") if target == "en" else ("en", target)
    (found,) = rows_of(spec, [segment], [text], pair=pair)
    return found


def verdict(target: str, segment: Segment, text: str, spec: str = "context-word") -> str:
    """exact, variant, or the words in its place."""
    found = row(target, segment, text, spec)
    right, exact, shown, words = found.counts
    assert words == 1 and exact <= right <= shown
    assert bool(right) == bool(found.evidence["found"])
    if right:
        return "exact" if exact else "variant"
    assert bool(shown) == bool(found.evidence["instead"])
    return " ".join(found.evidence["instead"]) or "missing"


POLITE = "formality NOM.FORM+PLUR"


@pytest.mark.parametrize(
    ("target", "source", "word", "about", "text", "expected"),
    [
        # formality: register and number are decided, the case is not
        ("de", "I help you.", "dich", "formality ACC.INFORM.SING", "Ich sehe dich.", "exact"),
        ("de", "I help you.", "dich", "formality ACC.INFORM.SING", "Ich helfe dir.", "variant"),
        ("de", "I help you.", "dich", "formality ACC.INFORM.SING", "Ich helfe Ihnen.", "Ihnen"),
        ("de", "I help you.", "dich", "formality ACC.INFORM.SING", "Ich helfe euch.", "euch"),
        ("de", "I help.", "dich", "formality ACC.INFORM.SING", "Ich helfe gern.", "missing"),
        ("fr", "I love you.", "te", "formality ACC.INFORM.SING", "Je t'aime.", "variant"),
        ("fr", "I love you.", "te", "formality ACC.INFORM.SING", "Je vous aime.", "vous"),
        ("es", "I see you.", "te", "formality ACC.INFORM.SING", "Quiero verte.", "exact"),
        ("es", "And you?", "ustedes", "formality NOM.FORM.PLUR", "¿Y vosotros?", "vosotros"),
        ("es", "And you?", "vosotras", "formality NOM.INFORM.PLUR.FEM", "Os veo.", "variant"),
        ("it", "I see you.", "vi", "formality ACC.INFORM+FORM.PLUR", "Ti vedo.", "Ti"),
        ("pt", "With you.", "contigo", "formality DISJ+CON.INFORM.SING", "Vi-te.", "variant"),
        ("ru", "I see you.", "тебя", "formality ACC.INFORM.SING", "Я вас вижу.", "вас"),
        ("ru", "With you.", "тобой", "formality INST.INFORM.SING", "С тобою.", "variant"),
        # gender: the antecedent decides
        ("de", "It is broken.", "er", "gender NOM.MASC.SING", "Er ist kaputt.", "exact"),
        ("de", "It is broken.", "er", "gender NOM.MASC.SING", "Man hat ihn zerlegt.", "variant"),
        ("de", "It is broken.", "er", "gender NOM.MASC.SING", "Sie ist kaputt.", "Sie"),
        ("fr", "I bought it.", "la", "gender ACC.FEM.SING", "Je la prends.", "exact"),
        ("fr", "I bought it.", "la", "gender ACC.FEM.SING", "J'ouvre la porte.", "missing"),
        ("es", "I bought it.", "lo", "gender ACC.MASC.SING", "Voy a comprarla.", "comprarla"),
        ("it", "It is here.", "lei", "gender DISJ.FEM.SING", "Vengo con lui.", "lui"),
        ("ru", "It is here.", "она", "gender NOM.FEM.SING", "Оно здесь.", "Оно"),
        ("it", "Yours.", "tuo", "gender GEN.MASC.SING.2S", "Ecco lui.", "missing"),
        # animacy: into English
        ("en", "Il est tombé.", "it", "animacy NOM.MASC.SING", "It fell.", "exact"),
        ("en", "Il est tombé.", "it", "animacy NOM.MASC.SING", "He fell.", "He"),
        ("en", "Je la vois.", "it", "animacy ACC.FEM.SING", "I see its end.", "variant"),
        ("en", "Je la vois.", "it", "animacy ACC.FEM.SING", "I see her.", "her"),
        # inflection: the case is decided, by a verb that is left out
        ("ru", "The book?", "книгу", "inflection ACC.ELL", "Книгу?", "exact"),
        ("ru", "The book?", "книгу", "inflection ACC.ELL", "Книга?", "Книга"),
        ("ru", "More?", "ещё", "inflection ACC.ELL", "Еще?", "exact"),
        ("ru", "The book?", "книгу", "inflection ACC.ELL", "Газету?", "missing"),
        # polite capitals, and small letters that are not polite
        ("de", "Did you see her?", "sie", POLITE, "Haben Sie sie gesehen?", "exact"),
        ("de", "You know her.", "sie", POLITE, "Sie kennen sie.", "exact"),
        ("de", "They know you.", "sie", POLITE, "Sie kennen dich.", "dich"),
        ("de", "They know you.", "sie", POLITE, "Die kennen Sie.", "exact"),
        ("de", "They saw us.", "sie", POLITE, "Wir wurden von ihnen gesehen.", "missing"),
        ("de", "She knows us.", "sie", POLITE, "Sie kennt uns.", "missing"),
        ("de", "So you admit it?", "sie", POLITE, "Sie geben es also zu?", "exact"),
        ("de", "Well, you know it.", "sie", POLITE, "Nun, sie wissen es.", "missing"),
        ("de", "It rang.", "sie", "gender NOM.FEM.SING", "Gestern hat sie geklingelt.", "exact"),
        ("de", "It rang.", "sie", "gender NOM.FEM.SING", "Gestern haben Sie gelacht.", "missing"),
        # a form that may translate another word
        ("de", "If you like", "euch", "formality ACC.INFORM.PLUR", "Wenn ihr wollt", "variant"),
        ("de", "If you like her", "euch", "formality ACC.INFORM.PLUR", "Gib es ihr", "missing"),
        # an unknown rule goes by the list of the word
        ("de", "I see you.", "dich", "formality SOME.RULE", "Ich danke dir.", "variant"),
        ("de", "I see you.", "dich", "formality SOME.RULE", "Ich danke Ihnen.", "Ihnen"),
        # languages without forms know the expected form
        ("is", "It rang.", "hún", "gender NOM.FEM.SING", "Hún hringdi.", "exact"),
        ("is", "It rang.", "hún", "gender NOM.FEM.SING", "Hann hringdi.", "missing"),
        ("fr", "It was.", "été", "context", "Il a e\u0301te\u0301 là.", "exact"),
    ],
)  # fmt: skip
def test_every_phenomenon(
    target: str, source: str, word: str, about: str, text: str, expected: str
) -> None:
    assert verdict(target, item(source, word, about), text) == expected


@pytest.mark.parametrize(
    ("target", "word", "lemma", "text", "expected"),
    [
        ("de", "glaube", "glauben", "Ja, das glaube ich.", "exact"),
        ("de", "glaube", "glauben", "Ja, wir glauben das.", "variant"),
        ("de", "glaube", "glauben", "Ja, das tue ich.", "tue"),
        ("de", "ging", "gehen", "Er ist gegangen.", "variant"),
        ("de", "tut", "tun", "Das tut er.", "exact"),
        ("fr", "connaissait", "connaître", "Lui le connaît.", "variant"),
        ("fr", "ai", "avoir", "Oui, j'en ai.", "exact"),
        # have is everywhere, so other forms of it say nothing, nor does it beside "fait"
        ("fr", "ai", "avoir", "Oui, ils en avaient.", "missing"),
        ("fr", "ai", "avoir", "Oui, je l'ai fait.", "fait"),
        ("pt", "Fá-lo", "fazer", "Fá-lo já!", "exact"),
        ("ru", "знает", "знать", "Я знаю.", "variant"),
        ("es", "tengo", "tener", "Sí, lo hago.", "hago"),
    ],
)
def test_auxiliary(target: str, word: str, lemma: str, text: str, expected: str) -> None:
    asked = item("Yes, I do.", word, "auxiliary DO.ELL", lemma=lemma)
    assert verdict(target, asked, text) == expected


def test_what_the_default_repairs() -> None:
    for word, text, published, default in (
        ("avez", "Où l'avez-vous vu ?", 0, 1),
        ("vous", "Où êtes-vous ?", 0, 1),
        ("t'", "Je t’aime.", 0, 1),  # noqa: RUF001
        ("t'", "Viendra-t-elle ?", 0, 0),
        ("vous", "Vous venez ? Oui.", 0, 1),
        ("vous", "VOUS ?", 1, 1),
    ):
        asked = item("You?", word, "context")
        assert row("fr", asked, text, PUBLISHED).counts == (published, published, published, 1), (
            word,
            text,
            published,
        )
        assert row("fr", asked, text).counts[:2] == (default, default), (word, text, published)


CONTEXT = ("Who broke the window?", "I have no idea, but someone should pay.")


def test_the_part_of_the_segment() -> None:
    for source, line, part in (
        # of the segment alone, however many sentences it makes
        ("Yes. I do.", "Ja. Das tue ich.", "Ja. Das tue ich."),
        ("Yes, I do.", "Ja. Das tue ich.", "Ja. Das tue ich."),
        # of context and segment: as many sentences as the source has
        ("Did you?", "Wer hat das Fenster zerbrochen? Keine Ahnung, aber jemand sollte zahlen. "
         "Warst du es?", "Warst du es?"),
        ("Not me. Did you?", "Wer hat das Fenster zerbrochen? Keine Ahnung, aber jemand sollte "
         "zahlen. Ich nicht. Warst du es?", "Ich nicht. Warst du es?"),
        ("- Did you?", "Wer hat das Fenster zerbrochen? Ich habe keine Ahnung. - Warst du es?",
         "- Warst du es?"),
        # a separator that was kept
        ("Did you?", "Wer war es?<eos> Keine Ahnung.<eos> Du?", "Du?"),
        ("Did you?", "", ""),
    ):  # fmt: skip
        segment = Segment("1", source, context=CONTEXT)
        assert own_part(segment, line, "en", "de") == part, (source, line)


def test_a_word_of_another_sentence_is_no_answer_and_is_named() -> None:
    asked = item("Did you?", "zerbrochen", "auxiliary DO.ELL", lemma="zerbrechen", context=CONTEXT)
    line = "Wer hat das Fenster zerbrochen? Ich habe keine Ahnung, jemand zahlt. Tatest du es?"
    assert row("de", asked, line).evidence == {
        "word": "auxiliary DO.ELL",
        "expected": "zerbrochen",
        "found": [],
        "instead": ["Tatest"],
        "elsewhere": ["zerbrochen"],
        "part": "Tatest du es?",
    }
    assert row("de", asked, line, PUBLISHED).counts[0] == 0


def test_readings_by_hand() -> None:
    # four words: expected form, another form, another register, nothing: 2/4, 1/4, 3/4
    asked = item("I see you.", "dich", "formality ACC.INFORM.SING")
    texts = ["Ich sehe dich.", "Ich danke dir.", "Ich sehe Sie.", ""]
    rows = rows_of("context-word", [asked] * 4, texts, pair=("en", "de"))
    assert {found.label for found in rows} == {"formality ACC.INFORM.SING"}
    metric = create("context-word", Setup("en", "de"))
    sums = np.array(totals(rows))
    assert {r.suffix: float(r.value(sums)) for r in metric.readings} == {
        "": 50.0, "exact": 25.0, "shown": 75.0,
    }  # fmt: skip


def test_several_words_of_one_segment_are_counted_each() -> None:
    words = (ExpectedWord("dich", "formality", "ACC.INFORM.SING"), ExpectedWord("er", "gender"))
    rows = rows_of(
        "context-word", [Segment("1", "It saw you.", expected=words)], ["Er sah Sie."],
        pair=("en", "de"),
    )  # fmt: skip
    assert [(found.label, found.counts[0]) for found in rows] == [
        ("formality ACC.INFORM.SING", 0.0), ("gender", 1.0),
    ]  # fmt: skip


def test_word_without_letters_counts_only_for_the_published_rule() -> None:
    asked = item("No.", "-", "auxiliary DO.ELL")
    assert rows_of("context-word", [asked, Segment("2", "x")], ["- Non.", "y"]) == []
    assert row("fr", asked, "- Non.", PUBLISHED).counts == (0, 0, 0, 1)


def test_signature_names_forms_and_analyser_where_they_matter() -> None:
    parts = create("context-word", Setup("en", "fr")).signature_parts()
    assert parts["forms"] == f"v{paradigms('fr').version}"
    assert parts["analyser"].startswith("embedded.v")
    assert "analyser" not in create("context-word", Setup("en", "de")).signature_parts()
    published = create(PUBLISHED, Setup("en", "fr"))
    assert published.signature_parts() == {"compat": "ctxpro", "avg": "micro"}
    assert len(published.readings) == 1


# Wicks & Post's own rule, run by others on the same files: right items, without and with context.
COUNTED = [
    ("auxiliary.opensubtitles.en-de.test", 249, 1272, 3180),
    ("mini.formality.opensubtitles.en-fr.test", 4871, 6185, 12000),
]


@pytest.mark.parametrize(("name", "alone", "with_context", "size"), COUNTED)
def test_published_counts(
    shared: Path, name: str, alone: int, with_context: int, size: int
) -> None:
    imported = import_suite("ctxpro", shared / "data/ctxpro-deepl" / f"{name}.json.gz")
    segments = list(imported.segments)
    pair = (imported.info.source, imported.info.target)
    right = {
        system: totals(rows_of(PUBLISHED, segments, list(lines), pair=pair))
        for system, lines in imported.systems.items()
    }
    assert right == {
        "deepl.sentences": (alone, alone, alone, size),
        "deepl.contexts": (with_context, with_context, with_context, size),
    }
