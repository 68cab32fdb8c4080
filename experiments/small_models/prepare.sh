#!/usr/bin/env bash
# Text for the small models: ./prepare.sh DATA OUT
# DATA holds europarl-docs/ and tatoeba/ (see README.md); OUT is made.
set -euo pipefail
data=$1 out=$2
mkdir -p "$out"
for file in train.en train.fr train.de train.docids; do
  zcat "$data/europarl-docs/$file.gz" | xz -9 -c > "$out/$file.xz"
done
for side in en fr de docids; do zcat "$data/europarl-docs/dev.$side.gz" > "$out/dev.$side"; done
zcat "$data/tatoeba/en-fr.tsv.gz" | cut -f1 | xz -9 -c > "$out/tatoeba.en.xz"
zcat "$data/tatoeba/en-fr.tsv.gz" | cut -f2 | xz -9 -c > "$out/tatoeba.fr.xz"
cp "$(dirname "$0")"/en-??.toml "$out"
