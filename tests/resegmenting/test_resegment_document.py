"""Free text cut for the segments of a document."""

import random
from time import perf_counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from litmus.resegmenting.resegmented import Part, Resegmented, _texts, resegment_document

ENGLISH = [
    "The house on the hill is very old.", "Where is the key to the door?",
    "My brother bought it in 1998.", "Yes.", "Our neighbours never open their windows in winter!",
    "Miller and Sons: a short history", "The doctor asked her to drink more water.",
]  # fmt: skip
GERMAN = [
    "Das Haus auf dem Hügel ist sehr alt.", "Wo ist der Schlüssel für die Tür?",
    "Mein Bruder kaufte es 1998.", "Ja.", "Unsere Nachbarn öffnen im Winter nie ihre Fenster!",
    "Miller und Söhne: eine kurze Geschichte", "Der Arzt bat sie, mehr Wasser zu trinken.",
]  # fmt: skip
SPANISH = [
    "La casa de la colina es muy vieja.", "¿Dónde está la llave de la puerta?",
    "Mi hermano la compró en 1998.", "Sí.",
    "¡Nuestros vecinos nunca abren las ventanas en invierno!",
    "Miller e Hijos: una breve historia", "El médico le pidió que bebiera más agua.",
]  # fmt: skip
CHINESE = [
    "山上的房子很旧。", "门的钥匙在哪里？", "我哥哥在1998年买了它。", "是的。",
    "我们的邻居冬天从不打开窗户！", "米勒父子：简史", "医生让她多喝水。",
]  # fmt: skip
JAPANESE = [
    "丘の上の家はとても古いです。", "ドアの鍵はどこですか？", "兄は1998年にそれを買いました。",
    "はい。", "隣人は冬に窓を開けません！", "ミラー父子：短い歴史",
    "医者は彼女にもっと水を飲むように頼みました。",
]  # fmt: skip
TARGETS = {"de": GERMAN, "es": SPANISH, "zh": CHINESE, "ja": JAPANESE}
EVERY_TARGET = pytest.mark.parametrize(
    "code", ["de", "zh", *(pytest.param(code, marks=pytest.mark.release) for code in ("es", "ja"))]
)
BLANK = {"de": " ", "es": " ", "zh": "", "ja": ""}


def cut(text: str, code: str = "de", sources: list[str] = ENGLISH) -> Resegmented:
    ids = [str(number) for number in range(len(sources))]
    return resegment_document("doc", ids, sources, text, ("en", code))


def loose(found: Resegmented) -> list[str]:
    return [found.text[part.start : part.end] for part in found.added]


@EVERY_TARGET
def test_one_paragraph_is_cut_at_its_segments(code: str) -> None:
    found = cut(BLANK[code].join(TARGETS[code][:5]), code, ENGLISH[:5])
    assert list(found.texts) == TARGETS[code][:5]
    assert (found.missing, found.added, found.over, found.under) == ([], [], 0.0, 0.0)


@EVERY_TARGET
def test_a_line_break_within_a_segment_does_not_part_it(code: str) -> None:
    text = "\n".join(TARGETS[code]).replace(TARGETS[code][0], "\n".join(halves(TARGETS[code][0])))
    assert list(cut(text, code).texts) == TARGETS[code]


def halves(text: str) -> tuple[str, str]:
    if " " not in text:
        return text[:5], text[5:]
    middle = text.index(" ", len(text) // 2)
    return text[:middle], text[middle + 1 :]


@EVERY_TARGET
def test_a_dropped_segment_is_missing_and_the_others_stay(code: str) -> None:
    kept = [text for number, text in enumerate(TARGETS[code]) if number != 2]
    found = cut("\n".join(kept), code)
    assert found.missing == [2]
    assert [text for text in found.texts if text] == kept
    characters = sum(len(s.replace(" ", "")) for s in ENGLISH)
    assert found.under == pytest.approx(23 / characters, abs=0.02)


def test_remarks_of_a_model_belong_to_nobody() -> None:
    text = "Sure! Here is the translation:\n\n" + "\n".join(GERMAN) + "\n\nI hope this helps!"
    found = cut(text)
    assert list(found.texts) == GERMAN
    assert loose(found) == ["Sure! Here is the translation:", "I hope this helps!"]


def test_a_sentence_that_is_said_twice_is_placed_once() -> None:
    found = cut(" ".join([*GERMAN[:3], GERMAN[2], *GERMAN[3:5]]), sources=ENGLISH[:5])
    assert list(found.texts) == GERMAN[:5]
    assert loose(found) == [GERMAN[2]]


@pytest.mark.parametrize("times", [2, 3, 12])
def test_what_the_source_repeats_may_be_repeated_but_no_more_often(times: int) -> None:
    # It is long: what is short was never worth a segment without text.
    sources, target = (
        [side[0], *[" ".join(side[:3])] * times, side[2]] for side in (ENGLISH, GERMAN)
    )
    found = cut(" ".join(target), sources=sources)
    assert (list(found.texts), found.added) == (target, [])
    one, two, three = ENGLISH[:3]
    text = " ".join([GERMAN[0], *[GERMAN[1]] * 3, GERMAN[2]])
    found = cut(text, sources=[one, two, two, three])
    assert (found.missing, loose(found)) == ([], [GERMAN[1]])


def test_neighbours_that_changed_places_get_their_own_text() -> None:
    swapped = [GERMAN[0], GERMAN[2], GERMAN[1], *GERMAN[3:]]
    found = cut("\n".join(swapped).replace("\n", " ", 3))
    assert list(found.texts) == GERMAN
    assert found.reordered == [2]


def test_two_pieces_of_one_segment_are_in_order() -> None:
    parts = tuple(Part(n, at, at + 2, 1.0) for at, n in enumerate([0, 2, 2, None, 1, 1]))
    whole = Resegmented("d", ("a", "b", "c"), ("A", "B", "C"), "abcdefgh", ("a", "b", "c"),
                        parts, {}, False)  # fmt: skip
    assert whole.reordered == [2]


def test_a_merged_sentence_is_cut_within() -> None:
    text = "Das Haus auf dem Hügel ist sehr alt, und mein Bruder kaufte es 1998."
    found = cut(text, sources=[ENGLISH[0], ENGLISH[2]])
    assert found.texts[0].startswith("Das Haus auf dem Hügel ist sehr alt")
    assert found.texts[1].endswith("mein Bruder kaufte es 1998.")
    assert found.beads == {(2, 1): 1}


def test_lines_that_match_are_kept_whatever_they_say() -> None:
    lines = ["qqq zzz", "", "xyz.", "Lorem ipsum.", "dolor", "sit amet", "?"]
    found = cut("\n".join(lines) + "\n")
    assert (list(found.texts), found.by_line) == (lines, True)


def test_as_many_lines_that_are_shifted_are_not_kept() -> None:
    # The second segment is gone and the third is on two lines.
    lines = [GERMAN[0], "Mein Bruder", "kaufte es 1998.", *GERMAN[3:]]
    found = cut("\n".join(lines))
    assert not found.by_line
    assert list(found.texts) == [GERMAN[0], "", *GERMAN[2:]]


def test_what_has_no_text_is_empty() -> None:
    for text in ("", " \n\n ", "\u2028"):
        found = cut(text)
        assert set(found.texts) == {""}
        assert (found.over, found.under, found.beads) == (0.0, 1.0, {(1, 0): 7})
    assert list(cut(" ".join(GERMAN[:3])).texts) == [*GERMAN[:3], "", "", "", ""]


def test_a_text_far_too_long_is_left_over_but_for_its_document() -> None:
    noise = "Lorem ipsum dolor sit amet. " * 5000
    found = cut(" ".join(GERMAN[:3]) + "\n" + noise, sources=ENGLISH[:3])
    assert list(found.texts) == GERMAN[:3]
    found = cut(noise, sources=ENGLISH[:3])
    assert found.over > 0.9
    assert_every_character_is_somewhere(found)


def numbered(side: list[str], last: int) -> list[str]:
    """Sentences that come again, told apart by their numbers alone."""
    return [text.replace("1998", str(n)) for n in range(1900, last) for text in side[:5]]


def test_a_long_document_is_cut_like_a_short_one() -> None:
    # Three windows of segments.
    found = cut(" ".join(numbered(GERMAN, 1940)), sources=numbered(ENGLISH, 1940))
    assert list(found.texts) == numbered(GERMAN, 1940)


def test_long_segments_are_cut_like_short_ones() -> None:
    # Paragraphs of 60 sentences that come again in each; a number among seven tells them apart.
    def paragraph(side: list[str], rank: int) -> str:
        return " ".join(side[n % 7] + f" {rank * 60 + n}!" * (n % 7 == 0) for n in range(60))

    sources, target = ([paragraph(side, n) for n in range(6)] for side in (ENGLISH, GERMAN))
    assert list(cut(" ".join(target), sources=sources).texts) == target


def test_no_text_is_left_out_where_there_is_much(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("litmus.resegmenting.document._MOST_CELLS", 500)
    found = cut(" ".join(numbered(GERMAN, 1910)), sources=numbered(ENGLISH, 1910))
    assert list(found.texts) == numbered(GERMAN, 1910)


def test_many_parts_take_no_longer_each() -> None:
    size = 50_000
    parts = tuple(Part(n ^ 1, n, n + 1, 0.5) for n in range(size))
    ids = tuple(map(str, range(size)))
    found = Resegmented("doc", ids, ids, "x" * size, ids, parts, {}, False)
    start = perf_counter()
    assert found.reordered == list(range(1, size, 2))
    assert {found.confidence(n) for n in range(size)} == {0.5}
    assert perf_counter() - start < 5


def test_pieces_of_a_segment_are_joined_as_its_script_is() -> None:
    text = "山上的 房子 abc。"
    parts = [Part(0, 0, 3, 1.0), Part(0, 4, 6, 1.0), Part(0, 7, 11, 1.0)]
    assert _texts(text, parts, 1, "zh") == ("山上的房子 abc。",)
    assert _texts(text, parts, 1, "de") == ("山上的 房子 abc。",)


def assert_every_character_is_somewhere(found: Resegmented) -> None:
    """Parts are in order, do not overlap, and leave out nothing but blanks."""
    end = 0
    for part in found.parts:
        assert end <= part.start < part.end
        assert not found.text[end : part.start].strip()
        assert 0 <= part.confidence <= 1
        end = part.end
    assert not found.text[end:].strip()
    placed = "".join(found.texts) + "".join(loose(found))
    assert sorted("".join(placed.split())) == sorted("".join(found.text.split()))


PIECES = [
    *GERMAN, *CHINESE, "Sure!", "\n", "\n\n", "\"„«'", "...", "1998", "🙂", "e\u0301", "\u200f",
]  # fmt: skip


@given(
    st.lists(st.sampled_from(PIECES) | st.text(max_size=20), max_size=12),
    st.sampled_from(["", " ", "\n"]),
    st.integers(1, 7),
)
def test_no_character_is_lost(pieces: list[str], glue: str, n_segments: int) -> None:
    text = glue.join(pieces).replace("\0", "")
    assert_every_character_is_somewhere(cut(text, sources=ENGLISH[:n_segments]))


@settings(max_examples=10)
@given(st.integers(0, 2**20), st.sampled_from(sorted(TARGETS)))
def test_one_line_per_segment_comes_back_identical(seed: int, code: str) -> None:
    order = random.Random(seed).sample(range(7), k=7)
    sources, lines = ([side[n] for n in order] for side in (ENGLISH, TARGETS[code]))
    found = cut("\n".join(lines), code, sources)
    assert list(found.texts) == lines
    assert found.as_json() == cut("\n".join(lines), code, sources).as_json()
