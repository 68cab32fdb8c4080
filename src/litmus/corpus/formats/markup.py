"""XML as a stream of events with line numbers; entities and anything outside are refused."""

import html
import re
from collections import deque
from collections.abc import Iterator, Mapping
from functools import lru_cache
from itertools import chain
from pathlib import Path
from types import MappingProxyType
from typing import Any, NamedTuple

from litmus.errors import DataError
from litmus.files.limits import longest_line, too_long
from litmus.files.text import read_chunks

XML_LANG = "{http://www.w3.org/XML/1998/namespace}lang"


class Event(NamedTuple):
    """`kind` is "start", "text" or "end". A tag comes without its namespace, lower-cased."""

    kind: str
    line: int
    tag: str = ""
    text: str = ""
    attributes: Mapping[str, str] = MappingProxyType({})


class _Target:
    """What the parser calls; keeps the events until they are fetched.

    `held` is how much text has come since the last tag: readers join it.
    """

    def __init__(self) -> None:
        self.events: deque[Event] = deque()
        self.expat: Any = None
        self.held = 0

    def start(self, tag: str, attributes: dict[str, str]) -> None:
        self.held = 0
        self.events.append(Event("start", self.line(), _local(tag), "", attributes))

    def end(self, tag: str) -> None:
        self.held = 0
        self.events.append(Event("end", self.line(), _local(tag)))

    def data(self, text: str) -> None:
        self.held += len(text)
        self.events.append(Event("text", self.line(), "", text))

    def close(self) -> None:
        """Nothing is kept."""

    def line(self) -> int:
        """Where the parser stands."""
        return int(self.expat.CurrentLineNumber)


def read_events(path: Path) -> Iterator[Event]:
    """The events of an XML file, in memory that does not grow with it.

    What comes before an error is given first, so that the reader can say what it saw.
    """
    from defusedxml.ElementTree import XMLParser

    target = _Target()
    parser = XMLParser(target=target)
    target.expat = parser.parser
    longest, unfinished = longest_line(), 0  # bytes of a tag or comment whose end has not come
    for chunk in chain(read_chunks(path), [None]):
        failure = _feed(path, parser, target, chunk)
        unfinished = 0 if target.events or chunk is None else unfinished + len(chunk)
        yield from _drain(target)
        if failure is not None:
            raise failure
        if max(unfinished, target.held) > longest:
            raise too_long(f"{path}:{target.line()}", "text or tag that begins here")


def _feed(path: Path, parser: Any, target: _Target, chunk: bytes | None) -> DataError | None:
    """Parse a piece, or the end; what is wrong with it comes back."""
    from defusedxml.common import DefusedXmlException
    from defusedxml.ElementTree import ParseError

    try:
        parser.close() if chunk is None else parser.feed(chunk)
    except DefusedXmlException:
        return DataError(
            f"{path}:{target.line()} declares XML entities, which are not read for safety.\n"
            "Write the characters themselves."
        )
    except ParseError as error:
        return _not_xml(path, error)
    except (ValueError, LookupError) as error:  # LookupError: an encoding that nobody knows
        return DataError(
            f"{path} is in an encoding that cannot be read: {error}.\nConvert the file to UTF-8."
        )
    return None


def _drain(target: _Target) -> Iterator[Event]:
    while target.events:
        yield target.events.popleft()


_CUT_OFF = (3, 5)  # expat's codes for "no element found" and "unclosed token"


def _not_xml(path: Path, error: Any) -> DataError:
    line, column = error.position
    what = str(error).partition(":")[0]
    if error.code in _CUT_OFF:
        return DataError(
            f"{path}:{line} is where the XML ends, before its last tag is closed.\n"
            "The file was cut off; download or write it again."
        )
    return DataError(
        f"{path}:{line} is not well-formed XML: {what} at column {column + 1}.\n"
        "Inside text, write &amp; for & and &lt; for <."
    )


_TOO_LONG = re.compile("&#[0-9]{4301,};?")  # Python reads no longer number


def unescape(text: str) -> str:
    """The text with its entities and character references as characters.

    >>> unescape("R&amp;D &#8364;")
    'R&D €'
    """
    return html.unescape(_TOO_LONG.sub("\ufffd", text) if "&#" in text else text)


@lru_cache(maxsize=1_000)
def _local(tag: str) -> str:
    return tag.rpartition("}")[2].lower()


def texts_inside(events: Iterator[Event], tag: str) -> Iterator[str]:
    """The text up to the end of the element that has just begun."""
    depth = 1
    for event in events:
        depth += (event.tag == tag) * {"start": 1, "end": -1}.get(event.kind, 0)
        if depth == 0:
            return
        if event.kind == "text":
            yield event.text


def primary(language: str) -> str:
    """The primary subtag, lower-cased.

    >>> primary("en-GB"), primary("zh_CN")
    ('en', 'zh')
    """
    return re.split("[-_]", language)[0].lower()


_FORMATS = {
    "tmx": "tmx", "dataset": "wmt", "mteval": "wmt", "srcset": "wmt", "refset": "wmt",
    "xliff": "xliff",
}  # fmt: skip


def wrong_root(path: Path, found: str, expected: str, format: str) -> DataError:
    """The error for XML that is something else."""
    known = _FORMATS.get(found)
    hint = f"Read it with: litmus import {known}" if known else "Is it the right file?"
    return DataError(f"{path}: a {format} file opens with <{expected}>, not <{found}>.\n{hint}")
