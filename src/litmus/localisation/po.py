"""PO files of gettext, read and written by polib."""

import re
from codecs import BOM_UTF8
from collections import Counter
from collections.abc import Iterator, Mapping
from hashlib import blake2b
from pathlib import Path
from typing import Any, NamedTuple

from litmus.errors import DataError, MissingExtra
from litmus.failures import unreadable
from litmus.files.text import COMPRESSED, one_line, read_chunks
from litmus.localisation.bilingual import Bilingual, Filled, Unit, refuse_repeated

SUFFIXES = (".po", ".pot")
_SHOWN = 40  # characters of a text that begin its id
_WIDTH = 78  # characters of a line, as polib breaks them
_WIDEST = 80  # a longer line says that the file is of a program that breaks none
_FORMS = re.compile(r"nplurals=(\d)")
MANY_FORMS = "in three or more plural forms"
# Languages with as many in gettext.
_MANY_FORMS = (
    "ar", "be", "br", "bs", "cs", "cy", "dsb", "ga", "gd", "gv", "hr", "hsb", "kw", "lt", "lv",
    "mt", "pl", "ro", "ru", "sh", "sk", "sl", "sr", "szl", "uk",
)  # fmt: skip
_LINE = re.compile(r"\(line (\d+)\)")


class _Form(NamedTuple):
    """One text of an entry: entries with a plural have two or more."""

    key: str
    source: str
    target: str
    number: int | None  # of the plural form


def read_po(
    path: Path,
    prefix: str = "",
    *,
    fuzzy: bool = False,
    by_reference: bool = False,
    language: str | None = None,
) -> Bilingual:
    """The units of a file. An entry is known by its context and text, which are all that gettext
    knows it by. Its documents are the files, or with `by_reference` the sources of the entries.
    `language` is that of the targets, where the file does not say how many plurals it has."""
    catalogue = _parsed(path)
    units: list[Unit] = []
    left_out: Counter[str] = Counter()
    for entry in catalogue:
        if entry.obsolete:
            left_out["obsolete"] += 1
            continue
        if entry.fuzzy and not fuzzy:
            left_out["fuzzy"] += 1
            continue
        forms = list(_forms(entry, catalogue, language))
        if not forms:
            left_out[MANY_FORMS] += 1
        places = [place for place, _ in entry.occurrences]
        document = (places[0] if by_reference and places else "") or path.name
        columns = _columns(entry)
        for form in forms:
            source, target = one_line(form.source), one_line(form.target)
            if source:
                units.append(
                    Unit(
                        prefix + form.key,
                        entry.linenum or 0,
                        source,
                        target,
                        prefix + document,
                        "fuzzy" if entry.fuzzy else "",
                        not entry.fuzzy,
                        columns,
                    )  # fmt: skip
                )
            else:
                left_out["without text in the source"] += 1
    refuse_repeated(path, units)
    if by_reference:
        order = {name: n for n, name in enumerate(dict.fromkeys(unit.document for unit in units))}
        units.sort(key=lambda unit: order[unit.document])
    said = catalogue.metadata.get("X-Source-Language"), catalogue.metadata.get("Language")
    return Bilingual(path, tuple(units), (said[0] or None, said[1] or None), left_out)


def fill_po(path: Path, texts: Mapping[str, str], prefix: str = "", review: bool = True) -> Filled:
    """The file with the texts of the ids that it has as translations, fuzzy until somebody has
    looked at them; its other entries stay."""
    catalogue = _parsed(path)
    filled, blank = [], []
    for entry in catalogue:
        if entry.obsolete:
            continue
        for form in list(_forms(entry, catalogue)):
            text = texts.get(prefix + form.key)
            if text is None:
                continue
            if not text.strip():
                blank.append(prefix + form.key)
                continue
            text = _framed(text, form.source)
            if form.number is None:
                entry.msgstr = text
            else:
                entry.msgstr_plural[form.number] = text
            if entry.fuzzy != review:
                entry.flags = [*entry.flags, "fuzzy"] if review else _without_fuzzy(entry)
            # what the old translation was one of
            entry.previous_msgctxt = entry.previous_msgid = entry.previous_msgid_plural = None
            filled.append(prefix + form.key)
    text = str(catalogue).rstrip("\n") + "\n"
    if b"\r\n" in b"".join(read_chunks(path)):
        text = text.replace("\n", "\r\n")
    try:
        return Filled(text.encode(catalogue.encoding), tuple(filled), blank=tuple(blank))
    except UnicodeEncodeError as error:
        raise DataError(
            f"{path} is in {catalogue.encoding}, which has no {text[error.start]!r}.\n"
            f"Convert it first: msgconv -t UTF-8 {path.name} -o utf8.po"
        ) from error


def _without_fuzzy(entry: Any) -> list[str]:
    return [flag for flag in entry.flags if flag != "fuzzy"]


def _framed(text: str, source: str) -> str:
    """The text with the line ends around the source, which msgfmt demands on both sides."""
    start = source[: len(source) - len(source.lstrip("\n"))]
    end = source[len(source.rstrip("\n")) :] if source.strip("\n") else ""
    return f"{start}{text}{end}"


def _forms(entry: Any, catalogue: Any, language: str | None = None) -> Iterator[_Form]:
    """The texts of an entry that have a source each. Of two forms these are the singular and the
    plural; a language with one form uses it for all numbers, as the plural mostly is. Of more, no
    source says which number they are for."""
    if not entry.msgid_plural:
        yield _Form(_key(entry, entry.msgid), entry.msgid, entry.msgstr, None)
        return
    forms = dict(sorted((int(number), text) for number, text in entry.msgstr_plural.items()))
    if not any(forms.values()):  # a template has two, whatever the language
        forms = dict.fromkeys(range(_plural_forms(catalogue, language) or len(forms) or 2), "")
    plural = _key(entry, entry.msgid_plural, same=entry.msgid_plural == entry.msgid)
    both = [(_key(entry, entry.msgid), entry.msgid), (plural, entry.msgid_plural)]
    sources = {1: both[1:], 2: both}.get(len(forms), [])
    for (key, source), (number, target) in zip(sources, forms.items(), strict=bool(sources)):
        yield _Form(key, source, target, number)


def _plural_forms(catalogue: Any, language: str | None) -> int | None:
    """How many the header says, or the language has; None if nobody knows."""
    said = _FORMS.search(catalogue.metadata.get("Plural-Forms") or "")
    if said:
        return int(said[1])
    code = re.split("[-_@]", language or catalogue.metadata.get("Language") or "")[0].lower()
    return 3 if code in _MANY_FORMS else None


def _key(entry: Any, text: str, *, same: bool = False) -> str:
    """The beginning of the text, to be read, and a digest of all that names the entry. `same` is
    said of a plural that is the `same` text as its singular.

    >>> class Menu: msgctxt, msgid = "menu", "Open"
    >>> class Door: msgctxt, msgid = "door", "Open"
    >>> _key(Menu, "Open").partition("#")[0], _key(Menu, "Open") == _key(Door, "Open")
    ('Open', False)
    """
    named = "\x04".join((entry.msgctxt or "", entry.msgid, text, *(["plural"] if same else [])))
    digest = blake2b(named.encode(), digest_size=4).hexdigest()
    return f"{one_line(text)[:_SHOWN]}#{digest}"


def _columns(entry: Any) -> dict[str, str]:
    found = {
        "context": entry.msgctxt or "",
        "note": one_line(" ".join(filter(None, (entry.comment, entry.tcomment)))),
    }
    return {name: value for name, value in found.items() if value}


def _parsed(path: Path) -> Any:
    try:
        import polib
    except ImportError as error:
        raise MissingExtra("PO", "localisation") from error

    content = b"".join(read_chunks(path))
    encoding = "utf-8-sig" if content.startswith(BOM_UTF8) else _encoding(path, content)
    try:
        text = content.decode(encoding)
    except UnicodeDecodeError as error:
        if encoding.lower().startswith("utf"):
            raise unreadable(path, error) from error
        raise DataError(
            f"{path} says that it is in {encoding}, but is not: byte 0x{content[error.start]:02x} "
            f"at byte {error.start + 1}.\nCorrect charset= in its header, or convert the file."
        ) from error
    if "msgid" not in text:
        raise DataError(f"{path} is no PO file: no line in it begins with msgid.")
    try:  # lines of a file end at \n, those of a string at U+2028, too
        return polib.pofile(
            text if path.suffix in COMPRESSED else str(path),
            encoding=encoding,
            wrapwidth=_width(text),
        )
    except (OSError, ValueError, IndexError) as error:
        line = _LINE.search(str(error))
        where = f"{path}:{line[1]}" if line else str(path)
        raise DataError(
            f"{where} is not as a PO file should be.\n"
            f"msgfmt -c {path.name} says what is wrong; correct it there."
        ) from error


def _width(text: str) -> int:
    """Where the file breaks long texts: nowhere (0) if it has a longer one that could be broken."""
    lines = (line.rstrip() for line in text.split("\n"))
    texts = (line.partition('"')[2] for line in lines if line.startswith(('"', "msg")))
    wide = any(len(line) > _WIDEST and " " in line[:_WIDEST].strip() for line in texts)
    return 0 if wide else _WIDTH


def _encoding(path: Path, content: bytes) -> str:
    """The charset that the header names; UTF-8 if it names none."""
    _, found, rest = content[:10_000].partition(b"charset=")
    name = rest.split(b"\\", 1)[0].split(b'"', 1)[0].strip().decode("ascii", "replace")
    if not found or name in ("", "CHARSET"):
        return "utf-8"
    try:
        "".encode(name)
    except LookupError:
        raise DataError(
            f"{path} names a charset that nobody knows: {name}.\n"
            "Correct charset= in its header; most files are in UTF-8."
        ) from None
    return name
