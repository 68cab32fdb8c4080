"""`python choose_lemmas.py TREEBANKS`: below which probability the lemma lists are asked.

For each language and part of speech, the limit with which most lemmas of the development files are
right, found words and all, as `benchmarks.analysis.quality` counts them. A language is kept if
limits chosen on nine tenths of the words gain enough on the other tenth, ten times. Run it after
every export, from the root or with it in PYTHONPATH; it writes `model/lemmas.json`, and where to
start reading in the longest lists of simplemma as installed, `model/streams.json.xz`.
"""

import argparse
import json
import lzma
import tomllib
from collections import Counter
from pathlib import Path

from benchmarks.analysis.conll18 import align, document
from benchmarks.analysis.quality import analysed
from benchmarks.analysis.treebanks import DEFAULT, read
from simplemma.strategies.dictionaries.dictionary_factory import SUPPORTED_LANGUAGES

from litmus.language.embedded import languages, paradigms, streams
from litmus.language.embedded.analyser import EmbeddedAnalyser

CONFIG = Path(__file__).with_name("config.toml")
MODEL = Path(__file__).parents[2] / "src/litmus/language/embedded/model"
OPEN = ("ADJ", "NOUN", "PROPN", "VERB")  # lemmas of the others are a matter of annotation,
CLOSED = ("ADV", "AUX", "CCONJ", "DET", "NUM", "PRON")  # which only tables of our own heed
NEVER, ALWAYS = 0.0, 1.01
LIMITS = (NEVER, 0.5, 0.6, 0.7, 0.8, 0.9, 0.95, 0.99, ALWAYS)
# Lists that take most of a second to read, and how many records a stretch has. Shorter ones take
# less time a word and more space; Russian asks most.
STRETCHES = {"de": 64, "es": 64, "ru": 16, "tr": 32}
FOLDS = 10
LEAST_WORDS = 2  # lemmas a limit must put right to be better than none
LEAST_POINTS = 0.2  # of F1 that a language must gain

Right = Counter[tuple[int, str, float]]  # fold, part of speech, limit -> lemmas that are right


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("folder", nargs="?", type=Path, default=DEFAULT, help="a folder a language")
    parser.add_argument("--languages", nargs="+", metavar="CODE", help="others stay as they are")
    args = parser.parse_args()
    path = MODEL / "lemmas.json"
    table = json.loads(path.read_text(encoding="utf-8")) if args.languages else {}
    for language in args.languages or languages():
        table.pop(language, None)
        if not parts(language):
            print(f"{language}  no list", flush=True)
            continue
        right, words = count(args.folder, language)
        limits = chosen(right, set(range(FOLDS)))
        points, checked = (
            100 * gain / words for gain in (gained(right, limits, set(range(FOLDS))), cross(right))
        )
        kept = checked >= LEAST_POINTS
        if kept:
            table[language] = limits
        mark = "" if kept else "  left off"
        print(f"{language}  {points:+.2f}  unseen {checked:+.2f}  {limits}{mark}", flush=True)
    path.write_text(json.dumps(table, indent=1, sort_keys=True) + "\n", encoding="utf-8")
    places = {
        language: streams.places(language, stretch)
        for language, stretch in STRETCHES.items()
        if language in table
    }
    content = json.dumps(places, ensure_ascii=False).encode()
    streams.PLACES.write_bytes(lzma.compress(content, preset=9 | lzma.PRESET_EXTREME))


def parts(language: str) -> tuple[str, ...]:
    """Parts of speech to ask lists for; none where there is no list."""
    if paradigms.load(language):
        return OPEN + CLOSED
    return OPEN if language in SUPPORTED_LANGUAGES else ()


def files(folder: Path, language: str) -> list[Path]:
    """Development files in the manner the model answers in; all, where there is none of them."""
    manner = tomllib.loads(CONFIG.read_text(encoding="utf-8"))["manner"][language]
    found = sorted((folder / language).glob("dev-*.conllu*"))
    names = {name.removeprefix("train-").rstrip("0123456789") for name in manner}
    own = [path for path in found if path.name.partition(".")[0].removeprefix("dev-") in names]
    return own or found


def count(folder: Path, language: str) -> tuple[Right, float]:
    """Lemmas that are right with each limit, and how many words an F1 is a share of."""
    right: Right = Counter()
    words = 0.0
    for path in files(folder, language):
        sentences = read(path)
        gold = document(sentence.tokens for sentence in sentences)
        for limit in LIMITS:
            analyser = EmbeddedAnalyser(language, dict.fromkeys(parts(language), limit))
            system = analysed(analyser.analyse((s.text for s in sentences), parse=False))
            for g, s in align(gold, system):
                given, own = gold.words[g].row, system.words[s].row
                if own.upos in OPEN + CLOSED:
                    fold = g * FOLDS // len(gold.words)
                    right[fold, own.upos, limit] += given.lemma in ("_", own.lemma)
        words += (len(gold.words) + len(system.words)) / 2
    return right, words


def chosen(right: Right, folds: set[int]) -> dict[str, float]:
    """The best limit of each part of speech that gains by one; of equals the highest, since other
    texts have other rare words, but not always to ask, which takes time."""
    found = {}
    for upos in OPEN + CLOSED:
        gains = {limit: gained(right, {upos: limit}, folds) for limit in LIMITS}
        best = max(LIMITS, key=lambda limit: (gains[limit], limit < 1, limit))
        if gains[best] >= LEAST_WORDS:
            found[upos] = best
    return found


def gained(right: Right, limits: dict[str, float], folds: set[int]) -> int:
    """How many more lemmas are right than without a list."""
    return sum(
        right[fold, upos, limit] - right[fold, upos, NEVER]
        for upos, limit in limits.items()
        for fold in folds
    )


def cross(right: Right) -> int:
    """What limits gain on words that had no part in choosing them."""
    folds = set(range(FOLDS))
    return sum(gained(right, chosen(right, folds - {fold}), {fold}) for fold in folds)


if __name__ == "__main__":
    main()
