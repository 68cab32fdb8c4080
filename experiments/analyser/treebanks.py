"""Treebank files -> sentences. Which files may train a shipped model is told by their names."""

import gzip
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

# Where a preposition swallows the article, the surface shows the preposition alone.
_HEBREW_SWALLOWS = {"ב", "כ", "ל"}


@dataclass(slots=True)
class Row:
    """One syntactic word; `head` counts from 1, 0 is the root, -1: not annotated."""

    form: str
    lemma: str
    upos: str
    feats: str
    head: int
    relation: str


@dataclass(slots=True)
class Sentence:
    """`tokens`: surface, number of words, whether a space follows."""

    text: str
    tokens: list[tuple[str, int, bool]]
    rows: list[Row]


def files(root: Path, language: str, kind: str) -> list[tuple[str, Path]]:
    """(treebank, path) of the files of a kind: train, old-train, morph-train, dev or test.

    Official names (`xx_gsd-ud-train.conllu`) serve as well as the selection's; a treebank in parts
    (`xx_gsd-ud-train-a.conllu`) comes once for each.
    `nc-` files are never given out: their licence does not allow a shipped model.
    """
    found = []
    folder = root / language
    for path in sorted(folder.iterdir()) if folder.is_dir() else ():
        name = path.name.removesuffix(".gz").removesuffix(".conllu")
        if name.startswith(f"{kind}-"):
            found.append((name.removeprefix(f"{kind}-"), path))
        elif official := re.fullmatch(rf"(?:[a-z]+_)?(\w+)-ud-{kind}(-\w+)*", name):
            found.append((official[1], path))
    return found


def read(path: Path) -> Iterator[Sentence]:
    """The sentences of a CoNLL-U file, gzipped or not; empty nodes are passed over."""
    opener = gzip.open if path.suffix == ".gz" else open
    with opener(path, "rt", encoding="utf-8", newline="\n") as lines:  # type: ignore[operator]
        block: list[tuple[int, str]] = []
        for number, line in enumerate(lines, start=1):
            line = line.rstrip("\n")
            if line:
                block.append((number, line))
            elif block:
                yield _sentence(block, path)
                block = []
        if block:
            yield _sentence(block, path)


def _columns(line: str, place: str) -> list[str]:
    columns = line.split("\t")
    if len(columns) != 10:
        raise SystemExit(f"{place}: a line of CoNLL-U has 10 columns, this one {len(columns)}.")
    if not re.fullmatch(r"\d+([-.]\d+)?", columns[0]):
        raise SystemExit(f"{place}: {columns[0]!r} is no number of a word.")
    return columns


def _sentence(block: list[tuple[int, str]], path: Path) -> Sentence:
    text, tokens, rows = "", [], []
    inside = 0  # words of the open multiword token still to come
    for at, line in block:
        if line.startswith("#"):
            if line.startswith("# text = "):
                text = line[9:]
            continue
        columns = _columns(line, f"{path}:{at}")
        number, form, lemma, upos, _, feats, head, relation, _, misc = columns
        space = "SpaceAfter=No" not in misc
        if "-" in number:
            first, last = map(int, number.split("-"))
            inside = last - first + 1
            tokens.append((form, inside, space))
            continue
        if "." in number:
            continue
        rows.append(
            Row(
                form,
                lemma,
                upos,
                "" if feats == "_" else feats,
                int(head) if head.isdigit() else -1,
                relation,
            )
        )
        if inside:
            inside -= 1
        else:
            tokens.append((form, 1, space))
    if not text:
        text = "".join(form + " " * space for form, _, space in tokens).strip()
    return Sentence(text, tokens, rows)


def mend_hebrew(sentence: Sentence) -> Sentence:
    """Surfaces that were made by joining words get the article back under its preposition.

    The file without heads has no spacing either: closing punctuation is joined to the left.
    """
    tokens, at = [], 0
    for _, size, _ in sentence.tokens:
        forms = [row.form for row in sentence.rows[at : at + size]]
        at += size
        kept = [
            form
            for place, form in enumerate(forms)
            if not (form == "ה" and place and forms[place - 1] in _HEBREW_SWALLOWS)
        ]
        tokens.append(["".join(kept).replace("_", ""), size, True])
    for left, right in zip(tokens, tokens[1:], strict=False):
        if right[0] in {".", ",", ":", ";", "?", "!", ")", "]", "%"} or left[0] in {"(", "["}:
            left[2] = False
    made = [(str(form), int(size), bool(space)) for form, size, space in tokens]
    text = "".join(form + " " * space for form, _, space in made).strip()
    return Sentence(text, made, sentence.rows)
