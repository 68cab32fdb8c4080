"""`litmus suite filter`: part of a suite, together with its outputs."""

import json
from pathlib import Path

import pytest
from commanding import FIXTURES, Litmus, write_lines

here, litmus, tiny = FIXTURES


def ids(folder: Path) -> list[str]:
    rows = (folder / "segments.jsonl").read_text(encoding="utf-8").splitlines()
    return [json.loads(row)["id"] for row in rows]


def outputs(folder: Path) -> dict[str, list[str]]:
    return {
        path.stem: path.read_text(encoding="utf-8").splitlines()
        for path in sorted((folder / "systems").glob("*.txt"))
    }


@pytest.mark.parametrize(("flags", "kept"), [
    (("--with-idioms",), ["b", "c", "d"]),
    (("--without-idioms",), ["a"]),
    (("--labels", "spill the beans"), ["c", "d"]),
    (("--ids", "ids"), ["a", "d"]),
    (("--ids", "ids", "--with-idioms"), ["d"]),
])  # fmt: skip
def test_segments_stay_with_their_lines(
    flags: tuple[str, ...], kept: list[str], tiny: Path, litmus: Litmus
) -> None:
    write_lines(tiny / "ids", ["d", "a"])
    done = litmus("suite", "filter", "-t", "tiny", *flags, "-o", "part")
    assert done.code == 0, done.err
    assert done.out.startswith(f"part: {len(kept)} of 4 segments, ")
    assert ids(tiny / "part") == kept
    places = [ids(tiny / "tiny").index(name) for name in kept]
    whole = outputs(tiny / "tiny")
    assert whole
    assert outputs(tiny / "part") == {
        name: [lines[k] for k in places] for name, lines in whole.items()
    }
    assert litmus("check", "part").code == 0


def test_loose_files_become_a_marked_suite(here: Path, litmus: Litmus) -> None:
    write_lines(here / "src", ["He kicked the bucket.", "I sing."])
    write_lines(here / "ref", ["Il est mort.", "Je chante."])
    write_lines(here / "out", ["Il a frappé le seau.", "Je chante."])
    write_lines(here / "list", ["kick the bucket"])
    done = litmus("suite", "filter", "-l", "en-fr", "-s", "src", "-r", "ref", "-i", "mine=out",
                  "--idioms", "list", "--with-idioms", "-o", "marked")  # fmt: skip
    assert done.code == 0, done.err
    assert outputs(here / "marked") == {"mine": ["Il a frappé le seau."]}
    assert (
        litmus("score", "-t", "marked", "-m", "litter", "-b", "--bootstrap", "20").out == "100.0\n"
    )
    assert 'idioms = "list.' in (here / "marked" / "suite.toml").read_text()
