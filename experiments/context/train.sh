#!/usr/bin/env bash
# Trains the models, translates and scores: ./train.sh DATA SEED... (one GPU; DATA after configure.py)
set -euo pipefail
data=$1; shift
cd "$data"
nvidia-cuda-mps-control -d 2> /dev/null || true   # lets two models share the GPU
run() { python -m litmus "$@"; }
for seed in "$@"; do
  printf '%s\n' "fr-$seed" "de-$seed" | xargs -P 2 -I{} sh -c "python -m litmus train {}.toml > {}.log 2>&1"
  for target in fr de; do
    for set in test "ted-$target"; do
      text=(-l "en-$target" -s "$set.en" --docids "$set.docids")
      run translate -q --overwrite "${text[@]}" --system "model:$target-$seed/best" -o "$set.none-$seed.$target"
      run translate -q --overwrite "${text[@]}" --level document --context predicted \
        --system "model:$target-$seed/best" -o "$set.predicted-$seed.$target"
      run cxmi "${text[@]}" -r "$set.$target" --model "$target-$seed/best" --sizes 1 2 --random-context \
        --tags "$set.$target.tags" -f json -o "$set.pcxmi-$seed.$target.jsonl" > "$set.cxmi-$seed.$target.json"
    done
  done
  for suite in anaphora:fr lexical_choice:fr pronoun:fr contrapro:de; do
    name=${suite%:*} target=${suite#*:}
    run cxmi -t "$name" --model "$target-$seed/best" --contrastive --random-context -f json \
      > "$name.contrastive-$seed.$target.json"
  done
done
