"""Text that a language model makes up, for teachers to answer for.

`python made_text.py prompts MODEL.gguf TREEBANKS FOLDER`: treebank sentences, one a line, as
prompts, and the model cut to the pieces they have; `writer.py FOLDER` goes on from them.
`python made_text.py lines MODEL.gguf TREEBANKS FOLDER`: its lines as FOLDER/xx.txt, without those
that are no sentence of the language or stand in a treebank. Needs gguf and tokenizers.
"""

import argparse
import random
import re
from collections import Counter
from pathlib import Path
from typing import Any

import gguf
import numpy as np
import tokenizers
from guide_pieces import tokenizer, write
from optimise import configuration
from prepare import load
from prose import CODE, is_sentence
from treebanks import read

PROMPT = 128  # pieces
PROMPTS = 8_000  # of a language
PIECES = 65_000  # the most frequent; two bytes hold them
MINE = 0.6  # share of prompts from the treebanks whose manner is taught
ENDS = re.compile(r"\n|(?<=[^\W\d]{3}[.!?؟…])\s+(?=[^\W\d])|(?<=[。！？])(?!」)")  # of sentences


def texts(root: Path, config: dict[str, Any]) -> list[tuple[list[str], list[str]]]:
    """For each language the training sentences of the manners taught, and the others."""
    found: dict[str, tuple[list[str], list[str]]] = {c: ([], []) for c in config["languages"]}
    for kind in ("train", "old-train"):
        for code, treebank, sentences in load(root, config, kind):
            name = f"{code}:{treebank}"
            name = config["newer"].get(name, config["same"].get(name, name))
            mine = name.partition(":")[2] in config["manner"][code]
            found[code][not mine].extend(sentence.text for sentence in sentences)
    return list(found.values())


def make_prompts(args: argparse.Namespace) -> None:
    file, rng = gguf.GGUFReader(args.model), random.Random(args.seed)
    cut = decoding(tokenizer(file))
    counts: Counter[int] = Counter()
    pools = []
    for both in texts(args.treebanks, configuration()):
        pools.append([[e.ids for e in cut.encode_batch([f"{t}\n" for t in s])] for s in both])
        counts.update(piece for pool in pools[-1] for sentence in pool for piece in sentence)
    for path in args.more:
        lines = path.read_text(encoding="utf-8").splitlines()
        counts.update(piece for e in cut.encode_batch(lines) for piece in e.ids)
    tokens = file.fields["tokenizer.ggml.tokens"].contents()
    single = [at for at, token in enumerate(tokens) if len(token) == 1]  # bytes: all can be spelled
    often = [piece for piece, _ in counts.most_common(PIECES - len(single))]
    used = np.unique(np.array([*often, *single]))
    number = np.full(len(tokens), -1, np.int64)
    number[used] = np.arange(len(used))
    ids = []
    for pool in pools:
        known = [[number[s] for s in some if (number[s] >= 0).all()] for some in pool]
        ids.append([prompt(known, rng) for _ in range(PROMPTS)])
    shown = cut.decode_batch([[int(p)] for p in used], skip_special_tokens=False)
    args.folder.mkdir(parents=True, exist_ok=True)
    np.savez_compressed(
        args.folder / "prompts.npz",
        ids=np.concatenate(ids).astype(np.uint16),
        language=np.repeat(np.arange(len(ids), dtype=np.uint8), PROMPTS),
        allowed=[not CODE.search(text) for text in shown],
        used=used,
    )
    layers = int(file.fields["qwen2.block_count"].contents())
    write(file, args.folder / "writer.gguf", layers, used, "output")
    print(f"{len(pools) * PROMPTS:,} prompts, {len(used):,} pieces")


def prompt(pool: list[list[np.ndarray]], rng: random.Random) -> np.ndarray:
    """The end of a row of sentences, half of the time of such as follow one another."""
    some = pool[0] if not pool[1] or rng.random() < MINE else pool[1]
    made: list[np.ndarray] = []
    at, follow = rng.randrange(len(some)), rng.random() < 0.5
    while sum(map(len, made)) < PROMPT:
        made.append(some[at])
        at = (at + 1) % len(some) if follow else rng.randrange(len(some))
    return np.concatenate(made)[-PROMPT:]


def decoding(cut: tokenizers.Tokenizer) -> tokenizers.Tokenizer:
    cut.decoder = tokenizers.decoders.ByteLevel()
    return cut


def make_lines(args: argparse.Namespace) -> None:
    config = configuration()
    cut = decoding(tokenizer(gguf.GGUFReader(args.model)))
    used = np.load(args.folder / "prompts.npz")["used"]
    known = {
        sentence.text
        for code in config["languages"]
        for path in sorted((args.treebanks / code).glob("*.conllu*"))
        for sentence in read(path)
    }
    kept: dict[str, dict[str, None]] = {code: {} for code in config["languages"]}
    seen = 0
    for path in sorted(args.folder.glob("made-*.npz")):
        held = np.load(path)
        written = cut.decode_batch(used[held["ids"]].tolist(), skip_special_tokens=False)
        for number, text in zip(held["language"], written, strict=True):
            code = config["languages"][number]
            for line in ENDS.split(text)[:-1]:  # the last one has no end
                line = " ".join(line.split())
                seen += 1
                if line not in known and is_sentence(line, code):
                    kept[code][line] = None
    for code, lines in kept.items():
        (args.folder / f"{code}.txt").write_text("".join(f"{line}\n" for line in lines))
        print(f"{code}: {len(lines):,} lines, {sum(len(line.split()) for line in lines):,} words")
    print(f"{sum(map(len, kept.values())):,} of {seen:,} lines")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("what", choices=("prompts", "lines"))
    parser.add_argument("model", type=Path)
    parser.add_argument("treebanks", type=Path)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--more", type=Path, nargs="*", default=[], help="text for more pieces")
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    (make_prompts if args.what == "prompts" else make_lines)(args)


if __name__ == "__main__":
    main()
