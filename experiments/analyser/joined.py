"""`python joined.py TREEBANKS MORE`: what the words are made of that treebanks mark as joined.

Reads the training files of Dutch treebanks that write parts of lemmas with `_` between them, and
writes `model/joined-nl.json.xz`; `litmus.language.embedded.joined` says what is in it. For German
`model/joined-de.json.xz` says from which length on the end of an unknown noun is looked up. Prints
how often the parts of nine tenths of the words are right about the words of the other tenth that
are not among them, ten times.
"""

import argparse
import json
import lzma
import tomllib
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from pathlib import Path

from prepare import load

from litmus.language.embedded.edits import lowered
from litmus.language.embedded.joined import (
    GE,
    HYPHEN,
    JOINT,
    SHORTEST,
    Compound,
    Compounds,
    Joined,
    Separable,
    Verbs,
)

CONFIG = Path(__file__).with_name("config.toml")
MODEL = Path(__file__).parents[2] / "src/litmus/language/embedded/model"
LANGUAGE = "nl"
MARKED = 0.05  # of the nouns of a treebank; one with fewer joined lemmas does not mark parts
# Of the words that look as if made of a part, how many must be. Below this a part does more harm
# than good where the network's own lemma is made of words.
SURE_FIRST, SURE_LAST, SURE_PARTICLE = 0.6, 0.5, 0.9
END = {"de": 5}  # letters
FOLDS = 10

Row = tuple[str, str, str]  # form, lemma, part of speech
Lemmas = Mapping[str, Counter[str]]  # form in small letters -> lemmas it has


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("folders", nargs="+", type=Path, help="each with a folder a language")
    parser.add_argument("--out", type=Path, default=MODEL, help="where the files go")
    args = parser.parse_args()
    args.out.mkdir(parents=True, exist_ok=True)
    rows = list(words(args.folders))
    for upos in ("NOUN", "VERB"):
        right, wrong, silent = checked(rows, upos)
        print(f"{upos}  unseen: {right} right, {wrong} wrong, {silent} not made of known parts")
    about = {
        "NOUN": compounds(lemmas(rows, "NOUN"))._asdict(),
        "VERB": verbs(lemmas(rows, "VERB"))._asdict(),
    }
    write(args.out, LANGUAGE, about)
    for language, end in END.items():
        write(args.out, language, {"NOUN": {"end": end}})


def write(folder: Path, language: str, about: Mapping[str, object]) -> None:
    content = json.dumps(about, ensure_ascii=False, sort_keys=True).encode()
    packed = lzma.compress(content, preset=9 | lzma.PRESET_EXTREME)
    (folder / f"joined-{language}.json.xz").write_bytes(packed)
    print(f"{language}  {len(packed):,} bytes")


def words(folders: Iterable[Path]) -> Iterable[Row]:
    """The words of the treebanks that mark parts."""
    config = tomllib.loads(CONFIG.read_text(encoding="utf-8")) | {"languages": [LANGUAGE]}
    for folder in folders:
        for _, name, sentences in load(folder, config, "train"):
            rows = [(r.form, r.lemma, r.upos) for s in sentences for r in s.rows if r.lemma != "_"]
            nouns = [lemma for _, lemma, upos in rows if upos == "NOUN"]
            marked = sum(JOINT in lemma for lemma in nouns)
            if marked >= MARKED * len(nouns):
                print(f"{name}  {marked} of {len(nouns)} nouns are joined")
                yield from rows


def lemmas(rows: Iterable[Row], upos: str) -> Lemmas:
    """Auxiliaries are verbs too, and take particles as such."""
    wanted = ("AUX", "VERB") if upos == "VERB" else (upos,)
    found: dict[str, Counter[str]] = defaultdict(Counter)
    for form, lemma, own in rows:
        if own in wanted and JOINT not in form and all(lemma.split(JOINT)):
            found[lowered(form)][lemma] += 1
    return found


def compounds(known: Lemmas) -> Compound:
    """Parts of compounds, and other nouns as last parts of new ones."""
    first: dict[str, Counter[str]] = defaultdict(Counter)
    last: dict[str, Counter[str]] = defaultdict(Counter)
    for form, found in known.items():
        for lemma, count in found.items():
            parts = lemma.split(JOINT)
            pieces = aligned(form, parts) or [form]
            if len(pieces) != len(parts):
                continue
            for piece, part in zip(pieces[:-1], parts[:-1], strict=True):
                first[piece.removesuffix(HYPHEN)][part] += count
            last[pieces[-1]][parts[-1]] += count
    first_part = {piece: part for piece, part in commonest(first).items() if len(piece) >= SHORTEST}
    last_part = {piece: part for piece, part in commonest(last).items() if len(piece) >= SHORTEST}
    firsts, lasts = judged(known, first_part, last_part)
    sure_first = {p for p in first_part if firsts[p, True] >= SURE_FIRST * total(firsts, p)}
    # A last part that only ever stood alone counts as one that was right once.
    sure_last = {p for p in last_part if lasts[p, True] + 1 >= SURE_LAST * (total(lasts, p) + 1)}
    about = Compound(
        {p: lemma for p, lemma in first_part.items() if p in sure_first},
        {p: lemma for p, lemma in last_part.items() if p in sure_last},
        {p: lemma for p, lemma in first_part.items() if p not in sure_first},
        {p: lemma for p, lemma in last_part.items() if p not in sure_last},
    )
    return about._replace(kept=others(Compounds(about), known))


def judged(
    known: Lemmas, first: Mapping[str, str], last: Mapping[str, str]
) -> tuple[Counter[tuple[str, bool]], Counter[tuple[str, bool]]]:
    """How many words that look like two parts are made of them, by first and by last part."""
    firsts: Counter[tuple[str, bool]] = Counter()
    lasts: Counter[tuple[str, bool]] = Counter()
    for form, found in known.items():
        lemma = top(found)
        for at in range(SHORTEST, len(form) - SHORTEST + 1):
            start, end = form[:at].removesuffix(HYPHEN), form[at:]
            if start in first and end in last:
                right = lemma.startswith(first[start] + JOINT)
                firsts[start, right] += 1
                lasts[end, right] += 1
    return firsts, lasts


def verbs(known: Lemmas) -> Separable:
    """A particle may stand elsewhere in the sentence; the form is then one of the verb alone."""
    found: dict[str, Counter[str]] = defaultdict(Counter)
    particles: set[str] = set()
    for form, each in known.items():
        for lemma, count in each.items():
            particle, _, verb = lemma.rpartition(JOINT)
            particles |= {lowered(particle)} - {""}
            found[form.removeprefix(lowered(particle))][verb] += count
    forms = {form: verb for form, verb in commonest(found).items() if len(form) >= SHORTEST}
    seen: dict[bool, Counter[tuple[str, bool]]] = {True: Counter(), False: Counter()}
    for form, each in known.items():
        for particle in particles:
            rest = form.removeprefix(particle)
            if rest != form and rest in forms:
                right = lowered(top(each)) == particle + JOINT + forms[rest]
                seen[rest.startswith(GE)][particle, right] += 1
    together, between = (
        tuple(sorted(p for p in particles if some[p, True] > SURE_PARTICLE * total(some, p)))
        for some in (seen[False], seen[True])
    )
    about = Separable(together, between, tuple(sorted(particles)), forms)
    return about._replace(kept=others(Verbs(about), known))


def others(made: Joined, known: Lemmas) -> dict[str, str]:
    """Words that do not, or not always, have the lemma that their parts make."""
    found = ((form, each, made.parts(form)) for form, each in known.items())
    return {form: top(each) for form, each, lemma in found if lemma and set(each) != {lemma}}


def aligned(form: str, parts: list[str]) -> list[str] | None:
    """The pieces of a form that parts are written as: those that begin most like them."""
    if len(parts) == 1:
        return [form] if form else None
    best: tuple[int, list[str] | None] = (0, None)
    for at in range(1, len(form)):
        if rest := like(form[:at], parts[0]) and aligned(form[at:], parts[1:]):
            pieces = [form[:at], *rest]
            alike = [like(piece, part) for piece, part in zip(pieces, parts, strict=True)]
            if sum(alike) > best[0] and min(alike) >= min(2, *map(len, parts)):
                best = sum(alike), pieces
    return best[1]


def like(piece: str, part: str) -> int:
    """How many letters two words begin with."""
    pairs = enumerate(zip(piece, lowered(part), strict=False))
    return next((at for at, (a, b) in pairs if a != b), min(len(piece), len(part)))


def commonest(table: Lemmas) -> dict[str, str]:
    return {form: top(found) for form, found in table.items()}


def top(found: Counter[str]) -> str:
    return found.most_common(1)[0][0]


def total(counted: Counter[tuple[str, bool]], part: str) -> int:
    return counted[part, True] + counted[part, False]


def checked(rows: list[Row], upos: str) -> tuple[int, int, int]:
    """Words that the parts of others get right, wrong, and say nothing of."""
    right = wrong = silent = 0
    for fold in range(FOLDS):
        start, end = (len(rows) * n // FOLDS for n in (fold, fold + 1))
        known = lemmas(rows[:start] + rows[end:], upos)
        made = Compounds(compounds(known)) if upos == "NOUN" else Verbs(verbs(known))
        for form, lemma, own in rows[start:end]:
            if own == upos and lowered(form) not in known:
                found = made.parts(form)
                right += found == lemma
                wrong += found not in (None, lemma)
                silent += found is None
    return right, wrong, silent


if __name__ == "__main__":
    main()
