"""How fast a list of 10,000 terms is found in sources, and its translations in outputs.

python -m benchmarks.terms [SEGMENTS]
"""

import random
import sys
from collections.abc import Sequence
from time import perf_counter

from benchmarks.machine import machine, timed

from litmus.metrics.terms.matching import Matching, Wanted
from litmus.terms.finding import TermFinder
from litmus.terms.words import term_words

TERMS, WORDS, LENGTH, REPEATS = 10_000, 20_000, 20, 3


def invented(rng: random.Random, n: int) -> list[str]:
    """Words that no list has."""
    return ["".join(rng.choices("abdeiklmnoprstu", k=rng.randint(4, 9))) for _ in range(n)]


def checked(matching: Matching, texts: Sequence[str]) -> int:
    """How many of the fourth words of texts are found in them, looked for as terms."""
    found = 0
    for first in range(0, len(texts), 100):
        some = texts[first : first + 100]
        phrases = matching.phrases([text.split()[3] for text in some])
        wanted = [[Wanted([phrase], 1)] for phrase in phrases]
        found += sum(len(own[0]) for own in matching.in_texts(some, wanted))
    return found


def main() -> None:
    """Print the rates, and how much was found."""
    n = int(sys.argv[1]) if len(sys.argv) > 1 else 100_000
    rng = random.Random(1)
    words = invented(rng, WORDS)
    phrases = (" ".join(rng.choices(words, k=rng.randint(1, 3))) for _ in range(TERMS))
    terms = list(dict.fromkeys(phrases))
    texts = [" ".join(rng.choices(words, k=LENGTH)) for _ in range(n)]
    start = perf_counter()
    finder = TermFinder(terms, "en")
    print(f"{len(terms):,} terms made ready in {perf_counter() - start:.1f} s")
    seconds, spread, found = timed(lambda: sum(map(len, finder.find(texts))), REPEATS)
    print(f"found    {n / seconds:9,.0f} segments/s  spread {spread:.0%}  check {found}")
    matching = Matching(term_words("de"))
    seconds, spread, used = timed(lambda: checked(matching, texts), REPEATS)
    print(f"checked  {n / seconds:9,.0f} segments/s  spread {spread:.0%}  check {used}")
    print(machine())


if __name__ == "__main__":
    main()
