"""Words that show register, against CoCoA-MT's marked phrases.

    python -m benchmarks.discourse.formality SHARED_DATA [LANG ...] [--errors N] [--part train|test]

Each sentence comes formal and informal, with the words that differ marked. A word counts as found
if the tagger gives it the register of its version. Precision: of the words given a register, those
marked and right; recall: of the marked words, those given the right register. Phrases: words given
a register that stand together are right if one of them is marked and right, and a marked phrase is
found if one of its words is: where a phrase begins is a matter of taste.
"""

import argparse
import csv
import gzip
import re
from collections import Counter
from pathlib import Path

from litmus.alignment.aligners import learn, load_aligner
from litmus.discourse.phenomena.formality.formality import Formality
from litmus.discourse.phenomena.formality.registers import registers
from litmus.discourse.rules import load_rules
from litmus.discourse.segment_pairs import segment_pairs
from litmus.discourse.sentences import sentences_of, whole
from litmus.discourse.source_side import Item, SourceSentence
from litmus.language.analysers import load_analyser
from litmus.language.analysis import Sentence

MARK = re.compile(r"\[/?F\]")


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("data", type=Path)
    parser.add_argument("languages", nargs="*")
    parser.add_argument("--errors", type=int, default=0)
    parser.add_argument("--part", choices=("train", "test"))
    args = parser.parse_args()
    for path in sorted((args.data / "cocoa-mt").glob("*.tsv.gz")):
        part, pair, *_ = path.name.split(".")
        code = pair.split("-")[1]
        if (not args.languages or code in args.languages) and args.part in (None, part):
            measure(path, part, code, args.errors)


def measure(path: Path, part: str, code: str, shown: int) -> None:
    rules = load_rules(code).of(Formality)
    assert rules is not None
    with gzip.open(path, "rt", encoding="utf-8", newline="") as stream:
        rows = list(csv.DictReader(stream, delimiter="\t", quoting=csv.QUOTE_NONE))
    sources = [row["src"] for row in rows]
    pairs = [(row["src"], row[side]) for row in rows for side in ("formal", "informal")]
    aligner = learn(load_aligner("embedded", ("en", code)), pairs)
    english = analysed("en", sources)
    counts: Counter[str] = Counter()
    errors: Counter[tuple[str, str]] = Counter()
    for side in ("formal", "informal"):
        texts, marks = zip(*(unmarked(row[f"{side}_annotated"]) for row in rows), strict=True)
        targets = analysed(code, list(texts))
        links = aligner.align(list(zip(sources, texts, strict=True)))
        for n, (source, cut, spans) in enumerate(zip(english, targets, marks, strict=True)):
            known = [SourceSentence(sentence, {}, ()) for sentence in source]
            parts = segment_pairs(Item("", sources[n], texts[n]), known, cut, links[n])
            target = whole(texts[n], cut)
            found = {
                index + pair.offset: register
                for pair in parts
                for index, register in registers(pair, rules).items()
            }
            right_words = [n for n, register in found.items() if register == side]
            phrases(target, sorted(found), set(right_words), spans, counts)
            for place, word in enumerate(target.words):
                if word.upos == "PUNCT" or not any(c.isalnum() for c in word.form):
                    continue
                marked = any(start < word.end and word.start < end for start, end in spans)
                right = found.get(place) == side
                counts["tagged"] += place in found
                counts["marked"] += marked
                counts["both"] += marked and right
                if marked and not right:
                    errors["missed" if place not in found else "other register", word.form] += 1
                elif place in found and not marked:
                    errors["not marked", word.form] += 1
    precision = counts["both"] / max(1, counts["tagged"])
    recall = counts["both"] / max(1, counts["marked"])
    by_phrase = counts["right runs"] / max(1, counts["runs"])
    found_spans = counts["found spans"] / max(1, counts["spans"])
    print(f"{code} {part:5} {len(rows):5} rows  precision {precision:.3f}  recall {recall:.3f}  "
          f"({counts['tagged']} tagged, {counts['marked']} marked)  "
          f"phrases {by_phrase:.3f} {found_spans:.3f}", flush=True)  # fmt: skip
    for (kind, form), count in errors.most_common(shown):
        print(f"    {count:4} {kind}: {form}")


def phrases(
    target: Sentence, found: list[int], right: set[int], spans: list[tuple[int, int]],
    counts: Counter[str],
) -> None:  # fmt: skip
    """Counts the runs of words given a register, and the marked spans, that meet each other."""
    words = target.words
    met = {
        span: {n for n in right if span[0] < words[n].end and words[n].start < span[1]}
        for span in spans
    }
    inside = set().union(*met.values())
    starts = [n for n in found if n - 1 not in found]
    for start in starts:
        stop = start + 1
        while stop in found:
            stop += 1
        counts["runs"] += 1
        counts["right runs"] += not inside.isdisjoint(range(start, stop))
    counts["spans"] += len(met)
    counts["found spans"] += sum(bool(words) for words in met.values())


def analysed(code: str, texts: list[str]) -> list[tuple[Sentence, ...]]:
    """The sentences of every text, as the taggers see them."""
    return sentences_of(load_analyser("embedded", code), texts, code)


def unmarked(text: str) -> tuple[str, list[tuple[int, int]]]:
    """The text without its marks, and the spans that they held."""
    plain, spans, start, at = "", [], 0, 0
    for match in MARK.finditer(text):
        plain += text[at : match.start()]
        at = match.end()
        if match.group() == "[F]":
            start = len(plain)
        else:
            spans.append((start, len(plain)))
    return plain + text[at:], spans


if __name__ == "__main__":
    main()
