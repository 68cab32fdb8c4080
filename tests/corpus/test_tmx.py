"""Translation memories."""

from pathlib import Path

import pytest

from litmus.corpus.formats.tmx import Pairs, Unit, read_tmx
from litmus.errors import DataError

HEAD = """\
<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE tmx SYSTEM "tmx14.dtd">
<tmx version="1.4"><header srclang="en"/><body>
"""
UNITS = """\
<tu tuid="u1"><tuv xml:lang="en-GB"><seg>Break
 the <hi type="b">ice</hi>.</seg></tuv>
<tuv xml:lang="de"><seg>Das <bpt i="1">&lt;b&gt;</bpt>Eis<ept i="1">&lt;/b&gt;</ept>!</seg></tuv>
</tu>
<tu tuid="u2"><tuv lang="EN"><seg>Only English</seg></tuv></tu>
<tu><tuv xml:lang="en"><seg>A<ph x="1">&lt;br/&gt;</ph>B<ph><sub>alt</sub></ph></seg></tuv>
<tuv xml:lang="de-AT"><seg>AB <it pos="begin">[</it>C</seg></tuv></tu>
<tu><tuv xml:lang="en"><seg>empty</seg></tuv><tuv xml:lang="de"><seg> </seg></tuv></tu>
"""


def tmx(folder: Path, body: str = UNITS, tail: str = "</body></tmx>\n") -> Path:
    path = folder / "memory.tmx"
    path.write_text(HEAD + body + tail, encoding="utf-8")
    return path


def test_units_with_their_languages(tmp_path: Path) -> None:
    assert list(read_tmx(tmx(tmp_path))) == [
        Unit(1, 4, "u1", {"en-GB": "Break the ice.", "de": "Das Eis!"}),
        Unit(2, 8, "u2", {"EN": "Only English"}),
        Unit(3, 9, None, {"en": "A B", "de-AT": "AB C"}),
        Unit(4, 11, None, {"en": "empty", "de": ""}),
    ]


def test_pairs_by_primary_subtag_with_counts(tmp_path: Path) -> None:
    pairs = Pairs(tmx(tmp_path), "en", "de")
    assert [(unit.number, source, target) for unit, source, target in pairs] == [
        (1, "Break the ice.", "Das Eis!"),
        (3, "A B", "AB C"),
    ]
    assert (pairs.units, pairs.skipped) == (4, 2)


def refused(path: Path, source: str = "en", target: str = "de") -> str:
    with pytest.raises(DataError) as caught:
        list(Pairs(path, source, target))
    return str(caught.value).replace(str(path), "FILE")


def test_language_that_is_not_there(tmp_path: Path) -> None:
    assert refused(tmx(tmp_path), "en", "fr") == (
        "FILE holds no unit with text in both 'en' and 'fr'.\n"
        "Its languages: EN, de, de-AT, en, en-GB. Choose two of them: languages=SOURCE-TARGET"
    )


def test_file_that_is_cut_off(tmp_path: Path) -> None:
    assert refused(tmx(tmp_path, tail="<tu><tuv xml:lang='en'><seg>and th")) == (
        "FILE:12 is where the XML ends, before its last tag is closed.\n"
        "The file was cut off; download or write it again."
    )


def test_variant_without_language(tmp_path: Path) -> None:
    assert refused(tmx(tmp_path, "<tu><tuv><seg>x</seg></tuv></tu>")) == (
        "FILE:4: a <tuv> has no xml:lang."
    )


def test_wrong_file(tmp_path: Path) -> None:
    path = tmp_path / "a.tmx"
    path.write_text("<dataset/>")
    assert refused(path) == (
        "FILE: a TMX file opens with <tmx>, not <dataset>.\nRead it with: litmus import wmt"
    )


def test_namespaces_do_not_matter(tmp_path: Path) -> None:
    path = tmx(tmp_path)
    path.write_text(path.read_text().replace("<tmx ", '<tmx xmlns="http://www.lisa.org/tmx14" '))
    assert [unit.number for unit, _, _ in Pairs(path, "en", "de")] == [1, 3]
