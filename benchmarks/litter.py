"""LitTER: segments per second against a plain rendering of the published algorithm.

    python benchmarks/litter.py

The baseline follows the published description step by step (Moses tokens of source span, reference
and hypothesis, a blocklist per span word, the reference drops a word's whole list), one line at a
time. Dictionaries are loaded before the clock starts, for all. `compat` is our reproduction of the
published code, which must find the same triggered lines.
"""

import random
import string
import tempfile
from pathlib import Path

from machine import machine, timed
from sacremoses import MosesTokenizer

from litmus.corpus.segment import Idiom, Segment
from litmus.metrics.base import Batch, Outputs, Setup
from litmus.metrics.idiom.litter.metric import LitTER

SEGMENTS, WORDS, IDIOMS, REPEATS = 3000, 25, 200, 5


def vocabulary(rng: random.Random, size: int) -> list[str]:
    letters = string.ascii_lowercase + "éèàç"
    return sorted({"".join(rng.choices(letters, k=rng.randint(3, 10))) for _ in range(size)})


def sentence(rng: random.Random, words: list[str]) -> str:
    """Words with the punctuation of ordinary text."""
    shown = [f"{w}{rng.choice(',;:')}" if rng.random() < 0.1 else w for w in words]
    shown = [f"l'{w}" if rng.random() < 0.05 else w for w in shown]
    shown[3] = f'"{shown[3]}"'
    return " ".join(shown).capitalize() + rng.choice(".!?")


def data(rng: random.Random, folder: Path) -> tuple[list[Segment], list[str], Path]:
    source, target = vocabulary(rng, 20_000), vocabulary(rng, 20_000)
    dictionary = folder / "en-fr.txt"
    lines = [f"{word} {t}" for word in source for t in rng.sample(target, 5)]
    dictionary.write_text("\n".join(lines) + "\n", encoding="utf-8")
    translations: dict[str, list[str]] = {}
    for line in lines:
        word, _, translation = line.partition(" ")
        translations.setdefault(word, []).append(translation)
    idioms = [rng.sample(source, 4) for _ in range(IDIOMS)]
    segments, hypotheses = [], []
    for number in range(SEGMENTS):
        words = rng.choices(source, k=WORDS)
        start = rng.randrange(WORDS - 4)
        words[start : start + 4] = idioms[number % IDIOMS]
        text = " ".join(words) + "."
        offset = len(" ".join(words[:start])) + bool(start)
        end = offset + len(" ".join(words[start : start + 4]))
        idiom = Idiom(f"idiom {number % IDIOMS}", ((offset, end),))
        reference = sentence(rng, rng.choices(target, k=WORDS))
        output = rng.choices(target, k=WORDS)
        if rng.random() < 0.4:
            output[rng.randrange(WORDS)] = rng.choice(translations[words[start]])
        segments.append(Segment(str(number), text, (reference,), None, (idiom,)))
        hypotheses.append(sentence(rng, output))
    return segments, hypotheses, dictionary


def load(dictionary: Path) -> dict[str, set[str]]:
    translations: dict[str, set[str]] = {}
    for line in dictionary.read_text(encoding="utf-8").split("\n"):
        if line:
            word, translation = line.split()
            translations.setdefault(word, set()).add(translation)
    return translations


def published(
    segments: list[Segment], hypotheses: list[str], translations: dict[str, set[str]]
) -> int:
    """Triggered lines, computed as the paper says, without any haste."""
    source, target = MosesTokenizer(lang="en"), MosesTokenizer(lang="fr")
    triggered = 0
    for segment, hypothesis in zip(segments, hypotheses, strict=True):
        start, end = segment.idioms[-1].spans[-1]
        rest = segment.source[:start] + segment.source[end:]
        source.tokenize(rest, aggressive_dash_splits=True)  # done there whatever the flags
        lists = {}
        for token in source.tokenize(segment.source[start:end], aggressive_dash_splits=True):
            if token not in string.punctuation:
                plain, lower = translations.get(token), translations.get(token.lower())
                lists[token] = (plain or set()) | (lower or set())
        reference = set(target.tokenize(segment.references[0], aggressive_dash_splits=True))
        for word in reference:
            for token in list(lists):
                if word in lists[token]:
                    del lists[token]
        block = set().union(*lists.values()) if lists else set()
        words = set(target.tokenize(hypothesis, aggressive_dash_splits=True))
        triggered += bool(block & words)
    return triggered


def ours(metric: LitTER, segments: list[Segment], hypotheses: list[str]) -> int:
    """Triggered lines by our metric."""
    rows = metric.measure(metric.prepare(Batch(segments)), Outputs("system", hypotheses))
    return int(sum(row.counts[0] for row in rows))


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        segments, hypotheses, path = data(random.Random(1), Path(folder))
        setup, chosen = Setup("en", "fr"), {"dictionary": str(path)}
        translations = load(path)
        compat, plain = LitTER(setup, chosen | {"compat": "idiom-mt"}), LitTER(setup, chosen)
        folded = LitTER(setup, chosen | {"case": "fold", "stopwords": "drop"})
        runs = {
            "published": lambda: published(segments, hypotheses, translations),
            "compat=idiom-mt": lambda: ours(compat, segments, hypotheses),
            "litmus": lambda: ours(plain, segments, hypotheses),
            "fold, no stops": lambda: ours(folded, segments, hypotheses),
        }
        base = 0.0
        for name, run in runs.items():
            seconds, spread, check = timed(run, REPEATS)
            base = base or seconds
            print(
                f"{name:16} {SEGMENTS / seconds:10,.0f} segments/s  x{base / seconds:6.1f}  "
                f"spread {spread:.0%}  check {check}"
            )
    print(machine())


if __name__ == "__main__":
    main()
