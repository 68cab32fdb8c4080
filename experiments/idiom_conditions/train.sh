#!/usr/bin/env bash
# Trains conditions side by side, translates and probes: ./train.sh DATA SEED... (one GPU; DATA after configure.py)
set -euo pipefail
data=$1; shift
cd "$data"
nvidia-cuda-mps-control -d 2> /dev/null || true   # lets small models share the GPU
for seed in "$@"; do
  printf '%s\n' zero joint upsample-20 | xargs -P 3 -I{} sh -c "python -m litmus train {}-$seed.toml > {}-$seed.log 2>&1"
  for condition in zero joint upsample-20; do
    for set in idiom-test test; do
      python -m litmus translate -q --overwrite -l en-fr -s $set.en --system "model:$condition-$seed/best" -o "$set.$condition-$seed.fr"
    done
  done
  python -m litmus probe -q --model zero-$seed/best --model joint-$seed/best --model upsample-20-$seed/best -t built/suite -a pharaoh:suite.pharaoh -f json -o "probe-$seed.json"
done
