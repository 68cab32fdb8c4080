"""Readers of bilingual dictionaries: (word, translation) pairs from every format in use.

MUSE: `word translation`. TSV: `word<TAB>translation`, and FreeDict as TSV; the form that
litmus writes may have a third column, how often the two were seen together in parallel text.
FreeDict: dictd (`.dict` or `.dict.dz` with its `.index`) and TEI (`.tei`).
EDICT: its text form, as UTF-8. JMdict: the XML file (a name that begins with JMdict).
CC-CEDICT: the original `cedict_ts.u8` lines, or TSV `word<TAB>pinyin<TAB>gloss/gloss`.
"""

import re
import tempfile
from collections.abc import Iterator
from pathlib import Path
from string import ascii_lowercase, ascii_uppercase, digits

from litmus.corpus.formats.markup import read_events, texts_inside, unescape
from litmus.errors import DataError
from litmus.files.text import read_chunks, read_lines
from litmus.wording import count

Pair = tuple[str, str]
Count = tuple[str, str, float]
HEADER = "# litmus dictionary"
DOUBTFUL = "?"  # behind the count of words that were seen together, but hardly translate each other

_CEDICT = re.compile(r"(\S+) (\S+) \[[^\]]*\] /(.*)/\s*")
# EDICT and EDICT2: 辞書 [じしょ] /(n) dictionary/lexicon/(P)/EntL1318070X/
_EDICT = re.compile(r"(\S+)(?: \[([^\]\s]*)\])? /(.*)/\s*")
_ENTRY_ID = re.compile(r"(?<!\w)(?=\w++/?$)(\w*?)EntL\w++/?$")  # the lookahead: only at the end
_JMDICT = re.compile(r"\s*<(ent_seq|keb|reb|gloss)( [^>]*)?>([^<]*)</\1>\s*")
_BRACKETS = re.compile(r"\([^()]*\)|\[[^\[\]]*\]|<[^<>]*>|\{[^{}]*\}")
_LEADING = re.compile(r"^(?:to be|to|a|an|the|sth\.?|sb\.?) (?=\S)")


def read_pairs(path: Path) -> Iterator[Pair]:
    """All pairs of a file, by its name and first line. Direction is not this function's matter."""
    name = path.name.removesuffix(".gz").removesuffix(".xz").removesuffix(".zst")
    if name.endswith(".tei"):
        return _tei(path)
    if name.endswith((".dict", ".dict.dz", ".index")):
        return _dictd(path)
    if name.lower().startswith("jmdict"):
        return _jmdict(path)
    return _lines(path)


def _lines(path: Path) -> Iterator[Pair]:
    ours = False
    for number, line in enumerate(read_lines(path, any_line_end=True), start=1):
        if number == 1:
            ours = line.startswith(HEADER)
        if not line.strip() or (line.startswith("#") and (ours or _CEDICT_COMMENT.match(line))):
            continue
        if edict := _EDICT.fullmatch(line):
            written, read, glosses = edict.groups()
            for word in dict.fromkeys(f"{written};{read or ''}".split(";")):
                yield from _glosses(_BRACKETS.sub("", word), _ENTRY_ID.sub(r"\1", glosses))
            continue
        if cedict := _CEDICT.fullmatch(line):
            traditional, simplified, glosses = cedict.groups()
            for word in dict.fromkeys((simplified, traditional)):
                yield from _glosses(word, glosses)
            continue
        columns = [column.strip() for column in line.split("\t")]
        if len(columns) == 1:
            columns = line.split()
        if len(columns) == 3 and ours:
            # a word without a partner is no entry
            if columns[0] and columns[1] and not columns[2].endswith(DOUBTFUL):
                yield columns[0], columns[1]
        elif len(columns) == 3 and "\t" in line:
            yield from _glosses(columns[0], columns[2])
        elif len(columns) == 2 and all(columns):
            yield columns[0], columns[1]
        else:
            raise DataError(
                f"{path}:{number} has {count(len(columns), 'column')}; a "
                "dictionary line is `word translation` or `word<TAB>translation`.\n"
                "Known formats: MUSE, TSV, FreeDict (dictd, TEI), CC-CEDICT, EDICT, JMdict."
            )


_CEDICT_COMMENT = re.compile(r"#[ !]")


def _jmdict(path: Path) -> Iterator[Pair]:
    """Its elements stand on a line each; its entities only name parts of speech and are left."""
    words: list[str] = []
    for line in read_lines(path, any_line_end=True):
        if element := _JMDICT.fullmatch(line):
            kind, attributes, text = element.groups()
            if kind == "ent_seq":
                words = []
            elif kind != "gloss":
                words.append(unescape(text))
            elif "xml:lang" not in (attributes or "") or '"eng"' in (attributes or ""):
                for word in words:
                    yield from _glosses(word, unescape(text))


def _glosses(word: str, glosses: str) -> Iterator[Pair]:
    for gloss in re.split(r"[/;]", glosses):
        if (cleaned := clean_gloss(gloss)) and word:
            yield word, cleaned


def clean_gloss(gloss: str) -> str:
    """A gloss without remarks in brackets and without its infinitive marker or article.

    >>> clean_gloss("to wash (clothes)")
    'wash'
    """
    text = " ".join(_BRACKETS.sub(" ", gloss).split()).strip(" ,.")
    return _LEADING.sub("", text)


def _tei(path: Path) -> Iterator[Pair]:
    """`entry` with its `orth` (the word) and `quote` (a translation), wherever in it they are.

    An entry inside another has its own.
    """
    entries: list[dict[str, list[str]]] = []  # those that are open, the innermost last
    events = read_events(path)
    for event in events:
        if event.tag == "entry" and event.kind == "start":
            entries.append({"orth": [], "quote": []})
        elif event.tag == "entry" and event.kind == "end":
            found = entries.pop()
            heads, quotes = found["orth"], found["quote"]
            yield from ((head, quote) for head in heads for quote in quotes if head and quote)
        elif event.kind == "start" and entries and event.tag in entries[-1]:
            text = "".join(texts_inside(events, event.tag))
            entries[-1][event.tag].append(clean_gloss(text))


_DIGITS = 10  # of a number in an index: 60 bits
_ENTRY = 1 << 20  # bytes; the largest of FreeDict has a few thousand
_BASE64 = {c: i for i, c in enumerate(ascii_uppercase + ascii_lowercase + digits + "+/")}


def _number(text: str) -> int:
    if len(text) > _DIGITS:
        raise ValueError(text)
    value = 0
    for character in text:
        value = value * 64 + _BASE64[character]
    return value


def _dictd(path: Path) -> Iterator[Pair]:
    stem = path.name.removesuffix(".index").removesuffix(".dz").removesuffix(".dict")
    index = path.with_name(f"{stem}.index")
    bodies = [path.with_name(f"{stem}.dict.dz"), path.with_name(f"{stem}.dict")]
    body = next((candidate for candidate in bodies if candidate.exists()), None)
    if body is None or not index.exists():
        raise DataError(
            f"{path}: a dictd dictionary is two files, {stem}.index and {stem}.dict.dz."
        )
    with tempfile.TemporaryFile() as text:  # entries are in any order
        text.writelines(read_chunks(body))
        size = text.tell()
        for number, line in enumerate(read_lines(index), start=1):
            columns = line.split("\t")
            try:
                head, (start, length) = columns[0], map(_number, columns[1:3])
            except (KeyError, ValueError) as error:
                raise DataError(f"{index}:{number} is not a line of a dictd index.") from error
            if length > _ENTRY or start > size:
                raise DataError(
                    f"{index}:{number} names an entry of {length:,} bytes at byte {start:,}, which "
                    f"{body.name} does not have.\nThe two files are not of one dictionary."
                )
            if not head.startswith("00"):  # 00-database-info and the like
                text.seek(start)
                entry = text.read(length).decode("utf-8", "replace")
                yield from ((head, gloss) for gloss in _definitions(entry))


def _definitions(entry: str) -> Iterator[str]:
    """The translations in a FreeDict entry: the lines after its head, without its remarks."""
    for line in entry.split("\n")[1:]:
        if line.startswith("   ") and line.strip().startswith(('"', "-", "Synonym", "Note")):
            continue
        line = re.sub(r"^\s*\d+\.\s*", "", line)
        for gloss in re.split(r"[,;]", _BRACKETS.sub(" ", line)):
            if (cleaned := clean_gloss(gloss)) and ":" not in cleaned:
                yield cleaned
