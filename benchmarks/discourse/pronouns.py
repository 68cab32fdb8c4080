"""Tagged pronouns against people's chains (ParCorFull) and contrastive references.

    python -m benchmarks.discourse.pronouns SHARED_DATA [parcorfull] [contrastive] [--limit N]

ParCorFull de, fr: of the annotated pronouns that may translate, by the language's table, a pronoun
of the source sentence, those tagged whose antecedent is in an earlier sentence (recall), and those
tagged without need: the antecedent is in the same sentence, or there is none. Chains are those of
the translation, so that nothing of the answer comes from the English side. Contrastive sets: of
the references that differ from their variant in a pronoun, those in which it is tagged. `found` is
the share with the antecedent left aside: what links and table allow.
"""

import argparse
import gzip
import json
import math
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from difflib import SequenceMatcher
from pathlib import Path
from typing import Any, NamedTuple

from benchmarks.discourse.antecedents_gold import detokenise

from litmus.alignment.aligners import learn, load_aligner
from litmus.discourse.pairs import Pair
from litmus.discourse.phenomena.pronouns import Pronouns
from litmus.discourse.rules import load_rules
from litmus.discourse.segment_pairs import segment_pairs
from litmus.discourse.sentences import sentences_of, whole
from litmus.discourse.source_side import Item, SourceSide
from litmus.language.analysers import load_analyser
from litmus.language.analysis import Sentence
from litmus.language.words import compose

Span = tuple[int, int]
_WORD = re.compile(r"\w+")
_MARKED = ("personal", "possessive", "demonstrative")


class Found(NamedTuple):
    """Target words of an item found with the antecedent left aside, and those that are tagged."""

    target: Sentence
    possible: set[int]
    tagged: set[int]
    sources: set[str]  # words of the source, in lower case

    def at(self, span: Span) -> tuple[bool, bool]:
        """Whether a word at these characters is found; is tagged."""
        words = self.target.words
        here = {n for n, w in enumerate(words) if w.start < span[1] and span[0] < w.end}
        return bool(here & self.possible), bool(here & self.tagged)


def read(code: str, items: Sequence[Item]) -> list[list[Pair]]:
    """The sentence pairs of each item in document order, with the antecedents of their source
    pronouns."""
    side = SourceSide("en", ("pronouns",))
    texts = [(item.source, item.target) for item in items]
    aligner = learn(load_aligner("embedded", ("en", code)), [both for both in texts if both[1]])
    targets = sentences_of(load_analyser("embedded", code), [two for _, two in texts], code)
    parts = zip(items, side.read(items, 0), targets, aligner.align(texts), strict=True)
    return [segment_pairs(*part) for part in parts]


def find(code: str, segments: Sequence[Sequence[Pair]]) -> list[Found]:
    """What the rule tags, with and without a look at the antecedents."""
    tagger = Pronouns(load_rules(code).of(Pronouns) or {}, ("en", code))
    found = []
    for pairs in segments:
        possible, tagged = (
            {n + pair.offset for pair in pairs for n in tagger.tag(look(pair))}
            for look in (_without_antecedents, _as_it_is)
        )
        target = whole("", [pair.target for pair in pairs if pair.target.words])
        sources = {word.form.lower() for pair in pairs for word in pair.source.words}
        found.append(Found(target, possible, tagged, sources))
    return found


def _without_antecedents(pair: Pair) -> Pair:
    return replace(pair, antecedents={})


def _as_it_is(pair: Pair) -> Pair:
    return pair


class Gold(NamedTuple):
    """An annotated pronoun: its place in the blocks, and where its antecedent is."""

    block: int
    span: Span
    form: str
    place: str  # earlier, same sentence, pleonastic


def parcorfull(data: Path, code: str) -> tuple[list[Item], list[Gold]]:
    """Pairs of blocks of sentences that translate each other, and the annotated pronouns."""
    english = {row["doc"]: row for row in rows(data / "parcorfull" / "parcorfull.en.jsonl.gz")}
    items: list[Item] = []
    gold: list[Gold] = []
    for row in rows(data / "parcorfull" / f"parcorfull.{code}.jsonl.gz"):
        sources, targets = _texts(english[row["doc"]]), _texts(row)
        places: dict[int, tuple[int, int, Span]] = {}  # token -> block, sentence, characters
        for one, two in blocks([len(t[0]) for t in sources], [len(t[0]) for t in targets]):
            text = ""
            for number in two:
                part, spans = targets[number]
                text += " " * bool(text)
                for token, (start, end) in enumerate(spans, row["sentences"][number][0]):
                    places[token] = len(items), number, (len(text) + start, len(text) + end)
                text += part
            items.append(Item(row["doc"], " ".join(sources[n][0] for n in one), text))
        gold += _annotated(row, places)
    return items, gold


def _texts(row: dict[str, Any]) -> list[tuple[str, list[Span]]]:
    return [detokenise(row["words"][first : last + 1]) for first, last in row["sentences"]]


def _annotated(row: dict[str, Any], places: Mapping[int, tuple[int, int, Span]]) -> Iterator[Gold]:
    """Pronouns of one token with their antecedent's place, by the mentions of their chain."""
    chains: dict[str, list[int]] = {}
    for mark in row["coref"]:
        if mark.get("coref_class") and mark.get("type") != "pleonastic":
            chains.setdefault(mark["coref_class"], []).append(mark["span"][0][0])
    for mark in row["coref"]:
        (first, last), *more = mark["span"]
        if mark.get("mention") != "pronoun" or first != last or more or first not in places:
            continue
        block, number, span = places[first]
        form = row["words"][first]
        if mark.get("type") == "pleonastic":
            yield Gold(block, span, form, "pleonastic")
        elif mark.get("type") == "anaphoric" and mark.get("type_of_pronoun") in _MARKED:
            # German sie of more than one thing is no choice of gender.
            if row["lang"] == "de" and mark.get("agreement") == "plural":
                continue
            before = [n for n in chains.get(mark.get("coref_class"), ()) if n < first]
            if any(places[n][1] == number for n in before if n in places):
                yield Gold(block, span, form, "same sentence")
            elif before:
                yield Gold(block, span, form, "earlier")


def blocks(source: list[int], target: list[int]) -> list[tuple[range, range]]:
    """Sentences that translate each other, by their lengths (Gale and Church, without gaps).

    >>> blocks([50, 20], [24, 27, 21])
    [(range(0, 1), range(0, 2)), (range(1, 2), range(2, 3))]
    """
    ratio = sum(target) / max(1, sum(source))
    best: dict[Span, tuple[float, Span]] = {(0, 0): (0.0, (0, 0))}
    for i in range(len(source) + 1):
        for j in range(len(target) + 1):
            options = []
            for a, b, price in ((1, 1, 0.0), (1, 2, 4.0), (2, 1, 4.0), (2, 2, 6.0), (1, 3, 7.0)):
                if (i - a, j - b) in best:
                    one, two = sum(source[i - a : i]) * ratio, sum(target[j - b : j])
                    off = (two - one) ** 2 / (2 * 6.8 * max(1.0, (one + two) / 2))
                    options.append((best[i - a, j - b][0] + off + price, (i - a, j - b)))
            if options:
                best[i, j] = min(options)
    at, found = (len(source), len(target)), []
    while at != (0, 0):
        before = best[at][1]
        found.append((range(before[0], at[0]), range(before[1], at[1])))
        at = before
    return found[::-1]


def contrastive(data: Path, code: str, limit: int) -> tuple[list[Item], list[Gold]]:
    """References after their context, and the pronoun that tells them from their variant."""
    names = {
        "fr": "contrastive-pronoun-en-fr/pronoun.en-fr.jsonl.gz",
        "de": "contrapro-en-de-subset/contrapro_subset.jsonl.gz",
    }
    items: list[Item] = []
    gold: list[Gold] = []
    for count, row in enumerate(rows(data / names[code])):
        if count == limit:
            break
        if code == "fr":
            context, source = row["src_context"], row["src"]
            target, variant, place = row["ref"], row["contrastive"], "antecedent not given"
        else:
            context, source = [row.get("src_prev") or ""], row["src_segment"]
            target = row["ref_segment"]
            # Some variants are the reference itself.
            others = [error["contrastive"] for error in row["errors"]]
            variant = next((text for text in others if text != target), target)
            place = {0: "same sentence", 1: "earlier, last"}.get(row["ante_distance"], "earlier")
        items += [Item(f"{code} {count}", text, "") for text in context]
        spans = differing(target, variant)
        if spans:
            form = target[spans[0][0] : spans[0][1]]
            gold.append(Gold(len(items), spans[0], form, place))
        items.append(Item(f"{code} {count}", source, target))
    return items, gold


def differing(text: str, variant: str) -> list[Span]:
    """The words of a text that its variant has not.

    >>> differing("Il dort, elle lit.", "Il dort, il lit.")
    [(9, 13)]
    """
    words = list(_WORD.finditer(text))
    others = [match.group() for match in _WORD.finditer(variant)]
    matcher = SequenceMatcher(None, [match.group() for match in words], others, autojunk=False)
    return [
        words[n].span()
        for kind, first, last, _, _ in matcher.get_opcodes()
        if kind != "equal"
        for n in range(first, last)
    ]


def rows(path: Path) -> Iterator[dict[str, Any]]:
    """The objects of a packed file of JSON lines."""
    with gzip.open(path, "rt", encoding="utf-8", newline="\n") as lines:
        yield from map(json.loads, lines)


def show(name: str, code: str, gold: Sequence[Gold], found: Sequence[Found]) -> None:
    """Prints one row for each place of antecedents."""
    table = load_rules(code).of(Pronouns) or {}
    counts: dict[str, Counter[str]] = {}
    for one in gold:
        count = counts.setdefault(one.place, Counter())
        count["all"] += 1
        form = compose(one.form).lower()
        source = found[one.block].sources
        able = frozenset().union(*(table[word] for word in source if word in table))
        if {form, f"-{form}", f"-t-{form}"}.isdisjoint(able):
            continue
        possible, tagged = found[one.block].at(one.span)
        count["table"] += 1
        count["found"] += possible
        count["tagged"] += tagged
    for place, count in sorted(counts.items()):
        size = count["table"] or math.nan
        print(
            f"{name:16} {code}  {place:21} {count['all']:6} {count['table']:8}"
            f"{count['found'] / size:8.3f}{count['tagged'] / size:8.3f}",
            flush=True,
        )


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("data", type=Path)
    parser.add_argument("sets", nargs="*")
    parser.add_argument("--limit", type=int, default=-1, help="references of a contrastive set")
    args = parser.parse_args()
    print(f"{'set':20}{'antecedent':21} pronouns in table  found  tagged")
    for name in args.sets or ("parcorfull", "contrastive"):
        for code in ("de", "fr"):
            if name == "parcorfull":
                items, gold = parcorfull(args.data, code)
            else:
                items, gold = contrastive(args.data, code, args.limit)
            show(name, code, gold, find(code, read(code, items)))


if __name__ == "__main__":
    main()
