"""The configurations of both target languages and all seeds, and the vocabularies.

    python configure.py DATA [SEED ...]

DATA is what prepare.sh made; TARGET-SEED.toml goes there too. Vocabularies are trained on text in
which nothing is repeated: SentencePiece takes ten times as long on the fragments of pronouns.py.
"""

import sys
from itertools import chain
from pathlib import Path

from litmus.files.text import read_lines
from litmus.nmt.training.data.vocabulary import train_vocabulary
from litmus.nmt.training.settings import Subwords

TEMPLATE = Path(__file__).with_name("dynamic.toml")
PIECES = 16_000


def main() -> None:
    data, seeds = Path(sys.argv[1]), sys.argv[2:] or ["1"]
    template = TEMPLATE.read_text(encoding="utf-8").split("\n", 1)[1]
    for target in ("fr", "de"):
        pieces = data / f"pieces.{target}.model"
        if not pieces.exists():
            names = [
                f"{name}.{code}.xz"
                for name in ("train", f"tatoeba.{target}")
                for code in ("en", target)
            ]
            text = chain.from_iterable(read_lines(data / name) for name in names)
            pieces.write_bytes(train_vocabulary(text, Subwords(size=PIECES), ()))
        for seed in seeds:
            text = template.format(target=target, seed=seed)
            (data / f"{target}-{seed}.toml").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
