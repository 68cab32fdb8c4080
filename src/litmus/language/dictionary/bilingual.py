"""Bilingual dictionaries: for a source word, the words that translate it by itself."""

import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from hashlib import blake2b
from pathlib import Path

from litmus.errors import DataError, UsageError
from litmus.files.text import plain_name, read_chunks, read_lines, write_text
from litmus.language.dictionary.columns import Columns
from litmus.language.dictionary.entries import Entries, WithSenses
from litmus.language.dictionary.everyday import VERSION as EVERYDAY
from litmus.language.dictionary.everyday import everyday_words
from litmus.language.dictionary.formats import DOUBTFUL, HEADER, Count, Pair, read_pairs
from litmus.language.forms import can_match, normaliser
from litmus.language.knowledge import iso639, language_code, load
from litmus.plugins.data_folder import DataFile, data_files, per_data_folder
from litmus.wording import option

_FOLDER = Path(__file__).parents[1] / "dictionaries"
_PAIR = re.compile("[a-z]{2,3}-[a-z]{2,3}")
_COUNT = re.compile(r"\d+(\.\d*)?(e[+-]?\d+)?\??")
_PAIR_IN_NAME = re.compile(r"(?:^|[._-])([a-z]{2,3})-([a-z]{2,3})(?=[._-]|$)")


@dataclass(frozen=True)
class Dictionary:
    """Source word -> translations, phrases included. `name` is what a signature shows."""

    source: str
    target: str
    name: str
    entries: Mapping[str, frozenset[str]] = field(repr=False)

    def lookup(self, word: str) -> frozenset[str]:
        """Translations of the word as it stands and of its lower-cased form."""
        translations = self.entries.get(word, frozenset())
        lower = word.lower()
        if lower == word:
            return translations
        return translations | self.entries.get(lower, frozenset())

    def lookup_forms(self, word: str, match: str) -> frozenset[str]:
        """`lookup`, in either normal form, and failing that, what other forms translate to."""
        translations = self.lookup(word)
        if not translations and not word.isascii():
            translations = self.lookup(unicodedata.normalize("NFD", word))
        if translations or match == "form":
            return translations
        normalise, by_form = self._by_form(match)
        return by_form.get(normalise(word), frozenset())

    def _by_form(self, match: str) -> tuple[Callable[[str], str], Mapping[str, frozenset[str]]]:
        """How forms of a word are made one, and what each such form translates to."""
        if match not in self._form_cache:
            index: dict[str, set[str]] = {}
            known = can_match(match, self.source)
            normalise = normaliser(match, self.source) if known else str
            for word, translations in self.entries.items() if known else ():
                index.setdefault(normalise(word), set()).update(translations)
            frozen = {word: frozenset(translations) for word, translations in index.items()}
            self._form_cache[match] = normalise, frozen
        return self._form_cache[match]

    @cached_property
    def _form_cache(
        self,
    ) -> dict[str, tuple[Callable[[str], str], Mapping[str, frozenset[str]]]]:
        return {}

    @cached_property
    def target_words(self) -> frozenset[str]:
        """Every single word on the target side."""
        return frozenset(w for found in self.entries.values() for w in found if " " not in w)

    def __len__(self) -> int:
        return sum(len(found) for found in self.entries.values())


def load_dictionary(paths: Sequence[Path], source: str, target: str) -> Dictionary:
    """The given files merged. A file named for the opposite direction is turned round."""
    entries: dict[str, set[str]] = {}
    names = []
    for path in paths:
        reverse = _is_reverse(path, source, target)
        digest = blake2b(digest_size=4)
        count = 0
        for word, translation in read_pairs(path):
            digest.update(f"{word}\t{translation}\n".encode())
            if reverse:
                word, translation = translation, word
            entries.setdefault(word, set()).add(translation)
            count += 1
        if not count:
            raise DataError(f"{path} holds no dictionary entry.")
        names.append(_version_name(path) or f"{path.name}#{digest.hexdigest()}")
    frozen = {word: frozenset(found) for word, found in entries.items()}
    return Dictionary(source, target, "+".join(names), frozen)


@per_data_folder(maxsize=4)  # reading one takes a second, and holding one tens of megabytes
def shipped(source: str, target: str, *, senses: bool = False) -> Dictionary:
    """The dictionary found for a pair, of either direction: the user's own or the one that ships;
    without function words, whose translation says nothing. With `senses`, everyday words have all
    the translations written by hand, too."""
    file = dictionary_file(source, target)
    if file is None:
        known = ", ".join(f"{a}-{b}" for a, b in shipped_pairs())
        metric = option("metrics", "litter:dictionary=PATH")
        raise UsageError(
            f"No dictionary for {source}-{target} comes with litmus (there are: {known}).\n"
            f"Give one: {metric}, in MUSE, TSV, FreeDict or CC-CEDICT format."
        )
    columns = _columns(file, source, target)
    idle, idle_there = load(source).stopwords, load(target).stopwords
    entries: Mapping[str, frozenset[str]] = Entries(columns, idle=idle, idle_there=idle_there)
    name = _name_of(file)
    if senses and (written := _written_senses(source, target, idle, idle_there)):
        entries = WithSenses(entries, written)
        name = f"{name}+everyday.v{EVERYDAY}"
    return Dictionary(source, target, name, entries)


def _written_senses(
    source: str, target: str, idle: frozenset[str], idle_there: frozenset[str]
) -> dict[str, frozenset[str]]:
    found: dict[str, set[str]] = {}
    for word, translation in everyday_words(source, target):
        if word.lower() not in idle and translation.lower() not in idle_there:
            found.setdefault(word, set()).add(translation)
    return {word: frozenset(translations) for word, translations in found.items()}


def shipped_counts(source: str, target: str) -> tuple[Iterator[Count], str] | None:
    """How often words were seen as translations of each other, and the name of that dictionary."""
    found = shipped_columns(source, target)
    if found is None:
        return None
    words, translations, counts, _ = found[0]
    return zip(words.all(), translations.all(), counts.tolist(), strict=True), found[1]


def shipped_columns(source: str, target: str) -> tuple[Columns, str] | None:
    """The same in columns."""
    file = dictionary_file(source, target)
    return None if file is None else (_columns(file, source, target), _name_of(file))


def shipped_pairs() -> list[tuple[str, str]]:
    """Every pair with a dictionary, both directions."""
    pairs = {tuple(name.split("-")) for name in _dictionary_files()}
    return sorted({pair for a, b in pairs for pair in ((a, b), (b, a))})


def dictionary_file(source: str, target: str) -> DataFile | None:
    """The file for a pair, of either direction; the user's own before one that ships."""
    files = _dictionary_files()
    either = [files.get(f"{source}-{target}"), files.get(f"{target}-{source}")]
    return max(filter(None, either), key=lambda file: file.own, default=None)


def name_and_size(file: DataFile) -> tuple[str, int]:
    """What a signature calls it, and its number of word pairs, counted without building it."""
    n_pairs = sum(
        line[0] != "\t" and "\t\t" not in line and line[-1] != DOUBTFUL
        for line in _file_lines(file)
    )
    return _name_of(file), n_pairs


def _dictionary_files() -> Mapping[str, DataFile]:
    """SRC-TGT -> the file."""
    return data_files("dictionaries", _FOLDER.glob("*.tsv.xz"), "*.tsv*", _pair_of)


def _pair_of(path: Path) -> str | None:
    pair, _, suffix = plain_name(path).partition(".")
    return pair if suffix == "tsv" and _PAIR.fullmatch(pair) else None


def _name_of(file: DataFile) -> str:
    return (_version_name(file.path) or file.path.name) + file.mark


def _columns(file: DataFile, source: str, target: str) -> Columns:
    reverse = _pair_of(file.path) != f"{source}-{target}"
    if file.own:
        return Columns.of_lines(_file_lines(file), reverse=reverse)
    return _shipped_columns(file, reverse)


@lru_cache(maxsize=2)  # a metric and the aligner read the same one, and a sister's
def _shipped_columns(file: DataFile, reverse: bool) -> Columns:
    return Columns.of_lines(_file_lines(file), reverse=reverse)


def _file_lines(file: DataFile) -> list[str]:
    """Its rows, `word<TAB>translation<TAB>count`. Those that ship were checked by the tests."""
    if file.own:
        return list(_checked_lines(file.path))
    lines = b"".join(read_chunks(file.path, 1 << 20)).decode("utf-8").split("\n")
    return [line for line in lines if line and line[0] != "#"]


def _checked_lines(path: Path) -> Iterator[str]:
    """The rows of a file of the user's own; words without a count were seen once."""
    for number, line in enumerate(read_lines(path, any_line_end=True), start=1):
        if not line.strip() or line.startswith("#"):
            continue
        columns = line.split("\t")
        word, translation, seen = [*columns, "1"][:3] if len(columns) in (2, 3) else ("", "", "")
        if not (word or translation) or not _COUNT.fullmatch(seen):
            raise DataError(
                f"{path}:{number} is not `word<TAB>translation` or `word<TAB>translation<TAB>count`"
                ".\nMake such a file of others: litmus dictionary build"
            )
        yield f"{word}\t{translation}\t{seen}"


def _is_reverse(path: Path, source: str, target: str) -> bool:
    pairs = _PAIR_IN_NAME.findall(path.name.lower())
    two = {three: code for code, (three, _) in iso639().items()}
    known = [
        (a, b)
        for a, b in ((two.get(a, a), two.get(b, b)) for a, b in pairs)
        if a in iso639() and b in iso639()
    ]
    if not known or (source, target) in known:
        return False
    if (target, source) in known:
        return True
    raise UsageError(
        f"{path} is named as a dictionary for {'-'.join(known[0])}, but {source}-{target} is "
        "asked for.\nGive one for this pair, or rename the file if its name misleads."
    )


def _version_name(path: Path) -> str | None:
    """`name.vN` of a dictionary that litmus wrote."""
    if not plain_name(path).endswith(".tsv"):
        return None
    header = {}
    for line in read_lines(path):
        if not line.startswith("#"):
            break
        key, _, value = line.lstrip("# ").partition(": ")
        header[key] = value
    return f"{header['name']}.v{header['version']}" if {"name", "version"} <= set(header) else None


def build(
    paths: Sequence[Path],
    source: str,
    target: str,
    output: Path,
    *,
    name: str,
    version: int = 1,
    licence: str = "",
    phrases: bool = False,
    counted: Iterable[Count] = (),
    forms: Iterable[Pair] = (),
) -> Dictionary:
    """Merge dictionaries of either direction into one file of our own format.

    `counted` are word pairs seen in parallel text, `forms` (form, lemma) pairs: a form without an
    entry of its own gets the lemma's.
    """
    source, target = language_code(source), language_code(target)
    merged = load_dictionary(paths, source, target) if paths else None
    counts: dict[str, dict[str, float]] = {}
    for word, translation, count in counted:
        if word and translation:
            counts.setdefault(word, {})[translation] = count
    for word, found in merged.entries.items() if merged else ():
        for translation in found:
            if phrases or (" " not in translation and _is_single(word, source)):
                counts.setdefault(word, {}).setdefault(translation, 1.0)
    for form, lemma in forms:
        if form not in counts and lemma in counts:
            counts[form] = dict(counts[lemma])
    if not counts:
        raise DataError(
            f"Nothing was left after dropping phrases. Keep them with {option('phrases', 'True')}."
        )
    sources = merged.name if merged else "parallel text"
    with write_text(output) as out:
        out.write(f"{HEADER}\n# name: {name}\n# version: {version}\n")
        out.write(f"# languages: {source}-{target}\n")
        out.write(f"# licence: {licence or 'as its sources'}\n# sources: {sources}\n")
        out.writelines(
            f"{word}\t{translation}\t{counts[word][translation]:.3g}\n"
            for word, translation in _sorted(counts)
        )
    kept = {word: frozenset(found) for word, found in counts.items()}
    return Dictionary(source, target, f"{name}.v{version}", kept)


def _is_single(word: str, language: str) -> bool:
    return " " not in word or load(language).writing == "characters"


def _sorted(entries: Mapping[str, Iterable[str]]) -> Iterator[Pair]:
    for word in sorted(entries):
        for translation in sorted(entries[word]):
            yield word, translation
