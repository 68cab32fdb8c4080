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
    answer = litmus("annotate", "links", "c", "ana", "dora", "--url", "https://judge.example/x")
    assert answer.code == 0 and answer.out.count("\thttps://judge.example/x/#k=") == 2
    assert [line.split("\t")[:2] for line in answer.out.splitlines()] == [
        ["ana", "9 items"], ["dora", "0 items"],
    ]  # fmt: skip
    assert answer.out.splitlines()[0] not in first
    moved = litmus("annotate", "move", "c", "ben", "dora")
    assert moved.out == "9 items of ben went to dora\n"


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
    flags = ("--host", "127.0.0.2", "--port", "9002", "--allow-host", "judge.example")
    answer = litmus("annotate", "c", *flags)
    assert announced == {"host": "127.0.0.2", "port": 9002, "names": ["judge.example"]}
    assert answer.err.startswith("litmus: c is at http://127.0.0.2:9002/ (each")
    assert "Others can reach this port, and HTTP is not encrypted" in answer.err


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
