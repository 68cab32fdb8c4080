"""What the segmenter makes of the answers of a network that we play ourselves."""

import unicodedata
from collections.abc import Callable, Sequence
from typing import Any
from zlib import crc32

import pytest
from hypothesis import given
from hypothesis import strategies as st

from litmus.language.embedded import segmenter as module
from litmus.language.embedded.edits import script
from litmus.language.embedded.segmenter import Piece, Segmenter, Splits

Rule = Callable[[str, int], int]  # a text and the place of a character in it -> a class
WHOLE_WORDS = Splits([""], {}, {})
FRENCH = Splits(["", "l!de le"], {}, {"du": "l!de le"})


class Fake:
    """A network that follows rules, and remembers what it was asked."""

    def __init__(
        self,
        end: Rule = lambda text, at: 0,
        split: Rule = lambda text, at: 0,
        sure: Callable[[str, int], float] = lambda text, at: 1.0,
    ) -> None:
        self.rules = (end, split, sure)
        self.asked: list[str] = []

    def __call__(self, texts: Sequence[str]) -> list[Any]:
        self.asked += texts
        return [
            tuple([rule(text, at) for at in range(len(text))] for rule in self.rules)
            for text in texts
        ]


def always(text: str, at: int) -> int:
    return 1


def stretches(network: Fake, splits: Splits = WHOLE_WORDS) -> Segmenter:
    """As for languages that separate words by spaces."""
    return Segmenter(network, splits, whole_text=False, clitics_join=False)


def whole(network: Fake, *, clitics_join: bool = False) -> Segmenter:
    return Segmenter(network, WHOLE_WORDS, whole_text=True, clitics_join=clitics_join)


def surfaces(segmenter: Segmenter, text: str) -> list[str]:
    (found,) = segmenter.segment([text])
    return [text[piece.start : piece.end] for piece in found]


def told(marked: str, *, clitics_join: bool = False) -> list[tuple[str, tuple[str, ...]]]:
    """Tokens and their words, where the network ends tokens at the bars."""
    text = marked.replace("|", "")
    bars = {len(marked[:at].replace("|", "")) - 1 for at, c in enumerate(marked) if c == "|"}
    (found,) = whole(Fake(lambda _, at: int(at in bars)), clitics_join=clitics_join).segment([text])
    return [(text[piece.start : piece.end], piece.parts) for piece in found]


# Where tokens end


either = pytest.mark.parametrize("make", [whole, stretches])


@either
def test_segmenter_ends_tokens_at_every_kind_of_space_and_where_the_network_says(
    make: Callable[[Fake], Segmenter],
) -> None:
    text = "a b\tc\u00a0d\u3000e\u2028f\x85g\x1ch\r\ni"
    assert surfaces(make(Fake()), text) == list("abcdefghi")
    network = Fake(lambda text, at: int(text[at] in "('"))
    assert surfaces(make(network), "(l'eau d'or") == ["(", "l'", "eau", "d'", "or"]


@either
def test_segmenter_keeps_texts_apart_and_does_not_ask_for_empty_ones(
    make: Callable[[Fake], Segmenter],
) -> None:
    for blank in ("", " ", "\u3000\n"):
        assert make(Fake(always)).segment([blank, blank]) == [[], []]
    network = Fake()
    found = make(network).segment(["a b", "", "c"])
    assert [[(piece.start, piece.end) for piece in row] for row in found] == [
        [(0, 1), (2, 3)], [], [(0, 1)],
    ]  # fmt: skip
    assert found[2] == [Piece(0, 1, ("c",), False, 1.0)]
    assert "" not in network.asked


# with marks; emoji and flags
MARKED = "e\u0301 a\u0300\u0301\u0302 كَ שָׁ का ☺\ufe0f 1\ufe0f\u20e3 a\u200b\ufeff".split()  # noqa: SIM905
JOINED = "👩\u200d💻 👩\u200d👩\u200d👧 ❤\ufe0f\u200d🔥 👍🏽 🇫🇷".split()  # noqa: SIM905


@either
def test_segmenter_never_cuts_inside_what_is_seen_as_one_character(
    make: Callable[[Fake], Segmenter],
) -> None:
    for text in (*MARKED, *JOINED):
        assert surfaces(make(Fake(always)), f"x{text}y") == ["x", text, "y"]
    assert surfaces(make(Fake(always)), "\u0301 a") == ["\u0301", "a"]  # a mark without a letter


@given(
    st.text(st.sampled_from("ab. \u3000\u0301\u200b日'"), max_size=12),
    st.lists(st.integers(0, 2), min_size=12, max_size=12),
)
def test_segmenter_agrees_with_cuts_made_one_by_one(text: str, ends: list[int]) -> None:
    words = [""]
    for at, character in enumerate(text):
        if character.isspace():
            words.append("")
            continue
        words[-1] += character
        following = text[at + 1 : at + 2]
        if ends[at] and unicodedata.category(following or " ") not in ("Mn", "Cf"):
            words.append("")
    assert surfaces(whole(Fake(lambda _, at: ends[at])), text) == [word for word in words if word]


@given(
    st.text(max_size=20),
    st.lists(st.integers(0, 2), min_size=20, max_size=20),
    st.booleans(),
    st.booleans(),
)
def test_segmenter_loses_nothing(text: str, ends: list[int], all_at_once: bool, join: bool) -> None:
    network = Fake(lambda seen, at: ends[at])
    segmenter = Segmenter(network, WHOLE_WORDS, whole_text=all_at_once, clitics_join=join)
    (found,) = segmenter.segment([text])
    spelled = [text[piece.start : piece.end] for piece in found]
    assert "".join(spelled) == "".join(text.split())
    assert all(left.end <= right.start for left, right in zip(found, found[1:], strict=False))
    assert spelled == ["".join(piece.parts) for piece in found]


def test_segmenter_shows_the_network_how_the_next_word_begins() -> None:
    # A full stop ends a sentence before a capital letter and at the end.
    def end(text: str, at: int) -> int:
        return 0 if text[at] != "." else 2 if text[at + 2 : at + 3].isupper() else 1

    text = "No. She left at p.m. or so. The end."
    (found,) = stretches(Fake(end)).segment([text])
    last = [text[: piece.end] for piece in found if piece.last]
    assert last == ["No.", "No. She left at p.m. or so."]


def test_segmenter_tells_ends_of_sentences_and_is_as_sure_as_of_its_least_character() -> None:
    network = Fake(
        lambda text, at: 2 if text[at] == "." else 0,
        sure=lambda text, at: {"b": 0.5, "d": 0.75}.get(text[at], 1.0),
    )
    (found,) = whole(network).segment(["abc. d e."])
    assert [(piece.last, piece.confidence) for piece in found] == [
        (True, 0.5), (False, 0.75), (True, 1.0),
    ]  # fmt: skip


@either
@pytest.mark.parametrize("length", [1, 39, 41, 359, 360, 361, 379, 380, 381, 680, 681, 1041, 2000])
def test_segmenter_cuts_many_windows_as_one_and_sees_twenty_characters_around_each(
    make: Callable[[Fake], Segmenter], length: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    def value(text: str, at: int) -> int:
        return crc32(text[max(0, at - 20) : at + 21].encode())

    def network() -> Fake:
        return Fake(lambda *at: value(*at) % 3, sure=lambda *at: value(*at) % 100 / 100)

    text = "".join(chr(ord("a") + crc32(str(at).encode()) % 26) for at in range(length))
    asked, at_once = network(), network()
    found = make(asked).segment([text, text[:50]])
    assert max(map(len, asked.asked)) <= 360
    ends = [at + 1 for at in range(length) if value(text, at) % 3 or at + 1 == length]
    assert [piece.end for piece in found[0]] == ends
    monkeypatch.setattr(module, "WINDOW", 10_000)
    assert make(at_once).segment([text, text[:50]]) == found
    assert {*at_once.asked} == {text, text[:50]}


def test_parts_of_irregular_and_known_forms() -> None:
    irregular = {"du": "de le", "Du": "De le", "DU": "DE LE", "sur": "sur", "dur": "dur"}
    for form, parts in irregular.items():  # the same guess, but the script belongs to du alone
        assert FRENCH.parts(form, 1) == tuple(parts.split())
    assert FRENCH.parts("du", 0) == ("du",)  # the network decides: past participle of devoir, say
    known = Splits([""], {"zum": script("zum", "zu dem")}, {})  # no guess is needed
    for form, parts in {"zum": "zu dem", "Zum": "Zu dem", "beim": "beim"}.items():
        assert known.parts(form, 0) == tuple(parts.split())


@pytest.mark.parametrize(
    ("source", "target", "form", "expected"),
    [
        # parts have the case of the token
        ("zum", "zu dem", "beim", "bei dem"),
        ("zum", "zu dem", "Beim", "Bei dem"),
        ("zum", "zu dem", "BEIM", "BEI DEM"),
        ("vederlo", "veder lo", "Parlarlo", "Parlar lo"),
        ("doesn't", "does n't", "HAVEN'T", "HAVE N'T"),
        ("doesn't", "does n't", "HaVeN't", "HaVe N't"),  # only cut: letters stay
        ("evdeki", "evde ki", "İSTANBUL'DAKİ", "İSTANBUL'DA Kİ"),
        ("הספר", "ה ספר", "הילד", "ה ילד"),
        ("à", "a a", "À", "A a"),  # one capital letter: more than this we do not know
        # what makes no words leaves the token whole
        ("zum", "zu dem", "m", "m"),  # too short for the script
        ("walked", "walk", "talked", "talked"),  # makes one word
        ("ab", "ab ", "cd", "cd"),  # makes a word of no letters
        ("ab", " ab", "cd", "cd"),
        ("ab", "a  b", "cd", "cd"),
    ],
)
def test_parts_of_a_form_by_a_script(source: str, target: str, form: str, expected: str) -> None:
    steps = script(source, target)
    assert Splits(["", steps], {}, {source: steps}).parts(form, 1) == (*expected.split(),)


def test_segmenter_splits_a_token_by_the_guess_at_its_last_character() -> None:
    network = Fake(
        lambda text, at: int(text[at + 1 :] == "."), lambda text, at: int(text[at] == "u")
    )
    (found,) = stretches(network, FRENCH).segment(["du pain du dur du."])
    parts = [" ".join(piece.parts) for piece in found]
    assert parts == ["de le", "pain", "de le", "dur", "de le", "."]
    assert [(piece.start, piece.end) for piece in found][-2:] == [(15, 17), (17, 18)]


ARTICLE = Splits(["", "l!de les"], {}, {"des": "l!de les"}, frozenset({"des"}), frozenset({"des"}))


def of_the(text: str, at: int) -> int:
    """A network that splits *des* before a capital letter, or after *prix*."""
    return int(text[at + 2 : at + 3].isupper() or text[: at + 1].lower().startswith("prix des"))


def test_segmenter_shows_the_network_the_neighbours_of_an_ambiguous_word() -> None:
    network = Fake(split=of_the)
    text = "Des chats des Alpes, prix des billets, vu des"
    (found,) = stretches(network, ARTICLE).segment([text])
    # no word of letters alone: of a neighbour the first letter is enough
    assert network.asked == [
        "Des chats", "chats des Alpes,", "Alpes, p", "prix des billets,", "billets, v", "vu des",
    ]  # fmt: skip
    assert [text[piece.start : piece.end] for piece in found] == text.split()
    parts = " ".join(part for piece in found for part in piece.parts)
    assert parts == "Des chats de les Alpes, prix de les billets, vu des"


def test_segmenter_reads_of_the_neighbours_nothing_but_the_answer_for_the_word() -> None:
    # The network ends tokens and sentences in every word, and doubts the neighbours.
    network = Fake(
        lambda text, at: 2 if text[at] in "ax" else 0,
        lambda text, at: int(text[at] == "s"),
        lambda text, at: 1.0 if text[at] in "des" else 0.25,
    )
    (found,) = stretches(network, ARTICLE).segment(["chas des maxs"])
    assert found == [
        Piece(0, 4, ("chas",), False, 1.0),  # never splits: not asked
        Piece(5, 8, ("de", "les"), False, 1.0),
        Piece(9, 13, ("maxs",), False, 1.0),
    ]
    assert network.asked == ["chas des maxs"]


@pytest.mark.parametrize("spaces", [" ", "  ", "\u00a0", "\t\n"])
def test_segmenter_remembers_an_ambiguous_word_with_its_neighbours(spaces: str) -> None:
    network = Fake(split=of_the)
    segmenter = stretches(network, ARTICLE)
    texts = [f"prix{spaces}des{spaces}billets", "vu des billets"]
    first, second = segmenter.segment(texts)
    start = 4 + len(spaces)
    assert first[1] == Piece(start, start + 3, ("de", "les"), False, 1.0)
    assert second[1].parts == ("des",)
    assert segmenter.segment(texts) == [first, second]
    assert network.asked == ["prix des billets", "vu des billets"]  # one space away


def test_segmenter_finds_an_ambiguous_word_beside_words_longer_than_a_window() -> None:
    before, after = "a" * 1000, "b" * 1000
    network = Fake(split=lambda text, at: int(text[at] == "s"))
    (found,) = stretches(network, ARTICLE).segment([f"{before} des {after}"])
    assert [piece.parts for piece in found] == [(before,), ("de", "les"), (after,)]
    assert max(map(len, network.asked)) <= 360


@pytest.mark.parametrize(
    ("marked", "expected"),
    [
        ("و|كتب|ها في", {"وكتبها": "و كتب ها", "في": "في"}),
        ("وَ|كَتَبَ|هَا", {"وَكَتَبَهَا": "وَ كَتَبَ هَا"}),  # vowels
        ("(|و|قال|.", {"(": "(", "وقال": "و قال", ".": "."}),
        ("ب|12|%", {"ب": "ب", "12": "12", "%": "%"}),  # digits are no clitics
        ("w|ktb|ha", {"wktbha": "w ktb ha"}),
        ("ab|c-d", {"ab": "ab", "c-d": "c-d"}),  # what is not of letters stays alone
        ("ab| cd", {"ab": "ab", "cd": "cd"}),  # a space keeps apart
    ],
)
def test_segmenter_joins_clitics_into_one_token(marked: str, expected: dict[str, str]) -> None:
    found = told(marked, clitics_join=True)
    assert [(token, " ".join(parts)) for token, parts in found] == list(expected.items())


def test_segmenter_joins_what_is_known_of_clitics_where_they_join() -> None:
    network = Fake(lambda text, at: (0, 1, 0, 2)[at], sure=lambda text, at: (1, 0.5, 1, 0.75)[at])
    (found,) = whole(network, clitics_join=True).segment(["abcd"])
    assert found == [Piece(0, 4, ("ab", "cd"), True, 0.5)]
    assert told("و|كتب|ها") == [("و", ("و",)), ("كتب", ("كتب",)), ("ها", ("ها",))]


def test_segmenter_asks_for_each_stretch_once_until_it_has_seen_too_much(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    network = Fake()
    segmenter = stretches(network)
    text = "la la la la"
    assert surfaces(segmenter, text) == surfaces(segmenter, text) == ["la"] * 4
    assert len(network.asked) == 2  # before another la, and at the end
    monkeypatch.setattr(module, "_CACHE", 3)
    network = Fake(lambda text, at: int(text[at] == "'"))
    segmenter = stretches(network)
    first, again = (segmenter.segment(["l'a d'b m'c t'd"]) for _ in range(2))
    assert again == first
    assert len(network.asked) == 8


def test_segmenter_does_not_ask_for_words_that_never_split() -> None:
    closed = Splits(["", "l!de le"], {}, {"du": "l!de le"}, frozenset({"du"}))
    network = Fake(lambda text, at: int(text[at] == "'"), lambda text, at: int(text[at] in "uU"))
    segmenter = stretches(network, closed)
    text = "Le chat du roi boit DU lait, l'eau Du vin"
    (found,) = segmenter.segment([text])
    asked = {text.split(" ")[0] for text in network.asked}
    assert asked == {"du", "DU", "Du", "lait,", "l'eau"}
    parts = " ".join(part for piece in found for part in piece.parts)
    assert parts == "Le chat de le roi boit DE LE lait, l' eau De le vin"
    assert found[0] == Piece(0, 2, ("Le",), False, 1.0)


def test_segmenter_asks_for_all_words_where_any_may_split_and_for_none_where_none_does() -> None:
    network = Fake()
    stretches(network).segment(["le chat"])
    assert network.asked == ["le c", "chat"]
    silent = Fake()
    segmenter = stretches(silent, Splits([""], {}, {}, frozenset()))
    assert surfaces(segmenter, "Ужин в саду") == ["Ужин", "в", "саду"]
    assert silent.asked == []
