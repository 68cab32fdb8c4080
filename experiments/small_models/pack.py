"""A trained model in the form in which litmus carries it.

    python pack.py MODEL [MODEL ...] --pieces 256 -o ../../src/litmus/nmt/models/en-fr

MODEL is what `litmus train` wrote; of several, such as the last copies of a run, the weights are
averaged and the last one's notes are kept. --pieces: how long a sentence with context may be.
"""

import argparse
import json
import shutil
from pathlib import Path
from typing import Any

from safetensors.torch import load_file

from litmus.nmt.model import PIECES
from litmus.nmt.packed import PACKED, write_packed
from litmus.nmt.shipped import NOTES


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("models", nargs="+", type=Path, metavar="MODEL")
    parser.add_argument("--pieces", type=int, required=True)
    parser.add_argument("-o", "--output", type=Path, required=True, metavar="FOLDER")
    args = parser.parse_args()
    last, out = args.models[-1], args.output
    out.mkdir(parents=True, exist_ok=True)
    for name in ("config.json", PIECES):
        shutil.copyfile(last / name, out / name)
    notes = json.loads((last / NOTES).read_text(encoding="utf-8"))
    notes["context"]["pieces"] = args.pieces
    if len(args.models) > 1:
        steps = [json.loads((model / NOTES).read_text(encoding="utf-8")) for model in args.models]
        notes["averaged"] = [found["step"] for found in steps]
    (out / NOTES).write_text(json.dumps(notes, indent=1) + "\n", encoding="utf-8")
    write_packed(out / PACKED, averaged(args.models))


def averaged(models: list[Path]) -> dict[str, Any]:
    """The mean of all weights."""
    mean = {name: weight.double() for name, weight in load_weights(models[0]).items()}
    for model in models[1:]:
        for name, weight in load_weights(model).items():
            mean[name] += weight
    return {name: (weight / len(models)).float() for name, weight in mean.items()}


def load_weights(model: Path) -> dict[str, Any]:
    found: dict[str, Any] = load_file(model / "model.safetensors")
    return found


if __name__ == "__main__":
    main()
