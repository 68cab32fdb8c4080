"""Typographic marks where plain ones were typed: what they cost, and what reading them saves.

    python -m benchmarks.analysis.typography ../shared/data/ud

Sentences of the development files that have apostrophes, or quotation marks in pairs, are written
with ’ and with “ ”, „ “, ‘ ’ in their place. Prints the F1 of words, parts of speech and lemmas of
the embedded analyser, all files together, on the sentences as they are, and on the others: while
the networks see them as written, and as plain ones (`litmus.language.embedded.typography`).
"""

import argparse
import re
from collections import Counter
from collections.abc import Iterator
from itertools import cycle
from pathlib import Path

from benchmarks.analysis.conll18 import Document, Score, Token, align, document, score_pairs
from benchmarks.analysis.quality import tokens_of
from benchmarks.analysis.treebanks import DEFAULT, Gold, read

from litmus.language.embedded import typography
from litmus.language.embedded.analyser import EmbeddedAnalyser

STYLES = {"’": "", "“ ”": "“”", "„ “": "„“", "‘ ’": "‘’"}
APOSTROPHE = re.compile(r"(?<=\w)'")
SHOWN = ("Words", "UPOS", "Lemmas")
WAYS = ("as they are", "typographic, as written", "typographic, shown plain")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("folder", nargs="?", type=Path, default=DEFAULT, help="a folder a language")
    paths = sorted(parser.parse_args().folder.glob("??/dev-*.conllu*"))
    print(f"| marks | files | sentences | {' | '.join(WAYS)} |")
    print(f"| --- | ---: | ---: |{' ---: |' * len(WAYS)}")
    for name, marks in STYLES.items():
        counts: Counter[tuple[str, str, int]] = Counter()
        files = sentences = 0
        for path in (path for path in paths if typography.load(path.parent.name)):
            some = [sentence for sentence in read(path) if has(sentence.text, marks)]
            files, sentences = files + bool(some), sentences + len(some)
            for way, system, gold in analysed(path.parent.name, some, marks) if some else ():
                scores = score_pairs(gold, system, align(gold, system))
                for column in SHOWN:
                    counts.update({(way, column, n): k for n, k in enumerate(scores[column])})
        cells = (
            " / ".join(
                f"{Score(*(counts[way, column, n] for n in range(3))).f1:.1f}" for column in SHOWN
            )
            for way in WAYS
        )
        print(f"| {name} | {files} | {sentences:,} | {' | '.join(cells)} |", flush=True)


def has(text: str, marks: str) -> bool:
    """Whether there is something to write otherwise."""
    quotes = text.count('"')
    return (quotes > 0 and quotes % 2 == 0) if marks else APOSTROPHE.search(text) is not None


def written(text: str, marks: str) -> str:
    """The text with typographic marks, one for one.

    >>> written('"It\\'s me"', "„“"), written("It's me", "")
    ("„It's me“", 'It’s me')
    """
    if not marks:
        return APOSTROPHE.sub("’", text)
    turn = cycle(marks)
    return re.sub('"', lambda match: next(turn), text)


def analysed(
    language: str, sentences: list[Gold], marks: str
) -> Iterator[tuple[str, Document, Document]]:
    """Each way, what the analysis says then, with the letters of the treebank, and the treebank."""
    gold = document(sentence.tokens for sentence in sentences)
    texts = [sentence.text for sentence in sentences]
    analyser = EmbeddedAnalyser(language)
    shown = analyser._typography
    for way in WAYS:
        analyser._typography = shown if way != WAYS[1] else None
        given = texts if way == WAYS[0] else [written(text, marks) for text in texts]
        found = [one for some in analyser.analyse(given, parse=False) for one in some]
        yield (
            way,
            document(
                [
                    plain(token, text[place.start : place.end])
                    for token, place in zip(tokens_of(one), one.tokens, strict=True)
                ]
                for one, text in zip(found, texts, strict=True)
            ),
            gold,
        )


def plain(token: Token, surface: str) -> Token:
    """The token as the treebank has it."""
    rows = token.rows
    if len(rows) == 1:
        lemma = surface if rows[0].lemma == rows[0].form else rows[0].lemma.replace("’", "'")
        return Token(surface, (rows[0]._replace(form=surface, lemma=lemma),))
    return Token(
        surface,
        tuple(
            row._replace(form=row.form.replace("’", "'"), lemma=row.lemma.replace("’", "'"))
            for row in rows
        ),
    )


if __name__ == "__main__":
    main()
