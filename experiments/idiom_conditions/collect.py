"""The numbers of all seeds in one small file: what score.sh and litmus probe wrote, without labels.

python collect.py DATA SEED... > results.json
"""

import json
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any

# Tables 2 and 3 of Baziotis et al. (2023), en-fr, models from random weights; macro averages.
PAPER = {
    "litter": {"zero": 56.3, "joint": 44.8, "upsample-20": 37.1},
    "apt-eval": {"zero": 26.8, "joint": 31.7, "upsample-20": 32.3},
}
SETS = ("idiom", "idiom-macro", "idiom-even", "test", "test-even")
METRICS = ("litter", "apt-eval", "bleu", "chrf")


def rows(path: Path) -> list[dict[str, Any]]:
    """One object a line, long numbers cut."""
    return [
        {key: round(value, 4) if isinstance(value, float) else value for key, value in row.items()}
        for row in json.loads(path.read_text(encoding="utf-8"))
    ]


def scores(folder: Path) -> list[dict[str, Any]]:
    """Values and intervals; `p_zero` and `p_joint` are of the tests against these two."""
    found = []
    for name in SETS:
        joint = {
            (row["system"], row["metric"], row["tag"]): row
            for row in rows(folder / f"{name}.joint.json")
        }
        for row in rows(folder / f"{name}.json"):
            if row["tag"] is not None or row["metric"] not in METRICS:
                continue
            other = joint.get((row["system"], row["metric"], None), {})
            kept = {key: row[key] for key in ("system", "metric", "n", "value", "low", "high")}
            found.append({"set": name, **kept, "p_zero": row["p"], "p_joint": other.get("p")})
    return found


def probes(path: Path) -> list[dict[str, Any]]:
    """The rows of litmus probe, models called by their condition."""
    found = rows(path)
    for row in found:
        row["model"] = row["model"].split("/")[0].rsplit("-", 1)[0]
        del row["signature"]
    return found


def signatures(paths: Iterable[Path]) -> list[str]:
    """What was measured how, each once."""
    return list(dict.fromkeys(row["signature"] for path in paths for row in rows(path)))


def main() -> None:
    data, seeds = Path(sys.argv[1]), sys.argv[2:]
    folders = {seed: data / f"scores-{seed}" for seed in seeds}
    probed = {seed: data / f"probe-{seed}.json" for seed in seeds}
    probed = {seed: path for seed, path in probed.items() if path.exists()}
    scored = [folder / f"{name}.json" for folder in folders.values() for name in SETS]
    told = signatures([*scored, *probed.values()])
    lines = [f'"paper": {json.dumps(PAPER)}']
    lines.append(f'"signatures": {json.dumps(told, ensure_ascii=False, indent=0)}')
    parts = {
        "scores": [
            {"seed": seed, **row} for seed, folder in folders.items() for row in scores(folder)
        ],
        "probes": [{"seed": seed, **row} for seed, path in probed.items() for row in probes(path)],
    }
    for name, found in parts.items():
        body = ",\n".join(json.dumps(row, ensure_ascii=False) for row in found)
        lines.append(f'"{name}": [\n{body}\n]')
    print("{\n" + ",\n".join(lines) + "\n}")


if __name__ == "__main__":
    main()
