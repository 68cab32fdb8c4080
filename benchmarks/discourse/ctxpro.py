"""CTXPro's expected words: which of them do the taggers mark?

    python -m benchmarks.discourse.ctxpro SHARED_DATA [gender|formality|auxiliary ...]
        [--languages de es ...]

gender: the expected pronoun is found (antecedent left aside) and tagged; it should be tagged where
CTXPro has the antecedent in an earlier sentence, not where it is in the same one. formality: the
expected word shows a register, and the right one. auxiliary: the source has a gap after an
auxiliary, and after the very one that CTXPro names. There is no target context: what a tag asks
of the translation of earlier sentences is not looked at.
"""

import argparse
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from benchmarks.discourse.pronouns import find, read, rows

from litmus.alignment.aligners import learn, load_aligner
from litmus.discourse.gaps.detector import load_detector
from litmus.discourse.phenomena.formality.formality import Formality
from litmus.discourse.phenomena.formality.registers import registers
from litmus.discourse.rules import load_rules
from litmus.discourse.segment_pairs import segment_pairs
from litmus.discourse.sentences import sentences_of, whole
from litmus.discourse.source_side import Item, SourceSentence
from litmus.language.analysers import load_analyser
from litmus.language.analysis import Sentence
from litmus.language.words import compose

_CONTEXT = 3  # sentences that the resolver looks back
_REGISTERS = {"FORM": "formal", "INFORM": "informal"}
_FILE = re.compile(r"(\w+)\.en-(\w+)\.dev\.jsonl\.gz")


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("data", type=Path)
    parser.add_argument("sets", nargs="*")
    parser.add_argument("--languages", nargs="*", default=())
    args = parser.parse_args()
    measures = {"gender": gender, "formality": formality, "auxiliary": auxiliary}
    for path in sorted((args.data / "ctxpro").glob("*.jsonl.gz")):
        match = _FILE.fullmatch(path.name)
        if match is None or match[1] not in (args.sets or measures) or match[1] not in measures:
            continue
        if not args.languages or match[2] in args.languages:
            for line in measures[match[1]](match[2], list(rows(path))):
                print(f"{match[1]:10} {match[2]}  {line}", flush=True)


def expected_places(target: Sentence, row: dict[str, Any]) -> set[int]:
    """The words of the reference that have the expected form."""
    wanted = compose(row["expected"]).lower()
    return {n for n, word in enumerate(target.words) if compose(word.form).lower() == wanted}


def gender_items(data: list[dict[str, Any]]) -> tuple[list[Item], list[int]]:
    """Each segment after the English sentences before it, and where the segments are."""
    items, places = [], []
    for number, row in enumerate(data):
        before = row.get("src_context", ())[-_CONTEXT:]
        items += [Item(str(number), text, "") for text in before]
        places.append(len(items))
        items.append(Item(str(number), row["src_segment"], row["ref_segment"]))
    return items, places


def gender(code: str, data: list[dict[str, Any]]) -> Iterator[str]:
    """Shares of expected pronouns, by the place that CTXPro has for the antecedent."""
    items, places = gender_items(data)
    found = find(code, read(code, items))
    counts = {False: Counter[str](), True: Counter[str]()}
    for row, at in zip(data, places, strict=True):
        words = expected_places(found[at].target, row)
        count = counts[row["ante_distance"] == 0]
        count["n"] += 1
        count["found"] += bool(words & found[at].possible)
        count["tagged"] += bool(words & found[at].tagged)
    for same, count in counts.items():
        yield (
            f"{'same sentence' if same else 'earlier':14} n {count['n']:4}  "
            f"found {count['found'] / count['n']:.3f}  tagged {count['tagged'] / count['n']:.3f}"
        )


def formality(code: str, data: list[dict[str, Any]]) -> Iterator[str]:
    """Share of expected words of address that show a register, and CTXPro's."""
    rules = load_rules(code).of(Formality)
    assert rules is not None
    texts = [(row["src_segment"], row["ref_segment"]) for row in data]
    aligner = learn(load_aligner("embedded", ("en", code)), texts)
    english = sentences_of(load_analyser("embedded", "en"), [one for one, _ in texts], "en")
    targets = sentences_of(load_analyser("embedded", code), [two for _, two in texts], code)
    counts: Counter[str] = Counter()
    parts = zip(data, english, targets, aligner.align(texts), strict=True)
    for row, source, target, links in parts:
        known = [SourceSentence(sentence, {}, ()) for sentence in source]
        item = Item("", row["src_segment"], row["ref_segment"])
        shown = {
            n + pair.offset: register
            for pair in segment_pairs(item, known, target, links)
            for n, register in registers(pair, rules).items()
        }
        places = expected_places(whole(item.target, target), row)
        seen = {shown[n] for n in places if n in shown}
        right = {_REGISTERS[part] for part in re.split(r"[.+]", row["rule"]) if part in _REGISTERS}
        counts["marked"] += bool(seen)
        counts["right"] += bool(seen & right)
    size = len(data)
    yield f"n {size:4}  marked {counts['marked'] / size:.3f}  right {counts['right'] / size:.3f}"


def auxiliary(code: str, data: list[dict[str, Any]]) -> Iterator[str]:
    """Share of sources with a verb phrase missing, anywhere and after the auxiliary named."""
    texts = [row["src_segment"] for row in data]
    detector = load_detector()
    counts: Counter[str] = Counter()
    for row, source in zip(
        data, sentences_of(load_analyser("embedded", "en"), texts, "en"), strict=True
    ):
        after = {
            sentence.words[gap.licensor].form.lower()
            for sentence, gaps in zip(source, detector.find(source), strict=True)
            for gap in gaps
            if gap.kind == "verb phrase"
        }
        counts["gap"] += bool(after)
        counts["named"] += row["src_verb"].lower() in after
    size = len(data)
    yield f"n {size:4}  gap {counts['gap'] / size:.3f}  named {counts['named'] / size:.3f}"


if __name__ == "__main__":
    main()
