#!/usr/bin/env bash
# The whole training on one GPU, two teachers and the segmenter side by side: job.sh PREPARED OUT
# TEACH and LEARN: seconds for the teachers and for the student.
set -u
cd "$(dirname "$0")"
export PYTHONPATH=$PWD/../../src PYTHONUNBUFFERED=1
prepared=$1 out=$2
mkdir -p "$out"
for group in spaced unspaced; do
  python3 train_segmenter.py "$prepared" "$out" --group $group --seconds "$((TEACH - 60))" \
    > "$out/segmenter-$group.log" 2>&1 &
done
for number in 0 1; do
  python3 train_words.py "$prepared" "$out" --role teacher --number $number --kind lstm --state 768 \
    --layers 3 --dropout 0.33 --word-drop 0.3 --seconds "$TEACH" > "$out/teacher$number.log" 2>&1 &
done
wait
python3 train_words.py "$prepared" "$out" --role student --dropout 0.1 --word-drop 0.15 --batch 20000 \
  --teachers "$out/teacher0.pt,$out/teacher1.pt" --peak 3e-3 --seconds "$LEARN" > "$out/student.log" 2>&1
echo finished > "$out/finished"
