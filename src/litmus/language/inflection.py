"""Which dictionary words a written form may belong to, without looking at its sentence."""

import re
from collections.abc import Callable, Collection, Iterator, Mapping
from functools import cache
from importlib import resources

from litmus.language import knowledge
from litmus.language.forms import stemmer
from litmus.language.words import compose, lowered, strip_accents
from litmus.plugins.data_folder import per_data_folder

Words = tuple[str, ...]
_FOLDER = resources.files("litmus.language") / "inflections"
# Without a stemmer: as many letters as stay the same in most forms of a word.
_KEPT = 5
# Agglutinating languages: what stands in front of the endings, from this many letters on.
_PREFIXES = {"ko": 1, "tr": 4}
_INFINITIVES = {"ko": ("다",), "tr": ("mak", "mek")}
_SOFTENED = {"tr": str.maketrans("pçtk", "bcdğ")}
# Germanic verbs, which Snowball's stemmers leave as they are: endings, and the participle's prefix.
_VERB_ENDINGS = {
    "de": (
        "en",
        "n",
        "e",
        "st",
        "est",
        "t",
        "et",
        "te",
        "ete",
        "test",
        "ten",
        "eten",
        "tet",
        "end",
    ),
    "nl": ("en", "n", "t", "te", "ten", "de", "den", "end"),
}
_SPELLINGS = str.maketrans({"ß": "ss", "œ": "oe", "ё": "е", "\xad": ""})
# Prefixes that never leave their verb; it inflects like the verb without them, but has no ge-.
_UNSTRESSED = {
    "de": (
        "be",
        "emp",
        "ent",
        "er",
        "ge",
        "miss",
        "ver",
        "zer",
        "über",
        "unter",
        "wider",
        "hinter",
    ),
    "nl": ("be", "er", "ge", "her", "ont", "ver", "over", "onder", "weer", "mis"),
}


@cache
def irregular(code: str) -> Mapping[str, tuple[str, ...]]:
    """Written form -> dictionary words, for forms that the stemmer does not bring together."""
    path = _FOLDER / f"{code}.txt"
    if not path.is_file():
        return {}
    found: dict[str, dict[str, None]] = {}
    for line in path.read_text(encoding="utf-8").split("\n"):
        lemma, _, forms = fold(line).partition("\t")
        if forms and not line.startswith("#"):
            for form in forms.split():
                found.setdefault(form, {})[lemma] = None
    return {form: tuple(lemmas) for form, lemmas in found.items()}


@per_data_folder()
def form_keys(code: str) -> Callable[[str], frozenset[str]]:
    """A function from a lower-cased written form to keys of the words it may be a form of.

    A form may belong to a word if the two share a key (see `word_keys`). Nothing but the form
    decides, so a set of words can be looked for in text that nobody has analysed.
    """
    table, stem, clitics = irregular(code), _stem(code), _without_clitics(code)
    verbs, unstressed = _VERB_ENDINGS.get(code, ()), _UNSTRESSED.get(code, ())

    def keys(form: str) -> frozenset[str]:
        found: set[str] = set()
        for bare in clitics(fold(form)):
            lemmas = (bare, *table.get(bare, ()), *_prefixed(bare, table, unstressed))
            found.update(lemmas)
            for lemma in lemmas:
                found.update(stem(lemma))
            for ending in verbs:
                if bare.endswith(ending):
                    found.update(_verb_stems(bare.removesuffix(ending)))
        return frozenset(found)

    return keys


@per_data_folder()
def word_keys(code: str) -> Callable[[str], frozenset[str]]:
    """A function from a word of a list, in its dictionary form or nearly so, to its keys."""
    table, stem = irregular(code), _stem(code)
    infinitives, softened = _INFINITIVES.get(code, ()), _SOFTENED.get(code)

    def keys(word: str) -> frozenset[str]:
        word = fold(lowered(word))
        found: set[str] = set()
        for lemma in (word, *table.get(word, ())):
            found.add(lemma)
            if code not in _PREFIXES:
                found.update(stem(lemma))
                if code in _VERB_ENDINGS and lemma.endswith("n"):
                    found.add(_verb_stem(lemma.removesuffix("n").removesuffix("e")))
                continue
            base = next((lemma.removesuffix(x) for x in infinitives if lemma.endswith(x)), lemma)
            if len(base) >= _PREFIXES[code]:
                found.add(f"^{base}")
                if softened:
                    found.add(f"^{base[:-1]}{base[-1].translate(softened)}")
        return frozenset(found)

    return keys


@per_data_folder()
def keeps_start(code: str) -> bool:
    """Whether the keys of regular forms start like the forms: only endings change."""
    language = knowledge.load(code)
    plain = language.snowball is not None and code not in ("ar", *_VERB_ENDINGS, *_PREFIXES)
    return plain and not language.clitics.prefixes


def start_of(key: str) -> str:
    """The part of a key that its forms have too: at most three letters.

    Two of a key of three whose last one comes from the stemmer: using belongs to use, dying to
    die, and the French stemmer makes abl of abilité.

    >>> start_of("~cri"), start_of("Élan"), start_of("use")
    ('cri', 'Ela', 'us')
    """
    key = key.removeprefix("~")
    letters = _first_letters(key)
    return letters[:2] if len(key) == 3 and letters.endswith(("e", "bl")) else letters


_SHORT = 8  # letters of a form whose key has less than three of it: using (use), abilités (abl)


@cache
def may_belong(code: str) -> Callable[[str, Collection[str]], bool]:
    """A function from a lower-cased written form, letters and digits only, and the `start_of` of
    the keys of some words to whether it may share a key with them.

    True promises nothing; False is certain, and known far sooner than by stemming.
    """
    if not keeps_start(code):
        return lambda form, starts: True
    table, clitics = irregular(code), _without_clitics(code)

    def may(form: str, starts: Collection[str]) -> bool:
        form = fold(form)
        start = _first_letters(form)
        if start in starts:
            return True
        if len(form) <= _SHORT and (start[:2] in starts or start[:1] in starts):
            return True
        # Small words may be written onto an irregular form: Spanish dala is da, from dar.
        return any(bare in table for bare in clitics(form))

    return may


def _first_letters(word: str) -> str:
    """What endings leave alone: three letters, without accents, y as i (cry, cries), q as c
    (Spanish saco, saque)."""
    return strip_accents(word[:3]).replace("y", "i").replace("q", "c")


def _prefixed(form: str, table: Mapping[str, tuple[str, ...]], prefixes: Words) -> Iterator[str]:
    """Dictionary words of a form with a prefix that the table lacks: verging -> vergehen."""
    for prefix in prefixes:
        if form.startswith(prefix) and len(form) > len(prefix) + 2:
            rest = form.removeprefix(prefix)
            for known in (rest, f"ge{rest}"):
                for lemma in table.get(known, ()):
                    yield prefix + lemma


def _verb_stems(rest: str) -> Iterator[str]:
    """Keys of a verb form without its ending: as it is, and without the participle's ge-."""
    if len(rest) > 1:
        yield _verb_stem(rest)
        if rest.startswith("ge") and len(rest) > 3:
            yield _verb_stem(rest[2:])


def _verb_stem(rest: str) -> str:
    """One spelling for the stems of a verb: maken maak, pakken pak, leven leeft, sammeln sammle.

    >>> _verb_stem("maak") == _verb_stem("mak"), _verb_stem("lev") == _verb_stem("leef")
    (True, True)
    """
    single = re.sub(r"e([lr])$", r"\1", re.sub(r"(.)\1", r"\1", rest))
    return "+" + single[:-1] + {"v": "f", "z": "s"}.get(single[-1:], single[-1:])


def fold(word: str) -> str:
    """One spelling for the same letters: composed, ß as ss, œ as oe, ё as е, no soft hyphen."""
    return word if word.isascii() else compose(word).translate(_SPELLINGS)


def _stem(code: str) -> Callable[[str], tuple[str, ...]]:
    """Keys that stand for a stem; they never equal a word."""
    if code in _PREFIXES:
        least = _PREFIXES[code]
        return lambda word: tuple(f"^{word[:n]}" for n in range(least, len(word) + 1))
    if knowledge.load(code).snowball is not None:
        stem = stemmer(code)
        return lambda word: (f"~{stem(word)}",)
    return lambda word: (f"~{word[:_KEPT]}",) if len(word) > _KEPT else ()


def _without_clitics(code: str) -> Callable[[str], tuple[str, ...]]:
    """The form, and what is left of it without the small words written onto it."""
    clitics = knowledge.load(code).clitics
    if not (clitics.prefixes or clitics.suffixes):
        return lambda form: (form,)

    def bare(form: str) -> tuple[str, ...]:
        found = {form: None}
        for place in clitics.prefixes:
            for known in tuple(found):
                for prefix in place:
                    if known.startswith(prefix) and len(known) > len(prefix) + 1:
                        found[known.removeprefix(prefix)] = None
        for place in reversed(clitics.suffixes):
            for known in tuple(found):
                for suffix in place:
                    if known.endswith(suffix) and len(known) > len(suffix) + 1:
                        found[known.removesuffix(suffix)] = None
        return tuple(found)

    return bare
