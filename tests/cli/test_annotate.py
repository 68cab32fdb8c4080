"""`litmus annotate` as people type it."""

import json
import re
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from commanding import ENVIRONMENT, FIXTURES, Litmus, write_lines, written

here, litmus, tiny = FIXTURES


def make(litmus: Litmus, *more: str) -> str:
    """The campaign `c` on the suite `tiny`; what was printed."""
    answer = litmus("annotate", "new", "c", "-t", "tiny", "--annotators", "ana,ben", "--sample", "all",
                    "--overlap", "2", *more)  # fmt: skip
    assert (answer.code, answer.err) == (0, "")
    return answer.out


def test_new_prints_a_link_for_everyone(tiny: Path, litmus: Litmus) -> None:
    lines = make(litmus).split("\n")
    assert lines[0] == "9 items in c. Serve it: litmus annotate c"  # three idioms, three systems
    for line, name in zip(lines[1:3], ("ana", "ben"), strict=True):
        pattern = rf"{name}\t9 items\thttp://127\.0\.0\.1:8642/#k=[\w-]{{32}}"
        assert re.fullmatch(pattern, line), line
    assert lines[3:] == [
        "The links are shown only now, and whoever has one judges in that name.",
        "New ones: litmus annotate links CAMPAIGN [NAME…]",
        "",
    ]


def test_suggestions_of_the_shipped_metric_are_kept_or_not(tiny: Path, litmus: Litmus) -> None:
    from contextlib import closing

    from litmus.annotate.campaigns.campaign import load_campaign

    make(litmus, "--suggest", "verdict", "--in-order")
    with closing((store := load_campaign(tiny / "c").store()).connection):
        first, last = (store.task(1, k).shown["suggested"]["label"] for k in (1, 9))
        store.judge(1, 1, first, "", "request-1")
        store.judge(1, 9, "understandable", "", "request-2")  # which nothing suggests
    rows = [json.loads(line) for line in litmus("annotate", "export", "c").out.splitlines()]
    assert {(row["label"], row["suggested"]) for row in rows} == {
        (first, first), ("understandable", last),
    }  # fmt: skip
    answer = litmus("agree", "c", "--draws", "50")
    assert answer.code == 0
    table = answer.out.split("Suggestions that people kept (%)\n")[1].split("\n")
    assert table[1].split()[:2] == ["all", "50.0"] and table[1].split()[-1] == "2"
    assert answer.err == (
        "litmus: 2 answers were given beside a metric's suggestion; they speak for that metric "
        "more than blind ones would.\n"
    )


def test_a_metric_that_cannot_suggest_is_refused(tiny: Path, litmus: Litmus) -> None:
    answer = litmus(
        "annotate", "new", "c", "-t", "tiny", "--annotators", "a", "--suggest", "litter"
    )
    assert (answer.code, answer.err) == (
        2,
        "litmus: litter says only right or wrong, so it cannot suggest a label.\n"
        "Metrics that can: verdict\n",
    )


def test_the_default_sample_is_what_the_suite_triggers(tiny: Path, litmus: Litmus) -> None:
    answer = litmus("annotate", "new", "c", "-t", "tiny", "--annotators", "ana")
    assert answer.code == 0
    status = litmus("annotate", "status", "c").out.split("\n")
    # the suite asks for its blacklist: literal triggers three times, mixed twice
    assert status == [
        "c: task idiom, 9 items, 0 entries in the log",
        "  ana\t0 of 9\t0 %",
        "  literal\ttriggered\t0 of 3 judged, of 3 in the set",
        "  mixed\trest\t0 of 1 judged, of 1 in the set",
        "  mixed\ttriggered\t0 of 2 judged, of 2 in the set",
        "  right\trest\t0 of 3 judged, of 3 in the set",
        "",
    ]


def test_loose_files_and_own_metrics(tiny: Path, litmus: Litmus) -> None:
    write_lines(tiny / "src", ["He kicked the bucket ."])
    write_lines(tiny / "ref", ["Il est mort ."])
    write_lines(tiny / "spans", ["kick the bucket\t[(3, 20)]"])
    write_lines(tiny / "out", ["Il a frappé le seau ."])
    answer = litmus("annotate", "new", "c", "-l", "en-fr", "-s", "src", "-r", "ref", "--spans",
                    "spans", "-i", "mine=out", "-m", "litter:dictionary=tiny.tsv", "--sample",
                    "triggered+0", "--annotators", "ana", "--url", "https://judge.example/x/")  # fmt: skip
    assert answer.code == 0
    assert answer.out.startswith("1 item in c.") and "\thttps://judge.example/x/#k=" in answer.out


def test_export_and_import(tiny: Path, litmus: Litmus) -> None:
    make(litmus)
    write_lines(tiny / "theirs.tsv", ["id\tsystem\tlabel", "b\tliteral\tL", "c\tright\tcorrect"])
    answer = litmus(
        "annotate", "import", "c", "theirs.tsv", "--annotator", "cy", "--map", "L=literal"
    )
    assert (answer.code, answer.out) == (
        0, "2 judgements added, 0 already present, 0 on items that this campaign does not have.\n",
    )  # fmt: skip
    rows = [json.loads(line) for line in litmus("annotate", "export", "c").out.splitlines()]
    found = sorted((row["id"], row["system"], row["annotator"], row["label"]) for row in rows)
    assert found == [("b", "literal", "cy", "literal"), ("c", "right", "cy", "correct")]
    assert litmus("annotate", "export", "c", "-o", "out.tsv").out == ""
    head, *lines = (tiny / "out.tsv").read_text().splitlines()
    assert head.split("\t")[:4] == ["campaign", "task", "item", "id"] and len(lines) == 2
    litmus("annotate", "export", "c", "-o", "out.jsonl", "--all")
    assert len(written(tiny / "out.jsonl")) == 2


def test_links_end_and_begin(tiny: Path, litmus: Litmus) -> None:
    first = make(litmus)
    answer = litmus("annotate", "links", "c", "ana", "dora")
    assert answer.code == 0
    assert [line.split("\t")[:2] for line in answer.out.splitlines()] == [
        ["ana", "9 items"], ["dora", "0 items"],
    ]  # fmt: skip
    assert answer.out.splitlines()[0] not in first
    moved = litmus("annotate", "move", "c", "ben", "dora")
    assert moved.out == "9 items of ben went to dora\n"


@pytest.mark.parametrize(("arguments", "code", "message"), [
    (["new", "c", "-t", "tiny", "--annotators", "a", "--overlap", "2"], 2,
     "--overlap 2: an item can be judged by 1 to 1 of 1 annotators."),
    (["new", "c", "-t", "tiny", "--annotators", " , "], 2, "A campaign needs annotators: --annotators NAME,NAME"),
    (["new", "c", "-t", "tiny", "--annotators", "a", "--task", "idoim"], 2, "No task is called 'idoim'. Did you mean 'idiom'?"),
    (["new", "c", "-t", "tiny", "--annotators", "a", "--sample", "some"], 2, "--sample cannot be 'some'."),
    (["new", "c", "-t", "tiny", "--annotators", "a", "-m", "bleu"], 2, "bleu calls no single segment right or wrong"),
    (["new", "tiny", "-t", "tiny", "--annotators", "a"], 1, "tiny already exists. Choose another name."),
    (["new", "c", "-t", "tiny", "--annotators", "a", "--task", "tag"], 2, "Judging tags needs tags: --tags REF.tags, or --tags NAME=OUT.tags"),
    (["tiny"], 1, "There is no campaign in tiny: campaign.db is missing."),
    (["exprot", "tiny"], 2, ""),
    (["exprot"], 2, "There is no campaign called exprot, and it is not a verb (new, serve, status, links, move, export, import)."),
    (["export", "nowhere"], 2, "There is no campaign called nowhere"),
    (["import", "tiny", "x", "--map", "a"], 2, "--map takes THEIRS=OURS, not 'a'."),
])  # fmt: skip
def test_what_is_refused(
    tiny: Path, litmus: Litmus, arguments: list[str], code: int, message: str
) -> None:
    answer = litmus("annotate", *arguments)
    assert (answer.code, answer.out) == (code, "")
    assert answer.err.startswith(f"litmus: {message}")
    assert not (tiny / "c").exists()


def test_help_names_the_verbs(litmus: Litmus) -> None:
    answer = litmus("annotate", "--help")
    assert answer.code == 0
    for verb in ("new", "serve", "status", "links", "move", "export", "import"):
        assert f"\n    {verb}" in answer.out
    assert litmus("annotate", "new", "--help").code == 0


def test_a_campaign_alone_is_served_and_stops_when_asked(tiny: Path, litmus: Litmus) -> None:
    pytest.importorskip("uvicorn", reason="serving needs litmus-mt[annotate]")
    pytest.importorskip("starlette", reason="serving needs litmus-mt[annotate]")
    make(litmus)
    command = [sys.executable, "-m", "litmus", "annotate", "c", "--port", "0"]
    process = subprocess.Popen(
        command, cwd=tiny, env=ENVIRONMENT, stderr=subprocess.PIPE, text=True
    )
    assert process.stderr
    said = process.stderr.readline()
    assert re.fullmatch(
        r"litmus: c is at http://127\.0\.0\.1:\d+/ \(each annotator's link opens it\)\. Ctrl-C "
        r"stops; every confirmed judgement is on disk\.\n", said,
    )  # fmt: skip
    here = said.split()[4]
    assert process.stderr.readline() == (
        f"litmus: The links of the annotators lead to http://127.0.0.1:8642/, not here. Put {here} "
        "in its place (what follows stays), or make new ones, and the old ones expire: litmus "
        "annotate links c\n"
    )
    process.send_signal(signal.SIGINT)
    rest = process.stderr.read()
    process.stderr.close()
    assert (process.wait(timeout=20), rest) == (0, "")
    links = litmus("annotate", "links", "c").out.split("\n")[:-1]
    assert len(links) == 2 and all(f"\t{here}#k=" in line for line in links)


@pytest.fixture
def announced(monkeypatch: pytest.MonkeyPatch) -> dict[str, object]:
    """Serves nothing; what would be served, and with which names, is kept."""
    pytest.importorskip("uvicorn", reason="serving needs litmus-mt[annotate]")
    from litmus.annotate.server import serving

    kept: dict[str, object] = {}

    def serve(_: object, host: str, port: int, announce: Any, *, allow_hosts: Any) -> None:
        kept.update(host=host, port=port, names=list(allow_hosts))
        announce(serving.address(host, port or 4321))

    monkeypatch.setattr(serving, "serve", serve)
    return kept


def test_links_decide_the_port_that_is_served(
    tiny: Path, litmus: Litmus, announced: dict[str, object]
) -> None:
    make(litmus, "--url", "http://127.0.0.1:9001")
    answer = litmus("annotate", "c")
    assert announced["port"] == 9001
    assert answer.err.startswith("litmus: c is at http://127.0.0.1:9001/ (each")
    assert answer.err.count("\n") == 1, "the links are right"


def test_links_and_names_of_a_proxy(
    tiny: Path, litmus: Litmus, announced: dict[str, object]
) -> None:
    make(litmus)
    answer = litmus("annotate", "serve", "c", "--url", "https://annotate.example.org/idioms")
    assert announced["names"] == ["annotate.example.org"] and announced["port"] == 8642
    there = "https://annotate.example.org/idioms/"
    assert answer.err.startswith(f"litmus: c is at {there} (each")
    assert f"Requests for {there} must be passed on to http://127.0.0.1:8642/\n" in answer.err
    assert f"Put {there} in its place" in answer.err
    assert litmus("annotate", "links", "c").out.count(f"\t{there}#k=") == 2
    again = litmus("annotate", "serve", "c", "--url", there)
    assert "The links of the annotators" not in again.err


def test_all_addresses_of_a_machine_are_named_by_its_name(
    tiny: Path, litmus: Litmus, announced: dict[str, object]
) -> None:
    from socket import gethostname

    make(litmus)
    answer = litmus("annotate", "c", "--host", "0.0.0.0", "--port", "9002")
    assert answer.err.startswith(f"litmus: c is at http://{gethostname()}:9002/ (each")


@pytest.mark.parametrize(
    "url", ["annotate.example.org", "ftp://x/", "http://x:y/", "http://x/?a=b"]
)
def test_an_address_that_links_cannot_begin_with(tiny: Path, litmus: Litmus, url: str) -> None:
    make(litmus)
    message = (
        f"litmus: {url!r} is not an address that links can begin with. Give it whole: "
        "--url https://annotate.example.org/\n"
    )
    for verb in ("links", "serve"):
        answer = litmus("annotate", verb, "c", "--url", url)
        assert (answer.code, answer.out, answer.err) == (2, "", message)


def test_a_port_in_use(tiny: Path, litmus: Litmus) -> None:
    pytest.importorskip("uvicorn", reason="serving needs litmus-mt[annotate]")
    pytest.importorskip("starlette", reason="serving needs litmus-mt[annotate]")
    import socket

    make(litmus)
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        answer = litmus("annotate", "c", "--port", port)
    assert (answer.code, answer.out) == (1, "")
    assert answer.err == (
        f"litmus: http://127.0.0.1:{port}/ cannot be served: Address already in use.\n"
        "Choose another port or address: --port NUMBER, --host ADDRESS\n"
    )
    assert litmus("annotate", "c", "--port", "99999").err == (
        "litmus: --port must be a number from 0 to 65535, not 99999.\n"
    )


def test_serving_without_its_packages_says_what_to_install(
    tiny: Path, litmus: Litmus, monkeypatch: pytest.MonkeyPatch
) -> None:
    make(litmus)
    monkeypatch.setitem(sys.modules, "uvicorn", None)
    answer = litmus("annotate", "c")
    assert (answer.code, answer.err) == (
        2,
        "litmus: The annotation page needs a package that is not installed.\n"
        'Install it with: pip install "litmus-mt[annotate]"\n',
    )
