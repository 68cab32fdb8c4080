#!/usr/bin/env bash
# What small models gain from context: ./evaluate.sh DATA MODEL...
# DATA is that of prepare.sh, MODEL a folder whose name has its languages, such as packed/marked-en-de-1.
# Beside the models are written SET.NAME.json (CXMI, real and random context) and SUITE.NAME.json
# (contrastive accuracy). PART=8 (the default) scores a sample that a CPU manages: every eighth speech, 40
# sentences of every talk, every eighth example; PART=1 scores everything.
set -euo pipefail
data=$1; shift
part=${PART:-8}
some=$(mktemp -d)
trap 'rm -r "$some"' EXIT
for model in "$@"; do
  name=$(basename "$model") out=$(dirname "$model")
  pair=$(grep -oE 'en-[a-z]{2}' <<< "$name" | head -n 1) target=${pair#en-}
  for set in test "ted-$target"; do
    [ -f "$data/$set.$target" ] || continue
    step=$part most=100000
    [ "$part" = 1 ] || case $set in ted-*) step=1 most=40 ;; esac
    awk -v step="$step" -v most="$most" '$0 != last { document++; last = $0; n = 0 }
      document % step == 0 && n++ < most { print NR }' "$data/$set.docids" > "$some/lines"
    for side in docids en "$target"; do
      awk 'NR == FNR { kept[$1]; next } FNR in kept' "$some/lines" "$data/$set.$side" > "$some/$side"
    done
    litmus cxmi -l "$pair" -s "$some/en" -r "$some/$target" --docids "$some/docids" --model "$model" \
      --random-context -f json > "$out/$set.$name.json"
  done
  case $target in fr) suite=pronoun ;; de) suite=contrapro ;; *) continue ;; esac
  mkdir -p "$some/$suite"
  cp "$data/$suite/suite.toml" "$some/$suite"
  awk -v step="$part" 'NR % step == 0' "$data/$suite/segments.jsonl" > "$some/$suite/segments.jsonl"
  litmus cxmi -t "$some/$suite" --model "$model" --contrastive --random-context -f json > "$out/$suite.$name.json"
done
