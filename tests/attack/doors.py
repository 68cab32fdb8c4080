"""Every way in: a good file for each, and what reads it. Readers are called, commands are run."""

import contextlib
import gzip
import io
import json
import lzma
import os
import re
import warnings
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import zstandard

from litmus.annotate.campaigns.campaign import Settings
from litmus.annotate.judgements import read_judgements
from litmus.annotate.label_sets import load_label_set
from litmus.annotate.verdicts import read_verdicts as read_evidence
from litmus.api.evaluate import evaluate, evaluate_shard
from litmus.api.inputs import open_outputs, open_suite
from litmus.checks.registry import check_file
from litmus.corpus.collection.found import find_files
from litmus.corpus.collection.rows import Fields, Rejected
from litmus.corpus.collection.rows import read_rows as read_collection
from litmus.corpus.formats.pharaoh import read_pharaoh
from litmus.corpus.formats.sgm import read_sgm
from litmus.corpus.formats.spans import Mined, read_spans
from litmus.corpus.formats.tags import read_rows
from litmus.corpus.formats.tmx import read_tmx
from litmus.corpus.suite import read_suite
from litmus.discourse.rules import read_rules
from litmus.engine.parts import merge, write_part
from litmus.engine.shards import Shard, Stretch
from litmus.errors import DataError, LitmusError, LitmusWarning
from litmus.files.jsonl import read_objects
from litmus.files.text import read_columns, read_lines, read_parallel
from litmus.files.toml_tables import read_table
from litmus.idioms.entries.lists import load_idioms
from litmus.idioms.mining.occurrences import read_occurrences
from litmus.importers import import_suite
from litmus.jobs.receipts import read_receipt
from litmus.language.conllu.reader import read_conllu
from litmus.language.dictionary.bilingual import load_dictionary
from litmus.nmt.scoring.prompts import load_prompt
from litmus.nmt.training.config import read_config
from litmus.reports.extras import read_extras
from litmus.systems.engine_files.engine_file import load_engine
from litmus.systems.prompts.prompting import load_prompt as load_chat_prompt
from litmus.systems.prompts.shots import load_shots

Files = Mapping[str, bytes]
EXIT_CODES = (0, 1, 2)


@dataclass(frozen=True)
class Door:
    """`files` are good; `enter(folder)` reads them there. `check` raises if something is amiss
    with what it gave back, such as lines that do not belong together."""

    name: str
    files: Files
    enter: Callable[[Path], Any]
    check: Callable[[Files, Any], None] | None = None


class Misaligned(AssertionError):
    """Something was read, but not what the file says."""


def outcome(door: Door, files: Files, folder: Path) -> str:
    """How a door answers these files: "fine", or the message with its details taken out.

    Raises whatever is not an answer: a traceback, or `Misaligned`.
    """
    for name, content in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", LitmusWarning)
        try:
            found = door.enter(folder)
        except LitmusError as error:
            return _DETAILS.sub("*", str(error))[:120]
    if door.check:
        door.check(files, found)
    return "fine" if not isinstance(found, str) else _DETAILS.sub("*", found)[:120]


_DETAILS = re.compile(r"\d+|'[^']*'|\"[^\"]*\"|/\S+|`[^`]*`|: .*")


def _lines(*lines: str) -> bytes:
    return "".join(f"{line}\n" for line in lines).encode()


def _rows(*rows: object) -> bytes:
    return _lines(*(json.dumps(row, ensure_ascii=False) for row in rows))


COLLECTIONS: Files = {
    "a.tsv": b"en\tfr\none\tun\ntwo\tdeux\n",
    "a.jsonl": b'{"translation": {"en": "one", "fr": "un"}}\n{"translation": {"en": "x", "fr": "y"}}\n',
}
MINED = (
    b'{"line": 1, "idiom": "a b", "span": [0, 3], "pieces": [[0, 3]], "text": "a b", "flags": []}\n'
    b'{"line": 2, "idiom": "c", "span": [2, 3], "pieces": [[2, 3]], "text": "c", "flags": ["far"]}\n'
)
RECEIPT = (
    b'{"name": "a", "signature": "s", "input": [[3, "1", "d"]], "output": "o", "rows": 2, '
    b'"rejected": 0, "last": 2, "first_reason": "", "documents": [], "seconds": {}, "worker": ""}'
)


def _collection(folder: Path) -> list[Any]:
    [file] = find_files([str(folder)])
    fields = Fields(("source", "reference"), {"source": "en", "reference": "fr"})
    rows = list(read_collection(file, [Path(file.places[0])], fields))
    for row in rows:
        if isinstance(row, Rejected):  # a run lists it; here it counts as refused
            raise DataError(row.reason)
    return rows


def _mined(folder: Path) -> list[Any]:
    mined = Mined(folder / "a.jsonl")
    found = [mined.of(number, source) for number, source in ((1, "a b"), (2, "a c"))]
    mined.finish(2)
    return found


def _all(read: Callable[[Path], Iterable[Any]], name: str) -> Callable[[Path], list[Any]]:
    return lambda folder: list(read(folder / name))


def _same_lines(files: Files, rows: list[Any]) -> None:
    """Line n of what was read is line n of every file; a byte order mark before it is no text."""
    columns = list(zip(*rows, strict=True)) if rows and isinstance(rows[0], tuple) else [rows]
    for content, column in zip(files.values(), columns, strict=True):
        lines = content.decode().removeprefix("\ufeff").removesuffix("\n").split("\n")
        expected = [line.removesuffix("\r") for line in lines]
        if expected != list(column):
            raise Misaligned(f"{expected[:3]} was read as {list(column)[:3]}")


def _suite(folder: Path) -> list[Any]:
    suite = read_suite(folder)
    segments = list(suite.segments())
    systems = suite.systems.items()
    return [segments, {name: list(read_lines(Path(str(path)))) for name, path in systems}]


def _same_suite(files: Files, found: list[Any]) -> None:
    segments = found[0]
    lines = files["segments.jsonl"].decode().removeprefix("\ufeff").split("\n")
    rows = [json.loads(line) for line in lines if line.strip()]
    if [row["source"] for row in rows] != [segment.source for segment in segments]:
        raise Misaligned("segments are not those of the file")


def _imported(format: str, path: str = "", languages: Any = None) -> Callable[[Path], Any]:
    def enter(folder: Path) -> Any:
        found = import_suite(format, folder / path, languages=languages)
        segments = list(found.segments)
        outputs = {name: list(texts) for name, texts in found.systems.items()}
        return [segments, outputs, list(found.facts)]

    return enter


def _checked(name: str) -> Callable[[Path], str]:
    """`litmus check`, which never raises: its first problem, if there is one."""

    def enter(folder: Path) -> str:
        problems = check_file(folder / name).problems
        return problems[0] if problems else "fine"

    return enter


def _command(line: str) -> Callable[[Path], str]:
    """Runs `litmus` as a user does. Words that start with @ are names in the folder."""

    def enter(folder: Path) -> str:
        from litmus.cli.main import main

        said, out = io.StringIO(), io.TextIOWrapper(io.BytesIO(), encoding="utf-8")
        argv = [re.sub("(^|[=:])@", rf"\1{folder}{os.sep}", word) for word in line.split()]
        with contextlib.redirect_stderr(said), contextlib.redirect_stdout(out):
            try:
                code: Any = main(argv)
            except SystemExit as stop:
                code = stop.code
        message = said.getvalue()
        if code not in EXIT_CODES or "Traceback" in message:
            raise AssertionError(f"exit code {code}: {message[:300]}")
        return message.replace(str(folder), "") if code else "fine"

    return enter


SOURCE = _lines("s1 He kicked the bucket .", "s2 It rains cats and dogs .", "s3 Fine .")
TARGET = _lines("t1 Il est mort .", "t2 Il pleut des cordes .", "t3 Bien .")
SEGMENTS = _rows(
    {"id": "1", "source": "He kicked the bucket .", "references": ["Il est mort ."], "doc": "d",
     "idioms": [{"label": "kick the bucket", "spans": [[3, 20]]}], "blacklist": ["seau"]},
    {"id": "2", "source": "Fine .", "references": ["Bien ."], "required": [["bien"]], "weight": 2.0},
)  # fmt: skip
SUITE = {
    "segments.jsonl": SEGMENTS,
    "suite.toml": _lines('name = "toy"', "version = 1", 'source = "en"', 'target = "fr"', 'metrics = ["blacklist"]'),
    "idioms.jsonl": _rows({"label": "kick the bucket", "meaning": "to die", "training_frequency": 3}),
    "systems/a.txt": _lines("Il a frappé le seau .", "Bien ."),
}  # fmt: skip
CONLLU = b"""# text = It rains.
1\tIt\tit\tPRON\t_\tNumber=Sing\t2\tnsubj\t_\t_
2\trains\train\tVERB\t_\t_\t0\troot\t_\tSpaceAfter=No
3\t.\t.\tPUNCT\t_\t_\t2\tpunct\t_\t_

# text = au lit
1-2\tau\t_\t_\t_\t_\t_\t_\t_\t_
1\ta\ta\tADP\t_\t_\t3\tcase\t_\t_
2\tle\tle\tDET\t_\t_\t3\tdet\t_\t_
3\tlit\tlit\tNOUN\t_\t_\t0\troot\t_\t_

"""
SGM = b"""<refset setid="x" srclang="en" trglang="de">
<doc docid="d1" sysid="ref">
<seg id="1">Eins &amp; zwei.</seg>
<seg id="2">Zwei.</seg>
</doc>
</refset>
"""
TMX = b"""<?xml version="1.0" encoding="utf-8"?>
<tmx version="1.4"><header srclang="en"/><body>
<tu tuid="1"><tuv xml:lang="en"><seg>One <ph>x</ph></seg></tuv><tuv xml:lang="de"><seg>Eins</seg></tuv></tu>
<tu tuid="2"><tuv xml:lang="en"><seg>Two</seg></tuv><tuv xml:lang="de"><seg>Zwei</seg></tuv></tu>
</body></tmx>
"""
WMT = b"""<?xml version='1.0' encoding='utf-8'?>
<dataset id="toy"><doc origlang="en" id="d1">
<src lang="en"><p><seg id="1">One.</seg></p></src>
<ref lang="de" translator="A"><p><seg id="1">Eins.</seg></p></ref>
<hyp system="X" language="de"><p><seg id="1">Einz.</seg></p></hyp>
</doc></dataset>
"""
TEI = b"""<?xml version="1.0" encoding="UTF-8"?>
<TEI xmlns="http://www.tei-c.org/ns/1.0"><text><body>
<entry><form><orth>ice</orth></form><sense><cit type="trans"><quote>glace</quote></cit></sense></entry>
</body></text></TEI>
"""
LABELS = b"""name = "toy"
version = 1
unit = "idiom"
question = "Is it right?"
guideline = "Look at it."
[[labels]]
key = "good"
name = "Good"
hotkey = "1"
sign = "+"
tone = "good"
description = "As one would say it."
[[labels]]
key = "bad"
name = "Bad"
hotkey = "2"
sign = "-"
tone = "bad"
description = "Wrong."
means = ["error"]
"""
ERROR_TASK = b"""name = "toy"
question = "What is wrong?"
[spans]
source = true
missing = "Omission"
most = 5
[[spans.severities]]
key = "minor"
hotkey = "1"
sign = "~"
tone = "fair"
[[spans.categories]]
key = "Omission"
[[spans.categories]]
key = "Style/Odd"
side = "target"
whole = true
severity = "minor"
[slider]
least = 0
most = 10
[[slider.anchors]]
value = 3
text = "Fair"
"""
ENGINE = b"""name = "toy"
version = 1
url = "http://localhost:5000/translate"
answer = "out.*.text"
texts = 10
characters = 1000
[headers]
X-Key = "${TOY_KEY:-none}"
[body]
q = "{texts}"
source = "{source}"
"""
CAMPAIGN = b"""name = "toy"
suite = "toy"
source = "en"
target = "fr"
suite_version = 1
sample = "triggered+5"
annotators = ["ana", "bo"]
seed = 12345
"""
TRAINING = b"""recipe = "tiny"
languages = "en-fr"
seed = 1
[[data.train]]
source = "a.en"
target = "a.fr"
[data.dev]
source = "a.en"
target = "a.fr"
[training]
steps = 4
"""
CHAT_ENGINE = b"""url = "${TOY_URL:-http://localhost:5000}"
path = "/v1/{model}"
model = "${TOY_MODEL}"
[body]
messages = "{messages}"
system = "{system}"
options = { temperature = 0 }
[message]
role = "{role}"
parts = [{ text = "{text}" }]
[roles]
assistant = "model"
[answer]
path = "out.0.text"
finish = "out.0.end"
cut_off = ["length"]
schema = { type = "object", properties = { t = { type = "string", minLength = 1 } }, required = ["t"] }
field = "t"
[structured]
format = "{schema}"
"""
CHAT_PROMPT = b"""version = 1
turns = false
system = "From {source} into {target}. {register}"
user = "{glossary}{context}{text}"
[around]
context = "Before: {context}"
[items]
glossary = "{text} = {translation}"
[register]
formal = "Be formal."
"""
PROMPT = b"""context = "{source_language}: {source}"
sentence = "{context}{source_language}: {source} {target_language}: {target}"
"""
RULES = Path(__file__).parents[2] / "src/litmus/discourse/data/nl.toml"
OCCURRENCES = _rows(
    {"line": 1, "idiom": "kick the bucket", "span": [6, 23], "pieces": [[6, 23]], "text": "kicked the bucket", "flags": []},
    {"line": 2, "idiom": "rain cats and dogs", "span": [6, 25], "pieces": [[6, 25]], "text": "rains cats and dogs", "flags": []},
)  # fmt: skip
JUDGEMENTS = _rows(
    {"id": "1", "system": "a", "annotator": "ana", "label": "literal", "stratum": "x", "size": 4},
    {"id": "2", "system": "a", "annotator": "bo", "label": "correct"},
)
EVIDENCE = _rows(
    {"id": "1", "system": "a", "metric": "blacklist", "counts": {"triggered": 1, "segments": 1}, "evidence": {}},
    {"id": "2", "system": "a", "metric": "blacklist", "counts": {"flagged": 0}, "evidence": {}},
)  # fmt: skip
EXTRAS = _rows(
    {"kind": "pcxmi", "model": "m", "by": "pos", "name": "PRON", "n": 9, "value": 0.4, "low": 0.1, "high": 0.7},
    {"kind": "probe", "model": "m", "probe": "chrf", "context": "full", "n": 5, "value": 40.0},
)  # fmt: skip
SPANS = "kick the bucket\t[(6, 23)]\n\n{}\n".format('{"label": "x", "spans": [[0, 2]]}').encode()
TAGS = _rows(
    {"tokens": ["He", "is"], "tags": [["pronouns"], []]}, {"tokens": ["Fine"], "tags": [[]]}
)
CIBB = {
    "idiom_blacklist.src.zh.txt": _lines("我四面楚歌", "别画蛇添足"),
    "idiom_blacklist.ref.en.txt": _lines("ref", "ref"),
    "idiom_blacklist.blacklist.en.txt": _lines("song chu", "snake"),
    "list_idiom_blacklist.txt": _lines("四面楚歌", "12", "Besieged", "X: song chu", "", "画蛇添足", "7", "Overdo", "X: snake", ""),
}  # fmt: skip
WMT_FOLDER = {
    "src.en": _lines("one", "two"), "ref.A.de": _lines("eins", "zwei"), "sys.X.de": _lines("x", "y"),
    "docids": _lines("d1", "d2"),
}  # fmt: skip
CONTRAPRO = json.dumps(
    [{"src segment": "It is red.", "ref segment": "Er ist rot.", "document id": "d", "segment_id": 3,
      "ref pronoun": "er", "errors": [{"contrastive": "Sie ist rot.", "type": "pronouns", "replacement": "sie"}]}]
).encode()  # fmt: skip
COCOA = b"src\tformal\tinformal\nAre you coming?\tKommen Sie?\tKommst du?\n"
PAIR = {"a.en": SOURCE, "a.fr": TARGET}
OUTPUT = _lines("h1 Il a frappé le seau .", "h2 Il pleut .", "h3 Bien .")


DICTD = {
    "d.index": b"ice\tA\tL\n",
    "d.dict.dz": gzip.compress(b"ice\n1. glace\n", mtime=0),
}
PACKED = {
    "a.txt.gz": gzip.compress(SOURCE, mtime=0),
    "a.txt.xz": lzma.compress(SOURCE),
    "a.txt.zst": zstandard.compress(SOURCE),
}


def _parts() -> Files:
    """The two parts of a run, as they are written."""
    with TemporaryDirectory() as name:
        for number, rows in ((1, (0, 2)), (2, (2, 5))):
            lines = (f"row {n}\n" for n in range(*rows))
            stretch = Stretch(*rows, 5, "0" * 32)
            write_part(Path(name) / f"p{number}", "tag|x", Shard(number, 2), stretch, lines)
        return {path.name: path.read_bytes() for path in sorted(Path(name).iterdir())}


PARTS = _parts()


def _merged(folder: Path) -> list[str]:
    whole = folder / "whole"
    merge([folder / "p1", folder / "p2"], whole)
    return whole.read_text(encoding="utf-8").splitlines()


def _same_rows(files: Files, merged: list[str]) -> None:
    if merged != [f"row {n}" for n in range(5)]:
        raise Misaligned(f"merged to {merged!r}")


SCORED: dict[str, Any] = {
    "languages": "en-fr",
    "source": [f"It is {n}." for n in range(150)],
    "references": [f"Il est {n}." for n in range(150)],
    "outputs": {"x": [f"Elle est {n}." for n in range(150)]},
    "metrics": ("bleu", "apt-eval"),
    "spans": [[(0, 2, "it")] for _ in range(150)],
    "n_bootstrap": 5,
}


@cache
def _results() -> Files:
    """Two parts of a score, which hold results of batches."""
    suite = open_suite(None, **{k: SCORED[k] for k in ("languages", "source", "references", "spans")})  # fmt: skip
    outputs = open_outputs(SCORED["outputs"], suite)
    with TemporaryDirectory() as name:
        for number in (1, 2):
            shard = Shard(number, 2)
            made = evaluate_shard(
                suite, outputs, shard, metrics=SCORED["metrics"], aligners=None, tags=None,
                tested=(), cache=False,
            )  # fmt: skip
            path = Path(name) / f"p{number}"
            write_part(path, "x", shard, made.stretch, made.lines, command=["score"], marks=made.marks)  # fmt: skip
        return {path.name: path.read_bytes() for path in sorted(Path(name).iterdir())}


def _scored(folder: Path) -> list[Any]:
    parts = [folder / "p1", folder / "p2"]
    return [(row.metric, row.value) for row in evaluate(**SCORED, parts=parts).rows]


@cache
def _scores() -> list[Any]:
    return [(row.metric, row.value) for row in evaluate(**SCORED).rows]


def _same_scores(files: Files, found: list[Any]) -> None:
    if found != _scores():
        raise Misaligned(f"scored {found!r}")


def _file(name: str, file: str, content: bytes, read: Callable[[Any], Any]) -> Door:
    """The door of a reader of one file."""
    return Door(name, {file: content}, lambda folder: read(folder / file))


def _rows_of(name: str, file: str, content: bytes, read: Callable[[Any], Iterable[Any]]) -> Door:
    return Door(name, {file: content}, _all(read, file))


def _named(read: Callable[[str], Any]) -> Callable[[Path], Any]:
    return lambda path: read(str(path))


DICTIONARIES = {
    "d.txt": b"ice glace\nice verglas\n", "d.tsv": b"# litmus dictionary\n# name: x\nice\tglace\t12.5\nbush\tpot\t6?\n",
    "d.u8": "冰 冰 [bing1] /ice/to freeze/\n".encode(), "d.tei": TEI,
}  # fmt: skip
CHECKED = {
    "any.jsonl": SEGMENTS, "any.txt": SOURCE, "any.xml": WMT, "any.toml": LABELS, "any.conllu": CONLLU,
}  # fmt: skip


def readers() -> Iterator[Door]:
    """Doors of the library; cheap to try."""
    for name, content in PACKED.items():
        yield _rows_of(name, name, content, read_lines)
    for name, content in COLLECTIONS.items():
        yield Door(f"collection {name.partition('.')[2]}", {name: content}, _collection)
    for name, content in DICTIONARIES.items():
        yield _file(f"dictionary {name}", name, content, lambda p: load_dictionary([p], "en", "fr"))
    for name, content in CHECKED.items():
        yield Door(f"check {name}", {name: content}, _checked(name))
    yield from (
        Door("dictionary dictd", DICTD, lambda f: load_dictionary([f / "d.index"], "en", "fr")),
        Door("lines", {"a.txt": SOURCE},
             lambda f: list(read_lines(f / "a.txt", any_line_end=True)), _same_lines),
        Door("parallel", PAIR, lambda f: list(read_parallel([f / "a.en", f / "a.fr"])), _same_lines),
        _rows_of("columns", "a.tsv", b"a\tb\nc\td\n", lambda p: read_columns(p, (2,), "x, y")),
        _rows_of("jsonl", "a.jsonl", SEGMENTS, read_objects),
        _rows_of("spans", "a.spans", SPANS, read_spans),
        _rows_of("links", "a.links", _lines("0-0 1-1", "", "0-1 2?3"), read_pharaoh),
        _rows_of("tags", "a.tags", TAGS, read_rows),
        Door("mined spans", {"a.jsonl": MINED}, _mined),
        Door("receipt", {"a.receipt.json": RECEIPT}, lambda f: read_receipt(str(f), "a")),
        _rows_of("sgm", "a.sgm", SGM, read_sgm),
        _rows_of("tmx", "a.tmx", TMX, read_tmx),
        _rows_of("conllu", "a.conllu", CONLLU, read_conllu),
        Door("suite", SUITE, _suite, _same_suite),
        _rows_of("judgements", "a.jsonl", JUDGEMENTS, read_judgements),
        _rows_of("judgements.tsv", "a.tsv", b"id\tlabel\tsize\n1\tliteral\t4\n", read_judgements),
        _rows_of("evidence", "a.jsonl", EVIDENCE, read_evidence),
        Door("parts", PARTS, _merged, _same_rows),
        Door("results", _results(), _scored, _same_scores),
        _rows_of("extras", "a.jsonl", EXTRAS, read_extras),
        _file("occurrences", "a.jsonl", OCCURRENCES, read_occurrences),
        _file("idioms", "a.tsv", b"kick the bucket\tdie\nkeep <poss> eye/eyes (on)\t\n",
              lambda p: load_idioms(str(p), "en")),
        _file("labels", "l.toml", LABELS, load_label_set),
        _file("error task", "l.toml", ERROR_TASK, load_label_set),
        _file("engine", "e.toml", ENGINE, _named(load_engine)),
        _file("chat engine", "e.toml", CHAT_ENGINE, _named(load_engine)),
        _file("chat prompt", "p.toml", CHAT_PROMPT, _named(load_chat_prompt)),
        _file("shots", "s.tsv", b"Yes.\tOui.\nNo.\tNon.\n",
              lambda p: load_shots(p, ("en", "fr"), None, ())),
        _file("campaign", "c.toml", CAMPAIGN, lambda p: read_table(p, Settings)),
        _file("prompt", "p.toml", PROMPT, _named(load_prompt)),
        _file("training", "t.toml", TRAINING, read_config),
        _file("rules", "nl.toml", RULES.read_bytes(), read_rules),
        Door("import cibb", CIBB, _imported("cibb")),
        Door("import wmt", WMT_FOLDER, _imported("wmt")),
        Door("import wmt xml", {"a.xml": WMT}, _imported("wmt", "a.xml")),
        Door("import tmx", {"a.tmx": TMX}, _imported("tmx", "a.tmx", ("en", "de"))),
        Door("import contrapro", {"c.json": CONTRAPRO},
             _imported("contrapro", "c.json", ("en", "de"))),
        Door("import cocoa", {"t.en-de.tsv": COCOA}, _imported("cocoa", "t.en-de.tsv")),
        Door("import tsv", {"t.tsv": b"source\treference\tlabel\nIt is ice.\tGlace.\tice\n"},
             _imported("tsv", "t.tsv", ("en", "fr"))),
    )  # fmt: skip


LOOSE = "-l en-fr -s @a.en -r @a.fr"


def commands() -> Iterator[Door]:
    """Doors of the command line."""
    linked = {"s": SPANS, "r": _lines("0-0", "1-1", ""), "x": _lines("0-0", "", "1-1")}
    scored = {**PAIR, "h.fr": OUTPUT}
    for name, files, line in (
        ("score suite", SUITE, "score -t @ -m blacklist bleu --bootstrap 5 -q"),
        ("score files", scored, f"score {LOOSE} -i x=@h.fr -m bleu --bootstrap 5 -q"),
        ("score links", scored | linked,
         f"score {LOOSE} --spans @s -i x=@h.fr --alignment @r --alignment x=@x "
         "--alignment-tokens space -m litter --bootstrap 5 -q"),
        ("check", SUITE, "check @"),
        ("agree", {"j.jsonl": JUDGEMENTS, "e.jsonl": EVIDENCE},
         "agree @j.jsonl --segments @e.jsonl --draws 5"),
        ("mine", {"i.tsv": b"kick the bucket\tdie\n", "a.en": SOURCE},
         "mine @i.tsv @a.en -l en -o @out.jsonl --overwrite --workers 1 -q"),
        ("build", {"m.jsonl": OCCURRENCES, **PAIR},
         f"build @m.jsonl {LOOSE} --min-context 1 -o @built --overwrite -q"),
        ("import", CIBB, "import cibb @ -o @suite --overwrite"),
        ("translate", {"a.en": SOURCE, "h.fr": OUTPUT},
         "translate --system file:@h.fr -l en-fr -s @a.en -o @out --overwrite -q"),
        ("dictionary", {"d.txt": b"ice glace\nhot chaud\n"},
         "dictionary build @d.txt -l en-fr -o @out.tsv"),
        ("engine file", {"e.toml": ENGINE, "a.en": SOURCE},
         "translate --system http:@e.toml -l en-fr -s @a.en -o @o --url http://127.0.0.1:9/"),
    ):  # fmt: skip
        yield Door(name, files, _command(line))
