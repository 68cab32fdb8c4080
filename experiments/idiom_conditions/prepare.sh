#!/usr/bin/env bash
# The data of the three conditions, with litmus itself: ./prepare.sh DATA OUT
# DATA holds europarl-docs/ and idiom-mt/ (see README.md); OUT is made.
set -euo pipefail
data=$1 out=$2
mkdir -p "$out"
for side in en fr; do
  { zcat "$data/europarl-docs/train.$side.gz"; sed -e '$a\' "$data/idiom-mt/literal_translatability/sents.$side"; } > "$out/corpus.$side"
  for part in dev test; do zcat "$data/europarl-docs/$part.$side.gz" > "$out/$part.$side"; done
done
# The paper's list, and the labels of its test sentences that the list lacks (one it has, with its article).
{ cat "$data/idiom-mt/idioms_225.en.txt"; cut -f1 "$data/idiom-mt/literal_translatability/sents.spans.en"; } | sed 's/[[:space:]]*$//' | grep -vx 'tip of the iceberg' | sort -u > "$out/idioms.txt"
litmus mine "$out/idioms.txt" "$out/corpus.en" -l en -q --overwrite -o "$out/found.jsonl"
litmus build "$out/found.jsonl" -l en-fr -s "$out/corpus.en" -r "$out/corpus.fr" --upsample 20 --seed 1 --overwrite -q -o "$out/built"
for side in en fr; do
  cp "$out/built/train/regular.$side" "$out/built/train/idiom.$side" "$out/"
  xz -9 -k -f "$out/regular.$side"
done
python3 - "$out" <<'PYTHON'
import json, sys
from pathlib import Path

out = Path(sys.argv[1])
rows = [json.loads(line) for line in (out / "built/suite/segments.jsonl").open(encoding="utf-8")]
for side, lines in (("en", [row["source"] for row in rows]), ("fr", [row["references"][0] for row in rows])):
    (out / f"idiom-test.{side}").write_text("".join(line + "\n" for line in lines), encoding="utf-8")
PYTHON
litmus align -q -l en-fr -s "$out/idiom-test.en" -r "$out/idiom-test.fr" -o "$out/suite.pharaoh"   # for the probes
