"""Word lists that help to find words in text without spaces: `python lexicons.py JIEBA UNIDIC`.

JIEBA is `dict.txt` of the package jieba (MIT), UNIDIC is `sys.dic` of unidic-lite (BSD).
"""

import lzma
import math
import re
import struct
import sys
from pathlib import Path

import numpy as np

MODEL = Path(__file__).parents[2] / "src/litmus/language/embedded/model"
HAN = re.compile(r"[\u3400-\u9fff]{1,4}")
JAPANESE = re.compile(
    r"(?![\u30a0-\u30ff]+$)[\u3040-\u30ff\u3400-\u9fff々]{2,4}"
)  # not all katakana
RAREST = 3  # occurrences of a Chinese word in jieba's counts


def chinese(path: Path) -> dict[str, int]:
    """Prices: minus the logarithm of how often a word comes, in whole numbers."""
    rows = (line.split(" ") for line in path.read_text(encoding="utf-8").split("\n") if line)
    counts = {row[0]: int(row[1]) for row in rows if int(row[1]) >= RAREST}
    total = math.log(sum(counts.values()))
    return {w: round(total - math.log(n)) for w, n in counts.items() if HAN.fullmatch(w)}


def japanese(path: Path) -> dict[str, int]:
    """All at one price, so that the path of fewest words wins.

    The surfaces of a MeCab dictionary, read from its double array level by level.
    """
    content = path.read_bytes()
    size = struct.unpack("<10I", content[:40])[6]
    cells = np.frombuffer(content[72 : 72 + size], np.uint32).reshape(-1, 2)
    base, check = cells[:, 0].view(np.int32).astype(np.int64), cells[:, 1].astype(np.int64)
    base, check = np.pad(base, (0, 300)), np.pad(check, (0, 300), constant_values=-1)
    nodes, names, found = base[:1], [b""], []
    while len(nodes):
        ends = (check[nodes] == nodes) & (base[nodes] < 0)
        found += [names[at] for at in np.nonzero(ends)[0]]
        below, longer = [], []
        for start in range(0, len(nodes), 20_000):
            some = nodes[start : start + 20_000]
            children = some[:, None] + np.arange(256) + 1
            node, byte = np.nonzero(check[children] == some[:, None])
            below.append(base[children[node, byte]])
            longer += [names[start + n] + bytes([b]) for n, b in zip(node, byte, strict=True)]
        nodes, names = np.concatenate(below), longer
    words = {name.decode("utf-8") for name in found}
    return {word: 12 for word in words if JAPANESE.fullmatch(word)}


def main() -> None:
    for code, words in (("zh", chinese(Path(sys.argv[1]))), ("ja", japanese(Path(sys.argv[2])))):
        lines = [
            " ".join(sorted(w for w in words if words[w] == n))
            for n in range(max(words.values()) + 1)
        ]
        packed = lzma.compress("\n".join(lines).encode(), preset=9)
        (MODEL / f"lexicon-{code}.txt.xz").write_bytes(packed)
        print(f"{code}: {len(words):,} words, {len(packed):,} bytes")


if __name__ == "__main__":
    main()
