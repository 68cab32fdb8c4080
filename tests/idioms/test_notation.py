"""The mini-language of idiom lists: what an entry says, and what it may not."""

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


PARTS = [
    # words that are slots
    ("en", "take someone for a ride", ["take", "<someone>", "for", "a", "ride"]),
    ("en", "take sb. for a ride", ["take", "<someone>", "for", "a", "ride"]),
    ("en", "take something to heart", ["take", "<something>", "to", "heart"]),
    ("en", "bite one's tongue", ["bite", "<possessive>", "tongue"]),
    ("en", "bite one’s tongue", ["bite", "<possessive>", "tongue"]),
    ("en", "pull someone's leg", ["pull", "<possessive>", "leg"]),
    ("en", "lose your head", ["lose", "<possessive>", "head"]),
    ("en", "over my dead body", ["over", "<possessive>", "dead", "body"]),
    ("en", "make oneself scarce", ["make", "<reflexive>", "scarce"]),
    ("en", "drive someone/something home", ["drive", "<something>", "home"]),
    ("en", "Someone is on the ball", ["<someone>", "is", "on", "the", "ball"]),
    ("en", "give <NP1-dat> (<NP2-acc>) away", ["give", "<someone>", "<someone>?", "away"]),
    # you is one only between other words
    ("en", "take all you can get", ["take", "all", "<someone>", "can", "get"]),
    ("en", "I hear you", ["I", "hear", "you"]),
    ("en", "you bet", ["you", "bet"]),
    # in other languages; sein and zijn at the end are verbs
    ("de", "jemandem etwas abkaufen", ["<someone>", "<something>", "abkaufen"]),
    ("de", "sich jdm. fügen", ["<reflexive>", "<someone>", "fügen"]),
    ("de", "seine Haut retten", ["<possessive>", "Haut", "retten"]),
    ("de", "auf dem Holzweg sein", ["auf", "dem", "Holzweg", "sein"]),
    ("de", "sein Fett wegbekommen", ["<possessive>", "Fett", "wegbekommen"]),
    ("nl", "de pineut zijn", ["de", "pineut", "zijn"]),
    ("nl", "zijn biezen pakken", ["<possessive>", "biezen", "pakken"]),
    ("nl", "iemand iets wijsmaken", ["<someone>", "<something>", "wijsmaken"]),
    ("fr", "tendre la perche à qqn", ["tendre", "la", "perche", "à", "<someone>"]),
    ("fr", "tendre la perche à quelqu’un", ["tendre", "la", "perche", "à", "<someone>"]),
    ("fr", "prendre quelque chose à cœur", ["prendre", "<something>", "à", "cœur"]),
    ("es", "tomar el pelo a alguien", ["tomar", "el", "pelo", "a", "<someone>"]),
    ("it", "dare retta a qualcuno", ["dare", "retta", "a", "<someone>"]),
    ("pt", "puxar o tapete a alguém", ["puxar", "o", "tapete", "a", "<someone>"]),
    ("is", "vera með einhverjum í liði", ["vera", "með", "<someone>", "í", "liði"]),
    # optional parts
    ("en", "packed (in) like sardines", ["packed", "in?", "like", "sardines"]),
    ("en", "(as) dead as a doornail", ["as?", "dead", "as", "a", "doornail"]),
    ("en", "call it a day (for now)", ["call", "it", "a", "day", "for?", "now?"]),
    ("en", "give (someone) the slip", ["give", "<someone>?", "the", "slip"]),
    ("en", "pull (one's) punches", ["pull", "<possessive>?", "punches"]),
    ("en", "hit the (big / bright) time", ["hit", "the", "big/bright?", "time"]),
    ("en", "hit the ( big ) time", ["hit", "the", "big?", "time"]),
    # slashes vary one word; blanks around them mean nothing
    ("en", "hit the sack/hay", ["hit", "the", "sack/hay"]),
    ("en", "hit the sack / sheets / hay", ["hit", "the", "sack/sheets/hay"]),
    ("en", "hit the sack /hay", ["hit", "the", "sack/hay"]),
    ("en", "hit the /sack", ["hit", "the/sack"]),
    ("is", "vera klár/tilbúinn í slaginn", ["vera", "klár/tilbúinn", "í", "slaginn"]),
    ("en", "be/get in a jam/fix", ["be/get", "in", "a", "jam/fix"]),
    # in an entry of one word they part two
    ("en", "twenty-four/seven", ["twenty-four", "seven"]),
    ("en", "24/7", ["24", "7"]),
    ("en", "and work twenty-four/seven", ["and", "work", "twenty-four/seven"]),
    # so do pipes without blanks that have one word on a side
    ("de", "am Strang zeihen|ziehen", ["am", "Strang", "zeihen/ziehen"]),
    ("de", "beißen|bissen ins Gras", ["beißen/bissen", "ins", "Gras"]),
    # marks around words are no part of them, letters are composed, capitals stay
    ("en", "“long time, no see!”", ["long", "time", "no", "see"]),
    ("en", "hold your horses …", ["hold", "<possessive>", "horses"]),
    ("fr", "vendre la me\u0300che", ["vendre", "la", "mèche"]),
    ("en", "be all Greek to someone", ["be", "all", "Greek", "to", "<someone>"]),
]


@pytest.mark.parametrize(("code", "entry", "expected"), PARTS)
def test_parts_of_an_entry(code: str, entry: str, expected: list[object]) -> None:
    assert parts(entry, code) == expected


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


def test_parentheses_that_touch_a_word_are_an_optional_piece_of_it() -> None:
    for entry, spellings in (
        ("bretta upp ermar(nar)", ["ermarnar", "ermar"]),
        ("bretta upp (há)ermar", ["háermar", "ermar"]),
        ("bretta upp erm(a)r(nar)", ["ermarnar", "ermar", "ermrnar", "ermr"]),
        ("bretta upp ermar(nar)/skálmar(nar)", ["ermarnar", "ermar", "skálmarnar", "skálmar"]),
    ):
        [form] = forms(entry, "is")
        assert form.words[-1] == Word(tuple(spellings)), entry


def test_pipes_part_forms() -> None:
    for entry, texts in (
        ("kick the bucket | die hard | pop off", ["kick the bucket", "die hard", "pop off"]),
        ("kick the bucket | croak", ["kick the bucket", "croak"]),
        ("kick the bucket| croak", ["kick the bucket", "croak"]),
        ("kick the bucket |croak", ["kick the bucket", "croak"]),
        ("kick the bucket|bite the dust", ["kick the bucket", "bite the dust"]),
        ("croak|perish", ["croak", "perish"]),
    ):  # fmt: skip
        found = forms(entry)
        assert [form.text for form in found] == texts, entry
        assert [len(form.parts) for form in found] == [len(text.split()) for text in texts], entry


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


@pytest.mark.parametrize("entry", ["sack/", "/sack", "hit the sack//hay"])
def test_empty_alternatives_are_refused(entry: str) -> None:
    assert "nothing on one side of '/'" in refused(entry)


def test_message_for_the_same_alternative_twice_says_so() -> None:
    assert "nothing on one side" not in refused("hit the sack/sack")
