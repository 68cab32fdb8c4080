"""Verbs with pronouns written onto them, made by rule: treebanks show too few of them.

Spanish infinitives, gerunds and imperatives (dímelo, hacerlo, dándoles), Italian infinitives
(farlo, andarsene). Hosts are the treebanks' own verbs and a few common imperatives.
"""

import re
from collections.abc import Iterator
from typing import Any

SPANISH = ("me", "te", "se", "lo", "la", "le", "los", "las", "les", "nos", "os")
SPANISH_PAIRS = [
    (a, b) for a in ("me", "te", "se", "nos", "os") for b in ("lo", "la", "los", "las")
]
_IMPERATIVES = """
    di da haz pon ten ven sal oye mira deja espera cuenta explica escucha toma trae lleva pasa
    llama compra dile manda presta ayuda perdona disculpa calla siente levanta mueve lee escribe
    abre cierra diga haga ponga venga salga tenga oiga mire deje espere cuente explique escuche tome
    traiga lleve pase llame perdone disculpe permita ayude siente quede preocupe
"""
ITALIAN = ("mi", "ti", "si", "lo", "la", "li", "le", "ci", "vi", "ne", "gli")
ITALIAN_PAIRS = [
    (a, b) for a in ("me", "te", "se", "ce", "ve", "glie") for b in ("lo", "la", "li", "le", "ne")
]
_ACUTE = str.maketrans("aeiou", "áéíóú")


def enclitics(parts: list[Any]) -> dict[str, list[tuple[str, str]]]:
    """Language -> (surface, words separated by spaces)."""
    return {"es": sorted(set(_spanish(parts))), "it": sorted(set(_italian(parts)))}


def _hosts(parts: list[Any], language: str, feature: str, shape: str) -> set[str]:
    return {
        row.form
        for code, _, sentences in parts
        if code == language
        for sentence in sentences
        for row in sentence.rows
        if feature in row.feats and re.fullmatch(shape, row.form)
    }


def _spanish(parts: list[Any]) -> Iterator[tuple[str, str]]:
    for host in _hosts(parts, "es", "VerbForm=Inf", r"[a-zñü]+[aei]r"):
        for one in SPANISH:
            yield host + one, f"{host} {one}"
        for a, b in SPANISH_PAIRS:
            yield host[:-2] + host[-2].translate(_ACUTE) + "r" + a + b, f"{host} {a} {b}"
    for host in _hosts(parts, "es", "VerbForm=Ger", r"[a-zñü]+(a|ie|ye)ndo"):
        stressed = re.sub("([ae])ndo$", lambda m: m[1].translate(_ACUTE) + "ndo", host)
        for some in ((one,) for one in SPANISH):
            yield stressed + "".join(some), f"{host} {' '.join(some)}"
    for host in _IMPERATIVES.split():
        single = len(re.findall("[aeiou]+", host)) == 1
        for one in ("me", "te", "se", "lo", "la", "le", "nos", "los", "las", "les"):
            yield (host if single else stressed_vowel(host)) + one, f"{host} {one}"
        for a, b in SPANISH_PAIRS:
            yield stressed_vowel(host) + a + b, f"{host} {a} {b}"


def stressed_vowel(word: str) -> str:
    """The accent that a word ending in a vowel gets when pronouns follow: *mira* -> *míra*."""
    groups = list(re.finditer("[aeiou]+", word))
    group = groups[-2] if len(groups) > 1 else groups[-1]
    strong = re.search("[aeo]", group[0])
    at = group.start() + (strong.start() if strong else len(group[0]) - 1)
    return word[:at] + word[at].translate(_ACUTE) + word[at + 1 :]


def _italian(parts: list[Any]) -> Iterator[tuple[str, str]]:
    for host in _hosts(parts, "it", "VerbForm=Inf", r"[a-zà]+[aei]re"):
        for one in ITALIAN:
            yield host[:-1] + one, f"{host[:-1]} {one}"
        for a, b in ITALIAN_PAIRS:
            yield host[:-1] + a + b, f"{host[:-1]} {a} {b}"
