#!/usr/bin/env bash
# Trains the kinds of context side by side, translates and scores: ./train.sh DATA SEED... (one GPU; DATA after configure.py)
set -euo pipefail
data=$1; shift
cd "$data"
nvidia-cuda-mps-control -d 2> /dev/null || true   # lets small models share the GPU
run() { python -m litmus "$@"; }
for seed in "$@"; do
  printf '%s\n' fr-none fr-static fr-dynamic de-none de-static de-dynamic |
    xargs -P 6 -I{} sh -c "python -m litmus train {}-$seed.toml > {}-$seed.log 2>&1"
  for target in fr de; do
    for set in test ted-$target; do
      text=(-l "en-$target" -s "$set.en" --docids "$set.docids")
      run translate -q --overwrite "${text[@]}" --system "model:$target-none-$seed/best" -o "$set.none-$seed.$target"
      for size in static dynamic; do
        for context in predicted reference; do
          run translate -q --overwrite "${text[@]}" -r "$set.$target" --level document --context $context \
            --system "model:$target-$size-$seed/best" -o "$set.$size-$context-$seed.$target"
        done
      done
      run cxmi "${text[@]}" -r "$set.$target" --model "$target-dynamic-$seed/best" --sizes 1 2 --random-context \
        --tags "$set.$target.tags" -f json -o "$set.pcxmi-$seed.$target.jsonl" > "$set.cxmi-$seed.$target.json"
    done
  done
done
