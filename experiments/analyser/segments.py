"""Where tokens and sentences end, and which tokens hold several words, as arrays for training."""

import json
import random
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
from enclitics import enclitics
from treebanks import Sentence

from litmus.language.embedded.edits import WHOLE, lowered, rewrite
from litmus.language.embedded.edits import script as find_script

script = cache(find_script)
INSIDE, TOKEN_END, SENTENCE_END = 0, 1, 2
TRAIN, DEV, SILVER = 0, 1, 2  # parts; silver is cut by another tool, not by hand
LONGEST = 400  # characters of an example
RARE = 0.0005  # of all tokens: words of letters that split and were not seen to
SEEN = 3  # a form seen so often, always or never split, needs no network

Marked = tuple[str, list[int], list[str]]  # text, an ending and a splitting script per character


def marked(sentence: Sentence, space: bool) -> Marked | None:
    """The text of a sentence with its marks; None if its tokens are not in the text."""
    text = sentence.text
    ends, splits = [INSIDE] * len(text), [""] * len(text)
    at = word = 0
    for form, size, _ in sentence.tokens:
        start = text.find(form, at)
        if start < 0 or text[at:start].strip():
            return None
        at = start + len(form)
        ends[at - 1] = TOKEN_END
        if size > 1:
            parts = " ".join(row.form for row in sentence.rows[word : word + size])
            made = script(lowered(form), lowered(parts))
            splits[at - 1] = made if rewrite(lowered(form), made) == lowered(parts) else ""
        word += size
    ends[at - 1] = SENTENCE_END
    if space:
        return text + " ", [*ends, INSIDE], [*splits, ""]
    return text, ends, splits


def joined(sentences: Iterable[Sentence], space: bool, seed: int) -> Iterator[Marked]:
    """Neighbouring sentences, one to three at a time, as they would stand in running text."""
    rng, open_, left = random.Random(seed), ("", [], []), 0
    for sentence in sentences:
        mark = marked(sentence, space)
        if mark is None:
            continue
        if not left or len(open_[0]) + len(mark[0]) > LONGEST:
            if open_[0]:
                yield open_
            open_, left = ("", [], []), rng.choice((1, 1, 2, 3))
        open_ = (open_[0] + mark[0], open_[1] + mark[1], open_[2] + mark[2])
        left -= 1
    if open_[0]:
        yield open_


def stretches(mark: Marked, ambiguous: frozenset[str]) -> Iterator[Marked]:
    """The pieces between spaces, each with the space and the first character after it; a form
    that splits in some places only has both neighbours. What is not asked for is marked -1."""
    text, ends, splits = mark
    spans = [match.span() for match in re.finditer(r"\S+", text)]
    for number, (start, stop) in enumerate(spans):
        before = after = ""
        if number + 1 < len(spans):
            after = f" {text[spans[number + 1][0]]}"
        if lowered(text[start:stop]) in ambiguous:
            before = text[slice(*spans[number - 1])] + " " if number else ""
            after = f" {text[slice(*spans[number + 1])]}" if after else ""
        yield (
            before + text[start:stop] + after,
            [-1] * len(before) + ends[start:stop] + [-1] * len(after),
            [""] * len(before) + splits[start:stop] + [""] * len(after),
        )


class Splits:
    """Scripts that split a token into words, per language, and forms that need no network."""

    def __init__(self) -> None:
        self.scripts: dict[str, Counter[str]] = {}
        self.forms: dict[str, dict[str, Counter[str]]] = {}
        self._by_rule: set[str] = set()  # languages with forms that no treebank has

    def count(self, language: str, sentences: Iterable[Sentence]) -> None:
        scripts = self.scripts.setdefault(language, Counter())
        forms = self.forms.setdefault(language, {})
        for sentence in sentences:
            word = 0
            for form, size, _ in sentence.tokens:
                made, lower = "", lowered(form)
                if size > 1:
                    parts = lowered(" ".join(r.form for r in sentence.rows[word : word + size]))
                    made = script(lower, parts)
                    scripts[made] += 1
                forms.setdefault(lower, Counter())[made] += 1
                word += size

    def classes(self, language: str) -> list[str]:
        found = self.scripts[language]
        return ["", *sorted(s for s, n in found.items() if n >= 2)]

    def known(self, language: str) -> dict[str, str]:
        """Form -> script, of forms that are always split alike or can be split in one way only."""
        found = {}
        for form, ways in self.forms[language].items():
            made, times = ways.most_common(1)[0]
            if made and times == ways.total() and times >= SEEN:
                found[form] = made
        return found

    def add(self, made_up: dict[str, list[tuple[str, str]]]) -> None:
        """Forms made by rule are known, unless a treebank has them otherwise."""
        for language, forms in made_up.items():
            self._by_rule.add(language)
            seen = self.forms[language]
            for form, split in forms:
                if set(seen.get(form, ())) <= {script(form, split)}:
                    seen[form] = Counter({script(form, split): SEEN})

    def irregular(self, language: str) -> dict[str, str]:
        """Form -> script, where the script holds the whole result and so fits no other form."""
        return {
            form: made
            for form, ways in self.forms[language].items()
            for made in ways
            if made[1:2] == WHOLE
        }

    def ambiguous(self, language: str) -> frozenset[str]:
        """Forms of letters that split often and stay whole often."""
        found = set()
        for form, ways in self.forms[language].items():
            split = ways.total() - ways[""]
            if form.isalpha() and min(split, ways[""]) >= max(SEEN, ways.total() * 0.02):
                found.add(form)
        return frozenset(found)

    def closed(self, language: str) -> list[str] | None:
        """The words of letters that split, if a new one would be a rarity (by Good and Turing);
        never where forms are made by rule, since there are always more of them."""
        if language in self._by_rule:
            return None
        found = {
            form: sum(n for made, n in ways.items() if made)
            for form, ways in self.forms[language].items()
            if form.isalpha() and any(ways)
        }
        once = sum(n == 1 for n in found.values())
        tokens = sum(ways.total() for ways in self.forms[language].values())
        return sorted(found) if once <= tokens * RARE else None


def write_segments(out: Path, config: dict[str, Any], parts: list[Any], dev: list[Any]) -> None:
    """segments.npz and splits.json."""
    splits, asked = Splits(), config["segmenter"]["split_from"]
    for _, (language, treebank, sentences) in parts:
        if treebank in asked.get(language, [treebank]):
            splits.count(language, sentences)
    made_up = {
        code: more
        for code, more in enclitics([part for _, part in parts]).items()
        if code in config["languages"]
    }
    for language, more in made_up.items():
        splits.scripts[language].update(script(form, split) for form, split in more)
    classes = {language: splits.classes(language) for language in config["languages"]}
    splits.add(made_up)
    examples: dict[tuple[str, int], Counter[Any]] = {}
    for language, more in made_up.items():
        found = examples.setdefault((language, TRAIN), Counter())
        for form, split in more:
            marks, inside = [INSIDE] * (len(form) - 1), [""] * (len(form) - 1)
            found[
                form + " a", (*marks, TOKEN_END, -1, -1), (*inside, script(form, split), "", "")
            ] += 4
    for kind, (language, treebank, sentences) in [*parts, *(("dev", part) for part in dev)]:
        whole = language in config["segmenter"]["whole_text"]
        space = language not in ("ja", "zh")
        found = examples.setdefault((language, DEV if kind == "dev" else TRAIN), Counter())
        ambiguous = splits.ambiguous(language)
        for mark in joined(sentences, space, config["seed"]):
            for text, ends, made in [mark] if whole else stretches(mark, ambiguous):
                if kind != "dev" and treebank not in asked.get(language, [treebank]):
                    made = ["?"] * len(made)  # another manner of splitting: not asked
                found[text, tuple(ends), tuple(made)] += 1
    _write(out, config, classes, examples)
    about = {
        language: {
            "scripts": classes[language],
            "known": splits.known(language),
            "irregular": splits.irregular(language),
            "closed": splits.closed(language),
            "ambiguous": sorted(splits.ambiguous(language)),
        }
        for language in config["languages"]
    }
    (out / "splits.json").write_text(json.dumps(about, ensure_ascii=False), encoding="utf-8")


def _write(out: Path, config: dict[str, Any], classes: dict[str, list[str]], examples: Any) -> None:
    texts, ends, splits, meta = [], [], [], []
    for (language, part), found in examples.items():
        number = {made: at for at, made in enumerate(classes[language])}
        for (text, marks, made), times in found.items():
            text, marks, made = text[:LONGEST], marks[:LONGEST], made[:LONGEST]
            meta.append((len(ends), len(text), config["languages"].index(language), times, part))
            texts.append(text)
            ends += [-1 if c.isspace() else e for c, e in zip(text, marks, strict=True)]
            splits += [
                number.get(m, -1) if e in (TOKEN_END, SENTENCE_END) else -1
                for e, m in zip(marks, made, strict=True)
            ]
    np.savez_compressed(
        out / "segments.npz",
        texts=np.frombuffer("\n".join(texts).encode(), np.uint8),
        ends=np.array(ends, np.int8),
        splits=np.array(splits, np.int16),
        meta=np.array(meta, np.int32),
    )
    print(f"{len(ends):,} characters in {len(meta):,} examples")
