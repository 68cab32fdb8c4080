#!/usr/bin/env bash
# The whole training on one GPU, teachers and segmenters side by side: job.sh PREPARED OUT
# TEACH and LEARN: seconds for the teachers and for the student, whose LEARN may be left to END, the
# second (as of `date +%s`) at which all is over. TEACHERS: how many, every other one with words
# exchanged; with PREPARED/guide.gguf they are guided. EARLIER: the folder of a student that is one of
# them and whose word tables all begin with. SEGMENT=no: only the words.
set -u
cd "$(dirname "$0")"
export PYTHONPATH=$PWD/../../src PYTHONUNBUFFERED=1
prepared=$1 out=$2 teachers=${EARLIER:-} begin=${EARLIER:+--begin $EARLIER} guided=
[ -f "$prepared/guide.gguf" ] && guided="--guide yes --batch 24000"
mkdir -p "$out"
if [ "${SEGMENT:-yes}" = yes ]; then
  for group in spaced unspaced; do
    python3 train_segmenter.py "$prepared" "$out" --group $group --seconds "$((TEACH - 60))" \
      > "$out/segmenter-$group.log" 2>&1 &
  done
fi
for number in $(seq 0 $((${TEACHERS:-2} - 1))); do
  python3 train_words.py "$prepared" "$out" --role teacher --number "$number" --kind lstm --state 768 \
    --layers 3 --dropout 0.33 --exchanged "0.$((number % 2 * 2))" --seconds "$TEACH" $guided $begin \
    > "$out/teacher$number.log" 2>&1 &
  teachers=$teachers,$out/teacher$number.pt
done
wait
python3 train_words.py "$prepared" "$out" --role student --layers 5 --dropout 0.15 --word-drop 0.3 --batch 20000 \
  --teachers "${teachers#,}" --peak 3e-3 --parse 1.5 --exchanged 0.3 --copies 2 --turns 114 $begin \
  --seconds "${LEARN:-$((END - $(date +%s)))}" \
  > "$out/student.log" 2>&1
echo finished > "$out/finished"
