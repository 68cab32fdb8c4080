"""Translations in files of other programs: which go where, and what is said of the rest."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest
from tests.cli.commanding import write_suite

import litmus
from litmus.corpus.suite import Suite
from litmus.errors import DataError, LitmusError, UnknownName, UsageError
from litmus.exporters import FORMATS, Exported, export_suite, options_of
from litmus.exporters.registry import _problem
from litmus.exporters.translations import fill_files, translations, write_files
from litmus.localisation.bilingual import Filled


@pytest.fixture
def suite(tmp_path: Path) -> Suite:
    rows = [{"id": identity, "source": identity.upper()} for identity in ("a/1", "a/2", "b/1")]
    return litmus.load_suite(write_suite(tmp_path / "three", rows))


class Toy:
    """Fills a file: its text is the ids that it has, each of which gets its translation."""

    def __init__(self, bare: Sequence[str] = ()) -> None:
        self.reviewed: list[bool] = []
        self._bare = bare

    def __call__(self, file: Path, texts: Mapping[str, str], prefix: str, review: bool) -> Filled:
        self.reviewed.append(review)
        keys = [prefix + own for own in file.read_text().split()]
        content = "".join(f"{key}={texts.get(key, '')}\n" for key in keys)
        ids = tuple(key for key in keys if texts.get(key))
        blank = tuple(key for key in keys if key in texts and not texts[key])
        bare = tuple(key for key in ids if key in self._bare)
        return Filled(content.encode(), ids, bare, blank)


def filled(suite: Suite, folder: Path, texts: list[str], toy: Toy, **options: Any) -> Exported:
    settings = {"into": folder / "into", "suffixes": {".toy"}, "review": "yes"} | options
    return fill_files(suite, folder / "out", {"mine": texts}, fill=toy, **settings)


def write_toys(folder: Path, **files: str) -> None:
    (folder / "into").mkdir()
    for name, text in files.items():
        (folder / "into" / f"{name}.toy").write_text(text)
    (folder / "into" / "other.txt").write_text("left alone")


def test_a_folder_of_files_is_written(suite: Suite, tmp_path: Path) -> None:
    write_toys(tmp_path, a="1 2", b="1 9")
    toy = Toy(bare=["a/1"])
    done = filled(suite, tmp_path, ["eins", "", "drei"], toy, review="no")
    assert {path.name: path.read_text() for path in (tmp_path / "out").iterdir()} == {
        "a.toy": "a/1=eins\na/2=\n", "b.toy": "b/1=drei\nb/9=\n",
    }  # fmt: skip
    assert done == Exported(
        f"{tmp_path / 'out'}: 2 targets filled",
        [
            "1 target left as in the file, such as 'a/2': the output is blank there.",
            "1 of 2 targets without all inline codes of the source, such as 'a/1'. To keep codes, "
            "import with codes=keep and translate that.",
        ],
    )
    assert toy.reviewed == [False, False]


def test_a_file_alone_is_written_as_a_file(suite: Suite, tmp_path: Path) -> None:
    (tmp_path / "into").write_text("a/1 a/2 b/1")
    toy = Toy()
    done = filled(suite, tmp_path, ["eins", "zwei", "drei"], toy)
    assert (tmp_path / "out").read_text() == "a/1=eins\na/2=zwei\nb/1=drei\n"
    assert (done.notes, toy.reviewed) == ([], [True])


@pytest.mark.parametrize(("options", "error", "message"), [
    ({}, DataError, "{0}/into lacks 2 of the 3 segments of three, such as 'a/2'.\n"
     "Give the file that the suite was imported from; nothing was written."),
    ({"review": "perhaps"}, UnknownName, "No choice of review is called 'perhaps'.\nKnown: no, yes"),
    ({"into": None}, UsageError,
     "Translations are filled into the file that the suite was imported from: into=FILE"),
    ({"into": Path("nowhere")}, DataError, "nowhere does not exist."),
])  # fmt: skip
def test_refused(
    suite: Suite, tmp_path: Path, options: dict[str, Any], error: type[LitmusError], message: str
) -> None:
    write_toys(tmp_path, a="1")
    with pytest.raises(error) as refused:
        filled(suite, tmp_path, ["eins", "zwei", "drei"], Toy(), **options)
    assert str(refused.value) == message.format(tmp_path)
    assert not (tmp_path / "out").exists()


def test_one_output_is_taken(suite: Suite) -> None:
    assert translations(suite, {"mine": ["x", "", "z"]}) == {"a/1": "x", "a/2": "", "b/1": "z"}
    for outputs in ({}, {"a": ["x"] * 3, "b": ["y"] * 3}):
        with pytest.raises(UsageError) as refused:
            translations(suite, outputs)
        assert str(refused.value) == (
            f"{len(outputs)} outputs given; a file takes the translations of one: "
            'outputs={"NAME": FILE}'
        )


@pytest.mark.parametrize("name", ["../x", "/x", "a/../../x"])
def test_files_stay_in_their_folder(tmp_path: Path, name: str) -> None:
    with pytest.raises(DataError) as refused:
        write_files(tmp_path / "out", {Path("good"): b"", Path(name): b""})
    assert str(refused.value) == f"{name!r} cannot be the name of a file in {tmp_path / 'out'}."
    assert not (tmp_path / "out").exists()
    write_files(tmp_path / "out", {Path("a/b..c"): b"x", Path("d"): b"y"})
    assert (tmp_path / "out/a/b..c").read_bytes() == b"x"


REVIEW = "no: they count as translated (default: yes, somebody should look at them)"


def test_options_of_formats(suite: Suite, tmp_path: Path) -> None:
    for name, said, options in (
        ("xliff", "the XLIFF files", {"review": REVIEW}), ("po", "the PO files", {"review": REVIEW}),
        ("srt", "as SRT", {}), ("vtt", "as VTT", {}),
    ):  # fmt: skip
        assert (options_of(name), said in FORMATS.find(name).SUMMARY) == (options, True)
        with pytest.raises(UsageError) as refused:
            export_suite(name, suite, tmp_path / "out", revew="x")
        known = f"review={REVIEW}" if options else "none"
        assert str(refused.value) == (
            f"The export format {name} has no option 'revew'.\nKnown: {known}"
        )
    with pytest.raises(UnknownName):
        options_of("docx")
    assert _problem("x", object()) == "it has no function 'write'"
    assert _problem("x", FORMATS.find("srt")) == ""
