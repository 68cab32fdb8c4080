"""Subtitles of a short scene, made by hand."""

from pathlib import Path

from litmus.corpus.suite import SuiteFolder, read_suite, write_suite
from litmus.importers import Imported, import_suite

ENGLISH = """1
00:00:01,000 --> 00:00:03,000
I think that you
should kick

2
00:00:03,100 --> 00:00:05,000
<i>the bucket. Then we can go.</i>

3
00:00:05,200 --> 00:00:07,000
- No! [door slams]
- JOHN: Yes, please.

4
00:00:20,000 --> 00:00:22,000
♪ La la la ♪

5
00:00:25,000 --> 00:00:27,000
Chapter
5
"""

# other cues, the song left out
GERMAN = """WEBVTT - a scene

STYLE
::cue { color: white }

NOTE made by hand

first
00:01.100 --> 00:04.300 align:start position:10%
Ich denke, du solltest
den Löffel abgeben.

00:04.400 --> 00:05.100
Dann können wir gehen.

00:05.200 --> 00:07.000
- Nein!
<v John>- Ja, bitte.</v>

NOTE
the end

last-cue
00:25.000 --> 00:27.000
Kapitel
5
"""


def film(folder: Path, text: str = ENGLISH, name: str = "film.en.srt") -> Path:
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return path


def imported(folder: Path, *, with_target: bool = True) -> Imported:
    source, target = film(folder), film(folder, GERMAN, "film.de.vtt")
    if with_target:
        return import_suite("srt", source, target=str(target))
    return import_suite("srt", source, languages=("en", "de"))


def suite(folder: Path, *, with_target: bool = True) -> SuiteFolder:
    found = imported(folder, with_target=with_target)
    write_suite(folder / "suite", found.info, found.segments, beside=found.beside)
    return read_suite(folder / "suite")
