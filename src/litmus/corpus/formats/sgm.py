"""SGM, the form of NIST, IWSLT and of WMT until 2020: srcset, refset and tstset, a file each.

It is not XML (bare `&`, unquoted attributes, no root), so it is read tag by tag. References and
outputs are held in memory and looked up by document and segment id.
"""

import re
from collections.abc import Iterator, Mapping
from pathlib import Path

from litmus.corpus.formats.markup import unescape
from litmus.corpus.formats.wmt import Side, WmtDocument, assemble
from litmus.errors import DataError
from litmus.files.limits import longest_line, too_long
from litmus.files.text import decoded_lines

_OPENING = re.compile(r"<(/?)(srcset|refset|tstset|doc|seg)\b", re.IGNORECASE)
_ATTRIBUTE = re.compile(r"""(?<![\w:])([\w:]++)\s*+=\s*+(?:"([^"]*+)"|'([^']*+)'|([^\s"'>]++))""")
_KINDS = {"srcset": "src", "refset": "ref", "tstset": "hyp"}


def read_sgm(path: Path) -> Iterator[tuple[str, Side]]:
    """Document id and content of every `doc` of a srcset, refset or tstset.

    Entities are unescaped and runs of blanks become one, as mteval and sacreBLEU do.
    """
    kind, languages, side, document = "", {"src": "", "trg": ""}, None, ""
    for line, closing, tag, rest, body in _tags(path):
        attributes = {m[1].lower(): unescape(m[2] or m[3] or m[4] or "")
                      for m in _ATTRIBUTE.finditer(rest)}  # fmt: skip
        if tag in _KINDS and not closing:
            kind = _KINDS[tag]
            languages = {key: attributes.get(f"{key}lang", "") for key in languages}
        elif tag == "doc":
            if side is not None:
                yield document, side
            side = None
            if not closing:
                document = attributes.get("docid", "")
                if not kind or not document:
                    what = "has no docid" if kind else "is outside srcset, refset and tstset"
                    raise DataError(f"{path}:{line}: a <doc> {what}.")
                language = languages["src" if kind == "src" else "trg"]
                side = Side(kind, attributes.get("sysid", ""), language, line)
        elif tag == "seg" and not closing:
            if side is None:
                raise DataError(f"{path}:{line}: a <seg> is outside a <doc>.")
            text = " ".join(unescape(body).split())
            side.add(path, line, document, attributes.get("id"), text)
    if side is not None:
        raise DataError(
            f"{path} ends inside document {document!r}, before </doc>.\n"
            "The file was cut off; download it again."
        )
    if not kind:
        raise DataError(
            f"{path} is not an SGM file: there is no <srcset>, <refset> or <tstset> in it."
        )


def _tags(path: Path) -> Iterator[tuple[int, str, str, str, str]]:
    """Line, slash, name, attributes of every tag that matters, and the text up to its partner."""
    waiting: tuple[int, str, str, str] | None = None  # a <seg> whose end has not come
    body: list[str] = []
    held, longest = 0, longest_line()  # characters of it
    for number, text in enumerate(decoded_lines(path), start=1):
        position = 0
        for match, end in _tags_of_line(text):
            closing, tag, rest = match[1], match[2].lower(), text[match.end() : end - 1]
            if waiting is not None:
                body.append(text[position : match.start()])
                if tag != "seg" or not closing:
                    raise DataError(f"{path}:{waiting[0]}: a <seg> is not closed by </seg>.")
                yield *waiting, "".join(body)
                waiting = None
            elif tag == "seg" and not closing:
                waiting, body, held = (number, closing, tag, rest), [], 0
            else:
                yield number, closing, tag, rest, ""
            position = end
        if waiting is not None:
            body.append(text[position:])
            held += len(text)
            if held > longest:
                raise too_long(f"{path}:{waiting[0]}", "segment")
    if waiting is not None:
        raise DataError(
            f"{path}:{waiting[0]}: a <seg> is not closed by </seg>.\n"
            "The file was cut off; download it again."
        )


def _tags_of_line(text: str) -> Iterator[tuple[re.Match[str], int]]:
    """The opening of every tag that matters, and where the tag ends: behind the next `>`."""
    start = 0
    while (end := text.find(">", start) + 1) > 0:
        if match := _OPENING.search(text, start, end - 1):
            yield match, end
        start = end


def join_sgm(
    source: Path, references: Mapping[str, Path], systems: Mapping[str, Path]
) -> Iterator[WmtDocument]:
    """The documents of an SGM source with its references and outputs, by the names given."""
    sides = [("ref", name, path) for name, path in references.items()]
    sides += [("hyp", name, path) for name, path in systems.items()]
    held = [(path, _by_document(kind, name, path)) for kind, name, path in sides]
    found: set[str] = set()
    for document, side in read_sgm(source):
        where = f"{source}:{side.line}: document {document!r}"
        if side.kind != "src":
            raise DataError(
                f"{source} holds a {side}, not the source.\nGive the srcset first, then ref=REFSET."
            )
        if document in found:
            raise DataError(f"{where} is in the file twice. Rename one of them.")
        found.add(document)
        for path, documents in held:
            if document not in documents:
                raise DataError(f"{where} is not in {path}. Do they belong together?")
        partners = [documents[document] for _, documents in held]
        yield assemble(where, source, document, [side, *partners])
    for path, documents in held:
        for extra in documents.keys() - found:
            raise DataError(f"{path}: document {extra!r} is not in {source}.")


def _by_document(kind: str, name: str, path: Path) -> dict[str, Side]:
    documents: dict[str, Side] = {}
    for document, side in read_sgm(path):
        if side.kind == "src":
            raise DataError(f"{path} holds a source, not a reference or an output.")
        if document in documents:
            raise DataError(
                f"{path}:{side.line}: document {document!r} is in the file twice.\n"
                "One translator a file; split it by sysid."
            )
        side.kind, side.name = kind, name
        documents[document] = side
    return documents
