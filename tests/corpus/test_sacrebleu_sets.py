"""Test sets of sacreBLEU: of a list of sets made by hand, without its cache or a network."""

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from urllib.error import URLError

import pytest

from litmus.corpus import sacrebleu_sets
from litmus.corpus.sacrebleu_sets import load_sacrebleu
from litmus.corpus.segment import Segment
from litmus.corpus.shipped import load_suite
from litmus.errors import DataError, LitmusError, UnknownName, UsageError


@dataclass
class Dataset:
    """What sacreBLEU says of a set."""

    langpairs: dict[str, list[str]]
    files: dict[str, Path] = field(default_factory=dict)
    chosen: tuple[str, ...] = ()
    description: str | None = None
    fails: Exception | None = None
    _outdir: str = "/home/me/.sacrebleu/wmt24"

    def get_files(self, _: str) -> list[str]:
        if self.fails is not None:
            raise self.fails
        return [str(file) for file in self.files.values()]

    def fieldnames(self, _: str) -> list[str]:
        return list(self.files)

    def get_reference_files(self, _: str) -> list[str]:
        return [str(self.files[name]) for name in self.chosen]


@pytest.fixture
def known(monkeypatch: pytest.MonkeyPatch) -> dict[str, Dataset]:
    sets: dict[str, Dataset] = {}
    monkeypatch.setattr(sacrebleu_sets, "_datasets", lambda: sets)
    return sets


def files(folder: Path, **texts: str) -> dict[str, Path]:
    """A file of lines, given as words, for each field; a double underscore is a colon."""
    found = {}
    for name, text in texts.items():
        field = name.replace("__", ":")
        found[field] = folder / name
        found[field].write_text("".join(f"{word}\n" for word in text.split(" ")))
    return found


def test_a_set_is_read_field_by_field(tmp_path: Path, known: dict[str, Dataset]) -> None:
    fields = files(
        tmp_path, src="one two", ref__A="eins zwei", ref__B="1 2", docid="d ", domain="news ",
        genre="x y", origlang="en de", GPT="uno due", Half="un",
    )  # fmt: skip
    known["wmt24"] = Dataset({"en-de": []}, fields, ("ref:A",), "Of WMT")
    suite = load_sacrebleu("sacrebleu:wmt24/en-de")
    info = suite.info
    assert (info.name, info.source, info.target) == ("wmt24.en-de", "en", "de")
    assert (info.origin, info.description) == ("sacreBLEU", "Of WMT")
    assert suite.references == (fields["ref:A"],)
    assert suite.systems == {"GPT": fields["GPT"]}  # the other one lacks a line
    assert (suite.docids, suite.uses_crlf) == (fields["docid"], False)
    assert list(suite.segments()) == [
        Segment("1", "one", ("eins",), "d",
                columns={"domain": "news", "genre": "x", "origlang": "en"}),
        Segment("2", "two", ("zwei",), columns={"genre": "y", "origlang": "de"}),
    ]  # fmt: skip
    assert load_suite("sacrebleu:wmt24/en-de") == suite


def test_a_set_of_texts_alone(tmp_path: Path, known: dict[str, Dataset]) -> None:
    known["mtnt1.1/train"] = Dataset({"en-fr": []}, files(tmp_path, src="a b", ref="A B"))
    suite = load_sacrebleu("sacrebleu:mtnt1.1/train/en-fr/")
    assert (suite.info.name, suite.info.description) == ("mtnt1.1_train.en-fr", "")
    assert list(suite.segments()) == [Segment("1", "a", ("A",)), Segment("2", "b", ("B",))]
    assert (suite.systems, suite.columns, suite.docids) == ({}, {}, None)


def test_fields_that_only_begin_like_a_reference_are_systems(
    tmp_path: Path, known: dict[str, Dataset]
) -> None:
    known["s"] = Dataset({"en-fr": []}, files(tmp_path, src="a", ref="A", refined="R"))
    suite = load_sacrebleu("sacrebleu:s/en-fr")
    assert (len(suite.references), list(suite.systems)) == (1, ["refined"])


@pytest.mark.parametrize(("name", "error", "message"), [
    ("wmt24", UsageError,
     "wmt24 has 2 language pairs: cs-uk, en-de.\nChoose one, such as sacrebleu:wmt24/cs-uk"),
    ("wmt25/en-de", UnknownName,
     "No test set of sacreBLEU is called 'wmt25'. Did you mean 'wmt24'?\nKnown: wmt24"),
    ("wmt25", UnknownName,
     "No test set of sacreBLEU is called 'wmt25'. Did you mean 'wmt24'?\nKnown: wmt24"),
    ("wmt24/en-dd", UnknownName, "No language pair of wmt24 is called 'en-dd'. "
     "Did you mean 'en-de'?\nKnown: cs-uk, en-de"),
])  # fmt: skip
def test_what_is_no_set(
    known: dict[str, Dataset], name: str, error: type[LitmusError], message: str
) -> None:
    known["wmt24"] = Dataset({"en-de": [], "cs-uk": []})
    with pytest.raises(error) as caught:
        load_sacrebleu(f"sacrebleu:{name}")
    assert str(caught.value) == message


@pytest.mark.parametrize(("fails", "reason"), [
    (lambda: URLError("no network"), "no network"), (lambda: OSError("damaged"), "damaged"),
])  # fmt: skip
def test_a_set_that_cannot_be_downloaded(
    known: dict[str, Dataset], fails: Callable[[], Exception], reason: str
) -> None:
    known["wmt24"] = Dataset({"en-de": []}, fails=fails())
    with pytest.raises(DataError) as caught:
        load_sacrebleu("sacrebleu:wmt24/en-de")
    assert str(caught.value) == (
        "sacrebleu:wmt24/en-de is not in sacreBLEU's cache (/home/me/.sacrebleu/wmt24), or is "
        f"damaged, and could not be downloaded: {reason}.\n"
        "Where there is a network, run: sacrebleu -t wmt24 -l en-de --echo src\n"
        "Then copy the folder wmt24 to /home/me/.sacrebleu, or name the cache in the variable "
        "SACREBLEU."
    )
