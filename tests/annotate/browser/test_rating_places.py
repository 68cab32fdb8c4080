"""Places in a text and time on a page, in a real browser: characters and seconds are counted right."""

from collections.abc import Sequence

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tests.annotate.browser import test_judging_page, test_rating_page
from tests.annotate.browser.test_rating_page import Rated, score_and_save, span, spans, word

look, rated = test_judging_page.look, test_rating_page.rated
# A family of seven code points, e with an accent of its own, Arabic with points, and a rare letter.
FAMILY, ACCENT, RARE = "👩\u200d👩\u200d👧\u200d👦", "cafe\u0301", "𝔊ut"


@pytest.mark.parametrize("part", [FAMILY, ACCENT, RARE, "بَيت", "家"])
def test_places_count_characters_as_python_does(rated: Rated, part: str) -> None:
    target = f"Gut 🎉 𝒂𝒃 {part} und 𝔄 Ende"
    served, seen, page = rated([("A", target)])
    word(page, part).click()
    page.keyboard.press("1")
    score_and_save(seen)
    (found,) = spans(served)
    assert target[found["start"] : found["end"]] == part


def test_letters_with_accents_are_not_cut(rated: Rated) -> None:
    served, seen, page = rated([("A", f"Ein {ACCENT} {FAMILY}.")])
    word(page, ACCENT).click()
    page.get_by_label("End a letter earlier").click()
    page.keyboard.press("1")
    score_and_save(seen)
    (found,) = spans(served)
    assert (found["start"], found["end"]) == (4, 7)  # caf, without the e and its accent


def test_arrows_follow_the_direction_of_the_text(rated: Rated) -> None:
    target = "قال الرجل كلمة واحدة"
    served, seen, page = rated([("He said one word", target)])
    page.keyboard.press("m")
    for key in ("ArrowLeft", "Shift+ArrowLeft", "2"):  # leftwards is onwards
        page.keyboard.press(key)
    score_and_save(seen)
    assert spans(served) == [span(target, "الرجل كلمة", "major")]


def test_the_clock_counts_neither_breaks_nor_hidden_pages(rated: Rated) -> None:
    _, _, page = rated()
    seconds = page.evaluate("""async () => {
      const { Clock } = await import("./page/clock.js");
      let now = 0;
      const clock = new Clock(() => now);
      const found = [];
      clock.turnTo(1, 2.5);                      // 2.5 s of an earlier visit
      now += 20_000; clock.tick(); now += 10_000; found.push(clock.seconds());
      now += 3_600_000; found.push(clock.seconds());   // an hour: a minute of it counts
      clock.pause(); now += 50_000; clock.resume(); found.push(clock.seconds());
      clock.turnTo(2, null); now += 7_000; found.push(clock.seconds());
      clock.turnTo(1, null); now += 1_000; found.push(clock.seconds());
      return found;
    }""")
    assert seconds == [32.5, 92.5, 92.5, 7, 93.5]


TELLING = [" ", "a", "é", "e\u0301", "😀", FAMILY, "🇩🇪", "家", "ب", "\u064e", "𝔊", "'", "-", "."]
texts = st.lists(
    st.one_of(st.sampled_from(TELLING), st.characters(exclude_categories=("Cs", "Cc"))), max_size=30
).map("".join)


def test_units_and_edges_of_any_text(rated: Rated) -> None:
    _, _, page = rated()

    @settings(max_examples=25, suppress_health_check=list(HealthCheck), deadline=None)
    @given(st.lists(texts, min_size=8, max_size=8))
    def every_one(chosen: Sequence[str]) -> None:
        found = page.evaluate(
            """async (texts) => {
              const { units, edges } = await import("./page/words.js");
              return texts.map((text) => [units(text, "de"), edges(text, "de")]);
            }""",
            list(chosen),
        )
        for text, (units, edges) in zip(chosen, found, strict=True):
            assert [text[one["start"] : one["end"]] for one in units] == [
                one["text"] for one in units
            ]
            assert "".join(one["text"] for one in units) == text
            assert edges[0] == 0 and edges[-1] == len(text) and edges == sorted(set(edges))
            assert {one["start"] for one in units} <= set(edges)  # a word cuts no letter

    every_one()
