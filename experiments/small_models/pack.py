"""A trained model in the form in which litmus carries it.

    python pack.py MODEL PIECES OUT  # such as en-fr/best 112 ../../src/litmus/nmt/models/en-fr

MODEL is what `litmus train` wrote. PIECES: how long a sentence with its context may be.
"""

import json
import shutil
import sys
from pathlib import Path

from safetensors.torch import load_file

from litmus.nmt.model import NOTES, PIECES
from litmus.nmt.packed import PACKED, write_packed


def main() -> None:
    model, pieces, out = Path(sys.argv[1]), int(sys.argv[2]), Path(sys.argv[3])
    out.mkdir(parents=True, exist_ok=True)
    for name in ("config.json", PIECES):
        shutil.copyfile(model / name, out / name)
    notes = json.loads((model / NOTES).read_text(encoding="utf-8"))
    notes["context"]["pieces"] = pieces
    (out / NOTES).write_text(json.dumps(notes, indent=1) + "\n", encoding="utf-8")
    write_packed(out / PACKED, load_file(model / "model.safetensors"))


if __name__ == "__main__":
    main()
