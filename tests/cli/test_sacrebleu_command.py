"""`-t sacrebleu:NAME/PAIR`: a cache of sacreBLEU's made by hand, and sacreBLEU's own score of it.

sacreBLEU reads the place of its cache when it is loaded, so each command has a Python of its own.
"""

import json
from pathlib import Path

import pytest
from commanding import Answer, python

pytestmark = pytest.mark.slow  # processes

SET = """<?xml version='1.0' encoding='UTF-8'?>
<dataset id="wmttest2024.en-de"><collection id="general">
<doc id="d1" origlang="en" domain="news">
<src lang="en"><p><seg id="1">Good morning, my friends.</seg><seg id="2">It rains.</seg></p></src>
<ref lang="de" translator="refA"><p><seg id="1">Guten Morgen, meine Freunde.</seg>
<seg id="2">Es regnet.</seg></p></ref>
<ref lang="de" translator="refB"><p><seg id="1">Einen guten Tag.</seg><seg id="2">Regen.</seg></p></ref>
<hyp system="GPT-4" lang="de"><p><seg id="1">Guten Morgen, meine Freunde!</seg>
<seg id="2">Es regnet.</seg></p></hyp>
<hyp system="Half" lang="de"><p><seg id="1">Morgen.</seg><seg id="2">Regen.</seg></p></hyp>
</doc>
<doc id="d2" origlang="de" domain="speech">
<src lang="en"><p><seg id="1">Who is there at the door?</seg></p></src>
<ref lang="de" translator="refA"><p><seg id="1">Wer ist da an der Tür?</seg></p></ref>
<ref lang="de" translator="refB"><p><seg id="1">Wer da?</seg></p></ref>
<hyp system="GPT-4" lang="de"><p><seg id="1">Wer ist da an der Pforte?</seg></p></hyp>
</doc></collection></dataset>
"""
OUTPUT = "Guten Morgen, meine Freunde!\nEs regnet.\nWer ist da an der Pforte?\n"


@pytest.fixture
def cache(tmp_path: Path) -> Path:
    raw = tmp_path / "cache" / "wmt24" / "raw"
    (raw / "xml").mkdir(parents=True)
    (raw / "wmt24.data_onlyxml.tar.gz").write_bytes(b"unpacked already")
    (raw / "xml" / "wmttest2024.en-de.all.xml").write_text(SET, encoding="utf-8")
    return tmp_path / "cache"


def run(cache: Path, *arguments: str, module: str = "litmus", text: str = "") -> Answer:
    done = python(
        "-m", module, *arguments, cwd=cache.parent, input=text,
        variables={"SACREBLEU": str(cache), "https_proxy": "http://127.0.0.1:9"},
    )  # fmt: skip
    return Answer(done.returncode, done.stdout, done.stderr)


def test_score_of_a_cached_set_is_sacrebleus_own(cache: Path) -> None:
    found = run(
        cache, "score", "-t", "sacrebleu:wmt24/en-de", "-m", "bleu", "chrf",
        "--by-column", "domain", "origlang", "-f", "json", "--bootstrap", "20",
    )  # fmt: skip
    own = run(
        cache, "-t", "wmt24", "-l", "en-de", "-m", "bleu", "chrf", "-w", "10", module="sacrebleu",
        text=OUTPUT,
    )  # fmt: skip
    assert (found.code, own.code) == (0, 0)
    expected = {score["name"].lower()[:4]: score["score"] for score in json.loads(own.out)}
    row = found.row("GPT-4", "bleu")  # Half lacks a segment: it is no system of the set
    assert row["value"] == pytest.approx(expected["bleu"], abs=1e-9)
    assert found.row("GPT-4", "chrf")["value"] == pytest.approx(expected["chrf"], abs=1e-9)
    assert "|set:wmt24.en-de.v1|lang:en-de|nrefs:1|" in row["signature"]
    assert {row["system"] for row in found.rows} == {"GPT-4"}
    assert found.row("GPT-4", "bleu", "domain:speech")["n"] == 1
    assert found.row("GPT-4", "bleu", "origlang:en")["n"] == 2


def test_other_commands_take_the_name_too(cache: Path) -> None:
    (cache.parent / "mine.de").write_text(OUTPUT, encoding="utf-8")
    name = "sacrebleu:wmt24/en-de"
    done = run(cache, "translate", "-t", name, "--system", "file:mine.de", "-o", "copy.de")
    assert (done.code, (cache.parent / "copy.de").read_text(encoding="utf-8")) == (0, OUTPUT)
    assert run(cache, "report", "-t", name, "-i", "mine.de", "-m", "bleu", "-o", "r.html").code == 0
    tags = run(cache, "tag", "-t", name)
    rows = [json.loads(line) for line in tags.out.splitlines()]
    assert [row["doc"] for row in rows] == ["d1", "d1", "d2"]


@pytest.mark.parametrize(
    ("name", "code", "message"),
    [
        (
            "sacrebleu:wmt42/en-de", 2,
            "litmus: No test set of sacreBLEU is called 'wmt42'. Did you mean 'wmt24'?\nKnown: ",
        ),
        (
            "sacrebleu:wmt24/en-dd", 2,
            "litmus: No language pair of wmt24 is called 'en-dd'. Did you mean 'en-de'?\n"
            "Known: cs-uk, ",
        ),
        (
            "sacrebleu:wmt24", 2,
            "litmus: wmt24 has 11 language pairs: cs-uk, ",
        ),
        (
            "sacrebleu:wmt23/en-de", 1,
            "litmus: sacrebleu:wmt23/en-de is not in sacreBLEU's cache ({cache}/wmt23), or is "
            "damaged, and could not be downloaded: ",
        ),
    ],
)  # fmt: skip
def test_refused(cache: Path, name: str, code: int, message: str) -> None:
    found = run(cache, "score", "-t", name)
    assert found.code == code
    assert found.err.startswith(message.format(cache=cache))
    if code == 1:
        assert found.err.endswith(
            "Where there is a network, run: sacrebleu -t wmt23 -l en-de --echo src\n"
            f"Then copy the folder wmt23 to {cache}, or name the cache in the variable SACREBLEU.\n"
        )
