"""Where antecedents are: the resolver against people's links, and what it costs beside analysis.

    python -m benchmarks.discourse.antecedents [SHARED_DATA] [--dev] [--resolver NAME]

A third-person pronoun is right if both, people and resolver, or neither have a mention of the same
thing earlier in its sentence; pronouns that people did not link count, as not in the sentence. The
sentences are those of the gold documents, analysed by the embedded analyser; a pronoun is found by
its characters. `in a sentence` is the majority's accuracy or its complement. `span`: of those
rightly said to be in the sentence, how many point at a mention of the right thing. `empty`:
precision and recall of *it* said to stand for nothing (GUM: no link, or the relation `expl`;
ParCorFull: pleonastic or no link). `--dev` takes the development part; the test parts are for the
end.
"""

import argparse
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter

from benchmarks.discourse.antecedents_gold import (
    GUM,
    PARCORFULL,
    SHARED,
    GoldDocument,
    Mention,
    read_gum,
    read_parcorfull,
)
from benchmarks.machine import machine, timed

from litmus.discourse.antecedents.load import load_resolver
from litmus.discourse.antecedents.resolver import Antecedent, Location, Resolver
from litmus.language.analysers import load_analyser
from litmus.language.analysis import Analyser, Sentence

# fmt: off
PRONOUNS = frozenset((
    "he", "she", "it", "they", "him", "her", "them", "his", "hers", "its", "their", "theirs",
    "himself", "herself", "itself", "themselves",
))
# fmt: on
DEMONSTRATIVES = frozenset(("this", "that", "these", "those"))
GENRES = ("nc-train", "nc-dev", "nc-test")  # of GUM: nothing is trained on them


@dataclass
class Tally:
    """Counts of pronouns."""

    n: int = 0
    gold: int = 0
    said: int = 0
    right: int = 0
    both: int = 0
    span: int = 0
    gold_empty: int = 0
    said_empty: int = 0
    both_empty: int = 0

    def add(self, gold: bool, answer: Antecedent | None, empty: bool, span: bool) -> None:
        """Count a pronoun; an answer that is missing is one that says nothing is there."""
        said = answer is not None and answer.location is Location.HERE
        said_empty = answer is not None and answer.location is Location.NONE
        self.n += 1
        self.gold += gold
        self.said += said
        self.right += gold == said
        self.both += gold and said
        self.span += gold and said and span
        self.gold_empty += empty
        self.said_empty += said_empty
        self.both_empty += empty and said_empty

    def row(self) -> str:
        """Per cent, as in the table's head."""
        cells = [(self.gold, self.n), (self.right, self.n), (self.both, self.said)]
        cells += [(self.both, self.gold), (self.span, self.both)]
        cells += [(self.both_empty, self.said_empty), (self.both_empty, self.gold_empty)]
        return f"{self.n:6,}" + "".join(
            f"{100 * a / b:10.1f}" if b else f"{'n/a':>10}" for a, b in cells
        )


HEAD = (
    f"{'':36}{'n':>6}{'in a':>10}{'right':>10}{'here P':>10}{'here R':>10}{'span':>10}"
    f"{'empty P':>10}{'empty R':>10}"
)


def judge(
    documents: Sequence[GoldDocument], trees: Sequence[Sequence[Sentence]], resolver: Resolver
) -> dict[str, Tally]:
    """Tallies: `all` personal pronouns, `it`, the other groups, and demonstratives."""
    tallies = {name: Tally() for name in ("all", "it", "he she", "they", "its", "this that")}
    for document, sentences in zip(documents, trees, strict=True):
        answers = resolver.resolve(sentences)
        for group, gold, answer, empty, span in _pronouns(document, sentences, answers):
            tallies[group].add(gold, answer, empty, span)
            if group != "this that":
                tallies["all"].add(gold, answer, empty, span)
    return tallies


def _pronouns(
    document: GoldDocument, trees: Sequence[Sentence], answers: Sequence[dict[int, Antecedent]]
) -> Iterator[tuple[str, bool, Antecedent | None, bool, bool]]:
    mentions = {(m.sentence, m.start, m.end): m for m in document.mentions}
    chains: dict[str, list[Mention]] = {}
    for mention in document.mentions:
        chains.setdefault(mention.chain, []).append(mention)
    for number, tree in enumerate(trees):
        at = {word.start: index for index, word in reversed(list(enumerate(tree.words)))}
        for start, end, relation in _words(document, number, tree):
            form = document.texts[number][start:end].lower()
            own = mentions.get((number, start, end))
            group = _group(form)
            if group is None or (group == "this that" and own is None):
                continue
            before = (
                [m for m in chains[own.chain] if m.sentence == number and m.end <= start]
                if own
                else []
            )
            linked = own is not None and any(m != own for m in chains[own.chain])
            empty = (
                form == "it"
                and not before
                and (
                    relation == "expl"
                    or not linked
                    or (own is not None and own.kind == "pleonastic")
                )
            )
            index = at.get(start)
            answer = None if index is None else answers[number].get(index)
            yield group, bool(before), answer, empty, _overlaps(tree, answer, before)


def _words(document: GoldDocument, number: int, tree: Sentence) -> Iterator[tuple[int, int, str]]:
    """Characters and relation of the gold words, or of ours where people drew no trees."""
    if document.trees:
        for word in document.trees[number].words:
            yield word.start, word.end, word.relation
        return
    for token in tree.tokens:  # "its" may be cut into words
        first = tree.words[token.first]
        whole = tree.text[token.start : token.end].lower() in PRONOUNS
        yield first.start, token.end if whole else first.end, ""


def _group(form: str) -> str | None:
    if form in DEMONSTRATIVES:
        return "this that"
    if form not in PRONOUNS:
        return None
    if form in ("it", "its", "itself"):
        return "it" if form == "it" else "its"
    return "they" if form.startswith("the") else "he she"


def _overlaps(tree: Sentence, answer: Antecedent | None, mentions: Sequence[Mention]) -> bool:
    if answer is None or answer.span is None:
        return False
    first, stop = answer.span
    start, end = tree.words[first].start, tree.words[stop - 1].end
    return any(m.start < end and start < m.end for m in mentions)


def analysed(documents: Sequence[GoldDocument], analyser: Analyser) -> list[list[Sentence]]:
    """Trees of the analyser for all documents."""
    return [[found[0] for found in analyser.analyse(one.texts)] for one in documents]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("data", type=Path, nargs="?", default=SHARED)
    parser.add_argument("--resolver", default="embedded", metavar="NAME")
    parser.add_argument("--dev", action="store_true", help="the development part alone")
    parser.add_argument("--gold-trees", action="store_true", help="GUM's own trees")
    args = parser.parse_args()
    gum, parcorfull = (args.data / p.relative_to(SHARED) for p in (GUM, PARCORFULL))
    resolver, analyser = load_resolver(args.resolver), load_analyser("embedded", "en")
    part = "dev" if args.dev else "test"
    speed = _speed(list(read_gum(gum / f"{part}.conllu.gz")), analyser, resolver)
    print(HEAD)
    sets = {"GUM dev": ("dev",)} if args.dev else {"GUM test": ("test",), "GUM, nc genres": GENRES}
    for name, parts in sets.items():
        documents = [d for part in parts for d in read_gum(gum / f"{part}.conllu.gz")]
        trees = [list(d.trees) for d in documents]
        if not args.gold_trees:
            trees = analysed(documents, analyser)
        _print(name, judge(documents, trees, resolver))
    if not args.dev and not args.gold_trees:
        documents = list(read_parcorfull(parcorfull))
        _print("ParCorFull English", judge(documents, analysed(documents, analyser), resolver))
    print(speed)
    print(f"{resolver.signature}, {analyser.signature}, {machine()}")


def _print(name: str, tallies: dict[str, Tally]) -> None:
    for group, tally in tallies.items():
        print(f"{name + ': ' + group:36}{tally.row()}", flush=True)


def _speed(documents: Sequence[GoldDocument], analyser: Analyser, resolver: Resolver) -> str:
    """Analysis of text not seen before, as a second time is faster; the resolver five times."""
    list(analyser.analyse(["It loads what it needs."]))
    start = perf_counter()
    trees = analysed(documents, analyser)
    analysis = perf_counter() - start
    seconds, spread, found = timed(lambda: [resolver.resolve(one) for one in trees], 5)
    words = sum(len(sentence.words) for one in trees for sentence in one)
    here = sum(a.location is Location.HERE for one in found for row in one for a in row.values())
    return (
        f"analysis {words / analysis:,.0f} words/s, resolver {words / seconds:,.0f} words/s "
        f"(spread {spread:.0%}): {100 * seconds / analysis:.1f} % of analysis; check {here}"
    )


if __name__ == "__main__":
    main()
