"""Files of text corpora -> paragraphs of natural text, one reader for each format."""

import bz2
import gzip
import html
import io
import json
import lzma
import re
import zipfile
from collections.abc import Callable, Iterator
from typing import Any

BEFORE = re.compile(r"(?:(?<=\s)|^)([(\[{«„“¿¡])\s+")  # opening marks hold the next word
AFTER = re.compile(r"\s+([.,;:!?…)\]}%”]+)(?=[\s\"”»'’]|$)")
QUOTED = re.compile(r'(?<!\S)"\s+([^"]*?)\s+"')
ELIDED = {
    "fr": re.compile(r"(?i)\b((?:[cdjlmnst]|qu|jusqu|lorsqu|puisqu|quelqu|aujourd)['’])\s+(?=\w)"),
    "it": re.compile(r"(?i)(\b\w*[lndtcsvm]['’])\s+(?=[aeiouhàèéìòù])"),
    "en": re.compile(r"(?i)(?<=\w)\s+(n['’]t|['’](?:s|m|d|re|ve|ll))\b"),
}
GUILLEMETS = re.compile(r"«\s*([^«»]*?)\s*»")
TAG = re.compile(r"<[^>]*>")
HEADER = re.compile(r"<teiHeader.*?</teiHeader>|<front>.*?</front>|<!--.*?-->", re.S)
PARAGRAPH = re.compile(r"<(?:\w+:)?(p|para|s|ab)\b[^>]*>(.*?)</(?:\w+:)?\1>", re.S)
NOTE = re.compile(r"<(note|ref|math|script|style|original|errors)\b[^>]*?(?<!/)>.*?</\1>", re.S)
SPLIT_WORDS = re.compile(r"<[wc]\b[^>]*>([^<]*)</[wc]>")
FENCE = re.compile(r"^(?:```|~~~).*?^(?:```|~~~)|^---\n.*?^---\n|<!--.*?-->", re.S | re.M)
LINK = re.compile(r"!?\[([^\]]*)\](?:\([^)]*\)|\[[^\]]*\]|\{[^}]*\})?|:::.*|\{[:%][^}]*\}")
LEGEND = re.compile(r"^-{20,}\n.*?^-{20,}\n", re.S | re.M)
COLOPHON = re.compile(r"^底本：", re.M)
RUBY = re.compile(r"《[^》]*》|［＃[^］]*］|[｜〔〕]")
# The spelling before 1946 has these everywhere; the teachers learned today's.
OLD_KANA = re.compile(r"[ゐゑヰヱ]|[かたなはまらがだば]つた|いふ|やう[なにだで]|でせう|ませう")
PROTECTED = re.compile(r"クリエイティブ・コモンズ|著作権者|creativecommons", re.I)
CREDIT = "את הטקסט[ים] לעיל"


def join(tokens: list[str], code: str) -> str:
    """Tokens as they would stand in print."""
    text = " ".join(tokens).replace("``", '"').replace("''", '"')
    text = re.sub(r"-LRB-", "(", text).replace("-RRB-", ")")
    text = QUOTED.sub(r'"\1"', text)
    text = AFTER.sub(r"\1", BEFORE.sub(r"\1", text))
    if code in ELIDED:
        text = ELIDED[code].sub(r"\1", text)
    if code == "fr":
        text = re.sub(r"(?<=\w)([!?;:])(?=\s|$)", r" \1", text)
        return GUILLEMETS.sub(r"« \1 »", text)
    return GUILLEMETS.sub(r"«\1»", text)


def lines(text: str, _: dict[str, Any]) -> Iterator[str]:
    yield from text.splitlines()


def paragraphs(text: str, _: dict[str, Any]) -> Iterator[str]:
    yield from re.split(r"\n\s*\n", text)


def columns(text: str, source: dict[str, Any]) -> Iterator[str]:
    for line in text.splitlines():
        cells = line.split("\t")
        if len(cells) > (at := source.get("column", 0)):
            yield cells[at]


def tokens(text: str, source: dict[str, Any]) -> Iterator[str]:
    for block in re.split(r"\n\s*\n", text):
        rows = [
            row.split() for row in block.splitlines() if not row.startswith(("#", "-DOCSTART-"))
        ]
        at = source.get("column", 0)
        yield join([row[at] for row in rows if len(row) > at], source["language"])


def spaced(text: str, source: dict[str, Any]) -> Iterator[str]:
    for line in text.splitlines():
        yield join(line.split(), source["language"])


def wikiner(text: str, source: dict[str, Any]) -> Iterator[str]:
    for line in text.splitlines():
        yield join([word.split("|")[0] for word in line.split()], source["language"])


def squad(text: str, source: dict[str, Any]) -> Iterator[str]:
    """Strings under a name, in one JSON value or in one a line."""
    try:
        values = [json.loads(text)]
    except json.JSONDecodeError:
        values = [json.loads(line) for line in text.splitlines() if line.strip()]
    wanted = source.get("key", "context")
    while values:
        value = values.pop()
        if isinstance(value, dict):
            if isinstance(found := value.get(wanted), str):
                yield from found.rpartition("[SEP]")[2].splitlines()  # after a title
            values.extend(value.values())
        elif isinstance(value, list):
            values.extend(value)


def markdown(text: str, _: dict[str, Any]) -> Iterator[str]:
    text = LINK.sub(lambda found: found[1] or "", FENCE.sub("\n\n", text))
    for block in re.split(r"\n\s*\n|\n\s*(?:[-*+]|\d+\.)\s", text):
        if not block.lstrip().startswith(("#", "|", "    ", "<")):
            yield re.sub(r"^\s*>\s?(?:\[!\w+\])?", "", block, flags=re.M).replace("*", "")


def tei(text: str, source: dict[str, Any]) -> Iterator[str]:
    """Paragraphs of TEI or HTML; corrections stand for what they correct, notes are left out."""
    for found in PARAGRAPH.finditer(NOTE.sub("", HEADER.sub("", text))):
        inside = found[2]
        for part in re.split(r"<s\b[^>]*>", inside):
            if words := SPLIT_WORDS.findall(part):
                yield join([html.unescape(word) for word in words], source["language"])
            else:
                yield html.unescape(TAG.sub("", re.sub(r"<l?b\b[^>]*/>", " ", part)))


def aozora(text: str, _: dict[str, Any]) -> Iterator[str]:
    """Aozora Bunko: no ruby, notes or colophon; nothing in old spelling or still protected."""
    body = COLOPHON.split(LEGEND.sub("", text, count=1))[0]
    if PROTECTED.search(text) or len(OLD_KANA.findall(body)) * 2000 > len(body):
        return
    for line in body.split("\n"):
        if "※" not in line:  # a character outside the set: the word would be cut
            yield RUBY.sub("", line).strip("　 ")


def benyehuda(text: str, _: dict[str, Any]) -> Iterator[str]:
    """Project Ben-Yehuda: long prose in modern Hebrew, which says שֶׁל, not אֲשֶׁר; no verse."""
    body = text.partition(CREDIT)[0]
    words, rows = body.split(), [row for row in body.split("\n") if row.strip()]
    of, that = words.count("של"), words.count("אשר")
    if len(words) < 1500 or len(body) < 50 * len(rows):
        return
    if of > 0.011 * len(words) and that < 0.25 * of:
        yield from re.split(r"\n\s*\n", body)


READERS: dict[str, Callable[[str, dict[str, Any]], Iterator[str]]] = {
    reader.__name__: reader
    for reader in (
        *(lines, paragraphs, columns, tokens, spaced, wikiner, squad, markdown, tei),
        *(aozora, benyehuda),
    )
}


def unpack(name: str, data: bytes) -> Iterator[bytes]:
    if name.endswith(".zip"):
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            yield from (archive.read(member) for member in archive.namelist())
        return
    opened = {".gz": gzip.decompress, ".bz2": bz2.decompress, ".xz": lzma.decompress}
    yield opened.get(name[name.rfind(".") :], bytes)(data)
