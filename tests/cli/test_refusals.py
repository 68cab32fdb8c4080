"""What the library refuses, asked for by commands: exit code 1 for data, 2 for flags, one message,
and nothing printed or written. What the message says is compared where it is written.
"""

import shlex
from collections.abc import Mapping
from pathlib import Path

import pytest
from commanding import DICTIONARY, FIXTURES, LITERAL, REFERENCE, SEGMENTS, Litmus

here, litmus, tiny = FIXTURES

PAIR = "-l en-fr -s s.en -r r.fr"
LOOSE = f"score {PAIR} -i h.fr -m blacklist"
SPANNED = f"{LOOSE} --spans s.spans"
OMISSION = f"{SPANNED} -m omission --alignment h.fr=h.align"
DOCUMENTS = f"{PAIR} --docids ids"
GATE = "score -t tiny --require"
NEW = "annotate new c -t tiny --annotators"
LIBRE = "--system http:libretranslate"
TRANSLATE = f"translate {DOCUMENTS} -o out"
SUITE = 'name = "tiny"\nsource = "en"\ntarget = "fr"\n'

GOOD: Mapping[str, str] = {
    "s.en": "".join(f"{segment['source']}\n" for segment in SEGMENTS[:3]),
    "r.fr": "".join(f"{line}\n" for line in REFERENCE[:3]),
    "h.fr": "".join(f"{line}\n" for line in LITERAL[:3]),
    "ids": "a\na\nb\n",
    "s.spans": "\nkick the bucket\t[(3, 20)]\nspill the beans\t[(4, 21)]\n",
    "h.align": "0-0 1-1\n0-0 1-1 3-2 4-3\n0-0 1-2 3-4 4-5\n",
    "d.tsv": DICTIONARY,
    "list": "spill the beans\n",
    "found": '{"line": 3, "idiom": "spill the beans", "span": [4, 21], "pieces": [[4, 21]], '
    '"text": "spilled the beans", "flags": []}\n',
    "j.jsonl": '{"id": "b", "system": "literal", "annotator": "ana", "label": "literal"}\n',
    "pairs.tsv": "He kicked the bucket .\tIl est mort .\tkick the bucket\n",
    "rows/a.tsv": "I sing .\tJe chante .\n",
    "COLUMNS": "domain\nnews\nnews\nchat\nchat\n",
}
# Command, exit code, and what is otherwise in files.
REFUSED: list[tuple[str, int, dict[str, str]]] = [
    # texts that do not fit together
    (LOOSE, 1, {"h.fr": "a\nb\n"}),
    (LOOSE, 1, {"r.fr": "a\nb\nc\nd\n"}),
    (SPANNED, 1, {"s.spans": "\n\n"}),
    (f"{LOOSE} --docids ids", 1, {"ids": "a\n"}),
    ("score -t tiny -i h.fr", 1, {}),
    ("score -t tiny --columns COLUMNS --by-column domain", 1, {"COLUMNS": "domain\nnews\n"}),
    (LOOSE, 1, {"s.en": "\n \n\n", "r.fr": "\n\n\n"}),
    *((LOOSE, 1, {name: text}) for name in ("s.en", "r.fr", "h.fr") for text in ("", "a\0\nb\nc\n")),
    (f"{LOOSE} -i h.gz", 1, {"h.gz": "not compressed\n"}),
    (SPANNED, 1, {"s.spans": "\nkick the bucket\t[(3, 99)]\n\n"}),
    (SPANNED, 1, {"s.spans": "\nkick\t[(__import__('pathlib').Path('broken-into').touch(), 3)]\n\n"}),
    (f"{SPANNED} -m litter:dictionary=en-de.txt", 2, {"en-de.txt": "bucket Eimer\n"}),
    ("score -l fr-de -s r.fr -r s.en -i s.en -m litter", 2, {}),
    (OMISSION, 1, {"h.align": "1-1 2-2 3-3\n\n\n"}),
    (OMISSION, 1, {"h.align": "\n0-0 1:1\n\n"}),
    (OMISSION, 1, {"h.align": "\n\n\n0-0\n"}),
    (f"{OMISSION} --alignment-base 1", 1, {}),
    (f"{SPANNED} -m apt-eval --alignment h.fr=h.align", 2, {}),
    (f"{LOOSE} -m word-f", 2, {}),
    (f"{LOOSE} -m word-f --tags tags", 1, {"tags": "0 0 0\n0\n0\n"}),
    # suites
    ("score -t tiny", 1, {"tiny/segments.jsonl": "{\n"}),
    ("score -t tiny", 1, {"tiny/suite.toml": "name = tiny\n"}),
    ("score -t tiny", 1, {"tiny/suite.toml": f"{SUITE}a = {'1' * 4301}\n"}),
    ("score -t tiny", 1, {"tiny/suite.toml": f"{SUITE}a = {'[' * 20_000}\n"}),
    ("score -t rows", 1, {}),
    ("score -t s.en", 1, {}),
    ("score -t suites/mine", 1, {}),
    ("score -t demo-en-frr", 2, {}),
    ("score -t tiny -l en-de", 2, {}),
    ("score -t tiny -s s.en", 2, {}),
    ("score", 2, {}),
    ("score -s s.en -r r.fr -i h.fr", 2, {}),
    (f"score {PAIR} -m bleu", 2, {}),
    *((f"{LOOSE} {flag} nowhere", 1, {}) for flag in ("-s", "-r", "-i", "--spans", "--docids")),
    (f"{LOOSE} -i rows", 1, {}),
    # metrics and flags
    *((f"{LOOSE} -m {metric}", 2, {}) for metric in (
        "liter", "blacklist:mach=stem", "blacklist:match=steam", "blacklist:match", "x" * 5000,
    )),
    *((f"{LOOSE} -l {pair}", 2, {}) for pair in ("fr", "en-", "en-xx")),
    (f"{LOOSE} --by document", 2, {}),
    ("score -t tiny --paired-ar --tested ter", 2, {}),
    ("score -t tiny --paired-ar --baseline rihgt", 2, {}),
    ("score -t tiny --by-column lenght", 2, {}),
    ("score -t tiny -t tiny", 2, {}),
    ("score -t tiny -a emmbedded -m omission", 2, {}),
    ("score -t tiny -a pharaoh:h.align -m omission -i @literal", 2, {}),
    (f"{LOOSE} --rules nowhere -m word-f", 1, {}),
    (f"{LOOSE} --classes idiom", 2, {}),
    (f"{LOOSE} --figurative 0.5", 2, {}),
    (f"{LOOSE} --idioms list --classes verb", 2, {}),
    (f"{LOOSE} --idioms list", 1, {"list": "spill the beans\nspill the beans\n"}),
    (f"{LOOSE} --idioms list", 1, {"list": "kick the bucket\t\tdie\tverb\n"}),
    (f"{LOOSE} --spans found -m litter", 1, {"s.en": "I sing .\nI sing .\nI sing .\n"}),
    (f"{LOOSE} --terms terms -m terms", 1, {"terms": "bank\n"}),
    *((f"{LOOSE} --workers {n}", 2, {}) for n in (0, -1)),
    (f"{LOOSE} --engine rays", 2, {}),
    (f"{LOOSE} --shard 3/2 -o p", 2, {}),
    (f"{LOOSE} --ratings h.fr", 2, {}),
    ("score -t tiny --report x.html.gz", 2, {}),
    ("score -t tiny --report p.html --title ''", 2, {}),
    ("score -t tiny --system a=file:h.fr", 2, {}),
    ("score -t tiny --system a=cmd:cat --model m", 2, {}),
    ("score -t tiny -i @right right=h.fr --system right=cmd:cat", 2, {}),
    # gates
    *((f"{GATE} '{rule}'", 2, {}) for rule in (
        "litter<=20", "blacklist<=gone", "blacklist[nows]<=20", "blacklist<=30,5",
        "blacklist[subset:random]<=20",
    )),
    (f"{GATE} 'blacklist>=30' 'blacklist<=20'", 2, {}),
    *((f"{GATE} 'bleu>=3' --sequential {flag}", 2, {}) for flag in (
        "--confidence 95", "--confidence 0", "--paired-ar", "--subsets", "--report r.html",
        "--shard 1/2 -o p",
    )),
    ("score -t tiny --require 'blacklist<=20' --junit s.en/f.xml", 1, {}),
    # report, agree, judge, annotate
    ("report -t tiny -o rows", 1, {}),
    ("report -t tiny -o x.html.gz", 2, {}),
    ("report -t tiny --extras none", 1, {}),
    ("report -t tiny --trials 0", 2, {}),
    ("report -t tiny --title ' '", 2, {}),
    ("score -t tiny --plots d.tsv", 1, {}),
    ("agree j.jsonl -t tiny", 2, {}),
    ("agree j.jsonl -t tiny -m chrf", 2, {}),
    ("agree j.jsonl -t tiny -m blacklist --segments x", 2, {}),
    ("agree j.jsonl --task tag", 1, {}),
    ("agree j.jsonl --error bad", 2, {}),
    ("agree gone.jsonl", 1, {}),
    ("agree tiny", 1, {}),
    ("agree j.jsonl k.jsonl", 2, {
        "j.jsonl": '{"id": "b", "label": "correct", "task": "idiom"}\n',
        "k.jsonl": '{"id": "c", "label": "right", "task": "tag"}\n',
    }),
    *((f"{NEW} {flags}", 2, {}) for flags in (
        "a --overlap 2", "' , '", "a --task idoim", "a --sample some", "a -m bleu", "a --task tag",
        "a --suggest litter", "a --attention 2", "a --url ftp://x/",
    )),
    ("annotate new tiny -t tiny --annotators a", 1, {}),
    *((f"annotate {verb} tiny", 1, {}) for verb in ("", "export", "status", "links")),
    *((f"judge -t tiny -o rows.jsonl {flags}", 2, {}) for flags in (
        "--judge http:deepl", "--judge cmd:cat", "--judge deepl", "--judge http:openai --task mqn",
    )),
    # texts
    (f"align {PAIR}", 1, {"s.en": "a\nb\n"}),
    (f"align {PAIR} --train -o m", 1, {"r.fr": "a\nb\n"}),
    *((f"align {PAIR} {flags}", code, {}) for flags, code in (
        ("-s no", 1), ("-a model:no", 1), ("-a model:d.tsv", 1), ("-l en", 2), ("-l en-xx", 2),
        ("-o rows", 1), ("-a fastalign", 2), ("--workers 0", 2),
    )),
    *((f"analyse {arguments}", code, {}) for arguments, code in (
        ("nowhere -l fr", 1), ("s.en -l xx", 2), ("s.en -l en --backend spcy:x", 2),
        ("s.en -l en --backend conllu:nowhere", 1), ("s.en -l en -o rows", 1), ("s.en", 2),
        ("s.en -l en --sents spilt", 2), ("s.en -l en --workers 0", 2), ("nowhere://x -l en -o x", 1),
        ("rows -l en -o x --backend conllu:list", 2),
    )),
    ("analyse s.en -l en --backend conllu:x", 1, {"x": "1\ta" + "\t_" * 8 + "\n\n"}),
    *((f"tag {arguments}", code, {}) for arguments, code in (
        ("", 2), (PAIR, 2), (f"{DOCUMENTS} --context -1", 2), (f"{DOCUMENTS} --phenomena irony", 2),
        ("-l en-is -s s.en -r r.fr --docids ids", 2), (f"{DOCUMENTS} --rules nowhere", 1),
        (f"{DOCUMENTS} -o rows", 1), (f"{DOCUMENTS} --workers 0", 2),
        (f"{DOCUMENTS} -a pharaoh:list", 1), ("-l en-fr --corpus rows -s s.en -o x", 2),
    )),
    (f"tag {DOCUMENTS} -o out", 1, {"ids": "a\nb\na\n"}),
    *((f"mine {arguments}", code, {}) for arguments, code in (
        ("xx s.en -l en", 1), ("de s.en -l en", 2), ("list s.en -l en --max-gap -1", 2),
        ("list s.en -l en --max-inserted -1", 2), ("list s.en -l en --workers 0", 2),
        ("list s.en -l en --resume", 2), ("list s.en -l en --samples x.html", 2),
        ("list s.en -l en -o out.gz", 2), ("list s.en -l en -o rows", 1),
        ("list s.en -l en --analyser nope", 2), ("list no.en -l en", 1),
        ("list s.en -l english", 2), ("list s.en -l en --matcher order", 2),
        ("list s.en -l en --shard 3/2 -o p", 2), ("list 'rows/*.de' -l en -o x", 1),
        ("list r.fr -l fr --figurative 0.5", 2),
    )),
    ("mine list s.en -l en -o out", 1, {"list": "hit the (sack\n"}),
    *((f"build found {PAIR} -o out {flags}", 2, {}) for flags in (
        "--cap 0", "--unseen -1", "--max-words 0", "--max-ratio 0.9", "--upsample 1",
        "--min-context -1", "--corpus x.tmx", "-l en",
    )),
    (f"build found {PAIR} -o out", 1, {"r.fr": "a\nb\n"}),
    (f"build found {PAIR} -o out", 1, {"s.en": "a\n", "r.fr": "b\n"}),
    (f"build found {PAIR} -o out", 1, {"found": '{"line": 1, "idiom": "x", "span": [4, 2]}\n'}),
    (f"build nowhere {PAIR} -o out", 1, {}),
    *((f"resegment {arguments}", 1, {}) for arguments in (
        f"nowhere {DOCUMENTS}", f"j.jsonl {DOCUMENTS}", "s.en -l en-fr -s s.en --docids ids --by reference",
    )),
    # files
    *((f"import {arguments} -o mine", code, {}) for arguments, code in (
        ("tvs pairs.tsv", 2), ("tsv pairs.tsv", 2), ("cibb rows", 1), ("tmx pairs.tsv -l en-fr", 1),
        ("tsv pairs.tsv -l en", 2),
    )),
    ("import tsv pairs.tsv -l en-fr -o rows --overwrite", 1, {}),
    ("import tsv pairs.tsv -l en-fr -o tiny", 1, {}),
    ("import tsv pairs.tsv -l en-fr -o mine", 1, {"pairs.tsv": "a\tb\nc\t \n"}),
    *((f"dictionary build {arguments} -l en-fr -o new.tsv", 1, {}) for arguments in (
        "nowhere", "s.en -s s.en -r ids",
    )),
    ("dictionary show cane -l it-de", 2, {}),
    *((f"suite filter -t tiny {flags} -o part", code, {}) for flags, code in (
        ("--labels none", 1), ("--ids list", 2), ("--sample 5", 2), ("--sample 0", 2), ("-i h.fr", 1),
    )),
    *((f"ratings {arguments} -o x", code, {}) for arguments, code in (
        ("", 2), ("j.jsonl", 1), ("none", 1), ("s.en", 1), ("-f mqm j.jsonl", 2),
    )),
    *((f"merge {arguments}", code, {}) for arguments, code in (
        ("s.en -o w", 1), ("none -o w", 1), ("s.en -o s.en", 2),
    )),
    ("check nowhere", 1, {}),
    ("check s.en --as sapns", 2, {}),
    ("check s.en --target-analyser plain", 2, {}),
    ("check x --as evidence", 1, {}),
    *((f"{TRANSLATE} {flags}", code, {}) for flags, code in (
        ("--system deepl", 2), ("--system comand:x", 2), ("--system http:libre", 2),
        ("--system https://x.org/t", 2), ("--system 'cmd: '", 2), (f"{LIBRE} --batch 51", 2),
        (f"{LIBRE} --timeout nan", 2), (f"{LIBRE} --marker @", 2), (f"{LIBRE} --beam 4", 2),
        (f"{LIBRE} --prompt plain", 2), ("--system cmd:cat --url http://x", 2),
        ("--system cmd:cat --model m", 2), ("--system file:nowhere", 1),
        ("--system file:h.fr --cache c", 2), ("--system cmd:no-such-program", 1),
        ("--system http:openai", 2), ("--system http:openai --model m --set x", 2),
        ("--system cmd:cat --cache out", 2), ("--system cmd:cat --overwrite -o rows", 1),
        ("--system file:list", 1),
    )),
    (f"{TRANSLATE} --system cmd:cat --level document", 1, {"ids": "a\nb\na\n"}),
    (f"{TRANSLATE} --system http:e.toml", 1, {"e.toml": f"a = {'1' * 4301}\n"}),
    ("run nowhere.toml", 1, {}),
    ("run p.toml", 1, {"p.toml": "suits = 1\n"}),
    ("init", 2, {"litmus.toml": "mine"}),
    ("reproduce nowhere", 1, {}),
    ("reproduce rows gone", 2, {}),
]  # fmt: skip


@pytest.mark.parametrize(("line", "code", "otherwise"), REFUSED)
def test_refused(
    tiny: Path,
    litmus: Litmus,
    monkeypatch: pytest.MonkeyPatch,
    line: str,
    code: int,
    otherwise: dict[str, str],
) -> None:
    for variable in ("OPENAI_API_KEY", "OPENAI_MODEL", "DEEPL_API_KEY"):
        monkeypatch.delenv(variable, raising=False)
    for name, text in {**GOOD, **otherwise}.items():
        (tiny / name).parent.mkdir(exist_ok=True)
        (tiny / name).write_text(text, encoding="utf-8")
    before = {path: path.read_bytes() for path in tiny.rglob("*") if path.is_file()}
    answer = litmus(*shlex.split(line))
    assert (answer.code, answer.out) == (code, "")
    assert answer.err.startswith(("litmus: ", "usage: "))
    assert {path: path.read_bytes() for path in tiny.rglob("*") if path.is_file()} == before
