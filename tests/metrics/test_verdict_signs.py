"""What speaks for a verdict, found with the dictionaries that ship."""

import pytest

from litmus.alignment.links import Alignment
from litmus.language.words import token_offsets
from litmus.metrics.idiom.verdict.finding import Finding
from litmus.metrics.idiom.verdict.signs import Signs
from litmus.metrics.idiom.word_keys import morphemes


@pytest.fixture(scope="module")
def to_icelandic() -> Signs:
    return Signs("en", "is")


def find(
    signs: Signs,
    source: str,
    idiom: str,
    output: str,
    links: set[tuple[int, int]],
    *,
    meaning: str = "",
    equivalents: tuple[str, ...] = (),
) -> Finding:
    spans = [token_offsets(text, "words", "en") for text in (source, output)]
    alignment = Alignment(spans[0], spans[1], frozenset(links))
    start = source.index(idiom)
    texts = [signs.text(source, spans[0], 0), signs.text(output, spans[1], 1)]
    known = signs.know(meaning, equivalents)
    return signs.find([(start, start + len(idiom))], *texts, alignment, known)


def test_a_literal_word_is_found_in_another_form(to_icelandic: Signs) -> None:
    finding = find(
        to_icelandic, "We are all ears .", "all ears", "Við erum öll eyru .",
        {(0, 0), (1, 1), (2, 2), (3, 3)},
    )  # fmt: skip
    assert finding.literal == {"ears": "eyru"}
    assert finding.numbers["literal_hit"] > 0
    assert finding.numbers["coverage"] == 1.0


def test_an_equivalent_is_found_by_its_words(to_icelandic: Signs) -> None:
    finding = find(to_icelandic, "It is cut and dried .", "cut and dried", "Það er klippt og skorið .",
                   {(0, 0), (1, 1), (2, 2), (4, 4)}, equivalents=("klippt og skorið",))  # fmt: skip
    assert finding.equivalent == "klippt og skorið"
    assert finding.numbers["equivalent_close"] == 1.0


def test_korean_particles_do_not_hide_a_literal_word() -> None:
    finding = find(Signs("en", "ko"), "It is a feather in your cap .", "a feather in your cap",
                   "그것은 네 모자에 꽂힌 깃털이다 .", {(2, 4), (3, 4), (6, 2)})  # fmt: skip
    assert finding.literal == {"feather": "깃털이다", "cap": "모자에"}
    assert list(morphemes("찾+았+습니다")) == ["찾", "찾았"]  # endings are no keys


def test_a_meaning_may_be_in_the_language_of_the_source() -> None:
    signs = Signs("de", "en")
    assert not signs.know("jemandem die Wahrheit sagen", ()).in_english
    assert signs.know("tell someone the truth", ()).in_english
