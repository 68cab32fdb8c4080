"""Damaged files at every door: each is read, or refused with a message; nothing else happens."""

import re
from pathlib import Path

import pytest
from tests.attack.attack import attack
from tests.attack.doors import Door, commands, outcome, readers

DOORS = {door.name: door for door in (*readers(), *commands())}
COMMANDS = {door.name for door in commands()}
REFUSED = ("engine file",)  # good, but nobody listens at its address
SEED = 20261117

each_door = pytest.mark.parametrize("door", DOORS.values(), ids=list(DOORS))


@each_door
def test_good_files_are_read(door: Door, tmp_path: Path) -> None:
    answer = outcome(door, door.files, tmp_path)
    assert (answer == "fine") == (door.name not in REFUSED), answer


@each_door
def test_damaged_files_are_answered(door: Door, tmp_path: Path) -> None:
    tally = attack(door, 4 if door.name in COMMANDS else 30, SEED, tmp_path)
    # How long an input takes depends on the machine: benchmarks/attack.py counts that, and more.
    wrong = [(what, files) for files, what in tally.failures if not what.startswith("took")]
    assert wrong == []
    assert tally.outcomes  # the damage did something


NUMBER, NESTED = b"9" * 4301, b"[" * 20_000
XML = b'<?xml version="1.0" encoding="foo"?>\n'
# Inputs that once ended in a traceback: door, file, and what becomes of its good content.
SEEDS = [
    *((door, file, b"x = " + bad + b"\n")
      for door, file in [("suite", "suite.toml"), ("engine", "e.toml"), ("training", "t.toml"), ("labels", "l.toml"),
                         ("campaign", "c.toml"), ("rules", "nl.toml"), ("prompt", "p.toml")]
      for bad in (NUMBER, NESTED)),
    *((door, file, XML + DOORS[door].files[file].partition(b"?>\n")[2])
      for door, file in [("tmx", "a.tmx"), ("import wmt xml", "a.xml"), ("dictionary d.tei", "d.tei")]),
    ("rules", "nl.toml", DOORS["rules"].files["nl.toml"] + b'[[examples]]\ntag = ["formality"]\n'),
    ("dictionary dictd", "d.index", b"ice\tAInfinity\tL\n"),
    ("dictionary dictd", "d.dict.dz", b"\x1f\x8b\x08 damaged"),
    ("conllu", "a.conllu", NUMBER + b"\tIt" + b"\t_" * 8 + b"\n\n"),
    ("conllu", "a.conllu", b"1-" + NUMBER + b"\tIt" + b"\t_" * 8 + b"\n\n"),
    ("judgements", "a.jsonl", b'{"id": "1", "label": "literal", "size": Infinity}\n'),
    ("campaign", "c.toml", b"seed = 2020-01-01\n" + DOORS["campaign"].files["c.toml"].replace(b"seed = 12345\n", b"")),
    ("import cocoa", "t.en-de.tsv", b""),
    ("import cibb", "list_idiom_blacklist.txt", DOORS["import cibb"].files["list_idiom_blacklist.txt"].replace(b"12\n", NUMBER + b"\n")),
]  # fmt: skip


@pytest.mark.parametrize(("name", "file", "content"), SEEDS, ids=range(len(SEEDS)))
def test_what_once_ended_in_a_traceback_is_refused(
    name: str, file: str, content: bytes, tmp_path: Path
) -> None:
    door = DOORS[name]
    assert outcome(door, {**door.files, file: content}, tmp_path) != "fine"


def test_a_cell_longer_than_csv_takes_is_read(tmp_path: Path) -> None:
    door = DOORS["import cocoa"]
    rows = door.files["t.en-de.tsv"].rstrip(b"\n") + b" long" * 40_000 + b"\n"
    assert outcome(door, {"t.en-de.tsv": rows}, tmp_path) == "fine"


def test_work_that_grows_with_the_square_of_a_file_is_slow(tmp_path: Path) -> None:
    def squared(folder: Path) -> str:
        longest = max(map(len, re.findall(rb"\s+", (folder / "a.txt").read_bytes())), default=0)
        now.append(now[-1] + longest**2 / 1e8)  # what a pattern such as \s+$ takes
        return "fine"

    now = [0.0]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("tests.attack.attack.time.process_time", lambda: now[-1])
        assert attack(Door("made", {"a.txt": b"a b\n"}, squared), 100, SEED, tmp_path).slow


@pytest.mark.parametrize(("seconds", "slow"), [([3.0, 0.1, 0.1], 0), ([3.0, 3.0, 0.1, 0.1], 1)])
def test_an_input_is_slow_if_it_is_slow_again(
    seconds: list[float], slow: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    now, left = 0.0, iter(seconds)

    def enter(folder: Path) -> str:
        nonlocal now
        now += next(left)
        return "fine"

    monkeypatch.setattr("tests.attack.attack.time.process_time", lambda: now)
    tally = attack(Door("made", {"a.txt": b"a\n"}, enter), len(seconds) - 1, 1, tmp_path)
    assert (tally.slow, [what for _, what in tally.failures]) == (slow, ["took 3.0 s"] * slow)
    assert next(left, None) is None
