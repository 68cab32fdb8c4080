"""Files in other languages than those asked for: chosen by their codes, or refused."""

from pathlib import Path

import pytest
from tests.importers.importing import refused
from tests.localisation.films import ENGLISH, GERMAN
from tests.localisation.projects import MEMOQ, PO, WEBLATE
from tests.localisation.test_localised_outputs import lines, suite
from tests.localisation.test_subtitles import film

from litmus.api.inputs import open_outputs
from litmus.corpus.suite import SuiteFolder, read_suite, write_suite
from litmus.errors import DataError
from litmus.importers import Imported, import_suite

FRENCH = "1\n00:00:01,000 --> 00:00:03,000\nBonjour.\n"


def stored(folder: Path, found: Imported) -> SuiteFolder:
    write_suite(folder / "suite", found.info, found.segments, beside=found.beside)
    return read_suite(folder / "suite")


def test_a_folder_of_several_languages_is_read_by_their_codes(tmp_path: Path) -> None:
    subs = tmp_path / "subs"
    film(subs, ENGLISH, "film.en.srt")
    film(subs, FRENCH, "film.fr.srt")
    film(subs, GERMAN, "film.de-AT.vtt")
    film(subs, FRENCH, "more.fr.srt")
    found = import_suite("srt", subs, languages=("en", "de"), target=str(subs))
    segments = list(found.segments)
    assert {one.document for one in segments} == {"film"}
    assert segments[0].source == "I think that you should kick the bucket."
    assert segments[0].references == ("Ich denke, du solltest den Löffel abgeben.",)
    output = open_outputs({"mt": subs}, stored(tmp_path, found))["mt"]
    assert list(output) == [one.references[0] for one in segments]  # type: ignore[arg-type]


def test_a_file_without_a_code_gives_way_to_one_with_the_code(tmp_path: Path) -> None:
    film(tmp_path / "subs", FRENCH, "film.srt")
    film(tmp_path / "subs", ENGLISH, "film.en.srt")
    found = import_suite("srt", tmp_path / "subs", languages=("en", "de"))
    assert len(list(found.segments)) == 6


@pytest.mark.parametrize("names", [
    ("film.en.srt", "film.fr.srt"),  # neither is Italian
    ("film.en.srt", "film.srt"),
    ("film.it-CH.srt", "film.it-IT.srt"),
])  # fmt: skip
def test_two_files_that_may_be_meant(tmp_path: Path, names: tuple[str, str]) -> None:
    one, two = (film(tmp_path / "subs", FRENCH, name) for name in names)
    expected = (
        f"{one} and {two} may both be the it subtitles of 'film'.\n"
        "Keep one of them in the folder, or call it film.it.srt"
    )
    assert refused("srt", tmp_path / "subs", languages=("it", "de")) == expected
    opened = stored(
        tmp_path, import_suite("srt", film(tmp_path, FRENCH, "film.fr.srt"), languages=("fr", "it"))
    )
    with pytest.raises(DataError) as caught:
        open_outputs({"mt": tmp_path / "subs"}, opened)
    assert str(caught.value) == expected


def test_an_output_in_another_language(tmp_path: Path) -> None:
    opened = suite(tmp_path, "xliff", MEMOQ)
    path = tmp_path / "fr.xlf"
    path.write_text(MEMOQ.replace('target-language="de"', 'target-language="fr-CA"'))
    with pytest.raises(DataError) as caught:
        lines(path, opened)
    assert str(caught.value) == (
        f"{path} says that its target is fr-CA, but project is en-de.\n"
        "Give the file of that language, or correct what it says."
    )
    opened = suite(tmp_path, "po", PO)
    (tmp_path / "fr.po").write_text(PO.replace("Language: de", "Language: fr"), encoding="utf-8")
    with pytest.raises(DataError, match="says that its target is fr, but project is en-de"):
        lines(tmp_path / "fr.po", opened)
    (tmp_path / "at.po").write_text(PO.replace("Language: de", "Language: de_AT"), encoding="utf-8")
    with pytest.warns(match="left out"):
        assert lines(tmp_path / "at.po", opened)[0] == "Öffnen"


def test_files_of_an_xliff_in_two_languages(tmp_path: Path) -> None:
    first, second = WEBLATE.split('original="app/help"')
    path = tmp_path / "p.xlf"
    path.write_text(f'{first}original="app/help"{second.replace("fr", "de", 1)}', encoding="utf-8")
    assert refused("xliff", path) == (
        f"{path}:11: the target-language of this <file> is de, that of the one on line 3 is fr.\n"
        "A suite has one pair of languages: split the file by language."
    )
    path.write_text(f'{first}original="app/help"{second.replace("fr", "fr-CA", 1)}')
    assert import_suite("xliff", path).info.target == "fr"
