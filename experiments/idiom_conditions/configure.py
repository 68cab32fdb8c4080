"""The configurations of all conditions and seeds, and the vocabulary they share.

    python configure.py DATA [SEED ...]

DATA is what prepare.sh made; configurations go there too, as CONDITION-SEED.toml.
"""

import sys
from itertools import chain
from pathlib import Path

from litmus.files.text import read_lines
from litmus.nmt.training.data.vocabulary import train_vocabulary
from litmus.nmt.training.settings import Subwords

HERE = Path(__file__).parent
PIECES = 16_000
PAIRS = '\n[[data.train]]\nsource = "idiom.en"\ntarget = "idiom.fr"\nupsample = {times}\n'
CONDITIONS = {"zero": "", "joint": PAIRS.format(times=1), "upsample-20": PAIRS.format(times=20)}


def main() -> None:
    data, seeds = Path(sys.argv[1]), sys.argv[2:] or ["1"]
    template = (HERE / "condition.toml").read_text(encoding="utf-8").split("\n", 1)[1]
    if not (data / "pieces.model").exists():
        text = chain.from_iterable(read_lines(data / f"regular.{code}.xz") for code in ("en", "fr"))
        (data / "pieces.model").write_bytes(train_vocabulary(text, Subwords(size=PIECES), ()))
    for condition, idioms in CONDITIONS.items():
        for seed in seeds:
            text = template.format(condition=condition, seed=seed, idioms=idioms)
            (data / f"{condition}-{seed}.toml").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
