"""The configurations of all target languages, kinds of context and seeds, and the vocabularies.

    python configure.py DATA [SEED ...]

DATA is what prepare.sh made; configurations go there too: TARGET-base-SEED.toml, from which the
others go on, and TARGET-SIZE-SEED.toml.
"""

import sys
from itertools import chain
from pathlib import Path

from litmus.files.text import read_lines
from litmus.nmt.training.data.vocabulary import train_vocabulary
from litmus.nmt.training.settings import Subwords

HERE = Path(__file__).parent
PIECES = 16_000
SIZES = {"none": 0, "static": 3, "dynamic": 3}  # sentences before


def main() -> None:
    data, seeds = Path(sys.argv[1]), sys.argv[2:] or ["1"]
    base, condition = (
        (HERE / f"{name}.toml").read_text(encoding="utf-8").split("\n", 1)[1]
        for name in ("base", "condition")
    )
    for target in ("fr", "de"):
        pieces = data / f"pieces.{target}.model"
        if not pieces.exists():
            sides = (read_lines(data / f"train.{code}.xz") for code in ("en", target))
            text = chain.from_iterable(sides)
            pieces.write_bytes(train_vocabulary(text, Subwords(size=PIECES), ()))
        for seed in seeds:
            text = base.format(target=target, seed=seed)
            (data / f"{target}-base-{seed}.toml").write_text(text, encoding="utf-8")
            for size, sentences in SIZES.items():
                text = condition.format(target=target, size=size, sentences=sentences, seed=seed)
                (data / f"{target}-{size}-{seed}.toml").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
