"""What importers of published sets refuse: every message once, whole."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from importing import refused

EN_DE = {"languages": ("en", "de")}
MUDA = "A muda folder holds PREFIX.SRC, PREFIX.TGT and PREFIX.docids, such as dev.en, dev.de, dev.docids."
WMT = "A wmt folder holds src.XX, ref.A.XX, sys.NAME.XX and docids."
IDIOM_MT = {"a.en": "x\n", "a.fr": "x\n", "a.es": "x\n", "a.spans.en": "\n"}
PARTS = {"agent.docids": "1\n", "client.docids": "1\n", "agent.en": "x\n"}
DS = {"idiom_test.de": "x\n", "idiom_test.en": "x\n", "idiom_test.info": "1\tx\n"}
CIBB = {
    "idiom_blacklist.src.zh.txt": "没有\n", "idiom_blacklist.ref.en.txt": "ref\n",
    "idiom_blacklist.blacklist.en.txt": "snake\n",
    "list_idiom_blacklist.txt": "画蛇添足\n7\nOverdo\nX: snake\n\n",
}  # fmt: skip
ENGLISH = "male\t1\tThe cook ate.\tcook\n"
WINOMT = {"en.txt": ENGLISH, "en_pro.txt": "", "en_anti.txt": ""}
GENEVAL = "src_context<sep>src\tref_original\tref_flipped\nNo mark here.\tA\tB\n"
COCOA = "src\tformal\tinformal\nGo!\tGehen Sie!\tGeh!\n"
EXAMPLE = {"src": "a _eos b", "dst": ["а _eos б", "в _eos г"], "true_ind": 1}
WITH_ERRORS = {"src segment": "a", "ref segment": "b", "errors": ["c"]}
CONTRAPRO = {"src": "They?", "ref": "Elles ?", "contrastive": "Ils ?"}
TERMS = {"en": "A bank.", "de": "Eine Bank.", "proper": {}, "random": {}, "noterm": {}}
FULL = {"full_data.ende.jsonl": json.dumps(TERMS) + "\n"}


def lines(*rows: Any) -> str:
    return "".join(json.dumps(row) + "\n" for row in rows)


# Format, files, which of them is imported (the folder if none), options, the message.
REFUSED: list[tuple[str, Mapping[str, str], str, dict[str, Any], str]] = [
    ("wmt", {"ref.A.de": "A1\n"}, "", {}, f"{{0}} holds no src.XX. {WMT}"),
    ("wmt", {"src.en": "x\n", "ref.A.de": "y\n"}, "", {"languages": ("cs", "de")},
     f"{{0}} holds no source in 'cs'. {WMT}"),
    ("wmt", {"src.en": "x\n", "ref.A.de": "y\n", "ref.B.de": "z\n"}, "", {"ref": "C"},
     "No reference is called 'C'.\nKnown: A, B"),
    ("wmt", {"src.en": "CANARY x\none\n", "ref.A.de": "A0\nA1\n"}, "", {},
     "{0}/src.en:1 is a canary line, but {0}/ref.A.de:1 is not, so they do not line up.\n"
     "Remove the first line of every file that starts with CANARY, and of docids."),
    ("wmt", {"src.sgm": "<srcset setid='t' srclang='any'><doc docid='d'></doc></srcset>\n"},
     "src.sgm", {},
     "This SGM data does not say its languages. Pass them: languages=SOURCE-TARGET, such as en-de"),
    ("ctxpro", {"a.jsonl": '{"text": "x"}\n'}, "a.jsonl", EN_DE,
     "{0}/a.jsonl:1: the key 'expected' is missing. Is it the right format?"),
    ("ctxpro", {"a.jsonl": lines({"src_segment": "a", "ref_segment": "b", "expected": " "})},
     "a.jsonl", EN_DE, "{0}/a.jsonl:1: 'expected' is empty."),
    ("ctxpro", {}, "", {}, "{0} holds no .json file. A ctxpro folder holds SET.json, and perhaps "
     "inputs/SET and outputs/SYSTEM.SET.MODE."),
    ("contrapro", {"a.json": json.dumps([CONTRAPRO, "x"])}, "a.json", EN_DE,
     "{0}/a.json: example 2 is str, not a JSON object."),
    ("contrapro", {"a.json": json.dumps([WITH_ERRORS])}, "a.json",
     EN_DE, "{0}/a.json: example 1: 'errors' must hold objects with 'contrastive'."),
    ("contrapro", {"a.json": json.dumps([CONTRAPRO | {"contrastive": [1]}])}, "a.json", EN_DE,
     "{0}/a.json: example 1: 'contrastive' must be a string or a list of strings."),
    ("cibb", CIBB, "", {},
     "{0}/idiom_blacklist.src.zh.txt:1 contains no idiom whose blacklist is 'snake'.\n"
     "Is the blacklist file of the same version as the list of idioms?"),
    ("cibb", CIBB | {"list_idiom_blacklist.txt": "画蛇添足\nOverdo\nX: snake\n\n"}, "", {},
     "{0}/list_idiom_blacklist.txt:1: an idiom takes 5 lines: the idiom, its training frequency, "
     "its translation, 'X: words', and a blank one."),
    ("cibb", {"list_idiom_blacklist.txt": "x\n"}, "", {},
     "{0}/idiom_blacklist.src.zh.txt does not exist. A cibb folder holds "
     "idiom_blacklist.{{src.zh,ref.en,blacklist.en}}.txt and list_idiom_blacklist.txt."),
    ("autoie", {"a.tsv": "S\tr\tw\t1\nS\tr\n"}, "a.tsv", {},
     "{0}/a.tsv:2 has 2 tab-separated columns; expected 4: source, reference, words, segment "
     "number."),
    ("autoie", {"a.tsv": "S\tr\t\t1\n"}, "a.tsv", {},
     "{0}/a.tsv:1: a column is empty. Each row needs source, reference, words, segment number, "
     "the words separated by commas."),
    ("autoie", {"a.tsv": "\t".join(["vera klár", "be ready", "m", "be ready", " ", *"fghi"])},
     "a.tsv", {}, "{0}/a.tsv:1: the idiom, its equivalent or an example is empty."),
    ("idiom-mt", IDIOM_MT, "", {}, "{0} should hold one translation of a.en, but holds: es, fr.\n"
     "Choose one: languages=en-es"),
    ("idiom-mt", IDIOM_MT | {"b.spans.en": "\n"}, "", {},
     "{0} holds several: a, b.\nChoose one: part=NAME, for example part=a"),
    ("idiom-mt", IDIOM_MT, "", {"languages": ("de", "fr")},
     "{0} holds no span file. An idiom-mt folder holds PREFIX.SRC, PREFIX.TGT and "
     "PREFIX.spans.SRC, such as test.en, test.fr, test.spans.en."),
    ("muda", PARTS, "", {}, "{0} holds several: agent, client.\n"
     "Choose one: part=NAME, for example part=agent"),
    ("muda", PARTS, "", {"part": "agnt"},
     "No part is called 'agnt'. Did you mean 'agent'?\nKnown: agent, client"),
    ("muda", PARTS, "", {"part": "agent", "languages": ("en", "fr")},
     f"{{0}}/agent.fr does not exist. {MUDA}"),
    ("muda", {"dev.en": "a\n", "dev.de": "b\n"}, "", {}, f"{{0}} holds no .docids file. {MUDA}"),
    ("idiom-ds", DS, "", {}, "{0}/idiom_test.info:1: expected number, source idiom, target idiom "
     "and (in the test set) training count, separated by tabs; found 2 columns."),
    ("idiom-ds", DS | {"idiom_test.info": "1\tx\ty\toften\n"}, "", {},
     "{0}/idiom_test.info:1: the training count 'often' is not a number."),
    ("idiom-ds", DS, "", {"part": "dev"}, "No part is called 'dev'.\nKnown: UNK, test, trainplus"),
    ("winomt", {"en.txt": ENGLISH.replace("male", "man")}, "en.txt", EN_DE,
     "{0}/en.txt:1: the gender is 'man', not one of male, female, neutral."),
    ("winomt", {"en.txt": ENGLISH.replace("1", "7")}, "en.txt", EN_DE,
     "{0}/en.txt:1: the index '7' is not that of one of its 3 words, counted from 0."),
    ("winomt", {"en.txt": ENGLISH.replace("1", "2")}, "en.txt", EN_DE,
     "{0}/en.txt:1: word 2 does not begin 'cook'."),
    ("winomt", {"en.txt": "male\t1\tThe cook ate.\n"}, "en.txt", EN_DE,
     "{0}/en.txt:1 has 3 tab-separated columns; expected 4: gender, index of the word, sentence, person."),
    ("winomt", WINOMT | {"outputs/a.en-de.txt": "", "outputs/a.en-fr.txt": ""}, "", {},
     "{0} does not say which language to test. It has outputs for: en-de, en-fr.\n"
     "Choose one: languages=en-de"),
    ("winomt", WINOMT | {"outputs/a.en-de.txt": "Hello ||| Hallo\n" * 2}, "", {},
     "{0}/outputs/a.en-de.txt has 2 lines, but {0}/en.txt has 1.\n"
     "Every sentence needs exactly one translation."),
    ("mt-geneval", {"a.en-de.tsv": GENEVAL}, "a.en-de.tsv", {},
     "{0}/a.en-de.tsv:2: there is no <sep> between context and sentence."),
    ("mt-geneval", {"a.en-de.tsv": GENEVAL}, "a.en-de.tsv", {"part": "words"},
     "No part is called 'words'.\nKnown: context, sentences"),
    ("mt-geneval", {"a.en-de.tsv": GENEVAL}, "a.en-de.tsv", {"split": "train"},
     "No split is called 'train'.\nKnown: dev, test"),
    ("cocoa", {"a.en-de.tsv": "src\tformal\nA\tB\n"}, "a.en-de.tsv", {},
     "{0}/a.en-de.tsv:1 lacks the columns informal."),
    ("cocoa", {"a.en-de.tsv": "src\tformal\tinformal\nA\tB\n"}, "a.en-de.tsv", {},
     "{0}/a.en-de.tsv:2 has 2 columns; expected 3."),
    ("cocoa", {"a.en-de.tsv": ""}, "a.en-de.tsv", {},
     "{0}/a.en-de.tsv is empty. One segment per line was expected; nothing was done."),
    ("cocoa", {"a.en-de.tsv": COCOA}, "a.en-de.tsv", {"register": "rude"},
     "No register is called 'rude'.\nKnown: formal, informal"),
    ("gtwic", {"x.json": '{"a": 1}'}, "x.json", {}, "{0}/x.json is not a list of examples."),
    *(("gtwic", {"x.json": json.dumps([EXAMPLE, spoilt])}, "x.json", {},
       "{0}/x.json: example 2 lacks src, dst or true_ind, or they do not fit.")
      for spoilt in ({}, EXAMPLE | {"true_ind": 9}, EXAMPLE | {"true_ind": None}, "text", 3,
                     EXAMPLE | {"src": 3}, EXAMPLE | {"dst": [1]}, EXAMPLE | {"true_ind": -1})),
    ("discevalmt", {"x.json": "[1]"}, "x.json", {},
     "{0}/x.json is not an object of numbered examples."),
    *(("discevalmt", {"x.json": json.dumps({"1": group})}, "x.json", {},
       "{0}/x.json: example 1 lacks src or trg, or they are not pairs.")
      for group in ({}, 3, "text", {"src": ["a"], "trg": [{"correct": ["b"], "incorrect": ["c"]}]},
                    {"src": ["a", "b"], "trg": [["c", "d"]]},
                    {"src": [1, 2], "trg": [{"correct": ["b", "c"]}]},
                    {"src": ["a", "b"], "trg": [{"correct": [1, 2], "incorrect": [3, 4]}]})),
    ("wmt25-terminology", FULL, "", {"mode": "all"},
     "No mode is called 'all'.\nKnown: noterm, proper, random"),
    ("wmt25-terminology", FULL, "", {"terms": "noterm"},
     "No list of terms is called 'noterm'.\nKnown: proper, random"),
    ("wmt25-terminology", FULL, "", {"languages": ("en", "fr")}, "{0} holds en-de, but not en-fr."),
    ("wmt25-terminology", FULL | {"full_data.enes.jsonl": ""}, "", {},
     "{0} holds en-de, en-es. Choose one, such as languages=en-de"),
    *(("wmt25-terminology", {"full_data.ende.jsonl": lines(TERMS | spoilt)}, "", {},
       f"{{0}}/full_data.ende.jsonl:1: {message}")
      for spoilt, message in (
          ({"proper": []}, "'proper' must be an object, term to translation."),
          ({"proper": {"bank": ""}}, "a term of 'proper' or its translation is empty."),
          ({"de": None}, "the key 'de' is missing, or no text."))),
]  # fmt: skip


@pytest.mark.parametrize(("format", "files", "at", "options", "message"), REFUSED)
def test_refused(
    tmp_path: Path, format: str, files: Mapping[str, str], at: str, options: dict[str, Any],
    message: str,
) -> None:  # fmt: skip
    folder = tmp_path / "x-de-en"
    folder.mkdir()
    for name, text in files.items():
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")
    assert refused(format, folder / at, **options) == message.format(folder)
