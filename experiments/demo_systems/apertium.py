"""Translates a suite with Apertium (Debian: apertium-eng-spa, apertium-isl-eng, ...).

    python apertium.py SUITE eng-spa > SUITE/systems/apertium.txt
    python apertium.py SUITE eng-cat cat-fra > SUITE/systems/apertium-pivot.txt

Several modes are run one after the other. Sentences are separated by a blank line: with single
newlines Apertium lets those without a final stop run into each other.
"""

import json
import subprocess
import sys
from pathlib import Path


def translate(texts: list[str], mode: str) -> list[str]:
    done = subprocess.run(
        ["apertium", "-u", "-f", "txt", mode],
        input="\n\n".join(texts) + "\n",
        capture_output=True, text=True, check=True, encoding="utf-8",
    )  # fmt: skip
    outputs = [part.strip() for part in done.stdout.strip().split("\n\n")]
    if len(outputs) != len(texts):
        sys.exit(f"{len(texts)} sentences went in, {len(outputs)} came out.")
    return outputs


def main() -> None:
    suite, *modes = sys.argv[1:]
    stored = (Path(suite) / "segments.jsonl").read_text(encoding="utf-8")
    texts = [json.loads(line)["source"] for line in stored.rstrip("\n").split("\n")]
    for mode in modes:
        texts = translate(texts, mode)
    sys.stdout.write("".join(f"{text}\n" for text in texts))


if __name__ == "__main__":
    main()
