"""LitTER's compat mode against a second, plain rendering of the published algorithm.

The rendering below follows the description (Baziotis et al. 2023, section 2.1 and appendix, and the
notes on what their code does beside its text), line by line and without any of our modules but the
Moses tokeniser, which is somebody else's. It covers the flags that the golden files do not.
"""

import itertools
import random
import string
import unicodedata
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

import pytest
from measuring import marked, muse, rows_of

from litmus.corpus.segment import Idiom, Segment

Decision = tuple[bool, str | None, list[str]]


class Plain:
    """The published algorithm. `flags` are names of its options that are on."""

    def __init__(self, entries: Iterable[tuple[str, str]], pair: tuple[str, str], flags: set[str]):
        self.flags = flags
        self.table: dict[str, set[str]] = {}
        for word, translation in entries:
            self.table.setdefault(word, set()).add(translation)
        self.vocabulary = {word for found in self.table.values() for word in found}
        from sacremoses import MosesTokenizer  # half a second

        self.source, self.target = (MosesTokenizer(lang=code) for code in pair)

    def shape(self, word: str) -> str:
        if "lower" in self.flags:
            word = word.lower()
        if "accents" in self.flags:
            decomposed = unicodedata.normalize("NFKD", word)
            word = "".join(c for c in decomposed if unicodedata.combining(c) == 0)
        return word

    def tokens(self, tokenizer: Any, text: str) -> list[str]:
        found: list[str] = tokenizer.tokenize(text, aggressive_dash_splits=True)
        return found

    def bag(self, tokenizer: Any, text: str) -> set[str]:
        return {self.shape(token) for token in self.tokens(tokenizer, text.strip())}

    def near(self, word: str, others: set[str]) -> bool:
        """Fuzzy: the closest other word; of several, the one with the longest common prefix."""
        best = min(((distance(word, o), -shared_prefix(word, o)) for o in others), default=None)
        if best is None:
            return False
        likeness = round(max(0.0, 1 - best[0] / len(word)), 2)
        prefix = round(-best[1] / len(word), 2)
        return likeness >= 0.8 and prefix / likeness >= 0.8 and best[0] <= 2

    def common(self, left: set[str], right: set[str]) -> set[str]:
        if "fuzzy" in self.flags:
            return {word for word in left if self.near(word, right)}
        return left & right

    def parts(self, block: set[str], bag: set[str]) -> set[str]:
        return {
            blocked
            for blocked in block
            for word in bag
            if word.startswith(blocked) or word.endswith(blocked)
            if word.replace(blocked, "") in self.vocabulary
        }

    def decide(self, segment: Segment, hypothesis: str) -> Decision | None:
        """None: the line is skipped."""
        start, end = segment.idioms[-1].spans[-1]
        outside = self.bag(self.source, segment.source[:start] + segment.source[end:])
        lists: dict[str, set[str]] = {}
        for token in self.tokens(self.source, segment.source[start:end]):
            if token in string.punctuation:
                continue
            if "source_words" in self.flags and token in outside:
                continue
            found = self.table.get(token, set()) | self.table.get(token.lower(), set())
            lists[token] = {self.shape(word) for word in found}
        if not lists:
            return None
        everything = set[str]().union(*lists.values())
        reference = self.bag(self.target, segment.references[0])
        for word in reference:
            for token in list(lists):
                if lists[token] and self.common({word}, lists[token]):
                    del lists[token]
        block = set[str]().union(*lists.values())
        bag = self.bag(self.target, hypothesis)
        if found := self.common(block, bag):
            return True, "word", sorted(found)
        if "compounds" in self.flags:
            glued = {a + b for a, b in itertools.permutations(everything, 2)}
            glued -= self.common(glued, reference)
            if found := self.common(glued, bag):
                return True, "compound", sorted(found)
        if "partial" in self.flags and (
            found := self.parts(block, bag) - self.parts(block, reference)
        ):
            return True, "partial", sorted(found)
        return False, None, []


def distance(left: str, right: str) -> int:
    table = {(i, 0): i for i in range(len(left) + 1)} | {(0, j): j for j in range(len(right) + 1)}
    for i, j in itertools.product(range(1, len(left) + 1), range(1, len(right) + 1)):
        table[i, j] = min(
            table[i - 1, j] + 1,
            table[i, j - 1] + 1,
            table[i - 1, j - 1] + (left[i - 1] != right[j - 1]),
        )
    return table[len(left), len(right)]


def shared_prefix(left: str, right: str) -> int:
    pairs = zip(left, right, strict=False)
    return len(list(itertools.takewhile(lambda pair: pair[0] == pair[1], pairs)))


OPTIONS = {
    "lower": "case=fold",
    "accents": "accents=strip",
    "source_words": "source_words=drop",
    "compounds": "compounds=on",
    "partial": "partial=on",
    "fuzzy": "fuzzy=on",
}


def ours(
    files: Sequence[Path],
    pair: tuple[str, str],
    flags: set[str],
    segments: Sequence[Segment],
    hypotheses: Sequence[str],
) -> list[Decision | None]:
    options = "".join(f",{OPTIONS[flag]}" for flag in sorted(flags))
    spec = f"litter:dictionary={'+'.join(map(str, files))},compat=idiom-mt{options}"
    rows = {row.segment: row for row in rows_of(spec, segments, hypotheses, pair=pair)}
    return [
        (row.counts[0] == 1, row.evidence["kind"], row.evidence["triggered"]) if row else None
        for row in map(rows.get, range(len(segments)))
    ]


FLAGS = [
    {"accents"},
    {"source_words"},
    {"compounds"},
    {"partial"},
    {"lower", "accents"},
    {"lower", "source_words"},
    {"compounds", "partial"},
    {"lower", "accents", "source_words", "compounds", "partial"},
]


def named(flags: set[str]) -> str:
    return "+".join(sorted(flags))


# --- made-up German, where compounds happen ------------------------------------------------------

ENTRIES = [
    ("ice", "Eis"), ("ice", "Glatteis"), ("cream", "Creme"), ("cream", "Sahne"),
    ("break", "brechen"), ("break", "Pause"), ("bear", "Bär"), ("service", "Dienst"), ("service", "Bedienung"),
    ("cold", "kalt"), ("cold", "Kälte"), ("foot", "Fuß"), ("foot", "fuss"), ("feet", "Füße"),
    ("house", "Haus"), ("the", "die"), ("the", "der"), ("the", "das"), ("Mill", "Mühle"),
    ("mill", "mühle"), ("mill", "Werk"), ("door", "Tür"), ("key", "Schlüssel"),
]  # fmt: skip
ENGLISH = "the ice cream break bear service cold foot feet house mill Mill door key , - 's"
GERMAN = (
    "Eis eis Creme Eiscreme EisCreme Sahne Eisbrechen Pause PauseEis Bär Bärdienst BärDienst "
    "Bedienung Hausdienst HausDienst kalt Kälte Kalte Fuß Fuss Hausfuss Fußpause Füße Haustür "
    "HausTür Tür Schlüssel Mühle mühle Werk EisWerk die der das und Hund lief ."
)


@pytest.fixture(scope="module")
def german(tmp_path_factory: pytest.TempPathFactory) -> tuple[list[Path], list[Segment], list[str]]:
    folder = tmp_path_factory.mktemp("german")
    forward, reverse = ENTRIES[::2], ENTRIES[1::2]
    files = [
        muse(folder / "en-de.txt", *(f"{a} {b}" for a, b in forward)),
        muse(folder / "de-en.txt", *(f"{b} {a}" for a, b in reverse)),
    ]
    rng = random.Random(8)
    segments, hypotheses = [], []
    for number in range(150):
        source = " ".join(rng.choices(ENGLISH.split(), k=rng.randint(2, 8)))
        start = rng.randrange(len(source))
        end = rng.randint(start + 1, len(source))
        start, end = source.rfind(" ", 0, start + 1) + 1, (source + " ").index(" ", end)
        if source[start:end].strip() == "":
            start, end = 0, len(source)
        reference, hypothesis = (
            " ".join(rng.choices(GERMAN.split(), k=rng.randint(0, 5))) for _ in "ab"
        )
        spans = tuple(Idiom("made up", (span,)) for span in ((0, 1), (start, end)))
        segments.append(Segment(str(number), source, (reference or "nichts",), idioms=spans))
        hypotheses.append(hypothesis)
    return files, segments, hypotheses


@pytest.mark.parametrize("flags", [*FLAGS, {"fuzzy"}, {"fuzzy", "compounds", "lower"}], ids=named)
def test_litter_agrees_with_the_plain_rendering_on_german(
    german: tuple[list[Path], list[Segment], list[str]], flags: set[str]
) -> None:
    files, segments, hypotheses = german
    plain = Plain(ENTRIES, ("en", "de"), flags)
    expected = [plain.decide(s, h) for s, h in zip(segments, hypotheses, strict=True)]
    assert None in expected  # some lines are skipped,
    kinds = {decision[1] for decision in expected if decision is not None}
    wanted = {"compound" if f == "compounds" else f for f in flags & {"compounds", "partial"}}
    assert kinds >= {None, "word"} | wanted  # and every kind of trigger occurs
    assert ours(files, ("en", "de"), flags, segments, hypotheses) == expected


# --- quirks, by hand -----------------------------------------------------------------------------


@pytest.fixture
def dictionary(tmp_path: Path) -> Path:
    return muse(tmp_path / "en-fr.txt", "ice glace", "broke brisa", "broke cassa", "in dans")


QUIRKS = [
    # the last span only
    ("he broke the ice", [(3, 8), (13, 16)], "il osa",
     {"il brisa": [], "la glace": ["glace"]}),
    # a span without entries is right, one of punctuation is skipped
    ("a fine kettle", [(7, 13)], "un joli coup", {"une bouilloire": []}),
    ("ice , ice", [(4, 5)], "la glace", {"la glace": None}),
    # words are split at hyphens
    ("he broke it", [(3, 8)], "il osa", {"il le brisa-t-il": ["brisa"]}),
    # a word is looked up lower-cased, but compared as it stands
    ("Ice cold", [(0, 3)], "froid", {"la glace": ["glace"], "la Glace": []}),
]  # fmt: skip


@pytest.mark.parametrize(("source", "spans", "reference", "found"), QUIRKS)
def test_quirks_of_published_litter(
    dictionary: Path,
    source: str,
    spans: list[tuple[int, int]],
    reference: str,
    found: dict[str, list[str] | None],
) -> None:
    idioms = tuple(Idiom(f"idiom {span}", (span,)) for span in spans)
    segment = Segment("1", source, (reference,), idioms=idioms)
    for text, words in found.items():
        expected = None if words is None else (bool(words), "word" if words else None, words)
        assert ours([dictionary], ("en", "fr"), set(), [segment], [text]) == [expected], text


def test_published_litter_stops_no_capital_stop_word(dictionary: Path) -> None:
    spec = f"litter:dictionary={dictionary},compat=idiom-mt,stopwords=drop"
    upper, lower = marked("In it", "y", idiom="In"), marked("in it", "y", idiom="in")
    rows = rows_of(spec, [upper, lower], ["dans", "dans"])
    assert [(row.segment, row.counts[0]) for row in rows] == [(0, 1.0)]  # the other is skipped


@pytest.mark.parametrize(
    ("flags", "reference", "text"),
    [({"fuzzy"}, "il osa", ""), ({"fuzzy", "accents"}, "il \u0301 osa", "\u0301")],
)
def test_published_litter_survives_words_without_letters_when_fuzzy(
    dictionary: Path, flags: set[str], reference: str, text: str
) -> None:
    segment = marked("he broke it", reference, idiom="broke")
    assert ours([dictionary], ("en", "fr"), flags, [segment], [text]) == [(False, None, [])]


@pytest.mark.parametrize(
    ("reference", "text", "found"),
    [
        ("nur Eis", "EisCreme", True),  # also what the reference excuses
        ("nichts", "EisEis", False),  # no word with itself
        ("nichts", "SahneCreme", True),  # two translations of one word
        ("nichts", "EisesCreme", False),  # without linking letters
    ],
)
def test_what_published_litter_glues(
    tmp_path: Path, reference: str, text: str, found: bool
) -> None:
    path = muse(tmp_path / "en-de.txt", "ice Eis", "cream Creme", "cream Sahne")
    segment = marked("ice cream", reference, idiom="ice cream")
    expected = (True, "compound", [text]) if found else (False, None, [])
    assert ours([path], ("en", "de"), {"compounds"}, [segment], [text]) == [expected]
