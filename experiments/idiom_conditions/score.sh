#!/usr/bin/env bash
# Scores of one seed as JSON, for collect.py: ./score.sh DATA SEED (DATA after train.sh), into DATA/scores-SEED
# upsample-20 is left out where it was not trained with this seed.
set -euo pipefail
data=$1 seed=$2
cd "$data"
out=scores-$seed
conditions=(zero joint)
if [ -e "test.upsample-20-$seed.fr" ]; then conditions+=(upsample-20); fi
mkdir -p "$out/even"
# Europarl writes ’ or ', by year; "even" has ' everywhere, so that BLEU and chrF do not count the choice.
cp -r built/suite "$out/even/"
sed -i "s/’/'/g" "$out/even/suite/segments.jsonl"
for file in test.fr {idiom-test,test}.*-"$seed".fr; do sed "s/’/'/g" "$file" > "$out/even/$file"; done

score() {  # FOLDER SET NAME METRIC... -- SUITE...: all against zero, then upsample-20 against joint
  local folder=$1 set=$2 name=$3 metrics=() systems=()
  shift 3
  while [ "$1" != -- ]; do metrics+=("$1"); shift; done
  shift
  for condition in "${conditions[@]}"; do systems+=("$condition=$folder/$set.$condition-$seed.fr"); done
  litmus score -q "$@" -i "${systems[@]}" -m "${metrics[@]}" --paired-ar -f json -o "$out/$name.json"
  litmus score -q "$@" -i "${systems[@]:1}" -m "${metrics[@]}" --paired-ar -f json -o "$out/$name.joint.json"
}
score . idiom-test idiom litter apt-eval bleu chrf -- -t built/suite
score . idiom-test idiom-macro litter:average=macro apt-eval:average=macro -- -t built/suite
score "$out/even" idiom-test idiom-even bleu chrf -- -t "$out/even/suite"
score . test test bleu chrf -- -l en-fr -s test.en -r test.fr
score "$out/even" test test-even bleu chrf -- -l en-fr -s test.en -r "$out/even/test.fr"
