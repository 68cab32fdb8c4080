"""The sentences of `written.txt`, filled in, with their antecedents."""

import random
import re
from collections.abc import Iterator
from pathlib import Path

from benchmarks.discourse.antecedents_gold import GoldDocument, Mention

FILE = Path(__file__).with_name("written.txt")
_FILLERS = {
    "m": "John Peter Thomas Mark Daniel Robert Henry Oliver Samuel Victor Ali Carlos Ivan Hugo",
    "f": "Mary Anna Susan Laura Emily Rachel Helen Julia Clara Fatima Maria Olga Alice Emma",
    "p": "doctor teacher lawyer minister driver student farmer manager officer neighbour singer",
    "t": "car house book bicycle table letter computer boat ring coat machine bottle bag clock",
    "s": "cars houses books tickets tables letters computers boats rings coats machines bottles",
    "v": "saw called met helped blamed admired followed forgot criticised pushed hurt visited",
    "a": "easy hard important possible impossible necessary good strange difficult clear useful",
}
_MARK = re.compile(r"\[(\d)|\]|\*([^\s=]+)=(\w+)|([^\s\]]+)")
_CLOSING = frozenset(".,;:?!")


def written(times: int, seed: int) -> Iterator[GoldDocument]:
    """Each line of the file `times` over, with other words every time."""
    rng = random.Random(seed)
    lines = FILE.read_text(encoding="utf-8").split("\n")
    patterns = [line for line in lines if line and not line.startswith("#")]
    for round_ in range(times):
        for number, pattern in enumerate(patterns):
            yield _document(f"written-{round_}-{number}", _filled(pattern, rng))


def _filled(pattern: str, rng: random.Random) -> str:
    chosen = {slot: rng.sample(words.split(), 2) for slot, words in _FILLERS.items()}

    def filler(match: re.Match[str]) -> str:
        return chosen[match[1]][int(match[2] == "2")]

    return re.sub(r"\{(\w)(2?)\}", filler, pattern)


def _document(name: str, text: str) -> GoldDocument:
    texts, mentions = [], []
    for number, marked in enumerate(text.split(" | ")):
        plain, found = _sentence(marked, number, name)
        texts.append(plain)
        mentions += found
    return GoldDocument(name, tuple(texts), tuple(sorted(mentions)), ())


def _sentence(marked: str, number: int, name: str) -> tuple[str, list[Mention]]:
    """Its text, and its mentions: what is far has a chain that began before the document."""
    text, opened, mentions = "", {}, []
    quoted = False
    for mark in _MARK.finditer(marked):
        chain, pronoun, kind, word = mark.groups()
        if chain:
            opened[chain] = len(text) + bool(text)
            last = chain
        elif mark[0] == "]":
            mentions.append(Mention(number, opened[last], len(text), last, "np"))
        else:
            form = pronoun or word
            glued = form in _CLOSING or text.endswith('"') and quoted or not text
            if form == '"':
                glued = quoted or not text
                quoted = not quoted
            text += form if glued else f" {form}"
            if pronoun:
                mentions.append(Mention(number, len(text) - len(form), len(text), kind, "pronoun"))
    return text, mentions
