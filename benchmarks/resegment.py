"""Time and memory of `litmus resegment` for one long document, and for a text far too long.

    python -m benchmarks.resegment [SEGMENTS] [MEGABYTES]

The document is made of simple sentences with numbers, on one line; the check is the share of
segments that get their own sentence. The long text is one that has nothing to do with its source.
"""

import random
import resource
import sys
from time import perf_counter

from benchmarks.machine import machine

from litmus.resegmenting.resegmented import resegment_document

_NOUNS = (("house", "Haus"), ("castle", "Schloss"), ("book", "Buch"), ("child", "Kind"),
          ("picture", "Bild"), ("animal", "Tier"), ("word", "Wort"), ("year", "Jahr"))  # fmt: skip
_VERBS = (("sees", "sieht"), ("buys", "kauft"), ("loves", "liebt"), ("finds", "findet"))


def sentences(n: int) -> tuple[list[str], list[str]]:
    """English and German."""
    rng = random.Random(1)
    english, german = [], []
    for number in range(n):
        (one, eins), (other, andere) = rng.sample(_NOUNS, 2)
        verb, tut = rng.choice(_VERBS)
        english.append(f"The {one} {verb} the {other} number {number} in the morning.")
        german.append(f"Das {eins} {tut} am Morgen das {andere} mit der Nummer {number}.")
    return english, german


def main(n_segments: int, megabytes: int) -> None:
    """Print both."""
    english, german = sentences(n_segments)
    ids = [str(number) for number in range(n_segments)]
    start = perf_counter()
    made = resegment_document("long", ids, english, " ".join(german), ("en", "de"))
    seconds = perf_counter() - start
    right = sum(a == b for a, b in zip(made.texts, german, strict=True)) / n_segments
    print(f"{n_segments:,} segments  {seconds:.1f} s  {_memory()}  check {right:.4f}  {machine()}")
    text = ("Lorem ipsum dolor sit amet. " * 40 + "\n") * (megabytes * 1_000_000 // 1121)
    start = perf_counter()
    made = resegment_document("wide", ids[:5], english[:5], text, ("en", "de"))
    seconds = perf_counter() - start
    print(f"{len(text) / 1e6:.1f} MB  {seconds:.1f} s  {_memory()}  {machine()}")


def _memory() -> str:
    return f"{resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024:,.0f} MB"


if __name__ == "__main__":
    numbers = [int(word) for word in sys.argv[1:]]
    main(*[*numbers, *(5000, 10)[len(numbers) :]])
