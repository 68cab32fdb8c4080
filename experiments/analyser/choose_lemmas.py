"""`python choose_lemmas.py TREEBANKS`: below which probability the lemma lists are asked.

For each language and part of speech, the limit with which most lemmas of the development files are
right, found words and all, as `benchmarks.analysis.quality` counts them. A language is kept if
limits chosen on nine tenths of the words gain enough on the other tenth, ten times. Run it after
every export, from the root or with it in PYTHONPATH; it writes `model/lemmas.json`, and where to
start reading in the longest lists of simplemma as installed, `model/streams.json.xz`.

`--rules` also chooses, with those limits, where lemmas must be words and edit scripts must fit
(`litmus.language.embedded.lemmas`): `model/lemma-rules.json.xz`. A rule is kept in a language in
which it puts more lemmas right than wrong. Where development files have no wrong lemmas of a part
of speech to choose by, training files decide, although the network knows their words; for
auxiliaries, which are few and in every list, it is enough that nothing goes wrong.
"""

import argparse
import json
import lzma
import tomllib
from collections import Counter
from functools import cache
from pathlib import Path
from typing import Any

from benchmarks.analysis.conll18 import align, document
from benchmarks.analysis.quality import analysed
from benchmarks.analysis.treebanks import DEFAULT, read
from prepare import load
from simplemma.strategies.dictionaries.dictionary_factory import SUPPORTED_LANGUAGES

from litmus.language.embedded import languages, paradigms, streams
from litmus.language.embedded.analyser import EmbeddedAnalyser
from litmus.language.embedded.edits import WHOLE, dropped, is_plain, rewrite
from litmus.language.embedded.edits import script as find_script
from litmus.language.embedded.lemmas import LIMITS as LIMITS_FILE
from litmus.language.embedded.lemmas import RULES, LemmaRules

CONFIG = Path(__file__).with_name("config.toml")
MODEL = Path(__file__).parents[2] / "src/litmus/language/embedded/model"
OPEN = ("ADJ", "NOUN", "PROPN", "VERB")  # lemmas of the others are a matter of annotation,
CLOSED = ("ADV", "AUX", "CCONJ", "DET", "NUM", "PRON")  # which only tables of our own heed
WORDS = ("AUX", "DET", "PRON")  # but whether a lemma is a word at all lists know of these too
SENTENCES = 2500  # of a training file
NEVER, ALWAYS = 0.0, 1.01
LIMITS = (NEVER, 0.5, 0.6, 0.7, 0.8, 0.9, 0.95, 0.99, ALWAYS)
# Lists that take most of a second to read, and how many records a stretch has. Shorter ones take
# less time a word and more space; Russian asks most.
STRETCHES = {"de": 64, "en": 16, "es": 64, "fr": 32, "it": 32, "pt": 32, "ru": 16, "tr": 32}
FOLDS = 10
LEAST_WORDS = 2  # lemmas a limit must put right to be better than none
LEAST_POINTS = 0.2  # of F1 that a language must gain

Right = Counter[tuple[int, str, float]]  # fold, part of speech, limit -> lemmas that are right


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("folder", nargs="?", type=Path, default=DEFAULT, help="a folder a language")
    parser.add_argument("--languages", nargs="+", metavar="CODE", help="others stay as they are")
    parser.add_argument("--rules", nargs="*", type=Path, metavar="MORE", help="and more treebanks")
    parser.add_argument("--only-rules", action="store_true", help="limits stay as they are")
    parser.add_argument("--out", type=Path, default=MODEL, help="where the files go")
    args = parser.parse_args()
    args.out.mkdir(parents=True, exist_ok=True)
    if not args.only_rules:
        choose_limits(args)
    if args.rules is not None:
        choose_rules(args)
    write_places(args.out)


def choose_limits(args: argparse.Namespace) -> None:
    path = args.out / LIMITS_FILE
    table = limits_in(args.out) if args.languages else {}
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


def write_places(folder: Path) -> None:
    """For the lists that limits or rules ask."""
    asked = set(limits_in(folder))
    if (path := folder / RULES).is_file():
        rules = json.loads(lzma.decompress(path.read_bytes()))
        asked |= {language for language, about in rules.items() if about["words"]}
    places = {
        language: streams.places(language, stretch)
        for language, stretch in STRETCHES.items()
        if language in asked
    }
    content = json.dumps(places, ensure_ascii=False).encode()
    (folder / "streams.json.xz").write_bytes(lzma.compress(content, preset=9 | lzma.PRESET_EXTREME))


def limits_in(folder: Path) -> dict[str, dict[str, float]]:
    """The limits that were chosen there, or else those that ship."""
    path = folder / LIMITS_FILE
    found: dict[str, dict[str, float]] = json.loads(
        (path if path.is_file() else MODEL / LIMITS_FILE).read_text(encoding="utf-8")
    )
    return found


def choose_rules(args: argparse.Namespace) -> None:
    limits, path = limits_in(args.out), args.out / RULES
    found: dict[str, Any] = {}
    if args.languages and path.is_file():
        found = json.loads(lzma.decompress(path.read_bytes()))
    for language in args.languages or languages():
        found.pop(language, None)
        taken = letters_taken([args.folder, *args.rules], language)
        own = limits.get(language, {})
        kept: dict[str, Any] = {"words": [], "taken": {}}
        none = LemmaRules(frozenset(), {})
        asked = [upos for upos in (*OPEN, *WORDS) if parts(language)]
        said = []
        if asked:
            words = LemmaRules(frozenset(asked), {})
            gains, more = (
                compared(some(args.folder, language), language, own, none, words)
                for some in (files, training)
            )
            kept["words"] = [u for u in asked if keeps_words(u, gains, more)]
            said.append("words " + told(gains, kept["words"]))
            said.append("training " + told(more, kept["words"]))
        fitting = LemmaRules(frozenset(), taken)
        gains = compared(files(args.folder, language), language, own, none, fitting)
        if sum(n for (_, better), n in gains.items() if better) > sum(
            n for (_, better), n in gains.items() if not better
        ):
            kept["taken"] = {script: sorted(letters) for script, letters in taken.items()}
        said.append("fit " + told(gains, [u for u, _ in gains]))
        if kept["words"] or kept["taken"]:
            found[language] = kept
        print(f"{language}  {', '.join(said)}{'' if kept['taken'] else ' left off'}", flush=True)
        content = json.dumps(found, ensure_ascii=False, sort_keys=True).encode()
        path.write_bytes(lzma.compress(content, preset=9 | lzma.PRESET_EXTREME))


def keeps_words(
    upos: str, gains: Counter[tuple[str, bool]], more: Counter[tuple[str, bool]]
) -> bool:
    """Whether lemmas of a part of speech must be words: by development files, else by training."""
    for found in (gains, more):
        if found[upos, True] != found[upos, False]:
            return found[upos, True] > found[upos, False]
    return upos == "AUX"


def told(gains: Counter[tuple[str, bool]], kept: list[str]) -> str:
    better, worse = (sum(gains[u, side] for u in set(kept)) for side in (True, False))
    return f"+{better} -{worse} {' '.join(sorted(set(kept)))}"


def letters_taken(folders: list[Path], language: str) -> dict[str, frozenset[str]]:
    """Letters that each edit script takes away in training files; only of scripts that change a
    word inside: endings of a kind are many, and new ones are no wonder."""
    config = tomllib.loads(CONFIG.read_text(encoding="utf-8")) | {"languages": [language]}
    seen: dict[str, set[str]] = {}
    made = cache(find_script)
    for folder in folders:
        for kind in config["data"]["kinds"] if (folder / language).is_dir() else ():
            for *_, sentences in load(folder, config, kind):
                for row in (row for sentence in sentences for row in sentence.rows):
                    script = made(row.form, row.lemma)
                    if script[1] != WHOLE and rewrite(row.form, script) == row.lemma:
                        seen.setdefault(script, set()).add(dropped(row.form, script))
    return {
        s: frozenset(letters) for s, letters in seen.items() if not is_plain(s) and any(letters)
    }


def compared(
    paths: list[Path], language: str, limits: dict[str, float], one: LemmaRules, other: LemmaRules
) -> Counter[tuple[str, bool]]:
    """(part of speech, True) -> lemmas that only the other rules have right; False: the one."""
    found: Counter[tuple[str, bool]] = Counter()
    for path in paths:
        sentences = read(path, SENTENCES if path.name.startswith("train-") else None)
        gold = document(sentence.tokens for sentence in sentences)
        texts = [s.text for s in sentences]
        both = [
            analysed(EmbeddedAnalyser(language, limits, rules).analyse(texts, parse=False))
            for rules in (one, other)
        ]
        for g, s in align(gold, both[0]):
            wanted, (mine, yours) = gold.words[g].row.lemma, (some.words[s].row for some in both)
            if wanted != "_" and mine.lemma != yours.lemma and wanted in (mine.lemma, yours.lemma):
                found[mine.upos, wanted == yours.lemma] += 1
    return found


def parts(language: str) -> tuple[str, ...]:
    """Parts of speech to ask lists for; none where there is no list. A table that has no adverbs
    would give them lemmas of adjectives."""
    if table := paradigms.load(language):
        return OPEN + tuple(upos for upos in CLOSED if upos in table.parts)
    return OPEN if language in SUPPORTED_LANGUAGES else ()


def files(folder: Path, language: str) -> list[Path]:
    """Development files in the manner the model answers in; all, where there is none of them."""
    manner = tomllib.loads(CONFIG.read_text(encoding="utf-8"))["manner"][language]
    found = sorted((folder / language).glob("dev-*.conllu*"))
    names = {name.removeprefix("train-").rstrip("0123456789") for name in manner}
    own = [path for path in found if path.name.partition(".")[0].removeprefix("dev-") in names]
    return own or found


def training(folder: Path, language: str) -> list[Path]:
    """Training files."""
    return sorted((folder / language).glob("train-*.conllu*"))


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
