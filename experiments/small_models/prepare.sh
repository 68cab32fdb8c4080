#!/usr/bin/env bash
# Text for the small models: ./prepare.sh DATA OUT
# That of experiments/context, and Spanish: DATA and TATOEBA_DE are described there; OUT is made.
set -euo pipefail
data=$1 out=$2
here=$(dirname "$0")
"$here/../context/prepare.sh" "$data" "$out"
zcat "$data/europarl-docs/train.es.gz" | xz -9 -c > "$out/train.es.xz"
for part in dev test; do zcat "$data/europarl-docs/$part.es.gz" > "$out/$part.es"; done
for column in 1:en 2:es; do
  zcat "$data/tatoeba/en-es.tsv.gz" | cut -f"${column%:*}" | xz -9 -c > "$out/tatoeba.es.${column#*:}.xz"
done
configure() { python3 "$here/../context/configure.py" "$out" 1 --size 8000 --settings "$here/settings.toml" "$@"; }
configure --targets fr de es --prefix en-
configure --targets fr de --prefix marked-en- --mark
