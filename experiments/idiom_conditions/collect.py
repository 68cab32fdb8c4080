"""The numbers of one seed in one small file: what score.sh and litmus probe wrote, without labels.

python collect.py DATA SEED > results.json
"""

import json
import sys
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


def signatures(folder: Path, probe: Path) -> list[str]:
    """What was measured how, each once."""
    files = [*(folder / f"{name}.json" for name in SETS), probe]
    return list(dict.fromkeys(row["signature"] for path in files for row in rows(path)))


def main() -> None:
    data, seed = Path(sys.argv[1]), sys.argv[2]
    parts = {
        "scores": scores(data / f"scores-{seed}"),
        "probes": probes(data / f"probe-{seed}.json"),
    }
    lines = [f'"seed": {seed}', f'"paper": {json.dumps(PAPER)}']
    told = signatures(data / f"scores-{seed}", data / f"probe-{seed}.json")
    lines.append(f'"signatures": {json.dumps(told, ensure_ascii=False, indent=0)}')
    for name, found in parts.items():
        body = ",\n".join(json.dumps(row, ensure_ascii=False) for row in found)
        lines.append(f'"{name}": [\n{body}\n]')
    print("{\n" + ",\n".join(lines) + "\n}")


if __name__ == "__main__":
    main()
