"""Collects parallel text, English and fifteen languages, out of freely licensed packages.

    python collect.py PACKAGES OUT

PACKAGES is a folder with the .deb and .tgz files of README.md. OUT receives

    en-XX.tsv.gz                   english<TAB>other, all sources, no duplicates
    by-source/SOURCE-en-XX.tsv.gz  the same by source (a pair may come from several)
    names-en-XX.tsv.gz             names of countries and languages
    edict-ja-en.tsv.gz             japanese<TAB>gloss<TAB>P where the entry is marked as common
"""

import gzip
import io
import json
import re
import sys
import tarfile
import unicodedata
import zipfile
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from pathlib import Path

import formats

LANGUAGES = (
    *("ar", "de", "es", "fr", "he", "is", "it", "ja"),
    *("ko", "nl", "pt", "ro", "ru", "tr", "zh"),
)
WITHOUT_OFFICE_HELP = {"ar", "he", "is", "ro"}
Pair = tuple[str, str]

# Where packages call a language otherwise.
REGIONS = {"pt": "pt-br", "zh": "zh-cn"}
MOZILLA = REGIONS | {"es": "es-es"}
CHROMIUM = {"pt": "pt-BR", "zh": "zh-CN"}
GETTEXT = {"pt": "pt_BR", "zh": "zh_CN"}

SCRIPTS = {
    "ar": "\u0600-\u06ff",
    "he": "\u0590-\u05ff",
    "ja": "\u3040-\u30ff\u4e00-\u9fff",
    "ko": "\uac00-\ud7a3",
    "ru": "\u0400-\u04ff",
    "zh": "\u4e00-\u9fff",
}
DENSE = {"ja", "ko", "zh"}
LONGEST = 400
INVISIBLE = re.compile("[\u00ad\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff\ufffd]|[\0-\x08]")
PLACEHOLDER = re.compile(r"%(\d+\$)?[a-zA-Z]\b|\$\(?\w+\)?|\{\w*\}|%[A-Z]{2,}\w*")
QUOTED = r'"(?:[^"\\]|\\.)*"'
MOZILLA_FILE = re.compile(r"(?:^|/)(?:localization|locale)/[\w-]+/(.+\.(ftl|properties|dtd))$")
MOZILLA_READERS = {
    "ftl": formats.read_fluent,
    "properties": formats.read_properties,
    "dtd": formats.read_dtd,
}
NAMES = ("iso_3166-1", "iso_3166-3", "iso_639-2", "iso_639-3", "iso_639-5")


class PackageMissing(Exception):
    """A package that this source needs is not in the folder."""


def package(folder: Path, name: str) -> Path:
    found = sorted(folder.glob(f"{name}_*.deb"))
    if not found:
        raise PackageMissing(f"{name} (apt-get download {name})")
    return found[-1]


# --- cleaning


def tidy(text: str) -> str:
    text = INVISIBLE.sub("", text.replace("\\n", " "))
    return " ".join(unicodedata.normalize("NFC", text).split())


def without_accelerators(text: str) -> str:
    text = re.sub(r"\s*[(（][~_&]\w[)）]", "", text)
    text = re.sub(r"[~&](?=\w)", "", text)
    return re.sub(r"_(?=\w)", "", text) if text.count("_") == 1 else text


def label(text: str) -> str:
    return without_accelerators(formats.plain(text))


def words(text: str) -> list[str]:
    return re.findall(r"[^\W\d_]+", PLACEHOLDER.sub(" ", text).casefold())


def is_translation(english: str, other: str, language: str) -> bool:
    """Both sides hold letters, are of like length, and the other side is no longer English."""
    own = words(english)
    if not own or not words(other) or english.casefold() == other.casefold():
        return False
    if language in SCRIPTS and not re.search(f"[{SCRIPTS[language]}]", other):
        return False
    short, long = sorted((len(english), len(other)))
    if long > LONGEST or (long > 20 and long > short * (6 if language in DENSE else 4)):
        return False
    kept = set(own) & set(words(other))
    return len(own) < 4 or len(kept) < 0.7 * len(set(own))


def clean(pairs: Iterable[Pair], language: str) -> list[Pair]:
    tidied = ((tidy(english), tidy(other)) for english, other in pairs)
    return list(dict.fromkeys(pair for pair in tidied if is_translation(*pair, language)))


# --- sources: each gives pairs of one language


def office_interface(folder: Path, language: str) -> Iterator[Pair]:
    path = package(folder, f"libreoffice-l10n-{REGIONS.get(language, language)}")
    for _, data in formats.deb_files(path, r"\.mo$"):
        for english, other in formats.read_mo(data):
            yield label(english), label(other)


@cache
def help_pages(path: Path) -> dict[str, dict[str, list[str]]]:
    """Paragraphs of each page, by the name of the page below the folder of the language."""
    return {
        name.partition("/text/")[2]: formats.read_help(data.decode("utf-8"))
        for name, data in formats.deb_files(path, r"/text/.*\.html$")
    }


def office_help(folder: Path, language: str) -> Iterator[Pair]:
    if language in WITHOUT_OFFICE_HELP:
        return
    path = package(folder, f"libreoffice-help-{REGIONS.get(language, language)}")
    translated = help_pages.__wrapped__(path)
    for page, paragraphs in help_pages(package(folder, "libreoffice-help-en-us")).items():
        for key, originals in paragraphs.items():
            others = translated.get(page, {}).get(key, [])
            if len(originals) == len(others):
                for english, other in zip(originals, others, strict=True):
                    yield formats.plain(english), formats.plain(other)


def typescript(folder: Path, language: str) -> Iterator[Pair]:
    found = sorted(folder.glob("typescript-*.tgz"))
    if not found:
        raise PackageMissing("typescript (npm pack typescript@5.6.3)")
    wanted = f"{REGIONS.get(language, language)}/diagnosticMessages.generated.json"
    texts = {}
    with tarfile.open(found[-1]) as archive:
        for member in archive:
            name = member.name.removeprefix("package/lib/")
            if name in {wanted, "typescript.js"} and (stream := archive.extractfile(member)):
                texts[name] = stream.read().decode("utf-8")
    if wanted not in texts:
        return
    others = json.loads(texts[wanted])
    for key, message in re.findall(
        rf"diag\(\d+, \d[^\"]*({QUOTED}), ({QUOTED})", texts["typescript.js"]
    ):
        if json.loads(key) in others:
            yield json.loads(message), others[json.loads(key)]


def mozilla_texts(archives: Iterable[bytes]) -> dict[str, str]:
    """All texts of a language pack or of the program's own archives, by file and key."""
    texts: dict[str, str] = {}
    patterns: dict[str, str] = {}
    for archive in archives:
        with zipfile.ZipFile(io.BytesIO(archive)) as files:
            for place in filter(None, map(MOZILLA_FILE.search, files.namelist())):
                text = files.read(place.string).decode("utf-8", errors="replace")
                found = MOZILLA_READERS[place[2]](text)
                into = patterns if place[2] == "ftl" else texts
                into |= {f"{place[1]}:{key}": value for key, value in found.items()}
    terms = {key.partition(":")[2]: value for key, value in patterns.items() if ":-" in key}
    return texts | {key: formats.render(value, terms) for key, value in patterns.items()}


@cache
def mozilla_english(path: Path) -> dict[str, str]:
    return mozilla_texts(data for _, data in formats.deb_files(path, r"/omni\.ja$"))


def mozilla_label(text: str) -> str:
    """Entities are those of XML or names of the brand, such as `&brandShortName;`."""
    return label(re.sub(r"&[a-z]+[A-Z][\w.]*;", formats.VARIABLE, text))


def mozilla(program: str) -> Callable[[Path, str], Iterator[Pair]]:
    def pairs(folder: Path, language: str) -> Iterator[Pair]:
        path = package(folder, f"{program}-l10n-{MOZILLA.get(language, language)}")
        english = mozilla_english(package(folder, program))
        packs = (data for _, data in formats.deb_files(path, r"\.xpi$"))
        for key, other in mozilla_texts(packs).items():
            if key in english:
                yield mozilla_label(english[key]), mozilla_label(other)

    return pairs


@cache
def chromium_texts(path: Path) -> dict[str, dict[int, str]]:
    """Texts by language and number."""
    files = formats.deb_files(path, r"/locales/[\w-]+\.pak$")
    return {Path(name).stem: formats.read_pak(data) for name, data in files if len(data) > 100}


def chromium(folder: Path, language: str) -> Iterator[Pair]:
    """Without plurals in ICU syntax, and without lists of what people may type to find a page."""
    english = chromium_texts(package(folder, "chromium-common"))["en-US"]
    others = chromium_texts(package(folder, "chromium-l10n"))
    for number, other in others.get(CHROMIUM.get(language, language), {}).items():
        text = english.get(number, "")
        synonyms = text[:1].islower() and text.count(", ") > 1 and not text.endswith(".")
        if not synonyms and not re.search(r", (plural|select|selectordinal),", text + other):
            yield label(text), label(other)


SOURCES: dict[str, Callable[[Path, str], Iterator[Pair]]] = {
    "office-interface": office_interface,
    "office-help": office_help,
    "typescript": typescript,
    "firefox": mozilla("firefox-esr"),
    "thunderbird": mozilla("thunderbird"),
    "chromium": chromium,
}


# --- names and dictionary, kept apart


def names(folder: Path, language: str) -> list[Pair]:
    locale = GETTEXT.get(language, language)
    wanted = rf"/locale/{locale}/LC_MESSAGES/({'|'.join(NAMES)})\.mo$"
    pairs = []
    for _, data in formats.deb_files(package(folder, "iso-codes"), wanted):
        pairs += [(tidy(english), tidy(other)) for english, other in formats.read_mo(data)]
    return list(dict.fromkeys(pair for pair in pairs if all(pair)))


def gloss_text(gloss: str) -> str:
    while (shorter := re.sub(r"\([^()]*\)|\{[^{}]*\}", " ", gloss)) != gloss:
        gloss = shorter
    return re.sub(r"^to (?=\S)", "", tidy(gloss))


def edict(folder: Path) -> list[tuple[str, str, str]]:
    """Each written form and each reading with each gloss."""
    common: dict[Pair, str] = {}
    ((_, data),) = formats.deb_files(package(folder, "edict"), r"/share/edict/edict$")
    for line in data.decode("euc_jp", errors="replace").split("\n"):
        entry = re.match(r"(\S+) (?:\[([^\]]*)\] )?/(.*)/", line)
        if not entry or "\ufffd" in line or "？？？" in line:
            continue
        forms = [gloss_text(form) for form in f"{entry[1]};{entry[2] or ''}".split(";")]
        glosses = entry[3].split("/")
        mark = "P" if "(P)" in glosses else ""
        for form in filter(None, forms):
            for gloss in filter(None, map(gloss_text, glosses)):
                if not gloss.startswith("EntL"):
                    common[form, gloss] = mark or common.get((form, gloss), "")
    return [(*pair, mark) for pair, mark in common.items()]


# --- output


def write(path: Path, rows: Iterable[tuple[str, ...]]) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("wb") as raw, gzip.GzipFile("", "wb", fileobj=raw, mtime=0) as stream:
        for row in rows:
            stream.write(("\t".join(row) + "\n").encode("utf-8"))


def collect(folder: Path, out: Path, language: str) -> dict[str, int]:
    """Writes the files of one language; gives the number of pairs by source."""
    counts: dict[str, int] = {}
    everything: dict[Pair, None] = {}
    for source, read in SOURCES.items():
        try:
            pairs = clean(read(folder, language), language)
        except PackageMissing as missing:
            print(f"en-{language}: no {source}, for want of {missing}", file=sys.stderr)
            pairs = []
        counts[source] = len(pairs)
        if pairs:
            write(out / "by-source" / f"{source}-en-{language}.tsv.gz", pairs)
            everything |= dict.fromkeys(pairs)
    write(out / f"en-{language}.tsv.gz", everything)
    named = names(folder, language)
    write(out / f"names-en-{language}.tsv.gz", named)
    return counts | {"all": len(everything), "names": len(named)}


def main() -> None:
    folder, out = map(Path, sys.argv[1:])
    rows = {}
    for language in LANGUAGES:
        rows[language] = collect(folder, out, language)
        print(f"en-{language}: {rows[language]['all']:,} pairs", file=sys.stderr)
    columns = [*SOURCES, "all", "names"]
    print("| language | " + " | ".join(columns) + " |")
    print("| --- |" + " ---: |" * len(columns))
    for language, counts in rows.items():
        print(f"| {language} | " + " | ".join(f"{counts[column]:,}" for column in columns) + " |")
    entries = edict(folder)
    write(out / "edict-ja-en.tsv.gz", entries)
    common = sum(mark == "P" for *_, mark in entries)
    print(f"\nEDICT: {len(entries):,} pairs, {common:,} of them common.")


if __name__ == "__main__":
    main()
