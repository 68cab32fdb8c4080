#!/usr/bin/env bash
# Trains the models, translates and scores: ./train.sh DATA SEED... (one GPU; DATA after configure.py)
set -euo pipefail
data=$1; shift
cd "$data"
nvidia-cuda-mps-control -d 2> /dev/null || true   # lets small models share the GPU
run() { python -m litmus "$@"; }
train() {   # the configurations that are named, side by side
  printf '%s\n' "$@" | xargs -P "$#" -I{} sh -c "python -m litmus train {}.toml > {}.log 2>&1"
}
for seed in "$@"; do
  train {fr,de}-base-"$seed"
  train {fr,de}-{none,static,dynamic}-"$seed"   # they go on from the base of their language
  for target in fr de; do
    for set in test "ted-$target"; do
      text=(-l "en-$target" -s "$set.en" --docids "$set.docids")
      for kind in base none; do
        run translate -q --overwrite "${text[@]}" --system "model:$target-$kind-$seed/best" -o "$set.$kind-$seed.$target"
      done
      for kind in static dynamic; do
        for context in predicted reference; do
          run translate -q --overwrite "${text[@]}" -r "$set.$target" --level document --context $context \
            --system "model:$target-$kind-$seed/best" -o "$set.$kind-$context-$seed.$target"
        done
      done
      run cxmi "${text[@]}" -r "$set.$target" --model "$target-dynamic-$seed/best" --sizes 1 2 3 --random-context \
        --tags "$set.$target.tags" -f json -o "$set.pcxmi-$seed.$target.jsonl" > "$set.cxmi-$seed.$target.json"
    done
  done
  for suite in anaphora:fr lexical_choice:fr pronoun:fr contrapro:de; do
    name=${suite%:*} target=${suite#*:}
    run cxmi -t "$name" --model "$target-dynamic-$seed/best" --contrastive --random-context -f json \
      > "$name.contrastive-$seed.$target.json"
  done
done
