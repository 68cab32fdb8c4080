"""Extracts of what the papers' own code put out, small and free enough to travel with the tests.

    python tests/golden/extract.py ../shared/data

The whole outputs, and the texts and dictionaries that they were made from, are not ours to pass on
(Europarl by way of idiom-mt, MUSE: CC BY-NC, TED talks). What is kept here, in JSON beside this
script, are facts about them that still decide the same:

litter.json      LitTER (Baziotis et al. 2023). Of every 40th line the words that can decide: those
                 of the idiom, and which of their translations the reference and each output have.
                 Words are numbered and spelt anew (`qa`, `qb`, ...; capitals and English stop words
                 stay), as the algorithm asks only whether two words are the same, and in which
                 case. Decisions are those of the published code. `totals`: over all 2,525 lines,
                 how many cases and errors each idiom has, and the scores that were printed.
apt_eval.json    APT-Eval (the same paper). Of every 20th line the one to four words that are linked
                 to the idiom, and the five scores; sums of all lines, and the averages printed.
                 The words are of Europarl, by way of idiom-mt (Apache-2.0).
compare_mt.json  Word F of compare-mt 0.2.10 (Neubig et al. 2019). Of each of the 500 sentences no
                 words, only the tags that each distinct word has, time after time, in the
                 reference and in two outputs, and in no order; counts and scores by label.
muda.json        Word F of MuDA (Fernandes et al. 2023) on random sentences of our own.
"""

import gzip
import json
import string
import sys
from collections.abc import Iterable
from itertools import product
from pathlib import Path
from typing import Any

from sacremoses import MosesTokenizer

HERE = Path(__file__).resolve().parent
COMBINATIONS = {"micro": "default", "macro": "lower+strip-stopwords"}
OUTPUTS = ("a", "b", "c")
LABELS = {"CC": "C", "DT": "D", "IN": "I", "NN": "N", "PRP": "P", "VBZ": "Z"}
MOST_WORDS = 4


def lines(path: Path) -> list[str]:
    """Lines that end at line feeds only."""
    return path.read_text(encoding="utf-8").removesuffix("\n").split("\n")


def json_lines(path: Path) -> list[Any]:
    return [json.loads(line) for line in lines(path)]


class Spelling:
    """New words for old ones: the same for the same, whatever their case, in the same case."""

    def __init__(self, kept: Iterable[str]) -> None:
        self._kept, self._numbers = {*kept, *string.punctuation}, dict[str, int]()

    def __call__(self, word: str) -> str:
        lower = word.lower()
        if lower in self._kept:
            return word
        number = self._numbers.setdefault(lower, len(self._numbers))
        new = "q"
        while number >= 0:
            number, letter = divmod(number, 26)
            new, number = new + string.ascii_lowercase[letter], number - 1
        shapes = (
            (lower, new),
            (lower.capitalize(), new.capitalize()),
            (lower.upper(), new.upper()),
        )
        return next(spelt for shape, spelt in shapes if shape == word)


def muse(folder: Path) -> dict[str, set[str]]:
    """Both directions of the dictionary, by English word."""
    table: dict[str, set[str]] = {}
    for name, backwards in (("en-fr", False), ("fr-en", True)):
        text = gzip.decompress((folder / f"{name}.txt.gz").read_bytes()).decode()
        for line in text.splitlines():
            words = line.split()
            if len(words) == 2:
                english, french = reversed(words) if backwards else words
                table.setdefault(english, set()).add(french)
    return table


def litter(data: Path) -> dict[str, Any]:
    folder = data / "golden" / "litter"
    inputs = folder / "inputs"
    table = muse(data / "muse-dicts")
    stop = lines(inputs / "stopwords.nltk.english.txt")
    spell = Spelling(stop)
    english, french = MosesTokenizer("en"), MosesTokenizer("fr")
    sources, spans = lines(inputs / "src.en"), lines(inputs / "spans.en")
    texts = {name: lines(inputs / f"hyp_{name}.fr") for name in "bc"}
    references = lines(inputs / "ref.fr")
    golden = {
        (name, average): json_lines(folder / "outputs" / f"hyp_{name}__{flags}__{average}.jsonl")
        for name, (average, flags) in product(OUTPUTS, COMBINATIONS.items())
    }

    def tokens(tokenizer: MosesTokenizer, text: str) -> list[str]:
        return tokenizer.tokenize(text, aggressive_dash_splits=True)  # type: ignore[no-any-return]

    cases, entries = [], set[tuple[str, str]]()
    for number in range(0, len(sources), 40):
        start, end = json.loads(spans[number].split("\t")[1].replace("(", "[").replace(")", "]"))[
            -1
        ]
        words = tokens(english, sources[number][start:end])
        found = {word: table.get(word, set()) | table.get(word.lower(), set()) for word in words}
        known = {word.lower() for own in found.values() for word in own}

        def deciding(text: str, known: set[str] = known) -> list[str]:
            return sorted({word for word in tokens(french, text.strip()) if word.lower() in known})

        sides = {"reference": deciding(references[number])}
        sides |= {name: deciding(text[number]) for name, text in texts.items()}
        there = {word.lower() for side in sides.values() for word in side}
        case: dict[str, Any] = {"line": number, "span": [spell(word) for word in words]}
        for word, own in found.items():
            entries |= {(spell(word), spell(other)) for other in own if other.lower() in there}
        case |= {name: sorted(map(spell, side)) for name, side in sides.items()}
        case["decided"] = {
            f"{name} {average}": [rows[number]["decision"], sorted(map(spell, rows[number].get("triggered", [])))]
            for (name, average), rows in golden.items()
        }  # fmt: skip
        cases.append(case)
    summary = json.loads((folder / "summary.json").read_text("utf-8"))
    totals = {}
    for name, (average, flags) in product(OUTPUTS, COMBINATIONS.items()):
        own = summary[f"{name}|{flags}"]
        printed = {k: v for k, v in own["printed"][average].items() if k != "signature" and v == v}
        totals[f"{name} {average}"] = {"printed": printed, "counts": [*own["per_idiom"].values()]}
    return {"dictionary": sorted(entries), "cases": cases, "totals": totals}


def apt_eval(data: Path) -> dict[str, Any]:
    folder = data / "golden" / "apt_eval"
    inputs = data / "golden" / "litter" / "inputs"
    tokenizer = MosesTokenizer("fr")
    sides = {name: lines(inputs / f"{name}.fr") for name in ("ref", "hyp_c")}
    names = ("unigram_precision", "chrf", "ter", "sbleu", "score_mwe")
    rows = json_lines(folder / "hyp_c.jsonl")
    cases = []
    for row in rows[::20]:
        if 0 < len(row["ref_ids"]) <= MOST_WORDS and len(row["hyp_ids"]) <= MOST_WORDS:
            words = [
                [tokenizer.tokenize(sides[name][row["id"]], escape=False)[i] for i in row[ids]]
                for name, ids in (("ref", "ref_ids"), ("hyp_c", "hyp_ids"))
            ]
            cases.append({"line": row["id"], "reference": words[0], "output": words[1],
                          "scores": [row[name] for name in names]})  # fmt: skip
    scored = [row for row in rows if "chrf" in row]
    sums = [round(sum(row[name] for row in scored), 6) for name in names]
    printed = json.loads((folder / "summary.json").read_text("utf-8"))["c"]["micro"]
    return {"cases": cases, "sums": sums, "scored": len(scored), "empty": len(rows) - len(scored),
            "printed": printed}  # fmt: skip


def compare_mt(data: Path) -> dict[str, Any]:
    folder = data / "golden" / "compare_mt"
    golden = json.loads((folder / "label_bucketer_500.json").read_text("utf-8"))
    sides = []
    for name in ("ref", "sys1", "sys2"):
        words = lines(folder / "inputs" / f"ted.{name}.eng")
        tags = lines(folder / "inputs" / f"ted.{name}.eng.tag")
        sides.append([list(zip(w.split(), t.split(), strict=True))
                      for w, t in zip(words, tags, strict=True)])  # fmt: skip
    sentences = []
    for sentence in zip(*sides, strict=True):
        by_word: dict[str, list[str]] = {}
        for side, pairs in enumerate(sentence):
            for word, tag in pairs:
                by_word.setdefault(word, ["", "", ""])[side] += LABELS.get(tag, "-")
        found = [text for own in by_word.values() if (text := "|".join(own)).strip("-|")]
        sentences.append(" ".join(sorted(found)))
    stats = {name: {label: own[label] for label in LABELS} for name, own in golden["stats"].items()}
    return {"letters": LABELS, "sentences": sentences, "stats": stats}


def muda(data: Path) -> Any:
    (case,) = json.loads((data / "golden" / "muda_metrics" / "sample.json").read_text("utf-8"))
    for side in ("refs", "hyps"):
        case[side] = [
            [[word["token"], *word["tags"]] for word in sentence]
            for document in case[side]
            for sentence in document
        ]
    return case


def written(value: Any, depth: int = 2) -> str:
    """JSON with a line for every item down to a depth."""
    inner = ",\n".join
    if depth and isinstance(value, dict):
        return (
            "{" + inner(f"{json.dumps(k)}: {written(v, depth - 1)}" for k, v in value.items()) + "}"
        )
    if depth and isinstance(value, list):
        return "[" + inner(written(item, depth - 1) for item in value) + "]"
    return json.dumps(value, ensure_ascii=False)


def main() -> None:
    data = Path(sys.argv[1])
    for extract in (litter, apt_eval, compare_mt, muda):
        path = HERE / f"{extract.__name__}.json"
        path.write_text(written(extract(data)) + "\n", encoding="utf-8")
        print(path.name, path.stat().st_size)


if __name__ == "__main__":
    main()
