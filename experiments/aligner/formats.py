"""Readers of the formats that translations come in. Each gives texts by a key both languages share.

    gettext  .mo           English text -> translation
    Fluent   .ftl          message id (and attribute) -> text, placeables resolved
    Java     .properties   key -> text
    XML      .dtd          entity -> text
    Chromium .pak          resource number -> text
    help     .html         paragraph id -> texts, in their order

`deb_files` reads a Debian package without installing it.
"""

import html
import re
import struct
import subprocess
import tarfile
from collections.abc import Iterator, Mapping
from pathlib import Path

VARIABLE = "{0}"
NOT_TEXT = re.compile(
    r"(access_?key|command_?key|shortcut|style|\.key|^key|url|\.width|\.size)$", re.IGNORECASE
)
OTHER_SYSTEM = re.compile(r'<span hidden="true"[^>]* class="[^>]*>')


def deb_files(package: Path, wanted: str) -> Iterator[tuple[str, bytes]]:
    """Name and content of each plain file of a package whose name matches a pattern."""
    pattern = re.compile(wanted)
    command = ["dpkg-deb", "--fsys-tarfile", str(package)]
    with subprocess.Popen(command, stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        with tarfile.open(fileobj=process.stdout, mode="r|") as archive:
            for member in archive:
                if member.isfile() and pattern.search(member.name):
                    stream = archive.extractfile(member)
                    assert stream is not None
                    yield member.name, stream.read()
    if process.returncode:
        raise OSError(f"{package} could not be read: dpkg-deb ended with {process.returncode}.")


def read_mo(data: bytes) -> list[tuple[str, str]]:
    """English and translation; contexts are cut off, of plurals the first form of each is taken."""
    order = "<" if data[:4] == b"\xde\x12\x04\x95" else ">"
    count, originals, translations = struct.unpack_from(order + "3I", data, 8)

    def text(table: int, index: int) -> str:
        length, offset = struct.unpack_from(order + "2I", data, table + 8 * index)
        return data[offset : offset + length].split(b"\0")[0].decode("utf-8")

    pairs = [(text(originals, place), text(translations, place)) for place in range(count)]
    return [(source.rpartition("\x04")[2], target) for source, target in pairs if source]


def read_pak(data: bytes) -> dict[int, str]:
    """Texts of a version 5 resource file."""
    version, encoding = struct.unpack_from("<2I", data)
    if (version, encoding & 255) != (5, 1):
        raise ValueError(f"A .pak of version 5 in UTF-8 was expected, not {version}, {encoding}.")
    count, aliases = struct.unpack_from("<2H", data, 8)
    entries = [struct.unpack_from("<HI", data, 12 + 6 * place) for place in range(count + 1)]
    texts = {}
    for (number, start), (_, end) in zip(entries[:-1], entries[1:], strict=True):
        texts[number] = data[start:end].decode("utf-8", errors="replace")
    table = 12 + 6 * (count + 1)
    for place in range(aliases):
        number, index = struct.unpack_from("<2H", data, table + 4 * place)
        texts[number] = texts[entries[index][0]]
    return texts


def read_dtd(text: str) -> dict[str, str]:
    text = re.sub(r"<!--.*?-->", "", text, flags=re.S)
    found = re.findall(r"<!ENTITY\s+([\w.-]+)\s+(?:\"([^\"]*)\"|'([^']*)')\s*>", text)
    return {key: double or single for key, double, single in found if not NOT_TEXT.search(key)}


def read_properties(text: str) -> dict[str, str]:
    texts = {}
    for line in re.sub(r"\\\r?\n\s*", "", text).split("\n"):
        match = re.match(r"\s*([^#!=:\s][^=:\s]*)\s*[=:]\s*(.*?)\s*$", line)
        if match and not NOT_TEXT.search(match[1]):
            value = re.sub(r"\\u([0-9a-fA-F]{4})", lambda code: chr(int(code[1], 16)), match[2])
            value = re.sub(r"\\[ntr]", " ", value).replace("\\", "")
            texts[match[1]] = value.split(";")[0] if "#1" in value else value
    return texts


def read_fluent(text: str) -> dict[str, str]:
    """Patterns by `id` or `id.attribute`, as they are written; `render` resolves them."""
    patterns: dict[str, list[str]] = {}
    message, key = "", ""
    for line in text.replace("\r\n", "\n").split("\n"):
        start = re.match(r"(-?[A-Za-z][\w-]*)\s*=\s*(.*)", line)
        attribute = re.match(r"\s+\.([\w-]+)\s*=\s*(.*)", line)
        if start:
            message = key = start[1]
            patterns[key] = [start[2]]
        elif attribute and message:
            key = f"{message}.{attribute[1]}"
            patterns[key] = [attribute[2]]
        elif key and (not line.strip() or line[0] in " }"):
            patterns[key].append(line)
        else:
            message = key = ""
    texts = {key: "\n".join(lines).strip() for key, lines in patterns.items()}
    return {key: text for key, text in texts.items() if text and not NOT_TEXT.search(key)}


def render(pattern: str, terms: Mapping[str, str], depth: int = 0) -> str:
    """A Fluent pattern as plain text: terms filled in, the default of every choice, `{0}` else."""
    out, place = [], 0
    while place < len(pattern):
        if pattern[place] != "{":
            out.append(pattern[place])
            place += 1
            continue
        end = _closing(pattern, place)
        out.append(_placeable(pattern[place + 1 : end].strip(), terms, depth + 1))
        place = end + 1
    return "".join(out)


def _closing(pattern: str, start: int) -> int:
    depth = 0
    for place in range(start, len(pattern)):
        depth += {"{": 1, "}": -1}.get(pattern[place], 0)
        if depth == 0:
            return place
    return len(pattern)


def _placeable(expression: str, terms: Mapping[str, str], depth: int) -> str:
    if "->" in expression:
        return render(_default(expression.partition("->")[2]), terms, depth)
    if expression.startswith('"'):
        return expression.strip('"')
    term = re.match(r"-[\w-]+", expression)
    if term and depth < 5:
        return render(terms.get(term[0], VARIABLE), terms, depth)
    return VARIABLE


def _default(variants: str) -> str:
    """The text of the variant marked with a star."""
    depth, inside, lines = 0, False, []
    for line in variants.split("\n"):
        variant = re.match(r"\s*(\*?)\[[^\]]*\](.*)", line) if depth == 0 else None
        if variant:
            inside = bool(variant[1])
        if inside:
            lines.append(variant[2] if variant else line)
        depth += line.count("{") - line.count("}")
    return "\n".join(lines).strip()


def read_help(page: str) -> dict[str, list[str]]:
    """Paragraphs by their id; those without one (notes, see-also) by their class. No code."""
    body = page.partition('id="DisplayArea"')[2].partition("<footer>")[0]
    body = re.sub(r"<pre\b.*?</pre>", "", body, flags=re.S)
    paragraphs: dict[str, list[str]] = {}
    for _, attributes, content in re.findall(r"<(p|h[1-6])\b([^>]*)>(.*?)</\1>", body, re.S):
        style = re.search(r'class="([^"]*)"', attributes)
        name = re.search(r'id="([^"]*)"', attributes)
        if style and "code" in style[1]:
            continue
        key = name[1] if name else "class " + (style[1] if style else "")
        paragraphs.setdefault(key, []).append(_without_other_systems(content))
    return paragraphs


def _without_other_systems(paragraph: str) -> str:
    """Where a paragraph differs by system ("Command" or "Ctrl"), only the default stays."""
    while found := OTHER_SYSTEM.search(paragraph):
        depth = 0
        for tag in re.compile(r"<(/?)span\b[^>]*>").finditer(paragraph, found.start()):
            depth += -1 if tag[1] else 1
            if depth == 0:
                break
        paragraph = paragraph[: found.start()] + paragraph[tag.end() :]
    return paragraph


def plain(text: str) -> str:
    """Without tags and entities."""
    text = re.sub(r"<(br|p|div|li|td)\b[^<>]*>", " ", text)
    return html.unescape(re.sub(r"</?[a-zA-Z][^<>]*>|<!--.*?-->", "", text))
