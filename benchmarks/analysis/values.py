"""Precision and recall of what taggers ask for: values on verbs and pronouns, *you* as subject.

A value counts where it stands: gold values on words that are verbs in gold, system values on words
that are verbs for the system, correct when both stand on a pair and are equal. A right tense on a
word taken for a noun is a miss; a verb taken for an auxiliary is still a verb.
"""

from collections import Counter
from collections.abc import Callable, Mapping
from itertools import chain

from benchmarks.analysis.conll18 import Document, Pairs, Row, Score, base, features


def _verb(row: Row) -> bool:
    return row.upos in ("VERB", "AUX")


def _pronoun(row: Row) -> bool:
    """Possessives are determiners in half of our languages; articles would only lift figures."""
    return row.upos == "PRON" or (row.upos == "DET" and features(row.feats).get("Poss") == "Yes")


KINDS: Mapping[str, tuple[Callable[[Row], bool], tuple[str, ...]]] = {
    "verb": (_verb, ("Tense", "Mood", "Person", "Number", "Polite")),
    "pronoun": (_pronoun, ("PronType", "Person", "Gender")),
}
COLUMNS = tuple((kind, name) for kind, (_, names) in KINDS.items() for name in names)
YOU = ("you", "nsubj")


def count_values(gold: Document, system: Document, pairs: Pairs) -> dict[tuple[str, str], Score]:
    """Scores by kind of word and feature; `YOU` holds the subjects *you*, subtypes cut."""
    in_gold = [_values(word.row) for word in gold.words]
    in_system = [_values(word.row) for word in system.words]
    golds = Counter(key for key, _ in chain.from_iterable(in_gold))
    systems = Counter(key for key, _ in chain.from_iterable(in_system))
    correct = Counter(key for g, s in pairs for key, _ in in_gold[g] & in_system[s])
    return {key: Score(correct[key], golds[key], systems[key]) for key in (*COLUMNS, YOU)}


def _values(row: Row) -> frozenset[tuple[tuple[str, str], str]]:
    held = features(row.feats)
    found = {
        ((kind, name), held[name])
        for kind, (belongs, names) in KINDS.items()
        if belongs(row)
        for name in names
        if name in held
    }
    if row.form.lower() == "you" and base(row.relation) == "nsubj":
        found.add((YOU, "nsubj"))
    return frozenset(found)
