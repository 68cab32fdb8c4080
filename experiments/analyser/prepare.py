"""Treebanks -> arrays for training: `python prepare.py TREEBANKS... OUT`, of one folder or more.

Writes words.npz (sentences as numbers), segments.npz (characters and where tokens end) and
labels.json (what the numbers mean).
"""

import argparse
import json
from collections import Counter
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
from settings import configuration
from treebanks import Row, Sentence, files, mend_hebrew, read

from litmus.language.embedded.edits import rewrite
from litmus.language.embedded.edits import script as find_script

script = cache(find_script)


def load(root: Path, config: dict[str, Any], kind: str) -> list[tuple[str, str, list[Sentence]]]:
    """(language, treebank, sentences) of all files of a kind, in a fixed order."""
    return [
        (language, treebank, [mend(s, f"{language}:{treebank}", config) for s in sentences])
        for language, treebank, sentences in _load(root, config, kind)
    ]


def mend(sentence: Sentence, treebank: str, config: dict[str, Any]) -> Sentence:
    """In a sentence of another treebank words that it tags otherwise than the manner taught."""
    language, _, name = treebank.partition(":")
    about = config.get("retagged", {}).get(language, {"in": ()})
    if name in about["in"]:
        for row in sentence.rows:
            if row.form in about["forms"] and (row.upos, row.relation) == ("ADV", "advmod"):
                row.upos, row.relation = about["as"]
    return sentence


def _load(root: Path, config: dict[str, Any], kind: str) -> list[tuple[str, str, list[Sentence]]]:
    found = []
    for language in config["languages"]:
        for treebank, path in files(root, language, kind):
            sentences = list(read(path))
            if kind == "morph-train":
                sentences = [mend_hebrew(sentence) for sentence in sentences]
            if kind == "dev":
                sentences = sentences[config["data"]["lent"].get(language, 0) :]
            found.append((language, f"{kind}-{treebank}", sentences))
        if kind == "train":
            for more in config["data"]["more"].get(language, []):
                if not (root / more).exists():
                    continue
                found.append((language, more.split("/")[0], list(read(root / more))))
            lent = config["data"]["lent"].get(language, 0)
            for _, path in files(root, language, "dev") if lent else []:
                found.append((language, "lent", list(read(path))[:lent]))
    return found


def given(row: Row) -> bool:
    """Whether the lemma is one: `_` says that nobody gave it."""
    return row.lemma != "_" or row.form == "_"


class Labels:
    """Tags and lemma scripts of each language, relations of all; numbered."""

    def __init__(self, parts: list[tuple[str, str, list[Sentence]]], rarest: int) -> None:
        tags: dict[str, Counter[str]] = {}
        scripts: dict[str, Counter[str]] = {}
        relations: Counter[str] = Counter()
        for language, _, sentences in parts:
            for sentence in sentences:
                for row in sentence.rows:
                    tags.setdefault(language, Counter())[f"{row.upos}|{row.feats}"] += 1
                    made = script(row.form, row.lemma)
                    if given(row) and rewrite(row.form, made) == row.lemma:
                        scripts.setdefault(language, Counter())[made] += 1
                    relations[row.relation] += 1
        self.relations = sorted(r for r, n in relations.items() if n > 20 and r != "_")
        self.tags = {language: sorted(found) for language, found in sorted(tags.items())}
        self.scripts = {
            language: sorted(s for s, n in found.items() if n >= rarest)
            for language, found in sorted(scripts.items())
        }
        self._tag = {lang: {t: i for i, t in enumerate(ts)} for lang, ts in self.tags.items()}
        self._script = {lang: {t: i for i, t in enumerate(ts)} for lang, ts in self.scripts.items()}
        self._relation = {r: i for i, r in enumerate(self.relations)}

    def tag(self, language: str, tag: str) -> int:
        return self._tag[language].get(tag, -1)

    def script(self, language: str, made: str) -> int:
        return self._script[language].get(made, -1)

    def relation(self, name: str) -> int:
        return self._relation.get(name, self._relation.get(name.split(":")[0], -1))


class Words:
    """Sentences as columns of numbers; word types are numbered and described once."""

    def __init__(self, config: dict[str, Any], labels: Labels) -> None:
        self._config, self._labels = config, labels
        self.types: dict[tuple[str, str], int] = {}
        self.treebanks: list[str] = []
        self.columns: dict[str, list[int]] = {
            name: [] for name in ("type", "tag", "script", "head", "relation")
        }
        self.sentences: dict[str, list[float]] = {
            name: [] for name in ("start", "length", "language", "treebank", "weight", "part")
        }

    def add(
        self, language: str, treebank: str, sentences: list[Sentence], weight: float, part: int
    ) -> None:
        name = f"{language}:{treebank}"
        name = self._config["same"].get(name, name)
        if name not in self.treebanks:
            self.treebanks.append(name)
        labels, columns = self._labels, self.columns
        for sentence in sentences:
            if part == 0 and not 0 < len(sentence.rows) <= self._config["data"]["longest"]:
                continue
            values = (
                len(columns["type"]),
                len(sentence.rows),
                self._config["languages"].index(language),
                self.treebanks.index(name),
                weight,
                part,
            )
            for key, value in zip(self.sentences, values, strict=True):
                self.sentences[key].append(value)
            for row in sentence.rows:
                made = script(row.form, row.lemma)
                columns["type"].append(self.types.setdefault((language, row.form), len(self.types)))
                columns["tag"].append(labels.tag(language, f"{row.upos}|{row.feats}"))
                known = given(row) and rewrite(row.form, made) == row.lemma
                columns["script"].append(labels.script(language, made) if known else -1)
                columns["head"].append(row.head)
                columns["relation"].append(labels.relation(row.relation))

    def arrays(self) -> dict[str, np.ndarray]:
        made = {f"word_{k}": np.array(v, np.int32) for k, v in self.columns.items()}
        made |= {
            f"sentence_{k}": np.array(v, np.float32 if k == "weight" else np.int32)
            for k, v in self.sentences.items()
        }
        return made | {
            "types": np.frombuffer("\n".join(form for _, form in self.types).encode(), np.uint8),
            "type_language": np.array(
                [self._config["languages"].index(language) for language, _ in self.types], np.int32
            ),
        }


def main() -> None:
    arguments = argparse.ArgumentParser()
    arguments.add_argument("treebanks", type=Path, nargs="+")
    arguments.add_argument("out", type=Path)
    args = arguments.parse_args()
    config = configuration()
    args.out.mkdir(parents=True, exist_ok=True)
    parts = [
        (kind, part)
        for kind in config["data"]["kinds"]
        for root in args.treebanks
        for part in load(root, config, kind)
    ]
    labels = Labels([part for _, part in parts], config["data"]["rarest_script"])
    words = Words(config, labels)
    for kind, (language, treebank, sentences) in parts:
        weight = config["data"]["old_weight"] if kind == "old-train" else 1.0
        words.add(language, treebank, sentences, weight, 0)
    dev = [part for root in args.treebanks for part in load(root, config, "dev")]
    for language, _, sentences in dev:
        words.add(language, config["manner"][language][0], sentences, 1.0, 1)
    np.savez_compressed(args.out / "words.npz", **words.arrays())
    (args.out / "labels.json").write_text(
        json.dumps(
            {
                "languages": config["languages"],
                "treebanks": words.treebanks,
                "relations": labels.relations,
                "tags": labels.tags,
                "scripts": labels.scripts,
            },
            ensure_ascii=False,
        ),
        encoding="utf-8",
    )
    from segments import write_segments

    write_segments(args.out, config, parts, dev)
    print(
        f"{len(words.columns['type']):,} words, {len(words.types):,} types, "
        f"{len(words.treebanks)} treebanks, {len(labels.relations)} relations"
    )


if __name__ == "__main__":
    main()
