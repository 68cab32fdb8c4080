#!/usr/bin/env bash
# Documents for training and testing with context, and contrastive suites: ./prepare.sh DATA OUT
# DATA holds europarl-docs/, ted-docs/, tatoeba/ and the contrastive sets (see README.md); OUT is made.
# TATOEBA_DE: deu-eng.zip of manythings.org/anki.
set -euo pipefail
data=$1 out=$2
mkdir -p "$out"
for file in train.en train.fr train.de train.docids; do
  zcat "$data/europarl-docs/$file.gz" | xz -9 -c > "$out/$file.xz"
done
for part in dev test; do
  for side in en fr de docids; do zcat "$data/europarl-docs/$part.$side.gz" > "$out/$part.$side"; done
done
# Tatoeba, and more text in which pronouns hang on the sentence before.
zcat "$data/tatoeba/en-fr.tsv.gz" > "$out/tatoeba.fr.tsv"
unzip -p "${TATOEBA_DE:?}" deu.txt | cut -f1,2 > "$out/tatoeba.de.tsv"
for target in fr de; do
  LC_ALL=C sort -u "$out/tatoeba.$target.tsv" | cut -f1 > "$out/tatoeba.$target.en"
  LC_ALL=C sort -u "$out/tatoeba.$target.tsv" | cut -f2 > "$out/tatoeba.$target.$target"
  litmus analyse -q "$out/tatoeba.$target.$target" -l "$target" -o "$out/tatoeba.$target.conllu"
  xz -9 -k -f "$out/tatoeba.$target.en" "$out/tatoeba.$target.$target"
done
here=$(dirname "$0")
python3 "$here/pronouns.py" "$out" de --pairs 40000
python3 "$here/pronouns.py" "$out" fr --pairs 30000
# TED: German talks stand in one file, parted by <d>; French ones in WMT's XML.
python3 - "$data/ted-docs" "$out" <<'PYTHON'
import gzip, re, sys
from html import unescape
from pathlib import Path

data, out = Path(sys.argv[1]), Path(sys.argv[2])


def text(path: Path) -> str:
    with gzip.open(path, "rt", encoding="utf-8", newline="\n") as stream:
        return stream.read()


def write(name: str, rows: list[str]) -> None:
    (out / name).write_text("".join(row + "\n" for row in rows), encoding="utf-8")


german = [text(data / f"en-de/dev.{side}.gz").split("\n") for side in ("en", "de")]
talk, kept = 0, []
for english, other in zip(*german, strict=True):
    if english.strip() == "<d>":
        talk += 1
    elif english.strip() and other.strip() and talk <= 20:
        kept.append((english.strip(), other.strip(), f"talk{talk}"))
for name, column in zip(("ted-de.en", "ted-de.de", "ted-de.docids"), zip(*kept, strict=True), strict=True):
    write(name, list(column))

rows: dict[str, list[tuple[str, str]]] = {}
for side in ("en", "fr"):
    found = text(data / f"en-fr/IWSLT13.TED.tst2010.en-fr.{side}.xml.gz")
    rows[side] = [
        (document, unescape(segment).strip())
        for document, body in re.findall(r'<doc docid="([^"]*)".*?>(.*?)</doc>', found, re.S)
        for segment in re.findall(r"<seg[^>]*>(.*?)</seg>", body, re.S)
    ]
write("ted-fr.en", [segment for _, segment in rows["en"]])
write("ted-fr.fr", [segment for _, segment in rows["fr"]])
write("ted-fr.docids", [document for document, _ in rows["en"]])
PYTHON
for target in fr de; do
  for set in test "ted-$target"; do
    litmus tag -q -l "en-$target" -s "$out/$set.en" -r "$out/$set.$target" --docids "$out/$set.docids" -o "$out/$set.$target.tags"
  done
done
suite() { litmus import -q "$1" "$data/$2" -l "$3" -o "$out/$4"; }
suite discevalmt discevalmt-en-fr/anaphora.json en-fr anaphora
suite discevalmt discevalmt-en-fr/lexical-choice.json en-fr lexical_choice
suite contrapro contrastive-pronoun-en-fr/pronoun.en-fr.jsonl.gz en-fr pronoun
suite contrapro contrapro-en-de-subset/contrapro_subset.jsonl.gz en-de contrapro
