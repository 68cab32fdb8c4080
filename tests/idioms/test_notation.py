"""The mini-language of idiom lists: what an entry says, and what it may not."""

import unicodedata

import pytest

from litmus.idioms.entries.grammar import load_grammar
from litmus.idioms.entries.notation import Form, NotationError, Slot, Word, parse

EN = load_grammar("en")


def forms(entry: str, code: str = "en") -> tuple[Form, ...]:
    return parse(entry, load_grammar(code))


def parts(entry: str, code: str = "en") -> list[object]:
    """The parts of an entry of one form: words as their alternatives, slots as <kind>.

    What may be missing ends in a question mark.
    """
    [form] = forms(entry, code)
    shown: list[object] = []
    for part in form.parts:
        text = "/".join(part.forms) if isinstance(part, Word) else f"<{part.kind}>"
        shown.append(text + "?" * part.optional)
    return shown


def refused(entry: str, code: str = "en") -> str:
    with pytest.raises(NotationError) as caught:
        forms(entry, code)
    return str(caught.value)


# --- words and slots -----------------------------------------------------------------------------


def test_plain_words() -> None:
    assert forms("spill the beans") == (
        Form("spill the beans", (Word(("spill",)), Word(("the",)), Word(("beans",)))),
    )


@pytest.mark.parametrize(
    ("entry", "expected"),
    [
        ("take someone for a ride", ["take", "<someone>", "for", "a", "ride"]),
        ("take sb. for a ride", ["take", "<someone>", "for", "a", "ride"]),
        ("take something to heart", ["take", "<something>", "to", "heart"]),
        ("bite one's tongue", ["bite", "<possessive>", "tongue"]),
        ("bite one’s tongue", ["bite", "<possessive>", "tongue"]),
        ("pull someone's leg", ["pull", "<possessive>", "leg"]),
        ("lose your head", ["lose", "<possessive>", "head"]),
        ("over my dead body", ["over", "<possessive>", "dead", "body"]),
        ("make oneself scarce", ["make", "<reflexive>", "scarce"]),
        ("drive someone/something home", ["drive", "<something>", "home"]),
        ("Someone is on the ball", ["<someone>", "is", "on", "the", "ball"]),
    ],
)
def test_words_that_are_slots(entry: str, expected: list[object]) -> None:
    assert parts(entry) == expected


@pytest.mark.parametrize(
    ("entry", "expected"),
    [
        (
            "bite off more than you can chew",
            ["bite", "off", "more", "than", "<someone>", "can", "chew"],
        ),
        ("I hear you", ["I", "hear", "you"]),
        ("you bet", ["you", "bet"]),
    ],
)
def test_you_is_a_slot_only_between_other_words(entry: str, expected: list[object]) -> None:
    assert parts(entry) == expected


@pytest.mark.parametrize(
    ("typed", "kind"),
    [
        ("<someone>", "someone"), ("<somebody>", "someone"), ("<NP>", "someone"),
        ("<NP1-nom>", "someone"), ("<NP2-acc>", "someone"), ("<np_3>", "someone"),
        ("<PN-dat>", "someone"), ("<person>", "someone"),
        ("<something>", "something"), ("<thing>", "something"), ("<S>", "something"),
        ("<clause>", "something"), ("<PP>", "something"), ("<ADJ>", "something"),
        ("<VP>", "something"), ("<NUM>", "something"),
        ("<poss>", "possessive"), ("<POSS1>", "possessive"), ("<possessive>", "possessive"),
        ("<refl>", "reflexive"), ("<reflexive>", "reflexive"),
    ],
)  # fmt: skip
def test_typed_slots(typed: str, kind: str) -> None:
    [form] = forms(f"give {typed} away")
    assert form.parts == (Word(("give",)), Slot(kind), Word(("away",)))


def test_typed_slots_in_a_row_and_optional() -> None:
    assert parts("give <NP1-dat> (<NP2-acc>) away") == ["give", "<someone>", "<someone>?", "away"]


@pytest.mark.parametrize(
    ("code", "entry", "expected"),
    [
        ("de", "jemandem etwas abkaufen", ["<someone>", "<something>", "abkaufen"]),
        ("de", "sich jdm. fügen", ["<reflexive>", "<someone>", "fügen"]),
        ("de", "seine Haut retten", ["<possessive>", "Haut", "retten"]),
        ("fr", "tendre la perche à qqn", ["tendre", "la", "perche", "à", "<someone>"]),
        ("fr", "tendre la perche à quelqu’un", ["tendre", "la", "perche", "à", "<someone>"]),
        ("es", "tomar el pelo a alguien", ["tomar", "el", "pelo", "a", "<someone>"]),
        ("it", "dare retta a qualcuno", ["dare", "retta", "a", "<someone>"]),
        ("pt", "puxar o tapete a alguém", ["puxar", "o", "tapete", "a", "<someone>"]),
        ("nl", "iemand iets wijsmaken", ["<someone>", "<something>", "wijsmaken"]),
        ("is", "vera með einhverjum í liði", ["vera", "með", "<someone>", "í", "liði"]),
    ],
)  # fmt: skip
def test_slots_of_other_languages(code: str, entry: str, expected: list[object]) -> None:
    assert parts(entry, code) == expected


def test_german_sein_at_the_end_is_the_verb() -> None:
    assert parts("auf dem Holzweg sein", "de") == ["auf", "dem", "Holzweg", "sein"]
    assert parts("sein Fett wegbekommen", "de") == ["<possessive>", "Fett", "wegbekommen"]


def test_dutch_zijn_at_the_end_is_the_verb() -> None:
    assert parts("de pineut zijn", "nl") == ["de", "pineut", "zijn"]
    assert parts("zijn biezen pakken", "nl") == ["<possessive>", "biezen", "pakken"]


def test_french_slot_of_two_words() -> None:
    expected = ["prendre", "<something>", "à", "la", "légère"]
    assert parts("prendre quelque chose à la légère", "fr") == expected


# --- optional parts ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("entry", "expected"),
    [
        ("packed (in) like sardines", ["packed", "in?", "like", "sardines"]),
        ("(as) dead as a doornail", ["as?", "dead", "as", "a", "doornail"]),
        ("call it a day (for now)", ["call", "it", "a", "day", "for?", "now?"]),
        ("give (someone) the slip", ["give", "<someone>?", "the", "slip"]),
        ("pull (one's) punches", ["pull", "<possessive>?", "punches"]),
        ("hit the (big / bright) time", ["hit", "the", "big/bright?", "time"]),
        ("hit the ( big ) time", ["hit", "the", "big?", "time"]),
    ],
)
def test_optional_parts(entry: str, expected: list[object]) -> None:
    assert parts(entry) == expected


@pytest.mark.parametrize(
    ("entry", "spellings"),
    [
        ("bretta upp ermar(nar)", ["ermarnar", "ermar"]),
        ("bretta upp (há)ermar", ["háermar", "ermar"]),
        ("bretta upp erm(a)r(nar)", ["ermarnar", "ermar", "ermrnar", "ermr"]),
        ("bretta upp ermar(nar)/skálmar(nar)", ["ermarnar", "ermar", "skálmarnar", "skálmar"]),
    ],
)
def test_parentheses_that_touch_a_word_are_an_optional_piece_of_it(
    entry: str, spellings: list[str]
) -> None:
    [form] = forms(entry, "is")
    assert form.words[-1] == Word(tuple(spellings))


# --- alternatives --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("entry", "expected"),
    [
        ("hit the sack/hay", ["hit", "the", "sack/hay"]),
        ("hit the sack / sheets / hay", ["hit", "the", "sack/sheets/hay"]),
        ("hit the sack /hay", ["hit", "the", "sack/hay"]),
        ("hit the /sack", ["hit", "the/sack"]),  # blanks around a slash mean nothing
        ("vera klár/tilbúinn í slaginn", ["vera", "klár/tilbúinn", "í", "slaginn"]),
        ("be/get in a jam/fix", ["be/get", "in", "a", "jam/fix"]),
    ],
)
def test_slashes_vary_one_word(entry: str, expected: list[object]) -> None:
    assert parts(entry) == expected


@pytest.mark.parametrize(
    ("entry", "expected"),
    [
        ("twenty-four/seven", ["twenty-four", "seven"]),
        ("24/7", ["24", "7"]),
        ("and work twenty-four/seven", ["and", "work", "twenty-four/seven"]),
    ],
)
def test_a_slash_in_an_entry_of_one_word_parts_two_words(
    entry: str, expected: list[object]
) -> None:
    assert parts(entry) == expected


def test_spaced_pipes_part_forms() -> None:
    found = forms("kick the bucket | bite the dust | pop off")
    assert [form.text for form in found] == ["kick the bucket", "bite the dust", "pop off"]
    assert [len(form.parts) for form in found] == [3, 3, 2]


def test_spaced_pipe_with_one_word_is_a_form() -> None:
    assert [form.text for form in forms("kick the bucket | croak")] == ["kick the bucket", "croak"]


@pytest.mark.parametrize("entry", ["kick the bucket| croak", "kick the bucket |croak"])
def test_a_blank_on_one_side_of_a_pipe_is_enough(entry: str) -> None:
    assert [form.text for form in forms(entry)] == ["kick the bucket", "croak"]


def test_unspaced_pipes_between_longer_texts_part_forms() -> None:
    found = forms("kick the bucket|bite the dust")
    assert [form.text for form in found] == ["kick the bucket", "bite the dust"]


def test_unspaced_pipe_with_one_word_on_a_side_varies_that_word() -> None:
    assert parts("am Strang zeihen|ziehen", "de") == ["am", "Strang", "zeihen/ziehen"]
    assert parts("beißen|bissen ins Gras", "de") == ["beißen/bissen", "ins", "Gras"]


def test_unspaced_pipes_between_single_words_part_forms() -> None:
    assert [form.text for form in forms("croak|perish")] == ["croak", "perish"]


# --- spelling ------------------------------------------------------------------------------------


def test_marks_around_words_are_no_part_of_them() -> None:
    assert parts("“long time, no see!”") == ["long", "time", "no", "see"]
    assert parts("hold your horses …") == ["hold", "<possessive>", "horses"]


def test_entries_are_composed() -> None:
    typed = unicodedata.normalize("NFD", "vendre la mèche")
    assert parts(typed, "fr") == ["vendre", "la", "mèche"]


def test_case_stays_as_written() -> None:
    assert parts("be all Greek to someone") == ["be", "all", "Greek", "to", "<someone>"]


# --- what is refused -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("entry", "message"),
    [
        ("hit the (sack", "'(' without ')'. Close the parenthesis."),
        ("hit (the (red) sack)", "parentheses inside parentheses. Write the forms out."),
        ("hit the sack)", "')' without '('. Add the opening one, or remove it."),
        ("hit () the sack", "there is nothing between the parentheses. Remove them."),
        ("hit ( ) the sack", "there is nothing between the parentheses. Remove them."),
        ("hit the sack/", "'sack/' has nothing on one side of '/'. Remove it, or add the word."),
        ("hit the sack / ", "'sack/' has nothing on one side of '/'. Remove it, or add the word."),
        ("/hit the sack", "'/hit' has nothing on one side of '/'. Remove it, or add the word."),
        ("hit the sack |", "there is nothing on one side of '|'. Remove it, or add the form."),
        ("| hit the sack", "there is nothing on one side of '|'. Remove it, or add the form."),
        ("hit || the sack", "there is nothing on one side of '|'. Remove it, or add the form."),
        ("someone", "'someone' holds only slots. Add a word that the idiom must have."),
        ("<NP1-nom> <NP2-acc>", "'<NP1-nom> <NP2-acc>' holds only slots. Add a word that the idiom must have."),
        ("one's something", "\"one's something\" holds only slots. Add a word that the idiom must have."),
        ("hit the sack | someone", "'someone' holds only slots. Add a word that the idiom must have."),
        ("", "there is nothing on one side of '|'. Remove it, or add the form."),
        ("!?", "the entry is empty."),
        ("hit <foo>", "no slot is called <foo>. Known: <someone>, <something>, <poss>, <refl>, <NP1-nom>."),
        ("hit <>", "no slot is called <>. Known: <someone>, <something>, <poss>, <refl>, <NP1-nom>."),
        ("hit <someone", "'<' has one angle bracket. Write a slot as <someone>."),
        ("hit someone>", "'>' has one angle bracket. Write a slot as <someone>."),
    ],
)  # fmt: skip
def test_what_is_refused(entry: str, message: str) -> None:
    assert refused(entry) == message


def test_too_many_spellings_are_refused() -> None:
    word = "(a)b" * 7
    assert refused(f"hit {word}") == f"{word!r} has more than 64 spellings. Write fewer."
    assert len(forms(f"hit {'(a)b' * 6}")[0].words[1].forms) == 64


@pytest.mark.parametrize("entry", ["sack/", "/sack"])
def test_empty_alternative_of_a_single_word_is_refused(entry: str) -> None:
    assert "nothing on one side of '/'" in refused(entry)


def test_empty_alternative_between_two_others_is_refused() -> None:
    assert "nothing on one side of '/'" in refused("hit the sack//hay")


def test_message_for_the_same_alternative_twice_says_so() -> None:
    assert "nothing on one side" not in refused("hit the sack/sack")
