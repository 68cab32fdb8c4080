"""Cues of SRT and VTT files, read and written by pysubs2."""

import html
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path
from typing import Any

from litmus.errors import DataError, MissingExtra
from litmus.failures import reading
from litmus.files.text import plain_name, read_chunks
from litmus.wording import count

SUFFIXES = (".srt", ".vtt")
_TIME = r"(?:\d{1,4}:)?\d{1,2}:\d{1,2}[.,]\d{1,3}"
_ARROW = re.compile("(?<!-)--+>")
_ONE_TIME = re.compile(_TIME)
_TIMES = re.compile(rf"[ \t]*({_TIME})[ \t]*-->[ \t]*({_TIME})([ \t][^\n]*)?")
_TAG = re.compile(r"</?[a-zA-Z][^<>\n]{0,200}>|<\d[\d:.]{0,20}>|\{\\[^{}\n]{0,100}\}")
# pysubs2 takes these for line ends and blanks, but C:\\New has none: the stroke is hidden from it.
_STROKE = re.compile(r"\\(?=[Nnh])")
_HIDDEN = "\ufdd0"  # no character


@dataclass(frozen=True, slots=True)
class Cue:
    """A text on the screen, from `start` to `end` in milliseconds. `text` is as in the file, lines
    and tags included; `settings` are those that VTT writes behind the times. VTT also has texts
    `escaped`: with `&amp;` for an ampersand."""

    start: int
    end: int
    text: str
    settings: str = ""
    escaped: bool = False

    @property
    def plain(self) -> str:
        """The text without tags, in characters as they are seen."""
        text = _TAG.sub("", self.text)
        return html.unescape(text) if self.escaped else text

    def written(self, plain: str) -> str:
        """A plain text as it stands in such a cue."""
        return html.escape(plain, quote=False) if self.escaped else plain

    @property
    def around(self) -> tuple[str, str]:
        """The tags around all of the text or each of its lines, such as those of italics; none if
        there are others."""
        lines = {_around(line) for line in self.text.split("\n")}
        return _around(self.text) or (lines.pop() if len(lines) == 1 else None) or ("", "")


def _around(text: str) -> tuple[str, str] | None:
    low, high = 0, len(text)
    while match := _TAG.match(text, low):
        low = match.end()
    while text[:high].endswith(">") and (start := text.rfind("</", low, high)) >= 0:
        high = start
    return None if _TAG.search(text[low:high]) else (text[:low], text[high:])


@dataclass(frozen=True)
class Cues:
    """The cues of a file in the order of their times, and what was odd, with how often."""

    path: Path
    cues: tuple[Cue, ...]
    odd: Counter[str] = field(default_factory=Counter)


def read_cues(path: Path) -> Cues:
    """The cues of a file that have a text."""
    with reading(path):
        text = b"".join(read_chunks(path)).decode("utf-8-sig")
    lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    is_vtt = format_of(path) == "vtt"
    blocks = list(_blocks(path, lines, is_vtt))
    if not blocks:
        raise DataError(
            f"{path} has no cue: no line with the times of one, such as\n"
            "00:01:02,500 --> 00:01:04,000"
        )
    # behind every text a number, as of a next cue: otherwise a text that ends in one would lose it
    numbered = "\n".join(line for _, block in blocks for line in [*block, "", "0"])
    events = _parsed(_STROKE.sub(_HIDDEN, numbered), is_vtt)
    odd: Counter[str] = Counter()
    cues = []
    for (settings, _), event in zip(blocks, events, strict=True):
        found = event.text.replace("\\N", "\n").split("\n")
        text = "\n".join(line.strip() for line in found if line.strip()).replace(_HIDDEN, "\\")
        cue = Cue(event.start, event.end, text, settings, escaped=is_vtt)
        if cue.plain.strip():
            cues.append(cue)
        else:
            odd["without text"] += 1
    if not cues:
        raise DataError(f"{path} has {count(len(blocks), 'cue')}, and no text in any.")
    ordered = sorted(cues, key=lambda cue: (cue.start, cue.end))
    odd["out of order"] += sum(one is not other for one, other in zip(cues, ordered, strict=True))
    odd["overlapping another"] += sum(b.start < a.end for a, b in pairwise(ordered))
    return Cues(path, tuple(ordered), +odd)


def format_of(path: Path) -> str:
    """ "vtt" or "srt", by the name."""
    return "vtt" if Path(plain_name(path).lower()).suffix == ".vtt" else "srt"


def _blocks(path: Path, lines: Sequence[str], is_vtt: bool) -> Iterator[tuple[str, list[str]]]:
    """Settings and lines of every cue, without its number or name: the first line has the times.

    pysubs2 takes whatever stands between two lines of times for text, so notes, styles and names
    go here, and times that it would read as text are refused.
    """
    starts = [number for number, line in enumerate(lines) if _has_times(line)]
    for place, start in enumerate(starts):
        times = _TIMES.fullmatch(lines[start])
        if times is None:
            raise DataError(
                f"{path}:{start + 1}: the times of a cue cannot be read: "
                f"{lines[start].strip()[:60]!r}.\n"
                "They look like this: 00:01:02,500 --> 00:01:04,000"
            )
        begin, end = _canonical(times[1]), _canonical(times[2])
        if begin > end:
            raise DataError(
                f"{path}:{start + 1}: the cue ends before it begins. Correct its times."
            )
        stop = starts[place + 1] if place + 1 < len(starts) else len(lines)
        body = _text_lines(lines[start + 1 : stop], is_vtt, is_last=stop == len(lines))
        yield (times[3] or "").strip(), [f"{begin} --> {end}", *body]


def _has_times(line: str) -> bool:
    """Whether a line is, or should be, that of the times: pysubs2 looks for two, not for arrows."""
    return "-->" in line or len(_ONE_TIME.findall(line)) == 2


def _text_lines(lines: Sequence[str], is_vtt: bool, *, is_last: bool) -> list[str]:
    """The text of a cue: not the number or name of the next one, and in VTT up to a blank line."""
    found = list(lines)
    if is_vtt:
        return found[: found.index("")] if "" in found else found if is_last else found[:-1]
    while found and not found[-1].strip():
        found.pop()
    if not is_last and found and found[-1].strip().isdecimal():
        found.pop()
    return found


def _canonical(time: str) -> str:
    """A time as pysubs2 reads it in every format; players take shorter ones, too.

    >>> _canonical("1:02,5")
    '00:01:02.500'
    """
    *minutes, seconds = time.replace(",", ".").split(":")
    hours = minutes[:-1] or ["0"]
    whole, _, fraction = seconds.partition(".")
    return f"{int(hours[0]):02}:{int(minutes[-1]):02}:{int(whole):02}.{fraction:<03}"


def _parsed(text: str, is_vtt: bool) -> Any:
    format = "vtt" if is_vtt else "srt"
    return _library().SSAFile.from_string(text, format_=format, keep_html_tags=True)


def written(cues: Sequence[Cue], format: str) -> str:
    """The text of a file with these cues; settings are of VTT only."""
    pysubs2 = _library()
    file = pysubs2.SSAFile()
    for cue in cues:
        text = _STROKE.sub(_HIDDEN, _as_in(format, cue)).replace("\n", "\\N")
        file.append(pysubs2.SSAEvent(start=cue.start, end=cue.end, text=text))
    lines = file.to_string(format, keep_ssa_tags=True).replace(_HIDDEN, "\\").split("\n")
    if format == "vtt":
        settings = iter(cue.settings for cue in sorted(cues, key=lambda cue: cue.start))
        lines = [f"{line} {next(settings)}".rstrip() if "-->" in line else line for line in lines]
    return "\n".join(lines)


def _as_in(format: str, cue: Cue) -> str:
    """The text of a cue as the format has it."""
    text = cue.text
    if format == "srt" and cue.escaped:
        text = html.unescape(text)
    elif format == "vtt" and not cue.escaped:
        ends = [0, *(place for match in _TAG.finditer(text) for place in match.span()), len(text)]
        text = "".join(  # by turns text and tag
            html.escape(text[low:high], quote=False) if number % 2 == 0 else text[low:high]
            for number, (low, high) in enumerate(pairwise(ends))
        )
    return _ARROW.sub("->", text)  # the long one is of times only


def _library() -> Any:
    try:
        import pysubs2
    except ImportError as error:
        raise MissingExtra("Reading subtitles", "localisation") from error
    return pysubs2
