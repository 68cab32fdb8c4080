"""Every flag is an argument of a Python function, and what is left out is as in Python.

The functions are replaced: what they do is tested with them.
"""

import inspect
import json
import shlex
from collections.abc import Callable, Mapping
from importlib import import_module
from pathlib import Path
from typing import Any
from unittest.mock import ANY

import pytest
from commanding import FIXTURES, Litmus, write_lines

from litmus.annotate.campaigns.create import Plan
from litmus.corpus.filtering import Choice
from litmus.engine.shards import Shard
from litmus.errors import UsageError

here, litmus, tiny = FIXTURES

Asked = Callable[[str, str], tuple[dict[str, Any], dict[str, Any]]]
# On the command line all cores work, and what was computed is kept.
OWN = {"workers": None, "cache": True, "progress": ANY, "command": ANY, "tell": ANY}


@pytest.fixture
def asked(litmus: Litmus, monkeypatch: pytest.MonkeyPatch) -> Asked:
    """The arguments with which a command calls a function, by name, and the function's defaults."""

    def ask(line: str, function: str) -> tuple[dict[str, Any], dict[str, Any]]:
        module, _, name = function.rpartition(".")
        signature = inspect.signature(getattr(import_module(module), name))
        calls = []

        def called(*args: Any, **kwargs: Any) -> None:
            bound = signature.bind(*args, **kwargs)
            bound.apply_defaults()
            calls.append(bound.arguments)
            raise UsageError("this is far enough")

        with monkeypatch.context() as patch:
            patch.setattr(function, called)
            answer = litmus(*shlex.split(line))
        assert (answer.code, len(calls)) == (2, 1), answer.err
        defaults = {
            one.name: one.default
            if one.default is None and one.name == "cache"
            else OWN.get(one.name, one.default)
            for one in signature.parameters.values()
            if one.default is not one.empty
        }
        more = next(
            (one.name for one in signature.parameters.values() if one.kind is one.VAR_KEYWORD), ""
        )
        return {**calls[0], **calls[0].get(more, {})}, defaults

    return ask


def plain(value: Any) -> Any:
    """All that is empty is the same, and so are a list and a tuple."""
    if isinstance(value, list | tuple) or (isinstance(value, Mapping) and not value):
        return list(value) or None
    return value


P = Path
LOOSE = {"languages": "en-fr", "source": P("s.en"), "references": [P("r.fr")]}
LONG = "--language-pair en-fr --source s.en --references r.fr"
PAIR = "-l en-fr -s s.en"
SCORED = {"suite": ANY, "outputs": {"literal": ANY, "mixed": ANY, "right": ANY}}
TESTED = {
    "baseline": "x", "tested": ["bleu"], "family": "metric", "unit": "document", "subsets": True,
    "by_column": ["doc", "length"], "seed": 3, "n_trials": 20, "n_bootstrap": 30,
}  # fmt: skip
TESTS = (
    "--baseline x --tested bleu --family metric --by document --subsets --by-column doc "
    "--by-column length --seed 3 --trials 20 --bootstrap 30"
)
ASKED = {
    "level": "document", "context": "reference", "source_context": 2, "target_context": 3,
    "between": "|", "prompt": "turns", "beam": 4, "length_penalty": 0.5, "batch_tokens": 99,
    "device": "cpu", "url": "http://x", "batch": 7, "timeout": 8.5, "marker": "<{n}>",
    "parallel": 6, "requests_per_minute": 11.0, "tokens_per_minute": 12.0, "model": "m",
    "settings": {"temperature": 0.5}, "shots": "shots.tsv", "shot_count": 2,
    "glossary": P("g.tsv"), "register": "formal",
}  # fmt: skip
SETTINGS = (
    "--level document --context reference --source-context 2 --target-context 3 --break '|' "
    "--prompt turns --beam 4 --length-penalty 0.5 --batch-tokens 99 --device cpu --url http://x "
    "--batch 7 --timeout 8.5 --marker '<{n}>' --parallel 6 --rpm 11 --tpm 12 --model m "
    "--set temperature=0.5 --shots shots.tsv --shot-count 2 --glossary g.tsv --register formal"
)
SHARED = {"workers": 2, "engine": "ray", "gpus": 3, "shard": Shard(1, 2)}
SHARE = "--workers 2 --engine ray --gpus 3 --shard 1/2"
MINED = {
    "idioms": "en", "corpus": P("s.en"), "language": "en", "matcher": "free", "max_gap": 3,
    "max_inserted": 4, "analyser": None, "figurative": 0.5, "classes": ["idiom", "proverb"],
    "workers": 2, "engine": "ray",
}  # fmt: skip
MINE = (
    "mine en s.en --language en --matcher free --max-gap 3 --max-inserted 4 --analyser none "
    "--figurative 0.5 --classes idiom proverb --workers 2 --engine ray --quiet"
)
BUILT = {
    "occurrences": P("found"), "languages": "en-fr", "source": P("s.en"), "reference": P("r.fr"),
    "scheme": "sampled", "size": 9, "cap": 8, "unseen": 7, "upsample": [3, 4], "mark": "span",
    "min_context": 2, "max_words": 50, "max_ratio": 2.5, "doubtful": True, "verdicts": [P("v")],
    "idioms": "en", "seed": 5, "workers": 2, "engine": "ray",
}  # fmt: skip
BUILD = (
    "build found --language-pair en-fr --source s.en --reference r.fr --scheme sampled --size 9 "
    "--cap 8 --unseen 7 --upsample 3 4 --mark span --min-context 2 --max-words 50 --max-ratio 2.5 "
    "--doubtful --verdicts v --idioms en --seed 5 --workers 2 --engine ray --quiet"
)
TAGGED = {
    "languages": "en-fr", "phenomena": ["formality", "pronouns"], "context": 3,
    "aligner": "diagonal", "source_analyser": "plain", "target_analyser": "spacy:x",
    "resolver": "none", "rules": P("r.toml"), "workers": 2, "engine": "ray",
}  # fmt: skip
TAG = (
    "--language-pair en-fr --phenomena formality pronouns --context 3 --aligner diagonal "
    "--source-analyser plain --target-analyser spacy:x --resolver none --rules r.toml --workers 2 "
    "--engine ray --quiet"
)
COLLECTED = {
    "output": P("out"), "columns": {"source": "en"}, "overwrite": True, "shard": Shard(1, 2),
}  # fmt: skip
COLLECT = "--columns source=en --overwrite --shard 1/2 --output out"
CASES: list[tuple[str, str, Mapping[str, Any]]] = [
    # texts
    (f"align {PAIR} -r r.fr", "litmus.api.align.align",
     {"languages": "en-fr", "source": P("s.en"), "target": P("r.fr")}),
    ("align --language-pair en-fr --source s.en --target r.fr --aligner diagonal --tokens space "
     "--workers 2 --engine ray --shard 2/3 --output part --quiet", "litmus.api.align.align",
     {"languages": "en-fr", "source": P("s.en"), "target": P("r.fr"), "aligner": "diagonal",
      "tokens": "space", "workers": 2, "engine": "ray", "shard": Shard(2, 3)}),
    ("align -l en-fr --corpus rows -o out", "litmus.api.align.align_all",
     {"languages": "en-fr", "corpus": P("rows"), "output": P("out")}),
    (f"align -l en-fr --corpus rows -a diagonal --tokens moses -f jsonl --guesses {COLLECT}",
     "litmus.api.align.align_all",
     {"languages": "en-fr", "corpus": P("rows"), "aligner": "diagonal", "tokens": "moses",
      "form": "jsonl", "guesses": True, **COLLECTED}),
    ("analyse s.en -l en", "litmus.language.analysers.analysed_as",
     {"make": ANY, "texts": ANY, "language": "en"}),
    ("analyse s.en --language en --sents split --backend plain --no-parse --workers 2 --engine ray "
     "--quiet", "litmus.language.analysers.analysed_as",
     {"make": ANY, "texts": ANY, "language": "en", "sentences": "split", "backend": "plain",
      "parse": False, "workers": 2, "engine": "ray"}),
    ("analyse rows -l en -o out", "litmus.api.analyse.analyse_all",
     {"corpus": P("rows"), "language": "en", "output": P("out")}),
    ("analyse rows -l en --sents split --backend plain --no-parse --workers 2 --engine ray "
     "--columns text=body --overwrite --shard 1/2 -o out", "litmus.api.analyse.analyse_all",
     {"corpus": P("rows"), "language": "en", "sentences": "split", "backend": "plain",
      "parse": False, "workers": 2, "engine": "ray", **COLLECTED, "columns": {"text": "body"}}),
    (f"build found {PAIR} -r r.fr -o out", "litmus.api.build.build",
     {"occurrences": P("found"), "output": P("out"), "languages": "en-fr", "source": P("s.en"),
      "reference": P("r.fr")}),
    (f"{BUILD} --output out --overwrite", "litmus.api.build.build",
     {**BUILT, "output": P("out"), "overwrite": True}),
    ("build found -l en-fr --corpus rows -o out", "litmus.api.build.build",
     {"occurrences": P("found"), "output": P("out"), "languages": "en-fr", "corpus": P("rows")}),
    (f"{BUILD} --output part --shard 1/2", "litmus.api.build.build_shard",
     {**BUILT, "shard": Shard(1, 2)}),
    ("dictionary build d.tsv -l en-fr -o out.tsv", "litmus.language.dictionary.bilingual.build",
     {"paths": [P("d.tsv")], "source": "en", "target": "fr", "output": P("out.tsv"), "name": "out"}),
    ("dictionary build d.tsv --language-pair en-fr --output out.tsv --name mine --version 4 "
     "--licence CC0 --phrases --quiet", "litmus.language.dictionary.bilingual.build",
     {"paths": [P("d.tsv")], "source": "en", "target": "fr", "output": P("out.tsv"), "name": "mine",
      "version": 4, "licence": "CC0", "phrases": True}),
    ("mine en s.en -l en", "litmus.api.mine.mine",
     {"idioms": "en", "corpus": P("s.en"), "language": "en"}),
    (f"{MINE} --resume --overwrite --samples look.html --output out", "litmus.api.mine.mine",
     {**MINED, "resume": True, "overwrite": True, "samples": P("look.html"), "output": P("out")}),
    (f"{MINE} --shard 1/2 -o part", "litmus.api.mine.mine_shard", {**MINED, "shard": Shard(1, 2)}),
    ("mine en rows -l en -o out", "litmus.api.mine.mine_all",
     {"idioms": "en", "corpus": P("rows"), "language": "en", "output": P("out")}),
    (f"{MINE.replace('s.en', 'rows')} {COLLECT}".replace("source=", "text="),
     "litmus.api.mine.mine_all",
     {**MINED, **COLLECTED, "corpus": P("rows"), "columns": {"text": "en"}}),
    (f"tag {PAIR} -r r.fr --docids ids", "litmus.api.tag.tag",
     {"languages": "en-fr", "source": P("s.en"), "reference": P("r.fr"), "docids": P("ids")}),
    (f"tag {TAG} --source s.en --reference r.fr --docids ids --no-cache --counts --shard 1/2 "
     "--output part", "litmus.api.tag.tag",
     {**TAGGED, "source": P("s.en"), "reference": P("r.fr"), "docids": P("ids"), "cache": False,
      "shard": Shard(1, 2)}),
    ("tag -t tiny", "litmus.api.tag.tag", {"suite": "tiny"}),
    ("tag -l en-fr --corpus rows -o out", "litmus.api.tag.tag_all",
     {"languages": "en-fr", "corpus": P("rows"), "output": P("out")}),
    (f"tag {TAG} --corpus rows {COLLECT}", "litmus.api.tag.tag_all",
     {**TAGGED, **COLLECTED, "corpus": P("rows")}),
    # scores
    ("score -t tiny", "litmus.api.evaluate.evaluate", SCORED),
    (f"score --suite tiny --input @mixed it=s.en --metrics bleu chrf --aligner diagonal "
     f"--alignment it=h.align --tags r.tags --rules r.toml --source-analyser plain "
     f"--target-analyser conllu:a --resegment --segments why --report page.html --title T "
     f"--ratings a b --no-cache --workers 2 --engine ray --paired-ar {TESTS} --quiet",
     "litmus.api.evaluate.evaluate",
     {**TESTED, "suite": ANY, "outputs": {"@mixed": ANY, "it": P("s.en")}, "test": "ar",
      "metrics": ["bleu", "chrf"], "aligner": "diagonal", "aligners": {"it": ANY},
      "tags": {"": P("r.tags")}, "rules": P("r.toml"), "source_analyser": "plain",
      "target_analyser": {"": "conllu:a"}, "resegment": True, "segments": P("why"),
      "page": P("page.html"), "title": "T", "ratings": [P("a"), P("b")], "cache": False,
      "workers": 2, "engine": "ray"}),
    ("score -t tiny --paired-bs", "litmus.api.evaluate.evaluate", {**SCORED, "test": "bs"}),
    ("score -t tiny --seed 0", "litmus.api.evaluate.evaluate", {**SCORED, "seed": 0}),
    (f"score -t tiny --system new=cmd:cat {SETTINGS} --answers kept",
     "litmus.api.evaluate.evaluate",
     {"suite": ANY, "outputs": None, "answers": P("kept"),
      "systems": {"new": {**ASKED, "system": "cmd:cat", "progress": ANY}}}),
    ("score -t tiny -i @mixed --system new=cmd:cat", "litmus.api.evaluate.evaluate",
     {"suite": ANY, "outputs": {"@mixed": ANY}, "answers": P("litmus.answers"), "systems": ANY}),
    ("score -t tiny --require 'bleu>=3'", "litmus.api.gate.gate",
     {**SCORED, "require": ["bleu>=3"], "options": ANY}),
    ("score -t tiny --require 'bleu>=3' --allow-no-evidence --sequential --confidence 0.9 "
     "--fail-fast", "litmus.api.gate.gate",
     {**SCORED, "require": ["bleu>=3"], "allow_no_evidence": True, "sequential": True,
      "confidence": 0.9, "fail_fast": True, "options": ANY}),
    (f"score -t tiny -m bleu --shard 1/2 -o part --segments why --report page.html --no-cache "
     f"--require 'bleu>=3' --workers 2 --engine ray {TESTS}".replace("--baseline x", ""),
     "litmus.api.evaluate.evaluate_shard",
     {**TESTED, **SCORED, "shard": Shard(1, 2), "segments": True, "page": True, "test": None,
      "baseline": None, "metrics": ["bleu"], "require": ["bleu>=3"], "cache": False,
      "workers": 2, "engine": "ray", "aligner": "embedded", "options": ANY}),
    (f"score -t tiny -f evalset -o out --resegment -i a=s.en --no-cache --workers 2 --engine ray "
     f"{TESTS}", "litmus.api.evaluate.evaluate_evalset",
     {**TESTED, "suite": ANY, "folder": P("out"), "outputs": {"a": P("s.en")}, "resegment": True,
      "test": None, "cache": False, "workers": 2, "engine": "ray", "aligner": "embedded",
      "options": ANY}),
    ("score -t tiny -t tiny", "litmus.api.evaluate_suites.evaluate_suites", {"suites": ANY}),
    (f"score -t tiny -t tiny -i @mixed -m bleu -a diagonal --rules r.toml --no-cache --workers 2 "
     f"--engine ray --paired-bs {TESTS}", "litmus.api.evaluate_suites.evaluate_suites",
     {**TESTED, "suites": ANY, "outputs": {"tiny": {"@mixed": ANY}}, "metrics": ["bleu"],
      "aligner": "diagonal", "rules": [P("r.toml")], "cache": False, "workers": 2,
      "engine": "ray", "test": "bs"}),
    ("score -t tiny -t tiny --require 'bleu>=3' --allow-no-evidence",
     "litmus.api.gate.gate_suites",
     {"suites": ANY, "require": ["bleu>=3"], "allow_no_evidence": True, "options": ANY}),
    ("report -t tiny", "litmus.api.report.report", {**SCORED, "path": P("litmus-report.html")}),
    ("report -t tiny --paired-bs", "litmus.api.report.report",
     {**SCORED, "path": P("litmus-report.html"), "test": "bs"}),
    (f"report {LONG} --spans s.spans --docids ids -i it=s.en --resegment --extras extras --ratings "
     f"a --no-links --output page.html --title T --no-cache --workers 2 --engine ray --no-test "
     f"{TESTS} --quiet", "litmus.api.report.report",
     {**TESTED, "suite": ANY, "outputs": {"it": P("s.en")}, "path": P("page.html"),
      "resegment": True, "extras": P("extras"), "ratings": [P("a")], "links": False, "title": "T",
      "cache": False, "workers": 2, "engine": "ray", "test": None}),
    (f"report -t tiny --shard 1/2 -o part --no-links --no-cache --workers 2 --engine ray {TESTS}",
     "litmus.api.evaluate.evaluate_shard",
     {**TESTED, **SCORED, "shard": Shard(1, 2), "page": True, "links": False, "test": "ar",
      "cache": False, "workers": 2, "engine": "ray", "aligner": "embedded", "options": ANY}),
    ("agree j.tsv", "litmus.api.agree.agree", {"judgements": [P("j.tsv")]}),
    ("agree j.tsv k.tsv --suite tiny --metrics bleu --segments why --task idiom --error a b "
     "--literal c --gold mqm --draws 9 --seed 3 --input new --source s.en --references r.fr "
     "--docids ids --language-pair en-fr --quiet", "litmus.api.agree.agree",
     {**LOOSE, "judgements": [P("j.tsv"), P("k.tsv")], "suite": "tiny", "metrics": ["bleu"],
      "segments": P("why"), "task": "idiom", "error": ["a", "b"], "literal": ["c"], "gold": "mqm",
      "draws": 9, "seed": 3, "outputs": {"new": "new"}, "docids": P("ids")}),
    ("agree j.tsv -t tiny -m bleu", "litmus.api.agree.agree",
     {**SCORED, "judgements": [P("j.tsv")], "metrics": ["bleu"]}),
    ("agree set -l en-de -m chrf -a diagonal -i sys", "litmus.api.agree.agree",
     {"judgements": [P("set")], "languages": "en-de", "metrics": ["chrf"], "aligner": "diagonal",
      "outputs": {"sys": "sys"}}),
    ("judge -t tiny --judge http:x -o rows", "litmus.api.judge.judge",
     {**SCORED, "judge": "http:x", "output": P("rows")}),
    ("judge -t tiny --judge http:x --task direct --repeats 2 --repairs 3 --with-reference "
     "--source-context 4 --target-context 5 --sample 6 --seed 7 --people a b --overwrite "
     "--url http://x --model m --set temperature=0.5 --timeout 8 --parallel 9 --rpm 10 --tpm 11 "
     "--answers kept --dry-run --quiet", "litmus.api.judge.judge",
     {**SCORED, "judge": "http:x", "task": "direct", "repeats": 2, "repairs": 3,
      "with_reference": True, "source_context": 4, "target_context": 5, "sample": 6, "seed": 7,
      "people": [P("a"), P("b")], "overwrite": True, "url": "http://x", "model": "m",
      "settings": {"temperature": 0.5}, "timeout": 8.0, "parallel": 9,
      "requests_per_minute": 10.0, "tokens_per_minute": 11.0, "cache": P("kept"),
      "dry_run": True}),
    ("reproduce data", "litmus.api.reproduce.reproduce", {"folder": P("data")}),
    ("reproduce data litter cibb --own mine --html page.html --workers 2 --quiet --output out",
     "litmus.api.reproduce.reproduce",
     {"folder": P("data"), "cases": ["litter", "cibb"], "own": P("mine"), "html": P("page.html"),
      "workers": 2}),
    ("resegment free -t tiny", "litmus.api.resegment.resegment",
     {"suite": "tiny", "texts": P("free")}),
    (f"resegment a b {LONG} --docids ids --by reference --workers 2",
     "litmus.api.resegment.resegment",
     {**LOOSE, "texts": [P("a"), P("b")], "docids": P("ids"), "by": "reference", "workers": 2}),
    ("run", "litmus.projects.run.run_project", {"project": P("litmus.toml")}),
    ("run p.toml --only a/b --only c --force --dry-run --keep kept --workers 2 --quiet",
     "litmus.projects.run.run_project",
     {"project": P("p.toml"), "only": ["a/b", "c"], "force": True, "dry_run": True,
      "keep": P("kept"), "workers": 2}),
    # files
    ("ratings a.tsv -o out", "litmus.api.ratings.convert_ratings",
     {"files": [P("a.tsv")], "path": P("out")}),
    ("ratings a b -t tiny -i it=s.en --format pearmut-campaign --protocol MQM --annotators "
     "'ana, ben,' --name N --output out", "litmus.api.ratings.convert_ratings",
     {"files": [P("a"), P("b")], "path": P("out"), "format": "pearmut-campaign", "suite": ANY,
      "outputs": {"it": P("s.en")}, "protocol": "MQM", "annotators": ["ana", "ben"],
      "name": "N"}),
    ("ratings a -l en-fr -s s.en -o out", "litmus.api.ratings.convert_ratings",
     {"files": [P("a")], "path": P("out"), "suite": ANY}),
    ("import tsv d.tsv -l en-fr -o folder/mine", "litmus.importers.import_suite",
     {"format": "tsv", "path": P("d.tsv"), "languages": ("en", "fr"), "name": "mine",
      "options": {}}),
    ("import wmt d.tsv --language-pair en-fr --output mine --name N --option sys=a --option ref=b",
     "litmus.importers.import_suite",
     {"format": "wmt", "path": P("d.tsv"), "languages": ("en", "fr"), "name": "N",
      "options": {"sys": "a", "ref": "b"}, "sys": "a", "ref": "b"}),
    ("export xliff -t tiny -o out", "litmus.exporters.export_suite",
     {"format": "xliff", "suite": ANY, "output": P("out"), "outputs": {}, "options": {}}),
    ("export po -t tiny --input it=r4.fr --into de.po --overwrite --quiet --output out",
     "litmus.exporters.export_suite",
     {"format": "po", "suite": ANY, "output": P("out"), "outputs": {"it": ANY},
      "into": P("de.po"), "overwrite": True, "options": {}}),
    ("suite filter -t tiny -o out", "litmus.corpus.filtering.write_part_of",
     {"suite": ANY, "outputs": SCORED["outputs"], "choice": Choice(seed=12345),
      "folder": P("out")}),
    ("suite filter -t tiny --input @mixed --ids ids --documents d1 d2 --labels a b --with-idioms "
     "--sample 4 --seed 5 --name N --overwrite --output out",
     "litmus.corpus.filtering.write_part_of",
     {"suite": ANY, "outputs": {"@mixed": ANY}, "folder": P("out"), "name": "N",
      "overwrite": True,
      "choice": Choice(frozenset({"d"}), ["d1", "d2"], ["a", "b"], True, 4, 5)}),
    # models
    (f"translate {PAIR} --system cmd:cat -o out", "litmus.api.translate.translate",
     {"languages": "en-fr", "source": P("s.en"), "system": "cmd:cat", "output": P("out"),
      "cache": None}),
    (f"translate {LONG} --docids ids --system model:x {SETTINGS} {SHARE} --answers kept "
     "--overwrite --dry-run --output out --quiet", "litmus.api.translate.translate",
     {**LOOSE, **ASKED, **SHARED, "docids": P("ids"), "system": "model:x", "cache": P("kept"),
      "overwrite": True, "dry_run": True, "output": P("out")}),
    ("translate -t tiny --system cmd:cat -o out --cache kept", "litmus.api.translate.translate",
     {"suite": "tiny", "system": "cmd:cat", "output": P("out"), "cache": P("kept")}),
    ("cxmi -t tiny", "litmus.api.cxmi.cxmi", {"suite": "tiny"}),
    (f"cxmi --model m {LONG} --docids ids --source-context 1 --target-context 2 --sizes 3 4 "
     "--random-context --base 2 --tags t.jsonl --pos --target-analyser plain --min-count 5 "
     "--top 6 --prompt chat --break '|' --device cpu --batch-tokens 7 --seed 8 --bootstrap 9 "
     f"--output rows --extras e --page p.html --quiet {SHARE}", "litmus.api.cxmi.cxmi",
     {**LOOSE, **SHARED, "model": "m", "docids": P("ids"), "source_context": 1,
      "target_context": 2, "sizes": [3, 4], "random_context": True, "base": "2",
      "tags": P("t.jsonl"), "pos": True, "target_analyser": "plain", "min_count": 5, "top": 6,
      "prompt": "chat", "between": "|", "device": "cpu", "batch_tokens": 7, "seed": 8,
      "n_bootstrap": 9, "output": P("rows"), "extras": P("e"), "page": P("p.html")}),
    ("cxmi -t tiny --contrastive --tag --parts a b -o rows", "litmus.api.cxmi.cxmi",
     {"suite": "tiny", "contrastive": True, "tag": True, "parts": [P("a"), P("b")],
      "output": P("rows")}),
    ("probe -t tiny", "litmus.api.probe.probe", {"suite": "tiny"}),
    (f"probe --model a --model b {LONG} --spans s.spans --probes chrf entropy --aligner diagonal "
     "--beam 2 --batch-tokens 3 --device cpu --bootstrap 4 --seed 5 --extras e --output o --quiet",
     "litmus.api.probe.probe",
     {**LOOSE, "model": ["a", "b"], "spans": P("s.spans"), "probes": ["chrf", "entropy"],
      "aligner": "diagonal", "beam": 2, "batch_tokens": 3, "device": "cpu", "n_bootstrap": 4,
      "seed": 5}),
]  # fmt: skip


@pytest.fixture
def files(tiny: Path) -> Path:
    """All that a command looks at before it begins."""
    write_lines(tiny / "s.en", ["I sing .", "I dance .", "I sleep .", "I wake ."])
    for name in ("r.fr", "r4.fr"):
        write_lines(tiny / name, ["Je chante .", "Je danse .", "Je dors .", "Je suis là ."])
    write_lines(tiny / "s.spans", [""] * 4)
    write_lines(tiny / "d.tsv", ["a\tb"])
    write_lines(tiny / "ids", ["d"] * 4)
    row = {"kind": "pcxmi", "model": "m", "by": "pos", "name": "NOUN", "n": 2, "value": 0.5}
    write_lines(tiny / "extras", [json.dumps(row)])
    write_lines(tiny / "rows" / "a.tsv", ["a\tb"])
    for name in ("documents/en-de.docs", "sources/en-de.txt"):  # an EvalSet
        write_lines(tiny / "set" / name, [])
    (tiny / "set" / "system-outputs").mkdir()
    return tiny


@pytest.mark.parametrize(("line", "function", "given"), CASES, ids=lambda x: str(x)[:50])
def test_a_flag_is_an_argument_and_what_is_left_out_is_as_in_python(
    files: Path, asked: Asked, line: str, function: str, given: Mapping[str, Any]
) -> None:
    found, defaults = asked(line, function)
    wanted = {**defaults, **given}
    assert {name: plain(found.get(name)) for name in wanted} == {
        name: plain(value) for name, value in wanted.items()
    }


def test_a_campaign_is_planned_as_the_flags_say(files: Path, asked: Asked) -> None:
    function = "litmus.annotate.campaigns.create.create_campaign"
    found, _ = asked("annotate new camp -t tiny --annotators ana", function)
    labels = found["plan"].labels
    assert found["plan"] == Plan(labels=labels, annotators=("ana",), blind=True, context=2)
    assert (found["folder"], found["suite_name"], found["aligner"]) == (
        P("camp"),
        "tiny",
        "embedded",
    )
    found, _ = asked(
        "annotate new camp -t tiny -m blacklist --task pronoun --annotators 'ana, ben,' --overlap 2"
        " --shared 3 --sample triggered+4 --attention 5 --suggest verdict --guideline g --name N "
        "--context 6 --reference --not-blind --in-order --seed 7 -a diagonal --quiet", function,
    )  # fmt: skip
    assert found["plan"].labels != labels
    assert found["plan"] == Plan(
        labels=found["plan"].labels, annotators=("ana", "ben"), name="N", sample="triggered+4",
        trigger=("blacklist",), suggest="verdict", guideline=P("g"), overlap=2, shared=3,
        blind=False, shuffle=False, reference=True, context=6, attention=5, seed=7,
    )  # fmt: skip
    assert found["aligner"] == "diagonal"
