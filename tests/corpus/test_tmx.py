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


def test_pairs_by_primary_subtag_with_counts_whatever_the_namespace(tmp_path: Path) -> None:
    path = tmx(tmp_path)
    for namespace in ("", 'xmlns="http://www.lisa.org/tmx14" '):
        path.write_text(path.read_text().replace("<tmx ", f"<tmx {namespace}"))
        pairs = Pairs(path, "en", "de")
        assert [(unit.number, source, target) for unit, source, target in pairs] == [
            (1, "Break the ice.", "Das Eis!"), (3, "A B", "AB C"),
        ]  # fmt: skip
        assert (pairs.units, pairs.skipped) == (4, 2)


@pytest.mark.parametrize(("body", "tail", "target", "message"), [
    (UNITS, "</body></tmx>\n", "fr",
     "FILE holds no unit with text in both 'en' and 'fr'.\n"
     "Its languages: EN, de, de-AT, en, en-GB. Choose two of them: languages=SOURCE-TARGET"),
    (UNITS, "<tu><tuv xml:lang='en'><seg>and th", "de",
     "FILE:12 is where the XML ends, before its last tag is closed.\n"
     "The file was cut off; download or write it again."),
    ("<tu><tuv><seg>x</seg></tuv></tu>", "</body></tmx>\n", "de",
     "FILE:4: a <tuv> has no xml:lang."),
    (None, "", "de",
     "FILE: a TMX file opens with <tmx>, not <dataset>.\nRead it with: litmus import wmt"),
])  # fmt: skip
def test_memories_that_do_not_fit(
    tmp_path: Path, body: str | None, tail: str, target: str, message: str
) -> None:
    path = tmx(tmp_path, body or "", tail)
    if body is None:
        path.write_text("<dataset/>")
    with pytest.raises(DataError) as caught:
        list(Pairs(path, "en", target))
    assert str(caught.value).replace(str(path), "FILE") == message
