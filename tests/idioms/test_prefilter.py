"""The filter loses nothing: what it passes over, the matcher would not have found.

The claim is tried on random lines made of what it must think of: words of idioms, their forms,
contractions, apostrophes and hyphens of all kinds, capitals, decomposed letters, emoji, soft
hyphens, very long words.
"""

import unicodedata
from collections.abc import Callable, Collection, Iterable, Sequence
from functools import cache
from random import Random

import numpy as np
import pytest
from finding import filtered, listed, matcher, unfiltered
from hypothesis import given
from hypothesis import strategies as st

from litmus.idioms.entries.notation import Word
from litmus.idioms.matching import prefilter
from litmus.idioms.matching.matcher import Matcher
from litmus.idioms.matching.prefilter import Prefilter
from litmus.language import knowledge
from litmus.language.inflection import irregular

KINDS = ("ordered", "free")
CASES = [(code, kind) for code in ("en", "de", "fr", "zh") for kind in KINDS]
ENDINGS = {
    "en": ("", "", "s", "ed", "ing", "'s", "er", "es"),
    "de": ("", "", "e", "t", "en", "te", "s", "es"),
    "fr": ("", "", "s", "e", "es", "ez", "ait", "x"),
    "zh": ("",),
}
APOSTROPHES = "'’‘´ʼ"
BETWEEN = (*[" "] * 5, "  ", "-", "\u2011", ", ", " – ", ". ", " 😀 ", "\u00a0", "/", "")


@cache
def inflected(code: str) -> dict[str, list[str]]:
    """Dictionary word -> its irregular forms."""
    found: dict[str, list[str]] = {}
    for form, words in irregular(code).items():
        for word in words:
            found.setdefault(word, []).append(form)
    return found


def spelled(word: str, code: str, rng: Random) -> str:
    """A word as it might be typed."""
    if rng.random() < 0.5:
        return word
    change = rng.randrange(9)
    if change == 0:
        return word.upper()
    if change == 1:
        return word.capitalize()
    if change == 2:
        return unicodedata.normalize("NFD", word)
    if change == 3:
        at = rng.randrange(len(word) + 1)
        return (
            word[:at] + rng.choice(["\u00ad", "\u200d", "😀", "𝒦", "\u0301", "_", "İ"]) + word[at:]
        )
    if change == 4:
        return word + rng.choice(ENDINGS[code])
    if change == 5:
        return rng.choice(["d", "l", "qu", "re", "can", "auf", "zu"]) + rng.choice("'’") + word
    if change == 6:
        return word + rng.choice(APOSTROPHES) + rng.choice(["s", "t", "ll", "n", "ne", ""])
    if change == 7:
        return rng.choice(inflected(code).get(word.lower(), [word]))
    return word * rng.choice([1, 200])


def random_lines(code: str, finder: Matcher, n_lines: int, seed: int) -> list[str]:
    """Lines with the words of one idiom or two, in order or not, and others around."""
    rng = Random(seed)
    idioms = finder.idioms.idioms
    language = knowledge.load(code)
    small = sorted({*language.contractions, *language.ambiguous, *sorted(language.stopwords)[:80]})
    small = small or ["的"]
    blanks = (
        BETWEEN if language.writing == "spaces" else ("", "", "", "", "", " ", "，", "。", "😀")
    )
    lines = []
    for _ in range(n_lines):
        words: list[str] = []
        for _ in range(rng.randrange(1, 3)):
            form = rng.choice(rng.choice(idioms).forms)
            own = [
                rng.choice(part.forms) if isinstance(part, Word) else rng.choice(small)
                for part in form.parts
                if not part.optional or rng.random() < 0.5
            ]
            if rng.random() < 0.2:
                rng.shuffle(own)
            for word in own:
                words.append(spelled(word, code, rng))
                if rng.random() < 0.1:
                    words.append(spelled(rng.choice(small), code, rng))
        lines.append("".join(word + rng.choice(blanks) for word in words))
    return lines


def cases(
    every: Iterable[tuple[str, str]], every_day: Collection[tuple[str, str]]
) -> pytest.MarkDecorator:
    """Language and kind of matcher; but for some they are tried for a release."""
    return pytest.mark.parametrize(("code", "kind"), [
        case if case in every_day else pytest.param(*case, marks=pytest.mark.release)
        for case in every
    ])  # fmt: skip


@cases(CASES, [("en", "ordered"), ("zh", "free")])
def test_filter_loses_nothing_on_random_lines(code: str, kind: str) -> None:
    finder = matcher(code, kind=kind, backend=None)
    lines = random_lines(code, finder, 150, seed=7)
    expected = unfiltered(finder, lines)
    assert filtered(finder, lines) == expected
    assert sum(map(bool, expected)) > 30  # else it would prove little


@pytest.mark.release
@pytest.mark.parametrize(("code", "kind"), CASES)
def test_filter_loses_nothing_on_many_random_lines(code: str, kind: str) -> None:
    finder = matcher(code, kind=kind, backend=None)
    for seed in range(100, 120):
        lines = random_lines(code, finder, 5_000, seed)
        assert filtered(finder, lines) == unfiltered(finder, lines)


@pytest.mark.release
@pytest.mark.parametrize("code", ["en", "de", "es", "it", "pt", "nl", "is"])
def test_filter_loses_nothing_with_a_parse_and_in_other_languages(code: str) -> None:
    ENDINGS.setdefault(code, ENDINGS["fr"])
    finder = matcher(code) if code in ("en", "de") else matcher(code, kind="free", backend=None)
    lines = random_lines(code, finder, 300, seed=5)
    expected = unfiltered(finder, lines)
    assert filtered(finder, lines) == expected
    assert sum(map(bool, expected)) > 40


ENTRIES = {
    "en": ("not hold water", "that's the way the cookie crumbles", "pull someone's leg", "dead line",
           "be in the same boat", "twenty-four/seven", "o'clock sharp", "them and us"),
    "de": ("jemandem einen Bären aufbinden", "ins Gras beißen", "auf großem Fuß leben", "im Sand(e) verlaufen"),
    "fr": ("mettre la puce à l'oreille", "avoir d'autres chats à fouetter", "aujourd'hui ou jamais"),
    "it": ("avere l'acqua alla gola", "in bocca al lupo", "un po' di tutto"),
    "zh": ("雪上加霜", "给 某人 穿小鞋", "卡拉OK", "画(了)蛇"),
    "ja": ("手を焼く", "猫の手も借りたい"),
    "tr": ("gözden düşmek", "kitap kurdu"),
    "ko": ("발이 넓다", "손이 크다"),
    "he": ("לשבור את הראש", "על הגובה"),
    "ar": ("على الرأس والعين", "طويل اليد"),
    "ru": ("водить за нос", "бить баклуши"),
}  # fmt: skip


def texts(code: str) -> st.SearchStrategy[str]:
    """Words of the entries between blanks and signs, and anything else."""
    words = sorted({word for entry in ENTRIES[code] for word in entry.replace("/", " ").split()})
    typed: list[Callable[[str], str]] = [
        str, str.upper, str.title, lambda word: unicodedata.normalize("NFD", word),
        lambda word: word.replace("'", "’"), lambda word: f"{word}'s", lambda word: f"l’{word}",
        lambda word: word[:-1], lambda word: f"{word}s", lambda word: f"ge{word}t",
    ]  # fmt: skip
    word = st.builds(
        lambda word, change: change(word), st.sampled_from(words), st.sampled_from(typed)
    )
    other = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\n"), max_size=6)
    sign = st.sampled_from([" ", " ", "-", "'", "’", ", ", ". ", "\u00ad", "😀", "\u0301", ""])
    return st.lists(st.one_of(word, word, sign, other), max_size=12).map(
        lambda found: " ".join(found) if len(found) % 2 else "".join(found)
    )


@cases(
    [(code, kind) for code in sorted(ENTRIES) for kind in KINDS],
    [("fr", "ordered"), ("tr", "ordered"), ("en", "free"), ("ja", "free")],
)
@given(data=st.data())
def test_filter_loses_nothing_on_any_text(code: str, kind: str, data: st.DataObject) -> None:
    finder = matcher(code, *ENTRIES[code], kind=kind, backend=None)
    lines = data.draw(st.lists(texts(code), min_size=1, max_size=4))
    assert filtered(finder, lines) == unfiltered(finder, lines)


@pytest.mark.parametrize(
    ("code", "entry", "line"),
    [
        ("tr", "İstanbul'un taşı toprağı altın", "Derler ki İstanbul'un taşı toprağı altın."),
        # the modifier letter apostrophe
        ("fr", "couper l'herbe sous le pied", "On ʼcoupe l'herbeʼ sous le pied."),
        ("fr", "manger dans la main de l'homme", "Il mange dans la main de l'hommeʼs."),
        ("en", "black sheep", "The black sheepʼ'll know."),
        ("el", "ΟΔΟΣ'Α ΒΗΤΑ", "ΟΔΟΣ'Α ΒΗΤΑ"),  # sigma before an apostrophe
    ],
)
def test_filter_sees_odd_apostrophes(code: str, entry: str, line: str) -> None:
    finder = matcher(code, entry, backend=None)
    assert unfiltered(finder, [line])[0]
    assert filtered(finder, [line]) == unfiltered(finder, [line])


# --- lines and sizes -----------------------------------------------------------------------------


def numbers(finder: Matcher, text: str) -> list[int]:
    return [line for line, _ in finder.prefilter().candidates(text)]


def test_filter_counts_lines_from_0_and_passes_those_without_candidates() -> None:
    finder = matcher("en", "kick the bucket", backend=None)
    text = "\n\nHe kicked the bucket.\nno\n\nbucket kicked\nthe bucket\n"
    assert numbers(finder, text) == [2, 5]
    for text in ("", "\n", "\n\n\n", "no", "no\n", "😀", "\u0301\n\u0301"):
        assert numbers(finder, text) == numbers(matcher("zh", "雪上加霜", backend=None), text) == []


def test_filter_passes_few_other_lines() -> None:
    finder = matcher("en", "kick the bucket", "spill the beans", backend=None)
    rng = Random(1)
    vocabulary = ["kick", "the", "bucket", "spill", "beans", *(f"word{n}" for n in range(500))]
    lines = [" ".join(rng.choices(vocabulary, k=10)) for _ in range(3_000)]
    both = [
        n for n, line in enumerate(lines)
        if {"kick", "bucket"} <= set(line.split()) or {"spill", "beans"} <= set(line.split())
    ]  # fmt: skip
    assert numbers(finder, "\n".join(lines)) == both


def test_filter_is_the_same_in_parts_and_forgets_words_and_still_knows_them(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    finder = matcher("en", backend=None)
    lines = random_lines("en", finder, 60, seed=11)
    length = len("\n".join(lines))
    whole = unfiltered(finder, lines)
    for largest in (50, 1_000, length - 1, length, length + 1):
        monkeypatch.setattr(prefilter, "LARGEST", largest)
        assert filtered(finder, lines) == whole
    monkeypatch.setattr(prefilter, "_TYPES", 5)
    monkeypatch.setattr(prefilter, "_SLOTS", 3)
    assert filtered(finder, lines) == whole


def test_filter_learns_from_the_first_text_only_what_is_rare() -> None:
    """A first text that is unlike the rest changes the work, not what is found."""
    finder = matcher("en", backend=None)
    lines = random_lines("en", finder, 100, seed=13)
    expected = unfiltered(finder, lines)
    for first in ("", "kick the bucket " * 50, "the of and\n" * 50, "\n".join(lines[:9])):
        used = finder.prefilter()
        used.candidates(first)
        candidates = dict(used.candidates("\n".join(lines)))
        found = [finder.find(line, candidates.get(n, ())) for n, line in enumerate(lines)]
        assert found == expected


@pytest.mark.parametrize(
    ("needs", "text", "candidates"),
    [
        # every rare word of a pattern
        ([(0, 1), (1, 2), (0, 1, 2), (2,)], "a b\nb x c\nA-B.C\nc\na\nab c" + "\nx" * 100,
         [(0, (0,)), (1, (1, 3)), (2, (0, 1, 2, 3)), (3, (3,)), (5, (3,))]),
        # not words of every line
        ([(0, 1)], "a b\na\na\na x\nb", [(0, (0,)), (4, (0,))]),
    ],
)  # fmt: skip
def test_filter_asks_for_rare_words(
    needs: Sequence[Sequence[int]], text: str, candidates: list[object]
) -> None:
    words = {"a": 0, "b": 1, "c": 2}
    used = Prefilter(needs, lambda run: frozenset((words[run],)) if run in words else frozenset())
    assert used.candidates(text) == candidates


def test_hashes_tell_runs_apart_wherever_they_stand() -> None:
    """Equal runs have equal hashes, and 20,000 different ones have different hashes."""
    rng = Random(2)
    runs = ["".join(rng.choices("abcdefghij", k=rng.randrange(1, 12))) for _ in range(20_000)]
    used = Prefilter([(0,)], lambda run: frozenset())
    points = np.frombuffer(" ".join(runs).encode("utf-32-le"), dtype=np.uint32)
    _, _, hashes = used._word_runs(points)
    seen: dict[str, int] = {}
    for run, value in zip(runs, hashes.tolist(), strict=True):
        assert seen.setdefault(run, value) == value
    assert len(set(seen.values())) == len(seen)


def test_very_long_line_is_a_candidate_for_everything(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(prefilter, "LARGEST", 100)
    finder = Matcher(listed("en", "kick the bucket", "red tape"), backend=None)
    text = "short\n" + "x " * 100 + "\nred tape\n" + "kicked the bucket " * 20
    found = finder.prefilter().candidates(text)
    assert [line for line, _ in found] == [1, 2, 3]
    assert len(found[0][1]) == len(found[2][1]) > 1
