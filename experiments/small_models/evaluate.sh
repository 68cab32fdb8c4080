#!/usr/bin/env bash
# What a small model gains from context: ./evaluate.sh DATA MODEL... (DATA of prepare.sh; MODEL a folder
# named after its languages: packed/en-fr, marked-en-de-1). PART=8 scores every eighth document.
# Writes SET.NAME.json beside the models: CXMI, real and random context; contrastive accuracy.
set -euo pipefail
data=$1; shift
part=${PART:-8}
for model in "$@"; do
  name=$(basename "$model")
  pair=$(grep -oE 'en-[a-z]{2}' <<< "$name" | head -n 1) target=${pair#en-}
  out=$(dirname "$model")
  for set in test "ted-$target"; do
    [ -f "$data/$set.$target" ] || continue
    some=$(mktemp -d)
    awk -v part="$part" '$0 != last { document++; last = $0 } document % part == 1 % part { print NR }' \
      "$data/$set.docids" > "$some/lines"
    for side in docids en "$target"; do
      awk 'NR == FNR { kept[$1]; next } FNR in kept' "$some/lines" "$data/$set.$side" > "$some/$side"
    done
    litmus cxmi -l "$pair" -s "$some/en" -r "$some/$target" --docids "$some/docids" --model "$model" \
      --sizes 1 2 --random-context -f json > "$out/$set.$name.json"
    rm -r "$some"
  done
  case $target in fr) suite=pronoun ;; de) suite=contrapro ;; *) continue ;; esac
  litmus cxmi -t "$data/$suite" --model "$model" --contrastive --random-context -f json > "$out/$suite.$name.json"
done
