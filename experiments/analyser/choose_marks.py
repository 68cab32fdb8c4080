"""`python choose_marks.py TREEBANKS...`: where punctuation usually hangs, in which languages.

Counts the places of marks in the training files of a language, those of the manner taught or all of
them, and asks how large the share of a place must be for the parser not to be believed: what
development files gain by, found words and all, as `benchmarks.analysis.quality` counts them. Run it
after every export, from the root or with it in PYTHONPATH; it writes `model/marks.json`.
"""

import argparse
import json
from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from benchmarks.analysis.conll18 import Document, align, document, score_pairs
from benchmarks.analysis.quality import analysed
from benchmarks.analysis.treebanks import DEFAULT, read
from choose_lemmas import MODEL, files
from prepare import load
from settings import configuration
from treebanks import Sentence as Gold

from litmus.language.analysis import Sentence
from litmus.language.embedded import languages
from litmus.language.embedded.analyser import EmbeddedAnalyser
from litmus.language.embedded.marks import PLACES, Table, places, rehang

SHARES = (0.5, 0.6, 0.7, 0.8, 0.85, 0.9, 0.95, 0.98)
RAREST = 4  # marks that a key must have been counted for
LEAST_POINTS = 0.1  # of LAS that a language must gain

Places = dict[str, tuple[str, float]]


def counted(sentences: Iterable[Gold]) -> Places:
    """Key -> its most usual place, and the share of marks that hang there."""
    found: Counter[str] = Counter()
    right: Counter[tuple[str, str]] = Counter()
    for sentence in sentences:
        rows = sentence.rows
        heads = [row.head for row in rows]
        if min(heads, default=-1) < 0 or heads.count(0) != 1:
            continue  # no tree
        marks = [row.upos == "PUNCT" for row in rows]
        relations = [row.relation for row in rows]
        for at, keys, could in places([row.form for row in rows], heads, relations, marks):
            for key in keys:
                found[key] += 1
                for place, head in could.items():
                    right[key, place] += head == heads[at - 1]
    made = {}
    for key, times in found.items():
        if times >= RAREST:
            place = max(PLACES, key=lambda place: right[key, place])
            made[key] = (place, round(right[key, place] / (times + 1), 3))  # a rare one is unsure
    return needed(made)


def needed(table: Places) -> Places:
    """Without keys that say what the next key to be asked says."""
    kept = {}
    for key, (place, share) in table.items():
        *wider, _ = key.rsplit(" ", 1) if key.count(" ") else (key,)
        if not wider or table.get(wider[0], ("", 0.0))[0] != place or share < 0.98:
            kept[key] = (place, share)
    return kept


def changed(sentence: Sentence, table: Table) -> Sentence:
    words = sentence.words
    heads = [0 if word.head is None else word.head + 1 for word in words]
    if heads.count(0) != 1:
        return sentence
    marks = [word.upos == "PUNCT" and word.relation == "punct" for word in words]
    rehang([w.form for w in words], heads, [w.relation for w in words], marks, table)
    new = tuple(w._replace(head=h - 1 if h else None) for w, h in zip(words, heads, strict=True))
    return sentence._replace(words=new)


class Development:
    """The development files of a language, as found without a table."""

    def __init__(self, folder: Path, language: str) -> None:
        analyser = EmbeddedAnalyser(language)
        self._files: list[tuple[Document, list[tuple[Sentence, ...]]]] = []
        for path in files(folder, language):
            gold = read(path)
            own = list(analyser.analyse(sentence.text for sentence in gold))
            self._files.append((document(sentence.tokens for sentence in gold), own))

    def scores(self, table: Table) -> dict[str, float]:
        total: Counter[str] = Counter()
        words = 0
        for gold, own in self._files:
            system = analysed(tuple(changed(s, table) for s in found) for found in own)
            pairs = align(gold, system)
            for name, score in score_pairs(gold, system, pairs).items():
                total[name] += score.correct
            marks = [pair for pair in pairs if gold.words[pair[0]].row.upos == "PUNCT"]
            total["marks"] += len(marks)
            partner = {s: g for g, s in pairs}
            total["right"] += sum(
                gold.words[g].head == partner.get(system.words[s].head, -1) for g, s in marks
            )
            words += len(gold.words) + len(system.words)
        found = {name: 200 * total[name] / words for name in ("UAS", "LAS")}
        return found | {"marks": 100 * total["right"] / max(1, total["marks"])}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("folders", nargs="*", type=Path, default=[DEFAULT])
    parser.add_argument("--languages", nargs="+", metavar="CODE", help="others stay as they are")
    parser.add_argument("--out", type=Path, default=MODEL / "marks.json")
    args = parser.parse_args()
    config = configuration()
    table: dict[str, Any] = {}
    if args.languages and args.out.is_file():
        table = json.loads(args.out.read_text(encoding="utf-8"))
    print("lang  marks right, UAS, LAS without -> with; share, files, keys")
    for language in args.languages or languages():
        table.pop(language, None)
        chosen = choose(args.folders, language, config)
        if chosen:
            table[language] = chosen
        args.out.write_text(
            json.dumps(table, ensure_ascii=False, sort_keys=True, indent=0) + "\n", encoding="utf-8"
        )


def choose(folders: list[Path], language: str, config: dict[str, Any]) -> dict[str, Any] | None:
    own = config | {"languages": [language]}
    parts = [part for folder in folders for part in load(folder, own, "train")]
    mine = config["manner"][language]
    names = config["same"] | config["newer"]
    taught = [
        s
        for code, name, s in parts
        if names.get(f"{code}:{name}", f"{code}:{name}").partition(":")[2] in mine
    ]
    tables = {
        "manner": counted(sentence for some in taught for sentence in some),
        "all": counted(sentence for *_, some in parts for sentence in some),
    }
    development = Development(folders[0], language)
    before = development.scores(Table({}, 1.0))
    tried = {
        (name, share): development.scores(Table(found, share))
        for name, found in tables.items()
        for share in SHARES
    }
    name, share = max(tried, key=lambda way: (tried[way]["LAS"], way[1]))
    after = tried[name, share]
    kept = after["LAS"] - before["LAS"] >= LEAST_POINTS
    row = " ".join(f"{before[key]:.2f} -> {after[key]:.2f}" for key in ("marks", "UAS", "LAS"))
    print(
        f"{language}  {row}  {share} {name} {len(tables[name])}{'' if kept else '  left off'}",
        flush=True,
    )
    return {"least": share, "places": tables[name]} if kept else None


if __name__ == "__main__":
    main()
