"""Turkish lemmas as dictionaries have them: the treebanks give the bare stem of a verb."""

import re
from collections import Counter
from collections.abc import Set

VOWELS = "aıoueiöü"
ENOUGH = 4
# Words that a treebank gives a polarity where they end a sentence.
NO_VERBS = {"ad", "artış", "bacak", "ben", "bir", "biri", "bu", "bura", "değer", "değil", "diğer"}
NO_VERBS |= {"düğün", "düşüş", "ettik", "gelecek", "hız", "koltuk", "kullanıcı", "o", "sandık"}
NO_VERBS |= {"yiyecek"}
_LOWER = str.maketrans("Iİ", "ıi")
# Endings that only verbs have: converbs, participles in -dik and -ecek.
_VERBAL = re.compile(
    "([ae]r[ae]k|[ıiuü]p|[ıiuü]nc[ae]|m[ae]d[ae]n|[dt][ıiuü](k[çlt]|ğ).*|[ae]c[ae][kğ].*)$"
)


def lower(word: str) -> str:
    """A word in lower case, dotted and dotless i kept apart."""
    return word.translate(_LOWER).lower()


def infinitive(form: str, lemma: str, upos: str, xpos: str, features: str) -> str:
    """The infinitive where a word is a form of a verb, else the lemma.

    Words with a polarity are verbs, or made of one; nouns that end a sentence are tagged VERB too.
    """
    lemma = lower(lemma)
    vowels = [letter for letter in lemma if letter in VOWELS]
    named = lemma.endswith(("mak", "mek", "ma", "me")) and len(vowels) > 1
    if (
        named
        or lemma in NO_VERBS
        or not vowels
        or not ("Polarity=" in features or _VERBAL.search(lower(form)))
    ):
        return lemma
    return lemma + ("mak" if vowels[-1] in "aıou" else "mek")


def attested(seen: Counter[tuple[str, str]], words: Set[str]) -> Counter[tuple[str, str]]:
    """The pairs, with the bare stem again where no text has the infinitive nor enough forms."""
    forms = Counter(lemma for _, lemma in seen)
    known = (
        words | {form for form, _ in seen} | {lemma for lemma in forms if forms[lemma] >= ENOUGH}
    )
    kept: Counter[tuple[str, str]] = Counter()
    for (form, lemma), count in seen.items():
        made = lemma.endswith(("mak", "mek")) and lemma not in known
        kept[form, lemma[:-3] if made else lemma] += count
    return kept
