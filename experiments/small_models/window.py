"""How much context a model should be given: CXMI by the most pieces of sentence and context.

    python window.py MODEL en-fr DATA [PIECES ...]

MODEL is a folder or `embedded`. Scores every other speech of DATA/dev (prepare.sh), with two
sentences before on both sides; 0 pieces is no limit.
"""

import sys
from dataclasses import replace
from pathlib import Path
from statistics import fmean

from litmus.files.text import read_lines
from litmus.nmt.model import load_model
from litmus.nmt.scoring.scorer import Request, Scorer
from litmus.nmt.windows import Window, windows

SENTENCES = 2


def main() -> None:
    name, pair, data = sys.argv[1], sys.argv[2], Path(sys.argv[3])
    source, target = pair.split("-")
    columns = [list(read_lines(data / f"dev.{side}")) for side in ("docids", source, target)]
    kept = set(sorted(set(columns[0]))[::2])
    rows = [row for row in zip(*columns, strict=True) if row[0] in kept]
    documents, sources, targets = (list(column) for column in zip(*rows, strict=True))
    before = list(windows(documents, sources, targets, source=SENTENCES, target=SENTENCES))
    model = load_model(name, (source, target))

    def sums(pieces: int, given: list[Window]) -> list[float]:
        limited = replace(model, context={**model.context, "pieces": pieces})
        requests = map(Request, sources, targets, given)
        return [scored.sum for scored in Scorer(limited).score(requests)]

    alone = sums(0, [Window()] * len(sources))
    for pieces in map(int, sys.argv[4:] or ("0", "112", "144", "176")):
        gains = [one - none for one, none in zip(sums(pieces, before), alone, strict=True)]
        print(f"{pieces:4} pieces  CXMI {fmean(gains):+.3f} nats a sentence, n {len(gains):,}")


if __name__ == "__main__":
    main()
