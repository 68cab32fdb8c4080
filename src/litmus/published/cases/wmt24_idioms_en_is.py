"""English idioms into Icelandic: cues found in the outputs of WMT24's systems, and people.

The authors look words up in BÍN, which we do not ship. What ships with litmus knows nearly as many
forms, so nearly all decisions are the same.
"""

import gzip
import json
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from litmus.failures import reading
from litmus.language.embedded import paradigms
from litmus.language.forms import normaliser
from litmus.language.inflection import fold, irregular
from litmus.published.case import Data, Found
from litmus.published.headed import read_headed
from litmus.stats.agreement import cohen_kappa

SET = "wmt24-idioms-en-is"
USES = {"idiom": "idiomatic", "literal": "literal"}  # as slots are called, as figures are
ACCEPTED = "Accepted"
_WORD = re.compile(r"\w+(?:[-'’]\w+)*|[^\w\s]")
_COMPOUNDED = ("NOUN", "ADJ", "VERB")

Key = tuple[str, str, str]  # idiom, slot, system
Cue = list[Any]  # [word, "l" or "i"], or two of them and how many tokens apart they may be


def recompute(data: Data) -> Iterator[Found]:
    """Our decisions by the authors' cues; what people say, and how it agrees with the cues."""
    decided = {
        (row["id"], row["slot"], row["system"]): row["decision"] == "1"
        for row in read_headed(data.file(f"{SET}/cue_decisions.visible.tsv.gz"))
    }
    ours = _decisions(data, decided)
    right = Counter((_use(slot), system) for (_, slot, system), yes in ours.items() if yes)
    for (use, system), number in sorted(right.items()):
        yield Found(f"cues-{use}", system, number)
    same = sum(ours[key] == theirs for key, theirs in decided.items())
    yield Found("decisions", "", same, len(decided))
    judged = list(read_headed(data.file(f"{SET}/human_evaluation.visible.tsv.gz")))
    yield from _people(judged)
    published = [decided[row["id"], row["slot"], row["systems"].split(",")[0]] for row in judged]
    yield from _agreement("published-cues", judged, published)
    early = [row for row in judged if row["earlier_automatic_verdict"]]
    verdicts = [row["earlier_automatic_verdict"].startswith(ACCEPTED) for row in early]
    yield from _agreement("early-cues", early, verdicts)


def _use(slot: str) -> str:
    return USES[slot.partition("_")[0]]


def _decisions(data: Data, keys: Iterable[Key]) -> dict[Key, bool]:
    idioms, translations = (
        {str(row["id"]): row for row in _json(data.file(f"{SET}/{name}.json.gz"))}
        for name in ("idioms", "wmt24_translations")
    )
    found = {}
    for key in keys:
        idiom, slot, system = key
        tokens = _WORD.findall(translations[idiom][f"{system}.en-is.txt_{slot}"].lower())
        cues = slot.replace("idiom_", "idiomatic_")
        wrong, right = (
            any(_is_there(cue, tokens) for cue in idioms[idiom][f"{cues}_{kind}"])
            for kind in ("negative", "positive")
        )
        found[key] = right and not wrong
    return found


def _json(path: Path) -> Any:
    with reading(path, "JSON"):
        return json.loads(gzip.decompress(path.read_bytes()))


def _is_there(cue: Cue, tokens: Sequence[str]) -> bool:
    if isinstance(cue[0], str):
        return bool(_places(cue, tokens))
    first, second, apart = cue
    return any(
        0 < abs(there - here) <= apart
        for here in _places(first, tokens)
        for there in _places(second, tokens)
    )


def _places(cue: Cue, tokens: Sequence[str]) -> list[int]:
    word, how = cue[0].lower(), cue[1]
    if how == "i":  # this form only
        return [at for at, token in enumerate(tokens) if token == word]
    return [at for at, token in enumerate(tokens) if not _lemmas(token).isdisjoint(_lemmas(word))]


@cache
def _lemmas(form: str) -> frozenset[str]:
    """All dictionary words that a form may belong to, a compound by its last part."""
    known = paradigms.load("is")
    assert known is not None  # it ships
    lemmas = set(known.lemmas(form, "X"))
    if not lemmas:
        lemmas = {word for upos in _COMPOUNDED for word in known.lemmas_by_end(form, upos)}
    lemma = fold(normaliser("lemma", "is")(form)) if form else ""
    return frozenset((form, fold(form), lemma, *irregular("is").get(fold(form), ()), *lemmas))


def _people(judged: Sequence[dict[str, str]]) -> Iterator[Found]:
    """A row that is the output of several systems counts for each."""
    right: Counter[tuple[str, str]] = Counter()
    rows: Counter[tuple[str, str]] = Counter()
    for row in judged:
        for system in row["systems"].split(","):
            rows[_use(row["slot"]), system] += 1
            right[_use(row["slot"]), system] += row["verdict"] == "1"
    for (use, system), number in sorted(rows.items()):
        yield Found(f"people-{use}", f"{system}, judged", number)
        yield Found(f"people-{use}", f"{system}, right", right[use, system])


def _agreement(
    name: str, judged: Sequence[dict[str, str]], cues: Sequence[bool]
) -> Iterator[Found]:
    people = np.array([row["verdict"] == "1" for row in judged], np.int64)
    machine = np.array(cues, np.int64)
    uses = np.array([_use(row["slot"]) for row in judged])
    for use in USES.values():
        theirs, found = people[uses == use], machine[uses == use]
        cells = {"right for both": (1, 1), "right for cues only": (1, 0),
                 "right for people only": (0, 1), "wrong for both": (0, 0)}  # fmt: skip
        for cell, (cue, person) in cells.items():
            number = int(((found == cue) & (theirs == person)).sum())
            yield Found(f"{name}-counts", f"{use}, {cell}", number)
        yield Found(name, f"{use}, agreement", float((theirs == found).mean()))
        kappa = cohen_kappa(found, theirs, 2, n_bootstrap=1).value
        yield Found(name, f"{use}, kappa", kappa)
