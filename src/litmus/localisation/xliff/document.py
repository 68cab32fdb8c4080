"""An XLIFF document: its segments, whatever the version and the program that wrote it."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from litmus.corpus.formats.markup import read_events, wrong_root
from litmus.errors import DataError, MissingExtra
from litmus.files.text import read_chunks
from litmus.localisation.xliff.codes import local_name

SUFFIXES = (".xlf", ".xliff", ".sdlxliff", ".mqxliff", ".mxliff")
# The words of XLIFF 1.2, of 2.x, of Trados Studio and of memoQ.
_APPROVED = (
    "final", "signed-off", "reviewed", "ApprovedTranslation", "ApprovedSignOff", "Proofread",
    "ManuallyConfirmed",
)  # fmt: skip
_SUGGESTIONS = ("alt-trans", "matches")
_UNTRANSLATED = ("new", "needs-translation", "initial", "NotStarted")


@dataclass(frozen=True)
class Part:
    """A segment in the document: its unit, its source, and its target if there is one.

    In XLIFF 2 `holder` is the <segment>; in 1.x the <trans-unit>, whose source may be cut into
    marks (`mid` is the number of one).
    """

    key: str
    unit: Any
    holder: Any
    source: Any
    target: Any
    mid: str = ""

    @property
    def state(self) -> str:
        """What the file says of the target; "" if nothing."""
        own = self.unit.get("approved") == "yes" and "final"
        target = self.target if not self.mid else _child(self.holder, "target")
        said = target.get("state") if target is not None else None
        return own or said or self.holder.get("state") or self._tool_state() or ""

    @property
    def is_approved(self) -> bool:
        """Whether somebody has said that the target is right."""
        return self.state in _APPROVED

    @property
    def is_untranslated(self) -> bool:
        """Whether the target, if any, is said to be none yet."""
        return self.state in _UNTRANSLATED

    def _tool_state(self) -> str | None:
        """In the words of Trados (a definition per segment) or memoQ (an attribute)."""
        for definition in self.unit.iter():
            if local_name(definition) == "seg" and definition.get("id") == self.mid:
                return definition.get("conf") or None
        for name, value in self.unit.attrib.items():
            if name.rpartition("}")[2] == "status":
                return str(value)
        return None

    @property
    def is_translatable(self) -> bool:
        """What the nearest element says that says anything (translate="no")."""
        for element in (self.holder, *self.holder.iterancestors()):
            if said := element.get("translate"):
                return bool(said.lower() != "no")
        return True

    @property
    def note(self) -> str:
        """Notes of the unit, one after the other; those of suggestions are not its own."""
        notes = (
            one
            for one in self.unit.iter()
            if local_name(one) == "note"
            and one.text
            and not any(local_name(around) in _SUGGESTIONS for around in one.iterancestors())
        )
        return " ".join(" ".join(one.text.split()) for one in notes)


class Document:
    """An XLIFF file in memory, as translate-toolkit reads it."""

    def __init__(self, path: Path) -> None:
        self.path = path
        _check(path)
        self.root = _parsed(path).document.getroot()
        self.files = [one for one in self.root if local_name(one) == "file"]
        self.is_version_2 = (self.root.get("version") or "").startswith("2")

    @property
    def languages(self) -> tuple[str | None, str | None]:
        """Source and target, where it says them."""
        if self.is_version_2:
            return self.root.get("srcLang"), self.root.get("trgLang")
        return self._said("source-language"), self._said("target-language")

    def _said(self, attribute: str) -> str | None:
        """What all <file>s say that say anything; region aside, they must agree."""
        said: dict[str, tuple[str, int]] = {}
        for file in self.files:
            if language := file.get(attribute):
                base = language.replace("_", "-").partition("-")[0].lower()
                said.setdefault(base, (language, file.sourceline))
        if len(said) > 1:
            (first, line), (second, other) = list(said.values())[:2]
            raise DataError(
                f"{self.path}:{other}: the {attribute} of this <file> is {second}, that of the one "
                f"on line {line} is {first}.\n"
                "A suite has one pair of languages: split the file by language."
            )
        return next((language for language, _ in said.values()), None)

    def name_of(self, file: Any) -> str:
        """The file that the text came from, as it was called."""
        original = (file.get("original") or "").replace("\\", "/").rstrip("/")
        return original.rpartition("/")[2] or file.get("id") or self.path.name

    def parts(self, file: Any) -> Iterator[Part]:
        """The segments of a <file>, in order."""
        for element in file.iter():
            name = local_name(element)
            if name == "trans-unit":
                yield from self._of_version_1(element)
            elif name == "unit":
                yield from self._of_version_2(element)

    def _of_version_1(self, unit: Any) -> Iterator[Part]:
        key = self._id(unit)
        source, cut, target = (_child(unit, name) for name in ("source", "seg-source", "target"))
        if source is None:
            raise DataError(f"{self.path}:{unit.sourceline}: the unit {key!r} has no <source>.")
        marks = {} if cut is None else self._marks(cut, key)
        targets = {} if target is None else self._marks(target, key)
        if not marks or (target is not None and not targets and "".join(target.itertext()).strip()):
            yield Part(key, unit, unit, source, target)
            return
        for mid, mark in targets.items():
            if mid not in marks:
                raise DataError(
                    f"{self.path}:{mark.sourceline}: the target of the unit {key!r} has a segment "
                    f"(mid={mid!r}) that its source has not.\n"
                    "Its text would be lost. Correct the marks, or export the file again."
                )
        for mid, mark in marks.items():
            yield Part(f"{key}/{mid}", unit, unit, mark, targets.get(mid), mid)

    def _of_version_2(self, unit: Any) -> Iterator[Part]:
        segments = [one for one in unit if local_name(one) == "segment"]
        for number, segment in enumerate(segments, start=1):
            key = self._id(unit)
            if len(segments) > 1 or segment.get("id"):
                key = f"{key}/{segment.get('id') or number}"
            source = _child(segment, "source")
            if source is None:
                line = segment.sourceline
                raise DataError(f"{self.path}:{line}: the segment {key!r} has no <source>.")
            yield Part(key, unit, segment, source, _child(segment, "target"))

    def _marks(self, element: Any, key: str) -> dict[str, Any]:
        """The marks that cut a text into segments, by their numbers; none if none has a number."""
        found: dict[str, Any] = {}
        segments = [
            mark
            for mark in element.iter()
            if local_name(mark) == "mrk" and mark.get("mtype") == "seg"
        ]
        if not any(mark.get("mid") for mark in segments):
            return found
        for mark in segments:
            mid = mark.get("mid")
            if not mid or mid in found:
                odd = f"has mid={mid!r} twice" if mid else "has one without a mid"
                raise DataError(
                    f"{self.path}:{mark.sourceline}: the unit {key!r} {odd} among its segments "
                    '(<mrk mtype="seg">).\n'
                    "They could not be told apart. Correct the file, or export it again."
                )
            found[mid] = mark
        return found

    def _id(self, unit: Any) -> str:
        key = (unit.get("id") or "").strip()
        if not key:
            raise DataError(
                f"{self.path}:{unit.sourceline}: a <{local_name(unit)}> has no id, by which "
                "translations are found again."
            )
        return key

    def serialised(self) -> bytes:
        """The file as it is to be written. The library would indent it anew, and so change the
        blanks between segments."""
        from lxml import etree

        tree = self.root.getroottree()
        encoding = tree.docinfo.encoding or "UTF-8"
        return bytes(etree.tostring(tree, encoding=encoding, xml_declaration=True))


def _check(path: Path) -> None:
    """Read the whole file by a parser that refuses entities and says where a file is broken,
    before a library sees it."""
    events = read_events(path)
    root = next(events).tag
    if root != "xliff":
        raise wrong_root(path, root, "xliff", "XLIFF")
    if "file" not in {event.tag for event in events}:
        raise DataError(f"{path} has no <file> in it; there is nothing to translate.")


def _parsed(path: Path) -> Any:
    try:
        from lxml.etree import XMLSyntaxError
        from translate.storage.xliff import Xliff1File
        from translate.storage.xliff2 import Xliff2File
    except ImportError as error:
        raise MissingExtra("XLIFF", "localisation") from error

    content = b"".join(read_chunks(path))
    try:
        try:
            return Xliff2File.parsestring(content)
        except ValueError:  # which says that it is of version 1
            return Xliff1File.parsestring(content)
    except (XMLSyntaxError, ValueError, AssertionError) as error:
        raise DataError(f"{path} is not XLIFF that can be read: {error}.") from error


def _child(element: Any, name: str) -> Any:
    return next((child for child in element if local_name(child) == name), None)
