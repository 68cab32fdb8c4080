"""Links and tags kept from one run to the next: the same numbers, without the work."""

import random
from pathlib import Path

import pytest
from commanding import FIXTURES, Litmus, write_lines

from litmus.alignment.embedded.aligner import EmbeddedAligner
from litmus.discourse import source_side
from litmus.discourse.sentences import sentences_of
from litmus.discourse.tagging import DocumentTagger
from litmus.language.analysis import Analyser, Sentence

here, litmus, tiny = FIXTURES

SOURCE = ["You are late.", "You know her.", "It is a cat.", "Take it.", "You are right."] * 9
TARGET = ["Tu es en retard.", "Tu la connais.", "C'est un chat.", "Prends-le.", "Vous avez raison."] * 9  # fmt: skip
OTHER = ["Vous êtes en retard.", "Tu le connais.", "Il est un chat.", "Prenez-la.", "Tu as raison."] * 9  # fmt: skip
FILES = ("-l", "en-fr", "-s", "src", "-r", "ref", "--docids", "ids")
SCORE = (*FILES, "-m", "word-f:tags=both", "consistency", "litter:gate=alignment", "--bootstrap", "20", "-f", "json")  # fmt: skip


class Work:
    """How often something was computed."""

    def __init__(self) -> None:
        self.tagged = self.aligned = self.learned = 0


@pytest.fixture
def talks(here: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    write_lines(here / "src", SOURCE)
    write_lines(here / "ref", TARGET)
    write_lines(here / "out", OTHER)
    write_lines(here / "more", [text.replace("Tu", "Vous") for text in OTHER])
    write_lines(here / "ids", [f"d{n // 7}" for n in range(len(SOURCE))])
    monkeypatch.setenv("LITMUS_CACHE", str(here / "cache"))
    return here


@pytest.fixture
def work(monkeypatch: pytest.MonkeyPatch) -> Work:
    counted = Work()

    def counting(kind: type, method: str, name: str) -> None:
        real = getattr(kind, method)

        def call(self: object, *args: object) -> object:
            setattr(counted, name, getattr(counted, name) + 1)
            return real(self, *args)

        monkeypatch.setattr(kind, method, call)

    counting(DocumentTagger, "tag", "tagged")
    counting(EmbeddedAligner, "align", "aligned")
    counting(EmbeddedAligner, "learn", "learned")
    return counted


def test_a_second_run_computes_nothing_again(talks: Path, litmus: Litmus, work: Work) -> None:
    first = litmus("score", *SCORE, "-i", "out", "--segments", "one", "--workers", 1)
    assert first.code == 0, first.err
    assert (work.tagged, work.learned) == (2, 1)
    again = litmus("score", *SCORE, "-i", "out", "--segments", "two", "--workers", 1)
    assert again == first
    assert (talks / "one").read_bytes() == (talks / "two").read_bytes()
    assert (work.tagged, work.learned) == (2, 1)


def test_without_it_the_numbers_are_the_same(talks: Path, litmus: Litmus, work: Work) -> None:
    kept = litmus("score", *SCORE, "-i", "out", "--workers", 1)
    done = work.tagged
    without = litmus("score", *SCORE, "-i", "out", "--workers", 1, "--no-cache")
    assert without == kept
    assert work.tagged == 2 * done


def test_of_another_system_only_its_own_part_is_new(
    talks: Path, litmus: Litmus, work: Work
) -> None:
    litmus("score", *SCORE, "-i", "out", "--workers", 1)
    both = litmus("score", *SCORE, "-i", "out", "more", "--workers", 1)
    assert (work.tagged, work.learned) == (3, 1)
    assert both == litmus("score", *SCORE, "-i", "out", "more", "--workers", 1, "--no-cache")


@pytest.mark.slow
def test_any_part_of_it_may_be_gone(
    talks: Path, litmus: Litmus, monkeypatch: pytest.MonkeyPatch
) -> None:
    lines = [
        [f"{text} {n} {k}" for n in range(6) for k, text in enumerate(own)]
        for own in (SOURCE, TARGET, OTHER)
    ]
    for name, own in zip(("src", "ref", "out"), lines, strict=True):
        write_lines(talks / name, own)
    write_lines(talks / "more", [text.replace("Tu", "Vous") for text in lines[2]])
    write_lines(talks / "ids", [f"d{n // 110}" for n in range(len(lines[0]))])
    score = ("score", *FILES, "-i", "out", "more", "-m", "word-f:tags=both", "-f", "json", "--bootstrap", 5, "--workers", 1)  # fmt: skip
    expected = litmus(*score, "--segments", "one", "--no-cache")
    litmus(*score)
    kept = sorted(path for path in (talks / "cache").rglob("*") if path.is_file())
    contents = [path.read_bytes() for path in kept]
    assert len(kept) == 1 + 3 * 3  # an aligner, and the tags of three texts in three batches
    read: list[str] = []

    def noted(analyser: Analyser, texts: list[str], language: str) -> list[tuple[Sentence, ...]]:
        read.extend(texts)
        return sentences_of(analyser, texts, language)

    monkeypatch.setattr(source_side, "sentences_of", noted)
    chance = random.Random(1)
    for _ in range(6):
        for path, content in zip(kept, contents, strict=True):
            path.write_bytes(content)
            if chance.random() < 0.5:
                path.unlink()
        read.clear()
        assert litmus(*score, "--segments", "two") == expected
        assert (talks / "two").read_bytes() == (talks / "one").read_bytes()
        assert len(read) == len(set(read))  # of what is new, the source is read once for all


def test_report_and_tag_use_what_score_has_kept(talks: Path, litmus: Litmus, work: Work) -> None:
    litmus("score", *SCORE, "-i", "out", "-m", "word-f", "--workers", 1)
    done = work.tagged
    quick = ("--bootstrap", 20, "--trials", 20, "--workers", 1)
    assert litmus("report", *FILES, "-m", "word-f", "consistency", "-i", "out", *quick).code == 0
    assert work.tagged == done
    plain = litmus("tag", *FILES, "--no-cache", "--workers", 1)
    first = litmus("tag", *FILES, "--workers", 1)
    tagged = work.tagged
    assert litmus("tag", *FILES, "--workers", 1) == first == plain
    assert work.tagged == tagged


def test_text_or_documents_that_change_are_computed_again(
    talks: Path, litmus: Litmus, work: Work
) -> None:
    litmus("score", *SCORE, "-i", "out", "--workers", 1)
    done = work.tagged
    write_lines(talks / "ids", [f"d{n // 9}" for n in range(len(SOURCE))])
    changed = litmus("score", *SCORE, "-i", "out", "--workers", 1)
    assert work.tagged == 2 * done
    assert changed == litmus("score", *SCORE, "-i", "out", "--workers", 1, "--no-cache")


def test_what_is_damaged_is_computed_again(talks: Path, litmus: Litmus) -> None:
    first = litmus("score", *SCORE, "-i", "out", "--workers", 1)
    for path in (talks / "cache").rglob("*"):
        if path.is_file():
            path.write_bytes(path.read_bytes()[:-3])
    assert litmus("score", *SCORE, "-i", "out", "--workers", 1) == first


def test_cache_is_shown_and_cleared(talks: Path, litmus: Litmus) -> None:
    assert litmus("cache").out == f"{talks / 'cache'}: 0 entries, 0.0 MB of 2,147 MB\n"
    litmus("score", *SCORE, "-i", "out", "--workers", 1)
    shown = litmus("cache").out
    assert shown.startswith(f"{talks / 'cache'}: ") and " 0 entries" not in shown
    cleared = litmus("cache", "clear").out
    assert cleared == shown.replace(" of 2,147 MB", " deleted")
    assert litmus("cache").out == f"{talks / 'cache'}: 0 entries, 0.0 MB of 2,147 MB\n"


def test_cache_that_is_off_says_so(
    talks: Path, litmus: Litmus, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LITMUS_CACHE", "off")
    assert litmus("cache").out == "The cache is off (LITMUS_CACHE=off).\n"
    assert litmus("score", *SCORE, "-i", "out", "--workers", 1).code == 0
    assert not (talks / "cache").exists()


def test_score_writes_the_page_of_report_too(
    talks: Path, litmus: Litmus, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.argv", ["litmus"])
    alone = litmus("score", *SCORE, "-i", "out", "--segments", "one", "--workers", 1)
    both = litmus("score", *SCORE, "-i", "out", "--segments", "two", "--report", "a.html", "--workers", 1)  # fmt: skip
    assert both == alone
    assert (talks / "one").read_bytes() == (talks / "two").read_bytes()
    assert litmus("report", *SCORE[:-2], "-i", "out", "--no-test", "-o", "b.html", "--workers", 1).code == 0  # fmt: skip
    assert (talks / "a.html").read_bytes() == (talks / "b.html").read_bytes()
