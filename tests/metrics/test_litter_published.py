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

from litmus.corpus.parallel import ParallelFiles
from litmus.corpus.segment import Idiom, Segment
from litmus.corpus.suite import SuiteInfo
from litmus.errors import UsageError
from litmus.files.text import read_lines
from litmus.language.dictionary import bilingual as dictionaries
from litmus.language.dictionary.bilingual import Dictionary, load_dictionary
from litmus.metrics.base import Setup
from litmus.metrics.registry import create

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
    found: list[Decision | None] = []
    for place in range(len(segments)):
        row = rows.get(place)
        if row is None:
            found.append(None)
        else:
            evidence = row.evidence
            found.append((row.counts[0] == 1, evidence["kind"], evidence["triggered"]))
    return found


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


# --- the golden inputs ---------------------------------------------------------------------------

N_LINES = 400


@pytest.fixture(scope="module")
def muse_files(shared: Path) -> tuple[Path, Path]:
    files = (shared / "data/muse-dicts/en-fr.txt.gz", shared / "data/muse-dicts/fr-en.txt.gz")
    if not all(file.exists() for file in files):
        pytest.skip("the MUSE dictionaries are not in the reference data")
    return files


@pytest.fixture(scope="module")
def muse_loaded(muse_files: tuple[Path, Path]) -> Dictionary:
    return load_dictionary(muse_files, "en", "fr")


@pytest.fixture(scope="module")
def muse_entries(muse_files: tuple[Path, Path]) -> list[tuple[str, str]]:
    forward, reverse = ([line.split() for line in read_lines(file)] for file in muse_files)
    return [(a, b) for a, b in forward] + [(b, a) for a, b in reverse]


@pytest.fixture(scope="module")
def golden_lines(shared: Path) -> tuple[list[Segment], list[str]]:
    folder = shared / "data/golden/litter/inputs"
    if not folder.exists():
        pytest.skip("the golden inputs are not in the reference data")
    files = ParallelFiles(
        SuiteInfo("golden", "en", "fr"),
        folder / "src.en",
        (folder / "ref.fr",),
        spans=folder / "spans.en",
    )
    segments = list(itertools.islice(files.segments(), N_LINES))
    return segments, list(itertools.islice(read_lines(folder / "hyp_b.fr"), N_LINES))


@pytest.mark.parametrize("flags", FLAGS, ids=named)
def test_litter_agrees_with_the_plain_rendering_on_french(
    monkeypatch: pytest.MonkeyPatch,
    muse_files: tuple[Path, Path],
    muse_loaded: Dictionary,
    muse_entries: list[tuple[str, str]],
    golden_lines: tuple[list[Segment], list[str]],
    flags: set[str],
) -> None:
    monkeypatch.setattr(dictionaries, "load_dictionary", lambda *_: muse_loaded)  # read it once
    segments, hypotheses = golden_lines
    plain = Plain(muse_entries, ("en", "fr"), flags)
    expected = [plain.decide(s, h) for s, h in zip(segments, hypotheses, strict=True)]
    assert sum(decision is not None and decision[0] for decision in expected) > 100
    assert ours(muse_files, ("en", "fr"), flags, segments, hypotheses) == expected


def test_litter_agrees_with_the_plain_rendering_on_fuzzy_matches(
    monkeypatch: pytest.MonkeyPatch,
    muse_files: tuple[Path, Path],
    muse_loaded: Dictionary,
    muse_entries: list[tuple[str, str]],
    golden_lines: tuple[list[Segment], list[str]],
) -> None:
    monkeypatch.setattr(dictionaries, "load_dictionary", lambda *_: muse_loaded)
    segments, hypotheses = (part[:40] for part in golden_lines)
    plain = Plain(muse_entries, ("en", "fr"), {"fuzzy"})
    expected = [plain.decide(s, h) for s, h in zip(segments, hypotheses, strict=True)]
    assert ours(muse_files, ("en", "fr"), {"fuzzy"}, segments, hypotheses) == expected


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


def decided(dictionary: Path, segment: Segment, hypothesis: str) -> Decision | None:
    return ours([dictionary], ("en", "fr"), set(), [segment], [hypothesis])[0]


def test_published_litter_looks_at_the_last_span_only(dictionary: Path) -> None:
    idioms = (Idiom("break", ((3, 8),)), Idiom("ice", ((13, 16),)))
    segment = Segment("1", "he broke the ice", ("il osa",), idioms=idioms)
    assert decided(dictionary, segment, "il brisa") == (False, None, [])
    assert decided(dictionary, segment, "la glace") == (True, "word", ["glace"])


def test_published_litter_counts_a_span_without_entries_as_right(dictionary: Path) -> None:
    segment = marked("a fine kettle", "un joli coup", idiom="kettle")
    assert decided(dictionary, segment, "une bouilloire") == (False, None, [])


def test_published_litter_skips_a_span_of_punctuation(dictionary: Path) -> None:
    segment = marked("ice , ice", "la glace", idiom=",")
    assert decided(dictionary, segment, "la glace") is None


def test_published_litter_splits_words_at_hyphens(dictionary: Path) -> None:
    segment = marked("he broke it", "il osa", idiom="broke")
    assert decided(dictionary, segment, "il le brisa-t-il") == (True, "word", ["brisa"])


def test_published_litter_keeps_a_word_as_it_stands_but_looks_it_up_lower_cased(
    dictionary: Path,
) -> None:
    segment = marked("Ice cold", "froid", idiom="Ice")
    assert decided(dictionary, segment, "la glace") == (True, "word", ["glace"])
    assert decided(dictionary, segment, "la Glace") == (False, None, [])


def test_published_litter_stops_no_capital_stop_word(dictionary: Path) -> None:
    spec = f"litter:dictionary={dictionary},compat=idiom-mt,stopwords=drop"
    upper, lower = marked("In it", "y", idiom="In"), marked("in it", "y", idiom="in")
    rows = rows_of(spec, [upper, lower], ["dans", "dans"])
    assert [(row.segment, row.counts[0]) for row in rows] == [(0, 1.0)]  # the other is skipped


def test_published_litter_survives_an_empty_hypothesis_when_fuzzy(dictionary: Path) -> None:
    segment = marked("he broke it", "il osa", idiom="broke")
    assert ours([dictionary], ("en", "fr"), {"fuzzy"}, [segment], [""]) == [(False, None, [])]


def test_published_litter_survives_a_lone_accent_when_fuzzy(dictionary: Path) -> None:
    segment = marked("he broke it", "il \u0301 osa", idiom="broke")
    flags = {"fuzzy", "accents"}
    assert ours([dictionary], ("en", "fr"), flags, [segment], ["\u0301"]) == [(False, None, [])]


def compounds(tmp_path: Path, reference: str, hypothesis: str) -> Decision | None:
    dictionary = muse(tmp_path / "en-de.txt", "ice Eis", "cream Creme", "cream Sahne")
    segment = marked("ice cream", reference, idiom="ice cream")
    return ours([dictionary], ("en", "de"), {"compounds"}, [segment], [hypothesis])[0]


def test_published_litter_glues_also_what_the_reference_excuses(tmp_path: Path) -> None:
    assert compounds(tmp_path, "nur Eis", "EisCreme") == (True, "compound", ["EisCreme"])


def test_published_litter_glues_no_word_to_itself(tmp_path: Path) -> None:
    assert compounds(tmp_path, "nichts", "EisEis") == (False, None, [])


def test_published_litter_glues_two_translations_of_one_word(tmp_path: Path) -> None:
    assert compounds(tmp_path, "nichts", "SahneCreme") == (True, "compound", ["SahneCreme"])


def test_published_litter_glues_without_linking_letters(tmp_path: Path) -> None:
    assert compounds(tmp_path, "nichts", "EisesCreme") == (False, None, [])


def test_published_litter_has_no_gate(dictionary: Path) -> None:
    with pytest.raises(UsageError) as caught:
        create(
            f"litter:dictionary={dictionary},compat=idiom-mt,match=stem,gate=alignment",
            Setup("en", "fr"),
        )
    assert str(caught.value) == (
        "litter: compat=idiom-mt does what the published code does, which has no match and gate. "
        "Leave one of them out."
    )
